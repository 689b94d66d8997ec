import Foundation
import MicaBase

/// The value between two others.
///
/// *Range*: a fraction of 0 gives `a` and 1 gives `b`, unchanged; outside of 0...1, numbers are extrapolated.
///
/// Colours are interpolated component by component in sRGB; alpha is a component like the others, and is not multiplied
/// in, as the property table says. A missing colour counts as the other with alpha 0. Transforms are decomposed, and
/// their rotations interpolated along the shorter arc; those that cannot be decomposed are interpolated element by
/// element. Values without values between them (booleans, images, strings, values of two kinds) change at one half: an
/// assumption, because a rounded number changes there.
package func interpolate(
    _ a: PropertyValue, _ b: PropertyValue, _ fraction: Double, _ how: PropertyRow.Interpolation
) -> PropertyValue {
    if fraction == 0 { return a }
    if fraction == 1 { return b }
    if how == .discrete { return fraction < 0.5 ? a : b }
    switch (a, b) {
    case (.color(let a), .color(let b)): return .color(mix(a, b, fraction))
    case (.none, .color(let b)): return .color(mix(b.transparent, b, fraction))
    case (.color(let a), .none): return .color(mix(a, a.transparent, fraction))
    case (.transform(let a), .transform(let b)): return .transform(TransformMix(a, b).value(at: fraction))
    case (.path(let a), .path(let b)):
        return a.interpolated(to: b, fraction).map { .path($0) } ?? (fraction < 0.5 ? .path(a) : .path(b))
    case (.numbers(let a), .numbers(let b)) where a.count == b.count:
        return .numbers(zip(a, b).map { mix($0, $1, fraction) })
    case (.colors(let a), .colors(let b)) where a.count == b.count:
        return .colors(zip(a, b).map { mix($0, $1, fraction) })
    case (.filters(let a), .filters(let b)) where a.count == b.count:
        let mixed = zip(a, b).map { $0.interpolated(to: $1, fraction) }
        let list = mixed.compactMap { $0 }
        return .filters(list.count == a.count ? list : fraction < 0.5 ? a : b)
    default:
        guard let kind = a.kind(with: b), let x = a.components, let y = b.components,
            let value = PropertyValue(components: x + (y - x) * fraction, of: kind)
        else { return fraction < 0.5 ? a : b }
        return value
    }
}

private func mix(_ a: Double, _ b: Double, _ t: Double) -> Double { a + (b - a) * t }

private func mix(_ a: ColorValue, _ b: ColorValue, _ t: Double) -> ColorValue {
    let (a, b) = (a.inSRGB, b.inSRGB)
    return ColorValue(
        red: mix(a.red, b.red, t), green: mix(a.green, b.green, t), blue: mix(a.blue, b.blue, t),
        alpha: min(1, max(0, mix(a.alpha, b.alpha, t))))
}

extension ColorValue {
    fileprivate var transparent: ColorValue {
        var color = self
        color.alpha = 0
        return color
    }
}
