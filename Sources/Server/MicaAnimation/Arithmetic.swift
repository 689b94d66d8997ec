import Foundation
import MicaGeometry
import MicaResources
import MicaWire

/// A value on top of another: what additive and cumulative animations and `byValue` do.
///
/// Numbers, points, sizes and rectangles add component by component, colours so in sRGB; of transforms `value` is applied
/// first and `base` after it. No value adds nothing; values that do not add (images, strings) replace what is under them.
package func add(_ base: PropertyValue, _ value: PropertyValue) -> PropertyValue {
    switch (base, value) {
    case (.transform(let a), .transform(let b)): return .transform(b * a)
    case (_, .none): return base
    default: return combine(base, value, 1) ?? value
    }
}

/// What must be under `value` to give `sum`: `add(subtract(sum, value), value)` is `sum`.
///
/// A transform that cannot be inverted takes nothing away; nor do values that do not add.
package func subtract(_ sum: PropertyValue, _ value: PropertyValue) -> PropertyValue {
    if case (.transform(let a), .transform(let b)) = (sum, value) {
        return b.inverse.map { .transform($0 * a) } ?? sum
    }
    return combine(sum, value, -1) ?? sum
}

/// A value times a factor, by addition; fractions and negative factors count.
///
/// A transform is applied again and again, its last fraction as far as interpolation from the identity goes. Values that
/// cannot be added stay unchanged. *Complexity*: O(log factor) for transforms.
package func multiply(_ value: PropertyValue, by factor: Double) -> PropertyValue {
    switch value {
    case .color(let c):
        let s = c.inSRGB
        return .color(
            ColorValue(red: s.red * factor, green: s.green * factor, blue: s.blue * factor, alpha: s.alpha * factor))
    case .transform(let m): return .transform(power(m, factor))
    default: return value.components.flatMap { PropertyValue(components: $0 * factor, of: value.kind) } ?? value
    }
}

extension PropertyValue {
    /// A number or a point at the nearest whole pixels; other values as they are.
    func wholePixels(_ pixelsPerPoint: Double) -> PropertyValue {
        guard kind == .number || kind == .point, let v = components else { return self }
        let whole = SIMD4(v.x.wholePixel(pixelsPerPoint), v.y.wholePixel(pixelsPerPoint), 0, 0)
        return PropertyValue(components: whole, of: kind) ?? self
    }

    /// The kind of a sum with another value, or of what is between them: that of both, or a size for it and a point;
    /// nil for others.
    func kind(with other: PropertyValue) -> Kind? {
        switch (kind, other.kind) {
        case (.size, .point), (.point, .size): .size
        case (let a, let b): a == b ? a : nil
        }
    }
}

/// `a + sign * b` where both have components; nil otherwise.
private func combine(_ a: PropertyValue, _ b: PropertyValue, _ sign: Double) -> PropertyValue? {
    guard let kind = a.kind(with: b), let x = a.components, let y = b.components else { return nil }
    return PropertyValue(components: x + sign * y, of: kind)
}

private func power(_ matrix: Matrix4, _ exponent: Double) -> Matrix4 {
    guard exponent.isFinite else { return matrix }
    guard exponent >= 0 else { return matrix.inverse.map { power($0, -exponent) } ?? .identity }
    let whole = exponent.rounded(.down)
    var result = Matrix4.identity
    if exponent > whole,
        case .transform(let part) = interpolate(.transform(.identity), .transform(matrix), exponent - whole, .transform)
    {
        result = part
    }
    var square = matrix
    var count = UInt64(exactly: whole) ?? .max
    while count > 0 {
        if count & 1 == 1 { result = result * square }
        square = square * square
        count >>= 1
    }
    return result
}

extension PropertyValue.Kind {
    /// What adds nothing; nil for kinds that do not add.
    package var zero: PropertyValue? {
        self == .transform ? .transform(.identity) : PropertyValue(components: .zero, of: self)
    }
}
