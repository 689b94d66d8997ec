import CoreGraphics
import Foundation
import MicaTrace
import QuartzCore
import UIKitCore

extension UICollectionView {
    /// The duration of an update's animation, in seconds. Our own: Apple documents none.
    static let updateDuration = 0.3

    // MARK: Collecting

    /// Makes a change: a part of the open batch, or a batch of its own.
    final func change(_ body: @escaping (inout ListChanges) -> Void) {
        guard var batch = openBatch else { return runBatch({ self.change(body) }, nil) }
        body(&batch.changes)
        openBatch = batch
    }

    final func runBatch(_ updates: (() -> Void)?, _ completion: ((Bool) -> Void)?) {
        if openBatch == nil {
            if updates != nil { undoMovement() }
            // *Source*: Apple, performBatchUpdates(_:completion:): a view whose layout is not up to date is laid out
            // first, so that the numbers before the batch are known.
            if stage.counts == nil || updates != nil { layoutIfNeeded() }
            openBatch = OpenBatch(before: dataCounts)
        } else {
            openBatch?.depth += 1
        }
        if let completion { openBatch?.completions.append(completion) }
        updates?()
        openBatch?.depth -= 1
        guard let batch = openBatch, batch.depth == 0 else { return }
        openBatch = nil
        commit(batch)
    }

    private func commit(_ batch: OpenBatch) {
        let finish = { (finished: Bool) in for completion in batch.completions { completion(finished) } }
        guard stage.counts != nil else {
            // The block has called `reloadData()`.
            layoutIfNeeded()
            TransactionStack.current.enqueue { assumeMainActor { finish(true) } }
            return
        }
        let after = askCounts()
        let map: ListMap
        let shown: (changes: ListChanges, map: ListMap, after: ListPlaceholders)
        do throws(ListUpdateError) {
            map = try ListMap(batch.changes, before: batch.before, after: after, nouns: .collection)
            shown = try stage.placeholders.map(batch.changes, map, .collection)
        } catch {
            Notices.say("UICollectionView: \(error) All data is reloaded.")
            reloadData()
            layoutIfNeeded()
            return TransactionStack.current.enqueue { assumeMainActor { finish(true) } }
        }
        apply(CollectionUpdates(map: shown.map, changes: shown.changes), shown.after, { map.newPath(of: $0) }, finish)
    }

    // MARK: Applying

    /// Whether an update is seen, so that it is animated.
    final var animatesUpdates: Bool { UIView.areAnimationsEnabled && window != nil && !bounds.isEmpty }

    /// Shows changes of items.
    ///
    /// - Parameters:
    ///   - placeholders: Those after the changes.
    ///   - newPath: The index path in the data after the changes of one before them; nil for an item that is gone.
    final func apply(
        _ updates: CollectionUpdates, _ placeholders: ListPlaceholders, _ newPath: @escaping (IndexPath) -> IndexPath?,
        _ completion: @escaping (Bool) -> Void
    ) {
        var updates = updates
        let old = stage.placeholders
        (stage.counts, stage.placeholders) = (updates.map.after, placeholders)
        stage.isUpdating = true
        swipe?.close(animated: true)
        if let movement { cancel(movement, for: updates) }
        stage.dragging?.follow(newPath)
        choice.follow(newPath)
        choice.touched = choice.touched.flatMap(newPath)
        stage.prefetched = []
        for attributes in stage.known { updates.lastAttributes[attributes.key] = attributes }
        for (key, view) in stage.views { updates.lastAttributes[key] = view.attributes }

        let layout = collectionViewLayout
        if !updates.changes.isEmpty {
            layout.follow(updates.map)
            let context = layout.makeContext()
            context.counts = true
            let counts = stage.counts
            layout.invalidateLayout(with: context)
            stage.counts = counts
        }
        let wasValid = layout.isValid
        layout.batch = updates
        let oldOffset = contentOffset
        prepareLayoutIfNeeded()
        if !wasValid || !updates.changes.isEmpty {
            presenting { layout.prepare(forCollectionViewUpdates: updates.items) }
        }
        // The content's new size may already have moved the offset.
        let proposed = CGPoint(x: contentOffset.x + stage.adjustment.x, y: contentOffset.y + stage.adjustment.y)
        stage.adjustment = .zero
        let target = targetOffset(proposed)
        if contentOffset != oldOffset { moveQuietly(to: oldOffset) }
        let change = ElementChange(
            newKey: { updates.newKey($0, followsItem: layout.followsItem($0)) },
            oldKey: { updates.oldKey($0, followsItem: layout.followsItem($0)) },
            last: updates.lastAttributes, isForced: layout.forcedElements(stage, isNew: false),
            isNew: layout.forcedElements(stage, isNew: true),
            path: { old.isEmpty ? $0.indexPath : old.dataPath($0, followsItem: layout.followsItem($0)) })
        exchange(change, target, completion) {
            layout.finalizeCollectionViewUpdates()
            layout.batch = nil
        }
    }

    /// The offset after a change: the delegate's, or else the layout's.
    final func targetOffset(_ proposed: CGPoint) -> CGPoint {
        let target =
            delegate?.offset(self, proposed)
            ?? collectionViewLayout.targetContentOffset(forProposedContentOffset: proposed)
        return target.x.isFinite && target.y.isFinite ? target : proposed
    }

    /// Sets the offset without an invalidation: the view is shown from where it was until the animation begins.
    final func moveQuietly(to offset: CGPoint) {
        UIView.performWithoutAnimation { contentOffset = offset }
        prepareLayoutIfNeeded()
    }
}

/// A change of elements from one state to another: of a batch, or of layouts.
@MainActor struct ElementChange {
    /// The element that an old one becomes; nil if it goes.
    var newKey: (ElementKey) -> ElementKey?
    /// The element that a new one was; nil if it was not there.
    var oldKey: (ElementKey) -> ElementKey?
    /// The attributes before.
    var last: [ElementKey: UICollectionViewLayoutAttributes]
    /// The elements that go, and those that are new, by the layout's own lists, although their items stay.
    var isForced: Set<ElementKey> = []
    var isNew: Set<ElementKey> = []
    /// The layout that is asked for the attributes to which elements go; nil for the present one.
    var oldLayout: UICollectionViewLayout?
    /// The index path in the data before the change; nil for a placeholder's.
    var path: (ElementKey) -> IndexPath? = { $0.indexPath }
}

extension UICollectionViewLayout {
    /// Asks the layout with shown index paths and numbers of items.
    private func presenting<Value>(_ body: () -> Value) -> Value { collectionView?.presenting(body) ?? body() }

    /// The supplementary and decoration views that go or are new although their items and sections stay.
    final func forcedElements(_ stage: CollectionStage, isNew: Bool) -> Set<ElementKey> {
        var result: Set<ElementKey> = []
        let kinds = Set(
            stage.views.keys.filter { $0.category != .cell }.map { Kind(category: $0.category, name: $0.kind) })
        for kind in kinds {
            let paths =
                switch (kind.category == .supplementaryView, isNew) {
                case (true, false): indexPathsToDeleteForSupplementaryView(ofKind: kind.name)
                case (true, true): indexPathsToInsertForSupplementaryView(ofKind: kind.name)
                case (false, false): indexPathsToDeleteForDecorationView(ofKind: kind.name)
                case (false, true): indexPathsToInsertForDecorationView(ofKind: kind.name)
                }
            for path in paths {
                result.insert(ElementKey(category: kind.category, kind: kind.name, indexPath: path))
            }
        }
        return result
    }

    private struct Kind: Hashable {
        var category: UICollectionView.ElementCategory
        var name: String
    }

    final func initialAttributes(_ key: ElementKey) -> UICollectionViewLayoutAttributes? {
        presenting { askedInitialAttributes(key) }
    }

    private func askedInitialAttributes(_ key: ElementKey) -> UICollectionViewLayoutAttributes? {
        switch key.category {
        case .cell: initialLayoutAttributesForAppearingItem(at: key.indexPath)
        case .supplementaryView:
            initialLayoutAttributesForAppearingSupplementaryElement(ofKind: key.kind, at: key.indexPath)
        case .decorationView: initialLayoutAttributesForAppearingDecorationElement(ofKind: key.kind, at: key.indexPath)
        }
    }

    final func finalAttributes(_ key: ElementKey) -> UICollectionViewLayoutAttributes? {
        presenting { askedFinalAttributes(key) }
    }

    private func askedFinalAttributes(_ key: ElementKey) -> UICollectionViewLayoutAttributes? {
        switch key.category {
        case .cell: finalLayoutAttributesForDisappearingItem(at: key.indexPath)
        case .supplementaryView:
            finalLayoutAttributesForDisappearingSupplementaryElement(ofKind: key.kind, at: key.indexPath)
        case .decorationView: finalLayoutAttributesForDisappearingDecorationElement(ofKind: key.kind, at: key.indexPath)
        }
    }

    final func attributes(_ key: ElementKey) -> UICollectionViewLayoutAttributes? {
        presenting { askedAttributes(key) }
    }

    private func askedAttributes(_ key: ElementKey) -> UICollectionViewLayoutAttributes? {
        switch key.category {
        case .cell: layoutAttributesForItem(at: key.indexPath)
        case .supplementaryView: layoutAttributesForSupplementaryView(ofKind: key.kind, at: key.indexPath)
        case .decorationView: layoutAttributesForDecorationView(ofKind: key.kind, at: key.indexPath)
        }
    }
}
