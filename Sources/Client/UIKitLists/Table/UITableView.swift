import CoreGraphics
import Foundation
import MicaTrace
import QuartzCore
import UIKitCore

/// A list of rows in sections, which are cells that a data source gives.
///
/// Only rows in view have cells. While the content moves by itself, which the render server draws even if the program
/// is busy, rows are prepared ahead in the direction of the movement: as far as the content moves in a tenth of a
/// second, at least one row and at most the view's height. If the program is busy for longer, the server shows the
/// background beyond those rows. *Source*: Apple, UITableView; docs/lists.md lists what differs.
open class UITableView: UIScrollView, UISpringLoadedInteractionSupporting {
    /// The look, which is given when the view is made.
    public let style: Style
    final let stage = TableStage()
    final lazy var swipe = RowSwipe(list: self, host: self)
    final var index: ListIndexView?

    /// Makes a table view with a frame, in a style.
    public init(frame: CGRect, style: Style) {
        self.style = style
        super.init(frame: frame)
        setUp()
    }

    /// Makes a plain table view with a frame.
    public override convenience init(frame: CGRect) { self.init(frame: frame, style: .plain) }

    /// Reads a plain table view from an archive.
    public required init?(coder: NSCoder) {
        style = coder.nib?.style("style").flatMap { Style(rawValue: $0) } ?? .plain
        super.init(coder: coder)
        setUp()
        coder.readNib(self, as: UITableView.self)
    }

    private lazy var menus = RowMenus(self)
    private lazy var multipleSelection = MultipleSelection(self, self)

    private func setUp() {
        alwaysBounceVertical = true
        backgroundColor = style == .plain ? .systemBackground : .systemGroupedBackground
        _ = (swipe, menus, multipleSelection)
        movementStarted = { [weak self] in self?.followMovement() }
    }

    // MARK: Data source and delegate

    /// The object that gives the rows; nil for none.
    open weak var dataSource: (any UITableViewDataSource)? {
        didSet { if dataSource !== oldValue { dataSourceChanged() } }
    }

    /// The observer of selection, display and scrolling, which gives heights; nil for none.
    ///
    /// It is the scroll view's delegate, with a type of its own. Swift does not let an override change the type, so this
    /// is another property, which is preferred to the scroll view's.
    @_nonoverride open weak var delegate: (any UITableViewDelegate)? {
        get { super.delegate as? any UITableViewDelegate }
        set {
            guard newValue !== super.delegate else { return }
            super.delegate = newValue
            (stage.asksHeights, stage.asksHeaderViews, stage.asksFooterViews) = (nil, nil, nil)
            forgetData()
        }
    }

    /// The object that loads data for rows which will be shown soon; nil for none.
    open weak var prefetchDataSource: (any UITableViewDataSourcePrefetching)?
    /// Whether rows are announced to `prefetchDataSource`; true at first.
    open var isPrefetchingEnabled = true

    // MARK: Drag and drop

    /// The object that gives the items of dragged rows; nil for none.
    open weak var dragDelegate: (any UITableViewDragDelegate)? {
        didSet { updateDragging() }
    }
    /// The object that takes drops; nil for none.
    open weak var dropDelegate: (any UITableViewDropDelegate)? {
        didSet { updateDragging() }
    }
    /// Whether rows can be dragged by `dragDelegate`; true at first, as on Apple's from iOS 15 on.
    open var dragInteractionEnabled = true {
        didSet { updateDragging() }
    }
    /// Whether a drag that rests over a row selects it, as a tap does; false at first.
    open var isSpringLoaded = false {
        didSet { if isSpringLoaded != oldValue { setSpring(isSpringLoaded) } }
    }
    /// Whether rows of this table view are being dragged.
    open var hasActiveDrag: Bool { stage.dragging?.hasActiveDrag ?? false }
    /// Whether a drag is over the table view, or its drop goes on.
    open var hasActiveDrop: Bool { stage.dragging?.hasActiveDrop ?? false }

    // MARK: Heights

    /// The height of rows: `automaticDimension` at first, by which each cell's content gives it.
    open var rowHeight: CGFloat = automaticDimension {
        didSet { if rowHeight != oldValue { forgetData() } }
    }
    /// The height of section headers; `automaticDimension` at first.
    open var sectionHeaderHeight: CGFloat = automaticDimension {
        didSet { if sectionHeaderHeight != oldValue { forgetData() } }
    }
    /// The height of section footers; `automaticDimension` at first.
    open var sectionFooterHeight: CGFloat = automaticDimension {
        didSet { if sectionFooterHeight != oldValue { forgetData() } }
    }
    /// The height of a row whose own is not known yet; `automaticDimension`, at first, stands for 44. With 0 nothing is
    /// estimated: all heights are asked for at once, and cells do not size themselves.
    open var estimatedRowHeight: CGFloat = automaticDimension {
        didSet { if estimatedRowHeight != oldValue { forgetData() } }
    }
    /// The height of a header whose own is not known yet; `automaticDimension` at first.
    open var estimatedSectionHeaderHeight: CGFloat = automaticDimension {
        didSet { if estimatedSectionHeaderHeight != oldValue { forgetData() } }
    }
    /// The height of a footer whose own is not known yet; `automaticDimension` at first.
    open var estimatedSectionFooterHeight: CGFloat = automaticDimension {
        didSet { if estimatedSectionFooterHeight != oldValue { forgetData() } }
    }
    /// The room above a section's header; `automaticDimension`, at first, stands for 22 points in a plain table view.
    open var sectionHeaderTopPadding: CGFloat = automaticDimension {
        didSet { if sectionHeaderTopPadding != oldValue { forgetData() } }
    }
    /// When cells in view whose content changes get other heights, in an animation; `enabled` at first.
    open var selfSizingInvalidation = SelfSizingInvalidation.enabled {
        didSet { if selfSizingInvalidation == .enabledIncludingConstraints { NSLayoutConstraint.reportToCells() } }
    }
    /// The height of the empty rows below the last one, of which a plain table view shows only the separators; 0, at
    /// first, for none. `automaticDimension` stands for `rowHeight`, or 44.
    open var fillerRowHeight: CGFloat = 0 {
        didSet { setNeedsLayout() }
    }

    // MARK: Separators

    /// The line below each cell; a single line at first.
    open var separatorStyle = UITableViewCell.SeparatorStyle.singleLine {
        didSet { if separatorStyle != oldValue { cellsChanged() } }
    }
    /// The colour of the lines; nil for the system's.
    open var separatorColor: UIColor? = .separator {
        didSet { cellsChanged() }
    }
    /// The effect of the lines between rows on the content behind them; nil, at first, for lines of `separatorColor`. With a
    /// vibrancy effect the lines have that colour in it.
    open var separatorEffect: UIVisualEffect? {
        didSet { if separatorEffect !== oldValue { cellsChanged() } }
    }
    private var ownSeparatorInset: UIEdgeInsets?
    /// The distances of the lines from the sides of cells, in points: as the texts' at first.
    open var separatorInset: UIEdgeInsets {
        get { ownSeparatorInset ?? TableMetrics.separatorInset(width: bounds.width) }
        set {
            ownSeparatorInset = newValue
            cellsChanged()
        }
    }
    /// The origin of `separatorInset`; the cell's edges at first.
    open var separatorInsetReference = SeparatorInsetReference.fromCellEdges {
        didSet { cellsChanged() }
    }
    /// Whether cells' margins are at least those of text that is easy to read, 672 points wide; false at first.
    open var cellLayoutMarginsFollowReadableWidth = false {
        didSet { cellsChanged() }
    }
    /// Whether the contents of cells stay out of the safe area at the sides; true at first.
    open var insetsContentViewsToSafeArea = true {
        didSet { setNeedsLayout() }
    }

    // MARK: Other views

    /// The view above all sections; its height is that of its frame. Nil for none.
    open var tableHeaderView: UIView? {
        didSet { accompanimentChanged(oldValue, tableHeaderView) }
    }
    /// The view below all sections; its height is that of its frame. Nil for none.
    open var tableFooterView: UIView? {
        didSet { accompanimentChanged(oldValue, tableFooterView) }
    }
    /// The view behind all rows, as large as the table view; it does not scroll. Nil for none.
    open var backgroundView: UIView? {
        didSet { accompanimentChanged(oldValue, backgroundView) }
    }

    // MARK: Index

    /// The least number of rows with which the index is shown; 0 at first.
    open var sectionIndexMinimumDisplayRowCount = 0 {
        didSet { reloadSectionIndexTitles() }
    }
    /// The colour of the index; nil for the tint colour.
    open var sectionIndexColor: UIColor? {
        didSet { colorIndex() }
    }
    /// The colour behind the index; nil for none.
    open var sectionIndexBackgroundColor: UIColor? {
        didSet { colorIndex() }
    }
    /// The colour behind the index while it is touched; nil for `sectionIndexBackgroundColor`.
    open var sectionIndexTrackingBackgroundColor: UIColor? {
        didSet { colorIndex() }
    }
    /// Asks the data source for the titles of the index again.
    open func reloadSectionIndexTitles() { loadIndex() }

    // MARK: Numbers

    /// The number of sections that the data source has given.
    open var numberOfSections: Int {
        loadIfNeeded()
        return stage.geometry.sections.count
    }

    /// The number of rows in a section that the data source has given; 0 for a section that is none.
    open func numberOfRows(inSection section: Int) -> Int {
        loadIfNeeded()
        guard stage.geometry.sections.indices.contains(section) else { return 0 }
        return stage.presents > 0 ? stage.geometry.sections[section].rows.count : dataCounts[section]
    }

    // MARK: Rectangles. *Space*: the content's.

    /// The rectangle of a section with its header and footer.
    open func rect(forSection section: Int) -> CGRect { rectOfSection(section) }
    /// The rectangle of a section's header.
    open func rectForHeader(inSection section: Int) -> CGRect { rectOfHeader(section) }
    /// The rectangle of a section's footer.
    open func rectForFooter(inSection section: Int) -> CGRect { rectOfFooter(section) }
    /// The rectangle of a row; empty for an index path that is no row's.
    open func rectForRow(at indexPath: IndexPath) -> CGRect { rowRect(indexPath) }

    /// The row at a point of the content; nil for none.
    open func indexPathForRow(at point: CGPoint) -> IndexPath? {
        loadIfNeeded()
        guard point.x >= 0, point.x < bounds.width, let row = stage.geometry.row(at: point.y - bodyStart) else {
            return nil
        }
        return isPlaceholder(row) ? nil : indexPath(of: row)
    }

    /// The row of a cell that is shown; nil for another.
    open func indexPath(for cell: UITableViewCell) -> IndexPath? { row(of: cell).map { indexPath(of: $0) } }

    /// The rows that lie in a rectangle of the content, in order.
    open func indexPathsForRows(in rect: CGRect) -> [IndexPath]? {
        loadIfNeeded()
        var result: [IndexPath] = []
        stage.geometry.forEachSection(from: rect.minY - bodyStart, to: rect.maxY - bodyStart) { section, rows in
            for row in rows.map({ RowPath(section, $0) }) where !isPlaceholder(row) {
                result.append(indexPath(of: row))
            }
        }
        return result
    }

    // MARK: Cells

    /// The cell of a row that is shown; nil for another.
    open func cellForRow(at indexPath: IndexPath) -> UITableViewCell? {
        shownRow(indexPath).flatMap { stage.cells[$0] }
    }

    /// The cells that are shown, in order.
    open var visibleCells: [UITableViewCell] {
        layoutBeforeAnswer()
        return shownRows.compactMap { stage.cells[$0] }
    }

    /// The rows that are shown, in order; nil without any.
    open var indexPathsForVisibleRows: [IndexPath]? {
        layoutBeforeAnswer()
        let rows = shownRows.filter { !isPlaceholder($0) }
        return rows.isEmpty ? nil : rows.map { indexPath(of: $0) }
    }

    /// The header of a section, if it is shown; nil otherwise.
    open func headerView(forSection section: Int) -> UITableViewHeaderFooterView? {
        stage.headers[section] as? UITableViewHeaderFooterView
    }

    /// The footer of a section, if it is shown; nil otherwise.
    open func footerView(forSection section: Int) -> UITableViewHeaderFooterView? {
        stage.footers[section] as? UITableViewHeaderFooterView
    }

    // MARK: Reuse

    /// Registers the class of cells with an identifier; nil removes it.
    open func register(_ cellClass: AnyClass?, forCellReuseIdentifier identifier: String) {
        stage.queue.register(cellClass as? UITableViewCell.Type, for: identifier)
    }

    /// Registers a nib with a cell at its top level for an identifier; nil removes it.
    open func register(_ nib: UINib?, forCellReuseIdentifier identifier: String) {
        stage.queue.register(nib, for: identifier)
    }

    /// Registers a nib with a header or footer at its top level for an identifier; nil removes it.
    open func register(_ nib: UINib?, forHeaderFooterViewReuseIdentifier identifier: String) {
        stage.headerQueue.register(nib, for: identifier)
    }

    /// Registers the class of headers and footers with an identifier; nil removes it.
    open func register(_ aClass: AnyClass?, forHeaderFooterViewReuseIdentifier identifier: String) {
        stage.headerQueue.register(aClass as? UITableViewHeaderFooterView.Type, for: identifier)
    }

    /// A cell from the queue of an identifier, or of its registered class or nib; nil without either.
    open func dequeueReusableCell(withIdentifier identifier: String) -> UITableViewCell? { dequeueCell(identifier) }

    /// A cell from the queue of an identifier, or of its registered class. Without either it is a plain cell, with a
    /// message (Apple's throws).
    open func dequeueReusableCell(withIdentifier identifier: String, for indexPath: IndexPath) -> UITableViewCell {
        if let cell = dequeueCell(identifier) { return cell }
        Notices.shared.say(
            "UITableView: unable to dequeue a cell with identifier \(identifier): register a class or a nib for it by "
                + "register(_:forCellReuseIdentifier:), or give a prototype cell the identifier", from: "UIKit",
            key: "dequeue \(identifier)")
        return UITableViewCell(style: .default, reuseIdentifier: identifier)
    }

    /// A header or footer from the queue of an identifier, or of its registered class; nil without either.
    open func dequeueReusableHeaderFooterView(withIdentifier identifier: String) -> UITableViewHeaderFooterView? {
        dequeueHeaderFooter(identifier)
    }

    // MARK: Loading and changing

    /// Asks the data source for everything again. The selection is dropped. *Source*: Apple, UITableView.reloadData().
    open func reloadData() { reloadAll() }

    /// Runs a block of changes and shows them in one animation. *Source*: Apple,
    /// UITableView.performBatchUpdates(_:completion:).
    open func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
        beginUpdates()
        updates?()
        if let completion { stage.batch?.completions.append(completion) }
        endUpdates()
    }

    /// Begins a batch of changes, which `endUpdates()` shows.
    open func beginUpdates() {
        loadIfNeeded()
        stage.batchDepth += 1
        if stage.batch == nil { stage.batch = TableBatch() }
    }

    /// Ends a batch of changes and shows them in one animation, with the heights that rows have now.
    open func endUpdates() {
        guard stage.batchDepth > 0 else { return }
        stage.batchDepth -= 1
        if stage.batchDepth == 0 { endBatch() }
    }

    /// Rows were inserted, at positions after the batch.
    open func insertRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
        change { batch in
            for row in indexPaths.compactMap({ RowPath($0) }) {
                batch.changes.insertedRows.insert(row)
                batch.inserting[row] = animation
            }
        }
    }

    /// Rows were deleted, at positions before the batch.
    open func deleteRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
        change { batch in
            for row in indexPaths.compactMap({ RowPath($0) }) {
                batch.changes.deletedRows.insert(row)
                batch.deleting[row] = animation
            }
        }
    }

    /// Rows have other content, at positions before the batch: their cells are asked for anew.
    open func reloadRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
        change { batch in
            for row in indexPaths.compactMap({ RowPath($0) }) {
                batch.changes.reloadedRows.insert(row)
                batch.deleting[row] = animation
            }
        }
    }

    /// Rows have other content: the data source configures their cells, without making others.
    open func reconfigureRows(at indexPaths: [IndexPath]) { reconfigure(indexPaths) }

    /// A row was moved, from its position before the batch to that after it.
    open func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) {
        change { batch in
            guard let from = RowPath(indexPath), let to = RowPath(newIndexPath) else { return }
            batch.changes.movedRows.append(.init(from: from, to: to))
        }
    }

    /// Sections were inserted, at positions after the batch.
    open func insertSections(_ sections: IndexSet, with animation: RowAnimation) {
        change { batch in
            batch.changes.insertedSections.formUnion(sections)
            for section in sections { batch.insertingSections[section] = animation }
        }
    }

    /// Sections were deleted, at positions before the batch.
    open func deleteSections(_ sections: IndexSet, with animation: RowAnimation) {
        change { batch in
            batch.changes.deletedSections.formUnion(sections)
            for section in sections { batch.deletingSections[section] = animation }
        }
    }

    /// Sections have other content, at positions before the batch: all in them is asked for anew.
    open func reloadSections(_ sections: IndexSet, with animation: RowAnimation) {
        change { batch in
            batch.changes.reloadedSections.formUnion(sections)
            for section in sections { batch.deletingSections[section] = animation }
        }
    }

    /// A section was moved, from its position before the batch to that after it.
    open func moveSection(_ section: Int, toSection newSection: Int) {
        change { $0.changes.movedSections.append(.init(from: section, to: newSection)) }
    }

    /// Whether a batch is open, the user drags a row, or there is room for a drop or a placeholder.
    ///
    /// *Source*: Apple, UITableView.h: "in the middle of reordering, is displaying a drop target gap, or has drop
    /// placeholders". That an open batch counts is our own.
    open var hasUncommittedUpdates: Bool {
        stage.batchDepth > 0 || stage.drag != nil || stage.dragging?.hasGap == true || !stage.placeholders.isEmpty
    }

    // MARK: Scrolling

    /// Scrolls so that a row is at a place; to a section's beginning where the row is `NSNotFound`.
    open func scrollToRow(at indexPath: IndexPath, at scrollPosition: ScrollPosition, animated: Bool) {
        scroll(to: indexPath, scrollPosition, animated)
    }

    /// Scrolls so that the selected row that is nearest to the middle is at a place.
    open func scrollToNearestSelectedRow(at scrollPosition: ScrollPosition, animated: Bool) {
        let middle = bounds.midY
        let nearest = stage.selected.min { abs(rect($0).midY - middle) < abs(rect($1).midY - middle) }
        if let nearest { scroll(to: indexPath(of: nearest), scrollPosition, animated) }
    }

    // MARK: Selection

    /// Whether rows can be selected; true at first.
    open var allowsSelection = true {
        didSet { if !allowsSelection { deselectAll() } }
    }
    /// Whether rows can be selected while the table view is edited; false at first.
    open var allowsSelectionDuringEditing = false
    /// Whether several rows can be selected; false at first.
    open var allowsMultipleSelection = false {
        didSet { if !allowsMultipleSelection, stage.selected.count > 1 { deselectAll() } }
    }
    /// Whether several rows can be selected while the table view is edited; false at first.
    open var allowsMultipleSelectionDuringEditing = false {
        didSet { cellsChanged() }
    }
    /// Whether a row that gets the keyboard's focus is selected; false at first.
    open var selectionFollowsFocus = false
    /// Whether rows can have the keyboard's focus; true at first.
    open var allowsFocus = true
    /// Whether rows can have the keyboard's focus while the table view is edited; true at first.
    open var allowsFocusDuringEditing = true

    /// The selected row that was selected first; nil for none.
    open var indexPathForSelectedRow: IndexPath? { stage.selected.first.map { indexPath(of: $0) } }

    /// The selected rows, in the order of their selection; nil for none.
    open var indexPathsForSelectedRows: [IndexPath]? {
        stage.selected.isEmpty ? nil : stage.selected.map { indexPath(of: $0) }
    }

    /// Selects a row and scrolls to it; nil drops the selection. The delegate is not called. *Source*: Apple,
    /// UITableView.selectRow(at:animated:scrollPosition:): with `none` nothing is scrolled.
    open func selectRow(at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition) {
        select(indexPath, animated, scrollPosition)
    }

    /// Deselects a row. The delegate is not called.
    open func deselectRow(at indexPath: IndexPath, animated: Bool) {
        if let row = shownRow(indexPath) { deselect(row, animated) }
    }

    // MARK: Editing

    private var edits = false
    /// Whether the rows show the controls of editing; false at first.
    open var isEditing: Bool {
        get { edits }
        set { setEditing(newValue, animated: false) }
    }

    /// Shows the controls of editing, or not.
    open func setEditing(_ editing: Bool, animated: Bool) {
        guard editing != edits else { return }
        swipe.close(animated: animated)
        edits = editing
        if !editing || !allowsMultipleSelectionDuringEditing { deselectAll() }
        editingChanged(animated)
    }

    // MARK: Layout

    /// Gives the rows in view their cells and places.
    open override func layoutSubviews() {
        resizeInvalidated()
        tile()
        super.layoutSubviews()
    }

    /// The rectangle of the content in view.
    open override var bounds: CGRect {
        get { super.bounds }
        set {
            let old = super.bounds
            super.bounds = newValue
            if old.size != newValue.size { setNeedsLayout() }
        }
    }

    /// Gives cells the colours of new traits.
    open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
        super.traitCollectionDidChange(previousTraitCollection)
        if previousTraitCollection?.preferredContentSizeCategory != traitCollection.preferredContentSizeCategory {
            stage.measuredWidth = 0
        }
        cellsChanged()
    }

    /// Moves the focus or the selection by the arrow keys, and selects by return and space.
    open override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        if let key = presses.first?.key, move(by: key) { return }
        super.pressesBegan(presses, with: event)
    }

    /// Whether the tabulator reaches the table view: it has rows that can be selected.
    open override var canBecomeFocused: Bool { mayFocus && allowsSelection && stage.geometry.total > 0 }

    /// Whether rows can have the focus now.
    final var mayFocus: Bool { allowsFocus && (!isEditing || allowsFocusDuringEditing) }

    /// Gives the focus on to the row that has or had it.
    open override func didUpdateFocus(in context: UIFocusUpdateContext) {
        super.didUpdateFocus(in: context)
        focusChanged(context)
    }
}

extension UITableView {
    final func deselectAll() {
        for row in stage.selected { stage.cells[row]?.setSelected(false, animated: false) }
        stage.selected = []
    }

    private final func change(_ body: (inout TableBatch) -> Void) {
        beginUpdates()
        if var batch = stage.batch {
            body(&batch)
            stage.batch = batch
        }
        endUpdates()
    }
}
