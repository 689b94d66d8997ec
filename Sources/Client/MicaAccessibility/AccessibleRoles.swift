import MicaEvents

extension AccessibleRole {
    /// The number and the English name of a kind, as AT-SPI has them. *Source*: at-spi2-core, atspi-constants.h, enum AtspiRole; the
    /// names are those that `atspi_role_get_name` makes of the constants.
    package var atspi: (number: UInt32, name: String) {
        switch self {
        case .window: (23, "frame")
        case .dialog: (16, "dialog")
        case .group: (39, "panel")
        case .scrollView: (49, "scroll pane")
        case .list: (31, "list")
        case .listItem: (32, "list item")
        case .button: (43, "push button")
        case .toggle: (62, "toggle button")
        case .choice: (44, "radio button")
        case .tabList: (38, "page tab list")
        case .tab: (37, "page tab")
        case .slider: (51, "slider")
        case .pages: (52, "spin button")
        case .progress: (42, "progress bar")
        case .activity: (3, "animation")
        case .label: (29, "label")
        case .heading: (83, "heading")
        case .link: (88, "link")
        case .image: (27, "image")
        case .entry: (79, "entry")
        case .password: (40, "password text")
        case .textArea: (61, "text")
        case .announcement: (101, "notification")
        }
    }

    /// The kind of the program itself.
    static let application = (number: UInt32(75), name: "application")
}

extension AccessibleStates {
    /// The states and their numbers and names in AT-SPI. *Source*: at-spi2-core, atspi-constants.h, enum AtspiStateType.
    static let atspi: [(state: AccessibleStates, numbers: [Int], name: String)] = [
        // A control that can be used is both.
        (.enabled, [8, 24], "sensitive"), (.showing, [25], "showing"), (.focusable, [11], "focusable"),
        (.selectable, [22], "selectable"), (.selected, [23], "selected"), (.checkable, [41], "checkable"),
        (.checked, [4], "checked"), (.editable, [7], "editable"), (.busy, [3], "busy"), (.active, [1], "active"),
        (.modal, [16], "modal"),
    ]
    /// The numbers of states that this library has for no node of its own accord.
    enum Number {
        static let focused = 12, visible = 30, singleLine = 26, multiLine = 18, selectableText = 38
        static let horizontal = 14, readOnly = 43
    }
}

extension AccessibleTree {
    /// The numbers of a node's states in AT-SPI.
    package func stateNumbers(of node: AccessibleNode) -> Set<Int> {
        typealias Number = AccessibleStates.Number
        var numbers: Set<Int> = [Number.visible]
        for entry in AccessibleStates.atspi where node.states.contains(entry.state) { numbers.formUnion(entry.numbers) }
        if focus == node.id { numbers.insert(Number.focused) }
        switch node.role {
        case .entry, .password: numbers.formUnion([Number.singleLine, Number.selectableText])
        case .textArea: numbers.formUnion([Number.multiLine, Number.selectableText])
        case .slider, .progress: numbers.insert(Number.horizontal)
        default: break
        }
        if node.text != nil, node.role == .textArea, !node.states.contains(.editable) {
            numbers.insert(Number.readOnly)
        }
        return numbers
    }

    /// A node's states as AT-SPI sends them: two numbers of 32 bits.
    func stateBits(of node: AccessibleNode) -> BusValue {
        var words: [UInt32] = [0, 0]
        for number in stateNumbers(of: node) { words[number / 32] |= 1 << UInt32(number % 32) }
        return .array(of: "u", words.map { .uint($0) })
    }
}
