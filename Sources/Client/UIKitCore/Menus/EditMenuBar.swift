import CoreGraphics
import Foundation
import QuartzCore

/// The row of commands of an edit menu, with an arrow to its source. Commands that have no room follow on further pages.
///
/// *Source*: the sizes are read off pictures of iOS 16 to 18 (docs/menus.md).
final class EditMenuBar: UIView {
    /// *Units*: points.
    private enum Metrics {
        static let height: CGFloat = 44
        static let radius: CGFloat = 12
        static let side: CGFloat = 14
        static let arrow = CGSize(width: 20, height: 9)
        static let gap: CGFloat = 2
        static let margin: CGFloat = 8
        static let turn: CGFloat = 40
    }

    /// Called when a command was used.
    var used: (() -> Void)?
    /// Called when a touch begins outside.
    var touchedOutside: ((UITouch) -> Void)?

    private weak var sender: UIEditMenuInteraction?
    private var actions: [any UIMenuLeaf]
    /// The responders that commands go to.
    private let chain: CommandChain
    private var page = 0
    private let plate = UIVisualEffectView(effect: UIBlurEffect(style: .systemMaterial))
    private let arrow = CAShapeLayer()
    private let outside = OutsideTouchRecognizer()
    private var room: CGFloat = 0

    init(_ elements: [UIMenuElement], _ chain: CommandChain, sender: UIEditMenuInteraction) {
        (actions, self.chain, self.sender) = (Self.actions(elements, chain), chain, sender)
        super.init(frame: .zero)
        plate.layer.cornerRadius = Metrics.radius
        plate.clipsToBounds = true
        addSubview(plate)
        layer.addSublayer(arrow)
        // The shadow's numbers are assumed.
        (layer.shadowOpacity, layer.shadowRadius, layer.shadowOffset) = (0.2, 12, CGSize(width: 0, height: 4))
    }

    required init?(coder: NSCoder) { nil }

    /// The actions and commands that can be used, those of menus in the menu too.
    static func actions(_ elements: [UIMenuElement], _ chain: CommandChain) -> [any UIMenuLeaf] {
        elements.flatMap { element -> [any UIMenuLeaf] in
            if let menu = element as? UIMenu { return actions(menu.children, chain) }
            guard let leaf = chain.shown(element) as? any UIMenuLeaf,
                leaf.attributes.isDisjoint(with: [.hidden, .disabled])
            else { return [] }
            return [leaf]
        }
    }

    /// Shows other commands.
    func show(_ elements: [UIMenuElement]) {
        actions = Self.actions(elements, chain)
        page = 0
    }

    // MARK: Place

    /// Lays the row beside a rectangle of a window.
    func place(beside source: CGRect, _ direction: UIEditMenuArrowDirection, in window: UIWindow) {
        let safe = window.bounds.inset(by: window.safeAreaInsets).insetBy(dx: Metrics.margin, dy: Metrics.margin)
        room = safe.width
        if superview == nil {
            window.addSubview(self)
            outside.touched = { [weak self] touch in
                guard let self, !bounds.contains(touch.location(in: self)) else { return }
                touchedOutside?(touch)
            }
            window.addGestureRecognizer(outside)
        }
        let width = fill()
        let tall = Metrics.height + Metrics.arrow.height + Metrics.gap
        let isAbove = direction != .up && (source.minY - tall >= safe.minY || source.maxY + tall > safe.maxY)
        let x = min(max(source.midX - width / 2, safe.minX), max(safe.minX, safe.maxX - width))
        let y = isAbove ? max(source.minY - tall, safe.minY) : min(source.maxY + Metrics.gap, safe.maxY - tall)
        frame = CGRect(x: x, y: y, width: width, height: Metrics.height + Metrics.arrow.height)
        plate.frame = CGRect(
            x: 0, y: isAbove ? 0 : Metrics.arrow.height, width: width, height: Metrics.height)
        let low = Metrics.radius + Metrics.arrow.width / 2
        let tip = min(max(source.midX - x, low), max(low, width - low))
        let path = CGMutablePath()
        let (base, end) = isAbove ? (Metrics.height, Metrics.height + Metrics.arrow.height) : (Metrics.arrow.height, 0)
        path.move(to: CGPoint(x: tip - Metrics.arrow.width / 2, y: base))
        path.addLine(to: CGPoint(x: tip, y: end))
        path.addLine(to: CGPoint(x: tip + Metrics.arrow.width / 2, y: base))
        path.closeSubpath()
        UIView.performWithoutAnimation {
            arrow.path = path
            arrow.fillColor = resolved(.secondarySystemBackground)
        }
    }

    /// Puts the page's commands into the plate, and returns the width.
    private func fill() -> CGFloat {
        for view in plate.contentView.subviews { view.removeFromSuperview() }
        let buttons = actions.map { button($0.title, $0) }
        let pages = pages(of: buttons.map(\.bounds.width))
        page = max(0, min(page, pages.count - 1))
        var shown = pages.isEmpty ? [] : Array(buttons[pages[page]])
        if page > 0 { shown.insert(turn("chevron.left", "Previous", by: -1), at: 0) }
        if page + 1 < pages.count { shown.append(turn("chevron.right", "Next", by: 1)) }
        var x: CGFloat = 0
        for (index, button) in shown.enumerated() {
            button.frame.origin.x = x
            plate.contentView.addSubview(button)
            if index > 0 {
                let hair = UIView(frame: CGRect(x: x, y: 0, width: 1 / max(screenScale, 1), height: Metrics.height))
                hair.backgroundColor = .separator
                plate.contentView.addSubview(hair)
            }
            x += button.bounds.width
        }
        return x
    }

    /// The commands of each page: as many as have room beside the buttons that turn pages.
    private func pages(of widths: [CGFloat]) -> [Range<Int>] {
        if widths.reduce(0, +) <= room { return widths.isEmpty ? [] : [0..<widths.count] }
        var result: [Range<Int>] = []
        var start = 0
        while start < widths.count {
            let turns = (start > 0 ? Metrics.turn : 0) + Metrics.turn
            var (end, width) = (start, turns)
            while end < widths.count, end == start || width + widths[end] <= room {
                width += widths[end]
                end += 1
            }
            result.append(start..<end)
            start = end
        }
        return result
    }

    private func button(_ title: String, _ action: any UIMenuLeaf) -> UIButton {
        let button = UIButton(type: .custom)
        button.setTitle(title, for: .normal)
        button.titleLabel?.font = .systemFont(ofSize: 15)
        button.accessibilityHint = action.discoverabilityTitle
        let isDestructive = action.attributes.contains(.destructive)
        button.setTitleColor(isDestructive ? .systemRed : .label, for: .normal)
        button.setTitleColor(.secondaryLabel, for: .highlighted)
        let width = button.intrinsicContentSize.width.rounded(.up) + 2 * Metrics.side
        button.frame = CGRect(x: 0, y: 0, width: width, height: Metrics.height)
        button.addAction(
            UIAction { [weak self] _ in
                guard let self else { return }
                let (sender, chain) = (sender, chain)
                if !action.attributes.contains(.keepsMenuPresented) { used?() }
                chain.perform(action, from: sender)
            }, for: .touchUpInside)
        return button
    }

    private func turn(_ symbol: String, _ label: String, by step: Int) -> UIButton {
        let button = UIButton(type: .custom)
        button.setImage(UIImage(systemName: symbol)?.withRenderingMode(.alwaysTemplate), for: .normal)
        (button.tintColor, button.accessibilityLabel) = (.label, label)
        button.frame = CGRect(x: 0, y: 0, width: Metrics.turn, height: Metrics.height)
        button.addAction(
            UIAction { [weak self] _ in
                self?.page += step
                self?.sender?.updateVisibleMenuPosition(animated: false)
            }, for: .touchUpInside)
        return button
    }

    // MARK: Appearing

    /// Fades in. The durations are assumed.
    func appear() {
        UIView.performWithoutAnimation { alpha = 0 }
        UIView.animate(withDuration: 0.15) { self.alpha = 1 }
    }

    /// Fades out, and leaves the window.
    func close() {
        outside.view?.removeGestureRecognizer(outside)
        isUserInteractionEnabled = false
        UIView.animate(withDuration: 0.15) {
            self.alpha = 0
        } completion: { _ in
            self.removeFromSuperview()
        }
    }
}

/// Reports touches of a window as they begin, and leaves them to others.
private final class OutsideTouchRecognizer: UIGestureRecognizer {
    var touched: ((UITouch) -> Void)?

    init() {
        super.init(target: nil, action: nil)
        (cancelsTouchesInView, delaysTouchesEnded) = (false, false)
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        state = .failed
        if let touch = touches.first { touched?(touch) }
    }
}
