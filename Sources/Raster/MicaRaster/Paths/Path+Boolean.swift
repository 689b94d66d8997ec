import MicaBase

/// Regions and lines that two paths make together.
extension Path {
    /// Which points are inside of a region that is made of two.
    package enum Combination: Sendable {
        case union, intersection, subtraction, exclusion

        fileprivate func isInside(_ a: Bool, _ b: Bool) -> Bool {
            switch self {
            case .union: a || b
            case .intersection: a && b
            case .subtraction: a && !b
            case .exclusion: a != b
            }
        }
    }

    private static func isInside(_ winding: Int, _ isEvenOdd: Bool) -> Bool {
        isEvenOdd ? winding % 2 != 0 : winding != 0
    }

    /// The outline of the region that this region and another make: contours that do not cross. Where y points up, the
    /// inside is to the left of each, so that both fill rules give the same.
    ///
    /// *Complexity*: as `PathArrangement` says.
    package func combined(with other: Path, _ combination: Combination, isEvenOdd: Bool = false) -> Path {
        loops(with: other, combination, isEvenOdd).reduce(into: Path()) { $0.append($1) }
    }

    /// This region without crossings.
    package func normalized(isEvenOdd: Bool = false) -> Path {
        combined(with: Path(), .union, isEvenOdd: isEvenOdd)
    }

    /// The parts of the region, each with its holes. Two parts may touch at points, not along a line.
    package func separated(isEvenOdd: Bool = false) -> [Path] {
        let loops = loops(with: Path(), .union, isEvenOdd)
        var parts = loops.filter { $0.signedArea >= 0 }.sorted { abs($0.signedArea) < abs($1.signedArea) }
        let outlines = parts
        for hole in loops where hole.signedArea < 0 {
            // Corners may lie on the outline itself, but most do not.
            let owner = outlines.indices.first { index in
                let outline = outlines[index].flattened(tolerance: 1e-3)
                return hole.points.count { outline.winding(around: $0) != 0 } * 2 > hole.points.count
            }
            if let owner { parts[owner].append(hole) }
        }
        return parts
    }

    /// The parts of this path's lines that are inside of a region, or outside of it. Lines on the region's edge are
    /// inside.
    package func lines(inside: Bool, of region: Path, isEvenOdd: Bool = false) -> Path {
        let arrangement = PathArrangement(self, region, closesFirst: false)
        var writer = PieceWriter(arrangement)
        for (index, piece) in arrangement.pieces.enumerated() where piece.owner == 0 {
            guard let edge = arrangement.edgeOfPiece[index] else { continue }
            let isWithin = [edge * 2, edge * 2 + 1].contains {
                Self.isInside(arrangement.windings[$0].y, isEvenOdd)
            }
            if isWithin == inside { writer.add(piece, isForward: true) }
        }
        writer.finish(closes: false)
        return writer.path
    }

    private func loops(with other: Path, _ combination: Combination, _ isEvenOdd: Bool) -> [Path] {
        let arrangement = PathArrangement(self, other)
        let inside = arrangement.windings.map { winding in
            combination.isInside(Self.isInside(winding.x, isEvenOdd), Self.isInside(winding.y, isEvenOdd))
        }
        var isWanted = inside.indices.map { inside[$0] && !inside[$0 ^ 1] }
        var result: [Path] = []
        for first in isWanted.indices where isWanted[first] {
            var loop: [Int] = []
            var half: Int? = first
            while let current = half {
                isWanted[current] = false
                loop.append(current)
                // Along the same face: the next half-edge to the right of the way back.
                let around = arrangement.leaving[arrangement.end(current)]
                let index = arrangement.positions[current ^ 1]
                half = (1...around.count).lazy.map { around[(index - $0 + 2 * around.count) % around.count] }
                    .first { isWanted[$0] || $0 == first }
                if half == first { half = nil }
            }
            result.append(Self.path(loop, arrangement))
        }
        return result.filter { !$0.isEmpty }
    }

    private static func path(_ loop: [Int], _ arrangement: PathArrangement) -> Path {
        var writer = PieceWriter(arrangement)
        let halves = loop.map { half in
            let edge = arrangement.edges[half >> 1]
            return (piece: arrangement.pieces[edge.piece], isForward: edge.isForward == (half & 1 == 0))
        }
        // A corner where one curve or straight line ends and another begins.
        let first = halves.indices.first { index in
            let before = halves[(index + halves.count - 1) % halves.count], here = halves[index]
            if before.piece.curve == here.piece.curve, before.isForward == here.isForward { return false }
            return !(writer.isLine(before.piece) && writer.isLine(here.piece) && before.piece.isStraight(here.piece))
        }
        for offset in halves.indices {
            let half = halves[(offset + (first ?? 0)) % halves.count]
            writer.add(half.piece, isForward: half.isForward)
        }
        writer.finish(closes: true)
        return writer.path
    }

    /// The area inside the contours, signed by their direction; exact for curves.
    package var signedArea: Double {
        var sum = 0.0
        for contour in contours() {
            var last = contour.start
            for segment in contour.segments {
                let c = segment.curve
                sum +=
                    3 * (c.p0.cross(c.p1) + c.p2.cross(c.p3)) * 2 + 3 * (c.p0.cross(c.p2) + c.p1.cross(c.p2))
                    + 3 * c.p1.cross(c.p3) + c.p0.cross(c.p3)
                last = c.p3
            }
            sum += 10 * last.cross(contour.start)
        }
        return sum / 20
    }
}

/// Makes paths of pieces: consecutive pieces of one curve become one piece, straight ones one line.
private struct PieceWriter {
    private let arrangement: PathArrangement
    private(set) var path = Path()
    private var from: PathArrangement.Corner?
    private var to = PathArrangement.Corner.zero
    private var curve = -1
    private var range = (start: 0.0, end: 0.0)
    private var first = Point.zero

    init(_ arrangement: PathArrangement) { self.arrangement = arrangement }

    mutating func add(_ piece: PathArrangement.Piece, isForward: Bool) {
        let (start, end) = isForward ? (piece.from, piece.to) : (piece.to, piece.from)
        let part = isForward ? (piece.start, piece.end) : (piece.end, piece.start)
        if let from, start == to {
            let (u, v) = (to &- from, end &- start)
            let isOneCurve =
                curve == piece.curve && range.end == part.0 && (range.start < range.end) == (part.0 < part.1)
            let isOneLine =
                isLine(piece) && arrangement.curves[curve].isLine && u.x * v.y == u.y * v.x
                && u.x * v.x + u.y * v.y > 0
            if isOneCurve || isOneLine {
                (to, range.end) = (end, part.1)
                return
            }
        }
        flush()
        if from == nil || start != to {
            first = arrangement.point(start)
            path.move(to: first)
        }
        (from, to, curve, range) = (start, end, piece.curve, part)
    }

    func isLine(_ piece: PathArrangement.Piece) -> Bool { arrangement.curves[piece.curve].isLine }

    private mutating func flush(closes: Bool = false) {
        guard let from else { return }
        let (start, end) = (arrangement.point(from), arrangement.point(to))
        let segment = arrangement.curves[curve]
        guard !segment.isLine else {
            // The close draws the last line.
            if !closes || end != first { path.line(to: end) }
            return
        }
        var part = segment.curve.part(from: min(range.start, range.end), to: max(range.start, range.end))
        if range.start > range.end { part = Cubic(part.p3, part.p2, part.p1, part.p0) }
        path.cubic(control1: part.p1 + (start - part.p0), control2: part.p2 + (end - part.p3), to: end)
    }

    mutating func finish(closes: Bool) {
        flush(closes: closes)
        from = nil
        if closes { path.close() }
    }
}
