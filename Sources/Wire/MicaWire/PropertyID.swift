/// A property of a layer that is sent from client to server, by its number.
///
/// The number is its bit in a `PropertyMask` and its order in the encoded form. Each property is declared beside the
/// state that it belongs to, with its row: `extension PropertyID { static var shadowRadius: PropertyID { 56 } }`. A new
/// property takes the number after the greatest; `LayerPropertyTable` requires that no number is missing and none is
/// used twice.
package struct PropertyID: Sendable, Hashable, ExpressibleByIntegerLiteral {
    /// The number.
    package let rawValue: UInt8

    /// Makes the property of a number that is known to be valid.
    @inline(__always)  // A byte.
    @inlinable package init(_ number: UInt8) {
        rawValue = number
    }

    /// Makes the property of a number; nil when there is none.
    package init?(rawValue: UInt8) {
        guard Int(rawValue) < LayerPropertyTable.rows.count else { return nil }
        self.rawValue = rawValue
    }

    /// Makes the property of a number in the source.
    @inline(__always)  // A byte.
    @inlinable package init(integerLiteral number: UInt8) {
        rawValue = number
    }
}

extension PropertyID: CaseIterable, CustomStringConvertible {
    /// All properties, in the order of their numbers.
    package static var allCases: [PropertyID] { LayerPropertyTable.rows.map(\.property) }

    /// The property's key.
    package var description: String { LayerPropertyTable.row(self).key }
}

/// A set of properties: room for 128.
package struct PropertyMask: OptionSet, Sendable, Hashable {
    /// One bit for each `PropertyID`, by its raw value.
    package let rawValue: UInt128

    @inline(__always)  // A few instructions.
    @inlinable package init(rawValue: UInt128) {
        self.rawValue = rawValue
    }

    /// Makes a set of one property.
    @inline(__always)  // A few instructions.
    @inlinable package init(_ property: PropertyID) {
        rawValue = 1 << UInt128(property.rawValue)
    }

    /// All properties that exist.
    package static let all = PropertyMask(rawValue: (1 << UInt128(LayerPropertyTable.rows.count)) - 1)

    /// Whether the set has a property.
    @inline(__always)  // A few instructions.
    @inlinable package func contains(_ property: PropertyID) -> Bool {
        rawValue & (1 << UInt128(property.rawValue)) != 0
    }

    /// The property in a set of one; nil for any other set.
    @inline(__always)  // A few instructions.
    @inlinable package var only: PropertyID? {
        guard rawValue.nonzeroBitCount == 1 else { return nil }
        return PropertyID(UInt8(truncatingIfNeeded: rawValue.trailingZeroBitCount))
    }

    /// Removes a property.
    @inline(__always)  // A few instructions.
    @inlinable package mutating func remove(_ property: PropertyID) {
        self = PropertyMask(rawValue: rawValue & ~(1 << UInt128(property.rawValue)))
    }

    /// Removes the property with the lowest number and returns it; nil when the set is empty.
    ///
    /// Most changes are of a few properties: walking these costs less than asking for every property there is.
    @inline(__always)  // A few instructions.
    @inlinable package mutating func takeFirst() -> PropertyID? {
        guard rawValue != 0 else { return nil }
        let property = PropertyID(UInt8(truncatingIfNeeded: rawValue.trailingZeroBitCount))
        self = PropertyMask(rawValue: rawValue & (rawValue &- 1))
        return property
    }

    /// Adds a property.
    @inline(__always)  // A few instructions.
    @inlinable package mutating func insert(_ property: PropertyID) {
        self = PropertyMask(rawValue: rawValue | (1 << UInt128(property.rawValue)))
    }
}
