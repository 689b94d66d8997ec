import CoreGraphics
import Foundation

/// The content of a context menu: the preview, and the menu.
///
/// *Source*: Apple, UIContextMenuConfiguration.
@preconcurrency @MainActor open class UIContextMenuConfiguration: NSObject {
    /// The order of a menu's elements; raw values are Apple's.
    public enum ElementOrder: Int, Sendable {
        /// The system's choice: `priority` for a button's menu, `fixed` for a context menu. Apple does not say which;
        /// *Source*: pictures of iOS 14 to 18.
        case automatic = 0
        /// The first element is the nearest to the view: the last row of a menu above it.
        case priority = 1
        /// The first element is the first row.
        case fixed = 2
    }

    /// The order of the menu's elements; automatic at first. *Source*: Apple,
    /// UIContextMenuConfiguration.preferredMenuElementOrder.
    open var preferredMenuElementOrder = ElementOrder.automatic
    /// The name; a unique one if none was given.
    public let identifier: any NSCopying
    private let previewProvider: (() -> UIViewController?)?
    private let actionProvider: (([UIMenuElement]) -> UIMenu?)?

    /// Makes a configuration.
    ///
    /// - Parameters:
    ///   - previewProvider: Gives the controller whose view is shown; nil for the view itself.
    ///   - actionProvider: Gives the menu; it gets the elements that responders suggest in `buildMenu(with:)`.
    public init(
        identifier: (any NSCopying)? = nil, previewProvider: (() -> UIViewController?)? = nil,
        actionProvider: (([UIMenuElement]) -> UIMenu?)? = nil
    ) {
        self.identifier = identifier ?? NSString(string: UUID().uuidString)
        (self.previewProvider, self.actionProvider) = (previewProvider, actionProvider)
        super.init()
    }

    final func makePreview() -> UIViewController? { previewProvider?() }
    final func makeMenu(of view: UIView) -> UIMenu? {
        actionProvider?(UIMenuSystem.suggestions(CommandChain(editing: view), []))
    }
}

/// Animations beside the ends of a context menu.
@preconcurrency @MainActor public protocol UIContextMenuInteractionAnimating: NSObjectProtocol {
    /// The controller that is previewed; nil for none.
    var previewViewController: UIViewController? { get }
    /// Adds animations.
    func addAnimations(_ animations: @escaping () -> Void)
    /// Adds a block that is called after them.
    func addCompletion(_ completion: @escaping () -> Void)
}

/// What happens to the preview's controller when the preview is tapped; raw values are Apple's.
public enum UIContextMenuInteractionCommitStyle: Int, Sendable {
    /// The preview vanishes.
    case dismiss = 0
    /// The preview becomes the shown view: here it vanishes, and the program's blocks show the view.
    case pop = 1
}

/// Animations beside the end of a context menu whose preview was tapped.
@preconcurrency @MainActor public protocol UIContextMenuInteractionCommitAnimating: UIContextMenuInteractionAnimating {
    /// What happens to the preview; `dismiss` at first.
    var preferredCommitStyle: UIContextMenuInteractionCommitStyle { get set }
}

/// An object that gives a context menu's content, and observes its course.
///
/// On Linux, protocols have no optional methods: each method that Apple has as optional has a default body.
@preconcurrency @MainActor public protocol UIContextMenuInteractionDelegate: NSObjectProtocol {
    /// The content for a point of the view; nil for no menu there.
    func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction, configurationForMenuAtLocation location: CGPoint
    ) -> UIContextMenuConfiguration?
    /// The view that is lifted; nil for the interaction's view.
    func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction, configuration: UIContextMenuConfiguration,
        highlightPreviewForItemWithIdentifier identifier: any NSCopying
    ) -> UITargetedPreview?
    /// The view to which the lifted one goes back; nil for its place before.
    func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction, configuration: UIContextMenuConfiguration,
        dismissalPreviewForItemWithIdentifier identifier: any NSCopying
    ) -> UITargetedPreview?
    /// The view that is lifted, by the older interface.
    func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction,
        previewForHighlightingMenuWithConfiguration configuration: UIContextMenuConfiguration
    ) -> UITargetedPreview?
    /// The view to which the lifted one goes back, by the older interface.
    func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction,
        previewForDismissingMenuWithConfiguration configuration: UIContextMenuConfiguration
    ) -> UITargetedPreview?
    /// The preview was tapped.
    func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction,
        willPerformPreviewActionForMenuWith configuration: UIContextMenuConfiguration,
        animator: any UIContextMenuInteractionCommitAnimating)
    /// The menu is about to be shown.
    func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction, willDisplayMenuFor configuration: UIContextMenuConfiguration,
        animator: (any UIContextMenuInteractionAnimating)?)
    /// The menu is about to close.
    func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction, willEndFor configuration: UIContextMenuConfiguration,
        animator: (any UIContextMenuInteractionAnimating)?)
}

extension UIContextMenuInteractionDelegate {
    /// Asks the older method.
    public func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction, configuration: UIContextMenuConfiguration,
        highlightPreviewForItemWithIdentifier identifier: any NSCopying
    ) -> UITargetedPreview? {
        contextMenuInteraction(interaction, previewForHighlightingMenuWithConfiguration: configuration)
    }
    /// Asks the older method.
    public func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction, configuration: UIContextMenuConfiguration,
        dismissalPreviewForItemWithIdentifier identifier: any NSCopying
    ) -> UITargetedPreview? {
        contextMenuInteraction(interaction, previewForDismissingMenuWithConfiguration: configuration)
    }
    /// nil.
    public func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction,
        previewForHighlightingMenuWithConfiguration configuration: UIContextMenuConfiguration
    ) -> UITargetedPreview? { nil }
    /// nil.
    public func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction,
        previewForDismissingMenuWithConfiguration configuration: UIContextMenuConfiguration
    ) -> UITargetedPreview? { nil }
    /// Does nothing.
    public func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction,
        willPerformPreviewActionForMenuWith configuration: UIContextMenuConfiguration,
        animator: any UIContextMenuInteractionCommitAnimating
    ) {}
    /// Does nothing.
    public func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction, willDisplayMenuFor configuration: UIContextMenuConfiguration,
        animator: (any UIContextMenuInteractionAnimating)?
    ) {}
    /// Does nothing.
    public func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction, willEndFor configuration: UIContextMenuConfiguration,
        animator: (any UIContextMenuInteractionAnimating)?
    ) {}
}

/// The behaviour of a view with a context menu: a long press, or a click with the second button, shows it.
///
/// *Source*: Apple, UIContextMenuInteraction.
@preconcurrency @MainActor open class UIContextMenuInteraction: NSObject, UIInteraction, UIGestureRecognizerDelegate {
    /// The object that gives the content.
    open private(set) weak var delegate: (any UIContextMenuInteractionDelegate)?
    /// The view.
    open private(set) weak var view: UIView?
    private let press = MenuPressRecognizer()
    private var place = CGPoint.zero
    /// The content for the press that is about to begin.
    private var asked: UIContextMenuConfiguration?
    private static let pressed = Selector(
        "pressed:",
        onMain: { (me: UIContextMenuInteraction, press: UILongPressGestureRecognizer) in
            guard press.state == .began, let configuration = me.asked else { return }
            me.asked = nil
            me.show(configuration, at: press.location(in: me.view), byPointer: false)
        })

    /// Makes an interaction.
    public init(delegate: any UIContextMenuInteractionDelegate) {
        self.delegate = delegate
        super.init()
        press.addTarget(self, action: Self.pressed)
        press.delegate = self
    }

    /// The interaction is about to be added to a view, or removed from one.
    open func willMove(to view: UIView?) { self.view?.removeGestureRecognizer(press) }

    /// The interaction was added to a view, or removed from one.
    open func didMove(to view: UIView?) {
        self.view = view
        view?.addGestureRecognizer(press)
    }

    /// A press where there is no menu is the view's.
    open func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        asked = configuration(at: gestureRecognizer.location(in: view))
        return asked != nil
    }

    private func configuration(at point: CGPoint) -> UIContextMenuConfiguration? {
        isShowing || view?.window == nil
            ? nil : delegate?.contextMenuInteraction(self, configurationForMenuAtLocation: point)
    }

    /// The place of the last menu, in a view's space; nil stands for the window's.
    open func location(in view: UIView?) -> CGPoint { self.view?.convert(place, to: view) ?? place }

    /// Closes the menu.
    open func dismissMenu() { if isShowing { MenuOverlay.current?.close(nil) } }
    private var isShowing = false

    /// Shows the menu at the pointer; false if there is none.
    final func show(at point: CGPoint) -> Bool {
        guard let configuration = configuration(at: point) else { return false }
        return show(configuration, at: point, byPointer: true)
    }

    @discardableResult
    private func show(_ configuration: UIContextMenuConfiguration, at point: CGPoint, byPointer: Bool) -> Bool {
        guard let view, let window = view.window, let menu = configuration.makeMenu(of: view) else { return false }
        place = point
        isShowing = true
        let controller = byPointer ? nil : configuration.makePreview()
        let target =
            delegate?.contextMenuInteraction(
                self, configuration: configuration, highlightPreviewForItemWithIdentifier: configuration.identifier)
            ?? UITargetedPreview(view: view)
        var source = target.frame
        var preview: UIView?
        if byPointer {
            // A click shows only the menu, at the pointer. *Source*: Apple, Human Interface Guidelines, "Context menus".
            source = CGRect(origin: view.convert(point, to: nil), size: .zero)
        } else if let controller, let shown = controller.view {
            source = Self.rect(of: controller, over: source, in: window)
            shown.frame = source
            shown.layer.cornerRadius = 13
            shown.clipsToBounds = true
            preview = shown
        } else {
            preview = target.makeLifted()
        }
        let begin = MenuAnimations(controller)
        delegate?.contextMenuInteraction(self, willDisplayMenuFor: configuration, animator: begin)
        MenuOverlay.show(
            menu, at: source, in: window, preview: preview,
            order: configuration.preferredMenuElementOrder == .priority ? .priority : .fixed, sender: self,
            previewTapped: { [weak self] in self?.commit(configuration, controller) }
        ) { [weak self] _ in
            guard let self else { return }
            isShowing = false
            _ = delegate?.contextMenuInteraction(
                self, configuration: configuration, dismissalPreviewForItemWithIdentifier: configuration.identifier)
            let end = MenuAnimations(controller)
            delegate?.contextMenuInteraction(self, willEndFor: configuration, animator: end)
            end.run()
        }
        DragCourse.current(with: window)?.menuAppeared()
        begin.run()
        return true
    }

    /// The rectangle of a previewed controller's view, over the view that was pressed.
    private static func rect(of controller: UIViewController, over source: CGRect, in window: UIWindow) -> CGRect {
        let wanted = controller.preferredContentSize
        let size = CGSize(
            width: min(wanted.width > 0 ? wanted.width : 300, window.bounds.width - 40),
            height: min(wanted.height > 0 ? wanted.height : 300, window.bounds.height / 2))
        return CGRect(
            x: min(max(source.midX - size.width / 2, 20), window.bounds.width - 20 - size.width),
            y: min(max(source.midY - size.height / 2, 20), window.bounds.height - 20 - size.height),
            width: size.width, height: size.height)
    }

    private func commit(_ configuration: UIContextMenuConfiguration, _ controller: UIViewController?) {
        let animations = MenuAnimations(controller)
        delegate?.contextMenuInteraction(self, willPerformPreviewActionForMenuWith: configuration, animator: animations)
        animations.run()
    }
}

/// The animations beside a menu's beginning or end.
@MainActor final class MenuAnimations: NSObject, UIContextMenuInteractionCommitAnimating, UIEditMenuInteractionAnimating
{
    var preferredCommitStyle = UIContextMenuInteractionCommitStyle.dismiss
    let previewViewController: UIViewController?
    private var animations: [() -> Void] = []
    private var completions: [() -> Void] = []

    init(_ controller: UIViewController?) {
        previewViewController = controller
        super.init()
    }

    func addAnimations(_ animations: @escaping () -> Void) { self.animations.append(animations) }
    func addCompletion(_ completion: @escaping () -> Void) { completions.append(completion) }

    func run() {
        UIView.animate(withDuration: 0.25) {
            for block in self.animations { block() }
        } completion: { _ in
            for block in self.completions { block() }
        }
    }
}
