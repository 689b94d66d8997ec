import Foundation

/// What lets a device be felt. No machine here has what that needs, and nothing happens, as on Apple's devices without
/// it.
///
/// *Source*: Apple, UIFeedbackGenerator: "Calling these methods does not guarantee that the device plays the feedback".
@preconcurrency @MainActor
open class UIFeedbackGenerator: NSObject {
    /// Makes a generator.
    public nonisolated override init() { super.init() }

    /// Readies what plays the feedback: nothing here. *Source*: Apple, UIFeedbackGenerator.prepare().
    open func prepare() {}
}

/// Says that something has hit something. *Source*: Apple, UIImpactFeedbackGenerator.
open class UIImpactFeedbackGenerator: UIFeedbackGenerator {
    /// How heavy or firm what hits is; raw values are Apple's. *Source*: Apple,
    /// UIImpactFeedbackGenerator.FeedbackStyle.
    public enum FeedbackStyle: Int, Sendable {
        /// Small or light.
        case light = 0
        /// Middling.
        case medium = 1
        /// Large or heavy.
        case heavy = 2
        /// Yielding.
        case soft = 3
        /// Unyielding.
        case rigid = 4
    }

    /// Makes a generator for a style.
    public nonisolated init(style: FeedbackStyle) { super.init() }

    /// Makes one for the middling style.
    public nonisolated convenience override init() { self.init(style: .medium) }

    /// Says that something has hit something: nothing is felt here.
    open func impactOccurred() {}

    /// Says so, with a strength of 0 to 1.
    open func impactOccurred(intensity: CGFloat) {}
}

/// Says that a choice has changed. *Source*: Apple, UISelectionFeedbackGenerator.
open class UISelectionFeedbackGenerator: UIFeedbackGenerator {
    /// Says that a choice has changed: nothing is felt here.
    open func selectionChanged() {}
}

/// Says how something has ended. *Source*: Apple, UINotificationFeedbackGenerator.
open class UINotificationFeedbackGenerator: UIFeedbackGenerator {
    /// How something has ended; raw values are Apple's. *Source*: Apple, UINotificationFeedbackGenerator.FeedbackType.
    public enum FeedbackType: Int, Sendable {
        /// Well.
        case success = 0
        /// With something to mind.
        case warning = 1
        /// Badly.
        case error = 2
    }

    /// Says how something has ended: nothing is felt here.
    open func notificationOccurred(_ notificationType: FeedbackType) {}
}
