import CoreGraphics
import Foundation
import MicaEvents

/// Makes the tree of a program's windows that assistive technologies read, of the views' accessibility values.
///
/// A host is a window there, and what is in its UIWindows is in it. A node has its number for as long as its view or element lives.
@MainActor struct AccessibleTreeBuilder {
    /// The tree so far.
    private(set) var tree = AccessibleTree()
    /// The views and elements of the nodes, by their numbers.
    private(set) var sources: [UInt32: Source] = [:]

    /// The view or the element of a node.
    struct Source {
        weak var object: NSObject?
        weak var window: UIWindow?
    }

    private static var lastNumber: UInt32 = 0

    /// A number that no node has had.
    static func newNumber() -> UInt32 {
        lastNumber += 1
        return lastNumber
    }

    /// Adds a window of the desktop.
    mutating func add(_ host: any AccessibilityHost, number: UInt32, size: CGSize) {
        var node = AccessibleNode(id: number, role: .window)
        node.name = host.title
        node.frame = CGRect(origin: .zero, size: size)
        node.states = host.isFocused ? [.enabled, .showing, .active] : [.enabled, .showing]
        tree.nodes[number] = node
        tree.windows.append(number)
        tree.places[number] = host.accessiblePlace
    }

    /// Adds a node without a view: a text that is read once.
    mutating func announce(_ text: String, number: UInt32, in parent: UInt32) {
        var node = AccessibleNode(id: number, parent: parent, role: .announcement)
        node.name = text
        node.states = [.enabled, .showing]
        tree.nodes[number] = node
        tree.nodes[parent]?.children.append(number)
    }

    /// Gives the focus to a node of the tree.
    mutating func focus(_ id: UInt32?) { tree.focus = id.flatMap { tree.nodes[$0] == nil ? nil : $0 } }

    /// Adds the elements of a UIWindow to a window of the desktop.
    mutating func add(_ window: UIWindow, to host: UInt32) {
        let offset = window.frame.origin
        guard let visible = tree.nodes[host]?.frame else { return }
        /// The nodes that the next element may be in, each with the depth of its element and the part of it that is seen.
        var open: [(depth: Int, id: UInt32, visible: CGRect)] = [(-1, host, visible)]
        for element in AccessibilityTree(ofAll: window).elements {
            while let last = open.last, last.depth >= element.depth { open.removeLast() }
            guard let parent = open.last else { break }
            // The window of the desktop stands for it.
            if element.source === window { continue }
            let id = Self.number(of: element.source)
            // An element that a program lists twice is in the tree once.
            if tree.nodes[id] != nil { continue }
            let parentRole = tree.nodes[parent.id]?.role ?? .group
            var node = AccessibleNode(id: id, parent: parent.id, role: element.role(in: parentRole))
            node.frame = element.frame.offsetBy(dx: offset.x, dy: offset.y)
            fill(&node, element)
            let seen = node.frame.intersection(parent.visible)
            if !seen.isNull, seen.width > 0, seen.height > 0 { node.states.insert(.showing) }
            tree.nodes[id] = node
            tree.nodes[parent.id]?.children.append(id)
            sources[id] = Source(object: element.source, window: window)
            open.append((element.depth, id, node.role.clips ? seen : parent.visible))
        }
        nameItems()
    }

    /// A view's or an element's number.
    static func number(of source: NSObject) -> UInt32 {
        if let view = source as? UIView {
            let values = view.makeRare()
            if values.accessibleNumber == 0 { values.accessibleNumber = newNumber() }
            return values.accessibleNumber
        }
        guard let element = source as? UIAccessibilityElement else { return newNumber() }
        if element.accessibleNumber == 0 { element.accessibleNumber = newNumber() }
        return element.accessibleNumber
    }

    /// Names what has no name: dialogs after the first text in them; rows and items after all texts in them, which are no nodes any
    /// more. *Source*: VoiceOver reads a cell without a label of its own by the labels in it.
    private mutating func nameItems() {
        for (id, node) in tree.nodes where node.role == .dialog && node.name.isEmpty {
            let title = node.children.compactMap { tree.nodes[$0] }.first { [.label, .heading].contains($0.role) }
            tree.nodes[id]?.name = title?.name ?? ""
        }
        for (id, node) in tree.nodes where node.role == .listItem && node.name.isEmpty {
            let texts = node.children.compactMap { tree.nodes[$0] }.filter { $0.role == .label }
            guard !texts.isEmpty else { continue }
            tree.nodes[id]?.name = texts.map(\.name).filter { !$0.isEmpty }.joined(separator: ", ")
            tree.nodes[id]?.children.removeAll { child in texts.contains { $0.id == child } }
            for text in texts {
                tree.nodes[text.id] = nil
                sources[text.id] = nil
            }
        }
    }

    // MARK: Values

    private func fill(_ node: inout AccessibleNode, _ element: AccessibilityTree.Element) {
        let view = element.source as? UIView
        node.name = element.label ?? ""
        node.identifier = element.identifier ?? ""
        if element.isEnabled { node.states.insert(.enabled) }
        node.range = range(of: element, node.role)
        node.text = text(of: element, node)
        node.actions = actions(of: element, node)
        var words: [String] = []
        if let value = element.value, !value.isEmpty {
            node.value = value
            // Values that no other part of the node says.
            let isSaid =
                node.range != nil || node.text != nil && node.role != .label
                || [.toggle, .activity].contains(node.role)
            if !isSaid { words.append(value) }
        }
        words += element.content.map { "\($0.label): \($0.value)" }
        if let hint = element.hint { words.append(hint) }
        node.description = words.joined(separator: ", ")
        let isOn = element.isSelected || (view as? any AccessibleRoleHolder)?.isAccessiblySelected == true
        switch node.role {
        case .toggle: node.states.formUnion(element.value == "1" ? [.checkable, .checked] : .checkable)
        case .choice:
            node.states.formUnion(isOn ? [.checkable, .checked, .selectable, .selected] : [.checkable, .selectable])
        case .tab, .listItem: node.states.formUnion(isOn ? [.selectable, .selected] : .selectable)
        case .activity: if element.value == "1" { node.states.insert(.busy) }
        case .entry, .password, .textArea:
            if element.isEnabled, (view as? any TextKeyReceiver)?.takesText != false { node.states.insert(.editable) }
        case .dialog: node.states.insert(.modal)
        default: if isOn { node.states.insert(.selected) }
        }
        if view?.canBecomeFocused == true || node.role.isUsed { node.states.insert(.focusable) }
    }

    private func range(of element: AccessibilityTree.Element, _ role: AccessibleRole) -> AccessibleRange? {
        switch element.source {
        case let slider as UISlider:
            let (low, high) = (Double(slider.minimumValue), Double(slider.maximumValue))
            return AccessibleRange(Double(slider.value), from: low, to: high, step: (high - low) / 10)
        case let bar as UIProgressView: return AccessibleRange(Double(bar.progress) * 100, from: 0, to: 100)
        case let pages as UIPageControl:
            let count = max(1, pages.numberOfPages)
            return AccessibleRange(Double(pages.currentPage + 1), from: 1, to: Double(count), step: 1)
        default:
            // A program's own: the number that its value begins with.
            guard role == .slider, let value = element.value else { return nil }
            let number = value.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-") }
            guard let number = Double(number), number.isFinite else { return nil }
            return value.hasSuffix("%")
                ? AccessibleRange(number, from: 0, to: 100)
                : AccessibleRange(number, from: min(number, 0), to: max(number, 0))
        }
    }

    private func text(of element: AccessibilityTree.Element, _ node: AccessibleNode) -> AccessibleText? {
        switch node.role {
        case .label, .heading, .link: return AccessibleText(node.name)
        case .entry, .password, .textArea:
            guard let input = element.source as? any UITextInput else { return AccessibleText(element.value ?? "") }
            return AccessibleText(of: input)
        default: return nil
        }
    }

    private func actions(of element: AccessibilityTree.Element, _ node: AccessibleNode) -> [AccessibleAction] {
        var actions: [AccessibleAction] = []
        let view = element.source as? UIView
        let hasGestures = view?.isUserInteractionEnabled == true && view?.gestureRecognizers?.isEmpty == false
        let isOwn = node.role == .group && (element.source as? UIView)?.isAccessibilityElement ?? true
        if node.role.isUsed || hasGestures && node.role != .scrollView && node.role != .list || isOwn {
            actions.append(.press)
        }
        if element.traits.contains(.adjustable) { actions += [.increment, .decrement] }
        return actions + element.actions.map { .custom($0) }
    }
}

extension AccessibleRole {
    /// Whether a person uses it, so that it may have the focus.
    var isUsed: Bool {
        switch self {
        case .button, .toggle, .choice, .tab, .listItem, .link, .entry, .password, .textArea, .slider, .pages: true
        default: false
        }
    }

    /// Whether parts outside of its frame are not seen.
    var clips: Bool { self == .scrollView || self == .list }
}

extension AccessibilityTree.Element {
    /// The kind for assistive technologies, in a node of another.
    @MainActor func role(in parent: AccessibleRole) -> AccessibleRole {
        if let holder = source as? any AccessibleRoleHolder { return holder.accessibleRole }
        switch kind {
        case .window: return .group
        case .button:
            if parent == .tabList { return .tab }
            return source is ControlElement && isSegment ? .choice : .button
        case .switch: return .toggle
        case .slider: return .slider
        case .stepper, .segmentedControl: return .group
        case .pageIndicator: return .pages
        case .progressIndicator: return .progress
        case .activityIndicator: return .activity
        case .textField, .searchField: return .entry
        case .secureTextField: return .password
        case .textView: return .textArea
        case .scrollView: return .scrollView
        case .staticText, .image, .other: return roleByTraits
        }
    }

    /// Whether it is one of a segmented control's parts.
    @MainActor private var isSegment: Bool {
        (source as? UIAccessibilityElement)?.accessibilityContainer is UISegmentedControl
    }

    @MainActor private var roleByTraits: AccessibleRole {
        if traits.contains(.button) { return .button }
        if traits.contains(.link) { return .link }
        if traits.contains(.header) { return .heading }
        if traits.contains(.adjustable) { return .slider }
        if traits.contains(.tabBar) { return .tabList }
        if kind == .image { return .image }
        if kind == .staticText { return .label }
        // A view that is modal is in front of the others.
        if (source as? UIView)?.accessibilityViewIsModal == true { return .dialog }
        return .group
    }
}

extension AccessibleText {
    /// The text of a view, with its selection; bullets for one that is a secret.
    @MainActor init(of input: any UITextInput) {
        let (start, end) = (input.beginningOfDocument, input.endOfDocument)
        var content = input.textRange(from: start, to: end).flatMap(input.text(in:)) ?? ""
        var selection = 0..<0
        if let range = input.selectedTextRange {
            let (from, to) = (input.offset(from: start, to: range.start), input.offset(from: start, to: range.end))
            let (first, last) = (content.scalarOffset(ofUTF16: from), content.scalarOffset(ofUTF16: to))
            selection = min(first, last)..<max(first, last)
        }
        if input.isSecureTextEntry { content = String(repeating: "•", count: content.unicodeScalars.count) }
        self.init(content, caret: selection.upperBound, selection: selection)
    }
}

extension String {
    /// The number of Unicode scalars before an offset in UTF-16, which is limited to the text.
    func scalarOffset(ofUTF16 offset: Int) -> Int {
        let units = utf16
        let index = units.index(units.startIndex, offsetBy: min(max(offset, 0), units.count))
        return unicodeScalars[..<index].count
    }

    /// The offset in UTF-16 of a number of Unicode scalars, which is limited to the text.
    func utf16Offset(ofScalar offset: Int) -> Int {
        let scalars = unicodeScalars
        let index = scalars.index(scalars.startIndex, offsetBy: max(offset, 0), limitedBy: scalars.endIndex)
        return utf16.distance(from: startIndex, to: index ?? endIndex)
    }
}
