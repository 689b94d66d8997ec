import MicaBase

/// Puts planes that share a space into the order in which they are drawn, and cuts them where they cross.
///
/// A plane is a convex polygon on the surface and its depth there, which is linear in x and y. The sorter is a binary
/// space partition with the planes themselves as its cuts. A plane that is cut becomes two pieces, complementary to the
/// pixel, because the sign of one difference of depths decides both.
///
/// *Order*: planes that lie in one plane keep the order of the list, but pieces wholly on one side of a cut come before
/// those that were cut. The cut is always along the first plane that is out of the space's own, by depth or
/// perspective. Planes that lie in the space's own and in that of a cut with perspective are behind the cut. A plane
/// that only touches a cut counts as cut if the cut, in single precision, passes on the wrong side of the touching
/// corner: `Facet`. *Source*: how Apple's render server draws coplanar layers among planes that cut them,
/// `StagehandTests`: CATransform3D-testScaleAndRotation, -testRotation, -testZeroScale and
/// -testScaleAndRotationWithPerspective, all 134 frames (docs/transforms.md, "Ties"). *Space*: device pixels; depths in
/// pixels as well, growing towards the viewer.
struct PlaneSorter {
    /// The depth of a plane over the surface: a x + b y + c.
    struct Depth: Equatable {
        var a = 0.0, b = 0.0, c = 0.0

        func at(_ p: Point) -> Double { a * p.x + b * p.y + c }
    }

    /// A plane, or a piece of one.
    struct Piece {
        /// The index of the plane among those that were added.
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
        var facet: Facet
        var isInPlane: Bool
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
    private var run: [(depth: Double, index: Int, piece: Int)] = []
    private var runSorter = StableSorter<(depth: Double, index: Int, piece: Int)>()
    /// How far the corners of a piece are before the plane that it is compared with, in single precision.
    private var distances: [Float] = []

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
    ///   - isInPlane: whether the plane is that of the space itself: no depth, no perspective.
    mutating func add(depth: Depth, corners: some Sequence<Point>, isInPlane: Bool) {
        let first = points.count
        points.append(contentsOf: corners)
        pieces.append(Piece(plane: planes.count, points: first..<points.count, cut: -1, next: -1))
        let facet = Facet(depth, points[first...])
        planes.append(Plane(depth: depth, facet: facet, isInPlane: isInPlane, outline: first..<points.count))
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
        runSorter.sort(&run) { ($0.depth, $0.index) < ($1.depth, $1.index) }
        settleTies(slope)
        for entry in run { order.append(entry.piece) }
        return true
    }

    /// Puts neighbours in `run` whose depths differ only by rounding into the order in which they were added: layers of
    /// one transform whose positions and anchors differ lie in one plane, but not to the last digit.
    private mutating func settleTies(_ slope: Depth) {
        var reach = 0.0
        for entry in run {
            for index in pieces[entry.piece].points {
                reach = max(reach, abs(slope.a * points[index].x) + abs(slope.b * points[index].y))
            }
        }
        for position in run.indices.dropFirst() {
            // As `exactSide` has it.
            let rounding = 2e-9 * (1 + reach + abs(run[position].depth))
            var index = position
            while index > 0, run[index].index < run[index - 1].index,
                run[index].depth - run[index - 1].depth <= rounding
            {
                run.swapAt(index, index - 1)
                index -= 1
            }
        }
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
            if !planes[pieces[index].plane].isInPlane {
                root = index
                break
            }
            index = pieces[index].next
        }
        let (depth, facet) = (planes[pieces[root].plane].depth, planes[pieces[root].plane].facet)
        var back = List(), front = List(), cutBack = List(), cutFront = List(), here = List()
        index = list.first
        while index >= 0 {
            let next = pieces[index].next
            if index == root {
                append(index, to: &here)
            } else {
                switch side(of: index, of: depth, facet) {
                // The cut then has perspective, but no depth.
                case .on where planes[pieces[index].plane].isInPlane: append(index, to: &back)
                case .on: append(index, to: &here)
                case .back(let isTrimmed):
                    if isTrimmed { append(index, to: &cutBack) } else { append(index, to: &back) }
                case .front(let isTrimmed):
                    if isTrimmed { append(index, to: &cutFront) } else { append(index, to: &front) }
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
        // The pieces in the plane, in the order in which they were added: the first is on top of the tasks.
        run.removeAll(keepingCapacity: true)
        index = here.first
        while index >= 0 {
            run.append((0, pieces[index].plane, index))
            index = pieces[index].next
        }
        runSorter.sort(&run) { ($0.index, $0.piece) > ($1.index, $1.piece) }
        for entry in run { tasks.append(.emit(entry.piece)) }
        if back.first >= 0 { tasks.append(.list(back)) }
    }

    private enum Side {
        case on
        /// All of it except slivers thinner than rounding errors; `isTrimmed` if there were some.
        case front(isTrimmed: Bool), back(isTrimmed: Bool)
        case both(Depth, isMostlyFront: Bool)
    }

    /// Where a piece lies against a plane; after it, `distances` has where its corners are.
    ///
    /// Single precision decides, but for planes that are nearer to each other than its rounding: between them the sums
    /// that depths are made of do.
    private mutating func side(of piece: Int, of depth: Depth, _ facet: Facet) -> Side {
        let exact = exactSide(of: piece, depth)
        if case .on = exact { return .on }
        let own = planes[pieces[piece].plane].depth
        distances.removeAll(keepingCapacity: true)
        var (low, high, reach) = (Float(0), Float(0), 1.0)
        for index in pieces[piece].points {
            let p = points[index]
            var distance = facet.distance(of: p, own.at(p))
            // Sums in double precision leave this much where those in single precision are 0.
            if abs(distance) < 1e-9 { distance = 0 }
            distances.append(distance)
            (low, high, reach) = (min(low, distance), max(high, distance), max(reach, abs(p.x), abs(p.y)))
        }
        let rounding = 32 * Float.ulpOfOne * Float(reach)
        if max(-low, high) <= rounding {
            if case .both(let line, _) = exact {
                for (position, index) in pieces[piece].points.enumerated() {
                    distances[position] = Float(line.at(points[index]))
                }
            }
            return exact
        }
        if low >= 0 { return .front(isTrimmed: false) }
        if high <= 0 { return .back(isTrimmed: false) }
        if low >= -rounding {
            trim(piece, toFront: true)
            return .front(isTrimmed: true)
        }
        if high <= rounding {
            trim(piece, toFront: false)
            return .back(isTrimmed: true)
        }
        let line = Depth(a: own.a - depth.a, b: own.b - depth.b, c: own.c - depth.c)
        return .both(line, isMostlyFront: high > -low)
    }

    /// Where a piece lies against a plane: the tolerance is that of the sums that depths are made of.
    private func exactSide(of piece: Int, _ depth: Depth) -> Side {
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
        if low == 0 { return .front(isTrimmed: false) }
        if high == 0 { return .back(isTrimmed: false) }
        return .both(line, isMostlyFront: high > -low)
    }

    /// Removes the part of a piece on the other side, by the distances that were measured last.
    private mutating func trim(_ piece: Int, toFront: Bool) {
        let rest = clip(piece, toFront: toFront)
        if rest.count >= 3 { pieces[piece].points = rest }
    }

    /// The corners of the part of a piece that lies on one side by the distances that were measured last.
    private mutating func clip(_ piece: Int, toFront: Bool) -> Range<Int> {
        let corners = pieces[piece].points
        let first = points.count
        var (from, value) = (points[corners.upperBound - 1], distances[corners.count - 1])
        for (position, index) in corners.enumerated() {
            let (to, next) = (points[index], distances[position])
            if (value < 0 && next > 0) || (value > 0 && next < 0) {
                points.append(from + (to - from) * (Double(value) / (Double(value) - Double(next))))
            }
            if toFront ? next >= 0 : next <= 0 { points.append(to) }
            (from, value) = (to, next)
        }
        return first..<points.count
    }

    /// Cuts a piece: it becomes the part behind, and the part in front is returned.
    ///
    /// Pixels are cut along the line; the corners of both parts lie where the distances that were measured last have
    /// it.
    private mutating func split(_ piece: Int, _ line: Depth) -> Int {
        let (behind, before) = (clip(piece, toFront: false), clip(piece, toFront: true))
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

/// A plane in single precision: a unit normal towards the viewer, and its distance from the origin.
///
/// Its rounding decides ties, so that the order of the operations is part of its definition.
struct Facet {
    private var normal = SIMD3<Float>(0, 0, 1)
    private var offset: Float = 0

    /// The plane through the first corners of a polygon; where these lie so close together that single precision has it
    /// turned, the exact one, rounded.
    init(_ depth: PlaneSorter.Depth, _ corners: ArraySlice<Point>) {
        guard let last = corners.first else { return }
        let size = (1 + depth.a * depth.a + depth.b * depth.b).squareRoot()
        let exact = SIMD3(-depth.a / size, -depth.b / size, 1 / size)
        normal = SIMD3(Float(exact.x), Float(exact.y), Float(exact.z))
        offset = Float(-(exact.x * last.x + exact.y * last.y + exact.z * depth.at(last)))
        guard corners.count >= 3 else { return }
        func corner(_ index: Int) -> SIMD3<Float> {
            let p = corners[corners.startIndex + index]
            return SIMD3(Float(p.x), Float(p.y), Float(depth.at(p)))
        }
        let first = corner(0)
        let (a, b) = (corner(1) - first, corner(corners.count > 3 ? 3 : 2) - first)
        let cross = SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
        let length = Self.dot(cross, cross).squareRoot()
        guard length > 0, length.isFinite else { return }
        var unit = cross / length
        if unit.z < 0 { unit = -unit }
        let off = unit - normal
        // Over a thousand pixels that is a hundredth of one.
        guard Self.dot(off, off) < 1e-10 else { return }
        normal = unit
        offset = -Self.dot(unit, corner(2))
    }

    /// How far a point is before the plane. *Units*: pixels.
    func distance(of p: Point, _ depth: Double) -> Float {
        let (x, y, z) = (Float(Double(normal.x) * p.x), Float(Double(normal.y) * p.y), Float(Double(normal.z) * depth))
        return x + y + z + offset
    }

    private static func dot(_ a: SIMD3<Float>, _ b: SIMD3<Float>) -> Float { a.x * b.x + a.y * b.y + a.z * b.z }
}
