import CoreGraphics
import Foundation

/// An alert in the middle of the window, or a sheet of actions at its bottom.
///
/// The return key chooses the preferred action, the escape key the cancel action. In a text field, return leads to the
/// next one first. docs/presentations.md names the sources of the numbers.
///
/// *Source*: Apple, UIAlertController; Human Interface Guidelines, "Alerts", "Action sheets".
open class UIAlertController: UIViewController, UISpringLoadedInteractionSupporting {
    /// The kind of alert; raw values are Apple's.
    public enum Style: Int, Sendable {
        /// Actions at the bottom of a narrow window, in a popover of a wide one.
        case actionSheet = 0
        /// A message in the middle of the window.
        case alert = 1
    }

    /// The kind.
    open private(set) var preferredStyle = Style.actionSheet
    /// The text under the title; nil for none.
    open var message: String? {
        didSet { if message != oldValue { contentChanged() } }
    }
    /// The title; nil for none.
    open override var title: String? {
        didSet { if title != oldValue { contentChanged() } }
    }
    /// The choices, in the order in which they were added.
    open private(set) var actions: [UIAlertAction] = []
    /// The choice of the return key, which is bold; one of `actions`. Nil at first: then the cancel action is bold.
    /// *Source*: Apple, UIAlertController.preferredAction: for alerts only.
    open var preferredAction: UIAlertAction? {
        didSet { contentChanged() }
    }

    /// Whether a drag that rests over a choice chooses it, as a touch does; false at first.
    open var isSpringLoaded = false {
        didSet { if isSpringLoaded != oldValue { contentChanged() } }
    }

    private let panel = AlertPanel()
    /// Whether the sheet is a popover, which shows no cancel action.
    final var isPopover = false {
        didSet { if isPopover != oldValue { contentChanged() } }
    }

    /// Makes an alert without choices.
    public convenience init(title: String?, message: String?, preferredStyle: Style) {
        self.init(nibName: nil, bundle: nil)
        self.preferredStyle = preferredStyle
        self.title = title
        self.message = message
        modalPresentationStyle = preferredStyle == .alert ? .custom : .popover
        presentationMaker = { [unowned self] presenter in makeManager(presenter) }
    }

    /// Makes a sheet of actions without choices.
    public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
    }

    /// Reads an alert from an archive, without choices.
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    private func makeManager(_ presenter: UIViewController?) -> UIPresentationController {
        preferredStyle == .alert
            ? AlertPresentation(presentedViewController: self, presenting: presenter)
            : ActionSheetPresentation(presentedViewController: self, presenting: presenter)
    }

    // MARK: Content

    /// Adds a choice. At most one is a cancel action: a second one is refused, with a message (Apple's raises).
    open func addAction(_ action: UIAlertAction) {
        if action.style == .cancel, cancelAction != nil {
            return AlertNotices.sayTwoCancels(self)
        }
        actions.append(action)
        action.changed = { [weak self] in self?.contentChanged() }
        contentChanged()
    }

    final var cancelAction: UIAlertAction? { actions.first { $0.style == .cancel } }
    /// The action that is bold.
    final var boldAction: UIAlertAction? { preferredAction ?? cancelAction }

    private func contentChanged() {
        guard isViewLoaded else { return }
        panel.build()
        view.setNeedsLayout()
        if let manager = presentationController, let container = manager.containerView { container.setNeedsLayout() }
    }

    /// The view of the alert: texts, fields, choices.
    open override func loadView() {
        view = panel
        panel.alert = self
        panel.build()
    }

    /// The size of the content in a width.
    final func fittingSize(in room: CGSize) -> CGSize { panel.fittingSize(in: room) }

    /// The first text field takes the keys, or else the alert. *Source*: Apple, UIResponder.becomeFirstResponder(); pictures
    /// of alerts with fields, which come with the keyboard.
    open override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        guard preferredStyle == .alert, !isFieldEdited else { return }
        if panel.fields.first?.becomeFirstResponder() != true { becomeFirstResponder() }
    }

    /// True: an alert takes the return and escape keys.
    open override var canBecomeFirstResponder: Bool { true }

    // MARK: Text fields

    /// The text fields, in the order in which they were added; nil for none.
    open var textFields: [UITextField]? { panel.fields.isEmpty ? nil : panel.fields }

    /// Adds a text field under the message, and configures it. Only an alert has fields: a sheet refuses them, with a message
    /// (Apple's raises).
    open func addTextField(configurationHandler: ((UITextField) -> Void)? = nil) {
        guard preferredStyle == .alert else { return AlertNotices.sayNoFields(self) }
        let field = UITextField()
        field.borderStyle = .roundedRect
        field.font = .systemFont(ofSize: 13)
        field.addAction(
            UIAction { [weak self, weak field] _ in if let self, let field { self.returnWasPressed(in: field) } },
            for: .primaryActionTriggered)
        panel.fields.append(field)
        configurationHandler?(field)
        contentChanged()
    }

    private var isFieldEdited: Bool { panel.fields.contains { $0.isFirstResponder } }

    /// Return leads from field to field, and from the last one to the choice. *Source*: many report it; assumed for more than
    /// two fields.
    private func returnWasPressed(in field: UITextField) {
        guard let index = panel.fields.firstIndex(where: { $0 === field }) else { return }
        if index + 1 < panel.fields.count {
            panel.fields[index + 1].becomeFirstResponder()
        } else {
            returnWasPressed()
        }
    }

    // MARK: Choosing

    private static let returnKey = Selector(
        "alertReturn", onMain: { (me: UIAlertController, _: Any?) in me.returnWasPressed() })
    private static let escapeKey = Selector(
        "alertEscape", onMain: { (me: UIAlertController, _: Any?) in me.escapeWasPressed() })

    /// Return and escape, before the program's own. A text field takes return itself, and asks its delegate.
    open override var keyCommands: [UIKeyCommand]? {
        let enter = UIKeyCommand(input: "\r", modifierFlags: [], action: Self.returnKey)
        let escape = UIKeyCommand(input: UIKeyCommand.inputEscape, modifierFlags: [], action: Self.escapeKey)
        return (isFieldEdited ? [escape] : [enter, escape]) + (super.keyCommands ?? [])
    }

    private func returnWasPressed() {
        let chosen = preferredAction ?? (actions.count == 1 ? actions.first : actions.first { $0.style == .default })
        if let chosen, chosen.isEnabled { choose(chosen) }
    }

    private func escapeWasPressed() {
        if let cancelAction {
            choose(cancelAction)
        } else if actions.count == 1, let only = actions.first {
            choose(only)
        }
    }

    /// Dismisses, and calls an action's handler after that. *Source*: stack traces of handlers: they run in the
    /// completion of the dismissal.
    final func choose(_ action: UIAlertAction) {
        guard action.isEnabled, !isBeingDismissed else { return }
        guard let presentingViewController else {
            action.handler?(action)
            return
        }
        view.endEditing(true)
        presentingViewController.dismiss(animated: true) { action.handler?(action) }
    }

    /// A touch outside a sheet chooses its cancel action.
    final func touchedOutside() {
        if let cancelAction { choose(cancelAction) } else { dismiss(animated: true) }
    }
}
