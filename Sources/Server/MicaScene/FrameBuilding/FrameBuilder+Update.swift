import MicaFrame
import MicaRaster
import MicaWire

/// Building again what has changed, and nothing else.
///
/// A layer that changed is built alone, with what its owner handed down when the frame was built, and its ops take the
/// place of those that it had. The frame is then the same as one that is built as a whole. Where that cannot be, because
/// what others show depends on it, the nearest layer above it is built again that holds all of these, or the whole frame.
extension FrameBuilder {
    /// How many layers may have another number of ops than before in one update: each moves all ops after it.
    private static let moveLimit = 32
    /// How many layers have to be moved so that other threads are called, and how many are left then, at most.
    private static let callsWith = 256...1024
    /// How many layers go one by one where two could not be moved at once.
    private static let singles = 16

    /// Brings the frame that was built last up to an evaluation; false when it must be built as a whole, because too much
    /// has changed. The frame's damage is then what was changed in it, and otherwise all that has changed.
    ///
    /// - Parameter frame: what `build` returned last, brought up to every evaluation since.
    package mutating func update(
        _ frame: inout Frame, _ tree: RenderTree, _ scene: SceneEvaluation, rootTransform: Homography
    ) -> Bool {
        frame.setDamage(DamageRegion())
        let changes = scene.changes
        guard canUpdate, !changes.isWhole, changes.before == evaluation, rootTransform == self.rootTransform,
            let root = tree.root, var last = frame.passes.popLast()
        else { return false }
        evaluation = changes.after
        guard !changes.slots.isEmpty else {
            frame.passes.append(last)
            return true
        }
        shapes.makeOutlines(scene, changed: changes.slots)
        isUpdating = true
        swap(&self.frame, &frame)
        swap(&spareOps, &ops)
        swap(&live, &last)
        damage = DamageRegion()
        moves = 0
        let first = records.current
        var isDone = true
        var owner = RectangleOwner()
        var (next, most) = (0, Self.mostLevelMoves)
        // Many moves are much to draw: who helps with that is called while so much is left to be built as waking takes.
        let areLevel = changes.areMoves && !changes.areTurns
        var calls = areLevel && changes.slots.count >= Self.callsWith.lowerBound
        // Layers of others each go one by one.
        var single = 0
        while isDone, next < changes.slots.count {
            if calls, changes.slots.count - next <= Self.callsWith.upperBound {
                workers.call()
                calls = false
            }
            if areLevel, next >= single {
                let place = moveLevel(changes, from: next, most: &most, root: root, &owner, tree, scene)
                if place <= next + 1 { single = next + Self.singles }
                if place > next {
                    next = place
                    continue
                }
            }
            let slot = Slot(Int(changes.slots[next]))
            next += 1
            if changes.areMoves, moveKnown(slot, turns: changes.areTurns, root: root, &owner, tree, scene) { continue }
            if moveRectangle(slot, root: root, &owner, tree, scene) { continue }
            let building = records.current
            isDone = update(slot, root: root, since: first, tree, scene)
            // What was known of the owner may be other now.
            if records.current != building { owner.slot = Slot(-1) }
        }
        swap(&spareOps, &ops)
        self.frame.passes.append(RenderPass(bounds: .empty))
        swap(&self.frame.passes[self.frame.passes.count - 1], &live)
        swap(&self.frame, &frame)
        live = RenderPass(bounds: .empty)
        frame.setDamage(damage.intersection(frame.bounds))
        isUpdating = false
        if !isDone { canUpdate = false }
        return isDone
    }

    /// Builds again what a layer shows; false when it cannot be built alone.
    private mutating func update(
        _ slot: Slot, root: Slot, since first: UInt32, _ tree: RenderTree, _ scene: SceneEvaluation
    ) -> Bool {
        var slot = slot
        while true {
            guard let found = holder(of: slot, root: root, tree) else { return true }
            // Built again in this update, with another layer that changed.
            if records.entries[found.at].building > first { return true }
            guard found != root, let owner = tree.owners[found.at], let around = records.owner(of: owner) else {
                return false
            }
            slot = found
            if isAlone(slot, in: around, scene) {
                switch rebuild(slot, owner: owner, around.around, tree, scene) {
                case .done: return true
                case .failed: return false
                case .withOwner: break
                }
            }
            slot = owner
        }
    }

    /// The nearest layer, a layer itself or above it, that has ops of its own; nil when nothing of it is in the frame.
    private func holder(of slot: Slot, root: Slot, _ tree: RenderTree) -> Slot? {
        var found = slot
        var place = slot
        while place != root {
            guard let owner = tree.owners[place.at] else { return nil }
            if !records.holds(place, under: owner) { found = owner }
            place = owner
        }
        return found
    }

    /// Whether a layer's siblings are drawn as before, whatever it is now.
    private func isAlone(_ slot: Slot, in owner: BuildRecords.Owner, _ scene: SceneEvaluation) -> Bool {
        guard scene.isPresent[slot.at] else { return true }
        let entry = records.entries[slot.at]
        let depth = Self.depth(scene.states[slot.at])
        guard scene.states[slot.at].isLevel else { return false }
        if entry.isPresent { return depth == entry.depth }
        return depth == owner.low && depth == owner.high
    }

    private enum Rebuilding {
        case done
        /// The owner has to be built again.
        case withOwner
        /// The whole frame has to be.
        case failed
    }

    private mutating func rebuild(
        _ slot: Slot, owner: Slot, _ around: Surroundings, _ tree: RenderTree, _ scene: SceneEvaluation
    ) -> Rebuilding {
        let old = records.entries[slot.at]
        let (clip, pass) = (frame.clips.count, frame.passes.count)
        ops.removeAll(keepingCapacity: true)
        holdsBlend = false
        var around = around
        // What lies behind is not here; whoever looks at it makes the update fail.
        if around.start != nil { around.start = 0 }
        records.begin(
            ops: Int(old.op), clips: Int(old.clip) - clip, passes: Int(old.pass) - pass, firstClip: clip)
        layer(slot, tree, scene, around, isMask: false)
        let range = Int(old.op)..<Int(old.op + old.opCount)
        let outcome = fitting(slot, old, range, owner: owner)
        guard outcome == .done else {
            frame.clips.removeSubrange(clip...)
            frame.passes.removeSubrange(pass...)
            return outcome
        }
        damage.add(frame.differences(of: ops.span, from: live.storage.span.extracting(range), of: frame))
        relocate(clips: clip, to: Int(old.clip), passes: pass, to: Int(old.pass))
        if ops.count == range.count {
            for place in ops.indices { live.replace(range.lowerBound + place, with: ops[place]) }
            noteMovable(slot, around, tree, scene)
            return .done
        }
        // The index is no more right, and its memory is for the next one.
        if let index = live.takeIndex() { spareIndex = index }
        live.ops.replaceSubrange(range, with: ops)
        let change = ops.count - range.count
        let order = scene.place(of: slot)
        records.shift(from: range.upperBound, by: change, wasEmpty: range.isEmpty) { scene.place(of: Slot($0)) > order }
        var above: Slot? = owner
        while let next = above {
            records.grow(next, by: change)
            above = tree.owners[next.at]
        }
        return .done
    }

    /// Whether what was built of a layer can take the place of what there was.
    private mutating func fitting(
        _ slot: Slot, _ old: BuildRecords.Entry, _ range: Range<Int>, owner: Slot
    ) -> Rebuilding {
        let new = records.entries[slot.at]
        guard canUpdate, !holdsBlend else { return .failed }
        // A layer that draws nothing leaves no clips behind: the owner whose only ops these were is one.
        if ops.isEmpty, !range.isEmpty, records.entries[owner.at].opCount == old.opCount { return .withOwner }
        guard new.clipCount == old.clipCount, new.passCount == old.passCount else { return .failed }
        if ops.count != range.count {
            moves += 1
            if moves > Self.moveLimit || (range.isEmpty && records.hasSorted) { return .failed }
        }
        return .done
    }

    /// Moves the clips and passes that were built, which lie after all others, to where the frame has had them.
    private mutating func relocate(clips: Int, to clip: Int, passes: Int, to pass: Int) {
        let (clipCount, passCount) = (frame.clips.count - clips, frame.passes.count - passes)
        guard clipCount > 0 || passCount > 0 else { return }
        let move = PlaceMove(clips: clips, to: clip, passes: passes, to: pass)
        for place in ops.indices { move.apply(to: &ops[place]) }
        for index in 0..<clipCount {
            move.apply(to: &frame.clips[clips + index].parent)
            frame.clips[clip + index] = frame.clips[clips + index]
        }
        frame.clips.removeSubrange(clips...)
        for index in 0..<passCount {
            for place in frame.passes[passes + index].ops.indices {
                move.apply(to: &frame.passes[passes + index].ops[place])
            }
            frame.passes.swapAt(pass + index, passes + index)
        }
        frame.passes.removeSubrange(passes...)
    }
}

/// What becomes of the places of clips and passes that are moved.
private struct PlaceMove {
    var clips: Int, clipChange: Int
    var passes: Int, passChange: Int

    init(clips: Int, to clip: Int, passes: Int, to pass: Int) {
        (self.clips, clipChange) = (clips, clip - clips)
        (self.passes, passChange) = (passes, pass - passes)
    }

    func apply(to clip: inout ClipIndex?) {
        if let place = clip?.rawValue, place >= clips { clip = ClipIndex(place + clipChange) }
    }

    func apply(to op: inout DrawOp) {
        apply(to: &op.clip)
        guard op.content.showsPasses else { return }
        op.content.mapPasses { $0.rawValue >= passes ? PassIndex($0.rawValue + passChange) : $0 }
    }
}
