import CoreGraphics
import QuartzCore
import UIKitCore

extension UITableView {
    // MARK: Headers and footers

    /// Where a header is: in a plain table view it stays at the top while its section is seen.
    private func headerFrame(_ section: Int) -> CGRect {
        var rect = rectOfHeader(section)
        let padding = min(headerPadding, rect.height)
        (rect.origin.y, rect.size.height) = (rect.minY + padding, rect.height - padding)
        // The room above the first section of a grouped table view is its header's, as in Apple's.
        if style == .plain {
            let top = bounds.minY + adjustedContentInset.top
            let end = rectOfSection(section).maxY - stage.geometry.sections[section].footer - rect.height
            rect.origin.y = max(rect.minY, min(top, end))
        } else if style == .insetGrouped {
            (rect.origin.x, rect.size.width) = (groupInset, sectionWidth)
        }
        return rect
    }

    /// Where a footer is: in a plain table view it stays at the bottom while its section is seen.
    private func footerFrame(_ section: Int) -> CGRect {
        var rect = rectOfFooter(section)
        if style == .plain {
            let bottom = bounds.maxY - adjustedContentInset.bottom - rect.height
            let start = rectOfSection(section).minY + stage.geometry.sections[section].header
            rect.origin.y = min(rect.minY, max(bottom, start))
        } else if style == .insetGrouped {
            (rect.origin.x, rect.size.width) = (groupInset, sectionWidth)
        }
        return rect
    }

    /// Lets the render server keep headers, footers, the index and the background at their places in view while it moves
    /// the content.
    final func followMovement() {
        guard isMovingByItself else { return }
        for (section, view) in stage.headers { follow(header: view, section) }
        for (section, view) in stage.footers { follow(footer: view, section) }
        for view in [index, backgroundView].compactMap({ $0 }) {
            let way = view.layer.position.y - bounds.minY
            follow(view.layer) { $0 + Double(way) }
        }
    }

    private func follow(header view: UIView, _ section: Int) {
        guard isMovingByItself, style == .plain, stage.geometry.sections.indices.contains(section) else { return }
        let rect = rectOfHeader(section)
        let first = Double(rect.minY + min(headerPadding, rect.height)), height = Double(view.bounds.height)
        let last = Double(rectOfSection(section).maxY - stage.geometry.sections[section].footer) - height
        let top = Double(adjustedContentInset.top), anchor = Double(view.layer.anchorPoint.y) * height
        follow(view.layer, kinks: [first - top, last - top]) { max(first, min($0 + top, last)) + anchor }
    }

    private func follow(footer view: UIView, _ section: Int) {
        guard isMovingByItself, style == .plain, stage.geometry.sections.indices.contains(section) else { return }
        let height = Double(view.bounds.height), last = Double(rectOfFooter(section).minY)
        let first = Double(rectOfSection(section).minY + stage.geometry.sections[section].header)
        let bottom = Double(bounds.height - adjustedContentInset.bottom) - height
        let anchor = Double(view.layer.anchorPoint.y) * height
        follow(view.layer, kinks: [first - bottom, last - bottom]) { min(last, max($0 + bottom, first)) + anchor }
    }

    /// Gives the sections in view their headers and footers, and takes the others'.
    final func placeSections(_ sections: [Int]) {
        let sight = bounds
        var headers: Set<Int> = [], footers: Set<Int> = []
        for section in sections {
            if stage.geometry.sections[section].header > 0, headerFrame(section).overlapsVertically(sight) {
                headers.insert(section)
            }
            if stage.geometry.sections[section].footer > 0, footerFrame(section).overlapsVertically(sight) {
                footers.insert(section)
            }
        }
        for (section, view) in stage.headers where !headers.contains(section) {
            stage.headers[section] = nil
            leave(headerFooter: view) { [weak self] in self?.endDisplaying(header: view, section) }
        }
        for (section, view) in stage.footers where !footers.contains(section) {
            stage.footers[section] = nil
            leave(headerFooter: view) { [weak self] in self?.endDisplaying(footer: view, section) }
        }
        for section in headers.sorted() where !stage.reloadsAfterTiling { placeHeader(section) }
        for section in footers.sorted() where !stage.reloadsAfterTiling { placeFooter(section) }
    }

    private func placeHeader(_ section: Int) {
        let isNew = stage.headers[section] == nil
        let title = { self.dataSource?.tableView(self, titleForHeaderInSection: section) }
        guard let view = stage.headers[section] ?? askHeaderView(section) ?? makeTitle(title(), isHeader: true) else {
            return
        }
        let frame = headerFrame(section)
        stage.headers[section] = view
        put(view, frame, isNew)
        (view as? UITableViewHeaderFooterView)?.setPinned(
            style == .plain && frame.minY > rectOfHeader(section).minY + headerPadding)
        guard isNew else { return }
        follow(header: view, section)
        delegate?.tableView(self, willDisplayHeaderView: view, forSection: section)
    }

    private func placeFooter(_ section: Int) {
        let isNew = stage.footers[section] == nil
        let title = { self.dataSource?.tableView(self, titleForFooterInSection: section) }
        guard let view = stage.footers[section] ?? askFooterView(section) ?? makeTitle(title(), isHeader: false) else {
            return
        }
        let frame = footerFrame(section)
        stage.footers[section] = view
        put(view, frame, isNew)
        guard isNew else { return }
        follow(footer: view, section)
        delegate?.tableView(self, willDisplayFooterView: view, forSection: section)
    }

    private func put(_ view: UIView, _ frame: CGRect, _ isNew: Bool) {
        if isNew {
            UIView.performWithoutAnimation {
                (view as? UITableViewHeaderFooterView)?.tableView = self
                view.isHidden = false
                view.frame = frame
                if stage.change != nil { view.alpha = 0 } else { view.alpha = 1 }
                // Headers lie above all cells.
                if let index { insertSubview(view, belowSubview: index) } else { addSubview(view) }
                bringSubviewToFront(view)
                if let index { bringSubviewToFront(index) }
                view.layoutIfNeeded()
            }
            view.alpha = 1
        } else if view.frame != frame {
            view.frame = frame
            if stage.change != nil { view.layoutIfNeeded() }
        }
    }

    /// A header or footer that shows a title; nil without one.
    private func makeTitle(_ title: String?, isHeader: Bool) -> UIView? {
        guard let title, !title.isEmpty else { return nil }
        let name = UITableViewHeaderFooterView.titleIdentifier
        if stage.headerQueue.type(for: name) == nil {
            stage.headerQueue.register(UITableViewHeaderFooterView.self, for: name)
        }
        guard let view = dequeueHeaderFooter(name) else { return nil }
        view.tableView = self
        view.showTitle(title, isHeader: isHeader)
        return view
    }

    final func dequeueHeaderFooter(_ identifier: String) -> UITableViewHeaderFooterView? {
        var isNew = false
        let view = stage.headerQueue.take(identifier) { type in
            isNew = true
            return UITableViewHeaderFooterView.make(type, identifier: identifier)
        }
        if let view, !isNew {
            UIView.performWithoutAnimation {
                view.layer.removeAllAnimations()
                view.transform = .identity
                view.prepareForReuse()
            }
        }
        return view
    }

    final func recycle(headerFooter view: UIView) {
        stopFollowing(view.layer)
        view.removeFromSuperview()
        guard let view = view as? UITableViewHeaderFooterView, let identifier = view.reuseIdentifier else { return }
        stage.headerQueue.put(view, identifier)
    }

    final func endDisplaying(header view: UIView, _ section: Int) {
        recycle(headerFooter: view)
        delegate?.tableView(self, didEndDisplayingHeaderView: view, forSection: section)
    }

    final func endDisplaying(footer view: UIView, _ section: Int) {
        recycle(headerFooter: view)
        delegate?.tableView(self, didEndDisplayingFooterView: view, forSection: section)
    }

    // MARK: Other views

    /// A view of the whole table view was replaced by another.
    final func accompanimentChanged(_ old: UIView?, _ new: UIView?) {
        if old !== new, old?.superview === self { old?.removeFromSuperview() }
        if let new, new.superview !== self {
            if new === backgroundView { insertSubview(new, at: 0) } else { addSubview(new) }
        }
        if old == nil || new == nil, style != .plain { stage.isLoaded = false }
        if stage.isLoaded { updateContentSize() }
        setNeedsLayout()
    }

    final func placeAccompaniment() {
        if let view = tableHeaderView {
            let frame = CGRect(x: 0, y: 0, width: bounds.width, height: view.bounds.height)
            if view.frame != frame { view.frame = frame }
        }
        if let view = tableFooterView {
            let frame = CGRect(
                x: 0, y: bodyStart + stage.geometry.total, width: bounds.width, height: view.bounds.height)
            if view.frame != frame { view.frame = frame }
        }
        if let view = backgroundView, view.frame != bounds { UIView.performWithoutAnimation { view.frame = bounds } }
        placeFiller()
        index?.place(in: self)
    }

    final func loadIndex() {
        let titles = dataSource?.sectionIndexTitles(for: self) ?? []
        let count = stage.geometry.sections.reduce(0) { $0 + $1.rows.count }
        guard !titles.isEmpty, count >= sectionIndexMinimumDisplayRowCount else {
            index?.removeFromSuperview()
            index = nil
            return
        }
        let view = index ?? ListIndexView(self) { [weak self] in self?.scroll(toTitle: $0, $1) }
        if index == nil {
            index = view
            colorIndex()
            addSubview(view)
        }
        view.titles = titles
        setNeedsLayout()
    }

    final func colorIndex() {
        index?.colors = (sectionIndexColor, sectionIndexBackgroundColor, sectionIndexTrackingBackgroundColor)
    }

    private func scroll(toTitle title: String, _ index: Int) {
        guard let section = dataSource?.tableView(self, sectionForSectionIndexTitle: title, at: index), section >= 0,
            section < numberOfSections
        else { return }
        let path = IndexPath(row: numberOfRows(inSection: section) > 0 ? 0 : NSNotFound, section: section)
        scrollToRow(at: path, at: .top, animated: false)
    }
}
