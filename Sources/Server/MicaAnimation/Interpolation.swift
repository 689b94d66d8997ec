import Foundation
import MicaWire

/// The value between two others.
///
/// *Range*: a fraction of 0 gives `a` and 1 gives `b`, as they are; outside, numbers go on along the line.
///
/// Colours go component by component in sRGB, alpha as a component like the others and not multiplied in, as the property
/// table says; no colour counts as the other one with alpha 0. Transforms are taken apart and their rotations turned along
/// the shorter arc; those that cannot be taken apart go element by element. What has nothing between (booleans, images,
/// strings, values of two kinds) changes at one half: an assumption, chosen because it is where a rounded number changes.
package func interpolate(
    _ a: PropertyValue, _ b: PropertyValue, _ fraction: Double, _ how: PropertyRow.Interpolation
) -> PropertyValue {
    if fraction == 0 { return a }
    if fraction == 1 { return b }
    if how == .discrete { return fraction < 0.5 ? a : b }
    switch (a, b) {
    case (.number(let a), .number(let b)): return .number(mix(a, b, fraction))
    case (.point(let a), .point(let b)): return .point(CGPoint(x: mix(a.x, b.x, fraction), y: mix(a.y, b.y, fraction)))
    case (.size(let a), .size(let b)): return .size(mix(a, b, fraction))
    case (.size(let a), .point(let b)): return .size(mix(a, CGSize(width: b.x, height: b.y), fraction))
    case (.point(let a), .size(let b)): return .size(mix(CGSize(width: a.x, height: a.y), b, fraction))
    case (.rect(let a), .rect(let b)):
        return .rect(
            CGRect(
                origin: CGPoint(x: mix(a.origin.x, b.origin.x, fraction), y: mix(a.origin.y, b.origin.y, fraction)),
                size: mix(a.size, b.size, fraction)))
    case (.color(let a), .color(let b)): return .color(mix(a, b, fraction))
    case (.none, .color(let b)): return .color(mix(b.transparent, b, fraction))
    case (.color(let a), .none): return .color(mix(a, a.transparent, fraction))
    case (.transform(let a), .transform(let b)): return .transform(mix(a, b, fraction))
    case (.vector(let a), .vector(let b)): return .vector(a + (b - a) * fraction)
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
    default: return fraction < 0.5 ? a : b
    }
}

private func mix(_ a: Double, _ b: Double, _ t: Double) -> Double { a + (b - a) * t }

private func mix(_ a: CGFloat, _ b: CGFloat, _ t: Double) -> CGFloat { a + (b - a) * CGFloat(t) }

private func mix(_ a: CGSize, _ b: CGSize, _ t: Double) -> CGSize {
    CGSize(width: mix(a.width, b.width, t), height: mix(a.height, b.height, t))
}

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

private func mix(_ a: Matrix4, _ b: Matrix4, _ t: Double) -> Matrix4 {
    if a == b { return a }
    guard let p = MatrixParts(a), let q = MatrixParts(b) else { return mixElements(a, b, t) }
    var parts = p
    parts.perspective = (
        mix(p.perspective.x, q.perspective.x, t), mix(p.perspective.y, q.perspective.y, t),
        mix(p.perspective.z, q.perspective.z, t), mix(p.perspective.w, q.perspective.w, t)
    )
    parts.translation = mix(p.translation, q.translation, t)
    parts.scale = mix(p.scale, q.scale, t)
    parts.shear = (
        mix(p.shear.xy, q.shear.xy, t), mix(p.shear.xz, q.shear.xz, t), mix(p.shear.yz, q.shear.yz, t)
    )
    parts.rotation = turn(from: p.rotation, to: q.rotation, t)
    return parts.matrix
}

private typealias Triple = (x: Double, y: Double, z: Double)

private func mix(_ a: Triple, _ b: Triple, _ t: Double) -> Triple {
    (mix(a.x, b.x, t), mix(a.y, b.y, t), mix(a.z, b.z, t))
}

private func mixElements(_ a: Matrix4, _ b: Matrix4, _ t: Double) -> Matrix4 {
    Matrix4(
        mix(a.m11, b.m11, t), mix(a.m12, b.m12, t), mix(a.m13, b.m13, t), mix(a.m14, b.m14, t),
        mix(a.m21, b.m21, t), mix(a.m22, b.m22, t), mix(a.m23, b.m23, t), mix(a.m24, b.m24, t),
        mix(a.m31, b.m31, t), mix(a.m32, b.m32, t), mix(a.m33, b.m33, t), mix(a.m34, b.m34, t),
        mix(a.m41, b.m41, t), mix(a.m42, b.m42, t), mix(a.m43, b.m43, t), mix(a.m44, b.m44, t))
}

/// The rotation part of the way between two, along the shorter arc.
///
/// *Source*: Ken Shoemake, "Animating rotation with quaternion curves", SIGGRAPH 1985.
private func turn(from a: Quaternion, to b: Quaternion, _ t: Double) -> Quaternion {
    var b = b
    var cosine = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w
    if cosine < 0 {
        b = Quaternion(x: -b.x, y: -b.y, z: -b.z, w: -b.w)
        cosine = -cosine
    }
    var (share, rest) = (t, 1 - t)
    if cosine < 1 - 1e-10 {
        let angle = acos(cosine)
        (share, rest) = (sin(t * angle) / sin(angle), sin((1 - t) * angle) / sin(angle))
    }
    let sum = Quaternion(
        x: a.x * rest + b.x * share, y: a.y * rest + b.y * share, z: a.z * rest + b.z * share,
        w: a.w * rest + b.w * share)
    let length = (sum.x * sum.x + sum.y * sum.y + sum.z * sum.z + sum.w * sum.w).squareRoot()
    return length > 0 ? Quaternion(x: sum.x / length, y: sum.y / length, z: sum.z / length, w: sum.w / length) : a
}
