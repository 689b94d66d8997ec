import CoreGraphics
import Foundation
import MicaEvents
import QuartzCore

/// A scroll by two fingers on a touchpad.
struct ScrollWheel {
    /// The movement since the beginning, in points.
    var way = CGPoint.zero
    var speed = VelocityMeter()
}

/// The distances that wheels and keys scroll; our own.
enum ScrollSteps {
    /// One notch of a wheel. *Units*: points.
    static let notch: CGFloat = 40
    /// One press of an arrow key. *Units*: points.
    static let arrow: CGFloat = 40
    /// The fraction of a page that is still visible on the next page.
    static let overlap: CGFloat = 0.1
}

extension UIScrollView {
    // MARK: Wheels

    /// Gives a wheel's turn to the innermost scroll view under it that can scroll in its direction.
    static func turn(_ wheel: WheelEvent, _ modifiers: KeyModifiers, _ time: Double, in window: UIWindow) {
        followAll(to: time)
        var wheel = wheel
        // With shift, a wheel scrolls sideways.
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
                if scrollView.wheel != nil || scrollView.canGo(scrollView.own(wheel.movement)) {
                    return scrollView.turn(wheel, time)
                }
                if first == nil, scrollView.scrollsVertically || scrollView.scrollsHorizontally { first = scrollView }
            }
            view = current.superview
        }
        // At an edge, two fingers pull the content, as on a touch screen.
        if wheel.phase == .began || wheel.phase == .changed || wheel.phase == .ended { first?.turn(wheel, time) }
    }

    /// A movement on the screen, in the view's coordinates: a wheel moves content on the screen in the same direction
    /// whatever the view's transform is, as a finger does. *Source*: it is our own; Apple documents it for touches,
    /// UIPanGestureRecognizer.translation(in:).
    private func own(_ movement: CGSize) -> CGSize {
        let start = convert(CGPoint.zero, from: nil)
        let end = convert(CGPoint(x: movement.width, y: movement.height), from: nil)
        // Differences of places have rounding errors, which whole numbers should not have.
        func rounded(_ way: CGFloat) -> CGFloat { (way * 4096).rounded() / 4096 }
        return CGSize(width: rounded(end.x - start.x), height: rounded(end.y - start.y))
    }

    /// Whether there is more content in the direction of a movement.
    private func canGo(_ movement: CGSize) -> Bool {
        let offset = motion?.rest ?? contentOffset
        func can(_ way: CGFloat, _ offset: CGFloat, _ range: ClosedRange<Double>) -> Bool {
            way > 0 ? Double(offset) > range.lowerBound : way < 0 && Double(offset) < range.upperBound
        }
        return abs(movement.height) >= abs(movement.width)
            ? can(movement.height, offset.y, rangeY) : can(movement.width, offset.x, rangeX)
    }

    private func turn(_ event: WheelEvent, _ time: Double) {
        let way = own(event.movement)
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

    /// Scrolls with two fingers on a touchpad.
    private func follow(_ way: CGSize, _ time: Double) {
        guard wheel != nil, let drag else { return }
        wheel?.way.x += way.width
        wheel?.way.y += way.height
        guard let wheel else { return }
        self.wheel?.speed.add(wheel.way, time)
        pull(to: CGPoint(x: drag.start.x - wheel.way.x, y: drag.start.y - wheel.way.y), drag.movesX, drag.movesY)
    }

    /// Scrolls by a distance at once, within the range.
    private func go(by way: CGSize) {
        guard drag == nil else { return }
        stopMoving()
        let target = clamped(CGPoint(x: contentOffset.x - way.width, y: contentOffset.y - way.height))
        guard target != contentOffset else { return }
        indicators.show()
        move(to: target)
        indicators.fade()
    }

    /// Scrolls by a distance smoothly. A further step continues from the end of the last one.
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

    /// Scrolls by a key: arrows, page up and down, home, end and space. Returns whether it could scroll in that
    /// direction. *Source*: Apple, UIResponder.pressesBegan(_:with:); which keys scroll is our own.
    func scroll(by key: UIKey) -> Bool {
        guard isScrollEnabled, drag == nil else { return false }
        let now = motion?.rest ?? contentOffset
        let size = bounds.size, inset = adjustedContentInset
        let page = max(1, (size.height - inset.top - inset.bottom) * (1 - ScrollSteps.overlap))
        var target = now
        let isBackwards = key.modifierFlags.contains(.shift)
        // Arrows point on the screen: in a mirrored view x runs the other way.
        let across =
            (isPagingEnabled ? size.width : ScrollSteps.arrow)
            * (own(CGSize(width: 1, height: 0)).width < 0 ? -1 : 1)
        switch key.keyCode {
        case .keyboardPageDown: target.y += page
        case .keyboardPageUp: target.y -= page
        case .keyboardSpacebar: target.y += isBackwards ? -page : page
        case .keyboardDownArrow: target.y += ScrollSteps.arrow
        case .keyboardUpArrow: target.y -= ScrollSteps.arrow
        case .keyboardRightArrow: target.x += across
        case .keyboardLeftArrow: target.x -= across
        case .keyboardHome: return scrollToTop()
        case .keyboardEnd: target.y = CGFloat(rangeY.upperBound)
        default: return false
        }
        target = clamped(target)
        guard target != clamped(now) else { return false }
        scroll(to: target, .animation)
        return true
    }

    /// Scrolls to the top, if the delegate allows it. *Source*: Apple, scrollViewShouldScrollToTop(_:),
    /// scrollViewDidScrollToTop(_:).
    func scrollToTop() -> Bool {
        let target = CGPoint(x: contentOffset.x, y: CGFloat(rangeY.lowerBound))
        guard scrollsToTop, scrollsVertically, target != contentOffset else { return false }
        guard delegate?.scrollViewShouldScrollToTop(self) != false else { return true }
        scroll(to: target, .toTop)
        return true
    }

    /// The keys that scroll a view.
    static let keys: Set<UIKeyboardHIDUsage> = [
        .keyboardPageDown, .keyboardPageUp, .keyboardSpacebar, .keyboardDownArrow, .keyboardUpArrow,
        .keyboardRightArrow, .keyboardLeftArrow, .keyboardHome, .keyboardEnd,
    ]
}

extension UIView {
    /// The front-most scroll view, among this view and all views in it, with hidden content. Keys go to it while no
    /// view has the focus.
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

    /// Scrolls the enclosing scroll views so that the view is visible.
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
