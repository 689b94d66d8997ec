import MicaWire

/// Trees of others that are shown within a tree, under layers that name them.
///
/// The layers of such a tree, a graft, are layers of the tree that shows it, with the identities that they have: so they are evaluated and
/// drawn, and cost, as any. No commit of the tree's own client can name them where a server has put the client into the identities.
struct Grafts: Sendable {
    /// The layers under which others are to be shown, by what they name.
    var wanted: [LayerID: RemoteID] = [:]
    /// What is shown under which.
    var shown: [LayerID: Graft] = [:]

    /// One tree of another client.
    struct Graft: Sendable {
        var root: LayerID
        /// All of its layers that are here.
        var layers: Set<LayerID>
    }
}

extension RenderTree {
    /// The layers under which trees of others are to be shown, and which.
    package var wantedGrafts: [LayerID: RemoteID] { grafts.wanted }

    /// Whether there are layers under which others are to be shown.
    package var wantsGrafts: Bool { !grafts.wanted.isEmpty }

    /// Whether another tree is shown under a layer.
    package func hasGraft(under host: LayerID) -> Bool { grafts.shown[host] != nil }

    /// The layer that shows the tree which a layer is of, where that is another's.
    package func graftHost(of layer: LayerID) -> LayerID? {
        grafts.shown.first { $0.value.layers.contains(layer) }?.key
    }

    /// Shows a tree of another client under a layer, in front of its sublayers.
    ///
    /// - Returns: false, with nothing changed, where the tree has no root, or would be deeper than a tree may be, or where layers of it are here
    ///   already: it is shown somewhere else in this tree, or this tree within it.
    package mutating func graft(_ other: RenderTree, under host: LayerID) -> Bool {
        guard let owner = slots[host], let root = other.root, let rootID = other.ids[root.at] else { return false }
        for id in other.slots.keys where slots[id] != nil { return false }
        removeGraft(under: host)
        var new: [Int32: Slot] = [:]
        new.reserveCapacity(other.slots.count)
        for index in other.ids.indices {
            guard let id = other.ids[index] else { continue }
            add(id)
            new[Int32(index)] = slots[id]
        }
        for (old, slot) in new {
            let at = Int(old)
            states[slot.at] = other.states[at]
            animations[slot.at] = other.animations[at]
            sublayers[slot.at] = other.sublayers[at].compactMap { new[$0.index] }
            masks[slot.at] = other.masks[at].flatMap { new[$0.index] }
            owners[slot.at] = other.owners[at].flatMap { new[$0.index] }
            if let store = other.tiles[Slot(at)] { tiles[slot] = store }
            if let memory = other.transitions[Slot(at)] { transitions[slot] = memory }
            updateTimes(of: slot)
        }
        emitters.merge(other.emitters) { $1 }
        grafts.wanted.merge(other.grafts.wanted) { $1 }
        grafts.shown[host] = Grafts.Graft(root: rootID, layers: Set(other.slots.keys))
        if let slot = slots[rootID] {
            owners[slot.at] = owner
            sublayers[owner.at].append(slot)
        }
        stamp.renew()
        guard firstTooDeep() == nil else {
            removeGraft(under: host)
            return false
        }
        checkInvariants()
        return true
    }

    /// Applies a commit of the client whose tree is shown under a layer.
    ///
    /// *Throws*: where it makes no sense here, as where the tree is too deep at its place; nothing has changed then.
    package mutating func apply(_ commit: Commit, toGraftUnder host: LayerID) throws(CommitError) {
        // All of a tree comes as a copy.
        guard grafts.shown[host] != nil, !commit.isWhole else { throw .unknownLayer(host) }
        var commit = commit
        commit.root = nil
        try apply(commit)
        grafts.shown[host]?.layers.formUnion(commit.created)
        grafts.shown[host]?.layers.subtract(commit.destroyed)
    }

    /// Shows nothing of another's any more under a layer.
    package mutating func removeGraft(under host: LayerID) {
        guard let graft = grafts.shown.removeValue(forKey: host) else { return }
        // What is shown under its layers is of others, and goes as well.
        for inner in graft.layers where grafts.shown[inner] != nil { removeGraft(under: inner) }
        for inner in graft.layers { grafts.wanted[inner] = nil }
        for id in graft.layers {
            if let slot = slots[id] { detach(slot) }
        }
        for id in graft.layers { remove(id) }
        stamp.renew()
    }

    /// Takes in which layers are to show others.
    mutating func want(_ links: [RemoteLink]) {
        for link in links where slots[link.layer] != nil { grafts.wanted[link.layer] = link.remote }
    }

    /// Puts grafts back to their places after a commit, which knows nothing of them: in front of the sublayers that the commit has listed. Those
    /// whose layers are gone go with them.
    mutating func restoreGrafts() {
        for host in grafts.wanted.keys where slots[host] == nil { grafts.wanted[host] = nil }
        var hasMoved = false
        for (host, graft) in grafts.shown {
            guard let owner = slots[host], let root = slots[graft.root] else {
                removeGraft(under: host)
                continue
            }
            guard owners[root.at] != owner || sublayers[owner.at].last != root else { continue }
            if owners[root.at] == owner { sublayers[owner.at].removeAll { $0 == root } }
            owners[root.at] = owner
            sublayers[owner.at].append(root)
            hasMoved = true
        }
        guard hasMoved else { return }
        stamp.renew()
        // Where the layers above lie deeper now, what is too deep is what is of others.
        if firstTooDeep() != nil { for host in Array(grafts.shown.keys) { removeGraft(under: host) } }
    }
}
