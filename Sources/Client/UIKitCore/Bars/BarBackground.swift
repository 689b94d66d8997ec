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

    /// Shows an appearance with the changes that a bar's own properties make.
    ///
    /// - Parameters:
    ///   - isTranslucent: Whether a blur stays; if false, the opaque colour takes its place.
    ///   - image: A picture instead of blur, colour and tint; nil for none.
    ///   - shadow: A picture instead of the line, where `image` is set too; nil for the appearance's.
    ///   - tint: The colour; nil for the appearance's.
    package func show(
        _ appearance: UIBarAppearance, isTranslucent: Bool, image: UIImage? = nil, shadow: UIImage? = nil,
        tint: UIColor?
    ) {
        var shown = appearance
        if let image {
            shown = UIBarAppearance(barAppearance: appearance)
            (shown.backgroundEffect, shown.backgroundImage) = (nil, image)
            shown.shadowImage = shadow ?? shown.shadowImage
        } else if !isTranslucent, appearance.backgroundEffect != nil {
            shown = UIBarAppearance(barAppearance: appearance)
            shown.configureWithOpaqueBackground()
        }
        show(shown, tint: image == nil ? tint : nil)
    }

    /// Shows an appearance; a change within an animation fades.
    private func show(_ appearance: UIBarAppearance, tint: UIColor?) {
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
