import MicaWire

/// The trees of other clients that one server shows within its tree.
///
/// Used on the server's thread.
final class RemoteGuests {
    private let directory: RemoteDirectory
    private let wake: @Sendable () -> Void
    private var watcher: Int?
    private var guests: [LayerID: Guest] = [:]

    private struct Guest {
        let id: RemoteID
        let tree: ExportedTree
        let viewer: Int
        var isShown = false
    }

    /// - Parameter wake: called on any thread when there may be news.
    init(_ directory: RemoteDirectory, wake: @escaping @Sendable () -> Void) {
        (self.directory, self.wake) = (directory, wake)
    }

    deinit {
        for guest in guests.values { guest.tree.removeViewer(guest.viewer) }
        if let watcher { directory.unwatch(watcher) }
    }

    /// Whether any tree is shown, or waits to be.
    var isBusy: Bool { !guests.isEmpty }

    /// Updates the grafts of a tree; false if nothing has changed.
    func update(_ tree: inout RenderTree, at now: Double) -> Bool {
        let wanted = tree.wantedGrafts
        guard !wanted.isEmpty || !guests.isEmpty else { return false }
        if watcher == nil { watcher = directory.watch(wake) }
        var hasChanged = false
        for (host, guest) in guests where wanted[host] != guest.id {
            drop(host, &tree)
            hasChanged = true
        }
        if hasChanged {
            // Dropping a graft may make room for one that was refused before.
            for guest in guests.values where !guest.isShown { guest.tree.renew(guest.viewer) }
        }
        for (host, id) in wanted.sorted(by: { $0.key < $1.key }) {
            if guests[host] == nil, let found = directory.tree(id, namedBy: host) {
                guests[host] = Guest(id: id, tree: found, viewer: found.addViewer(wake: wake))
            }
            if guests[host] != nil, update(host, &tree, at: now) { hasChanged = true }
        }
        return hasChanged
    }

    private func update(_ host: LayerID, _ tree: inout RenderTree, at now: Double) -> Bool {
        guard let guest = guests[host] else { return false }
        // A whole commit has removed the graft, or it was too deep.
        if guest.isShown, !tree.hasGraft(under: host) {
            guest.tree.renew(guest.viewer)
            guests[host]?.isShown = false
        }
        switch guest.tree.takeNews(guest.viewer, at: now) {
        case .none: return false
        case .gone:
            drop(host, &tree)
            return true
        case .copy(let copy):
            tree.removeGraft(under: host)
            guests[host]?.isShown = tree.graft(copy, under: host)
            return true
        case .commits(let commits):
            guard guest.isShown else {
                // A copy was refused before, because it was too deep, say. It may be accepted now.
                guest.tree.renew(guest.viewer)
                return update(host, &tree, at: now)
            }
            for commit in commits {
                do throws(CommitError) {
                    try tree.apply(commit, toGraftUnder: host)
                } catch {
                    tree.removeGraft(under: host)
                    guests[host]?.isShown = false
                    guest.tree.renew(guest.viewer)
                    return true
                }
            }
            return true
        }
    }

    private func drop(_ host: LayerID, _ tree: inout RenderTree) {
        tree.removeGraft(under: host)
        guard let guest = guests.removeValue(forKey: host) else { return }
        guest.tree.removeViewer(guest.viewer)
    }

    /// The latest time until which a transaction of a graft waits for a fence; infinity when none waits.
    var deadline: Double { guests.values.reduce(.infinity) { min($0, $1.tree.deadline) } }

    /// Tells each graft's tree which of the missing tiles are its own, and returns the others.
    func share(_ tiles: [WantedTile], _ tree: RenderTree) -> [WantedTile] {
        guard !guests.isEmpty else { return tiles }
        var (own, others): ([WantedTile], [LayerID: [WantedTile]]) = ([], [:])
        for tile in tiles {
            if let host = tree.graftHost(of: tile.layer) {
                others[host, default: []].append(tile)
            } else {
                own.append(tile)
            }
        }
        for (host, guest) in guests { guest.tree.want(others[host] ?? [], guest.viewer) }
        return own
    }
}
