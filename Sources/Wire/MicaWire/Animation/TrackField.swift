import MicaBase

/// A part of a layer's state that tracks write without a `PropertyValue`: one to four numbers of a property, or a part
/// of the layer's transform.
///
/// Every property that consists of numbers (`PropertyAccess.numberCount` of its row) and can be interpolated has
/// fields: the whole value, and each part that key paths name. TrackField+Fast.swift has direct code for most writes.
package struct TrackField: Sendable, Hashable {
    /// The property.
    package let property: PropertyID
    /// The part of the property.
    package let part: PropertyTarget.Part
    /// The kind of its value.
    let kind: PropertyValue.Kind
    /// The index of its first number among the property's, and how many numbers it has.
    let first: UInt8, count: UInt8
    /// Whether the row limits animated numbers to a range.
    let isHeld: Bool
    /// The direct code that writes it.
    let direct: Direct

    /// The field of a target; nil for targets that take the general way.
    package init?(_ target: PropertyTarget) {
        guard target.element == nil, target.cell == nil else { return nil }
        let row = LayerPropertyTable.row(target.property)
        guard !row.invalidates.contains(.time), row.interpolation != .discrete,
            let kind = target.part.kind(in: row.kind),
            let numbers = target.part.numbers(of: row, transforms: target.property == .transform)
        else { return nil }
        property = target.property
        // Apple's `rotation` is about z.
        part = target.part == .rotation ? .rotationZ : target.part
        self.kind = kind
        (first, count) = (UInt8(numbers.lowerBound), UInt8(numbers.count))
        isHeld = row.range != nil
        direct = Direct(property, part)
    }

    /// Whether it writes the whole transform, which takes more than storing numbers.
    package var isTransform: Bool { direct == .wholeTransform }

    /// Whether both write a common number.
    package func overlaps(_ other: TrackField) -> Bool {
        property == other.property && written & other.written != 0
    }

    /// A bit for each of the property's numbers that it writes.
    private var written: UInt8 { isTransform ? .max : ((1 << count) - 1) << first }

    /// The numbers of a value; nil for a value of another kind, or a colour that is not plain sRGB.
    package func numbers(of value: PropertyValue) -> SIMD4<Double>? {
        guard value.kind == kind, let numbers = value.components else { return nil }
        guard case .color(let color) = value else { return numbers }
        return color.space == .sRGB && color.alpha >= 0 && color.alpha <= 1 ? numbers : nil
    }

    /// Writes numbers into a state through the property's row.
    func writeByRow(_ v: SIMD4<Double>, to state: inout LayerState) {
        if property == .transform {
            PropertyTarget(property, part).set(.number(v.x), in: &state)
        } else {
            LayerPropertyTable.access(property).write(v, first: Int(first), count: Int(count), to: &state)
        }
    }

    /// Limits an animation's numbers to the valid range, as `evaluate` does.
    func limitedByRow(_ v: SIMD4<Double>) -> SIMD4<Double> {
        var v = v
        if kind == .color { v.w = min(1, max(0, v.w)) }
        if isHeld, let range = LayerPropertyTable.row(property).range {
            v.x = min(range.upperBound, max(range.lowerBound, v.x))
        }
        return v
    }

    /// The transform with one of its parts set.
    func setting(_ value: Double, in parts: MatrixParts, _ angles: (x: Double, y: Double, z: Double)) -> Matrix4 {
        var parts = parts
        var angles = angles
        switch part {
        case .rotationX: angles.x = value
        case .rotationY: angles.y = value
        case .rotationZ: angles.z = value
        case .scale: parts.scale = (value, value, value)
        case .scaleX: parts.scale.x = value
        case .scaleY: parts.scale.y = value
        default: parts.scale.z = value
        }
        switch part {
        case .rotationX, .rotationY, .rotationZ: return parts.matrix(turnedTo: angles)
        default: return parts.matrix
        }
    }
}

extension PropertyTarget.Part {
    /// The range of the part in the property's numbers; nil for a part that does not consist of them.
    ///
    /// - Parameter transforms: whether the property is the transform. Its translations are numbers; every other part is
    ///   one number from which the whole is made.
    fileprivate func numbers(of row: PropertyRow, transforms: Bool) -> Range<Int>? {
        if transforms {
            switch self {
            case .translationY: return 1..<2
            case .translationZ: return 2..<3
            case .whole, .rotation, .rotationX, .rotationY, .rotationZ, .scale, .scaleX, .scaleY, .scaleZ,
                .translationX:
                return 0..<1
            default: return nil
            }
        }
        let count = row.access.numberCount
        guard count > 0 else { return nil }
        return self == .whole ? 0..<count : numbers(in: row.kind)
    }
}
