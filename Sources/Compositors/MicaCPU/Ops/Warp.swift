import Foundation
import MicaBase
import MicaFrame
import MicaRaster

/// A bent plane, prepared for lookups at device pixels.
///
/// The position of each pixel is computed from the pixel's own coordinates, so that tiles agree. It is rounded to the
/// nearest 256th of a pixel of the source. Outside of the source everything is transparent.
struct PreparedWarp {
    private let source: PassPicture
    private let toLocal: Homography
    private let toDevice: Homography
    private let bend: WarpDraw.Bend
    /// The formula of smears, displacements and tones, whose pixels are not those of one place.
    private let field: WarpDraw.Field?

    /// nil when the plane is seen edge-on.
    init?(_ draw: WarpDraw, _ transform: Homography, _ source: PassPicture) {
        guard let inverse = transform.inverse else { return nil }
        (self.source, toLocal, toDevice) = (source, inverse, transform)
        bend = WarpDraw.Bend(draw.map)
        if case .field(let field) = draw.map, field.isTone || [.smear, .displacement].contains(field.kind) {
            self.field = field
        } else {
            field = nil
        }
    }

    /// Writes the pixels of a run.
    func sample(_ output: inout [UInt32], x: Int, y: Int, count: Int) {
        let py = Double(y) + 0.5
        for i in 0..<count {
            let local = toLocal.apply(Double(x + i) + 0.5, py)
            guard local.w > 0, local.x.isFinite, local.y.isFinite else {
                output[i] = 0
                continue
            }
            if let field {
                let point = SIMD2(local.x, local.y)
                if field.kind == .displacement {
                    output[i] = displaced(field, point)
                    continue
                }
                output[i] = field.isTone ? tone(field, point, x + i, y) : mean(field, point)
                continue
            }
            let look = bend.look(at: SIMD2(local.x, local.y))
            let under = look.front.map { pixel(at: $0) } ?? 0
            guard let back = look.back else {
                output[i] = under
                continue
            }
            output[i] = PixelArithmetic.sourceOver(backside(pixel(at: back), look.light), under)
        }
    }

    /// The grey of a tone, where the source is.
    private func tone(_ field: WarpDraw.Field, _ point: SIMD2<Double>, _ x: Int, _ y: Int) -> UInt32 {
        let alpha = texel(x - source.bounds.minX, y - source.bounds.minY) >> 24
        if alpha == 0 { return 0 }
        let tone = UInt32((field.tone(at: point) * 255).rounded())
        return PixelArithmetic.multiply(0xFF00_0000 | tone << 16 | tone << 8 | tone, alpha)
    }

    /// The colour from where a map says.
    private func displaced(_ field: WarpDraw.Field, _ point: SIMD2<Double>) -> UInt32 {
        guard let place = field.place(onMap: point) else { return 0 }
        let map = pixel(at: place)
        let parts = SIMD4<UInt32>(map >> 16 & 255, map >> 8 & 255, map & 255, map >> 24)
        let color = SIMD4<Double>(parts) / 255
        return field.source(of: point, map: color).map { pixel(at: $0) } ?? 0
    }

    /// The mean of a smear's points.
    private func mean(_ field: WarpDraw.Field, _ point: SIMD2<Double>) -> UInt32 {
        let count = UInt32(WarpDraw.Field.smearCount)
        var sums = SIMD4<UInt32>(repeating: count / 2)
        for index in 0..<Int(count) {
            guard let place = field.source(of: point, index) else { continue }
            let pixel = self.pixel(at: place)
            sums &+= SIMD4(pixel >> 24, pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255)
        }
        let mean = sums / count
        return mean.x << 24 | mean.y << 16 | mean.z << 8 | mean.w
    }

    /// The source's colour at a point of the plane, interpolated between four pixels.
    private func pixel(at point: SIMD2<Double>) -> UInt32 {
        let device = toDevice.apply(point.x, point.y)
        // 256ths of a pixel, from the centre of the first pixel.
        let u = ((device.x - Double(source.bounds.minX)) * 256).rounded() - 128
        let v = ((device.y - Double(source.bounds.minY)) * 256).rounded() - 128
        guard device.w > 0, abs(u) < 1e9, abs(v) < 1e9 else { return 0 }
        let (x, y) = (Int(u), Int(v))
        let (column, row) = (x >> 8, y >> 8)
        return PixelArithmetic.bilinear(
            texel(column, row), texel(column + 1, row), texel(column, row + 1), texel(column + 1, row + 1),
            x: UInt32(x & 255), y: UInt32(y & 255))
    }

    private func texel(_ x: Int, _ y: Int) -> UInt32 {
        guard x >= 0, y >= 0, x < source.bitmap.width, y < source.bitmap.height else { return 0 }
        return source.bitmap.pixels[y * source.bitmap.width + x]
    }

    /// The back of a page: its picture is faint, and darker where the page turns away.
    private func backside(_ pixel: UInt32, _ light: Double) -> UInt32 {
        let alpha = pixel >> 24
        let paper = PixelArithmetic.multiply(0xFFFF_FFFF, alpha)
        let faint = PixelArithmetic.interpolate(pixel, paper, 208)
        let lit = PixelArithmetic.multiply(faint, UInt32((light * 255).rounded()))
        return lit & 0x00FF_FFFF | alpha << 24
    }
}

extension FramePlan {
    /// Prepares a pass, which is drawn already, on a bent plane.
    mutating func warp(
        _ draw: WarpDraw, _ op: DrawOp, _ address: OpAddress, _ results: OffscreenResults
    ) -> Content? {
        guard let source = results.source(address), let warp = PreparedWarp(draw, op.transform, source) else {
            return nil
        }
        defer { store.warps.append(warp) }
        return .warp(store.warps.count)
    }
}

extension TileRenderer {
    /// Draws a pass on a bent plane.
    mutating func drawWarp(
        _ warp: borrowing PreparedWarp, _ mask: ClipMasks.Cover, _ op: FramePlan.Op, _ area: DeviceRect
    ) {
        for y in area.minY..<area.maxY {
            warp.sample(&samples, x: area.minX, y: y, count: area.width)
            drawRow(mask, x: area.minX, y: y, area.width, alpha: op.opacity)
        }
    }
}
