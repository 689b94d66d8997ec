import Foundation

/// Sizes that grow with the text of a style, as a person wants it larger or smaller. *Source*: Apple, UIFontMetrics.
// Safe because: the stored property is immutable, of a Sendable type.
open class UIFontMetrics: NSObject, @unchecked Sendable {
    private let style: UIFont.TextStyle

    /// Makes the metrics of a style. *Source*: Apple, UIFontMetrics.init(forTextStyle:).
    public init(forTextStyle textStyle: UIFont.TextStyle) {
        style = textStyle
        super.init()
    }

    /// Those of body text. *Source*: Apple, UIFontMetrics.default.
    open class var `default`: UIFontMetrics { UIFontMetrics(forTextStyle: .body) }

    /// A value that suits the usual size of text, as it suits the wanted one, rounded to the screen's pixels. Its
    /// relation is that of the style's sizes: which one Apple takes is assumed. *Source*: Apple,
    /// UIFontMetrics.scaledValue(for:compatibleWith:).
    ///
    /// - Parameter traitCollection: Says which size is wanted; nil for the system's.
    open func scaledValue(for value: CGFloat, compatibleWith traitCollection: UITraitCollection? = nil) -> CGFloat {
        let traits = traitCollection ?? .current
        let scale = traits.displayScale > 0 ? traits.displayScale : UIScreen.shape.withLock { $0.scale }
        let scaled = value * style.size(traits.preferredContentSizeCategory) / style.size(.large)
        return (scaled * scale).rounded() / scale
    }

    /// A font at a size that follows the text of the style. *Source*: Apple,
    /// UIFontMetrics.scaledFont(for:compatibleWith:).
    open func scaledFont(for font: UIFont, compatibleWith traitCollection: UITraitCollection? = nil) -> UIFont {
        font.withSize(scaledValue(for: font.pointSize, compatibleWith: traitCollection))
    }

    /// A font at a size that follows the text of the style, up to a size. *Source*: Apple,
    /// UIFontMetrics.scaledFont(for:maximumPointSize:compatibleWith:).
    open func scaledFont(
        for font: UIFont, maximumPointSize: CGFloat, compatibleWith traitCollection: UITraitCollection? = nil
    ) -> UIFont {
        let size = scaledValue(for: font.pointSize, compatibleWith: traitCollection)
        return font.withSize(maximumPointSize > 0 ? min(size, maximumPointSize) : size)
    }
}
