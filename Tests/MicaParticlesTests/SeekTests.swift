import Foundation
import MicaBase
import MicaWire
import Testing

@testable import MicaServer

/// The particles at a time are the same however the time was reached.
@Suite struct SeekTests {
    /// An emitter that is changed, animated, and has particles of particles.
    static func busy() -> EmitterHistory {
        let inner = cell(rate: 6, life: 0.8) {
            $0.name = "b"
            ($0.velocity, $0.emissionRange, $0.scaleSpeed) = (20, .pi, -0.3)
        }
        let outer = cell(rate: 30, life: 2) {
            $0.name = "a"
            ($0.lifetimeRange, $0.velocity, $0.velocityRange, $0.emissionRange) = (1, 60, 40, 2)
            ($0.yAcceleration, $0.spin, $0.redRange, $0.alphaSpeed) = (50, 1, 0.5, -0.3)
            $0.cells = [inner]
        }
        let grow = animation("emitterCells.a.scale", from: 0.2, to: 2, begin: 1, duration: 2, repeats: .infinity)
        let rate = animation("emitterCells.a.emitterCells.b.birthRate", from: 0, to: 30, begin: 2, duration: 3)
        var history = EmitterHistory()
        history.record(layer([outer, cell(rate: 11, life: 3)]), [], at: 0)
        history.record(layer([outer, cell(rate: 11, life: 3)]), [grow], at: 1)
        history.record(layer([outer]) { $0.position = CGPoint(x: 30, y: 4) }, [grow, rate], at: 2.3)
        history.record(layer([outer]) { ($0.birthRate, $0.seed) = (0.5, 0) }, [rate], at: 4.1)
        return history
    }

    @Test func any_order_of_times_gives_the_same_particles() {
        let history = Self.busy()
        let times = (0...60).map { Double($0) / 10 }
        let alone = times.map { seen(history, at: $0) }
        #expect(alone.last?.isEmpty == false)
        #expect(alone.map { $0.count }.max().map { $0 > 200 } == true)
        let playing = EmitterSimulation()
        #expect(times.map { seen(history, at: $0, playing) } == alone)
        let scrubbing = EmitterSimulation()
        #expect(times.reversed().map { seen(history, at: $0, scrubbing) } == alone.reversed())
        let jumping = EmitterSimulation()
        for i in 0..<61 {
            let index = i * 37 % 61
            #expect(seen(history, at: times[index], jumping) == alone[index])
        }
    }

    @Test func later_changes_leave_what_was_before() {
        var history = history(cell(rate: 100, life: 2) { $0.velocity = 10 })
        let simulation = EmitterSimulation()
        let before = seen(history, at: 3, simulation)
        history.record(layer([cell(rate: 100, life: 2) { $0.velocity = 90 }]), [], at: 3)
        #expect(seen(history, at: 3, simulation) == before)
        let after = seen(history, at: 4.005, simulation)
        #expect(after.count == 200)
        #expect(after.count { abs($0.x / $0.age - 10) < 0.01 } == 100)
        #expect(after.count { abs($0.x / $0.age - 90) < 0.01 } == 100)
        #expect(after == seen(history, at: 4.005))
    }

    @Test func change_in_the_past_takes_the_place_of_what_was_thought() {
        var history = history(cell(rate: 100, life: 2) { $0.velocity = 10 })
        let simulation = EmitterSimulation()
        _ = seen(history, at: 5, simulation)
        history.record(layer([cell(rate: 40, life: 2) { $0.velocity = 20 }]), [], at: 4)
        #expect(seen(history, at: 5.005, simulation) == seen(history, at: 5.005))
        #expect(seen(history, at: 5.005, simulation).count == 100 + 40)
    }

    @Test func seeking_far_is_as_cheap_as_seeking_near() {
        // Not times but work: only living particles are made.
        let history = history(cell(rate: 1_000, life: 1))
        let simulation = EmitterSimulation()
        #expect(seen(history, at: 3_600.0005, simulation).count == 1_000)
        #expect(simulation.laneCount <= 127)
        #expect(seen(history, at: 1e7 + 0.0005, simulation).count == 1_000)
    }

    @Test func forgotten_changes_are_told() {
        var history = EmitterHistory()
        for i in 0...(EmitterHistory.segmentLimit + 10) {
            history.record(
                layer([cell(rate: 1, life: 1e6)]) { $0.position.x = CGFloat(i) }, [], at: Double(i) / 60)
        }
        #expect(history.isOverBudget && history.start > 0 && history.count <= EmitterHistory.segmentLimit)
        #expect(history.births(ofCell: 0, at: 68.001) == 68)
        var short = EmitterHistory()
        for i in 0...(EmitterHistory.segmentLimit * 2) {
            short.record(layer([cell(rate: 1, life: 1)]) { $0.position.x = CGFloat(i) }, [], at: Double(i) / 60)
        }
        // Dead particles need no room.
        #expect(!short.isOverBudget && short.count <= EmitterHistory.segmentLimit)
    }
}

/// Particles that emit particles.
@Suite struct ChildTests {
    private func family(_ child: CellState, _ parent: (inout CellState) -> Void = { _ in }) -> EmitterHistory {
        history(
            cell(rate: 1, life: 3) {
                $0.velocity = 10
                $0.cells = [child]
                parent(&$0)
            })
    }

    @Test func child_is_born_where_its_parent_is_and_goes_its_way() {
        let history = family(cell(rate: 2, life: 10) { $0.velocity = 3 }) { $0.emissionLongitude = 1 }
        // The first parent is born at 1 s, its children at 1.5 s, 2 s and so on up to its death at 4 s.
        let seen = seen(history, at: 1.9)
        #expect(seen.count == 2)
        let (parent, child) = (seen[0], seen[1])
        #expect(abs(hypot(parent.x, parent.y) - 9) < 1e-3)
        #expect(abs(child.age - 0.4) < 1e-5)
        #expect(abs(hypot(child.x, child.y) - (5 + 3 * 0.4)) < 1e-3)
        #expect(abs(atan2(child.y, child.x) - 1) < 1e-4)
    }

    @Test func child_outlives_its_parent() {
        let history = family(cell(rate: 2, life: 10)) { $0.timing.duration = 1.5 }
        #expect(seen(history, at: 4.1).count == 6)
        #expect(seen(history, at: 11.4).count == 6)
        #expect(seen(history, at: 11.6).count == 5)
        #expect(seen(history, at: 14.1).isEmpty)
    }

    @Test func child_begins_after_its_parents_birth_and_never_after_its_death() {
        let late = family(cell(rate: 10, life: 10) { $0.timing.beginTime = 2.5 }) { $0.timing.duration = 1.5 }
        #expect(seen(late, at: 3.4).count == 1)
        #expect(seen(late, at: 3.65).count == 2)
        #expect(seen(late, at: 5).count == 5)
        let useless = family(cell(rate: 10, life: 10) { $0.timing.beginTime = 3.5 }) { $0.timing.duration = 1.5 }
        #expect(seen(useless, at: 5).isEmpty)
    }

    @Test func child_inherits_colour_and_scale() {
        // Source: Apple's documentation of CAEmitterCell.emitterCells: "scale and color ... are inherited".
        let history = family(cell(rate: 2, life: 10) { $0.color = ColorValue(red: 1, green: 0.5, blue: 1) }) {
            $0.color = ColorValue(red: 0.5, green: 1, blue: 0)
            ($0.scale, $0.scaleSpeed) = (0.5, 0.5)
        }
        let child = seen(history, at: 1.9)[1]
        #expect(child.channels == [128, 128, 0, 255])
        #expect(abs(child.scale - 0.75) < 1e-5)
    }

    @Test func child_follows_its_parents_direction_of_the_moment() {
        let history = family(cell(rate: 1, life: 10) { $0.velocity = 1 }) { $0.yAcceleration = 10 }
        // After a second the parent goes at (10, 10).
        let child = seen(history, at: 2.5)[2]
        #expect(abs((child.y - 5) - (child.x - 10)) < 1e-3 && child.x > 10)
    }

    @Test func three_levels() {
        let third = cell(rate: 4, life: 1) { $0.velocity = 5 }
        let second = cell(rate: 2, life: 1.5) {
            $0.velocity = 5
            $0.cells = [third]
        }
        let history = family(second)
        let all = (0..<100).map { seen(history, at: Double($0) / 10) }
        let simulation = EmitterSimulation()
        for i in (0..<100).reversed() { #expect(seen(history, at: Double(i) / 10, simulation) == all[i]) }
        #expect(all.contains { $0.count > 20 })
    }

    @Test func values_of_a_child_are_those_at_its_own_birth() {
        func state(_ speed: Double) -> LayerState {
            layer([
                cell(rate: 1, life: 3) { $0.cells = [cell(rate: 2, life: 10) { $0.velocity = speed }] }
            ])
        }
        var history = EmitterHistory()
        history.record(state(3), [], at: 0)
        history.record(state(30), [], at: 1.7)
        let children = seen(history, at: 2.1).filter { $0.x > 0 }
        #expect(children.count == 2)
        #expect(
            children.contains { abs($0.x / $0.age - 3) < 0.01 } && children.contains { abs($0.x / $0.age - 30) < 0.01 })
    }
}

/// Emitters that ask for too much.
@Suite struct HostileEmitterTests {
    @Test(arguments: [1e12, 1e300, Double.greatestFiniteMagnitude])
    func rate_beyond_measure_is_thinned_out(rate: Double) {
        let simulation = EmitterSimulation()
        simulation.move(to: 5, history(cell(rate: EmitterState.finite(rate), life: 2) { $0.velocity = 10 }))
        #expect(simulation.isOverBudget)
        #expect(
            simulation.count <= EmitterSimulation.particleLimit
                && simulation.count > EmitterSimulation.particleLimit / 4)
        // They are thinned out evenly: the ages are still even.
        #expect(
            isEven(
                simulation.seen.prefix(1 << 20).enumerated().filter { $0.offset % 400 == 0 }.map { $0.element.age }, 0,
                2))
    }

    @Test func life_without_end_is_thinned_out() {
        let simulation = EmitterSimulation()
        let history = history(cell(rate: 100_000, life: EmitterState.finite(.infinity)))
        for time in [1.0, 100, 1e6, 1e12, -1e12, .infinity, .nan] {
            simulation.move(to: time, history)
            #expect(simulation.count <= EmitterSimulation.particleLimit)
        }
    }

    @Test func twenty_levels_stay_within_the_budget() {
        var inner = cell(rate: 100, life: 1)
        for _ in 0..<19 {
            let deeper = inner
            inner = cell(rate: 100, life: 1) { $0.cells = [deeper] }
        }
        let simulation = EmitterSimulation()
        simulation.move(to: 30, history(inner))
        #expect(simulation.isOverBudget)
        #expect(simulation.count <= EmitterSimulation.particleLimit + EmitterSimulation.childLimit)
    }

    @Test func odd_numbers_do_no_harm() {
        let odd = [0.0, -1, -1e12, 1e12, 1e-300, EmitterState.finite(.nan), EmitterState.finite(-.infinity)]
        var seed: UInt64 = 7
        func pick() -> Double {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return odd[Int(seed >> 33) % odd.count]
        }
        let simulation = EmitterSimulation()
        for _ in 0..<60 {
            var one = CellState()
            for property in CellProperty.allCases where property.kind == .number {
                one.set(property, to: .number(pick()))
            }
            one.birthRate = 50
            var two = one
            for property in CellProperty.allCases where property.kind == .number {
                two.set(property, to: .number(pick()))
            }
            one.cells = [two]
            var history = EmitterHistory()
            history.record(
                layer([one]) {
                    ($0.birthRate, $0.lifetime, $0.velocity, $0.scale, $0.spin) = (1, pick(), pick(), pick(), pick())
                    $0.size = CGSize(width: pick(), height: pick())
                    ($0.depth, $0.shape, $0.mode) = (pick(), .cuboid, .surface)
                }, [], at: pick())
            simulation.move(to: 3, history)
            #expect(simulation.count <= EmitterSimulation.particleLimit + EmitterSimulation.childLimit)
        }
    }

    @Test func disabled_cells_are_not_drawn_but_go_on() {
        var history = history(cell(rate: 10, life: 5))
        history.record(layer([cell(rate: 10, life: 5) { $0.enabled = 0 }]), [], at: 1)
        #expect(seen(history, at: 2).isEmpty)
        history.record(layer([cell(rate: 10, life: 5)]), [], at: 3)
        #expect(seen(history, at: 4).count == 40)
    }
}
