import Foundation
import MicaBase
import MicaFrame

extension Painter {
    /// A rounded rectangle blurred by a Gaussian, in one colour, without a picture of the rectangle.
    ///
    /// The shape is cut into slabs; the blur of a slab is the product of a blur along x and one along y. The middle
    /// between the corners is one slab. The slabs of the corners are so thin that their sides count as upright.
    func shadow(_ draw: ShadowDraw, _ color: PixelColor, _ op: DrawOp, in area: DeviceRect) -> Paint? {
        guard op.transform.isScaleAndTranslation, let toLocal = op.transform.inverse, draw.deviation > 0,
            draw.deviation.isFinite
        else { return nil }
        let slabs = slabs(
            of: draw.shape, step: max(draw.deviation / 4, min(abs(toLocal.a), abs(toLocal.d)) / 8))
        let across = slabs.map { slab in
            (area.minX..<area.maxX).map { x in
                blurred(
                    slab.minX, slab.maxX, draw.deviation, toLocal.a * (Double(x) + 0.5) + toLocal.tx, abs(toLocal.a))
            }
        }
        let down = slabs.map { slab in
            (area.minY..<area.maxY).map { y in
                blurred(
                    slab.minY, slab.maxY, draw.deviation, toLocal.d * (Double(y) + 0.5) + toLocal.ty, abs(toLocal.d))
            }
        }
        // The slabs that contribute to each row.
        let seen = (0..<area.height).map { row in slabs.indices.filter { down[$0][row] > 1e-9 } }
        let color = Color(color)
        return { x, y in
            var coverage = 0.0
            for slab in seen[y - area.minY] { coverage += across[slab][x - area.minX] * down[slab][y - area.minY] }
            return color * coverage
        }
    }

    /// The middle, and the slabs of the corners.
    ///
    /// - Parameter step: the most that sides may move from slab to slab. Neither the blur nor a pixel distinguishes
    ///   such steps from a curve.
    private func slabs(of shape: RoundedRect, step: Double) -> [LocalRect] {
        let (r, radii) = (shape.rect, shape.radii)
        let (top, bottom) = (max(radii[0], radii[1]), max(radii[2], radii[3]))
        var slabs = [LocalRect(minX: r.minX, minY: r.minY + top, maxX: r.maxX, maxY: r.maxY - bottom)]
        /// The inset of a corner's side at a depth below the top.
        func inset(_ radius: Double, _ depth: Double) -> Double {
            let left = max(0, radius - depth)
            return radius - (radius * radius - left * left).squareRoot()
        }
        let count = Int(min(max(64, .pi / 2 * max(top, bottom) / step), 4096))
        for index in 0..<count {
            // The slabs are thinnest at the top, where the circle is flat.
            func depth(_ index: Int) -> Double { 1 - cos(Double(index) / Double(count) * .pi / 2) }
            let (from, to, middle) = (depth(index), depth(index + 1), (depth(index) + depth(index + 1)) / 2)
            slabs.append(
                LocalRect(
                    minX: r.minX + inset(radii[0], top * middle), minY: r.minY + top * from,
                    maxX: r.maxX - inset(radii[1], top * middle), maxY: r.minY + top * to))
            slabs.append(
                LocalRect(
                    minX: r.minX + inset(radii[2], bottom * middle), minY: r.maxY - bottom * to,
                    maxX: r.maxX - inset(radii[3], bottom * middle), maxY: r.maxY - bottom * from))
        }
        return slabs.filter { !$0.isEmpty }
    }

    /// The coverage of a pixel, by position and size, by the blur of the span between `low` and `high`.
    private func blurred(_ low: Double, _ high: Double, _ deviation: Double, _ position: Double, _ size: Double)
        -> Double
    {
        /// The integral of the blurred edge, a normal distribution function.
        func integral(_ v: Double) -> Double {
            let z = v / deviation
            let density = exp(-z * z / 2) / (2 * .pi).squareRoot()
            return deviation * (z * 0.5 * erfc(-z / 2.0.squareRoot()) + density)
        }
        func edge(_ at: Double) -> Double {
            (integral(position + size / 2 - at) - integral(position - size / 2 - at)) / size
        }
        return edge(low) - edge(high)
    }
}
