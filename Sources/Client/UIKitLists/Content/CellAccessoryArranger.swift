import CoreGraphics
import MicaTrace
import QuartzCore
import UIKitCore

/// Makes the views of a cell's accessories, and places them at the sides of its content.
///
/// The cell calls `update(animated:)` after a change of accessories or state, and `layout(in:)` when it lays out; the
/// content then has the width between `contentInsets`.
@MainActor package final class CellAccessoryArranger {
    /// The state of a cell that its accessories follow.
    package struct State: Equatable {
        /// Whether the list is edited.
        package var isEditing = false
        /// Whether the row is selected.
        package var isSelected = false
        /// Whether the row's items are shown.
        package var isExpanded = false
        /// Whether the row's background has the tint colour: then accessories in that colour are white.
        package var isOnTintColor = false
        /// Makes a state in which nothing holds.
        package init() {}
    }

    private weak var cell: UIView?
    private var items: [CellAccessoryView] = []
    /// Between two accessories, in points.
    private static let gap: CGFloat = 12
    /// The least distance of an accessory from the cell's edge, in points.
    private static let margin: CGFloat = 16

    /// Called if an accessory without a handler is touched: `delete` or `outlineDisclosure`.
    package var standardAction: ((UICellAccessory.AccessoryType) -> Void)?

    /// Makes an arranger for a cell.
    package init(cell: UIView) { self.cell = cell }

    /// The accessories, in the program's order.
    package var accessories: [UICellAccessory] = [] {
        didSet { check() }
    }

    /// The cell's state.
    package var state = State()

    /// The view of the reorder accessory; nil for none.
    package var reorderView: UIView? { items.first { $0.type == .reorder && $0.isVisible }?.view }

    private func check() {
        var seen: Set<UICellAccessory.AccessoryType> = []
        for accessory in accessories {
            if case .customView = accessory.accessoryType { continue }
            requires(
                seen.insert(accessory.accessoryType).inserted,
                "NSInternalInconsistencyException: accessories of a cell must be unique, but there are two of the type "
                    + "\(accessory.accessoryType); leave one out", function: "UICollectionViewListCell.accessories")
        }
    }

    // MARK: Views

    /// Makes, changes and removes views, so that they are the accessories of the present state.
    package func update(animated: Bool) {
        guard let cell else { return }
        let wanted = ordered()
        var left = items
        items = wanted.map { accessory in
            if let index = left.firstIndex(where: { $0.type == accessory.accessoryType }) {
                let item = left.remove(at: index)
                item.show(accessory, state, in: cell, animated: animated)
                return item
            }
            let item = CellAccessoryView(accessory) { [weak self] in self?.standardAction?(accessory.accessoryType) }
            item.show(accessory, state, in: cell, animated: false)
            cell.addSubview(item.view)
            if animated {
                // It comes in from its edge.
                item.view.alpha = 0
                item.isNew = true
            }
            return item
        }
        for item in left {
            let view = item.view
            guard animated else {
                view.removeFromSuperview()
                continue
            }
            UIView.animate(withDuration: 0.25) {
                view.alpha = 0
            } completion: { [weak cell] _ in
                if view.superview === cell { view.removeFromSuperview() }
                view.alpha = 1
            }
        }
        cell.setNeedsLayout()
    }

    /// The shown accessories: of each side from the leading to the trailing edge, the leading side first.
    private func ordered() -> [UICellAccessory] {
        let shown = accessories.filter { $0.values.isShown(whileEditing: state.isEditing) }
        var result: [UICellAccessory] = []
        for isLeading in [true, false] {
            var side = shown.filter { $0.values.isLeading == isLeading && $0.values.position == nil }
                .sorted { $0.values.rank < $1.values.rank }
            for accessory in shown where accessory.values.isLeading == isLeading {
                guard let position = accessory.values.position else { continue }
                side.insert(accessory, at: min(max(position(side), 0), side.count))
            }
            result += side
        }
        return result
    }

    // MARK: Layout

    /// The widths at the sides of the content that accessories take, without the content's own margins, in points.
    package private(set) var contentInsets = UIEdgeInsets.zero

    /// Places the views in the cell's bounds, and computes `contentInsets`.
    package func layout(in bounds: CGRect) {
        guard let cell else { return }
        // The others lie above one that takes touches of the whole row.
        if let wide = items.first(where: \.isRowWide)?.view,
            let index = cell.subviews.firstIndex(where: { $0 === wide }),
            let first = cell.subviews.firstIndex(where: { view in items.contains { $0.view === view } }), first < index
        {
            cell.insertSubview(wide, at: first)
        }
        let isMirrored = cell.isRightToLeft
        let margins = cell.layoutMargins
        let (before, after) = isMirrored ? (margins.right, margins.left) : (margins.left, margins.right)
        var leading = bounds.minX
        var trailing = bounds.maxX
        let firsts = items.filter { $0.isLeading }
        let lasts = items.filter { !$0.isLeading }
        var start = bounds.minX + max(before, Self.margin)
        for item in firsts {
            item.place(at: start, in: bounds, isMirrored: isMirrored)
            leading = start + item.keptWidth
            start = leading + Self.gap
        }
        // The content's own margin of 16 follows, of which the last accessory has taken none.
        leading = firsts.isEmpty ? bounds.minX : leading
        var end = bounds.maxX - max(after, Self.margin)
        for item in lasts.reversed() {
            item.place(at: end - item.keptWidth, in: bounds, isMirrored: isMirrored)
            trailing = end - item.keptWidth
            end = trailing - Self.gap
        }
        let (first, second) = (leading - bounds.minX, bounds.maxX - trailing)
        contentInsets = UIEdgeInsets(
            top: 0, left: isMirrored ? second : first, bottom: 0, right: isMirrored ? first : second)
        for item in items where item.isNew {
            item.isNew = false
            let distance = (item.isLeading != isMirrored ? -1 : 1) * (item.keptWidth + Self.margin)
            item.view.transform = CGAffineTransform(translationX: distance, y: 0)
            UIView.animate(withDuration: 0.25) {
                item.view.transform = .identity
                item.view.alpha = item.isVisible ? 1 : 0
            }
        }
    }
}
