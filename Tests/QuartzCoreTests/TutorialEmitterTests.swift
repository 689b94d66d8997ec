import CoreGraphics
import Foundation
import MicaBase
import MicaFrame
import Testing

@testable import Mica
@testable import MicaExamples
@testable import QuartzCore

/// What tutorials on Core Animation say about emitters, by the examples' names.
@Suite(.serialized) struct TutorialEmitterTests {
    private func renderer(_ id: String) throws -> LayerRenderer {
        try #require(gallery.first { $0.id == id }).renderer(scale: 1, threads: 1)
    }

    private func emitters(_ renderer: LayerRenderer) -> [CAEmitterLayer] {
        var found: [CAEmitterLayer] = []
        renderer.layer.forEachInTree { if let emitter = $0 as? CAEmitterLayer { found.append(emitter) } }
        return found
    }

    /// The sprites at a time, op by op.
    private func ops(_ renderer: LayerRenderer, _ time: Double) -> [SpriteDraw] {
        renderer.frame(at: time).passes.flatMap { $0.ops }.compactMap {
            if case .sprites(let draw) = $0.content { draw } else { nil }
        }
    }

    private func sprites(_ renderer: LayerRenderer, _ time: Double) -> [Sprite] {
        ops(renderer, time).flatMap { $0.sprites }
    }

    private func position(_ sprite: Sprite) -> (x: Double, y: Double) {
        (Double(sprite.x), Double(sprite.y))
    }
    private func size(_ sprite: Sprite) -> Float {
        2 * (sprite.rightX * sprite.rightX + sprite.rightY * sprite.rightY).squareRoot()
    }

    private func light(_ bitmap: Bitmap) -> Int {
        bitmap.pixels.reduce(0) { $0 + Int($1 & 255) + Int($1 >> 8 & 255) + Int($1 >> 16 & 255) }
    }

    @Test func emitter_explosion_sparks_fly_to_all_sides_and_fade() throws {
        let renderer = try renderer("emitter-explosion")
        let all = sprites(renderer, 4)
        // 150 a second; after 2.5 s a spark is gone.
        #expect((370...376).contains(all.count))
        for way in [{ $0.x > 200 }, { $0.x < 120 }, { $0.y > 160 }, { $0.y < 80 }] as [((x: Double, y: Double)) -> Bool]
        {
            #expect(all.count { way(position($0)) } > 20)
        }
        #expect(all.allSatisfy { hypot(position($0).x - 160, position($0).y - 120) < 75 * 4 })
    }

    @Test func emitter_explosion_is_duller_when_it_is_not_additive() throws {
        let (bright, dull) = (try renderer("emitter-explosion"), try renderer("emitter-explosion"))
        emitters(dull)[0].renderMode = .unordered
        #expect(Double(light(dull.bitmap(at: 3))) < 0.95 * Double(light(bright.bitmap(at: 3))))
    }

    @Test func emitter_explosion_changes_of_the_layer_touch_new_particles_only() throws {
        let renderer = try renderer("emitter-explosion")
        let emitter = emitters(renderer)[0]
        let before = sprites(renderer, 2)
        renderer.schedule(at: 2) {
            CATransaction.setDisableActions(true)
            emitter.scale = 2
        }
        #expect(sprites(renderer, 2) == before)
        let after = sprites(renderer, 2.4)
        #expect((59...61).contains(after.count { size($0) > 63 }))
        #expect(after.count { abs(size($0) - 32) < 0.1 } > 250)
    }

    @Test func emitter_follow_particles_in_the_air_stay_on_their_way() throws {
        let moving = try renderer("emitter-follow")
        let example = try #require(gallery.first { $0.id == "emitter-follow" })
        let root = CALayer()
        root.bounds = CGRect(origin: .zero, size: example.size)
        // The same without the finger's script.
        example.build(root, Script())
        let still = LayerRenderer(layer: root, size: example.size, threads: 1)
        let (there, here) = (sprites(moving, 1.2), sprites(still, 1.2))
        let common = here.count { there.contains($0) }
        // Twenty a second: four were born since the finger moved at 1 s.
        #expect(common > 5 && here.count - common <= 4)
        let new = there.filter { !here.contains($0) }
        #expect((3...5).contains(new.count) && new.allSatisfy { hypot(position($0).x - 220, position($0).y - 60) < 30 })
    }

    @Test func emitter_follow_scale_is_animated_through_the_key_path() throws {
        let renderer = try renderer("emitter-follow")
        // Of 48 pixels; ranges of 0.05 to either side, growing by 0.02 a second.
        #expect(sprites(renderer, 0.99).allSatisfy { size($0) < 48 * 0.28 })
        let grown = sprites(renderer, 1.99).filter { size($0) > 48 * 0.4 }
        #expect(!grown.isEmpty)
        #expect(emitters(renderer)[0].emitterCells?[0].scale == 0.2)
    }

    @Test func emitter_rain_falls_from_the_whole_edge_ten_times_as_fast() throws {
        let renderer = try renderer("emitter-rain")
        let drops = sprites(renderer, 1.9)
        // 250 a second, for as long as they are within the picture: half of 1000 (10 t)^2 is 250 points after 0.07 s.
        #expect(drops.count > 10 && drops.count < 40)
        #expect(drops.contains { position($0).x < 80 } && drops.contains { position($0).x > 240 })
        #expect(emitters(renderer)[0].emitterCells?[0].speed == 10)
    }

    @Test func emitter_rain_is_heavier_larger_and_stops() throws {
        let renderer = try renderer("emitter-rain")
        let before = sprites(renderer, 1.9)
        let heavy = sprites(renderer, 3.9)
        #expect(heavy.count > 4 * before.count)
        #expect(heavy.map { size($0) }.max() ?? 0 > 1.2 * (before.map { size($0) }.max() ?? 9))
        #expect(sprites(renderer, 4.5).isEmpty)
        #expect(emitters(renderer)[0].birthRate == 0)
    }

    @Test func emitter_like_button_bursts_once() throws {
        let renderer = try renderer("emitter-like-button")
        #expect(sprites(renderer, 0.49).isEmpty)
        let burst = sprites(renderer, 0.66)
        #expect((149...151).contains(burst.count))
        // From a circle of 15 points, half of the width, about (160, 120), outwards by 35 to 45 a second.
        let later = sprites(renderer, 1.1)
        #expect(later.allSatisfy { (30.5...42.5).contains(hypot(position($0).x - 160, position($0).y - 120)) })
        #expect(sprites(renderer, 1.8).isEmpty)
    }

    @Test func emitter_like_button_swells() throws {
        let renderer = try renderer("emitter-like-button")
        var scales: [Double] = []
        for time in [0.5, 0.5 + 0.5 / 3, 0.5 + 1.0 / 3, 1.01] {
            renderer.schedule(at: time) {
                let button = renderer.layer.sublayers?[0].presentation()
                scales.append((button?.value(forKeyPath: "transform.scale.x") as? NSNumber)?.doubleValue ?? 0)
            }
        }
        renderer.advance(to: 2)
        #expect(scales.dropFirst().map { ($0 * 100).rounded() / 100 } == [2, 0.8, 1])
    }

    @Test func emitter_shapes_stand_still_where_they_should() throws {
        let renderer = try renderer("emitter-shapes")
        let draws = ops(renderer, 3.9)
        // Ops with depth are sorted among the others, so an emitter is found by its position.
        var cells: [Int: [(x: Double, y: Double)]] = [:]
        for draw in draws {
            let positions = draw.sprites.map(position).map { (x: $0.x, y: $0.y) }
            let count = Double(max(1, positions.count))
            let (x, y) = (positions.map(\.x).reduce(0, +) / count, positions.map(\.y).reduce(0, +) / count)
            cells[Int(y / 80) * 6 + Int(x / 80), default: []] += positions
        }
        #expect(cells.count == 24)
        func spread(_ row: Int, _ column: Int) -> (width: Double, height: Double) {
            let positions = cells[row * 6 + column] ?? []
            let (xs, ys) = (positions.map { $0.x }, positions.map { $0.y })
            return ((xs.max() ?? 0) - (xs.min() ?? 0), (ys.max() ?? 0) - (ys.min() ?? 0))
        }
        for row in 0..<4 {
            #expect(spread(row, 0).width == 0 && spread(row, 0).height == 0)
            // A line has no height.
            #expect(spread(row, 1).height == 0 && abs(spread(row, 1).width - 56) < 1)
            #expect(abs(spread(row, 2).width - 56) < 1 && abs(spread(row, 2).height - 40) < 1)
            #expect(row == 0 ? spread(row, 3).width == 0 : abs(spread(row, 3).width - 56) < 1)
            #expect(spread(row, 4).height > 40)
        }
    }

    @Test func emitter_colour_is_contents_times_colour() throws {
        let bitmap = try renderer("emitter-colour").bitmap(at: 3.5)
        // Rows of blocks 31 points apart: the first is white times (0.5, 1, 1).
        #expect(bitmap.pixels[bitmap.width * 30..<bitmap.width * 31].contains(0xff80_ffff))
        let reds = Set((0..<bitmap.width).map { bitmap[$0, 90] >> 16 & 255 })
        #expect(reds.count > 5)
        // The third grows red by a tenth a second: those further right are older.
        func row(_ y: Int) -> [UInt32] { (60..<300).map { bitmap[$0, y] } }
        func channel(_ pixel: UInt32, _ shift: UInt32) -> Int { Int(pixel >> shift & 255) }
        // Inside the blocks, where green is full.
        let growing: [Int] = row(150).filter { channel($0, 8) == 255 }.map { channel($0, 16) }
        let most = growing.max() ?? 0
        #expect(growing == growing.sorted() && most > 200)
        let fading: [Int] = row(210).map { channel($0, 0) }
        let (young, old) = (fading.prefix(40).max() ?? 0, fading.suffix(50).max() ?? 255)
        #expect(young > 150 && old < 60)
    }

    @Test func emitter_cone_directions() throws {
        let renderer = try renderer("emitter-cone")
        let draws = ops(renderer, 3.55)
        #expect(draws.count == 4)
        func all(_ index: Int, _ test: (Double, Double) -> Bool) -> Bool {
            draws[index].sprites.allSatisfy { test(position($0).x - 160, position($0).y - 140) }
        }
        #expect(all(0) { x, y in x > 0 && abs(y) < 0.01 })
        #expect(all(1) { x, y in y > 0 && abs(x) < 0.01 })
        #expect(all(2) { x, y in x < 0 && abs(y) < 0.01 })
        // Upwards, within an eighth of a turn to either side.
        #expect(all(3) { x, y in y < 0.01 && abs(x) <= -y + 0.01 })
        let wide = draws[3].sprites.contains { (sprite: Sprite) -> Bool in
            let (x, y): (Double, Double) = (position(sprite).x - 160, 140 - position(sprite).y)
            return abs(x) > 0.6 * y + 5
        }
        #expect(wide)
    }

    @Test func emitter_forces_accelerate_and_spin() throws {
        let renderer = try renderer("emitter-forces")
        let draws = ops(renderer, 10.1)
        // The lives of layer and cell multiply: 3 a second for 4 s.
        #expect(draws.map { $0.sprites.count } == [12, 12])
        for (index, sprite) in draws[0].sprites.reversed().enumerated() {
            let age = 0.1 + Double(index) / 3
            let (x, y): (Double, Double) = (20 + 10 * age + 10 * age * age, 30 + 5 * age * age)
            #expect(abs(position(sprite).x - x) < 0.05)
            #expect(abs(position(sprite).y - y) < 0.05)
        }
        for (index, sprite) in draws[1].sprites.reversed().enumerated() {
            let angle = (0.1 + Double(index) / 3) * 2 * .pi / 4
            let (x, y): (Double, Double) = (14 * cos(angle), 14 * sin(angle))
            #expect(abs(Double(sprite.rightX) - x) < 0.01)
            #expect(abs(Double(sprite.rightY) - y) < 0.01)
        }
    }

    @Test func emitter_subcells_begin_late_and_go_on() throws {
        let renderer = try renderer("emitter-subcells")
        // Particles are born from 0.05 s on; their own begin 4.5 s later, 0.1 s apart.
        #expect(sprites(renderer, 4.5).allSatisfy { abs(size($0) - 10) < 0.01 })
        let all = sprites(renderer, 6)
        let small = all.filter { abs(size($0) - 5) < 0.01 }
        #expect(small.count > 50)
        // Each in its parent's last half second: four or five.
        #expect(small.count <= 28 * 5)
        #expect(small.allSatisfy { hypot(position($0).x - 60, position($0).y - 20) > 67 })
    }
}
