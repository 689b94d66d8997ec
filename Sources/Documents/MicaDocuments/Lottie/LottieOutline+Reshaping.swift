import Foundation

/// Changes of an outline's points: pucker and bloat, zigzag and twist.
extension LottieOutline {
    /// Moves each vertex towards the mean of all, by a share of the way, and each handle as far away from it.
    ///
    /// - Parameter amount: 1 moves the vertices to the mean; below 0 they move away.
    ///
    /// *Source*: lottie/lottie-spec, "Pucker / Bloat".
    func puckered(_ amount: Double) -> LottieOutline {
        guard amount != 0, !vertices.isEmpty else { return self }
        let center = vertices.reduce(SIMD2<Double>.zero) { $0 + $1.point } / Double(vertices.count)
        var result = self
        for (index, vertex) in vertices.enumerated() {
            result.vertices[index] = LottieVertex(
                vertex.point + (center - vertex.point) * amount,
                arriving: vertex.arriving - (center - vertex.arriving) * amount,
                leaving: vertex.leaving - (center - vertex.leaving) * amount)
        }
        return result
    }

    /// Ridges along the outline: each vertex and each of the points between moves to a side, one after the other to
    /// different sides. The first goes to the side that is the inside of a clockwise outline.
    ///
    /// - Parameter size: how far the points move; below 0, to the other sides.
    /// - Parameter count: the points between two vertices, at equal lengths.
    ///
    /// *Source*: LottieFiles/lottie-docs, "Zig Zag". Its waves have the handles of the outline's first curve all along;
    /// here each curve has those of its own length.
    func zigZag(_ size: Double, ridges count: Int, isSmooth: Bool) -> LottieOutline {
        let segments = measured.segments.filter { $0.length > 0 }
        guard size != 0, let first = segments.first, let last = segments.last else { return self }
        var result = LottieOutline(vertices: [], isClosed: isClosed)
        var side = -1.0
        func reach(_ segment: Measured.Segment?) -> Double {
            isSmooth ? (segment?.length ?? 0) / Double(count + 1) / 2 : 0
        }
        func add(_ point: SIMD2<Double>, _ way: SIMD2<Double>, _ before: Double, _ after: Double) {
            let here = point + SIMD2(way.y, -way.x) * (side * size)
            result.vertices.append(LottieVertex(here, arriving: here - way * before, leaving: here + way * after))
            side = -side
        }
        func corner(_ before: Measured.Segment?, _ after: Measured.Segment?) {
            guard let point = after?.from.point ?? before?.to.point else { return }
            // The middle between both directions; where the outline turns back, across the one before.
            let ways = [before.map { $0.way(at: 0.99) }, after.map { $0.way(at: 0.01) }].compactMap(\.self)
            let sum = ways.reduce(SIMD2<Double>.zero, +)
            let way = sum.length > 1e-6 ? sum / sum.length : ways[0]
            add(point, way, reach(before), reach(after))
        }
        corner(isClosed ? last : nil, first)
        for (index, segment) in segments.enumerated() {
            for ridge in 0..<count {
                let length = segment.length * Double(ridge + 1) / Double(count + 1)
                let (point, angle) = segment.sample(at: length)
                add(point, SIMD2(cos(angle), sin(angle)), reach(segment), reach(segment))
            }
            if index + 1 < segments.count {
                corner(segment, segments[index + 1])
            } else if !isClosed {
                corner(segment, nil)
            } else if side > 0 {
                // An odd number of points: the first vertex is on both sides.
                corner(segment, first)
            }
        }
        return result
    }

    /// How many curves a twist makes of one.
    static let twistPieces = 8

    /// Turns points about a centre: by the whole angle at the centre, and by less the further away they are, down to
    /// none at the vertex that is furthest.
    ///
    /// - Parameter angle: in radians, clockwise where y points down.
    ///
    /// *Source*: none; a guess. Adobe's manual says no more than that a twist turns a path more sharply in the centre than
    /// at the edges.
    func twisted(_ angle: Double, about center: SIMD2<Double>) -> LottieOutline {
        let radius = vertices.map { ($0.point - center).length }.max() ?? 0
        guard angle != 0, radius > 0, vertices.count > 1 else { return self }
        func turn(_ point: SIMD2<Double>) -> SIMD2<Double> {
            let from = point - center
            let turned = angle * (1 - min(from.length / radius, 1))
            let (c, s) = (cos(turned), sin(turned))
            return center + SIMD2(from.x * c - from.y * s, from.x * s + from.y * c)
        }
        // The direction in which a point moves when the one that it comes from moves.
        func follow(_ point: SIMD2<Double>, _ handle: SIMD2<Double>) -> SIMD2<Double> {
            let step = 1e-4
            return (turn(point + handle * step) - turn(point - handle * step)) / (2 * step)
        }
        var result = LottieOutline(vertices: [], isClosed: isClosed)
        for (from, to) in segments {
            let curve = LottieCubic(from, to)
            for piece in 0..<Self.twistPieces {
                let ends = (Double(piece) / Double(Self.twistPieces), Double(piece + 1) / Double(Self.twistPieces))
                let part = curve.part(ends.0, ends.1)
                let start = turn(part.a)
                let leaving = start + follow(part.a, part.b - part.a)
                if result.vertices.isEmpty {
                    result.vertices.append(LottieVertex(start, arriving: start, leaving: leaving))
                } else {
                    result.vertices[result.vertices.count - 1].leaving = leaving
                }
                let end = turn(part.d)
                result.vertices.append(
                    LottieVertex(end, arriving: end + follow(part.d, part.c - part.d), leaving: end))
            }
        }
        // The last curve of a closed outline ends where the first begins.
        if isClosed, let end = result.vertices.popLast() { result.vertices[0].arriving = end.arriving }
        return result
    }
}

extension LottieOutline.Measured.Segment {
    /// The whole length.
    var length: Double { lengths[lengths.count - 1] }

    /// The direction at a share of the length, of length 1.
    func way(at share: Double) -> SIMD2<Double> {
        let angle = sample(at: length * share).angle
        return SIMD2(cos(angle), sin(angle))
    }
}

/// A cubic in the plane.
struct LottieCubic {
    var a: SIMD2<Double>, b: SIMD2<Double>, c: SIMD2<Double>, d: SIMD2<Double>

    init(_ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>, _ d: SIMD2<Double>) {
        (self.a, self.b, self.c, self.d) = (a, b, c, d)
    }

    /// The curve between two vertices; a line has its handles at its thirds.
    init(_ from: LottieVertex, _ to: LottieVertex) {
        (a, b, c, d) = (from.point, from.leaving, to.arriving, to.point)
        guard b == a, c == d else { return }
        (b, c) = (a + (d - a) / 3, d + (a - d) / 3)
    }

    /// The part between two parameters.
    func part(_ start: Double, _ end: Double) -> LottieCubic {
        let points = cubicPart(a, b, c, d, from: start, to: end)
        return LottieCubic(points.0, points.1, points.2, points.3)
    }
}

/// The control points of the part of a cubic between two parameters: its polar form at both.
func cubicPart<Point: SIMD>(
    _ a: Point, _ b: Point, _ c: Point, _ d: Point, from start: Double, to end: Double
) -> (Point, Point, Point, Point) where Point.Scalar == Double {
    func mix(_ p: Point, _ q: Point, _ t: Double) -> Point { p + (q - p) * t }
    func blossom(_ u: Double, _ v: Double, _ w: Double) -> Point {
        let (p, q, r) = (mix(a, b, u), mix(b, c, u), mix(c, d, u))
        return mix(mix(p, q, v), mix(q, r, v), w)
    }
    return (
        blossom(start, start, start), blossom(start, start, end), blossom(start, end, end), blossom(end, end, end)
    )
}
