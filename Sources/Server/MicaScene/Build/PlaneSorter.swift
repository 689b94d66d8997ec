import MicaRaster

/// Puts planes that share a space into the order in which they are drawn, and cuts them where they cross.
///
/// A plane is a convex polygon on the surface and its depth there, which is linear in x and y. A binary space partition
/// with the planes themselves as its cuts; what is cut becomes two pieces, complementary to the pixel, because both are
/// told by the sign of one difference of depths.
///
/// *Order*: of planes in one plane that of the list, but what lies on one side of a cut as a whole comes before what was
/// cut. The cut is always along the last plane that is not level. *Source*: how Apple's render server draws coplanar
/// layers among planes that cut them, ../shared/oracle/stagehand: CATransform3D-testScaleAndRotation and -testRotation.
/// *Space*: device pixels; depths grow towards the viewer.
struct PlaneSorter {
    /// The depth of a plane over the surface: a x + b y + c.
    struct Depth: Equatable {
        var a = 0.0, b = 0.0, c = 0.0

        func at(_ p: Point) -> Double { a * p.x + b * p.y + c }
    }

    /// A plane, or a piece of one.
    struct Piece {
        /// The place of the plane among those that were added.
        var plane: Int
        /// Its corners, in `points`.
        var points: Range<Int>
        /// The innermost of its cuts; -1 without one.
        var cut: Int
        fileprivate var next: Int
    }

    /// Half of the surface: where a difference of depths is not negative, or where it is.
    struct Cut {
        var line: Depth
        /// Whether it is the half where the value is 0 or more.
        var isFront: Bool
        /// The next cut of the same piece; -1 for none.
        var parent: Int
    }

    private struct Plane {
        var depth: Depth
        var isLevel: Bool
        /// Its corners before it was cut, in `points`.
        var outline: Range<Int>
    }

    private struct List {
        var first = -1, last = -1
    }

    private enum Task {
        case list(List)
        case emit(Int)
    }

    private var planes: [Plane] = []
    private(set) var pieces: [Piece] = []
    private(set) var cuts: [Cut] = []
    private(set) var points: [Point] = []
    /// The pieces, back to front.
    private(set) var order: [Int] = []
    /// How many cuts were left out since the sorter was made, because there were too many pieces.
    private(set) var refusedCuts = 0
    private var tasks: [Task] = []
    private var run: [(depth: Double, place: Int, piece: Int)] = []

    /// How many pieces there may be: beyond, a plane that should be cut is put where most of it is.
    static func limit(planes: Int) -> Int { min(512 + 8 * planes, 16384) }

    /// Forgets everything.
    mutating func removeAll() {
        planes.removeAll(keepingCapacity: true)
        pieces.removeAll(keepingCapacity: true)
        cuts.removeAll(keepingCapacity: true)
        points.removeAll(keepingCapacity: true)
        order.removeAll(keepingCapacity: true)
    }

    /// Adds a plane in front of those before it, as far as they lie in one plane.
    ///
    /// - Parameters:
    ///   - corners: of a convex polygon around all that is drawn of it.
    ///   - isLevel: whether the plane is that of the space itself.
    mutating func add(depth: Depth, corners: some Sequence<Point>, isLevel: Bool) {
        let first = points.count
        points.append(contentsOf: corners)
        pieces.append(Piece(plane: planes.count, points: first..<points.count, cut: -1, next: -1))
        planes.append(Plane(depth: depth, isLevel: isLevel, outline: first..<points.count))
    }

    /// The corners of a plane, before it was cut.
    func outline(ofPlane plane: Int) -> ArraySlice<Point> { points[planes[plane].outline] }

    /// Sorts, into `order`.
    mutating func sort() {
        order.removeAll(keepingCapacity: true)
        tasks.removeAll(keepingCapacity: true)
        var all = List()
        for index in pieces.indices { append(index, to: &all) }
        let limit = Self.limit(planes: planes.count)
        tasks.append(.list(all))
        while let task = tasks.popLast() {
            switch task {
            case .emit(let piece): order.append(piece)
            case .list(let list): partition(list, limit)
            }
        }
    }

    private mutating func append(_ piece: Int, to list: inout List) {
        pieces[piece].next = -1
        if list.last >= 0 { pieces[list.last].next = piece } else { list.first = piece }
        list.last = piece
    }

    private mutating func join(_ list: inout List, _ rest: List) {
        guard rest.first >= 0 else { return }
        if list.last >= 0 { pieces[list.last].next = rest.first } else { list.first = rest.first }
        list.last = rest.last
    }

    /// Sorts planes that have one slope by their depth; false when they have not.
    private mutating func sortParallel(_ list: List) -> Bool {
        run.removeAll(keepingCapacity: true)
        let slope = planes[pieces[list.first].plane].depth
        var index = list.first
        while index >= 0 {
            let depth = planes[pieces[index].plane].depth
            guard depth.a == slope.a, depth.b == slope.b else { return false }
            run.append((depth.c, run.count, index))
            index = pieces[index].next
        }
        run.sort { ($0.depth, $0.place) < ($1.depth, $1.place) }
        for entry in run { order.append(entry.piece) }
        return true
    }

    private mutating func partition(_ list: List, _ limit: Int) {
        guard list.first >= 0 else { return }
        if list.first == list.last {
            order.append(list.first)
            return
        }
        if sortParallel(list) { return }
        var root = list.first
        var index = list.first
        while index >= 0 {
            if !planes[pieces[index].plane].isLevel { root = index }
            index = pieces[index].next
        }
        let depth = planes[pieces[root].plane].depth
        var back = List(), front = List(), cutBack = List(), cutFront = List(), here = List()
        index = list.first
        while index >= 0 {
            let next = pieces[index].next
            if index == root {
                append(index, to: &here)
            } else {
                switch side(of: index, depth) {
                case .on: append(index, to: &here)
                case .back: append(index, to: &back)
                case .front: append(index, to: &front)
                case .both(let line, let isMostlyFront):
                    if pieces.count + 1 < limit {
                        let other = split(index, line)
                        append(index, to: &cutBack)
                        append(other, to: &cutFront)
                    } else {
                        refusedCuts += 1
                        if isMostlyFront { append(index, to: &front) } else { append(index, to: &back) }
                    }
                }
            }
            index = next
        }
        join(&back, cutBack)
        join(&front, cutFront)
        if front.first >= 0 { tasks.append(.list(front)) }
        // What lies in the plane, in its own order; pushed the other way round.
        let firstTask = tasks.count
        index = here.first
        while index >= 0 {
            tasks.append(.emit(index))
            index = pieces[index].next
        }
        // In place: a slice of the array would be a copy of it.
        var (low, high) = (firstTask, tasks.count - 1)
        while low < high {
            tasks.swapAt(low, high)
            (low, high) = (low + 1, high - 1)
        }
        if back.first >= 0 { tasks.append(.list(back)) }
    }

    private enum Side {
        case on, front, back
        case both(Depth, isMostlyFront: Bool)
    }

    /// Where a piece lies against a plane: the tolerance is that of the sums that depths are made of.
    private func side(of piece: Int, _ depth: Depth) -> Side {
        let own = planes[pieces[piece].plane].depth
        let line = Depth(a: own.a - depth.a, b: own.b - depth.b, c: own.c - depth.c)
        var (low, high) = (0.0, 0.0)
        for index in pieces[piece].points {
            let p = points[index]
            let sum =
                (abs(own.a) + abs(depth.a)) * abs(p.x) + (abs(own.b) + abs(depth.b)) * abs(p.y) + abs(own.c)
                + abs(depth.c)
            let value = line.at(p)
            guard abs(value) > 1e-9 * (1 + sum) else { continue }
            low = min(low, value)
            high = max(high, value)
        }
        if low == 0, high == 0 { return .on }
        if low == 0 { return .front }
        if high == 0 { return .back }
        return .both(line, isMostlyFront: high > -low)
    }

    /// Cuts a piece: it becomes the part behind, and the part in front is returned.
    private mutating func split(_ piece: Int, _ line: Depth) -> Int {
        let corners = pieces[piece].points
        func cut(front: Bool) -> Range<Int> {
            let first = points.count
            var from = points[corners.upperBound - 1]
            var value = line.at(from)
            for index in corners {
                let to = points[index]
                let next = line.at(to)
                if (value < 0) != (next < 0) {
                    let t = value / (value - next)
                    points.append(from + (to - from) * t)
                }
                if (next >= 0) == front { points.append(to) }
                (from, value) = (to, next)
            }
            return first..<points.count
        }
        let (behind, before) = (cut(front: false), cut(front: true))
        let parent = pieces[piece].cut
        cuts.append(Cut(line: line, isFront: false, parent: parent))
        cuts.append(Cut(line: line, isFront: true, parent: parent))
        let other = Piece(plane: pieces[piece].plane, points: before, cut: cuts.count - 1, next: -1)
        pieces[piece].points = behind
        pieces[piece].cut = cuts.count - 2
        pieces.append(other)
        return pieces.count - 1
    }
}
