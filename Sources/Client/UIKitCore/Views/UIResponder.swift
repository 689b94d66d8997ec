import Foundation

/// An object that gets events: a view, a view controller, a window or the application.
///
/// A responder passes events that it does not handle on to `next`: from the touched view to its superviews, with their
/// view controllers between them, then to the window, the application, and its delegate.
@preconcurrency @MainActor open class UIResponder: NSObject, UIResponderStandardEditActions {
    /// Makes a responder.
    public override init() { super.init() }

    /// The responder that gets the events that this one does not handle; nil here.
    open var next: UIResponder? { nil }

    /// A value that the responder observes has changed; does nothing here.
    open func observeValue(
        forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?
    ) {}

    /// Called after an object is loaded from a nib or a storyboard, with its outlets connected; does nothing here.
    open func awakeFromNib() {}

    /// Called by Xcode for objects in its editor; never here.
    open func prepareForInterfaceBuilder() {}

    // MARK: Accessibility

    // They are members of the class, so that views override them; Apple's are a category of NSObject's.

    /// Computes `isAccessibilityElement` of a view each time that it is read; nil: the value that was set.
    open var isAccessibilityElementBlock: AXBoolReturnBlock? {
        get { AccessibilityBlocks.block(.isElement, of: self, AXBoolReturnBlock.self) }
        set { AccessibilityBlocks.set(.isElement, of: self, to: newValue) }
    }
    /// Computes `accessibilityLabel` of a view each time that it is read; nil: the value that was set.
    open var accessibilityLabelBlock: AXStringReturnBlock? {
        get { AccessibilityBlocks.block(.label, of: self, AXStringReturnBlock.self) }
        set { AccessibilityBlocks.set(.label, of: self, to: newValue) }
    }
    /// Computes `accessibilityValue` of a view each time that it is read; nil: the value that was set.
    open var accessibilityValueBlock: AXStringReturnBlock? {
        get { AccessibilityBlocks.block(.value, of: self, AXStringReturnBlock.self) }
        set { AccessibilityBlocks.set(.value, of: self, to: newValue) }
    }
    /// Computes `accessibilityHint` of a view each time that it is read; nil: the value that was set.
    open var accessibilityHintBlock: AXStringReturnBlock? {
        get { AccessibilityBlocks.block(.hint, of: self, AXStringReturnBlock.self) }
        set { AccessibilityBlocks.set(.hint, of: self, to: newValue) }
    }
    /// Computes `accessibilityIdentifier` of a view each time that it is read; nil: the value that was set.
    open var accessibilityIdentifierBlock: AXStringReturnBlock? {
        get { AccessibilityBlocks.block(.identifier, of: self, AXStringReturnBlock.self) }
        set { AccessibilityBlocks.set(.identifier, of: self, to: newValue) }
    }
    /// Computes `accessibilityTraits` of a view each time that it is read; nil: the value that was set.
    open var accessibilityTraitsBlock: AXTraitsReturnBlock? {
        get { AccessibilityBlocks.block(.traits, of: self, AXTraitsReturnBlock.self) }
        set { AccessibilityBlocks.set(.traits, of: self, to: newValue) }
    }
    /// Computes `accessibilityFrame` of a view each time that it is read; nil: the value that was set.
    open var accessibilityFrameBlock: AXRectReturnBlock? {
        get { AccessibilityBlocks.block(.frame, of: self, AXRectReturnBlock.self) }
        set { AccessibilityBlocks.set(.frame, of: self, to: newValue) }
    }
    /// Computes `accessibilityActivationPoint` of a view each time that it is read; nil: the value that was set.
    open var accessibilityActivationPointBlock: AXPointReturnBlock? {
        get { AccessibilityBlocks.block(.activationPoint, of: self, AXPointReturnBlock.self) }
        set { AccessibilityBlocks.set(.activationPoint, of: self, to: newValue) }
    }
    /// Computes `accessibilityElements` of a view each time that it is read; nil: the value that was set.
    open var accessibilityElementsBlock: AXArrayReturnBlock? {
        get { AccessibilityBlocks.block(.elements, of: self, AXArrayReturnBlock.self) }
        set { AccessibilityBlocks.set(.elements, of: self, to: newValue) }
    }
    /// Computes `accessibilityElementsHidden` of a view each time that it is read; nil: the value that was set.
    open var accessibilityElementsHiddenBlock: AXBoolReturnBlock? {
        get { AccessibilityBlocks.block(.areElementsHidden, of: self, AXBoolReturnBlock.self) }
        set { AccessibilityBlocks.set(.areElementsHidden, of: self, to: newValue) }
    }
    /// Computes `accessibilityViewIsModal` of a view each time that it is read; nil: the value that was set.
    open var accessibilityViewIsModalBlock: AXBoolReturnBlock? {
        get { AccessibilityBlocks.block(.isModal, of: self, AXBoolReturnBlock.self) }
        set { AccessibilityBlocks.set(.isModal, of: self, to: newValue) }
    }
    /// Computes `shouldGroupAccessibilityChildren` of a view each time that it is read; nil: the value that was set.
    open var accessibilityShouldGroupAccessibilityChildrenBlock: AXBoolReturnBlock? {
        get { AccessibilityBlocks.block(.groupsChildren, of: self, AXBoolReturnBlock.self) }
        set { AccessibilityBlocks.set(.groupsChildren, of: self, to: newValue) }
    }
    /// Computes `accessibilityCustomActions` of a view each time that it is read; nil: the value that was set.
    open var accessibilityCustomActionsBlock: AXArrayReturnBlock? {
        get { AccessibilityBlocks.block(.customActions, of: self, AXArrayReturnBlock.self) }
        set { AccessibilityBlocks.set(.customActions, of: self, to: newValue) }
    }
    /// Computes `accessibilityLanguage` of a view each time that it is read; nil: the value that was set.
    open var accessibilityLanguageBlock: AXStringReturnBlock? {
        get { AccessibilityBlocks.block(.language, of: self, AXStringReturnBlock.self) }
        set { AccessibilityBlocks.set(.language, of: self, to: newValue) }
    }

    // MARK: Commands

    /// The keys with modifiers that the responder handles; nil for none. While it is in the responder chain, such a key
    /// calls the command's action instead of reaching `pressesBegan(_:with:)`.
    open var keyCommands: [UIKeyCommand]? { nil }

    /// Whether the responder carries out an action: here whether it has the method. The commands of an edit menu, which
    /// every responder has and which do nothing here, do not count: a class that carries them out says so.
    open func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool {
        !Self.editActions.contains(NSStringFromSelector(action)) && action.isMethod(of: self)
    }

    private static let editActions: Set<String> = ["cut:", "copy:", "paste:", "select:", "selectAll:", "delete:"]

    /// Adds menus and commands to a menu system, and removes others; does nothing here.
    ///
    /// The application and its delegate build the main menu. The responders along the chain build the suggestions of a
    /// context menu or an edit menu, the nearest one last. *Source*: Apple, UIResponder.buildMenu(with:).
    open func buildMenu(with builder: any UIMenuBuilder) {}

    /// Changes a command that this responder carries out, before it is shown or called; does nothing here. The command is a
    /// copy: changes last for one showing. *Source*: Apple, UIResponder.validate(_:); the copy is a guess.
    open func validate(_ command: UICommand) {}

    /// The responder that carries out an action: this one, or the nearest along the chain; nil for none.
    open func target(forAction action: Selector, withSender sender: Any?) -> Any? {
        canPerformAction(action, withSender: sender) ? self : next?.target(forAction: action, withSender: sender)
    }

    // MARK: Edit menu

    /// Moves the selection to the pasteboard; does nothing here.
    open func cut(_ sender: Any?) {}
    /// Copies the selection to the pasteboard; does nothing here.
    open func copy(_ sender: Any?) {}
    /// Inserts the pasteboard's content; does nothing here.
    open func paste(_ sender: Any?) {}
    /// Selects the word at the insertion point; does nothing here.
    open func select(_ sender: Any?) {}
    /// Selects everything; does nothing here.
    open func selectAll(_ sender: Any?) {}
    /// Deletes the selection; does nothing here.
    open func delete(_ sender: Any?) {}

    /// The manager that undoes the responder's changes: the next responder's here; a window has one.
    open var undoManager: UndoManager? { next?.undoManager }

    // MARK: Input views

    /// The view in place of the keyboard, while this is the first responder; nil for the system's.
    open var inputView: UIView? { nil }
    /// The view above the keyboard, while this is the first responder; nil for none.
    open var inputAccessoryView: UIView? { nil }
    /// Shows other input views, if this is the first responder.
    open func reloadInputViews() {
        if let window = responderWindow, window.firstResponder === self { window.inputViewsChanged() }
    }

    // MARK: First responder

    /// Whether the responder may become the first responder; false here.
    open var canBecomeFirstResponder: Bool { false }

    /// Whether the responder may stop being the first responder; true here.
    open var canResignFirstResponder: Bool { true }

    /// Whether the responder is its window's first responder, which gets keys first.
    open var isFirstResponder: Bool { responderWindow?.firstResponder === self }

    /// Makes this the first responder of its window. Returns false if it may not become that, is in no window, or the
    /// present one does not resign. A view without a window becomes it when it gets one.
    @discardableResult
    open func becomeFirstResponder() -> Bool {
        guard let window = responderWindow else {
            (self as? UIView)?.awaitWindow()
            return false
        }
        if window.firstResponder === self { return true }
        guard canBecomeFirstResponder else { return false }
        if let old = window.firstResponder {
            // Input views that both have stay.
            window.isHandingOver = true
            let hasResigned = old.resignFirstResponder()
            window.isHandingOver = false
            if !hasResigned { return false }
        }
        window.firstResponder = self
        return true
    }

    /// Stops being the first responder; false if that is refused.
    @discardableResult
    open func resignFirstResponder() -> Bool {
        guard canResignFirstResponder else { return false }
        if UIView.awaitingWindow === self { UIView.awaitingWindow = nil }
        if let window = responderWindow, window.firstResponder === self { window.firstResponder = nil }
        return true
    }

    /// The window whose first responder this may become: that of the view, or of the nearest next responder in a
    /// window.
    package var responderWindow: UIWindow? {
        var responder: UIResponder? = self
        while let current = responder {
            if let view = current as? UIView { return view.window }
            if let controller = current as? UIViewController, let view = controller.viewIfLoaded { return view.window }
            responder = current.next
        }
        return nil
    }

    // MARK: Touches

    /// Touches have begun; passed on to `next`.
    open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesBegan(touches, with: event) }

    /// Touches have moved; passed on to `next`.
    open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesMoved(touches, with: event) }

    /// Touches have ended; passed on to `next`.
    open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesEnded(touches, with: event) }

    /// The system took touches away; passed on to `next`.
    open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        next?.touchesCancelled(touches, with: event)
    }

    // MARK: Presses

    /// Buttons or keys were pressed; passed on to `next`.
    open func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        next?.pressesBegan(presses, with: event)
    }

    /// The force of pressed buttons changed; passed on to `next`.
    open func pressesChanged(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        next?.pressesChanged(presses, with: event)
    }

    /// Buttons or keys were released; passed on to `next`.
    open func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        next?.pressesEnded(presses, with: event)
    }

    /// The system took presses away; passed on to `next`.
    open func pressesCancelled(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        next?.pressesCancelled(presses, with: event)
    }
}
