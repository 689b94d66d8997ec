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
        /// How they go from start to end.
        package var lanes: NumberTrack.Lanes
        /// Which kind of group they are in; nil for those of layers themselves.
        package var group: GroupBlock.Kind?

        /// Makes the key of a track's block.
        package init(_ track: NumberTrack, in group: GroupBlock.Kind? = nil) {
            self.group = group
            (field, curve, autoreverses) = (track.field, track.curve, track.timing.autoreverses)
            lanes = track.lanes
            isSingle = !(track.timing.repeatDuration > 0) && !(track.timing.repeatCount > 1)
        }
    }

    /// Where the tracks' layers are among the states.
    package private(set) var slots: [Int32] = []
    /// What they have in common.
    package let key: Key
    /// Where the tracks' groups are among those of their kind.
    private var groups: [Int32] = []
    /// Their pace, where it is not even: no option, which would be copied for each look at it.
    private let curve: SolvedCurve
    private let isEased: Bool
    private var tracks: [NumberTrack] = []
    // The timing and the first number of each, as columns.
    private var begin: [Double] = [], speed: [Double] = [], cycle: [Double] = [], length: [Double] = []
    private var from: [Double] = [], way: [Double] = [], to: [Double] = []
    // The numbers of each where there are more than one.
    private var fromFour: [SIMD4<Double>] = [], wayFour: [SIMD4<Double>] = [], toFour: [SIMD4<Double>] = []
    private let isOneNumber: Bool
    // What tracks have that do not go straight.
    private var durations: [Double] = []
    private var swings: [(decay: Double, frequency: Double, sine: Double)] = []
    private var turned: [MatrixParts] = []
    private var mixes: [TransformMix.Parts] = []
    private var frames = FrameColumns()

    /// Makes an empty block.
    package init(_ key: Key) {
        self.key = key
        curve = SolvedCurve(key.curve ?? .linear)
        isEased = key.curve != nil
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
        switch key.lanes {
        case .straight, .general: break
        case .swing:
            durations.append(t.duration)
            if let swing = track.swing { swings.append(swing) }
        case .keyframes: if let places = track.places { frames.append(places, track.numbers) }
        case .turn: if let parts = track.parts { turned.append(parts) }
        case .mix: if let mix = track.mix { mixes.append(mix) }
        }
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
        while key.lanes != .general, first + 4 <= slots.count {
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
        while key.lanes != .general, first + 4 <= slots.count {
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
        while key.lanes != .general, first + 4 <= slots.count {
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
        func column(_ list: [Double]) -> SIMD4<Double> { self.column(list, first) }
        let moment = OrdinaryMoment(
            now, begin: column(begin), speed: column(speed), cycle: column(cycle), length: column(length),
            isSingle: key.isSingle, autoreverses: key.autoreverses)
        let place = moment.place
        guard all(moment.isOrdinary) else {
            let tracks = tracks.span
            for lane in 0..<4 {
                let slot = Int(slots[first + lane])
                tracks[first + lane].evaluate(
                    at: now[lane], isInGroup: key.group != nil, atEnd: false, into: &states[slot])
            }
            return
        }
        var share = isEased ? curve.values(at: place) : place
        switch key.lanes {
        case .straight, .general: break
        case .swing:
            let (a, b, c, d) = (swings[first], swings[first + 1], swings[first + 2], swings[first + 3])
            let swing = SpringCurve.Swing(
                decay: SIMD4(a.decay, b.decay, c.decay, d.decay),
                frequency: SIMD4(a.frequency, b.frequency, c.frequency, d.frequency),
                sine: SIMD4(a.sine, b.sine, c.sine, d.sine))
            // A spring begins after its start, where an early pace may put it.
            let seconds = share * column(durations)
            share = swing.values(at: seconds).replacing(with: 0, where: seconds .<= 0)
        case .keyframes:
            for lane in 0..<4 {
                let value = key.field.limited(frames.value(of: first + lane, at: share[lane]))
                key.field.write(value, to: &states[Int(slots[first + lane])])
            }
            return
        case .turn: return turn(first, &states, share)
        case .mix: return mix(first, &states, share)
        }
        write(first, &states, share)
    }

    /// Writes numbers on the straight way from start to end.
    @inline(__always)
    private func write(_ first: Int, _ states: inout MutableSpan<LayerState>, _ share: SIMD4<Double>) {
        guard isOneNumber else {
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
            return
        }
        let value = straight(first, share)
        for lane in 0..<4 {
            let limited = key.field.limited(SIMD4(value[lane], 0, 0, 0))
            key.field.write(limited, to: &states[Int(slots[first + lane])])
        }
    }

    /// The first numbers on the straight way from start to end.
    @inline(__always)
    private func straight(_ first: Int, _ share: SIMD4<Double>) -> SIMD4<Double> {
        let start = column(from, first)
        return (start + column(way, first) * share).replacing(with: start, where: share .== 0)
            .replacing(with: column(to, first), where: share .== 1)
    }

    @inline(__always)
    private func column(_ list: [Double], _ first: Int) -> SIMD4<Double> {
        SIMD4(list[first], list[first + 1], list[first + 2], list[first + 3])
    }

    private func turn(_ first: Int, _ states: inout MutableSpan<LayerState>, _ share: SIMD4<Double>) {
        let turned = turned.span
        let (sine, cosine) = LaneMath.sineAndCosine(straight(first, share))
        for lane in 0..<4 {
            states[Int(slots[first + lane])].transform = turned[first + lane].matrix(
                turnedAboutZ: sine[lane], cosine[lane])
        }
    }

    private func mix(_ first: Int, _ states: inout MutableSpan<LayerState>, _ share: SIMD4<Double>) {
        if any((share .== 0) .| (share .== 1)) {
            for lane in 0..<4 { tracks[first + lane].mix(at: share[lane], into: &states[Int(slots[first + lane])]) }
            return
        }
        let mixes = mixes.span
        let angles = SIMD4(
            mixes[first].angle, mixes[first + 1].angle, mixes[first + 2].angle, mixes[first + 3].angle)
        let sines = LaneMath.sineAndCosine(share * angles).sine
        let rests = LaneMath.sineAndCosine((1 - share) * angles).sine
        for lane in 0..<4 {
            states[Int(slots[first + lane])].transform = mixes[first + lane].value(
                at: share[lane], sines: sines[lane], rests[lane])
        }
    }
}

/// Keyframes of many tracks, one after the other.
private struct FrameColumns: Sendable {
    /// Where a track's values and key times begin, the latter -1 where they are even, and how many values there are.
    private var places: [(values: Int32, times: Int32, count: Int32)] = []
    private var values: [SIMD4<Double>] = []
    private var times: [Double] = []

    mutating func append(_ track: KeyframeState.Places, _ numbers: [SIMD4<Double>]) {
        places.append((Int32(values.count), track.times == nil ? -1 : Int32(times.count), Int32(numbers.count)))
        values.append(contentsOf: numbers)
        if let times = track.times { self.times.append(contentsOf: times) }
    }

    /// The value of a track at a progress: as `KeyframeState.Places` finds it.
    @inline(__always)
    func value(of track: Int, at progress: Double) -> SIMD4<Double> {
        let place = places[track]
        let segments = Int(place.count) - 1
        var index = 0
        var fraction: Double
        if place.times < 0 {
            let share = progress * Double(segments)
            index = share >= Double(segments) ? segments - 1 : share > 0 ? Int(share) : 0
            fraction = share - Double(index)
        } else {
            let first = Int(place.times)
            while index + 1 < segments, times[first + index + 1] <= progress { index += 1 }
            let start = times[first + index], length = times[first + index + 1] - start
            fraction = length > 0 ? (progress - start) / length : 1
        }
        let a = values[Int(place.values) + index]
        if fraction == 0 { return a }
        let b = values[Int(place.values) + index + 1]
        return fraction == 1 ? b : a + (b - a) * fraction
    }
}
