import MicaRandom
import MicaWire
import Testing

@Test func curves_give_values_measured_on_apple() {
    // Source: presentation values of Apple's CABasicAnimation. The last is 1.4e-6 off the curve: Apple solves to that only.
    let single = 2e-6
    #expect(abs(TimingCurve.easeIn.value(at: 0.25) - 0.09346466) < single)
    #expect(abs(TimingCurve.easeIn.value(at: 0.5) - 0.31535682) < single)
    #expect(abs(TimingCurve.easeIn.value(at: 0.75) - 0.6218605) < single)
    #expect(abs(TimingCurve.easeInEaseOut.value(at: 0.25) - 0.12916191) < single)
    #expect(TimingCurve.default == TimingCurve(0.25, 0.1, 0.25, 1))
}

@Test func curve_ends_are_exact_and_outside_is_clamped() {
    for curve in [TimingCurve.linear, .easeIn, .easeOut, .easeInEaseOut, .default, TimingCurve(0.2, -1, 0.8, 2)] {
        #expect(curve.value(at: 0) == 0)
        #expect(curve.value(at: 1) == 1)
        #expect(curve.value(at: -3) == 0)
        #expect(curve.value(at: 4) == 1)
    }
    #expect(TimingCurve.linear.value(at: 0.3) == 0.3)
}

@Test func curve_solution_lies_on_the_curve() {
    var random = SeededGenerator(seed: 71)
    for _ in 0..<2000 {
        let curve = TimingCurve(random.unit(), random.unit() * 3 - 1, random.unit(), random.unit() * 3 - 1)
        // Walks the curve by its parameter, and asks for the point back.
        let s = random.unit()
        func bezier(_ a: Double, _ b: Double) -> Double {
            3 * (1 - s) * (1 - s) * s * a + 3 * (1 - s) * s * s * b + s * s * s
        }
        let (x, y) = (bezier(curve.x1, curve.x2), bezier(curve.y1, curve.y2))
        let slope =
            3 * (1 - s) * (1 - s) * curve.x1 + 6 * (1 - s) * s * (curve.x2 - curve.x1) + 3 * s * s * (1 - curve.x2)
        // Near a vertical tangent y moves faster than x can tell.
        guard slope > 0.01 else { continue }
        // A part of the table is off by up to 1e-11 in its middle, and a little more beside it.
        #expect(abs(curve.value(at: x) - y) < 1e-10)
    }
}

@Test func pace_table_gives_the_same_whether_its_parts_are_made_or_not() {
    var random = SeededGenerator(seed: 7)
    let curves: [TimingCurve] = [
        .easeIn, .easeOut, .easeInEaseOut, .default, TimingCurve(0, 1, 1, 0), TimingCurve(1, 0, 0, 1),
        TimingCurve(0.1, -0.8, 0.9, 1.7), TimingCurve(0, 0.3, 0, 1), TimingCurve(0.7, 0, 1, 1),
    ]
    for curve in curves {
        let empty = EasingTable(curve)
        var full = empty
        full.fill()
        for _ in 0..<2_000 {
            let x = random.pick([random.unit(), 1e-12, 0.5, 1 - 1e-12, random.unit() * 1e-3, 1 - random.unit() * 1e-3])
            #expect(full.value(at: x) == empty.value(at: x), "\(curve) at \(x)")
            #expect(full.value(at: x) == curve.value(at: x), "\(curve) at \(x)")
            let others = [random.unit(), 1 - 1e-9, 1e-9]
            for table in [full, empty] {
                var fours = [SIMD4(x, others[0], others[1], others[2]), SIMD4(repeating: 0.25)]
                var span = fours.mutableSpan
                table.ease(&span, 2, except: 2)
                #expect(fours[0].x == curve.value(at: x) && fours[0].y == curve.value(at: others[0]))
                #expect(fours[0].z == curve.value(at: others[1]) && fours[0].w == curve.value(at: others[2]))
                #expect(fours[1] == SIMD4(repeating: 0.25), "what is left out stays")
            }
        }
        #expect(full.value(at: .nan) == 0 && full.value(at: 0) == 0 && full.value(at: 1.0.nextDown) <= 1 + 1e-11)
        #expect(full.value(at: 1) == 1 && full.value(at: .infinity) == 1)
    }
}

@Test func pace_tables_of_named_curves_are_near_them() {
    for curve in [TimingCurve.easeIn, .easeOut, .easeInEaseOut, .default] {
        for step in 1..<10_000 {
            let s = Double(step) / 10_000, r = 1 - s
            let (p, q, cube) = (3 * r * r * s, 3 * r * s * s, s * s * s)
            let (x, y) = (p * curve.x1 + q * curve.x2 + cube, p * curve.y1 + q * curve.y2 + cube)
            #expect(abs(curve.value(at: x) - y) < 1.1e-11, "\(curve) at \(x)")
        }
    }
}

@Test func curve_with_vertical_tangent_still_solves() {
    let curve = TimingCurve(0, 1, 0, 1)
    var before = 0.0
    for i in 1...1000 {
        let value = curve.value(at: Double(i) / 1000)
        #expect(value >= before)
        before = value
    }
    let step = TimingCurve(1, 0, 0, 1)
    #expect(abs(step.value(at: 0.5) - 0.5) < 1e-4, "x is flat to third order there, so 1e-15 in x is 1e-5 in y")
}

@Test func spring_settles_when_apple_says() {
    func settling(_ damping: Double) -> Double { SpringCurve(SpringState(damping: damping)).settlingDuration }
    #expect(abs(settling(10) - 1.4727003346780927) < 1e-14)
    #expect(abs(settling(1) - 13.91321015404625) < 1e-13)
    #expect(abs(settling(5) - 2.85) < 0.01, "Apple's page gives two digits")
    #expect(settling(15) > 1 && settling(15) < 1.1)
    #expect(settling(0) == .infinity)
}

@Test func spring_settles_to_a_share_when_apple_says() {
    // Source: CASpringAnimation's durationForEpsilon and settlingDuration as the tests of ChouTiUI and ComposeUI state them.
    func spring(ratio: Double, response: Double) -> SpringCurve {
        let rate = 2 * Double.pi / response
        return SpringCurve(SpringState(stiffness: rate * rate, damping: 2 * rate * ratio))
    }
    let unit = spring(ratio: 1, response: 1)
    #expect(unit.settlingDuration(within: 0.01) == 1.0999999999999999)
    #expect(unit.settlingDuration(within: 0.02) == 0.9999999999999999)
    #expect(unit.settlingDuration(within: 0.03) == 0.8999999999999999)
    #expect(unit.settlingDuration(within: 0.04) == 0.7999999999999999)
    #expect(unit.settlingDuration(within: 0.05) == 0.7999999999999999)
    #expect(abs(spring(ratio: 1, response: 0.2).settlingDuration - 0.3) < 1e-15)
    #expect(abs(spring(ratio: 0.8, response: 0.5).settlingDuration - 0.7714094006693448) < 1e-12)
    #expect(abs(spring(ratio: 0.3, response: 1.5).settlingDuration - 5.71461784505134) < 1e-12)
    #expect(abs(spring(ratio: 0.7, response: 0.6).settlingDuration(within: 0.005) - 0.8159891974978289) < 1e-12)
    #expect(abs(spring(ratio: 0.6, response: 0.5).settlingDuration(within: 0.005) - 0.7769325148649515) < 1e-12)
    let moving = SpringCurve(SpringState(stiffness: 1, damping: 1, initialVelocity: 0.1))
    #expect(abs(moving.settlingDuration(within: 0.005) - 11.35608158495006) < 1e-12)
    #expect(abs(moving.settlingDuration(within: 0.1) - 5.364617037842078) < 1e-12)
}

@Test func spring_gives_values_measured_on_apple() {
    // Source: _solveForInput of a CASpringAnimation in ChouTiUI's tests, damping ratio 1 and response 1, whose duration is
    // durationForEpsilon(0.005): eleven tenths leave 0.0079, twelve 0.0045. So the input's unit is 1.2 s, and w = 2.4 pi.
    let rate = 2 * Double.pi
    let curve = SpringCurve(SpringState(stiffness: rate * rate, damping: 2 * rate))
    let duration = curve.settlingDuration(within: 0.005)
    #expect(abs(duration - 1.2) < 1e-12)
    for (input, value) in [(0.25, 0.56196046), (0.5, 0.89003396), (0.75, 0.976705), (1, 0.99546117)] {
        #expect(abs(curve.value(at: input * duration) - value) < 1e-7, "Apple's is a Float")
    }
}

@Test func spring_matches_numeric_integration() {
    let springs = [
        SpringState(), SpringState(damping: 1), SpringState(damping: 20), SpringState(damping: 40),
        SpringState(damping: 40, allowsOverdamping: true), SpringState(mass: 2, stiffness: 300, damping: 50),
        SpringState(mass: 3, stiffness: 50, damping: 4, initialVelocity: 12),
        SpringState(damping: 20, initialVelocity: -7),
        SpringState(damping: 90, initialVelocity: 30, allowsOverdamping: true),
        SpringState(mass: 1, stiffness: 81, damping: 10000),
    ]
    for spring in springs {
        let curve = SpringCurve(spring)
        let critical = 2 * (spring.stiffness * spring.mass).squareRoot()
        let damping = spring.allowsOverdamping ? spring.damping : min(spring.damping, critical)
        func pull(_ x: Double, _ v: Double) -> Double { (spring.stiffness * (1 - x) - damping * v) / spring.mass }
        var (x, v) = (0.0, spring.initialVelocity)
        let h = 1.0 / 4096
        for step in 0..<8192 {
            let time = Double(step) * h
            #expect(abs(curve.value(at: time) - x) < 1e-8, "fourth-order steps of 1/4096 s")
            // Runge and Kutta's fourth-order step.
            let (x1, v1) = (v, pull(x, v))
            let (x2, v2) = (v + v1 * h / 2, pull(x + x1 * h / 2, v + v1 * h / 2))
            let (x3, v3) = (v + v2 * h / 2, pull(x + x2 * h / 2, v + v2 * h / 2))
            let (x4, v4) = (v + v3 * h, pull(x + x3 * h, v + v3 * h))
            x += h / 6 * (x1 + 2 * x2 + 2 * x3 + x4)
            v += h / 6 * (v1 + 2 * v2 + 2 * v3 + v4)
        }
    }
}

@Test func spring_is_within_a_thousandth_after_settling() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<300 {
        let spring = SpringState(
            mass: 0.1 + random.unit() * 5, stiffness: 1 + random.unit() * 500, damping: 0.5 + random.unit() * 100,
            initialVelocity: random.unit() * 40 - 20, allowsOverdamping: random.unit() < 0.5)
        let curve = SpringCurve(spring)
        let end = curve.settlingDuration
        #expect(end > 0 && end.isFinite)
        for i in 0..<50 {
            #expect(abs(curve.value(at: end * (1 + Double(i) / 25)) - 1) <= 0.001 + 1e-9)
        }
    }
}

@Test func spring_without_sense_is_at_rest() {
    for spring in [
        SpringState(mass: 0), SpringState(stiffness: 0), SpringState(mass: -1, stiffness: -1), SpringState(mass: .nan),
    ] {
        #expect(SpringCurve(spring).value(at: 0.1) == 1)
        #expect(SpringCurve(spring).settlingDuration == 0)
    }
}
