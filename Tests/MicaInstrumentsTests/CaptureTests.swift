import CoreGraphics
import Foundation
import Mica
import MicaEncoding
import MicaExamples
import MicaFrame
import MicaFuzzImages
import MicaInstruments
import MicaRandom
import MicaScripts
import MicaWire
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

    /// The same with OpenGL, where the machine has it, at three times.
    @Test(arguments: gallery.map(\.id)) func an_example_has_the_same_bytes_again_with_opengl(id: String) throws {
        guard LayerRenderer.Backend.gl.unavailability == nil else { return }
        let example = try #require(gallery.first { $0.id == id })
        let renderer = example.renderer(scale: 0.5, threads: 1)
        let end = max(example.duration, example.moment, 0.1)
        renderer.backend = .gl
        _ = renderer.image(at: end)
        var random = SeededGenerator(seed: 29)
        for _ in 0..<3 {
            let time = random.number(0...end)
            let live = renderer.bitmap(at: time)
            let capture = try LayerCapture(data: [UInt8](renderer.capture().data()))
            #expect(CaptureReplay(capture, backend: .gl).bitmap(at: time) == live, "\(id) at \(time) s")
        }
    }

    /// The same by the other backends, of one scene for the reference, which takes seconds for large ones. Without OpenGL `gl` is `cpu`.
    @Test(arguments: [LayerRenderer.Backend.reference, .gl, .auto])
    func a_capture_is_drawn_by_any_backend(backend: LayerRenderer.Backend) throws {
        let scene = OverlayScene()
        scene.renderer.backend = backend
        _ = scene.renderer.image(at: 1.5)
        let replay = CaptureReplay(
            try LayerCapture(data: [UInt8](scene.renderer.capture().data())), backend: backend)
        #expect(replay.backend == backend.resolved)
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
        #expect(error(Array("MICACAP".utf8))?.description.contains("version none") == true)
        #expect(
            error(Array("RIFF....".utf8))?.description
                == "a.micacapture: byte 0: error: it is not a capture, by its first bytes")
        #expect(error(Array(bytes.prefix(8)))?.reason == "the start of the run is missing")
        var older = bytes
        older[7] = 1
        #expect(error(older)?.reason == "its form has version 1, and this program reads 2")
        // A file ends within a record if its program ends: complete records count.
        let cut = try LayerCapture(data: Array(bytes.dropLast()))
        #expect(cut.commitCount == scene.renderer.capture().commitCount)
        var damaged = bytes
        damaged[9] = 0xFF
        #expect(error(damaged)?.offset == 9)
        #expect(throws: CaptureError.self) { try LayerCapture(contentsOfFile: "/nowhere/a.micacapture") }
    }

    /// A program's capture of its own run is complete: the same bytes, a person's input, the times of commits.
    @Test func a_log_has_all_that_happens() throws {
        let log = CaptureLog.inMemory(most: 1 << 20)
        let root = CALayer()
        root.name = "root"
        root.bounds = CGRect(x: 0, y: 0, width: 40, height: 30)
        let box = CALayer()
        box.name = "box"
        box.frame = CGRect(x: 5, y: 5, width: 10, height: 10)
        box.backgroundColor = CGColor(gray: 0, alpha: 1)
        root.addSublayer(box)
        let renderer = LayerRenderer(layer: root, size: nil, scale: 1, threads: 1, encodes: false) { end in
            LoggedConnection(end, log)
        }
        log.note(renderer.view, at: 0)
        renderer.schedule(at: 0.5) { box.position.x = 30 }
        _ = renderer.image(at: 1)
        log.note(.input("tap 3,4", at: 0.25))
        log.note(.turn(number: 2, seconds: 0.03))
        log.note(.frame(at: 0.5, began: 0.5, ended: 0.54))
        let capture = try LayerCapture(data: try #require(log.bytes))
        #expect(capture.inputScript == "tap 3,4 at 0.25\n")
        let replay = CaptureReplay(capture)
        for time in [0.7, 0, 0.5, 0.55] { #expect(replay.bitmap(at: time) == renderer.bitmap(at: time), "\(time)") }
        let report = HitchReport(capture)
        #expect(report.hitches.map(\.kind) == [.commit, .render])
        #expect(report.hitches.map { Int(($0.delay * 60).rounded()) } == [1, 2])
        // The same by way of the capture that is made of it.
        let again = try LayerCapture(data: [UInt8](capture.data()))
        #expect(again.inputScript == capture.inputScript && HitchReport(again) == report)
        #expect(again.duration == capture.duration)
    }

    @Test func a_log_that_is_too_long_is_kept_no_longer() {
        let log = CaptureLog.inMemory(most: 200)
        let view = CaptureView(width: 1, height: 1, scale: 1, rootTransform: .identity, background: .zero)
        log.note(view, at: 5)
        #expect(log.bytes?.isEmpty == false)
        for index in 0..<20 { log.note(.input("key A", at: 5 + Double(index))) }
        #expect(log.bytes == nil)
    }

    /// Times of a run that did not begin at 0 count from its beginning.
    @Test func times_count_from_the_beginning_of_the_run() throws {
        let log = CaptureLog.inMemory(most: 1 << 20)
        let view = CaptureView(width: 20, height: 10, scale: 1, rootTransform: .identity, background: .one)
        log.note(view, at: 1000.1)
        var commit = Commit(time: 1000.1)
        let (root, id) = (LayerID(rawValue: 7), ContextID(rawValue: 3))
        commit.created = [root]
        commit.root = root
        log.note(.commit(id, number: 1, commit))
        log.note(.commit(id, number: 2, Commit(time: 1000.35)))
        var wide = view
        wide.width = 30
        log.note(wide, at: 1000.6)
        let capture = try LayerCapture(data: try #require(log.bytes))
        #expect(abs(capture.duration - 0.5) < 1e-9 && capture.commitCount == 2)
        let times = capture.commitTimes
        #expect(capture.mediaTime(times[1]) == 1000.35)
        let replay = CaptureReplay(capture)
        #expect(replay.bitmap(at: 0.2).width == 20 && replay.bitmap(at: 0.7).width == 30)
    }

    /// A person's input to a window is in its capture, as a script that makes the same run again.
    @Test func input_is_in_the_capture_as_a_script() throws {
        func run(_ script: String) throws -> LayerCapture {
            let window = ScriptedWindow(size: CGSize(width: 60, height: 40), threads: 1)
            let box = CALayer()
            box.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
            box.backgroundColor = CGColor(gray: 0, alpha: 1)
            window.layer.addSublayer(box)
            window.eventHandler = { event in
                switch event.content {
                case .pointer(let pointer): box.position = pointer.position
                case .text(let text): box.bounds.size.width += CGFloat(text.utf8.count)
                case .key(let key): if key.isPressed { box.opacity *= 0.9 }
                case .wheel(let wheel): box.zPosition += wheel.movement.height
                default: break
                }
            }
            try window.perform(script)
            window.advance(to: 2)
            return window.renderer.capture()
        }
        let first = try run(
            """
            drag 5,5 to 50.5,30 at 0.1 over 0.2 with shift
            press 20,20 at 0.5 finger 2
            move 22,24 at 0.55 finger 2
            cancel at 0.6 finger 2
            tap 9,9 at 0.65 button secondary by pen
            type "a\\"é" at 0.7
            wheel 0,-3 at 0.8 on 4,5
            key Left at 0.9
            leave at 1
            focus off at 1.1
            compose "x" at 1.2
            """)
        #expect(first.inputs.count > 20)
        let script = first.inputScript
        let second = try run(script)
        #expect(second.inputScript == script)
        #expect(CaptureReplay(first).firstDifference(from: CaptureReplay(second)) == nil)
    }

    /// Bytes changed by chance give a capture that can be drawn, or an error. `dev/capture-mutants` makes more of them.
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

    /// Notes messages in a log.
    private final class LoggedConnection: Connection {
        private let end: any Connection
        private let log: CaptureLog

        init(_ end: any Connection, _ log: CaptureLog) { (self.end, self.log) = (end, log) }

        func send(_ message: ClientMessage) throws(WireError) {
            log.note(message)
            try end.send(message)
        }

        func receive(into messages: inout [ServerMessage]) { end.receive(into: &messages) }
    }

    private func small() throws -> [UInt8] {
        let scene = OverlayScene()
        _ = scene.renderer.image(at: 1.2)
        return [UInt8](scene.renderer.capture().data())
    }
}
