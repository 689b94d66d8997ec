import MicaFrame
import MicaPixels
import MicaRaster

/// The blurred colours of a pass.
struct BlurredPicture: Sendable {
    /// The pixels that it is of.
    var bounds: DeviceRect
    /// Premultiplied pixels, row by row.
    var pixels: [UInt32]
}

extension SoftenDraw {
    /// The blurred colours in some pixels, first along x, then along y.
    ///
    /// Channels have 16 bits in between. Large blurs are worked out on averages of square cells, whose places do not depend
    /// on what part is wanted, and interpolated between the middles of cells; what averaging and interpolation blur
    /// themselves is taken off the deviation. What lies outside the source is transparent.
    func picture(of source: Bitmap, at rect: DeviceRect, in bounds: DeviceRect) -> BlurredPicture {
        let side = cell
        if side == 1 {
            let input = WideBitmap(source)
            let output = blurred(input, at: rect, in: bounds, deviation)
            return BlurredPicture(bounds: bounds, pixels: output.narrowed())
        }
        let input = WideBitmap(averaging: source, at: SIMD2(rect.minX, rect.minY), cell: side)
        let cells = Self.cells(of: rect, side)
        // One more cell around, to interpolate with.
        var wanted = Self.cells(of: bounds, side)
        wanted = DeviceRect(
            minX: wanted.minX - 1, minY: wanted.minY - 1, maxX: wanted.maxX + 1, maxY: wanted.maxY + 1)
        let own = (Double(side * side) - 1) / 12 + Double(side * side) / 6
        func inCells(_ v: Double) -> Double { max(0, v * v - own).squareRoot() / Double(side) }
        let output = blurred(input, at: cells, in: wanted, SIMD2(inCells(deviation.x), inCells(deviation.y)))
        return BlurredPicture(
            bounds: bounds,
            pixels: output.interpolated(
                cell: side, first: SIMD2(wanted.minX, wanted.minY), minX: bounds.minX, minY: bounds.minY,
                width: bounds.width, height: bounds.height))
    }

    private func blurred(
        _ source: WideBitmap, at rect: DeviceRect, in bounds: DeviceRect, _ deviation: SIMD2<Double>
    ) -> WideBitmap {
        func kernel(_ v: Double) -> Kernel { Kernel(v, shift: 0, reach: v > 0 ? Int((v * 3).rounded(.up)) : 0) }
        let (across, down) = (kernel(deviation.x), kernel(deviation.y))
        let rows = source.blurredAcross(
            weights: across.weights, first: bounds.minX + across.first - rect.minX, width: bounds.width)
        return rows.blurredDown(
            weights: down.weights, first: bounds.minY + down.first - rect.minY, height: bounds.height)
    }

    private static func cells(of rect: DeviceRect, _ side: Int) -> DeviceRect {
        func low(_ v: Int) -> Int { v >= 0 ? v / side : -((side - 1 - v) / side) }
        return DeviceRect(
            minX: low(rect.minX), minY: low(rect.minY), maxX: low(rect.maxX - 1) + 1, maxY: low(rect.maxY - 1) + 1)
    }
}
