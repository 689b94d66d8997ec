import Foundation
import MicaBase
import MicaFrame
import MicaWire

/// The layout of a layer's image in its bounds.
///
/// *Space*: the layer's, but always with y down, so that the image's rows run along y.
/// *Source*: CALayer.h: contentsGravity ("bottom" is the minimum y and "top" the maximum y of the layer's space),
/// contentsRect, contentsCenter, contentsScale.
struct ContentsLayout {
    /// The rectangle of the whole image, before clipping.
    var destination: LocalRect
    /// The part of the image that is shown, in its pixels, y down.
    var source: LocalRect
    /// The cuts of the nine-part grid in the source, ascending; two equal values leave out a part.
    var sourceX: SIMD4<Double>, sourceY: SIMD4<Double>
    /// The cuts in the destination.
    var destinationX: SIMD4<Double>, destinationY: SIMD4<Double>

    /// Whether the image is drawn as one part.
    var isOnePart: Bool {
        sourceX.y == sourceX.x && sourceX.z == sourceX.w && sourceY.y == sourceY.x && sourceY.z == sourceY.w
    }

    /// Lays out an image in a layer's bounds; nil if the image is not visible.
    init?(_ contents: ContentsState, image: ImageResource, in plane: LayerPlane) {
        let bounds = plane.bounds
        let part = LocalRect(contents.rect)
        let scale = contents.scale > 0 && contents.scale.isFinite ? contents.scale : 1
        let (w, h) = (Double(image.width), Double(image.height))
        guard !bounds.isEmpty, !part.isEmpty, part.width.isFinite, part.height.isFinite, w > 0, h > 0 else {
            return nil
        }
        let (low, high) = plane.isFlipped ? (1 - part.maxY, 1 - part.minY) : (part.minY, part.maxY)
        source = LocalRect(minX: part.minX * w, minY: low * h, maxX: part.maxX * w, maxY: high * h)
        let natural = (width: source.width / scale, height: source.height / scale)
        guard natural.width > 0, natural.height > 0, natural.width.isFinite, natural.height.isFinite else { return nil }

        var size = natural
        switch contents.gravity {
        case .resize: size = (bounds.width, bounds.height)
        case .resizeAspect, .resizeAspectFill:
            let (x, y) = (bounds.width / natural.width, bounds.height / natural.height)
            let factor = contents.gravity == .resizeAspect ? min(x, y) : max(x, y)
            size = (natural.width * factor, natural.height * factor)
        default: break
        }
        let room = (x: bounds.width - size.width, y: bounds.height - size.height)
        let alignment = Self.alignment(contents.gravity)
        let x = bounds.minX + room.x * alignment.x
        let y = bounds.minY + room.y * (plane.isFlipped ? 1 - alignment.y : alignment.y)
        destination = LocalRect(minX: x, minY: y, maxX: x + size.width, maxY: y + size.height)
        guard !destination.isEmpty else { return nil }

        sourceX = SIMD4(source.minX, source.minX, source.maxX, source.maxX)
        sourceY = SIMD4(source.minY, source.minY, source.maxY, source.maxY)
        destinationX = SIMD4(destination.minX, destination.minX, destination.maxX, destination.maxX)
        destinationY = SIMD4(destination.minY, destination.minY, destination.maxY, destination.maxY)
        let center = contents.center
        guard contents.gravity.resizes, center != CGRect(x: 0, y: 0, width: 1, height: 1) else { return }
        let stretch = LocalRect(center)
        (sourceX, destinationX) = Self.cut(
            source.minX, source.maxX, stretch.minX, stretch.maxX, over: destination.minX, destination.maxX, scale: scale
        )
        let (top, bottom) = plane.isFlipped ? (1 - stretch.maxY, 1 - stretch.minY) : (stretch.minY, stretch.maxY)
        (sourceY, destinationY) = Self.cut(
            source.minY, source.maxY, top, bottom, over: destination.minY, destination.maxY, scale: scale)
    }

    /// The share of the free space before the image, along x and along the layer's y.
    private static func alignment(_ gravity: ContentsState.Gravity) -> (x: Double, y: Double) {
        switch gravity {
        case .center, .resize, .resizeAspect, .resizeAspectFill: (0.5, 0.5)
        case .top: (0.5, 1)
        case .bottom: (0.5, 0)
        case .left: (0, 0.5)
        case .right: (1, 0.5)
        case .topLeft: (0, 1)
        case .topRight: (1, 1)
        case .bottomLeft: (0, 0)
        case .bottomRight: (1, 0)
        }
    }

    /// The cuts along one axis: the ends keep their size in points, the middle takes the rest.
    ///
    /// A middle without extent is one pixel of the source about its position (CALayer.h, contentsCenter). Ends that do
    /// not fit shrink in proportion, and the middle is gone.
    private static func cut(
        _ low: Double, _ high: Double, _ start: Double, _ end: Double, over first: Double, _ last: Double, scale: Double
    ) -> (SIMD4<Double>, SIMD4<Double>) {
        let length = high - low
        func within(_ v: Double) -> Double { v > 0 ? min(v, 1) : 0 }
        var (a, b) = (low + within(start) * length, low + within(end) * length)
        if a >= b {
            a = max(low, min(high - 1, a - 0.5))
            b = min(high, a + 1)
        }
        var (before, after) = ((a - low) / scale, (high - b) / scale)
        if before + after > last - first {
            let shrink = (last - first) / (before + after)
            before *= shrink
            after *= shrink
        }
        return (SIMD4(low, a, b, high), SIMD4(first, first + before, last - after, last))
    }

    /// Moves the inner cuts to whole pixels if the plane is axis-aligned on the surface, so that parts meet without a
    /// seam.
    ///
    /// On a turned plane the parts' edges are each antialiased, and a faint seam may show.
    mutating func snapCuts(_ h: Homography) {
        guard h.isScaleAndTranslation else { return }
        func snap(_ v: Double, _ scale: Double, _ offset: Double, _ low: Double, _ high: Double) -> Double {
            min(max((((v * scale + offset).rounded() - offset) / scale), low), high)
        }
        for i in 1...2 {
            if sourceX[i] != sourceX[i * 3 - 3] {
                destinationX[i] = snap(destinationX[i], h.a, h.tx, destination.minX, destination.maxX)
            }
            if sourceY[i] != sourceY[i * 3 - 3] {
                destinationY[i] = snap(destinationY[i], h.d, h.ty, destination.minY, destination.maxY)
            }
        }
    }

    /// The sampling of the image.
    ///
    /// The minification filter applies if a pixel of the surface covers more than one of the image along either axis,
    /// as in graphics hardware.
    /// *Source*: CALayer.h: minificationFilter, magnificationFilter, minificationFilterBias.
    static func sampling(_ contents: ContentsState, from source: LocalRect, to destination: LocalRect, by h: Homography)
        -> Sampling
    {
        let scale = h.scale(
            atX: (destination.minX + destination.maxX) / 2, y: (destination.minY + destination.maxY) / 2)
        let x = scale.x * destination.width / source.width, y = scale.y * destination.height / source.height
        let texels = 1 / min(x, y)
        guard texels.isFinite, texels > 1 + 1e-6 else {
            return contents.magnificationFilter == .nearest ? .nearest : .bilinear
        }
        switch contents.minificationFilter {
        case .nearest: return .nearest
        case .linear: return .bilinear
        case .trilinear:
            let level = log2(texels) + contents.minificationFilterBias
            return level > 0 ? .trilinear(level: min(level, 32)) : .bilinear
        }
    }
}

extension ContentsState.Gravity {
    /// Whether the bounds determine the image's size.
    var resizes: Bool { self == .resize || self == .resizeAspect || self == .resizeAspectFill }
}
