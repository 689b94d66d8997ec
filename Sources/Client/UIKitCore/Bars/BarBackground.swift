import CoreGraphics
import Foundation
import QuartzCore

/// The background of a bar: blur, colour, picture and the line at the edge towards the content.
package final class BarBackground: UIView {
    private let blur = UIVisualEffectView(effect: nil)
    private let colour = UIView()
    private let picture = UIImageView()
    private let line = UIImageView()
    /// Whether the line is at the top: of bars at the bottom.
    private let isAtBottom: Bool

    package init(isAtBottom: Bool) {
        self.isAtBottom = isAtBottom
        super.init(frame: .zero)
        isUserInteractionEnabled = false
        for part in [blur, colour, picture] {
            part.frame = bounds
            part.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            addSubview(part)
        }
        picture.clipsToBounds = true
        addSubview(line)
    }

    package required init?(coder: NSCoder) { nil }

    /// Shows an appearance; a change within an animation fades.
    package func show(_ appearance: UIBarAppearance, tint: UIColor? = nil) {
        if blur.effect !== appearance.backgroundEffect { blur.effect = appearance.backgroundEffect }
        blur.isHidden = appearance.backgroundEffect == nil
        colour.backgroundColor = tint ?? appearance.backgroundColor
        picture.image = appearance.backgroundImage
        picture.contentMode = appearance.backgroundImageContentMode
        picture.isHidden = appearance.backgroundImage == nil
        line.image = appearance.shadowImage
        line.backgroundColor = appearance.shadowImage == nil ? appearance.shadowColor : nil
        let own = appearance.shadowImage?.size.height ?? 0
        lineHeight = appearance.shadowImage == nil ? 1 / max(screenScale, 1) : own
        setNeedsLayout()
    }

    private var lineHeight: CGFloat = 0

    package override func layoutSubviews() {
        super.layoutSubviews()
        line.frame = CGRect(
            x: 0, y: isAtBottom ? -lineHeight : bounds.height, width: bounds.width, height: lineHeight)
    }
}
