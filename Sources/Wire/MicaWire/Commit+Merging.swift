extension Commit {
    /// Takes in a later commit of the same tree, so that applying the result is like applying both. A client whose
    /// server is busy merges the commits that it did not send yet.
    ///
    /// The later value of a property and the later list of sublayers count; edits of animations and tiles follow in
    /// order. A later commit of the whole tree replaces all that was before.
    ///
    /// - Returns: false, with nothing changed, when the two cannot be merged: a layer that the first destroys is
    ///   created again by the second, or one of them is tied to other programs' transactions.
    package mutating func merge(_ later: Commit) -> Bool {
        if later.isWhole {
            let fence = later.fence ?? fence
            self = later
            self.fence = fence
            return true
        }
        guard fence == nil, later.fence == nil else { return false }
        let gone = Set(destroyed)
        guard gone.isEmpty || gone.isDisjoint(with: later.created) else { return false }
        time = max(time, later.time)
        created += later.created
        remotes += later.remotes
        if changes.isEmpty {
            changes = later.changes
        } else {
            var indices: [LayerID: Int] = [:]
            indices.reserveCapacity(changes.count)
            for (index, change) in changes.enumerated() { indices[change.layer] = index }
            for change in later.changes {
                if let index = indices[change.layer] {
                    changes[index].merge(change)
                } else {
                    changes.append(change)
                }
            }
        }
        if !later.destroyed.isEmpty {
            // A destroyed layer owns nothing: its sublayers may have another owner by then.
            let gone = Set(later.destroyed)
            changes.removeAll { gone.contains($0.layer) }
            remotes.removeAll { gone.contains($0.layer) }
            destroyed += later.destroyed
        }
        if let root = later.root { self.root = root }
        return true
    }
}

extension LayerChange {
    /// Takes in a later change of the same layer.
    fileprivate mutating func merge(_ later: LayerChange) {
        if isOfNumbers, later.isOfNumbers, mask == later.mask {
            self = later
            return
        }
        var state = state
        later.write(to: &state)
        self = LayerChange(
            layer: layer, mask: mask.union(later.mask), state: state, sublayers: later.sublayers ?? sublayers,
            animations: animations + later.animations, tiles: tiles + later.tiles)
    }
}
