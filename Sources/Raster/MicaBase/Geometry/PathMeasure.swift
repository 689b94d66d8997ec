/// The lengths along a path, and the points at them: for dashes, trimming and moving along a path at constant speed.
///
/// *Units*: lengths are in the path's own units. Moves have no length. Contours follow one another: the second begins
/// at the length where the first ends.
package struct PathMeasure: Sendable {
    /// One line or curve of the path; the line that closes a contour is one too.
    package struct Segment: Sendable {
        /// The length along the path at which it begins.
        package let start: Double
        /// How long it is.
        package let length: Double
        /// The index of its contour in `contours`.
        package let contour: Int
        let curve: Cubic
        let isLine: Bool
        /// Where its lengths begin in `table`; lines have none.
        let table: Int

        /// The point at a curve parameter from 0 to 1.
        package func point(at parameter: Double) -> Point { curve.point(at: parameter) }

        /// The direction at a curve parameter, of length 1; nil when the segment is one point.
        package func tangent(at parameter: Double) -> Point? { curve.tangent(at: parameter) }
    }

    /// A run of segments without a gap.
    package struct Contour: Sendable {
        /// The length along the path at which it begins.
        package let start: Double
        /// How long it is.
        package let length: Double
        /// Whether it ends where it begins, and was closed.
        package let isClosed: Bool
        /// The indices of its segments in `segments`.
        package let segments: Range<Int>
    }

    /// A position on a path.
    package struct Sample: Sendable, Equatable {
        /// The point.
        package var point: Point
        /// The direction, of length 1; (1, 0) where the path has none.
        package var tangent: Point
        /// The index of the segment in `segments`.
        package var segment: Int
        /// The curve parameter in the segment, from 0 to 1.
        package var parameter: Double
    }

    /// The segments, in order; some may have length 0.
    package private(set) var segments: [Segment] = []
    /// The contours, in order; those that are only a move are left out.
    package private(set) var contours: [Contour] = []
    /// The length of everything.
    package private(set) var length = 0.0
    /// The length of each curve up to the end of each of its pieces.
    private var table: [Double] = []

    /// How many pieces of equal parameter a curve is measured in.
    private static let pieces = 16

    /// Measures a path.
    package init(_ path: Path) {
        for contour in path.contours() {
            let start = length
            let first = segments.count
            for segment in contour.segments {
                let begin = table.count
                var size = 0.0
                if segment.isLine {
                    size = (segment.curve.p3 - segment.curve.p0).length
                } else {
                    for piece in 0..<Self.pieces {
                        size += Self.arcLength(
                            segment.curve, from: Double(piece) / Double(Self.pieces),
                            to: Double(piece + 1) / Double(Self.pieces))
                        table.append(size)
                    }
                }
                segments.append(
                    Segment(
                        start: length, length: size, contour: contours.count, curve: segment.curve,
                        isLine: segment.isLine, table: begin))
                length += size
            }
            contours.append(
                Contour(
                    start: start, length: length - start, isClosed: contour.isClosed, segments: first..<segments.count))
        }
    }

    /// The length of a part of a curve, by the five-point rule of Gauss and Legendre.
    private static func arcLength(_ curve: Cubic, from t0: Double, to t1: Double) -> Double {
        let middle = (t0 + t1) / 2
        let half = (t1 - t0) / 2
        var sum = 0.568888888888888889 * curve.derivative(at: middle).length
        for (node, weight) in [
            (0.538469310105683091, 0.478628670499366468), (0.906179845938663993, 0.236926885056189088),
        ] {
            sum += weight * curve.derivative(at: middle - half * node).length
            sum += weight * curve.derivative(at: middle + half * node).length
        }
        return sum * half
    }

    /// The position at a length along the path, clamped to 0 and the whole length; nil when the path has no segment.
    ///
    /// - Complexity: logarithmic in the number of segments.
    package func sample(at distance: Double) -> Sample? {
        guard !segments.isEmpty else { return nil }
        let distance = distance.isNaN ? 0 : Swift.max(0, Swift.min(length, distance))
        // The last segment that begins at or before the distance; one that is not empty, if there is any.
        var low = segments.indices.bisected { segments[$0].start <= distance }
        while low > 0, segments[low].length == 0 { low -= 1 }
        let t = parameter(ofSegment: low, at: distance - segments[low].start)
        return Sample(
            point: segments[low].point(at: t), tangent: segments[low].tangent(at: t) ?? Point(1, 0), segment: low,
            parameter: t)
    }

    /// The curve parameter at a length from the beginning of a segment.
    private func parameter(ofSegment index: Int, at distance: Double) -> Double {
        let segment = segments[index]
        if distance <= 0 || segment.length <= 0 { return 0 }
        if distance >= segment.length { return 1 }
        if segment.isLine { return distance / segment.length }
        var piece = 0
        while piece < Self.pieces - 1, table[segment.table + piece] < distance { piece += 1 }
        let before = piece == 0 ? 0 : table[segment.table + piece - 1]
        let size = table[segment.table + piece] - before
        let t0 = Double(piece) / Double(Self.pieces)
        var low = t0
        var high = Double(piece + 1) / Double(Self.pieces)
        guard size > 0 else { return low }
        let target = distance - before
        var t = low + (high - low) * (target / size)
        // Newton's method, with a bisection where a step would leave the bracket.
        for _ in 0..<12 {
            let error = Self.arcLength(segment.curve, from: t0, to: t) - target
            if abs(error) <= segment.length * 1e-12 { break }
            if error > 0 { high = t } else { low = t }
            let speed = segment.curve.derivative(at: t).length
            let next = speed > 0 ? t - error / speed : low
            t = next > low && next < high ? next : (low + high) / 2
        }
        return t
    }

    /// Appends the part of a contour between two lengths along the path, curves as curves.
    ///
    /// - Parameters:
    ///   - continuing: whether the part continues at the path's current point instead of moving to its own.
    ///   - evenly: whether a fraction of a curve's length counts as the same fraction of its parameter.
    package func appendPart(
        of contour: Contour, from start: Double, to end: Double, continuing: Bool = false, evenly: Bool = false,
        to path: inout Path
    ) {
        func position(_ index: Int, _ distance: Double) -> Double {
            guard evenly else { return parameter(ofSegment: index, at: distance) }
            let length = segments[index].length
            return length > 0 ? Swift.max(0, Swift.min(1, distance / length)) : distance > 0 ? 1 : 0
        }
        var isBegun = continuing
        for index in indices(of: contour, from: start, to: end) {
            let segment = segments[index]
            let t0 = position(index, start - segment.start)
            let t1 = position(index, end - segment.start)
            guard t1 > t0 else { continue }
            let part = segment.curve.part(from: t0, to: t1)
            if !isBegun { path.move(to: part.p0) }
            isBegun = true
            if segment.isLine {
                path.line(to: part.p3)
            } else {
                path.cubic(control1: part.p1, control2: part.p2, to: part.p3)
            }
        }
    }

    /// The indices of a contour's segments that a part between two lengths along the path may have points of.
    ///
    /// *Complexity*: logarithmic in the number of segments, and linear in the result: a dash looks at no segment before
    /// it.
    func indices(of contour: Contour, from start: Double, to end: Double) -> Range<Int> {
        guard !contour.segments.isEmpty else { return contour.segments }
        // The last one that begins at or before the start: those before it end there at the latest.
        let first = contour.segments.bisected { segments[$0].start <= start }
        var last = first
        while last + 1 < contour.segments.upperBound, segments[last + 1].start < end { last += 1 }
        return first..<last + 1
    }

    /// Appends a whole contour, closed if it was.
    package func append(_ contour: Contour, to path: inout Path) {
        guard let first = contour.segments.first else { return }
        path.move(to: segments[first].curve.p0)
        for index in contour.segments {
            let segment = segments[index]
            if segment.isLine {
                path.line(to: segment.curve.p3)
            } else {
                path.cubic(control1: segment.curve.p1, control2: segment.curve.p2, to: segment.curve.p3)
            }
        }
        if contour.isClosed { path.close() }
    }
}

extension Path {
    /// The part of the path between two fractions of the length of all its contours together.
    ///
    /// Contours that are wholly inside stay closed; nothing is left when the end is not after the start. Inside a
    /// curve, a fraction of its length counts as the same fraction of its parameter. That is another point than the
    /// true one where the curve's handles differ in length.
    ///
    /// *Source*: measured on Apple's pictures of airbnb/lottie-ios' snapshot bounce_strokes (iOS 16, 2022): strokeEnd
    /// 0.263 of three curves ends at the parameter 0.915 of the first, 8 points before the position at that length.
    ///
    /// - Parameters:
    ///   - start: clamped to 0...1.
    ///   - end: clamped to 0...1.
    package func trimmed(from start: Double, to end: Double) -> Path {
        let start = start.isNaN ? 0 : Swift.max(0, Swift.min(1, start))
        let end = end.isNaN ? 1 : Swift.max(0, Swift.min(1, end))
        guard end > start else { return Path() }
        if start == 0, end == 1 { return self }
        let measure = PathMeasure(self)
        let from = measure.length * start
        let to = measure.length * end
        var result = Path()
        for contour in measure.contours where contour.start < to && contour.start + contour.length > from {
            if contour.start >= from, contour.start + contour.length <= to {
                measure.append(contour, to: &result)
            } else {
                measure.appendPart(of: contour, from: from, to: to, evenly: true, to: &result)
            }
        }
        return result
    }
}
