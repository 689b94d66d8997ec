import Foundation

/// Records operations that undo others, in groups, and performs them in reverse order.
///
/// Foundation on Linux has no such class. An operation that is registered while a group is undone becomes a part of the
/// group that redoes it. With `groupsByEvent`, as at first, all operations of one event are in one group: it ends when
/// the application has handled the event, or before it is undone.
///
/// *Source*: Apple, UndoManager.
@preconcurrency @MainActor open class UndoManager: NSObject {
    private struct Operation {
        weak var target: AnyObject?
        var body: (AnyObject) -> Void
    }

    private final class Group {
        var operations: [Operation] = []
        var name = ""
        /// Whether the manager began it for the present event.
        var isOfEvent: Bool
        init(isOfEvent: Bool) { self.isOfEvent = isOfEvent }
    }

    private var undoStack: [Group] = []
    private var redoStack: [Group] = []
    /// The open groups, from the outermost in.
    private var open: [Group] = []
    private var disabled = 0
    /// The number of operations that were ever registered: by it a client sees whether another operation came between.
    package private(set) var registrations = 0

    /// Makes a manager without operations.
    public override init() { super.init() }

    // MARK: Groups

    /// Opens a group within the present one.
    open func beginUndoGrouping() {
        if open.isEmpty { post(.NSUndoManagerCheckpoint) }
        open.append(Group(isOfEvent: false))
        post(.NSUndoManagerDidOpenUndoGroup)
    }

    /// Closes the group that was opened last. It becomes a part of the group around it; the outermost can be undone.
    open func endUndoGrouping() {
        guard let group = open.popLast() else { return }
        post(.NSUndoManagerWillCloseUndoGroup)
        if let outer = open.last {
            outer.operations += group.operations
            if outer.name.isEmpty { outer.name = group.name }
        } else if !group.operations.isEmpty {
            if isUndoing { redoStack.append(group) } else { undoStack.append(group) }
            trim()
        }
        post(.NSUndoManagerDidCloseUndoGroup)
    }

    /// The number of open groups.
    open var groupingLevel: Int { open.count }

    /// Whether the operations of one event are a group; true at first.
    open var groupsByEvent = true

    /// The number of groups that can be undone; 0, as at first, for any. The oldest are dropped.
    open var levelsOfUndo = 0 {
        didSet { trim() }
    }

    private func trim() {
        guard levelsOfUndo > 0 else { return }
        undoStack.removeFirst(max(0, undoStack.count - levelsOfUndo))
        redoStack.removeFirst(max(0, redoStack.count - levelsOfUndo))
    }

    private func closeEventGroup() {
        while let last = open.last, last.isOfEvent { endUndoGrouping() }
    }

    /// The managers with a group of the present event.
    private static var ofEvent: [UndoManager] = []

    /// The application has handled an event: closes the groups that were opened for it.
    static func endEvent() {
        guard !ofEvent.isEmpty else { return }
        let managers = ofEvent
        ofEvent = []
        for manager in managers { manager.closeEventGroup() }
    }

    // MARK: Registering

    /// Stops registration, until as many calls of `enableUndoRegistration()`.
    open func disableUndoRegistration() { disabled += 1 }

    /// Ends one call of `disableUndoRegistration()`.
    open func enableUndoRegistration() { disabled = max(0, disabled - 1) }

    /// Whether operations are registered.
    open var isUndoRegistrationEnabled: Bool { disabled == 0 }

    /// Registers an operation that undoes the present one. The target is held weakly: without it, nothing is done.
    public final func registerUndo<TargetType: AnyObject>(
        withTarget target: TargetType, handler: @escaping @MainActor (TargetType) -> Void
    ) {
        register(target) { object in
            if let target = object as? TargetType { handler(target) }
        }
    }

    /// Registers a method of a target that undoes the present operation.
    open func registerUndo(withTarget target: Any, selector: Selector, object anObject: Any?) {
        register(target as AnyObject) { selector.call(on: $0, anObject) }
    }

    private func register(_ target: AnyObject, _ body: @escaping (AnyObject) -> Void) {
        guard isUndoRegistrationEnabled else { return }
        if open.isEmpty {
            guard groupsByEvent else { return }
            open.append(Group(isOfEvent: true))
            Self.ofEvent.append(self)
            post(.NSUndoManagerDidOpenUndoGroup)
        }
        open.last?.operations.append(Operation(target: target, body: body))
        registrations += 1
        if !isUndoing, !isRedoing { redoStack = [] }
    }

    // MARK: Undoing

    /// Whether there is a group to undo.
    open var canUndo: Bool { !undoStack.isEmpty || open.contains { !$0.operations.isEmpty } }

    /// Whether there is a group to redo.
    open var canRedo: Bool { !redoStack.isEmpty }

    /// Whether a group is being undone.
    open private(set) var isUndoing = false

    /// Whether a group is being redone.
    open private(set) var isRedoing = false

    /// Closes the group that is open, if there is one, and undoes the last group. *Source*: Apple, UndoManager.undo(): it
    /// "invokes endUndoGrouping() if the nesting level is 1".
    open func undo() {
        if open.count == 1, !isUndoing, !isRedoing { endUndoGrouping() }
        undoNestedGroup()
    }

    /// Undoes the last group.
    open func undoNestedGroup() {
        post(.NSUndoManagerCheckpoint)
        guard open.isEmpty, !isUndoing, !isRedoing, let group = undoStack.popLast() else { return }
        post(.NSUndoManagerWillUndoChange)
        isUndoing = true
        perform(group)
        isUndoing = false
        post(.NSUndoManagerDidUndoChange)
    }

    /// Redoes the group that was undone last.
    open func redo() {
        closeEventGroup()
        post(.NSUndoManagerCheckpoint)
        guard open.isEmpty, !isUndoing, !isRedoing, let group = redoStack.popLast() else { return }
        post(.NSUndoManagerWillRedoChange)
        isRedoing = true
        perform(group)
        isRedoing = false
        post(.NSUndoManagerDidRedoChange)
    }

    private func perform(_ group: Group) {
        beginUndoGrouping()
        open.last?.name = group.name
        for operation in group.operations.reversed() {
            if let target = operation.target { operation.body(target) }
        }
        while open.count > 1 { endUndoGrouping() }
        endUndoGrouping()
    }

    /// Removes all operations.
    open func removeAllActions() { (undoStack, redoStack, open) = ([], [], []) }

    /// Removes the operations of a target.
    open func removeAllActions(withTarget target: Any) {
        let target = target as AnyObject
        for group in undoStack + redoStack + open { group.operations.removeAll { $0.target === target } }
        undoStack.removeAll { $0.operations.isEmpty }
        redoStack.removeAll { $0.operations.isEmpty }
    }

    // MARK: Names

    /// Names the present group, for a menu: "Typing".
    open func setActionName(_ actionName: String) { (open.last ?? undoStack.last)?.name = actionName }

    /// The name of the group that `undo()` would undo; empty for none.
    open var undoActionName: String { (open.last { !$0.operations.isEmpty } ?? undoStack.last)?.name ?? "" }

    /// The name of the group that `redo()` would redo; empty for none.
    open var redoActionName: String { redoStack.last?.name ?? "" }

    /// The title of a menu's command: "Undo Typing".
    open var undoMenuItemTitle: String { undoMenuTitle(forUndoActionName: undoActionName) }

    /// The title of a menu's command: "Redo Typing".
    open var redoMenuItemTitle: String { redoMenuTitle(forUndoActionName: redoActionName) }

    /// The title of a menu's command for a name.
    open func undoMenuTitle(forUndoActionName actionName: String) -> String {
        actionName.isEmpty ? "Undo" : "Undo \(actionName)"
    }

    /// The title of a menu's command for a name.
    open func redoMenuTitle(forUndoActionName actionName: String) -> String {
        actionName.isEmpty ? "Redo" : "Redo \(actionName)"
    }

    private func post(_ name: NSNotification.Name) { NotificationCenter.default.post(name: name, object: self) }
}

extension NSNotification.Name {
    /// A group of operations begins or ends, or an operation is about to be undone or redone.
    public static let NSUndoManagerCheckpoint = NSNotification.Name("NSUndoManagerCheckpointNotification")
    /// A group of operations was opened.
    public static let NSUndoManagerDidOpenUndoGroup = NSNotification.Name("NSUndoManagerDidOpenUndoGroupNotification")
    /// A group of operations is about to be closed.
    public static let NSUndoManagerWillCloseUndoGroup = NSNotification.Name(
        "NSUndoManagerWillCloseUndoGroupNotification")
    /// A group of operations was closed.
    public static let NSUndoManagerDidCloseUndoGroup = NSNotification.Name("NSUndoManagerDidCloseUndoGroupNotification")
    /// A group is about to be undone.
    public static let NSUndoManagerWillUndoChange = NSNotification.Name("NSUndoManagerWillUndoChangeNotification")
    /// A group was undone.
    public static let NSUndoManagerDidUndoChange = NSNotification.Name("NSUndoManagerDidUndoChangeNotification")
    /// A group is about to be redone.
    public static let NSUndoManagerWillRedoChange = NSNotification.Name("NSUndoManagerWillRedoChangeNotification")
    /// A group was redone.
    public static let NSUndoManagerDidRedoChange = NSNotification.Name("NSUndoManagerDidRedoChangeNotification")
}
