import Foundation
import MicaTrace
import UIKitControllers
import UIKitCore
import UIKitLists
import UIKitText

/// Outlets, outlet collections, actions and segues.
@MainActor enum NibConnection {
    /// Makes the connection of a node; false if the object that it leads to is not there yet.
    static func connect(_ node: NibNode, of source: NSObject, _ instance: NibInstance) -> Bool {
        switch node.name {
        case "outlet":
            guard let id = node["destination"], let target = instance.object(id) else { return false }
            setOutlet(node["property"] ?? "", of: source, to: target, node, instance)
        case "outletCollection":
            guard let id = node["destination"], let target = instance.object(id) else { return false }
            instance.collect(target, node["property"] ?? "", of: source, node)
        case "action":
            guard let id = node["destination"] else { return true }
            if instance.isFirstResponder(id) { return connectAction(node, of: source, to: nil, instance) }
            guard let target = instance.object(id) else { return false }
            return connectAction(node, of: source, to: target, instance)
        case "segue":
            instance.scene?.connect(node, of: source, instance)
            if instance.scene == nil { instance.file.warn(node, "a segue works only in a storyboard") }
        case "bind", "userDefinedRuntimeAttribute": break
        default: instance.file.warn(node, "a connection <\(node.name)> has no effect here")
        }
        return true
    }

    /// Says why a connection could not be made.
    static func reportMissing(_ node: NibNode, _ instance: NibInstance) {
        // Views that the present size classes leave out keep their outlets empty.
        if let id = node["destination"], let target = instance.file.node(id) {
            if instance.file.isLeftOut(target) { return }
            // An owner that the program has not given, as for a cell.
            if target.name == "placeholder" || target.name == "exit" { return }
        }
        instance.file.warn(node, "the object '\(node["destination"] ?? "")' is missing; the connection is left out")
    }

    // MARK: Outlets

    private static func setOutlet(
        _ name: String, of source: NSObject, to target: NSObject, _ node: NibNode, _ instance: NibInstance
    ) {
        var isSet = NibNames.set(name, of: source, to: [target])
        if isSet == false { isSet = setKitOutlet(name, of: source, to: target) }
        switch isSet {
        case true?: break
        case nil:
            instance.file.warn(
                node,
                "the outlet '\(name)' of \(type(of: source)) takes another class than \(type(of: target)), or cannot be set; it is not set"
            )
        default:
            instance.file.warn(
                node,
                "\(type(of: source)) has no outlet '\(name)' in its table: mica-port writes tables for @IBOutlet, or see docs/nibs.md"
            )
        }
    }

    /// Sets an outlet of UIKit's own classes. False if there is none of the name; nil if it takes another class.
    private static func setKitOutlet(_ name: String, of source: NSObject, to target: NSObject) -> Bool? {
        if name == "delegate" || name == "dataSource" || name == "prefetchDataSource" {
            return setDelegate(name, of: source, to: target)
        }
        let view = target as? UIView
        switch (source, name) {
        case (let source as UICollectionViewController, "collectionView"),
            (let source as UICollectionViewController, "view"):
            return give(target as? UICollectionView) { source.collectionView = $0 }
        case (let source as UIViewController, "view"), (let source as UIViewController, "tableView"):
            return give(view) { source.view = $0 }
        case (let source as UIWindow, "rootViewController"):
            return give(target as? UIViewController) { source.rootViewController = $0 }
        case (let source as UIBarButtonItem, "customView"): return give(view) { source.customView = $0 }
        case (let source as UINavigationItem, "titleView"): return give(view) { source.titleView = $0 }
        case (let source as UINavigationItem, "backBarButtonItem"):
            return give(target as? UIBarButtonItem) { source.backBarButtonItem = $0 }
        case (let source as UINavigationItem, "leftBarButtonItem"):
            return give(target as? UIBarButtonItem) { source.leftBarButtonItem = $0 }
        case (let source as UINavigationItem, "rightBarButtonItem"):
            return give(target as? UIBarButtonItem) { source.rightBarButtonItem = $0 }
        case (let source as UITableView, "tableHeaderView"): return give(view) { source.tableHeaderView = $0 }
        case (let source as UITableView, "tableFooterView"): return give(view) { source.tableFooterView = $0 }
        case (let source as UITableView, "backgroundView"): return give(view) { source.backgroundView = $0 }
        case (let source as UICollectionView, "backgroundView"): return give(view) { source.backgroundView = $0 }
        case (let source as UITableViewCell, "accessoryView"): return give(view) { source.accessoryView = $0 }
        case (let source as UITableViewCell, "editingAccessoryView"):
            return give(view) { source.editingAccessoryView = $0 }
        case (let source as UITableViewCell, "backgroundView"): return give(view) { source.backgroundView = $0 }
        case (let source as UITableViewCell, "selectedBackgroundView"):
            return give(view) { source.selectedBackgroundView = $0 }
        case (let source as UICollectionViewCell, "backgroundView"): return give(view) { source.backgroundView = $0 }
        case (let source as UICollectionViewCell, "selectedBackgroundView"):
            return give(view) { source.selectedBackgroundView = $0 }
        case (let source as UITextField, "leftView"): return give(view) { source.leftView = $0 }
        case (let source as UITextField, "rightView"): return give(view) { source.rightView = $0 }
        case (let source as UITextField, "inputView"): return give(view) { source.inputView = $0 }
        case (let source as UITextField, "inputAccessoryView"): return give(view) { source.inputAccessoryView = $0 }
        case (let source as UITextView, "inputView"): return give(view) { source.inputView = $0 }
        case (let source as UITextView, "inputAccessoryView"): return give(view) { source.inputAccessoryView = $0 }
        case (let source as UIView, "maskView"): return give(view) { source.mask = $0 }
        case (let source as UIGestureRecognizer, "requireToFail"):
            return give(target as? UIGestureRecognizer) { source.require(toFail: $0) }
        // The rest of UIKit's outlets have been set by the elements themselves.
        case (is UIViewController, "navigationItem"), (is UIViewController, "tabBarItem"): return true
        default: return false
        }
    }

    /// Sets a delegate or a data source. False if there is no such outlet; nil if the target does not conform to its protocol.
    private static func setDelegate(_ name: String, of source: NSObject, to target: NSObject) -> Bool? {
        switch (source, name) {
        case (let list as UITableView, "delegate"):
            return give(target as? any UITableViewDelegate) { list.delegate = $0 }
        case (let list as UITableView, "dataSource"):
            return give(target as? any UITableViewDataSource) { list.dataSource = $0 }
        case (let list as UITableView, _):
            return give(target as? any UITableViewDataSourcePrefetching) { list.prefetchDataSource = $0 }
        case (let list as UICollectionView, "delegate"):
            return give(target as? any UICollectionViewDelegate) { list.delegate = $0 }
        case (let list as UICollectionView, "dataSource"):
            return give(target as? any UICollectionViewDataSource) { list.dataSource = $0 }
        case (let list as UICollectionView, _):
            return give(target as? any UICollectionViewDataSourcePrefetching) { list.prefetchDataSource = $0 }
        case (let picker as UIPickerView, "delegate"):
            return give(target as? any UIPickerViewDelegate) { picker.delegate = $0 }
        case (let picker as UIPickerView, "dataSource"):
            return give(target as? any UIPickerViewDataSource) { picker.dataSource = $0 }
        case (let pages as UIPageViewController, "delegate"):
            return give(target as? any UIPageViewControllerDelegate) { pages.delegate = $0 }
        case (let pages as UIPageViewController, "dataSource"):
            return give(target as? any UIPageViewControllerDataSource) { pages.dataSource = $0 }
        case (_, "delegate"): return setDelegate(of: source, to: target)
        default: return false
        }
    }

    /// Passes a value on; nil if there is none.
    private static func give<Value>(_ value: Value?, _ set: (Value) -> Void) -> Bool? {
        guard let value else { return nil }
        set(value)
        return true
    }

    private static func setDelegate(of source: NSObject, to target: NSObject) -> Bool? {
        switch source {
        case let view as UITextView: return give(target as? any UITextViewDelegate) { view.delegate = $0 }
        case let view as UITextField: return give(target as? any UITextFieldDelegate) { view.delegate = $0 }
        case let view as UIScrollView: return give(target as? any UIScrollViewDelegate) { view.delegate = $0 }
        case let bar as UISearchBar: return give(target as? any UISearchBarDelegate) { bar.delegate = $0 }
        case let bar as UITabBar: return give(target as? any UITabBarDelegate) { bar.delegate = $0 }
        case let bar as UINavigationBar: return give(target as? any UINavigationBarDelegate) { bar.delegate = $0 }
        case let bar as UIToolbar: return give(target as? any UIToolbarDelegate) { bar.delegate = $0 }
        case let controller as UINavigationController:
            return give(target as? any UINavigationControllerDelegate) { controller.delegate = $0 }
        case let controller as UITabBarController:
            return give(target as? any UITabBarControllerDelegate) { controller.delegate = $0 }
        case let controller as UISplitViewController:
            return give(target as? any UISplitViewControllerDelegate) { controller.delegate = $0 }
        case let recognizer as UIGestureRecognizer:
            return give(target as? any UIGestureRecognizerDelegate) { recognizer.delegate = $0 }
        case let application as UIApplication:
            return give(target as? any UIApplicationDelegate) { application.delegate = $0 }
        default: return false
        }
    }

    // MARK: Actions

    private static let events: [String: UIControl.Event] = [
        "touchDown": .touchDown, "touchDownRepeat": .touchDownRepeat, "touchDragInside": .touchDragInside,
        "touchDragOutside": .touchDragOutside, "touchDragEnter": .touchDragEnter, "touchDragExit": .touchDragExit,
        "touchUpInside": .touchUpInside, "touchUpOutside": .touchUpOutside, "touchCancel": .touchCancel,
        "valueChanged": .valueChanged,
        "primaryActionTriggered": .primaryActionTriggered, "editingDidBegin": .editingDidBegin,
        "editingChanged": .editingChanged,
        "editingDidEnd": .editingDidEnd, "editingDidEndOnExit": .editingDidEndOnExit,
    ]

    private static func connectAction(
        _ node: NibNode, of source: NSObject, to target: NSObject?, _ instance: NibInstance
    ) -> Bool {
        guard let name = node["selector"] else { return true }
        // A tap on the exit is an unwind segue, which has an element of its own.
        guard let target else {
            return attach(NibRouter(name), of: source, node, instance)
        }
        if let selector = NibNames.action(name, of: target) {
            return attach(selector, target, of: source, node, instance)
        }
        if let kit = kitAction(name, of: target) { return attach(kit, target, of: source, node, instance) }
        instance.file.warn(
            node,
            "\(type(of: target)) has no action '\(name)' in its table: mica-port writes tables for @IBAction, or see docs/nibs.md"
        )
        return true
    }

    /// The actions of UIKit's own classes that nibs use.
    private static func kitAction(_ name: String, of target: NSObject) -> Selector? {
        switch (name, target) {
        case ("resignFirstResponder", is UIResponder):
            Selector(name, onMain: { (target: UIResponder) in target.resignFirstResponder() })
        case ("becomeFirstResponder", is UIResponder):
            Selector(name, onMain: { (target: UIResponder) in target.becomeFirstResponder() })
        case ("endEditing:", is UIView): Selector(name, onMain: { (target: UIView) in target.endEditing(true) })
        case ("startAnimating", is UIActivityIndicatorView):
            Selector(name, onMain: { (target: UIActivityIndicatorView) in target.startAnimating() })
        case ("stopAnimating", is UIActivityIndicatorView):
            Selector(name, onMain: { (target: UIActivityIndicatorView) in target.stopAnimating() })
        default: nil
        }
    }

    /// Lets an object of ours receive an action, and keeps it alive with the source.
    static func attach(_ receiver: NibReceiver, of source: NSObject, _ node: NibNode, _ instance: NibInstance) -> Bool {
        NibReceiver.keep(receiver, with: source)
        return attach(NibReceiver.action, receiver, of: source, node, instance)
    }

    private static func attach(
        _ selector: Selector, _ target: NSObject, of source: NSObject, _ node: NibNode, _ instance: NibInstance
    ) -> Bool {
        switch source {
        case let control as UIControl:
            let name =
                node["eventType"]
                ?? (node.name == "segue" && !(control is UIButton) ? "primaryActionTriggered" : "touchUpInside")
            guard let event = events[name] else {
                instance.file.warn(node, "the event '\(name)' is not known")
                return true
            }
            control.addTarget(target, action: selector, for: event)
        case let item as UIBarButtonItem: (item.target, item.action) = (target, selector)
        case let recognizer as UIGestureRecognizer: recognizer.addTarget(target, action: selector)
        default: instance.file.warn(node, "\(type(of: source)) sends no actions")
        }
        return true
    }
}

/// A receiver of actions that a nib connects.
@MainActor class NibReceiver: NSObject {
    static let action = Selector(
        "receive:", onMain: { (target: NibReceiver, sender: Any?) in target.receive(sender) })

    func receive(_ sender: Any?) {}

    // Safe because: only its address is used.
    nonisolated(unsafe) private static var key = 0

    /// Keeps a receiver as long as an object, as controls hold their targets weakly.
    static func keep(_ receiver: NibReceiver, with source: NSObject) {
        let old = unsafe objc_getAssociatedObject(source, &key) as? [NibReceiver] ?? []
        unsafe objc_setAssociatedObject(source, &key, old + [receiver], .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
    }
}

/// Sends an action to the first responder, or to the nearest object along the chain that has it. *Source*: Apple, "Responder object":
/// an action without a target.
@MainActor final class NibRouter: NibReceiver {
    private let name: String

    init(_ name: String) {
        self.name = name
        super.init()
    }

    override func receive(_ sender: Any?) {
        let window = (sender as? UIView)?.window ?? UIApplication.shared.keyWindow
        var responder =
            window?.firstResponder ?? sender as? UIResponder ?? window?.rootViewController.map { shown(in: $0) }
        while let current = responder {
            if let selector = NibNames.action(name, of: current) {
                selector.call(on: current, sender)
                return
            }
            responder = current.next
        }
        Notices.say("no responder has the action '\(name)'", key: "router \(name)")
    }

    private func shown(in controller: UIViewController) -> UIResponder {
        if let presented = controller.presentedViewController { return shown(in: presented) }
        return controller.children.last.map { shown(in: $0) } ?? controller
    }
}
