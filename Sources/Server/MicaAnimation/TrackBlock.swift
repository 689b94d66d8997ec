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

        /// Makes the key of a track's block.
        package init(_ track: NumberTrack) {
            (field, curve, autoreverses) = (track.field, track.curve, track.timing.autoreverses)
            isStraight = track.isStraight
            isSingle = !(track.timing.repeatDuration > 0) && !(track.timing.repeatCount > 1)
        }
    }

    /// Where the tracks' layers are among the states.
    package private(set) var slots: [Int32] = []
    private let key: Key
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
    package mutating func append(_ track: NumberTrack, slot: Int32) {
        slots.append(slot)
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
            four(first, &states, times)
            first += 4
        }
        while first < slots.count {
            let slot = Int(slots[first])
            tracks[first].evaluate(at: times[slot], into: &states[slot])
            first += 1
        }
    }

    @inline(__always)
    private func four(_ first: Int, _ states: inout MutableSpan<LayerState>, _ times: Span<Double>) {
        func column(_ list: [Double]) -> SIMD4<Double> {
            SIMD4(list[first], list[first + 1], list[first + 2], list[first + 3])
        }
        let now = SIMD4(
            times[Int(slots[first])], times[Int(slots[first + 1])], times[Int(slots[first + 2])],
            times[Int(slots[first + 3])])
        let elapsed = (now - column(begin)) * column(speed)
        var place = elapsed / column(cycle)
        var isOrdinary = (elapsed .> 0) .& (elapsed .< column(length))
        if key.isSingle {
            isOrdinary .&= (place .> 1e-12) .& (1 - place .> 1e-12)
        } else {
            // To the nearest whole number, of two as near the even one; beyond 2^51 there are no others.
            isOrdinary .&= place .< 0x1p51
            let nearest = (place + 0x1.8p52) - 0x1.8p52
            let off = place - nearest
            let size = nearest.replacing(with: SIMD4(repeating: 1), where: nearest .< 1)
            isOrdinary .&= (off .> 1e-12 * size) .| (off .< -1e-12 * size)
            place -= nearest.replacing(with: nearest - 1, where: nearest .> place)
        }
        if key.autoreverses { place = (2 * place).replacing(with: 2 - 2 * place, where: place .> 0.5) }
        isOrdinary .&= (place .> 0) .& (place .< 1)
        guard all(isOrdinary) else {
            for lane in 0..<4 {
                let slot = Int(slots[first + lane])
                tracks[first + lane].evaluate(at: times[slot], into: &states[slot])
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
