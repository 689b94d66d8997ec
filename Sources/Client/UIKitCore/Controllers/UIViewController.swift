import CoreGraphics
import Foundation
import MicaTrace
import QuartzCore

/// How a controller is presented; raw values are Apple's.
public enum UIModalPresentationStyle: Int, Sendable {
    /// Covers the screen; the covered view is removed.
    case fullScreen = 0
    /// A sheet; the covered view stays. Here it covers the screen.
    case pageSheet = 1
    /// A small sheet; here it covers the screen.
    case formSheet = 2
    /// Covers the presenting context's view.
    case currentContext = 3
    /// By the controller's transitioning delegate. Here it covers the screen, and the covered view stays.
    case custom = 4
    /// Covers the screen; the covered view stays, and shows through.
    case overFullScreen = 5
    /// Covers the presenting context's view, which stays.
    case overCurrentContext = 6
    /// A popover; here it covers the screen.
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
    /// Flips; here it slides up from the bottom.
    case flipHorizontal = 1
    /// Fades in.
    case crossDissolve = 2
    /// Curls a page away; here it slides up from the bottom.
    case partialCurl = 3
}

/// Runs animations beside a transition of controllers.
@preconcurrency @MainActor public protocol UIViewControllerTransitionCoordinator: NSObjectProtocol {
    /// Runs animations with the transition, and a completion after it; false if they cannot run.
    @discardableResult
    func animate(
        alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
        completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
    ) -> Bool
}

/// The properties of a transition of controllers.
@preconcurrency @MainActor public protocol UIViewControllerTransitionCoordinatorContext: NSObjectProtocol {
    /// Whether the transition is animated.
    var isAnimated: Bool { get }
    /// Whether it was cancelled.
    var isCancelled: Bool { get }
    /// The duration, in seconds.
    var transitionDuration: TimeInterval { get }
}

/// A change of a window's size. It is not animated here: animations beside it take effect at once, and then the
/// completion is called.
final class SizeTransition: NSObject, UIViewControllerTransitionCoordinator,
    UIViewControllerTransitionCoordinatorContext
{
    var isAnimated: Bool { false }
    var isCancelled: Bool { false }
    var transitionDuration: TimeInterval { 0 }

    func animate(
        alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
        completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
    ) -> Bool {
        TransactionStack.current.enqueue {
            assumeMainActor {
                animation?(self)
                completion?(self)
            }
        }
        return true
    }
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
    /// Whether the program itself announces that the view appears.
    private var isManual = false
    /// The window whose root controller this is.
    final weak var hostWindow: UIWindow?

    private enum Appearance {
        case disappeared, appearing, appeared, disappearing
    }

    // MARK: Making

    /// Makes a controller. Nibs are not supported yet: the name is only stored.
    public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        (nibName, nibBundle) = (nibNameOrNil, nibBundleOrNil)
        super.init()
    }

    /// Makes a controller from an archive.
    public required init?(coder: NSCoder) {
        (nibName, nibBundle) = (nil, nil)
        super.init()
        title = coder.optionalText(forKey: "UITitle")
    }

    /// Makes a controller without a nib.
    public convenience override init() { self.init(nibName: nil, bundle: nil) }

    /// Writes the title into an archive.
    open func encode(with coder: NSCoder) {
        coder.encodeOptional(title, forKey: "UITitle")
    }

    /// The nib's name; nil for none.
    public let nibName: String?
    /// The bundle of the nib.
    public let nibBundle: Bundle?

    /// The name of the controller's content. Setting it also sets the navigation item's title.
    open var title: String? {
        didSet { item?.title = title }
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

    /// The nearest navigation controller among the parents; nil for none.
    open var navigationController: UINavigationController? {
        parent as? UINavigationController ?? parent?.navigationController
    }

    /// A segue from this controller is about to be performed; does nothing here.
    open func prepare(for segue: UIStoryboardSegue, sender: Any?) {}

    /// Whether a segue may be performed; true here.
    open func shouldPerformSegue(withIdentifier identifier: String, sender: Any?) -> Bool { true }

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
            newValue?.controller = self
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

    /// Makes the view: here an empty one as large as the screen, which follows its superview's size. Override it to
    /// make another view; do not call it.
    open func loadView() {
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

    final func willAppear(_ animated: Bool) {
        guard appearance == .disappeared || appearance == .disappearing else { return }
        appearance = .appearing
        viewWillAppear(animated)
    }

    final func didAppear(_ animated: Bool) {
        guard appearance == .appearing else { return }
        appearance = .appeared
        viewDidAppear(animated)
    }

    final func willDisappear(_ animated: Bool) {
        guard appearance == .appeared || appearance == .appearing else { return }
        appearance = .disappearing
        viewWillDisappear(animated)
    }

    final func didDisappear(_ animated: Bool) {
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
    open private(set) var isBeingPresented = false
    /// Whether the view disappears because it is being dismissed.
    open private(set) var isBeingDismissed = false
    /// Whether the controller is being added to a parent.
    open private(set) var isMovingToParent = false
    /// Whether the controller is being removed from its parent.
    open private(set) var isMovingFromParent = false

    // MARK: Children

    /// The child controllers.
    open private(set) var children: [UIViewController] = []
    /// The controller that this one is a child of; nil for none.
    open private(set) weak var parent: UIViewController?

    /// Adds a child, after removing it from its old parent. Calls the child's `willMove(toParent:)`; the program calls
    /// `didMove(toParent:)`. A controller that would lie within itself stays, with a message.
    open func addChild(_ childController: UIViewController) {
        guard !isWithin(childController) else {
            return Notices.say("UIViewController: a controller cannot be put into itself", key: "child")
        }
        if childController.parent === self { return }
        if childController.parent != nil { childController.removeFromParent() }
        childController.isMovingToParent = true
        childController.willMove(toParent: self)
        childController.parent = self
        children.append(childController)
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
        guard let traits = overriddenTraits[ObjectIdentifier(child)] else { return traitCollection }
        return UITraitCollection(traitsFrom: [traitCollection, traits])
    }
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
        hostWindow?.sizeTransition ?? parent?.transitionCoordinator ?? presenting?.transitionCoordinator
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
                "UIViewController: \(type(of: self)) goes over between controllers that are not in it",
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
    open private(set) var presentedViewController: UIViewController? {
        get { presented ?? parent?.presentedViewController }
        set { presented = newValue }
    }
    private var presented: UIViewController?

    /// The controller that presents this one or a parent; nil for none.
    open private(set) var presentingViewController: UIViewController? {
        get { presenting ?? parent?.presentingViewController }
        set { presenting = newValue }
    }
    private weak var presenting: UIViewController?

    /// How the controller is presented; `automatic` reads as `pageSheet`. *Source*: Apple,
    /// UIViewController.modalPresentationStyle; UIViewController.h: "reading it will always return a concrete
    /// presentation style".
    open var modalPresentationStyle: UIModalPresentationStyle {
        get { presentationStyle == .automatic ? .pageSheet : presentationStyle }
        set { presentationStyle = newValue }
    }
    private var presentationStyle = UIModalPresentationStyle.automatic
    /// How the view appears when it is presented; coverVertical at first.
    open var modalTransitionStyle = UIModalTransitionStyle.coverVertical
    /// The object that gives the animators of presentation and dismissal; nil for `modalTransitionStyle`.
    open weak var transitioningDelegate: (any UIViewControllerTransitioningDelegate)?
    /// Whether presentations in the current context cover this controller's view: stored, without effect.
    open var definesPresentationContext = false
    /// Whether a sheet cannot be pulled away: stored, without effect, as no sheet can here.
    open var isModalInPresentation = false

    /// Presents a controller over the whole window. If one is presented already, the view is in no window, or this
    /// controller is being dismissed, nothing happens except a message, as on Apple's platforms.
    open func present(
        _ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (() -> Void)? = nil
    ) {
        var presenter = self
        while let above = presenter.parent { presenter = above }
        guard presenter.presented == nil, viewControllerToPresent.presenting == nil,
            viewControllerToPresent.parent == nil, !presenter.isWithin(viewControllerToPresent)
        else {
            return Notices.say(
                "UIViewController: \(type(of: self)) presents a controller already, or that one is presented",
                key: "present")
        }
        guard !presenter.isLeaving else {
            return Notices.say(
                "UIViewController: \(type(of: self)) cannot present while it is being dismissed", key: "presentLeaving")
        }
        guard let window = presenter.viewIfLoaded?.window else {
            return Notices.say(
                "UIViewController: \(type(of: self)) cannot present: its view is in no window", key: "presentWindow")
        }
        let shown = viewControllerToPresent
        guard let view = shown.view else { return }
        presenter.presented = shown
        shown.presenting = presenter
        shown.isBeingPresented = true
        let removesPresenter = shown.modalPresentationStyle.removesPresenter
        view.frame = window.bounds
        view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        if removesPresenter { presenter.willDisappear(flag) }
        shown.isManual = true
        shown.willAppear(flag)
        let animator =
            flag
            ? shown.transitioningDelegate?.animationController(forPresented: shown, presenting: presenter, source: self)
            : nil
        let container = shown.makeContainer(in: window)
        if animator == nil { container.addSubview(view) }
        if removesPresenter { presenter.isManual = true }
        shown.transit(flag, arriving: true, animator, from: presenter, to: shown, in: container) { completed in
            if completed {
                shown.enter(container)
                shown.didAppear(flag)
                if removesPresenter, presenter.presented === shown {
                    presenter.viewIfLoaded?.removeFromSuperview()
                    presenter.didDisappear(flag)
                }
            } else {
                shown.willDisappear(flag)
                view.removeFromSuperview()
                shown.didDisappear(flag)
                if removesPresenter, let back = presenter.viewIfLoaded {
                    presenter.willAppear(flag)
                    (presenter.container ?? window).insertSubview(back, at: 0)
                    presenter.didAppear(flag)
                }
                shown.removeContainer()
                (presenter.presented, shown.presenting) = (nil, nil)
            }
            (presenter.isManual, shown.isManual, shown.isBeingPresented) = (false, false, false)
            completion?()
        }
    }

    /// The view that holds the presented view, with all that an animator adds, from the presentation until the
    /// dismissal has ended; nil while the controller is not presented. It covers the window, so no touch outside the
    /// presented view reaches the presenter.
    ///
    /// *Source*: Apple, UIPresentationController.containerView: "the view in which the presentation occurs"; View
    /// Controller Programming Guide, "Creating Custom Presentations": a dimming view goes into the container.
    private(set) final var container: UIView?

    private func makeContainer(in window: UIWindow) -> UIView {
        let made = PresentationContainer(frame: window.bounds)
        made.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        container = made
        window.addSubview(made)
        return made
    }

    private func removeContainer() {
        container?.removeFromSuperview()
        container = nil
    }

    /// Puts the view into its container if an animator has left it elsewhere, unless a controller presented since
    /// replaces it.
    private func enter(_ container: UIView) {
        guard let view = viewIfLoaded, !view.isDescendant(of: container) else { return }
        if let presented, presented.modalPresentationStyle.removesPresenter, !presented.isBeingPresented { return }
        container.addSubview(view)
    }

    /// The controller among this one and those that it presents whose transition has not ended; nil for none.
    private var inTransition: UIViewController? {
        isBeingPresented || isBeingDismissed ? self : presented?.inTransition
    }

    /// A program's transition in progress. UIKit owns the context until `completeTransition(_:)`; clients hold it
    /// weakly. *Source*: clients such as HeroTransitions/Hero, HeroTransition.swift.
    private var transition: ProgramTransition?

    /// Whether another controller is this one or one of its parents, or presents one of these.
    private func isWithin(_ other: UIViewController) -> Bool {
        self === other || parent?.isWithin(other) == true || presenting?.isWithin(other) == true
    }

    /// Whether the controller, or one that presents it, is being dismissed.
    private var isLeaving: Bool { isBeingDismissed || presenting?.isLeaving == true }

    /// Dismisses the controller that this one presents, with all that it presents in turn; or else this controller, if
    /// it is presented. While one of them is being presented or dismissed, nothing happens except a message.
    ///
    /// *Source*: Apple, UIViewController.dismiss(animated:completion:); UIKit's message "Attempt to dismiss from view
    /// controller ... while a presentation or dismiss is in progress!", after which the presented controller stays
    /// (pull request 3 of almerlucke/FCOverlayViewController). It is assumed that the completion is not called then.
    open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
        guard let shown = presentedViewController ?? (presentingViewController.map { _ in presentedRoot }),
            let presenter = shown.presenting, !shown.isBeingDismissed
        else {
            completion?()
            return
        }
        if let busy = shown.inTransition { return busy.sayBusy(refusing: self) }
        // A dismissed controller takes the one that it presents with it.
        if shown.presented != nil { shown.dismiss(animated: false) }
        let removedPresenter = shown.modalPresentationStyle.removesPresenter
        let window = shown.viewIfLoaded?.window
        let animator = flag ? shown.transitioningDelegate?.animationController(forDismissed: shown) : nil
        shown.isBeingDismissed = true
        shown.isManual = true
        shown.willDisappear(flag)
        if removedPresenter, let view = presenter.viewIfLoaded, view.superview == nil, let window {
            presenter.isManual = true
            view.frame = window.bounds
            presenter.willAppear(flag)
            if animator == nil { (presenter.container ?? window).insertSubview(view, at: 0) }
        }
        let container = shown.container
        shown.transit(
            flag, arriving: false, animator, from: shown, to: presenter, in: window == nil ? nil : container
        ) { completed in
            let (gone, back) = completed ? (shown, presenter) : (presenter, shown)
            if completed, removedPresenter, let view = back.viewIfLoaded, let window {
                let home = presenter.container ?? window
                if view.superview !== home { home.insertSubview(view, at: 0) }
            }
            if !completed, let container { shown.enter(container) }
            if completed || removedPresenter { gone.viewIfLoaded?.removeFromSuperview() }
            if completed { shown.removeContainer() }
            if !completed {
                if removedPresenter { presenter.willDisappear(flag) }
                shown.willAppear(flag)
            }
            if completed || removedPresenter {
                back.didAppear(flag)
                gone.didDisappear(flag)
            } else {
                shown.didAppear(flag)
            }
            (presenter.isManual, shown.isManual, shown.isBeingDismissed) = (false, false, false)
            if completed { (presenter.presented, shown.presenting) = (nil, nil) }
            completion?()
        }
    }

    /// Says that this controller's transition has not ended, so that another does not dismiss.
    private func sayBusy(refusing other: UIViewController) {
        let kind = isBeingDismissed ? "dismissal" : "presentation"
        let reason =
            transition.map { "\($0.animatorName) has not called completeTransition(_:) yet" }
            ?? "its animation has not ended yet"
        Notices.say(
            "UIViewController: \(type(of: other)) does not dismiss while the \(kind) of \(type(of: self)) is in progress: "
                + reason, key: "dismiss \(type(of: self)) \(reason)")
    }

    /// The topmost parent.
    private var presentedRoot: UIViewController {
        var controller = self
        while let above = controller.parent { controller = above }
        return controller
    }

    /// Animates the view in or out, and goes on afterwards; without animation, after the next frame.
    ///
    /// - Parameter end: Called with whether the transition was completed.
    private final func transit(
        _ animated: Bool, arriving: Bool, _ animator: (any UIViewControllerAnimatedTransitioning)?,
        from: UIViewController, to: UIViewController, in container: UIView?,
        _ end: @escaping @MainActor (Bool) -> Void
    ) {
        guard animated, let view = loadedView, let container else {
            TransactionStack.current.enqueue { assumeMainActor { end(true) } }
            return
        }
        if let animator {
            let made = ProgramTransition(
                from: from, to: to, isPresenting: arriving, style: modalPresentationStyle, in: container, animator
            ) { [weak self] completed in
                self?.transition = nil
                end(completed)
            }
            transition = made
            made.begin()
            return
        }
        let (rest, away) = (view.center, CGPoint(x: view.center.x, y: view.center.y + container.bounds.height))
        let fades = modalTransitionStyle == .crossDissolve
        let opacity = view.alpha
        if arriving {
            UIView.performWithoutAnimation { if fades { view.alpha = 0 } else { view.center = away } }
        }
        UIView.animate(withDuration: 0.4, delay: 0, options: .curveEaseOut) {
            if fades { view.alpha = arriving ? opacity : 0 } else { view.center = arriving ? rest : away }
        } completion: { _ in
            end(true)
            if !arriving { UIView.performWithoutAnimation { (view.alpha, view.center) = (opacity, rest) } }
        }
    }

    // MARK: Commands and size

    private var addedCommands: [UIKeyCommand] = []

    /// The commands that were added.
    open override var keyCommands: [UIKeyCommand]? { addedCommands.isEmpty ? nil : addedCommands }
    /// Adds a command.
    open func addKeyCommand(_ keyCommand: UIKeyCommand) { addedCommands.append(keyCommand) }
    /// Removes a command.
    open func removeKeyCommand(_ keyCommand: UIKeyCommand) { addedCommands.removeAll { $0 === keyCommand } }

    /// The size that the content suits best, in points; zero at first. A parent and the presenter are told of a new
    /// one, and may use it: a controller is presented over the whole window here, whatever this size.
    open var preferredContentSize = CGSize.zero {
        didSet {
            guard preferredContentSize != oldValue else { return }
            (parent ?? presenting)?.preferredContentSizeDidChange(forChildContentContainer: self)
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

    // MARK: Bars

    /// The status bar's style; there is no status bar here.
    open var preferredStatusBarStyle: UIStatusBarStyle { .default }
    /// Whether the status bar is hidden; without effect, as there is none here.
    open var prefersStatusBarHidden: Bool { false }
    /// Whether the line at the screen's lower edge hides itself; false here, and without effect, as there is none.
    open var prefersHomeIndicatorAutoHidden: Bool { false }
    /// The child that decides the status bar's style; nil for this controller.
    open var childForStatusBarStyle: UIViewController? { nil }
    /// The child that decides whether the status bar is hidden; nil for this controller.
    open var childForStatusBarHidden: UIViewController? { nil }
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

/// The style of the status bar; raw values are Apple's.
public enum UIStatusBarStyle: Int, Sendable {
    /// By the system's appearance.
    case `default` = 0
    /// Light on dark.
    case lightContent = 1
    /// Dark on light.
    case darkContent = 3
}
