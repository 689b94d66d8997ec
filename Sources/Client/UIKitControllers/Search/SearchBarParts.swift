import CoreGraphics
import Foundation

/// The parts of a search bar, and their places.
@MainActor final class SearchBarParts {
    let field = UISearchTextField()
    let cancel = UIButton(type: .system)
    let scopes = UISegmentedControl()
    /// The button at the field's end: bookmarks, or recent results.
    let right = UIButton(type: .system)
    private let prompt = UILabel()
    private let background = BarBackground(isAtBottom: false)
    private let topLine = UIView()
    private let scopeBackground = UIImageView()

    /// Pictures by state.
    var fieldImages: [UInt: UIImage] = [:]
    var icons: [UISearchBar.Icon: [UInt: UIImage]] = [:]

    /// *Units*: points. *Source*: a bar of 56 with a field of 36, 8 from the sides, is reported by many since iOS 11; 52
    /// under a navigation bar's title, which others measured; its sides are those of the title's row. The row of scopes,
    /// the prompt's and the gaps are assumed.
    private enum Size {
        static let bar: CGFloat = 56, field: CGFloat = 36, side: CGFloat = 8
        static let navigationBar: CGFloat = 52, navigationTop: CGFloat = 1, navigationSide: CGFloat = 16
        static let scopes: CGFloat = 46, scopeTop: CGFloat = 2, scopeHeight: CGFloat = 32
        static let prompt: CGFloat = 20, gap: CGFloat = 10
        /// The top of the field in a navigation bar whose title is hidden.
        static let searchingTop: CGFloat = 8
    }

    func add(to bar: UISearchBar) {
        prompt.textAlignment = .center
        prompt.font = .systemFont(ofSize: 13)
        cancel.setTitle("Cancel", for: .normal)
        cancel.titleLabel?.font = .systemFont(ofSize: 17)
        cancel.alpha = 0
        scopes.isHidden = true
        right.frame = CGRect(x: 0, y: 0, width: 32, height: 32)
        right.tintColor = .secondaryLabel
        for view in [background, topLine, scopeBackground, prompt, field, cancel, scopes] as [UIView] {
            bar.addSubview(view)
        }
    }

    func setScopes(_ titles: [String]) {
        let selected = max(0, scopes.selectedSegmentIndex)
        scopes.removeAllSegments()
        for (index, title) in titles.enumerated() { scopes.insertSegment(withTitle: title, at: index, animated: false) }
        if !titles.isEmpty { scopes.selectedSegmentIndex = min(selected, titles.count - 1) }
    }

    private func fieldHeight(_ bar: UISearchBar) -> CGFloat {
        fieldImages[UIControl.State.normal.rawValue]?.size.height ?? Size.field
    }

    func height(_ bar: UISearchBar) -> CGFloat {
        let row =
            bar.isInNavigationBar
            ? Size.navigationBar - Size.field + fieldHeight(bar) : Size.bar - Size.field + fieldHeight(bar)
        return row + (bar.prompt == nil ? 0 : Size.prompt) + (bar.isScopeRowShown ? Size.scopes : 0)
    }

    // MARK: Looks

    private func icon(_ icon: UISearchBar.Icon, _ state: UIControl.State = .normal) -> UIImage? {
        let set = icons[icon]
        return set?[state.rawValue] ?? set?[UIControl.State.normal.rawValue]
    }

    /// Shows the bar's values.
    func show(_ bar: UISearchBar) {
        prompt.text = bar.prompt
        prompt.isHidden = bar.prompt == nil
        cancel.isEnabled = bar.isEnabled && (bar.isFirstResponder || bar.controller?.isActive == true)
        showIcons(bar)
        let image = fieldImages[(bar.isEnabled ? UIControl.State.normal : .disabled).rawValue] ?? fieldImages[0]
        field.background = image
        field.backgroundColor = image == nil ? .tertiarySystemFill : nil
        showBackground(bar)
        scopeBackground.image = bar.scopeBarBackgroundImage
        scopeBackground.isHidden = bar.scopeBarBackgroundImage == nil || !bar.isScopeRowShown
    }

    private func showIcons(_ bar: UISearchBar) {
        let glass = field.leftView as? UIImageView
        let own = icon(.search, bar.isEnabled ? .normal : .disabled)
        let image = own ?? UIImage(systemName: "magnifyingglass")?.withRenderingMode(.alwaysTemplate)
        if own != nil || icons[.search] != nil { glass?.image = image }
        field.clearImage = icon(.clear)
        guard bar.showsBookmarkButton || bar.showsSearchResultsButton else {
            if field.rightView === right { field.rightView = nil }
            return
        }
        let kind: UISearchBar.Icon = bar.showsBookmarkButton ? .bookmark : .resultsList
        let isSelected = kind == .resultsList && bar.isSearchResultsButtonSelected
        let name = kind == .bookmark ? "book" : isSelected ? "list.bullet.circle.fill" : "list.bullet.circle"
        right.setImage(icon(kind, isSelected ? .selected : .normal) ?? UIImage(systemName: name), for: .normal)
        right.accessibilityLabel = kind == .bookmark ? "Bookmarks" : "Recent results"
        right.isSelected = isSelected
        if field.rightView !== right { field.rightView = right }
        field.rightViewMode = .always
    }

    private func showBackground(_ bar: UISearchBar) {
        let isPlain = bar.isInNavigationBar || bar.searchBarStyle == .minimal || bar.superview is NavigationAccessory
        let look = UIBarAppearance()
        if isPlain, bar.backgroundImage == nil, bar.barTintColor == nil { look.configureWithTransparentBackground() }
        background.show(
            look, isTranslucent: bar.isTranslucent || isPlain, image: bar.backgroundImage,
            tint: bar.isInNavigationBar ? nil : bar.barTintColor)
        topLine.backgroundColor = isPlain || bar.backgroundImage != nil ? nil : .separator
    }

    // MARK: Layout

    /// Places all parts. A bar that a navigation bar makes lower has a lower field, which fades.
    func lay(_ bar: UISearchBar) {
        let bounds = bar.bounds
        background.frame = bounds
        topLine.frame = CGRect(x: 0, y: 0, width: bounds.width, height: 1 / max(1, bar.traitCollection.displayScale))
        var top: CGFloat = 0
        if bar.prompt != nil {
            prompt.frame = CGRect(x: 0, y: 4, width: bounds.width, height: Size.prompt)
            top = Size.prompt
        }
        let isTitle = !bar.isInNavigationBar && bounds.height < Size.bar - 1
        let isUnderTitle = bar.isInNavigationBar && bar.controller?.hidesTitleNow != true
        let side = bar.isInNavigationBar ? Size.navigationSide : isTitle ? 0 : Size.side
        let height = fieldHeight(bar)
        let above =
            isUnderTitle
            ? Size.navigationTop : bar.isInNavigationBar ? Size.searchingTop : (Size.bar - Size.field) / 2
        let missing = max(0, bar.wantedHeight - bounds.height)
        let shown = isTitle ? min(height, bounds.height) : max(0, height - missing)
        let y = isTitle ? (bounds.height - shown) / 2 : top + above
        let cancelWidth = cancel.sizeThatFits(bounds.size).width
        var right = bounds.width - side
        cancel.bounds.size = CGSize(width: cancelWidth, height: shown)
        cancel.center = CGPoint(
            x: bar.showsCancelButton ? right - cancelWidth / 2 : bounds.width + cancelWidth / 2, y: y + shown / 2)
        cancel.alpha = bar.showsCancelButton ? 1 : 0
        if bar.showsCancelButton { right -= cancelWidth + Size.gap }
        let offset = bar.searchFieldBackgroundPositionAdjustment
        field.frame = CGRect(
            x: side + offset.horizontal, y: y + offset.vertical, width: max(0, right - side), height: shown)
        field.alpha = isTitle ? 1 : max(0, min(1, 1 - missing / (height * 0.6)))
        field.layer.cornerRadius = field.background == nil ? min(10, shown / 2) : 0
        let scopeY = y + height + (isUnderTitle ? Size.navigationBar - Size.field - Size.navigationTop : above)
        scopes.isHidden = !bar.isScopeRowShown
        scopes.frame = CGRect(
            x: side, y: scopeY + Size.scopeTop - (bar.isInNavigationBar ? 4 : 0),
            width: max(0, bounds.width - 2 * side),
            height: Size.scopeHeight)
        scopeBackground.frame = CGRect(x: 0, y: scopeY, width: bounds.width, height: Size.scopes)
    }
}
