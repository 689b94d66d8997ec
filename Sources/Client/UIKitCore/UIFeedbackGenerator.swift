import Foundation

/// Gives tactile feedback on devices that can. No machine here can: nothing happens, as on Apple's devices without the
/// hardware.
///
/// *Source*: Apple, UIFeedbackGenerator: "Calling these methods does not guarantee that the device plays the feedback".
@preconcurrency @MainActor
open class UIFeedbackGenerator: NSObject {
    /// Makes a generator.
    public nonisolated override init() { super.init() }

    /// Prepares the hardware; does nothing here.
    open func prepare() {}
}

/// Feedback for a collision.
open class UIImpactFeedbackGenerator: UIFeedbackGenerator {
    /// The mass and stiffness of the colliding things; raw values are Apple's.
    public enum FeedbackStyle: Int, Sendable {
        /// Small or light.
        case light = 0
        /// Medium.
        case medium = 1
        /// Large or heavy.
        case heavy = 2
        /// Soft.
        case soft = 3
        /// Rigid.
        case rigid = 4
    }

    /// Makes a generator for a style.
    public nonisolated init(style: FeedbackStyle) { super.init() }

    /// Makes a generator for the medium style.
    public nonisolated convenience override init() { self.init(style: .medium) }

    /// Signals a collision; nothing is felt here.
    open func impactOccurred() {}

    /// Signals a collision with an intensity of 0 to 1; nothing is felt here.
    open func impactOccurred(intensity: CGFloat) {}
}

/// Feedback for a changed selection.
open class UISelectionFeedbackGenerator: UIFeedbackGenerator {
    /// Signals a changed selection; nothing is felt here.
    open func selectionChanged() {}
}

/// Feedback for the result of a task.
open class UINotificationFeedbackGenerator: UIFeedbackGenerator {
    /// The result of a task; raw values are Apple's.
    public enum FeedbackType: Int, Sendable {
        /// It succeeded.
        case success = 0
        /// It ended with a warning.
        case warning = 1
        /// It failed.
        case error = 2
    }

    /// Signals the result of a task; nothing is felt here.
    open func notificationOccurred(_ notificationType: FeedbackType) {}
}
