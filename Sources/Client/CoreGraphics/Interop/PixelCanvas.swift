import Foundation
import MicaBase
import MicaRaster
import MicaTrace

/// The parameters of a stroke.
struct StrokeParameters {
    var width: Double
    var cap: CGLineCap
    var join: CGLineJoin
    var miterLimit: Double
    var phase: Double
    var lengths: [Double]
    /// From the space of the line width to pixels.
    var matrix: CGAffineTransform

    /// Whether the lengths are valid for dashes: not negative, finite, and not all 0.
    var isDashed: Bool {
        !lengths.isEmpty && lengths.allSatisfy { $0 >= 0 && $0.isFinite } && lengths.contains { $0 > 0 }
    }

    /// The rasterizer's style.
    var style: StrokeStyle {
        StrokeStyle(
            width: width, cap: cap.rasterCap, join: join.rasterJoin, miterLimit: miterLimit,
            dash: isDashed ? DashPattern(lengths: lengths, phase: phase) : nil)
    }
}

/// Premultiplied pixels of 32 bits that contexts draw into.
///
/// *Space*: pixels of the context, y down from the top row; the canvas holds the pixels in `bounds`.
@safe final class PixelCanvas {
    /// The pixels that the canvas holds.
    let bounds: DeviceRect
    /// Whether the alpha byte is ignored, and all pixels are opaque.
    let isOpaque: Bool
    /// What drawing works with, kept from one shape to the next; nil before the first, and while a shape is drawn.
    var tools: DrawingTools?
    /// The pixels; nil in a canvas of lent words, outside of `draw(into:_:)`.
    private var words: UnsafeMutablePointer<UInt32>?
    private let stride: Int
    private let isOwner: Bool

    /// The most pixels along a side.
    static let sideLimit = 32767

    private static func canHold(_ bounds: DeviceRect) -> Bool {
        bounds.width <= sideLimit && bounds.height <= sideLimit && !bounds.isEmpty
    }

    /// Makes transparent pixels, or black ones in an opaque canvas; nil if there are none or a side is too long.
    convenience init?(bounds: DeviceRect, isOpaque: Bool = false) {
        guard Self.canHold(bounds) else { return nil }
        let count = bounds.width * bounds.height
        let words = UnsafeMutablePointer<UInt32>.allocate(capacity: count)
        unsafe words.initialize(repeating: 0, count: count)
        unsafe self.init(bounds: bounds, isOpaque: isOpaque, words: words, bytesPerRow: bounds.width * 4, isOwner: true)
    }

    /// Draws into memory of the caller, which must outlive the canvas; nil if it does not consist of words.
    convenience init?(bounds: DeviceRect, isOpaque: Bool, memory: UnsafeMutableRawPointer, bytesPerRow: Int) {
        guard Self.canHold(bounds), bytesPerRow % 4 == 0, UInt(bitPattern: memory) % 4 == 0 else { return nil }
        let words = unsafe memory.assumingMemoryBound(to: UInt32.self)
        unsafe self.init(bounds: bounds, isOpaque: isOpaque, words: words, bytesPerRow: bytesPerRow, isOwner: false)
    }

    /// Draws into words that `draw(into:_:)` lends; nil if there are none or a side is too long.
    convenience init?(lentBounds bounds: DeviceRect, isOpaque: Bool) {
        guard Self.canHold(bounds) else { return nil }
        unsafe self.init(bounds: bounds, isOpaque: isOpaque, words: nil, bytesPerRow: bounds.width * 4, isOwner: false)
    }

    /// A copy of a picture, its top left pixel at the origin.
    convenience init?(bitmap: Bitmap) {
        let bounds = DeviceRect(minX: 0, minY: 0, maxX: bitmap.width, maxY: bitmap.height)
        guard Self.canHold(bounds) else { return nil }
        let words = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: bitmap.width * bitmap.height)
        let (_, end) = unsafe words.initialize(from: bitmap.pixels)
        requires(end == words.count, "a picture has a pixel for each place")
        unsafe self.init(
            bounds: bounds, isOpaque: false, words: words.baseAddress, bytesPerRow: bounds.width * 4, isOwner: true)
    }

    private init(
        bounds: DeviceRect, isOpaque: Bool, words: UnsafeMutablePointer<UInt32>?, bytesPerRow: Int, isOwner: Bool
    ) {
        (self.bounds, self.isOpaque, self.isOwner) = (bounds, isOpaque, isOwner)
        unsafe self.words = words
        stride = bytesPerRow / 4
    }

    deinit { if isOwner { unsafe words?.deallocate() } }

    // MARK: Pixels

    /// The address of a row; valid while the canvas exists, of lent words only within `draw(into:_:)`.
    func row(_ y: Int) -> UnsafeMutablePointer<UInt32> {
        guard let words = unsafe words else {
            stopProgram("a canvas of lent words has pixels only while it is drawn into")
        }
        return unsafe words + (y - bounds.minY) * stride - bounds.minX
    }

    subscript(x: Int, y: Int) -> UInt32 {
        get { unsafe row(y)[x] }
        set { unsafe row(y)[x] = newValue }
    }

    /// Lends words as the pixels of the canvas while a function draws. Words that anybody else holds are copied first.
    ///
    /// - Precondition: there are as many as the canvas has pixels, and it was made for lent words.
    func draw(into lent: inout [UInt32], _ body: () -> Void) {
        requires(lent.count == bounds.width * bounds.height && !isOwner, "the words do not fill the canvas")
        unsafe lent.withUnsafeMutableBufferPointer { buffer in
            unsafe words = buffer.baseAddress
            body()
            unsafe words = nil
        }
    }

    /// The pixels for Mica's kernels; valid as long as `row(_:)` is.
    var block: PixelBlock { block(minX: bounds.minX, minY: bounds.minY) }

    /// The pixels for Mica's kernels, the first of them at another place.
    func block(minX: Int, minY: Int) -> PixelBlock {
        let (width, height) = (bounds.width, bounds.height)
        let start = unsafe row(bounds.minY) + bounds.minX
        let pixels = unsafe SharedPixels(base: start, width: width, height: height, stride: stride)
        return pixels.block(x: 0, y: 0, width: width, height: height, minX: minX, minY: minY)
    }

    /// A copy of the pixels.
    var bitmap: Bitmap {
        var result = Bitmap(width: bounds.width, height: bounds.height)
        for y in bounds.minY..<bounds.maxY {
            for x in bounds.minX..<bounds.maxX {
                result.pixels[(y - bounds.minY) * bounds.width + x - bounds.minX] = self[x, y]
            }
        }
        return result
    }

    /// The alpha of every pixel, row by row.
    func alphas() -> [Float] {
        var result: [Float] = []
        result.reserveCapacity(bounds.width * bounds.height)
        for y in bounds.minY..<bounds.maxY {
            for x in bounds.minX..<bounds.maxX { result.append(Float(self[x, y] >> 24)) }
        }
        return result
    }
}

/// The part of the pixels to paint. *Space*: pixels of the context.
enum DrawnShape {
    case everything
    case fill(Path, CGPathFillRule)
    case stroke(Path, StrokeParameters)
    /// The alpha of a paint within an outline.
    case stencil(Path, CanvasPaint)
}

/// An outline of the clip. *Space*: pixels of the context.
struct ClipPath {
    var path: Path
    var rule: CGPathFillRule
    var antialias: Bool
}

extension CGBlendMode {
    /// The mode in Mica's kernels.
    var blendMode: BlendMode {
        switch self {
        case .normal: .sourceOver
        case .multiply: .multiply
        case .screen: .screen
        case .overlay: .overlay
        case .darken: .darken
        case .lighten: .lighten
        case .colorDodge: .colorDodge
        case .colorBurn: .colorBurn
        case .softLight: .softLight
        case .hardLight: .hardLight
        case .difference: .difference
        case .exclusion: .exclusion
        case .hue: .hue
        case .saturation: .saturation
        case .color: .color
        case .luminosity: .luminosity
        case .clear: .clear
        case .copy: .copy
        case .sourceIn: .sourceIn
        case .sourceOut: .sourceOut
        case .sourceAtop: .sourceAtop
        case .destinationOver: .destinationOver
        case .destinationIn: .destinationIn
        case .destinationOut: .destinationOut
        case .destinationAtop: .destinationAtop
        case .xor: .xor
        case .plusLighter: .plusLighter
        case .plusDarker: .plusDarker
        }
    }
}
