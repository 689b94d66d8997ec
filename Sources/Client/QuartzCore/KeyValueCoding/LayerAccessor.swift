import CoreGraphics
import Foundation
import MicaValues
import MicaWire

/// Reads and writes one property for key-value coding, styles, archives and documents, through the public property of
/// the class. So a subclass that overrides the property sees these reads and writes.
///
/// The accessors of a class are listed in its file, and `all` joins the lists. A property without an accessor is read
/// and written in the state, by its row in `LayerPropertyTable`.
package struct LayerAccessor: Sendable {
    /// The identity of the property.
    package let property: PropertyID
    /// The value of a layer; nil for a layer of another class.
    let get: @Sendable (CALayer) -> PropertyValue?
    /// Sets the value of a layer. False when the property cannot have the value; nil for a layer of another class.
    let set: @Sendable (CALayer, PropertyValue) -> Bool?

    /// Makes an accessor from the class's property.
    ///
    /// - Parameters:
    ///   - path: the property; reads and writes through it reach a subclass's override.
    ///   - unwrap: converts a value to the property's type; nil when it cannot.
    static func value<Layer: CALayer, Value>(
        _ property: PropertyID, _ path: ReferenceWritableKeyPath<Layer, Value> & Sendable,
        _ wrap: @escaping @Sendable (Value) -> PropertyValue, _ unwrap: @escaping @Sendable (PropertyValue) -> Value?
    ) -> Self {
        LayerAccessor(
            property: property, get: { ($0 as? Layer).map { wrap($0[keyPath: path]) } },
            set: { layer, value in
                guard let layer = layer as? Layer else { return nil }
                guard let unwrapped = unwrap(value) else { return false }
                layer[keyPath: path] = unwrapped
                return true
            })
    }

    /// The accessors of all classes.
    private static let all = layer + shape + gradient + replicator + tiled + text + emitter

    /// The accessors of each property, by its number: one for each class that has the property.
    private static let byProperty: [[LayerAccessor]] = {
        var lists = Array(repeating: [LayerAccessor](), count: LayerPropertyTable.rows.count)
        for accessor in all { lists[Int(accessor.property.rawValue)].append(accessor) }
        return lists
    }()

    /// The accessors of a property: one for each class that has the property.
    package static func all(of property: PropertyID) -> [LayerAccessor] { byProperty[Int(property.rawValue)] }
}

// MARK: Numbers

extension LayerAccessor {
    /// A number in double precision.
    static func number<Layer: CALayer>(
        _ property: PropertyID, _ path: ReferenceWritableKeyPath<Layer, Double> & Sendable
    ) -> Self {
        number(property, path, { $0 }) { $0 }
    }

    /// A number of type CGFloat.
    static func number<Layer: CALayer>(
        _ property: PropertyID, _ path: ReferenceWritableKeyPath<Layer, CGFloat> & Sendable
    ) -> Self {
        number(property, path, { Double($0) }) { CGFloat($0) }
    }

    /// A number in single precision.
    static func number<Layer: CALayer>(
        _ property: PropertyID, _ path: ReferenceWritableKeyPath<Layer, Float> & Sendable
    ) -> Self {
        number(property, path, { Double($0) }) { Float($0) }
    }

    static func bool<Layer: CALayer>(
        _ property: PropertyID, _ path: ReferenceWritableKeyPath<Layer, Bool> & Sendable
    ) -> Self {
        number(property, path, { $0 ? 1 : 0 }) { $0 != 0 }
    }

    /// A property of another type that key-value coding represents as a number.
    static func number<Layer: CALayer, Value>(
        _ property: PropertyID, _ path: ReferenceWritableKeyPath<Layer, Value> & Sendable,
        _ wrap: @escaping @Sendable (Value) -> Double, _ unwrap: @escaping @Sendable (Double) -> Value
    ) -> Self {
        value(property, path, { .number(wrap($0)) }) { if case .number(let v) = $0 { unwrap(v) } else { nil } }
    }
}

// MARK: Structures and objects

extension LayerAccessor {
    static func point<Layer: CALayer>(
        _ property: PropertyID, _ path: ReferenceWritableKeyPath<Layer, CGPoint> & Sendable
    ) -> Self {
        value(property, path, { .point($0) }) { if case .point(let v) = $0 { v } else { nil } }
    }

    static func size<Layer: CALayer>(
        _ property: PropertyID, _ path: ReferenceWritableKeyPath<Layer, CGSize> & Sendable
    ) -> Self {
        value(property, path, { .size($0) }) { if case .size(let v) = $0 { v } else { nil } }
    }

    static func rect<Layer: CALayer>(
        _ property: PropertyID, _ path: ReferenceWritableKeyPath<Layer, CGRect> & Sendable
    ) -> Self {
        value(property, path, { .rect($0) }) { if case .rect(let v) = $0 { v } else { nil } }
    }

    static func transform<Layer: CALayer>(
        _ property: PropertyID, _ path: ReferenceWritableKeyPath<Layer, CATransform3D> & Sendable
    ) -> Self {
        value(property, path, { .transform($0.matrix) }) {
            if case .transform(let v) = $0 { CATransform3D(v) } else { nil }
        }
    }

    /// One of Apple's string types.
    static func name<Layer: CALayer, Name: RawRepresentable & Sendable>(
        _ property: PropertyID, _ path: ReferenceWritableKeyPath<Layer, Name> & Sendable
    ) -> Self where Name.RawValue == String {
        value(property, path, { .string($0.rawValue) }) {
            if case .string(let v) = $0 { Name(rawValue: v) } else { nil }
        }
    }

    /// An optional colour.
    static func color<Layer: CALayer>(
        _ property: PropertyID, _ path: ReferenceWritableKeyPath<Layer, CGColor?> & Sendable
    ) -> Self {
        optional(property, path, { .color($0.value) }) { if case .color(let v) = $0 { CGColor(value: v) } else { nil } }
    }

    /// An optional path.
    static func path<Layer: CALayer>(
        _ property: PropertyID, _ path: ReferenceWritableKeyPath<Layer, CGPath?> & Sendable
    ) -> Self {
        optional(property, path, { .path($0.path) }) { if case .path(let v) = $0 { CGPath(path: v) } else { nil } }
    }

    /// An optional list of numbers.
    static func numbers<Layer: CALayer>(
        _ property: PropertyID, _ path: ReferenceWritableKeyPath<Layer, [NSNumber]?> & Sendable
    ) -> Self {
        optional(property, path, { .numbers($0.map { $0.doubleValue }) }) {
            if case .numbers(let v) = $0 { v.map { NSNumber(value: $0) } } else { nil }
        }
    }

    /// An optional list of objects, which are converted to and from values of a kind.
    static func objects<Layer: CALayer>(
        _ property: PropertyID, _ path: ReferenceWritableKeyPath<Layer, [Any]?> & Sendable, _ kind: PropertyValue.Kind
    ) -> Self {
        optional(property, path, { PropertyValue(object: $0, kind: kind) ?? .none }) { value -> [Any]?? in
            value.kind == kind ? .some(value.object() as? [Any]) : nil
        }
    }

    private static func optional<Layer: CALayer, Value>(
        _ property: PropertyID, _ path: ReferenceWritableKeyPath<Layer, Value?> & Sendable,
        _ wrap: @escaping @Sendable (Value) -> PropertyValue, _ unwrap: @escaping @Sendable (PropertyValue) -> Value??
    ) -> Self {
        value(property, path, { $0.map(wrap) ?? .none }) { value -> Value?? in
            if case .none = value { .some(nil) } else { unwrap(value) }
        }
    }
}

extension CALayer {
    /// The value of a property, through the accessor, which a subclass may override.
    package func read(_ property: PropertyID) -> PropertyValue {
        for accessor in LayerAccessor.all(of: property) {
            if let value = accessor.get(self) { return value }
        }
        return state[property]
    }

    /// Sets a property through its accessor. False when it cannot have the value, or the layer has no such property.
    package func writeIfTaken(_ property: PropertyID, _ value: PropertyValue) -> Bool {
        for accessor in LayerAccessor.all(of: property) {
            if let isTaken = accessor.set(self, value) { return isTaken }
        }
        let row = LayerPropertyTable.row(property)
        guard !row.owners.isDisjoint(with: type(of: self).classes) else { return false }
        var changed = state
        guard changed.set(property, to: value) || value.kind == row.kind else { return false }
        change(property, if: changed[property] != state[property]) { $0.set(property, to: value) }
        return true
    }
}
