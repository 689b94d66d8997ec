import CoreGraphics
import Foundation

extension LottieOutlines {
    /// The region that the closed outlines enclose, grown by a distance, or shrunk where it is below 0, and lines of
    /// twice the distance's width along open outlines.
    ///
    /// Holes shrink as the region grows. A single outline keeps its direction and its first point.
    ///
    /// *Source*: Adobe's manual of After Effects, "Offset Paths": an amount above 0 expands a closed path whichever way it
    /// runs. LottieFiles/lottie-docs, "Offset Path": open outlines are followed there and back.
    func offset(by amount: Double, _ join: LottieOffset.Join, miterLimit: Double) -> LottieOutlines {
        guard amount != 0, amount.isFinite else { return self }
        let maker = LottieOffset(join: join, miterLimit: max(miterLimit, 1))
        let closed = outlines.filter { $0.isClosed && $0.vertices.count > 1 }
        let open = outlines.filter { !$0.isClosed && $0.vertices.count > 1 }
        var result: [LottieOutline] = []
        if closed.count == 1, let made = maker.grownAtOnce(closed[0], by: amount) {
            result.append(made)
        } else if !closed.isEmpty {
            let region = LottieOutlines(outlines: closed).path().normalized()
            let made = amount > 0 ? maker.grown(region, by: amount) : maker.shrunk(region, by: -amount)
            result += closed.count == 1 ? LottieOffset.aligned(made, to: closed[0], amount) : made
        }
        for outline in open {
            let middle = Array(outline.vertices.dropFirst().dropLast())
            var (first, last) = (outline.vertices[0], outline.vertices[outline.vertices.count - 1])
            (first.arriving, last.leaving) = (first.leaving, last.arriving)
            let back = Array(middle.reversed()).map { $0.reversed }
            let loop = LottieOutline(vertices: [first] + middle + [last] + back, isClosed: true)
            let moved = maker.raw(loop, by: abs(amount))
            result += LottieInterop.outlines(of: LottieOutlines(outlines: [moved]).path().normalized())
        }
        return LottieOutlines(outlines: result)
    }
}

/// Moves outlines sideways.
///
/// Each curve is cut into parts that bend little, and each part moves along its normals. Where the parts move apart, a
/// join lies between; where they move into each other, the line goes back through the vertex. Points around which the line
/// does not wind are outside then, and all others are inside.
struct LottieOffset {
    enum Join: Int {
        case miter = 1, round, bevel
    }

    var join: Join
    /// The largest length of a mitre, in widths of the line between both sides.
    var miterLimit: Double

    /// The most that a part of a curve bends, in radians.
    private static let bend = Double.pi / 8

    /// A part of a curve, before and after it moves.
    private struct Part {
        var curve: LottieCubic
        var moved: LottieCubic
        /// The directions of its ends, of length 1.
        var start: SIMD2<Double>, end: SIMD2<Double>
        /// Whether the part bends so much that it runs backwards after it moves.
        var isTurned: Bool

        init(_ curve: LottieCubic, start: SIMD2<Double>, end: SIMD2<Double>, by amount: Double) {
            (self.curve, self.start, self.end) = (curve, start, end)
            let (a, d) = (curve.a + normal(start) * amount, curve.d + normal(end) * amount)
            // Handles grow as the chord does.
            let chord = curve.d - curve.a
            let scale = ((d - a) * chord).sum() / max((chord * chord).sum(), 1e-12)
            moved = LottieCubic(a, a + (curve.b - curve.a) * scale, d + (curve.c - curve.d) * scale, d)
            isTurned = scale < 0
        }
    }

    private static func cross(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double { a.x * b.y - a.y * b.x }

    /// The directions at both ends of a curve; nil for one without length.
    private static func ways(_ curve: LottieCubic) -> (start: SIMD2<Double>, end: SIMD2<Double>)? {
        func unit(_ list: [SIMD2<Double>]) -> SIMD2<Double>? {
            list.first { $0.length > 1e-9 }.map { $0 / $0.length }
        }
        guard let start = unit([curve.b - curve.a, curve.c - curve.a, curve.d - curve.a]),
            let end = unit([curve.d - curve.c, curve.d - curve.b, curve.d - curve.a])
        else { return nil }
        return (start, end)
    }

    /// How far the sides of a curve's control polygon turn in all, in radians.
    private static func turn(_ curve: LottieCubic) -> Double {
        let sides = [curve.b - curve.a, curve.c - curve.b, curve.d - curve.c].filter { $0.length > 1e-9 }
        return zip(sides, sides.dropFirst()).reduce(0) { $0 + abs(atan2(cross($1.0, $1.1), ($1.0 * $1.1).sum())) }
    }

    private func parts(of outline: LottieOutline, by amount: Double) -> [Part] {
        var result: [Part] = []
        for (from, to) in outline.segments {
            let curve = LottieCubic(from, to)
            let count = min(max(Int((Self.turn(curve) / Self.bend).rounded(.up)), 1), 24)
            for index in 0..<count {
                let piece = curve.part(Double(index) / Double(count), Double(index + 1) / Double(count))
                guard let ways = Self.ways(piece) else { continue }
                result.append(Part(piece, start: ways.start, end: ways.end, by: amount))
            }
        }
        return result
    }

    /// A closed outline moved to its left by a distance, or to its right where it is below 0, with its crossings.
    func raw(_ outline: LottieOutline, by amount: Double) -> LottieOutline {
        joined(parts(of: outline, by: amount), by: amount)
    }

    /// The outline of parts that moved by a distance, with the joins between them.
    private func joined(_ parts: [Part], by amount: Double) -> LottieOutline {
        guard parts.count > 1 else { return LottieOutline(vertices: [], isClosed: true) }
        var vertices: [LottieVertex] = []
        func line(_ point: SIMD2<Double>) { vertices.append(LottieVertex(point)) }
        for (index, part) in parts.enumerated() {
            if index == 0 { line(part.moved.a) }
            vertices[vertices.count - 1].leaving = part.moved.b
            vertices.append(LottieVertex(part.moved.d, arriving: part.moved.c, leaving: part.moved.d))
            let next = parts[(index + 1) % parts.count]
            let turn = Self.cross(part.end, next.start)
            let isStraight = abs(turn) < 1e-4 && (part.end * next.start).sum() > 0
            if isStraight {
                vertices[vertices.count - 1].point = next.moved.a
                vertices[vertices.count - 1].leaving = next.moved.a
                continue
            }
            if turn * amount < -1e-9 {
                line(part.curve.d)
            } else {
                corner(part, next, amount, &vertices)
            }
            let isThere = (vertices[vertices.count - 1].point - next.moved.a).length < 1e-9
            if !isThere { line(next.moved.a) }
        }
        // The last vertex is the first.
        if let last = vertices.popLast(), last.arriving != last.point { vertices[0].arriving = last.arriving }
        return LottieOutline(vertices: vertices, isClosed: true)
    }

    /// The join between two parts that move apart.
    private func corner(_ part: Part, _ next: Part, _ amount: Double, _ vertices: inout [LottieVertex]) {
        let cosine = min(max((part.end * next.start).sum(), -1), 1)
        switch join {
        case .bevel: return
        case .miter:
            // The tip lies along the middle of both normals; its length is that of the mitre.
            let half = ((1 + cosine) / 2).squareRoot()
            guard half > 1e-6, 1 / half <= miterLimit else { return }
            let middle = normal(part.end) + normal(next.start)
            vertices.append(LottieVertex(part.curve.d + middle / middle.length * (amount / half)))
        case .round:
            let angle = acos(cosine) * (amount < 0 ? -1 : 1)
            let count = max(Int((abs(angle) / (.pi / 2)).rounded(.up)), 1)
            let step = angle / Double(count)
            let handle = 4.0 / 3 * tan(step / 4)
            var from = normal(part.end) * amount
            for index in 1...count {
                let (c, s) = (cos(step * Double(index)), sin(step * Double(index)))
                let start = normal(part.end) * amount
                let to = SIMD2(start.x * c - start.y * s, start.x * s + start.y * c)
                let center = part.curve.d
                vertices[vertices.count - 1].leaving = center + from + SIMD2(-from.y, from.x) * handle
                let end = center + to
                vertices.append(LottieVertex(end, arriving: end - SIMD2(-to.y, to.x) * handle, leaving: end))
                from = to
            }
        }
    }

    /// An outline that bends to one side only, grown; nil for others. Nothing crosses in it.
    func grownAtOnce(_ outline: LottieOutline, by amount: Double) -> LottieOutline? {
        guard amount > 0 else { return nil }
        let isClockwise = outline.signedArea >= 0
        let side = isClockwise ? amount : -amount
        let parts = parts(of: outline, by: side)
        guard parts.count > 1 else { return nil }
        var turned = 0.0
        for (index, part) in parts.enumerated() {
            let next = parts[(index + 1) % parts.count]
            let sides = [part.start, part.curve.d - part.curve.a, part.end, next.start]
            for (a, b) in zip(sides, sides.dropFirst()) {
                let turn = atan2(Self.cross(a, b), (a * b).sum()) * (isClockwise ? 1 : -1)
                guard turn > -1e-6 else { return nil }
                turned += turn
            }
        }
        return abs(turned - 2 * .pi) < 1e-3 ? joined(parts, by: side) : nil
    }

    /// The area that closed outlines pass over as they move by a distance, piece by piece. It begins a little on the other side, so
    /// that nothing is left along the outlines.
    private func swept(_ outlines: [[Part]], by amount: Double) -> CGPath {
        var pieces: [LottieOutline] = []
        func add(_ vertices: [LottieVertex]) {
            let piece = LottieOutline(vertices: vertices, isClosed: true)
            pieces.append(piece.signedArea < 0 ? piece.reversed : piece)
        }
        for parts in outlines {
            for (index, part) in parts.enumerated() {
                let moved = part.moved
                let curve = Part(part.curve, start: part.start, end: part.end, by: -amount / 8).moved
                let side = [
                    LottieVertex(curve.a, arriving: curve.a, leaving: curve.b),
                    LottieVertex(curve.d, arriving: curve.c, leaving: curve.d),
                ]
                if part.isTurned {
                    // Both halves of the strip are within the distance of its end.
                    add(side + [LottieVertex(moved.d)])
                    add([curve.a, moved.d, moved.a].map { LottieVertex($0) })
                } else {
                    add(
                        side + [
                            LottieVertex(moved.d, arriving: moved.d, leaving: moved.c),
                            LottieVertex(moved.a, arriving: moved.b, leaving: moved.a),
                        ])
                }
                let next = parts[(index + 1) % parts.count]
                guard Self.cross(part.end, next.start) * amount > 1e-9 else { continue }
                var wedge = [LottieVertex(part.curve.d), LottieVertex(moved.d)]
                corner(part, next, amount, &wedge)
                add(wedge + [LottieVertex(next.moved.a)])
            }
        }
        return LottieOutlines(outlines: pieces).path()
    }

    /// A region that runs clockwise around its inside, grown.
    func grown(_ region: CGPath, by amount: Double) -> [LottieOutline] {
        let outlines = LottieInterop.outlines(of: region).map { parts(of: $0, by: amount) }
        if outlines.joined().contains(where: { $0.isTurned }) {
            return LottieInterop.outlines(of: region.union(swept(outlines, by: amount)))
        }
        let moved = outlines.map { joined($0, by: amount) }
        return LottieInterop.outlines(of: LottieOutlines(outlines: moved).path().normalized())
    }

    /// A region that runs clockwise around its inside, shrunk: the outside grows into it.
    func shrunk(_ region: CGPath, by amount: Double) -> [LottieOutline] {
        guard !region.isEmpty else { return [] }
        let outlines = LottieInterop.outlines(of: region).map { parts(of: $0, by: -amount) }
        if outlines.joined().contains(where: { $0.isTurned }) {
            return LottieInterop.outlines(of: region.subtracting(swept(outlines, by: -amount)))
        }
        let moved = outlines.map { joined($0, by: -amount).reversed }
        let frame = region.boundingBox.insetBy(dx: -amount - 10, dy: -amount - 10)
        let outside = CGMutablePath()
        outside.addRect(frame)
        outside.addPath(LottieOutlines(outlines: moved).path())
        return LottieInterop.outlines(of: region.subtracting(outside))
    }

    /// Outlines that were made of one, in its direction, and beginning where it begins.
    static func aligned(_ made: [LottieOutline], to outline: LottieOutline, _ amount: Double) -> [LottieOutline] {
        let isClockwise = outline.signedArea >= 0
        guard let (from, to) = outline.segments.first, let way = ways(LottieCubic(from, to))?.start else { return made }
        let start = from.point + normal(way) * (isClockwise ? amount : -amount)
        return made.map { one in
            var result = isClockwise ? one : one.reversed
            let distances = result.vertices.map { ($0.point - start).length }
            if let nearest = distances.indices.min(by: { distances[$0] < distances[$1] }) {
                result.vertices = Array(result.vertices[nearest...] + result.vertices[..<nearest])
            }
            return result
        }
    }
}

/// To the left where y points down: outwards of an outline that runs clockwise.
private func normal(_ way: SIMD2<Double>) -> SIMD2<Double> { SIMD2(way.y, -way.x) }

extension LottieOutline {
    /// The area of the polygon of vertices and handles, above 0 for an outline that runs clockwise where y points down.
    var signedArea: Double {
        let points = segments.flatMap { [$0.0.point, $0.0.leaving, $0.1.arriving] }
        guard let last = points.last else { return 0 }
        var sum = 0.0
        var before = last
        for point in points {
            sum += before.x * point.y - before.y * point.x
            before = point
        }
        return sum / 2
    }
}
