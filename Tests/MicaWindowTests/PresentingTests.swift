import CoreGraphics
import Mica
import MicaBase
import MicaCPU
import MicaFrame
import MicaRaster
import MicaTrace
import QuartzCore
import Testing

/// When a display refreshes, and drawing into memory of others.
struct PresentingTests {
    @Test func a_grid_has_the_refreshes_around_a_time() {
        let grid = RefreshGrid(origin: 100, rate: 50)
        #expect(grid.last(upTo: 100.039) == 1 && grid.first(from: 100.039) == 2)
        #expect(grid.last(upTo: grid.time(7)) == 7 && grid.first(from: grid.time(7)) == 7)
        #expect(grid.last(upTo: 99.99) == -1)
        for rate in [0, -1, .nan, .infinity, 1e9] { #expect(RefreshGrid(rate: rate).rate == 60) }
        #expect(RefreshGrid(origin: .nan, rate: 60).origin == 0)
    }

    @Test func timing_learns_when_frames_are_shown() {
        let timing = DisplayTiming(rate: 60)
        timing.note(shown: 1000.003, interval: 1 / 59.94)
        #expect(abs(timing.grid.rate - 59.94) < 1e-9 && timing.grid.origin == 1000.003)
        // Frames that are told up to a millisecond late: the grid stays near where they are on average.
        for index in 1...600 {
            timing.note(shown: 1000.003 + Double(index) / 59.94 + (index % 2 == 0 ? 0.001 : 0), interval: 1 / 59.94)
        }
        let grid = timing.grid
        let nearest = grid.time(((1010.003 - grid.origin) * grid.rate).rounded())
        let wanted = 1000.003 + (10 * 59.94).rounded() / 59.94
        #expect(abs(nearest - wanted - 0.0005) < 0.0002)
        timing.note(shown: nearest + 0.005, interval: 1 / 59.94)
        #expect(timing.grid.origin == nearest + 0.005, "another phase is taken over at once")
        timing.set(rate: 60)
        #expect(abs(timing.grid.rate - 59.94) < 1e-9, "what was measured stays")
        timing.set(rate: 144)
        #expect(timing.grid.rate == 144 && timing.grid.origin == nearest + 0.005)
    }

    @Test func frames_are_drawn_into_memory_with_longer_rows() {
        let root = CALayer()
        root.bounds = CGRect(x: 0, y: 0, width: 50, height: 40)
        root.backgroundColor = CGColor(srgbRed: 0.2, green: 0.3, blue: 0.4, alpha: 1)
        let child = CALayer()
        child.frame = CGRect(x: 5, y: 6, width: 30, height: 20)
        child.backgroundColor = CGColor(srgbRed: 1, green: 0.5, blue: 0, alpha: 0.5)
        (child.cornerRadius, child.shadowOpacity) = (7, 0.5)
        root.addSublayer(child)
        let renderer = LayerRenderer(layer: root)
        let (frame, wanted) = (renderer.frame(at: 0), renderer.bitmap(at: 0))
        let (width, height, stride) = (50, 40, 64)
        var memory = [UInt32](repeating: 0xDEAD_BEEF, count: stride * height)
        unsafe memory.withUnsafeMutableBufferPointer { buffer in
            var pixels = unsafe SharedPixels(base: buffer.baseAddress, width: width, height: height, stride: stride)
            DirectCompositor(CPUCompositor(threads: 2)).draw(frame, region: DamageRegion(frame.bounds), into: &pixels)
        }
        for y in 0..<height {
            #expect(Array(memory[y * stride..<y * stride + width]) == Array(wanted.pixels[y * width..<(y + 1) * width]))
            #expect(memory[y * stride + width..<(y + 1) * stride].allSatisfy { $0 == 0xDEAD_BEEF })
        }
    }
}
