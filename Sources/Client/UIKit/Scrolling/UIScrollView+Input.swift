import CoreGraphics
import Foundation
import MicaEvents
import QuartzCore

/// Two fingers on a touchpad that scroll.
struct ScrollWheel {
    /// How far they have gone.
    var way = CGPoint.zero
    var speed = VelocityMeter()
}

/// How far wheels and keys go; our own.
enum ScrollSteps {
    /// A notch of a wheel. *Units*: points.
    static let notch: CGFloat = 40
    /// An arrow.
    static let arrow: CGFloat = 40
    /// What of a page stays in sight on the next.
    static let overlap: CGFloat = 0.1
}

extension UIScrollView {
    // MARK: Wheels

    /// Gives a wheel's turn to the innermost scroll view under it that can go that way.
    static func turn(_ wheel: WheelEvent, _ modifiers: KeyModifiers, _ time: Double, in window: UIWindow) {
        followAll(to: time)
        var wheel = wheel
        // With shift a wheel goes sideways.
        if modifiers.contains(.shift), wheel.movement.width == 0, !wheel.isPrecise {
            wheel.movement = CGSize(width: wheel.movement.height, height: 0)
        }
        let point = window.layer.convert(wheel.position, from: window.layer.superlayer)
        guard wheel.movement.width.isFinite, wheel.movement.height.isFinite, point.x.isFinite, point.y.isFinite else {
            return
        }
        var view = window.hitTest(point, with: nil)
        var first: UIScrollView?
        while let current = view {
            if let scrollView = current as? UIScrollView, scrollView.isScrollEnabled {
                if scrollView.wheel != nil || scrollView.canGo(wheel.movement) {
                    return scrollView.turn(wheel, time)
                }
                if first == nil, scrollView.scrollsVertically || scrollView.scrollsHorizontally { first = scrollView }
            }
            view = current.superview
        }
        // At an edge fingers pull, as they do on the screen.
        if wheel.phase == .began || wheel.phase == .changed || wheel.phase == .ended { first?.turn(wheel, time) }
    }

    /// Whether there is more to see where content would move by some way.
    private func canGo(_ movement: CGSize) -> Bool {
        let offset = motion?.rest ?? contentOffset
        func can(_ way: CGFloat, _ offset: CGFloat, _ range: ClosedRange<Double>) -> Bool {
            way > 0 ? Double(offset) > range.lowerBound : way < 0 && Double(offset) < range.upperBound
        }
        return abs(movement.height) >= abs(movement.width)
            ? can(movement.height, offset.y, rangeY) : can(movement.width, offset.x, rangeX)
    }

    private func turn(_ event: WheelEvent, _ time: Double) {
        let way = event.movement
        switch event.phase {
        case .single where event.isPrecise: go(by: way)
        case .single: step(CGSize(width: way.width * ScrollSteps.notch, height: way.height * ScrollSteps.notch))
        case .momentum: if motion == nil, drag == nil { go(by: way) }
        case .began:
            guard drag == nil else { return }
            stopMoving()
            drag = ScrollDrag(start: wantedOffset, movesX: scrollsHorizontally, movesY: scrollsVertically)
            wheel = ScrollWheel()
            indicators.show()
            delegate?.scrollViewWillBeginDragging(self)
            follow(way, time)
        case .changed: follow(way, time)
        case .ended:
            follow(way, time)
            guard var wheel, let drag else { return }
            wheel.speed.stop(time)
            self.wheel = nil
            let speed = wheel.speed.value
            letGo(at: CGPoint(x: drag.movesX ? -speed.x : 0, y: drag.movesY ? -speed.y : 0))
        }
    }

    /// Follows two fingers.
    private func follow(_ way: CGSize, _ time: Double) {
        guard wheel != nil, let drag else { return }
        wheel?.way.x += way.width
        wheel?.way.y += way.height
        guard let wheel else { return }
        self.wheel?.speed.add(wheel.way, time)
        pull(to: CGPoint(x: drag.start.x - wheel.way.x, y: drag.start.y - wheel.way.y), drag.movesX, drag.movesY)
    }

    /// Goes by a way at once, as far as there is content.
    private func go(by way: CGSize) {
        guard drag == nil else { return }
        stopMoving()
        let target = clamped(CGPoint(x: contentOffset.x - way.width, y: contentOffset.y - way.height))
        guard target != contentOffset else { return }
        indicators.show()
        move(to: target)
        indicators.fade()
    }

    /// Goes by a way smoothly; a further step goes on from where the last one would have ended.
    private func step(_ way: CGSize) {
        guard drag == nil else { return }
        let now = CACurrentMediaTime()
        follow(to: now)
        let from = motion?.kind == .quiet ? motion?.rest ?? contentOffset : contentOffset
        let velocity = motion?.velocity(at: now) ?? .zero
        let target = clamped(CGPoint(x: from.x - way.width, y: from.y - way.height))
        stopMoving()
        let start = contentOffset
        guard target != start else { return }
        self.start(
            ScrollMotion(
                x: .page(from: Double(start.x), velocity: Double(velocity.x), to: Double(target.x)),
                y: .page(from: Double(start.y), velocity: Double(velocity.y), to: Double(target.y)), start: now,
                kind: .quiet))
    }

    // MARK: Keys

    /// Scrolls by keys: arrows, pages, to both ends, and the space bar. What cannot scroll that way hands the key on. *Source*: Apple,
    /// UIResponder.pressesBegan(_:with:); which keys scroll is our own.
    func scroll(by key: UIKey) -> Bool {
        guard isScrollEnabled, drag == nil else { return false }
        let now = motion?.rest ?? contentOffset
        let size = bounds.size, inset = adjustedContentInset
        let page = max(1, (size.height - inset.top - inset.bottom) * (1 - ScrollSteps.overlap))
        var target = now
        let isBackwards = key.modifierFlags.contains(.shift)
        switch key.keyCode {
        case .keyboardPageDown: target.y += page
        case .keyboardPageUp: target.y -= page
        case .keyboardSpacebar: target.y += isBackwards ? -page : page
        case .keyboardDownArrow: target.y += ScrollSteps.arrow
        case .keyboardUpArrow: target.y -= ScrollSteps.arrow
        case .keyboardRightArrow: target.x += isPagingEnabled ? size.width : ScrollSteps.arrow
        case .keyboardLeftArrow: target.x -= isPagingEnabled ? size.width : ScrollSteps.arrow
        case .keyboardHome: return scrollToTop()
        case .keyboardEnd: target.y = CGFloat(rangeY.upperBound)
        default: return false
        }
        target = clamped(target)
        guard target != clamped(now) else { return false }
        scroll(to: target, .animation)
        return true
    }

    /// Scrolls to the top, where the delegate allows it. *Source*: Apple, scrollViewShouldScrollToTop(_:), scrollViewDidScrollToTop(_:).
    func scrollToTop() -> Bool {
        let target = CGPoint(x: contentOffset.x, y: CGFloat(rangeY.lowerBound))
        guard scrollsToTop, scrollsVertically, target != contentOffset else { return false }
        guard delegate?.scrollViewShouldScrollToTop(self) != false else { return true }
        scroll(to: target, .toTop)
        return true
    }

    /// The keys that scroll.
    static let keys: Set<UIKeyboardHIDUsage> = [
        .keyboardPageDown, .keyboardPageUp, .keyboardSpacebar, .keyboardDownArrow, .keyboardUpArrow,
        .keyboardRightArrow, .keyboardLeftArrow, .keyboardHome, .keyboardEnd,
    ]
}

extension UIView {
    /// The front-most scroll view, of this view and all in it, that has more than it shows: keys go to it where nothing has the focus.
    var keyScrollView: UIScrollView? {
        guard !isHidden, isUserInteractionEnabled, Float(alpha) >= 0.01 else { return nil }
        if let scrollView = self as? UIScrollView, scrollView.isScrollEnabled,
            scrollView.scrollsVertically || scrollView.scrollsHorizontally
        {
            return scrollView
        }
        for view in children.reversed() {
            if let found = view.keyScrollView { return found }
        }
        return nil
    }

    /// Scrolls the scroll views around the view so that it is seen.
    func scrollIntoSight() {
        var view = superview
        while let current = view {
            if let scrollView = current as? UIScrollView {
                scrollView.scrollRectToVisible(convert(bounds, to: scrollView), animated: true)
            }
            view = current.superview
        }
    }
}
