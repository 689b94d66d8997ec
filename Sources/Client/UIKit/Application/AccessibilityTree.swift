import CoreGraphics
import Foundation

/// What a tree of views tells to whoever does not see it: its elements in the order in which they are read, as a test or a person
/// without a screen has them.
///
///     let play = try #require(window.accessibilityTree.first(.button, named: "Play"))
///     try host.perform("tap \(play.point)")
///     #expect(window.accessibilityTree["Volume"]?.value == "50%")
///
/// The kinds are those of XCUIElement.ElementType. It is what the views said when it was made: after a change it is made anew. It is one of
/// the few public names that Apple does not have: Apple's tests ask another process.
public struct AccessibilityTree: CustomStringConvertible {
    /// Of what kind an element is. *Source*: Apple, XCUIElement.ElementType.
    public enum Kind: String, Sendable {
        /// A window.
        case window
        /// What is tapped.
        case button
        /// A control that is on or off.
        case `switch`
        /// A control with a thumb.
        case slider
        /// A control that takes a value up and down.
        case stepper
        /// A control of segments.
        case segmentedControl
        /// A row of dots for pages.
        case pageIndicator
        /// A bar that fills.
        case progressIndicator
        /// What turns while something goes on.
        case activityIndicator
        /// Text that is read.
        case staticText
        /// A picture.
        case image
        /// A view that scrolls.
        case scrollView
        /// Anything else.
        case other
    }

    /// Something that is told of.
    public struct Element: CustomStringConvertible {
        /// Of what kind it is.
        public let kind: Kind
        /// What it is, in a word or two; nil for nothing said.
        public let label: String?
        /// What it has now; nil for nothing said.
        public let value: String?
        /// What happens when it is used; nil for nothing said.
        public let hint: String?
        /// How tests find it; nil for nothing said.
        public let identifier: String?
        /// What characterizes it.
        public let traits: UIAccessibilityTraits
        /// Where it is. *Space*: the window's, in points.
        public let frame: CGRect
        /// Where a touch uses it. *Space*: the window's, in points.
        public let activationPoint: CGPoint
        /// How deep it lies in what is told of: a segment is one deeper than its control.
        public let depth: Int
        /// The view or the element that tells it.
        public let source: NSObject

        /// Whether it can be used.
        public var isEnabled: Bool { !traits.contains(.notEnabled) }
        /// Whether it is chosen.
        public var isSelected: Bool { traits.contains(.selected) }
        /// The point where a touch uses it, as scripts of windows write points: `x,y`.
        public var point: String { "\(number(activationPoint.x)),\(number(activationPoint.y))" }

        /// Uses it, as a tap would: whether there was something to be done.
        @MainActor @discardableResult public func activate() -> Bool {
            if let view = source as? UIView { return view.accessibilityActivate() }
            return (source as? UIAccessibilityElement)?.accessibilityActivate() ?? false
        }

        /// It, as a line of the tree's text, without its depth.
        public var description: String {
            var words = [kind.rawValue]
            if let label { words.append("\"\(label)\"") }
            if let value { words.append("value \"\(value)\"") }
            if let identifier { words.append("id \"\(identifier)\"") }
            if let hint { words.append("hint \"\(hint)\"") }
            words += traits.names
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

    /// What is told of, in the order in which it is read.
    public let elements: [Element]

    /// Asks a view and all in it.
    @MainActor public init(of view: UIView) {
        var reader = AccessibilityReader()
        reader.read(view, depth: 0)
        elements = reader.elements
    }

    /// The first element of a label or an identifier; nil for none.
    public subscript(name: String) -> Element? { first(named: name) }

    /// The first element of a kind, with a label or an identifier where it is said; nil for none.
    public func first(_ kind: Kind? = nil, named name: String? = nil) -> Element? { all(kind, named: name).first }

    /// The elements of a kind, with a label or an identifier where it is said.
    public func all(_ kind: Kind? = nil, named name: String? = nil) -> [Element] {
        elements.filter { element in
            (kind == nil || element.kind == kind)
                && (name == nil || element.label == name || element.identifier == name)
        }
    }

    /// All of it, a line for each element, deeper ones further in: what `mica tree --accessibility` prints.
    public var description: String {
        elements.map { String(repeating: "  ", count: $0.depth) + $0.description }.joined(separator: "\n")
    }
}

extension UIView {
    /// What the view and all in it tell to whoever does not see them. *Space*: the window's.
    public final var accessibilityTree: AccessibilityTree { AccessibilityTree(of: self) }
}

extension UIAccessibilityTraits {
    /// The names of the traits that are set, as Apple names them, but those that kinds say.
    fileprivate var names: [String] {
        let all: [(UIAccessibilityTraits, String)] = [
            (.link, "link"), (.selected, "selected"), (.header, "header"), (.searchField, "searchField"),
            (.keyboardKey, "keyboardKey"), (.adjustable, "adjustable"), (.notEnabled, "notEnabled"),
            (.updatesFrequently, "updatesFrequently"), (.summaryElement, "summaryElement"),
        ]
        return all.filter { contains($0.0) }.map(\.1)
    }
}

/// Asks views, one after the other.
@MainActor private struct AccessibilityReader {
    var elements: [AccessibilityTree.Element] = []

    mutating func read(_ view: UIView, depth: Int) {
        guard !view.isHidden, view.alpha > 0 else { return }
        if view.isAccessibilityElement {
            add(
                view, kind(of: view), view.accessibilityLabel, view.accessibilityValue, view.accessibilityHint,
                view.accessibilityIdentifier, view.accessibilityTraits, view.accessibilityFrame,
                view.accessibilityActivationPoint, depth)
            // What is in an element is part of it.
            return
        }
        guard !view.accessibilityElementsHidden else { return }
        var depth = depth
        // What is no element is a line of its own where it groups what is in it, or was given a name.
        let kind = kind(of: view)
        if kind != .other && kind != .image || view.accessibilityLabel != nil || view.accessibilityIdentifier != nil {
            add(
                view, kind, view.accessibilityLabel, nil, nil, view.accessibilityIdentifier, view.accessibilityTraits,
                view.accessibilityFrame, view.accessibilityActivationPoint, depth)
            depth += 1
        }
        if let listed = view.accessibilityElements {
            for item in listed { read(item: item, depth: depth) }
            return
        }
        // A view that is modal hides those beside it.
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
                frame: frame,
                activationPoint: point, depth: depth, source: source))
    }

    private func kind(of view: UIView) -> AccessibilityTree.Kind {
        switch view {
        case is UIWindow: .window
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
