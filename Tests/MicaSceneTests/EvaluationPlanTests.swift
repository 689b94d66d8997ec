import Foundation
import MicaBase
import MicaRandom
import MicaServer
import MicaWire
import Testing

/// Evaluating many animations at once gives, to the bit, what evaluating each layer by itself gives.
@Suite struct EvaluationPlanTests {
    private let curves: [TimingCurve?] = [
        nil, .linear, .easeIn, .easeOut, .easeInEaseOut, .default, TimingCurve(0, 1, 1, 0), TimingCurve(1, 0, 0, 1),
        TimingCurve(0.1, -0.8, 0.9, 1.7),
    ]

    private let segmentCurves: [[TimingCurve?]?] = [nil, [TimingCurve.easeIn, nil]]

    private func value(_ kind: PropertyValue.Kind, _ random: inout SeededGenerator) -> PropertyValue? {
        switch kind {
        case .number: .number(random.number(-2...3))
        case .point: .point(CGPoint(x: random.number(-50...50), y: random.number(-50...50)))
        case .size: .size(CGSize(width: random.number(-50...50), height: random.number(-50...50)))
        case .rect:
            .rect(
                CGRect(
                    x: random.number(-50...50), y: random.number(-50...50), width: random.number(-50...50), height: 3))
        case .color:
            .color(
                ColorValue(
                    random.pick([.sRGB, .sRGB, .displayP3]), red: random.number(0...1), green: random.number(0...1),
                    blue: 0.25, alpha: random.number(0...1)))
        case .transform: .transform(Matrix4(rotation: random.number(-50...50), x: 0, y: 1, z: random.number(-50...50)))
        default: nil
        }
    }

    private let paths = [
        "opacity", "zPosition", "anchorPointZ", "cornerRadius", "borderWidth", "position", "position.x", "position.y",
        "anchorPoint", "bounds", "bounds.size.width", "bounds.size.height", "bounds.origin.x", "bounds.origin.y",
        "transform.translation.x", "transform.translation.y", "transform.translation.z", "contentsRect",
        "contentsCenter", "backgroundColor", "borderColor", "shadowOpacity", "shadowRadius", "strokeStart", "strokeEnd",
        "lineWidth", "lineDashPhase", "transform", "transform.rotation.z", "transform.rotation.x",
        "transform.rotation.y",
        "transform.scale", "transform.scale.x", "transform.scale.z", "shadowOffset", "hidden",
    ]

    private func animation(_ random: inout SeededGenerator) -> AnimationState? {
        guard let target = PropertyTarget(keyPath: random.pick(paths)) else { return nil }
        let timing = TimingState(
            beginTime: random.number(0...4), duration: random.pick([0.5, 1, 2.25, 1 / 3.0]),
            speed: random.pick([1, 1, 1, 2, 0.5, -1]), timeOffset: random.pick([0, 0, 0, 0.25]),
            repeatCount: random.pick([0, 1, 1.5, 3, .infinity]), repeatDuration: random.pick([0, 0, 0, 2.5]),
            autoreverses: random.pick([false, true]), fillMode: random.pick(TimingState.FillMode.allCases))
        let (from, to) = (value(target.kind, &random), value(target.kind, &random))
        let values: PropertyAnimation.Values
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            values = .spring(
                from: from, to: random.pick([to, nil]), by: nil,
                spring: SpringState(damping: random.number(0...30), initialVelocity: random.number(-3...3)))
        case 1:
            let frames = (0..<Int.random(in: 0...4, using: &random)).compactMap { _ in value(target.kind, &random) }
            let spaced: [Double]? = frames.indices.map { Double($0) / Double(max(1, frames.count - 1)) }
            let times = random.pick([nil, spaced])
            values = .keyframes(
                KeyframeState(
                    values: frames, keyTimes: times, curves: random.pick(segmentCurves),
                    mode: random.pick(KeyframeState.Mode.allCases)))
        default: values = .basic(from: from, to: random.pick([to, nil]), by: random.pick([nil, nil, to]))
        }
        return AnimationState(
            timing: timing, curve: random.pick(curves), removedOnCompletion: random.pick([true, false]),
            content: .property(
                PropertyAnimation(target: target, isAdditive: random.pick([false, false, false, true]), values: values))
        )
    }

    /// A group of animations, most of them of other properties than the others.
    private func group(_ random: inout SeededGenerator) -> AnimationState {
        var timing = TimingState(
            beginTime: random.number(0...4), duration: random.pick([0.5, 1, 2.25, 1 / 3.0]),
            speed: random.pick([1, 1, 2, -1]), repeatCount: random.pick([0, 1, 1.5, .infinity]),
            autoreverses: random.pick([false, false, true]), fillMode: random.pick(TimingState.FillMode.allCases))
        if random.pick([false, false, true]) { timing.repeatDuration = 2.5 }
        let members = (0..<Int.random(in: 0...3, using: &random)).compactMap { _ in
            animation(&random).map { member in
                var member = member
                member.timing.beginTime = random.pick([0, 0, 0.25])
                return member
            }
        }
        return AnimationState(
            timing: timing, curve: random.pick([nil, nil, .easeIn]), removedOnCompletion: random.pick([true, false]),
            content: .group(members))
    }

    private func tree(_ random: inout SeededGenerator, hasTiming: Bool = true) throws -> (RenderTree, [LayerID]) {
        var layers: [TestLayer] = []
        for index in 0..<40 {
            let layer = TestLayer(
                UInt64(2 + index), rect(random.number(-50...50), random.number(-50...50), 10, 10), color: red)
            layer.state.opacity = random.pick([1, 0.5, 2, -1])
            layer.state.cornerRadius = random.pick([0, 4, -3])
            if index % 5 == 0 { layer.state.transform = Matrix4(rotation: random.number(-50...50), x: 1, y: 1, z: 0) }
            if index % 7 == 0 { layer.state.backgroundColor = nil }
            if hasTiming, index % 9 == 0 { layer.state.timing.speed = 0.5 }
            if hasTiming, index % 13 == 0 { layer.state.timing.beginTime = 1 }
            if index % 3 == 2 {
                layer.animations.append(KeyedAnimation(key: "group", animation: group(&random)))
                if index % 2 == 0 { layers.append(layer); continue }
            }
            for position in 0..<Int.random(in: 0...3, using: &random) {
                guard let animation = animation(&random) else { continue }
                layer.animations.append(KeyedAnimation(key: "\(position)", animation: animation))
            }
            if index % 4 == 3, let owner = layers.last { owner.sublayers.append(layer) } else { layers.append(layer) }
        }
        var tree = RenderTree()
        try tree.apply(TestLayer(1, rect(0, 0, 100, 100), layers).commit)
        return (tree, (2..<42).map { id($0) })
    }

    private func hasSameBits(_ a: LayerState, _ b: LayerState) -> Bool {
        PropertyID.allCases.allSatisfy { a[$0] == b[$0] || "\(a[$0])" == "\(b[$0])" }
    }

    @Test(arguments: UInt64(0)..<40)
    func plan_gives_the_bits_of_evaluate(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let (tree, ids) = try tree(&random, hasTiming: seed % 2 == 0)
        var scene = SceneEvaluation()
        // Moments where animations begin, repeat and end, and any others.
        var times = (0..<20).map { _ in random.number(0...9) } + [0, 1, 2, 2.5, 3.25]
        for id in ids {
            guard let slot = tree.slot(of: id), let first = tree.animations(of: slot).first else { continue }
            times.append(first.animation.timing.beginTime)
            times.append(first.animation.timing.beginTime + first.animation.timing.duration)
        }
        times.shuffle(using: &random)
        // One after the other too: what stays from one to the next is not evaluated again.
        times += times.sorted()
        var before: [(isPresent: Bool, state: LayerState)] = []
        for time in times {
            scene.evaluate(tree, at: time)
            var fresh = SceneEvaluation()
            fresh.evaluate(tree, at: time)
            let changed = Set(scene.changes.slots)
            for (number, id) in ids.enumerated() {
                let slot = try #require(tree.slot(of: id))
                let i = Int(slot.index)
                #expect(scene.isPresent[i] == fresh.isPresent[i], "seed \(seed), \(id) at \(time) s")
                if before.count == ids.count, !scene.changes.isWhole, !changed.contains(slot.index),
                    before[number].isPresent, scene.isPresent[i]
                {
                    let isSame = hasSameBits(before[number].state, scene.states[i])
                    #expect(isSame, "seed \(seed), \(id) changed unseen before \(time) s")
                }
            }
            before = try ids.map { id in
                let i = Int(try #require(tree.slot(of: id)).index)
                return (scene.isPresent[i], scene.states[i])
            }
            for id in ids {
                let slot = try #require(tree.slot(of: id))
                guard scene.isPresent[Int(slot.index)] else { continue }
                let alone = evaluate(
                    tree.state(of: slot), tree.animations(of: slot), at: tree.localTime(of: slot, at: time))
                #expect(hasSameBits(scene.states[Int(slot.index)], alone), "seed \(seed), \(id) at \(time) s")
            }
        }
        #expect(scene.workload.tracks > 0 && scene.workload.generalLayers > 0)
    }

    /// Layers fade out and in one after the other, some for good and some under others, while others move; one of them
    /// goes the general way. The visible ones are found without a search through all.
    @Test(arguments: [false, true])
    func layers_that_fade_are_shown_and_hidden_in_time(hasGeneral: Bool) throws {
        func fade(_ index: Int, from: Double, to: Double) throws -> KeyedAnimation {
            let target = try #require(PropertyTarget(keyPath: index % 7 == 3 ? "position.x" : "opacity"))
            let timing = TimingState(
                beginTime: Double(index % 5) * 0.1, duration: 0.5, repeatCount: Double(index % 3 + 1),
                autoreverses: index % 4 == 1, fillMode: index % 2 == 0 ? .both : .removed)
            let values = PropertyAnimation.Values.basic(from: .number(from), to: .number(to), by: nil)
            let isAdditive = hasGeneral && index == 9
            return KeyedAnimation(
                key: "fade",
                animation: AnimationState(
                    timing: timing, curve: index % 2 == 0 ? .easeIn : nil, removedOnCompletion: false,
                    content: .property(PropertyAnimation(target: target, isAdditive: isAdditive, values: values))))
        }
        var layers: [TestLayer] = []
        for index in 0..<40 {
            let layer = TestLayer(UInt64(2 + index), rect(0, 0, 10, 10), color: red)
            // Through nothing and back, so that some are hidden for a while.
            layer.animations = [try fade(index, from: 1, to: index % 3 == 0 ? -1 : 0)]
            if index % 4 == 3, let owner = layers.last { owner.sublayers.append(layer) } else { layers.append(layer) }
        }
        var tree = RenderTree()
        try tree.apply(TestLayer(1, rect(0, 0, 100, 100), layers).commit)
        var scene = SceneEvaluation()
        var (wasPresent, changes): ([Bool], Int) = ([], 0)
        for frame in 0..<180 {
            let time = Double(frame) / 60
            scene.evaluate(tree, at: time)
            var fresh = SceneEvaluation()
            fresh.evaluate(tree, at: time)
            #expect(scene.isPresent == fresh.isPresent, "frame \(frame)")
            let changed = Set(scene.changes.slots)
            for index in 0..<40 {
                let slot = try #require(tree.slot(of: id(UInt64(2 + index))))
                let i = Int(slot.index)
                if scene.isPresent[i] {
                    #expect(scene.states[i].opacity == fresh.states[i].opacity, "frame \(frame), layer \(index)")
                }
                guard frame > 0, !scene.changes.isWhole, wasPresent[i] != scene.isPresent[i] else { continue }
                changes += 1
                // Of a layer itself, or of a layer above it: the one before.
                let owner = try #require(tree.slot(of: id(UInt64(1 + index)))).index
                let isKnown = changed.contains(slot.index) || (index % 4 == 3 && changed.contains(owner))
                #expect(isKnown, "frame \(frame), layer \(index)")
            }
            wasPresent = scene.isPresent
        }
        #expect(changes > 60, "only \(changes) times a layer was shown or hidden")
    }

    /// Commits that add and take away animations, change values under them, and show and hide layers.
    @Test(arguments: UInt64(100)..<124)
    func plan_changed_by_commits_gives_the_bits_of_a_new_one(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var (tree, ids) = try tree(&random, hasTiming: false)
        var scene = SceneEvaluation()
        var (time, partial) = (0.0, 0)
        scene.evaluate(tree, at: time)
        tree.forgetChanges()
        for step in 0..<60 {
            var commit = Commit(time: time)
            for id in ids.shuffled(using: &random).prefix(Int.random(in: 0...4, using: &random)) {
                var edits: [AnimationEdit] = []
                switch Int.random(in: 0..<6, using: &random) {
                case 0: edits = [.removeAll]
                case 1: edits = [.remove(key: "0")]
                case 2: edits = [.add(key: "group", animation: group(&random))]
                case 3: break
                default: if let new = animation(&random) { edits = [.add(key: "\(step % 4)", animation: new)] }
                }
                var (mask, state) = (PropertyMask(), LayerState())
                if random.pick([true, false]) {
                    mask = [PropertyMask(.opacity), PropertyMask(.position), PropertyMask(.hidden)]
                    state.opacity = random.pick([0, 0.5, 1])
                    state.position.x = CGFloat(random.number(-50...50))
                    if random.pick([true, false, false]) { state.flags.insert(.hidden) }
                }
                commit.changes.append(LayerChange(layer: id, mask: mask, state: state, animations: edits))
            }
            try tree.apply(commit)
            if random.pick([true, true, false]) { time += random.number(0...0.5) }
            scene.evaluate(tree, at: time)
            tree.forgetChanges()
            if !scene.changes.isWhole { partial += 1 }
            var fresh = SceneEvaluation()
            fresh.evaluate(tree, at: time)
            for id in ids {
                let i = Int(try #require(tree.slot(of: id)).index)
                #expect(scene.isPresent[i] == fresh.isPresent[i], "seed \(seed), step \(step), \(id)")
                guard scene.isPresent[i] else { continue }
                let isSame = hasSameBits(scene.states[i], fresh.states[i])
                #expect(isSame, "seed \(seed), step \(step), \(id)")
            }
        }
        #expect(partial > 50, "the plan is made anew too often: \(60 - partial) times")
    }

    /// An animation that is added does not have all others sorted again: that took as long as all frames before it.
    @Test func commit_sorts_the_animations_of_the_layers_that_it_changes() throws {
        let opacity = try #require(PropertyTarget(keyPath: "opacity")),
            x = try #require(PropertyTarget(keyPath: "position.x"))
        func animation(_ target: PropertyTarget) -> AnimationState {
            AnimationState(
                timing: TimingState(duration: 1, repeatCount: .infinity), curve: nil, removedOnCompletion: false,
                content: .property(
                    PropertyAnimation(
                        target: target, isAdditive: false, values: .basic(from: .number(0), to: .number(1), by: nil))))
        }
        let layers = (0..<500).map { index in
            TestLayer(UInt64(2 + index), rect(0, 0, 10, 10), color: red).with {
                if index >= 100 { $0.animations = [KeyedAnimation(key: "runs", animation: animation(opacity))] }
            }
        }
        var tree = RenderTree()
        try tree.apply(TestLayer(1, rect(0, 0, 100, 100), layers).commit)
        var scene = SceneEvaluation()
        scene.evaluate(tree, at: 0)
        tree.forgetChanges()
        #expect(scene.sortedCount == 400 && scene.workload.tracks == 400)
        let edits: [(AnimationEdit, sorted: Int, tracks: Int)] = [
            (.add(key: "k", animation: animation(x)), 1, 401), (.remove(key: "k"), 0, 400),
        ]
        for step in 0..<40 {
            let (edit, sorted, tracks) = edits[step % 2]
            let before = scene.sortedCount
            var commit = Commit(time: Double(step))
            commit.changes = [
                LayerChange(layer: id(UInt64(2 + step / 2)), mask: [], state: LayerState(), animations: [edit])
            ]
            try tree.apply(commit)
            scene.evaluate(tree, at: Double(step))
            tree.forgetChanges()
            #expect(!scene.changes.isWhole && scene.sortedCount - before == sorted, "step \(step)")
            #expect(scene.workload.tracks == tracks, "step \(step)")
        }
    }

    /// Animations that were taken out leave something in the plan, and it is made anew before that outgrows the rest.
    @Test(arguments: [false, true])
    func plan_keeps_little_of_animations_that_were_removed(isAdditive: Bool) throws {
        let target = try #require(PropertyTarget(keyPath: "opacity"))
        let values = KeyframeState(
            values: [.number(0), .number(1), .number(0.5)], keyTimes: nil, curves: nil, mode: .linear)
        let animation = AnimationState(
            timing: TimingState(duration: 1, repeatCount: .infinity), curve: nil, removedOnCompletion: false,
            content: .property(PropertyAnimation(target: target, isAdditive: isAdditive, values: .keyframes(values))))
        let layers = (2..<6).map { TestLayer(UInt64($0), rect(0, 0, 10, 10), color: red) }
        var tree = RenderTree()
        try tree.apply(TestLayer(1, rect(0, 0, 100, 100), layers).commit)
        var scene = SceneEvaluation()
        scene.evaluate(tree, at: 0)
        tree.forgetChanges()
        var (retained, longest, whole) = (0, 0, 0)
        for step in 0..<2_000 {
            var commit = Commit(time: 0)
            let edits: [AnimationEdit] = [.removeAll, .add(key: "k", animation: animation)]
            commit.changes = [
                LayerChange(layer: id(UInt64(2 + step % 4)), mask: [], state: LayerState(), animations: edits)
            ]
            try tree.apply(commit)
            scene.evaluate(tree, at: 0)
            tree.forgetChanges()
            retained = scene.changes.isWhole ? 0 : retained + 1
            longest = max(longest, retained)
            whole += scene.changes.isWhole ? 1 : 0
        }
        // A member that is taken out leaves at least one entry, and the first change of each of the four layers takes out none.
        #expect(longest <= 256 + 4 + 1, "what \(longest) animations left was kept")
        #expect(whole <= 20, "the plan was made anew \(whole) times")
    }

    @Test func plan_follows_commits() throws {
        var random = SeededGenerator(seed: 3)
        var (tree, _) = try tree(&random)
        var scene = SceneEvaluation()
        scene.evaluate(tree, at: 1)
        var commit = Commit(time: 1)
        var state = LayerState()
        state.backgroundColor = blue
        commit.changes = [
            LayerChange(layer: id(2), mask: PropertyMask(.backgroundColor), state: state, animations: [.removeAll])
        ]
        try tree.apply(commit)
        scene.evaluate(tree, at: 1)
        let slot = try #require(tree.slot(of: id(2)))
        #expect(scene.states[Int(slot.index)].backgroundColor == blue)
    }
}
