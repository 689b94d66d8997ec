import Foundation
import MicaBase
import MicaCompositor
import MicaFrame
import MicaRaster

/// A gradient of a draw op, prepared for lookups at device pixels.
///
/// The location of each pixel is computed from the pixel's own coordinates, so that tiles agree. It is rounded to the
/// nearest of the ramp's steps. Without perspective, the steps of an axial gradient are linear, in whole numbers (2^-32
/// steps), and those of a radial one are distances in single precision. Both are exact to a fraction of a step.
struct PreparedGradient {
    private let ramp: RampTable
    private let toLocal: Homography
    private let geometry: GradientDraw.Geometry
    private let map: Map
    /// The finer colours with their tile; nil for rounded colours.
    private let dithered: (ramp: DitheredRamp, tile: DitherTile)?

    private enum Map {
        /// The step at device position (0, 0), half a step added for rounding, and the increments for x and y; in 2^-32
        /// steps.
        case linear(t: Int, x: Int, y: Int)
        /// Maps device positions, counted from the pixel (column, row) of the centre, to a plane in which the distance
        /// from the origin is the step.
        case radial(column: Int, row: Int, Affine)
        /// Computed pixel by pixel.
        case general
    }

    /// Whether every colour is opaque.
    var isOpaque: Bool { ramp.isOpaque }

    /// nil when the gradient's plane is seen edge-on.
    init?(
        _ draw: GradientDraw, _ ramp: RampTable, transform: Homography,
        dithered: (ramp: DitheredRamp, tile: DitherTile)? = nil
    ) {
        guard let inverse = transform.inverse else { return nil }
        self.dithered = dithered
        (self.ramp, toLocal, geometry) = (ramp, inverse, draw.geometry)
        map = inverse.isAffine ? Self.map(draw.geometry, inverse) : .general
    }

    private static func map(_ geometry: GradientDraw.Geometry, _ toLocal: Homography) -> Map {
        let steps = Double(RampTable.steps)
        switch geometry {
        case .axial(let start, let end):
            let way = end - start
            let square = way.x * way.x + way.y * way.y
            let (fx, fy) = (way.x / square * steps, way.y / square * steps)
            let x = toLocal.a * fx + toLocal.b * fy, y = toLocal.c * fx + toLocal.d * fy
            let t = (toLocal.tx - start.x) * fx + (toLocal.ty - start.y) * fy + (x + y) / 2 + 0.5
            // Within 262,144 pixels of the origin, where coverage ends, steps do not overflow the word.
            guard abs(x) < 0x1p11, abs(y) < 0x1p11, abs(t) < 0x1p29 else { return .general }
            func fixed(_ value: Double) -> Int { Int((value * 0x1p32).rounded()) }
            return .linear(t: fixed(t), x: fixed(x), y: fixed(y))
        case .radial(let center, let radii):
            let (sx, sy) = (steps / radii.x, steps / radii.y)
            let toDevice = toLocal.inverse?.apply(center)
            guard sx.isFinite, sy.isFinite, let at = toDevice, abs(at.x) < 0x1p20, abs(at.y) < 0x1p20 else {
                return .general
            }
            let column = Int(at.x.rounded(.down)), row = Int(at.y.rounded(.down))
            let (px, py) = (Double(column) + 0.5, Double(row) + 0.5)
            let affine = Affine(
                a: toLocal.a * sx, b: toLocal.b * sy, c: toLocal.c * sx, d: toLocal.d * sy,
                tx: (toLocal.a * px + toLocal.c * py + toLocal.tx - center.x) * sx,
                ty: (toLocal.b * px + toLocal.d * py + toLocal.ty - center.y) * sy)
            return .radial(column: column, row: row, affine)
        case .conic: return .general
        }
    }

    /// Writes the colours of a run of pixels.
    func sample(_ output: inout [UInt32], x: Int, y: Int, count: Int) {
        var span = output.mutableSpan
        sample(&span, x: x, y: y, count: count)
    }

    /// Writes the colours of a run of pixels.
    func sample(_ span: inout MutableSpan<UInt32>, x: Int, y: Int, count: Int) {
        if let dithered { return dither(dithered.ramp, dithered.tile, &span, x: x, y: y, count: count) }
        switch map {
        case .linear(let t, let dx, let dy):
            let pixels = ramp.pixels
            span.lookUp(pixels.span, t: t &+ x &* dx &+ y &* dy, step: dx, count: count)
        case .radial(let column, let row, let map):
            let pixels = ramp.pixels
            span.lookUp(pixels.span, radial: map.line(down: y - row), first: x - column, count: count)
        case .general: sampleEach(&span, x: x, y: y, count: count)
        }
    }

    /// Writes the dithered colours of a run of pixels.
    private func dither(
        _ ramp: DitheredRamp, _ tile: DitherTile, _ span: inout MutableSpan<UInt32>, x: Int, y: Int, count: Int
    ) {
        switch map {
        case .linear(let t, let dx, let dy):
            // Without the half step for rounding.
            let first = t &- (1 << 31) &+ x &* dx &+ y &* dy
            span.lookUp(ramp, tile, x: x, y: y, t: first, step: dx, count: count)
        case .radial(let column, let row, let map):
            span.lookUp(
                ramp, tile, x: x, y: y, radial: map.line(down: y - row), first: x - column, count: count)
        case .general: span.lookUp(ramp, tile, x: x, y: y, count: count) { location(x: x + $0, y: y) }
        }
    }

    private func sampleEach(_ output: inout MutableSpan<UInt32>, x: Int, y: Int, count: Int) {
        let steps = Double(RampTable.steps)
        for i in 0..<count {
            let t = location(x: x + i, y: y) * steps
            // NaN becomes the first step.
            let step = t > 0 ? Int(min(t, steps) + 0.5) : 0
            output[i] = ramp.pixels[step]
        }
    }

    /// The location in the ramp of a pixel's middle.
    @inline(__always)  // For every pixel.
    private func location(x: Int, y: Int) -> Double {
        let (px, py) = (Double(x) + 0.5, Double(y) + 0.5)
        let w = toLocal.isAffine ? 1 : toLocal.p * px + toLocal.q * py + toLocal.w
        let u = (toLocal.a * px + toLocal.c * py + toLocal.tx) / w
        let v = (toLocal.b * px + toLocal.d * py + toLocal.ty) / w
        return t(u, v)
    }

    @inline(__always)
    private func t(_ u: Double, _ v: Double) -> Double {
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

extension Affine {
    /// The positions of a row that many rows below the map's first.
    fileprivate func line(down row: Int) -> RampLine {
        let down = Double(row)
        return RampLine(
            x: Float(c * down + tx), dx: Float(a), y: Float(d * down + ty), dy: Float(b))
    }
}

extension FramePlan {
    /// Prepares a gradient in a rounded rectangle.
    mutating func gradient(_ shape: RoundedRect, _ draw: GradientDraw, _ op: DrawOp, _ bounds: DeviceRect) -> Content? {
        let table = store.ramps.table(of: draw.ramp)
        let tile = table.isOpaque ? dither : nil
        let dithered = tile.map { (ramp: store.ramps.dithered(draw.ramp), tile: $0) }
        guard let gradient = PreparedGradient(draw, table, transform: op.transform, dithered: dithered) else {
            return nil
        }
        defer { store.gradients.append(gradient) }
        return .gradient(shapes.add(shape, op.transform, clip: bounds), gradient: store.gradients.count)
    }
}

extension TileRenderer {
    /// Draws a gradient into the shape that the rasterizer has begun.
    mutating func drawGradient(
        _ gradient: borrowing PreparedGradient, _ mask: ClipMasks.Cover, _ op: FramePlan.Op
    ) {
        let needsSamplingAlone = gradient.isOpaque && op.opacity == 255 && op.tint == 0x00FF_FFFF && mask.isEverything
        while rasterizer.nextRow() {
            if needsSamplingAlone, drawWholeRow(gradient) { continue }
            for index in 0..<rasterizer.spanCount {
                let run = rasterizer.rowSpans[index]
                if needsSamplingAlone, run.uniform == 255 {
                    let y = rasterizer.row
                    target.withRun(x: run.x, y: y, count: run.count) {
                        gradient.sample(&$0, x: run.x, y: y, count: run.count)
                    }
                    continue
                }
                gradient.sample(&samples, x: run.x, y: rasterizer.row, count: run.count)
                tintSamples(op.tint, count: run.count)
                drawSamples(run, mask, alpha: op.opacity, isOpaque: gradient.isOpaque)
            }
        }
    }

    /// Draws an opaque gradient into all of the rasterizer's row at once, directly in the target. For rows with at most
    /// one partly covered pixel at each end: these are blended with the pixels that were there.
    ///
    /// - Returns: false, with nothing drawn, where the row has to be drawn span by span.
    private func drawWholeRow(_ gradient: PreparedGradient) -> Bool {
        let count = rasterizer.spanCount
        guard count > 1, count <= 3 else { return false }
        let first = rasterizer.rowSpans[0], last = rasterizer.rowSpans[count - 1]
        let middle = first.uniform == 255 ? first : rasterizer.rowSpans[1]
        guard middle.uniform == 255, first.count == 1 || first.uniform == 255, last.count == 1 || last.uniform == 255,
            last.x + last.count - first.x == middle.count + (first.uniform == 255 ? 0 : 1)
                + (last.uniform == 255 ? 0 : 1)
        else { return false }
        let (y, length) = (rasterizer.row, last.x + last.count - first.x)
        let left = coverage(ofOne: first), right = coverage(ofOne: last)
        target.withRun(x: first.x, y: y, count: length) { pixels in
            let (below, belowLast) = (pixels[0], pixels[length - 1])
            gradient.sample(&pixels, x: first.x, y: y, count: length)
            if left != 255 {
                pixels[0] = PixelArithmetic.sourceOver(PixelArithmetic.multiply(pixels[0], left), below)
            }
            if right != 255 {
                pixels[length - 1] = PixelArithmetic.sourceOver(
                    PixelArithmetic.multiply(pixels[length - 1], right), belowLast)
            }
        }
        return true
    }

    /// The coverage of a span of one pixel, or of a uniform span.
    @inline(__always)  // Twice for each row of a gradient.
    private func coverage(ofOne run: CoverageSpan) -> UInt32 {
        UInt32(run.uniform ?? rasterizer.coverage[run.x - rasterizer.clip.minX])
    }
}
