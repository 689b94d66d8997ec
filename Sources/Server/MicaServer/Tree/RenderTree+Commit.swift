import MicaWire

extension RenderTree {
    /// Applies a commit, all of it or nothing.
    ///
    /// Layers may come in any order; links are checked as they are at the end of the commit. Unknown layers in the list
    /// of destroyed ones are ignored: a late message about a dead layer is harmless.
    package mutating func apply(_ commit: Commit) throws(CommitError) {
        guard !commit.isWhole else { return self = try renewed(by: commit) }
        try take(commit)
    }

    /// The tree that a whole commit makes, which describes all layers.
    ///
    /// State that only the server has goes over to the layers that exist again: the history of emitters, and the old
    /// versions of layers in transition. Tiles are requested anew.
    private func renewed(by commit: Commit) throws(CommitError) -> RenderTree {
        var tree = RenderTree()
        if !emitters.isEmpty {
            let created = Set(commit.created)
            tree.emitters = emitters.filter { created.contains($0.key) }
        }
        tree.versionCount = versionCount
        try tree.take(commit)
        for (slot, memory) in transitions {
            guard let new = ids[slot.at].flatMap({ tree.slots[$0] }),
                tree.animations[new.at].contains(where: { $0.key == memory.key })
            else { continue }
            tree.transitions[new] = memory
        }
        return tree
    }

    private mutating func take(_ commit: Commit) throws(CommitError) {
        let outline = try check(commit)
        let versions = outline.animates ? versions(for: commit) : []
        makeRoom(for: commit.created.count - free.count)
        for id in commit.created { add(id) }
        if outline.links {
            do throws(CommitError) {
                try relink(commit)
            } catch {
                for id in commit.created.reversed() { remove(id) }
                throw error
            }
        }
        var isOfValues = commit.created.isEmpty && commit.destroyed.isEmpty && commit.root == nil
        // Read through a span: a change is too large to be copied.
        let changes = commit.changes.span
        var last = 0
        for index in changes.indices {
            let known = index == 0 ? outline.first : nil
            guard let slot = known ?? slot(of: changes[index].layer, near: last) else { continue }
            last = slot.at
            let mask = changes[index].mask
            let hasTiles = !tiles.isEmpty && tiles[slot] != nil
            let cut = hasTiles ? TileGeometry(states[slot.at]) : nil
            if changes[index].isOfNumbers {
                changes[index].numbers.write(to: &states[slot.at])
            } else {
                changes[index].write(to: &states[slot.at])
            }
            let isQuiet =
                changes[index].isOfValues && mask.isDisjoint(with: .structural) && animations[slot.at].isEmpty
                && !hasTiles
            if isQuiet {
                stamp.note(slot, mask)
                continue
            }
            let isOfAnimations =
                changes[index].sublayers == nil && changes[index].tiles.isEmpty && !hasTiles
                && mask.isDisjoint(with: .structural) && transitions[slot] == nil
                && !changes[index].animations.contains { $0.isTransition }
            if isOfAnimations { stamp.markReplanned(slot) } else { isOfValues = false }
            if hasTiles || !changes[index].tiles.isEmpty {
                edit(tilesOf: slot, cutAs: cut, changes[index].tiles)
            }
            animations[slot.at].apply(changes[index].animations)
            if !changes[index].animations.isEmpty || !mask.isDisjoint(with: .timing) { updateTimes(of: slot) }
        }
        for id in commit.destroyed { remove(id) }
        if !commit.remotes.isEmpty { want(commit.remotes) }
        if !isOfValues, wantsGrafts || !grafts.shown.isEmpty { restoreGrafts() }
        if !transitions.isEmpty || !versions.isEmpty { remember(versions) }
        if let id = commit.root { root = slots[id] }
        if isOfValues { stamp.advance(limit: max(64, ids.count)) } else { stamp.renew() }
        if outline.animates || !outline.mask.isDisjoint(with: Self.emitterProperties) { updateEmitters(commit) }
        checkInvariants()
    }

    /// Fits the tiles of a layer to its new values, and applies edits of them.
    private mutating func edit(tilesOf slot: Slot, cutAs old: TileGeometry?, _ edits: [TileEdit]) {
        let new = TileGeometry(states[slot.at])
        tiles[slot]?.fit(old, new)
        for edit in edits { tiles[slot, default: TileStore()].apply(edit, new) }
    }

    /// A summary of a commit's changes, which decides the work.
    private struct Outline {
        /// The changed properties of all layers.
        var mask = PropertyMask()
        /// Whether links of any layer have changed.
        var links = false
        /// Whether animations of any layer have changed.
        var animates = false
        /// The slot of the first changed layer, if the tree had it: most commits change one layer.
        var first: Slot?
    }

    /// Checks everything that can be checked without touching the links.
    private mutating func check(_ commit: Commit) throws(CommitError) -> Outline {
        var created = Set<LayerID>(minimumCapacity: commit.created.count)
        for id in commit.created where slots[id] != nil || !created.insert(id).inserted { throw .layerExists(id) }
        func known(_ id: LayerID) throws(CommitError) {
            guard slots[id] != nil || created.contains(id) else { throw .unknownLayer(id) }
        }
        if changeNumber == .max {
            for slot in changeNumbers.indices { changeNumbers[slot] = 0 }
            changeNumber = 0
        }
        changeNumber += 1
        var outline = Outline()
        var changed = Set<LayerID>(minimumCapacity: created.count)
        let changes = commit.changes.span
        var last = 0
        for index in changes.indices {
            let layer = changes[index].layer
            if let slot = slot(of: layer, near: last) {
                last = slot.at
                guard changeNumbers[slot.at] != changeNumber else { throw .changedTwice(layer) }
                changeNumbers[slot.at] = changeNumber
                if index == 0 { outline.first = slot }
            } else {
                guard created.contains(layer) else { throw .unknownLayer(layer) }
                guard changed.insert(layer).inserted else { throw .changedTwice(layer) }
            }
            outline.mask.formUnion(changes[index].mask)
            if changes[index].isOfValues, !changes[index].mask.contains(.mask) { continue }
            if !changes[index].animations.isEmpty { outline.animates = true }
            if let sublayers = changes[index].sublayers {
                outline.links = true
                for id in sublayers { try known(id) }
            }
            if changes[index].mask.contains(.mask) {
                outline.links = true
                if let mask = changes[index].state.mask { try known(mask) }
            }
        }
        if let root = commit.root { try known(root) }
        for link in commit.remotes { try known(link.layer) }
        return outline
    }

    /// The links of a layer before a commit.
    private struct OldLinks {
        var slot: Slot
        var sublayers: [Slot]
        var mask: Slot?
    }

    /// Makes the new links, or restores the old ones and throws.
    private mutating func relink(_ commit: Commit) throws(CommitError) {
        var old: [OldLinks] = []
        // First all old links are removed, so that layers can be handed on in any order.
        for change in commit.changes {
            guard let slot = slots[change.layer] else { continue }
            let movesMask = change.mask.contains(.mask)
            guard change.sublayers != nil || movesMask else { continue }
            old.append(OldLinks(slot: slot, sublayers: sublayers[slot.at], mask: masks[slot.at]))
            if change.sublayers != nil {
                for child in sublayers[slot.at] { owners[child.at] = nil }
                sublayers[slot.at] = []
            }
            if movesMask, let mask = masks[slot.at] {
                owners[mask.at] = nil
                masks[slot.at] = nil
            }
        }
        var saved = Set(old.map(\.slot))
        for id in commit.destroyed {
            guard let slot = slots[id], saved.insert(slot).inserted else { continue }
            old.append(OldLinks(slot: slot, sublayers: sublayers[slot.at], mask: masks[slot.at]))
            detach(slot)
        }
        do throws(CommitError) {
            for change in commit.changes {
                guard let slot = slots[change.layer] else { continue }
                for id in change.sublayers ?? [] {
                    guard let child = slots[id], owners[child.at] == nil else { throw .twoOwners(id) }
                    owners[child.at] = slot
                    sublayers[slot.at].append(child)
                }
                if change.mask.contains(.mask), let id = change.state.mask {
                    guard let mask = slots[id], owners[mask.at] == nil else { throw .twoOwners(id) }
                    owners[mask.at] = slot
                    masks[slot.at] = mask
                }
            }
            if let fault = firstTooDeep() { throw fault }
        } catch {
            for links in old { detach(links.slot) }
            for links in old {
                sublayers[links.slot.at] = links.sublayers
                masks[links.slot.at] = links.mask
                for child in links.sublayers { owners[child.at] = links.slot }
                if let mask = links.mask { owners[mask.at] = links.slot }
            }
            throw error
        }
    }

    /// The error of a layer that is under itself or too deep; nil when there is none.
    ///
    /// *Complexity*: O(layers): each is visited once, because its owner's depth is known by then.
    func firstTooDeep() -> CommitError? {
        var depths = [Int32](repeating: 0, count: ids.count)
        var path: [Slot] = []
        for index in ids.indices {
            guard let id = ids[index], depths[index] == 0 else { continue }
            path.removeAll(keepingCapacity: true)
            var next: Slot? = Slot(index)
            while let slot = next, depths[slot.at] == 0, path.count <= Self.depthLimit {
                path.append(slot)
                next = owners[slot.at]
            }
            var depth = next.map { depths[$0.at] } ?? 0
            guard path.count + Int(depth) <= Self.depthLimit else {
                return isUnderItself(Slot(index)) ? .cycle(id) : .tooDeep(id)
            }
            for slot in path.reversed() {
                depth += 1
                depths[slot.at] = depth
            }
        }
        return nil
    }

    private func isUnderItself(_ slot: Slot) -> Bool {
        var (next, steps) = (owners[slot.at], 0)
        while let owner = next, steps <= ids.count {
            next = owners[owner.at]
            steps += 1
        }
        return next != nil
    }
}

extension AnimationEdit {
    /// Whether the edit adds a transition.
    fileprivate var isTransition: Bool {
        if case .add(_, let animation) = self, case .transition = animation.content { true } else { false }
    }
}
