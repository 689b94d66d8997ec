import Foundation
import MicaBase

/// A part of a layer's state that has rows in the property table: the state itself, or a group of its details.
///
/// The rows are declared beside the part, as `static let rows`, and `LayerPropertyTable.parts` lists the part.
protocol StatePart: Sendable, Equatable {
    /// A row for each property whose value is stored here.
    static var rows: [PropertyRow] { get }
    /// Reads the part from a state.
    static func part(of state: LayerState) -> Self
    /// Changes the part in a state.
    static func change(_ state: inout LayerState, _ body: (inout Self) -> Void)
    /// Whether a state certainly still has a new layer's part.
    static func isUntouched(in state: LayerState) -> Bool
}

/// How the value of one property is stored in a part of a layer's state, and how it becomes a `PropertyValue`.
///
/// Most rows state only a key path: `.number(\.radius)`. Getting, setting, copying from another state and writing
/// numbers of animations are derived from it. A key path takes some ten times as long as direct code;
/// LayerState+Fast.swift has direct code for the values that change most.
struct StoredValue<Part: Sendable>: Sendable {
    /// The kind of the value.
    let kind: PropertyValue.Kind
    /// How values in between are interpolated, unless the row says something else.
    let interpolation: PropertyRow.Interpolation
    /// Whether key-value coding sees the value as a boolean.
    var isBoolean = false
    /// How many numbers the value has, for animations that write them; 0 for other values.
    var numberCount = 0
    /// Reads the value from a part.
    let get: @Sendable (Part) -> PropertyValue
    /// Sets the value in a part; false, with nothing changed, for a value that the property cannot have.
    let set: @Sendable (inout Part, PropertyValue) -> Bool
    /// Writes `count` of the value's numbers, from the number with index `first` on.
    var write: @Sendable (inout Part, SIMD4<Double>, _ first: Int, _ count: Int) -> Void = { _, _, _, _ in }
}

// MARK: Values made of numbers

/// A value that is one to four numbers.
protocol NumbersValue: Sendable {
    /// How many numbers there are.
    static var numberCount: Int { get }
    /// The numbers, followed by zeros.
    var numbers: SIMD4<Double> { get }
    /// Makes a value from its numbers.
    init(numbers: SIMD4<Double>)
}

extension StoredValue {
    /// A number.
    static func number(_ path: WritableKeyPath<Part, Double> & Sendable) -> Self {
        made(path, .number, { .number($0) }) { if case .number(let v) = $0 { v } else { nil } }
    }

    /// A point.
    static func point(_ path: WritableKeyPath<Part, CGPoint> & Sendable) -> Self {
        made(path, .point, { .point($0) }) { if case .point(let v) = $0 { v } else { nil } }
    }

    /// A size.
    static func size(_ path: WritableKeyPath<Part, CGSize> & Sendable) -> Self {
        made(path, .size, { .size($0) }) { if case .size(let v) = $0 { v } else { nil } }
    }

    /// A rectangle.
    static func rect(_ path: WritableKeyPath<Part, CGRect> & Sendable) -> Self {
        made(path, .rect, { .rect($0) }) { if case .rect(let v) = $0 { v } else { nil } }
    }

    /// A colour, or nil.
    static func color(_ path: WritableKeyPath<Part, ColorValue?> & Sendable) -> Self {
        var stored = optional(path, .color, .color, { .color($0) }) { if case .color(let v) = $0 { v } else { nil } }
        stored.numberCount = 4
        stored.write = { part, v, _, _ in
            part[keyPath: path] = ColorValue(red: v.x, green: v.y, blue: v.z, alpha: v.w)
        }
        return stored
    }

    private static func made<Value: NumbersValue>(
        _ path: WritableKeyPath<Part, Value> & Sendable, _ kind: PropertyValue.Kind,
        _ wrap: @escaping @Sendable (Value) -> PropertyValue, _ unwrap: @escaping @Sendable (PropertyValue) -> Value?
    ) -> Self {
        var stored = value(path, kind, .linear, wrap, unwrap)
        stored.numberCount = Value.numberCount
        stored.write = { part, numbers, first, count in
            var all = part[keyPath: path].numbers
            for index in 0..<count { all[first + index] = numbers[index] }
            part[keyPath: path] = Value(numbers: all)
        }
        return stored
    }
}

// MARK: Other values

extension StoredValue {
    /// A boolean: 0 or 1 as a number.
    static func bool(_ path: WritableKeyPath<Part, Bool> & Sendable) -> Self {
        var stored = value(path, .number, .discrete, { .number($0 ? 1 : 0) }) {
            if case .number(let v) = $0 { v != 0 } else { nil }
        }
        stored.isBoolean = true
        return stored
    }

    /// A set of bits, as a number; undefined bits are dropped.
    static func bits<Bits: OptionSet & Sendable>(
        _ path: WritableKeyPath<Part, Bits> & Sendable, within all: Bits
    ) -> Self where Bits.RawValue == UInt8, Bits.Element == Bits {
        value(path, .number, .discrete, { .number(Double($0.rawValue)) }) {
            guard case .number(let v) = $0 else { return nil }
            return Bits(rawValue: UInt8(clamping: Int(exactly: v.rounded()) ?? 0)).intersection(all)
        }
    }

    /// A transform.
    static func transform(_ path: WritableKeyPath<Part, Matrix4> & Sendable) -> Self {
        value(path, .transform, .transform, { .transform($0) }) { if case .transform(let v) = $0 { v } else { nil } }
    }

    /// A string.
    static func string(_ path: WritableKeyPath<Part, String> & Sendable) -> Self {
        value(path, .string, .discrete, { .string($0) }) { if case .string(let v) = $0 { v } else { nil } }
    }

    /// One of Apple's strings.
    ///
    /// - Parameter other: the value for an unknown string; nil refuses the string.
    static func name<Name: RawRepresentable & Sendable>(
        _ path: WritableKeyPath<Part, Name> & Sendable, otherwise other: Name? = nil
    ) -> Self where Name.RawValue == String {
        name(path, \.rawValue) { Name(rawValue: $0) ?? other }
    }

    /// One of Apple's strings, for a value with such names.
    static func name<Name: Sendable>(
        _ path: WritableKeyPath<Part, Name> & Sendable, _ text: @escaping @Sendable (Name) -> String,
        _ make: @escaping @Sendable (String) -> Name?
    ) -> Self {
        value(path, .string, .discrete, { .string(text($0)) }) { if case .string(let v) = $0 { make(v) } else { nil } }
    }

    /// A string, or nil; an empty string becomes nil.
    static func optionalString(_ path: WritableKeyPath<Part, String?> & Sendable) -> Self {
        value(path, .string, .discrete, { $0.map { .string($0) } ?? .none }) { value -> String?? in
            switch value {
            case .string(let v): .some(v.isEmpty ? nil : v)
            case .none: .some(nil)
            default: nil
            }
        }
    }

    /// A list of filters; nil is an empty list.
    static func filters(_ path: WritableKeyPath<Part, [FilterState]> & Sendable) -> Self {
        value(path, .filters, .linear, { $0.isEmpty ? .none : .filters($0) }) {
            switch $0 {
            case .filters(let v): v
            case .none: []
            default: nil
            }
        }
    }

    /// A path, or nil.
    static func path(_ path: WritableKeyPath<Part, Path?> & Sendable) -> Self {
        optional(path, .path, .path, { .path($0) }) { if case .path(let v) = $0 { v } else { nil } }
    }

    /// A list of numbers, or nil.
    static func numbers(_ path: WritableKeyPath<Part, [Double]?> & Sendable) -> Self {
        optional(path, .numbers, .linear, { .numbers($0) }) { if case .numbers(let v) = $0 { v } else { nil } }
    }

    /// A list of colours, or nil.
    static func colors(_ path: WritableKeyPath<Part, [ColorValue]?> & Sendable) -> Self {
        optional(path, .colors, .color, { .colors($0) }) { if case .colors(let v) = $0 { v } else { nil } }
    }

    /// An image, or nil.
    static func image(_ path: WritableKeyPath<Part, ImageResource?> & Sendable) -> Self {
        optional(path, .image, .discrete, { .image($0) }) { if case .image(let v) = $0 { v } else { nil } }
    }

    /// A layer, or nil.
    static func layer(_ path: WritableKeyPath<Part, LayerID?> & Sendable) -> Self {
        optional(path, .layer, .discrete, { .layer($0) }) { if case .layer(let v) = $0 { v } else { nil } }
    }

    /// Cells of an emitter, or nil.
    static func cells(_ path: WritableKeyPath<Part, [CellState]?> & Sendable) -> Self {
        optional(path, .cells, .discrete, { .cells($0) }) { if case .cells(let v) = $0 { v } else { nil } }
    }

    /// A value of any type.
    ///
    /// - Parameter unwrap: returns nil for a value that the property cannot have.
    static func value<Value>(
        _ path: WritableKeyPath<Part, Value> & Sendable, _ kind: PropertyValue.Kind,
        _ interpolation: PropertyRow.Interpolation, _ wrap: @escaping @Sendable (Value) -> PropertyValue,
        _ unwrap: @escaping @Sendable (PropertyValue) -> Value?
    ) -> Self {
        StoredValue(
            kind: kind, interpolation: interpolation, get: { wrap($0[keyPath: path]) },
            set: { part, value in
                guard let unwrapped = unwrap(value) else { return false }
                part[keyPath: path] = unwrapped
                return true
            })
    }

    private static func optional<Value>(
        _ path: WritableKeyPath<Part, Value?> & Sendable, _ kind: PropertyValue.Kind,
        _ interpolation: PropertyRow.Interpolation, _ wrap: @escaping @Sendable (Value) -> PropertyValue,
        _ unwrap: @escaping @Sendable (PropertyValue) -> Value?
    ) -> Self {
        value(path, kind, interpolation, { $0.map(wrap) ?? .none }) { value -> Value?? in
            value == .none ? .some(nil) : unwrap(value).map { .some($0) }
        }
    }
}

extension StoredValue where Part == LayerState {
    /// One of the flags: 0 or 1 as a number.
    static func flag(_ flag: LayerFlags) -> Self {
        StoredValue(
            kind: .number, interpolation: .discrete, isBoolean: true,
            get: { .number($0.flags.contains(flag) ? 1 : 0) },
            set: { state, value in
                guard case .number(let v) = value else { return false }
                if v != 0 { state.flags.insert(flag) } else { state.flags.remove(flag) }
                return true
            })
    }
}

extension Double: NumbersValue {
    static var numberCount: Int { 1 }
    var numbers: SIMD4<Double> { SIMD4(self, 0, 0, 0) }
    init(numbers: SIMD4<Double>) { self = numbers.x }
}

extension CGPoint: NumbersValue {
    static var numberCount: Int { 2 }
    var numbers: SIMD4<Double> { SIMD4(Double(x), Double(y), 0, 0) }
    init(numbers v: SIMD4<Double>) { self.init(x: v.x, y: v.y) }
}

extension CGSize: NumbersValue {
    static var numberCount: Int { 2 }
    var numbers: SIMD4<Double> { SIMD4(Double(width), Double(height), 0, 0) }
    init(numbers v: SIMD4<Double>) { self.init(width: v.x, height: v.y) }
}

extension CGRect: NumbersValue {
    static var numberCount: Int { 4 }
    var numbers: SIMD4<Double> {
        SIMD4(Double(origin.x), Double(origin.y), Double(size.width), Double(size.height))
    }
    init(numbers v: SIMD4<Double>) { self.init(x: v.x, y: v.y, width: v.z, height: v.w) }
}
