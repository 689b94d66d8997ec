import CoreGraphics
import Foundation
import UIKitCore

/// A layout of lines: items lie side by side while they fit, then in the next line, section after section.
///
/// `FlowSection` has the rules of the lines. *Source*: Apple, UICollectionViewFlowLayout, "Using the Flow Layout".
open class UICollectionViewFlowLayout: UICollectionViewLayout {
    /// The rectangle from which a section's insets count.
    public enum SectionInsetReference: Int, Sendable {
        /// The view less its content insets.
        case fromContentInset = 0
        /// The safe area.
        case fromSafeArea = 1
        /// The layout margins.
        case fromLayoutMargins = 2
    }

    /// The value of `estimatedItemSize` with which items have the sizes of their contents.
    public nonisolated static let automaticSize = CGSize(
        width: CGFloat.greatestFiniteMagnitude, height: CGFloat.greatestFiniteMagnitude)

    private final var flow = FlowState()

    /// Makes a flow layout.
    public override init() { super.init() }
    /// Reads a flow layout from an archive.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        coder.readNib(self, as: UICollectionViewFlowLayout.self)
    }

    private func changed<Value: Equatable>(_ old: Value, _ new: Value) { if old != new { invalidateLayout() } }

    /// The least distance of lines, in points; 10 at first. *Source*: Apple, UICollectionViewFlowLayout.
    open var minimumLineSpacing: CGFloat = 10 { didSet { changed(oldValue, minimumLineSpacing) } }
    /// The least distance of the items of a line, in points; 10 at first.
    open var minimumInteritemSpacing: CGFloat = 10 { didSet { changed(oldValue, minimumInteritemSpacing) } }
    /// The size of items, in points; 50 x 50 at first.
    open var itemSize = CGSize(width: 50, height: 50) { didSet { changed(oldValue, itemSize) } }
    /// The estimated size of items that have sizes of their own; zero, as at first, if they have not.
    open var estimatedItemSize = CGSize.zero { didSet { changed(oldValue, estimatedItemSize) } }
    /// The axis that scrolls; vertical at first.
    open var scrollDirection = UICollectionView.ScrollDirection.vertical {
        didSet { changed(oldValue, scrollDirection) }
    }
    /// The size of headers, of which the side along the scrolling axis counts; zero at first: there are none.
    open var headerReferenceSize = CGSize.zero { didSet { changed(oldValue, headerReferenceSize) } }
    /// The size of footers, as of headers.
    open var footerReferenceSize = CGSize.zero { didSet { changed(oldValue, footerReferenceSize) } }
    /// The insets of a section's items, in points; zero at first.
    open var sectionInset = UIEdgeInsets.zero { didSet { changed(oldValue, sectionInset) } }
    /// The rectangle from which insets count; the content inset's at first.
    open var sectionInsetReference = SectionInsetReference.fromContentInset {
        didSet { changed(oldValue, sectionInsetReference) }
    }
    /// Whether headers stay at the edge while their section is seen; false at first.
    open var sectionHeadersPinToVisibleBounds = false {
        didSet { changed(oldValue, sectionHeadersPinToVisibleBounds) }
    }
    /// Whether footers stay at the edge while their section is seen; false at first.
    open var sectionFootersPinToVisibleBounds = false {
        didSet { changed(oldValue, sectionFootersPinToVisibleBounds) }
    }

    /// The class of the layout's contexts.
    open override class var invalidationContextClass: AnyClass { UICollectionViewFlowLayoutInvalidationContext.self }

    // MARK: Axes

    private var isVertical: Bool { scrollDirection == .vertical }
    private func length(_ size: CGSize) -> CGFloat { isVertical ? size.height : size.width }
    private func width(_ size: CGSize) -> CGFloat { isVertical ? size.width : size.height }
    private func rect(_ along: CGFloat, _ across: CGFloat, _ length: CGFloat, _ width: CGFloat) -> CGRect {
        isVertical
            ? CGRect(x: across, y: along, width: width, height: length)
            : CGRect(x: along, y: across, width: length, height: width)
    }
    private func usable(_ size: CGSize) -> FlowSection.Extent {
        func number(_ value: CGFloat) -> CGFloat { value.isFinite ? max(0, value) : 0 }
        return .init(length: number(length(size)), width: number(width(size)))
    }

    /// Whether items have sizes of their own.
    private var isEstimating: Bool { estimatedItemSize != .zero }

    // MARK: Preparing

    /// Whether the size across the scrolling axis changes, or a pinned header has to move. *Source*: Apple, "Using the
    /// Flow Layout": a flow layout is invalidated by a new size, and by scrolling only for pinned headers.
    open override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool {
        guard let collectionView else { return false }
        let old = collectionView.bounds
        if width(old.size) != width(newBounds.size) { return true }
        return (sectionHeadersPinToVisibleBounds || sectionFootersPinToVisibleBounds) && newBounds != old
    }

    /// The context for new bounds: the delegate is asked again for a new size only.
    open override func invalidationContext(forBoundsChange newBounds: CGRect)
        -> UICollectionViewLayoutInvalidationContext
    {
        let context = super.invalidationContext(forBoundsChange: newBounds)
        if let flow = context as? UICollectionViewFlowLayoutInvalidationContext, let old = collectionView?.bounds {
            let isResized = old.size != newBounds.size
            flow.invalidateFlowLayoutDelegateMetrics = isResized
            flow.invalidateFlowLayoutAttributes = isResized
        }
        return context
    }

    /// Invalidates the parts that a context names.
    open override func invalidateLayout(with context: UICollectionViewLayoutInvalidationContext) {
        if let flow = context as? UICollectionViewFlowLayoutInvalidationContext,
            !context.invalidateEverything, !context.invalidateDataSourceCounts
        {
            if flow.invalidateFlowLayoutDelegateMetrics || flow.invalidateFlowLayoutAttributes {
                self.flow.needsSections = true
            }
        } else {
            flow.needsSections = true
        }
        if context.invalidateEverything { flow.measured = [:] }
        super.invalidateLayout(with: context)
    }

    /// Works out the lines of all sections.
    open override func prepare() {
        super.prepare()
        guard let collectionView else { return }
        let inset = collectionView.adjustedContentInset
        let room =
            isVertical
            ? collectionView.bounds.width - inset.left - inset.right
            : collectionView.bounds.height - inset.top - inset.bottom
        flow.size = collectionView.bounds.size
        guard flow.needsSections || flow.room != room else { return }
        if flow.room != room { flow.measured = [:] }
        (flow.needsSections, flow.room) = (false, room)
        let delegate = collectionView.delegate as? any UICollectionViewDelegateFlowLayout
        flow.sections = (0..<collectionView.numberOfSections).map { makeSection($0, collectionView, delegate) }
        flow.totals = LengthList(flow.sections.map(\.total))
    }

    private func makeSection(
        _ section: Int, _ view: UICollectionView, _ delegate: (any UICollectionViewDelegateFlowLayout)?
    ) -> FlowSection {
        let count = view.numberOfItems(inSection: section)
        var inset = delegate?.collectionView(view, layout: self, insetForSectionAt: section) ?? sectionInset
        switch sectionInsetReference {
        case .fromContentInset: break
        case .fromSafeArea: inset = inset.adding(view.safeAreaInsets, isVertical)
        case .fromLayoutMargins: inset = inset.adding(view.layoutMargins, isVertical)
        }
        let (first, last) = isVertical ? (inset.left, inset.right) : (inset.top, inset.bottom)
        let header =
            delegate?.collectionView(view, layout: self, referenceSizeForHeaderInSection: section)
            ?? headerReferenceSize
        let footer =
            delegate?.collectionView(view, layout: self, referenceSizeForFooterInSection: section)
            ?? footerReferenceSize
        let metrics = FlowSection.Metrics(
            room: max(0, flow.room - first - last),
            lineSpacing: delegate?.collectionView(view, layout: self, minimumLineSpacingForSectionAt: section)
                ?? minimumLineSpacing,
            itemSpacing: delegate?.collectionView(view, layout: self, minimumInteritemSpacingForSectionAt: section)
                ?? minimumInteritemSpacing,
            before: isVertical ? inset.top : inset.left, after: isVertical ? inset.bottom : inset.right, side: first,
            header: max(0, length(header)), footer: max(0, length(footer)))
        return FlowSection(count: count, metrics: metrics, sizes: sizes(section, count, view, delegate))
    }

    private func sizes(
        _ section: Int, _ count: Int, _ view: UICollectionView, _ delegate: (any UICollectionViewDelegateFlowLayout)?
    ) -> FlowSection.Sizes {
        guard count > 0 else { return .equal(usable(itemSize)) }
        func ask(_ item: Int) -> CGSize? {
            let path = IndexPath(item: item, section: section)
            guard let delegate, view.placeholder(at: path) == nil else { return nil }
            return DefaultBodies.result(of: "collectionView(_:layout:sizeForItemAt:)") {
                delegate.collectionView(view, layout: self, sizeForItemAt: view.dataPath(of: path))
            }
        }
        // A placeholder has `itemSize`.
        let first = (0..<count).first { view.placeholder(at: IndexPath(item: $0, section: section)) == nil }
        if let first, let size = ask(first) {
            var all: [FlowSection.Extent] = []
            all.reserveCapacity(count)
            for item in 0..<count { all.append(usable(item == first ? size : ask(item) ?? itemSize)) }
            // A list of equal sizes needs no memory of its own.
            if !isEstimating, all.allSatisfy({ $0 == all[0] }) { return .equal(all[0]) }
            for (row, size) in flow.measured where row.section == section && row.row < count { all[row.row] = size }
            return .own(all)
        }
        guard isEstimating else { return .equal(usable(itemSize)) }
        let estimate = estimatedItemSize == Self.automaticSize ? itemSize : estimatedItemSize
        var all = [FlowSection.Extent](repeating: usable(estimate), count: count)
        for (row, size) in flow.measured where row.section == section && row.row < count { all[row.row] = size }
        return .own(all)
    }

    /// The size of the content.
    open override var collectionViewContentSize: CGSize {
        isVertical
            ? CGSize(width: flow.room, height: flow.totals.total)
            : CGSize(width: flow.totals.total, height: flow.room)
    }

    // MARK: Attributes

    /// The attributes of the items, headers and footers in a rectangle: only lines in it are looked at.
    open override func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
        let asked = mirrored(rect)
        let (low, high) = isVertical ? (asked.minY, asked.maxY) : (asked.minX, asked.maxX)
        guard var section = flow.totals.index(at: low) else { return [] }
        var result: [UICollectionViewLayoutAttributes] = []
        while section < flow.sections.count {
            let start = flow.totals.offset(of: section)
            if start > high { break }
            let lines = flow.sections[section]
            func add(_ attributes: UICollectionViewLayoutAttributes?) {
                if let attributes, attributes.frame.overlaps(rect) || attributes.frame.isEmpty {
                    result.append(attributes)
                }
            }
            let path = IndexPath(item: 0, section: section)
            add(edge(UICollectionView.elementKindSectionHeader, path))
            for line in lines.lines(from: low - start, to: high - start) {
                for place in lines.places(ofLine: line) { add(attributes(place, section, start)) }
            }
            add(edge(UICollectionView.elementKindSectionFooter, path))
            section += 1
        }
        return result
    }

    private func attributes(
        _ place: (item: Int, along: CGFloat, across: CGFloat, extent: FlowSection.Extent), _ section: Int,
        _ start: CGFloat
    ) -> UICollectionViewLayoutAttributes {
        let path = IndexPath(item: place.item, section: section)
        let made = makeAttributes(.cell(path))
        made.frame = mirrored(rect(start + place.along, place.across, place.extent.length, place.extent.width))
        made.estimates = isEstimating ? [.width, .height] : []
        return made
    }

    /// The attributes of an item.
    open override func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
        guard let row = RowPath(indexPath), flow.sections.indices.contains(row.section) else { return nil }
        let lines = flow.sections[row.section]
        guard row.row >= 0, row.row < lines.count else { return nil }
        let places = lines.places(ofLine: lines.line(ofItem: row.row))
        return places.first { $0.item == row.row }.map {
            attributes($0, row.section, flow.totals.offset(of: row.section))
        }
    }

    /// The attributes of a header or a footer; nil if it has no length.
    open override func layoutAttributesForSupplementaryView(
        ofKind elementKind: String, at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? { edge(elementKind, indexPath) }

    private func edge(_ kind: String, _ path: IndexPath) -> UICollectionViewLayoutAttributes? {
        guard path.count == 2, flow.sections.indices.contains(path.section) else { return nil }
        let isHeader = kind == UICollectionView.elementKindSectionHeader
        guard isHeader || kind == UICollectionView.elementKindSectionFooter else { return nil }
        let section = flow.sections[path.section]
        let length = isHeader ? section.metrics.header : section.metrics.footer
        guard length > 0 else { return nil }
        let start = flow.totals.offset(of: path.section)
        var along = start + (isHeader ? 0 : section.footerStart)
        let made = makeAttributes(ElementKey(category: .supplementaryView, kind: kind, indexPath: path))
        if isHeader ? sectionHeadersPinToVisibleBounds : sectionFootersPinToVisibleBounds, let collectionView {
            let seen = mirrored(collectionView.bounds.inset(by: collectionView.adjustedContentInset))
            let top = isVertical ? seen.minY : seen.minX, bottom = isVertical ? seen.maxY : seen.maxX
            let (first, last) = (start + section.metrics.header, start + section.footerStart)
            along =
                isHeader
                ? min(max(along, top), max(along, last - length)) : max(min(along, bottom - length), min(along, first))
            made.zIndex = Self.pinnedIndex
        }
        made.frame = mirrored(rect(along, 0, length, flow.room))
        made.estimates = []
        return made
    }

    /// The position of pinned headers on the z axis, in front of items. Our own.
    static let pinnedIndex = 10

    // MARK: Sizes of their own

    /// Whether an item prefers another size, and the layout estimates sizes.
    open override func shouldInvalidateLayout(
        forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
        withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
    ) -> Bool {
        isEstimating && originalAttributes.representedElementCategory == .cell
            && !preferredAttributes.size.isNear(originalAttributes.size)
    }

    /// The context for a preferred size; the layout takes the size over.
    open override func invalidationContext(
        forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
        withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
    ) -> UICollectionViewLayoutInvalidationContext {
        let context = super.invalidationContext(
            forPreferredLayoutAttributes: preferredAttributes, withOriginalAttributes: originalAttributes)
        if let flow = context as? UICollectionViewFlowLayoutInvalidationContext {
            (flow.invalidateFlowLayoutDelegateMetrics, flow.invalidateFlowLayoutAttributes) = (false, false)
        }
        if let row = RowPath(originalAttributes.indexPath), flow.sections.indices.contains(row.section) {
            let extent = usable(preferredAttributes.size)
            flow.measured[row] = extent
            let before = flow.sections[row.section].total
            flow.sections[row.section].set(row.row, extent)
            let after = flow.sections[row.section].total
            flow.totals.set(row.section, after, isEstimate: false)
            let size = CGFloat(after - before)
            context.contentSizeAdjustment =
                isVertical ? CGSize(width: 0, height: size) : CGSize(width: size, height: 0)
        }
        return context
    }

    override func forgetPreference(_ path: IndexPath) {
        if let row = RowPath(path) { flow.measured[row] = nil }
    }

    override func follow(_ map: ListMap) {
        var carried: [RowPath: FlowSection.Extent] = [:]
        for (row, size) in flow.measured where !map.reloadedRows.contains(row) {
            if let new = map.newRow(of: row) { carried[new] = size }
        }
        flow.measured = carried
    }

    override var collectsPreferences: Bool { true }

    /// Whether lines run from the right edge. The offset counts from the left edge even so, and a layout that scrolls
    /// sideways begins at the end of it. *Source*: CruGlobal/godtools-swift, PageNavigationCollectionViewFlowLayout:
    /// without `flipsHorizontallyInOppositeLayoutDirection` a flow layout runs from the right and "the contentOffset
    /// wouldn't start at 0 and would instead start at the end".
    override var runsFromRight: Bool { collectionView?.stage.runsFromRight ?? false }

    /// The width in which places are mirrored.
    private var mirrorWidth: CGFloat {
        let inset = collectionView?.adjustedContentInset ?? .zero
        return isVertical ? flow.room : max(flow.totals.total, flow.size.width - inset.left - inset.right)
    }

    /// A rectangle of the lines, which run from the left, as it is in the content, and the other way round.
    private func mirrored(_ rect: CGRect) -> CGRect {
        guard runsFromRight else { return rect }
        return CGRect(x: mirrorWidth - rect.maxX, y: rect.minY, width: rect.width, height: rect.height)
    }
}

/// The lines of a flow layout at their places.
private struct FlowState {
    var sections: [FlowSection] = []
    /// The lengths of the sections.
    var totals = LengthList()
    /// The room across the scrolling axis.
    var room: CGFloat = 0
    /// The view's size.
    var size = CGSize.zero
    var needsSections = true
    /// The sizes that items have preferred.
    var measured: [RowPath: FlowSection.Extent] = [:]
}

extension UICollectionView {
    /// The axis along which a layout scrolls.
    public enum ScrollDirection: Int, Sendable {
        /// Up and down.
        case vertical = 0
        /// From side to side.
        case horizontal = 1
    }
}

extension UIEdgeInsets {
    /// The insets with others added across the scrolling axis.
    fileprivate func adding(_ other: UIEdgeInsets, _ isVertical: Bool) -> UIEdgeInsets {
        isVertical
            ? UIEdgeInsets(top: top, left: left + other.left, bottom: bottom, right: right + other.right)
            : UIEdgeInsets(top: top + other.top, left: left, bottom: bottom + other.bottom, right: right)
    }
}

extension CGSize {
    /// Whether two sizes differ by less than a hundredth of a point.
    func isNear(_ other: CGSize) -> Bool { abs(width - other.width) < 0.01 && abs(height - other.height) < 0.01 }
}
