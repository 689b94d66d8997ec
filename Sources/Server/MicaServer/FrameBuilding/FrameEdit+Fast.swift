import MicaBase
import MicaFrame

/// Changes of single ops, with the same result as a rebuild of their layers.
extension FrameEdit {
    /// Changes an op that fills a rectangle.
    ///
    /// - Returns: false if the op is of another kind; then nothing is changed.
    mutating func replace(_ index: Int, with fill: RectangleFill) -> Bool {
        var ops = pass.ops.mutableSpan
        guard case .fill(let shape, let color) = ops[index].content, ops[index].clip == fill.clip,
            ops[index].blend == .sourceOver, ops[index].tint == fill.tint
        else { return false }
        let old = ops[index].bounds
        guard
            shape != fill.shape || color != fill.color || ops[index].transform != fill.transform
                || old != fill.bounds || ops[index].opacity != fill.opacity || ops[index].edges != fill.edges
        else { return true }
        ops[index].content = .fill(shape: fill.shape, color: fill.color)
        ops[index].transform = fill.transform
        ops[index].bounds = fill.bounds
        ops[index].opacity = fill.opacity
        ops[index].edges = fill.edges
        delta.changes.append(.replaced(Int32(truncatingIfNeeded: index)))
        damage.add(fill.bounds, and: old)
        return true
    }

    /// Moves an op.
    mutating func move(_ index: Int, to transform: Homography, bounds: DeviceRect) {
        var ops = pass.ops.mutableSpan
        let old = ops[index].bounds
        guard old != bounds || ops[index].transform != transform else { return }
        ops[index].transform = transform
        ops[index].bounds = bounds
        delta.changes.append(.replaced(Int32(truncatingIfNeeded: index)))
        damage.add(bounds, and: old)
    }

    /// Moves ops that have a `movedBox`.
    ///
    /// - Returns: false if one of them has no `movedBox` or becomes invisible; then nothing is changed.
    mutating func move(_ range: Range<Int>, to transform: Homography, scissor: DeviceRect) -> Bool {
        for index in range {
            guard let box = pass.ops.span[index].content.movedBox,
                !transform.deviceBounds(of: box).intersection(scissor).isEmpty
            else { return false }
        }
        for index in range {
            guard let box = pass.ops.span[index].content.movedBox else {
                preconditionFailure("it was looked at above")
            }
            move(index, to: transform, bounds: transform.deviceBounds(of: box).intersection(scissor))
        }
        return true
    }

    /// Moves ops that fill axis-aligned rectangles, many at once, with the same result as `move` for each.
    ///
    /// - Parameters:
    ///   - moves: for ops that fill the given rectangles and are not rotated.
    ///   - scale: pixels of a local step along x and along y.
    ///   - scissor: the visible pixels.
    /// - Returns: the number of moves done, from the first on. The next one is not visible, or far away.
    mutating func moveAxisAligned(_ moves: Span<AxisAlignedMove>, scale: SIMD2<Double>, scissor: DeviceRect) -> Int {
        Self.moveAxisAligned(moves, scale, scissor, of: &pass.ops, &damage, &delta.changes)
    }

    @inline(__always)  // One caller, which passes its own stored properties.
    private static func moveAxisAligned(
        _ moves: Span<AxisAlignedMove>, _ scale: SIMD2<Double>, _ scissor: DeviceRect, of list: inout [DrawOp],
        _ damage: inout DamageRegion, _ changes: inout [FrameDelta.Change]
    ) -> Int {
        var ops = list.mutableSpan
        for number in moves.indices {
            let (index, rect, origin) = (moves[number].index, moves[number].rect, moves[number].origin)
            guard !rect.isEmpty, let rectangle = AxisAlignedRectangle(rect, scale: scale, origin: origin) else {
                return number
            }
            assert(ops[index].transform.isScaleAndTranslation, "an op that is turned is moved otherwise")
            let bounds = rectangle.bounds.intersection(scissor)
            guard !bounds.isEmpty else { return number }
            let old = ops[index].bounds
            if old == bounds, ops[index].transform.tx == origin.x, ops[index].transform.ty == origin.y,
                ops[index].transform.a == scale.x, ops[index].transform.d == scale.y
            {
                continue
            }
            ops[index].transform.a = scale.x
            ops[index].transform.d = scale.y
            ops[index].transform.tx = origin.x
            ops[index].transform.ty = origin.y
            ops[index].bounds = bounds
            let within = SIMD4(
                Int32(truncatingIfNeeded: bounds.minX), Int32(truncatingIfNeeded: bounds.minY),
                Int32(truncatingIfNeeded: bounds.maxX), Int32(truncatingIfNeeded: bounds.maxY))
            changes.append(.moved(to: rectangle.edges, within: within, op: Int32(truncatingIfNeeded: index)))
            damage.add(bounds, and: old)
        }
        return moves.count
    }
}

/// A rectangle that an op fills, with its new position on the surface.
struct AxisAlignedMove {
    /// The index of the op in the pass.
    let index: Int
    /// The rectangle, in local space.
    let rect: LocalRect
    /// The position of the local origin, in pixels.
    let origin: SIMD2<Double>
}

/// A rectangle that is axis-aligned on the surface: the result of `Homography.deviceBounds`, in fewer steps.
private struct AxisAlignedRectangle {
    /// Its edges: min x, min y, max x, max y. *Units*: pixels.
    let edges: SIMD4<Double>
    /// The pixels around it.
    let bounds: DeviceRect

    /// Maps a local rectangle that is not empty; nil if the result is far away or not a number.
    @inline(__always)  // For each of many that move.
    init?(_ rect: LocalRect, scale: SIMD2<Double>, origin: SIMD2<Double>) {
        let one = SIMD2(rect.minX, rect.minY) * scale + origin, other = SIMD2(rect.maxX, rect.maxY) * scale + origin
        let isTurned = other .< one
        let low = one.replacing(with: other, where: isTurned)
        let high = other.replacing(with: one, where: isTurned)
        guard all(low .> -Self.reach), all(high .< Self.reach) else { return nil }
        // Adding and subtracting 2^52 rounds to the nearest whole number; the steps below correct it to floor and
        // ceiling.
        let magic = SIMD2(repeating: 0x1.8p52), pixel = SIMD2(repeating: 1.0)
        let after = low + Homography.wholePixelTolerance, before = high - Homography.wholePixelTolerance
        var least = (after + magic) - magic, most = (before + magic) - magic
        least.replace(with: least - pixel, where: least .> after)
        most.replace(with: most + pixel, where: most .< before)
        edges = SIMD4(lowHalf: low, highHalf: high)
        bounds = DeviceRect(minX: Int(least.x), minY: Int(least.y), maxX: Int(most.x), maxY: Int(most.y))
    }

    /// How far from the surface's origin edges may lie, in pixels, so that compositors can count them in 32 bits.
    private static let reach = SIMD2(repeating: 131_072.0)
}

extension DrawOp.Content {
    /// The local extent of an op whose move only changes its transform; nil for other ops.
    var movedBox: LocalRect? {
        switch self {
        case .fill(let shape, _), .border(let shape, _, _), .gradient(let shape, _): shape.rect
        case .shadow(let draw, _): draw.box
        default: nil
        }
    }
}
