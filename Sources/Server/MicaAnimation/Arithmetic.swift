import Foundation
import MicaGeometry
import MicaResources
import MicaWire

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
    case .number(let v): return .number(v * factor)
    case .point(let p): return .point(CGPoint(x: p.x * CGFloat(factor), y: p.y * CGFloat(factor)))
    case .size(let s): return .size(CGSize(width: s.width * CGFloat(factor), height: s.height * CGFloat(factor)))
    case .rect(let r):
        let f = CGFloat(factor)
        return .rect(CGRect(x: r.origin.x * f, y: r.origin.y * f, width: r.size.width * f, height: r.size.height * f))
    case .color(let c):
        let s = c.inSRGB
        return .color(
            ColorValue(red: s.red * factor, green: s.green * factor, blue: s.blue * factor, alpha: s.alpha * factor))
    case .transform(let m): return .transform(power(m, factor))
    case .vector(let v): return .vector(v * factor)
    default: return value
    }
}

extension PropertyValue {
    /// A number or a point rounded to whole pixels; other values unchanged.
    func wholePixels(_ pixelsPerPoint: Double) -> PropertyValue {
        switch self {
        case .number(let v): .number(v.wholePixel(pixelsPerPoint))
        case .point(let p):
            .point(
                CGPoint(
                    x: CGFloat(Double(p.x).wholePixel(pixelsPerPoint)),
                    y: CGFloat(Double(p.y).wholePixel(pixelsPerPoint))))
        default: self
        }
    }
}

/// `a + sign * b` if both can be added; nil otherwise.
private func combine(_ a: PropertyValue, _ b: PropertyValue, _ sign: Double) -> PropertyValue? {
    let f = CGFloat(sign)
    switch (a, b) {
    case (.number(let a), .number(let b)): return .number(a + sign * b)
    case (.point(let a), .point(let b)): return .point(CGPoint(x: a.x + f * b.x, y: a.y + f * b.y))
    case (.size(let a), .size(let b)):
        return .size(CGSize(width: a.width + f * b.width, height: a.height + f * b.height))
    case (.size(let a), .point(let b)): return .size(CGSize(width: a.width + f * b.x, height: a.height + f * b.y))
    case (.point(let a), .size(let b)): return .size(CGSize(width: a.x + f * b.width, height: a.y + f * b.height))
    case (.rect(let a), .rect(let b)):
        return .rect(
            CGRect(
                x: a.origin.x + f * b.origin.x, y: a.origin.y + f * b.origin.y, width: a.size.width + f * b.size.width,
                height: a.size.height + f * b.size.height))
    case (.color(let a), .color(let b)):
        let (a, b) = (a.inSRGB, b.inSRGB)
        return .color(
            ColorValue(
                red: a.red + sign * b.red, green: a.green + sign * b.green, blue: a.blue + sign * b.blue,
                alpha: min(1, max(0, a.alpha + sign * b.alpha))))
    case (.vector(let a), .vector(let b)): return .vector(a + sign * b)
    default: return nil
    }
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
        switch self {
        case .number: .number(0)
        case .point: .point(.zero)
        case .size: .size(.zero)
        case .rect: .rect(.zero)
        case .color: .color(.clear)
        case .transform: .transform(.identity)
        case .vector: .vector(SIMD3(0, 0, 0))
        case .none, .string, .image, .layer, .path, .numbers, .colors, .filters, .cells: nil
        }
    }
}
