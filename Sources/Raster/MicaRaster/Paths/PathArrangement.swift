import Foundation
import MicaBase

/// The outlines of two paths, cut at all their crossings: regions made of both paths are read from it.
///
/// Curves become chords that lie within 2^-16 of the paths' extent, on a grid of 2^-23 of that extent. The corners of
/// the pieces are whole numbers, so that there is one answer to which side of a piece a corner is on. A piece knows its
/// part of its curve, so that results have curves again.
///
/// *Complexity*: O(n log n + n k) with n chords, k of them beside each other; O(c n) with c parts that do not touch.
struct PathArrangement {
    typealias Corner = SIMD2<Int64>

    /// A piece of a chord.
    struct Piece {
        var from: Corner
        var to: Corner
        /// The path whose outline it is: 0 or 1.
        var owner: Int
        /// The curve that it is a piece of, and its part of it.
        var curve: Int
        var start: Double
        var end: Double
        /// Whether it has still to be compared with all others.
        var isNew = true

        var low: Corner { pointwiseMin(from, to) }
        var high: Corner { pointwiseMax(from, to) }

        /// Whether it is parallel to another piece: pieces that meet then lie on one line.
        func isStraight(_ other: Piece) -> Bool {
            let (u, v) = (to &- from, other.to &- other.from)
            return u.x * v.y == u.y * v.x
        }
    }

    /// A connection of two corners, however many pieces lie on it.
    struct Edge {
        var from: Int
        var to: Int
        /// How often each path runs from `from` to `to`, less how often it runs back.
        var crossings: SIMD2<Int>
        /// A piece that lies on the edge, and whether it runs from `from` to `to`.
        var piece: Int
        var isForward: Bool
    }

    private(set) var curves: [PathContour.Segment] = []
    private(set) var pieces: [Piece] = []
    private(set) var corners: [Corner] = []
    private(set) var edges: [Edge] = []
    /// The edge of each piece; nil for pieces without length.
    private(set) var edgeOfPiece: [Int?] = []
    /// The winding numbers of both paths to the left of each half-edge: 2 e runs as the edge e does, 2 e + 1 against
    /// it.
    private(set) var windings: [SIMD2<Int>] = []
    /// The half-edges that leave each corner, in the order of their directions, turning from x to y.
    private(set) var leaving: [[Int]] = []
    /// The index of each half-edge in its corner's list.
    private(set) var positions: [Int] = []
    private var step = 1.0
    private var origin = Point.zero
    private var exact: [Corner: Point] = [:]

    /// Cuts the outlines of two paths.
    ///
    /// - Parameter closesFirst: whether the first path is a region, whose open contours count as closed.
    init(_ first: Path, _ second: Path, closesFirst: Bool = true) {
        let contours = [first.contours(), second.contours()]
        let all = contours.joined().flatMap { $0.segments }
        guard let any = all.first?.curve.p0 else { return }
        var (low, high) = (any, any)
        for segment in all {
            let curve = segment.curve
            for point in [curve.p0, curve.p1, curve.p2, curve.p3] {
                (low, high) = (minimum(low, point), maximum(high, point))
            }
        }
        let extent = max(high.x - low.x, high.y - low.y)
        // A smaller extent has no grid.
        guard extent > 1e-100, extent.isFinite else { return }
        step = exp2((log2(extent) - 23).rounded(.up))
        origin = Point((low.x / step).rounded(.down) * step, (low.y / step).rounded(.down) * step)
        for owner in 0...1 {
            for contour in contours[owner] {
                add(contour, owner: owner, closes: owner == 1 || closesFirst, tolerance: extent * 0x1p-16)
            }
        }
        cut()
        join()
        turn()
        wind()
    }

    private func corner(_ point: Point) -> Corner {
        let cell = (point - origin) / step
        return Corner(Int64(cell.x.rounded()), Int64(cell.y.rounded()))
    }

    /// The position of a corner, in the paths' units.
    func point(_ corner: Corner) -> Point {
        exact[corner] ?? origin + Point(Double(corner.x), Double(corner.y)) * step
    }

    // MARK: Cutting

    private mutating func add(_ contour: PathContour, owner: Int, closes: Bool, tolerance: Double) {
        var segments = contour.segments
        if closes, !contour.isClosed, let first = segments.first?.curve.p0, let last = segments.last?.curve.p3,
            first != last
        {
            segments.append(.init(curve: Cubic(lineFrom: last, to: first), isLine: true))
        }
        for segment in segments {
            let curve = segment.curve
            let chords =
                segment.isLine
                ? 1 : Int(min(max(curve.squaredChordCount(tolerance: tolerance).squareRoot().rounded(.up), 1), 1024))
            let ends = (corner(curve.p0), corner(curve.p3))
            if exact[ends.0] == nil { exact[ends.0] = curve.p0 }
            if exact[ends.1] == nil { exact[ends.1] = curve.p3 }
            curves.append(segment)
            var last = ends.0
            var start = 0.0
            for index in 1...chords {
                let end = Double(index) / Double(chords)
                let next = index == chords ? ends.1 : corner(curve.point(at: end))
                guard next != last else { continue }
                pieces.append(
                    Piece(from: last, to: next, owner: owner, curve: curves.count - 1, start: start, end: end))
                (last, start) = (next, end)
            }
        }
    }

    /// Cuts pieces where they meet, until none crosses another. Rounding a corner to the grid may move a piece across a
    /// third; the next round finds that crossing.
    ///
    /// The work is bounded: outlines that cross themselves everywhere keep some crossings.
    private mutating func cut() {
        var looks = 4_000_000 + 500 * pieces.count
        let mostCuts = 65_536 + 8 * pieces.count
        for _ in 0..<16 {
            var cuts: [(piece: Int, at: Corner)] = []
            let order = pieces.indices.sorted { pieces[$0].low.x < pieces[$1].low.x }
            var active: [Int] = []
            for index in order {
                let piece = pieces[index]
                let (low, high) = (piece.low, piece.high)
                active.removeAll { pieces[$0].high.x < low.x }
                looks -= active.count
                if looks < 0 || cuts.count > mostCuts { break }
                for other in active where piece.isNew || pieces[other].isNew {
                    let (otherLow, otherHigh) = (pieces[other].low, pieces[other].high)
                    guard otherLow.y <= high.y, otherHigh.y >= low.y else { continue }
                    Self.meet(piece, pieces[other]) { isFirst, corner in
                        cuts.append((isFirst ? index : other, corner))
                    }
                }
                active.append(index)
            }
            for index in pieces.indices { pieces[index].isNew = false }
            guard !cuts.isEmpty else { return }
            apply(cuts)
            if looks < 0 || pieces.count > mostCuts { return }
        }
    }

    /// Calls back with each corner at which one of two pieces has to be cut.
    private static func meet(_ p: Piece, _ q: Piece, _ cut: (_ isFirst: Bool, Corner) -> Void) {
        func cross(_ a: Corner, _ b: Corner) -> Int64 { a.x * b.y - a.y * b.x }
        let (u, v) = (p.to &- p.from, q.to &- q.from)
        let a = cross(v, p.from &- q.from), b = cross(v, p.to &- q.from)
        let c = cross(u, q.from &- p.from), d = cross(u, q.to &- p.from)
        // Ends that lie on the other piece.
        func touch(_ isFirst: Bool, _ corner: Corner, _ side: Int64, _ piece: Piece) {
            guard side == 0, corner != piece.from, corner != piece.to else { return }
            let (low, high) = (piece.low, piece.high)
            if corner.x >= low.x, corner.x <= high.x, corner.y >= low.y, corner.y <= high.y { cut(isFirst, corner) }
        }
        touch(false, p.from, a, q)
        touch(false, p.to, b, q)
        touch(true, q.from, c, p)
        touch(true, q.to, d, p)
        guard (a < 0 && b > 0) || (a > 0 && b < 0), (c < 0 && d > 0) || (c > 0 && d < 0) else { return }
        let share = Double(a) / (Double(a) - Double(b))
        let cell = Corner(
            p.from.x + Int64((Double(u.x) * share).rounded()), p.from.y + Int64((Double(u.y) * share).rounded()))
        if cell != p.from, cell != p.to { cut(true, cell) }
        if cell != q.from, cell != q.to { cut(false, cell) }
    }

    private mutating func apply(_ cuts: [(piece: Int, at: Corner)]) {
        // The cuts of each piece together.
        let cuts = cuts.sorted { $0.piece < $1.piece }
        var next = 0
        var result: [Piece] = []
        result.reserveCapacity(pieces.count + cuts.count)
        for (index, piece) in pieces.enumerated() {
            var corners: [Corner] = []
            while next < cuts.count, cuts[next].piece == index {
                corners.append(cuts[next].at)
                next += 1
            }
            guard !corners.isEmpty else {
                result.append(piece)
                continue
            }
            let way = piece.to &- piece.from
            let length = Double(way.x * way.x + way.y * way.y)
            func share(_ corner: Corner) -> Double {
                let part = corner &- piece.from
                return Double(part.x * way.x + part.y * way.y) / length
            }
            var (last, start) = (piece.from, piece.start)
            // Equal corners come together, however often they were found.
            let order = corners.map { (share: share($0), corner: $0) }.sorted {
                ($0.share, $0.corner.x, $0.corner.y) < ($1.share, $1.corner.x, $1.corner.y)
            }
            for (share, corner) in order where corner != last {
                let end = piece.start + (piece.end - piece.start) * min(max(share, 0), 1)
                result.append(
                    Piece(from: last, to: corner, owner: piece.owner, curve: piece.curve, start: start, end: end))
                (last, start) = (corner, end)
            }
            guard last != piece.to else { continue }
            result.append(
                Piece(from: last, to: piece.to, owner: piece.owner, curve: piece.curve, start: start, end: piece.end))
        }
        pieces = result
    }

    // MARK: Joining

    private mutating func join() {
        var table = PathCornerTable(capacity: pieces.count * 2)
        var known = PathCornerTable(capacity: pieces.count)
        for (number, piece) in pieces.enumerated() {
            let (from, to) = (table.index(of: piece.from), table.index(of: piece.to))
            guard from != to else {
                edgeOfPiece.append(nil)
                continue
            }
            let isForward = from < to
            let (least, most) = isForward ? (from, to) : (to, from)
            let edge = known.index(of: Corner(Int64(least), Int64(most)))
            if edge == edges.count {
                edges.append(Edge(from: least, to: most, crossings: .zero, piece: number, isForward: isForward))
            }
            edges[edge].crossings[piece.owner] += isForward ? 1 : -1
            edgeOfPiece.append(edge)
        }
        corners = table.corners
    }

    /// The corner where a half-edge starts.
    func start(_ half: Int) -> Int { half & 1 == 0 ? edges[half >> 1].from : edges[half >> 1].to }

    /// The corner where a half-edge ends.
    func end(_ half: Int) -> Int { start(half ^ 1) }

    private func crossings(_ half: Int) -> SIMD2<Int> {
        half & 1 == 0 ? edges[half >> 1].crossings : .zero &- edges[half >> 1].crossings
    }

    private mutating func turn() {
        leaving = [[Int]](repeating: [], count: corners.count)
        positions = [Int](repeating: 0, count: edges.count * 2)
        for half in 0..<edges.count * 2 { leaving[start(half)].append(half) }
        for index in leaving.indices {
            var halves = leaving[index]
            halves.sort { a, b in
                let (u, v) = (corners[end(a)] &- corners[index], corners[end(b)] &- corners[index])
                // All around, from just after the direction of -x on.
                let (isLate, isLater) = (u.y > 0 || (u.y == 0 && u.x < 0), v.y > 0 || (v.y == 0 && v.x < 0))
                if (u.y == 0) == (v.y == 0), isLate == isLater { return u.x * v.y - u.y * v.x > 0 }
                func rank(_ w: Corner) -> Int { w.y < 0 ? 0 : w.y == 0 ? (w.x > 0 ? 1 : 3) : 2 }
                return rank(u) < rank(v)
            }
            for (cell, half) in halves.enumerated() { positions[half] = cell }
            leaving[index] = halves
        }
    }

    // MARK: Winding

    /// Finds the winding numbers on both sides of each edge. Each connected part is walked from a corner that the
    /// outside reaches.
    private mutating func wind() {
        windings = [SIMD2<Int>](repeating: .zero, count: edges.count * 2)
        var isDone = [Bool](repeating: false, count: corners.count)
        let order = corners.indices.sorted { a, b in
            let (p, q) = (corners[a], corners[b])
            return p.x != q.x ? p.x < q.x : p.y < q.y
        }
        for first in order where !isDone[first] && !leaving[first].isEmpty {
            // The leftmost corner of its part: left of its last half-edge lies the outside of the part.
            let last = leaving[first].count - 1
            windings[leaving[first][last]] = outside(corners[first])
            isDone[first] = true
            var rest = [(corner: first, index: last)]
            while let (corner, known) = rest.popLast() {
                let halves = leaving[corner]
                var winding = windings[halves[known]]
                for offset in 0..<halves.count {
                    let half = halves[(known + offset) % halves.count]
                    if offset > 0 { winding &+= crossings(half) }
                    windings[half] = winding
                    windings[half ^ 1] = winding &- crossings(half)
                    let next = end(half)
                    guard !isDone[next] else { continue }
                    isDone[next] = true
                    rest.append((next, positions[half ^ 1]))
                }
            }
        }
    }

    /// The winding numbers of both paths just left of a corner.
    private func outside(_ corner: Corner) -> SIMD2<Int> {
        var result = SIMD2<Int>.zero
        for edge in edges {
            let (a, b) = (corners[edge.from], corners[edge.to])
            guard (a.y <= corner.y) != (b.y <= corner.y), min(a.x, b.x) < corner.x else { continue }
            let (low, high) = a.y < b.y ? (a, b) : (b, a)
            let way = high &- low, part = corner &- low
            // The corner has to be right of the edge, seen towards larger y.
            guard way.x * part.y - way.y * part.x < 0 else { continue }
            if a.y < b.y { result &-= edge.crossings } else { result &+= edge.crossings }
        }
        return result
    }
}
