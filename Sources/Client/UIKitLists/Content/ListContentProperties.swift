import CoreGraphics
import Foundation
import UIKitCore

extension UIListContentConfiguration {
    /// How a text is shown.
    public struct TextProperties: Hashable, Sendable {
        /// The side to which lines are aligned.
        public enum TextAlignment: Int, Hashable, Sendable {
            /// The side where the text's script begins.
            case natural = 0
            /// The middle.
            case center = 1
            /// Both sides.
            case justified = 2
        }

        /// How letters are changed.
        public enum TextTransform: Int, Hashable, Sendable {
            /// Not at all.
            case none = 0
            /// All to capitals.
            case uppercase = 1
            /// All to small letters.
            case lowercase = 2
            /// The first of each word to a capital.
            case capitalized = 3

            /// The changed text.
            func apply(_ text: String) -> String {
                switch self {
                case .none: text
                case .uppercase: text.uppercased()
                case .lowercase: text.lowercased()
                case .capitalized: text.capitalized
                }
            }
        }

        private var shownFont: UIFont
        private var shownColor: UIColor
        private var hasOwnFont = false, hasOwnColor = false

        /// The font; the style's at first.
        public var font: UIFont {
            get { shownFont }
            set { (shownFont, hasOwnFont) = (newValue, true) }
        }
        /// The colour; the style's at first.
        public var color: UIColor {
            get { shownColor }
            set { (shownColor, hasOwnColor) = (newValue, true) }
        }
        /// Changes the colour; nil for no change.
        public var colorTransformer: UIConfigurationColorTransformer?
        /// The side to which lines are aligned; natural at first.
        public var alignment = TextAlignment.natural
        /// How a text ends that does not fit; with an ellipsis at first.
        public var lineBreakMode = NSLineBreakMode.byTruncatingTail
        /// The largest number of lines; 0, as at first, for any.
        public var numberOfLines = 0
        /// Whether a single line that is too wide is made smaller; false at first.
        public var adjustsFontSizeToFitWidth = false
        /// The least factor by which a text is made smaller; 0, as at first, for any.
        public var minimumScaleFactor: CGFloat = 0
        /// Whether letters may be closer together before a text is truncated; false at first. Held for the program's
        /// own use: letters keep their distances here.
        public var allowsDefaultTighteningForTruncation = false
        /// Whether the style's font follows the user's size of text; true at first. A program's own font keeps its
        /// size.
        public var adjustsFontForContentSizeCategory = true
        /// Whether a pointer over truncated text shows all of it; false at first. Held for the program's own use: no
        /// such text is shown here.
        public var showsExpansionTextWhenTruncated = false
        /// How letters are changed; not at all in most styles. An attributed text keeps its letters.
        public var transform = TextTransform.none

        init(_ text: ListContentStyle.Text, _ traits: UITraitCollection) {
            (shownFont, shownColor, transform) = (text.font(traits), text.color, text.transform)
        }

        /// The shown colour.
        public func resolvedColor() -> UIColor { colorTransformer?(color) ?? color }

        /// Takes the style's font and colour for a state, unless the program has set its own.
        mutating func adopt(_ text: ListContentStyle.Text, _ style: ListContentStyle, _ state: StyleState) {
            if !hasOwnFont, adjustsFontForContentSizeCategory { shownFont = text.font(state.traits) }
            guard !hasOwnColor else { return }
            if state.isDisabled {
                shownColor = .tertiaryLabel
            } else if state.isSelected, style.isTintedIfSelected {
                shownColor = .white
            } else {
                shownColor = text.color
            }
        }
    }

    /// How a picture is shown.
    public struct ImageProperties: Hashable, Sendable {
        /// Stands for the size that is kept for symbols, in `reservedLayoutSize`.
        public static let standardDimension = CGFloat.greatestFiniteMagnitude

        private var shownTint: UIColor?
        private var hasOwnTint = false
        private var shownSymbols: UIImage.SymbolConfiguration?
        private var hasOwnSymbols = false
        /// The width that is kept for symbols, in points.
        private(set) var symbolWidth: CGFloat

        /// The size and weight of a symbol; nil for the picture's own.
        public var preferredSymbolConfiguration: UIImage.SymbolConfiguration? {
            get { shownSymbols }
            set { (shownSymbols, hasOwnSymbols) = (newValue, true) }
        }
        /// The tint colour of a template; nil, as in most styles, for the view's.
        public var tintColor: UIColor? {
            get { shownTint }
            set { (shownTint, hasOwnTint) = (newValue, true) }
        }
        /// Changes the tint colour; nil for no change.
        public var tintColorTransformer: UIConfigurationColorTransformer?
        /// The radius of the picture's corners, in points; 0 at first.
        public var cornerRadius: CGFloat = 0
        /// The largest size, in points; a side of 0, as at first, is not limited. The picture keeps its proportions.
        public var maximumSize = CGSize.zero
        /// The size that is kept for the picture, which lies in its middle; a side of 0, as at first, stands for the
        /// picture's own size, and for a symbol for a standard width. `standardDimension` gives that width to other
        /// pictures.
        public var reservedLayoutSize = CGSize.zero
        /// Whether the picture keeps its colours if a user inverts all; false at first. Held for the program's own use:
        /// colours are not inverted here.
        public var accessibilityIgnoresInvertColors = false

        init(_ style: ListContentStyle, _ traits: UITraitCollection) {
            symbolWidth = 0
            adopt(style, StyleState(traits: traits))
        }

        /// The shown tint colour in a view of a tint colour.
        public func resolvedTintColor(for tintColor: UIColor) -> UIColor {
            let color = shownTint ?? tintColor
            return tintColorTransformer?(color) ?? color
        }

        /// Takes the style's values for a state, unless the program has set its own.
        mutating func adopt(_ style: ListContentStyle, _ state: StyleState) {
            let text = style.text.font(state.traits)
            if !hasOwnSymbols {
                shownSymbols = UIImage.SymbolConfiguration(font: text, scale: .large)
            }
            let metrics = UIFontMetrics(forTextStyle: .body)
            symbolWidth = metrics.scaledValue(for: ListContentStyle.symbolWidth, compatibleWith: state.traits)
            guard !hasOwnTint else { return }
            if state.isDisabled {
                shownTint = .tertiaryLabel
            } else if state.isSelected, style.isTintedIfSelected {
                shownTint = .white
            } else {
                shownTint = nil
            }
        }
    }
}
