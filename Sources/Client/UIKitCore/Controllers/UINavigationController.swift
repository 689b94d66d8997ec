import CoreGraphics
import Foundation
import MicaTrace

/// A controller of a stack of other controllers. It shows the last one under a bar.
///
/// The bar has titles, a back button and bar button items. Toolbars and the drag from the edge are not supported yet.
open class UINavigationController: UIViewController {
    private var stack: [UIViewController] = []
    private weak var shown: UIViewController?
    private let area = UIView()

    /// The bar.
    public final let navigationBar = UINavigationBar(frame: .zero)

    /// Makes a controller whose stack has one controller.
    public convenience init(rootViewController: UIViewController) {
        self.init(nibName: nil, bundle: nil)
        setViewControllers([rootViewController], animated: false)
    }

    /// Makes a controller with an empty stack.
    public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
    }

    /// Makes a controller from an archive, with an empty stack.
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    // MARK: Stack

    /// The stack; the shown controller is last.
    open var viewControllers: [UIViewController] {
        get { stack }
        set { setViewControllers(newValue, animated: false) }
    }
    /// The last controller of the stack; nil for an empty one.
    open var topViewController: UIViewController? { stack.last }
    /// The presented controller, or else the last of the stack.
    open var visibleViewController: UIViewController? { presentedViewController ?? stack.last }

    /// Replaces the stack.
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

    /// Pushes a controller onto the stack, and shows it. A controller that is in the stack already is not pushed, with
    /// a message.
    open func pushViewController(_ viewController: UIViewController, animated: Bool) {
        guard !stack.contains(where: { $0 === viewController }) else {
            return Notices.say(
                "UINavigationController: \(type(of: viewController)) is in the stack already", key: "push")
        }
        setViewControllers(stack + [viewController], animated: animated)
    }

    /// Removes the last controller, and shows the one before. Returns the removed one; nil if there is only one.
    @discardableResult
    open func popViewController(animated: Bool) -> UIViewController? {
        guard stack.count > 1, let last = stack.last else { return nil }
        setViewControllers(stack.dropLast(), animated: animated)
        return last
    }

    /// Shows the first controller. Returns the removed ones, in order.
    @discardableResult
    open func popToRootViewController(animated: Bool) -> [UIViewController]? {
        guard let first = stack.first else { return nil }
        return popToViewController(first, animated: animated)
    }

    /// Shows a controller of the stack. Returns the removed ones, in order; nil if it is not in the stack.
    @discardableResult
    open func popToViewController(_ viewController: UIViewController, animated: Bool) -> [UIViewController]? {
        guard let index = stack.firstIndex(where: { $0 === viewController }) else { return nil }
        let gone = Array(stack[(index + 1)...])
        if !gone.isEmpty { setViewControllers(Array(stack[...index]), animated: animated) }
        return gone
    }

    // MARK: Bar

    /// Whether the bar is hidden; false at first.
    open var isNavigationBarHidden = false {
        didSet { if isNavigationBarHidden != oldValue { viewIfLoaded?.setNeedsLayout() } }
    }

    /// Shows or hides the bar.
    open func setNavigationBarHidden(_ hidden: Bool, animated: Bool) {
        guard hidden != isNavigationBarHidden else { return }
        isNavigationBarHidden = hidden
        guard animated, isViewLoaded else { return }
        UIView.animate(withDuration: Self.duration) { self.view.layoutIfNeeded() }
    }

    // MARK: View

    /// The duration of a change, in seconds: others measured a third of a second in UIKit. *Source*: Apple,
    /// UINavigationController.hideShowBarDuration, whose page says 0.2; slides take longer.
    private static let duration = 0.35

    /// Adds the area of the controllers' views and the bar to the view.
    open override func viewDidLoad() {
        super.viewDidLoad()
        area.clipsToBounds = true
        view.addSubview(area)
        view.addSubview(navigationBar)
        navigationBar.goBack = { [weak self] in self?.popViewController(animated: true) }
        show(animated: false, forwards: true) {}
    }

    /// Gives the bar its height, and the controllers' views the rest.
    open override func viewWillLayoutSubviews() {
        super.viewWillLayoutSubviews()
        let height = isNavigationBarHidden ? 0 : UINavigationBar.height + view.safeAreaInsets.top
        navigationBar.frame = CGRect(
            x: 0, y: isNavigationBarHidden ? -UINavigationBar.height : 0, width: view.bounds.width,
            height: isNavigationBarHidden ? UINavigationBar.height : height)
        area.frame = CGRect(x: 0, y: height, width: view.bounds.width, height: max(0, view.bounds.height - height))
    }

    /// Shows the last controller of the stack.
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
        // The view behind moves by a third of the distance. *Source*: others' recreations; Apple documents nothing.
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
