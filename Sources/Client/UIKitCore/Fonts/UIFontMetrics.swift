import Foundation

/// Scales values with the user's size of text, as a style's font scales.
// Safe because: the stored property is immutable and of a Sendable type.
open class UIFontMetrics: NSObject, @unchecked Sendable {
    private let style: UIFont.TextStyle

    /// Makes the metrics of a style.
    public init(forTextStyle textStyle: UIFont.TextStyle) {
        style = textStyle
        super.init()
    }

    /// The metrics of body text.
    open class var `default`: UIFontMetrics { UIFontMetrics(forTextStyle: .body) }

    /// Scales a value, meant for the default size of text, to the wanted size, rounded to the screen's pixels. The
    /// factor is assumed to be the ratio of the style's sizes.
    ///
    /// - Parameter traitCollection: Has the wanted size; nil stands for the current traits.
    open func scaledValue(for value: CGFloat, compatibleWith traitCollection: UITraitCollection? = nil) -> CGFloat {
        let traits = traitCollection ?? .current
        let scale = traits.displayScale > 0 ? traits.displayScale : UIScreen.shape.withLock { $0.scale }
        let scaled = value * style.size(traits.preferredContentSizeCategory) / style.size(.large)
        return (scaled * scale).rounded() / scale
    }

    /// A font whose size is scaled as the style's.
    open func scaledFont(for font: UIFont, compatibleWith traitCollection: UITraitCollection? = nil) -> UIFont {
        font.withSize(scaledValue(for: font.pointSize, compatibleWith: traitCollection))
    }

    /// A font whose size is scaled as the style's, up to a maximum in points.
    open func scaledFont(
        for font: UIFont, maximumPointSize: CGFloat, compatibleWith traitCollection: UITraitCollection? = nil
    ) -> UIFont {
        let size = scaledValue(for: font.pointSize, compatibleWith: traitCollection)
        return font.withSize(maximumPointSize > 0 ? min(size, maximumPointSize) : size)
    }
}
