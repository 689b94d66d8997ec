import Foundation
import MicaBase
import MicaCompositor
import MicaFrame
import MicaRaster

/// A blurred rounded rectangle, computed for each pixel, without an offscreen blur or mask.
///
/// The blur of a straight edge is the normal distribution function; the blur of a rectangle is a product of differences
/// of it. In a rounded rectangle, the rows through the corners are slabs of changing width: their sum is an integral
/// over one coordinate. Gauss and Legendre's rule computes it over the corner's angle, in which the integrand is
/// smooth. A pixel is a blur, too: a twelfth of its size squared is added to the variance, as for a box.
struct PreparedShadow {
    private let slabs: [CornerSlab]
    /// The rows without corners.
    private let middle: (minY: Double, maxY: Double)
    private let rect: LocalRect
    private let deviation: (x: Double, y: Double)
    // The map from pixels to local space.
    private let scale: (x: Double, y: Double), offset: (x: Double, y: Double)
    /// The extents of the corners along x, from the left and from the right.
    private let corner: (left: Double, right: Double)

    /// For the middle, then for each slab, its blurred coverage along x of each column from `firstColumn` on. Empty
    /// when there would be too many numbers: then each pixel computes its own.
    private var columns: [Float] = []
    private var columnCount = 0
    private var firstColumn = 0

    /// The most numbers in `columns`.
    private static let mostColumns = 1 << 18

    /// The reach of a shadow, in deviations.
    private static let reach = 4.0

    /// Prepares a shadow for some pixels. *nil when* it cannot be seen, or the transform does more than scale and move.
    init?(_ draw: ShadowDraw, transform: Homography, bounds: DeviceRect) {
        let r = draw.shape.rect
        guard transform.isScaleAndTranslation, let inverse = transform.inverse, draw.deviation > 0, !r.isEmpty,
            r.minX.isFinite, r.maxX.isFinite, r.minY.isFinite, r.maxY.isFinite, draw.deviation.isFinite
        else { return nil }
        scale = (inverse.a, inverse.d)
        offset = (inverse.tx, inverse.ty)
        guard scale.x.isFinite, scale.y.isFinite, offset.x.isFinite, offset.y.isFinite else { return nil }
        let variance = draw.deviation * draw.deviation
        deviation = (
            (variance + scale.x * scale.x / 12).squareRoot(), (variance + scale.y * scale.y / 12).squareRoot()
        )
        rect = r
        let radii = draw.shape.radii
        middle = draw.shape.middle
        corner = (max(radii[0], radii[2]), max(radii[1], radii[3]))
        slabs = draw.shape.cornerSlabs(deviation: deviation.y)
        let (left, right) = (r.minX - Self.reach * deviation.x, r.maxX + Self.reach * deviation.x)
        let (from, to) = ((left - offset.x) / scale.x, (right - offset.x) / scale.x)
        let span = DeviceRect(around: min(from, to), 0, max(from, to), 1).intersection(
            DeviceRect(minX: bounds.minX, minY: 0, maxX: bounds.maxX, maxY: 1))
        guard !span.isEmpty, span.width <= Self.mostColumns / (slabs.count + 1) else { return }
        (firstColumn, columnCount) = (span.minX, span.width)
        columns.reserveCapacity(columnCount * (slabs.count + 1))
        for index in -1..<slabs.count {
            let (minX, maxX) = index < 0 ? (r.minX, r.maxX) : (slabs[index].minX, slabs[index].maxX)
            for x in span.minX..<span.maxX {
                let u = (Double(x) + 0.5) * scale.x + offset.x
                columns.append(
                    Float(Self.normal((u - minX) / deviation.x) - Self.normal((u - maxX) / deviation.x)))
            }
        }
    }

    /// Whether the blur of each column is computed once for all rows.
    var hasColumns: Bool { !columns.isEmpty }

    /// Writes the coverage of a run of pixels, 0...255.
    ///
    /// - Returns: the part of the run that was written and may be covered, counted from the run's beginning.
    func coverage(_ output: inout [UInt8], _ sums: inout [Float], x: Int, y: Int, count: Int) -> Range<Int> {
        let v = (Double(y) + 0.5) * scale.y + offset.y
        let (reachX, reachY) = (Self.reach * deviation.x, Self.reach * deviation.y)
        guard v > rect.minY - reachY, v < rect.maxY + reachY else { return 0..<0 }
        if !columns.isEmpty { return coverageByColumns(&output, &sums, v, x: x, count: count) }
        // The weight of each slab along y, at this row.
        var weights: [(weight: Double, minX: Double, maxX: Double)] = []
        if middle.maxY > middle.minY {
            let part = Self.normal((v - middle.minY) / deviation.y) - Self.normal((v - middle.maxY) / deviation.y)
            if part > 0 { weights.append((part, rect.minX, rect.maxX)) }
        }
        for slab in slabs {
            let d = (v - slab.y) / deviation.y
            guard abs(d) < Self.reach + 1 else { continue }
            let density = exp(-d * d / 2) / (deviation.y * (2 * Double.pi).squareRoot())
            weights.append((slab.height * density, slab.minX, slab.maxX))
        }
        var whole = 0.0
        for weight in weights { whole += weight.weight }
        let wholeByte = Self.byte(whole)
        if wholeByte == 0 { return 0..<0 }
        var first = count, last = 0
        for i in 0..<count {
            let u = (Double(x + i) + 0.5) * scale.x + offset.x
            guard u > rect.minX - reachX, u < rect.maxX + reachX else { continue }
            if first == count {
                first = i
            }
            last = i + 1
            let isRight = u > rect.minX + corner.left + reachX, isLeft = u < rect.maxX - corner.right - reachX
            if isRight, isLeft {
                output[i] = wholeByte
                continue
            }
            var sum = 0.0
            if isLeft {
                for w in weights { sum += w.weight * Self.normal((u - w.minX) / deviation.x) }
            } else if isRight {
                for w in weights { sum += w.weight * (1 - Self.normal((u - w.maxX) / deviation.x)) }
            } else {
                for w in weights {
                    sum +=
                        w.weight
                        * (Self.normal((u - w.minX) / deviation.x) - Self.normal((u - w.maxX) / deviation.x))
                }
            }
            output[i] = Self.byte(sum)
        }
        return first < last ? first..<last : 0..<0
    }

    /// Writes the coverage of a run of pixels from `columns`.
    private func coverageByColumns(
        _ output: inout [UInt8], _ sums: inout [Float], _ v: Double, x: Int, count: Int
    ) -> Range<Int> {
        let first = max(0, firstColumn - x), last = min(count, firstColumn + columnCount - x)
        guard first < last else { return 0..<0 }
        for i in first..<last { sums[i] = 0.5 }
        for index in -1..<slabs.count {
            var weight = 0.0
            if index < 0 {
                guard middle.maxY > middle.minY else { continue }
                weight = Self.normal((v - middle.minY) / deviation.y) - Self.normal((v - middle.maxY) / deviation.y)
            } else {
                let d = (v - slabs[index].y) / deviation.y
                guard abs(d) < Self.reach + 1 else { continue }
                weight = slabs[index].height * exp(-d * d / 2) / (deviation.y * (2 * Double.pi).squareRoot())
            }
            let factor = Float(weight * 255)
            if factor < 1e-4 { continue }
            let start = (index + 1) * columnCount + x - firstColumn
            for i in first..<last { sums[i] += factor * columns[start + i] }
        }
        for i in first..<last { output[i] = UInt8(max(0, min(255, sums[i]))) }
        return first..<last
    }

    private static func byte(_ v: Double) -> UInt8 { UInt8(max(0, min(255, (v * 255).rounded()))) }

    /// The normal distribution function, from a table; exact to a millionth.
    private static func normal(_ z: Double) -> Double {
        let at = (z + span) * Double(steps)
        guard at > 0 else { return 0 }
        guard at < Double(table.count - 1) else { return 1 }
        let index = Int(at)
        return table[index] + (table[index + 1] - table[index]) * (at - Double(index))
    }

    private static let span = 5.0
    private static let steps = 256
    private static let table = (0...Int(2 * span) * steps).map { index in
        let z = Double(index) / Double(steps) - span
        return 0.5 * erfc(-z / 2.0.squareRoot())
    }
}

/// A blurred rounded rectangle at a place of the surface.
struct PlacedShadow {
    private enum Source {
        case rows(PreparedShadow)
        case mask(ShadowMask)
    }
    private let source: Source
    /// The whole pixels by which the source is moved.
    private let x: Int, y: Int

    /// Prepares a shadow for some pixels. *nil when* it cannot be seen, or the transform does more than scale and move.
    init?(_ draw: ShadowDraw, transform: Homography, bounds: DeviceRect, masks: inout ShadowMasks) {
        // Coverage depends on the fraction of a pixel only, so that equal shadows have equal bytes wherever they are.
        var rest = transform
        (x, rest.tx) = Self.parts(of: transform.tx)
        (y, rest.ty) = Self.parts(of: transform.ty)
        if let mask = masks.mask(of: draw, rest) {
            source = .mask(mask)
            return
        }
        let moved = DeviceRect(
            minX: bounds.minX - x, minY: bounds.minY - y, maxX: bounds.maxX - x, maxY: bounds.maxY - y)
        guard let shadow = PreparedShadow(draw, transform: rest, bounds: moved) else { return nil }
        source = .rows(shadow)
    }

    /// The whole and the fraction of a coordinate. Sums of offsets have rounding errors that change as content scrolls: a
    /// coordinate nearer than a millionth of a pixel to a multiple of 1/4096 is that multiple, so that fractions recur.
    private static func parts(of coordinate: Double) -> (whole: Int, rest: Double) {
        guard abs(coordinate) < 0x1p30 else { return (0, coordinate) }
        let near = (coordinate * 4096).rounded() / 4096
        let place = abs(near - coordinate) < 1e-6 ? near : coordinate
        let whole = place.rounded(.down)
        return (Int(whole), place - whole)
    }

    /// Writes the coverage of a run of pixels, 0...255.
    ///
    /// - Returns: the part of the run that was written and may be covered, counted from the run's beginning.
    func coverage(_ output: inout [UInt8], _ sums: inout [Float], x: Int, y: Int, count: Int) -> Range<Int> {
        switch source {
        case .rows(let shadow): shadow.coverage(&output, &sums, x: x - self.x, y: y - self.y, count: count)
        case .mask(let mask): mask.coverage(&output, x: x - self.x, y: y - self.y, count: count)
        }
    }
}

extension FramePlan {
    /// Prepares a blurred rounded rectangle: by its corners where they are far enough apart.
    mutating func shadow(
        _ draw: ShadowDraw, _ color: PixelColor, _ op: DrawOp, _ opacity: Double, _ corners: CornerTables
    ) -> Content? {
        let pixel = color.tinted(op.tint).premultiplied(opacity: opacity)
        guard pixel != 0 else { return nil }
        if let shadow = CornerShadow(draw, transform: op.transform, tables: corners, store: &store.strips) {
            defer { store.cornerShadows.append(shadow) }
            return .cornerShadow(store.cornerShadows.count, pixel: pixel)
        }
        guard op.transform.isScaleAndTranslation,
            let shadow = PlacedShadow(
                draw, transform: op.transform, bounds: op.bounds, masks: &store.shadowMasks)
        else { return nil }
        defer { store.shadows.append(shadow) }
        return .shadow(store.shadows.count, pixel: pixel)
    }
}

extension TileRenderer {
    /// Draws a shadow row by row.
    mutating func drawShadow(
        _ shadow: borrowing PlacedShadow, _ pixel: UInt32, _ mask: ClipMasks.Cover, _ area: DeviceRect
    ) {
        for y in area.minY..<area.maxY {
            let run = shadow.coverage(&coverage, &sums, x: area.minX, y: y, count: area.width)
            if run.isEmpty { continue }
            tint(pixel, mask, x: area.minX + run.lowerBound, y: y, first: run.lowerBound, count: run.count)
        }
    }
}
