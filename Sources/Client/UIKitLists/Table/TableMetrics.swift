import CoreGraphics
import UIKitCore

/// The numbers of table views. *Units*: points, seconds.
///
/// *Source*: rows of 44, separators and texts 16 points from the side, 20 in views of at least 414, are others'
/// measurements of iOS 13 to 18 (a cell's `layoutMargins` and `separatorInset` as programs print them; Apple, Human
/// Interface Guidelines of iOS 7, has 44 and 15). Section headers of a plain table view are 28 high, those of a grouped
/// one 38, the first 55.5, and without a title 17.5 and 35: heights that `rectForHeader(inSection:)` gives by iOS 11 to
/// 18 in public questions. 22 above a plain header since iOS 15: Apple, UITableView.sectionHeaderTopPadding, and
/// others' measurement of its automatic value. Corners of 10 of an inset group: dumps of view trees by iOS 13 to 18.
enum TableMetrics {
    static let rowHeight: CGFloat = 44
    /// The width of text that is easy to read, as UIView.readableContentGuide has it.
    static let readableWidth: CGFloat = 672
    static let plainHeader: CGFloat = 28
    static let groupedGap: CGFloat = 17.5
    static let plainTopPadding: CGFloat = 22
    static let groupCorner: CGFloat = 10
    /// From a text to the edge of its header or footer in a grouped table view.
    static let groupedHeaderTop: CGFloat = 16, groupedHeaderBottom: CGFloat = 6
    /// Above and below a cell's text.
    static let textMargin: CGFloat = 11
    /// Between the texts of a cell with two lines.
    static let textGap: CGFloat = 3
    /// From a picture to the text.
    static let imageGap: CGFloat = 16
    /// Between the accessory and the content. *Source*: a content view of 287 in a cell of 320 with a chevron of 8 and
    /// margins of 15, by iOS 7 to 12.
    static let accessoryGap: CGFloat = 10
    /// The width of an edit control with its margin. *Source*: a content view at 38 in an edited cell, in dumps of view
    /// trees by iOS 7 to 18.
    static let editWidth: CGFloat = 38
    /// The width of the handle of a row with its margin; our own.
    static let reorderWidth: CGFloat = 50
    /// The width of the first text in the style `value2`. *Source*: frames of labels by iOS 7 to 12.
    static let value2Width: CGFloat = 91
    /// The duration of changes. *Source*: many say 0.3 of UITableView's animations.
    static let duration = 0.3
    /// The width of the index at the trailing edge. *Source*: content views are 15 narrower with an index, in public
    /// questions about iOS 7 to 13.
    static let indexWidth: CGFloat = 15

    /// The distance of texts from the side.
    static func sideMargin(width: CGFloat) -> CGFloat { width >= 414 ? 20 : 16 }

    static func separatorInset(width: CGFloat) -> UIEdgeInsets {
        UIEdgeInsets(top: 0, left: sideMargin(width: width), bottom: 0, right: 0)
    }
}
