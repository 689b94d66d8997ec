import CoreGraphics
import Foundation
import MicaTrace
import QuartzCore

/// How a presented controller's view is shown; raw values are Apple's. *Source*: Apple, UIModalPresentationStyle.
public enum UIModalPresentationStyle: Int, Sendable {
    /// It covers the screen; what it covers is taken away.
    case fullScreen = 0
    /// As a sheet; what it covers stays. Here it covers the screen.
    case pageSheet = 1
    /// As a small sheet; here it covers the screen.
    case formSheet = 2
    /// It covers what the presenting context covers.
    case currentContext = 3
    /// By the controller's transitioning delegate; here it covers the screen, and what is behind it stays.
    case custom = 4
    /// It covers the screen; what it covers stays, and can be seen through it.
    case overFullScreen = 5
    /// It covers what the presenting context covers, which stays.
    case overCurrentContext = 6
    /// In a popover; here it covers the screen.
    case popover = 7
    /// Not at all.
    case none = -1
    /// As the system thinks best: `pageSheet`.
    case automatic = -2

    /// Whether what is covered is taken away.
    var removesPresenter: Bool { self == .fullScreen || self == .currentContext }
}

/// How a presented controller's view comes; raw values are Apple's. *Source*: Apple, UIModalTransitionStyle.
public enum UIModalTransitionStyle: Int, Sendable {
    /// From the bottom.
    case coverVertical = 0
    /// Turning; here from the bottom.
    case flipHorizontal = 1
    /// Fading in.
    case crossDissolve = 2
    /// Under a curled page; here from the bottom.
    case partialCurl = 3
}

/// Runs animations beside a transition of controllers. *Source*: Apple, UIViewControllerTransitionCoordinator.
@preconcurrency @MainActor public protocol UIViewControllerTransitionCoordinator: NSObjectProtocol {
    /// Runs animations with the transition, and a completion after it; false where they cannot be run.
    @discardableResult
    func animate(
        alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
        completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
    ) -> Bool
}

/// What a transition of controllers is like. *Source*: Apple, UIViewControllerTransitionCoordinatorContext.
@preconcurrency @MainActor public protocol UIViewControllerTransitionCoordinatorContext: NSObjectProtocol {
    /// Whether the transition is animated.
    var isAnimated: Bool { get }
    /// Whether it was cancelled.
    var isCancelled: Bool { get }
    /// How long it takes, in seconds.
    var transitionDuration: TimeInterval { get }
}

/// The change of a window's size, which is not animated here: animations beside it happen at once, the completion right after.
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

/// What manages a view with all in it: makes it when it is asked for, and hears of its appearing and disappearing.
///
/// *Source*: Apple, UIViewController.
@preconcurrency @MainActor open class UIViewController: UIResponder, @preconcurrency NSCoding {
    private var loadedView: UIView?
    private var appearance = Appearance.disappeared
    /// Whether the program says itself when the view appears.
    private var isManual = false
    /// The window that the controller is the root of.
    final weak var hostWindow: UIWindow?

    private enum Appearance {
        case disappeared, appearing, appeared, disappearing
    }

    // MARK: Making

    /// Makes a controller; there are no nibs yet, so that the name is only remembered. *Source*: Apple,
    /// UIViewController.init(nibName:bundle:).
    public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        (nibName, nibBundle) = (nibNameOrNil, nibBundleOrNil)
        super.init()
    }

    /// Makes a controller from an archive. *Source*: Apple, UIViewController.init(coder:).
    public required init?(coder: NSCoder) {
        (nibName, nibBundle) = (nil, nil)
        super.init()
        title = coder.optionalObject(of: NSString.self, forKey: "UITitle").map { String(describing: $0) }
    }

    /// Makes a controller without a nib.
    public convenience override init() { self.init(nibName: nil, bundle: nil) }

    /// Writes the title into an archive. *Source*: Apple, NSCoding.
    open func encode(with coder: NSCoder) {
        if let title { coder.encode(NSString(string: title), forKey: "UITitle") }
    }

    /// The nib's name; nil for none. *Source*: Apple, UIViewController.nibName.
    public let nibName: String?
    /// Where the nib is. *Source*: Apple, UIViewController.nibBundle.
    public let nibBundle: Bundle?

    /// What the controller's content is called; in a navigation bar, too, until that is told another. *Source*: Apple,
    /// UIViewController.title.
    open var title: String? {
        didSet { item?.title = title }
    }

    /// A name by which a program's state is kept from launch to launch: held for the program's own use, as no state is kept here. *Source*:
    /// Apple, UIViewController.restorationIdentifier.
    open var restorationIdentifier: String?

    private var item: UINavigationItem?

    /// What a navigation bar shows of the controller, made at its first use with the title. *Source*: Apple,
    /// UIViewController.navigationItem.
    open var navigationItem: UINavigationItem {
        if let item { return item }
        let made = UINavigationItem(title: title ?? "")
        made.title = title
        item = made
        return made
    }

    /// The navigation controller that this one is in, however deep; nil for none. *Source*: Apple,
    /// UIViewController.navigationController.
    open var navigationController: UINavigationController? {
        parent as? UINavigationController ?? parent?.navigationController
    }

    /// A way to another controller is about to be gone; nothing here. *Source*: Apple, UIViewController.prepare(for:sender:).
    open func prepare(for segue: UIStoryboardSegue, sender: Any?) {}

    /// Whether a way is gone; true here. *Source*: Apple, UIViewController.shouldPerformSegue(withIdentifier:sender:).
    open func shouldPerformSegue(withIdentifier identifier: String, sender: Any?) -> Bool { true }

    // MARK: The view

    /// The controller's view, made by `loadView()` when it is first asked for. *Source*: Apple, UIViewController.view.
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

    /// The view, if it was made. *Source*: Apple, UIViewController.viewIfLoaded.
    open var viewIfLoaded: UIView? { loadedView }
    /// Whether the view was made. *Source*: Apple, UIViewController.isViewLoaded.
    open var isViewLoaded: Bool { loadedView != nil }

    /// Makes the view if there is none: `loadView()`, then `viewDidLoad()`. *Source*: Apple, UIViewController.loadViewIfNeeded().
    open func loadViewIfNeeded() {
        guard loadedView == nil else { return }
        loadView()
        if loadedView == nil {
            // A `loadView()` that sets no view would have it called for ever.
            Notices.say(
                "UIViewController: \(type(of: self)).loadView() has set no view; it gets an empty one", key: "loadView")
            view = UIView(frame: UIScreen.main.bounds)
        }
        viewDidLoad()
    }

    /// Makes the view: here an empty one of the screen's size that follows its superview's. Override it to make another; do not call it.
    /// *Source*: Apple, UIViewController.loadView().
    open func loadView() {
        let made = UIView(frame: UIScreen.main.bounds)
        made.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        view = made
    }

    /// The view was made. *Source*: Apple, UIViewController.viewDidLoad().
    open func viewDidLoad() {}
    /// The view is about to be put into a window. *Source*: Apple, UIViewController.viewWillAppear(_:).
    open func viewWillAppear(_ animated: Bool) {}
    /// The view is in a window and was shown. *Source*: Apple, UIViewController.viewDidAppear(_:).
    open func viewDidAppear(_ animated: Bool) {}
    /// The view is about to be taken out of its window, or covered. *Source*: Apple, UIViewController.viewWillDisappear(_:).
    open func viewWillDisappear(_ animated: Bool) {}
    /// The view was taken out of its window, or covered. *Source*: Apple, UIViewController.viewDidDisappear(_:).
    open func viewDidDisappear(_ animated: Bool) {}
    /// The view is about to lay out its subviews. *Source*: Apple, UIViewController.viewWillLayoutSubviews().
    open func viewWillLayoutSubviews() {}
    /// The view is to update its constraints: calls its `updateConstraints()`. An override calls super at its end. *Source*: Apple,
    /// UIViewController.updateViewConstraints().
    open func updateViewConstraints() { loadedView?.updateConstraints() }
    /// What ends where bars at the top do. *Source*: Apple, UIViewController.topLayoutGuide.
    public final var topLayoutGuide: any UILayoutSupport { layoutSupport(.top) }
    /// What begins where bars at the bottom do. *Source*: Apple, UIViewController.bottomLayoutGuide.
    public final var bottomLayoutGuide: any UILayoutSupport { layoutSupport(.bottom) }
    private func layoutSupport(_ role: LayoutGuideRole) -> LayoutSupportGuide {
        view.ownGuide(role) as? LayoutSupportGuide ?? LayoutSupportGuide()
    }
    /// The view has laid out its subviews. *Source*: Apple, UIViewController.viewDidLayoutSubviews().
    open func viewDidLayoutSubviews() {}
    /// The view is about to get another size, as its window does. Told to children and to what is presented. *Source*: Apple,
    /// UIContentContainer.viewWillTransition(to:with:).
    open func viewWillTransition(to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator) {
        for child in children { child.viewWillTransition(to: size, with: coordinator) }
        presentedViewController?.viewWillTransition(to: size, with: coordinator)
    }
    /// What of the view is covered by bars has changed. *Source*: Apple, UIViewController.viewSafeAreaInsetsDidChange().
    open func viewSafeAreaInsetsDidChange() {}
    /// Memory is running short. *Source*: Apple, UIViewController.didReceiveMemoryWarning().
    open func didReceiveMemoryWarning() {}

    /// What the controller adds to what bars cover. *Source*: Apple, UIViewController.additionalSafeAreaInsets.
    open var additionalSafeAreaInsets = UIEdgeInsets.zero {
        didSet { if additionalSafeAreaInsets != oldValue { loadedView?.tellSafeAreaChange() } }
    }

    // MARK: Appearing

    /// The view gets a window, or none: it is told of by the tree.
    final func viewWillMove(to window: UIWindow?) {
        guard !isManual else { return }
        if window != nil { willAppear(false) } else { willDisappear(false) }
    }

    /// The view has a window, or none. It has appeared when the picture with it was sent.
    ///
    /// *Source*: UIKit's stack traces: `viewDidAppear` is called from `_runAfterCACommitDeferredBlocks` (docs/uikit.md).
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

    /// Says that a child's view is about to appear or disappear, which its parent does itself then. *Source*: Apple,
    /// UIViewController.beginAppearanceTransition(_:animated:).
    open func beginAppearanceTransition(_ isAppearing: Bool, animated: Bool) {
        isManual = true
        isAnimatedTransition = animated
        if isAppearing { willAppear(animated) } else { willDisappear(animated) }
    }

    /// Says that what `beginAppearanceTransition(_:animated:)` said has happened. *Source*: Apple,
    /// UIViewController.endAppearanceTransition().
    open func endAppearanceTransition() {
        didAppear(isAnimatedTransition)
        didDisappear(isAnimatedTransition)
        isManual = false
    }
    private var isAnimatedTransition = false

    /// Whether children hear of the view's appearing by themselves; true here. *Source*: Apple,
    /// UIViewController.shouldAutomaticallyForwardAppearanceMethods.
    open var shouldAutomaticallyForwardAppearanceMethods: Bool { true }

    /// Whether the view appears because it is being presented. *Source*: Apple, UIViewController.isBeingPresented.
    open private(set) var isBeingPresented = false
    /// Whether the view disappears because it is being dismissed. *Source*: Apple, UIViewController.isBeingDismissed.
    open private(set) var isBeingDismissed = false
    /// Whether the controller is being put into a parent. *Source*: Apple, UIViewController.isMovingToParent.
    open private(set) var isMovingToParent = false
    /// Whether the controller is being taken out of its parent. *Source*: Apple, UIViewController.isMovingFromParent.
    open private(set) var isMovingFromParent = false

    // MARK: Children

    /// The controllers in this one. *Source*: Apple, UIViewController.children.
    open private(set) var children: [UIViewController] = []
    /// The controller that this one is in. *Source*: Apple, UIViewController.parent.
    open private(set) weak var parent: UIViewController?

    /// Puts a controller into this one, taking it from where it was: its `willMove(toParent:)` is called, `didMove(toParent:)` is for the
    /// program to call. One that would be in itself stays, with a message. *Source*: Apple, UIViewController.addChild(_:).
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

    /// Takes the controller out of its parent: `didMove(toParent:)` is called with nil, `willMove(toParent:)` is for the program to call.
    /// *Source*: Apple, UIViewController.removeFromParent().
    open func removeFromParent() {
        guard let old = parent else { return }
        isMovingFromParent = true
        old.children.removeAll { $0 === self }
        parent = nil
        didMove(toParent: nil)
    }

    /// The controller is about to get another parent, or none. *Source*: Apple, UIViewController.willMove(toParent:).
    open func willMove(toParent parent: UIViewController?) {}

    /// The controller has another parent, or none. *Source*: Apple, UIViewController.didMove(toParent:).
    open func didMove(toParent parent: UIViewController?) { (isMovingToParent, isMovingFromParent) = (false, false) }

    /// The traits that a child has: the view's here. *Source*: Apple, UIViewController.overrideTraitCollection(forChild:).
    final func traits(ofChild child: UIViewController) -> UITraitCollection {
        guard let traits = overriddenTraits[ObjectIdentifier(child)] else { return traitCollection }
        return UITraitCollection(traitsFrom: [traitCollection, traits])
    }
    private var overriddenTraits: [ObjectIdentifier: UITraitCollection] = [:]

    /// Changes what traits a child has; nil ends that. *Source*: Apple, UIViewController.setOverrideTraitCollection(_:forChild:).
    open func setOverrideTraitCollection(
        _ collection: UITraitCollection?, forChild childViewController: UIViewController
    ) {
        UIView.overridesTraits = true
        let change = { self.overriddenTraits[ObjectIdentifier(childViewController)] = collection }
        if let view = childViewController.viewIfLoaded { view.changeTraits(change) } else { change() }
    }

    /// What the screen, the system and the person want. *Source*: Apple, UITraitEnvironment.traitCollection.
    open var traitCollection: UITraitCollection {
        if let loadedView { return loadedView.traitCollection }
        return parent?.traits(ofChild: self) ?? UITraitCollection.system
    }

    /// The traits are others. *Source*: Apple, UITraitEnvironment.traitCollectionDidChange(_:).
    open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}

    /// Whether the view and all in it are light or dark whatever the system is. *Source*: Apple,
    /// UIViewController.overrideUserInterfaceStyle.
    open var overrideUserInterfaceStyle: UIUserInterfaceStyle {
        get { loadedView?.overrideUserInterfaceStyle ?? .unspecified }
        set { view.overrideUserInterfaceStyle = newValue }
    }

    /// The traits are about to be others; told to children. *Source*: Apple, UIContentContainer.willTransition(to:with:).
    open func willTransition(
        to newCollection: UITraitCollection, with coordinator: any UIViewControllerTransitionCoordinator
    ) {
        for child in children { child.willTransition(to: newCollection, with: coordinator) }
    }

    /// What runs beside the transition that goes on; nil outside of one. *Source*: Apple,
    /// UIViewController.transitionCoordinator.
    open var transitionCoordinator: (any UIViewControllerTransitionCoordinator)? {
        hostWindow?.sizeTransition ?? parent?.transitionCoordinator ?? presenting?.transitionCoordinator
    }

    /// Goes over from the view of one child to another's, as `UIView.transition(from:to:)` does or with a block. *Source*: Apple,
    /// UIViewController.transition(from:to:duration:options:animations:completion:).
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

    /// The controller that this one, or one that it is in, presents. *Source*: Apple, UIViewController.presentedViewController.
    open private(set) var presentedViewController: UIViewController? {
        get { presented ?? parent?.presentedViewController }
        set { presented = newValue }
    }
    private var presented: UIViewController?

    /// The controller that presents this one, or one that it is in. *Source*: Apple, UIViewController.presentingViewController.
    open private(set) var presentingViewController: UIViewController? {
        get { presenting ?? parent?.presentingViewController }
        set { presenting = newValue }
    }
    private weak var presenting: UIViewController?

    /// How the view is shown when it is presented; `automatic` is read as `pageSheet`. *Source*: Apple,
    /// UIViewController.modalPresentationStyle; UIViewController.h: "reading it will always return a concrete presentation style".
    open var modalPresentationStyle: UIModalPresentationStyle {
        get { presentationStyle == .automatic ? .pageSheet : presentationStyle }
        set { presentationStyle = newValue }
    }
    private var presentationStyle = UIModalPresentationStyle.automatic
    /// How the view comes when it is presented. *Source*: Apple, UIViewController.modalTransitionStyle: coverVertical.
    open var modalTransitionStyle = UIModalTransitionStyle.coverVertical
    /// Who says how the view comes and goes; nil for `modalTransitionStyle`. *Source*: Apple, UIViewController.transitioningDelegate.
    open weak var transitioningDelegate: (any UIViewControllerTransitioningDelegate)?
    /// Whether the controller that presents in the current context is this one: stored, without effect. *Source*: Apple,
    /// UIViewController.definesPresentationContext.
    open var definesPresentationContext = false
    /// Whether a sheet cannot be pulled away; stored, as sheets cannot be here. *Source*: Apple,
    /// UIViewController.isModalInPresentation.
    open var isModalInPresentation = false

    /// Shows a controller over all of the window. Where one is presented already, the view is in no window, or this controller is being
    /// dismissed, nothing happens, with a message, as on Apple's platforms. *Source*: Apple,
    /// UIViewController.present(_:animated:completion:).
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
        if animator == nil { window.addSubview(view) }
        if removesPresenter { presenter.isManual = true }
        shown.transit(flag, arriving: true, animator, from: presenter, to: shown, in: window) { completed in
            if completed {
                shown.enter(window)
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
                    window.addSubview(back)
                    presenter.didAppear(flag)
                }
                (presenter.presented, shown.presenting) = (nil, nil)
            }
            (presenter.isManual, shown.isManual, shown.isBeingPresented) = (false, false, false)
            completion?()
        }
    }

    /// Puts the view into the window itself, where a program's own transition had it elsewhere: behind what has been presented since, and
    /// not at all where that covers it.
    private func enter(_ window: UIWindow) {
        guard let view = viewIfLoaded, view.superview !== window else { return }
        guard let presented, let above = presented.viewIfLoaded else { return window.addSubview(view) }
        if presented.modalPresentationStyle.removesPresenter, !presented.isBeingPresented { return }
        window.insertSubview(view, belowSubview: above)
    }

    /// Whether a controller is this one, or one that it is in, or that presents it or one of these.
    private func isWithin(_ other: UIViewController) -> Bool {
        self === other || parent?.isWithin(other) == true || presenting?.isWithin(other) == true
    }

    /// Whether the controller, or one that presents it, is being dismissed.
    private var isLeaving: Bool { isBeingDismissed || presenting?.isLeaving == true }

    /// Whether the controller, or what it presents, is on its way in or out.
    private var isInTransition: Bool { isBeingPresented || isBeingDismissed || presented?.isInTransition == true }

    /// Takes away what this controller presents with all that that presents, or else this controller if it is presented. While one of
    /// these is still on its way in or out nothing happens, with a message. *Source*: Apple,
    /// UIViewController.dismiss(animated:completion:); UIKit's message "Attempt to dismiss from view controller ... while a presentation
    /// or dismiss is in progress!", after which what is presented stays (pull request 3 of almerlucke/FCOverlayViewController). That the
    /// completion is not called then is assumed.
    open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
        guard let shown = presentedViewController ?? (presentingViewController.map { _ in presentedRoot }),
            let presenter = shown.presenting, !shown.isBeingDismissed
        else {
            completion?()
            return
        }
        guard !shown.isInTransition else {
            return Notices.say(
                "UIViewController: \(type(of: self)) dismisses while a presentation or dismissal is in progress",
                key: "dismiss")
        }
        // What is presented by what goes, goes with it.
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
            if animator == nil { window.insertSubview(view, at: 0) }
        }
        shown.transit(flag, arriving: false, animator, from: shown, to: presenter, in: window) { completed in
            let (gone, back) = completed ? (shown, presenter) : (presenter, shown)
            if removedPresenter, let view = back.viewIfLoaded, let window, view.superview !== window {
                window.insertSubview(view, at: 0)
            }
            if !completed, !removedPresenter, let view = shown.viewIfLoaded { window?.addSubview(view) }
            if completed || removedPresenter { gone.viewIfLoaded?.removeFromSuperview() }
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

    /// The controller at the top of those that this one is in.
    private var presentedRoot: UIViewController {
        var controller = self
        while let above = controller.parent { controller = above }
        return controller
    }

    /// Animates the view in or out, and goes on; without animation after the next picture.
    ///
    /// - Parameter end: Called with whether the transition was completed.
    private final func transit(
        _ animated: Bool, arriving: Bool, _ animator: (any UIViewControllerAnimatedTransitioning)?,
        from: UIViewController, to: UIViewController, in window: UIWindow?, _ end: @escaping @MainActor (Bool) -> Void
    ) {
        guard animated, let view = loadedView, let window else {
            TransactionStack.current.enqueue { assumeMainActor { end(true) } }
            return
        }
        if let animator {
            // It lives as long as the animator's blocks need it.
            _ = ProgramTransition(
                from: from, to: to, isPresenting: arriving, style: modalPresentationStyle, in: window, animator, end)
            return
        }
        let (rest, away) = (view.center, CGPoint(x: view.center.x, y: view.center.y + window.bounds.height))
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

    // MARK: Bars

    /// How the status bar is drawn; there is none. *Source*: Apple, UIViewController.preferredStatusBarStyle.
    open var preferredStatusBarStyle: UIStatusBarStyle { .default }
    /// Whether the status bar is hidden; there is none. *Source*: Apple, UIViewController.prefersStatusBarHidden.
    open var prefersStatusBarHidden: Bool { false }
    /// Whether the line at the screen's lower edge goes away by itself: false, unless a subclass says otherwise; there is none. *Source*:
    /// Apple, UIViewController.prefersHomeIndicatorAutoHidden.
    open var prefersHomeIndicatorAutoHidden: Bool { false }
    /// The child that says how the status bar is drawn; nil for this one. *Source*: Apple, UIViewController.childForStatusBarStyle.
    open var childForStatusBarStyle: UIViewController? { nil }
    /// The child that says whether the status bar is hidden; nil for this one. *Source*: Apple,
    /// UIViewController.childForStatusBarHidden.
    open var childForStatusBarHidden: UIViewController? { nil }
    /// The controller that says how the status bar is drawn: this one, what it presents, or a child.
    final var statusBarController: UIViewController {
        presented?.statusBarController ?? childForStatusBarStyle?.statusBarController ?? self
    }
    /// Which ways the view may stand: all but upside down on a phone. Asked for by programs; windows have the shape that they are given.
    /// *Source*: Apple, UIViewController.supportedInterfaceOrientations.
    open var supportedInterfaceOrientations: UIInterfaceOrientationMask {
        UITraitCollection.system.userInterfaceIdiom == .pad ? .all : .allButUpsideDown
    }
    /// Whether the view turns with the device; true here. *Source*: Apple, UIViewController.shouldAutorotate.
    open var shouldAutorotate: Bool { true }
    /// Asks for the status bar anew; there is none. *Source*: Apple, UIViewController.setNeedsStatusBarAppearanceUpdate().
    open func setNeedsStatusBarAppearanceUpdate() {}

    /// The view's superview, or the window that the controller is the root of. *Source*: Apple, UIResponder.next of controllers.
    open override var next: UIResponder? { presenting ?? loadedView?.superview ?? hostWindow }
}

/// How the status bar is drawn; raw values are Apple's. *Source*: Apple, UIStatusBarStyle.
public enum UIStatusBarStyle: Int, Sendable {
    /// By the system's appearance.
    case `default` = 0
    /// Light on dark.
    case lightContent = 1
    /// Dark on light.
    case darkContent = 3
}
