import MicaBase
import MicaFuzzImages
import MicaRandom
import MicaWire

/// Changes encoded commits in ways that keep them commits: values, links and animations are replaced, doubled and removed.
package struct CommitMutator: InputMutator {
    private var random: SeededGenerator

    /// Makes a mutator; the same seed makes the same changes.
    package init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    /// The bytes with a few changes, at most `limit` long. Bytes that are no commit are changed as bytes.
    package mutating func mutate(_ bytes: [UInt8], limit: Int) -> [UInt8] {
        var decoder = CommitStreamDecoder(limits: .fuzzing)
        guard random.below(6) != 0 else { return Array(random.mutated(bytes).prefix(limit)) }
        // Where there is no commit yet, one is made.
        var commit = (try? decoder.decode(bytes)) ?? fresh()
        for _ in 0...random.below(4) { change(&commit) }
        var encoder = CommitStreamEncoder()
        let result = encoder.encode(commit)
        return result.count <= limit ? result : Array(random.mutated(bytes).prefix(limit))
    }

    /// A commit of a few layers, each changed a few times.
    private mutating func fresh() -> Commit {
        var commit = Commit(time: 0)
        commit.created = (1...4).map { LayerID(rawValue: $0) }
        commit.root = LayerID(rawValue: 1)
        commit.changes = (1...4).map { LayerChange(layer: LayerID(rawValue: $0)) }
        commit.changes[0].sublayers = (2...4).map { LayerID(rawValue: $0) }
        for _ in 0..<(4 + random.below(12)) { change(&commit) }
        return commit
    }

    private mutating func change(_ commit: inout Commit) {
        switch random.below(10) {
        case 0: commit.created.append(layer())
        case 1 where !commit.created.isEmpty: commit.created.remove(at: random.below(commit.created.count))
        case 2: commit.destroyed.append(layer())
        case 3: commit.root = random.below(8) == 0 ? nil : layer()
        case 4: commit.changes.append(LayerChange(layer: layer()))
        default:
            guard !commit.changes.isEmpty else { return commit.changes.append(LayerChange(layer: layer())) }
            change(&commit.changes[random.below(commit.changes.count)])
        }
    }

    private mutating func layer() -> LayerID { LayerID(rawValue: UInt64(1 + random.below(8))) }

    private mutating func change(_ change: inout LayerChange) {
        switch random.below(8) {
        case 0: change.layer = layer()
        case 1: change.sublayers = (0..<random.below(4)).map { _ in layer() }
        case 2 where !change.animations.isEmpty:
            let index = random.below(change.animations.count)
            if random.below(2) == 0 {
                change.animations.append(change.animations[index])
            } else {
                change.animations[index] = .remove(key: "key")
            }
        case 3 where !change.animations.isEmpty:
            let index = random.below(change.animations.count)
            guard case .add(let key, var animation) = change.animations[index] else { return }
            self.change(&animation)
            change.animations[index] = .add(key: key, animation: animation)
        default:
            let row = LayerPropertyTable.rows[random.below(LayerPropertyTable.rows.count)]
            change.mask.insert(row.property)
            if row.kind == .layer {
                change.state.mask = random.below(3) == 0 ? nil : layer()
            } else {
                change.state.set(row.property, to: value(instead: change.state[row.property], of: row))
            }
        }
    }

    private mutating func change(_ animation: inout AnimationState) {
        switch random.below(8) {
        case 0: animation.timing.duration = number(mayBeInfinite: true)
        case 1: animation.timing.repeatCount = number(mayBeInfinite: true)
        case 2: animation.timing.speed = number()
        case 3: animation.timing.beginTime = number()
        case 4: animation.timing.autoreverses.toggle()
        case 5: animation = AnimationState(timing: animation.timing, content: .group([animation]))
        default:
            if case .group(var members) = animation.content, !members.isEmpty {
                change(&members[random.below(members.count)])
                animation.content = .group(members)
                return
            }
            let row = LayerPropertyTable.rows[random.below(LayerPropertyTable.rows.count)]
            let parts = PropertyTarget.Part.allCases.filter { $0.kind(in: row.kind) != nil }
            let target = PropertyTarget(row.property, parts[random.below(parts.count)])
            let old = target.value(in: LayerState())
            let (from, to) = (value(instead: old, of: row), value(instead: old, of: row))
            animation.content = .property(
                PropertyAnimation(
                    target: target, isAdditive: random.below(2) == 0,
                    values: random.below(2) == 0
                        ? .basic(from: from, to: to, by: nil) : .keyframes(KeyframeState(values: [from, to, from]))))
        }
    }

    private mutating func number(mayBeInfinite: Bool = false) -> Double {
        let numbers = [
            0, 1, -1, 0.5, 2, 100, -30.25, Double.leastNonzeroMagnitude, 1e18, -1e18, 1e308, -1e308, 3.141592653589793,
        ]
        return mayBeInfinite && random.below(4) == 0 ? .infinity : numbers[random.below(numbers.count)]
    }

    /// Another value of the same kind, with one component replaced.
    private mutating func value(instead old: PropertyValue, of row: PropertyRow) -> PropertyValue {
        switch old {
        case .number where row.property == .instanceCount && random.below(16) != 0:
            // Each copy costs time; what as many as may be cost is known.
            return .number(Double(random.below(6)))
        case .number:
            return .number(number(mayBeInfinite: [.duration, .repeatCount, .repeatDuration].contains(row.property)))
        case .point(var p):
            if random.below(2) == 0 { p.x = .init(number()) } else { p.y = .init(number()) }
            return .point(p)
        case .size(var s):
            if random.below(2) == 0 { s.width = .init(number()) } else { s.height = .init(number()) }
            return .size(s)
        case .rect(var r):
            switch random.below(4) {
            case 0: r.origin.x = .init(number())
            case 1: r.origin.y = .init(number())
            case 2: r.size.width = .init(number())
            default: r.size.height = .init(number())
            }
            return .rect(r)
        case .transform(let m):
            var elements = m.elements
            elements[random.below(16)] = number()
            return .transform(Matrix4(elements: elements))
        case .color(var c):
            c.alpha = number()
            c.red = number()
            return .color(c)
        case .none where row.kind == .color: return .color(.black)
        case .string:
            let words = ContentsState.Gravity.allCases.map(\.rawValue) + ContentsState.Filter.allCases.map(\.rawValue)
            return .string(random.pick(words))
        default: return old
        }
    }
}
