import MicaRandom
import MicaWire
import Testing

/// One moment of a timing and the expected value; progress nil if the animation has no effect.
struct Moment: Sendable, CustomStringConvertible {
    var name: String
    var timing: TimingState
    var time: Double
    var progress: Double?
    var index = 0
    var removed = false

    var description: String { "\(name) at \(time)" }
}

private func once(_ fill: TimingState.FillMode = .removed) -> TimingState {
    TimingState(beginTime: 10, duration: 4, fillMode: fill)
}

private let moments: [Moment] = [
    Moment(name: "once", timing: once(), time: 9.999, progress: nil),
    Moment(name: "once", timing: once(), time: 10, progress: 0),
    Moment(name: "once", timing: once(), time: 11, progress: 0.25),
    Moment(name: "once", timing: once(), time: 14, progress: nil),
    Moment(name: "backwards", timing: once(.backwards), time: -5, progress: 0),
    Moment(name: "backwards", timing: once(.backwards), time: 14, progress: nil),
    Moment(name: "forwards", timing: once(.forwards), time: 9, progress: nil),
    Moment(name: "forwards", timing: once(.forwards), time: 14, progress: 1),
    Moment(name: "forwards", timing: once(.forwards), time: 400, progress: 1),
    Moment(name: "forwards, removed on completion", timing: once(.forwards), time: 14, progress: nil, removed: true),
    Moment(name: "backwards, removed on completion", timing: once(.both), time: 0, progress: 0, removed: true),
    Moment(name: "both", timing: once(.both), time: 0, progress: 0),
    Moment(name: "both", timing: once(.both), time: 20, progress: 1),
    Moment(name: "double speed", timing: TimingState(beginTime: 1, duration: 4, speed: 2), time: 2, progress: 0.5),
    Moment(name: "double speed", timing: TimingState(beginTime: 1, duration: 4, speed: 2), time: 3, progress: nil),
    Moment(name: "three times", timing: TimingState(duration: 2, repeatCount: 3), time: 5, progress: 0.5, index: 2),
    Moment(name: "three times", timing: TimingState(duration: 2, repeatCount: 3), time: 4, progress: 0, index: 2),
    Moment(
        name: "three times", timing: TimingState(duration: 2, repeatCount: 3, fillMode: .both), time: 6, progress: 1,
        index: 2),
    Moment(
        name: "thrice a tenth", timing: TimingState(duration: 0.1, repeatCount: 3, fillMode: .both), time: 1,
        progress: 1, index: 2),
    Moment(
        name: "once and a half", timing: TimingState(duration: 2, repeatCount: 1.5, fillMode: .both), time: 2.5,
        progress: 0.25, index: 1),
    Moment(
        name: "once and a half", timing: TimingState(duration: 2, repeatCount: 1.5, fillMode: .both), time: 9,
        progress: 0.5, index: 1),
    Moment(
        name: "for five", timing: TimingState(duration: 2, repeatDuration: 5, fillMode: .both), time: 9, progress: 0.5,
        index: 2),
    Moment(
        name: "for five, not seven times", timing: TimingState(duration: 2, repeatCount: 7, repeatDuration: 5), time: 5,
        progress: nil),
    Moment(name: "for one", timing: TimingState(duration: 2, repeatDuration: 1), time: 0.5, progress: 0.25),
    Moment(name: "for one", timing: TimingState(duration: 2, repeatDuration: 1), time: 1, progress: nil),
    Moment(
        name: "endless", timing: TimingState(duration: 2, repeatCount: .infinity), time: 2001, progress: 0.5,
        index: 1000),
    Moment(
        name: "endless both ways of saying",
        timing: TimingState(beginTime: 1e-100, duration: 1, repeatCount: .infinity, repeatDuration: .infinity), time: 0,
        progress: 0),
    Moment(
        name: "endless in float", timing: TimingState(duration: 2, repeatCount: 3.4028234663852886e38), time: 2001,
        progress: 0.5, index: 1000),
    Moment(
        name: "frame times", timing: TimingState(duration: 0.1, repeatCount: .infinity), time: 0.1 + 0.1 + 0.1,
        progress: 0, index: 3),
    Moment(name: "there and back", timing: TimingState(duration: 2, autoreverses: true), time: 1, progress: 0.5),
    Moment(name: "there and back", timing: TimingState(duration: 2, autoreverses: true), time: 2, progress: 1),
    Moment(
        name: "there and back", timing: TimingState(duration: 2, autoreverses: true), time: 3, progress: 0.5),
    Moment(name: "there and back", timing: TimingState(duration: 2, autoreverses: true), time: 4, progress: nil),
    Moment(
        name: "there and back", timing: TimingState(duration: 2, autoreverses: true, fillMode: .both), time: 4,
        progress: 0),
    Moment(
        name: "there and back twice", timing: TimingState(duration: 2, repeatCount: 2, autoreverses: true), time: 7,
        progress: 0.5, index: 1),
    Moment(
        name: "there and back half",
        timing: TimingState(duration: 2, repeatCount: 0.5, autoreverses: true, fillMode: .both), time: 8, progress: 1),
    Moment(name: "shifted", timing: TimingState(duration: 4, timeOffset: 1), time: 0, progress: 0.25),
    Moment(name: "shifted", timing: TimingState(duration: 4, timeOffset: 1), time: 3.5, progress: 0.125, index: 1),
    Moment(name: "shifted", timing: TimingState(duration: 4, timeOffset: 1), time: 4, progress: nil),
    Moment(
        name: "standing", timing: TimingState(beginTime: 3, duration: 4, speed: 0, timeOffset: 1), time: 0,
        progress: 0.25),
    Moment(
        name: "standing", timing: TimingState(beginTime: 3, duration: 4, speed: 0, timeOffset: 1), time: 1e9,
        progress: 0.25),
    Moment(name: "playing back", timing: TimingState(beginTime: 1, duration: 4, speed: -1), time: 0.5, progress: nil),
    Moment(name: "playing back", timing: TimingState(beginTime: 1, duration: 4, speed: -1), time: 1, progress: 1),
    Moment(name: "playing back", timing: TimingState(beginTime: 1, duration: 4, speed: -1), time: 2, progress: 0.75),
    Moment(name: "playing back", timing: TimingState(beginTime: 1, duration: 4, speed: -1), time: 5, progress: nil),
    Moment(
        name: "playing back", timing: TimingState(beginTime: 1, duration: 4, speed: -1, fillMode: .both), time: 9,
        progress: 0),
    Moment(
        name: "playing back", timing: TimingState(beginTime: 1, duration: 4, speed: -1, fillMode: .both), time: 0,
        progress: 1),
    Moment(
        name: "playing back twice", timing: TimingState(duration: 4, speed: -2, repeatCount: 2), time: 0.5,
        progress: 0.75, index: 1),
    Moment(
        name: "playing back endlessly", timing: TimingState(duration: 4, speed: -1, repeatCount: .infinity), time: 1,
        progress: 0.75, index: -1),
    // 0.35 - 0.1 is less than 0.25 by the last digit: still the end, and not the start once more.
    Moment(name: "the last digit", timing: TimingState(beginTime: 0.1, duration: 0.25), time: 0.35, progress: 1),
    Moment(
        name: "the last digit, back", timing: TimingState(beginTime: 0.1, duration: 0.25, speed: -1), time: 0.35,
        progress: 0),
    Moment(name: "instant", timing: TimingState(beginTime: 1, duration: 0), time: 1, progress: nil),
    Moment(name: "instant", timing: TimingState(beginTime: 1, duration: 0, fillMode: .both), time: 0, progress: 0),
    Moment(name: "instant", timing: TimingState(beginTime: 1, duration: 0, fillMode: .both), time: 1, progress: 1),
    Moment(
        name: "instant there and back", timing: TimingState(beginTime: 1, autoreverses: true, fillMode: .both), time: 1,
        progress: 0),
    Moment(name: "instant, held", timing: TimingState(beginTime: 1, repeatDuration: 2), time: 2, progress: 1),
    Moment(name: "endless basic duration", timing: TimingState(duration: .infinity), time: 7, progress: 0),
    Moment(
        name: "end, a rounding before it", timing: TimingState(beginTime: 3.25, duration: 4.0 / 24, fillMode: .both),
        time: 82.0 / 24, progress: 1),
    Moment(name: "not a number", timing: TimingState(beginTime: .nan, duration: 1), time: 0, progress: nil),
    Moment(name: "no duration at all", timing: TimingState(duration: .nan), time: 0, progress: nil),
    Moment(name: "no count at all", timing: TimingState(duration: 2, repeatCount: .nan), time: 1, progress: 0.5),
    Moment(name: "before any time", timing: TimingState(duration: 2, repeatCount: -4), time: 1, progress: 0.5),
]

@Test(arguments: moments)
func basic_time_follows_the_table(_ moment: Moment) {
    let basic = moment.timing.basicTime(atParentTime: moment.time, removedOnCompletion: moment.removed)
    guard let progress = moment.progress else {
        #expect(basic == nil)
        return
    }
    #expect(abs((basic?.progress ?? .nan) - progress) < 1e-12)
    #expect(basic?.repeatIndex == moment.index)
}

@Test func end_time_counts_repeats_and_speed() {
    func end(_ timing: TimingState) -> Double { AnimationState(timing: timing, content: .group([])).endTime }
    #expect(end(TimingState(beginTime: 3, duration: 4)) == 7)
    #expect(end(TimingState(beginTime: 3, duration: 4, speed: 2, repeatCount: 3)) == 9)
    #expect(end(TimingState(beginTime: 3, duration: 4, speed: -2, autoreverses: true)) == 7)
    #expect(end(TimingState(beginTime: 3, duration: 4, timeOffset: 9, repeatDuration: 1)) == 4)
    #expect(end(TimingState(duration: 4, speed: 0)) == .infinity)
    #expect(end(TimingState(duration: 4, repeatCount: .infinity)) == .infinity)
    #expect(end(TimingState(beginTime: 3)) == 3)
    let state = AnimationState(timing: TimingState(beginTime: 3, duration: 4), content: .group([]))
    #expect(!state.isFinished(atParentTime: 6.9))
    #expect(state.isFinished(atParentTime: 7))
}

@Test func layer_time_is_apples_formula() {
    var timing = TimingState.layer
    #expect(timing.localTime(atParentTime: 5) == 5)
    (timing.beginTime, timing.speed, timing.timeOffset) = (2, 0.5, 10)
    #expect(timing.localTime(atParentTime: 6) == 12)
    #expect(timing.parentTime(atLocalTime: 12) == 6)
    #expect(timing.isPresent(atParentTime: 2))
    #expect(!timing.isPresent(atParentTime: 1))
    timing.fillMode = .backwards
    #expect(timing.isPresent(atParentTime: 1))
    #expect(timing.localTime(atParentTime: 1) == 10)
}

@Test func layer_time_stands_at_speed_zero() {
    var timing = TimingState.layer
    (timing.speed, timing.timeOffset) = (0, 3)
    #expect(timing.localTime(atParentTime: 100) == 3)
    #expect(timing.isPresent(atParentTime: -100))
    #expect(timing.parentTime(atLocalTime: 3) == 0)
}

@Test func layer_with_duration_repeats_and_ends() {
    var timing = TimingState.layer
    (timing.duration, timing.repeatCount) = (2, 2)
    #expect(timing.localTime(atParentTime: 3) == 1)
    #expect(timing.isPresent(atParentTime: 3))
    #expect(!timing.isPresent(atParentTime: 4))
    timing.fillMode = .forwards
    #expect(timing.isPresent(atParentTime: 4))
    #expect(timing.localTime(atParentTime: 40) == 2)
    timing.duration = 0
    #expect(timing.localTime(atParentTime: 40) == 40)
}

@Test func layer_time_round_trips() {
    var random = SeededGenerator(seed: 12)
    for _ in 0..<500 {
        var timing = TimingState.layer
        timing.beginTime = random.unit() * 10
        timing.speed = random.unit() * 4 + 0.1
        timing.timeOffset = random.unit() * 10 - 5
        let t = timing.beginTime + random.unit() * 100
        #expect(abs(timing.parentTime(atLocalTime: timing.localTime(atParentTime: t)) - t) < 1e-10)
    }
}

@Test func basic_time_of_any_numbers_is_in_range() {
    var random = SeededGenerator(seed: 99)
    let odd: [Double] = [
        0, -0.0, 1, -1, .infinity, -.infinity, .nan, .greatestFiniteMagnitude, .leastNonzeroMagnitude, 1e-100, 0.1, 3,
    ]
    func pick() -> Double { odd[Int(random.next() % UInt64(odd.count))] }
    for _ in 0..<20000 {
        let timing = TimingState(
            beginTime: pick(), duration: pick(), speed: pick(), timeOffset: pick(), repeatCount: pick(),
            repeatDuration: pick(),
            autoreverses: random.next() & 1 == 0, fillMode: random.next() & 1 == 0 ? .both : .removed)
        if let basic = timing.basicTime(atParentTime: pick()) {
            #expect(basic.progress >= 0 && basic.progress <= 1, "\(timing)")
        }
    }
}
