import Foundation
import MicaTrace

/// The controllers of a `.storyboard` file, and the segues between them. The file is read at run time, once (docs/nibs.md). *Source*:
/// Apple, UIStoryboard.
@preconcurrency @MainActor open class UIStoryboard: NSObject {
    /// The file's name, without its extension.
    package let name: String
    /// The bundle that it was looked for in; nil for the main bundle.
    package let bundle: Bundle?
    private let content: (any StoryboardContent)?

    /// Reads a storyboard of a bundle, or of the main bundle. If there is none, a message says where it was looked for, and the
    /// storyboard is empty (Apple's throws).
    public init(name: String, bundle storyboardBundleOrNil: Bundle?) {
        (self.name, bundle) = (name, storyboardBundleOrNil)
        content = NibDoor.reader?.storyboard(name, in: storyboardBundleOrNil)
        super.init()
    }

    /// Makes the initial controller; nil if the storyboard has none.
    open func instantiateInitialViewController() -> UIViewController? {
        content?.make(nil, creator: nil, for: self)
    }

    /// Makes the initial controller by a closure that calls an initializer with the coder; if it returns nil, by `init(coder:)`.
    public final func instantiateInitialViewController<Controller: UIViewController>(
        creator: ((NSCoder) -> Controller?)? = nil
    ) -> Controller? {
        content?.make(nil, creator: creator, for: self) as? Controller
    }

    /// Makes the controller with an identifier. If there is none, a message says so, and the controller is an empty one (Apple's
    /// throws).
    open func instantiateViewController(withIdentifier identifier: String) -> UIViewController {
        content?.make(identifier, creator: nil, for: self) ?? UIViewController()
    }

    /// Makes the controller with an identifier by a closure that calls an initializer with the coder; if it returns nil, by
    /// `init(coder:)`.
    ///
    /// - Precondition: the storyboard has a controller of the type under the identifier, as on Apple's platforms.
    public final func instantiateViewController<Controller: UIViewController>(
        identifier: String, creator: ((NSCoder) -> Controller?)? = nil
    ) -> Controller {
        let made = content?.make(identifier, creator: creator, for: self)
        guard let made = made as? Controller else {
            stopProgram(
                "storyboard '\(name)': the controller '\(identifier)' is "
                    + "\(made.map { "of the class \(type(of: $0))" } ?? "missing"), not \(Controller.self)")
        }
        return made
    }
}
