import MicaPixels
import MicaRaster

/// A rectangle that an op fills, and where it lies on the surface from now on.
package struct LevelMove: Sendable {
    /// The place of the op.
    package let place: Int
    /// The rectangle, in local space.
    package let rect: LocalRect
    /// Where the local origin lies, in pixels.
    package let origin: SIMD2<Double>

    /// Makes a move.
    @inlinable package init(place: Int, rect: LocalRect, origin: SIMD2<Double>) {
        (self.place, self.rect, self.origin) = (place, rect, origin)
    }
}

extension RenderPass {
    /// Moves ops that fill rectangles through a scale without a turn, in their places, and adds to the damage what they covered
    /// and cover: many at once, to what `move` gives for each.
    ///
    /// - Parameters:
    ///   - moves: of ops that fill the rectangles given and are not turned.
    ///   - scale: pixels of a local step along x and along y.
    ///   - scissor: the pixels outside which nothing is seen.
    /// - Returns: how many of the first ones were moved. Of the next one nothing is seen, or it lies far away.
    package mutating func moveLevel(
        _ moves: Span<LevelMove>, scale: SIMD2<Double>, scissor: DeviceRect, damage: inout DamageRegion
    ) -> Int {
        guard var index = index.take() else { return 0 }
        // Taken out, so that both are looked at through spans.
        var (allEdges, allBoxes): ([SIMD4<Int32>], [SolidBox]) = ([], [])
        swap(&allEdges, &index.edges)
        swap(&allBoxes, &index.boxes)
        defer {
            swap(&allEdges, &index.edges)
            swap(&allBoxes, &index.boxes)
            self.index = index
        }
        var ops = storage.mutableSpan
        var edges = allEdges.mutableSpan, boxes = allBoxes.mutableSpan
        for number in moves.indices {
            let (place, rect, origin) = (moves[number].place, moves[number].rect, moves[number].origin)
            guard !rect.isEmpty, let level = LevelRectangle(rect, scale: scale, origin: origin) else { return number }
            assert(ops[place].transform.isScaleAndTranslation, "an op that is turned is moved otherwise")
            let bounds = level.bounds.intersection(scissor)
            guard !bounds.isEmpty else { return number }
            let old = ops[place].bounds
            if old == bounds, ops[place].transform.tx == origin.x, ops[place].transform.ty == origin.y,
                ops[place].transform.a == scale.x, ops[place].transform.d == scale.y
            {
                continue
            }
            ops[place].transform.a = scale.x
            ops[place].transform.d = scale.y
            ops[place].transform.tx = origin.x
            ops[place].transform.ty = origin.y
            ops[place].bounds = bounds
            edges[place] = OpIndex.edges(bounds)
            if boxes[place].op < 0 {
                boxes[place] = SolidBox(edges: level.edges(within: bounds), pixel: boxes[place].pixel, pass: 0)
            }
            damage.add(bounds, and: old)
        }
        return moves.count
    }
}

/// A rectangle that lies level on the surface: what `Homography.deviceBounds` and `BoxCoverage` say of it, in fewer steps.
struct LevelRectangle {
    private let low: SIMD2<Double>, high: SIMD2<Double>
    /// The pixels around it.
    let bounds: DeviceRect

    /// Makes one of a rectangle in local space that is not empty; nil where it lies far away, or is no number.
    @inline(__always)  // For each of many that move.
    init?(_ rect: LocalRect, scale: SIMD2<Double>, origin: SIMD2<Double>) {
        let one = SIMD2(rect.minX, rect.minY) * scale + origin, other = SIMD2(rect.maxX, rect.maxY) * scale + origin
        let isTurned = other .< one
        low = one.replacing(with: other, where: isTurned)
        high = other.replacing(with: one, where: isTurned)
        guard all(low .> -Self.reach), all(high .< Self.reach) else { return nil }
        // Adding and subtracting it rounds to a whole number, which is then the next one in the other direction, or not.
        let magic = SIMD2(repeating: 0x1.8p52), pixel = SIMD2(repeating: 1.0)
        let after = low + Homography.wholePixelTolerance, before = high - Homography.wholePixelTolerance
        var least = (after + magic) - magic, most = (before + magic) - magic
        least.replace(with: least - pixel, where: least .> after)
        most.replace(with: most + pixel, where: most .< before)
        bounds = DeviceRect(minX: Int(least.x), minY: Int(least.y), maxX: Int(most.x), maxY: Int(most.y))
    }

    /// Its edges within some pixels, in the rasteriser's steps; those of nothing are all 0.
    @inline(__always)  // The same.
    func edges(within bounds: DeviceRect) -> SIMD4<Int32> {
        let first = SolidBox.steps(low), last = SolidBox.steps(high), shift = SolidBox.shift
        let edges = SIMD4(
            max(first.x, Int32(truncatingIfNeeded: bounds.minX) << shift),
            max(first.y, Int32(truncatingIfNeeded: bounds.minY) << shift),
            min(last.x, Int32(truncatingIfNeeded: bounds.maxX) << shift),
            min(last.y, Int32(truncatingIfNeeded: bounds.maxY) << shift))
        return edges.x < edges.z && edges.y < edges.w ? edges : .zero
    }

    /// How far from the surface's origin edges may lie, in pixels, for whole numbers of steps of 32 bits.
    private static let reach = SIMD2(repeating: 131_072.0)
}
