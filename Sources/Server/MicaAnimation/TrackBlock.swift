import MicaWire

/// Tracks of one field, one pace and one way of repeating, side by side, so that four are evaluated at once.
///
/// Most moments of most animations are ordinary: they are within the active duration and not where a repeat begins or ends.
/// For those the block takes the same steps as `TimingState.basicTime` and `interpolate` do, in the same order, so that
/// the bits are the same; any other moment goes the slow way, by those functions themselves.
package struct TrackBlock: Sendable {
    /// What the tracks of a block have in common.
    package struct Key: Hashable, Sendable {
        /// Where they write.
        package var field: TrackField
        /// Their pace; nil is even.
        package var curve: TimingCurve?
        /// Whether they play backwards after forwards.
        package var autoreverses: Bool
        /// Whether they play no more than once.
        package var isSingle: Bool
        /// Whether they go straight from start to end, in numbers; others go one by one.
        package var isStraight: Bool
        /// Which kind of group they are in; nil for those of layers themselves.
        package var group: GroupBlock.Kind?

        /// Makes the key of a track's block.
        package init(_ track: NumberTrack, in group: GroupBlock.Kind? = nil) {
            self.group = group
            (field, curve, autoreverses) = (track.field, track.curve, track.timing.autoreverses)
            isStraight = track.isStraight
            isSingle = !(track.timing.repeatDuration > 0) && !(track.timing.repeatCount > 1)
        }
    }

    /// Where the tracks' layers are among the states.
    package private(set) var slots: [Int32] = []
    /// What they have in common.
    package let key: Key
    /// Where the tracks' groups are among those of their kind.
    private var groups: [Int32] = []
    private let curve: SolvedCurve?
    private var tracks: [NumberTrack] = []
    // The timing and the first number of each, as columns.
    private var begin: [Double] = [], speed: [Double] = [], cycle: [Double] = [], length: [Double] = []
    private var from: [Double] = [], way: [Double] = [], to: [Double] = []
    // The numbers of each where there are more than one.
    private var fromFour: [SIMD4<Double>] = [], wayFour: [SIMD4<Double>] = [], toFour: [SIMD4<Double>] = []
    private let isOneNumber: Bool

    /// Makes an empty block.
    package init(_ key: Key) {
        self.key = key
        curve = key.curve.map { SolvedCurve($0) }
        switch key.field {
        case .position, .anchorPoint, .bounds, .contentsRect, .contentsCenter, .backgroundColor, .borderColor:
            isOneNumber = false
        default: isOneNumber = true
        }
    }

    /// Adds a track of the layer in a place.
    ///
    /// - Parameter group: where its group is among those of its kind, if it is in one.
    package mutating func append(_ track: NumberTrack, slot: Int32, group: Int32 = -1) {
        slots.append(slot)
        if key.group != nil { groups.append(group) }
        tracks.append(track)
        let t = track.timing
        begin.append(t.beginTime)
        speed.append(t.speed)
        cycle.append(t.autoreverses ? t.duration * 2 : t.duration)
        length.append(t.activeDuration)
        from.append(track.from.x)
        way.append(track.way.x)
        to.append(track.to.x)
        guard !isOneNumber else { return }
        fromFour.append(track.from)
        wayFour.append(track.way)
        toFour.append(track.to)
    }

    /// How many tracks there are.
    package var count: Int { slots.count }

    /// Evaluates all tracks, each at the local time of its layer, and writes what they give.
    package func evaluate(_ states: inout MutableSpan<LayerState>, times: Span<Double>) {
        var first = 0
        while key.isStraight, first + 4 <= slots.count {
            let now = SIMD4(
                times[Int(slots[first])], times[Int(slots[first + 1])], times[Int(slots[first + 2])],
                times[Int(slots[first + 3])])
            four(first, &states, now)
            first += 4
        }
        // In place: a track is too large to be copied for a look at it.
        let rest = tracks.span
        while first < slots.count {
            let slot = Int(slots[first])
            rest[first].evaluate(at: times[slot], into: &states[slot])
            first += 1
        }
    }

    /// Evaluates all tracks at one time, and writes what they give.
    package func evaluate(_ states: inout MutableSpan<LayerState>, at time: Double) {
        var first = 0
        let now = SIMD4(repeating: time)
        while key.isStraight, first + 4 <= slots.count {
            four(first, &states, now)
            first += 4
        }
        let rest = tracks.span
        while first < slots.count {
            rest[first].evaluate(at: time, into: &states[Int(slots[first])])
            first += 1
        }
    }

    /// Evaluates all tracks, each at the time of its group, and writes what they give.
    package func evaluate(_ states: inout MutableSpan<LayerState>, in block: borrowing GroupBlock) {
        var first = 0
        while key.isStraight, first + 4 <= slots.count {
            let place = SIMD4(
                Int(groups[first]), Int(groups[first + 1]), Int(groups[first + 2]), Int(groups[first + 3]))
            if block.isWithin(place) {
                let now = SIMD4(
                    block.seconds[place.x], block.seconds[place.y], block.seconds[place.z], block.seconds[place.w])
                four(first, &states, now)
            } else {
                for lane in 0..<4 { one(first + lane, &states, block) }
            }
            first += 4
        }
        while first < slots.count {
            one(first, &states, block)
            first += 1
        }
    }

    private func one(_ place: Int, _ states: inout MutableSpan<LayerState>, _ block: borrowing GroupBlock) {
        let group = Int(groups[place])
        tracks[place].evaluate(
            at: block.seconds[group], isInGroup: true, atEnd: block.isAtEnd[group], into: &states[Int(slots[place])])
    }

    @inline(__always)
    private func four(_ first: Int, _ states: inout MutableSpan<LayerState>, _ now: SIMD4<Double>) {
        func column(_ list: [Double]) -> SIMD4<Double> {
            SIMD4(list[first], list[first + 1], list[first + 2], list[first + 3])
        }
        let moment = OrdinaryMoment(
            now, begin: column(begin), speed: column(speed), cycle: column(cycle), length: column(length),
            isSingle: key.isSingle, autoreverses: key.autoreverses)
        let place = moment.place
        guard all(moment.isOrdinary) else {
            for lane in 0..<4 {
                let slot = Int(slots[first + lane])
                tracks[first + lane].evaluate(
                    at: now[lane], isInGroup: key.group != nil, atEnd: false, into: &states[slot])
            }
            return
        }
        let share = curve?.values(at: place) ?? place
        if isOneNumber {
            let start = column(from)
            let value = (start + column(way) * share).replacing(with: start, where: share .== 0)
                .replacing(with: column(to), where: share .== 1)
            for lane in 0..<4 {
                let limited = key.field.limited(SIMD4(value[lane], 0, 0, 0))
                key.field.write(limited, to: &states[Int(slots[first + lane])])
            }
        } else {
            for lane in 0..<4 {
                let place = first + lane
                var value = fromFour[place]
                if share[lane] == 1 {
                    value = toFour[place]
                } else if share[lane] != 0 {
                    value += wayFour[place] * share[lane]
                }
                key.field.write(key.field.limited(value), to: &states[Int(slots[place])])
            }
        }
    }
}
