import CoreGraphics
import Foundation
import MicaTrace

/// A controller of a stack of others, the last of which is shown, under a bar. *Source*: Apple, UINavigationController.
///
/// Of the bar there are the title and the button that leads back; bar button items, toolbars and the drag from the edge are not there yet.
open class UINavigationController: UIViewController {
    private var stack: [UIViewController] = []
    private weak var shown: UIViewController?
    private let area = UIView()

    /// The bar. *Source*: Apple, UINavigationController.navigationBar.
    public final let navigationBar = UINavigationBar(frame: .zero)

    /// Makes a controller with the first of its stack. *Source*: Apple, UINavigationController.init(rootViewController:).
    public convenience init(rootViewController: UIViewController) {
        self.init(nibName: nil, bundle: nil)
        setViewControllers([rootViewController], animated: false)
    }

    /// Makes a controller with an empty stack. *Source*: Apple, UIViewController.init(nibName:bundle:).
    public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
    }

    /// Makes a controller from an archive, with an empty stack. *Source*: Apple, UIViewController.init(coder:).
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    // MARK: Stack

    /// The stack, the one that is shown last. *Source*: Apple, UINavigationController.viewControllers.
    open var viewControllers: [UIViewController] {
        get { stack }
        set { setViewControllers(newValue, animated: false) }
    }
    /// The last of the stack. *Source*: Apple, UINavigationController.topViewController.
    open var topViewController: UIViewController? { stack.last }
    /// What that one presents, or that one. *Source*: Apple, UINavigationController.visibleViewController.
    open var visibleViewController: UIViewController? { presentedViewController ?? stack.last }

    /// Puts another stack in the place of this one. *Source*: Apple, UINavigationController.setViewControllers(_:animated:).
    open func setViewControllers(_ viewControllers: [UIViewController], animated: Bool) {
        let isDeeper = viewControllers.count >= stack.count
        var known: [UIViewController] = []
        for controller in viewControllers where !known.contains(where: { $0 === controller }) {
            known.append(controller)
        }
        for controller in stack where !known.contains(where: { $0 === controller }) {
            controller.willMove(toParent: nil)
        }
        let gone = stack.filter { old in !known.contains { $0 === old } }
        for controller in known where controller.parent !== self { addChild(controller) }
        stack = known
        show(animated: animated, forwards: isDeeper) {
            for controller in gone { controller.removeFromParent() }
        }
    }

    /// Shows a controller over the one that is shown; one that is in the stack already is not pushed again, with a message. *Source*:
    /// Apple, UINavigationController.pushViewController(_:animated:).
    open func pushViewController(_ viewController: UIViewController, animated: Bool) {
        guard !stack.contains(where: { $0 === viewController }) else {
            return Notices.say(
                "UINavigationController: \(type(of: viewController)) is in the stack already", key: "push")
        }
        setViewControllers(stack + [viewController], animated: animated)
    }

    /// Shows the one before: the one that goes, or nil where there is only one. *Source*: Apple,
    /// UINavigationController.popViewController(animated:).
    @discardableResult
    open func popViewController(animated: Bool) -> UIViewController? {
        guard stack.count > 1, let last = stack.last else { return nil }
        setViewControllers(stack.dropLast(), animated: animated)
        return last
    }

    /// Shows the first one: those that go, in their order. *Source*: Apple, UINavigationController.popToRootViewController(animated:).
    @discardableResult
    open func popToRootViewController(animated: Bool) -> [UIViewController]? {
        guard let first = stack.first else { return nil }
        return popToViewController(first, animated: animated)
    }

    /// Shows one of the stack: those that go, in their order; nil where it is not in the stack. *Source*: Apple,
    /// UINavigationController.popToViewController(_:animated:).
    @discardableResult
    open func popToViewController(_ viewController: UIViewController, animated: Bool) -> [UIViewController]? {
        guard let index = stack.firstIndex(where: { $0 === viewController }) else { return nil }
        let gone = Array(stack[(index + 1)...])
        if !gone.isEmpty { setViewControllers(Array(stack[...index]), animated: animated) }
        return gone
    }

    // MARK: Bar

    /// Whether the bar is not shown. *Source*: Apple, UINavigationController.isNavigationBarHidden.
    open var isNavigationBarHidden = false {
        didSet { if isNavigationBarHidden != oldValue { viewIfLoaded?.setNeedsLayout() } }
    }

    /// Shows or hides the bar. *Source*: Apple, UINavigationController.setNavigationBarHidden(_:animated:).
    open func setNavigationBarHidden(_ hidden: Bool, animated: Bool) {
        guard hidden != isNavigationBarHidden else { return }
        isNavigationBarHidden = hidden
        guard animated, isViewLoaded else { return }
        UIView.animate(withDuration: Self.duration) { self.view.layoutIfNeeded() }
    }

    // MARK: View

    /// How long a change takes, in seconds: others' measurements of UIKit's have a third of a second. *Source*: Apple,
    /// UINavigationController.hideShowBarDuration, whose page says 0.2; slides are longer.
    private static let duration = 0.35

    /// Puts the area of the controllers and the bar into the view. *Source*: Apple, UIViewController.viewDidLoad().
    open override func viewDidLoad() {
        super.viewDidLoad()
        area.clipsToBounds = true
        view.addSubview(area)
        view.addSubview(navigationBar)
        navigationBar.goBack = { [weak self] in self?.popViewController(animated: true) }
        show(animated: false, forwards: true) {}
    }

    /// Gives the bar its height, and the controllers the rest. *Source*: Apple, UIViewController.viewWillLayoutSubviews().
    open override func viewWillLayoutSubviews() {
        super.viewWillLayoutSubviews()
        let height = isNavigationBarHidden ? 0 : UINavigationBar.height + view.safeAreaInsets.top
        navigationBar.frame = CGRect(
            x: 0, y: isNavigationBarHidden ? -UINavigationBar.height : 0, width: view.bounds.width,
            height: isNavigationBarHidden ? UINavigationBar.height : height)
        area.frame = CGRect(x: 0, y: height, width: view.bounds.width, height: max(0, view.bounds.height - height))
    }

    /// Shows the last of the stack.
    private func show(animated: Bool, forwards: Bool, _ end: @escaping () -> Void) {
        guard isViewLoaded else { return end() }
        navigationBar.items = stack.map(\.navigationItem)
        let (old, new) = (shown, stack.last)
        guard old !== new else { return end() }
        shown = new
        view.layoutIfNeeded()
        let width = area.bounds.width
        if let view = new?.view {
            view.frame = area.bounds
            view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            area.insertSubview(view, at: forwards ? area.subviews.count : 0)
        }
        let finish = {
            if let view = old?.viewIfLoaded, self.shown !== old { view.removeFromSuperview() }
            end()
            new?.didMove(toParent: self)
        }
        guard animated, view.window != nil, let from = old?.viewIfLoaded, let to = new?.viewIfLoaded else {
            return finish()
        }
        // The one behind moves by a third of the way. *Source*: others' recreations of it; Apple says nothing.
        let (rest, far, near) = (area.bounds.midX, width, -width / 3)
        UIView.performWithoutAnimation { to.center.x = rest + (forwards ? far : near) }
        UIView.animate(withDuration: Self.duration, delay: 0, options: .curveEaseInOut) {
            to.center.x = rest
            from.center.x = rest + (forwards ? near : far)
        } completion: { _ in
            finish()
            UIView.performWithoutAnimation { from.center.x = rest }
        }
    }
}
