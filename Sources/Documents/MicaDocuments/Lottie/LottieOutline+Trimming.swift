import Foundation

/// Cuts pieces out of outlines, for trimmed fills; strokes are trimmed by their layers.
extension LottieOutlines {
    /// The piece between two fractions of the length, of each outline or of all outlines in sequence.
    ///
    /// - Parameter start: from 0 to 1; `end` may exceed 1, where the piece continues at the start.
    func trimmed(from start: Double, to end: Double, oneByOne: Bool) -> LottieOutlines {
        guard end - start < 1 else { return self }
        guard end > start else { return LottieOutlines(outlines: []) }
        let shift = start.rounded(.down)
        let (from, to) = (start - shift, end - shift)
        let ranges = to > 1 ? [(from, 1.0), (0.0, to - 1)] : [(from, to)]
        var result: [LottieOutline] = []
        if !oneByOne {
            for outline in outlines {
                let curves = outline.measured
                for (low, high) in ranges {
                    if let piece = curves.piece(low * curves.length, high * curves.length) { result.append(piece) }
                }
            }
            return LottieOutlines(outlines: result)
        }
        let all = outlines.map { $0.measured }
        let total = all.reduce(0) { $0 + $1.length }
        for (low, high) in ranges {
            var done = 0.0
            for curves in all {
                if let piece = curves.piece(max(0, low * total - done), min(curves.length, high * total - done)) {
                    result.append(piece)
                }
                done += curves.length
            }
        }
        return LottieOutlines(outlines: result)
    }
}

extension LottieOutline {
    /// The curves of an outline, with their lengths.
    struct Measured {
        /// A curve, and its length up to each of its equal parts.
        struct Segment {
            var from: LottieVertex
            var to: LottieVertex
            var lengths: [Double]

            /// The curve's parameter at a length.
            private func parameter(at length: Double) -> Double {
                guard let index = lengths.firstIndex(where: { $0 >= length }), index > 0 else { return 0 }
                let piece = lengths[index] - lengths[index - 1]
                let inside = piece > 0 ? (length - lengths[index - 1]) / piece : 0
                return (Double(index - 1) + inside) / Double(lengths.count - 1)
            }

            /// Whether both handles are at their vertices: a line, along which the cubic's parameter is not
            /// proportional to length.
            private var isLine: Bool { lengths.count == 2 }

            /// The point and the direction, in radians, at a length.
            func sample(at length: Double) -> (point: SIMD2<Double>, angle: Double) {
                let t = parameter(at: min(length, lengths[lengths.count - 1]))
                if isLine {
                    let way = to.point - from.point
                    return (from.point + way * t, atan2(way.y, way.x))
                }
                let s = 1 - t
                let sides = [from.leaving - from.point, to.arriving - from.leaving, to.point - to.arriving]
                var way = (s * s) * sides[0] + (2 * s * t) * sides[1] + (t * t) * sides[2]
                // A handle at its vertex gives no direction.
                if way.length < 1e-9 { way = t < 0.5 ? to.arriving - from.point : to.point - from.leaving }
                if way.length < 1e-9 { way = to.point - from.point }
                return (bezier(from, to, t), atan2(way.y, way.x))
            }

            /// The part between two lengths, as two vertices.
            func cut(from start: Double, to end: Double) -> (LottieVertex, LottieVertex) {
                let (a, b) = (parameter(at: start), parameter(at: end))
                if isLine {
                    let way = to.point - from.point
                    return (LottieVertex(from.point + way * a), LottieVertex(from.point + way * b))
                }
                // The blossom of the cubic gives the control points of any of its parts.
                func mix(_ a: SIMD2<Double>, _ b: SIMD2<Double>, _ t: Double) -> SIMD2<Double> { a + (b - a) * t }
                func blossom(_ u: Double, _ v: Double, _ w: Double) -> SIMD2<Double> {
                    let middle = mix(from.leaving, to.arriving, u)
                    let before = mix(mix(from.point, from.leaving, u), middle, v)
                    return mix(before, mix(middle, mix(to.arriving, to.point, u), v), w)
                }
                let (first, last) = (blossom(a, a, a), blossom(b, b, b))
                return (
                    LottieVertex(first, arriving: first, leaving: blossom(a, a, b)),
                    LottieVertex(last, arriving: blossom(a, b, b), leaving: last)
                )
            }
        }

        var segments: [Segment]
        var length: Double

        /// The piece between two lengths; nil when there is none.
        func piece(_ start: Double, _ end: Double) -> LottieOutline? {
            guard end > start else { return nil }
            var result = LottieOutline(vertices: [], isClosed: false)
            var done = 0.0
            for segment in segments {
                let length = segment.lengths[segment.lengths.count - 1]
                let (low, high) = (max(0, start - done), min(length, end - done))
                if high > low, length > 0 {
                    let (a, b) = segment.cut(from: low, to: high)
                    if var last = result.vertices.popLast() {
                        last.leaving = a.leaving
                        result.vertices.append(last)
                    } else {
                        result.vertices.append(a)
                    }
                    result.vertices.append(b)
                }
                done += length
            }
            return result.vertices.isEmpty ? nil : result
        }
    }

    /// The curves of the outline, with their lengths.
    var measured: Measured {
        var total = 0.0
        let measured = segments.map { from, to in
            let pieces = from.leaving == from.point && to.arriving == to.point ? 1 : 32
            var lengths = [0.0]
            lengths.reserveCapacity(pieces + 1)
            var last = from.point
            for index in 1...pieces {
                let next = bezier(from, to, Double(index) / Double(pieces))
                lengths.append(lengths[index - 1] + (next - last).length)
                last = next
            }
            total += lengths[pieces]
            return Measured.Segment(from: from, to: to, lengths: lengths)
        }
        return Measured(segments: measured, length: total)
    }
}

private func bezier(_ from: LottieVertex, _ to: LottieVertex, _ t: Double) -> SIMD2<Double> {
    let s = 1 - t
    let early: SIMD2<Double> = (s * s * s) * from.point + (3 * s * s * t) * from.leaving
    let late: SIMD2<Double> = (3 * s * t * t) * to.arriving + (t * t * t) * to.point
    return early + late
}
