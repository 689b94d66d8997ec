import CoreGraphics
import Foundation
import MicaTrace
import QuartzCore
import UIKitCore

extension UICollectionView {
    /// Asks the data source, or the layout for a decoration view.
    final func makeView(_ attributes: UICollectionViewLayoutAttributes) -> UICollectionReusableView? {
        stage.dequeuing = attributes
        let presents = stage.presents
        stage.presents = 0
        defer { (stage.dequeuing, stage.presents) = (nil, presents) }
        let path = attributes.indexPath
        let view: UICollectionReusableView
        switch attributes.representedElementCategory {
        case .cell:
            if let holder = placeholder(at: path) {
                guard let cell = makeCell(holder, path) else { return nil }
                view = cell
                break
            }
            let own = dataPath(of: path)
            guard let dataSource, has(own) else { return nil }
            let cell = dataSource.collectionView(self, cellForItemAt: own)
            showState(cell, movement == nil ? own : path)
            view = cell
        case .supplementaryView:
            guard let dataSource, let own = dataPath(attributes.key) else { return nil }
            view = dataSource.collectionView(
                self, viewForSupplementaryElementOfKind: attributes.representedElementKind ?? "", at: own)
        case .decorationView:
            guard let made = makeDecoration(attributes) else { return nil }
            view = made
        }
        guard !stage.views.values.contains(where: { $0 === view }) else {
            Notices.say(
                "UICollectionView: the data source gave a view that is in use for another element; the element at "
                    + "\(path) has none", key: "view in use")
            return nil
        }
        return view
    }

    private func makeDecoration(_ attributes: UICollectionViewLayoutAttributes) -> UICollectionReusableView? {
        let kind = attributes.representedElementKind ?? ""
        guard let decoration = collectionViewLayout.decorations[kind] else {
            Notices.say(
                "UICollectionView: no class or nib is registered for decoration views of the kind \(kind)", key: kind)
            return nil
        }
        let name = "decoration/\(kind)"
        switch decoration {
        case .type(let type): if stage.queue.type(for: name) != type { stage.queue.register(type, for: name) }
        case .nib(let nib): if stage.queue.nib(for: name) !== nib { stage.queue.register(nib, for: name) }
        }
        return dequeue(name, nil, attributes.key)
    }

    /// Takes a view out of the queue, or makes one; nil if no class is registered.
    final func dequeue(_ name: String, _ identifier: String?, _ key: ElementKey) -> UICollectionReusableView? {
        if let view = stage.reconfigured, view.queueName == name { return view }
        let attributes = stage.dequeuing?.key == key ? stage.dequeuing : nil
        var isNew = false
        let view = stage.queue.take(name) { type in
            isNew = true
            return UIView.make(type, frame: attributes?.frame ?? .zero)
        }
        guard let view else { return nil }
        (view.identifier, view.queueName, view.isFlipped) = (identifier, name, stage.isFlipped)
        UIView.performWithoutAnimation {
            if !isNew {
                (view.fittedSize, view.attributes) = (nil, nil)
                view.layer.removeAllAnimations()
                view.prepareForReuse()
            }
            if let attributes { view.take(attributes) }
        }
        return view
    }

    /// Lets a view wait for another element. It stays a subview, hidden, so that its constraints need not be solved
    /// anew when it comes back.
    final func recycle(_ view: UICollectionReusableView) {
        guard let name = view.queueName, !view.isFocused else { return view.removeFromSuperview() }
        if (view as? UICollectionViewCell)?.isHighlighted == true {
            (view as? UICollectionViewCell)?.isHighlighted = false
        }
        UIView.performWithoutAnimation { view.isHidden = true }
        stage.queue.put(view, name)
    }

    // MARK: Sizes of their own

    /// Asks a view for the attributes that it prefers, once for each size that the layout gives it.
    final func fit(_ view: UICollectionReusableView, _ attributes: UICollectionViewLayoutAttributes) {
        guard !attributes.estimates.isEmpty, view.fittedSize != attributes.size, movement?.view !== view else { return }
        let layout = collectionViewLayout
        view.fittedSize = attributes.size
        let asked = attributes.copied()
        if asked.estimates == .unknown, layout.heedsPreferences { asked.estimates = [.width, .height] }
        let preferred = view.preferredLayoutAttributesFitting(asked)
        preferred.estimates = attributes.estimates
        guard layout.shouldInvalidateLayout(forPreferredLayoutAttributes: preferred, withOriginalAttributes: attributes)
        else { return }
        view.fittedSize = preferred.size
        layout.invalidateLayout(
            with: layout.invalidationContext(
                forPreferredLayoutAttributes: preferred, withOriginalAttributes: attributes))
    }

    // MARK: Prefetching

    /// Announces the items of the page ahead, once for a part of a page that the view has scrolled.
    final func prefetch() {
        guard isPrefetchingEnabled, let prefetchDataSource, stage.direction != .zero else { return }
        let sight = bounds
        let length = CGPoint(
            x: sight.width * CollectionStage.margin, y: sight.height * CollectionStage.margin)
        if let last = stage.prefetchOrigin, abs(last.x - sight.minX) < length.x, abs(last.y - sight.minY) < length.y {
            return
        }
        stage.prefetchOrigin = sight.origin
        let ahead = sight.offsetBy(dx: stage.direction.x * sight.width, dy: stage.direction.y * sight.height)
        let middle = CGPoint(x: sight.midX, y: sight.midY)
        let items = (presenting { collectionViewLayout.layoutAttributesForElements(in: ahead) } ?? []).filter {
            $0.representedElementCategory == .cell && $0.frame.overlaps(ahead)
        }
        let near = items.sorted { distance($0.center, middle) < distance($1.center, middle) }.compactMap {
            dataPath($0.key)
        }
        let new = near.filter { cellForItem(at: $0) == nil && !stage.prefetched.contains($0) }
        let gone = stage.prefetched.subtracting(near)
        if !gone.isEmpty { cancelPrefetching(gone) }
        guard !new.isEmpty else { return }
        stage.prefetched.formUnion(new)
        prefetchDataSource.collectionView(self, prefetchItemsAt: new)
    }

    final func cancelPrefetching(_ paths: Set<IndexPath>) {
        stage.prefetched.subtract(paths)
        prefetchDataSource?.collectionView(self, cancelPrefetchingForItemsAt: paths.sorted())
    }

    private func distance(_ a: CGPoint, _ b: CGPoint) -> CGFloat { abs(a.x - b.x) + abs(a.y - b.y) }

    // MARK: Configuring again

    final func reconfigure(_ paths: [IndexPath]) {
        for path in paths {
            guard let view = cellForItem(at: path), has(path), let dataSource else { continue }
            stage.reconfigured = view
            let cell = dataSource.collectionView(self, cellForItemAt: path)
            stage.reconfigured = nil
            guard cell === view else {
                Notices.say(
                    "UICollectionView.reconfigureItems: the data source gave another cell for the item at \(path)",
                    key: "reconfigure")
                continue
            }
            view.fittedSize = nil
            collectionViewLayout.forgetPreference(shownPath(path))
            if let attributes = view.attributes { fit(view, attributes) }
        }
    }
}

extension UICollectionViewLayout {
    /// Whether the layout has a `shouldInvalidateLayout(forPreferredLayoutAttributes:withOriginalAttributes:)` of its
    /// own, so that it is worth finding the size of a view's content.
    final var heedsPreferences: Bool {
        if let heeds { return heeds }
        let attributes = makeAttributes(.cell(IndexPath(item: 0, section: 0)))
        let own = DefaultBodies.result(
            of: "shouldInvalidateLayout(forPreferredLayoutAttributes:withOriginalAttributes:)"
        ) {
            shouldInvalidateLayout(forPreferredLayoutAttributes: attributes, withOriginalAttributes: attributes)
        }
        heeds = own != nil
        return own != nil
    }
}
