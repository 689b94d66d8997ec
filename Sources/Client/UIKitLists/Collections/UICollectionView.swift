import CoreGraphics
import Foundation
import MicaTrace
import QuartzCore
import UIKitCore

/// A scroll view of items from a data source, at the places that a layout gives them.
///
/// Views exist for the elements in the visible part, and for a margin ahead of it while it scrolls; elements outside cost
/// nothing. docs/collection-views.md describes the order of calls. *Source*: Apple, UICollectionView.
open class UICollectionView: UIScrollView, UISpringLoadedInteractionSupporting {
    /// The kind of an element; raw values are Apple's.
    public enum ElementCategory: UInt, Sendable {
        /// The cell of an item.
        case cell = 0
        /// A view for a section or an item, with data: a header, a badge.
        case supplementaryView = 1
        /// A view of the layout's own, without data.
        case decorationView = 2
    }

    /// The place in the view to which an item is scrolled; raw values are Apple's.
    public struct ScrollPosition: OptionSet, Sendable {
        /// The bits.
        public let rawValue: UInt
        /// Makes a set from its bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// The top.
        public static let top = ScrollPosition(rawValue: 1 << 0)
        /// The middle of the height.
        public static let centeredVertically = ScrollPosition(rawValue: 1 << 1)
        /// The bottom.
        public static let bottom = ScrollPosition(rawValue: 1 << 2)
        /// The left side.
        public static let left = ScrollPosition(rawValue: 1 << 3)
        /// The middle of the width.
        public static let centeredHorizontally = ScrollPosition(rawValue: 1 << 4)
        /// The right side.
        public static let right = ScrollPosition(rawValue: 1 << 5)
    }

    /// The kind of headers of a flow layout. *Source*: Apple, UICollectionView.elementKindSectionHeader.
    public nonisolated static let elementKindSectionHeader = "UICollectionElementKindSectionHeader"
    /// The kind of footers of a flow layout.
    public nonisolated static let elementKindSectionFooter = "UICollectionElementKindSectionFooter"

    private final var layoutInUse: UICollectionViewLayout
    /// The views and their places.
    final var stage = CollectionStage()
    /// The selection, the touched item.
    final var choice = CollectionChoice()
    /// The changes of the running batch; nil outside of one.
    final var openBatch: OpenBatch?
    /// The items that a finger moves; nil for none.
    final var movement: InteractiveMovement?
    /// The transition that a gesture leads; nil for none.
    final var transition: InteractiveTransition?
    /// The titles at the trailing edge; nil without any.
    final var index: ListIndexView?
    /// The swipes of a list's rows; nil until a list with swipe actions is shown.
    final var swipe: RowSwipe?

    // MARK: Making

    /// Makes a view with a flow layout, for proxies of `UIAppearance`. Apple's raises an exception: a program gives a layout.
    public override convenience init(frame: CGRect) {
        self.init(frame: frame, collectionViewLayout: UICollectionViewFlowLayout())
    }

    /// Makes a collection view with a frame and a layout.
    public init(frame: CGRect, collectionViewLayout layout: UICollectionViewLayout) {
        layoutInUse = layout
        super.init(frame: frame)
        setUpCollection()
    }

    /// Reads a collection view from an archive, with a flow layout.
    public required init?(coder: NSCoder) {
        layoutInUse =
            coder.nib?.part("collectionViewLayout") as? UICollectionViewLayout ?? UICollectionViewFlowLayout()
        super.init(coder: coder)
        setUpCollection()
        coder.readNib(self, as: UICollectionView.self)
    }

    private func setUpCollection() {
        layoutInUse.owner = self
        // *Source*: Apple's layouts are asked before the delegate, which gets their offset: UICollectionViewLayout,
        // targetContentOffset(forProposedContentOffset:withScrollingVelocity:).
        choosesTarget = { [weak self] velocity, target in
            self?.collectionViewLayout.targetContentOffset(
                forProposedContentOffset: target, withScrollingVelocity: velocity) ?? target
        }
        _ = (menus, multipleSelection)
        movementStarted = { [weak self] in self?.followMovement() }
        setNeedsLayout()
    }

    private lazy var menus = ItemMenus(self)
    private lazy var multipleSelection = MultipleSelection(self, self)

    // MARK: Data

    /// The object that gives the numbers of items and their views; nil for none. Setting it loads all anew.
    open weak var dataSource: (any UICollectionViewDataSource)? {
        didSet { if dataSource !== oldValue { reloadData() } }
    }

    /// The observer of selection, display and scrolling; nil for none.
    ///
    /// It is the scroll view's delegate, with a type of its own. Swift does not let an override change the type, so this
    /// is another property, which is preferred to the scroll view's.
    @_nonoverride open weak var delegate: (any UICollectionViewDelegate)? {
        get { super.delegate as? any UICollectionViewDelegate }
        set { super.delegate = newValue }
    }

    /// The object that loads data ahead; nil for none.
    open weak var prefetchDataSource: (any UICollectionViewDataSourcePrefetching)?

    /// Whether data are announced ahead; true at first.
    open var isPrefetchingEnabled = true

    /// When cells in view whose content changes get other sizes, in an animation; `enabled` at first.
    open var selfSizingInvalidation = SelfSizingInvalidation.enabled {
        didSet { if selfSizingInvalidation == .enabledIncludingConstraints { NSLayoutConstraint.reportToCells() } }
    }

    /// The number of sections.
    open var numberOfSections: Int { counts.count }

    /// The number of items of a section; 0 for a section that there is not.
    open func numberOfItems(inSection section: Int) -> Int {
        let counts = stage.presents > 0 ? counts : dataCounts
        return counts.indices.contains(section) ? counts[section] : 0
    }

    /// Loads all anew: the visible views are dequeued anew before the next frame, and the selection is empty.
    open func reloadData() {
        swipe?.close(animated: false)
        dropMovement()
        stage.dragging?.forget()
        removeAllElements()
        stage.placeholders.removeAll()
        choice.selected = []
        unhighlight()
        openBatch?.changes = ListChanges()
        stage.counts = nil
        stage.needsIndex = true
        let context = layoutInUse.makeContext()
        (context.everything, context.counts) = (true, true)
        layoutInUse.invalidateLayout(with: context)
        setNeedsLayout()
    }

    // MARK: Layout

    /// The layout. Setting it is `setCollectionViewLayout(_:animated:)` without animation.
    open var collectionViewLayout: UICollectionViewLayout {
        get { layoutInUse }
        set { setCollectionViewLayout(newValue, animated: false) }
    }

    /// Exchanges the layout, animated or not.
    open func setCollectionViewLayout(_ layout: UICollectionViewLayout, animated: Bool) {
        setCollectionViewLayout(layout, animated: animated, completion: nil)
    }

    /// Exchanges the layout, animated or not; the completion is called after the animation.
    open func setCollectionViewLayout(
        _ layout: UICollectionViewLayout, animated: Bool, completion: ((Bool) -> Void)? = nil
    ) { exchange(layout, animated, completion) }

    final func adopt(_ layout: UICollectionViewLayout) {
        layoutInUse.owner = nil
        layoutInUse = layout
        layout.owner = self
        layout.isValid = false
    }

    /// Begins a transition to another layout. A gesture sets its progress in the layout that this method returns.
    @discardableResult
    open func startInteractiveTransition(
        to layout: UICollectionViewLayout, completion: ((Bool, Bool) -> Void)? = nil
    ) -> UICollectionViewTransitionLayout { beginTransition(layout, completion) }

    /// Ends a transition at its end.
    open func finishInteractiveTransition() { endTransition(finished: true) }

    /// Ends a transition at its beginning.
    open func cancelInteractiveTransition() { endTransition(finished: false) }

    /// The attributes of an item; nil for none.
    open func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
        prepareLayoutIfNeeded()
        guard has(indexPath) else { return nil }
        let path = shownPath(indexPath)
        return presenting { layoutInUse.layoutAttributesForItem(at: path) }
    }

    /// The attributes of a supplementary view; nil for none.
    open func layoutAttributesForSupplementaryElement(ofKind kind: String, at indexPath: IndexPath)
        -> UICollectionViewLayoutAttributes?
    {
        prepareLayoutIfNeeded()
        return layoutInUse.layoutAttributesForSupplementaryView(ofKind: kind, at: indexPath)
    }

    /// Lays out the elements in sight.
    open override func layoutSubviews() {
        super.layoutSubviews()
        if stage.needsIndex { loadIndex() }
        updateElementsAndSizes()
        layOutBackground()
        placeIndex()
    }

    /// The view's rectangle in its own space; its origin is the offset.
    open override var bounds: CGRect {
        get { super.bounds }
        set { changeBounds(to: newValue) { super.bounds = newValue } }
    }

    /// The view's rectangle in its superview's space.
    open override var frame: CGRect {
        get { super.frame }
        set {
            changeBounds(to: CGRect(origin: super.bounds.origin, size: newValue.size)) { super.frame = newValue }
        }
    }

    // MARK: Views

    /// The view behind the content, which does not scroll; nil for none.
    open var backgroundView: UIView? {
        didSet {
            guard backgroundView !== oldValue else { return }
            oldValue?.removeFromSuperview()
            if stage.isFlipped, let oldValue { flip(oldValue) }
            if let backgroundView {
                insertSubview(backgroundView, at: 0)
                if stage.isFlipped { flip(backgroundView) }
            }
            layOutBackground()
        }
    }

    private func layOutBackground() {
        guard let backgroundView else { return }
        if backgroundView.frame != bounds { backgroundView.frame = bounds }
        if subviews.first !== backgroundView { sendSubviewToBack(backgroundView) }
    }

    /// The class of cells for an identifier; nil removes it.
    open func register(_ cellClass: AnyClass?, forCellWithReuseIdentifier identifier: String) {
        stage.queue.register(cellClass as? UICollectionReusableView.Type, for: "cell/" + identifier)
    }

    /// The nib of cells for an identifier; nil removes it.
    open func register(_ nib: UINib?, forCellWithReuseIdentifier identifier: String) {
        stage.queue.register(nib, for: "cell/" + identifier)
    }

    /// The nib of supplementary views of a kind for an identifier; nil removes it.
    open func register(
        _ nib: UINib?, forSupplementaryViewOfKind kind: String, withReuseIdentifier identifier: String
    ) {
        stage.queue.register(nib, for: "supplementary/\(kind)/\(identifier)")
    }

    /// The class of supplementary views of a kind for an identifier; nil removes it.
    open func register(
        _ viewClass: AnyClass?, forSupplementaryViewOfKind elementKind: String,
        withReuseIdentifier identifier: String
    ) {
        stage.queue.register(
            viewClass as? UICollectionReusableView.Type, for: "supplementary/\(elementKind)/\(identifier)")
    }

    /// A cell for an item: one that is no longer seen, or a new one. It has its attributes already.
    open func dequeueReusableCell(withReuseIdentifier identifier: String, for indexPath: IndexPath)
        -> UICollectionViewCell
    {
        let view = dequeue("cell/" + identifier, identifier, .cell(shownPath(indexPath)))
        guard let cell = view as? UICollectionViewCell else {
            stopProgram(
                "could not dequeue a view of kind: UICollectionElementKindCell with identifier \(identifier) - must "
                    + "register a class for the identifier, which is a UICollectionViewCell")
        }
        return cell
    }

    /// A supplementary view for an element: one that is no longer seen, or a new one.
    open func dequeueReusableSupplementaryView(
        ofKind elementKind: String, withReuseIdentifier identifier: String, for indexPath: IndexPath
    ) -> UICollectionReusableView {
        let key = ElementKey(category: .supplementaryView, kind: elementKind, indexPath: indexPath)
        guard let view = dequeue("supplementary/\(elementKind)/\(identifier)", identifier, key) else {
            stopProgram(
                "could not dequeue a view of kind: \(elementKind) with identifier \(identifier) - must register a "
                    + "class for the identifier")
        }
        return view
    }

    /// The cells in sight, in no order.
    open var visibleCells: [UICollectionViewCell] {
        updateBeforeAsking()
        return stage.onScreen.compactMap { stage.views[$0] as? UICollectionViewCell }
    }

    /// The index paths of the items in sight, in no order.
    open var indexPathsForVisibleItems: [IndexPath] {
        updateBeforeAsking()
        return stage.onScreen.compactMap { $0.category == .cell ? answeredPath(of: $0.indexPath) : nil }
    }

    /// The supplementary views of a kind in sight, in no order.
    open func visibleSupplementaryViews(ofKind elementKind: String) -> [UICollectionReusableView] {
        indexPathsForVisibleSupplementaryElements(ofKind: elementKind).compactMap {
            supplementaryView(forElementKind: elementKind, at: $0)
        }
    }

    /// The index paths of the supplementary views of a kind in sight, in no order.
    open func indexPathsForVisibleSupplementaryElements(ofKind elementKind: String) -> [IndexPath] {
        updateBeforeAsking()
        return stage.onScreen.compactMap {
            $0.category == .supplementaryView && $0.kind == elementKind ? $0.indexPath : nil
        }
    }

    /// The cell of an item; nil if it is not in sight and not prepared.
    open func cellForItem(at indexPath: IndexPath) -> UICollectionViewCell? {
        stage.views[.cell(shownPath(indexPath))] as? UICollectionViewCell
    }

    /// A supplementary view; nil if it is not in sight and not prepared.
    open func supplementaryView(forElementKind elementKind: String, at indexPath: IndexPath)
        -> UICollectionReusableView?
    {
        stage.views[ElementKey(category: .supplementaryView, kind: elementKind, indexPath: indexPath)]
    }

    /// The index path of a cell; nil if it is not in use.
    open func indexPath(for cell: UICollectionViewCell) -> IndexPath? {
        guard let path = cell.attributes?.indexPath, stage.views[.cell(path)] === cell else {
            return stage.views.first { $0.value === cell }.flatMap { answeredPath(of: $0.key.indexPath) }
        }
        return answeredPath(of: path)
    }

    /// The index path of a supplementary view; nil if it is not in use.
    open func indexPath(forSupplementaryView view: UICollectionReusableView) -> IndexPath? {
        stage.views.first { $0.value === view }?.key.indexPath
    }

    /// The item at a point of the content; nil for none.
    open func indexPathForItem(at point: CGPoint) -> IndexPath? {
        guard point.x.isFinite, point.y.isFinite else { return nil }
        prepareLayoutIfNeeded()
        let near = CGRect(x: point.x - 0.5, y: point.y - 0.5, width: 1, height: 1)
        let found = (attributes(in: near)).filter {
            $0.representedElementCategory == .cell && !$0.isHidden
                && collectionViewLayout.shownFrame(of: $0).contains(point)
        }
        return found.max { $0.zIndex < $1.zIndex }.flatMap { answeredPath(of: $0.indexPath) }
    }

    // MARK: Selection

    /// Whether a tap selects; true at first. Setting false empties the selection.
    open var allowsSelection = true {
        didSet { if !allowsSelection { deselectAll() } }
    }

    /// Whether several items may be selected; false at first.
    open var allowsMultipleSelection = false {
        didSet { if !allowsMultipleSelection, choice.selected.count > 1, !isEditing { deselectAll() } }
    }

    /// Whether a tap selects while the view is editing; false at first.
    open var allowsSelectionDuringEditing = false
    /// Whether several items may be selected while the view is editing; false at first.
    open var allowsMultipleSelectionDuringEditing = false
    /// Whether an item that gets the keyboard's focus is selected; false at first.
    open var selectionFollowsFocus = false
    /// Whether items may have the keyboard's focus; true at first.
    open var allowsFocus = true
    /// Whether items may have the keyboard's focus while the view is edited; true at first.
    open var allowsFocusDuringEditing = true
    /// Whether the item that had the focus last gets it when the focus comes back; false at first. *Source*: Apple,
    /// UICollectionView.remembersLastFocusedIndexPath.
    open var remembersLastFocusedIndexPath = false

    /// Whether the items are edited; false at first.
    open var isEditing = false {
        didSet {
            guard isEditing != oldValue else { return }
            deselectAll()
            editingChanged()
        }
    }

    /// The selected items, in the order of their selection; empty for none.
    open var indexPathsForSelectedItems: [IndexPath]? { choice.selected }

    /// Selects an item and scrolls to it; nil empties the selection. The delegate is not called. *Source*: Apple,
    /// UICollectionView.selectItem(at:animated:scrollPosition:).
    open func selectItem(at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition) {
        guard let indexPath else { return deselectAll() }
        guard allowsSelection else { return }
        select(indexPath)
        if !scrollPosition.isEmpty { scrollToItem(at: indexPath, at: scrollPosition, animated: animated) }
    }

    /// Deselects an item. The delegate is not called.
    open func deselectItem(at indexPath: IndexPath, animated: Bool) { deselect(indexPath) }

    // MARK: Scrolling

    /// Scrolls so that an item is at a place of the view. Without a place it scrolls as little as shows the item.
    ///
    /// *Source*: Apple, UICollectionView.scrollToItem(at:at:animated:): positions of one axis exclude each other.
    open func scrollToItem(at indexPath: IndexPath, at scrollPosition: ScrollPosition, animated: Bool) {
        scroll(to: indexPath, scrollPosition, animated)
    }

    // MARK: Changing

    /// Makes changes in one animation, and calls the completion after it. Index paths of deletions are those before
    /// the batch, of insertions those after it. *Source*: Apple, UICollectionView.performBatchUpdates(_:completion:).
    open func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
        runBatch(updates, completion)
    }

    /// Inserts sections; their indices are those after the change.
    open func insertSections(_ sections: IndexSet) { change { $0.insertedSections.formUnion(sections) } }
    /// Deletes sections.
    open func deleteSections(_ sections: IndexSet) { change { $0.deletedSections.formUnion(sections) } }
    /// Loads sections anew.
    open func reloadSections(_ sections: IndexSet) { change { $0.reloadedSections.formUnion(sections) } }
    /// Moves a section.
    open func moveSection(_ section: Int, toSection newSection: Int) {
        change { $0.movedSections.append(.init(from: section, to: newSection)) }
    }
    /// Inserts items; their index paths are those after the change.
    open func insertItems(at indexPaths: [IndexPath]) {
        change { $0.insertedRows.formUnion(indexPaths.compactMap { RowPath($0) }) }
    }
    /// Deletes items.
    open func deleteItems(at indexPaths: [IndexPath]) {
        change { $0.deletedRows.formUnion(indexPaths.compactMap { RowPath($0) }) }
    }
    /// Loads items anew: they get new cells.
    open func reloadItems(at indexPaths: [IndexPath]) {
        change { $0.reloadedRows.formUnion(indexPaths.compactMap { RowPath($0) }) }
    }
    /// Asks the data source for the cells of items again; the cells stay in use, and their sizes are asked for anew.
    open func reconfigureItems(at indexPaths: [IndexPath]) { reconfigure(indexPaths) }
    /// Moves an item.
    open func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {
        guard let from = RowPath(indexPath), let to = RowPath(newIndexPath) else { return }
        change { $0.movedRows.append(.init(from: from, to: to)) }
    }

    /// Whether there are changes that are not in place yet, a finger moves an item, or there is room for a drop or a placeholder.
    ///
    /// *Source*: Apple, UICollectionView.h: "if the collection view is reordering or has drop placeholders". That changes of the
    /// program count is our own.
    open var hasUncommittedUpdates: Bool {
        openBatch != nil || stage.counts == nil || movement != nil || stage.dragging?.hasGap == true
            || !stage.placeholders.isEmpty
    }

    // MARK: Drag and drop

    /// The object that gives the items of dragged cells; nil for none.
    open weak var dragDelegate: (any UICollectionViewDragDelegate)? {
        didSet { updateDragging() }
    }
    /// The object that takes drops; nil for none.
    open weak var dropDelegate: (any UICollectionViewDropDelegate)? {
        didSet { updateDragging() }
    }
    /// Whether cells can be dragged by `dragDelegate`; true at first, as on Apple's from iOS 15 on.
    open var dragInteractionEnabled = true {
        didSet { updateDragging() }
    }
    /// How fast cells make room for a dragged item of the view; immediately at first.
    open var reorderingCadence = ReorderingCadence.immediate
    /// Whether a drag that rests over an item selects it, as a tap does; false at first.
    open var isSpringLoaded = false {
        didSet { if isSpringLoaded != oldValue { setSpring(isSpringLoaded) } }
    }
    /// Whether cells of this view are being dragged.
    open var hasActiveDrag: Bool { stage.dragging?.hasActiveDrag ?? false }
    /// Whether a drag is over the view, or its drop goes on.
    open var hasActiveDrop: Bool { stage.dragging?.hasActiveDrop ?? false }

    // MARK: Moving items by a finger

    /// Begins to move an item; false if it cannot be moved.
    open func beginInteractiveMovementForItem(at indexPath: IndexPath) -> Bool { beginMovement(indexPath) }
    /// Moves the item to a point of the content.
    open func updateInteractiveMovementTargetPosition(_ targetPosition: CGPoint) { updateMovement(targetPosition) }
    /// Leaves the item where it is, and calls the data source's `collectionView(_:moveItemAt:to:)`.
    open func endInteractiveMovement() { endMovement(cancelled: false) }
    /// Brings the item back.
    open func cancelInteractiveMovement() { endMovement(cancelled: true) }

    // MARK: Keys

    /// Moves the focus by the arrow keys, and selects by return and space.
    open override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        if let key = presses.first?.key, move(by: key) { return }
        super.pressesBegan(presses, with: event)
    }

    /// Whether the tabulator reaches the view: it has items that can be selected.
    open override var canBecomeFocused: Bool {
        mayFocus && allowsSelection && stage.counts?.contains { $0 > 0 } == true
    }

    /// Whether items may have the focus now.
    final var mayFocus: Bool { allowsFocus && (!isEditing || allowsFocusDuringEditing) }

    /// Gives the focus on to an item.
    open override func didUpdateFocus(in context: UIFocusUpdateContext) {
        super.didUpdateFocus(in: context)
        focusChanged(context)
    }

    // MARK: Touches

    /// Highlights the touched item.
    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        super.touchesBegan(touches, with: event)
        if let touch = touches.first { touchBegan(touch) }
    }

    /// Ends the highlighting if the finger leaves the item.
    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        super.touchesMoved(touches, with: event)
        if let touch = touches.first { touchMoved(touch) }
    }

    /// Selects or deselects the touched item.
    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        super.touchesEnded(touches, with: event)
        touchEnded()
    }

    /// Ends the highlighting.
    open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        super.touchesCancelled(touches, with: event)
        unhighlight()
    }
}

extension UICollectionView {
    /// The numbers of shown items of the sections.
    final var counts: [Int] {
        if let counts = stage.counts { return counts }
        let made = stage.placeholders.shownCounts(askCounts())
        stage.counts = made
        return made
    }

    final func askCounts() -> [Int] {
        guard let dataSource else { return [] }
        let sections = max(0, dataSource.numberOfSections(in: self))
        return (0..<sections).map { max(0, dataSource.collectionView(self, numberOfItemsInSection: $0)) }
    }

    /// Whether the data source has an item at an index path.
    final func has(_ path: IndexPath) -> Bool {
        let counts = stage.presents > 0 ? counts : dataCounts
        guard path.count == 2, counts.indices.contains(path.section) else { return false }
        return path.item >= 0 && path.item < counts[path.section]
    }
}
