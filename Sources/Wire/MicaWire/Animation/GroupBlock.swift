/// The progress of four animations at ordinary moments: within the active duration, and not where a repeat begins or
/// ends.
///
/// It computes the same steps as `TimingState.basicTime`, in the same order, so that the bits are equal.
struct OrdinaryMoment {
    /// The progress along their values, between 0 and 1.
    var position: SIMD4<Double>
    /// Whether the moment is ordinary; if not, the position is meaningless.
    var isOrdinary: SIMDMask<SIMD4<Int64>>

    /// Computes the progress at times of the parents.
    @inline(__always)
    init(_ now: SIMD4<Double>, _ timing: borrowing LaneTiming, isSingle: Bool, autoreverses: Bool) {
        let elapsed = (now - timing.begin) * timing.speed
        position = elapsed / timing.cycle
        isOrdinary = (elapsed .> 0) .& (elapsed .< timing.length)
        if isSingle {
            isOrdinary .&= (position .> 1e-12) .& (1 - position .> 1e-12)
        } else {
            // Rounds to the nearest whole number, ties to even. From 2^51 on, all numbers are whole.
            isOrdinary .&= position .< 0x1p51
            let nearest = (position + 0x1.8p52) - 0x1.8p52
            let off = position - nearest
            let size = nearest.replacing(with: SIMD4(repeating: 1), where: nearest .< 1)
            isOrdinary .&= (off .> 1e-12 * size) .| (off .< -1e-12 * size)
            position -= nearest.replacing(with: nearest - 1, where: nearest .> position)
        }
        if autoreverses { position = (2 * position).replacing(with: 2 - 2 * position, where: position .> 0.5) }
        isOrdinary .&= (position .> 0) .& (position .< 1)
    }
}

/// The timing of four animations.
struct LaneTiming: Sendable {
    /// The begin times, in seconds of their parents.
    private(set) var begin = SIMD4<Double>.zero
    /// The speeds.
    private(set) var speed = SIMD4<Double>.zero
    /// The durations of one repeat, with the way back of an autoreversing one, in seconds.
    private(set) var cycle = SIMD4<Double>.zero
    /// The active durations, in seconds.
    private(set) var length = SIMD4<Double>.zero

    /// Sets one of the four timings.
    mutating func set(_ t: TimingState, _ lane: Int) {
        begin[lane] = t.beginTime
        speed[lane] = t.speed
        cycle[lane] = t.autoreverses ? t.duration * 2 : t.duration
        length[lane] = t.activeDuration
    }
}

/// Groups of animations with one kind of timing. Their times are computed once a frame for all of their animations.
package struct GroupBlock: Sendable {
    /// What all groups of a block have in common.
    package struct Kind: Hashable, Sendable {
        /// Whether they play backwards after forwards.
        package var autoreverses: Bool
        /// Whether they play no more than once.
        package var isSingle: Bool
        /// Their easing; nil for linear.
        package var curve: TimingCurve?

        /// The kind of a group, from its timing and its easing.
        package init(_ timing: TimingState, _ curve: TimingCurve?) {
            autoreverses = timing.autoreverses
            self.curve = curve.flatMap { $0.isEven ? nil : $0 }
            isSingle = !(timing.repeatDuration > 0) && !(timing.repeatCount > 1)
        }
    }

    /// The kind of its groups.
    package let kind: Kind
    private var slots: [Int32] = []
    private var timings: [TimingState] = []
    private var removedOnCompletion: [Bool] = []
    /// The timing of each four groups, and the duration of each group.
    private var fours: [LaneTiming] = []
    private var duration: [Double] = []
    /// The time inside each group, in seconds; NaN where it has no effect.
    package private(set) var seconds: [Double] = []
    /// Whether each is at the end of its basic duration.
    package private(set) var isAtEnd: [Bool] = []

    /// Their easing; linear where the kind has none.
    private var easing: EasingTable

    package init(_ kind: Kind) {
        self.kind = kind
        easing = EasingTable(kind.curve ?? .linear)
    }

    /// The number of groups.
    package var count: Int { slots.count }

    /// Adds a group of the layer in a slot; returns the group's index.
    ///
    /// - Precondition: tracks can have the timing (`NumberTrack.suits`).
    package mutating func append(_ group: AnimationState, slot: Int32) -> Int32 {
        let t = group.timing
        slots.append(slot)
        timings.append(t)
        removedOnCompletion.append(group.removedOnCompletion)
        if slots.count % 4 == 1 { fours.append(LaneTiming()) }
        fours[fours.count - 1].set(t, (slots.count - 1) % 4)
        duration.append(t.duration)
        seconds.append(.nan)
        isAtEnd.append(false)
        if kind.curve != nil, slots.count >= EasingTable.worth { easing.fill() }
        return Int32(slots.count - 1)
    }

    /// Computes the times of all groups, each at the local time of its layer.
    package mutating func evaluate(times: Span<Double>) {
        var first = 0
        while first < count {
            if first + 4 <= count {
                let now = SIMD4(
                    times[Int(slots[first])], times[Int(slots[first + 1])], times[Int(slots[first + 2])],
                    times[Int(slots[first + 3])])
                four(first, now)
                first += 4
            } else {
                one(first, times[Int(slots[first])])
                first += 1
            }
        }
    }

    /// Computes the times of all groups at one time.
    package mutating func evaluate(at time: Double) {
        var first = 0
        while first + 4 <= count {
            four(first, SIMD4(repeating: time))
            first += 4
        }
        while first < count {
            one(first, time)
            first += 1
        }
    }

    /// The times inside four groups; NaN if one of them has no effect or is at its end.
    @inline(__always)
    func times(_ a: Int, _ b: Int, _ c: Int, _ d: Int) -> SIMD4<Double> {
        if isAtEnd[a] || isAtEnd[b] || isAtEnd[c] || isAtEnd[d] { return SIMD4(repeating: .nan) }
        return SIMD4(seconds[a], seconds[b], seconds[c], seconds[d])
    }

    private mutating func four(_ first: Int, _ now: SIMD4<Double>) {
        func column(_ list: [Double]) -> SIMD4<Double> {
            SIMD4(list[first], list[first + 1], list[first + 2], list[first + 3])
        }
        let moment = OrdinaryMoment(
            now, fours.span[first / 4], isSingle: kind.isSingle, autoreverses: kind.autoreverses)
        if moment.isOrdinary.holdsEverywhere {
            var share = moment.position
            if kind.curve != nil { for lane in 0..<4 { share[lane] = easing.value(at: share[lane]) } }
            let length = column(duration)
            let within = share * length
            for lane in 0..<4 {
                seconds[first + lane] = within[lane]
                isAtEnd[first + lane] = within[lane] >= length[lane]
            }
        } else {
            for lane in 0..<4 { one(first + lane, now[lane]) }
        }
    }

    /// The slow way, for any moment, as in `LayerState.apply`.
    private mutating func one(_ index: Int, _ time: Double) {
        let basic = timings[index].basicTime(atParentTime: time, removedOnCompletion: removedOnCompletion[index])
        guard let basic else {
            // Counts as at the end, so that it is not taken for an ordinary moment.
            (seconds[index], isAtEnd[index]) = (.nan, true)
            return
        }
        seconds[index] = kind.curve == nil ? basic.seconds : easing.value(at: basic.progress) * duration[index]
        isAtEnd[index] = seconds[index] >= duration[index]
    }
}
