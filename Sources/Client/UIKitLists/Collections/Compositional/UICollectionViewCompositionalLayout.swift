import CoreGraphics
import Foundation
import UIKitCore

/// Gives the section of an index, for a room; nil for an empty one.
public typealias UICollectionViewCompositionalLayoutSectionProvider = (
    _ sectionIndex: Int, _ layoutEnvironment: any NSCollectionLayoutEnvironment
) -> NSCollectionLayoutSection?

/// A layout made of sections, which are made of groups of items. *Source*: Apple, UICollectionViewCompositionalLayout;
/// WWDC 2019, session 215; WWDC 2020, session 10026.
open class UICollectionViewCompositionalLayout: UICollectionViewLayout {
    private final let provider: UICollectionViewCompositionalLayoutSectionProvider
    final var plan = CompositionalPlan()
    private final var settings: UICollectionViewCompositionalLayoutConfiguration
    /// The parts of the view that scroll by themselves, by section.
    final var scrollers: [Int: OrthogonalScrollView] = [:]

    /// Makes a layout whose sections are all alike.
    public convenience init(section: NSCollectionLayoutSection) {
        self.init(section: section, configuration: UICollectionViewCompositionalLayoutConfiguration())
    }
    /// Makes a layout whose sections are all alike, with an axis and spaces.
    public convenience init(
        section: NSCollectionLayoutSection, configuration: UICollectionViewCompositionalLayoutConfiguration
    ) { self.init(sectionProvider: { _, _ in section }, configuration: configuration) }
    /// Makes a layout whose sections a closure gives.
    public convenience init(sectionProvider: @escaping UICollectionViewCompositionalLayoutSectionProvider) {
        self.init(
            sectionProvider: sectionProvider, configuration: UICollectionViewCompositionalLayoutConfiguration())
    }
    /// Makes a layout whose sections a closure gives, with an axis and spaces.
    public init(
        sectionProvider: @escaping UICollectionViewCompositionalLayoutSectionProvider,
        configuration: UICollectionViewCompositionalLayoutConfiguration
    ) {
        (provider, settings) = (sectionProvider, configuration)
        super.init()
    }

    /// Nil: closures are not archived.
    public required init?(coder: NSCoder) { nil }

    /// A layout of lists.
    open class func list(using configuration: UICollectionLayoutListConfiguration)
        -> UICollectionViewCompositionalLayout
    {
        let made = UICollectionViewCompositionalLayout { _, _ in NSCollectionLayoutSection.makeList(configuration) }
        made.plan.background =
            configuration.backgroundColor
            ?? {
                switch configuration.appearance {
                case .plain, .sidebarPlain: UIColor.systemBackground
                case .grouped, .insetGrouped: .systemGroupedBackground
                case .sidebar: .secondarySystemBackground
                }
            }()
        return made
    }

    /// The axis and the spaces. Setting it invalidates the layout.
    open var configuration: UICollectionViewCompositionalLayoutConfiguration {
        get { settings }
        set {
            settings = newValue
            invalidateLayout()
        }
    }

    final var isVertical: Bool { settings.scrollDirection == .vertical }

    // MARK: Preparing

    /// Whether the view's size changes, an element is pinned, or a section has a handler that follows the scrolling.
    open override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool {
        guard let old = collectionView?.bounds else { return false }
        return old.size != newBounds.size || (plan.followsScrolling && old != newBounds)
    }

    /// The context for new bounds: sections are made anew for a new size only.
    open override func invalidationContext(forBoundsChange newBounds: CGRect)
        -> UICollectionViewLayoutInvalidationContext
    {
        let context = super.invalidationContext(forBoundsChange: newBounds)
        plan.isScroll = collectionView?.bounds.size == newBounds.size
        return context
    }

    /// Invalidates the parts that a context names.
    open override func invalidateLayout(with context: UICollectionViewLayoutInvalidationContext) {
        let keepsSections =
            plan.isScroll || context.invalidatedItemIndexPaths != nil
            || context.invalidatedSupplementaryIndexPaths != nil
        if context.invalidateEverything || context.invalidateDataSourceCounts || !keepsSections {
            plan.needsSections = true
        }
        if context.invalidateEverything {
            plan.measured = [:]
            plan.measuredEdges = [:]
        }
        plan.isScroll = false
        super.invalidateLayout(with: context)
    }

    /// Asks for all sections, and places them.
    open override func prepare() {
        super.prepare()
        guard let collectionView else { return }
        if let background = plan.background, collectionView.backgroundColor == nil {
            collectionView.backgroundColor = background
        }
        guard plan.needsSections || plan.size != collectionView.bounds.size else { return }
        if plan.size != collectionView.bounds.size {
            plan.measured = [:]
            plan.measuredEdges = [:]
        }
        (plan.needsSections, plan.size) = (false, collectionView.bounds.size)
        plan.followsScrolling = settings.boundarySupplementaryItems.contains { $0.pinToVisibleBounds }
        plan.sections = (0..<collectionView.numberOfSections).map { place($0, collectionView) }
        plan.lengths = LengthList(plan.sections.map { length(of: $0) + settings.interSectionSpacing })
        placeGlobals(collectionView)
    }

    private func place(_ index: Int, _ view: UICollectionView) -> PlacedSection {
        let environment = environment(view)
        guard let section = provider(index, environment) else { return PlacedSection() }
        if section.boundarySupplementaryItems.contains(where: { $0.pinToVisibleBounds })
            || section.visibleItemsInvalidationHandler != nil
        {
            plan.followsScrolling = true
        }
        let insets = insets(section.contentInsetsReference, view), own = section.contentInsets
        let room = CGSize(
            width: max(0, plan.size.width - insets.left - insets.right - own.leading - own.trailing),
            height: max(0, plan.size.height - insets.top - insets.bottom - own.top - own.bottom))
        let isOrthogonal = section.orthogonalScrollingBehavior != .none
        let solved = SolvedSection(
            section, count: view.numberOfItems(inSection: index), room: room,
            isHorizontal: isVertical == isOrthogonal, traits: view.traitCollection,
            measured: plan.measured[index] ?? [:])
        var placed = PlacedSection(solved: solved, side: (isVertical ? insets.left : insets.top))
        placed.safe = insets
        let reference = section.supplementaryContentInsetsReference
        placed.edgeInsets = reference == .automatic ? insets : self.insets(reference, view)
        let edge = placed.edgeInsets
        placed.edges = edges(
            of: index, section,
            CGSize(
                width: max(0, plan.size.width - edge.left - edge.right - own.leading - own.trailing),
                height: max(0, plan.size.height - edge.top - edge.bottom - own.top - own.bottom)))
        return placed
    }

    final func environment(_ view: UICollectionView) -> LayoutContainer {
        let insets = insets(.automatic, view)
        return LayoutContainer(
            view.bounds.size,
            NSDirectionalEdgeInsets(top: 0, leading: insets.left, bottom: 0, trailing: insets.right),
            view.traitCollection)
    }

    /// The insets across the scrolling axis.
    private func insets(_ reference: UIContentInsetsReference, _ view: UICollectionView) -> UIEdgeInsets {
        var found: UIEdgeInsets
        switch reference == .automatic ? settings.contentInsetsReference : reference {
        case .none: found = .zero
        case .automatic, .safeArea: found = view.safeAreaInsets
        case .layoutMargins: found = view.layoutMargins
        case .readableContent:
            let side = max(view.layoutMargins.left, (view.bounds.width - 672) / 2)
            found = UIEdgeInsets(top: 0, left: side, bottom: 0, right: side)
        }
        if isVertical { (found.top, found.bottom) = (0, 0) } else { (found.left, found.right) = (0, 0) }
        return found
    }

    // MARK: Headers and footers

    private func edges(of index: Int, _ section: NSCollectionLayoutSection, _ room: CGSize) -> [PlacedEdge] {
        section.boundarySupplementaryItems.enumerated().map { place, item in
            let container = section.supplementariesFollowContentInsets ? room : plan.size
            var size = item.layoutSize.resolved(in: container)
            if let own = plan.measuredEdges[EdgeName(section: index, index: place)] {
                if item.layoutSize.widthDimension.isMeasured { size.width = own.width }
                if item.layoutSize.heightDimension.isMeasured { size.height = own.height }
            }
            return PlacedEdge(item: item, size: size, isBefore: item.isBefore(isVertical))
        }
    }

    /// The length of a section along the scrolling axis.
    final func length(of placed: PlacedSection) -> CGFloat {
        guard let solved = placed.solved else { return 0 }
        let own = solved.section.contentInsets
        let content = solved.isHorizontal == isVertical ? solved.across : solved.length
        return placed.before(isVertical) + (isVertical ? own.top + own.bottom : own.leading + own.trailing) + content
            + placed.after(isVertical)
    }

    private func placeGlobals(_ view: UICollectionView) {
        plan.globals = settings.boundarySupplementaryItems.map {
            PlacedEdge(item: $0, size: $0.layoutSize.resolved(in: plan.size), isBefore: $0.isBefore(isVertical))
        }
        plan.start =
            plan.globals.filter { $0.isBefore && $0.item.extendsBoundary }.map { $0.length(isVertical) }.max() ?? 0
        plan.end =
            plan.globals.filter { !$0.isBefore && $0.item.extendsBoundary }.map { $0.length(isVertical) }.max() ?? 0
    }

    /// The size of the content.
    open override var collectionViewContentSize: CGSize {
        let sections = plan.lengths.count == 0 ? 0 : plan.lengths.total - settings.interSectionSpacing
        let length = plan.start + sections + plan.end
        guard let view = collectionView else { return .zero }
        let inset = view.adjustedContentInset
        return isVertical
            ? CGSize(width: plan.size.width - inset.left - inset.right, height: length)
            : CGSize(width: length, height: plan.size.height - inset.top - inset.bottom)
    }

    // MARK: Sizes of their own

    /// Whether an element with an estimated side prefers another size.
    open override func shouldInvalidateLayout(
        forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
        withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
    ) -> Bool {
        guard !originalAttributes.estimates.isEmpty, !preferredAttributes.size.isNear(originalAttributes.size) else {
            return false
        }
        // A side that is the longest sibling's stays longer than the item's own.
        guard originalAttributes.representedElementCategory == .cell, let row = RowPath(originalAttributes.indexPath),
            let known = plan.measured[row.section]?[row.row]
        else { return true }
        return !known.isNear(preferredAttributes.size)
    }

    /// The context for a preferred size; the layout takes the size over. What lies above the view's edge leaves what is
    /// seen where it is.
    open override func invalidationContext(
        forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
        withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
    ) -> UICollectionViewLayoutInvalidationContext {
        let context = super.invalidationContext(
            forPreferredLayoutAttributes: preferredAttributes, withOriginalAttributes: originalAttributes)
        guard originalAttributes.indexPath.count == 2, let index = originalAttributes.indexPath.first,
            plan.sections.indices.contains(index), let solved = plan.sections[index].solved
        else { return context }
        let before = length(of: plan.sections[index])
        let path = originalAttributes.indexPath
        if originalAttributes.representedElementCategory == .cell {
            plan.measured[index, default: [:]][path.item] = preferredAttributes.size
            if path.item < solved.count { solved.set(path.item, preferredAttributes.size) }
        } else if let place = plan.sections[index].edges.firstIndex(where: {
            $0.item.elementKind == originalAttributes.representedElementKind
        }) {
            plan.measuredEdges[EdgeName(section: index, index: place)] = preferredAttributes.size
            plan.sections[index].edges[place].size = preferredAttributes.size
        }
        let after = length(of: plan.sections[index])
        plan.lengths.set(index, after + settings.interSectionSpacing, isEstimate: false)
        let growth = after - before
        context.contentSizeAdjustment =
            isVertical ? CGSize(width: 0, height: growth) : CGSize(width: growth, height: 0)
        if let view = collectionView, view.isDragging || view.isDecelerating {
            let frame = originalAttributes.frame
            if isVertical, frame.minY < view.bounds.minY { context.contentOffsetAdjustment.y = growth }
            if !isVertical, frame.minX < view.bounds.minX { context.contentOffsetAdjustment.x = growth }
        }
        return context
    }

    override func forgetPreference(_ path: IndexPath) { plan.measured[path.section]?[path.item] = nil }

    override func follow(_ map: ListMap) {
        var carried: [Int: [Int: CGSize]] = [:]
        for (section, sizes) in plan.measured {
            for (item, size) in sizes where !map.reloadedRows.contains(RowPath(section, item)) {
                if let new = map.newRow(of: RowPath(section, item)) {
                    carried[new.section, default: [:]][new.row] = size
                }
            }
        }
        plan.measured = carried
        var edges: [EdgeName: CGSize] = [:]
        for (name, size) in plan.measuredEdges {
            if let new = map.newSection(of: name.section) { edges[EdgeName(section: new, index: name.index)] = size }
        }
        plan.measuredEdges = edges
    }

    override var collectsPreferences: Bool { true }

    /// Leading edges are at the right where content runs from right to left. *Source*: Apple, NSDirectionalEdgeInsets,
    /// NSCollectionLayoutAnchor.
    override var flipsAlways: Bool { true }

    override func followsItem(_ key: ElementKey) -> Bool {
        guard key.category == .supplementaryView, let index = key.indexPath.first, plan.sections.indices.contains(index)
        else { return false }
        return !plan.sections[index].edges.contains { $0.item.elementKind == key.kind }
            && !plan.globals.contains { $0.item.elementKind == key.kind }
    }

    // MARK: Attributes

    /// The attributes of the elements in a rectangle: only groups in it are looked at.
    open override func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
        elements(in: rect)
    }

    /// The attributes of an item.
    open override func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
        item(indexPath)
    }

    /// The attributes of a header, a footer or a badge.
    open override func layoutAttributesForSupplementaryView(
        ofKind elementKind: String, at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? { supplementary(elementKind, indexPath) }

    /// The attributes of the view behind a section.
    open override func layoutAttributesForDecorationView(
        ofKind elementKind: String, at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? { decoration(elementKind, indexPath) }

    // MARK: Sections that scroll

    override func container(of attributes: UICollectionViewLayoutAttributes) -> UIView? {
        attributes.isInScroller ? scrollers[attributes.indexPath.first ?? 0] : nil
    }

    override func shownFrame(of attributes: UICollectionViewLayoutAttributes) -> CGRect {
        let frame = attributes.frame
        guard attributes.isInScroller, let index = attributes.indexPath.first else { return frame }
        let offset = plan.offsets[index] ?? .zero
        return frame.offsetBy(dx: -offset.x, dy: -offset.y)
    }

    override func layOutContainers() { placeScrollers() }

    override func list(at path: IndexPath) -> UICollectionLayoutListConfiguration? {
        guard let index = path.first, plan.sections.indices.contains(index) else { return nil }
        return plan.sections[index].solved?.section.list
    }

    override var hasSwipes: Bool {
        plan.sections.contains {
            $0.solved?.section.list?.leadingSwipeActionsConfigurationProvider != nil
                || $0.solved?.section.list?.trailingSwipeActionsConfigurationProvider != nil
        }
    }

    override func scrollSection(to path: IndexPath, _ position: UICollectionView.ScrollPosition, _ animated: Bool) {
        scrollOrthogonally(to: path, position, animated)
    }
}

/// The sections of a compositional layout at their places.
struct CompositionalPlan {
    var sections: [PlacedSection] = []
    /// The lengths of the sections, each with the space behind it.
    var lengths = LengthList()
    var globals: [PlacedEdge] = []
    /// The lengths of the headers and footers of the whole layout.
    var start: CGFloat = 0, end: CGFloat = 0
    /// The view's size.
    var size = CGSize.zero
    var needsSections = true
    /// Whether scrolling changes attributes: something is pinned, or a handler changes elements.
    var followsScrolling = false
    /// Whether the next invalidation is by scrolling.
    var isScroll = false
    /// The sizes that items have preferred.
    var measured: [Int: [Int: CGSize]] = [:]
    var measuredEdges: [EdgeName: CGSize] = [:]
    /// How far sections have scrolled by themselves.
    var offsets: [Int: CGPoint] = [:]
    /// The colour behind a list; nil for none.
    var background: UIColor?
}

/// A header or a footer, by its place among a section's.
struct EdgeName: Hashable {
    var section: Int
    var index: Int
}

/// A header or a footer with its size.
struct PlacedEdge {
    var item: NSCollectionLayoutBoundarySupplementaryItem
    var size: CGSize
    var isBefore: Bool

    func length(_ isVertical: Bool) -> CGFloat { isVertical ? size.height : size.width }
}

/// A section at its place.
@MainActor struct PlacedSection {
    /// The groups; nil for an empty section.
    var solved: SolvedSection?
    /// Where the room begins across the scrolling axis.
    var side: CGFloat = 0
    var safe = UIEdgeInsets.zero
    /// The insets of headers and footers, less the section's own.
    var edgeInsets = UIEdgeInsets.zero
    var edges: [PlacedEdge] = []

    /// The length of the headers.
    func before(_ isVertical: Bool) -> CGFloat {
        edges.filter { $0.isBefore && $0.item.extendsBoundary }.map { $0.length(isVertical) }.max() ?? 0
    }

    /// The length of the footers.
    func after(_ isVertical: Bool) -> CGFloat {
        edges.filter { !$0.isBefore && $0.item.extendsBoundary }.map { $0.length(isVertical) }.max() ?? 0
    }
}

extension NSCollectionLayoutBoundarySupplementaryItem {
    /// Whether it lies at the beginning of the section along an axis.
    final func isBefore(_ isVertical: Bool) -> Bool {
        switch alignment {
        case .top, .topLeading, .topTrailing, .none: isVertical || alignment == .topLeading
        case .leading: true
        case .bottomLeading: !isVertical
        case .bottom, .bottomTrailing, .trailing: false
        }
    }
}
