import Foundation
import MicaBase
import MicaWire
import Testing

@testable import MicaServer

/// What behaviours make of particles.
@Suite struct BehaviorTests {
    private func driven(_ kinds: [ParticleBehavior.Kind], _ configure: (inout CellState) -> Void = { _ in })
        -> EmitterHistory
    {
        history(
            cell(rate: 20, life: 4) {
                ($0.velocity, $0.yAcceleration) = (40, 10)
                $0.behaviors = kinds.map { ParticleBehavior($0) }
                configure(&$0)
            })
    }

    /// A particle followed in very small steps.
    private func followed(_ age: Double, _ force: (Double, SIMD3<Double>, SIMD3<Double>) -> SIMD3<Double>)
        -> SIMD3<Double>
    {
        var (p, v) = (SIMD3<Double>(0, 0, 0), SIMD3<Double>(40, 0, 0))
        let steps = 20_000
        let dt = age / Double(steps)
        for i in 0..<steps {
            let a = SIMD3<Double>(0, 10, 0) + force((Double(i) + 0.5) * dt, p, v)
            p += v * dt + a * (dt * dt / 2)
            v += a * dt
        }
        return p
    }

    private func agree(
        _ history: EmitterHistory, within bound: Double,
        _ force: (Double, SIMD3<Double>, SIMD3<Double>) -> SIMD3<Double>
    ) -> Bool {
        let all = seen(history, at: 3.99)
        return all.count == 79
            && all.enumerated().filter { $0.offset % 13 == 0 }.allSatisfy { _, one in
                let p = followed(one.age, force)
                return abs(one.x - p.x) < bound && abs(one.y - p.y) < bound && abs(one.z - p.z) < bound
            }
    }

    @Test func drag_is_the_integral() {
        #expect(agree(driven([.drag(0.8)]), within: 0.01) { _, _, v in v * -0.8 })
    }

    @Test func wave_is_the_integral_with_and_without_drag() {
        let force = SIMD3<Double>(0, 30, 5)
        #expect(
            agree(driven([.wave(force: force, frequency: 0.7)]), within: 0.02) { t, _, _ in force * cos(1.4 * .pi * t) }
        )
        #expect(
            agree(driven([.wave(force: force, frequency: 0.7), .drag(0.5)]), within: 0.02) { t, _, v in
                force * cos(1.4 * .pi * t) - v * 0.5
            })
    }

    @Test func attractor_draws_within_its_radius() {
        let point = SIMD3<Double>(60, 40, 0)
        let history = driven([.attractor(position: point, radius: 80, stiffness: 50, falloff: 1)])
        #expect(
            agree(history, within: 1) { _, p, _ in
                let way = point - p
                let distance = (way * way).sum().squareRoot()
                return distance < 80 ? way / distance * (50 / (1 + distance / 80)) : .zero
            })
    }

    @Test func attractor_is_the_same_however_its_time_is_reached() {
        let history = driven([
            .attractor(position: SIMD3(60, 40, 0), radius: 0, stiffness: 50, falloff: 0), .alignToMotion(rotation: 0),
        ])
        let simulation = EmitterSimulation()
        let times = (0...40).map { Double($0) / 7 }
        let played = times.map { seen(history, at: $0, simulation) }
        for (time, particles) in zip(times, played).reversed() {
            #expect(seen(history, at: time, simulation) == particles)
            #expect(seen(history, at: time) == particles)
        }
    }

    @Test func alignment_turns_into_the_direction_of_motion() {
        for one in seen(driven([.alignToMotion(rotation: 0)]), at: 3.99) {
            #expect(abs(one.angle - atan2(10 * one.age, 40)) < 1e-4)
        }
        for one in seen(driven([.alignToMotion(rotation: .pi / 2)]), at: 3.99) {
            #expect(abs(one.angle - atan2(10 * one.age, 40) - .pi / 2) < 1e-4)
        }
    }

    @Test func values_over_life() {
        for one in seen(driven([.scaleOverLife([0, 2, 1])]), at: 3.99) {
            let share = one.age / 4
            #expect(abs(one.scale - (share < 0.5 ? share * 4 : 2 - (share - 0.5) * 2)) < 1e-4)
        }
        for one in seen(driven([.alphaOverLife([1, 0])]), at: 3.99) {
            #expect(abs(Double(one.channels[3]) - 255 * (1 - one.age / 4)) <= 1)
        }
        let red = ColorValue(red: 1, green: 0, blue: 0), blue = ColorValue(red: 0, green: 0, blue: 1)
        for one in seen(driven([.colorOverLife([red, blue], [0.25, 0.75])]), at: 3.99) {
            let share = max(0, min(1, (one.age / 4 - 0.25) * 2))
            #expect(abs(Double(one.channels[0]) - 255 * (1 - share)) <= 1)
            #expect(abs(Double(one.channels[2]) - 255 * share) <= 1 && one.channels[1] == 0)
        }
        for one in seen(
            driven([.light(color: red, position: SIMD3(0, 0, 0), falloff: 0.1)]) { $0.yAcceleration = 0 }, at: 3.99)
        {
            let light: Double = 255 / (1 + 0.1 * abs(one.x))
            #expect(abs(Double(one.channels[0]) - light) <= 1 && one.channels[2] == 0 && one.channels[3] == 255)
        }
    }

    @Test func disabled_behaviours_do_nothing() {
        var off = ParticleBehavior(.drag(3))
        off.isEnabled = false
        let history = driven([]) { $0.behaviors = [off] }
        #expect(seen(history, at: 3.99) == seen(driven([]), at: 3.99))
    }

    @Test func particles_of_driven_particles_start_where_those_are() {
        let child = cell(rate: 1, life: 10)
        let history = driven([.drag(2)]) {
            ($0.birthRate, $0.yAcceleration, $0.velocity) = (1, 0, 40)
            $0.cells = [child]
        }
        // The parent of 1 s is 20 (1 - e^-2) away when its child is born.
        let born = seen(history, at: 2.5).filter { abs($0.age - 0.5) < 1e-3 }
        #expect(born.contains { abs($0.x - 20 * (1 - exp(-2.0))) < 1e-3 })
    }

    @Test func powers_are_good_to_the_last_places() {
        for step in 0...1_000 {
            let power = -Double(step) * 0.05
            #expect(abs(Exponential.value(power) / exp(power) - 1) < 1e-14)
        }
        #expect(Exponential.value(-1e9) == 0)
    }
}
