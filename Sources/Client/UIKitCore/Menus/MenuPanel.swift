import CoreGraphics
import Foundation
import QuartzCore

/// The numbers of menus. *Units*: points. *Source*: pictures and measurements of iOS 14 to 18 (docs/menus.md).
enum MenuMetrics {
    static let width: CGFloat = 250
    static let row: CGFloat = 44
    static let subtitledRow: CGFloat = 58
    static let header: CGFloat = 32
    static let gap: CGFloat = 8
    static let radius: CGFloat = 13
    /// The distance from the window's edges and from the source.
    static let margin: CGFloat = 8
}

/// A line of a menu, as it is laid out.
enum MenuLine {
    case header(String)
    case element(UIMenuElement, group: UIMenu)
    case back(UIMenu)
    case gap
    case waiting
}

/// The list of a menu: a plate with rows.
final class MenuPanel: UIView {
    /// Called with the used action or command, and whether the menu stays.
    var use: ((any UIMenuLeaf, _ stays: Bool) -> Void)?
    /// Called when the size has changed, because another menu is shown or elements have come.
    var resized: (() -> Void)?
    /// Whether the first menu's elements are in the opposite order, as in a menu above its source. *Source*: Apple,
    /// UIContextMenuConfiguration.ElementOrder: the first element is the nearest to the source.
    var isReversed = false { didSet { if isReversed != oldValue { build() } } }
    private var path: [UIMenu]
    private var lines: [MenuLine] = []
    private(set) var rows: [MenuRow] = []
    private let blur = UIVisualEffectView(effect: UIBlurEffect(style: .systemMaterial))
    private let scroll = UIScrollView()
    private var deferred: [UIDeferredMenuElement] = []
    /// The responders that commands go to.
    let chain: CommandChain
    /// The modifier keys that are down, by which alternates of commands are shown.
    private var modifiers: UIKeyModifierFlags = []

    init(_ menu: UIMenu, _ chain: CommandChain) {
        (path, self.chain) = ([menu], chain)
        super.init(frame: .zero)
        blur.frame = bounds
        blur.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        blur.layer.cornerRadius = MenuMetrics.radius
        blur.clipsToBounds = true
        addSubview(blur)
        scroll.contentInsetAdjustmentBehavior = .never
        scroll.frame = blur.contentView.bounds
        scroll.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        blur.contentView.addSubview(scroll)
        // The shadow's numbers are assumed.
        (layer.shadowOpacity, layer.shadowRadius, layer.shadowOffset) = (0.2, 24, CGSize(width: 0, height: 8))
        build()
    }

    required init?(coder: NSCoder) { nil }

    /// Whether rows are being made, and whether elements have come meanwhile.
    private var (isBuilding, isStale) = (false, false)
    /// How many deferred elements may be in each other.
    private static let deepest = 16

    /// Makes the rows; commands are validated. A responder that requests another validation meanwhile gets none: it would
    /// have no end.
    func build() {
        guard !isBuilding else { return }
        repeat {
            (isBuilding, isStale) = (true, false)
            makeRows()
            isBuilding = false
        } while isStale
        resized?()
    }

    private func makeRows() {
        guard let menu = path.last else { return }
        lines = []
        if path.count > 1 {
            lines.append(.back(menu))
        } else if !menu.title.isEmpty {
            lines.append(.header(menu.title))
        }
        let isTurned = isReversed && path.count == 1
        for element in isTurned ? menu.children.reversed() : menu.children { add(element, menu) }
        if case .gap? = lines.last { lines.removeLast() }
        for view in scroll.subviews where view is MenuRow || view is MenuGap { view.removeFromSuperview() }
        rows = []
        let hasMarks = lines.contains { line in
            if case .element(let element, _) = line { return ((element as? any UIMenuLeaf)?.state ?? .off) != .off }
            return false
        }
        var y: CGFloat = 0
        for line in lines {
            let height: CGFloat
            switch line {
            case .gap:
                height = MenuMetrics.gap
                scroll.addSubview(MenuGap(frame: CGRect(x: 0, y: y, width: MenuMetrics.width, height: height)))
            default:
                let row = MenuRow(line, hasMarks: hasMarks)
                height = row.wantedHeight
                row.frame = CGRect(x: 0, y: y, width: MenuMetrics.width, height: height)
                row.addAction(
                    UIAction { [weak self, weak row] _ in if let row { self?.touched(row) } }, for: .touchUpInside)
                scroll.addSubview(row)
                rows.append(row)
            }
            y += height
        }
        for (index, row) in rows.enumerated() {
            row.hasLine = index > 0 && row.frame.minY == rows[index - 1].frame.maxY
        }
        scroll.contentSize = CGSize(width: MenuMetrics.width, height: y)
    }

    /// Adds an element. Those of a menu that is shown inline form a group.
    ///
    /// - Parameter outer: The deferred elements that have given it. One that gives itself would have no end.
    private func add(_ element: UIMenuElement, _ group: UIMenu, of outer: [UIDeferredMenuElement] = []) {
        let element = chain.shown(element, for: modifiers)
        if let leaf = element as? any UIMenuLeaf, leaf.attributes.contains(.hidden) { return }
        if let inner = element as? UIMenu, inner.options.contains(.displayInline) {
            addGap()
            if !inner.title.isEmpty { lines.append(.header(inner.title)) }
            let isTurned = isReversed && path.count == 1
            for child in isTurned ? inner.children.reversed() : inner.children { add(child, inner, of: outer) }
            addGap()
        } else if let later = element as? UIDeferredMenuElement {
            guard outer.count < Self.deepest, !outer.contains(where: { $0 === later }) else { return }
            if !deferred.contains(where: { $0 === later }) { deferred.append(later) }
            guard let found = later.elements({ [weak self] in self?.elementsArrived() }) else {
                return lines.append(.waiting)
            }
            for child in found { add(child, group, of: outer + [later]) }
        } else {
            lines.append(.element(element, group: group))
        }
    }

    private func elementsArrived() {
        isStale = isBuilding
        build()
    }

    private func addGap() {
        switch lines.last {
        case .gap?, nil: return
        default: lines.append(.gap)
        }
    }

    /// Shows the alternates of commands for the modifier keys that are down.
    func show(for flags: UIKeyModifierFlags) {
        let flags = flags.intersection(.counted)
        guard flags != modifiers else { return }
        modifiers = flags
        if path.last?.leaves.contains(where: { ($0 as? UICommand)?.alternates.isEmpty == false }) == true { build() }
    }

    /// Forgets the elements of deferred ones without a cache.
    func close() { for element in deferred { element.menuClosed() } }

    var wantedSize: CGSize { scroll.contentSize }

    /// Uses a row: calls its action, or shows the menu in it.
    func touched(_ row: MenuRow) {
        switch row.line {
        case .back:
            path.removeLast()
            build()
        case .element(let element, let group):
            if let menu = element as? UIMenu {
                path.append(menu)
                return build()
            }
            guard let leaf = element as? any UIMenuLeaf, !leaf.attributes.contains(.disabled) else { return }
            if group.options.contains(.singleSelection) {
                for case let other as UIAction in group.children { other.state = other === leaf ? .on : .off }
            }
            use?(leaf, leaf.attributes.contains(.keepsMenuPresented))
            if leaf.attributes.contains(.keepsMenuPresented) { build() }
        case .header, .gap, .waiting: return
        }
    }

    /// Moves the highlight by keys.
    func highlight(_ step: Int) {
        let usable = rows.filter(\.isUsable)
        guard !usable.isEmpty else { return }
        let now = usable.firstIndex { $0.isHighlighted }
        let next = now.map { ($0 + step + usable.count) % usable.count } ?? (step > 0 ? 0 : usable.count - 1)
        for (index, row) in usable.enumerated() { row.isHighlighted = index == next }
        scroll.scrollRectToVisible(usable[next].frame, animated: false)
    }

    var highlighted: MenuRow? { rows.first { $0.isHighlighted } }
}

/// The band between two groups of a menu.
final class MenuGap: UIView {
    override init(frame: CGRect) {
        super.init(frame: frame)
        backgroundColor = .quaternarySystemFill
    }
    required init?(coder: NSCoder) { nil }
}

/// A row of a menu: mark, title, line under it, picture.
final class MenuRow: UIControl {
    let line: MenuLine
    private let hasMarks: Bool
    private let mark = UIImageView()
    private let label = UILabel()
    private let second = UILabel()
    private let picture = UIImageView()
    private let hair = UIView()
    private let wheel = UIActivityIndicatorView(style: .medium)

    init(_ line: MenuLine, hasMarks: Bool) {
        (self.line, self.hasMarks) = (line, hasMarks)
        super.init(frame: .zero)
        hair.backgroundColor = .separator
        for part in [mark, label, second, picture, hair] as [UIView] {
            part.isUserInteractionEnabled = false
            addSubview(part)
        }
        for part in [mark, picture] { part.contentMode = .center }
        label.font = .systemFont(ofSize: 17)
        second.font = .systemFont(ofSize: 13)
        second.textColor = .secondaryLabel
        var color = UIColor.label
        switch line {
        case .header(let text):
            label.text = text
            label.font = .systemFont(ofSize: 13)
            color = .secondaryLabel
        case .back(let menu):
            label.text = menu.title
            label.font = .systemFont(ofSize: 17, weight: .semibold)
            mark.image = UIImage(systemName: "chevron.down", withConfiguration: Self.small)
        case .waiting:
            label.text = "Loading…"
            color = .secondaryLabel
            wheel.startAnimating()
            addSubview(wheel)
        case .element(let element, _):
            label.text = element.title
            second.text = element.subtitle
            picture.image = element.image?.withRenderingMode(.alwaysTemplate)
            if let leaf = element as? any UIMenuLeaf {
                if leaf.attributes.contains(.destructive) { color = .systemRed }
                if leaf.attributes.contains(.disabled) {
                    color = .tertiaryLabel
                    isEnabled = false
                }
                accessibilityHint = leaf.discoverabilityTitle
                let name = leaf.state == .on ? "checkmark" : leaf.state == .mixed ? "minus" : nil
                mark.image = name.flatMap { UIImage(systemName: $0, withConfiguration: Self.small) }
            } else if let menu = element as? UIMenu {
                if menu.options.contains(.destructive) { color = .systemRed }
                mark.image = UIImage(systemName: "chevron.right", withConfiguration: Self.small)
            }
        case .gap: break
        }
        label.textColor = color
        (mark.tintColor, picture.tintColor) = (color, color)
        accessibilityLabel = label.text
        accessibilityTraits = isUsable ? .button : .none
    }

    required init?(coder: NSCoder) { nil }

    private static var small: UIImage.SymbolConfiguration {
        UIImage.SymbolConfiguration(pointSize: 13, weight: .semibold)
    }

    /// Whether the row does something.
    var isUsable: Bool {
        switch line {
        case .header, .waiting, .gap: false
        case .element, .back: isEnabled
        }
    }

    var hasLine = false {
        didSet { hair.isHidden = !hasLine }
    }

    var wantedHeight: CGFloat {
        if case .header = line { return MenuMetrics.header }
        return second.text == nil ? MenuMetrics.row : MenuMetrics.subtitledRow
    }

    override var isHighlighted: Bool {
        didSet { backgroundColor = isHighlighted && isUsable ? .systemFill : nil }
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        let isMenu = if case .element(let element, _) = line { element is UIMenu } else { false }
        let isBack = if case .back = line { true } else { false }
        let left: CGFloat = hasMarks || isMenu || isBack ? 32 : 16
        mark.frame = CGRect(x: 8, y: 0, width: 20, height: bounds.height)
        let right: CGFloat = picture.image == nil ? 16 : 48
        let width = max(0, bounds.width - left - right)
        if second.text == nil {
            label.frame = CGRect(x: left, y: 0, width: width, height: bounds.height)
        } else {
            label.frame = CGRect(x: left, y: 8, width: width, height: 22)
            second.frame = CGRect(x: left, y: 31, width: width, height: 18)
        }
        picture.frame = CGRect(x: bounds.width - 44, y: 0, width: 28, height: bounds.height)
        hair.frame = CGRect(x: 0, y: 0, width: bounds.width, height: 1 / max(screenScale, 1))
        wheel.center = CGPoint(x: bounds.width - 30, y: bounds.midY)
    }
}
