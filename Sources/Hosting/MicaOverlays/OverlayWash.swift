import MicaBase
import MicaFrame

/// The colours for single ops.
enum OverlayColor {
    static let blended = color(1, 0, 0, 0.5)
    static let unblended = color(0, 1, 0, 0.5)
    static let hit = color(0, 1, 0, 0.5)
    static let miss = color(1, 0, 0, 0.5)
    static let copied = color(0, 1, 1, 0.5)
    static let stretched = color(1, 1, 0, 0.5)
    static let offPixel = color(1, 0, 1, 0.5)
    static let offscreen = color(1, 1, 0, 0.6)
    static let inPlace = color(1, 1, 0, 0.3)
    static let fastPath = color(0, 0, 1, 0.5)
    static let update = color(1, 1, 0, 0.6)

    /// The colour for an image's original pixel format; nil for images that are shown as they were made.
    static func format(_ image: ImageResource) -> PixelColor? {
        switch image.origin {
        case .native: image.isOpaque ? nil : color(0, 0.4, 1, 0.5)
        case .reordered: color(0, 1, 1, 0.5)
        case .gray: color(0.5, 0.5, 0.5, 0.5)
        case .deep: color(1, 0, 1, 0.5)
        case .otherSpace: color(1, 0.6, 0, 0.5)
        }
    }

    private static func color(_ red: Double, _ green: Double, _ blue: Double, _ alpha: Double) -> PixelColor {
        PixelColor(ColorValue(.sRGB, red: red, green: green, blue: blue, alpha: alpha))
    }
}

extension DrawOp {
    /// An op of one colour over the pixels that this op draws on: its shape, or its bounds when it has none.
    ///
    /// - Parameter passes: the passes of the frame.
    func wash(_ color: PixelColor, _ passes: [RenderPass]) -> DrawOp {
        var wash = self
        (wash.opacity, wash.blend, wash.tint) = (1, .sourceOver, .white)
        func fill(_ rect: LocalRect) { wash.content = .fill(shape: RoundedRect(rect), color: color) }
        func fillBounds() {
            wash.transform = .identity
            wash.edges = .soft
            fill(LocalRect(bounds))
        }
        switch content {
        case .fill(let shape, _), .gradient(let shape, _): wash.content = .fill(shape: shape, color: color)
        case .border(let shape, let width, _): wash.content = .border(shape: shape, width: width, color: color)
        case .path(let draw, _): wash.content = .path(draw, color: color)
        case .image(let draw): fill(draw.destination)
        case .shadow(let draw, _): fill(draw.box)
        case .rasterized(let draw) where passes.indices.contains(draw.pass.rawValue):
            fill(LocalRect(passes[draw.pass.rawValue].bounds))
        case .sprites(let draw): wash.content = .instances(draw.washes(color, within: self))
        default: fillBounds()
        }
        return wash
    }

    /// Whether fully covered pixels get only the op's colour, so that nothing behind the op is read.
    func isOpaque(_ passes: [RenderPass]) -> Bool {
        guard opacity >= 1, blend == .sourceOver else { return false }
        switch content {
        case .fill(_, let color), .border(_, _, let color), .path(_, let color): return color.alpha >= 1
        case .gradient(_, let draw): return draw.ramp.stops.allSatisfy { $0.color.alpha >= 1 }
        case .image(let draw): return draw.image.isOpaque && draw.filter == nil
        case .pass(let shown, mask: nil): return Self.isOpaque(shown, bounds, passes)
        case .rasterized(let draw): return Self.isOpaque(draw.pass, nil, passes)
        case .instances(let draw):
            return draw.instances.allSatisfy { $0.opacity >= 1 } && draw.ops.allSatisfy { $0.isOpaque(passes) }
        default: return false
        }
    }

    /// Whether a pass is opaque within some bounds, or within its own for nil: one axis-aligned rectangle covers them.
    private static func isOpaque(_ index: PassIndex, _ bounds: DeviceRect?, _ passes: [RenderPass]) -> Bool {
        guard passes.indices.contains(index.rawValue) else { return false }
        let pass = passes[index.rawValue]
        let wanted = bounds ?? pass.bounds
        return pass.ops.contains { op in
            guard op.clip == nil, op.content.isPlainRectangle, op.bounds.contains(wanted), !op.content.showsPasses,
                op.transform.isScaleAndTranslation, op.isOpaque(passes), let rect = op.content.rectangle
            else { return false }
            let (low, high) = (op.transform.apply(rect.minX, rect.minY), op.transform.apply(rect.maxX, rect.maxY))
            return min(low.x, high.x) <= Double(wanted.minX) && min(low.y, high.y) <= Double(wanted.minY)
                && max(low.x, high.x) >= Double(wanted.maxX) && max(low.y, high.y) >= Double(wanted.maxY)
        }
    }

    /// Whether the compositor draws the op on its fast path: an axis-aligned rectangle of one colour, with square
    /// corners and without a clip, whose pixels are written many at a time.
    var isOnFastPath: Bool {
        guard clip == nil, edges == .soft, blend == .sourceOver, case .fill(let shape, _) = content else {
            return false
        }
        return shape.hasSquareCorners && !shape.rect.isEmpty && transform.isScaleAndTranslation
    }

    /// The alignment of an image or a layer's picture to the surface's pixels; nil for other ops.
    package func imageFit(_ passes: [RenderPass]) -> ImageFit? {
        switch content {
        case .image(let draw): return ImageFit(from: draw.source, to: draw.destination, transform)
        case .rasterized(let draw) where passes.indices.contains(draw.pass.rawValue):
            let rect = LocalRect(passes[draw.pass.rawValue].bounds)
            return ImageFit(from: rect, to: rect, transform)
        default: return nil
        }
    }
}

extension DrawOp.Content {
    /// The rectangle of contents that are a rectangle; nil for others.
    fileprivate var rectangle: LocalRect? {
        switch self {
        case .fill(let shape, _), .gradient(let shape, _): shape.rect
        case .image(let draw): draw.destination
        default: nil
        }
    }
}

extension SpriteDraw {
    /// A rectangle of one colour over each sprite.
    fileprivate func washes(_ color: PixelColor, within op: DrawOp) -> InstancedDraw {
        let unit = DrawOp(
            content: .fill(shape: RoundedRect(LocalRect(minX: -1, minY: -1, maxX: 1, maxY: 1)), color: color),
            transform: .identity, bounds: DeviceRect(minX: -1, minY: -1, maxX: 1, maxY: 1))
        let instances = sprites.map { sprite in
            InstancedDraw.Instance(
                transform: Homography(
                    a: Double(sprite.rightX), b: Double(sprite.rightY), c: Double(sprite.downX),
                    d: Double(sprite.downY), tx: Double(sprite.x), ty: Double(sprite.y)), tint: .white, opacity: 1)
        }
        return InstancedDraw(ops: [unit], clips: [], instances: instances)
    }
}

/// The alignment of an image's pixels to the surface's.
package enum ImageFit: Sendable, Equatable {
    /// Each pixel of the image covers one of the surface exactly.
    case exact
    /// The pixels have the surface's size, but lie between its pixels or are turned.
    case offPixel
    /// The pixels have another size: the number of image pixels per surface pixel, along x and along y.
    case stretched(SIMD2<Double>)

    /// The alignment of a part of an image to a rectangle that a transform maps to the surface.
    package init(from source: LocalRect, to rect: LocalRect, _ h: Homography) {
        guard !source.isEmpty, !rect.isEmpty, h.isAffine else {
            self = .stretched(.one)
            return
        }
        let (sx, sy) = (rect.width / source.width, rect.height / source.height)
        let (a, b, c, d) = (h.a * sx, h.b * sx, h.c * sy, h.d * sy)
        let (across, down) = ((a * a + b * b).squareRoot(), (c * c + d * d).squareRoot())
        // A total difference of less than a sixteenth of a pixel over the image is invisible.
        guard abs(across - 1) * source.width < 1.0 / 16, abs(down - 1) * source.height < 1.0 / 16 else {
            self = .stretched(SIMD2(1 / across, 1 / down))
            return
        }
        func isWhole(_ value: Double) -> Bool { abs(value - value.rounded()) < 1.0 / 128 }
        let isTurned = !isWhole(a) || !isWhole(b) || !isWhole(c) || !isWhole(d)
        let corner = h.apply(rect.minX - source.minX * sx, rect.minY - source.minY * sy)
        self = !isTurned && isWhole(corner.x) && isWhole(corner.y) ? .exact : .offPixel
    }
}
