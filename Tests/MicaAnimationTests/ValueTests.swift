import Foundation
import MicaBase
import MicaRandom
import MicaWire
import Testing

@testable import MicaWire

@Test func interpolation_goes_component_by_component() {
    func half(_ a: PropertyValue, _ b: PropertyValue) -> PropertyValue { interpolate(a, b, 0.5, .linear) }
    #expect(half(.number(2), .number(4)) == .number(3))
    #expect(interpolate(.number(2), .number(4), 1.5, .linear) == .number(5))
    #expect(half(.point(.zero), .point(CGPoint(x: 2, y: 4))) == .point(CGPoint(x: 1, y: 2)))
    #expect(half(.size(.zero), .size(CGSize(width: 2, height: 4))) == .size(CGSize(width: 1, height: 2)))
    #expect(
        half(.rect(.zero), .rect(CGRect(x: 2, y: 4, width: 6, height: 8)))
            == .rect(CGRect(x: 1, y: 2, width: 3, height: 4)))
    #expect(half(.size(.zero), .point(CGPoint(x: 2, y: 4))) == .size(CGSize(width: 1, height: 2)))
}

@Test func interpolation_of_colors_is_straight_in_srgb() {
    let red = PropertyValue.color(ColorValue(red: 1, green: 0, blue: 0))
    let blue = PropertyValue.color(ColorValue(red: 0, green: 0, blue: 1, alpha: 0))
    #expect(interpolate(red, blue, 0.5, .color) == .color(ColorValue(red: 0.5, green: 0, blue: 0.5, alpha: 0.5)))
    #expect(interpolate(.none, red, 0.25, .color) == .color(ColorValue(red: 1, green: 0, blue: 0, alpha: 0.25)))
    #expect(interpolate(red, .none, 0.25, .color) == .color(ColorValue(red: 1, green: 0, blue: 0, alpha: 0.75)))
    #expect(interpolate(red, .none, 1, .color) == .none)
    let wide = PropertyValue.color(ColorValue(.displayP3, red: 0, green: 1, blue: 0))
    #expect(interpolate(wide, red, 0, .color) == wide)
}

@Test func interpolation_of_discrete_values_steps_at_half() {
    #expect(interpolate(.number(0), .number(1), 0.49, .discrete) == .number(0))
    #expect(interpolate(.number(0), .number(1), 0.5, .discrete) == .number(1))
    #expect(interpolate(.string("a"), .string("b"), 0.7, .linear) == .string("b"))
}

@Test func interpolation_of_transforms_turns_and_scales() {
    let a = Matrix4(translationX: 10, y: 0)
    let b = Matrix4(scaleX: 3, y: 3) * Matrix4(rotation: .pi / 2, x: 0, y: 0, z: 1) * Matrix4(translationX: 30, y: 8)
    let expected =
        Matrix4(scaleX: 2, y: 2) * Matrix4(rotation: .pi / 4, x: 0, y: 0, z: 1) * Matrix4(translationX: 20, y: 4)
    expectClose(interpolate(.transform(a), .transform(b), 0.5, .transform), expected)
}

@Test func interpolation_of_transforms_takes_the_shorter_arc() {
    func turned(_ degrees: Double) -> Matrix4 { Matrix4(rotation: degrees * .pi / 180, x: 0, y: 0, z: 1) }
    expectClose(interpolate(.transform(turned(170)), .transform(turned(-170)), 0.5, .transform), turned(180))
    let tilt = Matrix4(rotation: 1, x: 1, y: 2, z: 3)
    expectClose(
        interpolate(.transform(.identity), .transform(tilt), 0.3, .transform), Matrix4(rotation: 0.3, x: 1, y: 2, z: 3))
}

@Test func half_turns_about_any_axis_go_one_way_whatever_their_sign() {
    for (x, y, z) in [(1.0, 0.0, 0.0), (0, 1, 0), (0, 0, 1)] {
        let quarter = Matrix4(rotation: .pi / 2, x: x, y: y, z: z)
        for angle in [Double.pi, -.pi] {
            let half = Matrix4(rotation: angle, x: x, y: y, z: z)
            expectClose(interpolate(.transform(.identity), .transform(half), 0.5, .transform), quarter)
            // Two half turns go there and back.
            expectClose(interpolate(.transform(half), .transform(.identity), 0.5, .transform), quarter)
        }
        // A little less is no half turn any more.
        let less = Matrix4(rotation: -3.14159265358979, x: x, y: y, z: z)
        let back = Matrix4(rotation: -.pi / 2, x: x, y: y, z: z)
        expectClose(interpolate(.transform(.identity), .transform(less), 0.5, .transform), back)
    }
}

@Test func mirrors_keep_the_other_scales() throws {
    for signs in [SIMD3(-1.0, 1, 1), SIMD3(1, -1, 1), SIMD3(1, 1, -1), SIMD3(-1, -1, -1)] {
        let mirror = Matrix4(scaleX: signs.x, y: signs.y, z: signs.z)
        let parts = try #require(MatrixParts(mirror))
        #expect(SIMD3(parts.scale.x, parts.scale.y, parts.scale.z) == signs && parts.rotation == .identity)
        let quarter = (SIMD3(repeating: 1.0) * 3 + signs) / 4
        expectClose(
            interpolate(.transform(.identity), .transform(mirror), 0.25, .transform),
            Matrix4(scaleX: quarter.x, y: quarter.y, z: quarter.z))
    }
}

@Test func mirrored_parts_make_their_matrix_again() throws {
    var random = SeededGenerator(seed: 21)
    for _ in 0..<300 {
        func number() -> Double { random.number(-2...2) }
        let axis = SIMD3(number(), number(), number())
        var skewed = Matrix4.identity
        (skewed.m21, skewed.m31, skewed.m32) = (number(), number(), number())
        let matrix =
            Matrix4(scaleX: number(), y: number(), z: number()) * skewed
            * Matrix4(rotation: number() * 2, x: axis.x, y: axis.y, z: axis.z)
        let parts = try #require(MatrixParts(matrix))
        expectClose(.transform(parts.matrix), matrix)
    }
}

@Test func interpolation_of_transforms_keeps_perspective() {
    var far = Matrix4.identity
    far.m34 = -1.0 / 500
    var near = Matrix4.identity
    near.m34 = -1.0 / 250
    var middle = Matrix4.identity
    middle.m34 = -1.5 / 500
    expectClose(interpolate(.transform(far), .transform(near), 0.5, .transform), middle)
}

@Test func interpolation_of_transforms_without_parts_goes_by_element() {
    var flat = Matrix4.identity
    flat.m44 = 0
    var half = Matrix4.identity
    half.m44 = 0.5
    expectClose(interpolate(.transform(flat), .transform(.identity), 0.5, .transform), half)
}

@Test func arithmetic_undoes_itself() {
    let turned = Matrix4(rotation: 1, x: 0, y: 0, z: 1)
    let moved = Matrix4(translationX: 5, y: 7)
    #expect(add(.transform(moved), .transform(turned)) == .transform(turned * moved))
    expectClose(add(subtract(.transform(moved), .transform(turned)), .transform(turned)), moved)
    #expect(add(.number(1), .number(2)) == .number(3))
    #expect(subtract(.point(CGPoint(x: 3, y: 4)), .point(CGPoint(x: 1, y: 1))) == .point(CGPoint(x: 2, y: 3)))
    #expect(add(.string("a"), .string("b")) == .string("b"))
    #expect(add(.number(1), .none) == .number(1))
    #expect(subtract(.number(1), .none) == .number(1))
    #expect(multiply(.size(CGSize(width: 1, height: 2)), by: 3) == .size(CGSize(width: 3, height: 6)))
    expectClose(multiply(.transform(turned), by: 3), Matrix4(rotation: 3, x: 0, y: 0, z: 1))
    expectClose(multiply(.transform(turned), by: 2.5), Matrix4(rotation: 2.5, x: 0, y: 0, z: 1))
    expectClose(multiply(.transform(turned), by: -1), Matrix4(rotation: -1, x: 0, y: 0, z: 1))
    expectClose(multiply(.transform(turned), by: 0), .identity)
}

@Test func keyframes_are_spaced_evenly_without_a_key_time_for_each() {
    var frames = KeyframeState(values: [0, 10, 30].map { .number($0) })
    #expect(frames.position(at: 0.75) == KeyframeState.Position(index: 1, next: 2, fraction: 0.5))
    for times: [Double] in [[0, 1], [0, 0.9, 0.2, 1], [0, .nan, 1], [0, .infinity, 1], []] {
        frames.keyTimes = times
        #expect(frames.position(at: 0.75) == KeyframeState.Position(index: 1, next: 2, fraction: 0.5), "\(times)")
    }
    frames.keyTimes = [0, 0.6, 1]
    #expect(frames.position(at: 0.3) == KeyframeState.Position(index: 0, next: 1, fraction: 0.5))
    #expect(frames.position(at: 1) == KeyframeState.Position(index: 1, next: 2, fraction: 1))
    frames.keyTimes = [0, 0, 1]
    #expect(frames.position(at: 0) == KeyframeState.Position(index: 1, next: 2, fraction: 0))
}

@Test func key_times_are_used_as_they_stand() {
    var frames = KeyframeState(values: [0, 10, 30].map { .number($0) })
    func expectPosition(
        _ progress: Double, _ index: Int, _ fraction: Double, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let position = frames.position(at: progress)
        #expect(position?.index == index && position?.next == index + 1, "\(progress)", sourceLocation: sourceLocation)
        #expect(abs((position?.fraction ?? .nan) - fraction) < 1e-12, "\(progress)", sourceLocation: sourceLocation)
    }
    // They end before 1: the last value holds.
    frames.keyTimes = [0, 0.56, 0.96]
    expectPosition(0.28, 0, 0.5)
    expectPosition(0.76, 1, 0.5)
    expectPosition(0.98, 1, 1)
    expectPosition(1.1, 1, 1)
    // They begin after 0, and end after 1.
    frames.keyTimes = [0.25, 0.5, 1.5]
    expectPosition(0.1, 0, 0)
    expectPosition(-0.1, 0, 0)
    expectPosition(0.375, 0, 0.5)
    expectPosition(1, 1, 0.5)
    // A pace that overshoots continues along the line.
    frames.keyTimes = [0, 0.5, 1]
    expectPosition(1.25, 1, 1.5)
    expectPosition(-0.25, 0, -0.5)
    // They begin before 0, and fall.
    frames = KeyframeState(values: [0, 10, 30, 40].map { .number($0) })
    frames.keyTimes = [0, -0.25, 0.5, 1]
    expectPosition(0, 1, 1.0 / 3)
    expectPosition(0.125, 1, 0.5)
    expectPosition(0.75, 2, 0.5)
}

@Test func key_times_outside_hold_for_steps_too() {
    let frames = KeyframeState(values: [1, 2].map { .number($0) }, keyTimes: [0.3, 0.6], mode: .discrete)
    #expect(frames.position(at: 0.1)?.index == 0)
    #expect(frames.position(at: 0.4)?.index == 0)
    #expect(frames.position(at: 0.9)?.index == 1)
}

@Test func key_times_need_none_for_the_line_that_closes_a_path() {
    var path = Path()
    path.move(to: Point(0, 0))
    path.line(to: Point(10, 0))
    path.line(to: Point(10, 20))
    path.close()
    var frames = KeyframeState(values: [], keyTimes: [0, 0.5, 0.8], path: MotionPath(path))
    #expect(frames.position(at: 0.25) == KeyframeState.Position(index: 0, next: 1, fraction: 0.5))
    #expect(frames.position(at: 0.9) == KeyframeState.Position(index: 1, next: 2, fraction: 1))
    frames.keyTimes = [0, 0.5, 0.8, 1]
    #expect(frames.position(at: 1) == KeyframeState.Position(index: 2, next: 3, fraction: 1))
}

@Test func key_times_outside_are_steady() {
    let frames = KeyframeState(values: [1, 2, 3].map { .number($0) }, keyTimes: [0.25, 0.5, 0.75])
    let animation = AnimationState(
        timing: TimingState(duration: 8),
        content: .property(PropertyAnimation(target: PropertyTarget(.opacity), values: .keyframes(frames))))
    #expect(animation.steadySpan(at: 1, positions: frames.positions).contains(1.9))
    #expect(!animation.steadySpan(at: 1, positions: frames.positions).contains(2.1))
    #expect(!animation.steadySpan(at: 3, positions: frames.positions).contains(3.1))
    #expect(animation.steadySpan(at: 7, positions: frames.positions).contains(6.1))
}

@Test func keyframes_ease_each_segment() {
    let frames = KeyframeState(values: [0, 1, 2].map { .number($0) }, curves: [.easeIn, nil])
    #expect(frames.position(at: 0.25)?.fraction == TimingCurve.easeIn.value(at: 0.5))
    #expect(frames.position(at: 0.75)?.fraction == 0.5)
}

@Test func keyframes_step_in_discrete_mode() {
    var frames = KeyframeState(
        values: [310, 60, 120, 60].map { .number($0) }, keyTimes: [0, 0.25, 0.5, 0.75, 1], mode: .discrete)
    func index(_ progress: Double) -> Int? { frames.position(at: progress)?.index }
    #expect(
        index(0) == 0 && index(0.2) == 0 && index(0.25) == 1 && index(0.74) == 2 && index(0.75) == 3 && index(1) == 3)
    frames.keyTimes = [0, 0.1, 0.2, 0.3]
    #expect(index(0.15) == 1 && index(0.35) == 3 && index(1) == 3)
    frames.keyTimes = nil
    #expect(index(0.3) == 1 && index(0.5) == 2 && index(1) == 3)
}

@Test func keyframes_without_values_have_no_place() {
    #expect(KeyframeState(values: []).position(at: 0.5) == nil)
    #expect(KeyframeState(values: [.number(1)]).position(at: 0.5)?.index == 0)
}

func expectClose(_ value: PropertyValue, _ expected: Matrix4, sourceLocation: SourceLocation = #_sourceLocation) {
    guard case .transform(let matrix) = value else {
        Issue.record("not a transform", sourceLocation: sourceLocation)
        return
    }
    for (a, b) in zip(matrix.elements, expected.elements) {
        #expect(abs(a - b) < 1e-9, "\(matrix)", sourceLocation: sourceLocation)
    }
}

@Test func interpolation_of_transforms_without_numbers_stays_total() {
    var broken = Matrix4.identity
    broken.m21 = .nan
    #expect(!broken.isFinite && Matrix4.identity.isFinite)
    #expect(MatrixParts(broken) == nil)
    guard
        case .transform(let m) = interpolate(.transform(broken), .transform(Matrix4(scaleX: 3, y: 3)), 0.5, .transform)
    else {
        Issue.record("not a transform")
        return
    }
    #expect(m.m11 == 2 && m.m21.isNaN)
}
