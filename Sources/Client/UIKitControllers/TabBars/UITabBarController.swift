import CoreGraphics
import Foundation
import MicaTrace
import QuartzCore

/// A controller of several others, of which a bar at the bottom selects one.
///
/// A narrow bar has room for five items: if there are more, the fifth is "More", a list of the others. docs/navigation.md
/// describes the rest.
///
/// *Source*: Apple, UITabBarController.
open class UITabBarController: UIViewController, UITabBarDelegate {
    /// The bar.
    public final private(set) var tabBar = UITabBar(frame: .zero)
    /// The object that decides about selections and gives animators; nil for none.
    open weak var delegate: (any UITabBarControllerDelegate)?

    private var all: [UIViewController] = []
    private var selected: UIViewController?
    private let area = UIView()
    private weak var shown: UIViewController?
    private var transition: ControllerTransition?
    private var more: UINavigationController?
    private let moreItem = UITabBarItem(tabBarSystemItem: .more, tag: 0)
    private var isBarHidden = false

    /// Makes a controller without children.
    public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
    }

    /// Makes a controller without children.
    public convenience init() { self.init(nibName: nil, bundle: nil) }

    /// Makes a controller from an archive, without children.
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    // MARK: Children

    /// The controllers, from left to right; nil for none.
    open var viewControllers: [UIViewController]? {
        get { all.isEmpty && !hasChildren ? nil : all }
        set { setViewControllers(newValue, animated: false) }
    }
    private var hasChildren = false

    /// Replaces the controllers. The selected one stays selected, or else the one at its place, or the first. *Source*:
    /// Apple, UITabBarController.viewControllers.
    open func setViewControllers(_ viewControllers: [UIViewController]?, animated: Bool) {
        transition?.completeTransition(true)
        let new = viewControllers ?? []
        hasChildren = viewControllers != nil
        let index = selectedIndex
        let gone = all.filter { old in !new.contains { $0 === old } }
        for controller in gone {
            controller.willMove(toParent: nil)
            controller.tabItemChanged = nil
            (controller as? UINavigationController)?.stackChanged = nil
        }
        for controller in new where controller.parent !== self {
            addChild(controller)
            controller.didMove(toParent: self)
        }
        all = new
        for controller in new {
            controller.tabItemChanged = { [weak self] in self?.updateItems(animated: false) }
            (controller as? UINavigationController)?.stackChanged = {
                [weak self, weak controller] transition, forwards in
                guard let self, let controller, controller === shown else { return }
                stackChanged(transition, forwards)
            }
        }
        updateItems(animated: animated)
        if let selected, new.contains(where: { $0 === selected }) {
            select(selected, animated: false)
        } else {
            select(new.indices.contains(index) ? new[index] : new.first, animated: false)
        }
        for controller in gone {
            if controller.viewIfLoaded?.superview === area { controller.view.removeFromSuperview() }
            controller.removeFromParent()
        }
    }

    /// The controllers whose order the user may change in "More": stored without effect, as "More" cannot be edited
    /// here. Nil at first.
    open var customizableViewControllers: [UIViewController]?

    /// The selected controller; nil for none. While "More" is selected it is `moreNavigationController`.
    open var selectedViewController: UIViewController? {
        get { selected }
        set {
            guard let newValue, newValue === more || all.contains(where: { $0 === newValue }) else { return }
            select(newValue, animated: false)
        }
    }

    /// The index of the selected controller; Int.max for none, or for "More". *Source*: Apple,
    /// UITabBarController.selectedIndex: NSNotFound.
    open var selectedIndex: Int {
        get { all.firstIndex { $0 === selected } ?? NSNotFound }
        set { if all.indices.contains(newValue) { select(all[newValue], animated: false) } }
    }

    /// The controller of "More", which has a list of the controllers without an item in the bar.
    open var moreNavigationController: UINavigationController {
        if let more { return more }
        let made = UINavigationController(rootViewController: MoreListController(self))
        made.tabBarItem = moreItem
        more = made
        return made
    }

    /// The number of items that a bar has room for: five in a horizontally compact window, otherwise eight. *Source*:
    /// Apple, UITabBarController.moreNavigationController ("more than five"); the eight are of iPads.
    private var capacity: Int { traitCollection.horizontalSizeClass == .regular ? 8 : 5 }
    private var needsMore: Bool { all.count > capacity }
    /// The controllers of "More".
    final var others: [UIViewController] { needsMore ? Array(all[(capacity - 1)...]) : [] }

    private func updateItems(animated: Bool) {
        var items: [UITabBarItem] = (needsMore ? Array(all[..<(capacity - 1)]) : all).map { $0.tabBarItem }
        if needsMore {
            items.append(moreItem)
            if moreNavigationController.parent !== self {
                addChild(moreNavigationController)
                moreNavigationController.didMove(toParent: self)
            }
        }
        guard items != tabBar.items ?? [] else { return }
        tabBar.setItems(items, animated: animated)
        showSelectedItem()
    }

    private func showSelectedItem() {
        let isOther = others.contains { $0 === selected } || selected === more && more != nil
        tabBar.selectedItem = isOther ? moreItem : selected?.tabBarItem
    }

    // MARK: Selection

    private func controller(of item: UITabBarItem) -> UIViewController? {
        item === moreItem ? more : all.first { $0.tabBarItem === item }
    }

    private func mayTouch(_ item: UITabBarItem) -> Bool {
        guard let controller = controller(of: item) else { return false }
        return delegate?.tabBarController(self, shouldSelect: controller) ?? true
    }

    /// A touch of the selected item of a navigation controller shows its first controller, or scrolls that to its top.
    /// *Source*: Apple, Human Interface Guidelines, "Tab bars"; widely used.
    private func wasTouched(_ item: UITabBarItem) {
        guard let controller = controller(of: item) else { return }
        if controller === shown, controller !== more || !others.contains(where: { $0 === selected }) {
            if let navigation = controller as? UINavigationController, navigation.viewControllers.count > 1 {
                navigation.popToRootViewController(animated: true)
            }
        } else {
            select(controller, animated: true)
        }
        delegate?.tabBarController(self, didSelect: controller)
    }

    /// The user has touched an item. Called by the bar before the controller changes its selection, so `selectedIndex`
    /// is the old one. An override need not call super.
    open func tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem) {}

    /// Shows a controller.
    ///
    /// - Parameter animated: Whether the delegate's animator, if it gives one, animates it.
    private func select(_ controller: UIViewController?, animated: Bool) {
        transition?.completeTransition(true)
        selected = controller
        showSelectedItem()
        guard isViewLoaded else { return }
        // One without an item in the bar is shown in the stack of "More".
        var next = controller
        if let controller, others.contains(where: { $0 === controller }) {
            next = moreNavigationController
            showInMore(controller)
        } else if controller === more {
            more?.popToRootViewController(animated: false)
        }
        let old = shown
        guard next !== old else { return }
        shown = next
        isBarHidden = hidesBar(in: next)
        if let next { place(next) }
        let animator = animated ? animator(from: old, to: next) : nil
        guard let animator, let old, let next, view.window != nil else {
            if let view = next?.view { area.addSubview(view) }
            old?.viewIfLoaded?.removeFromSuperview()
            view.setNeedsLayout()
            layOutBar()
            return
        }
        animate(old, next, animator)
    }

    private func showInMore(_ controller: UIViewController) {
        guard let list = moreNavigationController.viewControllers.first else { return }
        // A navigation controller is not pushed: its own controllers follow the list. *Source*: Apple,
        // UITabBarController.moreNavigationController.
        if controller.parent === self { controller.removeFromParent() }
        moreNavigationController.setViewControllers([list, controller], animated: false)
    }

    private func animator(
        from old: UIViewController?, to new: UIViewController?
    ) -> (any UIViewControllerAnimatedTransitioning)? {
        guard let old, let new else { return nil }
        return delegate?.tabBarController(self, animationControllerForTransitionFrom: old, to: new)
    }

    private func animate(
        _ old: UIViewController, _ new: UIViewController, _ animator: any UIViewControllerAnimatedTransitioning
    ) {
        let (from, to): (UIView, UIView) = (old.view, new.view)
        for controller in [old, new] { controller.isManual = true }
        let made = ControllerTransition(
            from: old, to: new, views: [.from: from, .to: to], style: .none, in: area, initial: from.frame,
            final: to.frame, animator: animator,
            interactor: delegate?.tabBarController(self, interactionControllerFor: animator)
        ) { [weak self] completed in
            guard let self else { return }
            transition = nil
            let (gone, stays) = completed ? (old, new) : (new, old)
            for controller in [self, old, new] { controller.activeTransition = nil }
            if !completed {
                (shown, selected) = (old, old)
                showSelectedItem()
                new.willDisappear(true)
                old.willAppear(true)
            }
            gone.viewIfLoaded?.removeFromSuperview()
            if let view = stays.viewIfLoaded, view.superview !== area { area.addSubview(view) }
            gone.didDisappear(true)
            stays.didAppear(true)
            for controller in [old, new] { controller.isManual = false }
            isBarHidden = hidesBar(in: shown)
            view.setNeedsLayout()
        }
        transition = made
        for controller in [self, old, new] { controller.activeTransition = made }
        old.willDisappear(true)
        new.willAppear(true)
        layOutBar()
        made.begin()
    }

    // MARK: The bar

    /// Whether a controller in a navigation controller's stack hides the bar. The first is not pushed.
    private func hidesBar(in controller: UIViewController?) -> Bool {
        guard let navigation = controller as? UINavigationController else { return false }
        return navigation.viewControllers.dropFirst().contains { $0.hidesBottomBarWhenPushed }
    }

    /// A navigation controller pushes or pops: the bar leaves or comes with the lower view.
    private func stackChanged(_ transition: ControllerTransition?, _ forwards: Bool) {
        let hides = hidesBar(in: shown)
        guard hides != isBarHidden else { return }
        isBarHidden = hides
        guard let transition else {
            layOutBar()
            view.setNeedsLayout()
            return
        }
        if !hides {
            UIView.performWithoutAnimation {
                tabBar.isHidden = false
                tabBar.frame = barFrame.offsetBy(dx: -view.bounds.width * 0.3, dy: 0)
            }
        }
        _ = transition.coordinator.animateAlongsideTransition(in: tabBar) { [self] _ in
            tabBar.frame = hides ? barFrame.offsetBy(dx: -view.bounds.width * 0.3, dy: 0) : barFrame
            tabBar.alpha = hides ? 0 : 1
        } completion: { [self] context in
            if context.isCancelled { isBarHidden = hidesBar(in: shown) }
            UIView.performWithoutAnimation { layOutBar() }
        }
        if hides { tabBar.alpha = 1 } else { UIView.performWithoutAnimation { tabBar.alpha = 0 } }
        placeShown()
    }

    private var barFrame: CGRect {
        let height = UITabBar.height + view.safeAreaInsets.bottom
        return CGRect(x: 0, y: view.bounds.height - height, width: view.bounds.width, height: height)
    }

    private func layOutBar() {
        tabBar.alpha = 1
        tabBar.isHidden = isBarHidden
        tabBar.frame = barFrame
        placeShown()
    }

    private func placeShown() { if let shown { place(shown) } }

    private func place(_ controller: UIViewController) {
        guard let child = controller.view else { return }
        var frame = area.bounds
        let extends =
            controller.edgesForExtendedLayout.contains(.bottom)
            && (tabBar.isTranslucent || controller.extendedLayoutIncludesOpaqueBars)
        let hides = hidesBar(in: controller)
        if !hides, !extends { frame.size.height = max(0, frame.height - barFrame.height) }
        if child.frame != frame { child.frame = frame }
        child.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        controller.barInsets = UIEdgeInsets(top: 0, left: 0, bottom: hides || !extends ? 0 : UITabBar.height, right: 0)
    }

    // MARK: View

    /// Adds the area of the controllers' views and the bar.
    open override func viewDidLoad() {
        super.viewDidLoad()
        area.frame = view.bounds
        area.clipsToBounds = true
        view.insertSubview(area, at: 0)
        addBar()
        select(selected ?? all.first, animated: false)
    }

    private func addBar() {
        view.addSubview(tabBar)
        tabBar.delegate = self
        tabBar.mayTouch = { [weak self] in self?.mayTouch($0) ?? true }
        tabBar.wasTouched = { [weak self] in self?.wasTouched($0) }
    }

    /// Replaces the bar by one of the program's, by the key "tabBar"; it gets the items and the selection. Another key or value has no
    /// effect, with a message.
    ///
    /// *Source*: programs that have a subclass of `UITabBar`; Apple documents no setter.
    open func setValue(_ value: Any?, forKey key: String) {
        guard key == "tabBar", let bar = value as? UITabBar else {
            return Notices.say(
                "UITabBarController: the value for the key '\(key)' cannot be set: the only one is a UITabBar for 'tabBar'",
                key: "tab bar \(key)")
        }
        guard bar !== tabBar else { return }
        let old = tabBar
        tabBar = bar
        let (items, selected) = (old.items, old.selectedItem)
        old.items = nil
        (bar.items, bar.selectedItem) = (items, selected)
        guard isViewLoaded else { return }
        (old.delegate, old.mayTouch, old.wasTouched) = (nil, nil, nil)
        old.removeFromSuperview()
        addBar()
        layOutBar()
    }

    /// Gives the bar and the shown view their places.
    open override func viewWillLayoutSubviews() {
        super.viewWillLayoutSubviews()
        area.frame = view.bounds
        updateItems(animated: false)
        if transition == nil, shown?.transitionCoordinator == nil { layOutBar() }
    }

    /// The selected controller decides. *Source*: Apple, UIViewController.childForStatusBarStyle.
    open override var childForStatusBarStyle: UIViewController? { shown }
    /// The selected controller decides.
    open override var childForStatusBarHidden: UIViewController? { shown }
}

/// An object that decides about a tab bar controller's selections, and gives animators.
///
/// On Linux, protocols have no optional methods: each method has a default body.
@preconcurrency @MainActor public protocol UITabBarControllerDelegate: NSObjectProtocol {
    /// Whether the user may select a controller.
    func tabBarController(_ tabBarController: UITabBarController, shouldSelect viewController: UIViewController) -> Bool
    /// The user has selected a controller, which may have been selected already.
    func tabBarController(_ tabBarController: UITabBarController, didSelect viewController: UIViewController)
    /// The animator of a selection by the user; nil for none.
    func tabBarController(
        _ tabBarController: UITabBarController, animationControllerForTransitionFrom fromVC: UIViewController,
        to toVC: UIViewController
    ) -> (any UIViewControllerAnimatedTransitioning)?
    /// The object that makes the animator follow a finger; nil if none does.
    func tabBarController(
        _ tabBarController: UITabBarController,
        interactionControllerFor animationController: any UIViewControllerAnimatedTransitioning
    ) -> (any UIViewControllerInteractiveTransitioning)?
}

extension UITabBarControllerDelegate {
    /// True.
    public func tabBarController(
        _ tabBarController: UITabBarController, shouldSelect viewController: UIViewController
    ) -> Bool { true }
    /// Does nothing.
    public func tabBarController(_ tabBarController: UITabBarController, didSelect viewController: UIViewController) {}
    /// Nil.
    public func tabBarController(
        _ tabBarController: UITabBarController, animationControllerForTransitionFrom fromVC: UIViewController,
        to toVC: UIViewController
    ) -> (any UIViewControllerAnimatedTransitioning)? { nil }
    /// Nil.
    public func tabBarController(
        _ tabBarController: UITabBarController,
        interactionControllerFor animationController: any UIViewControllerAnimatedTransitioning
    ) -> (any UIViewControllerInteractiveTransitioning)? { nil }
}

extension UIViewController {
    /// The nearest tab bar controller among the parents; nil for none.
    public var tabBarController: UITabBarController? {
        parent as? UITabBarController ?? parent?.tabBarController
    }
}
