import Foundation

// On Apple's platforms what key-value coding gives for a property that is one of Apple's names casts to the name's type and to
// String, and what it gives for a set of options to that set and to a number. On Linux it does with these conformances, as
// numbers and structures do with those of CoreGraphics.

/// One of Apple's names that casts to and from NSString; not for clients, though Swift wants it public.
public protocol _NameBridgeable: RawRepresentable, _ObjectiveCBridgeable
where RawValue == String, _ObjectiveCType == NSString {
    /// Makes a value of any string.
    init(rawValue: String)
}

extension _NameBridgeable {
    /// The string that `as NSString` gives.
    public func _bridgeToObjectiveC() -> NSString { NSString(string: rawValue) }

    /// What `as!` does.
    public static func _forceBridgeFromObjectiveC(_ x: NSString, result: inout Self?) {
        result = Self(rawValue: String(describing: x))
    }

    /// What `as?` does: any string is a name.
    public static func _conditionallyBridgeFromObjectiveC(_ x: NSString, result: inout Self?) -> Bool {
        _forceBridgeFromObjectiveC(x, result: &result)
        return true
    }

    /// What a cast of a collection's element does; nothing becomes the empty name.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSString?) -> Self {
        Self(rawValue: source.map { String(describing: $0) } ?? "")
    }
}

/// A set of Apple's options that casts to and from NSNumber; not for clients, though Swift wants it public.
public protocol _OptionsBridgeable: OptionSet, _ObjectiveCBridgeable
where RawValue: FixedWidthInteger, _ObjectiveCType == NSNumber {}

extension _OptionsBridgeable {
    /// The number that `as NSNumber` gives.
    public func _bridgeToObjectiveC() -> NSNumber { NSNumber(value: UInt64(truncatingIfNeeded: rawValue)) }

    /// What `as!` does.
    public static func _forceBridgeFromObjectiveC(_ x: NSNumber, result: inout Self?) {
        result = Self(rawValue: RawValue(truncatingIfNeeded: x.uint64Value))
    }

    /// What `as?` does: only numbers that are whole.
    public static func _conditionallyBridgeFromObjectiveC(_ x: NSNumber, result: inout Self?) -> Bool {
        result = RawValue(exactly: x.doubleValue).map { Self(rawValue: $0) }
        return result != nil
    }

    /// What a cast of a collection's element does; nothing becomes the empty set.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSNumber?) -> Self {
        Self(rawValue: RawValue(truncatingIfNeeded: source?.uint64Value ?? 0))
    }
}

extension CALayerContentsGravity: _NameBridgeable {}
extension CALayerContentsFilter: _NameBridgeable {}
extension CALayerContentsFormat: _NameBridgeable {}
extension CALayerCornerCurve: _NameBridgeable {}
extension CAShapeLayerFillRule: _NameBridgeable {}
extension CAShapeLayerLineCap: _NameBridgeable {}
extension CAShapeLayerLineJoin: _NameBridgeable {}
extension CAGradientLayerType: _NameBridgeable {}
extension CAScrollLayerScrollMode: _NameBridgeable {}
extension CATextLayerTruncationMode: _NameBridgeable {}
extension CATextLayerAlignmentMode: _NameBridgeable {}
extension CAEmitterLayerEmitterShape: _NameBridgeable {}
extension CAEmitterLayerEmitterMode: _NameBridgeable {}
extension CAEmitterLayerRenderMode: _NameBridgeable {}
extension CAMediaTimingFillMode: _NameBridgeable {}
extension CAMediaTimingFunctionName: _NameBridgeable {}
extension CAAnimationCalculationMode: _NameBridgeable {}
extension CAAnimationRotationMode: _NameBridgeable {}
extension CATransitionType: _NameBridgeable {}
extension CATransitionSubtype: _NameBridgeable {}
extension CAValueFunctionName: _NameBridgeable {}
extension CACornerMask: _OptionsBridgeable {}
extension CAEdgeAntialiasingMask: _OptionsBridgeable {}
extension CAAutoresizingMask: _OptionsBridgeable {}
