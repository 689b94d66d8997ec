import CoreGraphics
import Foundation
import MicaExamples
import MicaFrame
import MicaFuzzImages
import MicaInstruments
import MicaRandom
import QuartzCore
import Testing

/// Captures: written, read, drawn again, compared, and changed by chance.
@Suite struct CaptureTests {
    /// Each example of the gallery, through the bytes of a file, at ten times in any order.
    @Test(arguments: gallery.map(\.id)) func an_example_has_the_same_bytes_again(id: String) throws {
        let example = try #require(gallery.first { $0.id == id })
        let renderer = example.renderer(scale: 1, threads: 1)
        let end = max(example.duration, example.moment, 0.1)
        _ = renderer.image(at: end)
        let capture = try LayerCapture(data: [UInt8](renderer.capture().data()))
        let replay = CaptureReplay(capture)
        var random = SeededGenerator(seed: 28)
        for _ in 0..<10 {
            let time = random.number(0...end)
            let live = renderer.bitmap(at: time)
            // A frame that had to wait for tiles has brought them into the recording.
            guard renderer.capture().commitCount == capture.commitCount else {
                let later = CaptureReplay(try LayerCapture(data: [UInt8](renderer.capture().data())))
                #expect(later.bitmap(at: time) == live, "\(id) at \(time) s")
                continue
            }
            #expect(replay.bitmap(at: time) == live, "\(id) at \(time) s")
        }
    }

    /// The same by the reference compositor, where that does not take seconds.
    @Test func a_capture_is_drawn_by_any_backend() throws {
        let scene = OverlayScene()
        scene.renderer.backend = .reference
        _ = scene.renderer.image(at: 1.5)
        let replay = CaptureReplay(scene.renderer.capture(), backend: .reference)
        for time in [1.2, 0.3] { #expect(replay.bitmap(at: time) == scene.renderer.bitmap(at: time)) }
    }

    @Test func ops_are_drawn_one_after_the_other() {
        let scene = OverlayScene()
        _ = scene.renderer.image(at: 0)
        let replay = CaptureReplay(scene.renderer.capture())
        let count = replay.opCount(at: 0)
        #expect(count > 10)
        let whole = replay.image(at: 0, ops: 0..<count).resource.bitmap()
        #expect(whole == scene.renderer.bitmap(at: 0))
        #expect(replay.image(at: 0, ops: 0..<count - 1).resource.bitmap() != whole)
        #expect(replay.text(at: 0, ops: 0..<1).split(separator: "\n").count { $0.hasPrefix("  ") } == 1)
    }

    @Test func the_first_op_that_differs_is_named() throws {
        func capture(moves: Bool) -> LayerCapture {
            let root = CALayer()
            root.bounds = CGRect(x: 0, y: 0, width: 60, height: 40)
            root.backgroundColor = CGColor(gray: 1, alpha: 1)
            let box = CALayer()
            box.frame = CGRect(x: 5, y: 5, width: 20, height: 20)
            box.backgroundColor = CGColor(gray: 0, alpha: 1)
            root.addSublayer(box)
            let renderer = LayerRenderer(layer: root)
            renderer.schedule(at: 0.5) {
                CATransaction.setDisableActions(true)
                box.position.x += moves ? 10 : 9
            }
            renderer.advance(to: 1)
            return renderer.capture()
        }
        let same = CaptureReplay(capture(moves: true)).firstDifference(from: CaptureReplay(capture(moves: true)))
        #expect(same == nil)
        let found = try #require(
            CaptureReplay(capture(moves: true)).firstDifference(from: CaptureReplay(capture(moves: false))))
        #expect(found.time == 0.5 && found.pass == 0 && found.op == 1 && found.pixels == 40)
        #expect(found.lines.first != found.lines.second)
    }

    @Test func a_file_that_is_none_says_where_and_why() throws {
        let scene = OverlayScene()
        scene.renderer.advance(to: 0)
        let bytes = [UInt8](scene.renderer.capture().data())
        func error(_ bytes: [UInt8]) -> CaptureError? {
            do throws(CaptureError) {
                _ = try LayerCapture(data: bytes, file: "a.micacapture")
                return nil
            } catch {
                return error
            }
        }
        #expect(error(bytes) == nil)
        #expect(error([])?.offset == 0)
        #expect(
            error(Array("MICACAP".utf8))?.description
                == "a.micacapture: byte 0: error: it is no capture: it does not begin as one")
        #expect(error(Array(bytes.prefix(10)))?.reason.contains("header") == true)
        let cut = try #require(error(Array(bytes.dropLast())))
        #expect(cut.reason.contains("message"))
        var damaged = bytes
        damaged[14] = 0xFF
        #expect(error(damaged)?.offset == 12)
        #expect(throws: CaptureError.self) { try LayerCapture(contentsOfFile: "/nowhere/a.micacapture") }
    }

    /// Bytes changed by chance give a capture or an error; what is read can be drawn. `dev/capture-mutants` makes more of them.
    @Test func changed_captures_end_in_errors_or_pictures() throws {
        let count = ProcessInfo.processInfo.environment["MICA_MUTANTS"].flatMap { Int($0) } ?? 2000
        var seeds: [[UInt8]] = [try small()]
        for id in ["spinning-squares", "emitter-rain", "text-plain"] {
            guard let example = gallery.first(where: { $0.id == id }) else { continue }
            let renderer = example.renderer(scale: 0.25, threads: 1)
            _ = renderer.image(at: 0.5)
            seeds.append([UInt8](renderer.capture().data()))
        }
        var random = SeededGenerator(
            seed: UInt64(ProcessInfo.processInfo.environment["MICA_SEED"].flatMap { Int($0) } ?? 1))
        var limits = LayerCapture.Limits()
        limits.messages.count = 4_096
        limits.messages.imageSide = 1_024
        var (read, drawn) = (0, 0)
        for _ in 0..<count {
            let bytes = random.mutated(random.pick(seeds))
            do throws(CaptureError) {
                let capture = try LayerCapture(data: bytes, limits: limits)
                read += 1
                // A picture of 2^28 pixels is drawn, too, but not thousands of times.
                guard capture.view.width * capture.view.height <= 1 << 16 else { continue }
                let replay = CaptureReplay(capture)
                let frame = replay.frame(at: random.number(0...2))
                if random.chance(0.1) { _ = replay.bitmap(of: frame) }
                drawn += 1
            } catch {
                #expect(!error.reason.isEmpty)
            }
        }
        #expect(drawn > 0 && read < count, "\(read) of \(count) were read, \(drawn) drawn")
    }

    private func small() throws -> [UInt8] {
        let scene = OverlayScene()
        _ = scene.renderer.image(at: 1.2)
        return [UInt8](scene.renderer.capture().data())
    }
}
