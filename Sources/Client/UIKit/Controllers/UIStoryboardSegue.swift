import Foundation
import MicaTrace

/// A way from one controller to another. There are no storyboards yet that have some: a program makes its own. *Source*: Apple,
/// UIStoryboardSegue.
@preconcurrency @MainActor open class UIStoryboardSegue: NSObject {
    /// What it is called; nil for nothing. *Source*: Apple, UIStoryboardSegue.identifier.
    public let identifier: String?
    /// Where it leads from. *Source*: Apple, UIStoryboardSegue.source.
    public let source: UIViewController
    /// Where it leads to. *Source*: Apple, UIStoryboardSegue.destination.
    public let destination: UIViewController
    private let handler: (() -> Void)?

    /// Makes a way; a subclass says what happens on it by `perform()`. *Source*: Apple,
    /// UIStoryboardSegue.init(identifier:source:destination:).
    public init(identifier: String?, source: UIViewController, destination: UIViewController) {
        (self.identifier, self.source, self.destination, handler) = (identifier, source, destination, nil)
        super.init()
    }

    /// Makes a way on which a block is called. *Source*: Apple,
    /// UIStoryboardSegue.init(identifier:source:destination:performHandler:).
    public init(
        identifier: String?, source: UIViewController, destination: UIViewController,
        performHandler: @escaping () -> Void
    ) {
        (self.identifier, self.source, self.destination) = (identifier, source, destination)
        handler = performHandler
        super.init()
    }

    /// Goes the way: calls the block. Its source's `prepare(for:sender:)` is for who calls this, as on Apple's platforms. *Source*: Apple,
    /// UIStoryboardSegue.perform().
    open func perform() {
        guard let handler else {
            return Notices.say(
                "UIStoryboardSegue: \(type(of: self)) has no block, and does not override perform()", key: "segue")
        }
        handler()
    }
}

extension UIViewController {
    /// Goes a way of the controller's storyboard: there are none yet, so that there is no such way, and a message says so. *Source*:
    /// Apple, UIViewController.performSegue(withIdentifier:sender:), which throws where the way is not there.
    public func performSegue(withIdentifier identifier: String, sender: Any?) {
        guard shouldPerformSegue(withIdentifier: identifier, sender: sender) else { return }
        Notices.say("UIViewController: \(type(of: self)) has no segue '\(identifier)'", key: "segue \(identifier)")
    }
}
