import Foundation
import MicaTrace
import QuartzCore
import UIKitCore
import UIKitLists

/// The objects of one use of a nib, or of one scene of a storyboard, while they are made and connected.
///
/// *Source*: Apple, Resource Programming Guide, "The Object Life Cycle": the objects are made with `init(coder:)`, then outlets and
/// actions are connected, then `awakeFromNib()` is called.
@MainActor final class NibInstance {
    let file: NibFile
    /// The object in place of File's Owner; nil for none.
    let owner: NSObject?
    /// The scene's controller, whose storyboard makes the destinations of segues; nil for a `.xib`.
    weak var scene: StoryboardSceneContent?
    /// The objects for placeholders with an identifier of their own.
    let externalObjects: [String: Any]
    private var objects: [String: NSObject] = [:]
    /// The rows of a table view with static content; nil for none.
    var staticRows: [StaticRows.Section]?
    /// What puts destinations of segues into container views, once everything is connected.
    var embeds: [() -> Void] = []
    /// The objects that were made and not yet connected, in the order of the file.
    private var fresh: [(object: NSObject, node: NibNode)] = []
    /// Connections that wait for the view. Sources are owned by `objects`, or are the controller.
    private var pending: [(object: Weak, node: NibNode)] = []
    private struct Weak { weak var object: NSObject? }
    private var collections: [(source: NSObject, name: String, targets: [NSObject], node: NibNode)] = []
    private var constraints: [(view: UIView, node: NibNode)] = []

    init(_ file: NibFile, owner: NSObject?, externalObjects: [String: Any] = [:]) {
        (self.file, self.owner, self.externalObjects) = (file, owner, externalObjects)
    }

    // MARK: Making

    /// Makes the object of a node; nil, with a message, if it is of no known class or its `init(coder:)` returns nil.
    func make(_ node: NibNode, creator: ((NSCoder) -> UIViewController?)? = nil) -> NSObject? {
        if let id = node.id, let known = object(id) {
            if isNamed(id, by: node) { return known }
            file.warn(node, "the identifier '\(id)' is used before; connections lead to the object that has it first")
        }
        if node.name == "placeholder" || node.name == "exit" { return nil }
        guard !file.isLeftOut(node) else { return nil }
        guard let type = NibClasses.type(of: node, file) else { return nil }
        let coder = NibCoder(node, self)
        let made: NSObject?
        switch type {
        case let type as UIViewController.Type: made = creator?(coder) ?? type.init(coder: coder)
        case let type as UIView.Type: made = type.init(coder: coder)
        case let type as UIBarItem.Type: made = type.init(coder: coder)
        case let type as UICollectionViewLayout.Type: made = type.init(coder: coder)
        case is UINavigationItem.Type:
            made = UINavigationItem(title: "")
        case let type as NSObject.Type: made = type == NSObject.self ? NSObject() : makeObject(of: type)
        default: made = nil
        }
        guard let made else {
            file.warn(node, "\(type).init(coder:) returned nil: the object is left out")
            return nil
        }
        // A creator's controller may have been made without the coder, and some classes have no `init(coder:)`.
        if !coder.hasRead { coder.readWhole(made) }
        coder.finish(made)
        file.reportUnread(node)
        return made
    }

    /// Reads values into an object that another one has made, such as a cell's content view.
    func fill(_ object: NSObject, from node: NibNode) {
        let coder = NibCoder(node, self)
        coder.readWhole(object)
        coder.finish(object)
        file.reportUnread(node)
    }

    /// Whether an identifier means the object of a node: no other node has it, or it is that of a part that another object has made.
    private func isNamed(_ id: String, by node: NibNode) -> Bool {
        guard let first = file.node(id) else { return true }
        return first === node
    }

    /// Adopts an object that is being made, so that others can name it.
    func register(_ object: NSObject, _ node: NibNode) {
        if let made = object as? UIViewController, let scene, scene.node === node {
            scene.controller = made
        } else if let id = node.id, isNamed(id, by: node) {
            objects[id] = object
        }
        fresh.append((object, node))
        for constraint in node.content("constraints") where !file.isLeftOut(constraint) {
            if let view = object as? UIView { constraints.append((view, constraint)) }
        }
    }

    /// Lets an identifier mean an object that has no `init(coder:)`, such as a layout guide.
    func name(_ object: NSObject, _ id: String) { objects[id] = object }

    /// The object with an identifier; nil if it was not made.
    func object(_ id: String) -> NSObject? {
        if let scene, scene.node.id == id { return scene.controller }
        if let known = objects[id] { return known }
        guard let node = file.node(id), node.name == "placeholder" else { return nil }
        switch node["placeholderIdentifier"] {
        case "IBFilesOwner"?: return owner
        case "IBFirstResponder"?: return nil
        case let name?: return externalObjects[name] as? NSObject
        case nil: return nil
        }
    }

    /// Whether an identifier is that of First Responder.
    func isFirstResponder(_ id: String) -> Bool {
        id == "-2"
            || file.node(id).map { $0.name == "placeholder" && $0["placeholderIdentifier"] == "IBFirstResponder" }
                ?? false
    }

    // MARK: Connecting

    /// Activates constraints, connects outlets and actions, sets run-time attributes and calls `awakeFromNib()` of the
    /// objects that were made since the last call. Connections to objects that are not made yet wait for the next call, unless it is the last.
    func connect(isLast: Bool) {
        let made = fresh
        fresh = []
        activateConstraints()
        var waiting: [(object: Weak, node: NibNode)] = []
        let old = pending.compactMap { one in one.object.object.map { ($0, one.node) } }
        let owners = ownerConnections
        ownerConnections = []
        for (object, node) in old + owners
            + made.flatMap({ one in one.node.content("connections").map { (one.object, $0) } })
        {
            if !NibConnection.connect(node, of: object, self) {
                if isLast {
                    NibConnection.reportMissing(node, self)
                } else {
                    waiting.append((Weak(object: object), node))
                }
            }
        }
        pending = waiting
        connectCollections()
        for (object, node) in made {
            for attribute in node.content("userDefinedRuntimeAttributes") {
                NibRuntimeAttribute.set(attribute, of: object, self)
            }
        }
        for (object, _) in made { NibNames.awake(object) }
    }

    /// Adds an object to an outlet collection, which is set when all its objects are known.
    func collect(_ target: NSObject, _ name: String, of source: NSObject, _ node: NibNode) {
        if let index = collections.firstIndex(where: { $0.source === source && $0.name == name }) {
            collections[index].targets.append(target)
        } else {
            collections.append((source, name, [target], node))
        }
    }

    private func connectCollections() {
        for (source, name, targets, node) in collections {
            if let view = source as? UIView, name == "gestureRecognizers" {
                for case let recognizer as UIGestureRecognizer in targets { view.addGestureRecognizer(recognizer) }
                continue
            }
            if let view = source as? UIView, name == "accessibilityElements" {
                view.accessibilityElements = targets
                continue
            }
            switch NibNames.set(name, of: source, to: [targets, NSArray(array: targets)]) {
            case true?: break
            case nil:
                file.warn(
                    node,
                    "the outlet collection '\(name)' of \(type(of: source)) takes other classes, or cannot be set; it is not set"
                )
            default:
                file.warn(node, "\(type(of: source)) has no outlet collection '\(name)' in its table; see docs/nibs.md")
            }
        }
        collections = []
    }

    /// Connections of File's Owner and of other placeholders, which are no objects of the file.
    private lazy var ownerConnections: [(object: NSObject, node: NibNode)] =
        file.isStoryboard
        ? []
        : file.objects.filter { $0.name == "placeholder" }.flatMap { node -> [(NSObject, NibNode)] in
            guard let id = node.id, let object = object(id) else { return [] }
            return node.content("connections").map { (object, $0) }
        }

    /// Drops the references to the objects.
    func release() { (objects, fresh, pending, constraints, embeds) = ([:], [], [], [], []) }

    private func activateConstraints() {
        var active: [NSLayoutConstraint] = []
        for (view, node) in constraints {
            guard let constraint = NibConstraint.make(node, in: view, self) else { continue }
            if let id = node.id { objects[id] = constraint }
            fresh.append((constraint, node))
            active.append(constraint)
        }
        constraints = []
        NSLayoutConstraint.activate(active)
        // Constraints have outlets to nothing, but run-time attributes and `awakeFromNib()`.
        for (constraint, node) in fresh {
            for attribute in node.content("userDefinedRuntimeAttributes") {
                NibRuntimeAttribute.set(attribute, of: constraint, self)
            }
            file.reportUnread(node)
        }
        fresh = []
    }
}

/// The content of a `.xib` file, or of a prototype cell.
@MainActor final class NibFileContent: NibContent {
    private let file: NibFile
    private let nodes: [NibNode]
    private weak var scene: StoryboardSceneContent?

    init(_ file: NibFile, _ nodes: [NibNode], scene: StoryboardSceneContent? = nil) {
        (self.file, self.nodes, self.scene) = (file, nodes, scene)
    }

    var hasView: Bool {
        file.objects.contains { node in
            node.name == "placeholder" && node.content("connections").contains { $0["property"] == "view" }
        }
    }

    func instantiate(owner: Any?, options: [UINib.OptionsKey: Any]) -> [Any] {
        let instance = NibInstance(
            file, owner: owner as? NSObject, externalObjects: options[.externalObjects] as? [String: Any] ?? [:])
        instance.scene = scene
        if let owner = owner as? NSObject { NibNames.adopt(module: NibNames.moduleName(type(of: owner))) }
        let made = nodes.compactMap { instance.make($0) }
        instance.connect(isLast: true)
        return made
    }
}
