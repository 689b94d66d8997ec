import CoreGraphics
import Foundation

/// The accessibility elements of a tree of views, in the order in which a screen reader reads them. Tests find elements
/// by it.
///
///     let play = try #require(window.accessibilityTree.first(.button, named: "Play"))
///     try host.perform("tap \(play.point)")
///     #expect(window.accessibilityTree["Volume"]?.value == "50%")
///
/// The kinds are those of XCUIElement.ElementType. A tree is a copy of its views' values: make it anew after a change.
/// Apple has no such type; its tests ask another process.
public struct AccessibilityTree: CustomStringConvertible {
    /// The kind of an element. *Source*: Apple, XCUIElement.ElementType.
    public enum Kind: String, Sendable {
        /// A window.
        case window
        /// A control that is tapped.
        case button
        /// A control that is on or off.
        case `switch`
        /// A control with a thumb.
        case slider
        /// A control that raises and lowers a value.
        case stepper
        /// A control of several segments.
        case segmentedControl
        /// A row of dots for pages.
        case pageIndicator
        /// A bar that fills.
        case progressIndicator
        /// A sign that turns while something is in progress.
        case activityIndicator
        /// Text that cannot be changed.
        case staticText
        /// A line of text that can be changed.
        case textField
        /// A line of text that can be changed, and is not shown.
        case secureTextField
        /// A line of text for searches.
        case searchField
        /// Text of several lines.
        case textView
        /// A picture.
        case image
        /// A view that scrolls.
        case scrollView
        /// Anything else.
        case other
    }

    /// One element: a view, or a part of one.
    public struct Element: CustomStringConvertible {
        /// Its kind.
        public let kind: Kind
        /// Its name, in a word or two; nil for none.
        public let label: String?
        /// Its present value; nil for none.
        public let value: String?
        /// The effect of using it, in words; nil for none.
        public let hint: String?
        /// The name by which tests find it; nil for none.
        public let identifier: String?
        /// Its traits.
        public let traits: UIAccessibilityTraits
        /// Its rectangle. *Space*: the window's, in points.
        public let frame: CGRect
        /// The point where a touch uses it. *Space*: the window's, in points.
        public let activationPoint: CGPoint
        /// The names of its custom actions.
        public let actions: [String]
        /// Its further texts, as a screen reader would read them.
        public let content: [AXCustomContent]
        /// Its depth in the tree of elements: a segment is one deeper than its control.
        public let depth: Int
        /// The view or accessibility element that it comes from.
        public let source: NSObject

        /// Whether it can be used: it has no trait `notEnabled`.
        public var isEnabled: Bool { !traits.contains(.notEnabled) }
        /// Whether it has the trait `selected`.
        public var isSelected: Bool { traits.contains(.selected) }
        /// `activationPoint` as scripts of windows write points: `x,y`.
        public var point: String { "\(number(activationPoint.x)),\(number(activationPoint.y))" }

        /// Uses it, as a tap would; returns whether it did anything.
        @MainActor @discardableResult public func activate() -> Bool {
            if let view = source as? UIView { return view.accessibilityActivate() }
            return (source as? UIAccessibilityElement)?.accessibilityActivate() ?? false
        }

        /// Performs the custom action of a name; returns whether there is one and it succeeded.
        @MainActor @discardableResult public func perform(_ action: String) -> Bool {
            Self.customActions(of: source)?.first { $0.name == action }?.perform() ?? false
        }

        @MainActor static func customActions(of source: NSObject) -> [UIAccessibilityCustomAction]? {
            if let view = source as? UIView { return view.accessibilityCustomActions }
            return (source as? UIAccessibilityElement)?.accessibilityCustomActions
        }

        /// The element as a line of the tree's text, without its indentation.
        public var description: String {
            var words = [kind.rawValue]
            if let label { words.append("\"\(label)\"") }
            if let value { words.append("value \"\(value)\"") }
            if let identifier { words.append("id \"\(identifier)\"") }
            if let hint { words.append("hint \"\(hint)\"") }
            words += traits.names
            words += actions.map { "action \"\($0)\"" } + content.map { "\"\($0.label)\": \"\($0.value)\"" }
            words.append(
                "at \(number(frame.minX)),\(number(frame.minY)) \(number(frame.width))x\(number(frame.height))")
            return words.joined(separator: " ")
        }

        private func number(_ value: CGFloat) -> String {
            guard value.isFinite, abs(value) < 1e9 else { return "0" }
            let rounded = (value * 10).rounded() / 10
            return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
        }
    }

    /// The elements in the order in which they are read.
    public let elements: [Element]

    /// Reads the elements of a view and all views in it.
    @MainActor public init(of view: UIView) {
        var reader = AccessibilityReader()
        reader.read(view, depth: 0)
        elements = reader.elements
    }

    /// Reads the elements and the groups that assistive technologies know: rows, lists, and what is in front of all others.
    @MainActor init(ofAll view: UIView) {
        var reader = AccessibilityReader(hasGroups: true)
        reader.read(view, depth: 0)
        elements = reader.elements
    }

    /// The first element with a label or an identifier; nil for none.
    public subscript(name: String) -> Element? { first(named: name) }

    /// The first element of a kind and with a label or an identifier, where they are given; nil for none.
    public func first(_ kind: Kind? = nil, named name: String? = nil) -> Element? { all(kind, named: name).first }

    /// The elements of a kind and with a label or an identifier, where they are given.
    public func all(_ kind: Kind? = nil, named name: String? = nil) -> [Element] {
        elements.filter { element in
            (kind == nil || element.kind == kind)
                && (name == nil || element.label == name || element.identifier == name)
        }
    }

    /// A line for each element, indented by its depth: the text that `mica tree --accessibility` prints.
    public var description: String {
        elements.map { String(repeating: "  ", count: $0.depth) + $0.description }.joined(separator: "\n")
    }
}

extension UIView {
    /// The accessibility elements of the view and all views in it. *Space*: the window's.
    public final var accessibilityTree: AccessibilityTree { AccessibilityTree(of: self) }
}

extension UIAccessibilityTraits {
    /// Apple's names of the traits that are set, except those that the kind implies.
    fileprivate var names: [String] {
        let all: [(UIAccessibilityTraits, String)] = [
            (.link, "link"), (.selected, "selected"), (.header, "header"), (.searchField, "searchField"),
            (.keyboardKey, "keyboardKey"), (.adjustable, "adjustable"), (.notEnabled, "notEnabled"),
            (.updatesFrequently, "updatesFrequently"), (.summaryElement, "summaryElement"),
        ]
        return all.filter { contains($0.0) }.map(\.1)
    }
}

/// Reads the elements of views, depth first.
@MainActor private struct AccessibilityReader {
    /// Whether groups without a name are read, too.
    var hasGroups = false
    var elements: [AccessibilityTree.Element] = []

    mutating func read(_ view: UIView, depth: Int) {
        guard !view.isHidden, view.alpha > 0 else { return }
        if view.isAccessibilityElement {
            add(
                view, kind(of: view), view.accessibilityLabel, view.accessibilityValue, view.accessibilityHint,
                view.accessibilityIdentifier, view.accessibilityTraits, view.accessibilityFrame,
                view.accessibilityActivationPoint, depth)
            // Views within an element are part of it.
            return
        }
        guard !view.accessibilityElementsHidden else { return }
        var depth = depth
        // A view that is no element has a line if it has a kind that groups others, or was given a name.
        let kind = kind(of: view)
        let isGroup = hasGroups && (view is any AccessibleRoleHolder || view.accessibilityViewIsModal)
        if kind != .other && kind != .image || view.accessibilityLabel != nil || view.accessibilityIdentifier != nil
            || isGroup
        {
            add(
                view, kind, view.accessibilityLabel, nil, nil, view.accessibilityIdentifier, view.accessibilityTraits,
                view.accessibilityFrame, view.accessibilityActivationPoint, depth)
            depth += 1
        }
        if let listed = view.accessibilityElements {
            for item in listed { read(item: item, depth: depth) }
            return
        }
        // A modal view hides its siblings.
        let modal = view.subviews.last { $0.accessibilityViewIsModal && !$0.isHidden }
        for child in modal.map({ [$0] }) ?? view.subviews { read(child, depth: depth) }
    }

    private mutating func read(item: Any, depth: Int) {
        if let view = item as? UIView { return read(view, depth: depth) }
        guard let element = item as? UIAccessibilityElement, element.isAccessibilityElement else { return }
        add(
            element, kind(of: element.accessibilityTraits), element.accessibilityLabel, element.accessibilityValue,
            element.accessibilityHint, element.accessibilityIdentifier, element.accessibilityTraits,
            element.accessibilityFrame, element.accessibilityActivationPoint, depth)
    }

    private mutating func add(
        _ source: NSObject, _ kind: AccessibilityTree.Kind, _ label: String?, _ value: String?, _ hint: String?,
        _ identifier: String?, _ traits: UIAccessibilityTraits, _ frame: CGRect, _ point: CGPoint, _ depth: Int
    ) {
        elements.append(
            AccessibilityTree.Element(
                kind: kind, label: label, value: value, hint: hint, identifier: identifier, traits: traits,
                frame: frame, activationPoint: point,
                actions: (AccessibilityTree.Element.customActions(of: source) ?? []).map(\.name),
                content: (source as? any AXCustomContentProvider)?.accessibilityCustomContent ?? [], depth: depth,
                source: source))
    }

    private func kind(of view: UIView) -> AccessibilityTree.Kind {
        switch view {
        case is UIWindow: .window
        case let view as any AccessibilityKindHolder: view.accessibilityKind
        case is UISwitch: .switch
        case is UISlider: .slider
        case is UIStepper: .stepper
        case is UISegmentedControl: .segmentedControl
        case is UIPageControl: .pageIndicator
        case is UIProgressView: .progressIndicator
        case is UIActivityIndicatorView: .activityIndicator
        case is UIScrollView: .scrollView
        default: kind(of: view.accessibilityTraits)
        }
    }

    private func kind(of traits: UIAccessibilityTraits) -> AccessibilityTree.Kind {
        if traits.contains(.button) { return .button }
        if traits.contains(.staticText) { return .staticText }
        if traits.contains(.image) { return .image }
        return .other
    }
}
