import Foundation
import MicaBase
import MicaRandom
import MicaWire
import Testing

private let width = PropertyTarget(.borderWidth)

private func basic(
    _ target: PropertyTarget = width, from: PropertyValue? = nil, to: PropertyValue? = nil, by: PropertyValue? = nil,
    timing: TimingState = TimingState(duration: 1), curve: TimingCurve? = nil, additive: Bool = false,
    cumulative: Bool = false,
    removed: Bool = true
) -> AnimationState {
    AnimationState(
        timing: timing, curve: curve, removedOnCompletion: removed,
        content: .property(
            PropertyAnimation(
                target: target, isAdditive: additive, isCumulative: cumulative,
                values: .basic(from: from, to: to, by: by))))
}

private func evaluate(_ animation: AnimationState, at time: Double) -> LayerState {
    evaluate(LayerState(), animation, at: time)
}

private func evaluate(_ state: LayerState, _ animations: AnimationState..., at time: Double) -> LayerState {
    evaluate(
        state, animations.enumerated().map { KeyedAnimation(key: "\($0.offset)", animation: $0.element) }, at: time)
}

private func state(width: Double) -> LayerState {
    var state = LayerState()
    state.borderWidth = width
    return state
}

@Test(
    arguments: [
        (2.0, 6.0, nil, 3.0), (2.0, nil, 6.0, 3.5), (nil, 6.0, 2.0, 4.5), (2.0, nil, nil, 4.0), (nil, 2.0, nil, 8.0),
        (nil, nil, 2.0, 10.5), (nil, nil, nil, 10.0), (2.0, 6.0, 100.0, 3.0),
    ] as [(Double?, Double?, Double?, Double)])
func basic_combinations_follow_apples_table(from: Double?, to: Double?, by: Double?, quarter: Double) {
    let animation = basic(from: from.map { .number($0) }, to: to.map { .number($0) }, by: by.map { .number($0) })
    #expect(evaluate(state(width: 10), animation, at: 0.25).borderWidth == quarter)
}

@Test func basic_animation_is_eased_and_ends() {
    let animation = basic(from: .number(0), to: .number(2), curve: .easeIn)
    #expect(evaluate(animation, at: 0.5).borderWidth == 2 * TimingCurve.easeIn.value(at: 0.5))
    #expect(evaluate(state(width: 0.3), animation, at: 1).borderWidth == 0.3)
    let retained = basic(
        from: .number(0), to: .number(2), timing: TimingState(duration: 1, fillMode: .forwards), removed: false)
    #expect(evaluate(retained, at: 8).borderWidth == 2)
}

@Test func additive_animations_stack_in_order() {
    let first = basic(from: .number(0), to: .number(4), additive: true)
    let second = basic(by: .number(8), additive: true)
    #expect(evaluate(state(width: 1), first, second, at: 0.5).borderWidth == 1 + 2 + 4)
    let replacing = basic(from: .number(10), to: .number(20))
    #expect(evaluate(state(width: 1), first, replacing, second, at: 0.5).borderWidth == 15 + 4)
    let ending = basic(from: .number(-3), additive: true)
    #expect(evaluate(state(width: 1), ending, at: 0.5).borderWidth == 1 - 1.5, "from a difference to none")
}

@Test func additive_transform_is_applied_before_what_is_under_it() {
    var state = LayerState()
    state.transform = Matrix4(translationX: 5, y: 0)
    let turn = Matrix4(rotation: 1, x: 0, y: 0, z: 1)
    let animation = basic(PropertyTarget(.transform), from: .transform(turn), to: .transform(turn), additive: true)
    #expect(evaluate(state, animation, at: 0.5).transform == turn * state.transform)
}

@Test func cumulative_animation_goes_on_from_repeat_to_repeat() {
    let timing = TimingState(duration: 1, repeatCount: 3, fillMode: .both)
    let animation = basic(from: .number(0), to: .number(10), timing: timing, cumulative: true, removed: false)
    #expect(evaluate(animation, at: 0.5).borderWidth == 5)
    #expect(evaluate(animation, at: 1.5).borderWidth == 15)
    #expect(evaluate(animation, at: 99).borderWidth == 30)
    let turn = Matrix4(rotation: 1, x: 0, y: 0, z: 1)
    let turning = basic(
        PropertyTarget(.transform), from: .transform(.identity), to: .transform(turn), timing: timing, cumulative: true)
    expectClose(.transform(evaluate(turning, at: 2.5).transform), Matrix4(rotation: 2.5, x: 0, y: 0, z: 1))
}

@Test func spring_runs_in_seconds_of_its_duration() {
    let spring = SpringState()
    let animation = AnimationState(
        timing: TimingState(beginTime: 1, duration: 2, speed: 0.5),
        content: .property(
            PropertyAnimation(
                target: width, values: .spring(from: .number(0), to: .number(1), by: nil, spring: spring))))
    #expect(evaluate(animation, at: 1.6).borderWidth == SpringCurve(spring).value(at: 0.3))
    #expect(evaluate(animation, at: 1.8).borderWidth > 1, "overshoots")
}

@Test func values_of_another_kind_have_no_effect() {
    let state = state(width: 0.5)
    #expect(evaluate(state, basic(from: .string("x"), to: .number(1)), at: 0.5) == state)
    #expect(evaluate(state, basic(PropertyTarget(.position), from: .number(0), to: .number(1)), at: 0.5) == state)
    #expect(evaluate(state, basic(PropertyTarget(.speed), from: .number(0), to: .number(1)), at: 0.5) == state)
    let none = AnimationState(
        timing: TimingState(duration: 1),
        content: .property(PropertyAnimation(target: width, values: .keyframes(KeyframeState(values: [])))))
    #expect(evaluate(state, none, at: 0.5) == state)
}

@Test func parts_of_properties_leave_the_rest() {
    var state = LayerState()
    state.position = CGPoint(x: 3, y: 4)
    let x = basic(PropertyTarget(.position, .x), to: .number(13))
    #expect(evaluate(state, x, at: 0.5).position == CGPoint(x: 8, y: 4))
    let turn = basic(PropertyTarget(.transform, .rotationZ), from: .number(0), to: .number(2 * .pi))
    expectClose(.transform(evaluate(turn, at: 0.375).transform), Matrix4(rotation: 0.75 * .pi, x: 0, y: 0, z: 1))
    let move = basic(PropertyTarget(.transform, .translation), to: .point(CGPoint(x: 4, y: 6)))
    #expect(evaluate(move, at: 0.5).transform == Matrix4(translationX: 2, y: 3))
}

@Test func rotations_about_several_axes_keep_their_angles() {
    let parts: [(PropertyTarget.Part, Double)] = [(.rotationY, 1.2), (.rotationX, 0.7), (.rotationZ, 2)]
    let turns = parts.map { basic(PropertyTarget(.transform, $0.0), from: .number(0), to: .number($0.1 * 4)) }
    for step in 0...40 {
        let time = Double(step) / 41
        let expected =
            Matrix4(rotation: 2.8 * time, x: 1, y: 0, z: 0) * Matrix4(rotation: 4.8 * time, x: 0, y: 1, z: 0)
            * Matrix4(rotation: 8 * time, x: 0, y: 0, z: 1)
        expectClose(.transform(evaluate(LayerState(), turns[0], turns[1], turns[2], at: time).transform), expected)
    }
    let reset = basic(PropertyTarget(.transform), from: .transform(.identity), to: .transform(.identity))
    let quarter = evaluate(LayerState(), turns[0], turns[1], reset, turns[2], at: 0.25).transform
    expectClose(.transform(quarter), Matrix4(rotation: 2, x: 0, y: 0, z: 1))
}

@Test func color_animation_starts_from_nothing() {
    let animation = basic(PropertyTarget(.backgroundColor), to: .color(ColorValue(red: 1, green: 0, blue: 0)))
    #expect(evaluate(animation, at: 0.5).backgroundColor == ColorValue(red: 1, green: 0, blue: 0, alpha: 0.5))
}

@Test func group_plays_children_in_its_time_and_clips_them() {
    let long = basic(from: .number(0), to: .number(10), timing: TimingState(duration: 10))
    let late = basic(
        PropertyTarget(.cornerRadius), from: .number(0), to: .number(4), timing: TimingState(beginTime: 1, duration: 1))
    let group = AnimationState(
        timing: TimingState(beginTime: 5, duration: 2, speed: 2, repeatCount: 2), content: .group([long, late]))
    #expect(evaluate(group, at: 4.9) == LayerState())
    #expect(evaluate(group, at: 5.25).borderWidth == 0.5)
    #expect(evaluate(group, at: 5.25).cornerRadius == 0)
    #expect(evaluate(group, at: 5.75).borderWidth == 1.5)
    #expect(evaluate(group, at: 5.75).cornerRadius == 2)
    #expect(evaluate(group, at: 6.25).borderWidth == 0.5, "the second repeat")
    #expect(evaluate(group, at: 7) == LayerState())
}

@Test func group_eases_the_time_of_its_children() {
    let child = basic(from: .number(0), to: .number(2), timing: TimingState(duration: 2))
    let group = AnimationState(timing: TimingState(duration: 2), curve: .easeIn, content: .group([child]))
    #expect(evaluate(group, at: 1).borderWidth == 2 * TimingCurve.easeIn.value(at: 0.5))
}

@Test func group_that_fills_holds_children_at_their_end() {
    let whole = basic(from: .number(0), to: .number(2), timing: TimingState(beginTime: 0.3, duration: 0.7))
    let short = basic(
        PropertyTarget(.cornerRadius), from: .number(0), to: .number(4), timing: TimingState(duration: 0.5))
    let group = AnimationState(
        timing: TimingState(duration: 1, fillMode: .forwards), removedOnCompletion: false,
        content: .group([whole, short]))
    #expect(evaluate(group, at: 9).borderWidth == 2)
    #expect(evaluate(group, at: 9).cornerRadius == 0)
}

@Test func changes_are_announced() {
    func next(_ animations: AnimationState..., at time: Double) -> Double {
        nextChange(animations.map { KeyedAnimation(key: "", animation: $0) }, at: time)
    }
    let animation = basic(
        to: .number(1), timing: TimingState(beginTime: 5, duration: 2, fillMode: .both), removed: false)
    #expect(next(animation, at: 1) == 5)
    #expect(next(animation, at: 6) == 6)
    #expect(next(animation, at: 7) == .infinity)
    #expect(next(basic(timing: TimingState(duration: 2, speed: 0)), at: 1) == .infinity)
    #expect(next(AnimationState(timing: TimingState(duration: 2), content: .group([])), at: 1) == .infinity)
    #expect(next(basic(timing: TimingState(duration: 2, repeatCount: .infinity)), at: 1e9) == 1e9)
    #expect(isAnimating([KeyedAnimation(key: "", animation: animation)], at: 1))
    #expect(!isAnimating([KeyedAnimation(key: "", animation: animation)], at: 7))
    #expect(!isAnimating([], at: 7))
}

@Test func evaluation_in_any_order_gives_the_same_bits() {
    var random = SeededGenerator(seed: 2024)
    for round in 0..<60 {
        let animations = (0..<6).map { KeyedAnimation(key: "\($0)", animation: randomAnimation(&random, depth: 0)) }
        let times = (0..<40).map { _ in random.unit() * 12 - 1 }
        let forwards = times.map { evaluate(state(width: 0.5), animations, at: $0) }
        let shuffled = times.indices.shuffled(using: &random)
        var again = [LayerState?](repeating: nil, count: times.count)
        for i in shuffled { again[i] = evaluate(state(width: 0.5), animations, at: times[i]) }
        #expect(forwards == again.compactMap { $0 }, "round \(round)")
        for (i, time) in times.enumerated() where !isAnimating(animations, at: time) {
            #expect(
                evaluate(state(width: 0.5), animations, at: time + 100) == forwards[i],
                "nothing changes, round \(round)")
        }
        // Until the next change, the state stays.
        for (i, time) in times.enumerated() {
            let next = nextChange(animations, at: time)
            guard next > time, next < .infinity else { continue }
            #expect(evaluate(state(width: 0.5), animations, at: time + (next - time) * 0.99) == forwards[i])
        }
    }
}

private func randomAnimation(_ random: inout SeededGenerator, depth: Int) -> AnimationState {
    func flip() -> Bool { random.next() & 1 == 0 }
    let timing = TimingState(
        beginTime: random.unit() * 4, duration: random.unit() * 3, speed: flip() ? 1 : random.unit() * 4 - 2,
        timeOffset: flip() ? 0 : random.unit() * 2, repeatCount: flip() ? 0 : random.unit() * 3, autoreverses: flip(),
        fillMode: TimingState.FillMode.allCases[Int(random.next() % 4)])
    let curve: TimingCurve? = flip() ? .easeIn : nil
    if depth < 2, random.next() % 4 == 0 {
        let children = (0..<3).map { _ in randomAnimation(&random, depth: depth + 1) }
        return AnimationState(timing: timing, curve: curve, removedOnCompletion: flip(), content: .group(children))
    }
    let turned = { (r: inout SeededGenerator) -> PropertyValue in
        .transform(
            Matrix4(rotation: r.unit() * 6, x: r.unit(), y: r.unit(), z: 1) * Matrix4(translationX: r.unit(), y: 3))
    }
    let isTransform = flip()
    let value = { (r: inout SeededGenerator) -> PropertyValue in isTransform ? turned(&r) : .number(r.unit() * 10) }
    let from = flip() ? value(&random) : nil
    let to = flip() ? value(&random) : nil
    let by = flip() ? value(&random) : nil
    let values: PropertyAnimation.Values =
        switch random.next() % 3 {
        case 0: .basic(from: from, to: to, by: by)
        case 1: .spring(from: from, to: to, by: by, spring: SpringState(damping: random.unit() * 30))
        default:
            .keyframes(KeyframeState(values: (0..<4).map { _ in value(&random) }, mode: flip() ? .linear : .discrete))
        }
    return AnimationState(
        timing: timing, curve: curve, removedOnCompletion: flip(),
        content: .property(
            PropertyAnimation(
                target: PropertyTarget(isTransform ? .transform : .borderWidth), isAdditive: flip(),
                isCumulative: flip(),
                values: values)))
}
