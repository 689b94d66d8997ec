import CoreGraphics
import Foundation
import MicaBase
import QuartzCore

/// A drag of a scroll view by a finger.
struct ScrollDrag {
    /// The offset that the finger asked for at the beginning, before the resistance of edges, in points.
    var start: CGPoint
    /// Whether the drag moves the view along x, and along y.
    var movesX: Bool, movesY: Bool
}

extension UIScrollView {
    static let panAction = Selector(
        "scrollPan:", onMain: { (target: UIScrollView, pan: UIPanGestureRecognizer) in target.panned(pan) })

    /// Whether the finger's movement is a drag of this view: along an axis that scrolls, and not one that an enclosing
    /// scroll view should get.
    func shouldBeginDragging() -> Bool {
        guard isScrollEnabled else { return false }
        let way = pan.total
        let isVertical = abs(way.y) >= abs(way.x)
        guard isVertical ? scrollsVertically : scrollsHorizontally else { return false }
        if isAtEdge(way, isVertical), hasScrollingAncestor(isVertical) { return false }
        // The content has got the touch; its view may or may not allow it to be cancelled.
        for touch in pan.live where touch.delivery.hasBegun && !touch.delivery.isOver {
            guard let view = touch.view, view !== self else { continue }
            if !canCancelContentTouches || !touchesShouldCancel(in: view) { return false }
        }
        return true
    }

    /// Whether there is no more content in the direction of the finger.
    private func isAtEdge(_ way: CGPoint, _ isVertical: Bool) -> Bool {
        if isVertical {
            return way.y > 0
                ? Double(contentOffset.y) <= rangeY.lowerBound : Double(contentOffset.y) >= rangeY.upperBound
        }
        return way.x > 0 ? Double(contentOffset.x) <= rangeX.lowerBound : Double(contentOffset.x) >= rangeX.upperBound
    }

    /// Whether an enclosing scroll view scrolls along an axis.
    private func hasScrollingAncestor(_ isVertical: Bool) -> Bool {
        var view = superview
        while let current = view {
            if let outer = current as? UIScrollView, outer.isScrollEnabled,
                isVertical ? outer.scrollsVertically : outer.scrollsHorizontally
            {
                return true
            }
            view = current.superview
        }
        return false
    }

    func panned(_ pan: UIPanGestureRecognizer) {
        switch pan.state {
        case .began: beginDragging()
        case .changed: goOnDragging()
        case .ended: endDragging(velocity: pan.velocity(in: self))
        case .cancelled: endDragging(velocity: .zero)
        case .possible, .failed: break
        }
    }

    private func beginDragging() {
        stopMoving()
        let way = pan.total
        pan.setTranslation(.zero, in: self)
        var drag = ScrollDrag(start: wantedOffset, movesX: scrollsHorizontally, movesY: scrollsVertically)
        if isDirectionalLockEnabled, drag.movesX, drag.movesY {
            // A direction counts as along an axis within 30 degrees of it; our own: Apple says "one general direction".
            if abs(way.x) < abs(way.y) * 0.577 { drag.movesX = false }
            if abs(way.y) < abs(way.x) * 0.577 { drag.movesY = false }
        }
        (self.drag, wheel) = (drag, nil)
        if keyboardDismissMode != .none { _ = window?.endEditing(false) }
        indicators.show()
        delegate?.scrollViewWillBeginDragging(self)
    }

    /// The offset for which a finger would have to ask, before the resistance of edges, to show the present one.
    var wantedOffset: CGPoint {
        let (offset, size) = (contentOffset, bounds.size)
        return CGPoint(
            x: ScrollPhysics.wanted(Double(offset.x), rangeX, Double(size.width)),
            y: ScrollPhysics.wanted(Double(offset.y), rangeY, Double(size.height)))
    }

    private func goOnDragging() {
        guard let drag, !zooming.isActive else { return }
        let way = pan.translation(in: self)
        pull(to: CGPoint(x: drag.start.x - way.x, y: drag.start.y - way.y), drag.movesX, drag.movesY)
    }

    /// Shows the content for an offset that a finger asks for, with the resistance of edges.
    func pull(to wanted: CGPoint, _ movesX: Bool, _ movesY: Bool) {
        let size = bounds.size
        var offset = contentOffset
        if movesX {
            offset.x = CGFloat(
                ScrollPhysics.shown(Double(wanted.x), rangeX, Double(size.width), bounces: bounces))
        }
        if movesY {
            offset.y = CGFloat(
                ScrollPhysics.shown(Double(wanted.y), rangeY, Double(size.height), bounces: bounces))
        }
        move(to: offset)
    }

    /// The finger was lifted at a velocity, in points a second.
    func endDragging(velocity: CGPoint) {
        guard let drag else { return }
        pan.endFollowing()
        // The offset moves against the finger.
        let velocity = CGPoint(x: drag.movesX ? -velocity.x : 0, y: drag.movesY ? -velocity.y : 0)
        letGo(at: zooming.isActive ? .zero : velocity)
    }

    /// Ends a drag: asks the delegate for the target, and moves there.
    ///
    /// *Source*: the order of calls is from a log of iOS 14: juejin.cn, post 7020976046191149070.
    func letGo(at velocity: CGPoint) {
        let natural = restingOffset(velocity)
        let perMillisecond = CGPoint(x: velocity.x / 1000, y: velocity.y / 1000)
        var target = choosesTarget?(perMillisecond, natural) ?? natural
        if !target.x.isFinite || !target.y.isFinite { target = natural }
        if let barLink { target.y = barLink.rest(self, at: target.y) }
        // Safe because: the pointer is that of a local variable, and does not outlive the call.
        unsafe withUnsafeMutablePointer(to: &target) { pointer in
            unsafe delegate?.scrollViewWillEndDragging(
                self, withVelocity: perMillisecond, targetContentOffset: pointer)
        }
        if !target.x.isFinite || !target.y.isFinite { target = natural }
        drag = nil
        let motion = deceleration(velocity, to: target, isOwn: target != natural)
        // Content that two fingers have scaled rests when they are lifted.
        let goesOn = motion.end > motion.start && !zooming.isActive
        delegate?.scrollViewDidEndDragging(self, willDecelerate: goesOn)
        // The delegate may have scrolled elsewhere.
        guard goesOn, self.motion == nil, drag == nil else {
            if self.motion == nil { indicators.fade() }
            return
        }
        delegate?.scrollViewWillBeginDecelerating(self)
        guard self.motion == nil else { return }
        start(motion)
    }

    /// The offset at which the view would rest.
    func restingOffset(_ velocity: CGPoint) -> CGPoint {
        if isPagingEnabled { return page(velocity) }
        let rate = Double(settings.rate.rawValue)
        let scale = pixelsPerPoint
        func rest(_ start: CGFloat, _ velocity: CGFloat, _ range: ClosedRange<Double>) -> Double {
            let way = ScrollPhysics.way(Double(velocity), rate)
            guard abs(way) > ScrollPhysics.threshold else {
                return min(max(Double(start), range.lowerBound), range.upperBound)
            }
            let end = (Double(start) + way).wholePixel(scale)
            return min(max(end, range.lowerBound), range.upperBound)
        }
        return CGPoint(
            x: rest(contentOffset.x, velocity.x, rangeX), y: rest(contentOffset.y, velocity.y, rangeY))
    }

    /// The page at which the view rests: the nearest, or at a sufficient velocity the next in that direction.
    private func page(_ velocity: CGPoint) -> CGPoint {
        func page(_ offset: CGFloat, _ velocity: CGFloat, _ size: CGFloat, _ range: ClosedRange<Double>) -> Double {
            guard size > 0 else { return Double(offset) }
            let pages = Double(offset / size)
            let index =
                Double(velocity) > ScrollPhysics.pageVelocity
                ? pages.rounded(.up)
                : Double(velocity) < -ScrollPhysics.pageVelocity ? pages.rounded(.down) : pages.rounded()
            return min(max(index * Double(size), range.lowerBound), range.upperBound)
        }
        return CGPoint(
            x: page(contentOffset.x, velocity.x, bounds.width, rangeX),
            y: page(contentOffset.y, velocity.y, bounds.height, rangeY))
    }

    /// The movement from the present offset to a target.
    ///
    /// - Parameter isOwn: Whether a delegate has chosen the target, rather than the natural end.
    func deceleration(_ velocity: CGPoint, to target: CGPoint, isOwn: Bool) -> ScrollMotion {
        let rate = Double(settings.rate.rawValue)
        func course(
            _ start: CGFloat, _ velocity: CGFloat, _ target: CGFloat, _ range: ClosedRange<Double>, _ moves: Bool
        )
            -> ScrollCourse
        {
            let (start, velocity, target) = (Double(start), Double(velocity), Double(target))
            guard moves || isOwn || !range.contains(start) else { return ScrollCourse(at: start) }
            if isPagingEnabled { return .page(from: start, velocity: velocity, to: target) }
            let way = ScrollPhysics.way(velocity, rate)
            return .deceleration(
                from: start, velocity: velocity, rate: rate, range: range, bounces: bounces,
                landing: range.contains(start + way) ? target : nil, target: isOwn ? target : nil)
        }
        let now = CACurrentMediaTime()
        return ScrollMotion(
            x: course(contentOffset.x, velocity.x, target.x, rangeX, scrollsHorizontally),
            y: course(contentOffset.y, velocity.y, target.y, rangeY, scrollsVertically), start: now,
            kind: .deceleration, hasOwnTarget: isOwn)
    }
}
