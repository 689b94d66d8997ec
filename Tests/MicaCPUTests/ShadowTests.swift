import Foundation
import MicaBase
import MicaFrame
import MicaRaster
import Testing

@testable import MicaCPU

private let black = color(0, 0, 0)
private let everywhere = device(-4096, -4096, 8192, 8192)

private func shadow(_ shape: RoundedRect, _ deviation: Double, _ transform: Homography = .identity) -> DrawOp {
    DrawOp(
        content: .shadow(ShadowDraw(shape: shape, deviation: deviation), color: black), transform: transform,
        bounds: everywhere)
}

private func blur(_ pass: Int, _ deviation: Double, shift: SIMD2<Double> = .zero) -> DrawOp {
    DrawOp(
        content: .blur(
            BlurDraw(pass: PassIndex(pass), shift: shift, deviation: SIMD2(repeating: deviation)), color: black),
        transform: .identity, bounds: everywhere)
}

/// A frame that shows the blur of a pass.
private func blurred(
    _ width: Int, _ height: Int, _ ops: [DrawOp], _ deviation: Double, shift: SIMD2<Double> = .zero
) -> Frame {
    var frame = Frame(width, height, [blur(0, deviation, shift: shift)])
    var source = RenderPass(bounds: device(-200, -200, 600, 600))
    source.ops = ops
    frame.passes.insert(source, at: 0)
    return frame
}

/// The blurred alpha of a shape, in floating point: 16 x 16 samples a pixel, then sums over all pixels.
func blurReference(_ shape: RoundedRect, _ deviation: Double, _ width: Int, _ height: Int) -> [Double] {
    let margin = Int(deviation * 5) + 2
    let (w, h) = (width + 2 * margin, height + 2 * margin)
    let r = shape.rect
    func isInside(_ x: Double, _ y: Double) -> Bool {
        guard x > r.minX, x < r.maxX, y > r.minY, y < r.maxY else { return false }
        for (index, radius) in [shape.radii[0], shape.radii[1], shape.radii[2], shape.radii[3]].enumerated() {
            let cx = index % 2 == 0 ? r.minX + radius - x : x - (r.maxX - radius)
            let cy = index < 2 ? r.minY + radius - y : y - (r.maxY - radius)
            if cx > 0, cy > 0, cx * cx + cy * cy > radius * radius { return false }
        }
        return true
    }
    var cover = [Double](repeating: 0, count: w * h)
    for y in 0..<h {
        for x in 0..<w {
            var count = 0
            for s in 0..<256 {
                let px = Double(x - margin) + (Double(s % 16) + 0.5) / 16
                let py = Double(y - margin) + (Double(s / 16) + 0.5) / 16
                if isInside(px, py) { count += 1 }
            }
            cover[y * w + x] = Double(count) / 256
        }
    }
    let reach = margin - 1
    let kernel = (-reach...reach).map { exp(-Double($0 * $0) / (2 * deviation * deviation)) }
    let total = kernel.reduce(0, +)
    var across = cover
    for y in 0..<h {
        for x in 0..<w {
            var sum = 0.0
            for k in -reach...reach where x + k >= 0 && x + k < w { sum += kernel[k + reach] * cover[y * w + x + k] }
            across[y * w + x] = sum / total
        }
    }
    var result: [Double] = []
    for y in margin..<margin + height {
        for x in margin..<margin + width {
            var sum = 0.0
            for k in -reach...reach where y + k >= 0 && y + k < h { sum += kernel[k + reach] * across[(y + k) * w + x] }
            result.append(sum / total)
        }
    }
    return result
}

/// The same worked out on a grid four times as fine, and averaged over each pixel.
private func fineReference(_ shape: RoundedRect, _ deviation: Double, _ size: Int) -> [Double] {
    var large = shape
    let r = shape.rect
    large.rect = LocalRect(minX: r.minX * 4, minY: r.minY * 4, maxX: r.maxX * 4, maxY: r.maxY * 4)
    large.radii = shape.radii * 4
    let fine = blurReference(large, deviation * 4, size * 4, size * 4)
    return (0..<size * size).map { index in
        let (x, y) = (index % size * 4, index / size * 4)
        var sum = 0.0
        for i in 0..<16 { sum += fine[(y + i / 4) * size * 4 + x + i % 4] }
        return sum / 16
    }
}

private let shapes: [(RoundedRect, Double)] = [
    (RoundedRect(local(20, 20, 30, 20)), 1), (RoundedRect(local(20.25, 18.5, 30, 24)), 3),
    (RoundedRect(local(30, 30, 4, 3)), 6), (RoundedRect(local(16, 16, 40, 40), radius: 12), 3),
    (RoundedRect(local(16, 16, 40, 40), radius: 20), 1), (RoundedRect(local(20, 20, 30, 16), radius: 8), 8),
    (RoundedRect(local(12, 12, 50, 48), radius: 16, corners: [.minXMinY, .maxXMaxY]), 4),
    (RoundedRect(local(-20, -10, 60, 60), radius: 24), 5), (RoundedRect(local(20, 20, 30, 30), radius: 15), 0.8),
]

/// The largest difference of alpha, in steps of 255.
func blurError(_ bitmap: Bitmap, _ expected: [Double]) -> Double {
    zip(bitmap.pixels, expected).map { abs(Double($0 >> 24) - $1 * 255) }.max() ?? 0
}

@Test(arguments: shapes)
func shadow_is_within_one_step_of_the_float_reference(shape: RoundedRect, deviation: Double) {
    let expected = fineReference(shape, deviation, 72)
    #expect(blurError(drawn(Frame(72, 72, [shadow(shape, deviation)])), expected) <= 1)
}

@Test(arguments: shapes)
func blur_is_near_the_float_reference(shape: RoundedRect, deviation: Double) {
    let expected = blurReference(shape, deviation, 72, 72)
    // Three deviations hold all but 0.27 % of an axis, two thirds of a step, and the source has 8 bits.
    #expect(blurError(drawn(blurred(72, 72, [fill(shape, red)], deviation)), expected) <= 2)
}

/// Shapes whose corners are not seen from each other, which are looked up in tables.
private let wideShapes: [(RoundedRect, Double)] = [
    (RoundedRect(local(16.25, 14.5, 40, 42)), 1), (RoundedRect(local(14, 14, 44.5, 44), radius: 7), 1.5),
    (RoundedRect(local(10.75, 12, 50, 48), radius: 10, corners: [.minXMinY, .maxXMaxY]), 1.75),
    (RoundedRect(local(12, 12.3, 48, 48.4), radius: 3), 2.4), (RoundedRect(local(-30, -30, 68, 70), radius: 6), 3),
]

@Test(arguments: wideShapes)
func shadow_from_tables_is_within_one_step_of_the_float_reference(shape: RoundedRect, deviation: Double) {
    let expected = fineReference(shape, deviation, 72)
    #expect(blurError(drawn(Frame(72, 72, [shadow(shape, deviation)])), expected) <= 1)
    // Where the next op hides it, it is not drawn, and the picture is the same: another op between keeps all of it.
    let between = fill(RoundedRect(local(35, 35, 1, 1)), color(0, 1, 0, 0.5))
    let hidden = drawn(Frame(72, 72, [shadow(shape, deviation), fill(shape, red)]))
    let drawnWhole = drawn(Frame(72, 72, [shadow(shape, deviation), between, fill(shape, red)]))
    #expect(difference(hidden, drawnWhole) == nil)
}

/// A shadow looks only at the nearest covers: those beyond them hide as well, but are drawn over it.
@Test func shadow_behind_many_covers_is_the_same() {
    let cast = shadow(RoundedRect(local(30, 30, 60, 50), radius: 6), 2)
    // Opaque boxes over the shadow, then many beside its middle, which are nearer to it in the list.
    var ops = [cast]
    for index in 0..<300 { ops.append(fill(RoundedRect(local(Double(index % 20) * 6, 24, 5, 3)), white)) }
    for index in 0..<300 { ops.append(fill(RoundedRect(local(Double(index % 9) * 13, 40, 9, 30)), red)) }
    let frame = Frame(128, 128, background: 0xFF80_8080, ops)
    let plain = drawn(frame, kernels: .scalar)
    for kernels in PixelKernels.available { #expect(difference(drawn(frame, kernels: kernels), plain) == nil) }
    // The shadow is seen between the boxes.
    let bare = drawn(Frame(128, 128, background: 0xFF80_8080, Array(ops.dropFirst())))
    #expect(difference(plain, bare) != nil)
}

@Test func corner_tables_keep_to_their_budget() {
    let tables = CornerTables(budget: 200_000)
    for step in 0..<200 {
        _ = tables.table(ratio: Double(step % 50) / 10)
        #expect(tables.bytes <= tables.budget)
    }
    #expect(tables.count > 1 && tables.count < 50)
    let small = CornerTables(budget: 10)
    #expect(small.table(ratio: 1).side > 8 && small.count == 0)
}

@Test func shadow_of_a_scaled_plane_is_the_shadow_of_the_scaled_shape() {
    let small = shadow(RoundedRect(local(10, 10, 20, 16), radius: 6), 2, stretched(2, 2))
    let large = shadow(RoundedRect(local(20, 20, 40, 32), radius: 12), 4)
    let mirrored = shadow(RoundedRect(local(-30, 10, 20, 16), radius: 6), 2, stretched(-2, 2))
    #expect(difference(drawn(Frame(80, 80, [small])), drawn(Frame(80, 80, [large]))) == nil)
    #expect(difference(drawn(Frame(80, 80, [mirrored])), drawn(Frame(80, 80, [large]))) == nil)
}

@Test func blur_moves_by_whole_pixels_exactly_and_between_pixels_by_the_kernel() {
    let shape = RoundedRect(local(20, 20, 20, 20), radius: 5)
    let box = RoundedRect(local(23, 16, 20, 20), radius: 5)
    let still = drawn(blurred(64, 64, [fill(box, red)], 2))
    #expect(difference(drawn(blurred(64, 64, [fill(shape, red)], 2, shift: SIMD2(3, -4))), still) == nil)
    let half = drawn(blurred(64, 64, [fill(shape, red)], 2, shift: SIMD2(0.5, 0)))
    let expected = blurReference(RoundedRect(local(20.5, 20, 20, 20), radius: 5), 2, 64, 64)
    // Cut at three deviations along both axes, and rounded three times.
    #expect(blurError(half, expected) <= 3)
}

@Test func blur_without_deviation_is_the_alpha_itself() {
    let shape = RoundedRect(local(20, 20, 20, 20), radius: 5)
    let plain = drawn(Frame(64, 64, [fill(shape, black)]))
    #expect(difference(drawn(blurred(64, 64, [fill(shape, red)], 0)), plain) == nil)
}

@Test func blur_sees_what_lies_outside_the_surface() {
    let shape = RoundedRect(local(-30, -30, 28, 28), radius: 9)
    let frame = blurred(40, 40, [fill(shape, red)], 3, shift: SIMD2(12, 12))
    let expected = blurReference(RoundedRect(local(-18, -18, 28, 28), radius: 9), 3, 40, 40)
    #expect(blurError(drawn(frame), expected) <= 2)
}

@Test func blur_of_a_blur_is_drawn_once_and_deep_ones_stay_cheap() {
    var frame = Frame(width: 32, height: 32)
    var first = RenderPass(bounds: frame.bounds)
    first.ops = [fill(RoundedRect(local(12, 12, 8, 8)), red)]
    frame.passes = [first]
    for index in 0..<40 {
        var next = RenderPass(bounds: frame.bounds)
        next.ops = [blur(index, 0.5), pass(index)]
        frame.passes.append(next)
    }
    let bitmap = drawn(frame)
    #expect(bitmap[16, 16] == 0xFFFF_0000)
    #expect(bitmap[9, 16] >> 24 > 0)
}

@Test func blur_damage_reaches_as_far_as_the_blur() {
    let before = blurred(96, 64, [fill(RoundedRect(local(20, 20, 20, 20)), red)], 3, shift: SIMD2(4, 0))
    let after = blurred(96, 64, [fill(RoundedRect(local(20, 20, 30, 20)), red)], 3, shift: SIMD2(4, 0))
    func limited(_ frame: Frame, _ bounds: DeviceRect) -> Frame {
        var frame = frame
        frame.passes[0].ops[0].bounds = bounds
        return frame
    }
    let (old, new) = (limited(before, device(20, 20, 20, 20)), limited(after, device(20, 20, 30, 20)))
    let damage = new.difference(from: old)
    #expect(damage == device(15, 11, 48, 38))
    var partial = new
    partial.damage = damage
    var bitmap = drawn(old)
    CPUCompositor(threads: 1).draw(partial, into: &bitmap)
    #expect(difference(bitmap, drawn(new)) == nil)
}

@Test func blur_does_not_depend_on_tiles_threads_and_damage() {
    let shape = RoundedRect(local(20, 20, 40, 30), radius: 9)
    let frame = blurred(96, 80, [fill(shape, red, Homography(a: 1, b: 0.3, c: -0.3, d: 1, tx: 5, ty: -4))], 4)
    let whole = drawn(frame)
    for (threads, width, height) in [(1, 7, 5), (3, 16, 16), (4, 33, 1)] {
        let other = drawn(frame, threads: threads, tile: CPUCompositor.TileSize(width: width, height: height))
        #expect(difference(other, whole) == nil)
    }
    var pieces = Bitmap(width: 96, height: 80)
    let compositor = CPUCompositor(threads: 1)
    for x in 0..<6 {
        for y in 0..<5 {
            var piece = frame
            piece.damage = device(x * 16, y * 16, 16, 16)
            compositor.draw(piece, into: &pieces)
        }
    }
    #expect(difference(pieces, whole) == nil)
}
