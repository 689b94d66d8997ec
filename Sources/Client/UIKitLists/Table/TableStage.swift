import CoreGraphics
import Foundation
import UIKitCore

/// The state of a table view: its lengths, the views that are shown, the selection, and the batch that is open.
@MainActor final class TableStage {
    // MARK: Lengths

    var geometry = ListGeometry()
    /// Whether the numbers of the data source are known.
    var isLoaded = false
    /// The width that self-sizing cells were measured in, in points.
    var measuredWidth: CGFloat = 0
    /// Whether the delegate has `tableView(_:heightForRowAt:)`; nil while it is not known.
    var asksHeights: Bool?
    /// Whether the delegate has views of headers and footers; nil while it is not known.
    var asksHeaderViews: Bool?, asksFooterViews: Bool?
    /// The sections whose headers' and footers' lengths are estimates.
    var estimatedHeaders: Set<Int> = [], estimatedFooters: Set<Int> = []
    /// Views that were made to find out whether there are some, by section.
    var madeHeaders: [Int: UIView] = [:], madeFooters: [Int: UIView] = [:]

    // MARK: Views

    /// The cells of the rows in view, and of those that are prepared ahead.
    var cells: [RowPath: UITableViewCell] = [:]
    /// The rows whose display was reported to the delegate.
    var displayed: Set<RowPath> = []
    var headers: [Int: UIView] = [:], footers: [Int: UIView] = [:]
    let queue = ReuseQueue<UITableViewCell>()
    let headerQueue = ReuseQueue<UITableViewHeaderFooterView>()
    /// The cell that `reconfigureRows(at:)` configures again.
    var reconfigured: UITableViewCell?
    var isTiling = false
    /// Whether a callback has asked for other data during the layout: they are loaded after it.
    var reloadsAfterTiling = false
    /// The offset of the last layout, and the way since the one before, in points.
    var lastOffset: CGFloat = 0, way: CGFloat = 0
    /// How far rows are prepared beyond the view, in points: positive below, negative above.
    var margin: CGFloat = 0

    // MARK: Selection

    /// The selected rows, in the order of their selection.
    var selected: [RowPath] = []
    var highlighted: RowPath?
    /// The row whose cell has the keyboard's focus.
    var focused: RowPath?

    // MARK: Changes

    var batch: TableBatch?
    var batchDepth = 0
    /// The batch that is laid out now.
    var change: TableChange?
    /// The rows that got their cells in the batch that is laid out now.
    var entering: Set<RowPath> = []
    /// Called when the animation of the batch that is laid out now has ended.
    var endings: [() -> Void] = []
    /// The row that is dragged to another place.
    var drag: RowDrag?
    /// The drags of rows to other views, and the drops on the table view; nil without their delegates.
    var dragging: ListDragging?
    /// The rows that the data source does not have.
    var placeholders = ListPlaceholders()
    /// How many blocks of `performUsingPresentationValues(_:)` run, one in another.
    var presents = 0
    /// The row that a drop would go into.
    var marked: RowPath?
    /// The rows that were announced to the prefetching data source, and the offset at that time.
    var prefetched: Set<RowPath> = [], prefetchOffset: CGFloat?

    /// The separators of empty rows; nil for none.
    var filler: FillerLines?
    /// The cells whose content may need another height.
    var resized: [UITableViewCell] = []

    /// The number of layouts, for tests.
    var layouts = 0
}

/// The changes that a program has asked for since `beginUpdates()`.
struct TableBatch {
    var changes = ListChanges()
    /// How rows and sections come, by their positions after the batch, and go, by those before it.
    var inserting: [RowPath: UITableView.RowAnimation] = [:], deleting: [RowPath: UITableView.RowAnimation] = [:]
    var insertingSections: [Int: UITableView.RowAnimation] = [:],
        deletingSections: [Int: UITableView.RowAnimation] = [:]
    var completions: [(Bool) -> Void] = []
}

/// A batch that is laid out: where views were, and how they come and go.
struct TableChange {
    var batch: TableBatch
    var map: ListMap
    var old: ListGeometry
    /// The start of the first section before the batch, and what was visible. *Space*: the content's.
    var oldStart: CGFloat
    var oldBounds: CGRect
    /// The placeholders after the batch.
    var placeholders: ListPlaceholders
}
