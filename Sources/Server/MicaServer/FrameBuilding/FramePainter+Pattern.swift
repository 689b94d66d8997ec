import MicaBase
import MicaFrame
import MicaWire

/// Backgrounds of patterns: copies of a picture side by side, drawn as instances of one op.
extension FramePainter {
    /// The most copies of a pattern in a frame; if more are visible, they are drawn larger.
    private static let mostCopies = 4096

    /// The layer's pattern within its round corners, from the upper left corner of its bounds on, or from the lower left
    /// one if its copies are turned over.
    ///
    /// The copies have hard edges, so that each pixel belongs to one of them and there is no seam; the edge of the
    /// whole is the outline's. On a turned plane a pixel where four of them meet may belong to none: opaque copies
    /// overlap there.
    mutating func pattern(
        _ state: LayerState, _ shape: RoundedRect, _ visible: DeviceRect, _ inside: PaintContext
    ) {
        let (pattern, plane) = (state.pattern, inside.plane)
        guard let image = pattern.image, image.width > 0, image.height > 0, pattern.opacity > 0 else { return }
        var within = inside
        ops.clip(to: shape, &within)
        let shown = visible.intersection(within.scissor)
        let bounds = plane.bounds
        let isTurnedOver = pattern.size.height < 0
        let toDevice =
            plane.isFlipped != isTurnedOver
            ? plane.toDevice.mirrored(low: bounds.minY, high: bounds.maxY) : plane.toDevice
        // The visible part of a template is not known: it is drawn at many positions.
        let seen = within.isTemplate ? bounds : toDevice.localBounds(of: shown, within: bounds)
        guard !shown.isEmpty, !seen.isEmpty else { return }
        let whole = LocalRect(minX: 0, minY: 0, maxX: Double(image.width), maxY: Double(image.height))
        let given = SIMD2(Double(pattern.size.width), abs(Double(pattern.size.height)))
        let size = given.x > 0 && given.y > 0 ? given : SIMD2(whole.maxX, whole.maxY)
        guard let copies = PatternCopies(of: size, in: bounds, seen: seen, limit: Self.mostCopies) else { return }
        let copy = LocalRect(minX: 0, minY: 0, maxX: copies.size.x, maxY: copies.size.y)
        let (x, y) = ((seen.minX + seen.maxX - copies.size.x) / 2, (seen.minY + seen.maxY - copies.size.y) / 2)
        let middle = LocalRect(minX: x, minY: y, maxX: x + copies.size.x, maxY: y + copies.size.y)
        let sampling = ContentsLayout.sampling(state.contents, from: whole, to: middle, by: toDevice)
        var op = DrawOp(
            content: .image(ImageDraw(image: image, destination: copy, source: whole, sampling: sampling)),
            transform: .identity, bounds: DeviceRect(around: 0, 0, copy.maxX, copy.maxY))
        op.edges = image.isOpaque && !toDevice.isScaleAndTranslation ? .covering : .hard
        within.opacity *= min(pattern.opacity, 1)
        ops.add(
            .instances(InstancedDraw(ops: [op], clips: [], instances: copies.instances)), toDevice, shown, within)
    }
}

/// The visible copies of a pattern.
private struct PatternCopies {
    /// The size of a copy.
    private(set) var size: SIMD2<Double>
    private let origin: SIMD2<Double>
    /// The first column and row that are seen, and the ends.
    private var first = SIMD2(0.0, 0.0), end = SIMD2(0.0, 0.0)

    /// nil for a size or bounds that are not finite.
    ///
    /// - Parameters:
    ///   - size: the size of a copy, which is doubled until there are no more than `limit`.
    ///   - bounds: where the first copy begins.
    init?(of size: SIMD2<Double>, in bounds: LocalRect, seen: LocalRect, limit: Int) {
        (self.size, origin) = (size, SIMD2(bounds.minX, bounds.minY))
        let (low, high) = (SIMD2(seen.minX, seen.minY) - origin, SIMD2(seen.maxX, seen.maxY) - origin)
        let numbers = [size.x, size.y, origin.x, origin.y, low.x, low.y, high.x, high.y]
        guard numbers.allSatisfy(\.isFinite) else { return nil }
        while true {
            // One more on every side: the pixels at the outline belong to a copy although their centres are outside.
            first = (low / self.size).rounded(.down) - 1
            end = (high / self.size).rounded(.up) + 1
            let count = end - first
            if count.x * count.y <= Double(limit) { break }
            self.size *= 2
        }
        guard (self.size.x + self.size.y).isFinite else { return nil }
    }

    /// The places of the copies, row by row.
    var instances: [InstancedDraw.Instance] {
        var list: [InstancedDraw.Instance] = []
        for row in 0..<Int(end.y - first.y) {
            for column in 0..<Int(end.x - first.x) {
                let at = origin + (first + SIMD2(Double(column), Double(row))) * size
                list.append(
                    InstancedDraw.Instance(
                        transform: Homography(a: 1, b: 0, c: 0, d: 1, tx: at.x, ty: at.y), tint: .white, opacity: 1))
            }
        }
        return list
    }
}
