import CoreGraphics
import Foundation

/// A command of a program in the edit menu. *Source*: Apple, UIMenuItem.
@preconcurrency @MainActor open class UIMenuItem: NSObject {
    /// The title.
    open var title: String
    /// The method that is called, of the first responder or the next along the chain that has it.
    open var action: Selector

    /// Makes an item.
    public init(title: String, action: Selector) {
        (self.title, self.action) = (title, action)
        super.init()
    }
}

/// The edit menu of the application, as programs before iOS 16 use it; it shows the menu of `UIEditMenuInteraction`.
///
/// *Source*: Apple, UIMenuController. Its commands are those that the first responder, or the next along the chain, can
/// carry out, and then `menuItems`.
@preconcurrency @MainActor open class UIMenuController: NSObject, UIEditMenuInteractionDelegate {
    /// The side that the arrow points to; raw values are Apple's.
    public enum ArrowDirection: Int, Sendable {
        /// By the room.
        case `default` = 0
        /// Up.
        case up = 1
        /// Down.
        case down = 2
        /// Left.
        case left = 3
        /// Right.
        case right = 4
    }

    /// The menu is about to be shown.
    public nonisolated static let willShowMenuNotification = NSNotification.Name(
        "UIMenuControllerWillShowMenuNotification")
    /// The menu is shown.
    public nonisolated static let didShowMenuNotification = NSNotification.Name(
        "UIMenuControllerDidShowMenuNotification")
    /// The menu is about to close.
    public nonisolated static let willHideMenuNotification = NSNotification.Name(
        "UIMenuControllerWillHideMenuNotification")
    /// The menu has closed.
    public nonisolated static let didHideMenuNotification = NSNotification.Name(
        "UIMenuControllerDidHideMenuNotification")
    /// The menu has moved.
    public nonisolated static let menuFrameDidChangeNotification = NSNotification.Name(
        "UIMenuControllerMenuFrameDidChangeNotification")

    /// The only one.
    public static let shared = UIMenuController()

    private lazy var interaction = UIEditMenuInteraction(delegate: self)
    private var target: (rect: CGRect, view: UIView)?

    private override init() { super.init() }

    /// The program's commands; nil for none.
    open var menuItems: [UIMenuItem]?
    /// The side that the arrow points to.
    open var arrowDirection = ArrowDirection.default
    /// The rectangle of the menu. *Space*: the screen's.
    open var menuFrame: CGRect { interaction.barFrame }

    /// Whether the menu is shown.
    open var isMenuVisible: Bool {
        get { interaction.isVisible }
        set { setMenuVisible(newValue, animated: false) }
    }

    /// Shows or closes the menu at the place of `setTargetRect(_:in:)`.
    open func setMenuVisible(_ menuVisible: Bool, animated: Bool) {
        guard menuVisible else { return hideMenu() }
        if let target { showMenu(from: target.view, rect: target.rect) }
    }

    /// Sets the place of the menu.
    open func setTargetRect(_ targetRect: CGRect, in targetView: UIView) { target = (targetRect, targetView) }

    /// Shows the menu beside a rectangle of a view.
    open func showMenu(from targetView: UIView, rect targetRect: CGRect) {
        target = (targetRect, targetView)
        targetView.addInteraction(interaction)
        let configuration = UIEditMenuConfiguration(
            identifier: nil, sourcePoint: CGPoint(x: targetRect.midX, y: targetRect.midY))
        configuration.preferredArrowDirection =
            UIEditMenuArrowDirection(rawValue: arrowDirection.rawValue) ?? .automatic
        interaction.presentEditMenu(with: configuration)
    }

    /// Closes the menu.
    open func hideMenu(from targetView: UIView) { if interaction.view === targetView { hideMenu() } }

    /// Closes the menu.
    open func hideMenu() { interaction.dismissMenu() }

    /// Shows the present commands in a menu that is shown.
    open func update() {
        interaction.reloadVisibleMenu()
        if isMenuVisible { NotificationCenter.default.post(name: Self.menuFrameDidChangeNotification, object: self) }
    }

    /// The rectangle that was set.
    public func editMenuInteraction(
        _ interaction: UIEditMenuInteraction, targetRectFor configuration: UIEditMenuConfiguration
    ) -> CGRect { target?.rect ?? .zero }

    /// Posts that the menu is shown.
    public func editMenuInteraction(
        _ interaction: UIEditMenuInteraction, willPresentMenuFor configuration: UIEditMenuConfiguration,
        animator: any UIEditMenuInteractionAnimating
    ) {
        NotificationCenter.default.post(name: Self.willShowMenuNotification, object: self)
        animator.addCompletion { NotificationCenter.default.post(name: Self.didShowMenuNotification, object: self) }
    }

    /// Posts that the menu closes.
    public func editMenuInteraction(
        _ interaction: UIEditMenuInteraction, willDismissMenuFor configuration: UIEditMenuConfiguration,
        animator: any UIEditMenuInteractionAnimating
    ) {
        NotificationCenter.default.post(name: Self.willHideMenuNotification, object: self)
        animator.addCompletion { NotificationCenter.default.post(name: Self.didHideMenuNotification, object: self) }
    }
}
