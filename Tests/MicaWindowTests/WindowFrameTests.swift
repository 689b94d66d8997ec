import CoreGraphics
import Foundation
import MicaBase
import MicaCPU
import MicaCompositor
import MicaEncoding
import MicaFrame
import MicaHosting
import MicaOverlays
import MicaRaster
import MicaServer
import MicaTrace
import MicaWire
import Testing

@testable import MicaWindow
@testable import QuartzCore

/// What windows are given to show, told by a presenter without a display server.
@Suite struct WindowFrameTests {
    /// Three buffers in turn, as on Wayland; notes requests as text.
    // Safe because: one thread uses it.
    @safe private final class NotingPresenter: WindowPresenter, @unchecked Sendable {
        private(set) var text = ""
        private var buffers: [(pixels: UnsafeMutableBufferPointer<UInt32>, frame: Int)] = unsafe []
        private var (size, acquired, frame) = (PixelSize(), 0, 0)
        var isReady = true

        deinit { for unsafe(pixels, _) in unsafe buffers { unsafe pixels.deallocate() } }

        /// The text since the last time.
        func takeText() -> String {
            defer { text = "" }
            return text
        }

        /// The pixels that were shown last.
        var picture: [UInt32] { unsafe Array(buffers[acquired].pixels) }

        func acquire(width: Int, height: Int) -> (pixels: SharedPixels, age: Int)? {
            if size != PixelSize(width: width, height: height) {
                size = PixelSize(width: width, height: height)
                for unsafe(pixels, _) in unsafe buffers { unsafe pixels.deallocate() }
                unsafe buffers = unsafe (0..<3).map { _ in
                    let pixels = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: width * height)
                    unsafe pixels.initialize(repeating: 0xDEAD_BEEF)
                    return unsafe (pixels, -1)
                }
            }
            acquired = (frame + 1) % 3
            let shown = unsafe buffers[acquired].frame
            let age = shown < 0 ? 0 : frame - shown + 1
            text += "acquire \(width)x\(height) age \(age)\n"
            let base = unsafe buffers[acquired].pixels.baseAddress
            return (unsafe SharedPixels(base: base, width: width, height: height, stride: width), age)
        }

        func present(_ damage: DamageRegion) {
            text += "present"
            for index in 0..<damage.count {
                let rect = damage[index]
                text += " \(rect.minX),\(rect.minY) \(rect.width)x\(rect.height)"
            }
            text += "\n"
            frame += 1
            unsafe buffers[acquired].frame = frame
        }

        func presentAgain() {}
        func update(_ size: PixelSize, isVisible: Bool) -> Bool { false }
        func commitState() {}
        func close() {}
    }

    /// A tree in a window's surface, on a clock that goes when it is told.
    private final class Stage {
        let root = CALayer()
        let presenter = NotingPresenter()
        let surface: WindowSurface
        let clock = VirtualClock()
        let host: SceneHost
        private let context: LayerContext

        init(width: Int, height: Int) {
            root.bounds = CGRect(x: 0, y: 0, width: width, height: height)
            root.position = CGPoint(x: width / 2, y: height / 2)
            let wake = WakeSignal()
            let connection = LocalConnection { wake.signal() }
            let root = root
            context = MediaClock.with(time: 0) { LayerContext(root: root, connection: connection) }
            surface = WindowSurface(presenter, PixelSize(width: width, height: height), scale: 1)
            host = SceneHost(
                context: context.id, connection: connection, source: LiveScene(RenderServer(context: context.id)),
                output: SurfaceOutput(DirectCompositor(CPUCompositor(threads: 1)), surface), wake: wake)
            host.background = PixelColor(premultiplied: 0xFF20_3040)
        }

        deinit { context.invalidate() }

        func change(at time: Double, _ body: () -> Void) {
            MediaClock.with(time: time) {
                CATransaction.begin()
                CATransaction.setDisableActions(true)
                body()
                CATransaction.commit()
                CATransaction.flush()
            }
        }

        /// The frames until a time.
        func run(until time: Double) -> String {
            host.run(clock, until: time)
            return presenter.takeText()
        }

        /// Whether the window's pixels are those of a time without a window.
        func showsPicture(of time: Double) -> Bool {
            var bitmap = Bitmap(width: surface.width, height: surface.height)
            let frame = host.frame(at: time)
            CPUCompositor(threads: 1).draw(frame, region: DamageRegion(frame.bounds), into: &bitmap)
            return presenter.picture == bitmap.pixels
        }
    }

    private static func square(_ frame: CGRect) -> CALayer {
        let layer = CALayer()
        layer.frame = frame
        layer.backgroundColor = CGColor(srgbRed: 1, green: 0.5, blue: 0, alpha: 1)
        return layer
    }

    @Test func a_window_is_given_the_rectangles_that_changed() {
        let stage = Stage(width: 1920, height: 1080)
        let square = Self.square(CGRect(x: 100, y: 200, width: 100, height: 100))
        stage.change(at: 0) { stage.root.addSublayer(square) }
        #expect(stage.run(until: 1) == "acquire 1920x1080 age 0\npresent 0,0 1920x1080\n")
        #expect(stage.run(until: 2).isEmpty, "nothing changes, nothing is shown")
        // 600 points a second, 10 a refresh.
        let move = CABasicAnimation(keyPath: "position.x")
        (move.fromValue, move.toValue, move.duration, move.beginTime) = (150.0, 200.0, 5.0 / 60, 3)
        stage.change(at: 2) { square.add(move, forKey: nil) }
        let moved = stage.run(until: 3 + 2.5 / 60)
        #expect(
            moved == """
                acquire 1920x1080 age 0
                present 100,200 110x100
                acquire 1920x1080 age 0
                present 110,200 110x100

                """)
        #expect(stage.showsPicture(of: 3 + 2.0 / 60), "with what older buffers lacked")
        #expect(
            stage.run(until: 10) == """
                acquire 1920x1080 age 3
                present 120,200 110x100
                acquire 1920x1080 age 3
                present 130,200 110x100
                acquire 1920x1080 age 3
                present 100,200 140x100

                """)
        #expect(stage.showsPicture(of: 10))
        // Two changes in two corners are two rectangles; another size is another window.
        stage.change(at: 10) {
            square.backgroundColor = CGColor(gray: 1, alpha: 1)
            stage.root.addSublayer(Self.square(CGRect(x: 1800, y: 1000, width: 20, height: 10)))
        }
        #expect(
            stage.run(until: 11) == "acquire 1920x1080 age 3\npresent 100,200 100x100 1800,1000 20x10\n")
        stage.surface.resize(PixelSize(width: 640, height: 480), scale: 1)
        stage.host.invalidate()
        #expect(stage.run(until: 12) == "acquire 640x480 age 0\npresent 0,0 640x480\n")
        // A frame that no buffer is free for is not lost.
        stage.presenter.isReady = false
        stage.change(at: 12) { square.frame = CGRect(x: 10, y: 10, width: 50, height: 50) }
        #expect(stage.run(until: 13).isEmpty)
        stage.presenter.isReady = true
        #expect(stage.run(until: 14) == "acquire 640x480 age 0\npresent 10,10 50x50 100,200 100x100\n")
        #expect(stage.showsPicture(of: 14))
    }

    /// A clock that stops until it is advanced.
    private final class HandClock: FrameClock {
        var now = 0.0
        func wait(until time: Double, or signal: WakeSignal) -> Bool { false }
    }

    /// What a display link does: something is sent a little after each refresh, by a thread that the refresh wakes before the one that
    /// draws, or after it, or while that one is late by more than a refresh.
    @Test func changes_of_each_refresh_have_a_frame_each() {
        let (stage, clock) = (Stage(width: 400, height: 20), HandClock())
        let square = Self.square(CGRect(x: 0, y: 0, width: 10, height: 10))
        var shown: [Int] = []
        stage.host.didShow = { shown.append(Int(($0.time * 60).rounded())) }
        func step(_ refresh: Int, _ late: Double) {
            clock.now = Double(refresh) / 60 + late
            while stage.host.step(clock) == -.infinity {}
        }
        stage.change(at: 0) { stage.root.addSublayer(square) }
        step(0, 0)
        var pictures: [Int: Int] = [:]
        for refresh in 1...300 {
            let isFirst = refresh * 7 % 5 < 2
            // The thread that draws wakes, or is woken by the change, or both.
            if isFirst { step(refresh, 0.0001) }
            stage.change(at: Double(refresh) / 60 + 0.0002) { square.position.x = CGFloat(5 + refresh) }
            if refresh % 50 != 0 { step(refresh, 0.0003) }
            if let last = shown.last, let x = stage.presenter.picture.firstIndex(of: 0xFFFF_8000) { pictures[last] = x }
        }
        // A refresh that passed while the thread slept is made up for by none; all others have a frame, in order.
        #expect(Array(Set(shown)).sorted() == shown, "in order, each once")
        #expect(shown.count >= 300 - 6, "\(shown.count) frames")
        for (refresh, x) in pictures where refresh > 1 { #expect(x == refresh - 1, "refresh \(refresh)") }
        // Another size shows the layout of then.
        clock.now = 301.0 / 60 + 0.0005
        stage.change(at: clock.now - 0.0001) { square.position.x = 205 }
        stage.host.invalidate()
        while stage.host.step(clock) == -.infinity {}
        #expect(stage.presenter.picture.firstIndex(of: 0xFFFF_8000) == 200)
    }

    @Test func what_was_updated_flashes_and_goes_again() {
        let stage = Stage(width: 300, height: 200)
        let square = Self.square(CGRect(x: 10, y: 20, width: 30, height: 40))
        stage.change(at: 0) { stage.root.addSublayer(square) }
        _ = stage.run(until: 1)
        stage.host.setOverlay(DebugOverlay(.updates))
        #expect(
            stage.run(until: 2) == """
                acquire 300x200 age 0
                present 0,0 300x200
                acquire 300x200 age 0
                present 0,0 300x200

                """, "whole, and whole again without the colour")
        stage.change(at: 2) { square.position.x += 100 }
        let first = stage.run(until: 2.01)
        #expect(first == "acquire 300x200 age 3\npresent 110,20 30x40 10,20 30x40\n")
        // Yellow with an alpha of 0.6, over the square and its background.
        #expect(stage.presenter.picture[30 * 300 + 115] == 0xFFFF_CC00)
        #expect(stage.presenter.picture[30 * 300 + 15] != 0xFF20_3040)
        #expect(stage.presenter.picture[100 * 300 + 200] == 0xFF20_3040)
        #expect(stage.run(until: 3) == "acquire 300x200 age 3\npresent 110,20 30x40 10,20 30x40\n")
        #expect(stage.presenter.picture[30 * 300 + 115] == 0xFFFF_8000)
        #expect(stage.presenter.picture[30 * 300 + 15] == 0xFF20_3040)
        #expect(stage.run(until: 10).isEmpty, "and nothing wakes any more")
        stage.host.setOverlay(nil)
        #expect(stage.run(until: 11) == "acquire 300x200 age 3\npresent 0,0 300x200\n")
        #expect(stage.showsPicture(of: 11))
    }
}
