import Foundation
import MicaFrame
import MicaRaster

/// A gradient of a draw op, ready to be looked up at device pixels.
///
/// Every pixel's place is worked out from its own coordinates, so that tiles agree. A place becomes one of the ramp's
/// steps, the nearest one.
struct PreparedGradient {
    private let ramp: GradientRamp
    private let toLocal: Homography
    private let geometry: GradientDraw.Geometry

    /// Whether every colour is opaque.
    var isOpaque: Bool { ramp.isOpaque }

    /// Makes ready a gradient; nil when its plane is seen on edge.
    init?(_ draw: GradientDraw, transform: Homography) {
        guard let inverse = transform.inverse else { return nil }
        (ramp, toLocal, geometry) = (draw.ramp, inverse, draw.geometry)
    }

    /// The colours of a run of pixels.
    func sample(_ output: inout [UInt32], x: Int, y: Int, count: Int) {
        let steps = Double(GradientRamp.steps)
        let py = Double(y) + 0.5
        for i in 0..<count {
            let px = Double(x + i) + 0.5
            let w = toLocal.isAffine ? 1 : toLocal.p * px + toLocal.q * py + toLocal.w
            let u = (toLocal.a * px + toLocal.c * py + toLocal.tx) / w
            let v = (toLocal.b * px + toLocal.d * py + toLocal.ty) / w
            let place = place(u, v) * steps
            // A place that is no number is taken for the first.
            let step = place > 0 ? Int(min(place, steps) + 0.5) : 0
            output[i] = ramp.pixels[step]
        }
    }

    @inline(__always)
    private func place(_ u: Double, _ v: Double) -> Double {
        switch geometry {
        case .axial(let start, let end):
            let way = end - start
            return ((u - start.x) * way.x + (v - start.y) * way.y) / (way.x * way.x + way.y * way.y)
        case .radial(let center, let radii):
            let (x, y) = ((u - center.x) / radii.x, (v - center.y) / radii.y)
            return (x * x + y * y).squareRoot()
        case .conic(let center, let angle):
            let turn = (atan2(v - center.y, u - center.x) - angle) / (2 * .pi)
            return turn - turn.rounded(.down)
        }
    }
}
