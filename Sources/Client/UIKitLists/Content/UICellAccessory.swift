import CoreGraphics
import UIKitCore

/// A part at the side of a list cell's content: a sign, a control, a text, or a view of the program's.
///
/// The system's accessories have places of their own, whatever their order in an array; a program gives the place of its
/// own views. *Source*: Apple, UICellAccessory, UICollectionViewListCell.accessories.
@preconcurrency @MainActor public struct UICellAccessory {
    /// When an accessory is shown.
    public enum DisplayedState: Hashable, Sendable {
        /// Always.
        case always
        /// While the list is edited.
        case whenEditing
        /// While the list is not edited.
        case whenNotEditing
    }

    /// The width that is kept for an accessory, which lies in its middle.
    public enum LayoutDimension: Hashable, Sendable {
        /// The accessory's own.
        case actual
        /// The width that the system keeps for its own accessories.
        case standard
        /// A width in points.
        case custom(CGFloat)
    }

    /// The side and the place of a program's own view.
    public enum Placement {
        /// Gives the index at which a view is inserted among the accessories of its side, which are in order from the
        /// leading to the trailing edge.
        public typealias Position = @MainActor (_ accessories: [UICellAccessory]) -> Int

        /// Before the content.
        case leading(displayed: DisplayedState = .always, at: Position = { $0.count })
        /// After the content.
        case trailing(displayed: DisplayedState = .always, at: Position = { _ in 0 })

        /// The place before the first accessory of the same type as another, or else at the beginning.
        @MainActor public static func position(before accessory: UICellAccessory) -> Position {
            let type = accessory.accessoryType
            return { all in all.firstIndex { $0.accessoryType == type } ?? 0 }
        }

        /// The place after the last accessory of the same type as another, or else at the end.
        @MainActor public static func position(after accessory: UICellAccessory) -> Position {
            let type = accessory.accessoryType
            return { all in all.lastIndex { $0.accessoryType == type }.map { $0 + 1 } ?? all.count }
        }
    }

    /// The kind of an accessory.
    public enum AccessoryType: Hashable {
        /// See `checkmark(displayed:options:)`.
        case checkmark
        /// A view of the program's.
        case customView(UIView)
        /// See `delete(displayed:options:actionHandler:)`.
        case delete
        /// See `detail(displayed:options:actionHandler:)`.
        case detail
        /// See `disclosureIndicator(displayed:options:)`.
        case disclosureIndicator
        /// See `insert(displayed:options:actionHandler:)`.
        case insert
        /// See `label(text:displayed:options:)`.
        case label
        /// See `multiselect(displayed:options:)`.
        case multiselect
        /// See `outlineDisclosure(displayed:options:actionHandler:)`.
        case outlineDisclosure
        /// A menu; no accessory has this kind here, as there are no menus.
        case popUpMenu
        /// See `reorder(displayed:options:)`.
        case reorder
    }

    /// Called if an accessory is touched.
    public typealias ActionHandler = () -> Void

    /// The kind.
    public let accessoryType: AccessoryType
    let values: CellAccessoryValues

    private init(_ type: AccessoryType, _ values: CellAccessoryValues) { (accessoryType, self.values) = (type, values) }

    // MARK: Kinds

    /// A chevron: the row leads to more content.
    public static func disclosureIndicator(
        displayed: DisplayedState = .always, options: DisclosureIndicatorOptions = DisclosureIndicatorOptions()
    ) -> UICellAccessory {
        UICellAccessory(.disclosureIndicator, CellAccessoryValues(displayed, options, .chevron, rank: 40))
    }

    /// A button for details about the row.
    public static func detail(
        displayed: DisplayedState = .always, options: DetailOptions = DetailOptions(),
        actionHandler: ActionHandler? = nil
    ) -> UICellAccessory {
        UICellAccessory(
            .detail, CellAccessoryValues(displayed, options, .info, rank: 30, action: actionHandler))
    }

    /// A check mark.
    public static func checkmark(
        displayed: DisplayedState = .always, options: CheckmarkOptions = CheckmarkOptions()
    ) -> UICellAccessory {
        UICellAccessory(.checkmark, CellAccessoryValues(displayed, options, .checkmark, rank: 20))
    }

    /// A red minus before the content. Without a handler it shows the row's trailing swipe actions.
    public static func delete(
        displayed: DisplayedState = .whenEditing, options: DeleteOptions = DeleteOptions(),
        actionHandler: ActionHandler? = nil
    ) -> UICellAccessory {
        UICellAccessory(
            .delete,
            CellAccessoryValues(
                displayed, options, .minus, isLeading: true, rank: 0, background: options.backgroundColor,
                action: actionHandler))
    }

    /// A green plus before the content.
    public static func insert(
        displayed: DisplayedState = .whenEditing, options: InsertOptions = InsertOptions(),
        actionHandler: ActionHandler? = nil
    ) -> UICellAccessory {
        UICellAccessory(
            .insert,
            CellAccessoryValues(
                displayed, options, .plus, isLeading: true, rank: 10, background: options.backgroundColor,
                action: actionHandler))
    }

    /// Three lines, the sign of a row that can be dragged to another place. A touch of them does not drag yet: a row
    /// moves by a long press (`UICollectionViewController`) or by the program (`beginInteractiveMovementForItem(at:)`).
    public static func reorder(
        displayed: DisplayedState = .whenEditing, options: ReorderOptions = ReorderOptions()
    ) -> UICellAccessory {
        UICellAccessory(.reorder, CellAccessoryValues(displayed, options, .reorder, rank: 60))
    }

    /// A circle before the content, with a check mark if the row is selected.
    public static func multiselect(
        displayed: DisplayedState = .whenEditing, options: MultiselectOptions = MultiselectOptions()
    ) -> UICellAccessory {
        UICellAccessory(
            .multiselect,
            CellAccessoryValues(
                displayed, options, .circle, isLeading: true, rank: 20, background: options.backgroundColor))
    }

    /// A chevron that turns downwards while the items of the row are shown. Without a handler it shows and hides them.
    public static func outlineDisclosure(
        displayed: DisplayedState = .always, options: OutlineDisclosureOptions = OutlineDisclosureOptions(),
        actionHandler: ActionHandler? = nil
    ) -> UICellAccessory {
        var values = CellAccessoryValues(displayed, options, .outline, rank: 50, action: actionHandler)
        values.outline = options.style
        return UICellAccessory(.outlineDisclosure, values)
    }

    /// A text, such as a number.
    public static func label(
        text: String, displayed: DisplayedState = .always, options: LabelOptions = LabelOptions()
    ) -> UICellAccessory {
        var values = CellAccessoryValues(displayed, options, nil, rank: 10)
        values.text = text
        values.font = options.font
        return UICellAccessory(.label, values)
    }

    /// A view of the program's.
    public static func customView(configuration: CustomViewConfiguration) -> UICellAccessory {
        let isLeading: Bool, displayed: DisplayedState, position: Placement.Position
        switch configuration.placement {
        case .leading(let when, let at): (isLeading, displayed, position) = (true, when, at)
        case .trailing(let when, let at): (isLeading, displayed, position) = (false, when, at)
        }
        var values = CellAccessoryValues(displayed, configuration, nil, isLeading: isLeading, rank: 0)
        values.view = configuration.customView
        values.position = position
        values.keepsSize = configuration.maintainsFixedSize
        return UICellAccessory(.customView(configuration.customView), values)
    }
}

/// The values of an accessory, whatever its kind.
@MainActor struct CellAccessoryValues {
    var displayed: UICellAccessory.DisplayedState
    var common: any CommonAccessoryOptions
    var picture: AccessoryPicture?
    var isLeading = false
    /// The order of the system's accessories on their side, from the leading to the trailing edge.
    var rank: Int
    var background: UIColor?
    var action: UICellAccessory.ActionHandler?
    var outline = UICellAccessory.OutlineDisclosureOptions.Style.automatic
    var text: String?
    var font: UIFont?
    var view: UIView?
    var position: UICellAccessory.Placement.Position?
    var keepsSize = false

    init(
        _ displayed: UICellAccessory.DisplayedState, _ common: any CommonAccessoryOptions, _ picture: AccessoryPicture?,
        isLeading: Bool = false, rank: Int, background: UIColor? = nil, action: UICellAccessory.ActionHandler? = nil
    ) {
        (self.displayed, self.common, self.picture, self.isLeading) = (displayed, common, picture, isLeading)
        (self.rank, self.background, self.action) = (rank, background, action)
    }

    /// Whether the accessory takes room.
    func isShown(whileEditing isEditing: Bool) -> Bool {
        displayed == .always || (displayed == .whenEditing) == isEditing
    }
}

/// The options that all kinds of accessories have.
protocol CommonAccessoryOptions {
    var isHidden: Bool { get }
    var reservedLayoutWidth: UICellAccessory.LayoutDimension? { get }
    var tintColor: UIColor? { get }
}
