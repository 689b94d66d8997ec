import CoreGraphics
import Foundation

/// An object that shows the results of a search.
@preconcurrency @MainActor public protocol UISearchResultsUpdating: NSObjectProtocol {
    /// The bar has begun a search, or its text or scope has changed.
    func updateSearchResults(for searchController: UISearchController)
}

/// An observer of a search controller. All methods are optional. *Source*: Apple, UISearchControllerDelegate.
@preconcurrency @MainActor public protocol UISearchControllerDelegate: NSObjectProtocol {
    /// The search is about to begin.
    func willPresentSearchController(_ searchController: UISearchController)
    /// The search has begun.
    func didPresentSearchController(_ searchController: UISearchController)
    /// The search is about to end.
    func willDismissSearchController(_ searchController: UISearchController)
    /// The search has ended.
    func didDismissSearchController(_ searchController: UISearchController)
    /// Presents the controller; the default body does it in the usual way.
    func presentSearchController(_ searchController: UISearchController)
}

extension UISearchControllerDelegate {
    /// Does nothing.
    public func willPresentSearchController(_ searchController: UISearchController) {}
    /// Does nothing.
    public func didPresentSearchController(_ searchController: UISearchController) {}
    /// Does nothing.
    public func willDismissSearchController(_ searchController: UISearchController) {}
    /// Does nothing.
    public func didDismissSearchController(_ searchController: UISearchController) {}
    /// Presents the controller over the one that shows its bar.
    public func presentSearchController(_ searchController: UISearchController) { searchController.presentInOwner() }
}

/// The manager of a search: it shows results over the controller whose view or navigation item has its bar.
///
/// While the search is active, that controller presents this one, in its own view: a push from it takes the search along.
///
/// *Source*: Apple, UISearchController.
open class UISearchController: UIViewController {
    /// The controller that shows the results; nil if the searched content does.
    open private(set) var searchResultsController: UIViewController?
    /// The object that shows the results; nil for none.
    open weak var searchResultsUpdater: (any UISearchResultsUpdating)?
    /// The observer; nil for none.
    open weak var delegate: (any UISearchControllerDelegate)?
    /// The bar, which the program puts into a navigation item or a view.
    open private(set) lazy var searchBar: UISearchBar = {
        let bar = UISearchBar()
        bar.controller = self
        bar.placeholder = "Search"
        return bar
    }()

    /// Whether the content is dimmed, and takes no touches, while there are no results to show; true at first. *Source*:
    /// Apple, UISearchController.obscuresBackgroundDuringPresentation.
    open var obscuresBackgroundDuringPresentation = true {
        didSet { showResults() }
    }
    /// Whether the title of the navigation bar is hidden during the search; true at first.
    open var hidesNavigationBarDuringPresentation = true
    /// Whether the bar shows its cancel button during the search; true at first.
    open var automaticallyShowsCancelButton = true
    /// Whether the bar shows its scopes during the search; true at first.
    open var automaticallyShowsScopeBar = true
    /// Whether the results are shown once there is a text; true at first. Setting `showsSearchResultsController` makes it
    /// false.
    open var automaticallyShowsSearchResultsController = true {
        didSet { showResults() }
    }
    /// Whether the results are shown.
    open var showsSearchResultsController: Bool {
        get { automaticallyShowsSearchResultsController ? hasText : ownShowsResults }
        set {
            ownShowsResults = newValue
            automaticallyShowsSearchResultsController = false
        }
    }
    private var ownShowsResults = false
    private var hasText: Bool { searchBar.text?.isEmpty == false }

    /// The item that has the bar; nil for none.
    final weak var item: UINavigationItem?
    private let veil = UIView()
    private var active = false
    private var endsAfterPresentation = false
    private var scrollObservation: NSKeyValueObservation?
    private var hadCancel = false, hadScopes = false

    /// Makes a controller with one that shows the results; nil if the searched content shows them.
    public init(searchResultsController: UIViewController?) {
        self.searchResultsController = searchResultsController
        super.init(nibName: nil, bundle: nil)
        setUp()
    }

    /// Makes a controller whose results the searched content shows.
    public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
        setUp()
    }

    /// Makes a controller whose results the searched content shows.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        setUp()
    }

    private func setUp() {
        modalPresentationStyle = .custom
        presentationMaker = { [unowned self] presenter in
            SearchPresentation(presentedViewController: self, presenting: presenter)
        }
        presentationHome = { [unowned self] presenter in
            // The presenter's view goes along with a push; in a view that scrolls, the results keep their place.
            if let scroll = presenter.view as? UIScrollView { keepPlace(in: scroll) }
            return presenter.view
        }
    }

    private func keepPlace(in scroll: UIScrollView) {
        scrollObservation = scroll.observe(\.contentOffset) { [weak self] scroll, _ in
            guard let container = self?.presentation?.containerView else { return }
            container.frame = scroll.bounds
        }
    }

    // MARK: Activity

    /// Whether a search goes on. Setting it begins or ends one, animated.
    open var isActive: Bool {
        get { active }
        set {
            guard newValue != active else { return }
            if newValue { begin() } else { end() }
        }
    }

    /// The controller that shows the bar: the nearest one among the bar's responders, or the top one of a navigation
    /// controller whose bar has it.
    private var owner: UIViewController? {
        var responder: UIResponder? = searchBar.next
        while let current = responder {
            if let navigation = current as? UINavigationController { return navigation.topViewController }
            if let controller = current as? UIViewController, controller !== self { return controller }
            responder = current.next
        }
        return nil
    }

    private func begin() {
        if let delegate { delegate.presentSearchController(self) } else { presentInOwner() }
    }

    final func presentInOwner() {
        guard !active, let owner else { return }
        owner.present(self, animated: owner.view.window != nil)
    }

    private func end() {
        if isBeingPresented {
            endsAfterPresentation = true
        } else if !isBeingDismissed {
            presentingViewController?.dismiss(animated: true)
        }
    }

    final func editingBegan() {
        if active { update() } else { begin() }
    }

    final func textChanged() {
        guard active else { return }
        update()
    }

    private func update() {
        showResults()
        searchResultsUpdater?.updateSearchResults(for: self)
    }

    // MARK: Presentation

    final func presentationBegins() {
        active = true
        delegate?.willPresentSearchController(self)
        (hadCancel, hadScopes) = (searchBar.showsCancelButton, searchBar.showsScopeBar)
        change {
            if self.automaticallyShowsCancelButton { self.searchBar.setShowsCancelButton(true, animated: false) }
            if self.automaticallyShowsScopeBar, self.searchBar.scopeButtonTitles?.isEmpty == false {
                self.searchBar.setShowsScope(true, animated: false)
            }
            self.item?.pinsAccessory = true
            self.item?.hidesTitle = self.hidesTitleNow
        }
        showResults()
        if !searchBar.isFirstResponder { searchBar.becomeFirstResponder() } else { update() }
    }

    /// Whether the title of the navigation bar is hidden now.
    final var hidesTitleNow: Bool { active && hidesNavigationBarDuringPresentation && searchBar.isInNavigationBar }

    final func presentationEnded(_ completed: Bool) {
        guard completed else { return restore() }
        delegate?.didPresentSearchController(self)
        if endsAfterPresentation { presentingViewController?.dismiss(animated: true) }
        endsAfterPresentation = false
    }

    final func dismissalBegins() {
        delegate?.willDismissSearchController(self)
        // A cancelled search has no text. *Source*: many report it.
        searchBar.searchTextField.text = ""
        searchBar.resignFirstResponder()
        restore()
        update()
    }

    final func dismissalEnded(_ completed: Bool) {
        guard completed else { return }
        scrollObservation = nil
        delegate?.didDismissSearchController(self)
    }

    private func restore() {
        active = false
        endsAfterPresentation = false
        change {
            if self.automaticallyShowsCancelButton {
                self.searchBar.setShowsCancelButton(self.hadCancel, animated: false)
            }
            if self.automaticallyShowsScopeBar { self.searchBar.setShowsScope(self.hadScopes, animated: false) }
            self.item?.hidesTitle = false
            self.item?.pinsAccessory = false
        }
    }

    /// Changes the bars beside the transition.
    private func change(_ body: @escaping @MainActor () -> Void) {
        let navigation = item.flatMap { _ in owner?.navigationController }
        let all = { [self] in
            body()
            searchBar.setNeedsLayout()
            navigation?.view.layoutIfNeeded()
            searchBar.layoutIfNeeded()
        }
        guard let transitionCoordinator else { return all() }
        transitionCoordinator.animate(alongsideTransition: { _ in all() })
    }

    // MARK: View

    /// Adds the veil, and the results' view once there are results.
    open override func viewDidLoad() {
        super.viewDidLoad()
        veil.backgroundColor = .searchVeil
        veil.frame = view.bounds
        veil.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        view.addSubview(veil)
        let tap = UITapGestureRecognizer()
        tap.addTarget(self, action: Self.touch)
        veil.addGestureRecognizer(tap)
        showResults()
    }

    private static let touch = Selector(
        "touch:", onMain: { (me: UISearchController, _: UITapGestureRecognizer) in me.isActive = false })

    /// Whether the controller shows something that takes touches.
    final var takesTouches: Bool { obscuresBackgroundDuringPresentation || isShowingResults }
    private var isShowingResults: Bool { searchResultsController?.viewIfLoaded.map { $0.superview != nil } ?? false }

    private func showResults() {
        guard isViewLoaded else { return }
        veil.isHidden = !obscuresBackgroundDuringPresentation
        guard let results = searchResultsController else { return }
        let shows = active && showsSearchResultsController
        guard shows != isShowingResults else { return }
        if shows {
            addChild(results)
            let shown: UIView = results.view
            shown.frame = view.bounds
            shown.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            view.addSubview(shown)
            results.didMove(toParent: self)
        } else {
            results.willMove(toParent: nil)
            results.view.removeFromSuperview()
            results.removeFromParent()
        }
    }
}

/// The manager of an active search: over the presenter's view, below a bar that is in that view.
final class SearchPresentation: UIPresentationController {
    override init(presentedViewController: UIViewController, presenting presentingViewController: UIViewController?) {
        super.init(presentedViewController: presentedViewController, presenting: presentingViewController)
        animatorMaker = { FadeAnimator(isPresenting: $0) }
    }

    private var search: UISearchController? { presentedViewController as? UISearchController }

    override var frameOfPresentedViewInContainerView: CGRect {
        guard let container = containerView else { return .zero }
        var frame = container.bounds
        guard let bar = search?.searchBar, let home = container.superview, bar.isDescendant(of: home) else {
            return frame
        }
        let bottom = min(max(0, container.convert(bar.bounds, from: bar).maxY), frame.height)
        (frame.origin.y, frame.size.height) = (bottom, frame.height - bottom)
        return frame
    }

    override func presentationTransitionWillBegin() {
        super.presentationTransitionWillBegin()
        (containerView as? PresentationContainer)?.passesTouch = { [weak self] point, _ in
            guard let self, let search = self.search else { return true }
            return !search.takesTouches || presentedView?.frame.contains(point) != true
        }
        search?.presentationBegins()
    }

    override func presentationTransitionDidEnd(_ completed: Bool) {
        super.presentationTransitionDidEnd(completed)
        search?.presentationEnded(completed)
    }

    override func dismissalTransitionWillBegin() {
        super.dismissalTransitionWillBegin()
        search?.dismissalBegins()
    }

    override func dismissalTransitionDidEnd(_ completed: Bool) {
        super.dismissalTransitionDidEnd(completed)
        search?.dismissalEnded(completed)
    }

    override func containerViewWillLayoutSubviews() {
        super.containerViewWillLayoutSubviews()
        presentedView?.frame = frameOfPresentedViewInContainerView
    }
}

extension UINavigationItem {
    private static let searchKey = "searchController"

    /// The controller whose search bar is under the title; nil for none. *Source*: Apple,
    /// UINavigationItem.searchController.
    public var searchController: UISearchController? {
        get { companions[Self.searchKey] as? UISearchController }
        set {
            let old = searchController
            guard newValue !== old else { return }
            if let old {
                old.isActive = false
                old.searchBar.heightChanged = nil
                old.searchBar.isInNavigationBar = false
                old.item = nil
            }
            companions[Self.searchKey] = newValue
            guard let newValue else { return accessory = nil }
            newValue.item = self
            newValue.searchBar.isInNavigationBar = true
            accessory = (newValue.searchBar, newValue.searchBar.wantedHeight)
            newValue.searchBar.heightChanged = { [weak self, weak newValue] in
                guard let self, let bar = newValue?.searchBar else { return }
                if accessory?.height != bar.wantedHeight { accessory = (bar, bar.wantedHeight) }
            }
        }
    }
}

extension UIColor {
    /// The veil over searched content. The share is assumed.
    fileprivate static var searchVeil: UIColor {
        UIColor { UIColor(white: 0, alpha: $0.userInterfaceStyle == .dark ? 0.4 : 0.2) }
    }
}
