import Foundation
import QuartzCore

/// The panel with time, frame, speed and state over the content.
final class PlayerOverlay {
    /// The panel's layer; hidden at first.
    let layer = CALayer()
    private let text = CATextLayer()

    private static let margin: CGFloat = 8, lineHeight: CGFloat = 15

    init() {
        layer.isHidden = true
        layer.backgroundColor = CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 0.6)
        layer.cornerRadius = 6
        text.fontSize = 12
        text.foregroundColor = CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1)
        text.truncationMode = .end
        layer.addSublayer(text)
    }

    /// Shows lines of text in the top left corner of a window.
    func show(_ lines: [String], in size: CGSize) {
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        let margin = Self.margin
        let height = CGFloat(lines.count) * Self.lineHeight
        layer.frame = CGRect(
            x: margin, y: margin, width: max(0, min(300, size.width - 2 * margin)), height: height + margin)
        text.frame = CGRect(
            x: margin, y: margin / 2, width: max(0, layer.bounds.width - 2 * margin), height: height + margin / 2)
        text.string = lines.joined(separator: "\n")
        CATransaction.commit()
    }
}
