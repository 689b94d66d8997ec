import Foundation
import MicaBase
import MicaCPU
import MicaFrame
import MicaServer
import MicaWire
import Testing

/// Backgrounds of patterns.
@Suite struct PatternTests {
    /// Each pixel is its own.
    private static let picture = ImageResource(
        bitmap: Bitmap(width: 5, height: 3, pixels: (0..<15).map { 0xFF00_0000 | UInt32($0) * 0x10_0A05 }))

    private func layer(_ frame: CGRect, _ image: ImageResource = picture, size: CGSize = .zero) -> TestLayer {
        let layer = TestLayer(2, frame)
        (layer.state.pattern.image, layer.state.pattern.size) = (image, size)
        return layer
    }

    private func frame(_ layer: TestLayer) throws -> Frame { try TestLayer(1, rect(0, 0, 100, 100), [layer]).frame() }

    private func drawn(_ frame: Frame) -> Bitmap {
        var bitmap = Bitmap(width: frame.width, height: frame.height)
        CPUCompositor(threads: 1).draw(frame, into: &bitmap)
        return bitmap
    }

    private func copies(_ frame: Frame) -> Int {
        frame.ops.reduce(0) {
            if case .instances(let draw) = $1.content { $0 + draw.instances.count } else { $0 }
        }
    }

    @Test func copies_begin_at_the_upper_left_corner_of_the_bounds() throws {
        let pattern = layer(rect(7, 9, 50, 40))
        pattern.state.bounds.origin = CGPoint(x: -3, y: 1000)
        let bitmap = drawn(try frame(pattern))
        let cell = Self.picture.bitmap()
        for y in 0..<100 {
            for x in 0..<100 {
                let isInside = (7..<57).contains(x) && (9..<49).contains(y)
                #expect(bitmap[x, y] == (isInside ? cell[(x - 7) % 5, (y - 9) % 3] : 0), "\(x) \(y)")
            }
        }
    }

    @Test func copies_that_are_turned_over_begin_at_the_lower_left_corner() throws {
        let pattern = layer(rect(7, 9, 50, 40), size: CGSize(width: 5, height: -3))
        pattern.state.bounds.origin = CGPoint(x: -3, y: 1000)
        let bitmap = drawn(try frame(pattern))
        let cell = Self.picture.bitmap()
        for y in 9..<49 { for x in 7..<57 { #expect(bitmap[x, y] == cell[(x - 7) % 5, (48 - y) % 3], "\(x) \(y)") } }
    }

    @Test func copies_are_as_large_as_their_size() throws {
        let bitmap = drawn(try frame(layer(rect(0, 0, 40, 40), size: CGSize(width: 10, height: 6))))
        #expect(bitmap[3, 2] == bitmap[13, 8] && bitmap[2, 1] != bitmap[4, 1])
        let faded = layer(rect(0, 0, 40, 40))
        faded.state.pattern.opacity = 0.5
        #expect(drawn(try frame(faded))[20, 20] >> 24 == 128)
    }

    @Test func only_copies_that_are_seen_are_drawn() throws {
        let large = try frame(layer(rect(-1e6, -1e6, 2e6, 2e6)))
        #expect(large.ops.count == 1 && copies(large) <= 23 * 37)
        #expect(try frame(layer(rect(200, 0, 50, 50))).ops.isEmpty)
    }

    @Test func copies_without_number_are_larger_and_fewer() throws {
        let far = layer(rect(0, 0, 1e6, 1e6))
        (far.state.position, far.state.transform) = (CGPoint(x: 50, y: 50), Matrix4(scaleX: 1e-4, y: 1e-4))
        #expect((1...4096).contains(copies(try frame(far))))
    }

    /// Opaque copies cover every pixel of a turned plane.
    @Test func turned_copies_have_no_seams() throws {
        for angle in [0.3, 1, 2.2] {
            let turned = layer(rect(10, 10, 80, 80))
            turned.state.transform = Matrix4(rotation: angle, x: 0.1, y: 0.2, z: 1)
            let bitmap = drawn(try frame(turned))
            for y in 30..<70 { for x in 30..<70 { #expect(bitmap[x, y] >> 24 == 255, "\(angle): \(x) \(y)") } }
        }
    }

    @Test func patterns_of_any_numbers_are_drawn_or_left_out() throws {
        let numbers = [Double.nan, .infinity, -1, 0, 1e308, 1e-300, .leastNonzeroMagnitude]
        for width in numbers {
            for height in numbers {
                let size = CGSize(width: width, height: height)
                for bounds in [rect(0, 0, 50, 50), rect(1e300, 1e300, 1e10, 1e10), rect(0, 0, 1e308, 1e308)] {
                    let pattern = layer(rect(0, 0, 50, 50), size: size)
                    pattern.state.bounds = bounds
                    let frame = try frame(pattern)
                    #expect(copies(frame) <= 4096)
                    _ = drawn(frame)
                }
            }
        }
    }

    /// A replicator's copies have their patterns, and each as many copies as the whole layer.
    @Test func replicated_patterns_are_those_of_the_layer() throws {
        let replicator = TestLayer(3, rect(0, 0, 100, 100), [layer(rect(0, 0, 20, 15))])
        replicator.state.replicator.count = 3
        replicator.state.replicator.transform = Matrix4(translationX: 30, y: 30)
        let bitmap = drawn(try frame(replicator))
        let cell = Self.picture.bitmap()
        for index in 0..<3 {
            for (x, y) in [(0, 0), (7, 8), (19, 14)] {
                #expect(bitmap[30 * index + x, 30 * index + y] == cell[x % 5, y % 3], "\(index): \(x) \(y)")
            }
        }
    }
}
