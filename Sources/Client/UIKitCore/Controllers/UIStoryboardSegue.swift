import Foundation
import MicaTrace

/// A transition from one controller to another. Storyboards are not supported yet, so a program makes its own segues.
@preconcurrency @MainActor open class UIStoryboardSegue: NSObject {
    /// The segue's name; nil for none.
    public let identifier: String?
    /// The controller that it leads from.
    public let source: UIViewController
    /// The controller that it leads to.
    public let destination: UIViewController
    private let handler: (() -> Void)?

    /// Makes a segue; a subclass overrides `perform()` with the transition.
    public init(identifier: String?, source: UIViewController, destination: UIViewController) {
        (self.identifier, self.source, self.destination, handler) = (identifier, source, destination, nil)
        super.init()
    }

    /// Makes a segue whose transition is a block.
    public init(
        identifier: String?, source: UIViewController, destination: UIViewController,
        performHandler: @escaping () -> Void
    ) {
        (self.identifier, self.source, self.destination) = (identifier, source, destination)
        handler = performHandler
        super.init()
    }

    /// Does the transition: calls the block. The caller first calls the source's `prepare(for:sender:)`, as on Apple's
    /// platforms.
    open func perform() {
        guard let handler else {
            return Notices.say(
                "UIStoryboardSegue: \(type(of: self)) has no block, and does not override perform()", key: "segue")
        }
        handler()
    }
}

extension UIViewController {
    /// Performs a segue of the controller's storyboard. There are no storyboards yet, so this prints a message.
    /// *Source*: Apple, UIViewController.performSegue(withIdentifier:sender:), which throws if there is no such segue.
    public func performSegue(withIdentifier identifier: String, sender: Any?) {
        guard shouldPerformSegue(withIdentifier: identifier, sender: sender) else { return }
        Notices.say("UIViewController: \(type(of: self)) has no segue '\(identifier)'", key: "segue \(identifier)")
    }
}
