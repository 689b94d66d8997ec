import CoreGraphics
import Foundation

/// A description of the view that takes the place of content that is missing: a picture, two texts and two buttons.
///
/// *Source*: Apple, UIContentUnavailableConfiguration. Sizes and distances are assumed from pictures of iOS 17 and 18.
public struct UIContentUnavailableConfiguration: UIContentConfiguration {
    /// The side to which parts are aligned.
    public enum Alignment: Int, Hashable, Sendable {
        /// The middle.
        case center = 0
        /// The side where text begins.
        case natural = 1
    }

    /// How a text is shown.
    public struct TextProperties: Hashable, Sendable {
        /// The font.
        public var font: UIFont
        /// The colour.
        public var color: UIColor
        /// How a text ends that does not fit; with an ellipsis at first.
        public var lineBreakMode = NSLineBreakMode.byTruncatingTail
        /// The largest number of lines; 0, as at first, for any.
        public var numberOfLines = 0
        /// Whether a single line that is too wide is made smaller; false at first.
        public var adjustsFontSizeToFitWidth = false
        /// The least factor by which a text is made smaller; 0, as at first, for any.
        public var minimumScaleFactor: CGFloat = 0
    }

    /// How the picture is shown.
    public struct ImageProperties: Hashable, Sendable {
        /// The size and weight of a symbol; nil for the picture's own.
        public var preferredSymbolConfiguration: UIImage.SymbolConfiguration? = UIImage.SymbolConfiguration(
            pointSize: 48)
        /// The tint colour of a template.
        public var tintColor: UIColor? = .secondaryLabel
        /// The radius of the corners, in points; 0 at first.
        public var cornerRadius: CGFloat = 0
        /// The largest size, in points; a side of 0, as at first, is not limited.
        public var maximumSize = CGSize.zero
    }

    /// What a button does.
    public struct ButtonProperties {
        /// The action of a tap; nil for none.
        public var primaryAction: UIAction?
        /// The menu; nil for none. Without an action a tap shows it.
        public var menu: UIMenu?
        /// Whether it can be used; true at first.
        public var isEnabled = true
    }

    /// The picture; nil for none.
    public var image: UIImage?
    /// How the picture is shown.
    public var imageProperties = ImageProperties()
    /// The text; nil for none.
    public var text: String?
    /// The text with attributes, instead of `text`; nil for none.
    public var attributedText: NSAttributedString?
    /// How the text is shown.
    public var textProperties = TextProperties(font: .boldSystemFont(ofSize: 22), color: .label)
    /// The text below; nil for none.
    public var secondaryText: String?
    /// The text below with attributes, instead of `secondaryText`; nil for none.
    public var secondaryAttributedText: NSAttributedString?
    /// How the text below is shown.
    public var secondaryTextProperties = TextProperties(font: .systemFont(ofSize: 15), color: .secondaryLabel)
    /// The looks of a button; it is shown if it has a title or a picture.
    public var button = UIButton.Configuration.plain()
    /// What the button does.
    public var buttonProperties = ButtonProperties()
    /// The looks of another button below; it is shown if it has a title or a picture.
    public var secondaryButton = UIButton.Configuration.plain()
    /// What that button does.
    public var secondaryButtonProperties = ButtonProperties()
    /// The side to which parts are aligned; the middle at first.
    public var alignment = Alignment.center
    /// The distances from the view's edges, in points.
    public var directionalLayoutMargins = NSDirectionalEdgeInsets(top: 16, leading: 16, bottom: 16, trailing: 16)
    /// The distance of the text from the picture, in points.
    public var imageToTextPadding: CGFloat = 12
    /// The distance of the text below from the text, in points.
    public var textToSecondaryTextPadding: CGFloat = 6
    /// The distance of the button from the texts, in points.
    public var textToButtonPadding: CGFloat = 16
    /// The distance of the other button from the button, in points.
    public var buttonToSecondaryButtonPadding: CGFloat = 8
    /// The background; clear at first.
    public var background = UIBackgroundConfiguration.clear()
    fileprivate(set) var isLoading = false

    /// A configuration for content that is not there yet, without values.
    public static func empty() -> UIContentUnavailableConfiguration { UIContentUnavailableConfiguration() }

    /// A configuration for content that is being loaded: spokes and a text.
    public static func loading() -> UIContentUnavailableConfiguration {
        var made = UIContentUnavailableConfiguration()
        made.isLoading = true
        made.text = "Loading\u{2026}"
        made.textProperties = TextProperties(font: .systemFont(ofSize: 15), color: .secondaryLabel)
        return made
    }

    /// A configuration for a search without results.
    public static func search() -> UIContentUnavailableConfiguration {
        var made = UIContentUnavailableConfiguration()
        made.image = UIImage(systemName: "magnifyingglass")
        made.text = "No Results"
        made.secondaryText = "Check the spelling or try a new search."
        return made
    }

    private init() {}

    /// Makes a view that shows the configuration.
    public func makeContentView() -> any UIView & UIContentView { UIContentUnavailableView(configuration: self) }
    /// The same: no state changes the values.
    public func updated(for state: any UIConfigurationState) -> UIContentUnavailableConfiguration { self }
}
