import MicaEvents
import MicaSocket

extension LayerWindow: AnsweringHost {
    /// Answers other programs by the accessibility service.
    package func answer(_ text: @escaping @MainActor () -> String) -> AnyObject? { AccessibilityService.start(text) }
}
