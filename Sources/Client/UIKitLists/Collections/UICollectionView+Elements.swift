import CoreGraphics
import Foundation
import MicaTrace
import QuartzCore
import UIKitCore

extension UICollectionView {
    // MARK: The layout

    /// Prepares the layout if it is invalid, and takes over the size of its content.
    final func prepareLayoutIfNeeded() {
        let layout = collectionViewLayout
        guard !layout.isValid else { return }
        updateFlip()
        _ = counts
        // Before the call, so that a layout may invalidate itself in it.
        layout.isValid = true
        presenting { layout.prepare() }
        stage.known = []
        stage.knownRect = .null
        let size = presenting { layout.collectionViewContentSize }
        resizeContent(size)
        installSwipes()
    }

    /// A layout was invalidated.
    final func layoutInvalidated(
        _ layout: UICollectionViewLayout, _ context: UICollectionViewLayoutInvalidationContext
    ) {
        if let transition, layout === transition.from || layout === transition.to {
            collectionViewLayout.isValid = false
        }
        if context.invalidateDataSourceCounts, openBatch == nil { stage.counts = nil }
        stage.adjustment.x += context.contentOffsetAdjustment.x
        stage.adjustment.y += context.contentOffsetAdjustment.y
        setNeedsLayout()
    }

    /// The attributes of the elements in a rectangle of the content.
    ///
    /// The layout is asked for whole pages: rectangles of the view's size at multiples of it. So it is not asked again
    /// while the view scrolls within them.
    final func attributes(in rect: CGRect) -> [UICollectionViewLayoutAttributes] {
        if stage.knownRect.contains(rect) { return stage.known }
        let size = bounds.size
        func page(_ low: CGFloat, _ high: CGFloat, _ length: CGFloat) -> (CGFloat, CGFloat) {
            guard length > 0, low.isFinite, high.isFinite else { return (low, high) }
            return ((low / length).rounded(.down) * length, max((high / length).rounded(.up) * length, low + 1))
        }
        let (left, right) = page(rect.minX, rect.maxX, size.width)
        let (top, bottom) = page(rect.minY, rect.maxY, size.height)
        stage.knownRect = CGRect(x: left, y: top, width: right - left, height: bottom - top)
        stage.queryCount += 1
        let known = stage.knownRect
        stage.known = presenting { collectionViewLayout.layoutAttributesForElements(in: known) } ?? []
        return stage.known
    }

    // MARK: Bounds

    /// Changes the bounds. The layout is asked before whether they invalidate it, and is invalidated after: a layout that
    /// sets the offset when it is invalidated then sets the one that the view has.
    ///
    /// *Source*: Apple, UICollectionViewLayout.shouldInvalidateLayout(forBoundsChange:), "the new bounds"; the order of
    /// the invalidation is what Ramotion/expanding-collection needs, whose layout does that.
    final func changeBounds(to new: CGRect, _ change: () -> Void) {
        let layout = collectionViewLayout
        let isInvalid =
            new != bounds && new.origin.x.isFinite && new.origin.y.isFinite
            && layout.shouldInvalidateLayout(forBoundsChange: new)
        let context = isInvalid ? layout.invalidationContext(forBoundsChange: new) : nil
        change()
        if let context, layout === collectionViewLayout { layout.invalidateLayout(with: context) }
        didChangeBounds()
    }

    private func didChangeBounds() {
        let (old, new) = (stage.lastBounds, bounds)
        guard old != new else { return }
        stage.lastBounds = new
        stage.direction = CGPoint(x: direction(old.minX, new.minX), y: direction(old.minY, new.minY))
        guard old.size != new.size else { return }
        setNeedsLayout()
        guard UIView.inheritedAnimationDuration > 0, !old.isEmpty, !stage.isUpdating, openBatch == nil else { return }
        // *Source*: Apple, UICollectionViewLayout.prepare(forAnimatedBoundsChange:): before and after the views are
        // animated to their places in the new bounds.
        let layout = collectionViewLayout
        layout.prepare(forAnimatedBoundsChange: old)
        layoutIfNeeded()
        layout.finalizeAnimatedBoundsChange()
    }

    private func direction(_ old: CGFloat, _ new: CGFloat) -> CGFloat { new > old ? 1 : new < old ? -1 : 0 }

    // MARK: Elements

    /// Lays out now what a program asks about, unless it asks during the layout.
    final func updateBeforeAsking() {
        if !stage.isUpdating, openBatch == nil, !collectionViewLayout.isValid || stage.counts == nil {
            layoutIfNeeded()
        }
    }

    /// Gives all elements in sight their views and attributes.
    final func updateElements() {
        guard !stage.isUpdating, openBatch == nil else { return }
        stage.isUpdating = true
        defer { stage.isUpdating = false }
        updateFlip()
        updateStaleCells()
        for _ in 0..<CollectionStage.mostPasses {
            prepareLayoutIfNeeded()
            applyAdjustment()
            if collectionViewLayout.isValid { displayElements() }
            if collectionViewLayout.isValid { return prefetch() }
        }
        Notices.say("UICollectionView: the layout is invalid after each of \(CollectionStage.mostPasses) passes")
    }

    private func applyAdjustment() {
        let way = stage.adjustment
        guard way != .zero else { return }
        stage.adjustment = .zero
        contentOffset = CGPoint(x: contentOffset.x + way.x, y: contentOffset.y + way.y)
    }

    /// The part of the content for which views are made.
    private var preparedRect: CGRect {
        let sight = bounds
        guard isDragging || isDecelerating else { return sight }
        var rect = sight
        let (x, y) = (sight.width * CollectionStage.margin, sight.height * CollectionStage.margin)
        if stage.direction.x != 0 { rect.size.width += x }
        if stage.direction.y != 0 { rect.size.height += y }
        if stage.direction.x < 0 { rect.origin.x -= x }
        if stage.direction.y < 0 { rect.origin.y -= y }
        return rect
    }

    private func displayElements() {
        collectionViewLayout.layOutContainers()
        let sight = bounds, wanted = preparedRect
        let kept = sight.insetBy(
            dx: -sight.width * CollectionStage.margin, dy: -sight.height * CollectionStage.margin)
        var keep: Set<ElementKey> = []
        for attributes in attributes(in: wanted) where !attributes.isHidden {
            let frame = collectionViewLayout.shownFrame(of: attributes)
            let key = attributes.key
            if frame.overlaps(wanted) {
                guard let view = view(for: key, attributes) else { continue }
                keep.insert(key)
                note(key, view, isInSight: frame.overlaps(sight))
            } else if let view = stage.views[key], frame.overlaps(kept) {
                keep.insert(key)
                adopt(view, attributes)
                note(key, view, isInSight: false)
            }
            if !collectionViewLayout.isValid, !collectionViewLayout.collectsPreferences { return }
        }
        for key in stage.views.keys where !keep.contains(key) && !isHeld(key) { end(key) }
    }

    /// The view of an element: the one in use, or another that is made now.
    private func view(for key: ElementKey, _ attributes: UICollectionViewLayoutAttributes) -> UICollectionReusableView?
    {
        if let view = stage.views[key] {
            adopt(view, attributes)
            return view
        }
        guard let view = makeView(attributes) else { return nil }
        stage.views[key] = view
        UIView.performWithoutAnimation {
            place(view, attributes)
            view.take(attributes)
        }
        fit(view, attributes)
        return view
    }

    /// A part of the view has scrolled by itself.
    final func sectionScrolled() {
        stage.knownRect = .null
        setNeedsLayout()
    }

    /// Puts a part that scrolls by itself behind the views of elements, but in front of those at negative positions on
    /// the z axis.
    final func insertScroller(_ view: UIView) {
        let last = subviews.lastIndex { ($0 as? UICollectionReusableView)?.attributes.map { $0.zIndex < 0 } ?? false }
        insertSubview(view, at: last.map { $0 + 1 } ?? (backgroundView == nil ? 0 : 1))
    }

    /// Gives a view in use new attributes.
    final func adopt(_ view: UICollectionReusableView, _ attributes: UICollectionViewLayoutAttributes) {
        guard movement?.view !== view else { return }
        // A batch has given its new views their attributes, and none of these was asked for its own size yet.
        let isMoved = attributes.isMoved || view.attributes?.isMoved == true
        guard isMoved || view.attributes !== attributes else { return fit(view, attributes) }
        let isEqual = !isMoved && view.attributes?.isEqual(attributes) == true
        let z = view.attributes?.zIndex
        let isElsewhere = view.superview !== container(of: attributes)
        if isElsewhere { place(view, attributes) }
        if isEqual, !isElsewhere { view.attributes = attributes } else { view.take(attributes) }
        if z != attributes.zIndex { place(view, attributes) }
        fit(view, attributes)
    }

    /// The view that an element's view is put into.
    final func container(of attributes: UICollectionViewLayoutAttributes) -> UIView {
        collectionViewLayout.container(of: attributes) ?? self
    }

    /// Tells the delegate of an element that comes into sight or goes out of it.
    private func note(_ key: ElementKey, _ view: UICollectionReusableView, isInSight: Bool) {
        if isInSight {
            guard stage.onScreen.insert(key).inserted else { return }
            if let path = dataPath(key) { stage.prefetched.remove(path) }
            willDisplay(key, view)
        } else if stage.onScreen.remove(key) != nil {
            didEndDisplaying(key, view, dataPath(key))
        }
    }

    final func willDisplay(_ key: ElementKey, _ view: UICollectionReusableView) {
        guard let path = dataPath(key) else { return }
        if let cell = view as? UICollectionViewCell {
            delegate?.collectionView(self, willDisplay: cell, forItemAt: path)
        } else if key.category == .supplementaryView {
            delegate?.collectionView(
                self, willDisplaySupplementaryView: view, forElementKind: key.kind, at: path)
        }
    }

    /// Reports that an element is no longer displayed, by its index path in the data.
    final func didEndDisplaying(_ key: ElementKey, _ view: UICollectionReusableView, _ path: IndexPath?) {
        guard let path else { return }
        if let cell = view as? UICollectionViewCell {
            delegate?.collectionView(self, didEndDisplaying: cell, forItemAt: path)
        } else if key.category == .supplementaryView {
            delegate?.collectionView(
                self, didEndDisplayingSupplementaryView: view, forElementOfKind: key.kind, at: path)
        }
    }

    /// Whether an element stays although it is out of sight: the item that a finger moves.
    private func isHeld(_ key: ElementKey) -> Bool {
        guard let movement else { return false }
        return key == .cell(movement.current)
    }

    /// Ends the use of an element's view.
    final func end(_ key: ElementKey) {
        guard let view = stage.views.removeValue(forKey: key) else { return }
        if stage.onScreen.remove(key) != nil { didEndDisplaying(key, view, dataPath(key)) }
        if (view as? UICollectionViewCell)?.isSwiped == true { swipe?.close(animated: false) }
        recycle(view)
    }

    final func removeAllElements() {
        for key in Array(stage.views.keys) { end(key) }
        stage.known = []
        stage.knownRect = .null
        if !stage.prefetched.isEmpty { cancelPrefetching(stage.prefetched) }
    }

    // MARK: Order

    /// Puts a view among the others: behind those with a larger position on the z axis, in front of the rest.
    final func place(_ view: UICollectionReusableView, _ attributes: UICollectionViewLayoutAttributes) {
        let parent = container(of: attributes)
        view.isFlipped = stage.isFlipped
        if attributes.zIndex != 0 { stage.hasDepth = true }
        if view.superview !== parent {
            parent.insertSubview(view, at: endOfElements(in: parent))
        }
        guard stage.hasDepth else { return }
        let siblings = parent.subviews
        let below = siblings.last {
            // A section that scrolls by itself counts as an element at 0.
            if $0 is OrthogonalScrollView { return attributes.zIndex >= 0 }
            guard let other = $0 as? UICollectionReusableView, other !== view, !other.isHidden else { return false }
            return other.attributes.map { $0.zIndex <= attributes.zIndex } ?? false
        }
        if let below {
            parent.insertSubview(view, aboveSubview: below)
        } else {
            parent.insertSubview(view, at: backgroundView == nil || parent !== self ? 0 : 1)
        }
    }

    /// The index behind the last view of an element, so that a program's own subviews stay in front.
    private func endOfElements(in parent: UIView) -> Int {
        let subviews = parent.subviews
        let last = subviews.lastIndex { $0 is UICollectionReusableView || $0 is OrthogonalScrollView }
        if let last { return last + 1 }
        return backgroundView == nil || parent !== self ? 0 : 1
    }
}
