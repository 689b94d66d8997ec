import Foundation
import MicaScripts
import QuartzCore
import UIKit

@testable import UIKitLists

/// A cell with a label.
final class WordCell: UICollectionViewCell {
    let label = UILabel()
    /// The size that the cell prefers; nil for the layout's.
    var own: CGSize?

    override init(frame: CGRect) {
        super.init(frame: frame)
        label.frame = contentView.bounds
        label.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        label.textAlignment = .center
        label.textColor = .white
        contentView.addSubview(label)
        contentView.backgroundColor = .systemBlue
    }

    override func sizeThatFits(_ size: CGSize) -> CGSize { own ?? super.sizeThatFits(size) }
    required init?(coder: NSCoder) { nil }
}

/// A header or a badge with a label.
final class WordView: UICollectionReusableView {
    let label = UILabel()

    override init(frame: CGRect) {
        super.init(frame: frame)
        label.frame = bounds
        label.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        label.font = .systemFont(ofSize: 12)
        label.textAlignment = .center
        addSubview(label)
        backgroundColor = .systemYellow
    }
    required init?(coder: NSCoder) { nil }
}

/// A background of a section.
final class ShadeView: UICollectionReusableView {
    override init(frame: CGRect) {
        super.init(frame: frame)
        backgroundColor = .systemGray5
        layer.cornerRadius = 8
    }
    required init?(coder: NSCoder) { nil }
}

/// A data source and delegate over arrays of numbers, which writes down the calls of interest.
@MainActor class WordSource: NSObject, UICollectionViewDataSource, UICollectionViewDelegate {
    var sections: [[Int]]
    var lines: [String] = []
    var configure: ((WordCell, IndexPath) -> Void)?
    var cellsMade = 0
    var highlights = true, selects = true
    /// The titles of the index; nil for none.
    var titles: [String]?
    /// The items that may not have the focus, and that are not edited.
    var refused: Set<Int> = [], uneditable: Set<Int> = []
    /// The item that prefers to have the focus; nil for none.
    var preferred: IndexPath?
    /// Whether the badges of even items are hidden.
    var hidesBadges = false
    /// Whether two fingers select.
    var allowsPans = false

    init(_ counts: [Int]) {
        var next = 0
        sections = counts.map { count in
            defer { next += count }
            return (0..<count).map { next + $0 }
        }
    }

    func numberOfSections(in collectionView: UICollectionView) -> Int { sections.count }
    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
        sections[section].count
    }
    func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath) -> UICollectionViewCell
    {
        cellsMade += 1
        let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "word", for: indexPath)
        if let cell = cell as? WordCell {
            cell.label.text = "\(sections[indexPath.section][indexPath.item])"
            configure?(cell, indexPath)
        }
        return cell
    }
    func collectionView(
        _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
    ) -> UICollectionReusableView {
        let view = collectionView.dequeueReusableSupplementaryView(
            ofKind: kind, withReuseIdentifier: "view", for: indexPath)
        (view as? WordView)?.label.text = kind.hasSuffix("Header") ? "Header \(indexPath)" : "\(indexPath.last ?? 0)"
        if hidesBadges { view.isHidden = (indexPath.last ?? 0) % 2 == 0 }
        return view
    }
    func collectionView(
        _ collectionView: UICollectionView, moveItemAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
    ) {
        lines.append("move \(sourceIndexPath.item) to \(destinationIndexPath.item)")
        let word = sections[sourceIndexPath.section].remove(at: sourceIndexPath.item)
        sections[destinationIndexPath.section].insert(word, at: destinationIndexPath.item)
    }

    func indexTitles(for collectionView: UICollectionView) -> [String]? { titles }
    func collectionView(
        _ collectionView: UICollectionView, indexPathForIndexTitle title: String, at index: Int
    ) -> IndexPath {
        lines.append("title \(title)")
        return IndexPath(item: 2, section: index)
    }
    func collectionView(_ collectionView: UICollectionView, canFocusItemAt indexPath: IndexPath) -> Bool {
        !refused.contains(indexPath.item)
    }
    func indexPathForPreferredFocusedView(in collectionView: UICollectionView) -> IndexPath? { preferred }
    func collectionView(_ collectionView: UICollectionView, canEditItemAt indexPath: IndexPath) -> Bool {
        !uneditable.contains(indexPath.item)
    }

    func collectionView(
        _ collectionView: UICollectionView, shouldBeginMultipleSelectionInteractionAt indexPath: IndexPath
    ) -> Bool { allowsPans }
    func collectionView(
        _ collectionView: UICollectionView, didBeginMultipleSelectionInteractionAt indexPath: IndexPath
    ) { lines.append("pan \(indexPath.item)") }
    func collectionViewDidEndMultipleSelectionInteraction(_ collectionView: UICollectionView) {
        lines.append("pan ends")
    }

    private func add(_ word: String, _ path: IndexPath) { lines.append("\(word) \(path.item)") }

    func collectionView(_ collectionView: UICollectionView, shouldHighlightItemAt indexPath: IndexPath) -> Bool {
        add("shouldHighlight", indexPath)
        return highlights
    }
    func collectionView(_ collectionView: UICollectionView, didHighlightItemAt indexPath: IndexPath) {
        add("highlight", indexPath)
    }
    func collectionView(_ collectionView: UICollectionView, didUnhighlightItemAt indexPath: IndexPath) {
        add("unhighlight", indexPath)
    }
    func collectionView(_ collectionView: UICollectionView, shouldSelectItemAt indexPath: IndexPath) -> Bool {
        add("shouldSelect", indexPath)
        return selects
    }
    func collectionView(_ collectionView: UICollectionView, shouldDeselectItemAt indexPath: IndexPath) -> Bool {
        add("shouldDeselect", indexPath)
        return true
    }
    func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
        add("select", indexPath)
    }
    func collectionView(_ collectionView: UICollectionView, didDeselectItemAt indexPath: IndexPath) {
        add("deselect", indexPath)
    }
}

/// A window of 320 x 480 points with a collection view.
@MainActor final class CollectionWindow {
    let host = ScriptedWindow(size: CGSize(width: 320, height: 480), scale: 2, threads: 1)
    let window: UIWindow
    let view: UICollectionView
    let source: WordSource

    init(
        _ source: WordSource, _ layout: UICollectionViewLayout,
        register: [(type: UICollectionViewCell.Type, name: String)] = []
    ) {
        window = UIWindow(host: host)
        view = UICollectionView(frame: window.bounds, collectionViewLayout: layout)
        view.backgroundColor = .white
        self.source = source
        view.register(WordCell.self, forCellWithReuseIdentifier: "word")
        for kind in [UICollectionView.elementKindSectionHeader, UICollectionView.elementKindSectionFooter, "badge"] {
            view.register(WordView.self, forSupplementaryViewOfKind: kind, withReuseIdentifier: "view")
        }
        for (type, name) in register { view.register(type, forCellWithReuseIdentifier: name) }
        view.dataSource = source
        view.delegate = source
        window.addSubview(view)
        window.makeKeyAndVisible()
        host.advance(to: 0.1)
    }

    func wait(_ seconds: Double) { host.advance(to: host.time + seconds) }

    /// Runs code as the program does, at the window's time.
    func act(_ body: @escaping @MainActor () -> Void) {
        host.schedule(at: host.time) { MainActor.assumeIsolated(body) }
        host.advance(to: host.time)
    }

    /// The numbers of the visible cells, by index path.
    var shown: [IndexPath: Int] {
        var result: [IndexPath: Int] = [:]
        for cell in view.visibleCells {
            guard let cell = cell as? WordCell, let path = view.indexPath(for: cell) else { continue }
            result[path] = Int(cell.label.text ?? "")
        }
        return result
    }

    /// A difference between the visible cells and the model; nil for none.
    var fault: String? {
        for (path, number) in shown {
            guard source.sections.indices.contains(path.section),
                source.sections[path.section].indices.contains(path.item)
            else { return "a cell at \(path), where there is no item" }
            if source.sections[path.section][path.item] != number {
                return "the cell at \(path) shows \(number), not \(source.sections[path.section][path.item])"
            }
            guard let cell = view.cellForItem(at: path), let attributes = view.layoutAttributesForItem(at: path) else {
                return "no attributes at \(path)"
            }
            let frame = view.collectionViewLayout.shownFrame(of: attributes)
            let place = cell.convert(cell.bounds, to: view)
            if abs(place.midX - frame.midX) > 0.51 || abs(place.midY - frame.midY) > 0.51
                || cell.alpha != attributes.alpha
            {
                return "the cell at \(path) is at \(place), not \(frame)"
            }
        }
        let wanted = (view.collectionViewLayout.layoutAttributesForElements(in: view.bounds) ?? []).filter {
            $0.representedElementCategory == .cell
                && view.collectionViewLayout.shownFrame(of: $0).overlaps(view.bounds)
        }
        for attributes in wanted {
            let path = attributes.indexPath
            if let own = view.answeredPath(of: path) ?? (view.stage.views[.cell(path)] == nil ? path : nil),
                shown[own] == nil
            {
                return "no cell at \(path)"
            }
        }
        return nil
    }

    /// Writes a picture into the folder that MICA_PICTURES names; nothing without.
    func show(_ name: String) throws {
        guard let folder = ProcessInfo.processInfo.environment["MICA_PICTURES"] else { return }
        try host.write(to: "\(folder)/\(name).png")
    }
}

/// A column of items of one height, which writes down the calls of the layout's contract.
class ColumnLayout: UICollectionViewLayout {
    var lines: [String] = []
    var height: CGFloat = 50
    var followsBounds = false
    var queries = 0

    private func add(_ line: String) { if lines.last != line { lines.append(line) } }

    override func prepare() {
        super.prepare()
        add("prepare")
    }
    private var count: Int { collectionView?.numberOfItems(inSection: 0) ?? 0 }
    override var collectionViewContentSize: CGSize {
        add("size")
        return CGSize(width: collectionView?.bounds.width ?? 0, height: CGFloat(count) * height)
    }
    override func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
        add("elements")
        queries += 1
        let first = max(0, Int(rect.minY / height)), last = min(count - 1, Int(rect.maxY / height))
        guard first <= last else { return [] }
        return (first...last).compactMap { layoutAttributesForItem(at: IndexPath(item: $0, section: 0)) }
    }
    override func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
        let made = UICollectionViewLayoutAttributes(forCellWith: indexPath)
        made.frame = CGRect(
            x: 0, y: CGFloat(indexPath.item) * height, width: collectionView?.bounds.width ?? 0, height: height)
        return made
    }
    override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool {
        add("bounds")
        return followsBounds
    }
    override func invalidateLayout(with context: UICollectionViewLayoutInvalidationContext) {
        add(
            "invalidate\(context.invalidateEverything ? " everything" : "")\(context.invalidateDataSourceCounts ? " counts" : "")"
        )
        super.invalidateLayout(with: context)
    }
    override func prepare(forCollectionViewUpdates updateItems: [UICollectionViewUpdateItem]) {
        super.prepare(forCollectionViewUpdates: updateItems)
        add("updates \(updateItems.count)")
    }
    override func finalizeCollectionViewUpdates() {
        super.finalizeCollectionViewUpdates()
        add("finalize")
    }
    override func targetContentOffset(forProposedContentOffset proposedContentOffset: CGPoint) -> CGPoint {
        add("target")
        return proposedContentOffset
    }
    override func prepareForTransition(to newLayout: UICollectionViewLayout) { add("to") }
    override func prepareForTransition(from oldLayout: UICollectionViewLayout) { add("from") }
    override func finalizeLayoutTransition() { add("end") }
    override func initialLayoutAttributesForAppearingItem(at itemIndexPath: IndexPath)
        -> UICollectionViewLayoutAttributes?
    {
        add("initial")
        return super.initialLayoutAttributesForAppearingItem(at: itemIndexPath)
    }
    override func finalLayoutAttributesForDisappearingItem(at itemIndexPath: IndexPath)
        -> UICollectionViewLayoutAttributes?
    {
        add("final")
        return super.finalLayoutAttributesForDisappearingItem(at: itemIndexPath)
    }
}
