import Foundation

/// A control, a text or a group of them, as an assistive technology reads it: a value.
package struct AccessibleNode: Sendable, Hashable {
    /// The node's number, which no other node of the program ever has; greater than zero.
    package var id: UInt32
    /// The number of the node that it is in; nil for a window.
    package var parent: UInt32?
    /// The numbers of the nodes in it, in the order in which they are read.
    package var children: [UInt32] = []
    /// Its kind.
    package var role: AccessibleRole
    /// Its name, in a word or two; empty for none.
    package var name = ""
    /// The effect of using it, in words; empty for none.
    package var description = ""
    /// Its present value, in words; empty for none.
    package var value = ""
    /// The name by which tests find it; empty for none.
    package var identifier = ""
    /// Its states.
    package var states: AccessibleStates = []
    /// Its rectangle. *Space*: the content of its window, in points.
    package var frame = CGRect.zero
    /// The actions that it has.
    package var actions: [AccessibleAction] = []
    /// Its number in a range; nil for none.
    package var range: AccessibleRange?
    /// Its text; nil for none.
    package var text: AccessibleText?

    /// Makes a node without content.
    package init(id: UInt32, parent: UInt32? = nil, role: AccessibleRole) {
        (self.id, self.parent, self.role) = (id, parent, role)
    }
}

/// The kind of a node.
package enum AccessibleRole: String, Sendable, Hashable, CaseIterable {
    /// A window of the desktop.
    case window
    /// A part of a window in front of its other parts, which cannot be used meanwhile.
    case dialog
    /// Some nodes together.
    case group
    /// A view that scrolls.
    case scrollView
    /// Rows or items.
    case list
    /// A row or an item.
    case listItem
    /// A control that is pressed.
    case button
    /// A control that is on or off.
    case toggle
    /// A control that is on while others beside it are off.
    case choice
    /// A row of tabs.
    case tabList
    /// One of several tabs.
    case tab
    /// A control with a thumb.
    case slider
    /// The number of the page that is shown.
    case pages
    /// A bar that fills.
    case progress
    /// A sign that something is in progress.
    case activity
    /// Text that cannot be changed.
    case label
    /// The title of a part.
    case heading
    /// Text that leads somewhere.
    case link
    /// A picture.
    case image
    /// A line of text that can be changed.
    case entry
    /// A line of text that can be changed, and is not shown.
    case password
    /// Text of several lines.
    case textArea
    /// A text that is read once.
    case announcement
}

/// States of a node.
package struct AccessibleStates: OptionSet, Sendable, Hashable {
    /// The bits.
    package let rawValue: UInt32
    /// Makes states from bits.
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// It can be used.
    package static let enabled = AccessibleStates(rawValue: 1 << 0)
    /// It is on the screen, and inside of the visible parts of its window and scroll views.
    package static let showing = AccessibleStates(rawValue: 1 << 1)
    /// It may have the keyboard's focus.
    package static let focusable = AccessibleStates(rawValue: 1 << 2)
    /// It may be one of the selected ones.
    package static let selectable = AccessibleStates(rawValue: 1 << 3)
    /// It is selected.
    package static let selected = AccessibleStates(rawValue: 1 << 4)
    /// It is on or off.
    package static let checkable = AccessibleStates(rawValue: 1 << 5)
    /// It is on.
    package static let checked = AccessibleStates(rawValue: 1 << 6)
    /// Its text can be changed.
    package static let editable = AccessibleStates(rawValue: 1 << 7)
    /// Something is in progress.
    package static let busy = AccessibleStates(rawValue: 1 << 8)
    /// The window has the keyboard.
    package static let active = AccessibleStates(rawValue: 1 << 9)
    /// Nodes outside of it cannot be used meanwhile.
    package static let modal = AccessibleStates(rawValue: 1 << 10)
}

/// Something that can be done with a node.
package enum AccessibleAction: Sendable, Hashable {
    /// The effect of a tap.
    case press
    /// Raises its value by a step.
    case increment
    /// Lowers its value by a step.
    case decrement
    /// The program's own action of a name.
    case custom(String)

    /// The name for assistive technologies.
    package var name: String {
        switch self {
        case .press: "press"
        case .increment: "increment"
        case .decrement: "decrement"
        case .custom(let name): name
        }
    }
}

/// A number in a range.
package struct AccessibleRange: Sendable, Hashable {
    /// The number.
    package var value: Double
    /// The least number that it can be.
    package var minimum: Double
    /// The largest number that it can be, at least `minimum`.
    package var maximum: Double
    /// The difference of a step; 0 if it is not known.
    package var step: Double

    /// Makes a number in a range.
    package init(_ value: Double, from minimum: Double, to maximum: Double, step: Double = 0) {
        (self.value, self.minimum, self.maximum, self.step) = (value, minimum, maximum, step)
    }
}

/// A text with its selection. *Units*: Unicode scalars, as AT-SPI counts.
package struct AccessibleText: Sendable, Hashable {
    /// The text; a bullet for each character of one that is a secret.
    package var content: String
    /// The caret; nil for a text without one.
    package var caret: Int?
    /// The selected part; empty for none.
    package var selection: Range<Int>

    /// Makes a text.
    package init(_ content: String, caret: Int? = nil, selection: Range<Int> = 0..<0) {
        (self.content, self.caret, self.selection) = (content, caret, selection)
    }
}

/// The nodes of a program's windows.
package struct AccessibleTree: Sendable, Equatable {
    /// The nodes by their numbers.
    package var nodes: [UInt32: AccessibleNode] = [:]
    /// The numbers of the windows, back to front.
    package var windows: [UInt32] = []
    /// Where the windows' contents are on the screen, by their numbers.
    package var places: [UInt32: AccessiblePlace] = [:]
    /// The number of the node with the focus; nil for none.
    package var focus: UInt32?

    /// Makes a tree without nodes.
    package init() {}

    /// The nodes of a number and all in it, parents first.
    package func order(from id: UInt32) -> [UInt32] {
        var (order, next) = ([id], 0)
        while next < order.count {
            order += nodes[order[next]]?.children ?? []
            next += 1
        }
        return order
    }

    /// The number of a node's window; the node's own if it is one.
    package func window(of id: UInt32) -> UInt32 {
        var id = id
        while let parent = nodes[id]?.parent { id = parent }
        return id
    }
}

/// Where a window's content is on the screen.
package struct AccessiblePlace: Sendable, Hashable {
    /// The upper left corner, in the display server's units; zero if programs cannot know it, as on Wayland.
    package var origin: CGPoint
    /// The display server's units in a point.
    package var unit: CGFloat

    /// Makes a place.
    package init(origin: CGPoint = .zero, unit: CGFloat = 1) { (self.origin, self.unit) = (origin, unit) }
}

/// Something that an assistive technology asks of a node.
package enum AccessibleRequest: Sendable, Hashable {
    /// Does the action of an index.
    case action(Int)
    /// Gives it the focus.
    case focus
    /// Changes its number, by steps.
    case setValue(Double)
    /// Selects a part of its text; an empty part is the caret. *Units*: Unicode scalars.
    case select(Range<Int>)
    /// Replaces a part of its text. *Units*: Unicode scalars.
    case replace(Range<Int>, String)
    /// Scrolls it into sight.
    case scrollIntoSight
}
