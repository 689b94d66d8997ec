import CoreGraphics
import Foundation
import UIKitCore

extension UITableView {
    /// The look of a table view; raw values are Apple's.
    public enum Style: Int, Sendable {
        /// One list; headers and footers stay at the edges while their section is seen.
        case plain = 0
        /// Sections with room between them.
        case grouped = 1
        /// Sections with room around them and round corners.
        case insetGrouped = 2
    }

    /// Where a row is scrolled to; raw values are Apple's.
    public enum ScrollPosition: Int, Sendable {
        /// By the least way that shows the row.
        case none = 0
        /// To the top.
        case top = 1
        /// To the middle.
        case middle = 2
        /// To the bottom.
        case bottom = 3
    }

    /// How rows come and go; raw values are Apple's.
    public enum RowAnimation: Int, Sendable {
        /// Fades.
        case fade = 0
        /// From the right, and to it.
        case right = 1
        /// From the left, and to it.
        case left = 2
        /// From the top, and to it.
        case top = 3
        /// From the bottom, and to it.
        case bottom = 4
        /// At once; other rows still move to their places.
        case none = 5
        /// As `fade`.
        case middle = 6
        /// As the table view chooses: fades.
        case automatic = 100
    }

    /// The origin of `separatorInset`; raw values are Apple's.
    public enum SeparatorInsetReference: Int, Sendable {
        /// The cell's edges.
        case fromCellEdges = 0
        /// The table view's own insets.
        case fromAutomaticInsets = 1
    }

    /// The value of a height that the table view finds by itself. *Source*: Apple, UITableView.automaticDimension; -1
    /// in UITableView.h's implementation, as programs print it.
    nonisolated public static let automaticDimension: CGFloat = -1

    /// The index title of the magnifying glass. *Source*: Apple, UITableView.indexSearch.
    nonisolated public static let indexSearch = "{search}"

    /// Posted when the selection has changed by the user. *Source*: Apple,
    /// UITableView.selectionDidChangeNotification.
    nonisolated public static let selectionDidChangeNotification = Notification.Name(
        "UITableViewSelectionDidChangeNotification")
}

extension UITableViewCell {
    /// The arrangement of a cell's texts; raw values are Apple's.
    public enum CellStyle: Int, Sendable {
        /// A picture and a text.
        case `default` = 0
        /// A text at the leading edge, and a grey one at the trailing edge.
        case value1 = 1
        /// A small text in the tint colour that ends where the other begins.
        case value2 = 2
        /// A text, and a smaller one below it.
        case subtitle = 3
    }

    /// The line below a cell; raw values are Apple's.
    public enum SeparatorStyle: Int, Sendable {
        /// None.
        case none = 0
        /// A line as thin as the screen allows.
        case singleLine = 1
        /// As `singleLine`. *Source*: Apple deprecated it in iOS 11, and draws a single line.
        case singleLineEtched = 2
    }

    /// The look of a selected cell; raw values are Apple's.
    public enum SelectionStyle: Int, Sendable {
        /// As any other cell.
        case none = 0
        /// As `default`. *Source*: Apple, since iOS 7.
        case blue = 1
        /// As `default`.
        case gray = 2
        /// A grey background.
        case `default` = 3
    }

    /// The edit that a row's control offers; raw values are Apple's.
    public enum EditingStyle: Int, Sendable {
        /// None.
        case none = 0
        /// Deletion: a red disk with a minus.
        case delete = 1
        /// Insertion: a green disk with a plus.
        case insert = 2
    }

    /// A cell's standard accessory; raw values are Apple's.
    public enum AccessoryType: Int, Sendable {
        /// None.
        case none = 0
        /// A chevron.
        case disclosureIndicator = 1
        /// A button with an i, and a chevron.
        case detailDisclosureButton = 2
        /// A check mark.
        case checkmark = 3
        /// A button with an i.
        case detailButton = 4
    }

    /// The parts that a cell shows beside its content while the table view changes it; raw values are Apple's.
    public struct StateMask: OptionSet, Sendable {
        /// The bits.
        public let rawValue: UInt
        /// Makes a set from its bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// The edit control.
        public static let showingEditControl = StateMask(rawValue: 1 << 0)
        /// The confirmation of a deletion. Cells do not report it here: see `showingDeleteConfirmation`.
        public static let showingDeleteConfirmation = StateMask(rawValue: 1 << 1)
    }
}
