import Foundation
import MicaBase
import MicaWire
import Testing

@testable import MicaServer

/// What particles are like, against what their properties mean; seeds are fixed.
@Suite struct DistributionTests {
    private func born(_ seed: UInt32 = 1, _ configure: (inout CellState, inout EmitterState) -> Void) -> [Seen] {
        var (one, emitter) = (cell(rate: 5_000, life: 2), EmitterState())
        emitter.seed = seed
        configure(&one, &emitter)
        emitter.cells = [one]
        var state = LayerState()
        state.emitter = emitter
        var history = EmitterHistory()
        history.record(state, [], at: 0)
        // Not at a birth: the youngest particle would have the age 0.
        return seen(history, at: 1.50013)
    }

    private func share(_ part: Int, _ whole: Int) -> Double { Double(part) / Double(whole) }

    @Test func ranges_are_half_to_either_side() {
        // Source: CAEmitterLayer.h at seed: even in [M - R/2, M + R/2].
        let speeds = born { cell, _ in (cell.velocity, cell.velocityRange) = (50, 30) }.map { $0.x / $0.age }
        #expect(isEven(speeds, 35, 65))
        #expect(isEven(born { cell, _ in (cell.scale, cell.scaleRange) = (1, 0.5) }.map { $0.scale }, 0.75, 1.25))
        let spins = born { cell, _ in (cell.spin, cell.spinRange) = (0.5, 1) }.map { $0.angle / $0.age }
        #expect(isEven(spins, 0, 1))
    }

    @Test func layer_multiplies_velocity_scale_and_spin() {
        let speeds = born { cell, emitter in
            (cell.velocity, cell.velocityRange, emitter.velocity) = (50, 30, 2)
        }.map { $0.x / $0.age }
        #expect(isEven(speeds, 70, 130))
        let scales = born { cell, emitter in (cell.scale, cell.scaleRange, emitter.scale) = (1, 0.5, 3) }
        #expect(isEven(scales.map { $0.scale }, 2.25, 3.75))
        let spins = born { cell, emitter in (cell.spin, cell.spinRange, emitter.spin) = (0.5, 1, 0.5) }
        #expect(isEven(spins.map { $0.angle / $0.age }, 0, 0.5))
    }

    @Test func lifetimes_are_even_over_their_range() {
        // Of those born between 0.6 s and 1.4 s ago the share that lives falls evenly.
        let alive = born { cell, emitter in
            (cell.lifetime, cell.lifetimeRange, emitter.lifetime) = (0.5, 0.4, 2)
        }
        #expect(alive.allSatisfy { $0.age < 1.4 })
        let young = alive.filter { $0.age < 0.6 }.count, old = alive.filter { $0.age >= 0.6 }.count
        #expect(young == 3_000 || young == 2_999 || young == 3_001)
        // The integral of (1.4 - a) / 0.8 over 0.6...1.4 is 0.4.
        #expect((1_873...2_127).contains(old))
    }

    @Test func colours_are_even_in_each_component() {
        let seen = born { cell, _ in
            cell.color = ColorValue(red: 0.5, green: 0.4, blue: 0.25, alpha: 1)
            (cell.redRange, cell.greenRange, cell.blueRange) = (1, 0.4, 0.1)
        }
        func spread(_ values: [Int], _ low: Double, _ high: Double) -> Bool {
            // Bytes are steps: each stands for all of its step, evenly.
            follows(
                values.enumerated().map { index, value in
                    Double(value) - 0.5 + (Double(index) * 0.618_034).truncatingRemainder(dividingBy: 1)
                }
            ) { max(0, min(1, ($0 / 255 - low) / (high - low))) }
                && values.min().map { abs(Double($0) - low * 255) < 2 } == true
                && values.max().map { abs(Double($0) - high * 255) < 2 } == true
        }
        #expect(spread(seen.map { $0.channels[0] }, 0, 1))
        #expect(spread(seen.map { $0.channels[1] }, 0.2, 0.6))
        #expect(spread(seen.map { $0.channels[2] }, 0.2, 0.3))
        let pairs = zip(seen.map { Double($0.channels[0]) }, seen.map { Double($0.channels[1]) })
        let (meanR, meanG) = (127.5, 102.0)
        let sum: Double = pairs.map { (r: Double, g: Double) -> Double in (r - meanR) * (g - meanG) }.reduce(0, +)
        let covariance = sum / Double(seen.count)
        let bound: Double = 4 * 73.6 * 29.4 / Double(seen.count).squareRoot()
        #expect(abs(covariance) < bound)
    }

    @Test func alpha_range_and_speeds_are_held_within_0_and_1() {
        let seen = born { cell, _ in
            cell.color = ColorValue(red: 1, green: 1, blue: 1, alpha: 0.5)
            (cell.alphaRange, cell.alphaSpeed) = (2, 0)
        }
        let alphas = seen.map { $0.channels[3] }
        #expect(abs(share(alphas.count { $0 == 0 }, alphas.count) - 0.25) < 0.03)
        #expect(abs(share(alphas.count { $0 == 255 }, alphas.count) - 0.25) < 0.03)
        let fading = born { cell, _ in cell.alphaSpeed = -0.4 }
        for one in fading {
            let alpha: Double = 255 * (1 - 0.4 * one.age)
            #expect(abs(Double(one.channels[3]) - alpha) < 1)
        }
    }

    @Test func cone_of_all_directions_is_even_in_solid_angle() {
        for range in [Double.pi, 2 * Double.pi, -4, 100] as [Double] {
            let all = born { cell, _ in (cell.velocity, cell.emissionRange) = (10, range) }
            for axis in [\Seen.x, \.y, \.z] { #expect(isEven(all.map { $0[keyPath: axis] / $0.age }, -10, 10)) }
        }
    }

    @Test func cone_reaches_its_range_to_each_side() {
        for range in [Double.pi / 8, Double.pi / 4, Double.pi / 2] {
            let cone = born { cell, _ in
                (cell.velocity, cell.emissionRange, cell.emissionLongitude) = (10, range, -.pi / 2)
            }
            let angles = cone.map { acos(max(-1, min(1, -$0.y / $0.age / 10))) }
            #expect(angles.allSatisfy { $0 <= range + 1e-3 })
            // Even over the disc that the directions make, seen from its side.
            #expect(
                follows(angles) {
                    let s = min(sin($0) / sin(range), 1); return s * s
                })
            #expect(isEven(cone.map { atan2($0.z, $0.x) }, -.pi, .pi))
        }
    }

    @Test func cone_opens_without_a_step() {
        // From a quarter of a turn on the density goes over into that of all directions.
        for range in [Double.pi / 2 + 1e-9, 2, 2.5, 3, Double.pi - 1e-4, Double.pi - 1e-9] {
            let cone = EmissionCone(range: range)
            #expect(abs(cone.cosine(0) - 1) < 1e-6 && abs(cone.cosine(1) - cos(range)) < 1e-4)
            #expect(zip(0..<100, 1...100).allSatisfy { cone.cosine(Double($0) / 100) >= cone.cosine(Double($1) / 100) })
        }
        #expect(abs(EmissionCone(range: .pi / 2).cosine(0.5) - EmissionCone(range: .pi / 2 + 1e-7).cosine(0.5)) < 1e-6)
        #expect(abs(EmissionCone(range: .pi - 1e-5).cosine(0.25) - 0.5) < 1e-3)
        #expect(!EmissionCone(range: 0).isOpen)
    }

    @Test func direction_is_longitude_towards_y_and_latitude_towards_z() {
        func direction(_ longitude: Double, _ latitude: Double) -> [Double] {
            let one = born { cell, _ in
                (cell.velocity, cell.emissionLongitude, cell.emissionLatitude) = (1, longitude, latitude)
            }[0]
            return [one.x, one.y, one.z].map { ($0 / one.age * 1_000).rounded() / 1_000 + 0 }
        }
        #expect(direction(0, 0) == [1, 0, 0])
        #expect(direction(.pi / 2, 0) == [0, 1, 0])
        #expect(direction(-.pi / 2, 0) == [0, -1, 0])
        #expect(direction(0, .pi) == [-1, 0, 0])
        #expect(direction(0, .pi / 2) == [0, 0, 1])
    }

    // MARK: Shapes

    private func positions(
        _ shape: EmitterState.Shape, _ mode: EmitterState.Mode, _ configure: (inout CellState) -> Void = { _ in }
    ) -> [Seen] {
        born(3) { cell, emitter in
            (emitter.shape, emitter.mode) = (shape, mode)
            emitter.position = CGPoint(x: 100, y: 50)
            emitter.zPosition = 5
            (emitter.size, emitter.depth) = (CGSize(width: 40, height: 20), 10)
            configure(&cell)
        }
    }

    @Test func point_is_a_point_in_every_mode() {
        for mode in EmitterState.Mode.allCases {
            #expect(positions(.point, mode).allSatisfy { $0.x == 100 && $0.y == 50 && $0.z == 5 })
        }
    }

    @Test func line_ignores_height() {
        for mode in [EmitterState.Mode.outline, .surface, .volume] {
            let seen = positions(.line, mode)
            #expect(seen.allSatisfy { $0.y == 50 && $0.z == 5 })
            #expect(isEven(seen.map { $0.x }, 80, 120))
        }
        let ends = positions(.line, .points)
        #expect(Set(ends.map { $0.x }) == [80, 120])
        #expect(abs(ends.count { $0.x == 80 } - ends.count / 2) < 200)
    }

    @Test func line_points_to_where_y_falls() {
        for mode in EmitterState.Mode.allCases {
            let seen = positions(.line, mode) { $0.velocity = 10 }
            #expect(seen.allSatisfy { abs($0.y - (50 - 10 * $0.age)) < 1e-3 })
        }
    }

    @Test func rectangle_in_every_mode() {
        #expect(
            Set(positions(.rectangle, .points).map { [$0.x, $0.y] }) == [[80, 40], [120, 40], [80, 60], [120, 60]])
        for mode in [EmitterState.Mode.surface, .volume] {
            let seen = positions(.rectangle, mode)
            #expect(isEven(seen.map { $0.x }, 80, 120) && isEven(seen.map { $0.y }, 40, 60))
        }
        let edge = positions(.rectangle, .outline)
        let onSides = edge.filter { abs($0.x - 80) < 1e-3 || abs($0.x - 120) < 1e-3 }
        let onEnds = edge.filter { $0.y == 40 || $0.y == 60 }
        #expect(onSides.count + onEnds.count == edge.count)
        #expect(abs(share(onEnds.count, edge.count) - 2.0 / 3) < 0.02)
        #expect(isEven(onSides.map { $0.y }, 40, 60) && isEven(onEnds.map { $0.x }, 80, 120))
    }

    @Test func circle_has_the_width_as_its_diameter() {
        #expect(positions(.circle, .points).allSatisfy { $0.x == 100 && $0.y == 50 })
        let rim = positions(.circle, .outline)
        #expect(rim.allSatisfy { abs(hypot($0.x - 100, $0.y - 50) - 20) < 1e-3 })
        #expect(isEven(rim.map { atan2($0.y - 50, $0.x - 100) }, -.pi, .pi))
        for mode in [EmitterState.Mode.surface, .volume] {
            let disc = positions(.circle, mode)
            #expect(disc.allSatisfy { $0.z == 5 })
            #expect(follows(disc.map { hypot($0.x - 100, $0.y - 50) / 20 }) { $0 * $0 })
        }
    }

    @Test func outlines_emit_outwards() {
        let rim = positions(.circle, .outline) { $0.velocity = 10 }
        func radius(_ p: Seen) -> Double { hypot(p.x - 100, p.y - 50) }
        #expect(rim.allSatisfy { abs(radius($0) - (20 + 10 * $0.age)) < 1e-3 })
        let inwards = positions(.circle, .outline) { $0.velocity = -10 }
        #expect(inwards.allSatisfy { abs(radius($0) - abs(20 - 10 * $0.age)) < 1e-3 })
        func outside(_ p: Seen) -> Double { max(abs(p.x - 100) - 20, abs(p.y - 50) - 10) }
        let box = positions(.rectangle, .outline) { $0.velocity = 10 }
        #expect(box.allSatisfy { outside($0) > 10 * $0.age - 1e-3 })
    }

    @Test func cuboid_in_every_mode() {
        let half = SIMD3(20.0, 10, 5)
        func offset(_ p: Seen) -> SIMD3<Double> { SIMD3(p.x - 100, p.y - 50, p.z - 5) / half }
        func whole(_ v: Double) -> Bool { abs(abs(v) - 1) < 1e-5 }
        let corners = positions(.cuboid, .points).map(offset)
        #expect(Set(corners.map { [$0.x.rounded(), $0.y.rounded(), $0.z.rounded()] }).count == 8)
        let edges = positions(.cuboid, .outline).map(offset)
        #expect(edges.allSatisfy { p in (0..<3).count { whole(p[$0]) } >= 2 })
        let alongX = edges.filter { !whole($0.x) }.count
        #expect(abs(share(alongX, edges.count) - 40.0 / 70) < 0.02)
        let faces = positions(.cuboid, .surface).map(offset)
        #expect(faces.allSatisfy { p in (0..<3).contains { whole(p[$0]) } })
        let front = faces.filter { whole($0.z) }.count
        #expect(abs(share(front, faces.count) - 800.0 / 1_400) < 0.02)
        let inside = positions(.cuboid, .volume).map(offset)
        for axis in 0..<3 { #expect(isEven(inside.map { $0[axis] }, -1, 1)) }
    }

    @Test func sphere_in_every_mode() {
        func offset(_ p: Seen) -> SIMD3<Double> { SIMD3(p.x - 100, p.y - 50, p.z - 5) / 20 }
        func radius(_ v: SIMD3<Double>) -> Double { (v * v).sum().squareRoot() }
        #expect(positions(.sphere, .points).map(offset).allSatisfy { radius($0) == 0 })
        let round = positions(.sphere, .outline).map(offset)
        #expect(round.allSatisfy { abs(radius($0) - 1) < 1e-5 && $0.z == 0 })
        let skin = positions(.sphere, .surface).map(offset)
        #expect(skin.allSatisfy { abs(radius($0) - 1) < 1e-5 })
        for axis in 0..<3 { #expect(isEven(skin.map { $0[axis] }, -1, 1)) }
        let ball = positions(.sphere, .volume).map(offset)
        #expect(follows(ball.map(radius)) { $0 * $0 * $0 })
    }

    @Test func seeds_make_other_particles_of_the_same_kind() {
        let (a, b) = (born(1) { c, _ in c.velocityRange = 10 }, born(2) { c, _ in c.velocityRange = 10 })
        #expect(a != b && a == born(1) { c, _ in c.velocityRange = 10 })
        #expect(isEven(b.map { $0.x / $0.age }, -5, 5))
    }

    @Test func sine_and_cosine_are_good_to_the_last_places() {
        for step in -2_000...2_000 {
            let angle = Double(step) * 0.017
            let both = Trigonometry.sineAndCosine(angle)
            #expect(abs(both.sine - sin(angle)) < 1e-9 && abs(both.cosine - cos(angle)) < 1e-9)
            let eight = Trigonometry.sineAndCosine(SIMD8(repeating: Float(angle)))
            #expect(abs(Double(eight.sine[0]) - sin(Double(Float(angle)))) < 6e-6)
            #expect(abs(Double(eight.cosine[5]) - cos(Double(Float(angle)))) < 6e-6)
        }
        #expect(Trigonometry.sineAndCosine(.infinity).cosine == 1 && Trigonometry.sineAndCosine(.nan).sine == 0)
    }
}
