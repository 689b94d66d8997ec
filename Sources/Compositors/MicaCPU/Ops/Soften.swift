import MicaBase
import MicaFrame
import MicaRaster

/// The blurred colours of a pass.
struct BlurredPicture: Sendable {
    /// The pixels of the picture.
    var bounds: DeviceRect
    /// Premultiplied pixels, row by row.
    var pixels: [UInt32]
}

extension SoftenDraw {
    /// The blurred colours of some pixels: first along x, then along y.
    ///
    /// Channels have 16 bits between the steps. Large blurs are computed on averages of square cells and interpolated
    /// between the middles of cells. The cells do not depend on the part that is needed. The variances of averaging and
    /// interpolation are subtracted from the deviation's. Outside of the source everything is transparent;
    /// outside of `edges` nothing counts.
    func picture(of source: Bitmap, at rect: DeviceRect, in bounds: DeviceRect) -> BlurredPicture {
        let side = square
        if side == 1 {
            let input = WideBitmap(source)
            let output = blurred(input, at: rect, in: bounds, deviation, cell: 1)
            return BlurredPicture(bounds: bounds, pixels: output.narrowed())
        }
        let input = WideBitmap(averaging: source, at: SIMD2(rect.minX, rect.minY), cell: side)
        let cells = Self.cells(of: rect, side)
        // One more cell on each side, for the interpolation.
        var wanted = Self.cells(of: bounds, side)
        wanted = DeviceRect(
            minX: wanted.minX - 1, minY: wanted.minY - 1, maxX: wanted.maxX + 1, maxY: wanted.maxY + 1)
        let own = (Double(side * side) - 1) / 12 + Double(side * side) / 6
        func inCells(_ v: Double) -> Double { max(0, v * v - own).squareRoot() / Double(side) }
        let output = blurred(
            input, at: cells, in: wanted, SIMD2(inCells(deviation.x), inCells(deviation.y)), cell: side)
        return BlurredPicture(
            bounds: bounds,
            pixels: output.interpolated(
                cell: side, first: SIMD2(wanted.minX, wanted.minY), minX: bounds.minX, minY: bounds.minY,
                width: bounds.width, height: bounds.height))
    }

    private func blurred(
        _ source: WideBitmap, at rect: DeviceRect, in bounds: DeviceRect, _ deviation: SIMD2<Double>,
        cell: Int
    ) -> WideBitmap {
        func kernel(_ v: Double) -> Kernel { Kernel(v, shift: 0, reach: v > 0 ? Int((v * 3).rounded(.up)) : 0) }
        let (across, down) = (kernel(deviation.x), kernel(deviation.y))
        let rows = source.blurredAcross(
            weights: across.weights, first: bounds.minX + across.first - rect.minX, width: bounds.width,
            shares: edges.flatMap { across.shares(of: $0.minX..<$0.maxX, at: bounds.minX..<bounds.maxX, cell: cell) })
        return rows.blurredDown(
            weights: down.weights, first: bounds.minY + down.first - rect.minY, height: bounds.height,
            shares: edges.flatMap { down.shares(of: $0.minY..<$0.maxY, at: bounds.minY..<bounds.maxY, cell: cell) })
    }

    private static func cells(of rect: DeviceRect, _ side: Int) -> DeviceRect {
        func low(_ v: Int) -> Int { v >= 0 ? v / side : -((side - 1 - v) / side) }
        return DeviceRect(
            minX: low(rect.minX), minY: low(rect.minY), maxX: low(rect.maxX - 1) + 1, maxY: low(rect.maxY - 1) + 1)
    }
}

extension FramePlan {
    /// Prepares the blurred colours of another pass, and limits the op's bounds to them.
    mutating func soften(
        _ bounds: inout DeviceRect, _ address: OpAddress, _ results: OffscreenResults
    ) -> Content? {
        guard let picture = results.picture(address) else { return nil }
        bounds = bounds.intersection(picture.bounds)
        guard !bounds.isEmpty else { return nil }
        defer { store.pictures.append(picture) }
        return .picture(store.pictures.count)
    }
}

extension TileRenderer {
    /// Draws a picture that is blurred already.
    mutating func drawPicture(
        _ picture: borrowing BlurredPicture, _ mask: ClipMasks.Cover, _ op: FramePlan.Op, _ area: DeviceRect
    ) {
        let bounds = picture.bounds
        for y in area.minY..<area.maxY {
            samples.copy(
                picture.pixels, first: (y - bounds.minY) * bounds.width + area.minX - bounds.minX, start: 0,
                count: area.width)
            drawRow(mask, x: area.minX, y: y, area.width, alpha: op.opacity)
        }
    }
}
