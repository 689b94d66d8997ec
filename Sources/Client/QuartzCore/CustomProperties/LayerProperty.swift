import CoreGraphics
import Foundation

/// A property that a subclass of CALayer adds and that can be animated, like an `@NSManaged` one on Apple's platforms.
///
/// The layer stores the value under the key, so key-value coding, animations, actions, copies and archives can use it.
/// Numbers, points, sizes, rectangles, transforms, colours, paths and lists of numbers or colours are animated. Other
/// values change at once.
///
/// ```swift
/// class Gauge: CALayer {
///     @LayerProperty("level") var level: CGFloat = 0.5
///     override class func needsDisplay(forKey key: String) -> Bool {
///         key == "level" || super.needsDisplay(forKey: key)
///     }
///     override func draw(in ctx: CGContext) { ... }
/// }
/// ```
///
/// One of the few public names that Apple does not have.
@propertyWrapper public struct LayerProperty<Value> {
    /// The key of the property in key-value coding and animations.
    public let key: String
    /// The value of a layer on which the property was never set.
    private let initial: Value

    /// Declares a property with its initial value.
    public init(wrappedValue: Value, _ key: String) {
        (self.key, initial) = (key, wrappedValue)
    }

    /// The value, read and set through key-value coding of the layer that has the property.
    public static subscript<Layer: CALayer>(
        _enclosingInstance layer: Layer, wrapped wrappedPath: ReferenceWritableKeyPath<Layer, Value>,
        storage storagePath: ReferenceWritableKeyPath<Layer, Self>
    ) -> Value {
        get {
            let own = layer[keyPath: storagePath]
            return layer.value(forKey: own.key).flatMap { converted($0) } ?? own.initial
        }
        set { layer.setValue(flattened(newValue), forKey: layer[keyPath: storagePath].key) }
    }

    /// Unavailable: a value needs a layer.
    @available(*, unavailable, message: "a layer property belongs to a subclass of CALayer")
    public var wrappedValue: Value {
        get { initial }
        set {}
    }

    /// An object from key-value coding as the declared type; nil when it cannot be converted.
    private static func converted(_ object: Any) -> Value? {
        if let value = object as? Value { return value }
        // The number may have another type than the declared one, and an animated one may be out of its range.
        guard let number = (object as? NSNumber)?.doubleValue else { return nil }
        switch Value.self {
        case is CGFloat.Type: return CGFloat(number) as? Value
        case is Double.Type: return number as? Value
        case is Float.Type: return Float(number) as? Value
        case is Bool.Type: return (number != 0) as? Value
        case let type as any FixedWidthInteger.Type: return whole(number, type) as? Value
        default: return nil
        }
    }

    private static func whole<Whole: FixedWidthInteger>(_ number: Double, _ type: Whole.Type) -> Whole? {
        number.isNaN ? nil : Whole(exactly: number.rounded()) ?? (number < 0 ? Whole.min : Whole.max)
    }

    /// The value to store; nil for an optional without a value.
    private func flattened(_ value: Value) -> Any? { Self.flattened(value) }

    private static func flattened(_ value: Value) -> Any? {
        guard let optional = value as? any OptionalValue else { return value }
        return optional.content
    }
}

/// The parts of a declared property that the layer reads.
protocol DeclaredProperty {
    var key: String { get }
    /// The value of a layer on which the property was never set; nil for none.
    var initialObject: Any? { get }
}

extension LayerProperty: DeclaredProperty {
    var initialObject: Any? { flattened(initial) }
}

/// An optional of any type.
private protocol OptionalValue {
    var content: Any? { get }
}

extension Optional: OptionalValue {
    fileprivate var content: Any? { map { $0 as Any } }
}

extension CALayer {
    /// The initial value of a property that a subclass declares under a key; nil when there is none.
    ///
    /// *Complexity*: inspects the layer's stored properties once for each class and thread.
    func declaredValue(forKey key: String) -> Any? {
        let layerClass = ObjectIdentifier(type(of: self))
        if let known = ThreadState.current.declaredProperties[layerClass] { return known[key] }
        var found: [String: Any] = [:]
        var mirror: Mirror? = Mirror(reflecting: self)
        while let current = mirror, current.subjectType != CALayer.self {
            for child in current.children {
                guard let declared = child.value as? any DeclaredProperty, found[declared.key] == nil else { continue }
                found[declared.key] = declared.initialObject
            }
            mirror = current.superclassMirror
        }
        ThreadState.current.declaredProperties[layerClass] = found
        return found[key]
    }

    /// Sets the value under a key that is no property of the server, with its action.
    func setCustomValue(_ value: Any?, forKey key: String) {
        let action = actionForChange(key)
        let replaced = lock.locked { () -> Any? in
            let old = customValues[key]
            customValues[key] = value
            return old
        }
        let (old, new) = (replaced as? AnyHashable, value as? AnyHashable)
        let differs = old != new || (new == nil && value != nil)
        if differs, type(of: self).needsDisplay(forKey: key) { setNeedsDisplay() }
        action?.run(forKey: key, object: self, arguments: nil)
    }
}
