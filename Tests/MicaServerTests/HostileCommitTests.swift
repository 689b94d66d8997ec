import Foundation
import MicaBase
import MicaFrame
import MicaFuzz
import MicaFuzzImages
import MicaRandom
import MicaServer
import MicaWire
import Testing

@Suite struct HostileCommitTests {
    /// Whatever decodes is applied and drawn, or refused; nothing stops the program.
    @Test func damaged_commits_are_drawn_or_refused() {
        var drawn = 0
        for seed in UInt64(0)..<1_500 {
            var encoder = CommitStreamEncoder()
            var bytes = encoder.encode(commit())
            var random = SeededGenerator(seed: seed)
            for _ in 0...random.below(6) { bytes[random.below(bytes.count)] = UInt8(random.below(256)) }
            var decoder = CommitStreamDecoder()
            guard let damaged = try? decoder.decode(bytes) else { continue }
            let server = RenderServer()
            server.receive(damaged)
            for time in [0.0, 0.4, 1e9, -1e300] {
                _ = server.frame(at: time, width: 40, height: 30).description
                drawn += 1
            }
        }
        #expect(drawn > 200)
    }

    private var corpus: URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../Fuzz/Corpus/wire")
    }

    /// The seeds of the fuzzer, and its earlier findings. `MICA_ACCEPT_GOLDENS=1` writes the seed that is made here.
    @Test func corpus_is_drawn_or_refused() throws {
        let environment = ProcessInfo.processInfo.environment
        if environment["MICA_ACCEPT_GOLDENS"] == "1", environment["CI"] == nil {
            var encoder = CommitStreamEncoder()
            try Data(encoder.encode(commit())).write(to: corpus.appendingPathComponent("six-layers.commit"))
            var plain = commit()
            for index in plain.changes.indices {
                plain.changes[index].animations = []
                plain.changes[index].state.contents.image = nil
            }
            try Data(encoder.encode(plain)).write(to: corpus.appendingPathComponent("plain.commit"))
        }
        let files = try FileManager.default.contentsOfDirectory(at: corpus, includingPropertiesForKeys: nil)
        #expect(files.count >= 2)
        var read = 0
        for file in files {
            let bytes = [UInt8](try Data(contentsOf: file))
            var decoder = CommitStreamDecoder(limits: .fuzzing)
            if (try? decoder.decode(bytes)) != nil { read += 1 }
            fuzzWire(bytes)
        }
        #expect(
            read * 2 > files.count, "the corpus is of an older form: run dev/fuzz Wire, then dev/fuzz --minimise Wire")
    }

    /// The seeds are commits of scenes (CommitCorpusTests), which set every property.
    @Test func corpus_sets_nearly_every_property() throws {
        var seen = PropertyMask()
        var animations = 0
        for file in try FileManager.default.contentsOfDirectory(at: corpus, includingPropertiesForKeys: nil)
        where file.lastPathComponent.hasPrefix("scene-") {
            var decoder = CommitStreamDecoder(limits: .fuzzing)
            for change in try decoder.decode([UInt8](try Data(contentsOf: file))).changes {
                seen.formUnion(change.mask)
                animations += change.animations.count
            }
        }
        let missing = PropertyID.allCases.filter { !seen.contains($0) }
        #expect(missing.count * 5 < PropertyID.allCases.count, "\(missing)")
        #expect(animations > 20)
    }

    @Test func mutated_commits_are_drawn_or_refused() {
        var encoder = CommitStreamEncoder()
        let seed = encoder.encode(commit())
        for number in UInt64(0)..<400 {
            var mutator = CommitMutator(seed: number)
            mutator.run(from: seed, count: 8, limit: 1 << 16) { fuzzWire($0) }
        }
    }

    private func commit() -> Commit {
        var commit = Commit(time: 0)
        let ids = (1...6).map { LayerID(rawValue: $0) }
        commit.created = ids
        commit.root = ids[0]
        for (index, id) in ids.enumerated() {
            var state = LayerState()
            state.bounds = CGRect(x: 0, y: 0, width: 20, height: 10)
            state.position = CGPoint(x: 4 * Double(index), y: 5)
            state.backgroundColor = .black
            state.cornerRadius = 3
            state.flags.insert(.masksToBounds)
            state.opacity = 0.9
            state.contents.image = ImageResource(bitmap: Bitmap(width: 2, height: 2, filledWith: 0xffff_ffff))
            state.contents.center = CGRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
            state.timing.speed = 2
            if index == 1 { state.mask = ids[5] }
            let keyframes = KeyframeState(
                values: [.transform(.identity), .transform(Matrix4(rotation: 1, x: 1, y: 0, z: 0))], keyTimes: [0, 1],
                curves: [TimingCurve(0.42, 0, 0.58, 1)])
            let turn = AnimationState(
                timing: TimingState(duration: 1, repeatCount: .infinity, autoreverses: true),
                content: .property(PropertyAnimation(target: PropertyTarget(.transform), values: .keyframes(keyframes)))
            )
            let spring = AnimationState(
                timing: TimingState(duration: 1),
                content: .property(
                    PropertyAnimation(
                        target: PropertyTarget(.position, .x), isAdditive: true,
                        values: .spring(from: .number(1), to: .number(0), by: nil, spring: SpringState()))))
            let group = AnimationState(timing: TimingState(duration: 2), content: .group([spring, turn]))
            commit.changes.append(
                LayerChange(
                    layer: id, mask: index % 2 == 0 ? LayerState.changed(state) : .all, state: state,
                    sublayers: index < 4 ? [ids[index + 1]] : [], animations: [.add(key: "group", animation: group)]))
        }
        return commit
    }
}

extension LayerState {
    /// The properties in which a state differs from a new layer's.
    static func changed(_ state: LayerState) -> PropertyMask {
        var mask = PropertyMask()
        for row in LayerPropertyTable.rows where state[row.property] != row.defaultValue { mask.insert(row.property) }
        return mask
    }
}
