import CoreGraphics
import UIKitCore

/// The system's styles of list content.
///
/// *Source*: cells have margins of 11, 16, 11 and 8 points, 16 points from picture to text and 3 points between two
/// lines of text; grouped headers have margins of 17, 8, 6 and 8: these are in descriptions of configurations by iOS 14
/// to 17 that programmers have published. A subtitle has 12 points: a subtitle cell by iOS 14 is 60 points high. Styles
/// of text are named as on pictures of iOS 14 to 18; other numbers are our own.
enum ListContentStyle: Hashable, Sendable {
    case cell, subtitleCell, valueCell
    case plainHeader, plainFooter, groupedHeader, groupedFooter, prominentHeader, extraProminentHeader
    case sidebarCell, sidebarSubtitleCell, accompaniedSidebarCell, accompaniedSidebarSubtitleCell, sidebarHeader

    /// From the picture to the texts, in points.
    static let imagePadding: CGFloat = 16
    /// Between texts that are side by side, in points.
    static let sidePadding: CGFloat = 8
    /// Between texts one below the other, in points.
    static let linePadding: CGFloat = 3
    /// The width that is kept for a symbol at the standard text size, so that texts below each other align, in points.
    static let symbolWidth: CGFloat = 28

    /// The style of one of the texts.
    struct Text: Hashable, Sendable {
        var style: UIFont.TextStyle
        var isBold = false
        var color = UIColor.label
        var transform = UIListContentConfiguration.TextProperties.TextTransform.none
    }

    /// The distances of the content from the view's edges, in points.
    var margins: NSDirectionalEdgeInsets {
        switch self {
        case .groupedHeader: NSDirectionalEdgeInsets(top: 17, leading: 8, bottom: 6, trailing: 8)
        case .groupedFooter: NSDirectionalEdgeInsets(top: 6, leading: 8, bottom: 17, trailing: 8)
        case .prominentHeader, .extraProminentHeader:
            NSDirectionalEdgeInsets(top: 17, leading: 8, bottom: 10, trailing: 8)
        case .plainHeader, .plainFooter: NSDirectionalEdgeInsets(top: 6, leading: 8, bottom: 6, trailing: 8)
        case .sidebarHeader: NSDirectionalEdgeInsets(top: 11, leading: 16, bottom: 6, trailing: 8)
        default: NSDirectionalEdgeInsets(top: 11, leading: 16, bottom: 11, trailing: 8)
        }
    }

    var text: Text {
        switch self {
        case .plainHeader: Text(style: .body, isBold: true)
        case .plainFooter: Text(style: .body, color: .secondaryLabel)
        case .groupedHeader: Text(style: .footnote, color: .secondaryLabel, transform: .uppercase)
        case .groupedFooter: Text(style: .footnote, color: .secondaryLabel)
        case .prominentHeader: Text(style: .body, isBold: true)
        case .extraProminentHeader, .sidebarHeader: Text(style: .title3, isBold: true)
        default: Text(style: .body)
        }
    }

    var secondaryText: Text {
        switch self {
        case .valueCell: Text(style: .body, color: .secondaryLabel)
        case .plainHeader, .plainFooter, .groupedHeader, .groupedFooter, .prominentHeader, .extraProminentHeader:
            Text(style: .footnote, color: .secondaryLabel)
        case .cell, .subtitleCell: Text(style: .caption1)
        default: Text(style: .caption1, color: .secondaryLabel)
        }
    }

    /// Whether the second text is beside the first.
    var isSideBySide: Bool { self == .valueCell }

    /// Whether the content is a header's.
    var isHeader: Bool {
        switch self {
        case .plainHeader, .groupedHeader, .prominentHeader, .extraProminentHeader, .sidebarHeader: true
        default: false
        }
    }

    /// Whether a selected cell has the tint colour behind its content.
    var isTintedIfSelected: Bool { self == .sidebarCell || self == .sidebarSubtitleCell || self == .sidebarHeader }
}

extension ListContentStyle.Text {
    /// The font for traits' size of text.
    func font(_ traits: UITraitCollection) -> UIFont {
        let font = UIFont.preferredFont(forTextStyle: style, compatibleWith: traits)
        return isBold ? UIFont.boldSystemFont(ofSize: font.pointSize) : font
    }
}
