import CoreGraphics
import Foundation

/// The gestures of a navigation controller: the drag from the left edge, and those that hide the bars.
@MainActor final class NavigationGestures: NSObject, UIGestureRecognizerDelegate {
    private unowned let navigation: UINavigationController
    let pop = UIScreenEdgePanGestureRecognizer()
    let barSwipe = UIPanGestureRecognizer()
    let barTap = UITapGestureRecognizer()
    private var interactor: UIPercentDrivenInteractiveTransition?
    private var waiting: UIPercentDrivenInteractiveTransition?

    private static let drag = Selector(
        "drag:", onMain: { (me: NavigationGestures, pan: UIPanGestureRecognizer) in me.move(pan) })
    private static let swipe = Selector(
        "swipe:", onMain: { (me: NavigationGestures, pan: UIPanGestureRecognizer) in me.swiped(pan) })
    private static let tap = Selector(
        "tap:", onMain: { (me: NavigationGestures, _: UITapGestureRecognizer) in me.tapped() })

    init(_ navigation: UINavigationController) {
        self.navigation = navigation
        super.init()
        pop.edges = .left
        pop.delegate = self
        pop.addTarget(self, action: Self.drag)
        barSwipe.addTarget(self, action: Self.swipe)
        barSwipe.delegate = self
        barSwipe.cancelsTouchesInView = false
        barTap.addTarget(self, action: Self.tap)
        barTap.delegate = self
        barTap.cancelsTouchesInView = false
        updateBarGestures()
    }

    func attach() {
        for recognizer in [pop, barSwipe, barTap] as [UIGestureRecognizer] {
            navigation.view.addGestureRecognizer(recognizer)
        }
    }

    func updateBarGestures() {
        barSwipe.isEnabled = navigation.hidesBarsOnSwipe
        barTap.isEnabled = navigation.hidesBarsOnTap
    }

    /// The object that makes the pop in progress follow the finger, once.
    func takeInteractor() -> UIPercentDrivenInteractiveTransition? {
        defer { waiting = nil }
        return waiting
    }

    func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        guard gestureRecognizer === pop else { return true }
        guard navigation.stack.count > 1, navigation.transition == nil, !navigation.hidesBar,
            let item = navigation.topViewController?.navigationItem
        else { return false }
        let replaced = item.leftBarButtonItems?.isEmpty == false && !item.leftItemsSupplementBackButton
        return !item.hidesBackButton && !replaced
    }

    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool { gestureRecognizer !== pop }

    /// Scroll views wait until the drag from the edge has decided.
    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer, shouldBeRequiredToFailBy otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool { gestureRecognizer === pop && otherGestureRecognizer is ScrollPanGestureRecognizer }

    /// A finger that is lifted behind the middle, or on the way there by its velocity, pops. *Source*: assumed, as Apple
    /// does not document it.
    private func move(_ pan: UIPanGestureRecognizer) {
        let width = max(navigation.area.bounds.width, 1)
        let part = max(0, pan.translation(in: navigation.view).x) / width
        switch pan.state {
        case .began:
            guard navigation.stack.count > 1, navigation.transition == nil else { return }
            let made = UIPercentDrivenInteractiveTransition()
            // The view follows the finger linearly; the rest of the way takes the rest of the half second.
            made.completionCurve = .easeOut
            (interactor, waiting) = (made, made)
            navigation.popViewController(animated: true)
            waiting = nil
        case .changed: interactor?.update(linear(part))
        case .ended:
            let end = part + pan.velocity(in: navigation.view).x * 0.25 / width
            if end > 0.5 { interactor?.finish() } else { interactor?.cancel() }
            interactor = nil
        case .cancelled:
            interactor?.cancel()
            interactor = nil
        default: break
        }
    }

    /// The fraction of the spring's time at which the upper view is where the finger is.
    private func linear(_ part: CGFloat) -> CGFloat {
        CGFloat(ViewAnimation.Timing.system.time(ofDistance: Double(part), in: ViewAnimation.Timing.systemDuration))
    }

    /// *Source*: Apple, UINavigationController.hidesBarsOnSwipe: up hides, down shows. The distance is assumed.
    private func swiped(_ pan: UIPanGestureRecognizer) {
        guard pan.state == .changed else { return }
        let way = pan.translation(in: navigation.view)
        guard abs(way.y) > 30, abs(way.y) > abs(way.x) else { return }
        pan.setTranslation(.zero, in: nil)
        hide(way.y < 0)
    }

    private func tapped() { hide(!navigation.hidesBar) }

    private func hide(_ hides: Bool) {
        navigation.setNavigationBarHidden(hides, animated: true)
        if navigation.topViewController?.toolbarItems != nil { navigation.setToolbarHidden(hides, animated: true) }
    }
}
