import Foundation

// On Apple's platforms, key-value coding returns objects that cast to several types. One of Apple's names casts to its
// own type and to String; a set of options casts to its own type and to a number. These conformances do so on Linux, as
// those in CoreGraphics do for numbers and structures.

/// One of Apple's names, which casts to and from NSString. Not for clients; Swift requires it to be public.
public protocol _NameBridgeable: RawRepresentable, _ObjectiveCBridgeable
where RawValue == String, _ObjectiveCType == NSString {
    /// Makes a value of any string.
    init(rawValue: String)
}

extension _NameBridgeable {
    /// The string that `as NSString` gives.
    public func _bridgeToObjectiveC() -> NSString { NSString(string: rawValue) }

    /// Called for `as!`.
    public static func _forceBridgeFromObjectiveC(_ x: NSString, result: inout Self?) {
        result = Self(rawValue: String(describing: x))
    }

    /// Called for `as?`: any string is a name.
    public static func _conditionallyBridgeFromObjectiveC(_ x: NSString, result: inout Self?) -> Bool {
        _forceBridgeFromObjectiveC(x, result: &result)
        return true
    }

    /// Called for casts of a collection's elements; nil becomes the empty name.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSString?) -> Self {
        Self(rawValue: source.map { String(describing: $0) } ?? "")
    }
}

/// A set of Apple's options, which casts to and from NSNumber. Not for clients; Swift requires it to be public.
public protocol _OptionsBridgeable: OptionSet, _ObjectiveCBridgeable
where RawValue: FixedWidthInteger, _ObjectiveCType == NSNumber {}

extension _OptionsBridgeable {
    /// The number that `as NSNumber` gives.
    public func _bridgeToObjectiveC() -> NSNumber { NSNumber(value: UInt64(truncatingIfNeeded: rawValue)) }

    /// Called for `as!`.
    public static func _forceBridgeFromObjectiveC(_ x: NSNumber, result: inout Self?) {
        result = Self(rawValue: RawValue(truncatingIfNeeded: x.uint64Value))
    }

    /// Called for `as?`: only whole numbers convert.
    public static func _conditionallyBridgeFromObjectiveC(_ x: NSNumber, result: inout Self?) -> Bool {
        result = RawValue(exactly: x.doubleValue).map { Self(rawValue: $0) }
        return result != nil
    }

    /// Called for casts of a collection's elements; nil becomes the empty set.
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
