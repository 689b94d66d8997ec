import CoreGraphics
import Foundation
import UIKitCore
import UIKitLists

// Scroll views, tables, collections and their cells.

extension NibFill {
    func fillScroll(_ view: UIScrollView) {
        set(node.flag("scrollEnabled")) { view.isScrollEnabled = $0 }
        set(node.flag("pagingEnabled")) { view.isPagingEnabled = $0 }
        set(node.flag("bounces")) { view.bounces = $0 }
        set(node.flag("alwaysBounceVertical")) { view.alwaysBounceVertical = $0 }
        set(node.flag("alwaysBounceHorizontal")) { view.alwaysBounceHorizontal = $0 }
        set(node.flag("directionalLockEnabled")) { view.isDirectionalLockEnabled = $0 }
        set(node.flag("showsHorizontalScrollIndicator")) { view.showsHorizontalScrollIndicator = $0 }
        set(node.flag("showsVerticalScrollIndicator")) { view.showsVerticalScrollIndicator = $0 }
        set(node.flag("delaysContentTouches")) { view.delaysContentTouches = $0 }
        set(node.flag("canCancelContentTouches")) { view.canCancelContentTouches = $0 }
        set(node.flag("scrollsToTop")) { view.scrollsToTop = $0 }
        set(node.number("minimumZoomScale")) { view.minimumZoomScale = $0 }
        set(node.number("maximumZoomScale")) { view.maximumZoomScale = $0 }
        set(node.flag("bouncesZoom")) { view.bouncesZoom = $0 }
        set(
            value(
                "contentInsetAdjustmentBehavior",
                [
                    "automatic": UIScrollView.ContentInsetAdjustmentBehavior.automatic,
                    "scrollableAxes": .scrollableAxes, "never": .never,
                    "always": .always,
                ])
        ) { view.contentInsetAdjustmentBehavior = $0 }
        set(
            value(
                "keyboardDismissMode",
                ["none": UIScrollView.KeyboardDismissMode.none, "onDrag": .onDrag, "interactive": .interactive])
        ) { view.keyboardDismissMode = $0 }
        set(
            value("indicatorStyle", ["default": UIScrollView.IndicatorStyle.default, "black": .black, "white": .white])
        ) {
            view.indicatorStyle = $0
        }
        set(node.insets("contentInset")) { view.contentInset = $0 }
        set(node.insets("scrollIndicatorInsets")) { view.scrollIndicatorInsets = $0 }
        set(node.size("contentSize")) { view.contentSize = $0 }
        set(node.point("contentOffset")) { view.contentOffset = $0 }
        // Designs only: what these choose is drawn alike.
        _ = node["indexDisplayMode"]
    }

    // MARK: Tables

    /// A height of a nib: -1 is the automatic one.
    private func height(_ name: String) -> CGFloat? {
        node.number(name).map { $0 < 0 ? UITableView.automaticDimension : $0 }
    }

    func fillTable(_ table: UITableView) {
        set(node.flag("springLoaded")) { table.isSpringLoaded = $0 }
        set(height("rowHeight")) { table.rowHeight = $0 }
        set(height("sectionHeaderHeight")) { table.sectionHeaderHeight = $0 }
        set(height("sectionFooterHeight")) { table.sectionFooterHeight = $0 }
        set(height("estimatedRowHeight")) { table.estimatedRowHeight = $0 }
        set(height("estimatedSectionHeaderHeight")) { table.estimatedSectionHeaderHeight = $0 }
        set(height("estimatedSectionFooterHeight")) { table.estimatedSectionFooterHeight = $0 }
        set(
            value(
                "separatorStyle",
                [
                    "none": UITableViewCell.SeparatorStyle.none, "singleLine": .singleLine, "default": .singleLine,
                    "singleLineEtched": .singleLine,
                ])
        ) { table.separatorStyle = $0 }
        setColor("separatorColor") { table.separatorColor = $0 }
        set(node.insets("separatorInset")) { table.separatorInset = $0 }
        _ = node["separatorInsetReference"]
        set(node.flag("allowsSelection")) { table.allowsSelection = $0 }
        set(node.flag("allowsMultipleSelection")) { table.allowsMultipleSelection = $0 }
        set(node.flag("allowsSelectionDuringEditing")) { table.allowsSelectionDuringEditing = $0 }
        set(node.flag("allowsMultipleSelectionDuringEditing")) { table.allowsMultipleSelectionDuringEditing = $0 }
        set(node.flag("contentViewInsetsToSafeArea")) { table.insetsContentViewsToSafeArea = $0 }
        set(node.integer("sectionIndexMinimumDisplayRowCount")) { table.sectionIndexMinimumDisplayRowCount = $0 }
        setColor("sectionIndexColor") { table.sectionIndexColor = $0 }
        setColor("sectionIndexBackgroundColor") { table.sectionIndexBackgroundColor = $0 }
        setColor("sectionIndexTrackingBackgroundColor") { table.sectionIndexTrackingBackgroundColor = $0 }
        // A header's view is laid out by its frame in the nib.
        if let header = node.child(key: "tableHeaderView") { table.tableHeaderView = instance.make(header) as? UIView }
        if let footer = node.child(key: "tableFooterView") { table.tableFooterView = instance.make(footer) as? UIView }
        if let view = node.child(key: "backgroundView") { table.backgroundView = instance.make(view) as? UIView }
        for prototype in node.content("prototypes") {
            guard let identifier = prototype["reuseIdentifier"] else {
                file.warn(prototype, "a prototype cell without a reuse identifier cannot be dequeued")
                continue
            }
            let content = NibFileContent(file, [prototype], scene: instance.scene)
            table.register(UINib(content: content), forCellReuseIdentifier: identifier)
        }
        _ = node["dataMode"]
        let sections = node.content("sections")
        if !sections.isEmpty { instance.staticRows = sections.map { staticSection($0) } }
    }

    private func staticSection(_ section: NibNode) -> StaticRows.Section {
        let cells = section.content("cells").compactMap { cell -> StaticRows.Row? in
            guard let made = instance.make(cell) as? UITableViewCell else { return nil }
            return StaticRows.Row(
                cell: made, height: cell.number("rowHeight").map { $0 < 0 ? UITableView.automaticDimension : $0 })
        }
        _ = section["colorLabel"]
        return StaticRows.Section(
            header: file.words(section, "headerTitle"), footer: file.words(section, "footerTitle"), rows: cells)
    }

    func fillCell(_ cell: UITableViewCell) {
        cell.adopt(identifier: node["reuseIdentifier"])
        if let content = node.child(key: "contentView") { fillContent(cell, content) }
        let accessories: [String: UITableViewCell.AccessoryType] = [
            "none": .none, "disclosureIndicator": .disclosureIndicator,
            "detailDisclosureButton": .detailDisclosureButton,
            "checkmark": .checkmark, "detailButton": .detailButton,
        ]
        set(value("accessoryType", accessories)) { cell.accessoryType = $0 }
        set(value("editingAccessoryType", accessories)) { cell.editingAccessoryType = $0 }
        set(
            value(
                "selectionStyle",
                ["none": UITableViewCell.SelectionStyle.none, "blue": .blue, "gray": .gray, "default": .default])
        ) { cell.selectionStyle = $0 }
        set(node.integer("indentationLevel")) { cell.indentationLevel = $0 }
        set(node.number("indentationWidth")) { cell.indentationWidth = $0 }
        set(node.flag("showsReorderControl")) { cell.showsReorderControl = $0 }
        set(node.flag("shouldIndentWhileEditing")) { cell.shouldIndentWhileEditing = $0 }
        set(node.insets("separatorInset")) { cell.separatorInset = $0 }
        if let view = node.child(key: "accessoryView") { cell.accessoryView = instance.make(view) as? UIView }
        if let view = node.child(key: "editingAccessoryView") {
            cell.editingAccessoryView = instance.make(view) as? UIView
        }
        if let view = node.child(key: "backgroundView") { cell.backgroundView = instance.make(view) as? UIView }
        if let view = node.child(key: "selectedBackgroundView") {
            cell.selectedBackgroundView = instance.make(view) as? UIView
        }
        for name in ["style", "rowHeight", "textLabel", "detailTextLabel", "imageView", "image"] { _ = node[name] }
    }

    /// Fills a cell's content view. The labels and the picture of a cell in a style are named by the cell, and made by it:
    /// a cell that names none has only the views of its content.
    private func fillContent(_ cell: UITableViewCell, _ content: NibNode) {
        var named: [String: UIView] = [:]
        if let id = node["textLabel"], let label = cell.textLabel { named[id] = label }
        if let id = node["detailTextLabel"], let label = cell.detailTextLabel { named[id] = label }
        if let id = node["imageView"], let picture = cell.imageView { named[id] = picture }
        for child in content.content("subviews") {
            guard let id = child.id, let part = named[id] else { continue }
            if let label = part as? UILabel { fillPart(label, child) }
            if let picture = part as? UIImageView { picture.image = file.image(child, "image") }
            instance.name(part, id)
        }
        instance.fill(cell.contentView, from: content)
    }

    /// Sets the text's values of a label that the cell lays out.
    private func fillPart(_ label: UILabel, _ child: NibNode) {
        NibFill(NibCoder(child, instance)).fillLabel(label)
    }

    func fillHeaderFooter(_ view: UITableViewHeaderFooterView) {
        if let content = node.child(key: "contentView") { instance.fill(view.contentView, from: content) }
    }

    // MARK: Collections

    func fillCollection(_ view: UICollectionView) {
        set(node.flag("springLoaded")) { view.isSpringLoaded = $0 }
        set(node.flag("allowsSelection")) { view.allowsSelection = $0 }
        set(node.flag("allowsMultipleSelection")) { view.allowsMultipleSelection = $0 }
        set(node.flag("prefetchingEnabled")) { view.isPrefetchingEnabled = $0 }
        _ = node["dataMode"]
        if let background = node.child(key: "backgroundView") {
            view.backgroundView = instance.make(background) as? UIView
        }
        for cell in node.content("cells") {
            guard let identifier = cell["reuseIdentifier"] else {
                file.warn(cell, "a prototype cell without a reuse identifier cannot be dequeued")
                continue
            }
            view.register(
                UINib(content: NibFileContent(file, [cell], scene: instance.scene)),
                forCellWithReuseIdentifier: identifier)
        }
        for (key, kind) in [
            ("sectionHeaderView", UICollectionView.elementKindSectionHeader),
            ("sectionFooterView", UICollectionView.elementKindSectionFooter),
        ] {
            guard let part = node.child(key: key), let identifier = part["reuseIdentifier"] else { continue }
            view.register(
                UINib(content: NibFileContent(file, [part], scene: instance.scene)), forSupplementaryViewOfKind: kind,
                withReuseIdentifier: identifier)
        }
    }

    func fillItemCell(_ cell: UICollectionViewCell) {
        // Older nibs have the content as the first element `view` of the key, newer ones as `collectionViewCellContentView`.
        if let content = node.child(key: "contentView") { instance.fill(cell.contentView, from: content) }
        if let view = node.child(key: "backgroundView") { cell.backgroundView = instance.make(view) as? UIView }
        if let view = node.child(key: "selectedBackgroundView") {
            cell.selectedBackgroundView = instance.make(view) as? UIView
        }
        _ = node.child(key: "customSize") ?? node.child(key: "size")
    }

    func fillFlow(_ flow: UICollectionViewFlowLayout) {
        set(node.number("minimumLineSpacing")) { flow.minimumLineSpacing = $0 }
        set(node.number("minimumInteritemSpacing")) { flow.minimumInteritemSpacing = $0 }
        flow.scrollDirection = node["scrollDirection"] == "horizontal" ? .horizontal : .vertical
        set(node.size("itemSize")) { flow.itemSize = $0 }
        if let size = node.size("estimatedItemSize") {
            flow.estimatedItemSize = size
        } else if node.flag("automaticEstimatedItemSize") == true {
            flow.estimatedItemSize = UICollectionViewFlowLayout.automaticSize
        }
        set(node.size("headerReferenceSize")) { flow.headerReferenceSize = $0 }
        set(node.size("footerReferenceSize")) { flow.footerReferenceSize = $0 }
        set(node.insets("sectionInset")) { flow.sectionInset = $0 }
        set(
            value(
                "sectionInsetReference",
                [
                    "contentInset": UICollectionViewFlowLayout.SectionInsetReference.fromContentInset,
                    "safeArea": .fromSafeArea,
                    "layoutMargins": .fromLayoutMargins,
                ])
        ) { flow.sectionInsetReference = $0 }
        set(node.flag("sectionHeadersPinToVisibleBounds")) { flow.sectionHeadersPinToVisibleBounds = $0 }
        set(node.flag("sectionFootersPinToVisibleBounds")) { flow.sectionFootersPinToVisibleBounds = $0 }
    }
}
