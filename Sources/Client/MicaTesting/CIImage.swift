import CoreGraphics
import Foundation
import MicaBase
import MicaSnapshots
import MicaTrace
// Sources that name the class may import this module without UIKit.
@_exported import struct UIKitCore.CIFormat
@_exported import class UIKitCore.CIImage

/// The part of Core Image that snapshot tests use for differences that an eye sees.
///
/// *Source*: Apple, CIImage. Filters are those of `applyingFilter(_:parameters:)`; there is no other.
extension CIImage {
    /// The result of a filter. There are:
    ///
    /// | name | parameters | result |
    /// |---|---|---|
    /// | `CILabDeltaE` | `inputImage2` | the difference of colours of each pixel |
    /// | `CIAreaAverage` | `kCIInputExtentKey` | the mean of a rectangle, one pixel |
    /// | `CIAreaMaximum` | `kCIInputExtentKey` | the maximum of a rectangle, one pixel |
    ///
    /// *Source*: Apple, "Core Image Filter Reference": CILabDeltaE has ∆E 1994 values between 0 and 100, where 2 is a
    /// just noticeable difference. That colours are decoded from sRGB whatever the context's working space is assumed.
    ///
    /// *Precondition*: one of these filters.
    public func applyingFilter(_ filterName: String, parameters params: [String: Any] = [:]) -> CIImage {
        switch filterName {
        case "CILabDeltaE":
            guard let other = params["inputImage2"] as? CIImage else { return self }
            return colorDifference(from: other)
        case "CIAreaAverage": return reduced(to: params) { $0.reduce(0, +) / Float($0.count) }
        case "CIAreaMaximum": return reduced(to: params) { $0.max() ?? 0 }
        default:
            stopProgram(
                "the filter \(filterName) is missing on Linux: MicaTesting has CILabDeltaE, CIAreaAverage and CIAreaMaximum"
            )
        }
    }

    /// The numbers of the pixels: for a picture, its red.
    var numbers: [Float] {
        switch content {
        case .numbers(let numbers): numbers
        case .picture(let picture): picture.resource.bitmap().pixels.map { Float($0 >> 16 & 255) / 255 }
        case .none: []
        }
    }

    private func reduced(to parameters: [String: Any], _ value: ([Float]) -> Float) -> CIImage {
        let given = parameters[kCIInputExtentKey] as? CGRect ?? extent
        let area = given.intersection(extent).integral
        let all = numbers
        var inside: [Float] = []
        if area == extent {
            inside = all
        } else if extent.contains(area) {
            for y in Int(area.minY)..<Int(area.maxY) {
                // Rows count from the bottom in Core Image.
                let row = (height - 1 - y) * width
                inside += all[row + Int(area.minX)..<row + Int(area.maxX)]
            }
        }
        return CIImage(width: 1, height: 1, .numbers([inside.isEmpty ? 0 : value(inside)]))
    }

    /// The differences of colours, where both pictures have pixels.
    private func colorDifference(from other: CIImage) -> CIImage {
        guard case .picture(let picture) = content, case .picture(let second) = other.content else { return self }
        let (mine, others) = (picture.resource.bitmap().pixels, second.resource.bitmap().pixels)
        let (columns, rows) = (min(width, other.width), min(height, other.height))
        var result = [Float](repeating: 0, count: columns * rows)
        for y in 0..<rows {
            for x in 0..<columns {
                let (one, two) = (mine[y * width + x], others[y * other.width + x])
                if one != two { result[y * columns + x] = LabColor(one).difference(from: LabColor(two)) }
            }
        }
        return CIImage(width: columns, height: rows, .numbers(result))
    }
}

/// The key of a filter's rectangle, a CGRect in pixels.
public let kCIInputExtentKey = "inputExtent"
/// The key of a filter's picture.
public let kCIInputImageKey = "inputImage"
