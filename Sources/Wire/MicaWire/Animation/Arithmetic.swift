import Foundation
import MicaBase

/// The sum of two values, as additive and cumulative animations and `byValue` use it.
///
/// Numbers, points, sizes and rectangles are added component by component; colours, too, in sRGB. Of two transforms,
/// `value` applies first and `base` after it. `.none` adds nothing. Values that cannot be added (images, strings)
/// replace `base`.
package func add(_ base: PropertyValue, _ value: PropertyValue) -> PropertyValue {
    switch (base, value) {
    case (.transform(let a), .transform(let b)): return .transform(b * a)
    case (_, .none): return base
    default: return combine(base, value, 1) ?? value
    }
}

/// The value under `value` that makes `sum`: `add(subtract(sum, value), value)` is `sum`.
///
/// A transform without an inverse, and values that cannot be added, subtract nothing.
package func subtract(_ sum: PropertyValue, _ value: PropertyValue) -> PropertyValue {
    if case (.transform(let a), .transform(let b)) = (sum, value) {
        return b.inverse.map { .transform($0 * a) } ?? sum
    }
    return combine(sum, value, -1) ?? sum
}

/// A value multiplied by a factor, as repeated addition; the factor may be a fraction or negative.
///
/// A transform is applied repeatedly; a last fraction interpolates from the identity. Values that cannot be added stay
/// unchanged. *Complexity*: O(log factor) for transforms.
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
    /// A number or a point rounded to whole pixels; other values unchanged.
    func wholePixels(_ pixelsPerPoint: Double) -> PropertyValue {
        guard kind == .number || kind == .point, let v = components else { return self }
        let whole = SIMD4(v.x.wholePixel(pixelsPerPoint), v.y.wholePixel(pixelsPerPoint), 0, 0)
        return PropertyValue(components: whole, of: kind) ?? self
    }

    /// The kind of a sum with another value, or of a value between them: the kind of both, or a point for a size and a
    /// point; nil for other pairs.
    func kind(with other: PropertyValue) -> Kind? {
        switch (kind, other.kind) {
        case (.size, .point), (.point, .size): .size
        case (let a, let b): a == b ? a : nil
        }
    }
}

/// `a + sign * b` if both can be added; nil otherwise.
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
    /// The value that adds nothing; nil for kinds that cannot be added.
    package var zero: PropertyValue? {
        self == .transform ? .transform(.identity) : PropertyValue(components: .zero, of: self)
    }
}
