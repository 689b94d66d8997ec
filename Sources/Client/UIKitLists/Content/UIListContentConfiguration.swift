import CoreGraphics
import Foundation
import UIKitCore

/// The content of a list's cell, header or footer: a picture, a text, and a second text, beside or below the first.
///
/// A configuration has a style's values until a program sets its own. `updated(for:)` gives the style's values for a
/// state, and keeps the program's. *Source*: Apple, UIListContentConfiguration; WWDC 2020, "Modern cell
/// configuration".
@preconcurrency @MainActor public struct UIListContentConfiguration: UIContentConfiguration, Hashable {
    let style: ListContentStyle

    /// The picture; nil for none.
    public var image: UIImage?
    /// How the picture is shown.
    public var imageProperties: ImageProperties
    /// The text; nil for none. Setting it removes `attributedText`.
    public var text: String? {
        didSet { if text != nil { attributedText = nil } }
    }
    private var styledText = StyledText()
    /// The text with styles of its own; nil for none. It is shown instead of `text`.
    public var attributedText: NSAttributedString? {
        get { styledText.text }
        set { styledText = StyledText(newValue) }
    }
    /// How the text is shown.
    public var textProperties: TextProperties
    /// The second text; nil for none. Setting it removes `secondaryAttributedText`.
    public var secondaryText: String? {
        didSet { if secondaryText != nil { secondaryAttributedText = nil } }
    }
    /// The second text with styles of its own; nil for none. It is shown instead of `secondaryText`.
    public var secondaryAttributedText: NSAttributedString? {
        get { styledSecondaryText.text }
        set { styledSecondaryText = StyledText(newValue) }
    }
    private var styledSecondaryText = StyledText()
    /// How the second text is shown.
    public var secondaryTextProperties: TextProperties

    /// The axes along which the margins are at least those of the superview; horizontal in the system's styles.
    public var axesPreservingSuperviewLayoutMargins: UIAxis
    /// The distances of the content from the view's edges, in points.
    public var directionalLayoutMargins: NSDirectionalEdgeInsets
    /// Whether the second text is beside the first if there is room; otherwise it is below.
    public var prefersSideBySideTextAndSecondaryText: Bool
    /// The distance from the picture to the texts, in points.
    public var imageToTextPadding: CGFloat
    /// The least distance between texts that are side by side, in points.
    public var textToSecondaryTextHorizontalPadding: CGFloat
    /// The distance between texts that are one below the other, in points.
    public var textToSecondaryTextVerticalPadding: CGFloat
    /// The opacity of the content, 0 to 1; 1 at first.
    public var alpha: CGFloat = 1

    init(_ style: ListContentStyle) {
        let traits = UITraitCollection.current
        self.style = style
        imageProperties = ImageProperties(style, traits)
        textProperties = TextProperties(style.text, traits)
        secondaryTextProperties = TextProperties(style.secondaryText, traits)
        axesPreservingSuperviewLayoutMargins = .horizontal
        directionalLayoutMargins = style.margins
        prefersSideBySideTextAndSecondaryText = style.isSideBySide
        imageToTextPadding = ListContentStyle.imagePadding
        textToSecondaryTextHorizontalPadding = style.isSideBySide ? ListContentStyle.sidePadding : 0
        textToSecondaryTextVerticalPadding = ListContentStyle.linePadding
    }

    // MARK: Styles

    /// A cell.
    public static func cell() -> UIListContentConfiguration { UIListContentConfiguration(.cell) }
    /// A cell with a second text below the first.
    public static func subtitleCell() -> UIListContentConfiguration { UIListContentConfiguration(.subtitleCell) }
    /// A cell with a second text beside the first.
    public static func valueCell() -> UIListContentConfiguration { UIListContentConfiguration(.valueCell) }
    /// A header in a plain list.
    public static func plainHeader() -> UIListContentConfiguration { UIListContentConfiguration(.plainHeader) }
    /// A footer in a plain list.
    public static func plainFooter() -> UIListContentConfiguration { UIListContentConfiguration(.plainFooter) }
    /// A header in a grouped list.
    public static func groupedHeader() -> UIListContentConfiguration { UIListContentConfiguration(.groupedHeader) }
    /// A footer in a grouped list.
    public static func groupedFooter() -> UIListContentConfiguration { UIListContentConfiguration(.groupedFooter) }
    /// A prominent header in an inset grouped list.
    public static func prominentInsetGroupedHeader() -> UIListContentConfiguration {
        UIListContentConfiguration(.prominentHeader)
    }
    /// A very prominent header in an inset grouped list.
    public static func extraProminentInsetGroupedHeader() -> UIListContentConfiguration {
        UIListContentConfiguration(.extraProminentHeader)
    }
    /// A cell in a sidebar.
    public static func sidebarCell() -> UIListContentConfiguration { UIListContentConfiguration(.sidebarCell) }
    /// A cell in a sidebar with a second text below the first.
    public static func sidebarSubtitleCell() -> UIListContentConfiguration {
        UIListContentConfiguration(.sidebarSubtitleCell)
    }
    /// A cell in a list that a sidebar accompanies.
    public static func accompaniedSidebarCell() -> UIListContentConfiguration {
        UIListContentConfiguration(.accompaniedSidebarCell)
    }
    /// A cell in a list that a sidebar accompanies, with a second text below the first.
    public static func accompaniedSidebarSubtitleCell() -> UIListContentConfiguration {
        UIListContentConfiguration(.accompaniedSidebarSubtitleCell)
    }
    /// A header in a sidebar.
    public static func sidebarHeader() -> UIListContentConfiguration { UIListContentConfiguration(.sidebarHeader) }

    // MARK: Views and states

    /// Makes a `UIListContentView` that shows the configuration.
    public func makeContentView() -> any UIView & UIContentView { UIListContentView(configuration: self) }

    /// The configuration for a state: fonts of the state's text size and colours of the state, where the program has
    /// set none.
    public func updated(for state: any UIConfigurationState) -> UIListContentConfiguration {
        let state = StyleState(state)
        var result = self
        result.textProperties.adopt(style.text, style, state)
        result.secondaryTextProperties.adopt(style.secondaryText, style, state)
        result.imageProperties.adopt(style, state)
        return result
    }

    /// Whether two configurations have equal values.
    nonisolated public static func == (a: UIListContentConfiguration, b: UIListContentConfiguration) -> Bool {
        a.style == b.style && a.text == b.text && a.secondaryText == b.secondaryText && a.image == b.image
            && a.styledText == b.styledText && a.styledSecondaryText == b.styledSecondaryText
            && a.imageProperties == b.imageProperties && a.textProperties == b.textProperties
            && a.secondaryTextProperties == b.secondaryTextProperties
            && a.axesPreservingSuperviewLayoutMargins == b.axesPreservingSuperviewLayoutMargins
            && a.directionalLayoutMargins == b.directionalLayoutMargins
            && a.prefersSideBySideTextAndSecondaryText == b.prefersSideBySideTextAndSecondaryText
            && a.imageToTextPadding == b.imageToTextPadding && a.alpha == b.alpha
            && a.textToSecondaryTextHorizontalPadding == b.textToSecondaryTextHorizontalPadding
            && a.textToSecondaryTextVerticalPadding == b.textToSecondaryTextVerticalPadding
    }

    /// Feeds the style and the texts.
    nonisolated public func hash(into hasher: inout Hasher) {
        hasher.combine(style)
        hasher.combine(text)
        hasher.combine(secondaryText)
    }
}

/// A text with styles in a value that can be compared on any thread.
// Safe because: the text is a copy, which nothing changes.
private struct StyledText: Hashable, @unchecked Sendable {
    let text: NSAttributedString?

    init(_ text: NSAttributedString? = nil) { self.text = text.map { NSAttributedString(attributedString: $0) } }
}
