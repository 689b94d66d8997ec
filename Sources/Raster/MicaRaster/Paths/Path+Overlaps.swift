import MicaBase

/// Outlines whose parts overlap, made regions in which no point is inside twice.
extension Path {
    /// The points with a winding number other than 0, cut into pieces whose sides run down: no two pieces overlap.
    ///
    /// The rasterizer adds up the areas of a pixel that contours cover, so that two strips of a stroke on each other
    /// count twice. These pieces count once. Their sides lie on the path's lines. Where two lines cross within a 256th
    /// of a pixel, which of the two is the outer one is not looked into.
    ///
    /// *Complexity*: lines and crossings together, times the lines that a horizontal line meets.
    ///
    /// - Parameters:
    ///   - tolerance: the largest distance of lines from the path's curves, in the path's units.
    ///   - pixel: the size of a pixel in these units, greater than zero.
    /// - Returns: nil when the work would exceed a limit, or a point is not finite.
    func withoutOverlaps(tolerance: Double, pixel: Double) -> Path? {
        // Known before any memory is taken: a long outline is as large as the region would be.
        guard !OverlapSweep.exceedsLimit(self) else { return nil }
        var sweep = OverlapSweep(flattened(tolerance: tolerance), step: pixel / 256)
        return sweep.run()
    }
}

/// A horizontal line that goes down over the lines of a path and notes between which of them the inside is.
struct OverlapSweep {
    /// A line of the path from its upper end to its lower one.
    private struct Side {
        var x0: Double, y0: Double, x1: Double, y1: Double
        /// 1 for a line that runs down, -1 for one that runs up.
        var winding: Int

        /// The order in which the sweep reaches lines.
        func isBefore(_ other: Side) -> Bool {
            if y0 != other.y0 { return y0 < other.y0 }
            if x0 != other.x0 { return x0 < other.x0 }
            return (x1, y1, winding) < (other.x1, other.y1, other.winding)
        }

        func x(at y: Double) -> Double {
            y <= y0 ? x0 : y >= y1 ? x1 : x0 + (x1 - x0) * ((y - y0) / (y1 - y0))
        }
    }

    /// A line of the path that the sweep meets, and its x at the top and at the bottom of the current rows.
    private struct Crossing {
        var side: Int
        var top: Double, bottom: Double
        /// Whether the last `bottom` is the x at the top of the current rows.
        var goesOn = false
    }

    /// A piece of the region that may go on further down.
    private struct Piece {
        /// The lines at its left and right.
        var left: Int, right: Int
        /// The x of both lines at the end of the piece so far.
        var leftX: Double, rightX: Double
        /// The last corners of its sides, in `corners`.
        var lastLeft: Int32, lastRight: Int32

        /// Marks a piece that has gone on, in `left`.
        static let done = -1
        var isDone: Bool { left == Self.done }
    }

    /// A corner of a piece's side, and the one above it; -1 for none.
    private struct Corner {
        var point: Point
        var above: Int32
    }

    private var sides: [Side] = []
    private var heights: [Double] = []
    private var active: [Crossing] = []
    private var pieces: [Piece] = []
    /// The pieces of the rows above.
    private var open: [Piece] = []
    private var corners: [Corner] = []
    private var polyline: [Point] = []
    private var result = Path()
    /// Rows are cut where lines cross, but not into lower ones than this, in the path's units.
    private let step: Double
    private var isFinite = true
    private var work = 0

    /// The most crossings of lines and rows that are looked at, and the most lines.
    private static let workLimit = 1 << 18, sideLimit = 1 << 13

    init(_ path: Path, step: Double) {
        self.step = step
        path.forEachLine { add($0, $1) }
    }

    /// Whether a path has more lines than the sweep looks at; each curve is at least one.
    ///
    /// - Complexity: the limit.
    static func exceedsLimit(_ path: Path) -> Bool {
        guard path.verbs.count > sideLimit else { return false }
        var (lines, current) = (0, Point.zero)
        for element in path.elements {
            switch element {
            case .move(let end): current = end
            case .line(let end), .quad(_, let end), .cubic(_, _, let end):
                if current.y != end.y { lines += 1 }
                current = end
            case .close: break
            }
            if lines > sideLimit { return true }
        }
        return false
    }

    private mutating func add(_ a: Point, _ b: Point) {
        if !a.isFinite || !b.isFinite { isFinite = false }
        if a.y == b.y { return }
        let isDown = a.y < b.y
        let (from, to) = isDown ? (a, b) : (b, a)
        sides.append(Side(x0: from.x, y0: from.y, x1: to.x, y1: to.y, winding: isDown ? 1 : -1))
        heights.append(from.y)
        heights.append(to.y)
    }

    mutating func run() -> Path? {
        guard isFinite, sides.count <= Self.sideLimit else { return nil }
        sides.sort { $0.isBefore($1) }
        heights.sort()
        var next = 0
        for index in heights.indices.dropLast() where heights[index] < heights[index + 1] {
            let (top, bottom) = (heights[index], heights[index + 1])
            active.removeAll { sides[$0.side].y1 <= top }
            while next < sides.count, sides[next].y0 <= top {
                active.append(Crossing(side: next, top: 0, bottom: 0))
                next += 1
            }
            if active.isEmpty {
                finish(at: top)
                continue
            }
            guard rows(from: top, to: bottom) else { return nil }
        }
        if let last = heights.last { finish(at: last) }
        return result
    }

    /// Sweeps rows in which no line begins or ends; false when there is too much work.
    private mutating func rows(from first: Double, to last: Double) -> Bool {
        var top = first
        while top < last {
            work += active.count
            if work > Self.workLimit { return false }
            var bottom = last
            for index in active.indices {
                let side = active[index].side
                active[index].top = active[index].goesOn ? active[index].bottom : sides[side].x(at: top)
                active[index].bottom = sides[side].x(at: bottom)
                active[index].goesOn = true
            }
            sort { $0.top != $1.top ? $0.top < $1.top : $0.bottom < $1.bottom }
            // Down to where the first two lines cross.
            var cut = bottom
            for index in active.indices.dropLast() where active[index].bottom > active[index + 1].bottom {
                let above = active[index + 1].top - active[index].top
                let below = active[index].bottom - active[index + 1].bottom
                cut = min(cut, top + (bottom - top) * (above / (above + below)))
            }
            if cut < bottom {
                bottom = min(last, max(cut, top + step))
                for index in active.indices { active[index].bottom = sides[active[index].side].x(at: bottom) }
                // Lines that cross within these rows are ordered by their middles.
                sort { $0.top + $0.bottom < $1.top + $1.bottom }
            }
            take(from: top, to: bottom)
            top = bottom
        }
        return true
    }

    /// Sorts the crossings by insertion: they are nearly in order.
    private mutating func sort(_ isBefore: (Crossing, Crossing) -> Bool) {
        var index = 1
        while index < active.count {
            let crossing = active[index]
            var position = index
            while position > 0, isBefore(crossing, active[position - 1]) {
                active[position] = active[position - 1]
                position -= 1
            }
            active[position] = crossing
            index += 1
        }
    }

    /// Adds the inside between two heights.
    private mutating func take(from top: Double, to bottom: Double) {
        swap(&open, &pieces)
        pieces.removeAll(keepingCapacity: true)
        var (winding, first, before) = (0, 0, 0)
        for index in active.indices {
            let outside = winding == 0
            winding += sides[active[index].side].winding
            if outside { first = index }
            guard winding == 0, !outside else { continue }
            let (left, right) = (active[first], active[index])
            // Pieces are in order from the left: those left of this one are done.
            while before < open.count, open[before].isDone || open[before].leftX < left.top { before += 1 }
            var piece: Piece
            if before < open.count, open[before].leftX == left.top, open[before].rightX == right.top {
                piece = open[before]
                open[before].left = Piece.done
                if piece.left != left.side { add(Point(left.top, top), below: &piece.lastLeft) }
                if piece.right != right.side { add(Point(right.top, top), below: &piece.lastRight) }
                (piece.left, piece.right) = (left.side, right.side)
            } else {
                piece = Piece(left: left.side, right: right.side, leftX: 0, rightX: 0, lastLeft: -1, lastRight: -1)
                add(Point(left.top, top), below: &piece.lastLeft)
                add(Point(right.top, top), below: &piece.lastRight)
            }
            (piece.leftX, piece.rightX) = (left.bottom, right.bottom)
            pieces.append(piece)
        }
        for index in open.indices where !open[index].isDone { write(open[index], to: top) }
    }

    /// Adds a corner to a side.
    private mutating func add(_ point: Point, below last: inout Int32) {
        corners.append(Corner(point: point, above: last))
        last = Int32(truncatingIfNeeded: corners.count - 1)
    }

    /// Ends all pieces.
    private mutating func finish(at height: Double) {
        for piece in pieces { write(piece, to: height) }
        pieces.removeAll(keepingCapacity: true)
    }

    private mutating func write(_ piece: Piece, to bottom: Double) {
        polyline.removeAll(keepingCapacity: true)
        var corner = piece.lastLeft
        while corner >= 0 {
            polyline.append(corners[Int(corner)].point)
            corner = corners[Int(corner)].above
        }
        polyline.reverse()
        result.polyline(polyline)
        result.line(to: Point(piece.leftX, bottom))
        result.line(to: Point(piece.rightX, bottom))
        corner = piece.lastRight
        while corner >= 0 {
            result.line(to: corners[Int(corner)].point)
            corner = corners[Int(corner)].above
        }
        result.close()
    }
}
