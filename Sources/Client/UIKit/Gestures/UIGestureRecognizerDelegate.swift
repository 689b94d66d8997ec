import Foundation

/// Who is asked what recognizers may do. Every requirement has a default. *Source*: Apple, UIGestureRecognizerDelegate.
@preconcurrency @MainActor public protocol UIGestureRecognizerDelegate: NSObjectProtocol {
    /// Whether it may begin now, where it would. *Source*: Apple, gestureRecognizerShouldBegin(_:).
    func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool
    /// Whether it may recognize together with another. *Source*: Apple, gestureRecognizer(_:shouldRecognizeSimultaneouslyWith:).
    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool
    /// Whether it is to wait until another has failed. *Source*: Apple, gestureRecognizer(_:shouldRequireFailureOf:).
    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer, shouldRequireFailureOf otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool
    /// Whether another is to wait until this one has failed. *Source*: Apple, gestureRecognizer(_:shouldBeRequiredToFailBy:).
    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer, shouldBeRequiredToFailBy otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool
    /// Whether it gets a touch that begins. *Source*: Apple, gestureRecognizer(_:shouldReceive:).
    func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool
}

extension UIGestureRecognizerDelegate {
    /// It may. *Source*: Apple, gestureRecognizerShouldBegin(_:): "the default is true".
    public func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool { true }
    /// It may not. *Source*: Apple, gestureRecognizer(_:shouldRecognizeSimultaneouslyWith:).
    public func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool { false }
    /// It need not. *Source*: Apple, gestureRecognizer(_:shouldRequireFailureOf:).
    public func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer, shouldRequireFailureOf otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool { false }
    /// It need not. *Source*: Apple, gestureRecognizer(_:shouldBeRequiredToFailBy:).
    public func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer, shouldBeRequiredToFailBy otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool { false }
    /// It gets it. *Source*: Apple, gestureRecognizer(_:shouldReceive:).
    public func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool {
        true
    }
}
