import CoreGraphics
import Foundation
import UIKitCore

/// A name of an option of a context.
public struct CIContextOption: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// Makes an option from a name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The space of calculations; without effect, as the filters here have one of their own.
    public static let workingColorSpace = CIContextOption(rawValue: "working_color_space")
    /// The space of results; without effect, as results are numbers.
    public static let outputColorSpace = CIContextOption(rawValue: "output_color_space")
    /// Whether the processor draws; without effect, as it always does.
    public static let useSoftwareRenderer = CIContextOption(rawValue: "software_renderer")
}

/// Writes the numbers of pictures into memory.
///
/// *Source*: Apple, CIContext.
open class CIContext: NSObject {
    /// Makes a context.
    public override init() { super.init() }

    /// Makes a context. The options have no effect here.
    public init(options: [CIContextOption: Any]?) { super.init() }

    /// Writes the numbers of a rectangle, rows from its top, in a format of one number for each pixel. Pixels outside of the
    /// picture are left as they are.
    ///
    /// *Space*: the picture's, y upwards from its bottom.
    open func render(
        _ image: CIImage, toBitmap data: UnsafeMutableRawPointer, rowBytes: Int, bounds: CGRect, format: CIFormat,
        colorSpace: CGColorSpace?
    ) {
        let edges = [bounds.minX, bounds.minY, bounds.maxX, bounds.maxY]
        // Numbers that no picture's rectangle has, NaN among them, would not fit an Int.
        guard edges.allSatisfy({ abs($0) < 1e9 }) else { return }
        let (left, bottom) = (Int(bounds.minX.rounded(.down)), Int(bounds.minY.rounded(.down)))
        let (right, top) = (Int(bounds.maxX.rounded(.up)), Int(bounds.maxY.rounded(.up)))
        let numbers = image.numbers
        for y in stride(from: max(bottom, 0), to: min(top, image.height), by: 1) {
            let row = unsafe data + (top - 1 - y) * rowBytes
            for x in stride(from: max(left, 0), to: min(right, image.width), by: 1) {
                let value = numbers[(image.height - 1 - y) * image.width + x]
                let column = x - left
                switch format {
                case .Rh: unsafe row.storeBytes(of: Float16(value), toByteOffset: column * 2, as: Float16.self)
                case .R8:
                    let byte = value > 0 ? UInt8(min(value, 1) * 255 + 0.5) : 0
                    unsafe row.storeBytes(of: byte, toByteOffset: column, as: UInt8.self)
                default: unsafe row.storeBytes(of: value, toByteOffset: column * 4, as: Float.self)
                }
            }
        }
    }
}
