import Foundation
import MicaBase
import MicaFrame
import MicaRandom
import MicaServer
import Testing

@Suite struct DamageTests {
    private func difference(_ root: TestLayer, _ change: () -> Void) throws -> DeviceRect {
        let before = try root.frame()
        change()
        return try root.frame().difference(from: before)
    }

    @Test func damage_of_nothing_is_empty() throws {
        let root = TestLayer(1, rect(0, 0, 50, 50), color: red, [TestLayer(2, rect(1, 1, 5, 5), color: green)])
        root.state.opacity = 0.5
        root.mask = TestLayer(3, rect(0, 0, 30, 30), color: blue)
        #expect(try difference(root) {} == .empty)
    }

    @Test func damage_is_where_a_layer_was_and_is() throws {
        let child = TestLayer(2, rect(10, 10, 5, 5), color: green)
        let root = TestLayer(1, rect(0, 0, 50, 50), color: red, [TestLayer(3, rect(40, 40, 5, 5), color: blue), child])
        let moved = try difference(root) { child.state.position.x += 3 }
        #expect(moved == DeviceRect(minX: 10, minY: 10, maxX: 18, maxY: 15))
        let recolored = try difference(root) { child.state.backgroundColor = blue }
        #expect(recolored == DeviceRect(minX: 13, minY: 10, maxX: 18, maxY: 15))
    }

    @Test func damage_of_added_and_removed_layers_is_theirs() throws {
        let root = TestLayer(1, rect(0, 0, 50, 50), color: red, [TestLayer(3, rect(40, 40, 5, 5), color: blue)])
        let added = try difference(root) {
            root.sublayers.insert(TestLayer(2, rect(10, 10, 5, 5), color: green), at: 0)
        }
        #expect(added == DeviceRect(minX: 10, minY: 10, maxX: 15, maxY: 15))
        let removed = try difference(root) { root.sublayers.removeLast() }
        #expect(removed == DeviceRect(minX: 40, minY: 40, maxX: 45, maxY: 45))
    }

    @Test func damage_inside_a_group_is_what_changed_in_it() throws {
        let child = TestLayer(2, rect(10, 10, 5, 5), color: green)
        let root = TestLayer(1, rect(0, 0, 50, 50), color: red, [child])
        root.state.opacity = 0.5
        #expect(
            try difference(root) { child.state.backgroundColor = blue }
                == DeviceRect(minX: 10, minY: 10, maxX: 15, maxY: 15))
        root.mask = TestLayer(3, rect(0, 0, 12, 50), color: blue)
        #expect(
            try difference(root) { child.state.backgroundColor = red }
                == DeviceRect(minX: 10, minY: 10, maxX: 12, maxY: 15))
    }

    @Test func damage_of_a_changed_clip_is_what_it_clips() throws {
        let root = TestLayer(1, rect(0, 0, 50, 50), [TestLayer(2, rect(10, 10, 5, 5), color: green)])
        root.state.flags.insert(.masksToBounds)
        root.state.cornerRadius = 3
        #expect(
            try difference(root) { root.state.cornerRadius = 4 } == DeviceRect(minX: 10, minY: 10, maxX: 15, maxY: 15))
    }

    @Test func damage_of_another_surface_is_all() throws {
        let root = TestLayer(1, rect(0, 0, 50, 50), color: red)
        let a = try root.frame(100, 100), b = try root.frame(100, 90)
        #expect(b.difference(from: a) == b.bounds)
        var c = a
        c.background = PixelColor(.black)
        #expect(c.difference(from: a) == c.bounds)
    }

    /// Outside the damage every pixel has the same ops over it, in the same order, with the same clips.
    @Test func damage_holds_every_pixel_that_may_change() throws {
        let images = [image(7, 9), image(20, 3)]
        for seed in UInt64(0)..<120 {
            var generator = SeededGenerator(seed: seed)
            let root = generator.tree(images)
            let before = try root.frame(60, 60)
            for _ in 0..<Int.random(in: 0...2, using: &generator) {
                if let layer = root.all.randomElement(using: &generator) { generator.mutate(layer, images) }
            }
            if generator.chance(0.2), !root.sublayers.isEmpty { root.sublayers.removeFirst() }
            let after = try root.frame(60, 60)
            let damage = after.difference(from: before)
            for y in stride(from: 0, to: 60, by: 3) {
                for x in stride(from: 0, to: 60, by: 3) where !damage.holds(x, y) {
                    #expect(before.stack(x, y) == after.stack(x, y), "seed \(seed) at \(x), \(y)")
                }
            }
        }
    }
}

extension DeviceRect {
    func holds(_ x: Int, _ y: Int) -> Bool { x >= minX && x < maxX && y >= minY && y < maxY }
}

extension Frame {
    /// The ops over a pixel, in words.
    func stack(_ x: Int, _ y: Int) -> String { stack(passes.count - 1, x, y) }

    private func stack(_ pass: Int, _ x: Int, _ y: Int) -> String {
        var text = ""
        for op in passes[pass].ops where op.bounds.holds(x, y) {
            var content = "\(op.content)"
            if case .pass(let shown, let mask) = op.content {
                content = "pass{\(stack(shown.rawValue, x, y))}"
                if let mask { content += "mask{\(stack(mask.rawValue, x, y))}" }
            }
            if case .image(let draw) = op.content { content = "\(draw.image.id) \(draw)" }
            var clip = op.clip
            while let index = clip {
                content += " in \(clips[index.rawValue].shape) \(clips[index.rawValue].transform)"
                clip = clips[index.rawValue].parent
            }
            text += "\(content) \(op.transform) \(op.opacity);"
        }
        return text
    }
}
