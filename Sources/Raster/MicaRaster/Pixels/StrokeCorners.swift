import CMicaPixels

/// The corners of a line that is stroked, with the values of its sides: chords, turns and crossings.
///
/// The vector kernels work on four corners at a time. The functions of `StrokeCorners+Scalar.swift` give the same
/// numbers and define them.
package struct StrokeCorners: Sendable {
    /// The numbers of each corner.
    enum Column: Int {
        /// The point.
        case x, y
        /// The direction of the chord to the next corner, of length 1.
        case alongX, alongY
        /// The length of that chord.
        case length
        /// The sine and the cosine of the turn.
        case cross, dot
        /// How far before and behind the corner its chords' sides cross.
        case reach
        /// From the corner to that crossing, on the side that is walked first.
        case crossingX, crossingY

        static let count = 10
    }

    /// The columns one after the other, each with `margin` entries before its first number and as many behind its room.
    var numbers: [Double] = []
    var flags: [UInt8] = []
    private var room = 0
    /// How many corners there are.
    package private(set) var count = 0

    private static let margin = 8

    /// Makes a line without corners.
    package init() {}

    /// The index of a corner's number in a column.
    func offset(_ column: Column, _ index: Int) -> Int {
        column.rawValue * (room + 2 * Self.margin) + Self.margin + index
    }

    /// The index of a corner's flags.
    func flagOffset(_ index: Int) -> Int { Self.margin + index }

    // MARK: - The corners

    /// Removes all corners and begins at a point.
    package mutating func begin(at point: SIMD2<Double>) {
        count = 0
        append(point, isSmooth: false)
    }

    /// Appends a corner.
    ///
    /// - Parameter isSmooth: whether the line bends there because a curve does, and not because two segments meet.
    package mutating func append(_ point: SIMD2<Double>, isSmooth: Bool) {
        makeRoom(for: 1)
        set(count, point, isSmooth: isSmooth)
        count += 1
    }

    private mutating func set(_ index: Int, _ point: SIMD2<Double>, isSmooth: Bool) {
        numbers[offset(.x, index)] = point.x
        numbers[offset(.y, index)] = point.y
        flags[flagOffset(index)] = isSmooth ? UInt8(MICA_SMOOTH.rawValue) : 0
    }

    /// Appends the corners between the chords of cubics, and the ends of the cubics, with this thread's vector kernels.
    ///
    /// - Parameter points: where the first cubic begins, then three for each.
    /// - Returns: how many cubics are done. Stops before a cubic if it is unknown whether the next one continues it
    ///   smoothly. Whether the last one does is left to the caller.
    package mutating func appendCurves(_ points: Span<SIMD2<Double>>, _ chords: ChordLimits) -> Int {
        let curves = (points.count - 1) / 3
        var done = 0, needed = 8
        while done < curves, needed > 0 {
            makeRoom(for: max(needed, 2 * curves))
            let (rest, x, y, flag) = (
                points.extracting(3 * done..<points.count), offset(.x, 0), offset(.y, 0), flagOffset(0)
            )
            done += unsafe numbers.withUnsafeMutableBufferPointer { numbers in
                unsafe flags.withUnsafeMutableBufferPointer { flags in
                    guard let numbers = numbers.baseAddress, let flags = flags.baseAddress else { return 0 }
                    return unsafe chords.addCorners(
                        rest, numbers + x, numbers + y, flags + flag, &count, room: room, needed: &needed)
                }
            }
        }
        return done
    }

    private mutating func makeRoom(for more: Int) {
        if count + more <= room { return }
        var larger = StrokeCorners()
        larger.room = max(count + more, 2 * room, 256)
        larger.numbers = Array(repeating: 0, count: Column.count * (larger.room + 2 * Self.margin))
        larger.flags = Array(repeating: 0, count: larger.room + 2 * Self.margin)
        for index in 0..<count { larger.set(index, self[index], isSmooth: isSmooth(index)) }
        larger.count = count
        self = larger
    }

    /// A corner's point.
    package subscript(index: Int) -> SIMD2<Double> {
        precondition(index >= 0 && index < count, "there is no such corner")
        return SIMD2(numbers[offset(.x, index)], numbers[offset(.y, index)])
    }

    /// The direction of the chord to the next corner, of length 1.
    package func direction(_ index: Int) -> SIMD2<Double> {
        SIMD2(numbers[offset(.alongX, index)], numbers[offset(.alongY, index)])
    }

    /// The length of the chord to the next corner.
    package func length(_ index: Int) -> Double { numbers[offset(.length, index)] }

    /// The sine of the turn.
    package func cross(_ index: Int) -> Double { numbers[offset(.cross, index)] }

    /// The cosine of the turn.
    package func dot(_ index: Int) -> Double { numbers[offset(.dot, index)] }

    /// How far before and behind the corner its chords' sides cross.
    package func reach(_ index: Int) -> Double { numbers[offset(.reach, index)] }

    /// From the corner to the crossing of its chords' sides, on the side that is walked first.
    package func crossing(_ index: Int) -> SIMD2<Double> {
        SIMD2(numbers[offset(.crossingX, index)], numbers[offset(.crossingY, index)])
    }

    /// Whether the line bends at the corner because a curve does, and not because two segments meet.
    package func isSmooth(_ index: Int) -> Bool { has(MICA_SMOOTH, index) }

    /// Whether the side inside the turn goes through the crossing.
    package func isOpen(_ index: Int) -> Bool { has(MICA_OPEN, index) }

    private func has(_ flag: mica_corner_flags, _ index: Int) -> Bool {
        flags[flagOffset(index)] & UInt8(flag.rawValue) != 0
    }

    /// Sets whether the line bends at a corner because a curve does.
    package mutating func setSmooth(_ isSmooth: Bool, at index: Int) {
        precondition(index >= 0 && index < count, "there is no such corner")
        flags[flagOffset(index)] = isSmooth ? UInt8(MICA_SMOOTH.rawValue) : 0
    }

    /// How many consecutive corners are plain (both sides go through the crossing), from one on, or back from it.
    package func plainCount(from first: Int, isReturning: Bool, most: Int) -> Int {
        precondition(
            most >= 0 && (isReturning ? first < count && first - most >= -1 : first >= 0 && first + most <= count),
            "there are no such corners")
        let offset = flagOffset(first)
        return unsafe flags.withUnsafeBufferPointer { flags in
            guard let flags = flags.baseAddress else { return 0 }
            return unsafe mica_plain_corners(flags + offset, isReturning ? -1 : 1, most)
        }
    }

    // MARK: - Chords and turns

    /// Drops corners that coincide with the corner before, and computes the chords.
    ///
    /// - Parameters:
    ///   - isClosed: whether the last corner is joined to the first.
    ///   - nearness: the square of the distance up to which two corners count as one.
    package mutating func measure(isClosed: Bool, nearness: Double) {
        if measureChords(0..<count - 1) <= nearness {
            dropRepeated(nearness)
            _ = measureChords(0..<count - 1)
        }
        guard isClosed else { return }
        // A closed line does not repeat its first point.
        while count > 1, squaredDistance(self[count - 1], self[0]) <= nearness { count -= 1 }
        let last = count - 1
        if last == 0 { return }
        set(count, self[0], isSmooth: false)
        _ = measureChords(last..<count)
        for column in [Column.alongX, .alongY, .length] {
            numbers[offset(column, -1)] = numbers[offset(column, last)]
        }
    }

    private func squaredDistance(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double {
        let way = a - b
        return way.x * way.x + way.y * way.y
    }

    private mutating func dropRepeated(_ nearness: Double) {
        var written = 1
        for index in 1..<count {
            if squaredDistance(self[written - 1], self[index]) <= nearness {
                if !isSmooth(index) { setSmooth(false, at: written - 1) }
            } else {
                set(written, self[index], isSmooth: isSmooth(index))
                written += 1
            }
        }
        count = written
    }

    /// Computes the turns, and which corners are open and which plain; the ends of an open line are neither.
    ///
    /// - Parameters:
    ///   - miterDot: the least cosine of a turn that is plain where segments meet.
    ///   - roundDot: the least cosine of a turn that is plain in a curve.
    package mutating func turn(isClosed: Bool, halfWidth: Double, miterDot: Double, roundDot: Double) {
        let last = count - 1, range = isClosed ? 0..<count : 1..<max(1, last)
        if PixelKernels.current == .scalar {
            turnCorners(range, halfWidth)
        } else {
            unsafe with { unsafe mica_corners_turn($0, range.lowerBound, range.upperBound, halfWidth) }
        }
        if isClosed {
            numbers[offset(.reach, -1)] = numbers[offset(.reach, last)]
            numbers[offset(.reach, count)] = numbers[offset(.reach, 0)]
        } else {
            numbers[offset(.reach, 0)] = 0
            numbers[offset(.reach, last)] = 0
        }
        if PixelKernels.current == .scalar {
            openCorners(range, miterDot: miterDot, roundDot: roundDot)
        } else {
            unsafe with { unsafe mica_corners_open($0, range.lowerBound, range.upperBound, miterDot, roundDot) }
        }
    }

    /// Computes the chords; returns the square of the shortest one's length.
    private mutating func measureChords(_ range: Range<Int>) -> Double {
        if PixelKernels.current == .scalar { return measureChordsOneByOne(range) }
        return unsafe with { unsafe mica_corners_measure($0, range.lowerBound, range.upperBound) }
    }

    /// Appends the points beside plain corners, on the first side in order, or on the second from the last back.
    package mutating func appendSide(_ range: Range<Int>, isReturning: Bool, to points: inout OutputSpan<SIMD2<Double>>)
    {
        precondition(
            range.lowerBound >= 0 && range.upperBound <= count && points.freeCapacity >= range.count,
            "there are no such corners")
        if PixelKernels.current == .scalar { return appendSideOneByOne(range, isReturning: isReturning, to: &points) }
        unsafe points.withUnsafeMutableBufferPointer { points, initialized in
            guard let points = points.baseAddress else { return }
            let offset = unsafe UnsafeMutableRawPointer(points + initialized).assumingMemoryBound(to: Double.self)
            unsafe with {
                unsafe mica_corners_side($0, range.lowerBound, range.upperBound, isReturning ? -1 : 1, offset)
            }
            initialized += range.count
        }
    }

    /// Calls a function with the columns.
    private mutating func with<Result>(_ body: (UnsafePointer<mica_corners>) -> Result) -> Result {
        let (stride, margin) = (room + 2 * Self.margin, Self.margin)
        return unsafe numbers.withUnsafeMutableBufferPointer { numbers in
            unsafe flags.withUnsafeMutableBufferPointer { flags in
                guard let numbers = numbers.baseAddress, let flags = flags.baseAddress else {
                    preconditionFailure("a line has corners")
                }
                let corners = unsafe Self.columns(numbers + margin, stride, flags + margin)
                return unsafe withUnsafePointer(to: corners) { unsafe body($0) }
            }
        }
    }

    private static func columns(
        _ base: UnsafeMutablePointer<Double>, _ stride: Int, _ flags: UnsafeMutablePointer<UInt8>
    ) -> mica_corners {
        func column(_ column: Column) -> UnsafeMutablePointer<Double> { unsafe base + column.rawValue * stride }
        return unsafe mica_corners(
            x: column(.x), y: column(.y), along_x: column(.alongX), along_y: column(.alongY), length: column(.length),
            cross: column(.cross), dot: column(.dot), reach: column(.reach), crossing_x: column(.crossingX),
            crossing_y: column(.crossingY), flags: flags)
    }
}
