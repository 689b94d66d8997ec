import Foundation

/// The object that decides what recognizers may do. Every method has a default body. *Source*: Apple,
/// UIGestureRecognizerDelegate.
@preconcurrency @MainActor public protocol UIGestureRecognizerDelegate: NSObjectProtocol {
    /// Whether the recognizer may begin, now that it has found its gesture. *Source*: Apple,
    /// gestureRecognizerShouldBegin(_:).
    func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool
    /// Whether the recognizer may recognize together with another. *Source*: Apple,
    /// gestureRecognizer(_:shouldRecognizeSimultaneouslyWith:).
    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool
    /// Whether the recognizer waits until another has failed. *Source*: Apple,
    /// gestureRecognizer(_:shouldRequireFailureOf:).
    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer, shouldRequireFailureOf otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool
    /// Whether another waits until this recognizer has failed. *Source*: Apple,
    /// gestureRecognizer(_:shouldBeRequiredToFailBy:).
    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer, shouldBeRequiredToFailBy otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool
    /// Whether the recognizer gets a new touch. *Source*: Apple, gestureRecognizer(_:shouldReceive:).
    func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool
}

extension UIGestureRecognizerDelegate {
    /// True. *Source*: Apple, gestureRecognizerShouldBegin(_:): "the default is true".
    public func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool { true }
    /// False. *Source*: Apple, gestureRecognizer(_:shouldRecognizeSimultaneouslyWith:).
    public func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool { false }
    /// False. *Source*: Apple, gestureRecognizer(_:shouldRequireFailureOf:).
    public func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer, shouldRequireFailureOf otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool { false }
    /// False. *Source*: Apple, gestureRecognizer(_:shouldBeRequiredToFailBy:).
    public func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer, shouldBeRequiredToFailBy otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool { false }
    /// True. *Source*: Apple, gestureRecognizer(_:shouldReceive:).
    public func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool {
        true
    }
}
