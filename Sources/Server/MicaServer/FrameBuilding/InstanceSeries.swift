import Foundation
import MicaBase
import MicaFrame
import MicaWire

/// The matrices and colours of a replicator's instances, one after the other.
struct InstanceSeries {
    /// The current instance's matrix in the layer, before the sublayer transform.
    private(set) var matrix = Matrix4.identity
    private let step: Matrix4
    private let center: (x: Double, y: Double)
    private let color: PixelColor
    private let alpha: Double
    private let offsets: SIMD4<Double>

    init(_ replicator: ReplicatorState, bounds: LocalRect) {
        center = ((bounds.minX + bounds.maxX) / 2, (bounds.minY + bounds.maxY) / 2)
        step =
            replicator.transform.isIdentity
            ? .identity
            : Matrix4(translationX: -center.x, y: -center.y) * replicator.transform
                * Matrix4(translationX: center.x, y: center.y)
        color = PixelColor(replicator.color ?? .white)
        alpha = color.alpha
        offsets = replicator.offsets
    }

    /// Advances to the next instance.
    mutating func advance() { matrix = matrix * step }

    /// The factors of an instance's colours and of its alpha, 0...1.
    func factors(of index: Int) -> (tint: Tint, alpha: Double) {
        let k = Double(index)
        let alpha = alpha + k * offsets.w
        return (
            Tint(red: color.red + k * offsets.x, green: color.green + k * offsets.y, blue: color.blue + k * offsets.z),
            alpha > 0 ? min(alpha, 1) : 0
        )
    }

    /// Whether the first instance equals the sublayers.
    var startsUntinted: Bool { factors(of: 0) == (.white, 1) }

    /// The depth, in the current instance, of a point at depth `z` in the middle of the layer.
    func depth(at z: Double) -> Double { center.x * matrix.m13 + center.y * matrix.m23 + z * matrix.m33 + matrix.m43 }

    /// Whether every instance lies in the plane: x and y do not depend on depth, nor depth on x and y.
    var isInPlane: Bool { step.keepsPlanes }

    /// Whether ops made for the first instance are valid for all: strokes and images depend on the scale.
    func suits(_ ops: [DrawOp], isAffine: Bool) -> Bool {
        let (x, y) = (step.m11 * step.m11 + step.m12 * step.m12, step.m21 * step.m21 + step.m22 * step.m22)
        let across = step.m11 * step.m21 + step.m12 * step.m22
        let isRigid = abs(x - 1) < 1e-9 && abs(y - 1) < 1e-9 && abs(across) < 1e-9 && isAffine
        let largest = (x + y + ((x - y) * (x - y) + 4 * across * across).squareRoot()) / 2
        return ops.allSatisfy { op in
            switch op.content {
            case .fill, .border, .gradient: true
            case .path: largest <= 1 + 1e-9
            case .image: isRigid
            case .instances(let draw): suits(draw.ops, isAffine: isAffine)
            default: false
            }
        }
    }
}

extension Matrix4 {
    /// Whether the matrix maps planes parallel to z = 0 to such planes by one affine map: x and y do not depend on
    /// depth, nor depth on them.
    var keepsPlanes: Bool {
        m13 == 0 && m23 == 0 && m14 == 0 && m24 == 0 && m31 == 0 && m32 == 0 && m34 == 0 && m44 == 1
    }
}
