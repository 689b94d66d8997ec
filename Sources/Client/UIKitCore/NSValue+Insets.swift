import CoreGraphics
import Foundation

extension UIEdgeInsets: _NSValueBridgeable {
    private static let encoding = "{UIEdgeInsets=dddd}"

    /// Takes the insets out of a value; nil when the value holds something else.
    public init?(_unboxing value: NSValue) {
        guard let parts = value.components(ofStructure: Self.encoding) else { return nil }
        self.init(top: parts[0], left: parts[1], bottom: parts[2], right: parts[3])
    }

    /// A value that holds the insets.
    public var _boxed: NSValue {
        NSValue(structure: Self.encoding, components: [top, left, bottom, right].map { Double($0) })
    }
}

extension UIOffset: _NSValueBridgeable {
    private static let encoding = "{UIOffset=dd}"

    /// Takes the offset out of a value; nil when the value holds something else.
    public init?(_unboxing value: NSValue) {
        guard let parts = value.components(ofStructure: Self.encoding) else { return nil }
        self.init(horizontal: parts[0], vertical: parts[1])
    }

    /// A value that holds the offset.
    public var _boxed: NSValue {
        NSValue(structure: Self.encoding, components: [horizontal, vertical].map { Double($0) })
    }
}

extension NSValue {
    /// Makes a value that holds insets. *Source*: Apple, NSValue, UIKit additions.
    public convenience init(uiEdgeInsets insets: UIEdgeInsets) { self.init(holding: insets._boxed) }

    /// The insets in the value; zeros when the value holds another type.
    public var uiEdgeInsetsValue: UIEdgeInsets { UIEdgeInsets(_unboxing: self) ?? .zero }

    /// Makes a value that holds an offset. *Source*: Apple, NSValue, UIKit additions.
    public convenience init(uiOffset offset: UIOffset) { self.init(holding: offset._boxed) }

    /// The offset in the value; zeros when the value holds another type.
    public var uiOffsetValue: UIOffset { UIOffset(_unboxing: self) ?? .zero }
}
