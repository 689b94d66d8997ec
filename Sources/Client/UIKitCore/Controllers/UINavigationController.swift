import CoreGraphics
import Foundation
import MicaTrace
import QuartzCore

/// A controller of a stack of other controllers. It shows the last one under a bar.
///
/// The views of the stack fill the controller's view, and the bars lie over them: the views' safe areas end at the bars.
/// docs/navigation.md describes pushes and pops, the drag from the edge, and large titles.
///
/// *Source*: Apple, UINavigationController.
open class UINavigationController: UIViewController {
    /// A push or a pop, for the delegate's animators; raw values are Apple's.
    public enum Operation: Int, Sendable {
        /// Neither.
        case none = 0
        /// A push.
        case push = 1
        /// A pop.
        case pop = 2
    }

    /// The duration of hiding and showing the bars. *Units*: seconds. *Source*: Apple,
    /// UINavigationController.hideShowBarDuration: "the default value is 0.2 seconds".
    public static let hideShowBarDuration: CGFloat = 0.2

    final var stack: [UIViewController] = []
    final weak var shown: UIViewController?
    /// The view that holds the controllers' views.
    final let area = UIView()
    /// The push or pop in progress; nil for none.
    final var transition: ControllerTransition?
    final var edge: NavigationGestures?
    private var barClass: UINavigationBar.Type?
    private var toolbarClass: UIToolbar.Type?

    /// The observer of changes, which gives animators; nil for none.
    open weak var delegate: (any UINavigationControllerDelegate)?

    /// The bar.
    open private(set) lazy var navigationBar: UINavigationBar = makeView(of: barClass ?? UINavigationBar.self)

    /// Makes a controller whose stack has one controller.
    public init(rootViewController: UIViewController) {
        super.init(nibName: nil, bundle: nil)
        setViewControllers([rootViewController], animated: false)
    }

    /// Makes a controller with an empty stack, and bars of other classes; nil for the usual ones.
    public init(navigationBarClass: AnyClass?, toolbarClass: AnyClass?) {
        (barClass, self.toolbarClass) = (navigationBarClass as? UINavigationBar.Type, toolbarClass as? UIToolbar.Type)
        super.init(nibName: nil, bundle: nil)
    }

    /// Makes a controller with an empty stack.
    public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
    }

    /// Makes a controller with an empty stack.
    public convenience init() { self.init(nibName: nil, bundle: nil) }

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

    /// Replaces the stack. An animated change is a pop if the new last controller was in the stack, otherwise a push.
    /// *Source*: Apple, UINavigationController.setViewControllers(_:animated:).
    open func setViewControllers(_ viewControllers: [UIViewController], animated: Bool) {
        finishTransition()
        let old = stack
        var known: [UIViewController] = []
        for controller in viewControllers where !known.contains(where: { $0 === controller }) {
            known.append(controller)
        }
        let gone = old.filter { old in !known.contains { $0 === old } }
        let last = known.last
        let isPop = last !== old.last && old.contains { $0 === last }
        for controller in gone {
            controller.willMove(toParent: nil)
            controller.isMovingFromParent = true
        }
        for controller in known where controller.parent !== self { addChild(controller) }
        stack = known
        show(animated: animated, forwards: !isPop, gone: gone, before: old)
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

    /// Pushes a controller. *Source*: Apple, UINavigationController.show(_:sender:).
    open override func show(_ vc: UIViewController, sender: Any?) { pushViewController(vc, animated: true) }

    /// The item of a tab bar: the first controller's, until another one is set. *Source*: widely used: programs set the
    /// item of a controller that they put into a navigation controller.
    open override var tabBarItem: UITabBarItem! {
        get { hasOwnTabItem ? super.tabBarItem : stack.first?.tabBarItem ?? super.tabBarItem }
        set {
            hasOwnTabItem = true
            super.tabBarItem = newValue
        }
    }

    // MARK: Bars

    /// Whether the bar is hidden; false at first.
    open var isNavigationBarHidden: Bool {
        get { isBarHidden }
        set { setNavigationBarHidden(newValue, animated: false) }
    }
    private var isBarHidden = false

    /// Shows or hides the bar; an animated change slides it, or is part of the push or pop in progress.
    open func setNavigationBarHidden(_ hidden: Bool, animated: Bool) {
        guard hidden != isBarHidden else { return }
        isBarHidden = hidden
        changeBars(animated)
    }

    /// The bar at the bottom, made at its first use.
    open private(set) lazy var toolbar: UIToolbar! = {
        let made = makeView(of: toolbarClass ?? UIToolbar.self)
        if isViewLoaded { view.addSubview(made) }
        hasToolbar = true
        return made
    }()
    private var hasToolbar = false

    /// Whether the toolbar is hidden; true at first.
    open var isToolbarHidden: Bool {
        get { isBottomHidden }
        set { setToolbarHidden(newValue, animated: false) }
    }
    private var isBottomHidden = true

    /// Shows or hides the toolbar.
    open func setToolbarHidden(_ hidden: Bool, animated: Bool) {
        guard hidden != isBottomHidden else { return }
        isBottomHidden = hidden
        changeBars(animated)
    }

    private func changeBars(_ animated: Bool) {
        guard isViewLoaded else { return }
        view.setNeedsLayout()
        guard animated else {
            layOutBars()
            return
        }
        if let transition, !transition.transitionWasCancelled {
            transition.coordinator.animate(alongsideTransition: { _ in self.layOutBars() })
        } else {
            UIView.animate(withDuration: TimeInterval(Self.hideShowBarDuration)) { self.layOutBars() }
        }
    }

    /// Whether a swipe up hides the bars and a swipe down shows them; false at first.
    open var hidesBarsOnSwipe = false {
        didSet { gestures.updateBarGestures() }
    }
    /// Whether a tap hides and shows the bars; false at first.
    open var hidesBarsOnTap = false {
        didSet { gestures.updateBarGestures() }
    }
    /// Whether the bars are hidden while the window is vertically compact; false at first.
    open var hidesBarsWhenVerticallyCompact = false {
        didSet { viewIfLoaded?.setNeedsLayout() }
    }
    /// The recognizer of `hidesBarsOnSwipe`.
    open var barHideOnSwipeGestureRecognizer: UIPanGestureRecognizer { gestures.barSwipe }
    /// The recognizer of `hidesBarsOnTap`.
    open var barHideOnTapGestureRecognizer: UITapGestureRecognizer { gestures.barTap }
    /// The recognizer of the drag from the left edge, which pops. Its delegate refuses the drag while there is nothing
    /// to pop to, while the bar or the button back is hidden, and where a left item replaces that button. A program
    /// that sets another delegate decides itself. *Source*: Apple,
    /// UINavigationController.interactivePopGestureRecognizer; programs widely set its delegate for that.
    open var interactivePopGestureRecognizer: UIGestureRecognizer? { gestures.pop }

    private var gestures: NavigationGestures {
        if let edge { return edge }
        let made = NavigationGestures(self)
        edge = made
        return made
    }

    // MARK: View

    /// Adds the area of the controllers' views and the bars to the view.
    open override func viewDidLoad() {
        super.viewDidLoad()
        area.frame = view.bounds
        area.clipsToBounds = true
        view.insertSubview(area, at: 0)
        view.addSubview(navigationBar)
        if hasToolbar { view.addSubview(toolbar) }
        navigationBar.goBack = { [weak self] in self?.backWasUsed() }
        navigationBar.heightChanged = { [weak self] in self?.barHeightChanged() }
        gestures.attach()
        show(animated: false, forwards: true, gone: [], before: [])
    }

    /// Gives the bars their places, and the controllers' views the rest.
    open override func viewWillLayoutSubviews() {
        super.viewWillLayoutSubviews()
        area.frame = view.bounds
        layOutBars()
    }

    /// The delegate of the bar may refuse to pop. *Source*: Apple, UINavigationBarDelegate,
    /// navigationBar(_:shouldPop:), which subclasses of UINavigationController implement.
    private func backWasUsed() {
        if let judge = self as? any UINavigationBarDelegate, let item = topViewController?.navigationItem,
            !judge.navigationBar(navigationBar, shouldPop: item)
        {
            return
        }
        popViewController(animated: true)
    }

    private func barHeightChanged() {
        guard isViewLoaded, !isLayingOut else { return }
        view.setNeedsLayout()
    }
    final var isLayingOut = false

    /// The status bar follows the shown controller. *Source*: Apple, UIViewController.childForStatusBarStyle, which for
    /// a navigation controller is nil, as its bar decides; the shown one is used here, as bars have no style of text.
    open override var childForStatusBarHidden: UIViewController? { stack.last }

    /// Whether the bar is hidden now.
    final var hidesBar: Bool {
        isBarHidden || hidesBarsWhenVerticallyCompact && traitCollection.verticalSizeClass == .compact
    }
    /// Whether the toolbar is hidden now.
    final var hidesToolbar: Bool {
        isBottomHidden || hidesBarsWhenVerticallyCompact && traitCollection.verticalSizeClass == .compact
    }
    /// The toolbar; nil until it is used.
    final var madeToolbar: UIToolbar? { hasToolbar || !isBottomHidden ? toolbar : nil }

    /// Called when another controller is about to be shown, with the transition if it is animated.
    package final var stackChanged: ((_ transition: ControllerTransition?, _ forwards: Bool) -> Void)?
}

/// Makes a view of a class; the frame is zero.
@MainActor private func makeView<View: UIView>(of type: View.Type) -> View { type.init(frame: .zero) }

/// An observer of a navigation controller's changes, which gives animators.
///
/// On Linux, protocols have no optional methods: each method has a default body, which does what Apple's system does if
/// the method is missing.
@preconcurrency @MainActor public protocol UINavigationControllerDelegate: NSObjectProtocol {
    /// A controller is about to be shown.
    func navigationController(
        _ navigationController: UINavigationController, willShow viewController: UIViewController, animated: Bool)
    /// A controller is shown.
    func navigationController(
        _ navigationController: UINavigationController, didShow viewController: UIViewController, animated: Bool)
    /// The animator of a push or pop; nil for the usual one.
    func navigationController(
        _ navigationController: UINavigationController,
        animationControllerFor operation: UINavigationController.Operation,
        from fromVC: UIViewController, to toVC: UIViewController
    ) -> (any UIViewControllerAnimatedTransitioning)?
    /// The object that makes a program's animator follow a finger; nil if none does.
    func navigationController(
        _ navigationController: UINavigationController,
        interactionControllerFor animationController: any UIViewControllerAnimatedTransitioning
    ) -> (any UIViewControllerInteractiveTransitioning)?
    /// The orientations that the view supports. Only programs read it.
    func navigationControllerSupportedInterfaceOrientations(
        _ navigationController: UINavigationController
    ) -> UIInterfaceOrientationMask
}

extension UINavigationControllerDelegate {
    /// Does nothing.
    public func navigationController(
        _ navigationController: UINavigationController, willShow viewController: UIViewController, animated: Bool
    ) {}
    /// Does nothing.
    public func navigationController(
        _ navigationController: UINavigationController, didShow viewController: UIViewController, animated: Bool
    ) {}
    /// Nil.
    public func navigationController(
        _ navigationController: UINavigationController,
        animationControllerFor operation: UINavigationController.Operation,
        from fromVC: UIViewController, to toVC: UIViewController
    ) -> (any UIViewControllerAnimatedTransitioning)? { nil }
    /// Nil.
    public func navigationController(
        _ navigationController: UINavigationController,
        interactionControllerFor animationController: any UIViewControllerAnimatedTransitioning
    ) -> (any UIViewControllerInteractiveTransitioning)? { nil }
    /// The controller's own.
    public func navigationControllerSupportedInterfaceOrientations(
        _ navigationController: UINavigationController
    ) -> UIInterfaceOrientationMask { navigationController.supportedInterfaceOrientations }
}
