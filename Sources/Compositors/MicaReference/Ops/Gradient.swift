import Foundation
import MicaBase
import MicaFrame

extension Painter {
    /// A gradient in a rounded rectangle.
    func gradient(_ shape: RoundedRect, _ draw: GradientDraw, _ op: DrawOp, in area: DeviceRect) -> Paint? {
        guard let toLocal = op.transform.inverse else { return nil }
        let coverage = Coverage(Path(shape), op.transform, edges: op.edges, in: area)
        return { x, y in
            let local = toLocal.apply(Double(x) + 0.5, Double(y) + 0.5)
            return Color(draw.ramp.color(at: draw.geometry.location(of: Point(local.x, local.y)))) * coverage[x, y]
        }
    }
}

extension GradientDraw.Geometry {
    /// The location in the ramp of a point of the plane.
    fileprivate func location(of point: Point) -> Double {
        switch self {
        case .axial(let start, let end):
            let (way, from) = (end - start, point - start)
            return (from * way).sum() / (way * way).sum()
        case .radial(let center, let radii):
            let offset = (point - center) / radii
            return (offset * offset).sum().squareRoot()
        case .conic(let center, let angle):
            let turn = (atan2(point.y - center.y, point.x - center.x) - angle) / (2 * .pi)
            return turn - turn.rounded(.down)
        }
    }
}

extension GradientRamp {
    /// The colour at a location: straight colours, interpolated between the stops around it. NaN counts as 0.
    fileprivate func color(at location: Double) -> PixelColor {
        let location = location > 0 ? min(location, 1) : 0
        guard let next = stops.firstIndex(where: { $0.location > location }) else {
            return stops[stops.count - 1].color
        }
        if next == 0 { return stops[0].color }
        let (a, b) = (stops[next - 1], stops[next])
        return a.color.mixed(with: b.color, (location - a.location) / (b.location - a.location))
    }
}
