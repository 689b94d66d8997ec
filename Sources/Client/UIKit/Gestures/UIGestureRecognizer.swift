import Foundation

/// What makes gestures of touches. *Source*: Apple, UIGestureRecognizer.
@preconcurrency @MainActor open class UIGestureRecognizer: NSObject {
    /// The view that the recognizer was added to; nil when it is on none. Set by the view.
    open internal(set) weak var view: UIView?
}
