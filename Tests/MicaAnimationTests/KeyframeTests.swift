import Foundation
import MicaBase
import MicaWire
import Testing

@testable import MicaWire

/// The value of an opacity or position animation of these keyframes at a share of its duration.
private func value(_ frames: KeyframeState, at progress: Double, target: PropertyTarget = PropertyTarget(.opacity))
    -> PropertyValue?
{
    let animation = PropertyAnimation(target: target, values: .keyframes(frames.paced()))
    let timing = TimingState(duration: 1)
    let time = BasicTime(repeatIndex: 0, progress: progress, seconds: progress)
    return animation.value(over: target.value(in: LayerState()), at: time, timing: timing, curve: nil)
}

private func number(_ frames: KeyframeState, at progress: Double) -> Double {
    value(frames, at: progress)?.number ?? .nan
}

private func point(_ frames: KeyframeState, at progress: Double) -> CGPoint {
    guard case .point(let p)? = value(frames, at: progress, target: PropertyTarget(.position)) else {
        return CGPoint(x: .max, y: .max)
    }
    return p
}

private func isClose(_ a: CGPoint, _ x: Double, _ y: Double, within limit: Double = 1e-9) -> Bool {
    abs(Double(a.x) - x) <= limit && abs(Double(a.y) - y) <= limit
}

private func numbers(_ list: [Double], _ mode: KeyframeState.Mode, _ bends: KeyframeState.Bends = .init())
    -> KeyframeState
{
    KeyframeState(values: list.map { .number($0) }, mode: mode, bends: bends)
}

private func lines(_ points: [(Double, Double)]) -> Path {
    var path = Path()
    for (i, p) in points.enumerated() {
        if i == 0 { path.move(to: Point(p.0, p.1)) } else { path.line(to: Point(p.0, p.1)) }
    }
    return path
}

// MARK: Cubic

@Test func cubic_passes_through_its_values() {
    let frames = numbers([0, 1, 0.25, 0.5], .cubic)
    for (i, expected) in [0, 1, 0.25, 0.5].enumerated() {
        #expect(abs(number(frames, at: Double(i) / 3) - expected) < 1e-12)
    }
}

@Test func cubic_arrives_level_between_equal_neighbours() {
    // Out of 0 with half the step as slope, into 1 with none: 0.5 + 1/8 * 0.5.
    #expect(abs(number(numbers([0, 1, 0], .cubic), at: 0.25) - 0.5625) < 1e-12)
    #expect(abs(number(numbers([0, 1, 0], .cubic), at: 0.75) - 0.5625) < 1e-12)
}

@Test func cubic_tension_of_one_takes_the_slopes_away() {
    let tight = numbers([0, 1, 0], .cubic, .init(tension: [1, 1, 1]))
    #expect(abs(number(tight, at: 0.25) - 0.5) < 1e-12)
    #expect(abs(number(tight, at: 0.125) - (3 * 0.0625 - 2 * 0.015625)) < 1e-12)
}

@Test func cubic_missing_bends_are_zero() {
    let some = numbers([0, 1, 0, 3], .cubic, .init(tension: [0], continuity: [0, 0], bias: []))
    for i in 0...20 {
        #expect(number(some, at: Double(i) / 20) == number(numbers([0, 1, 0, 3], .cubic), at: Double(i) / 20))
    }
}

@Test func cubic_bias_and_continuity_follow_kochanek_and_bartels() {
    // At the middle value: before = 1, after = -1. In-slope: 0.5 ((1-c)(1+b) before + (1+c)(1-b) after).
    let biased = numbers([0, 1, 0], .cubic, .init(bias: [0, 1, 0]))
    #expect(abs(number(biased, at: 0.25) - (0.5 + 0.125 * 0.5 - 0.125 * 1)) < 1e-12)
    let cornered = numbers([0, 1, 0], .cubic, .init(continuity: [0, 1, 0]))
    #expect(abs(number(cornered, at: 0.25) - (0.5 + 0.125 * 0.5 + 0.125 * 1)) < 1e-12)
    #expect(number(biased, at: 0.5) == 1 && number(cornered, at: 0.5) == 1)
}

@Test func cubic_curves_each_component() {
    let frames = KeyframeState(
        values: [(0, 0), (10, 10), (20, 0)].map { .point(CGPoint(x: $0.0, y: $0.1)) }, mode: .cubic)
    #expect(isClose(point(frames, at: 0.25), 4.375, 5.625))
    #expect(isClose(point(frames, at: 0.5), 10, 10))
}

@Test func cubic_of_transforms_goes_straight() {
    let frames = KeyframeState(values: [1, 2, 3].map { .transform(Matrix4(scaleX: $0, y: $0, z: $0)) }, mode: .cubic)
    guard case .transform(let m)? = value(frames, at: 0.25, target: PropertyTarget(.transform)) else {
        Issue.record("no transform")
        return
    }
    #expect(abs(m.m11 - 1.5) < 1e-12)
}

@Test func cubic_eases_segments_and_keeps_key_times() {
    var frames = numbers([0, 1, 0], .cubic)
    frames.keyTimes = [0, 0.8, 1]
    #expect(abs(number(frames, at: 0.4) - 0.5625) < 1e-12)
    frames.curves = [.easeIn, nil]
    #expect(number(frames, at: 0.4) < 0.4)
}

// MARK: Paced

@Test func paced_covers_the_same_distance_in_each_moment() {
    let frames = KeyframeState(values: [0.0, 10, 110].map { .point(CGPoint(x: $0, y: 0)) }, mode: .paced)
    for i in 0...22 { #expect(isClose(point(frames, at: Double(i) / 22), Double(i) * 5, 0)) }
    #expect(abs(number(numbers([0, 1, 101], .paced), at: 0.5) - 50.5) < 1e-12)
}

@Test func paced_ignores_key_times_and_timing_functions() {
    var frames = KeyframeState(values: [0.0, 10, 110].map { .point(CGPoint(x: $0, y: 0)) }, mode: .paced)
    frames.keyTimes = [0, 0.9, 1]
    frames.curves = [.easeIn, .easeIn]
    #expect(isClose(point(frames, at: 0.5), 55, 0))
}

@Test func paced_without_distance_is_even() {
    let transforms = KeyframeState(values: [1, 2, 4].map { .transform(Matrix4(scaleX: $0, y: $0)) }, mode: .paced)
    guard case .transform(let m)? = value(transforms, at: 0.5, target: PropertyTarget(.transform)) else {
        Issue.record("no transform")
        return
    }
    #expect(abs(m.m11 - 2) < 1e-12)
    #expect(number(numbers([3, 3, 3], .paced), at: 0.4) == 3)
}

@Test func cubicPaced_runs_along_the_curve_at_one_speed() {
    let frames = KeyframeState(
        values: [(0, 0), (30, 40), (100, 50), (140, 0)].map { .point(CGPoint(x: $0.0, y: $0.1)) }, mode: .cubicPaced)
    let steps = 2000
    let points = (0...steps).map { point(frames, at: Double($0) / Double(steps)) }
    let lengths = zip(points, points.dropFirst()).map { hypot(Double($1.x - $0.x), Double($1.y - $0.y)) }
    let mean = lengths.reduce(0, +) / Double(steps)
    for length in lengths { #expect(abs(length - mean) < mean * 1e-3, "chords of a smooth curve, \(steps) of them") }
    #expect(points.first == CGPoint(x: 0, y: 0) && points.last == CGPoint(x: 140, y: 0))
}

// MARK: Paths

@Test func path_gives_each_line_the_same_time_unless_paced() {
    let path = MotionPath(lines([(0, 0), (10, 0), (110, 0)]))
    var frames = KeyframeState(values: [], path: path)
    #expect(isClose(point(frames, at: 0.5), 10, 0))
    frames.mode = .paced
    #expect(isClose(point(frames, at: 0.5), 55, 0))
    #expect(isClose(point(frames, at: 1), 110, 0))
}

@Test func path_takes_the_place_of_values() {
    let frames = KeyframeState(
        values: [.point(CGPoint(x: -50, y: -50))], path: MotionPath(lines([(0, 0), (100, 0), (100, 100)])))
    #expect(isClose(point(frames, at: 0), 0, 0))
    #expect(isClose(point(frames, at: 0.25), 50, 0))
    #expect(isClose(point(frames, at: 0.5), 100, 0))
    #expect(isClose(point(frames, at: 0.75), 100, 50))
    #expect(isClose(point(frames, at: 1), 100, 100))
}

@Test func path_goes_along_curves_by_parameter_and_by_length_when_paced() {
    var arch = Path()
    arch.move(to: Point(0, 0))
    arch.cubic(control1: Point(0, 100), control2: Point(100, 100), to: Point(100, 0))
    var frames = KeyframeState(values: [], path: MotionPath(arch))
    #expect(isClose(point(frames, at: 0.5), 50, 75))
    // The cubic's own parameter, as Apple's pictures of airbnb/lottie-ios' snapshot setValueTest show it.
    #expect(isClose(point(frames, at: 0.25), 15.625, 56.25))
    // A timing function may leave 0...1, and the curve continues (snapshot pr_2305).
    frames.curves = [TimingCurve(0.5, -0.5, 0.2, 1)]
    #expect(point(frames, at: 0.2).y < 0)
    frames.curves = nil
    frames.mode = .paced
    let points = (0...400).map { point(frames, at: Double($0) / 400) }
    let lengths = zip(points, points.dropFirst()).map { hypot(Double($1.x - $0.x), Double($1.y - $0.y)) }
    for length in lengths { #expect(abs(length - 200 / 400) < 1e-3, "the arch is 200 long") }
    var quad = Path()
    quad.move(to: Point(0, 0))
    quad.quad(control: Point(50, 100), to: Point(100, 0))
    #expect(isClose(point(KeyframeState(values: [], path: MotionPath(quad)), at: 0.5), 50, 50))
}

@Test func path_closes_with_a_line_and_moves_are_no_keyframes() {
    var square = lines([(0, 0), (10, 0), (10, 10), (0, 10)])
    square.close()
    let frames = KeyframeState(values: [], path: MotionPath(square))
    #expect(frames.count == 5)
    #expect(isClose(point(frames, at: 0.875), 0, 5))
    #expect(isClose(point(frames, at: 1), 0, 0))
    var two = lines([(0, 0), (10, 0)])
    two.move(to: Point(50, 50))
    two.line(to: Point(60, 50))
    let jump = KeyframeState(values: [], path: MotionPath(two))
    #expect(isClose(point(jump, at: 0.25), 5, 0))
    #expect(isClose(point(jump, at: 0.75), 55, 50))
    #expect(isClose(point(jump, at: 0.5), 50, 50))
}

@Test func path_steps_in_discrete_mode() {
    let path = MotionPath(lines([(0, 0), (100, 0), (100, 100)]))
    let frames = KeyframeState(values: [], mode: .discrete, path: path)
    #expect(isClose(point(frames, at: 0.25), 0, 0))
    #expect(isClose(point(frames, at: 0.5), 100, 0))
    #expect(isClose(point(frames, at: 1), 100, 100))
}

@Test func path_keeps_key_times_and_timing_functions() {
    var frames = KeyframeState(values: [], path: MotionPath(lines([(0, 0), (100, 0), (100, 100)])))
    frames.keyTimes = [0, 0.75, 1]
    #expect(isClose(point(frames, at: 0.375), 50, 0))
    frames.curves = [.easeIn, nil]
    #expect(isClose(point(frames, at: 0.375), 100 * TimingCurve.easeIn.value(at: 0.5), 0))
}

@Test func path_that_is_empty_or_of_another_kind_has_no_value() {
    #expect(
        value(KeyframeState(values: [], path: MotionPath(Path())), at: 0.5, target: PropertyTarget(.position)) == nil)
    #expect(value(KeyframeState(values: [], path: MotionPath(lines([(0, 0), (1, 1)]))), at: 0.5) == nil)
}

@Test func path_turns_the_layer() {
    func shown(_ turning: MotionPath.Turning, at time: Double, base: Matrix4 = .identity) -> LayerState {
        let path = MotionPath(lines([(0, 0), (100, 0), (100, 100)]), turning: turning)
        let animation = AnimationState(
            timing: TimingState(duration: 2, fillMode: .both), removedOnCompletion: false,
            content: .property(
                PropertyAnimation(
                    target: PropertyTarget(.position), values: .keyframes(KeyframeState(values: [], path: path)))))
        var state = LayerState()
        state.transform = base
        return evaluate(state, [KeyedAnimation(key: "a", animation: animation)], at: time)
    }
    func turned(_ angle: Double) -> Matrix4 { Matrix4(rotation: angle, x: 0, y: 0, z: 1) }
    #expect(shown(.none, at: 1.5).transform == .identity)
    expectClose(.transform(shown(.along, at: 0.5).transform), turned(0))
    expectClose(.transform(shown(.along, at: 1.5).transform), turned(.pi / 2))
    expectClose(.transform(shown(.along, at: 5).transform), turned(.pi / 2))
    expectClose(.transform(shown(.against, at: 0.5).transform), turned(.pi))
    let wide = Matrix4(scaleX: 3, y: 1)
    expectClose(.transform(shown(.along, at: 1.5, base: wide).transform), wide * turned(.pi / 2))
}

// MARK: Value functions

@Test(arguments: ValueFunction.allCases)
func valueFunction_gives_back_what_it_was_given(function: ValueFunction) {
    let input: PropertyValue = function.inputKind == .vector ? .vector(SIMD3(0.5, 2, 3)) : .number(0.5)
    let matrix = function.matrix(of: input)
    guard let back = function.input(of: .transform(matrix)).list, let expected = input.list else {
        Issue.record("no numbers")
        return
    }
    for (a, b) in zip(back, expected) { #expect(abs(a - b) < 1e-12) }
    expectClose(.transform(function.matrix(of: function.neutral)), .identity)
}

@Test func valueFunction_turns_all_the_way_round() {
    func turn(at progress: Double) -> Matrix4 {
        let animation = PropertyAnimation(
            target: PropertyTarget(.transform), function: .rotateZ,
            values: .basic(from: .number(0), to: .number(2 * .pi), by: nil))
        let time = BasicTime(
            repeatIndex: 0, progress: progress, seconds: progress)
        guard
            case .transform(let m)? = animation.value(
                over: .transform(.identity), at: time, timing: TimingState(duration: 1), curve: nil)
        else { return Matrix4(scaleX: 0, y: 0) }
        return m
    }
    for i in 0...8 {
        expectClose(.transform(turn(at: Double(i) / 8)), Matrix4(rotation: .pi / 4 * Double(i), x: 0, y: 0, z: 1))
    }
}

@Test func valueFunction_starts_where_the_layer_is() {
    let animation = PropertyAnimation(
        target: PropertyTarget(.transform), function: .scale,
        values: .basic(from: nil, to: .vector(SIMD3(3, 5, 1)), by: nil))
    let time = BasicTime(repeatIndex: 0, progress: 0.5, seconds: 0.5)
    let value = animation.value(
        over: .transform(Matrix4(scaleX: 1, y: -1)), at: time, timing: TimingState(duration: 1), curve: nil)
    #expect(value?.kind == .transform)
    let by = PropertyAnimation(
        target: PropertyTarget(.transform), function: .translateX, values: .basic(from: nil, to: nil, by: .number(10)))
    let moved = by.value(
        over: .transform(Matrix4(translationX: 4, y: 9)), at: time, timing: TimingState(duration: 1), curve: nil)
    expectClose(moved ?? .none, Matrix4(translationX: 9, y: 0))
}

@Test func valueFunction_with_values_of_another_kind_has_no_value() {
    let animation = PropertyAnimation(
        target: PropertyTarget(.transform), function: .rotateX,
        values: .basic(from: .transform(.identity), to: nil, by: nil))
    let time = BasicTime(repeatIndex: 0, progress: 0, seconds: 0)
    #expect(animation.value(over: .transform(.identity), at: time, timing: TimingState(duration: 1), curve: nil) == nil)
}

extension PropertyValue {
    fileprivate var list: [Double]? {
        switch self {
        case .number(let v): [v]
        case .vector(let v): [v.x, v.y, v.z]
        default: nil
        }
    }
}

@Test func values_at_whole_pixels_are_rounded_after_they_are_added() throws {
    let time = BasicTime(repeatIndex: 0, progress: 0.5, seconds: 0.5)
    func value(_ animation: PropertyAnimation, over base: PropertyValue) -> PropertyValue? {
        animation.value(over: base, at: time, timing: TimingState(duration: 1), curve: nil)
    }
    let whole = PropertyTarget(.bounds, .originY)
    var animation = PropertyAnimation(
        target: whole, pixelsPerPoint: 2, values: .basic(from: .number(0), to: .number(10.4), by: nil))
    #expect(value(animation, over: .number(0)) == .number(5))
    animation.isAdditive = true
    #expect(value(animation, over: .number(0.15)) == .number(5.5))
    animation.pixelsPerPoint = nil
    #expect(value(animation, over: .number(0)) == .number(5.2))
    // The nearest pixel; of two as near the one to the right, as below zero.
    #expect(Double(3.8).wholePixel(1) == 4 && Double(2.5).wholePixel(1) == 3 && Double(-2.5).wholePixel(1) == -2)
}
