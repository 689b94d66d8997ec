import CoreGraphics
import Foundation
import MicaTrace
import QuartzCore
import UIKitCore

extension UICollectionView {
    /// Brings all elements from their old places to their new ones, animated where the view is seen.
    ///
    /// An element that stays is animated to its new attributes, an element that goes to its final ones, and an element
    /// that comes begins at its initial ones. *Source*: Apple, UICollectionViewLayout, "Animating Item Changes"; WWDC
    /// 2012, session 219, for the calls of the initial attributes of all elements in sight after the change and of the
    /// final attributes of all in sight before it.
    final func exchange(
        _ change: ElementChange, _ target: CGPoint, _ completion: @escaping (Bool) -> Void,
        _ finalize: @escaping () -> Void
    ) {
        var exchange = ElementExchange(
            change: change, target: target, sight: CGRect(origin: target, size: bounds.size),
            seen: Dictionary(uniqueKeysWithValues: stage.onScreen.map { ($0, change.path($0)) }))
        let old = stage.views
        (stage.views, stage.onScreen) = ([:], [])
        // Where elements go; asked while the layout has its batch.
        for key in old.keys.sorted(by: { $0.indexPath < $1.indexPath }) {
            if let view = old[key] { send(view, key, &exchange) }
        }
        collectionViewLayout.layOutContainers()
        stage.knownRect = .null
        for attributes in attributes(in: exchange.sight)
        where !attributes.isHidden && collectionViewLayout.shownFrame(of: attributes).overlaps(exchange.sight) {
            bring(attributes, &exchange)
        }
        run(exchange, completion, finalize)
        stage.isUpdating = false
        setNeedsLayout()
        // Sizes that the new views prefer are a part of the change.
        if animatesUpdates {
            UIView.animate(withDuration: Self.updateDuration) { self.layoutIfNeeded() }
        } else {
            layoutIfNeeded()
        }
    }

    /// Keeps the view of an element that is still in sight, or notes where it goes.
    private func send(_ view: UICollectionReusableView, _ key: ElementKey, _ exchange: inout ElementExchange) {
        let layout = collectionViewLayout, change = exchange.change
        let end = (change.oldLayout ?? layout).finalAttributes(key)
        let new = change.isForced.contains(key) ? nil : change.newKey(key)
        guard let new, let place = layout.attributes(new), !place.isHidden else {
            exchange.going.append((view, key, end ?? view.attributes?.faded))
            return
        }
        if let now = view.attributes, exchange.shift == nil {
            exchange.shift = CGPoint(x: place.center.x - now.center.x, y: place.center.y - now.center.y)
        }
        if layout.shownFrame(of: place).overlaps(exchange.sight) || view === movement?.view {
            stage.views[new] = view
            if exchange.seen[key] != nil { stage.onScreen.insert(new) }
        } else {
            exchange.going.append((view, key, end ?? place))
        }
    }

    /// Puts the view of an element in sight at the place where it begins: a view that stays, or one that comes.
    private func bring(_ attributes: UICollectionViewLayoutAttributes, _ exchange: inout ElementExchange) {
        let key = attributes.key
        let initial = collectionViewLayout.initialAttributes(key)
        if let view = stage.views[key] {
            UIView.performWithoutAnimation {
                if view.superview !== container(of: attributes) { rehome(view, attributes) }
                if let initial { view.take(initial) }
            }
            exchange.coming.append((view, attributes))
            return
        }
        guard let view = makeView(attributes) else { return }
        stage.views[key] = view
        stage.onScreen.insert(key)
        let start = initial ?? beginning(of: attributes, exchange.change, exchange.shift)
        UIView.performWithoutAnimation {
            // The size first, so that the content is laid out at its final place in the view.
            place(view, attributes)
            view.take(attributes)
            view.layoutIfNeeded()
            view.take(start)
        }
        willDisplay(key, view)
        exchange.coming.append((view, attributes))
    }

    /// Moves all views, and recycles those that have gone.
    private func run(
        _ exchange: ElementExchange, _ completion: @escaping (Bool) -> Void, _ finalize: @escaping () -> Void
    ) {
        let move = { [weak self] in
            guard let self else { return }
            if self.contentOffset != exchange.target { self.contentOffset = exchange.target }
            for (view, attributes) in exchange.coming where view !== self.movement?.view {
                let isResized = view.bounds.size != attributes.size
                let z = view.attributes?.zIndex
                view.take(attributes)
                if z != attributes.zIndex { self.place(view, attributes) }
                if isResized { view.layoutIfNeeded() }
            }
            for (view, _, end) in exchange.going { if let end { view.take(end) } }
            finalize()
        }
        let end = { [weak self] (finished: Bool) in
            if let self {
                for (view, key, _) in exchange.going {
                    if let path = exchange.seen[key] { self.didEndDisplaying(key, view, path) }
                    self.recycle(view)
                }
            }
            completion(finished)
        }
        if animatesUpdates {
            UIView.animate(
                withDuration: Self.updateDuration, delay: 0, options: [.curveEaseInOut], animations: move,
                completion: end)
        } else {
            UIView.performWithoutAnimation(move)
            TransactionStack.current.enqueue { assumeMainActor { end(true) } }
        }
    }

    /// Puts a view into another part of the content, where it is seen at the same place.
    private func rehome(_ view: UICollectionReusableView, _ attributes: UICollectionViewLayoutAttributes) {
        let center = view.superview?.convert(view.center, to: self)
        place(view, attributes)
        if let center, let parent = view.superview { view.center = convert(center, to: parent) }
    }

    /// Where an element begins that comes into sight: at its last place, if that is known; an element that was farther
    /// away comes with its neighbours; a new one fades in.
    private func beginning(
        of attributes: UICollectionViewLayoutAttributes, _ change: ElementChange, _ shift: CGPoint?
    ) -> UICollectionViewLayoutAttributes {
        guard !change.isNew.contains(attributes.key), let old = change.oldKey(attributes.key) else {
            return attributes.faded
        }
        if let last = change.last[old] ?? change.oldLayout?.attributes(old) { return last }
        guard let shift else { return attributes.faded }
        let start = attributes.copied()
        start.center = CGPoint(x: start.center.x - shift.x, y: start.center.y - shift.y)
        return start
    }
}

/// The views of a change: those that go, those that stay or come, and what determines their places.
@MainActor private struct ElementExchange {
    let change: ElementChange
    /// The offset after the change, and the part of the content that is visible then.
    let target: CGPoint, sight: CGRect
    /// The elements whose display was reported, with their index paths in the data; nil for those of placeholders.
    let seen: [ElementKey: IndexPath?]
    var going: [(view: UICollectionReusableView, key: ElementKey, end: UICollectionViewLayoutAttributes?)] = []
    var coming: [(view: UICollectionReusableView, attributes: UICollectionViewLayoutAttributes)] = []
    /// How far the first element that stays moves; nil without one.
    var shift: CGPoint?
}
