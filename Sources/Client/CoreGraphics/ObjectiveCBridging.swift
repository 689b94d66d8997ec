// `as`, `as?` and collection casts between Swift's and Foundation's types depend on the Swift type's conformance to
// `_ObjectiveCBridgeable`, on every platform. CGFloat, CGPoint and similar types conform on Apple's platforms but not
// on Linux, where `value(forKey:) as? CGFloat` is nil. These conformances make the casts work in every program that
// links this module.

extension CGFloat: @retroactive _ObjectiveCBridgeable {
    /// Implements `as NSNumber`.
    public func _bridgeToObjectiveC() -> NSNumber { NSNumber(value: native) }

    /// Implements `as! CGFloat` for any number, rounded where necessary.
    public static func _forceBridgeFromObjectiveC(_ x: NSNumber, result: inout CGFloat?) {
        result = CGFloat(x.doubleValue)
    }

    /// Implements `as? CGFloat`, only for numbers that a CGFloat holds exactly.
    public static func _conditionallyBridgeFromObjectiveC(_ x: NSNumber, result: inout CGFloat?) -> Bool {
        result = (x as? Double).map { CGFloat($0) }
        return result != nil
    }

    /// Implements casts of collections; nil becomes 0.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSNumber?) -> CGFloat {
        CGFloat(source?.doubleValue ?? 0)
    }
}

/// A structure that casts to and from NSValue. The protocol is not for clients; Swift requires it to be public.
///
/// To conform, a structure of doubles does as `CGAffineTransform` below. It has an Objective-C type encoding, makes
/// `_boxed` with `NSValue(structure:components:)`, and implements `init?(_unboxing:)` with
/// `NSValue.components(ofStructure:)`. An initialiser of NSValue for the structure is
/// `self.init(holding: structure._boxed)`. QuartzCore does so for CATransform3D, whose encoding is
/// `{CATransform3D=dddddddddddddddd}`.
public protocol _NSValueBridgeable: _ObjectiveCBridgeable where _ObjectiveCType == NSValue {
    /// Makes the structure of zeros.
    init()
    /// Takes the structure out of a value; nil when the value holds something else.
    init?(_unboxing value: NSValue)
    /// A value that holds the structure.
    var _boxed: NSValue { get }
}

extension _NSValueBridgeable {
    /// Implements `as NSValue`.
    public func _bridgeToObjectiveC() -> NSValue { _boxed }

    /// Implements `as!`.
    public static func _forceBridgeFromObjectiveC(_ x: NSValue, result: inout Self?) {
        result = Self(_unboxing: x)
    }

    /// Implements `as?`, only for values that hold this structure.
    public static func _conditionallyBridgeFromObjectiveC(_ x: NSValue, result: inout Self?) -> Bool {
        result = Self(_unboxing: x)
        return result != nil
    }

    /// Implements casts of collections; nil becomes a structure of zeros.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> Self {
        source.flatMap { Self(_unboxing: $0) } ?? Self()
    }
}

extension CGPoint: @retroactive _ObjectiveCBridgeable, _NSValueBridgeable {
    /// Takes the point out of a value; nil when the value holds something else.
    public init?(_unboxing value: NSValue) {
        guard value.holdsStructure("{CGPoint=dd}") else { return nil }
        self = value.pointValue
    }

    /// A value that holds the point.
    public var _boxed: NSValue { NSValue(point: self) }
}

extension CGSize: @retroactive _ObjectiveCBridgeable, _NSValueBridgeable {
    /// Takes the size out of a value; nil when the value holds something else.
    public init?(_unboxing value: NSValue) {
        guard value.holdsStructure("{CGSize=dd}") else { return nil }
        self = value.sizeValue
    }

    /// A value that holds the size.
    public var _boxed: NSValue { NSValue(size: self) }
}

extension CGRect: @retroactive _ObjectiveCBridgeable, _NSValueBridgeable {
    /// Takes the rectangle out of a value; nil when the value holds something else.
    public init?(_unboxing value: NSValue) {
        guard value.holdsStructure("{CGRect={CGPoint=dd}{CGSize=dd}}") else { return nil }
        self = value.rectValue
    }

    /// A value that holds the rectangle.
    public var _boxed: NSValue { NSValue(rect: self) }
}

extension CGVector: _NSValueBridgeable {
    private static let encoding = "{CGVector=dd}"

    /// Takes the vector out of a value; nil when the value holds something else.
    public init?(_unboxing value: NSValue) {
        guard let parts = value.components(ofStructure: Self.encoding) else { return nil }
        self.init(dx: parts[0], dy: parts[1])
    }

    /// A value that holds the vector.
    public var _boxed: NSValue { NSValue(structure: Self.encoding, components: [dx, dy].map { Double($0) }) }
}

extension CGAffineTransform: _NSValueBridgeable {
    private static let encoding = "{CGAffineTransform=dddddd}"

    /// Takes the transformation out of a value; nil when the value holds something else.
    public init?(_unboxing value: NSValue) {
        guard let e = value.components(ofStructure: Self.encoding) else { return nil }
        self.init(a: e[0], b: e[1], c: e[2], d: e[3], tx: e[4], ty: e[5])
    }

    /// A value that holds the transformation.
    public var _boxed: NSValue {
        NSValue(structure: Self.encoding, components: [a, b, c, d, tx, ty].map { Double($0) })
    }
}

extension NSValue {
    /// Makes a value that holds a point.
    public convenience init(cgPoint point: CGPoint) { self.init(point: point) }

    /// Makes a value that holds a size.
    public convenience init(cgSize size: CGSize) { self.init(size: size) }

    /// Makes a value that holds a rectangle.
    public convenience init(cgRect rect: CGRect) { self.init(rect: rect) }

    /// Makes a value that holds a vector.
    public convenience init(cgVector vector: CGVector) { self.init(holding: vector._boxed) }

    /// Makes a value that holds an affine transformation.
    public convenience init(cgAffineTransform transform: CGAffineTransform) { self.init(holding: transform._boxed) }

    /// The point; the origin when the value holds something else.
    public var cgPointValue: CGPoint { CGPoint(_unboxing: self) ?? .zero }

    /// The size; zero when the value holds something else.
    public var cgSizeValue: CGSize { CGSize(_unboxing: self) ?? .zero }

    /// The rectangle; zero when the value holds something else.
    public var cgRectValue: CGRect { CGRect(_unboxing: self) ?? .zero }

    /// The vector; zero when the value holds something else.
    public var cgVectorValue: CGVector { CGVector(_unboxing: self) ?? .zero }

    /// The affine transformation; the matrix of zeros when the value holds something else.
    public var cgAffineTransformValue: CGAffineTransform { CGAffineTransform(_unboxing: self) ?? CGAffineTransform() }
}
