/// The name of a value that a program adds to a configuration state.
public struct UIConfigurationStateCustomKey: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// Makes a key from a name.
    public init(_ rawValue: String) { self.rawValue = rawValue }
    /// Makes a key from a name.
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// The conditions under which a configuration is shown: traits, states of the view, and a program's own values.
public protocol UIConfigurationState {
    /// Makes a state with traits, in which nothing else holds.
    init(traitCollection: UITraitCollection)
    /// The view's traits.
    var traitCollection: UITraitCollection { get set }
    /// A program's own value; nil for none.
    subscript(key: UIConfigurationStateCustomKey) -> AnyHashable? { get set }
}

/// The state of a view with a configuration, such as a header. *Source*: Apple, UIViewConfigurationState.
public struct UIViewConfigurationState: UIConfigurationState, Hashable {
    /// The view's traits.
    public var traitCollection: UITraitCollection
    /// Whether the view takes no input; false at first.
    public var isDisabled = false
    /// Whether the view is touched; false at first.
    public var isHighlighted = false
    /// Whether the view is selected; false at first.
    public var isSelected = false
    /// Whether the view has the keyboard's focus; false at first.
    public var isFocused = false
    /// Whether the view is a header or footer that stays at an edge while content scrolls below it; false at first.
    public var isPinned = false
    private var values: [UIConfigurationStateCustomKey: AnyHashable] = [:]

    /// Makes a state with traits, in which nothing else holds.
    public init(traitCollection: UITraitCollection) { self.traitCollection = traitCollection }

    /// A program's own value; nil for none.
    public subscript(key: UIConfigurationStateCustomKey) -> AnyHashable? {
        get { values[key] }
        set { values[key] = newValue }
    }
}

/// The state of a cell. *Source*: Apple, UICellConfigurationState.
public struct UICellConfigurationState: UIConfigurationState, Hashable {
    /// The part of a cell in a drag.
    public enum DragState: Hashable, Sendable {
        /// No part.
        case none
        /// The cell rises to be dragged.
        case lifting
        /// The cell is dragged.
        case dragging
    }

    /// The part of a cell in a drop.
    public enum DropState: Hashable, Sendable {
        /// No part.
        case none
        /// A drop is possible, elsewhere.
        case notTargeted
        /// The drop would go into the cell.
        case targeted
    }

    /// The cell's traits.
    public var traitCollection: UITraitCollection
    /// Whether the cell takes no input; false at first.
    public var isDisabled = false
    /// Whether the cell is touched; false at first.
    public var isHighlighted = false
    /// Whether the cell is selected; false at first.
    public var isSelected = false
    /// Whether the cell has the keyboard's focus; false at first.
    public var isFocused = false
    /// Whether the cell stays at an edge while content scrolls below it; false at first.
    public var isPinned = false
    /// Whether the cell can be edited now; false at first.
    public var isEditing = false
    /// Whether the cell's items are shown below it; false at first.
    public var isExpanded = false
    /// Whether the cell is moved aside, so that its swipe actions are seen; false at first.
    public var isSwiped = false
    /// Whether the cell is dragged to another place; false at first.
    public var isReordering = false
    /// The part of the cell in a drag.
    public var cellDragState = DragState.none
    /// The part of the cell in a drop.
    public var cellDropState = DropState.none
    private var values: [UIConfigurationStateCustomKey: AnyHashable] = [:]

    /// Makes a state with traits, in which nothing else holds.
    public init(traitCollection: UITraitCollection) { self.traitCollection = traitCollection }

    /// A program's own value; nil for none.
    public subscript(key: UIConfigurationStateCustomKey) -> AnyHashable? {
        get { values[key] }
        set { values[key] = newValue }
    }
}

/// The parts of a state that the system's styles depend on.
package struct StyleState {
    /// The view's traits.
    package var traits: UITraitCollection
    /// The states of views and cells by Apple's names.
    package var isDisabled = false, isHighlighted = false, isSelected = false, isPinned = false, isReordering = false
    /// Whether a drop would go into the cell.
    package var isDropTarget = false

    /// The parts of a state of a view or a cell; of other types only the traits.
    package init(_ state: any UIConfigurationState) {
        traits = state.traitCollection
        if let cell = state as? UICellConfigurationState {
            (isDisabled, isHighlighted, isSelected) = (cell.isDisabled, cell.isHighlighted, cell.isSelected)
            (isPinned, isReordering) = (cell.isPinned, cell.isReordering)
            isDropTarget = cell.cellDropState == .targeted
        } else if let view = state as? UIViewConfigurationState {
            (isDisabled, isHighlighted, isSelected) = (view.isDisabled, view.isHighlighted, view.isSelected)
            isPinned = view.isPinned
        }
    }

    /// A state in which nothing but traits holds.
    package init(traits: UITraitCollection) { self.traits = traits }
}
