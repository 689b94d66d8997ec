import CoreGraphics
import Foundation
import UIKitCore

/// An item that a finger moves.
struct InteractiveMovement {
    /// Where it was.
    var original: IndexPath
    /// Where it is now among the others.
    var current: IndexPath
    /// The finger's position, in the content.
    var position: CGPoint
    /// The cell.
    var view: UICollectionReusableView
    /// The numbers of items before.
    var counts: [Int]
}

extension UICollectionView {
    /// The index path in the data source of the item that is shown at an index path: another one while a finger moves
    /// an item, as the data source changes only at the end.
    final func dataPath(of shown: IndexPath) -> IndexPath {
        if !stage.placeholders.isEmpty { return RowPath(shown).map { stage.placeholders.next($0).indexPath } ?? shown }
        guard let movement, let map = movement.map else { return shown }
        return map.oldPath(of: shown) ?? shown
    }

    final func beginMovement(_ path: IndexPath) -> Bool {
        guard movement == nil, stage.placeholders.isEmpty, let dataSource, has(path), let cell = cellForItem(at: path),
            let start = cell.attributes
        else { return false }
        guard dataSource.collectionView(self, canMoveItemAt: path) else { return false }
        unhighlight()
        movement = InteractiveMovement(
            original: path, current: path, position: start.center, view: cell, counts: counts)
        cell.dragStateDidChange(.dragging)
        let held = collectionViewLayout.layoutAttributesForInteractivelyMovingItem(
            at: path, withTargetPosition: start.center)
        UIView.animate(withDuration: Self.updateDuration) { cell.take(held) }
        place(cell, held)
        return true
    }

    final func updateMovement(_ position: CGPoint) {
        guard var movement, position.x.isFinite, position.y.isFinite else { return }
        let previous = movement.position
        movement.position = position
        self.movement = movement
        let layout = collectionViewLayout
        var target = layout.targetIndexPath(forInteractivelyMovingItem: movement.current, withPosition: position)
        if let delegate {
            target = delegate.collectionView(
                self, targetIndexPathForMoveOfItemFromOriginalIndexPath: movement.original,
                atCurrentIndexPath: movement.current, toProposedIndexPath: target)
        }
        if target != movement.current, isPlace(target, of: movement) { move(to: target, position, previous) }
        let held = layout.layoutAttributesForInteractivelyMovingItem(
            at: self.movement?.current ?? movement.current, withTargetPosition: position)
        movement.view.take(held)
        place(movement.view, held)
    }

    private func isPlace(_ path: IndexPath, of movement: InteractiveMovement) -> Bool {
        guard path.count == 2, counts.indices.contains(path.section), path.item >= 0 else { return false }
        return path.item < counts[path.section] + (path.section == movement.current.section ? 0 : 1)
    }

    /// Moves the others out of the way.
    private func move(to target: IndexPath, _ position: CGPoint, _ previous: CGPoint) {
        guard let old = movement, let from = RowPath(old.current), let to = RowPath(target) else { return }
        var changes = ListChanges()
        changes.movedRows = [.init(from: from, to: to)]
        let before = counts
        var after = before
        guard after.indices.contains(from.section), after.indices.contains(to.section) else { return }
        after[from.section] -= 1
        after[to.section] += 1
        guard let map = try? ListMap(changes, before: before, after: after, nouns: .collection) else { return }
        movement?.current = target
        stage.counts = after
        stage.isUpdating = true
        let layout = collectionViewLayout
        choice.follow { map.newPath(of: $0) }
        layout.follow(map)
        var last: [ElementKey: UICollectionViewLayoutAttributes] = [:]
        for (key, view) in stage.views { last[key] = view.attributes }
        let context = layout.invalidationContext(
            forInteractivelyMovingItems: [target], withTargetPosition: position, previousIndexPaths: [old.current],
            previousPosition: previous)
        layout.invalidateLayout(with: context)
        prepareLayoutIfNeeded()
        let updates = CollectionUpdates(map: map, changes: changes)
        let change = ElementChange(
            newKey: { updates.newKey($0, followsItem: layout.followsItem($0)) },
            oldKey: { updates.oldKey($0, followsItem: layout.followsItem($0)) }, last: last)
        exchange(change, contentOffset) { _ in
        } _: {
        }
    }

    final func endMovement(cancelled: Bool) {
        guard let movement else { return }
        if cancelled, movement.current != movement.original {
            move(to: movement.original, movement.position, movement.position)
        }
        let end = self.movement?.current ?? movement.current
        self.movement = nil
        (movement.view as? UICollectionViewCell)?.dragStateDidChange(.none)
        let layout = collectionViewLayout
        layout.invalidateLayout(
            with: layout.invalidationContextForEndingInteractiveMovementOfItems(
                toFinalIndexPaths: [end], previousIndexPaths: [movement.original], movementCancelled: cancelled))
        if !cancelled, end != movement.original {
            dataSource?.collectionView(self, moveItemAt: movement.original, to: end)
        }
        stage.counts = nil
        UIView.animate(withDuration: Self.updateDuration) {
            self.layoutIfNeeded()
        } completion: { _ in
            // In front of the others until it has come down.
            if let attributes = movement.view.attributes { self.place(movement.view, attributes) }
        }
    }

    /// Ends a movement whose item is at another place, before a batch: the batch's index paths are the data source's.
    final func undoMovement() {
        guard let movement, movement.current != movement.original else { return }
        move(to: movement.original, movement.position, movement.position)
        dropMovement()
    }

    /// A batch during a movement ends it, unless the item stays where it is.
    final func cancel(_ movement: InteractiveMovement, for updates: CollectionUpdates) {
        guard updates.newKey(.cell(movement.current), followsItem: true) == .cell(movement.current) else {
            return dropMovement()
        }
        self.movement?.counts = updates.map.after
    }

    /// Ends a movement because the data change.
    final func dropMovement() {
        guard let movement else { return }
        self.movement = nil
        (movement.view as? UICollectionViewCell)?.dragStateDidChange(.none)
    }
}

extension InteractiveMovement {
    /// From the data source's index paths to those that are shown; nil if they are equal.
    fileprivate var map: ListMap? {
        guard original != current, let from = RowPath(original), let to = RowPath(current) else { return nil }
        var changes = ListChanges()
        changes.movedRows = [.init(from: from, to: to)]
        var after = counts
        after[from.section] -= 1
        after[to.section] += 1
        return try? ListMap(changes, before: counts, after: after, nouns: .collection)
    }
}
