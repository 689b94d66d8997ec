/// Tracks with one field, one easing and one kind of repeat. Four are evaluated at once.
///
/// Most moments of most animations are ordinary: within the active duration, and not where a repeat begins or ends. For
/// those the block computes the same steps as `TimingState.basicTime` and `interpolate`, in the same order, so that the
/// bits are equal. All other moments go the slow way, through those functions.
///
/// Several fours go through each step together (times, then easing, then values), so that the CPU overlaps their
/// instructions.
package struct TrackBlock: Sendable {
    /// What all tracks of a block have in common.
    package struct Key: Hashable, Sendable {
        /// The field that they write.
        package var field: TrackField
        /// Their easing; nil for linear.
        package var curve: TimingCurve?
        /// Whether they play backwards after forwards.
        package var autoreverses: Bool
        /// Whether they play no more than once.
        package var isSingle: Bool
        /// How they are interpolated.
        package var lanes: NumberTrack.Lanes
        /// How their values are written.
        package var writing: NumberTrack.Writing
        /// The kind of group that they are in; nil for animations of layers themselves.
        package var group: GroupBlock.Kind?

        /// The key of a track's block.
        package init(_ track: NumberTrack, in group: GroupBlock.Kind? = nil) {
            self.group = group
            (field, curve, autoreverses) = (track.field, track.curve, track.timing.autoreverses)
            (lanes, writing) = (track.lanes, track.writing)
            isSingle = !(track.timing.repeatDuration > 0) && !(track.timing.repeatCount > 1)
        }
    }

    /// For each track the index of its layer's state.
    package private(set) var slots: [Int32] = []
    /// The key of all of its tracks.
    package let key: Key
    /// For each track the index of its group in the group's block.
    private var groups: [Int32] = []
    /// For each track the index of its entry in the plan's `located`.
    private var entries: [Int32] = []
    /// Their easing. Not an optional, which would be copied for each use.
    private var easing: EasingTable
    private let isEased: Bool
    private var tracks: [NumberTrack] = []
    private let isOneNumber: Bool
    // In fours, for all tracks: the timing; and of the first number the start, the change and the end.
    private var timings: [LaneTiming] = []
    private var ends: [LaneEnds] = []
    // The numbers of each track, if it has more than one.
    private var ways: [NumberWay] = []
    // Data of tracks that are not interpolated linearly.
    private var durations: [SIMD4<Double>] = []
    private var swings: [SpringCurve.Swing] = []
    private var mixes: [MixLanes] = []
    private var frames = FrameColumns()
    private var transforms: TransformColumns

    /// How many fours go through each step together: enough to keep the CPU busy, and few enough to stay in its cache.
    private static let together = 16
    /// A number for each track of these fours.
    private typealias Numbers = InlineArray<16, SIMD4<Double>>

    package init(_ key: Key) {
        self.key = key
        easing = EasingTable(key.curve ?? .linear)
        isEased = key.curve != nil
        transforms = TransformColumns(key.field, key.writing)
        isOneNumber = key.field.count == 1
    }

    /// Adds a track of the layer in a slot.
    ///
    /// - Parameters:
    ///   - group: the index of its group in the group's block, if it is in one.
    ///   - entry: the index of its entry in the plan.
    mutating func append(_ track: NumberTrack, slot: Int32, group: Int32, entry: Int32) {
        let index = slots.count
        slots.append(slot)
        groups.append(group)
        entries.append(entry)
        tracks.append(track)
        if index % 4 == 0 {
            timings.append(LaneTiming())
            ends.append(LaneEnds())
            if key.lanes == .swing {
                durations.append(.zero)
                swings.append(SpringCurve.Swing(decay: .zero, frequency: .zero, sine: .zero))
            }
            if key.lanes == .mix { mixes.append(MixLanes()) }
        }
        if !isOneNumber { ways.append(NumberWay(from: .zero, way: .zero, to: .zero)) }
        set(track, at: index)
        if isEased, slots.count >= EasingTable.worth { easing.fill() }
    }

    /// Removes a track; the last track takes its index.
    ///
    /// - Returns: the plan's entry of the track that was moved; nil if the removed track was the last.
    mutating func remove(at index: Int) -> Int32? {
        let last = slots.count - 1
        if index < last {
            (slots[index], groups[index], entries[index]) = (slots[last], groups[last], entries[last])
            tracks.swapAt(index, last)
            set(tracks[index], at: index, from: last)
        }
        slots.removeLast()
        groups.removeLast()
        entries.removeLast()
        tracks.removeLast()
        if !isOneNumber { ways.removeLast() }
        frames.removeLast(last)
        transforms.removeLast(last)
        if last % 4 == 0 {
            timings.removeLast()
            ends.removeLast()
            if key.lanes == .swing {
                durations.removeLast()
                swings.removeLast()
            }
            if key.lanes == .mix { mixes.removeLast() }
        }
        return index < last ? entries[index] : nil
    }

    /// Writes a track's numbers into the columns.
    ///
    /// - Parameter old: the track's index before; nil for a new track.
    private mutating func set(_ track: NumberTrack, at index: Int, from old: Int? = nil) {
        let (four, lane) = (index / 4, index % 4)
        timings[four].set(track.timing, lane)
        ends[four].from[lane] = track.from.x
        ends[four].way[lane] = track.way.x
        ends[four].to[lane] = track.to.x
        switch key.lanes {
        case .straight, .general: break
        case .swing:
            durations[four][lane] = track.timing.duration
            if let swing = track.swing {
                swings[four].decay[lane] = swing.decay
                swings[four].frequency[lane] = swing.frequency
                swings[four].sine[lane] = swing.sine
            }
        case .keyframes:
            if let old {
                frames.move(old, to: index)
            } else if let positions = track.positions {
                frames.append(positions, track.numbers)
            }
        case .mix: if let mix = track.mix { mixes[four].set(mix, lane) }
        }
        if key.lanes != .general { transforms.set(track, at: index) }
        if !isOneNumber { ways[index] = NumberWay(from: track.from, way: track.way, to: track.to) }
    }

    /// The number of tracks.
    package var count: Int { slots.count }

    /// The number of fours that are evaluated at once.
    private var fours: Int { key.lanes == .general ? 0 : slots.count / 4 }

    /// Evaluates all tracks, each at the local time of its layer, and writes their values.
    ///
    /// - Parameter isOtherwiseShown: set if a layer became transparent or stopped being so.
    package func evaluate(
        _ states: inout MutableSpan<LayerState>, times: Span<Double>, _ isOtherwiseShown: inout Bool
    ) {
        evaluate(&states, &isOtherwiseShown) { first in
            SIMD4(
                times[Int(slots[first])], times[Int(slots[first + 1])], times[Int(slots[first + 2])],
                times[Int(slots[first + 3])])
        } one: { index, state in
            one(index, &state, at: times[Int(slots[index])])
        }
    }

    /// Evaluates all tracks at one time, and writes their values.
    ///
    /// - Parameter isOtherwiseShown: set if a layer became transparent or stopped being so.
    package func evaluate(
        _ states: inout MutableSpan<LayerState>, at time: Double, _ isOtherwiseShown: inout Bool
    ) {
        evaluate(&states, &isOtherwiseShown) { _ in
            SIMD4(repeating: time)
        } one: { index, state in
            one(index, &state, at: time)
        }
    }

    /// Evaluates all tracks, each at the time of its group, and writes their values.
    ///
    /// - Parameter isOtherwiseShown: set if a layer became transparent or stopped being so.
    package func evaluate(
        _ states: inout MutableSpan<LayerState>, in block: borrowing GroupBlock, _ isOtherwiseShown: inout Bool
    ) {
        evaluate(&states, &isOtherwiseShown) { first in
            block.times(
                Int(groups[first]), Int(groups[first + 1]), Int(groups[first + 2]), Int(groups[first + 3]))
        } one: { index, state in
            let group = Int(groups[index])
            one(index, &state, at: block.seconds[group], isInGroup: true, atEnd: block.isAtEnd[group])
        }
    }

    /// Evaluates all tracks: in fours at the times that `times` gives for four from an index on, and the rest, and fours
    /// at a moment that is not ordinary, by `one`.
    @inline(__always)  // Once for each source of times.
    private func evaluate(
        _ states: inout MutableSpan<LayerState>, _ isOtherwiseShown: inout Bool, times: (Int) -> SIMD4<Double>,
        one: (Int, inout LayerState) -> Void
    ) {
        func slowly(_ index: Int) {
            let slot = Int(slots[index])
            let wasClear = states[slot].isClear
            one(index, &states[slot])
            if states[slot].isClear != wasClear { isOtherwiseShown = true }
        }
        var numbers = Numbers(repeating: .zero)
        var first = 0
        while first < fours {
            let count = min(Self.together, fours - first)
            for four in 0..<count { numbers[four] = times((first + four) * 4) }
            var slow = evaluate(first, count, &numbers, &states, &isOtherwiseShown)
            while slow != 0 {
                let index = (first + slow.trailingZeroBitCount) * 4
                slow &= slow - 1
                for track in index..<index + 4 { slowly(track) }
            }
            first += count
        }
        for index in fours * 4..<slots.count { slowly(index) }
    }

    /// The slow way for one track.
    @inline(__always)  // Read in place: a track is too large to be copied.
    private func one(
        _ index: Int, _ state: inout LayerState, at time: Double, isInGroup: Bool = false, atEnd: Bool = false
    ) {
        tracks.span[index].evaluate(
            at: time, easing: isEased ? easing : nil, isInGroup: isInGroup, atEnd: atEnd, into: &state)
    }

    /// Evaluates up to `together` fours from one on. A bit of the result is set for each four that has to go the slow
    /// way.
    ///
    /// - Parameter numbers: the time of each track; the function overwrites them.
    private func evaluate(
        _ first: Int, _ count: Int, _ numbers: inout Numbers, _ states: inout MutableSpan<LayerState>,
        _ isOtherwiseShown: inout Bool
    ) -> UInt32 {
        var slow: UInt32 = 0
        // Through a span: an inline array is copied when one of its elements is read.
        var numbers = numbers.mutableSpan
        let timings = timings.span
        for four in 0..<count {
            let moment = OrdinaryMoment(
                numbers[four], timings[first + four], isSingle: key.isSingle, autoreverses: key.autoreverses)
            numbers[four] = moment.position
            if !moment.isOrdinary.holdsEverywhere { slow |= 1 << UInt32(four) }
        }
        if isEased { easing.ease(&numbers, count, except: slow) }
        switch key.lanes {
        case .general: break
        case .swing:
            for four in 0..<count where slow & 1 << UInt32(four) == 0 {
                // A spring is at 0 before its start, where an easing may put it.
                let seconds = numbers[four] * durations[first + four]
                numbers[four] = swings[first + four].values(at: seconds).replacing(with: 0, where: seconds .<= 0)
            }
            fallthrough
        case .straight:
            guard isOneNumber else {
                writeNumbers(first, count, numbers.span, except: slow, &states)
                break
            }
            let ends = ends.span
            for four in 0..<count { numbers[four] = ends[first + four].value(atShare: numbers[four]) }
            write(first, count, numbers.span, except: slow, &states, &isOtherwiseShown)
        case .keyframes:
            for four in 0..<count where slow & 1 << UInt32(four) == 0 {
                let share = numbers[four]
                for lane in 0..<4 {
                    let index = (first + four) * 4 + lane
                    let value = key.field.limited(frames.value(of: index, at: share[lane]))
                    if isOneNumber {
                        numbers[four][lane] = value.x
                    } else {
                        key.field.write(value, to: &states[Int(slots[index])])
                    }
                }
            }
            if isOneNumber { write(first, count, numbers.span, except: slow, &states, &isOtherwiseShown) }
        case .mix:
            for four in 0..<count where slow & 1 << UInt32(four) == 0 {
                mix(first + four, numbers[four], &states)
            }
        }
        return slow
    }

    /// Writes four numbers for each track, interpolated linearly from start to end.
    @inline(__always)  // One caller.
    private func writeNumbers(
        _ first: Int, _ count: Int, _ shares: Span<SIMD4<Double>>, except slow: UInt32,
        _ states: inout MutableSpan<LayerState>
    ) {
        let (ways, field) = (ways.span, key.field)
        for four in 0..<count where slow & 1 << UInt32(four) == 0 {
            for lane in 0..<4 {
                let index = (first + four) * 4 + lane
                let value = ways[index].value(atShare: shares[four][lane])
                field.write(field.limited(value), to: &states[Int(slots[index])])
            }
        }
    }

    /// Writes one number for each track.
    @inline(__always)  // Two callers, with many arguments.
    private func write(
        _ first: Int, _ count: Int, _ values: Span<SIMD4<Double>>, except slow: UInt32,
        _ states: inout MutableSpan<LayerState>, _ isOtherwiseShown: inout Bool
    ) {
        let slots = slots.span
        if key.field.direct == .opacity {
            for four in 0..<count where slow & 1 << UInt32(four) == 0 {
                for lane in 0..<4 {
                    let slot = Int(slots[(first + four) * 4 + lane]), opacity = min(1, max(0, values[four][lane]))
                    if (opacity > 0) == states[slot].isClear { isOtherwiseShown = true }
                    states[slot].opacity = opacity
                }
            }
        } else if key.writing == .numbers {
            let field = key.field
            for four in 0..<count where slow & 1 << UInt32(four) == 0 {
                for lane in 0..<4 {
                    let limited = field.limited(SIMD4(values[four][lane], 0, 0, 0))
                    field.write(limited, to: &states[Int(slots[(first + four) * 4 + lane])])
                }
            }
        } else {
            for four in 0..<count where slow & 1 << UInt32(four) == 0 {
                transforms.write(values[four], first + four, slots, &states)
            }
        }
    }

    /// Writes transforms between two.
    @inline(__always)  // One caller.
    private func mix(_ four: Int, _ share: SIMD4<Double>, _ states: inout MutableSpan<LayerState>) {
        // Tests that none of the four is at an end.
        let product = share * (1 - share), two = product.lowHalf * product.highHalf
        guard two.x * two.y != 0 else {
            for lane in 0..<4 {
                tracks.span[four * 4 + lane].mix(at: share[lane], into: &states[Int(slots[four * 4 + lane])])
            }
            return
        }
        MixLanes.matrices(mixes.span, four, at: share).writeScattered(slots.span, four * 4, &states)
    }
}

extension LayerState {
    /// Whether its opacity makes the layer invisible.
    fileprivate var isClear: Bool {
        @inline(__always) get { !(opacity > 0) }  // A load, for each opacity.
    }
}

/// The first numbers of four tracks: start, change, and end.
private struct LaneEnds: Sendable {
    var from = SIMD4<Double>.zero, way = SIMD4<Double>.zero, to = SIMD4<Double>.zero

    /// The numbers at shares of the way.
    @inline(__always)  // For each four of most animations.
    func value(atShare share: SIMD4<Double>) -> SIMD4<Double> {
        (from + way * share).replacing(with: from, where: share .== 0).replacing(with: to, where: share .== 1)
    }
}

/// The numbers of one track: start, change, and end.
private struct NumberWay: Sendable {
    var from: SIMD4<Double>, way: SIMD4<Double>, to: SIMD4<Double>

    /// The numbers at a share of the way.
    @inline(__always)  // For each track of positions, bounds and colours.
    func value(atShare share: Double) -> SIMD4<Double> {
        share == 1 ? to : share == 0 ? from : from + way * share
    }
}

/// The keyframes of many tracks, one track after another.
private struct FrameColumns: Sendable {
    /// For each track the index of its first value, the index of its first key time (-1 where values are spaced
    /// evenly), and the number of values.
    private var ranges: [(values: Int32, times: Int32, count: Int32)] = []
    private var values: [SIMD4<Double>] = []
    private var times: [Double] = []

    mutating func append(_ track: KeyframeState.Positions, _ numbers: [SIMD4<Double>]) {
        ranges.append((Int32(values.count), track.times == nil ? -1 : Int32(times.count), Int32(numbers.count)))
        values.append(contentsOf: numbers)
        if let times = track.times { self.times.append(contentsOf: times) }
    }

    /// Moves a track to the index of a removed one, whose keyframes stay in the columns, unused.
    mutating func move(_ old: Int, to index: Int) { ranges[index] = ranges[old] }

    /// Removes the last track.
    mutating func removeLast(_ last: Int) { if ranges.count > last { ranges.removeLast() } }

    /// The value of a track at a progress, as `KeyframeState.Positions` finds it.
    @inline(__always)
    func value(of track: Int, at progress: Double) -> SIMD4<Double> {
        let position = ranges[track]
        let segments = Int(position.count) - 1
        var index = 0
        var fraction: Double
        if position.times < 0 {
            let share = progress * Double(segments)
            index = share >= Double(segments) ? segments - 1 : share > 0 ? Int(share) : 0
            fraction = share - Double(index)
        } else {
            let first = Int(position.times)
            while index + 1 < segments, times[first + index + 1] <= progress { index += 1 }
            let start = times[first + index], length = times[first + index + 1] - start
            fraction = length > 0 ? (progress - start) / length : 1
        }
        let a = values[Int(position.values) + index]
        if fraction == 0 { return a }
        let b = values[Int(position.values) + index + 1]
        return fraction == 1 ? b : a + (b - a) * fraction
    }
}
