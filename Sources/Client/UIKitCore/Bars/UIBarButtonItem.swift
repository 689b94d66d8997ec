import CoreGraphics
import Foundation

/// A button in a navigation bar or a toolbar, or a view or a space there.
open class UIBarButtonItem: UIBarItem, UISpringLoadedInteractionSupporting {
    /// The appearance of a button; raw values are Apple's.
    public enum Style: Int, Sendable {
        /// In the tint colour.
        case plain = 0
        /// As `plain`: borders are no longer drawn.
        case bordered = 1
        /// With a bold title, for the end of a task.
        case done = 2
    }

    /// The system's items, which have a title or a symbol; raw values are Apple's.
    public enum SystemItem: Int, Sendable {
        /// "Done", bold.
        case done = 0
        /// "Cancel".
        case cancel = 1
        /// "Edit".
        case edit = 2
        /// "Save", bold.
        case save = 3
        /// A plus sign.
        case add = 4
        /// A space that takes the remaining width.
        case flexibleSpace = 5
        /// A space of `width` points.
        case fixedSpace = 6
        /// Begins a text; here "Compose".
        case compose = 7
        /// Here "Reply".
        case reply = 8
        /// Offers actions on the content; here "Share".
        case action = 9
        /// Here "Organize".
        case organize = 10
        /// Here "Bookmarks".
        case bookmarks = 11
        /// A magnifying glass.
        case search = 12
        /// Here "Refresh".
        case refresh = 13
        /// A cross.
        case stop = 14
        /// Here "Camera".
        case camera = 15
        /// Here "Trash".
        case trash = 16
        /// A triangle.
        case play = 17
        /// Two bars.
        case pause = 18
        /// Here "Rewind".
        case rewind = 19
        /// Here "Fast Forward".
        case fastForward = 20
        /// "Undo".
        case undo = 21
        /// "Redo".
        case redo = 22
        /// Here "Page Curl".
        case pageCurl = 23
        /// A cross.
        case close = 24

        /// The symbol's name; nil for items with a title.
        fileprivate var symbol: String? {
            switch self {
            case .add: "plus"
            case .search: "magnifyingglass"
            case .stop, .close: "xmark"
            case .play: "play.fill"
            case .pause: "pause.fill"
            default: nil
            }
        }

        /// The title of items without a symbol; nil for spaces.
        fileprivate var title: String? {
            switch self {
            case .done: "Done"
            case .cancel: "Cancel"
            case .edit: "Edit"
            case .save: "Save"
            case .compose: "Compose"
            case .reply: "Reply"
            case .action: "Share"
            case .organize: "Organize"
            case .bookmarks: "Bookmarks"
            case .refresh: "Refresh"
            case .camera: "Camera"
            case .trash: "Trash"
            case .rewind: "Rewind"
            case .fastForward: "Fast Forward"
            case .undo: "Undo"
            case .redo: "Redo"
            case .pageCurl: "Page Curl"
            case .add, .search, .stop, .close, .play, .pause, .flexibleSpace, .fixedSpace: nil
            }
        }
    }

    /// The appearance; plain at first.
    open var style = Style.plain {
        didSet { if style != oldValue { contentChanged() } }
    }
    /// The width, in points; 0 or less for the content's own.
    open var width: CGFloat = 0 {
        didSet { if width != oldValue { contentChanged() } }
    }
    /// The colour; nil for the bar's.
    open var tintColor: UIColor? {
        didSet { contentChanged() }
    }
    /// Titles that the item may get: it is as wide as the widest of them.
    open var possibleTitles: Set<String>? {
        didSet { contentChanged() }
    }
    /// A view to show instead of a button. It calls no action.
    open var customView: UIView? {
        didSet {
            guard customView !== oldValue else { return }
            oldValue?.removeFromSuperview()
            contentChanged()
        }
    }
    /// The method to call: of the target, or without one of the first responder that has it.
    open var action: Selector?
    /// The object whose method is called, held weakly.
    open weak var target: AnyObject?
    /// The action to call, instead of the target's method. It gives the button its title and picture; nil leaves them
    /// unchanged. *Source*: Apple, UIBarButtonItem.primaryAction; UIBarButtonItem.h: "When primaryAction is non-nil,
    /// the target & action properties are ignored."
    open var primaryAction: UIAction? {
        didSet { adoptAction() }
    }

    /// The menu of a touch, or of a long press if the item has an action; nil for none. *Source*: Apple,
    /// UIBarButtonItem.menu.
    open var menu: UIMenu? {
        didSet { contentChanged() }
    }
    /// Whether the chosen action's title shows; false at first.
    open var changesSelectionAsPrimaryAction = false {
        didSet { contentChanged() }
    }

    /// The bar that shows the item, or the part of it that lays the item out.
    final weak var bar: UIView?
    /// The bar in which the item has taken the values of `UIAppearance`.
    private weak var styledBar: UIView?
    /// The bar's appearance of the item; nil for the system's.
    private var look: UIBarButtonItemAppearance?
    /// The kind of space; nil for other items.
    private var space: SystemItem?
    private var button: UIButton?
    /// The colour that the button has.
    private weak var shownTint: UIColor?

    /// Makes an item that shows nothing.
    public override init() { super.init() }

    /// Reads an item from an archive.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        width = CGFloat(coder.decodeDouble(forKey: "UIWidth"))
        style = Style(rawValue: coder.decodeInteger(forKey: "UIStyle")) ?? .plain
        coder.readNib(self, as: UIBarButtonItem.self)
    }

    /// Writes the item's values into an archive.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(Double(width), forKey: "UIWidth")
        coder.encode(style.rawValue, forKey: "UIStyle")
    }

    /// Makes a button with a title. The target is held weakly.
    public convenience init(title: String?, style: Style, target: Any?, action: Selector?) {
        self.init()
        (self.title, self.style) = (title, style)
        call(target, action)
    }

    /// Makes a button with a picture. The target is held weakly.
    public convenience init(image: UIImage?, style: Style, target: Any?, action: Selector?) {
        self.init()
        (self.image, self.style) = (image, style)
        call(target, action)
    }

    /// Makes a button with a picture, and one for low bars, which is stored.
    public convenience init(
        image: UIImage?, landscapeImagePhone: UIImage?, style: Style, target: Any?, action: Selector?
    ) {
        self.init(image: image, style: style, target: target, action: action)
        self.landscapeImagePhone = landscapeImagePhone
    }

    /// Makes one of the system's items.
    public convenience init(barButtonSystemItem systemItem: SystemItem, target: Any?, action: Selector?) {
        self.init()
        adopt(systemItem)
        call(target, action)
    }

    /// Makes one of the system's items that calls an action, or shows a menu. *Source*: Apple,
    /// UIBarButtonItem.init(systemItem:primaryAction:menu:).
    public convenience init(systemItem: SystemItem, primaryAction: UIAction? = nil, menu: UIMenu? = nil) {
        self.init()
        self.menu = menu
        self.primaryAction = primaryAction
        adopt(systemItem)
    }

    /// Makes a button that calls an action, or shows a menu; without a title and a picture it takes the action's.
    /// *Source*: Apple, UIBarButtonItem.init(title:image:primaryAction:menu:).
    public convenience init(
        title: String? = nil, image: UIImage? = nil, primaryAction: UIAction? = nil, menu: UIMenu? = nil
    ) {
        self.init()
        self.menu = menu
        self.primaryAction = primaryAction
        adoptAction()
        if let title { self.title = title }
        if let image { self.image = image }
    }

    /// Makes an item that shows a view.
    public convenience init(customView: UIView) {
        self.init()
        self.customView = customView
    }

    /// A space of a width in points.
    public class func fixedSpace(_ width: CGFloat) -> Self {
        let made = flexibleSpace()
        (made.space, made.width) = (.fixedSpace, width)
        return made
    }

    /// A space that takes the remaining width; in a navigation bar it has none.
    public class func flexibleSpace() -> Self {
        let made = makeObject(of: self)
        made.space = .flexibleSpace
        return made
    }

    private func call(_ target: Any?, _ action: Selector?) {
        (self.target, self.action) = (target.map { $0 as AnyObject }, action)
    }

    /// Shows the title and the picture of one of the system's items.
    package final func adopt(_ item: SystemItem) {
        title = item.title
        image = item.symbol.flatMap { UIImage(systemName: $0) }
        if item == .done || item == .save { style = .done }
        if item == .flexibleSpace || item == .fixedSpace { space = item }
    }

    private func adoptAction() {
        guard let primaryAction, customView == nil else { return }
        title = primaryAction.title
        image = primaryAction.image
    }

    /// Whether a drag that rests over the item's button uses it, as a touch does; false at first. A custom view has its own
    /// springs.
    open var isSpringLoaded = false { didSet { contentChanged() } }

    // MARK: Bar

    override func contentChanged() {
        updateButton()
        bar?.setNeedsLayout()
    }

    /// Takes the bar and its appearance of buttons.
    final func adopt(_ bar: UIView, style look: UIBarButtonItemAppearance?) {
        if styledBar !== bar, bar.window != nil {
            styledBar = bar
            takeAppearance(in: bar)
        }
        self.bar = bar
        self.look = look
        updateButton()
    }

    /// Whether the item is a space that takes the remaining width.
    final var isFlexibleSpace: Bool { space == .flexibleSpace }

    override var viewInBar: UIView? { bar == nil || shown?.superview == nil ? nil : shown }

    /// The view that the bar shows: the custom view or a button; nil for a space.
    package final var shown: UIView? {
        if space != nil { return nil }
        if let customView { return customView }
        if let button { return button }
        let made = UIButton(type: .system)
        made.addAction(UIAction { [weak self, weak made] _ in self?.perform(from: made) }, for: .primaryActionTriggered)
        button = made
        updateButton()
        return made
    }

    /// The width in a bar of a height. *Units*: points.
    final func width(in height: CGFloat) -> CGFloat {
        if space == .flexibleSpace { return 0 }
        if width > 0 || space != nil { return max(0, width) }
        guard customView == nil, let button else { return shown?.bounds.width ?? 0 }
        let fitting = button.sizeThatFits(CGSize(width: .infinity, height: height)).width
        guard image == nil, let titles = possibleTitles, let font = button.titleLabel?.font else { return fitting }
        return titles.reduce(fitting) {
            max($0, ($1 as NSString).size(withAttributes: [.font: font]).width.rounded(.up))
        }
    }

    private func updateButton() {
        guard let button else { return }
        // The size of a bar's titles. *Source*: Apple, Human Interface Guidelines, "Typography": body.
        // Only differences are set, as bars take their items' looks at each layout.
        let font = style == .done ? UIFont.boldSystemFont(ofSize: 17) : .systemFont(ofSize: 17)
        if button.titleLabel?.font != font { button.titleLabel?.font = font }
        if button.image(for: .normal) !== image { button.setImage(image, for: .normal) }
        let text = image == nil ? title : nil
        if button.title(for: .normal) != text { button.setTitle(text, for: .normal) }
        let looks: [(UIControl.State, UIBarButtonItemStateAppearance?)] = [
            (.normal, look?.normal), (.highlighted, look?.highlighted), (.disabled, look?.disabled),
            (.focused, look?.focused),
        ]
        for (state, look) in looks {
            let given = titleTextAttributes(for: state) ?? [:]
            let attributes = (look?.titleTextAttributes ?? [:]).merging(given) { $1 }
            let styled = attributes.isEmpty ? nil : text.map { NSAttributedString(string: $0, attributes: attributes) }
            if styled != button.attributedTitle(for: state) { button.setAttributedTitle(styled, for: state) }
            if look != nil || button.backgroundImage(for: state) != nil,
                button.backgroundImage(for: state) !== look?.backgroundImage
            {
                button.setBackgroundImage(look?.backgroundImage, for: state)
            }
        }
        if let offset = look?.normal.titlePositionAdjustment, offset != .zero {
            let insets = UIEdgeInsets(
                top: offset.vertical, left: offset.horizontal, bottom: -offset.vertical, right: -offset.horizontal)
            if button.titleEdgeInsets != insets { button.titleEdgeInsets = insets }
        }
        if button.imageEdgeInsets != imageInsets { button.imageEdgeInsets = imageInsets }
        if button.menu !== menu { button.menu = menu }
        let touchShowsMenu = menu != nil && primaryAction == nil && action == nil
        if button.showsMenuAsPrimaryAction != touchShowsMenu { button.showsMenuAsPrimaryAction = touchShowsMenu }
        if button.changesSelectionAsPrimaryAction != changesSelectionAsPrimaryAction {
            button.changesSelectionAsPrimaryAction = changesSelectionAsPrimaryAction
        }
        if button.isEnabled != isEnabled { button.isEnabled = isEnabled }
        if button.isSpringLoaded != isSpringLoaded { button.isSpringLoaded = isSpringLoaded }
        if shownTint !== tintColor {
            shownTint = tintColor
            button.tintColor = tintColor
        }
    }

    /// Calls the action, or the target's method; without a target, the method of the first responder that has it, from
    /// the button up.
    private func perform(from button: UIButton?) {
        if let primaryAction { return primaryAction.call(from: self) }
        guard let action else { return }
        // The item is no responder: as a sender, it would make the application begin at the first responder.
        let receiver = target ?? UIApplication.receiver(of: action, from: button)
        UIApplication.shared.sendAction(action, to: receiver, from: self, for: TouchDispatcher.shared.event)
    }
}
