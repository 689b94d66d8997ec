import MicaWire

/// Trees of other clients that are shown within a tree, under layers that name them.
///
/// The layers of such a tree, a graft, become layers of the tree that shows it, with their own identities. So they are
/// evaluated, drawn and counted like any other. Where a server puts the client's number into identities, no commit of
/// the tree's own client can name them.
struct Grafts: Sendable {
    /// The layers that are to show a graft, with the names of the trees.
    var wanted: [LayerID: RemoteID] = [:]
    /// The grafts that are shown, by the layers that show them.
    var shown: [LayerID: Graft] = [:]

    /// One tree of another client.
    struct Graft: Sendable {
        var root: LayerID
        /// All of its layers in this tree.
        var layers: Set<LayerID>
    }
}

extension RenderTree {
    /// The layers that are to show a tree of another client, with the names of the trees.
    package var wantedGrafts: [LayerID: RemoteID] { grafts.wanted }

    /// Whether any layer is to show a tree of another client.
    package var wantsGrafts: Bool { !grafts.wanted.isEmpty }

    /// Whether a layer shows a tree of another client.
    package func hasGraft(under host: LayerID) -> Bool { grafts.shown[host] != nil }

    /// The layer that shows the graft to which a layer belongs; nil for a layer of the tree's own.
    package func graftHost(of layer: LayerID) -> LayerID? {
        grafts.shown.first { $0.value.layers.contains(layer) }?.key
    }

    /// Shows a tree of another client under a layer, in front of its sublayers.
    ///
    /// - Returns: false, with nothing changed, where the other tree has no root, the result would be too deep, or
    ///   layers of the other tree are here already, because it is shown elsewhere in this tree or shows this tree
    ///   itself.
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
    /// *Throws*: when the commit is invalid here, as where the tree would be too deep. Then nothing has changed.
    package mutating func apply(_ commit: Commit, toGraftUnder host: LayerID) throws(CommitError) {
        // A whole commit is never applied: it comes as a copy of the tree.
        guard grafts.shown[host] != nil, !commit.isWhole else { throw .unknownLayer(host) }
        var commit = commit
        commit.root = nil
        try apply(commit)
        grafts.shown[host]?.layers.formUnion(commit.created)
        grafts.shown[host]?.layers.subtract(commit.destroyed)
    }

    /// Removes the graft under a layer.
    package mutating func removeGraft(under host: LayerID) {
        guard let graft = grafts.shown.removeValue(forKey: host) else { return }
        // Grafts under its layers belong to further clients, and are removed, too.
        for inner in graft.layers where grafts.shown[inner] != nil { removeGraft(under: inner) }
        for inner in graft.layers { grafts.wanted[inner] = nil }
        for id in graft.layers {
            if let slot = slots[id] { detach(slot) }
        }
        for id in graft.layers { remove(id) }
        stamp.renew()
    }

    /// Notes which layers are to show grafts.
    mutating func want(_ links: [RemoteLink]) {
        for link in links where slots[link.layer] != nil { grafts.wanted[link.layer] = link.remote }
    }

    /// Puts grafts back after a commit, whose lists of sublayers do not contain them: in front of the listed sublayers.
    /// Grafts whose layers are gone are removed.
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
        // If layers have moved deeper, only grafts can be too deep.
        if firstTooDeep() != nil { for host in Array(grafts.shown.keys) { removeGraft(under: host) } }
    }
}
