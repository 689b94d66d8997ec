import CoreGraphics
import Foundation
import UIKitCore

extension UICollectionViewCompositionalLayout {
    // MARK: Places

    /// Where a section begins along the scrolling axis.
    private func start(of index: Int) -> CGFloat { plan.start + plan.lengths.offset(of: index) }

    /// The rectangle of a section, with its headers and footers, over the whole width.
    final func frame(ofSection index: Int) -> CGRect {
        let length = length(of: plan.sections[index]), start = start(of: index)
        return isVertical
            ? CGRect(x: 0, y: start, width: plan.size.width, height: length)
            : CGRect(x: start, y: 0, width: length, height: plan.size.height)
    }

    /// The rectangle of a section's groups.
    final func groupArea(ofSection index: Int) -> CGRect {
        let placed = plan.sections[index]
        guard let solved = placed.solved else { return .zero }
        let own = solved.section.contentInsets
        let start = start(of: index) + placed.before(isVertical) + (isVertical ? own.top : own.leading)
        let size =
            solved.isHorizontal
            ? CGSize(width: solved.length, height: solved.across) : CGSize(width: solved.across, height: solved.length)
        return isVertical
            ? CGRect(origin: CGPoint(x: placed.side + own.leading, y: start), size: size)
            : CGRect(origin: CGPoint(x: start, y: placed.side + own.top), size: size)
    }

    private func isOrthogonal(_ index: Int) -> Bool {
        plan.sections[index].solved.map { $0.section.orthogonalScrollingBehavior != .none } ?? false
    }

    // MARK: Elements

    final func elements(in rect: CGRect) -> [UICollectionViewLayoutAttributes] {
        var result: [UICollectionViewLayoutAttributes] = []
        for edge in plan.globals.indices {
            if let made = global(edge), made.frame.overlaps(rect) { result.append(made) }
        }
        let (low, high) = isVertical ? (rect.minY, rect.maxY) : (rect.minX, rect.maxX)
        guard var index = plan.lengths.index(at: low - plan.start) else { return result }
        while index < plan.sections.count, start(of: index) <= high {
            if plan.sections[index].solved != nil { add(index, rect, &result) }
            index += 1
        }
        return result
    }

    private func add(_ index: Int, _ rect: CGRect, _ result: inout [UICollectionViewLayoutAttributes]) {
        guard let solved = plan.sections[index].solved else { return }
        let area = groupArea(ofSection: index)
        var items: [UICollectionViewLayoutAttributes] = []
        let scrolls = isOrthogonal(index)
        let offset = scrolls ? plan.offsets[index] ?? .zero : .zero
        // An orthogonal section is seen as far as it is wide, wherever its content has been scrolled to.
        let seen = scrolls ? sight(of: index).offsetBy(dx: offset.x, dy: offset.y) : rect
        let (low, high) =
            solved.isHorizontal
            ? (seen.minX - area.minX, seen.maxX - area.minX) : (seen.minY - area.minY, seen.maxY - area.minY)
        let isSeen = !scrolls || frame(ofSection: index).overlaps(rect)
        for group in isSeen ? solved.groups(from: low, to: high) : 0..<0 {
            addGroup(group, index, area, scrolls, &items, within: scrolls ? nil : rect)
        }
        for edge in plan.sections[index].edges.indices {
            if let made = self.edge(index, edge), made.frame.overlaps(rect) { items.append(made) }
        }
        for item in solved.section.decorationItems {
            if let made = decoration(item.elementKind, IndexPath(item: 0, section: index)), made.frame.overlaps(rect) {
                items.append(made)
            }
        }
        if let handler = solved.section.visibleItemsInvalidationHandler, let view = collectionView {
            let scroll = scrolls ? offset : view.contentOffset
            let container = LayoutContainer(sight(of: index).size, .zero, view.traitCollection)
            let visible = items.filter { shownFrame(of: $0).overlaps(view.bounds) }
            handler(visible.map { VisibleItem($0, area.origin, scrolls) }, scroll, container)
        }
        result += items
    }

    /// The part of the view in which an orthogonal section scrolls, in the content's space.
    final func sight(of index: Int) -> CGRect {
        let area = groupArea(ofSection: index), placed = plan.sections[index]
        return isVertical
            ? CGRect(
                x: placed.side, y: area.minY, width: max(0, plan.size.width - placed.safe.left - placed.safe.right),
                height: area.height)
            : CGRect(
                x: area.minX, y: placed.side, width: area.width,
                height: max(0, plan.size.height - placed.safe.top - placed.safe.bottom))
    }

    private func addGroup(
        _ group: Int, _ index: Int, _ area: CGRect, _ scrolls: Bool,
        _ result: inout [UICollectionViewLayoutAttributes], within rect: CGRect?
    ) {
        guard let solved = plan.sections[index].solved else { return }
        let items = solved.items(of: group), first = solved.firstItem(of: group), start = solved.start(of: group)
        let origin = CGPoint(
            x: area.minX + (solved.isHorizontal ? start : 0), y: area.minY + (solved.isHorizontal ? 0 : start))
        for (place, leaf) in items.leaves.enumerated() where first + place < solved.count {
            let frame = leaf.frame.offsetBy(dx: origin.x, dy: origin.y)
            if let rect, !frame.overlaps(rect) { continue }
            result.append(make(leaf, frame, IndexPath(item: first + place, section: index), scrolls, solved))
        }
        for extra in items.extras where first + extra.leaf < solved.count {
            let key = ElementKey(
                category: .supplementaryView, kind: extra.kind,
                indexPath: IndexPath(item: first + extra.leaf, section: index))
            let made = makeAttributes(key)
            made.frame = extra.frame.offsetBy(dx: origin.x, dy: origin.y)
            (made.zIndex, made.estimates, made.isInScroller) = (extra.zIndex, [], scrolls)
            if let rect, !made.frame.overlaps(rect) { continue }
            result.append(made)
        }
    }

    private func make(
        _ leaf: SolvedGroup.Leaf, _ frame: CGRect, _ path: IndexPath, _ scrolls: Bool, _ solved: SolvedSection
    ) -> UICollectionViewLayoutAttributes {
        let made: UICollectionViewLayoutAttributes
        if let list = solved.section.list {
            let row = ListLayoutAttributes()
            row.name(.cell, nil, path)
            row.lines = lines(list, path, solved.count)
            made = row
        } else {
            made = makeAttributes(.cell(path))
        }
        made.frame = frame
        (made.estimates, made.zIndex, made.isInScroller) = (leaf.estimates, leaf.zIndex, scrolls)
        return made
    }

    private func lines(_ list: UICollectionLayoutListConfiguration, _ path: IndexPath, _ count: Int) -> ListLines {
        var made = ListLines(appearance: list.appearance)
        let hasHeader = list.headerMode == .firstItemInSection
        made.isHeader = hasHeader && path.item == 0
        made.isFirst = path.item == (hasHeader ? 1 : 0)
        made.isLast = path.item == count - 1
        if made.isHeader { return made }
        if list.appearance == .insetGrouped { made.radius = 10 }
        if list.showsSeparators {
            made.separator =
                list.itemSeparatorHandler?(path, list.separatorConfiguration) ?? list.separatorConfiguration
        }
        return made
    }

    final func item(_ path: IndexPath) -> UICollectionViewLayoutAttributes? {
        guard let row = RowPath(path), plan.sections.indices.contains(row.section),
            let solved = plan.sections[row.section].solved, row.row >= 0, row.row < solved.count
        else { return nil }
        var found: [UICollectionViewLayoutAttributes] = []
        addGroup(
            solved.group(of: row.row), row.section, groupArea(ofSection: row.section), isOrthogonal(row.section),
            &found,
            within: nil)
        return found.first { $0.representedElementCategory == .cell && $0.indexPath == path }
    }

    final func supplementary(_ kind: String, _ path: IndexPath) -> UICollectionViewLayoutAttributes? {
        if path.count == 1, let number = path.first, number >= 0 {
            let places = plan.globals.indices.filter { plan.globals[$0].item.elementKind == kind }
            return number < places.count ? global(places[number]) : nil
        }
        guard path.count == 2, plan.sections.indices.contains(path.section),
            let solved = plan.sections[path.section].solved
        else { return nil }
        if let place = plan.sections[path.section].edges.firstIndex(where: { $0.item.elementKind == kind }) {
            return edge(path.section, place)
        }
        guard path.item >= 0, path.item < solved.count else { return nil }
        var found: [UICollectionViewLayoutAttributes] = []
        addGroup(
            solved.group(of: path.item), path.section, groupArea(ofSection: path.section), isOrthogonal(path.section),
            &found, within: nil)
        return found.first { $0.representedElementKind == kind && $0.indexPath == path }
    }

    final func decoration(_ kind: String, _ path: IndexPath) -> UICollectionViewLayoutAttributes? {
        guard path.count == 2, plan.sections.indices.contains(path.section),
            let item = plan.sections[path.section].solved?.section.decorationItems.first(where: {
                $0.elementKind == kind
            })
        else { return nil }
        let made = makeAttributes(ElementKey(category: .decorationView, kind: kind, indexPath: path))
        let insets = item.contentInsets
        made.frame = frame(ofSection: path.section).inset(
            by: UIEdgeInsets(top: insets.top, left: insets.leading, bottom: insets.bottom, right: insets.trailing))
        (made.zIndex, made.estimates) = (max(item.zIndex, .min + 1) - 1, [])
        return made
    }

    // MARK: Headers and footers

    private func edge(_ index: Int, _ place: Int) -> UICollectionViewLayoutAttributes? {
        let placed = plan.sections[index], edge = placed.edges[place]
        guard let solved = placed.solved, edge.length(isVertical) > 0 || !edge.item.layoutSize.estimates.isEmpty else {
            return nil
        }
        let all = frame(ofSection: index), own = solved.section.contentInsets
        var area = all
        if solved.section.supplementariesFollowContentInsets {
            area = area.inset(
                by: isVertical
                    ? UIEdgeInsets(
                        top: 0, left: placed.edgeInsets.left + own.leading, bottom: 0,
                        right: placed.edgeInsets.right + own.trailing)
                    : UIEdgeInsets(
                        top: placed.edgeInsets.top + own.top, left: 0, bottom: placed.edgeInsets.bottom + own.bottom,
                        right: 0))
        }
        let made = makeAttributes(
            ElementKey(
                category: .supplementaryView, kind: edge.item.elementKind, indexPath: IndexPath(item: 0, section: index)
            ))
        made.frame = edge.inset(pinned(edge, edge.frame(in: area, isVertical), within: all))
        made.zIndex = edge.item.pinToVisibleBounds ? min(edge.item.zIndex, .max - 1) + 1 : edge.item.zIndex
        made.estimates = edge.item.layoutSize.estimates
        return made
    }

    private func global(_ place: Int) -> UICollectionViewLayoutAttributes? {
        let edge = plan.globals[place]
        // *Source*: bart-g/CompositionalLayout-DiffableDataSource, whose second item is of another kind and belongs to section 0.
        let number = plan.globals[..<place].count { $0.item.elementKind == edge.item.elementKind }
        let all = CGRect(origin: .zero, size: collectionViewContentSize)
        let made = makeAttributes(
            ElementKey(category: .supplementaryView, kind: edge.item.elementKind, indexPath: IndexPath(index: number)))
        made.frame = edge.inset(pinned(edge, edge.frame(in: all, isVertical), within: all))
        (made.zIndex, made.estimates) = (min(edge.item.zIndex, .max - 1) + 1, [])
        return made
    }

    /// The place of a header or a footer that stays at the view's edge while its section is seen.
    private func pinned(_ edge: PlacedEdge, _ frame: CGRect, within section: CGRect) -> CGRect {
        guard edge.item.pinToVisibleBounds, let view = collectionView else { return frame }
        let inset = view.adjustedContentInset, seen = view.bounds.inset(by: inset)
        var frame = frame
        if isVertical {
            frame.origin.y =
                edge.isBefore
                ? min(max(frame.minY, seen.minY), max(frame.minY, section.maxY - frame.height))
                : max(min(frame.minY, seen.maxY - frame.height), min(frame.minY, section.minY))
        } else {
            frame.origin.x =
                edge.isBefore
                ? min(max(frame.minX, seen.minX), max(frame.minX, section.maxX - frame.width))
                : max(min(frame.minX, seen.maxX - frame.width), min(frame.minX, section.minX))
        }
        return frame
    }
}

extension PlacedEdge {
    /// The part of a place within the item's insets, which have no effect along an estimated side. *Source*: Apple,
    /// NSCollectionLayoutItem.contentInsets.
    @MainActor func inset(_ frame: CGRect) -> CGRect {
        let insets = item.contentInsets, estimates = item.layoutSize.estimates
        var result = frame
        if !estimates.contains(.width) {
            result.origin.x += insets.leading
            result.size.width = max(0, frame.width - insets.leading - insets.trailing)
        }
        if !estimates.contains(.height) {
            result.origin.y += insets.top
            result.size.height = max(0, frame.height - insets.top - insets.bottom)
        }
        return result
    }

    /// The place at the edge of a section.
    @MainActor func frame(in area: CGRect, _ isVertical: Bool) -> CGRect {
        var origin = CGPoint(x: area.midX - size.width / 2, y: area.midY - size.height / 2)
        switch item.alignment {
        case .topLeading, .leading, .bottomLeading: origin.x = area.minX
        case .topTrailing, .trailing, .bottomTrailing: origin.x = area.maxX - size.width
        default: break
        }
        switch item.alignment {
        case .top, .topLeading, .topTrailing, .none: origin.y = area.minY
        case .bottom, .bottomLeading, .bottomTrailing: origin.y = area.maxY - size.height
        default: break
        }
        if !item.extendsBoundary {
            return CGRect(origin: origin, size: size).offsetBy(dx: item.offset.x, dy: item.offset.y)
        }
        return CGRect(origin: CGPoint(x: origin.x + item.offset.x, y: origin.y + item.offset.y), size: size)
    }
}

/// An element in sight, as a program changes it. Its places are relative to the section's groups, where these scroll by
/// themselves.
@MainActor private final class VisibleItem: NSObject, NSCollectionLayoutVisibleItem {
    let attributes: UICollectionViewLayoutAttributes
    let shift: CGPoint

    init(_ attributes: UICollectionViewLayoutAttributes, _ origin: CGPoint, _ scrolls: Bool) {
        (self.attributes, shift) = (attributes, scrolls ? origin : .zero)
        super.init()
    }

    var alpha: CGFloat {
        get { attributes.alpha }
        set { attributes.alpha = newValue }
    }
    var zIndex: Int {
        get { attributes.zIndex }
        set { attributes.zIndex = newValue }
    }
    var isHidden: Bool {
        get { attributes.isHidden }
        set { attributes.isHidden = newValue }
    }
    var center: CGPoint {
        get { CGPoint(x: attributes.center.x - shift.x, y: attributes.center.y - shift.y) }
        set { attributes.center = CGPoint(x: newValue.x + shift.x, y: newValue.y + shift.y) }
    }
    var transform: CGAffineTransform {
        get { attributes.transform }
        set { attributes.transform = newValue }
    }
    var transform3D: CATransform3D {
        get { attributes.transform3D }
        set { attributes.transform3D = newValue }
    }
    var name: String { attributes.representedElementKind ?? "" }
    var indexPath: IndexPath { attributes.indexPath }
    var frame: CGRect { attributes.frame.offsetBy(dx: -shift.x, dy: -shift.y) }
    var bounds: CGRect { attributes.bounds }
    var representedElementCategory: UICollectionView.ElementCategory { attributes.representedElementCategory }
    var representedElementKind: String? { attributes.representedElementKind }
}
