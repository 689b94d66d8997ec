import CoreGraphics
import Foundation
import UIKitCore

/// The separators of a list. *Source*: Apple, UIListSeparatorConfiguration.
@preconcurrency @MainActor public struct UIListSeparatorConfiguration: Hashable {
    /// Whether a separator is seen; raw values are Apple's.
    public enum Visibility: Int, Sendable {
        /// By the list's appearance.
        case automatic = 0
        /// Seen.
        case visible = 1
        /// Not seen.
        case hidden = 2
    }

    /// The insets that stand for those of the cell's text.
    public static var automaticInsets: NSDirectionalEdgeInsets { .automatic }

    /// The separator above a cell; `automatic` for none.
    public var topSeparatorVisibility = Visibility.automatic
    /// The separator below a cell; with `automatic` not of a section's last one.
    public var bottomSeparatorVisibility = Visibility.automatic
    /// The insets of the separator above, in points.
    public var topSeparatorInsets = NSDirectionalEdgeInsets.automatic
    /// The insets of the separator below, in points.
    public var bottomSeparatorInsets = NSDirectionalEdgeInsets.automatic
    /// The colour; the system's separator's at first.
    public var color = UIColor.separator
    /// The colour of a selected cell's separators while several items are selected.
    public var multipleSelectionColor = UIColor.separator
    /// An effect behind the separator; nil for none. Held only: it is not drawn.
    public var visualEffect: UIVisualEffect?

    /// Makes the separators of a list's appearance.
    public init(listAppearance: UICollectionLayoutListConfiguration.Appearance) {
        if listAppearance == .sidebar { bottomSeparatorVisibility = .hidden }
    }

    nonisolated public static func == (a: Self, b: Self) -> Bool {
        a.topSeparatorVisibility == b.topSeparatorVisibility
            && a.bottomSeparatorVisibility == b.bottomSeparatorVisibility
            && a.topSeparatorInsets == b.topSeparatorInsets && a.bottomSeparatorInsets == b.bottomSeparatorInsets
            && a.color == b.color && a.multipleSelectionColor == b.multipleSelectionColor
            && a.visualEffect == b.visualEffect
    }

    nonisolated public func hash(into hasher: inout Hasher) {
        hasher.combine(topSeparatorVisibility)
        hasher.combine(bottomSeparatorVisibility)
        hasher.combine(bottomSeparatorInsets)
        hasher.combine(color)
    }
}

extension NSDirectionalEdgeInsets {
    /// The insets that stand for those of a cell's text.
    static let automatic = NSDirectionalEdgeInsets(
        top: .greatestFiniteMagnitude, leading: .greatestFiniteMagnitude, bottom: .greatestFiniteMagnitude,
        trailing: .greatestFiniteMagnitude)
}

/// A list as a section of a compositional layout: rows over the whole width, with separators, headers and footers.
/// *Source*: Apple, UICollectionLayoutListConfiguration; WWDC 2020, session 10026.
@preconcurrency @MainActor public struct UICollectionLayoutListConfiguration {
    /// The look of a list; raw values are Apple's.
    public enum Appearance: Int, Sendable {
        /// Rows over the whole width.
        case plain = 0
        /// Groups over the whole width.
        case grouped = 1
        /// Groups with round corners, within margins.
        case insetGrouped = 2
        /// A sidebar.
        case sidebar = 3
        /// A sidebar without groups.
        case sidebarPlain = 4
    }

    /// The header of a section.
    public enum HeaderMode: Int, Sendable {
        /// None.
        case none = 0
        /// A supplementary view of the kind `elementKindSectionHeader`.
        case supplementary = 1
        /// The section's first cell, which has the content, the background and the place of a header.
        case firstItemInSection = 2
    }

    /// The footer of a section.
    public enum FooterMode: Int, Sendable {
        /// None.
        case none = 0
        /// A supplementary view of the kind `elementKindSectionFooter`.
        case supplementary = 1
    }

    /// Gives the actions of a swiped row; nil for none.
    public typealias SwipeActionsConfigurationProvider = (_ indexPath: IndexPath) -> UISwipeActionsConfiguration?
    /// Gives the separators of a row.
    public typealias ItemSeparatorHandler = (
        _ indexPath: IndexPath, _ sectionSeparatorConfiguration: UIListSeparatorConfiguration
    ) -> UIListSeparatorConfiguration

    /// The look.
    public let appearance: Appearance
    /// Whether separators are seen; true but in sidebars.
    public var showsSeparators: Bool
    /// The separators.
    public var separatorConfiguration: UIListSeparatorConfiguration
    /// Changes the separators of a row; nil for no change.
    public var itemSeparatorHandler: ItemSeparatorHandler?
    /// The colour behind the list; nil for the appearance's.
    public var backgroundColor: UIColor?
    /// The actions at the leading side of a swiped row; nil for none.
    public var leadingSwipeActionsConfigurationProvider: SwipeActionsConfigurationProvider?
    /// The actions at the trailing side of a swiped row; nil for none.
    public var trailingSwipeActionsConfigurationProvider: SwipeActionsConfigurationProvider?
    /// The headers; none at first.
    public var headerMode = HeaderMode.none
    /// The footers; none at first.
    public var footerMode = FooterMode.none
    /// The space above headers, in points; nil for the appearance's.
    public var headerTopPadding: CGFloat?

    /// Makes a list of a look.
    public init(appearance: Appearance) {
        self.appearance = appearance
        showsSeparators = appearance != .sidebar
        separatorConfiguration = UIListSeparatorConfiguration(listAppearance: appearance)
    }
}
