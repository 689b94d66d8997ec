import CoreGraphics
import Foundation
import MicaTrace
import QuartzCore
import UIKitCore

/// A transition between layouts that a gesture leads.
struct InteractiveTransition {
    var from: UICollectionViewLayout
    var to: UICollectionViewLayout
    var middle: UICollectionViewTransitionLayout
    var completion: ((Bool, Bool) -> Void)?
}

extension UICollectionView {
    /// Exchanges the layout.
    ///
    /// *Source* of the order: Apple, UICollectionViewLayout, "Coordinating Animated Changes": prepareForTransition(to:)
    /// of the old layout, prepareForTransition(from:) of the new, the target offset of the new, the attributes, and
    /// finalizeLayoutTransition() of both within the animation.
    final func exchange(_ new: UICollectionViewLayout, _ animated: Bool, _ completion: ((Bool) -> Void)?) {
        let old = collectionViewLayout
        guard new !== old else {
            if let completion { TransactionStack.current.enqueue { assumeMainActor { completion(true) } } }
            return
        }
        // Before its first layout the view has no places to come from.
        guard stage.counts != nil, !bounds.isEmpty else {
            removeAllElements()
            adopt(new)
            setNeedsLayout()
            if let completion { TransactionStack.current.enqueue { assumeMainActor { completion(true) } } }
            return
        }
        if old.isValid == false { layoutIfNeeded() }
        stage.isUpdating = true
        var last: [ElementKey: UICollectionViewLayoutAttributes] = [:]
        for attributes in stage.known { last[attributes.key] = attributes }
        for (key, view) in stage.views { last[key] = view.attributes }
        let views = Array(stage.views.values)
        for view in views { view.willTransition(from: old, to: new) }
        old.prepareForTransition(to: new)
        // The new layout belongs to the view already: programs ask it for its offset there.
        new.owner = self
        new.prepareForTransition(from: old)
        let offset = contentOffset
        adopt(new)
        prepareLayoutIfNeeded()
        let target = targetOffset(contentOffset)
        if contentOffset != offset { moveQuietly(to: offset) }
        // The old layout is asked where elements go, and belongs to the view until then.
        old.owner = self
        let change = ElementChange(newKey: { $0 }, oldKey: { $0 }, last: last, oldLayout: old)
        let run = {
            self.exchange(change, target) { finished in
                for view in views { view.didTransition(from: old, to: new) }
                completion?(finished)
            } _: {
                old.finalizeLayoutTransition()
                new.finalizeLayoutTransition()
                if self.collectionViewLayout !== old { old.owner = nil }
            }
        }
        if animated { run() } else { UIView.performWithoutAnimation(run) }
    }

    // MARK: Led by a gesture

    final func beginTransition(_ new: UICollectionViewLayout, _ completion: ((Bool, Bool) -> Void)?)
        -> UICollectionViewTransitionLayout
    {
        layoutIfNeeded()
        let old = collectionViewLayout
        let middle =
            delegate?.collectionView(self, transitionLayoutForOldLayout: old, newLayout: new)
            ?? UICollectionViewTransitionLayout(currentLayout: old, nextLayout: new)
        guard transition == nil else {
            Notices.say("UICollectionView.startInteractiveTransition: a transition is in progress", key: "transition")
            return middle
        }
        for view in stage.views.values { view.willTransition(from: old, to: new) }
        old.prepareForTransition(to: new)
        new.owner = self
        new.prepareForTransition(from: old)
        adopt(middle)
        (old.owner, new.owner, new.isValid) = (self, self, false)
        transition = InteractiveTransition(from: old, to: new, middle: middle, completion: completion)
        prepareLayoutIfNeeded()
        let from = contentOffset
        let proposed = CGPoint(
            x: min(from.x, max(0, new.collectionViewContentSize.width - bounds.width)),
            y: min(from.y, max(0, new.collectionViewContentSize.height - bounds.height)))
        middle.offsets = (from, new.targetContentOffset(forProposedContentOffset: proposed))
        middle.invalidateLayout()
        return middle
    }

    final func endTransition(finished: Bool) {
        guard let transition else {
            return Notices.say("UICollectionView: there is no interactive transition to end", key: "no transition")
        }
        let target = finished ? transition.to : transition.from
        let offset = finished ? transition.middle.offsets.to : transition.middle.offsets.from
        let views = Array(stage.views.values)
        self.transition = nil
        stage.isUpdating = true
        var last: [ElementKey: UICollectionViewLayoutAttributes] = [:]
        for (key, view) in stage.views { last[key] = view.attributes }
        let now = contentOffset
        adopt(target)
        prepareLayoutIfNeeded()
        if contentOffset != now { moveQuietly(to: now) }
        let change = ElementChange(newKey: { $0 }, oldKey: { $0 }, last: last)
        exchange(change, offset) { done in
            for view in views { view.didTransition(from: transition.from, to: transition.to) }
            transition.completion?(done, finished)
        } _: {
            transition.from.finalizeLayoutTransition()
            transition.to.finalizeLayoutTransition()
            (finished ? transition.from : transition.to).owner = nil
        }
    }
}
