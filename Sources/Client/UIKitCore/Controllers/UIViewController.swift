import CoreGraphics
import Foundation
import MicaTrace
import QuartzCore

/// How a controller is presented; raw values are Apple's.
public enum UIModalPresentationStyle: Int, Sendable {
    /// Covers the screen; the covered view is removed.
    case fullScreen = 0
    /// A sheet; the covered view stays.
    case pageSheet = 1
    /// A sheet that is small on a wide window; the covered view stays.
    case formSheet = 2
    /// Covers the presenting context's view.
    case currentContext = 3
    /// By the transitioning delegate's presentation controller; without one it covers the screen, and the covered view
    /// stays.
    case custom = 4
    /// Covers the screen; the covered view stays, and shows through.
    case overFullScreen = 5
    /// Covers the presenting context's view, which stays.
    case overCurrentContext = 6
    /// A popover; a sheet on a narrow window.
    case popover = 7
    /// Not presented.
    case none = -1
    /// The system's choice: `pageSheet`.
    case automatic = -2

    /// Whether the covered view is removed.
    var removesPresenter: Bool { self == .fullScreen || self == .currentContext }
}

/// How a presented controller's view appears; raw values are Apple's.
public enum UIModalTransitionStyle: Int, Sendable {
    /// Slides up from the bottom.
    case coverVertical = 0
    /// Flips about the vertical axis.
    case flipHorizontal = 1
    /// Fades in.
    case crossDissolve = 2
    /// Curls a page away; here it slides up from the bottom.
    case partialCurl = 3
}

/// An object whose content follows sizes and traits.
@preconcurrency @MainActor public protocol UIContentContainer: NSObjectProtocol {
    /// The size that the content suits best.
    var preferredContentSize: CGSize { get }
    /// A child's preferred size has changed.
    func preferredContentSizeDidChange(forChildContentContainer container: any UIContentContainer)
    /// A child's view has another size by its constraints.
    func systemLayoutFittingSizeDidChange(forChildContentContainer container: any UIContentContainer)
    /// The size of a child in a size of this object.
    func size(forChildContentContainer container: any UIContentContainer, withParentContainerSize parentSize: CGSize)
        -> CGSize
    /// The size is about to change.
    func viewWillTransition(to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator)
    /// The traits are about to change.
    func willTransition(
        to newCollection: UITraitCollection, with coordinator: any UIViewControllerTransitionCoordinator)
}

/// The manager of a view and its subviews. It makes the view at its first use, and is told when the view appears and
/// disappears.
@preconcurrency @MainActor open class UIViewController: UIResponder, @preconcurrency NSCoding, UIContentContainer {
    private var loadedView: UIView?
    private var appearance = Appearance.disappeared
    /// Whether a program or a transition announces that the view appears.
    package final var isManual = false
    /// The window whose root controller this is.
    final weak var hostWindow: UIWindow?

    private enum Appearance {
        case disappeared, appearing, appeared, disappearing
    }

    // MARK: Making

    /// Makes a controller whose view comes from a nib of a bundle, or of the main bundle. Without a name it comes from a
    /// nib of the class's name, if there is one; `loadView()` reads it (docs/nibs.md).
    public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        nib = (nibNameOrNil, nibBundleOrNil)
        super.init()
    }

    /// Makes a controller from an archive.
    public required init?(coder: NSCoder) {
        nib = (nil, nil)
        super.init()
        title = coder.optionalText(forKey: "UITitle")
        coder.readNib(self, as: UIViewController.self)
    }

    /// Makes a controller without a nib.
    public convenience override init() {
        let (name, bundle) = Self.takeNib()
        self.init(nibName: name, bundle: bundle)
    }

    /// Writes the title into an archive.
    open func encode(with coder: NSCoder) {
        coder.encodeOptional(title, forKey: "UITitle")
    }

    /// The objects of the controller's nib beside its views.
    final var nibObjects: [Any] = []
    /// The scene of a storyboard that the controller was made from; nil for none.
    package final var storyboardScene: (any StoryboardScene)?
    private let nib: (name: String?, bundle: Bundle?)
    /// The name of the nib that the view comes from: the one that the controller was made with; nil for none.
    open var nibName: String? { nib.name }
    /// The bundle of the nib; nil for the main bundle.
    open var nibBundle: Bundle? { nib.bundle }

    /// The name of the controller's content. Setting it also sets the navigation item's title.
    open var title: String? {
        didSet {
            item?.title = title
            if title != oldValue { tabItem?.title = title }
        }
    }

    /// A name under which a program's state is restored at its next launch. Held for the program's own use: no state is
    /// restored here.
    open var restorationIdentifier: String?

    private var item: UINavigationItem?

    /// The content for a navigation bar, made at its first use, with the controller's title.
    open var navigationItem: UINavigationItem {
        if let item { return item }
        let made = UINavigationItem(title: title ?? "")
        made.title = title
        item = made
        return made
    }

    /// The items for a navigation controller's toolbar; nil for none.
    open var toolbarItems: [UIBarButtonItem]? {
        didSet {
            guard let navigation = navigationController, navigation.topViewController === self else { return }
            navigation.madeToolbar?.items = toolbarItems
        }
    }
    /// Sets the items for a navigation controller's toolbar; an animated change fades.
    open func setToolbarItems(_ toolbarItems: [UIBarButtonItem]?, animated: Bool) {
        guard animated, let bar = navigationController?.madeToolbar, navigationController?.topViewController === self
        else { return self.toolbarItems = toolbarItems }
        UIView.transition(with: bar, duration: 0.2, options: .transitionCrossDissolve) {
            self.toolbarItems = toolbarItems
        }
    }

    /// Whether a tab bar is hidden while the controller is in a navigation controller's stack, except as its first;
    /// false at first.
    open var hidesBottomBarWhenPushed = false

    /// The edges at which the view lies under translucent bars; all at first.
    open var edgesForExtendedLayout = UIRectEdge.all {
        didSet { if edgesForExtendedLayout != oldValue { parent?.viewIfLoaded?.setNeedsLayout() } }
    }
    /// Whether the view lies under opaque bars too; false at first.
    open var extendedLayoutIncludesOpaqueBars = false {
        didSet { if extendedLayoutIncludesOpaqueBars != oldValue { parent?.viewIfLoaded?.setNeedsLayout() } }
    }
    /// Whether scroll views get insets for bars. *Source*: Apple, UIViewController.automaticallyAdjustsScrollViewInsets,
    /// deprecated in favour of UIScrollView.contentInsetAdjustmentBehavior, which decides here: without effect.
    open var automaticallyAdjustsScrollViewInsets = true

    private var contentScrollViews: [UInt: UIScrollView] = [:]
    /// Names the scroll view that bars at an edge follow; nil for the system's choice.
    open func setContentScrollView(_ scrollView: UIScrollView?, for edge: UIRectEdge) {
        contentScrollViews[edge.rawValue] = scrollView
        parent?.viewIfLoaded?.setNeedsLayout()
    }
    /// Names the scroll view that bars follow; nil for the system's choice.
    open func setContentScrollView(_ scrollView: UIScrollView?) {
        for edge in [UIRectEdge.top, .left, .bottom, .right] { setContentScrollView(scrollView, for: edge) }
    }
    /// The scroll view that bars at an edge follow, if one was named; nil otherwise.
    open func contentScrollView(for edge: UIRectEdge) -> UIScrollView? {
        contentScrollViews[edge.rawValue] ?? contentScrollViews.first { $0.key & edge.rawValue != 0 }?.value
    }

    /// The item of a tab bar, made at its first use with the controller's title.
    open var tabBarItem: UITabBarItem! {
        get {
            if let tabItem { return tabItem }
            let made = UITabBarItem(title: title, image: nil, tag: 0)
            tabItem = made
            return made
        }
        set {
            tabItem = newValue
            tabItemChanged?()
            parent?.tabItemChanged?()
        }
    }
    private var tabItem: UITabBarItem?
    /// Whether a program has set the item of a container that else has its first child's.
    final var hasOwnTabItem = false
    /// Called if the controller gets another item of a tab bar.
    package final var tabItemChanged: (() -> Void)?

    /// The nearest navigation controller among the parents; nil for none.
    open var navigationController: UINavigationController? {
        parent as? UINavigationController ?? parent?.navigationController
    }

    /// A segue from this controller is about to be performed; does nothing here.
    open func prepare(for segue: UIStoryboardSegue, sender: Any?) {}

    /// Whether a segue may be performed; true here.
    open func shouldPerformSegue(withIdentifier identifier: String, sender: Any?) -> Bool { true }

    /// Performs a segue of the controller's storyboard, without asking `shouldPerformSegue(withIdentifier:sender:)`. If
    /// there is none of the name, nothing happens except a message. *Source*: Apple,
    /// UIViewController.performSegue(withIdentifier:sender:), which throws then.
    open func performSegue(withIdentifier identifier: String, sender: Any?) {
        if storyboardScene?.perform(identifier, from: self, sender: sender) == true { return }
        Notices.say("UIViewController: \(type(of: self)) has no segue '\(identifier)'", key: "segue \(identifier)")
    }

    /// Whether an unwind segue may lead to this controller; here whether its class has the unwind action.
    open func canPerformUnwindSegueAction(_ action: Selector, from fromViewController: UIViewController, sender: Any?)
        -> Bool
    { NibNames.action(NSStringFromSelector(action), of: self) != nil }

    /// The children in which an unwind segue's destination is looked for, before this controller; all but the one that
    /// holds the source here.
    open func allowedChildrenForUnwinding(from source: UIStoryboardUnwindSegueSource) -> [UIViewController] {
        let holder = childContaining(source)
        return children.filter { $0 !== holder }
    }

    /// The child that holds the source of an unwind segue; nil for none.
    open func childContaining(_ source: UIStoryboardUnwindSegueSource) -> UIViewController? {
        children.first { $0.isAbove(source.source) }
    }

    /// Shows a controller that an unwind segue leads to, within this controller; does nothing here.
    open func unwind(for unwindSegue: UIStoryboardSegue, towards subsequentVC: UIViewController) {}

    // MARK: The view

    /// The controller's view, made by `loadView()` at its first use.
    open var view: UIView! {
        get {
            loadViewIfNeeded()
            return loadedView
        }
        set {
            guard newValue !== loadedView else { return }
            loadedView?.controller = nil
            loadedView = newValue
            guard let newValue else { return }
            // The view now has the traits that a parent gives, which may not be those of its superview.
            let before = UIView.overridesTraits ? newValue.traitCollection : nil
            newValue.controller = self
            if let before { newValue.tellTraitChange(before) }
        }
    }

    /// The view; nil if it has not been made.
    open var viewIfLoaded: UIView? { loadedView }
    /// Whether the view has been made.
    open var isViewLoaded: Bool { loadedView != nil }

    /// Makes the view if there is none: `loadView()`, then `viewDidLoad()`.
    open func loadViewIfNeeded() {
        guard loadedView == nil else { return }
        loadView()
        if loadedView == nil {
            // Without a view, `loadView()` would be called for ever.
            Notices.say(
                "UIViewController: \(type(of: self)).loadView() has set no view; it gets an empty one", key: "loadView")
            view = UIView(frame: UIScreen.main.bounds)
        }
        viewDidLoad()
    }

    /// Makes the view: by the storyboard or the nib, or else an empty one as large as the screen, which follows its
    /// superview's size. Override it to make another view; do not call it.
    open func loadView() {
        if loadViewFromNib() { return }
        let made = UIView(frame: UIScreen.main.bounds)
        made.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        view = made
    }

    /// The view was made.
    open func viewDidLoad() {}
    /// The view is about to enter a window.
    open func viewWillAppear(_ animated: Bool) {}
    /// The view is in a window and has been shown.
    open func viewDidAppear(_ animated: Bool) {}
    /// The view is about to leave its window, or to be covered.
    open func viewWillDisappear(_ animated: Bool) {}
    /// The view has left its window, or has been covered.
    open func viewDidDisappear(_ animated: Bool) {}
    /// The view is about to lay out its subviews.
    open func viewWillLayoutSubviews() {}
    /// Updates the view's constraints, by the view's `updateConstraints()`. An override calls super last.
    open func updateViewConstraints() { loadedView?.updateConstraints() }
    /// A guide that ends where the bars at the top end.
    public final var topLayoutGuide: any UILayoutSupport { layoutSupport(.top) }
    /// A guide that begins where the bars at the bottom begin.
    public final var bottomLayoutGuide: any UILayoutSupport { layoutSupport(.bottom) }
    private func layoutSupport(_ role: LayoutGuideRole) -> LayoutSupportGuide {
        view.ownGuide(role) as? LayoutSupportGuide ?? LayoutSupportGuide()
    }
    /// The view has laid out its subviews.
    open func viewDidLayoutSubviews() {}
    /// The view's size is about to change with its window's. Passed on to children and to the presented controller.
    open func viewWillTransition(to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator) {
        for child in children { child.viewWillTransition(to: size, with: coordinator) }
        presentedViewController?.viewWillTransition(to: size, with: coordinator)
    }
    /// The view's safe area has changed.
    open func viewSafeAreaInsetsDidChange() {}
    /// Memory is running low.
    open func didReceiveMemoryWarning() {}

    /// Insets that the controller adds to its view's safe area, in points; zero at first.
    open var additionalSafeAreaInsets = UIEdgeInsets.zero {
        didSet { if additionalSafeAreaInsets != oldValue { loadedView?.tellSafeAreaChange() } }
    }

    /// The least margins of the view, in points: 16 at its sides, or 20 in a window that is at least 414 wide.
    ///
    /// *Source*: storyboards saved by Xcode 9 to 14, with 16 in views of 375 and 20 in views of 1,024; others' measurements of the limit.
    open var systemMinimumLayoutMargins: NSDirectionalEdgeInsets {
        let width = loadedView?.window?.bounds.width ?? UIScreen.main.bounds.width
        let side: CGFloat = width >= 414 ? 20 : 16
        return NSDirectionalEdgeInsets(top: 0, leading: side, bottom: 0, trailing: side)
    }
    /// Whether the view's margins are at least the system's; true at first.
    open var viewRespectsSystemMinimumLayoutMargins = true {
        didSet {
            guard viewRespectsSystemMinimumLayoutMargins != oldValue, let loadedView else { return }
            loadedView.layoutMarginsDidChange()
            loadedView.setNeedsLayout()
        }
    }

    /// How far a parent's bars cover the view, in points, besides the superview's safe area.
    package final var barInsets = UIEdgeInsets.zero {
        didSet { if barInsets != oldValue { loadedView?.tellSafeAreaChange() } }
    }

    // MARK: Appearing

    /// The view is about to get a window, or none. Called by the tree of views.
    final func viewWillMove(to window: UIWindow?) {
        guard !isManual else { return }
        if window != nil { willAppear(false) } else { willDisappear(false) }
    }

    /// The view has got a window, or none. It has appeared once the frame with it was sent.
    ///
    /// *Source*: stack traces of UIKit: `_runAfterCACommitDeferredBlocks` calls `viewDidAppear` (docs/uikit.md).
    final func viewDidMove(to window: UIWindow?) {
        guard !isManual else { return }
        if window == nil { return didDisappear(false) }
        TransactionStack.current.enqueue { [weak self] in
            assumeMainActor { self?.didAppear(false) }
        }
    }

    /// Calls `viewWillAppear(_:)`, unless it was called already.
    package final func willAppear(_ animated: Bool) {
        guard appearance == .disappeared || appearance == .disappearing else { return }
        appearance = .appearing
        viewWillAppear(animated)
    }

    /// Calls `viewDidAppear(_:)`, unless it was called already.
    package final func didAppear(_ animated: Bool) {
        guard appearance == .appearing else { return }
        appearance = .appeared
        viewDidAppear(animated)
    }

    /// Calls `viewWillDisappear(_:)`, unless it was called already.
    package final func willDisappear(_ animated: Bool) {
        guard appearance == .appeared || appearance == .appearing else { return }
        appearance = .disappearing
        viewWillDisappear(animated)
    }

    /// Calls `viewDidDisappear(_:)`, unless it was called already.
    package final func didDisappear(_ animated: Bool) {
        guard appearance == .disappearing else { return }
        appearance = .disappeared
        viewDidDisappear(animated)
    }

    /// Announces that the view is about to appear or disappear. A parent that does not forward appearance calls it for
    /// a child.
    open func beginAppearanceTransition(_ isAppearing: Bool, animated: Bool) {
        isManual = true
        isAnimatedTransition = animated
        if isAppearing { willAppear(animated) } else { willDisappear(animated) }
    }

    /// Ends the change that `beginAppearanceTransition(_:animated:)` announced.
    open func endAppearanceTransition() {
        didAppear(isAnimatedTransition)
        didDisappear(isAnimatedTransition)
        isManual = false
    }
    private var isAnimatedTransition = false

    /// Whether the view's appearance is forwarded to children automatically; true here.
    open var shouldAutomaticallyForwardAppearanceMethods: Bool { true }

    /// Whether the view appears because it is being presented.
    open internal(set) var isBeingPresented = false
    /// Whether the view disappears because it is being dismissed.
    open internal(set) var isBeingDismissed = false
    /// Whether the controller is being added to a parent.
    open package(set) var isMovingToParent = false
    /// Whether the controller is being removed from its parent.
    open package(set) var isMovingFromParent = false

    // MARK: Children

    /// Whether a controller is this one or within it.
    package final func isAbove(_ controller: UIViewController) -> Bool {
        controller === self || controller.parent.map { isAbove($0) } ?? false
    }

    /// The child controllers.
    open private(set) var children: [UIViewController] = []
    /// The controller that this one is a child of; nil for none.
    open private(set) weak var parent: UIViewController?

    /// Adds a child, after removing it from its old parent. Calls the child's `willMove(toParent:)`; the program calls
    /// `didMove(toParent:)`. A controller that would lie within itself stays, with a message.
    open func addChild(_ childController: UIViewController) {
        guard !isWithin(childController) else {
            return Notices.say("UIViewController: a controller cannot contain itself", key: "child")
        }
        if childController.parent === self { return }
        if childController.parent != nil { childController.removeFromParent() }
        childController.isMovingToParent = true
        childController.willMove(toParent: self)
        let before = UIView.overridesTraits ? childController.viewIfLoaded?.traitCollection : nil
        childController.parent = self
        children.append(childController)
        if let before { childController.viewIfLoaded?.tellTraitChange(before) }
    }

    /// Removes the controller from its parent. Calls `didMove(toParent:)` with nil; the program calls
    /// `willMove(toParent:)` before.
    open func removeFromParent() {
        guard let old = parent else { return }
        isMovingFromParent = true
        old.children.removeAll { $0 === self }
        parent = nil
        didMove(toParent: nil)
    }

    /// The controller is about to get another parent, or none.
    open func willMove(toParent parent: UIViewController?) {}

    /// The controller has another parent, or none.
    open func didMove(toParent parent: UIViewController?) { (isMovingToParent, isMovingFromParent) = (false, false) }

    /// The traits of a child: the view's, with the child's overrides. *Source*: Apple,
    /// UIViewController.overrideTraitCollection(forChild:).
    final func traits(ofChild child: UIViewController) -> UITraitCollection {
        traits(ofChild: child, over: traitCollection)
    }
    /// Traits with a child's overrides.
    final func traits(ofChild child: UIViewController, over traits: UITraitCollection) -> UITraitCollection {
        overriddenTraits[ObjectIdentifier(child)].map { UITraitCollection(traitsFrom: [traits, $0]) } ?? traits
    }
    /// The registrations for changes of traits; nil for none.
    final var traitObservers: TraitObservers?
    private var overriddenTraits: [ObjectIdentifier: UITraitCollection] = [:]

    /// Overrides a child's traits; nil removes the overrides.
    open func setOverrideTraitCollection(
        _ collection: UITraitCollection?, forChild childViewController: UIViewController
    ) {
        UIView.overridesTraits = true
        let change = { self.overriddenTraits[ObjectIdentifier(childViewController)] = collection }
        if let view = childViewController.viewIfLoaded { view.changeTraits(change) } else { change() }
    }

    /// The traits of the view; until it is loaded, those that the parent gives, or the system's.
    open var traitCollection: UITraitCollection {
        if let loadedView { return loadedView.traitCollection }
        return parent?.traits(ofChild: self) ?? UITraitCollection.system
    }

    /// The traits have changed.
    open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}

    /// The style of the view and all views in it, light or dark, whatever the system's; `unspecified` at first.
    open var overrideUserInterfaceStyle: UIUserInterfaceStyle {
        get { loadedView?.overrideUserInterfaceStyle ?? .unspecified }
        set { view.overrideUserInterfaceStyle = newValue }
    }

    /// The traits are about to change; passed on to children.
    open func willTransition(
        to newCollection: UITraitCollection, with coordinator: any UIViewControllerTransitionCoordinator
    ) {
        for child in children { child.willTransition(to: newCollection, with: coordinator) }
    }

    /// The coordinator of the transition in progress; nil outside of one.
    open var transitionCoordinator: (any UIViewControllerTransitionCoordinator)? {
        activeTransition?.coordinator ?? hostWindow?.sizeTransition ?? parent?.transitionCoordinator
            ?? presenting?.transitionCoordinator
    }

    /// Replaces one child's view by another's, as `UIView.transition(from:to:)` does, or with animations in a block.
    open func transition(
        from fromViewController: UIViewController, to toViewController: UIViewController, duration: TimeInterval,
        options: UIView.AnimationOptions = [], animations: (() -> Void)?, completion: ((Bool) -> Void)? = nil
    ) {
        guard fromViewController.parent === self, toViewController.parent === self,
            let from = fromViewController.view, let to = toViewController.view
        else {
            return Notices.say(
                "UIViewController: transition(from:to:) of \(type(of: self)) needs two of its children",
                key: "transition")
        }
        from.superview?.insertSubview(to, aboveSubview: from)
        let end: (Bool) -> Void = { finished in
            from.removeFromSuperview()
            completion?(finished)
        }
        guard options.transition == nil, let animations else {
            let container: UIView = from.superview ?? view
            return UIView.transition(
                with: container, duration: duration, options: options,
                animations: {
                    animations?()
                    from.removeFromSuperview()
                }, completion: completion)
        }
        UIView.animate(withDuration: duration, delay: 0, options: options, animations: animations, completion: end)
    }

    // MARK: Presenting

    /// The controller that this one or a parent presents; nil for none.
    open var presentedViewController: UIViewController? { presented ?? parent?.presentedViewController }
    final var presented: UIViewController?

    /// The controller that presents this one or a parent; nil for none.
    open var presentingViewController: UIViewController? { presenting ?? parent?.presentingViewController }
    final weak var presenting: UIViewController?

    /// Gives the view that holds the presentation, for a controller that is presented within another one's view; nil for
    /// the style's. The presenter is then the one that is asked.
    package final var presentationHome: ((_ presenter: UIViewController) -> UIView?)?

    /// How the controller is presented; `automatic` reads as `pageSheet`. *Source*: Apple,
    /// UIViewController.modalPresentationStyle; UIViewController.h: "reading it will always return a concrete
    /// presentation style".
    open var modalPresentationStyle: UIModalPresentationStyle {
        get { presentationStyle == .automatic ? .pageSheet : presentationStyle }
        set {
            guard newValue != presentationStyle else { return }
            presentationStyle = newValue
            if presenting == nil { presentation = nil }
        }
    }
    private var presentationStyle = UIModalPresentationStyle.automatic
    /// How the view appears when it is presented; coverVertical at first.
    open var modalTransitionStyle = UIModalTransitionStyle.coverVertical
    /// The object that gives the animators of presentation and dismissal; nil for `modalTransitionStyle`.
    open weak var transitioningDelegate: (any UIViewControllerTransitioningDelegate)?
    /// Whether presentations of style `currentContext` and `overCurrentContext` by this controller or its children
    /// cover this controller's view; false at first.
    open var definesPresentationContext = false
    /// Whether controllers that this one's context presents have its `modalTransitionStyle` in place of their own; false at
    /// first. *Source*: Apple, UIViewController.providesPresentationContextTransitionStyle.
    open var providesPresentationContextTransitionStyle = false
    /// Whether the user can neither pull a sheet away nor dismiss by a touch outside; false at first.
    open var isModalInPresentation = false

    /// The manager of this controller's or a parent's presentation: before the presentation, the one that will manage
    /// it. Nil for style `custom` before the presentation.
    open var presentationController: UIPresentationController? {
        if let presentation { return presentation }
        if let parent { return parent.presentationController }
        if modalPresentationStyle == .custom, presentationMaker == nil { return nil }
        let made = makePresentation(nil, self)
        if presenting == nil, hostWindow == nil { presentation = made }
        return made
    }
    /// The manager of the presentation as a sheet; nil for other styles.
    open var sheetPresentationController: UISheetPresentationController? {
        presentationController as? UISheetPresentationController
    }
    /// The manager of the presentation as a popover; nil for other styles.
    open var popoverPresentationController: UIPopoverPresentationController? {
        presentationController as? UIPopoverPresentationController
    }
    /// The manager of the presentation in progress, or of the next one; nil until it is needed.
    package final var presentation: UIPresentationController?
    /// Makes the manager of a presentation of a class of UIKit's other modules; nil to choose by the style.
    package final var presentationMaker: ((_ presenter: UIViewController?) -> UIPresentationController)?
    /// The transition in progress that the controller takes part in; nil for none.
    package final weak var activeTransition: ControllerTransition?
    /// The transition of this controller's presentation or dismissal in progress. UIKit owns the context until
    /// `completeTransition(_:)`; clients hold it weakly. *Source*: clients such as HeroTransitions/Hero,
    /// HeroTransition.swift.
    final var runningTransition: ControllerTransition?
    /// Traits that a presentation controller gives; nil for none.
    final var presentedTraits: UITraitCollection?

    /// Presents a controller, by default over the whole window. If one is presented already, the view is in no window,
    /// or this controller is being dismissed, nothing happens except a message, as on Apple's platforms.
    open func present(
        _ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (() -> Void)? = nil
    ) {
        presentNow(viewControllerToPresent, animated: flag, completion: completion)
    }

    /// Dismisses the controller that this one presents, with all that it presents in turn; or else this controller, if
    /// it is presented. While one of them is being presented or dismissed, nothing happens except a message.
    ///
    /// *Source*: Apple, UIViewController.dismiss(animated:completion:); UIKit's message "Attempt to dismiss from view
    /// controller ... while a presentation or dismiss is in progress!", after which the presented controller stays
    /// (pull request 3 of almerlucke/FCOverlayViewController). It is assumed that the completion is not called then.
    open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
        dismissNow(animated: flag, completion: completion)
    }

    /// Shows a controller in the way of the nearest parent that has one of its own, such as a push; presents it if none
    /// has. *Source*: Apple, UIViewController.show(_:sender:).
    open func show(_ vc: UIViewController, sender: Any?) {
        if let parent { return parent.show(vc, sender: sender) }
        present(vc, animated: true)
    }

    /// Shows a controller in the way of the nearest parent that has one of its own for details; presents it if none
    /// has. *Source*: Apple, UIViewController.showDetailViewController(_:sender:).
    open func showDetailViewController(_ vc: UIViewController, sender: Any?) {
        if let parent { return parent.showDetailViewController(vc, sender: sender) }
        present(vc, animated: true)
    }

    // MARK: Commands and size

    private var addedCommands: [UIKeyCommand] = []

    /// The commands that were added.
    open override var keyCommands: [UIKeyCommand]? { addedCommands.isEmpty ? nil : addedCommands }
    /// Adds a command.
    open func addKeyCommand(_ keyCommand: UIKeyCommand) { addedCommands.append(keyCommand) }
    /// Removes a command.
    open func removeKeyCommand(_ keyCommand: UIKeyCommand) { addedCommands.removeAll { $0 === keyCommand } }

    /// The size that the content suits best, in points; zero at first. A parent, the presenter and the presentation
    /// controller observe a new one: form sheets and popovers take it.
    open var preferredContentSize = CGSize.zero {
        didSet {
            guard preferredContentSize != oldValue else { return }
            (parent ?? presenting)?.preferredContentSizeDidChange(forChildContentContainer: self)
            if presenting != nil { presentation?.preferredContentSizeDidChange(forChildContentContainer: self) }
        }
    }

    /// A child's, or the presented controller's, `preferredContentSize` has changed; does nothing here.
    open func preferredContentSizeDidChange(forChildContentContainer container: any UIContentContainer) {}

    /// A child's view has another size by its constraints; does nothing here.
    open func systemLayoutFittingSizeDidChange(forChildContentContainer container: any UIContentContainer) {}

    /// The size of a child's view in a size of this view: the same here.
    open func size(
        forChildContentContainer container: any UIContentContainer, withParentContainerSize parentSize: CGSize
    ) -> CGSize { parentSize }

    // MARK: Editing

    /// Whether the content is edited; false at first.
    open var isEditing: Bool {
        get { isInEditing }
        set { setEditing(newValue, animated: false) }
    }
    private var isInEditing = false

    /// Begins or ends editing, and changes `editButtonItem`. Overrides call super. *Source*: Apple,
    /// UIViewController.setEditing(_:animated:).
    open func setEditing(_ editing: Bool, animated: Bool) {
        isInEditing = editing
        updateEditItem()
    }

    /// A bar button with the title Edit or Done, which begins or ends editing.
    open var editButtonItem: UIBarButtonItem {
        if let editItem { return editItem }
        let made = UIBarButtonItem(barButtonSystemItem: .edit, target: self, action: Self.toggleEditing)
        editItem = made
        updateEditItem()
        return made
    }
    private var editItem: UIBarButtonItem?
    private static let toggleEditing = Selector(
        "toggleEditing:",
        onMain: { (me: UIViewController, _: Any?) in me.setEditing(!me.isEditing, animated: true) })

    private func updateEditItem() {
        editItem?.adopt(isInEditing ? .done : .edit)
        editItem?.style = isInEditing ? .done : .plain
    }

    // MARK: Bars

    /// The status bar's style; there is no status bar here.
    open var preferredStatusBarStyle: UIStatusBarStyle { .default }
    /// Whether a presented controller that does not fill the screen sets the status bar's style; false at first, and
    /// without effect, as there is no status bar here.
    open var modalPresentationCapturesStatusBarAppearance = false
    /// Whether the status bar is hidden; without effect, as there is none here.
    open var prefersStatusBarHidden: Bool { false }
    /// Whether the line at the screen's lower edge hides itself; false here, and without effect, as there is none.
    open var prefersHomeIndicatorAutoHidden: Bool { false }
    /// The child that decides the status bar's style; nil for this controller.
    open var childForStatusBarStyle: UIViewController? { nil }
    /// The child that decides whether the status bar is hidden; nil for this controller.
    open var childForStatusBarHidden: UIViewController? { nil }
    /// How the status bar appears and disappears: `.fade`; without effect, as there is no status bar here.
    open var preferredStatusBarUpdateAnimation: UIStatusBarAnimation { .fade }
    /// The child that decides whether the line at the screen's lower edge hides itself; nil for this controller.
    open var childForHomeIndicatorAutoHidden: UIViewController? { nil }
    /// Asks for the line at the screen's lower edge to be updated; does nothing, as there is none here.
    open func setNeedsUpdateOfHomeIndicatorAutoHidden() {}
    /// The edges at which the program's gestures go before the system's: none; without effect, as the system has none here.
    open var preferredScreenEdgesDeferringSystemGestures: UIRectEdge { [] }
    /// The child that decides about gestures at the screen's edges; nil for this controller.
    open var childForScreenEdgesDeferringSystemGestures: UIViewController? { nil }
    /// Asks for the edges to be read again; does nothing, as the system has no gestures there.
    open func setNeedsUpdateOfScreenEdgesDeferringSystemGestures() {}
    /// Turns the interface to an orientation that the controllers support; does nothing, as a window has the shape that its host
    /// gives it.
    open class func attemptRotationToDeviceOrientation() {}
    /// The controller that decides the status bar's style: this one, the one that it presents, or a child.
    final var statusBarController: UIViewController {
        presented?.statusBarController ?? childForStatusBarStyle?.statusBarController ?? self
    }
    /// The orientations that the view supports: all, except upside down on a phone. Only programs read it: a window has
    /// the shape that its host gives it.
    open var supportedInterfaceOrientations: UIInterfaceOrientationMask {
        UITraitCollection.system.userInterfaceIdiom == .pad ? .all : .allButUpsideDown
    }
    /// Whether the view turns with the device; true here.
    open var shouldAutorotate: Bool { true }
    /// Asks for the status bar to be updated; does nothing, as there is none here.
    open func setNeedsStatusBarAppearanceUpdate() {}

    /// The controller that presents this one, or else the view's superview, or the window whose root this is. *Source*:
    /// Apple, UIResponder.next of controllers.
    open override var next: UIResponder? { presenting ?? loadedView?.superview ?? hostWindow }
}

/// How the status bar appears and disappears; raw values are Apple's.
public enum UIStatusBarAnimation: Int, Sendable {
    /// At once.
    case none = 0
    /// It fades.
    case fade = 1
    /// It moves over the screen's upper edge.
    case slide = 2
}

/// The style of the status bar; raw values are Apple's.
public enum UIStatusBarStyle: Int, Sendable {
    /// By the system's appearance.
    case `default` = 0
    /// Light on dark.
    case lightContent = 1
    /// Dark on light.
    case darkContent = 3
}
