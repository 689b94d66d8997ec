import Foundation
import MicaBase
import MicaFrame
import MicaRandom
import MicaRaster
import MicaWire
import Testing
@testable import MicaCPU
@testable import MicaServer

/// A frame that is updated by the changes is the frame that is built as a whole, op for op and pixel for pixel.
@Suite struct UpdateTests {
    /// A tree, the frame that is updated, and the screen's pixels.
    private struct Stage {
        var tree = RenderTree()
        var scene = SceneEvaluation()
        var builder = FrameBuilder()
        var frame = Frame(width: 60, height: 60)
        var shown = Bitmap(width: 60, height: 60)
        let compositor = CPUCompositor(threads: 1)
        /// Whether something is kept from picture to picture that a fresh compositor has not.
        var hasShadows = false
        /// How many frames were updates.
        var updates = 0

        init(_ root: TestLayer, edits: Bool = true) throws {
            builder = FrameBuilder(edits: edits)
            try tree.apply(root.commit)
            scene.evaluate(tree, at: 0)
            frame = builder.build(tree, scene, width: 60, height: 60)
            compositor.draw(frame, into: &shown)
        }

        /// Shows the tree at a time; false when the frame had to be built as a whole.
        @discardableResult
        mutating func show(at time: Double) -> Bool {
            scene.evaluate(tree, at: time)
            tree.forgetChanges()
            let isUpdate = builder.update(&frame, tree, scene, rootTransform: .identity)
            if isUpdate {
                updates += 1
            } else {
                var changed = frame.damageRegion
                var whole = builder.build(tree, scene, width: 60, height: 60)
                changed.add(whole.differences(from: frame))
                whole.setDamage(changed)
                frame = whole
            }
            compositor.draw(frame, into: &shown)
            var list = BoxList()
            if let last = frame.passes.last { list.set(last.ops.span) }
            #expect(compositor.list.isCurrent == isUpdate && (!isUpdate || compositor.list.isSame(as: list)))
            return isUpdate
        }

        /// Shows the tree at a time, by an update.
        mutating func update(at time: Double, _ comment: Comment? = nil) throws {
            let isUpdate = show(at: time)
            try #require(isUpdate, comment)
        }

        /// Whether the frame and the screen's pixels are those of the tree at a time.
        func isRight(at time: Double) -> Bool {
            var whole = frameOf(tree, 60, 60, at: time)
            var picture = Bitmap(width: 60, height: 60)
            (hasShadows ? CPUCompositor(threads: 1) : compositor).draw(whole, into: &picture)
            whole.setDamage(frame.damageRegion)
            return whole == frame && picture == shown
        }

        /// Commits a layer's new values.
        mutating func commit(_ layers: [(layer: TestLayer, before: LayerState)]) throws {
            var commit = Commit(time: 0)
            for (layer, before) in layers {
                var mask = PropertyMask()
                for property in PropertyID.allCases
                where property != .mask && layer.state[property] != before[property] { mask.insert(property) }
                commit.changes.append(LayerChange(layer: layer.id, mask: mask, state: layer.state))
            }
            try tree.apply(commit)
        }
    }

    private let images = [image(7, 9), image(20, 3)]

    @Test(arguments: [false, true])
    func update_equals_a_whole_build(isAnimated: Bool) throws {
        var (updates, steps) = (0, 0)
        for seed in UInt64(0)..<160 {
            var generator = SeededGenerator(seed: seed)
            let root = generator.tree(images)
            if isAnimated { animate(root, &generator) }
            var stage = try Stage(root)
            for step in 0..<10 {
                try stage.commit(
                    changes(in: root, &generator) { layer, generator in
                        if generator.chance(0.5) {
                            generator.mutate(layer, images)
                        } else {
                            layer.state.position.x += CGFloat(generator.number(-40...40).rounded())
                        }
                    })
                let time = isAnimated ? Double(step) * 0.25 : 0
                stage.show(at: time)
                let isRight = stage.isRight(at: time)
                #expect(isRight, "seed \(seed), step \(step)")
                steps += 1
            }
            updates += stage.updates
        }
        // A change of an animated layer is worked out anew.
        #expect(updates * (isAnimated ? 6 : 3) > steps, "\(updates) updates in \(steps) steps")
    }

    /// Frames are the same where none is edited: that only saves time.
    @Test func frames_are_the_same_without_an_editor() throws {
        for seed in UInt64(0)..<40 {
            var (generator, others) = (SeededGenerator(seed: seed), SeededGenerator(seed: seed))
            let (root, other) = (generator.tree(images), others.tree(images))
            var (edited, painted) = (try Stage(root), try Stage(other, edits: false))
            for step in 0..<6 {
                try edited.commit(changes(in: root, &generator) { $1.mutate($0, images) })
                try painted.commit(changes(in: other, &others) { $1.mutate($0, images) })
                edited.show(at: 0)
                painted.show(at: 0)
                #expect(edited.shown == painted.shown, "seed \(seed), step \(step)")
            }
            #expect(painted.updates == 0)
        }
    }

    /// Changes up to two layers of a tree, and returns their old values.
    private func changes(
        in root: TestLayer, _ generator: inout SeededGenerator, _ change: (TestLayer, inout SeededGenerator) -> Void
    ) -> [(TestLayer, LayerState)] {
        var changes: [(TestLayer, LayerState)] = []
        for _ in 0..<Int.random(in: 0...2, using: &generator) {
            guard let layer = root.all.randomElement(using: &generator), !changes.contains(where: { $0.0 === layer })
            else { continue }
            changes.append((layer, layer.state))
            change(layer, &generator)
        }
        return changes
    }

    /// Shadows of layers' contents: cached and not, nested, moved by parts of pixels, with contents that change.
    @Test func update_with_shadows_equals_a_whole_build() throws {
        var hits = 0
        for seed in UInt64(0)..<24 {
            var generator = SeededGenerator(seed: seed)
            let root = generator.tree(images)
            for layer in root.all where generator.chance(0.4) {
                layer.state.shadow.opacity = generator.number(0.3...1)
                layer.state.shadow.radius = generator.number(2...9)
            }
            var stage = try Stage(root)
            stage.hasShadows = true
            for step in 0..<6 {
                try stage.commit(
                    changes(in: root, &generator) { layer, generator in
                        if generator.chance(0.3) {
                            generator.mutate(layer, images)
                        } else if generator.chance(0.3) {
                            layer.state.opacity = generator.number(0...1)
                        } else {
                            layer.state.position.x += CGFloat(generator.number(-4...4))
                        }
                    })
                stage.show(at: 0)
                let isRight = stage.isRight(at: 0)
                #expect(isRight, "seed \(seed), step \(step)")
            }
            hits += stage.compositor.blurUse.hits
        }
        #expect(hits > 0, "blurs are kept")
    }

    @Test func update_of_a_kept_shadow_equals_a_whole_build() throws {
        let inner = TestLayer(3, rect(3, 3, 14, 14), color: red)
        inner.state.cornerRadius = 4
        let group = TestLayer(2, rect(12, 12, 22, 20), [inner])
        group.state.shadow.opacity = 0.8
        let root = TestLayer(
            1, rect(0, 0, 60, 60), color: green, [group, TestLayer(4, rect(40, 0, 9, 60), color: blue)])
        var stage = try Stage(root)
        stage.hasShadows = true
        for step in 0..<12 {
            let changed = step % 4 == 2 ? inner : group
            let before = changed.state
            switch step % 4 {
            case 2: inner.state.backgroundColor = ColorValue(red: 1, green: 1, blue: 0, alpha: step < 6 ? 1 : 0.5)
            case 3: group.state.opacity = 1 - Double(step) / 24
            default:
                group.state.position.x += 1.3
                group.state.position.y -= 0.45
            }
            try stage.commit([(changed, before)])
            stage.show(at: 0)
            let isRight = stage.isRight(at: 0)
            #expect(isRight, "step \(step)")
        }
        #expect(stage.compositor.blurUse.hits > 4 && stage.compositor.blurUse.misses > 1)
    }

    /// A page that shows a few of many layers, and scrolls while some of them change.
    @Test func update_of_many_layers_of_which_few_are_seen_equals_a_whole_build() throws {
        var (updates, steps, known, stayed) = (0, 0, 0, 0)
        for seed in UInt64(0)..<24 {
            var generator = SeededGenerator(seed: seed)
            let page = TestLayer(2, rect(5, 5, 50, 50), (0..<160).map(cell))
            page.state.flags.insert(.masksToBounds)
            let root = TestLayer(1, rect(0, 0, 60, 60), color: red, [page])
            var stage = try Stage(root)
            for step in 0..<16 {
                var changed: [(TestLayer, LayerState)] = []
                if generator.chance(0.8) {
                    changed.append((page, page.state))
                    page.state.bounds.origin.y += CGFloat(generator.number(-10...30))
                    if generator.chance(0.05) { page.state.transform = Matrix4(rotation: 0.1, x: 0, y: 0, z: 1) }
                    if generator.chance(0.05) { page.state.transform = .identity }
                }
                for _ in 0..<Int.random(in: 0...3, using: &generator) {
                    guard let cell = page.sublayers.randomElement(using: &generator),
                        !changed.contains(where: { $0.0 === cell })
                    else { continue }
                    changed.append((cell, cell.state))
                    switch Int.random(in: 0..<6, using: &generator) {
                    case 0: cell.state.flags.formSymmetricDifference(.hidden)
                    case 1: cell.state.zPosition = generator.chance(0.9) ? 0 : 1
                    case 2 where generator.chance(0.3): generator.mutate(cell, images)
                    default: cell.state.position.y += CGFloat(generator.number(-300...300))
                    }
                }
                try stage.commit(changed)
                let boxes = stage.builder.painter.boxes
                stage.show(at: 0)
                let isRight = stage.isRight(at: 0)
                #expect(isRight, "seed \(seed), step \(step)")
                steps += 1
                if boxes.count > 0 { known += 1 }
                if boxes.count > 0, !changed.contains(where: { $0.0 === page }), stage.frame.damageRegion.isEmpty {
                    stayed += 1
                }
            }
            updates += stage.updates
        }
        #expect(2 * updates > steps && 3 * known > steps, "\(updates) updates, \(known) with boxes, of \(steps)")
        #expect(stayed > 4, "what stays outside changes nothing")
    }

    private func cell(_ index: Int) -> TestLayer {
        TestLayer(UInt64(10 + index), rect(Double(index % 4) * 12, Double(index / 4) * 12, 10, 10), color: green)
    }

    @Test func boxes_of_sublayers_are_forgotten_and_have_a_budget() throws {
        let pages = [10_000, 20_000, 30_000].map { first -> TestLayer in
            let cells = (0..<130).map { cell(first + $0) }
            return TestLayer(UInt64(first), rect(0, 0, 60, 60), cells)
        }
        let root = TestLayer(1, rect(0, 0, 60, 60), color: red, pages)
        var stage = try Stage(root)
        stage.builder.painter.boxes.most = 300
        for step in 0..<3 {
            let before = pages.map { ($0, $0.state) }
            for page in pages { page.state.bounds.origin.y += 1 }
            try stage.commit(before)
            try stage.update(at: 0)
            #expect(stage.isRight(at: 0))
            #expect(stage.builder.painter.boxes.count == 260, "step \(step)")
            try stage.update(at: Double(step), "nothing has changed")
            #expect(stage.builder.painter.boxes.count == 260)
        }
        // Another sublayer is a change of structure.
        var commit = Commit(time: 0)
        commit.created.append(LayerID(rawValue: 5))
        commit.changes.append(
            LayerChange(
                layer: root.id, mask: [], state: root.state,
                sublayers: pages.map(\.id) + [LayerID(rawValue: 5)], animations: []))
        try stage.tree.apply(commit)
        stage.show(at: 0)
        #expect(stage.builder.painter.boxes.count == 0)
    }

    private func animate(
        _ root: TestLayer, _ generator: inout SeededGenerator,
        _ paths: [String] = ["position", "opacity", "zPosition", "transform.rotation.z", "hidden"], share: Double = 0.3
    ) {
        for layer in root.all where generator.chance(share) {
            guard let path = paths.randomElement(using: &generator), let target = PropertyTarget(keyPath: path) else {
                continue
            }
            let (from, to): (PropertyValue, PropertyValue) =
                path == "position"
                ? (.point(CGPoint(x: -20, y: 10)), .point(CGPoint(x: 60, y: 40))) : (.number(0), .number(1))
            layer.animations.append(
                KeyedAnimation(
                    key: path,
                    animation: AnimationState(
                        timing: TimingState(beginTime: 0.25, duration: 1.5, repeatCount: generator.chance(0.5) ? 2 : 1),
                        content: .property(
                            PropertyAnimation(target: target, values: .basic(from: from, to: to, by: nil))))))
        }
    }

    private func flat(_ count: UInt64) -> TestLayer {
        let layers = (0..<count).map { index -> TestLayer in
            let (x, y) = (Double(index % 8) * 7, Double(index / 8) * 7)
            return TestLayer(2 + index, rect(x, y, 5, 5), color: green)
        }
        return TestLayer(1, rect(0, 0, 60, 60), color: red, layers)
    }

    @Test func update_of_one_layer_damages_where_it_was_and_is() throws {
        let root = flat(40)
        var stage = try Stage(root)
        let layer = root.sublayers[10]
        let before = layer.state
        layer.state.position.x += 20
        try stage.commit([(layer, before)])
        try stage.update(at: 0)
        #expect(stage.frame.damage == DeviceRect(minX: 14, minY: 7, maxX: 39, maxY: 12))
        #expect(stage.isRight(at: 0))
        try stage.update(at: 1, "nothing has changed")
        #expect(stage.frame.damageRegion.isEmpty)
    }

    @Test func update_hides_shows_and_moves_off_the_surface() throws {
        let root = flat(30)
        var stage = try Stage(root)
        for (index, change) in [(3, 0), (9, 1), (3, 2), (9, 3), (29, 1), (0, 1), (29, 3), (0, 3), (5, 4), (5, 5)] {
            let layer = root.sublayers[index]
            let before = layer.state
            switch change {
            case 0: layer.state.position.x += 1000
            case 1: layer.state.flags.insert(.hidden)
            case 2: layer.state.position.x -= 1000
            case 3: layer.state.flags.remove(.hidden)
            case 4: layer.state.borderWidth = 1
            default: layer.state.borderWidth = 0
            }
            try stage.commit([(layer, before)])
            try stage.update(at: 0, "layer \(index), change \(change)")
            #expect(stage.isRight(at: 0), "layer \(index), change \(change)")
        }
    }

    @Test(arguments: [false, true])
    func layers_that_turn_are_moved_without_being_built_again(inTurned: Bool) throws {
        let layers = (0..<8).map { index in
            let layer = TestLayer(
                UInt64(index + 3), rect(Double(index) * 5, Double(index) * 4 + 4, 20, 14),
                color: ColorValue(red: 0, green: 1, blue: 0.5, alpha: 0.7))
            layer.state.cornerRadius = index % 2 == 0 ? 4 : 0
            layer.state.anchorPoint = CGPoint(x: 0.5, y: index % 3 == 0 ? 0 : 0.5)
            if index == 5 { layer.state.flags.remove(.allowsEdgeAntialiasing) }
            if index == 6 { layer.state.flags.insert(.geometryFlipped) }
            return layer
        }
        let group = TestLayer(2, rect(0, 0, 60, 60), color: nil, layers)
        group.state.flags.insert(.masksToBounds)
        if inTurned { group.state.transform = Matrix4(rotation: 0.3, x: 0, y: 0, z: 1) }
        var stage = try Stage(TestLayer(1, rect(0, 0, 60, 60), color: red, [group]))
        var built = try #require(stage.builder.editor).records.current
        func turn(_ angle: Double) -> Matrix4 { Matrix4(rotation: angle, x: 0, y: 0, z: 1) }
        let steps: [(transform: Matrix4, isUpdated: Bool)] = [
            (turn(0.2), true), (turn(1), true), (.identity, true), (.identity, true), (turn(3), true),
            (Matrix4(scaleX: 2, y: 0.5), true), (Matrix4(scaleX: -1, y: 1), true), (Matrix4(scaleX: 0, y: 1), false),
            (turn(0.7), false), (Matrix4(rotation: 0.4, x: 0, y: 1, z: 0), false), (turn(1e-9), false),
            (Matrix4(scaleX: .nan, y: 1), false), (Matrix4(scaleX: 1e300, y: 1e-300), false), (.identity, false),
            (turn(5), false), (turn(-1), true),
        ]
        for (step, (transform, isUpdated)) in steps.enumerated() {
            let before = layers.map(\.state)
            for (index, layer) in layers.enumerated() where (step + index) % 5 != 4 {
                layer.state.transform = transform
                layer.state.position.x += step % 2 == 0 ? 1.25 : -1.5
            }
            try stage.commit(Array(zip(layers, before)))
            stage.show(at: 0)
            #expect(stage.isRight(at: 0), "step \(step)")
            let now = try #require(stage.builder.editor).records.current
            if isUpdated { #expect(now == built, "step \(step)") }
            built = now
        }
    }

    @Test func layers_whose_places_are_animated_are_moved_without_being_built_again() throws {
        var moved = 0
        for seed in UInt64(0)..<24 {
            var generator = SeededGenerator(seed: seed)
            let root = flat(30)
            for layer in root.sublayers where generator.chance(0.5) { layer.state.cornerRadius = 2 }
            animate(root, &generator, ["position.x", "transform.rotation.z", "transform.scale.x"], share: 0.8)
            root.animations = []
            var stage = try Stage(root)
            for step in 1..<24 {
                let time = Double(step) * 0.1
                if step == 9 || step == 12 {
                    // Beside animated layers, another layer is moved, or gets another colour.
                    let layer = root.sublayers[step]
                    let before = layer.state
                    if step == 9 { layer.state.position.y += 3 } else { layer.state.backgroundColor = red }
                    try stage.commit([(layer, before)])
                }
                let built = try #require(stage.builder.editor).records.current
                stage.show(at: time)
                #expect(stage.isRight(at: time), "seed \(seed), step \(step)")
                if try #require(stage.builder.editor).records.current == built { moved += 1 }
                if step > 12 { #expect(stage.scene.changes.areMoves || stage.scene.changes.slots.isEmpty) }
            }
        }
        #expect(moved > 24 * 16, "\(moved) of \(24 * 23) frames without a layer that was built again")
    }

    @Test func layers_with_shadows_and_borders_are_moved_without_being_built_again() throws {
        let layers = (0..<6).map { index in
            let layer = TestLayer(
                UInt64(index + 2), rect(Double(index) * 6, Double(index) * 5 + 4, 20, 14),
                color: index == 2 ? nil : green)
            layer.state.cornerRadius = index % 2 == 0 ? 4 : 0
            layer.state.shadow.opacity = 0.5
            layer.state.shadow.radius = index == 5 ? 0 : 2
            layer.state.shadow.offset = CGSize(width: 1, height: 3)
            if index == 3 { layer.state.borderWidth = 2 }
            return layer
        }
        var stage = try Stage(TestLayer(1, rect(0, 0, 60, 60), color: red, layers))
        var built = try #require(stage.builder.editor).records.current
        for (step, move) in [0.5, 3.25, -7, 0.125, 50, -46, 0.3].enumerated() {
            let before = layers.map(\.state)
            for layer in layers { layer.state.position.x += CGFloat(move) }
            try stage.commit(Array(zip(layers, before)))
            try stage.update(at: 0, "step \(step)")
            #expect(stage.isRight(at: 0), "step \(step)")
            // At first nothing is cached; the layer without a background has a shadow of its contents.
            let now = try #require(stage.builder.editor).records.current
            if step == 1 || step == 3 { #expect(now - built <= 1, "step \(step)") }
            built = now
            if step == 2 {
                let before = layers[1].state
                layers[1].state.shadow.opacity = 0.9
                try stage.commit([(layers[1], before)])
                try stage.update(at: 0, "another shadow")
                #expect(stage.isRight(at: 0), "another shadow")
                built = try #require(stage.builder.editor).records.current
            }
        }
    }

    @Test func update_of_a_group_that_is_faded_keeps_its_pass() throws {
        let inner = TestLayer(3, rect(5, 5, 10, 10), color: green)
        let group = TestLayer(
            2, rect(10, 10, 30, 30), color: blue, [inner, TestLayer(4, rect(8, 8, 9, 9), color: red)])
        group.state.opacity = 0.5
        group.state.cornerRadius = 4
        group.state.flags.insert(.masksToBounds)
        let root = TestLayer(1, rect(0, 0, 60, 60), color: red, [TestLayer(5, rect(0, 0, 9, 9), color: blue), group])
        var stage = try Stage(root)
        let before = inner.state
        inner.state.position.x += 4
        try stage.commit([(inner, before)])
        try stage.update(at: 0)
        #expect(stage.isRight(at: 0))
        #expect(stage.frame.damage == DeviceRect(minX: 15, minY: 15, maxX: 29, maxY: 25))
    }

    /// Values passed down within an updated layer name clips by their places in the frame.
    @Test func update_within_a_clip_that_was_updated() throws {
        func clipping(_ id: UInt64, _ x: Double, _ y: Double) -> TestLayer {
            let inner = TestLayer(id + 1, rect(4, 4, 12, 12), color: green)
            let clip = TestLayer(id, rect(x, y, 20, 20), color: blue, [inner])
            clip.state.flags.insert(.masksToBounds)
            clip.state.cornerRadius = 6
            return clip
        }
        let clips = [clipping(10, 0, 0), clipping(20, 25, 0), clipping(30, 0, 25)]
        var stage = try Stage(TestLayer(1, rect(0, 0, 60, 60), color: red, clips))
        for step in 0..<6 {
            let layer = step % 2 == 0 ? clips[step / 2] : clips[step / 2].sublayers[0]
            let before = layer.state
            layer.state.position.x += 3
            try stage.commit([(layer, before)])
            try stage.update(at: 0, "step \(step)")
            #expect(stage.isRight(at: 0), "step \(step)")
        }
    }

    @Test func update_of_the_depth_order_is_by_the_owner() throws {
        let owner = flat(12)
        for (index, layer) in owner.sublayers.enumerated() { layer.state.zPosition = Double(index % 2) }
        let top = TestLayer(100, rect(0, 0, 60, 60), color: blue, [owner])
        var stage = try Stage(top)
        let layer = owner.sublayers[4]
        let before = layer.state
        layer.state.zPosition = 7
        try stage.commit([(layer, before)])
        try stage.update(at: 0)
        #expect(stage.isRight(at: 0))
    }

    @Test func damage_region_keeps_far_rectangles_apart() {
        var region = DamageRegion()
        let corners = [(0, 0), (1800, 0), (0, 900), (1800, 900)].map { x, y in
            DeviceRect(minX: x, minY: y, maxX: x + 100, maxY: y + 100)
        }
        for rect in corners { region.add(rect) }
        #expect(region.count == 4)
        #expect(region.bounds == DeviceRect(minX: 0, minY: 0, maxX: 1900, maxY: 1000))
        // A fifth joins the nearest.
        region.add(DeviceRect(minX: 200, minY: 0, maxX: 300, maxY: 100))
        #expect(region.count == 4)
        region.add(DeviceRect(minX: 0, minY: 0, maxX: 1900, maxY: 1000))
        #expect(region.count == 1)
    }

    @Test func damage_region_holds_what_was_added_without_overlap() {
        for seed in UInt64(0)..<200 {
            var generator = SeededGenerator(seed: seed)
            var region = DamageRegion()
            var added: [DeviceRect] = []
            for _ in 0..<Int.random(in: 1...12, using: &generator) {
                let (x, y) = (Int(generator.number(0...1800)), Int(generator.number(0...1000)))
                let rect = DeviceRect(
                    minX: x, minY: y, maxX: x + Int(generator.number(0...90)), maxY: y + Int(generator.number(0...90)))
                region.add(rect)
                added.append(rect)
            }
            let parts = (0..<region.count).map { region[$0] }
            for rect in added { #expect(parts.contains { $0.contains(rect) }, "seed \(seed)") }
            for (index, a) in parts.enumerated() {
                for b in parts[(index + 1)...] { #expect(a.intersection(b).isEmpty, "seed \(seed)") }
            }
        }
    }
}
