import CoreGraphics
import Foundation
import MicaTrace

/// A controller of two or three columns. On a narrow window they are one navigation stack.
///
/// A controller of a column that is no navigation controller gets one. *Source*: Apple, UISplitViewController;
/// docs/navigation.md has widths and differences.
open class UISplitViewController: UIViewController {
    /// The number of columns; raw values are Apple's.
    public enum Style: Int, Sendable {
        /// Two controllers by `viewControllers`, without navigation controllers of their own.
        case unspecified = 0
        /// Primary and secondary.
        case doubleColumn = 1
        /// Primary, supplementary and secondary.
        case tripleColumn = 2
    }
    /// A column; raw values are Apple's.
    public enum Column: Int, Sendable {
        /// At the leading edge.
        case primary = 0
        /// Between the others.
        case supplementary = 1
        /// The largest.
        case secondary = 2
        /// The only one on a narrow window, instead of a stack of the others.
        case compact = 3
    }
    /// The columns that are shown, and how; raw values are Apple's.
    public enum DisplayMode: Int, Sendable {
        /// By the width.
        case automatic = 0
        /// The secondary column.
        case secondaryOnly = 1
        /// One column beside the secondary one.
        case oneBesideSecondary = 2
        /// One column over the secondary one.
        case oneOverSecondary = 3
        /// Two columns beside the secondary one.
        case twoBesideSecondary = 4
        /// Two columns over the secondary one.
        case twoOverSecondary = 5
        /// Two columns, which move the secondary one to the side.
        case twoDisplaceSecondary = 6

        /// As `secondaryOnly`; the name before iOS 14.
        public static var primaryHidden: DisplayMode { .secondaryOnly }
        /// As `oneBesideSecondary`; the name before iOS 14.
        public static var allVisible: DisplayMode { .oneBesideSecondary }
        /// As `oneOverSecondary`; the name before iOS 14.
        public static var primaryOverlay: DisplayMode { .oneOverSecondary }

        /// The number of columns besides the secondary one.
        var columns: Int {
            switch self {
            case .automatic, .secondaryOnly: 0
            case .oneBesideSecondary, .oneOverSecondary: 1
            case .twoBesideSecondary, .twoOverSecondary, .twoDisplaceSecondary: 2
            }
        }
        var isOver: Bool { self == .oneOverSecondary || self == .twoOverSecondary }
    }
    /// How columns share the width; raw values are Apple's.
    public enum SplitBehavior: Int, Sendable {
        /// By the width.
        case automatic = 0
        /// Beside each other.
        case tile = 1
        /// Over the secondary one.
        case overlay = 2
        /// The secondary one moves to the side.
        case displace = 3
    }
    /// The side of the primary column; raw values are Apple's.
    public enum PrimaryEdge: Int, Sendable {
        /// Where lines begin.
        case leading = 0
        /// Where lines end.
        case trailing = 1
    }

    /// The width that stands for the system's choice. *Source*: Apple, UISplitViewController.automaticDimension.
    public static let automaticDimension: CGFloat = -.greatestFiniteMagnitude

    /// The object that decides about changes; nil for none.
    open weak var delegate: (any UISplitViewControllerDelegate)?
    /// The number of columns.
    public let style: Style
    /// The controllers that a program has set.
    final var given: [Column: UIViewController] = [:]
    /// The controllers of the columns: navigation controllers, unless there is no style.
    final var holders: [Column: UIViewController] = [:]
    /// The columns that the controllers of the one stack are of.
    final var origins: [ObjectIdentifier: Column] = [:]
    final var frames: [Column: SplitColumnView] = [:]
    final let veil = UIView()
    final var collapsed: Bool?
    final var mode = DisplayMode.automatic

    /// Makes a controller of two or three columns.
    public init(style: Style) {
        self.style = style
        super.init(nibName: nil, bundle: nil)
    }

    /// Makes a controller of two columns by `viewControllers`.
    public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        style = .unspecified
        super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
    }

    /// Makes a controller of two columns by `viewControllers`.
    public convenience init() { self.init(nibName: nil, bundle: nil) }

    /// Makes a controller of two columns from an archive, without controllers; from a storyboard, in its style.
    public required init?(coder: NSCoder) {
        style = coder.nib?.style("style").flatMap { Style(rawValue: $0) } ?? .unspecified
        super.init(coder: coder)
        coder.readNib(self, as: UISplitViewController.self)
    }

    // MARK: Controllers

    /// The controllers: of the columns, or the one of a narrow window. Setting them sets the primary and the secondary
    /// one.
    open var viewControllers: [UIViewController] {
        get {
            if isCollapsed { return [holder(of: topHolder)].compactMap { $0 } }
            return sideColumns.reversed().compactMap { holder(of: $0) } + [holder(of: .secondary)].compactMap { $0 }
        }
        set {
            setViewController(newValue.first, for: .primary)
            setViewController(newValue.count > 1 ? newValue[1] : nil, for: .secondary)
        }
    }

    /// The controller that was set for a column; nil for none.
    open func viewController(for column: Column) -> UIViewController? { given[column] }

    /// Sets the controller of a column. The supplementary column is there in the style of three columns only.
    open func setViewController(_ vc: UIViewController?, for column: Column) {
        guard column != .supplementary || style == .tripleColumn else {
            return SplitNotices.sayNoColumn()
        }
        guard given[column] !== vc else { return }
        let old = holders[column]
        given[column] = vc
        holders[column] = vc.map { wrapped($0, column) }
        if isViewLoaded, collapsed == true { return replaceInStack(column, old) }
        if let old { remove(old) }
        if isViewLoaded { layOut() }
    }

    private func wrapped(_ controller: UIViewController, _ column: Column) -> UIViewController {
        if style == .unspecified || controller is UINavigationController || column == .compact { return controller }
        return UINavigationController(rootViewController: controller)
    }

    private func holder(of column: Column) -> UIViewController? { holders[column] }

    /// The columns besides the secondary one, from it outwards.
    private var sideColumns: [Column] { style == .tripleColumn ? [.supplementary, .primary] : [.primary] }

    final func remove(_ controller: UIViewController) {
        guard controller.parent === self else { return }
        controller.willMove(toParent: nil)
        controller.viewIfLoaded?.removeFromSuperview()
        controller.removeFromParent()
    }

    final func put(_ controller: UIViewController, in frame: SplitColumnView, isNarrow: Bool) {
        let isNew = controller.parent !== self
        if isNew { addChild(controller) }
        setOverrideTraitCollection(
            isNarrow ? UITraitCollection(horizontalSizeClass: .compact) : nil, forChild: controller)
        if controller.view.superview !== frame {
            // A view fills its column also if it had turned this off; SwiftCrossUI's backend for UIKit relies on it.
            controller.view.translatesAutoresizingMaskIntoConstraints = true
            controller.view.frame = frame.bounds
            controller.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            frame.insertSubview(controller.view, at: 0)
        }
        if isNew { controller.didMove(toParent: self) }
    }

    // MARK: Display

    /// Whether the window is narrow, so that the columns are one stack.
    open var isCollapsed: Bool { collapsed ?? (traitCollection.horizontalSizeClass == .compact) }
    /// The columns that are shown.
    open var displayMode: DisplayMode { isCollapsed ? .secondaryOnly : mode == .automatic ? automaticMode : mode }
    /// The display mode that is wanted; automatic at first.
    open var preferredDisplayMode = DisplayMode.automatic {
        didSet { setMode(preferredDisplayMode, animated: UIView.inheritedAnimationDuration > 0) }
    }
    /// How columns are to share the width; automatic at first.
    open var preferredSplitBehavior = SplitBehavior.automatic {
        didSet { if isViewLoaded { layOut() } }
    }
    /// How columns share the width: tiled if the secondary one keeps 400 points, otherwise over it. The limit is assumed.
    open var splitBehavior: SplitBehavior {
        if preferredSplitBehavior != .automatic { return preferredSplitBehavior }
        return room - width(of: sideColumns[0]) >= 400 ? .tile : .overlay
    }
    /// Whether a swipe from the edge shows a hidden column; true at first.
    open var presentsWithGesture = true {
        didSet { edge.isEnabled = presentsWithGesture }
    }
    /// The side of the primary column; leading at first.
    open var primaryEdge = PrimaryEdge.leading {
        didSet { if isViewLoaded { layOut() } }
    }
    private var room: CGFloat { viewIfLoaded?.bounds.width ?? UIScreen.main.bounds.width }

    final var automaticMode: DisplayMode {
        guard splitBehavior == .tile else { return .secondaryOnly }
        let both = sideColumns.reduce(0) { $0 + width(of: $1) }
        return style == .tripleColumn && room - both >= 400 ? .twoBesideSecondary : .oneBesideSecondary
    }

    /// The button that shows and hides the primary column. The column styles put it at the left of the secondary column's
    /// bar.
    open private(set) lazy var displayModeButtonItem: UIBarButtonItem = UIBarButtonItem(
        image: UIImage(systemName: "sidebar.left"),
        primaryAction: UIAction { [weak self] _ in self?.toggle() })

    private func toggle() {
        if displayMode == .secondaryOnly { show(sideColumns[0]) } else { hide(.primary) }
    }

    /// Shows a column: beside the secondary one or over it, or on top of a narrow window's stack.
    open func show(_ column: Column) {
        if isCollapsed { return showInStack(column) }
        guard let index = sideColumns.firstIndex(of: column) else {
            if column == .secondary, displayMode.isOver { setMode(.secondaryOnly, animated: true) }
            return
        }
        setMode(mode(showing: max(index + 1, displayMode.columns)), animated: true)
    }

    /// Hides a column, and those outside of it; the secondary one stays.
    open func hide(_ column: Column) {
        if isCollapsed { return hideInStack(column) }
        guard let index = sideColumns.firstIndex(of: column) else { return }
        let count = column == .primary && style != .tripleColumn ? 0 : min(index, displayMode.columns)
        setMode(mode(showing: count), animated: true)
    }

    private func mode(showing count: Int) -> DisplayMode {
        let isOver = splitBehavior == .overlay
        switch count {
        case 0: return .secondaryOnly
        case 1: return isOver ? .oneOverSecondary : .oneBesideSecondary
        default:
            if splitBehavior == .displace { return .twoDisplaceSecondary }
            let fits = room - sideColumns.reduce(0) { $0 + width(of: $1) } >= 400
            return isOver || !fits ? .twoOverSecondary : .twoBesideSecondary
        }
    }

    private func setMode(_ new: DisplayMode, animated: Bool) {
        let before = displayMode
        let old = mode
        mode = new
        let now = displayMode
        mode = old
        guard now != before || new != old else { return }
        guard !isCollapsed, isViewLoaded else { return mode = new }
        if now != before {
            delegate?.splitViewController(self, willChangeTo: now)
            for (index, column) in sideColumns.enumerated() {
                let (was, is_) = (index < before.columns, index < now.columns)
                if is_, !was { delegate?.splitViewController(self, willShow: column) }
                if was, !is_ { delegate?.splitViewController(self, willHide: column) }
            }
        }
        mode = new
        guard animated, view.window != nil else { return layOut() }
        for column in sideColumns { frames[column]?.isHidden = false }
        // The duration is assumed.
        UIView.animate(withDuration: 0.3) {
            self.layOut()
            self.view.layoutIfNeeded()
        } completion: { _ in
            self.layOut()
        }
    }

    // MARK: Widths

    /// The part of the width that the primary column takes, 0 to 1; `automaticDimension` at first.
    open var preferredPrimaryColumnWidthFraction = automaticDimension { didSet { widthsChanged() } }
    /// The primary column's width, in points; `automaticDimension` at first.
    open var preferredPrimaryColumnWidth = automaticDimension { didSet { widthsChanged() } }
    /// The least width of the primary column, in points; `automaticDimension` at first.
    open var minimumPrimaryColumnWidth = automaticDimension { didSet { widthsChanged() } }
    /// The greatest width of the primary column, in points; `automaticDimension` at first.
    open var maximumPrimaryColumnWidth = automaticDimension { didSet { widthsChanged() } }
    /// The primary column's width, in points.
    open var primaryColumnWidth: CGFloat { width(of: .primary) }
    /// The part of the width that the supplementary column takes, 0 to 1; `automaticDimension` at first.
    open var preferredSupplementaryColumnWidthFraction = automaticDimension { didSet { widthsChanged() } }
    /// The supplementary column's width, in points; `automaticDimension` at first.
    open var preferredSupplementaryColumnWidth = automaticDimension { didSet { widthsChanged() } }
    /// The least width of the supplementary column, in points; `automaticDimension` at first.
    open var minimumSupplementaryColumnWidth = automaticDimension { didSet { widthsChanged() } }
    /// The greatest width of the supplementary column, in points; `automaticDimension` at first.
    open var maximumSupplementaryColumnWidth = automaticDimension { didSet { widthsChanged() } }
    /// The supplementary column's width, in points.
    open var supplementaryColumnWidth: CGFloat { width(of: .supplementary) }

    private func widthsChanged() { if isViewLoaded { layOut() } }

    /// 320 points unless a program says otherwise, between its limits. *Source*: Apple, UISplitViewController: 320 on iPads
    /// before iOS 14, which is taken for all.
    private func width(of column: Column) -> CGFloat {
        let isPrimary = column == .primary
        let (own, share, least, most) =
            isPrimary
            ? (
                preferredPrimaryColumnWidth, preferredPrimaryColumnWidthFraction, minimumPrimaryColumnWidth,
                maximumPrimaryColumnWidth
            )
            : (
                preferredSupplementaryColumnWidth, preferredSupplementaryColumnWidthFraction,
                minimumSupplementaryColumnWidth, maximumSupplementaryColumnWidth
            )
        var width = own > 0 ? own : share > 0 ? share * room : 320
        if most > 0 { width = min(width, most) } else if own <= 0 { width = min(width, 320) }
        if least > 0 { width = max(width, least) }
        return min(width, room)
    }

    // MARK: View

    private let edge = UIScreenEdgePanGestureRecognizer()
    private static let edgeMoved = Selector(
        "edge:",
        onMain: { (me: UISplitViewController, pan: UIScreenEdgePanGestureRecognizer) in
            if pan.state == .began, !me.isCollapsed, me.displayMode == .secondaryOnly { me.show(me.sideColumns[0]) }
        })
    private static let veilTouched = Selector(
        "veil:", onMain: { (me: UISplitViewController, _: UITapGestureRecognizer) in me.hide(.primary) })

    /// Adds the columns.
    open override func viewDidLoad() {
        super.viewDidLoad()
        veil.backgroundColor = UIColor(white: 0, alpha: 0.2)
        let tap = UITapGestureRecognizer()
        tap.addTarget(self, action: Self.veilTouched)
        veil.addGestureRecognizer(tap)
        edge.edges = .left
        edge.addTarget(self, action: Self.edgeMoved)
        view.addGestureRecognizer(edge)
        for column in [Column.secondary, .supplementary, .primary] {
            if column == .primary, sideColumns.count == 1 { view.addSubview(veil) }
            if column == .supplementary { view.addSubview(veil) }
            let frame = SplitColumnView()
            frame.clipsToBounds = true
            frames[column] = frame
            view.addSubview(frame)
            if column == .secondary { view.addSubview(border) }
        }
    }

    /// Collapses or expands, and lays out the columns.
    open override func viewWillLayoutSubviews() {
        super.viewWillLayoutSubviews()
        layOut()
    }

    /// The line beside the secondary column. *Source*: views in public questions, where a UIPanelBorderView is between
    /// the columns, and what is behind the controller's view shows through columns without a background.
    final let border = UIView()
    private var isLayingOut = false

    final func layOut() {
        guard isViewLoaded, !isLayingOut else { return }
        isLayingOut = true
        defer { isLayingOut = false }
        let isNarrow = traitCollection.horizontalSizeClass == .compact
        if collapsed != isNarrow { if isNarrow { collapse() } else { expand() } }
        if isNarrow { layOutStack() } else { layOutColumns() }
    }

    private func layOutColumns() {
        guard let main = frames[.secondary] else { return }
        let mode = displayMode
        let bounds = view.bounds
        let line = 1 / max(1, traitCollection.displayScale)
        var inner: CGFloat = 0
        let shown = sideColumns.prefix(mode.columns)
        // From the edge inwards; hidden columns are beyond the edge.
        let total = shown.reduce(0) { $0 + width(of: $1) }
        var x = total
        for (index, column) in sideColumns.enumerated() {
            guard let frame = frames[column] else { continue }
            let width = width(of: column)
            x -= width
            let isShown = index < mode.columns
            place(frame, x: isShown ? x : -width - line, width: width, in: bounds)
            frame.isHidden = !isShown && UIView.inheritedAnimationDuration == 0
            if let controller = holders[column] { put(controller, in: frame, isNarrow: true) }
            if !isShown { x += width }
        }
        if !mode.isOver { inner = total == 0 ? 0 : total + line }
        let rest = mode == .twoDisplaceSecondary ? bounds.width : bounds.width - inner
        place(main, x: inner, width: max(0, rest), in: bounds)
        place(border, x: total, width: line, in: bounds)
        border.isHidden = mode.isOver || total == 0
        // A background of the program's own shows in place of the line.
        border.backgroundColor = view.backgroundColor == nil ? .separator : nil
        main.isHidden = false
        if let controller = holders[.secondary] { put(controller, in: main, isNarrow: false) }
        veil.frame = bounds
        veil.isHidden = !mode.isOver
        addButton()
    }

    final func place(_ frame: UIView, x: CGFloat, width: CGFloat, in bounds: CGRect) {
        let isMirrored = (primaryEdge == .trailing) != (view.effectiveUserInterfaceLayoutDirection == .rightToLeft)
        frame.frame = CGRect(
            x: isMirrored ? bounds.width - x - width : x, y: 0, width: width, height: bounds.height)
    }

    private func addButton() {
        guard style != .unspecified, presentsWithGesture, let main = holders[.secondary] as? UINavigationController,
            let item = main.viewControllers.first?.navigationItem
        else { return }
        if item.leftBarButtonItem == nil { item.leftBarButtonItem = displayModeButtonItem }
    }

    final func removeButton() {
        for controller in (holders[.secondary] as? UINavigationController)?.viewControllers ?? [] {
            let item = controller.navigationItem
            if item.leftBarButtonItem === displayModeButtonItem { item.leftBarButtonItem = nil }
        }
    }

    // MARK: Showing

    /// Pushes a controller onto the primary column.
    open override func show(_ vc: UIViewController, sender: Any?) {
        if delegate?.splitViewController(self, show: vc, sender: sender) == true { return }
        if let navigation = holders[.primary] as? UINavigationController {
            navigation.pushViewController(vc, animated: true)
        } else {
            setViewController(vc, for: .primary)
        }
    }

    /// Shows a controller in the secondary column, or pushes it on a narrow window.
    open override func showDetailViewController(_ vc: UIViewController, sender: Any?) {
        if delegate?.splitViewController(self, showDetail: vc, sender: sender) == true { return }
        guard isCollapsed else { return setViewController(vc, for: .secondary) }
        setViewController(vc, for: .secondary)
        guard stack != nil else { return }
        push(.secondary, animated: true)
    }
}

/// The view of a column.
final class SplitColumnView: UIView {}

/// Messages of split view controllers.
enum SplitNotices {
    @MainActor static func sayNoColumn() {
        Notices.say(
            "UISplitViewController: only the style .tripleColumn has a supplementary column", key: "split")
    }
}
