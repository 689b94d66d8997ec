import MicaEvents
import MicaSocket

extension LayerWindow: AnsweringHost {
    package func answer(_ text: @escaping @MainActor () -> String) -> AnyObject? { AccessibilityService.start(text) }
}
