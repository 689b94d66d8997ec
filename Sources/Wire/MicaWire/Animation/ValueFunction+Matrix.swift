import Foundation
import MicaBase

/// Value functions in both directions: from the animated value to the layer's transform, and back, for animations whose
/// start or end is the layer's. *Source*: Apple, CAValueFunction.h.
extension ValueFunction {
    /// The transform of a value; the identity for values of a kind that the function does not take.
    package func matrix(of value: PropertyValue) -> Matrix4 {
        switch (self, value) {
        case (.rotateX, .number(let a)): Matrix4(rotation: a, x: 1, y: 0, z: 0)
        case (.rotateY, .number(let a)): Matrix4(rotation: a, x: 0, y: 1, z: 0)
        case (.rotateZ, .number(let a)): Matrix4(rotation: a, x: 0, y: 0, z: 1)
        case (.scale, .vector(let v)): Matrix4(scaleX: v.x, y: v.y, z: v.z)
        case (.scaleX, .number(let s)): Matrix4(scaleX: s, y: 1, z: 1)
        case (.scaleY, .number(let s)): Matrix4(scaleX: 1, y: s, z: 1)
        case (.scaleZ, .number(let s)): Matrix4(scaleX: 1, y: 1, z: s)
        case (.translate, .vector(let v)): Matrix4(translationX: v.x, y: v.y, z: v.z)
        case (.translateX, .number(let d)): Matrix4(translationX: d, y: 0, z: 0)
        case (.translateY, .number(let d)): Matrix4(translationX: 0, y: d, z: 0)
        case (.translateZ, .number(let d)): Matrix4(translationX: 0, y: 0, z: d)
        default: .identity
        }
    }

    /// The function's input that matches a transform as far as possible; `neutral` for transforms that cannot be
    /// decomposed.
    package func input(of whole: PropertyValue) -> PropertyValue {
        guard case .transform(let m) = whole else { return neutral }
        switch self {
        case .translate: return .vector(SIMD3(m.m41, m.m42, m.m43))
        case .translateX: return .number(m.m41)
        case .translateY: return .number(m.m42)
        case .translateZ: return .number(m.m43)
        default: break
        }
        guard let parts = MatrixParts(m) else { return neutral }
        switch self {
        case .rotateX: return .number(parts.eulerAngles.x)
        case .rotateY: return .number(parts.eulerAngles.y)
        case .rotateZ: return .number(parts.eulerAngles.z)
        case .scale: return .vector(SIMD3(parts.scale.x, parts.scale.y, parts.scale.z))
        case .scaleX: return .number(parts.scale.x)
        case .scaleY: return .number(parts.scale.y)
        case .scaleZ: return .number(parts.scale.z)
        case .translate, .translateX, .translateY, .translateZ: return neutral
        }
    }

    /// The input that gives the identity.
    package var neutral: PropertyValue {
        switch self {
        case .scale: .vector(SIMD3(1, 1, 1))
        case .scaleX, .scaleY, .scaleZ: .number(1)
        case .translate: .vector(SIMD3(0, 0, 0))
        default: .number(0)
        }
    }
}
