import CoreGraphics
import QuartzCore
import UIKitCore

/// A key on the screen: a rounded rectangle with a text or a symbol. Touches are the keyboard's.
final class KeyCap: UIView, OwnPart {
    private(set) var key = KeyboardKey.text("")
    private var look: Look?
    private let label = UILabel()
    private let symbol = UIImageView()

    /// The state that a key shows.
    struct Look: Hashable {
        var text = ""
        var symbol: String?
        var isPressed = false
        /// A return key that confirms, which has the tint.
        var isProminent = false
        var isEnabled = true
        var isSmall = false
    }

    /// Makes a key without a text.
    static func make() -> KeyCap {
        let cap = KeyCap()
        cap.isUserInteractionEnabled = false
        cap.isAccessibilityElement = true
        cap.accessibilityTraits = .keyboardKey
        let layer = cap.layer
        (layer.cornerRadius, layer.shadowRadius, layer.shadowOpacity) = (5, 0, 0.35)
        layer.shadowOffset = CGSize(width: 0, height: 1)
        cap.label.textAlignment = .center
        cap.label.adjustsFontSizeToFitWidth = true
        cap.label.minimumScaleFactor = 0.5
        cap.symbol.contentMode = .center
        cap.addSubview(cap.label)
        cap.addSubview(cap.symbol)
        return cap
    }

    /// Shows a key. *Source* of the colours: screenshots of iOS 13 to 18.
    func show(_ key: KeyboardKey, _ look: Look) {
        guard key != self.key || look != self.look else { return }
        (self.key, self.look) = (key, look)
        isHidden = key.role == .none
        label.text = look.symbol == nil ? look.text : nil
        label.font = .systemFont(ofSize: look.isSmall ? 16 : 23)
        symbol.image = look.symbol.flatMap { UIImage(systemName: $0) }
        accessibilityLabel = Self.spoken(key, look)
        // A pressed key changes to the colour of the other kind.
        backgroundColor =
            look.isProminent && look.isEnabled && !look.isPressed
            ? .systemBlue : key.isLetter != look.isPressed ? Self.letters : Self.functions
        let front: UIColor = look.isProminent && look.isEnabled && !look.isPressed ? .white : .label
        label.textColor = look.isEnabled ? front : .secondaryLabel
        symbol.tintColor = front
    }

    private static let letters = UIColor {
        $0.userInterfaceStyle == .dark ? UIColor(white: 0.42, alpha: 1) : .white
    }
    private static let functions = UIColor {
        $0.userInterfaceStyle == .dark
            ? UIColor(white: 0.27, alpha: 1) : UIColor(red: 0.67, green: 0.69, blue: 0.73, alpha: 1)
    }

    /// The name of a key for accessibility, and for the taps of scripts.
    private static func spoken(_ key: KeyboardKey, _ look: Look) -> String {
        switch key.role {
        case .text, .return, .none: look.text
        case .space: "space"
        case .shift: "shift"
        case .delete: "delete"
        case .language: "Next keyboard"
        case .dismiss: "Hide keyboard"
        case .page(.letters): "letters"
        case .page(.numbers), .page(.pad): "numbers"
        case .page(.symbols): "symbols"
        }
    }

    /// Places text and symbol, and the edge beneath.
    override func layoutSubviews() {
        super.layoutSubviews()
        label.frame = bounds.insetBy(dx: 2, dy: 0)
        symbol.frame = bounds
        layer.shadowPath = unsafe CGPath(roundedRect: bounds, cornerWidth: 5, cornerHeight: 5, transform: nil)
    }
}

/// The enlarged letter above a finger, or the letters that a long press offers.
final class KeyBalloon: UIView, OwnPart {
    private var labels: [UILabel] = []
    /// The width of a choice, and the edge at which the first one lies.
    private var (cell, isLeftward): (CGFloat, Bool) = (0, false)
    /// *Units*: points.
    private enum Metrics {
        static let height: CGFloat = 52
        static let cell: CGFloat = 36
        static let gap: CGFloat = 6
        /// The least distance from the sides of the superview.
        static let margin: CGFloat = 2
        static let inset = CGSize(width: 2, height: 6)
    }

    /// Makes a balloon that takes no touches.
    static func make() -> KeyBalloon {
        let balloon = KeyBalloon()
        balloon.isUserInteractionEnabled = false
        balloon.backgroundColor = UIColor { $0.userInterfaceStyle == .dark ? UIColor(white: 0.42, alpha: 1) : .white }
        let layer = balloon.layer
        (layer.cornerRadius, layer.shadowRadius, layer.shadowOpacity) = (8, 3, 0.3)
        layer.shadowOffset = CGSize(width: 0, height: 1)
        return balloon
    }

    /// Shows a text above the middle of a key, as wide as both need it.
    ///
    /// - Parameter key: The key's rectangle in the superview, in which the balloon stays horizontally.
    func show(_ text: String, above key: CGRect) {
        guard let superview else { return }
        let label = fill([text])[0]
        let wanted = max(key.width + 20, label.intrinsicContentSize.width + 4 * Metrics.inset.width)
        let room = superview.bounds.width - 2 * Metrics.margin
        (cell, isLeftward) = (min(wanted, room), false)
        let x = min(max(key.midX - cell / 2, Metrics.margin), Metrics.margin + room - cell)
        place(x, above: key, chosen: nil)
    }

    /// Shows choices above a key. The first one is at the finger, and the others follow to the right, or to the left if
    /// only there is room for them.
    ///
    /// - Parameters:
    ///   - key: The key's rectangle in the superview, in which the balloon stays horizontally.
    ///   - finger: The finger's place. *Space*: the superview's.
    func show(_ texts: [String], chosen: Int, above key: CGRect, from finger: CGFloat) {
        guard let superview, !texts.isEmpty else { return }
        _ = fill(texts)
        let (low, high) = (Metrics.margin, max(Metrics.margin, superview.bounds.width - Metrics.margin))
        let finger = min(max(finger, low), high)
        let (left, right) = (finger - low, high - finger)
        // The finger is in the middle of the first choice.
        let count = CGFloat(texts.count) - 0.5
        isLeftward = right < Metrics.cell * count && left > right
        cell = min(Metrics.cell, (isLeftward ? left : right) / count)
        let width = cell * CGFloat(texts.count)
        let x = isLeftward ? finger + cell / 2 - width : finger - cell / 2
        place(min(max(x, low), max(low, high - width)), above: key, chosen: chosen)
    }

    /// Gives each text a label.
    private func fill(_ texts: [String]) -> ArraySlice<UILabel> {
        while labels.count < texts.count {
            let label = UILabel()
            label.textAlignment = .center
            label.font = .systemFont(ofSize: 30)
            label.layer.cornerRadius = 6
            labels.append(label)
            addSubview(label)
        }
        for (index, label) in labels.enumerated() {
            label.isHidden = index >= texts.count
            if index < texts.count { label.text = texts[index] }
        }
        return labels[..<texts.count]
    }

    private func place(_ x: CGFloat, above key: CGRect, chosen: Int?) {
        let shown = labels.filter { !$0.isHidden }
        let width = cell * CGFloat(shown.count)
        frame = CGRect(x: x, y: key.minY - Metrics.gap - Metrics.height, width: width, height: Metrics.height)
        layer.shadowPath = unsafe CGPath(roundedRect: bounds, cornerWidth: 8, cornerHeight: 8, transform: nil)
        for (index, label) in shown.enumerated() {
            label.textColor = index == chosen ? .white : .label
            label.backgroundColor = index == chosen ? .systemBlue : nil
            let left = isLeftward ? width - cell * CGFloat(index + 1) : cell * CGFloat(index)
            label.frame = CGRect(x: left, y: 0, width: cell, height: Metrics.height)
                .insetBy(dx: Metrics.inset.width, dy: Metrics.inset.height)
        }
    }

    /// The choice at a horizontal place; the nearest one beside them. *Space*: the superview's.
    func index(at x: CGFloat, of count: Int) -> Int {
        let distance = isLeftward ? frame.maxX - x : x - frame.minX
        return min(max(Int(distance / max(cell, 1)), 0), count - 1)
    }
}
