import CoreGraphics
import UIKitCore

extension UICellAccessory {
    /// The options of a disclosure indicator.
    public struct DisclosureIndicatorOptions: CommonAccessoryOptions {
        /// Whether it takes room, but is not seen or touched; false at first.
        public var isHidden: Bool
        /// The width that is kept for it; nil, as at first, for the system's.
        public var reservedLayoutWidth: LayoutDimension?
        /// Its colour; nil, as at first, for the system's.
        public var tintColor: UIColor?

        /// Makes options.
        public init(
            isHidden: Bool = false, reservedLayoutWidth: LayoutDimension? = nil, tintColor: UIColor? = nil
        ) {
            (self.isHidden, self.reservedLayoutWidth, self.tintColor) = (isHidden, reservedLayoutWidth, tintColor)
        }
    }

    /// The options of a detail button.
    public struct DetailOptions: CommonAccessoryOptions {
        /// Whether it takes room, but is not seen or touched; false at first.
        public var isHidden: Bool
        /// The width that is kept for it; nil, as at first, for the system's.
        public var reservedLayoutWidth: LayoutDimension?
        /// Its colour; nil, as at first, for the system's.
        public var tintColor: UIColor?

        /// Makes options.
        public init(
            isHidden: Bool = false, reservedLayoutWidth: LayoutDimension? = nil, tintColor: UIColor? = nil
        ) {
            (self.isHidden, self.reservedLayoutWidth, self.tintColor) = (isHidden, reservedLayoutWidth, tintColor)
        }
    }

    /// The options of a check mark.
    public struct CheckmarkOptions: CommonAccessoryOptions {
        /// Whether it takes room, but is not seen or touched; false at first.
        public var isHidden: Bool
        /// The width that is kept for it; nil, as at first, for the system's.
        public var reservedLayoutWidth: LayoutDimension?
        /// Its colour; nil, as at first, for the system's.
        public var tintColor: UIColor?

        /// Makes options.
        public init(
            isHidden: Bool = false, reservedLayoutWidth: LayoutDimension? = nil, tintColor: UIColor? = nil
        ) {
            (self.isHidden, self.reservedLayoutWidth, self.tintColor) = (isHidden, reservedLayoutWidth, tintColor)
        }
    }

    /// The options of a delete button.
    public struct DeleteOptions: CommonAccessoryOptions {
        /// Whether it takes room, but is not seen or touched; false at first.
        public var isHidden: Bool
        /// The width that is kept for it; nil, as at first, for the system's.
        public var reservedLayoutWidth: LayoutDimension?
        /// Its colour; nil, as at first, for the system's.
        public var tintColor: UIColor?
        /// The colour of its disk; nil, as at first, for the system's.
        public var backgroundColor: UIColor?

        /// Makes options.
        public init(
            isHidden: Bool = false, reservedLayoutWidth: LayoutDimension? = nil, tintColor: UIColor? = nil,
            backgroundColor: UIColor? = nil
        ) {
            (self.isHidden, self.reservedLayoutWidth, self.tintColor) = (isHidden, reservedLayoutWidth, tintColor)
            self.backgroundColor = backgroundColor
        }
    }

    /// The options of an insert button.
    public struct InsertOptions: CommonAccessoryOptions {
        /// Whether it takes room, but is not seen or touched; false at first.
        public var isHidden: Bool
        /// The width that is kept for it; nil, as at first, for the system's.
        public var reservedLayoutWidth: LayoutDimension?
        /// Its colour; nil, as at first, for the system's.
        public var tintColor: UIColor?
        /// The colour of its disk; nil, as at first, for the system's.
        public var backgroundColor: UIColor?

        /// Makes options.
        public init(
            isHidden: Bool = false, reservedLayoutWidth: LayoutDimension? = nil, tintColor: UIColor? = nil,
            backgroundColor: UIColor? = nil
        ) {
            (self.isHidden, self.reservedLayoutWidth, self.tintColor) = (isHidden, reservedLayoutWidth, tintColor)
            self.backgroundColor = backgroundColor
        }
    }

    /// The options of a reorder control.
    public struct ReorderOptions: CommonAccessoryOptions {
        /// Whether it takes room, but is not seen or touched; false at first.
        public var isHidden: Bool
        /// The width that is kept for it; nil, as at first, for the system's.
        public var reservedLayoutWidth: LayoutDimension?
        /// Its colour; nil, as at first, for the system's.
        public var tintColor: UIColor?
        /// Whether a line separates it from accessories before it; true at first. Stored only: no line is drawn here.
        public var showsVerticalSeparator: Bool

        /// Makes options.
        public init(
            isHidden: Bool = false, reservedLayoutWidth: LayoutDimension? = nil, tintColor: UIColor? = nil,
            showsVerticalSeparator: Bool = true
        ) {
            (self.isHidden, self.reservedLayoutWidth, self.tintColor) = (isHidden, reservedLayoutWidth, tintColor)
            self.showsVerticalSeparator = showsVerticalSeparator
        }
    }

    /// The options of a circle of selection.
    public struct MultiselectOptions: CommonAccessoryOptions {
        /// Whether it takes room, but is not seen or touched; false at first.
        public var isHidden: Bool
        /// The width that is kept for it; nil, as at first, for the system's.
        public var reservedLayoutWidth: LayoutDimension?
        /// Its colour; nil, as at first, for the system's.
        public var tintColor: UIColor?
        /// The colour of its disk; nil, as at first, for the system's.
        public var backgroundColor: UIColor?

        /// Makes options.
        public init(
            isHidden: Bool = false, reservedLayoutWidth: LayoutDimension? = nil, tintColor: UIColor? = nil,
            backgroundColor: UIColor? = nil
        ) {
            (self.isHidden, self.reservedLayoutWidth, self.tintColor) = (isHidden, reservedLayoutWidth, tintColor)
            self.backgroundColor = backgroundColor
        }
    }

    /// The options of an outline disclosure.
    public struct OutlineDisclosureOptions: CommonAccessoryOptions {
        /// How a touch shows and hides the row's items.
        public enum Style: Hashable, Sendable {
            /// As `header` if the row's content configuration has a header's style, as `cell` otherwise.
            case automatic
            /// A touch of the whole row.
            case header
            /// A touch of the chevron.
            case cell
        }

        /// How a touch shows and hides the row's items; automatic at first.
        public var style: Style
        /// Whether it takes room, but is not seen or touched; false at first.
        public var isHidden: Bool
        /// The width that is kept for it; nil, as at first, for the system's.
        public var reservedLayoutWidth: LayoutDimension?
        /// Its colour; nil, as at first, for the system's.
        public var tintColor: UIColor?

        /// Makes options.
        public init(
            style: Style = .automatic, isHidden: Bool = false, reservedLayoutWidth: LayoutDimension? = nil,
            tintColor: UIColor? = nil
        ) {
            self.style = style
            (self.isHidden, self.reservedLayoutWidth, self.tintColor) = (isHidden, reservedLayoutWidth, tintColor)
        }
    }

    /// The options of a text.
    public struct LabelOptions: CommonAccessoryOptions {
        /// Whether it takes room, but is not seen or touched; false at first.
        public var isHidden: Bool
        /// The width that is kept for it; nil, as at first, for the system's.
        public var reservedLayoutWidth: LayoutDimension?
        /// Its colour; nil, as at first, for the system's.
        public var tintColor: UIColor?
        /// The font; that of body text at first.
        public var font: UIFont
        /// Whether the font follows the user's size of text; false at first. Held for the program's own use: the size of
        /// text does not change while a program runs here.
        public var adjustsFontForContentSizeCategory: Bool

        /// Makes options.
        public init(
            isHidden: Bool = false, reservedLayoutWidth: LayoutDimension? = nil, tintColor: UIColor? = nil,
            font: UIFont? = nil, adjustsFontForContentSizeCategory: Bool = false
        ) {
            (self.isHidden, self.reservedLayoutWidth, self.tintColor) = (isHidden, reservedLayoutWidth, tintColor)
            self.font = font ?? .preferredFont(forTextStyle: .body)
            self.adjustsFontForContentSizeCategory = adjustsFontForContentSizeCategory
        }
    }

    /// A view of the program's as an accessory, and its place.
    public struct CustomViewConfiguration: CommonAccessoryOptions {
        /// The view.
        public let customView: UIView
        /// The side and the place.
        public let placement: Placement
        /// Whether it takes room, but is not seen or touched; false at first.
        public var isHidden: Bool
        /// The width that is kept for it; nil, as at first, for its own.
        public var reservedLayoutWidth: LayoutDimension?
        /// The view's tint colour; nil, as at first, leaves it.
        public var tintColor: UIColor?
        /// Whether the view keeps the size of its bounds; otherwise it has the size that suits it. False at first.
        public var maintainsFixedSize: Bool

        /// Makes a configuration.
        public init(
            customView: UIView, placement: Placement, isHidden: Bool = false,
            reservedLayoutWidth: LayoutDimension? = nil, tintColor: UIColor? = nil, maintainsFixedSize: Bool = false
        ) {
            (self.customView, self.placement, self.isHidden) = (customView, placement, isHidden)
            (self.reservedLayoutWidth, self.tintColor) = (reservedLayoutWidth, tintColor)
            self.maintainsFixedSize = maintainsFixedSize
        }
    }
}
