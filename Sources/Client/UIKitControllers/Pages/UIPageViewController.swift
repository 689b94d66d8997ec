import CoreGraphics
import Foundation

/// A controller of pages, one of which shows; a finger drags to the next and the one before.
///
/// Style `scroll` moves pages side by side. Style `pageCurl` curls a page after a tap near an edge, a swipe, or a
/// program's call; the curl does not follow the finger, and there is one page at a time.
///
/// *Source*: Apple, UIPageViewController.
open class UIPageViewController: UIViewController, UIScrollViewDelegate, UIGestureRecognizerDelegate {
    /// How pages change; raw values are Apple's.
    public enum TransitionStyle: Int, Sendable {
        /// A page curls.
        case pageCurl = 0
        /// Pages move side by side.
        case scroll = 1
    }
    /// The axis along which pages follow each other; raw values are Apple's.
    public enum NavigationOrientation: Int, Sendable {
        /// From left to right.
        case horizontal = 0
        /// From top to bottom.
        case vertical = 1
    }
    /// The direction of a change; raw values are Apple's.
    public enum NavigationDirection: Int, Sendable {
        /// To the next page.
        case forward = 0
        /// To the page before.
        case reverse = 1
    }
    /// The edge at which pages are bound; raw values are Apple's.
    public enum SpineLocation: Int, Sendable {
        /// Pages are not bound.
        case none = 0
        /// At the left or the top.
        case min = 1
        /// In the middle: two pages show. Counts as `min` here.
        case mid = 2
        /// At the right or the bottom.
        case max = 3
    }
    /// A key of the options.
    public struct OptionsKey: RawRepresentable, Hashable, Sendable {
        /// The name.
        public let rawValue: String
        /// Makes a key from a name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The edge at which pages are bound; a number.
        public static let spineLocation = OptionsKey(rawValue: "UIPageViewControllerOptionSpineLocationKey")
        /// The distance between pages, in points; a number.
        public static let interPageSpacing = OptionsKey(rawValue: "UIPageViewControllerOptionInterPageSpacingKey")
    }

    /// How pages change.
    public let transitionStyle: TransitionStyle
    /// The axis along which pages follow each other.
    public let navigationOrientation: NavigationOrientation
    /// The edge at which pages are bound; none for style `scroll`.
    public let spineLocation: SpineLocation
    /// Whether pages have a back: without effect, as one page shows at a time.
    open var isDoubleSided = false
    /// The object that gives the pages; nil for only those of `setViewControllers`.
    open weak var dataSource: (any UIPageViewControllerDataSource)? {
        didSet { sourceChanged() }
    }
    /// The observer of changes; nil for none.
    open weak var delegate: (any UIPageViewControllerDelegate)?
    /// The page that shows, as a list; nil for none.
    open var viewControllers: [UIViewController]? { current.map { [$0] } }
    /// The recognizers: of the scroll view, or of the curl.
    open var gestureRecognizers: [UIGestureRecognizer] {
        transitionStyle == .scroll ? [scroll.panGestureRecognizer] : curls
    }

    private let spacing: CGFloat
    private let scroll = UIScrollView()
    private var dots: UIPageControl?
    private var curls: [UIGestureRecognizer] = []
    private var current: UIViewController?
    private var before: UIViewController?
    private var after: UIViewController?
    private var hasAsked = false
    /// The page that comes in by a drag or a program's scroll; nil at rest.
    private var coming: UIViewController?
    /// Whether that page is the one after. Of two pages in a circle each is before and after the other.
    private var comesForward = true
    private var program: ((Bool) -> Void)?
    private var isPlacing = false

    private static let tapped = Selector(
        "tap:", onMain: { (me: UIPageViewController, tap: UITapGestureRecognizer) in me.wasTapped(tap) })
    private static let swiped = Selector(
        "swipe:", onMain: { (me: UIPageViewController, swipe: UISwipeGestureRecognizer) in me.wasSwiped(swipe) })

    /// Makes a controller without pages.
    public init(
        transitionStyle style: TransitionStyle, navigationOrientation: NavigationOrientation,
        options: [OptionsKey: Any]? = nil
    ) {
        (transitionStyle, self.navigationOrientation) = (style, navigationOrientation)
        func number(_ key: OptionsKey) -> Double? {
            options?[key].flatMap {
                ($0 as? NSNumber)?.doubleValue ?? ($0 as? CGFloat).map(Double.init) ?? ($0 as? Int).map(Double.init)
            }
        }
        let space = number(.interPageSpacing) ?? 0
        spacing = space.isFinite ? CGFloat(max(0, space)) : 0
        let spine = number(.spineLocation).flatMap { Int(exactly: $0) }.flatMap { SpineLocation(rawValue: $0) }
        spineLocation = style == .scroll ? .none : spine ?? .min
        super.init(nibName: nil, bundle: nil)
    }

    /// Reads a controller from an archive: of style `pageCurl`, as Apple's.
    public required init?(coder: NSCoder) {
        transitionStyle = coder.nib?.text("transitionStyle") == "scroll" ? .scroll : .pageCurl
        navigationOrientation = coder.nib?.text("navigationOrientation") == "vertical" ? .vertical : .horizontal
        (spineLocation, spacing) = (transitionStyle == .scroll ? .none : .min, 0)
        super.init(coder: coder)
        coder.readNib(self, as: UIPageViewController.self)
    }

    private var isHorizontal: Bool { navigationOrientation == .horizontal }
    /// The distance from a page to the next, in points.
    private var pitch: CGFloat { (isHorizontal ? area.width : area.height) + spacing }
    private var area: CGRect {
        guard isViewLoaded else { return .zero }
        var rect = view.bounds
        if dots != nil { rect.size.height = max(0, rect.height - Self.dotsHeight) }
        return rect
    }
    private static let dotsHeight: CGFloat = 37

    // MARK: View

    /// Adds the scroll view, or the gestures of the curl.
    open override func viewDidLoad() {
        super.viewDidLoad()
        scroll.isPagingEnabled = true
        scroll.showsHorizontalScrollIndicator = false
        scroll.showsVerticalScrollIndicator = false
        scroll.contentInsetAdjustmentBehavior = .never
        scroll.delegate = self
        scroll.clipsToBounds = false
        view.clipsToBounds = true
        scroll.isScrollEnabled = transitionStyle == .scroll
        view.addSubview(scroll)
        if transitionStyle == .pageCurl {
            let tap = UITapGestureRecognizer(target: self, action: Self.tapped)
            tap.delegate = self
            curls = [tap]
            for way in isHorizontal ? [UISwipeGestureRecognizer.Direction.left, .right] : [.up, .down] {
                let swipe = UISwipeGestureRecognizer(target: self, action: Self.swiped)
                swipe.direction = way
                curls.append(swipe)
            }
            for recognizer in curls { view.addGestureRecognizer(recognizer) }
        }
        sourceChanged()
        if let current { attach(current) }
    }

    /// Lays out the pages.
    open override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        let rect = area
        let frame = CGRect(
            x: rect.minX, y: rect.minY, width: rect.width + (isHorizontal ? spacing : 0),
            height: rect.height + (isHorizontal ? 0 : spacing))
        if scroll.frame != frame {
            isPlacing = true
            scroll.frame = frame
            isPlacing = false
            place()
        }
        dots?.frame = CGRect(x: 0, y: rect.maxY, width: rect.width, height: Self.dotsHeight)
    }

    private func attach(_ page: UIViewController) {
        guard isViewLoaded, let child = page.view else { return }
        if child.superview !== scroll { scroll.addSubview(child) }
        place()
    }

    /// The index of the current page among those that are known.
    private var index: CGFloat { before == nil ? 0 : 1 }

    /// Puts the pages in a row, with the current one showing.
    private func place() {
        guard isViewLoaded else { return }
        isPlacing = true
        defer { isPlacing = false }
        let count = 1 + (before == nil ? 0 : 1) + (after == nil ? 0 : 1)
        let size = area.size
        scroll.contentSize =
            isHorizontal
            ? CGSize(width: pitch * CGFloat(count), height: size.height)
            : CGSize(width: size.width, height: pitch * CGFloat(count))
        scroll.alwaysBounceHorizontal = isHorizontal
        scroll.alwaysBounceVertical = !isHorizontal
        var places = [(before, CGFloat(0)), (after, index + 1), (current, index)]
        // The last place of a page counts.
        if !comesForward { places.swapAt(0, 1) }
        for (page, position) in places {
            guard let child = page?.viewIfLoaded, child.superview === scroll else { continue }
            child.frame = frame(at: position)
        }
        guard coming == nil else { return }
        scroll.contentOffset = offset(index)
    }

    private func frame(at position: CGFloat) -> CGRect {
        let way = position * pitch
        return CGRect(origin: isHorizontal ? CGPoint(x: way, y: 0) : CGPoint(x: 0, y: way), size: area.size)
    }
    private func offset(_ position: CGFloat) -> CGPoint { frame(at: position).origin }

    // MARK: Pages

    /// Shows a page.
    ///
    /// - Parameters:
    ///   - viewControllers: One controller, as one page shows at a time.
    ///   - completion: Called after an animated change, with true; at once without animation.
    open func setViewControllers(
        _ viewControllers: [UIViewController]?, direction: NavigationDirection, animated: Bool,
        completion: ((Bool) -> Void)? = nil
    ) {
        endScroll(settles: true)
        guard let new = viewControllers?.first else { return }
        guard new !== current else {
            completion?(true)
            return
        }
        let old = current
        let moves = animated && old != nil && viewIfLoaded?.window != nil
        if moves, transitionStyle == .scroll {
            forget()
            if direction == .forward { after = new } else { before = new }
            hasAsked = true
            adopt(new)
            place()
            program = completion ?? { _ in }
            begin(new, forwards: direction == .forward)
            scroll.setContentOffset(offset(direction == .forward ? index + 1 : 0), animated: true)
            return
        }
        forget()
        adopt(new)
        let change = { [self] in
            current = new
            if isViewLoaded { attach(new) }
            if let old { drop(old) }
            updateDots()
        }
        if moves {
            curl(direction, change) { completion?($0) }
        } else {
            change()
            completion?(true)
        }
    }

    private func curl(_ direction: NavigationDirection, _ change: @escaping () -> Void, _ end: @escaping (Bool) -> Void)
    {
        UIView.transition(
            with: view, duration: 0.6,
            options: direction == .forward ? .transitionCurlUp : .transitionCurlDown, animations: change,
            completion: end)
    }

    private func adopt(_ page: UIViewController) {
        guard page.parent !== self else { return }
        addChild(page)
        page.didMove(toParent: self)
    }

    private func drop(_ page: UIViewController) {
        page.viewIfLoaded?.removeFromSuperview()
        guard page.parent === self else { return }
        page.willMove(toParent: nil)
        page.removeFromParent()
    }

    /// Forgets the neighbours; the next drag requests them again.
    private func forget() {
        for page in [before, after].compactMap({ $0 }) where page !== current { drop(page) }
        (before, after, hasAsked) = (nil, nil, false)
    }

    private func sourceChanged() {
        if coming == nil { forget() }
        guard isViewLoaded else { return }
        let count = dataSource?.presentationCount(for: self) ?? 0
        if count > 0, transitionStyle == .scroll, isHorizontal {
            if dots == nil {
                let made = UIPageControl()
                made.pageIndicatorTintColor = .tertiaryLabel
                made.currentPageIndicatorTintColor = .label
                made.isUserInteractionEnabled = false
                view.addSubview(made)
                dots = made
            }
            updateDots()
        } else {
            dots?.removeFromSuperview()
            dots = nil
        }
        view.setNeedsLayout()
    }

    private func updateDots() {
        guard let dots, let dataSource else { return }
        dots.numberOfPages = dataSource.presentationCount(for: self)
        dots.currentPage = dataSource.presentationIndex(for: self)
    }

    /// Asks for the neighbours of the page that shows.
    private func ask() {
        guard !hasAsked, let current, let dataSource else { return }
        hasAsked = true
        before = dataSource.pageViewController(self, viewControllerBefore: current)
        after = dataSource.pageViewController(self, viewControllerAfter: current)
        // A page is no neighbour of itself.
        if before === current { before = nil }
        if after === current { after = nil }
        for page in [before, after].compactMap({ $0 }) { adopt(page) }
        place()
    }

    // MARK: Scrolling

    /// A finger begins to drag: the data source gives the neighbours. *Source*: Apple, UIPageViewControllerDataSource.
    public func scrollViewWillBeginDragging(_ scrollView: UIScrollView) { ask() }

    /// A neighbour comes into sight.
    public func scrollViewDidScroll(_ scrollView: UIScrollView) {
        guard !isPlacing, pitch > 0 else { return }
        let way = (isHorizontal ? scroll.contentOffset.x : scroll.contentOffset.y) - index * pitch
        let next = way > 0.5 ? after : way < -0.5 ? before : nil
        guard let next, program == nil, next !== coming || comesForward != (way > 0) else { return }
        if let coming { turnBack(coming) }
        begin(next, forwards: way > 0)
    }

    /// The scroll has ended at a page.
    public func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) { endScroll(settles: false) }
    /// A drag has ended; without more movement the page is reached.
    public func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
        if !decelerate { endScroll(settles: false) }
    }
    /// A program's scroll has ended.
    public func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) { endScroll(settles: false) }

    /// A page begins to come in, and the one that shows to leave.
    private func begin(_ next: UIViewController, forwards: Bool) {
        (coming, comesForward) = (next, forwards)
        next.isManual = true
        current?.isManual = true
        if program == nil { delegate?.pageViewController(self, willTransitionTo: [next]) }
        current?.willDisappear(true)
        next.willAppear(true)
        attach(next)
    }

    private func turnBack(_ page: UIViewController) {
        page.willDisappear(true)
        current?.willAppear(true)
        page.viewIfLoaded?.removeFromSuperview()
        page.didDisappear(true)
        current?.didAppear(true)
        (page.isManual, coming) = (false, nil)
        current?.isManual = false
    }

    /// Ends a change at the nearer page.
    ///
    /// - Parameter settles: Whether a change in progress ends at once at its page.
    private func endScroll(settles: Bool) {
        guard let next = coming, let old = current else { return }
        let position = isHorizontal ? scroll.contentOffset.x : scroll.contentOffset.y
        let isForward = comesForward
        let target = (isForward ? index + 1 : index - 1) * pitch
        let isDone = settles || program != nil || abs(position - target) < pitch / 2
        let completion = program
        program = nil
        if isDone {
            if settles { scroll.setContentOffset(scroll.contentOffset, animated: false) }
            current = next
            old.viewIfLoaded?.removeFromSuperview()
            old.didDisappear(true)
            next.didAppear(true)
            (old.isManual, next.isManual, coming) = (false, false, nil)
            if completion != nil || dataSource == nil {
                forget()
                drop(old)
            } else {
                let gone = isForward ? before : after
                (before, after) = isForward ? (old, nil) : (nil, old)
                if let gone, gone !== next { drop(gone) }
                hasAsked = false
            }
            place()
        } else {
            turnBack(next)
            place()
        }
        updateDots()
        if let completion {
            completion(true)
        } else {
            delegate?.pageViewController(
                self, didFinishAnimating: true, previousViewControllers: [old], transitionCompleted: isDone)
        }
    }

    // MARK: Curls

    /// A tap turns a page only near an edge that has a neighbour. The tenth of the width is assumed.
    public func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        guard gestureRecognizer is UITapGestureRecognizer else { return true }
        return side(gestureRecognizer.location(in: view)) != nil
    }

    private func side(_ point: CGPoint) -> NavigationDirection? {
        let part = isHorizontal ? point.x / max(view.bounds.width, 1) : point.y / max(view.bounds.height, 1)
        return part < 0.15 ? .reverse : part > 0.85 ? .forward : nil
    }

    private func wasTapped(_ tap: UITapGestureRecognizer) {
        if let direction = side(tap.location(in: view)) { turn(direction) }
    }

    private func wasSwiped(_ swipe: UISwipeGestureRecognizer) {
        turn(swipe.direction == .left || swipe.direction == .up ? .forward : .reverse)
    }

    private func turn(_ direction: NavigationDirection) {
        guard let old = current, let dataSource,
            let next = direction == .forward
                ? dataSource.pageViewController(self, viewControllerAfter: old)
                : dataSource.pageViewController(self, viewControllerBefore: old)
        else { return }
        delegate?.pageViewController(self, willTransitionTo: [next])
        setViewControllers([next], direction: direction, animated: true) { [weak self] finished in
            guard let self else { return }
            delegate?.pageViewController(
                self, didFinishAnimating: finished, previousViewControllers: [old], transitionCompleted: true)
        }
    }
}

/// An object that gives the pages of a page view controller.
@preconcurrency @MainActor public protocol UIPageViewControllerDataSource: NSObjectProtocol {
    /// The page before; nil for none.
    func pageViewController(
        _ pageViewController: UIPageViewController, viewControllerBefore viewController: UIViewController
    ) -> UIViewController?
    /// The page after; nil for none.
    func pageViewController(
        _ pageViewController: UIPageViewController, viewControllerAfter viewController: UIViewController
    ) -> UIViewController?
    /// The number of dots; 0 for no dots.
    func presentationCount(for pageViewController: UIPageViewController) -> Int
    /// The selected dot.
    func presentationIndex(for pageViewController: UIPageViewController) -> Int
}

extension UIPageViewControllerDataSource {
    /// 0: no dots.
    public func presentationCount(for pageViewController: UIPageViewController) -> Int { 0 }
    /// 0.
    public func presentationIndex(for pageViewController: UIPageViewController) -> Int { 0 }
}

/// An observer of changes of pages.
@preconcurrency @MainActor public protocol UIPageViewControllerDelegate: NSObjectProtocol {
    /// The user begins to turn to pages.
    func pageViewController(
        _ pageViewController: UIPageViewController, willTransitionTo pendingViewControllers: [UIViewController])
    /// The user's turn has ended: at the new pages, or back at the previous ones.
    func pageViewController(
        _ pageViewController: UIPageViewController, didFinishAnimating finished: Bool,
        previousViewControllers: [UIViewController], transitionCompleted completed: Bool)
}

extension UIPageViewControllerDelegate {
    /// Does nothing.
    public func pageViewController(
        _ pageViewController: UIPageViewController, willTransitionTo pendingViewControllers: [UIViewController]
    ) {}
    /// Does nothing.
    public func pageViewController(
        _ pageViewController: UIPageViewController, didFinishAnimating finished: Bool,
        previousViewControllers: [UIViewController], transitionCompleted completed: Bool
    ) {}
}
