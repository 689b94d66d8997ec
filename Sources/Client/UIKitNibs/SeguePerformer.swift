import Foundation
import UIKitControllers
import UIKitCore

/// Performs one segue of a storyboard.
@MainActor final class SeguePerformer {
    private weak var scene: StoryboardSceneContent?
    private let node: NibNode

    init(_ scene: StoryboardSceneContent, _ node: NibNode) { (self.scene, self.node) = (scene, node) }

    /// Performs the segue for an object that the user has used.
    func trigger(_ sender: Any?) {
        guard let source = scene?.controller else { return }
        perform(from: source, sender: sender, asks: true)
    }

    /// Performs the segue: asks `shouldPerformSegue`, makes the destination, calls `prepare(for:sender:)`, and shows it.
    ///
    /// *Source*: Apple, "Using Segues"; `performSegue(withIdentifier:sender:)` does not ask.
    func perform(from source: UIViewController, sender: Any?, asks: Bool) {
        let identifier = node["identifier"]
        if asks, !source.shouldPerformSegue(withIdentifier: identifier ?? "", sender: sender) { return }
        if node["kind"] == "unwind" { return UnwindPerformer(node).perform(from: source, sender: sender) }
        guard let scene, let destination = makeDestination(from: source, sender) else { return }
        let segue = makeSegue(identifier, from: source, to: destination, sender, scene)
        source.prepare(for: segue, sender: sender)
        if node["animates"] == "NO" { UIView.performWithoutAnimation { segue.perform() } } else { segue.perform() }
    }

    /// Puts the destination into a container view. It is prepared for before the parent's `viewDidLoad()`.
    func embed(in view: UIView, of parent: UIViewController) {
        // The child's view is loaded here, so that a controller within itself would have no end.
        if let scene, let id = node["destination"], scene.isWithin(id, parent) {
            return scene.content.file.warn(node, "the controller '\(id)' contains itself; it is not embedded")
        }
        guard let destination = makeDestination(from: parent, nil) else { return }
        let segue = UIStoryboardSegue(identifier: node["identifier"], source: parent, destination: destination)
        parent.prepare(for: segue, sender: nil)
        parent.addChild(destination)
        guard let child = destination.view else { return }
        child.frame = view.bounds
        child.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        child.translatesAutoresizingMaskIntoConstraints = true
        view.addSubview(child)
        destination.didMove(toParent: parent)
    }

    private func makeDestination(from source: UIViewController, _ sender: Any?) -> UIViewController? {
        guard let scene, let id = node["destination"] else { return nil }
        var creator: ((NSCoder) -> UIViewController?)?
        if let name = node["destinationCreationSelector"] {
            let (identifier, file, node) = (self.node["identifier"], scene.content.file, self.node)
            creator = { coder in
                let made = NibNames.destination(name, of: source, coder, sender, identifier)
                if made == nil {
                    file.warn(
                        node, "\(type(of: source)) has no @IBSegueAction '\(name)' in its table, or it returned nil")
                }
                return made
            }
        }
        let made = scene.content.make(id: id, creator: creator, for: scene.storyboard)
        if made == nil { scene.content.file.warn(node, "the segue's destination '\(id)' cannot be made") }
        return made
    }

    private func makeSegue(
        _ identifier: String?, from source: UIViewController, to destination: UIViewController, _ sender: Any?,
        _ scene: StoryboardSceneContent
    ) -> UIStoryboardSegue {
        let file = scene.content.file
        if let name = node["customClass"] {
            let type = NibClasses.customClass(name, module: node["customModule"]) as? UIStoryboardSegue.Type
            if let type { return UIStoryboardSegue.make(type, identifier, source, destination) }
            file.warn(node, "there is no segue class '\(name)': the destination is shown as by kind 'show'")
        }
        let node = node
        return UIStoryboardSegue(identifier: identifier, source: source, destination: destination) { [weak self] in
            self?.show(destination, from: source, node["kind"] ?? "show", sender)
        }
    }

    private func show(_ destination: UIViewController, from source: UIViewController, _ kind: String, _ sender: Any?) {
        let animates = node["animates"] != "NO"
        switch kind {
        case "push" where source.navigationController != nil:
            source.navigationController?.pushViewController(destination, animated: animates)
        case "show", "push", "custom": source.show(destination, sender: sender)
        case "showDetail", "replace": source.showDetailViewController(destination, sender: sender)
        case "modal", "presentation", "popoverPresentation", "popover":
            if let style = node["modalPresentationStyle"].flatMap({ NibFill.presentations[$0] }) {
                destination.modalPresentationStyle = style
            }
            if let style = node["modalTransitionStyle"].flatMap({ NibFill.transitions[$0] }) {
                destination.modalTransitionStyle = style
            }
            if kind.hasPrefix("popover") { destination.modalPresentationStyle = .popover }
            anchor(destination.popoverPresentationController, sender)
            source.present(destination, animated: animates)
        default:
            scene?.content.file.warn(
                node, "a segue of the kind '\(kind)' is not known: its destination is shown as by 'show'")
            source.show(destination, sender: sender)
        }
    }

    private func anchor(_ popover: UIPopoverPresentationController?, _ sender: Any?) {
        guard let popover, popover.sourceView == nil, popover.barButtonItem == nil else { return }
        switch sender {
        case let item as UIBarButtonItem: popover.barButtonItem = item
        case let view as UIView: (popover.sourceView, popover.sourceRect) = (view, view.bounds)
        default: break
        }
    }
}

/// Performs a segue when a control, an item or a recognizer sends its action.
@MainActor final class SegueTrigger: NibReceiver {
    private let performer: SeguePerformer

    init(_ performer: SeguePerformer) {
        self.performer = performer
        super.init()
    }

    override func receive(_ sender: Any?) {
        // A recognizer sends while it changes, too; a segue is performed once.
        if let recognizer = sender as? UIGestureRecognizer, recognizer.state != .ended, recognizer.state != .began {
            return
        }
        if let recognizer = sender as? UIGestureRecognizer, recognizer.state == .ended, !isDiscrete(recognizer) {
            return
        }
        performer.trigger(sender)
    }

    private func isDiscrete(_ recognizer: UIGestureRecognizer) -> Bool {
        recognizer is UITapGestureRecognizer || recognizer is UISwipeGestureRecognizer
    }
}

/// Performs an unwind segue.
///
/// *Source*: Apple, Technical Note TN2298, "Using Unwind Segues": the destination is the nearest controller that can perform the action,
/// looked for in the parents' other children and in presenting controllers; then `prepare(for:sender:)`, the action, and the transition.
@MainActor struct UnwindPerformer {
    private let node: NibNode

    init(_ node: NibNode) { self.node = node }

    func perform(from source: UIViewController, sender: Any?) {
        guard let name = node["unwindAction"] else { return }
        let action = Selector(name)
        let search = UIStoryboardUnwindSegueSource(source: source, unwindAction: action, sender: sender)
        guard let destination = find(search) else {
            return source.storyboardNotice("no controller above \(type(of: source)) has the unwind action '\(name)'")
        }
        let segue = UIStoryboardSegue(identifier: node["identifier"], source: source, destination: destination) {
            unwind(from: source, to: destination)
        }
        source.prepare(for: segue, sender: sender)
        NibNames.action(name, of: destination)?.call(on: destination, segue)
        segue.perform()
    }

    private func find(_ search: UIStoryboardUnwindSegueSource) -> UIViewController? {
        var current = search.source
        while true {
            if let parent = current.parent {
                if let found = look(in: parent, search) { return found }
                current = parent
            } else if let presenting = current.presentingViewController {
                if let found = look(in: presenting, search) { return found }
                current = presenting
            } else {
                return nil
            }
        }
    }

    private func look(in controller: UIViewController, _ search: UIStoryboardUnwindSegueSource) -> UIViewController? {
        for child in controller.allowedChildrenForUnwinding(from: search).reversed() {
            if let found = look(in: child, search) { return found }
        }
        return controller.canPerformUnwindSegueAction(search.unwindAction, from: search.source, sender: search.sender)
            ? controller : nil
    }

    private func unwind(from source: UIViewController, to destination: UIViewController) {
        let animates = node["animates"] != "NO"
        // The nearest controller above the destination that presents what leads to the source.
        var presenter: UIViewController? = destination
        while let current = presenter, current.presentedViewController == nil { presenter = current.parent }
        if let presenter, presenter.presentedViewController?.isAboveThroughPresentations(source) == true {
            presenter.dismiss(animated: animates)
        }
        if let navigation = destination.navigationController,
            navigation.viewControllers.contains(where: { $0 === destination }),
            navigation.topViewController !== destination
        {
            navigation.popToViewController(destination, animated: animates)
        }
        if let tabs = destination.tabBarController, tabs.selectedViewController?.isAbove(destination) == false {
            tabs.selectedViewController = tabs.viewControllers?.first { $0.isAbove(destination) }
        }
    }
}

extension UIViewController {
    /// Whether a controller is within this one, or within one that it presents.
    func isAboveThroughPresentations(_ controller: UIViewController) -> Bool {
        isAbove(controller) || presentedViewController?.isAboveThroughPresentations(controller) == true
    }

    func storyboardNotice(_ text: String) { NibNotices.say(text) }
}
