import Foundation
import MicaTrace
import UIKitControllers
import UIKitCore
import UIKitLists

/// The scenes of a storyboard.
@MainActor final class StoryboardFileContent: StoryboardContent {
    let file: NibFile

    init(_ file: NibFile) { self.file = file }

    func make(
        _ identifier: String?, creator: ((NSCoder) -> UIViewController?)?, for storyboard: UIStoryboard
    ) -> UIViewController? {
        let found: NibNode?
        if let identifier {
            found = file.scenes.lazy.compactMap { self.controllerNode(of: $0) }.first {
                $0["storyboardIdentifier"] == identifier
            }
        } else {
            found = file.root["initialViewController"].flatMap { file.node($0) }
        }
        guard let found, let id = found.id else {
            Notices.say(
                identifier.map { "\(file.path): the storyboard has no controller with the identifier '\($0)'" }
                    ?? "\(file.path): the storyboard has no initial controller", key: "\(file.path) \(identifier ?? "")"
            )
            return nil
        }
        return make(id: id, creator: creator, for: storyboard)
    }

    /// Makes the controller of an element, or of the storyboard that a reference leads to; nil, with a message, if there is none.
    func make(id: String, creator: ((NSCoder) -> UIViewController?)? = nil, for storyboard: UIStoryboard)
        -> UIViewController?
    {
        guard let node = file.node(id) else { return nil }
        if node.name == "viewControllerPlaceholder" {
            return file.makeOnce(node, id) { makeReferenced(node, for: storyboard) }
        }
        guard let scene = file.scenes.first(where: { controllerNode(of: $0) === node }) else { return nil }
        return file.makeOnce(node, id) { StoryboardSceneContent(self, scene, node, storyboard).make(creator) }
    }

    /// Makes the controller that a reference to a storyboard leads to.
    private func makeReferenced(_ node: NibNode, for storyboard: UIStoryboard) -> UIViewController? {
        let name = node["storyboardName"] ?? ""
        let bundle = node["bundleIdentifier"].flatMap { Bundle(identifier: $0) } ?? storyboard.bundle
        let other = UIStoryboard(name: name, bundle: bundle)
        guard let identifier = node["referencedIdentifier"] else { return other.instantiateInitialViewController() }
        return other.instantiateViewController(withIdentifier: identifier)
    }

    /// The controller's element in a scene.
    private func controllerNode(of scene: NibNode) -> NibNode? {
        scene.content("objects").first { $0["sceneMemberID"] == "viewController" }
            ?? scene.content("objects").first { $0.name.hasSuffix("ontroller") }
    }
}

/// One controller of a storyboard with its view and segues.
@MainActor final class StoryboardSceneContent: StoryboardScene {
    let storyboard: UIStoryboard
    let content: StoryboardFileContent
    let node: NibNode
    private let scene: NibNode
    private var instance: NibInstance?
    /// The scene's objects beside the controller and its view, which live as long as the controller.
    private var kept: [NSObject] = []
    weak var controller: UIViewController?

    init(_ content: StoryboardFileContent, _ scene: NibNode, _ node: NibNode, _ storyboard: UIStoryboard) {
        (self.content, self.scene, self.node, self.storyboard) = (content, scene, node, storyboard)
    }

    private var file: NibFile { content.file }

    /// Makes the controller, with its items and the children of a container; the view waits for its first use.
    func make(_ creator: ((NSCoder) -> UIViewController?)?) -> UIViewController? {
        let instance = NibInstance(file, owner: nil)
        instance.scene = self
        self.instance = instance
        guard let made = instance.make(node, creator: creator) as? UIViewController else { return nil }
        controller = made
        made.storyboardScene = self
        // Plain objects, such as the animation of an item, are used before the view is loaded.
        kept = scene.content("objects").filter { $0.name == "customObject" }.compactMap { instance.make($0) }
        instance.connect(isLast: false)
        return made
    }

    func loadView(of controller: UIViewController) -> Bool {
        guard let instance else { return false }
        self.instance = nil
        let keys = ["view", "tableView", "collectionView"]
        let view = keys.lazy.compactMap { self.node.child(key: $0) }.first.flatMap { instance.make($0) as? UIView }
        if let view {
            controller.view = view
            for guide in node.content("layoutGuides") {
                guard let id = guide.id else { continue }
                let support = guide["type"] == "bottom" ? controller.bottomLayoutGuide : controller.topLayoutGuide
                if let object = support as? NSObject { instance.name(object, id) }
            }
        }
        if view != nil, let table = controller as? UITableViewController,
            let refresh = node.child(key: "refreshControl")
        {
            table.refreshControl = instance.make(refresh) as? UIRefreshControl
        }
        for other in scene.content("objects") where other !== node && other.name != "customObject" {
            if let made = instance.make(other) { kept.append(made) }
        }
        if let rows = instance.staticRows {
            (controller as? UITableViewController)?.staticRows = StaticRows(sections: rows)
        }
        instance.connect(isLast: true)
        for embed in instance.embeds { embed() }
        instance.release()
        return view != nil
    }

    /// Whether a controller, or one that contains it, is of the storyboard's scene with an identifier.
    func isWithin(_ id: String, _ controller: UIViewController) -> Bool {
        var current: UIViewController? = controller
        while let one = current {
            if let scene = one.storyboardScene as? StoryboardSceneContent, scene.file === file, scene.node.id == id {
                return true
            }
            current = one.parent
        }
        return false
    }

    // MARK: Segues

    private var segues: [NibNode] {
        node.content("connections").filter { $0.name == "segue" }
    }

    func perform(_ identifier: String, from controller: UIViewController, sender: Any?) -> Bool {
        // A segue of a button or a cell can be performed by its identifier, too.
        var found: NibNode?
        node.walk { one in
            if one.name == "segue", one["identifier"] == identifier, found == nil { found = one }
        }
        for other in scene.content("objects") where found == nil {
            other.walk { one in if one.name == "segue", one["identifier"] == identifier, found == nil { found = one } }
        }
        guard let found else { return false }
        let performer = SeguePerformer(self, found)
        performer.perform(from: controller, sender: sender, asks: false)
        return true
    }

    /// Connects a segue: to an action of its source, or as a child.
    func connect(_ segue: NibNode, of source: NSObject, _ instance: NibInstance) {
        let kind = segue["kind"] ?? "show"
        if kind == "relationship" || source is UIViewController { return }
        if kind == "embed" {
            guard let view = source as? UIView else { return }
            instance.embeds.append { [weak self, weak view] in
                guard let self, let view, let controller = self.controller else { return }
                SeguePerformer(self, segue).embed(in: view, of: controller)
            }
            return
        }
        let performer = SeguePerformer(self, segue)
        switch source {
        case let cell as UITableViewCell:
            let action: (UITableViewCell) -> Void = { performer.trigger($0) }
            if segue["trigger"] == "accessoryAction" || segue["splitViewControllerTargetIndex"] == "accessory" {
                cell.accessoryAction = action
            } else {
                cell.selectionAction = action
            }
        case let cell as UICollectionViewCell: cell.selectionAction = { performer.trigger($0) }
        default: _ = NibConnection.attach(SegueTrigger(performer), of: source, segue, instance)
        }
    }

    /// Makes the children of a container.
    func connectChildren(_ controller: UIViewController, _ node: NibNode) {
        guard node === self.node else { return }
        var tabs: [UIViewController] = []
        for segue in segues where segue["kind"] == "relationship" {
            guard let id = segue["destination"], let child = content.make(id: id, for: storyboard) else { continue }
            let relationship = segue["relationship"] ?? ""
            switch (relationship, controller) {
            case ("rootViewController", let navigation as UINavigationController): navigation.viewControllers = [child]
            case ("viewControllers", is UITabBarController): tabs.append(child)
            case (_, let split as UISplitViewController) where Self.columns[relationship] != nil:
                if let column = Self.columns[relationship] { split.setViewController(child, for: column) }
            default: file.warn(segue, "the relationship '\(relationship)' of \(type(of: controller)) has no effect")
            }
        }
        if !tabs.isEmpty { (controller as? UITabBarController)?.viewControllers = tabs }
    }

    /// The columns of a split view controller's relationships. *Source*: storyboards saved by Xcode 14; that of the compact column is
    /// assumed.
    private static let columns: [String: UISplitViewController.Column] = [
        "masterViewController": .primary, "detailViewController": .secondary,
        "supplementaryViewController": .supplementary, "compactViewController": .compact,
    ]
}
