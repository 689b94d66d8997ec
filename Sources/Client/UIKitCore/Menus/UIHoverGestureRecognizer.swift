import CoreGraphics
import Foundation
import MicaEvents

/// Follows a mouse over its view while no button is down: `began` when it comes, `changed` as it moves, `ended` when it
/// leaves.
///
/// *Source*: Apple, UIHoverGestureRecognizer.
open class UIHoverGestureRecognizer: UIGestureRecognizer {
    private var point = CGPoint.zero

    /// The mouse's position, in a view's space; nil stands for the window's.
    open override func location(in view: UIView?) -> CGPoint {
        guard let view, let window = self.view?.window, view !== window else { return point }
        return view.convert(point, from: window)
    }

    /// True for an event of a mouse without a pressed button: it takes no touches.
    open override func shouldReceive(_ event: UIEvent) -> Bool { event.type == .hover }

    /// The mouse is over the view, or no longer.
    final func follow(_ point: CGPoint, isInside: Bool) {
        self.point = point
        guard isEnabled else { return }
        switch (state, isInside) {
        case (.possible, true): tell(.began)
        case (.began, true), (.changed, true): tell(.changed)
        case (.began, false), (.changed, false):
            tell(.ended)
            tell(.possible)
        default: break
        }
    }

    /// The state of the hover. Setting it does nothing: the mouse decides.
    open override var state: State {
        get { hoverState }
        set {}
    }
    private var hoverState = State.possible

    private func tell(_ state: State) {
        hoverState = state
        if state != .possible { sendActions(in: state) }
    }
}
