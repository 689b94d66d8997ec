import Foundation
import MicaTrace
import QuartzCore

/// A transition from one controller to another: one of a storyboard, or one that a program makes.
@preconcurrency @MainActor open class UIStoryboardSegue: NSObject {
    /// The segue's name; nil for none.
    public let identifier: String?
    /// The controller that it leads from.
    public let source: UIViewController
    /// The controller that it leads to.
    public let destination: UIViewController
    /// The transition of a storyboard's segue that is of no class of the program's.
    package final var handler: (() -> Void)?

    /// The values for a segue that is made by `init()`.
    private static var making: (String?, UIViewController, UIViewController)?

    /// Makes a segue of a class by its `init(identifier:source:destination:)`, which every class inherits or overrides.
    package static func make<Segue: UIStoryboardSegue>(
        _ type: Segue.Type, _ identifier: String?, _ source: UIViewController, _ destination: UIViewController
    ) -> Segue {
        making = (identifier, source, destination)
        defer { making = nil }
        return makeObject(of: type)
    }

    /// Makes the segue that `make(_:_:_:_:)` asks for.
    ///
    /// - Precondition: a storyboard makes it; programs use `init(identifier:source:destination:)`.
    package override convenience init() {
        guard let (identifier, source, destination) = Self.making else {
            stopProgram(
                "UIStoryboardSegue has no initializer without arguments: use init(identifier:source:destination:)")
        }
        self.init(identifier: identifier, source: source, destination: destination)
    }

    /// Makes a segue; a subclass overrides `perform()` with the transition.
    public init(identifier: String?, source: UIViewController, destination: UIViewController) {
        (self.identifier, self.source, self.destination) = (identifier, source, destination)
        super.init()
    }

    /// Makes a segue whose transition is a block.
    public convenience init(
        identifier: String?, source: UIViewController, destination: UIViewController,
        performHandler: @escaping () -> Void
    ) {
        self.init(identifier: identifier, source: source, destination: destination)
        handler = performHandler
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

/// The controllers that an unwind segue may lead to. *Source*: Apple, UIStoryboardUnwindSegueSource.
@preconcurrency @MainActor open class UIStoryboardUnwindSegueSource: NSObject {
    /// The controller that the segue leads from.
    public let source: UIViewController
    /// The unwind action.
    public let unwindAction: Selector
    /// The object that started the segue.
    public let sender: Any?

    package init(source: UIViewController, unwindAction: Selector, sender: Any?) {
        (self.source, self.unwindAction, self.sender) = (source, unwindAction, sender)
        super.init()
    }
}

extension UIViewController {
    /// The storyboard that the controller was made from; nil for none.
    public final var storyboard: UIStoryboard? { storyboardScene?.storyboard }

    /// Makes the view by the controller's storyboard, by the nib of its `nibName`, or by one of its class's name; false without any.
    ///
    /// *Source*: Apple, UIViewController.nibName: a class `MyViewController` uses the nib `MyView`, or `MyViewController`.
    package final func loadViewFromNib() -> Bool {
        if let storyboardScene { return storyboardScene.loadView(of: self) }
        guard let reader = NibDoor.reader else { return false }
        if let nibName {
            guard let nib = reader.nib(nibName, in: nibBundle, isOptional: false) else { return false }
            return load(nib, nibName)
        }
        let full = String(reflecting: type(of: self))
        guard !NibNames.kitModules.contains(NibNames.moduleName(type(of: self))),
            let name = full.split(separator: ".").last.map(String.init)
        else { return false }
        let short = name.hasSuffix("ViewController") ? [String(name.dropLast("Controller".count))] : []
        for name in short + [name] {
            guard let nib = reader.nib(name, in: nibBundle, isOptional: true), nib.hasView else { continue }
            return load(nib, name)
        }
        return false
    }

    private func load(_ nib: any NibContent, _ name: String) -> Bool {
        NibNames.adopt(module: NibNames.moduleName(type(of: self)))
        // Outlets to objects beside the view, such as data sources, are often weak.
        nibObjects = nib.instantiate(owner: self, options: [:]).filter { !($0 is UIView) }
        if !isViewLoaded {
            // *Source*: UIKit's exception "loaded the ... nib but the view outlet was not set".
            Notices.say(
                "UIViewController: \(type(of: self)) loaded the nib '\(name)', but its outlet 'view' was not set; it gets an empty view",
                key: "nib \(name)")
        }
        return isViewLoaded
    }
}
