import MicaBase
import MicaFrame
import Testing

@testable import MicaCPU

@Suite struct ShapeTests {
    @Test func fill_of_whole_pixels_is_exact() {
        let bitmap = drawn(
            Frame(8, 6, background: 0xFF00_00FF, [fill(RoundedRect(local(0, 0, 3, 2)), red, moved(2, 1))]))
        for y in 0..<6 {
            for x in 0..<8 {
                let inside = (2..<5).contains(x) && (1..<3).contains(y)
                #expect(bitmap[x, y] == (inside ? 0xFFFF_0000 : 0xFF00_00FF), "(\(x), \(y))")
            }
        }
    }

    @Test func half_covered_edge_is_half_the_colour() {
        let bitmap = drawn(Frame(4, 3, background: 0xFF00_0000, [fill(RoundedRect(local(0.5, 0.5, 2, 2)), white)]))
        // 127.5 and 63.75 of 255, to nearest (halves up).
        #expect(bitmap[0, 0] == 0xFF40_4040)
        #expect(bitmap[1, 0] == 0xFF80_8080)
        #expect(bitmap[1, 1] == 0xFFFF_FFFF)
        #expect(bitmap[3, 1] == 0xFF00_0000)
    }

    @Test func slanted_edge_halves_the_pixels_on_it() {
        // A square turned by 45 degrees, with corners at (8, 0), (16, 8), (8, 16), (0, 8).
        let turned = Homography(a: 1, b: 1, c: -1, d: 1, tx: 8, ty: 0)
        let bitmap = drawn(Frame(16, 16, [fill(RoundedRect(local(0, 0, 8, 8)), white, turned)]))
        for y in 0..<16 {
            for x in 0..<16 {
                // How many corners of the pixel are inside decides: the edges go through corners only.
                let corners = [(0, 0), (1, 0), (0, 1), (1, 1)].filter { abs(x + $0.0 - 8) + abs(y + $0.1 - 8) <= 8 }
                    .count
                let expected: UInt32 = corners == 4 ? 255 : corners == 3 ? 128 : 0
                #expect(bitmap[x, y] >> 24 == expected, "(\(x), \(y))")
            }
        }
    }

    @Test func opacity_multiplies_the_colour() {
        let op = fill(RoundedRect(local(0, 0, 2, 2)), color(1, 0.5, 0, 0.5), opacity: 0.5)
        #expect(drawn(Frame(2, 2, [op]))[0, 0] == 0x4040_2000)
        #expect(drawn(Frame(2, 2, background: 0xFFFF_FFFF, [op]))[0, 0] == 0xFFFF_DFBF)
    }

    @Test func layers_are_blended_back_to_front() {
        let square = RoundedRect(local(0, 0, 2, 2))
        let ops = [fill(square, color(1, 0, 0, 0.6)), fill(square, color(0, 0, 1, 0.4))]
        // 102 + 153 * 153 / 255 and so on.
        #expect(drawn(Frame(2, 2, ops))[1, 1] == (102 + 92) << 24 | 92 << 16 | 102)
    }

    @Test func shape_that_cannot_be_seen_draws_nothing() {
        let square = RoundedRect(local(0, 0, 10, 10))
        let nan = Double.nan
        let ops = [
            fill(RoundedRect(local(0, 0, 0, 10)), red), fill(RoundedRect(local(nan, 0, 10, 10)), red),
            fill(square, red, stretched(0, 1)), fill(square, red, moved(nan, 0)), fill(square, red, moved(1e30, 0)),
            fill(square, red, Homography(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0, w: -1)),
            fill(square, red, opacity: nan), fill(square, red, opacity: -1), fill(square, red, clip: 9),
            fill(square, red, clip: -3), pass(0), pass(7), pass(-1),
            DrawOp(
                content: .border(shape: square, width: nan, color: red), transform: .identity,
                bounds: device(0, 0, 10, 10)),
        ]
        let bitmap = drawn(Frame(10, 10, ops))
        #expect(bitmap.pixels.allSatisfy { $0 == 0 })
    }

    @Test func huge_shape_fills_everything() {
        let ops = [fill(RoundedRect(local(-1e12, -1e12, 2e12, 2e12), radius: 100), red)]
        #expect(drawn(Frame(10, 10, ops)).pixels.allSatisfy { $0 == 0xFFFF_0000 })
    }

    @Test func border_is_the_ring_inside() {
        let op = DrawOp(
            content: .border(shape: RoundedRect(local(1, 1, 8, 6)), width: 2, color: white), transform: .identity,
            bounds: device(0, 0, 10, 8))
        let bitmap = drawn(Frame(10, 8, [op]))
        for y in 0..<8 {
            for x in 0..<10 {
                let outer = (1..<9).contains(x) && (1..<7).contains(y),
                    inner = (3..<7).contains(x) && (3..<5).contains(y)
                #expect(bitmap[x, y] == (outer && !inner ? 0xFFFF_FFFF : 0), "(\(x), \(y))")
            }
        }
    }

    @Test func border_beyond_the_limit_covers_all_of_its_side() {
        // Of the ring only the left sides are left, one that runs down and one that runs up.
        let op = DrawOp(
            content: .border(shape: RoundedRect(local(-18, 2.01, 300_000, 100_000)), width: 3, color: white),
            transform: .identity, bounds: device(0, 0, 30, 10))
        let scalar = drawn(Frame(30, 10, [op]), kernels: .scalar)
        #expect((0..<30).allSatisfy { scalar[$0, 3] == 0xFFFF_FFFF && scalar[$0, 6] == 0 })
        #expect(drawn(Frame(30, 10, [op])) == scalar)
    }

    @Test func thin_border_has_its_width_of_coverage() {
        // Both edges of the ring lie in the first pixel: a quarter of a pixel is covered.
        let op = DrawOp(
            content: .border(shape: RoundedRect(local(0.25, 0.25, 9.5, 9.5)), width: 0.25, color: white),
            transform: .identity, bounds: device(0, 0, 10, 10))
        #expect(drawn(Frame(10, 10, [op]))[0, 5] >> 24 == 64)
    }

    @Test(arguments: [20.0, 35, 1e9])
    func wide_border_fills_the_shape(width: Double) {
        let shape = RoundedRect(local(2.3, 3.1, 40, 30), radius: 12)
        let op = DrawOp(
            content: .border(shape: shape, width: width, color: red), transform: .identity, bounds: device(0, 0, 50, 40)
        )
        #expect(difference(drawn(Frame(50, 40, [op])), drawn(Frame(50, 40, [fill(shape, red)]))) == nil)
    }

    @Test func border_and_the_fill_inside_it_make_the_shape() {
        let shape = RoundedRect(local(2.3, 3.1, 40, 30), radius: 12, corners: [.minXMinY, .maxXMaxY])
        let border = DrawOp(
            content: .border(shape: shape, width: 3.6, color: white), transform: .identity, bounds: device(0, 0, 50, 40)
        )
        let ring = drawn(Frame(50, 40, [border])), inner = drawn(Frame(50, 40, [fill(shape.inset(by: 3.6), white)]))
        let outer = drawn(Frame(50, 40, [fill(shape, white)]))
        for index in outer.pixels.indices {
            let sum = Int(ring.pixels[index] >> 24) + Int(inner.pixels[index] >> 24)
            #expect(abs(sum - Int(outer.pixels[index] >> 24)) <= 1, "pixel \(index)")
        }
    }

    @Test func corners_have_their_radii() {
        let shape = RoundedRect(local(0, 0, 40, 40), radius: 20, corners: [.maxXMinY])
        let bitmap = drawn(Frame(40, 40, [fill(shape, white)]))
        #expect(bitmap[0, 0] >> 24 == 255)
        #expect(bitmap[39, 0] >> 24 == 0)
        #expect(bitmap[39, 39] >> 24 == 255)
        let uncovered = bitmap.pixels.reduce(0.0) { $0 + 255 - Double($1 >> 24) } / 255
        #expect(abs(uncovered - 400 * (1 - Double.pi / 4)) < 0.2)
    }
}
