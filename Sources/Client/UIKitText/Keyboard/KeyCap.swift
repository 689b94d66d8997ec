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
    /// *Units*: points.
    private enum Metrics {
        static let height: CGFloat = 52
        static let cell: CGFloat = 36
        static let gap: CGFloat = 6
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

    /// Shows texts above a key, with one of them chosen if there are several.
    ///
    /// - Parameter key: The key's rectangle in the superview, in which the balloon stays horizontally.
    func show(_ texts: [String], chosen: Int, above key: CGRect) {
        guard let superview else { return }
        let room = superview.bounds.width - 4
        let width = texts.count > 1 ? min(Metrics.cell * CGFloat(texts.count), room) : key.width + 20
        let first = width / CGFloat(max(texts.count, 1))
        let x = min(max(key.midX - first / 2, 2), max(2, 2 + room - width))
        frame = CGRect(x: x, y: key.minY - Metrics.gap - Metrics.height, width: width, height: Metrics.height)
        layer.shadowPath = unsafe CGPath(roundedRect: bounds, cornerWidth: 8, cornerHeight: 8, transform: nil)
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
            guard index < texts.count else { continue }
            label.text = texts[index]
            let isChosen = texts.count > 1 && index == chosen
            label.textColor = isChosen ? .white : .label
            label.backgroundColor = isChosen ? .systemBlue : nil
            let cell = width / CGFloat(texts.count)
            label.frame = CGRect(x: cell * CGFloat(index), y: 0, width: cell, height: Metrics.height).insetBy(
                dx: 2, dy: 6)
        }
    }

    /// The text at a horizontal place; the nearest one beside them. *Space*: the superview's.
    func index(at x: CGFloat, of count: Int) -> Int {
        min(max(Int((x - frame.minX) / max(frame.width / CGFloat(max(count, 1)), 1)), 0), count - 1)
    }
}
