import Foundation
import MicaScripts
import QuartzCore
import Testing

@Suite struct ScriptedWindowTests {
    private let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    private let blue = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)

    /// A window with a square that follows a drag, and a card that turns when it is tapped.
    private func sliders(threads: Int? = nil) -> ScriptedWindow {
        let window = ScriptedWindow(size: CGSize(width: 300, height: 200), threads: threads)
        window.background = CGColor(gray: 1, alpha: 1)
        let (knob, card) = (CALayer(), CALayer())
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        knob.frame = CGRect(x: 20, y: 80, width: 40, height: 40)
        knob.backgroundColor = red
        knob.cornerRadius = 20
        card.frame = CGRect(x: 180, y: 30, width: 90, height: 60)
        card.backgroundColor = blue
        card.shadowOpacity = 0.5
        window.layer.addSublayer(card)
        window.layer.addSublayer(knob)
        CATransaction.commit()
        var isDragging = false
        window.eventHandler = { [unowned window] event in
            guard case .pointer(let pointer) = event.content else { return }
            switch pointer.phase {
            case .pressed:
                let hit = window.hitTest(pointer.position)
                isDragging = hit === knob
                if hit === card { card.transform = CATransform3DRotate(card.transform, 1, 0, 0, 1) }
            case .moved where isDragging:
                CATransaction.setDisableActions(true)
                knob.position.x += pointer.movement.width
            case .released: isDragging = false
            default: break
            }
        }
        return window
    }

    /// A colour of a picture, as red, green and blue.
    private func pixel(_ image: CGImage, _ x: Int, _ y: Int) -> [UInt8] {
        guard let data = image.dataProvider?.data else { return [] }
        let start = y * image.bytesPerRow + x * 4
        return data[start..<start + 3].reversed()
    }

    private func bytes(_ image: CGImage) -> Data { image.dataProvider?.data ?? Data() }

    @Test func a_drag_moves_a_layer_and_the_picture_shows_it() throws {
        let window = sliders()
        #expect(pixel(window.image, 40, 100) == [255, 0, 0])
        try window.perform("drag 40,100 to 140,100 over 0.2")
        #expect(abs(window.time - 0.2) < 1e-9)
        let image = window.image
        #expect(pixel(image, 40, 100) == [255, 255, 255])
        #expect(pixel(image, 140, 100) == [255, 0, 0])
    }

    @Test func a_tap_animates_from_its_time_on() throws {
        let window = sliders()
        window.play(try EventScript("tap 225,60 at 1"))
        window.advance(to: 1)
        let before = bytes(window.image)
        window.advance(to: 1.125)
        let half = bytes(window.image)
        window.advance(to: 2)
        #expect(before != half && half != bytes(window.image))
        #expect(bytes(sliders().image) == before, "at its own time nothing has moved yet")
    }

    @Test func every_run_gives_the_same_bytes_on_any_number_of_threads() throws {
        let script = try EventScript(
            """
            drag 40,100 to 240,140 at 0.1 over 0.4
            tap 225,60 at 0.3 finger 1
            resize 320x180 at 0.7
            scale 2 at 0.8
            tap 200,60 at 0.9
            """)
        func film(_ threads: Int) -> [Data] {
            let window = sliders(threads: threads)
            window.play(script)
            return (0..<40).map { frame in
                window.advance(to: Double(frame) / 30)
                return bytes(window.image)
            }
        }
        let one = film(1)
        #expect(Set(one).count > 20, "it moves")
        for threads in [1, 2, 8] { #expect(film(threads) == one, "\(threads) threads") }
    }

    @Test func frame_texts_are_the_same_in_every_run() throws {
        func text() throws -> String {
            let window = sliders()
            try window.perform("tap 225,60\nwait 0.05")
            return window.frameText
        }
        #expect(try text() == text())
        #expect(try text() != sliders().frameText)
    }

    @Test func a_video_has_the_pictures_of_the_script_in_the_largest_size() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("mica-scripts-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let window = sliders()
        window.play(try EventScript("resize 200x250 at 0.1\nresize 350x100 at 0.2\nclose at 0.3"))
        window.eventHandler = { [unowned window] event in if event.content == .closeRequest { window.close() } }
        let pattern = folder.appendingPathComponent("f-%02d.png").path
        try window.write(to: pattern, duration: 1, framesPerSecond: 10)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(names == ["f-00.png", "f-01.png", "f-02.png", "f-03.png"], "the closed window has no more frames")
        let first = try Data(contentsOf: folder.appendingPathComponent("f-00.png"))
        // The header has width and height.
        #expect(first[16..<24].map { Int($0) } == [0, 0, 1, 94, 0, 0, 0, 250])
    }

    @Test func resizing_tells_the_program_and_lays_out() throws {
        let window = sliders()
        var heard: [WindowMetrics] = []
        window.eventHandler = { event in if case .resize(let metrics) = event.content { heard.append(metrics) } }
        try window.perform("resize 120x90\nscale 3")
        #expect(
            heard == [
                WindowMetrics(size: CGSize(width: 120, height: 90), scale: 1),
                WindowMetrics(size: CGSize(width: 120, height: 90), scale: 3),
            ])
        #expect(window.layer.bounds.size == CGSize(width: 120, height: 90))
        #expect(window.image.width == 360 && window.image.height == 270)
        window.resize(to: CGSize(width: 10, height: 10))
        #expect(window.image.width == 30 && heard.count == 3)
        for side in [0, -5, CGFloat.nan, .infinity, 1e9] {
            window.resize(to: CGSize(width: side, height: 10))
            window.send(.resize(WindowMetrics(size: CGSize(width: 10, height: 10), scale: side)))
        }
        #expect(window.image.width == 30 && heard.count == 3, "what makes no picture is passed over")
    }

    @Test func a_script_that_scheduled_code_plays_happens_from_then_on_in_one_advance() throws {
        let window = ScriptedWindow(size: CGSize(width: 20, height: 20), threads: 1)
        var heard: [Double] = []
        window.eventHandler = { event in
            guard case .pointer(let pointer) = event.content, [.pressed, .released].contains(pointer.phase) else {
                return
            }
            heard.append(event.time)
        }
        let script = try EventScript("press 5,5 at 0.25\nrelease at 0.5")
        window.schedule(at: 1) { window.play(script) }
        window.advance(to: 3)
        #expect(heard.count == 2)
        #expect(zip(heard, [1.25, 1.5]).allSatisfy { abs($0 - $1) < 1e-6 })
    }

    @Test func events_have_the_time_and_the_window_that_they_are_sent_at() throws {
        let window = ScriptedWindow(size: CGSize(width: 10, height: 10), id: WindowID(rawValue: 7))
        var heard: [WindowEvent] = []
        window.eventHandler = { heard.append($0) }
        window.advance(to: 0.25)
        let start = window.time
        window.send(.text("x"), modifiers: .shift)
        window.schedule(at: 0.5) { window.send(.focus(false)) }
        window.advance(to: 1)
        window.send(WindowEvent(.text("other"), window: .first))
        #expect(heard.map(\.content) == [.text("x"), .focus(false)])
        #expect(heard.allSatisfy { $0.window == window.id })
        #expect(abs((heard[1].time - heard[0].time) - (0.5 - start)) < 1e-6)
        #expect(heard[0].modifiers == .shift && !window.isFocused)
    }

    @Test func an_event_of_a_later_time_moves_the_window_on_to_it() {
        let window = ScriptedWindow(size: CGSize(width: 10, height: 10))
        var heard = 0
        window.eventHandler = { _ in heard += 1 }
        var now = 0.0
        window.schedule(at: 0) { now = CACurrentMediaTime() }
        window.advance(to: 0)
        window.send(WindowEvent(.text("x"), time: now + 2))
        #expect(abs(window.time - 2) < 1e-6 && heard == 1)
    }

    @Test func a_state_that_there_is_not_ends_the_script_with_its_line() throws {
        let window = sliders()
        var states: [String] = []
        window.stateHandler = { name in
            states.append(name)
            return name == "Day"
        }
        let error = #expect(throws: ScriptError.self) { try window.perform("state Day\n\nstate Nigth\nstate Day") }
        #expect(error?.line == 3 && error?.reason == "there is no state 'Nigth'")
        #expect(states == ["Day", "Nigth"])
        try window.perform("state Day")
        #expect(states.count == 3, "the next script plays")
    }

    @Test func scripts_may_overlap() throws {
        let window = sliders()
        var heard: [String] = []
        window.eventHandler = { event in if case .text(let text) = event.content { heard.append(text) } }
        window.play(try EventScript("type \"a\" at 1\ntype \"c\" at 3"))
        window.advance(to: 1.5)
        window.play(try EventScript("type \"b\" at 0.5\ntype \"d\" at 2"))
        window.advance(to: 10)
        #expect(heard == ["a", "b", "c", "d"])
    }
}

/// Hit tests while layers move: exact, as drawn.
@Suite struct PresentationHitTests {
    /// A square that moves, turns and grows for two seconds, all at the same speed.
    private func moving() -> (window: ScriptedWindow, layer: CALayer) {
        let window = ScriptedWindow(size: CGSize(width: 400, height: 300))
        let (carrier, layer) = (CALayer(), CALayer())
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        carrier.frame = CGRect(x: 0, y: 0, width: 400, height: 300)
        carrier.backgroundColor = CGColor(gray: 1, alpha: 1)
        layer.bounds = CGRect(x: 0, y: 0, width: 60, height: 20)
        layer.position = CGPoint(x: 60, y: 80)
        layer.backgroundColor = CGColor(gray: 0, alpha: 1)
        window.layer.addSublayer(carrier)
        carrier.addSublayer(layer)
        CATransaction.commit()
        func add(_ keyPath: String, to end: Any, on target: CALayer) {
            let animation = CABasicAnimation(keyPath: keyPath)
            animation.toValue = end
            (animation.duration, animation.fillMode, animation.isRemovedOnCompletion) = (2, .forwards, false)
            target.add(animation, forKey: keyPath)
        }
        add("position", to: CGPoint(x: 320, y: 200), on: layer)
        add("transform.rotation.z", to: Double.pi, on: layer)
        add("transform.scale", to: 3.0, on: carrier)
        return (window, layer)
    }

    @Test func what_is_hit_is_what_is_seen_at_every_time() throws {
        let (window, layer) = moving()
        var (hits, misses) = (0, 0)
        for time in stride(from: 0.0, through: 2.0, by: 0.25) {
            window.advance(to: time)
            let image = window.image
            let data = try #require(image.dataProvider?.data)
            for y in stride(from: 3, to: 300, by: 7) {
                for x in stride(from: 2, to: 400, by: 7) {
                    let shade = data[y * image.bytesPerRow + x * 4]
                    // Black is the layer; grey is its edge, where both may be.
                    guard shade == 0 || shade == 255, data[y * image.bytesPerRow + x * 4 + 3] == 255 else { continue }
                    let found = window.hitTest(CGPoint(x: Double(x) + 0.5, y: Double(y) + 0.5))
                    #expect((found === layer) == (shade == 0), "at \(x), \(y), \(time) s")
                    if shade == 0 { hits += 1 } else { misses += 1 }
                }
            }
        }
        #expect(hits > 100 && misses > 1000)
    }

    @Test func a_tap_hits_a_moving_layer_and_not_where_it_will_be() throws {
        let (window, layer) = moving()
        var hit: [CALayer?] = []
        window.eventHandler = { [unowned window] event in
            guard case .pointer(let pointer) = event.content, pointer.phase == .pressed else { return }
            hit = [window.hitTest(pointer.position), window.hitTest(pointer.position, presented: false)]
        }
        // Half way: the layer's centre is at (190, 140), and what carries it is twice as large about (200, 150).
        try window.perform("tap 180,130 at 1")
        #expect(hit[0] === layer, "the layer is there now")
        #expect(hit[1] !== layer, "and not in the model")
    }

    @Test func presentation_hitTest_answers_with_presentation_layers_of_the_time() {
        let (window, layer) = moving()
        window.advance(to: 1)
        let found = window.layer.presentation()?.hitTest(CGPoint(x: 180, y: 130))
        #expect(found !== layer && found?.model() === layer)
    }
}
