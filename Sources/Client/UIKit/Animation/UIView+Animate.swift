import Foundation
import QuartzCore

extension UIView {
    /// Options of animations; raw values are Apple's. *Source*: Apple, UIView.AnimationOptions.
    public struct AnimationOptions: OptionSet, Sendable, Hashable {
        /// The bits.
        public let rawValue: UInt
        /// Makes a set from its bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// Slow at the end.
        public static let curveEaseOut = AnimationOptions(rawValue: 2 << 16)
    }

    /// Changes views without animation, also inside of animations. *Source*: Apple, UIView.performWithoutAnimation(_:).
    public class func performWithoutAnimation(_ actionsWithoutAnimation: () -> Void) { actionsWithoutAnimation() }

    /// Animates what a block changes. *Source*: Apple, UIView.animate(withDuration:delay:options:animations:completion:).
    public class func animate(
        withDuration duration: TimeInterval, delay: TimeInterval, options: UIView.AnimationOptions = [],
        animations: @escaping () -> Void, completion: ((Bool) -> Void)? = nil
    ) {
        animations()
        TransactionStack.current.enqueue { completion?(true) }
    }
}
