import Foundation
import MicaFuzz
import MicaWire
import QuartzCore
import ReftestKit
import Testing

/// The commits of scenes as seeds of the fuzzer of encoded commits.
@Suite struct CommitCorpusTests {
    /// The first commit of a scene, its layers numbered from 1, as the fuzzer's mutator numbers its own.
    private func commit(of scene: Scene) -> Commit? {
        var found: Commit?
        let root = scene.makeRoot()
        MediaClock.with(time: 0) {
            let context = LayerContext(root: root) { if found == nil { found = $0 } }
            CATransaction.flush()
            context.invalidate()
        }
        guard var commit = found else { return nil }
        var numbers: [LayerID: LayerID] = [:]
        for id in commit.created { numbers[id] = LayerID(rawValue: UInt64(numbers.count + 1)) }
        func number(_ id: LayerID) -> LayerID { numbers[id] ?? LayerID(rawValue: 1) }
        commit.created = commit.created.map { number($0) }
        commit.root = commit.root.map { number($0) }
        commit.destroyed = []
        for index in commit.changes.indices {
            commit.changes[index].layer = number(commit.changes[index].layer)
            commit.changes[index].sublayers = commit.changes[index].sublayers?.map { number($0) }
            commit.changes[index].state.mask = commit.changes[index].state.mask.map { number($0) }
        }
        return commit
    }

    /// The features of a commit that not every commit has: properties by kind of layer, animations by content.
    private func traits(of commit: Commit) -> Set<String> {
        var traits: Set<String> = []
        for change in commit.changes {
            for property in PropertyID.allCases where change.mask.contains(property) { traits.insert("\(property)") }
            for case .add(_, let animation) in change.animations {
                var rest = [animation]
                while let next = rest.popLast() {
                    switch next.content {
                    case .group(let inner):
                        traits.insert("group")
                        rest += inner
                    case .property(let property):
                        let values = "\(property.values)".prefix { $0 != "(" }
                        traits.insert("\(values) \(property.target)")
                    default: traits.insert("\("\(next.content)".prefix { $0 != "(" })")
                    }
                }
            }
        }
        return traits
    }

    /// `MICA_ACCEPT_GOLDENS=1` writes the chosen commits into Fuzz/Corpus/wire.
    @Test func commits_of_scenes_are_small_and_set_every_property() throws {
        var seen: Set<String> = []
        var chosen: [(name: String, bytes: [UInt8])] = []
        var found: [(name: String, bytes: [UInt8], traits: Set<String>)] = []
        for reftest in allReftests {
            guard let commit = commit(of: reftest.scene) else { continue }
            var encoder = CommitStreamEncoder()
            let bytes = encoder.encode(commit)
            if bytes.count <= 4_096 { found.append((reftest.name, bytes, traits(of: commit))) }
        }
        for one in found.sorted(by: { ($0.bytes.count, $0.name) < ($1.bytes.count, $1.name) })
        where !one.traits.isSubset(of: seen) {
            seen.formUnion(one.traits)
            chosen.append((one.name, one.bytes))
        }
        #expect((40...400).contains(chosen.count), "\(chosen.count)")
        for (name, bytes) in chosen {
            var decoder = CommitStreamDecoder()
            #expect(throws: Never.self, "\(name)") { _ = try decoder.decode(bytes) }
        }
        let environment = ProcessInfo.processInfo.environment
        guard environment["MICA_ACCEPT_GOLDENS"] == "1", environment["CI"] == nil else { return }
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Fuzz/Corpus/wire")
        for (name, bytes) in chosen { try Data(bytes).write(to: folder.appendingPathComponent("scene-\(name).commit")) }
    }
}
