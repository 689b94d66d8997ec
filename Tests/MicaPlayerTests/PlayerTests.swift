import Foundation
import Mica
import MicaDocuments
import MicaPlayer
import MicaScripts
import QuartzCore
import Testing

/// A player in a window without a screen.
private final class Stage: PlayerHost {
    let window: ScriptedWindow
    let player = Player()
    var titles: [String] = []
    var problems: [String] = []
    var screenshots = 0, fullScreens = 0, closes = 0, captures = 0
    var options: [LayerDebugOptions] = []
    var frameTime: Double?, frameRate: Double?

    init(size: CGSize, threads: Int? = nil) {
        window = ScriptedWindow(size: size, threads: threads)
        window.layer.addSublayer(player.layer)
        player.resize(to: size)
        player.host = self
        window.eventHandler = { [unowned self] event in self.player.handle(event) }
        window.stateHandler = { [unowned self] name in self.player.go(to: name) }
    }

    /// Loads as a program's code does, within the window's time.
    func load(_ source: PlayerSource, state: String? = nil) throws {
        var failure: (any Error)?
        run {
            do { try self.player.load(source, state: state) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    func run(_ body: @escaping () -> Void) {
        window.schedule(at: window.time, body)
        window.advance(to: window.time)
    }

    var bytes: Data { window.image.dataProvider?.data ?? Data() }

    func schedule(at time: CFTimeInterval, _ body: @escaping () -> Void) {
        window.schedule(at: time, body)
    }
    func show(title: String) { titles.append(title) }
    func report(_ problem: String) { problems.append(problem) }
    func takeScreenshot() { screenshots += 1 }
    func toggleFullScreen() { fullScreens += 1 }
    func show(_ options: LayerDebugOptions) {
        self.options.append(options)
        window.renderer.debugOptions = options
    }
    func takeCapture() { captures += 1 }
    func close() { closes += 1 }
}

@Suite struct PlayerTests {
    /// Each option has a key of its own, which turns it on, and off again; N turns all off.
    @Test func keys_colour_frames_by_what_they_take() throws {
        let stage = Stage(size: CGSize(width: 60, height: 40), threads: 1)
        try stage.load(
            PlayerSource(name: "card") {
                let card = CALayer()
                card.frame = CGRect(x: 0, y: 0, width: 60, height: 40)
                card.backgroundColor = CGColor(gray: 0.5, alpha: 0.5)
                return PlayerContent(layer: card, duration: 2)
            })
        let plain = stage.bytes
        let keys: [(String, LayerDebugOptions)] = [
            ("B", .colorBlendedLayers), ("H", .colorHitsGreenAndMissesRed), ("C", .colorCopiedImages),
            ("P", .colorLayerFormats), ("M", .colorMisalignedImages), ("O", .colorOffscreenRenderedYellow),
            ("A", .colorCompositingFastPathBlue), ("U", .flashUpdatedRegions), ("I", .colorImmediately),
            ("G", .frameTimes),
        ]
        for (key, option) in keys {
            try stage.window.perform("key \(key)")
            #expect(stage.options.last == option && stage.player.debugOptions == option, "\(key)")
            if key == "B" { #expect(stage.bytes != plain) }
            try stage.window.perform("key \(key)")
            #expect(stage.options.last == [], "\(key)")
            #expect(Player.keys.contains { $0.key == key })
        }
        try stage.window.perform("key B\nkey G\nkey N\nkey K")
        #expect(stage.player.debugOptions == [] && stage.captures == 1 && stage.bytes == plain)
    }

    private static let documents = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../Examples/Documents").standardized

    private func path(_ name: String) -> String { Self.documents.appendingPathComponent(name).path }

    /// The picture of a document at a time, as `mica render` draws it.
    private func rendered(_ name: String, size: CGSize, at time: Double) throws -> Data {
        let document = try Document.load(path(name))
        let image = LayerRenderer(layer: document.rootLayer, size: size).image(at: time)
        return image.dataProvider?.data ?? Data()
    }

    private func stage(_ name: String, size: CGSize? = nil, state: String? = nil) throws -> Stage {
        let own = try Document.load(path(name)).size
        let stage = Stage(size: size ?? own)
        try stage.load(.document(path(name)), state: state)
        return stage
    }

    /// A scene whose animation goes when it is over, and in which code runs.
    private static var scene: PlayerSource {
        PlayerSource(name: "scene") {
            let (root, square) = (CALayer(), CALayer())
            root.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
            square.frame = CGRect(x: 0, y: 40, width: 20, height: 20)
            square.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
            root.addSublayer(square)
            let move = CABasicAnimation(keyPath: "position.x")
            (move.fromValue, move.toValue, move.duration) = (10.0, 60.0, 1)
            square.add(move, forKey: "move")
            return PlayerContent(
                layer: root, duration: 3, framesPerSecond: 20,
                moments: [(1.5, { square.position.y = 90 }), (2.5, { square.opacity = 0.2 })])
        }
    }

    @Test func plays_as_the_renderer_draws() throws {
        for name in ["bell.caml", "orbit.json", "cube.caml", "fountain.ca", "garden.tendies"] {
            let stage = try stage(name)
            for time in [0, 0.35, 1.2] {
                stage.window.advance(to: time)
                #expect(try stage.bytes == rendered(name, size: stage.window.size, at: time), "\(name) at \(time) s")
            }
        }
    }

    @Test func seeking_paused_shows_the_renderers_picture() throws {
        let stage = try stage("orbit.json")
        stage.window.advance(to: 0.2)
        stage.run {
            stage.player.setPaused(true)
            stage.player.seek(to: 0.7)
        }
        let there = try rendered("orbit.json", size: stage.window.size, at: 0.7)
        #expect(stage.bytes == there)
        stage.window.advance(to: 5)
        #expect(stage.bytes == there && stage.player.time == 0.7, "time stands still")
        stage.run { stage.player.seek(to: 0.1) }
        #expect(try stage.bytes == rendered("orbit.json", size: stage.window.size, at: 0.1))
    }

    @Test func space_pauses_and_goes_on() throws {
        let stage = try stage("orbit.json")
        try stage.window.perform("wait 0.25\nkey Space\nwait 2")
        #expect(stage.player.isPaused && abs(stage.player.time - 0.25) < 1e-9)
        #expect(stage.titles.last == "orbit.json - paused")
        try stage.window.perform("key Space\nwait 0.5")
        #expect(!stage.player.isPaused)
        stage.run { #expect(abs(stage.player.time - 0.75) < 1e-9) }
        #expect(try stage.bytes == rendered("orbit.json", size: stage.window.size, at: 0.75))
    }

    @Test func arrows_step_by_frames_and_shifted_ones_by_seconds() throws {
        let stage = Stage(size: CGSize(width: 100, height: 100))
        try stage.load(Self.scene)
        try stage.window.perform("wait 0.51\nkey Right")
        #expect(stage.player.isPaused && stage.player.frame == 11 && abs(stage.player.time - 0.55) < 1e-9)
        try stage.window.perform("key Left\nkey Left")
        #expect(stage.player.frame == 9)
        try stage.window.perform("key Right with shift")
        #expect(stage.player.frame == 29)
        try stage.window.perform("key Home\nkey Left")
        #expect(stage.player.time == 0)
    }

    @Test func speeds_change_without_a_jump() throws {
        let stage = try stage("orbit.json")
        try stage.window.perform("wait 0.2\nkey Up\nwait 0.2")
        #expect(stage.player.speed == 2)
        stage.run { #expect(abs(stage.player.time - 0.6) < 1e-6) }
        try stage.window.perform("key Down\nkey Down\nkey Down\nwait 0.4")
        stage.run { #expect(abs(stage.player.time - 0.7) < 1e-6) }
        #expect(stage.player.title == "orbit.json - x1/4")
        try stage.window.perform("key Backspace")
        #expect(stage.player.speed == 1 && stage.player.title == "orbit.json")
    }

    @Test func going_back_is_the_same_as_having_been_there() throws {
        func picture(_ lines: String) throws -> Data {
            let stage = Stage(size: CGSize(width: 100, height: 100))
            try stage.load(Self.scene)
            try stage.window.perform(lines)
            return stage.bytes
        }
        // At 0.5 s the square moves, at 1.75 s the code's own animation runs, at 2.75 s it fades.
        let early = try picture("wait 0.5\nkey Space")
        #expect(
            try picture(
                "wait 2.9\nkey Space\nkey Left with shift\nkey Left with shift\n"
                    + String(repeating: "key Left\n", count: 8)) == early)
        #expect(try picture("key Space\n" + String(repeating: "key Right\n", count: 10)) == early)
        let late = try picture("wait 1.75\nkey Space")
        #expect(try picture("key Space\n" + String(repeating: "key Right\n", count: 35)) == late)
        #expect(early != late)
    }

    @Test func what_happens_in_the_content_happens_at_its_time() throws {
        let stage = Stage(size: CGSize(width: 100, height: 100))
        try stage.load(Self.scene)
        stage.window.advance(to: 1.499)
        let before = stage.bytes
        stage.window.advance(to: 1.6)
        #expect(stage.bytes != before)
        let twice = Stage(size: CGSize(width: 100, height: 100))
        try twice.load(Self.scene)
        twice.run { twice.player.setSpeed(2) }
        twice.window.advance(to: 0.8)
        #expect(twice.bytes == stage.bytes, "at twice the speed it is there in half the time")
    }

    @Test func loops_where_it_is_asked_to() throws {
        let stage = Stage(size: CGSize(width: 100, height: 100))
        try stage.load(Self.scene)
        stage.window.advance(to: 0.25)
        let early = stage.bytes
        try stage.window.perform("key L\nwait 3")
        #expect(stage.bytes == early)
        try stage.window.perform("key L\nwait 4")
        stage.run { #expect(stage.player.time > 3) }
    }

    @Test func states_change_as_the_document_says_and_are_undone_by_going_back() throws {
        let stage = try stage("bell.caml", state: "Day")
        #expect(stage.player.states.prefix(2) == ["Day", "Night"])
        stage.window.advance(to: 1)
        let day = stage.bytes
        stage.window.play(try EventScript("state Night"))
        stage.window.advance(to: 2.5)
        #expect(stage.player.state == "Night")
        let document = try Document.load(path("bell.caml"))
        document.apply(state: "Day")
        let renderer = LayerRenderer(layer: document.rootLayer, size: stage.window.size)
        renderer.schedule(at: 1) { document.transition(from: "Day", to: "Night") }
        let night = renderer.image(at: 2.5).dataProvider?.data
        #expect(stage.bytes == night)
        stage.run {
            stage.player.setPaused(true)
            stage.player.seek(to: 1)
        }
        #expect(stage.player.state == "Night", "at its very time the change has been made")
        stage.run { stage.player.seek(to: 0.999_999) }
        #expect(stage.player.state == "Day")
        stage.run { stage.player.seek(to: 1) }
        #expect(stage.bytes == day)
        try stage.window.perform("key 2")
        #expect(stage.player.state == "Night")
        let error = #expect(throws: ScriptError.self) { try stage.window.perform("state Noon") }
        #expect(error?.reason == "there is no state 'Noon'")
        #expect(throws: PlayerError.self) { try stage.load(.document(self.path("bell.caml")), state: "Noon") }
    }

    @Test func other_keys_do_what_the_table_says() throws {
        let stage = try stage("bell.caml")
        try stage.window.perform("key S\nkey F\nkey Q\nkey Escape\nclose\nkey S with control")
        #expect(stage.screenshots == 1 && stage.fullScreens == 1 && stage.closes == 3)
        let plain = stage.bytes
        try stage.window.perform("key Space\nkey D")
        #expect(stage.bytes != plain && stage.player.showsOverlay)
        try stage.window.perform("key D\nkey T")
        #expect(stage.bytes == plain)
        #expect(stage.player.title == "bell.caml - paused - 0.000 s, frame 0")
        (stage.frameTime, stage.frameRate) = (0.00125, 59)
        #expect(stage.player.title.hasSuffix(", 1.25 ms, 59 frames/s"))
    }

    @Test func a_dropped_file_is_played_and_a_broken_one_reported() throws {
        let stage = try stage("bell.caml")
        try stage.window.perform("drop \"\(path("orbit.json"))\"")
        #expect(stage.player.title == "orbit.json" && stage.problems.isEmpty)
        try stage.window.perform("drop \"/nowhere/x.caml\"")
        #expect(stage.player.title == "orbit.json" && stage.problems.count == 1)
    }

    @Test func content_is_fitted_and_centred_as_the_renderer_does() throws {
        let own = try Document.load(path("orbit.json")).size
        let size = CGSize(width: own.width * 1.5, height: own.height * 0.75)
        let stage = try stage("orbit.json", size: size)
        stage.window.advance(to: 0.5)
        #expect(try stage.bytes == rendered("orbit.json", size: size, at: 0.5))
        try stage.window.perform("resize \(Int(own.width))x\(Int(own.height))")
        #expect(try stage.bytes == rendered("orbit.json", size: own, at: 0.5))
    }
}

@Suite struct ParallaxTests {
    private func document(_ group: String) throws -> Document {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <caml xmlns="http://www.apple.com/CoreAnimation/1.0">
              <CALayer id="1" bounds="0 0 100 100" position="50 50" backgroundColor="1 1 1">
                <sublayers><CALayer id="2" name="Leaf" bounds="0 0 20 20" position="50 50" backgroundColor="1 0 0"/></sublayers>
                <style><wallpaperParallaxGroups type="NSArray">\(group)</wallpaperParallaxGroups></style>
              </CALayer>
            </caml>
            """
        return try Document.load(data: Data(text.utf8), name: "leaf.caml")
    }

    private let group = """
        <NSDictionary><axis type="string" value="x"/><keyPath type="string" value="position.x"/>
        <layerName type="string" value="Leaf"/><mapMinTo type="real" value="30"/><mapMaxTo type="real" value="70"/></NSDictionary>
        """

    @Test func the_pointer_tilts_a_document_that_has_parallax() throws {
        let stage = Stage(size: CGSize(width: 100, height: 100))
        let document = try document(group)
        #expect(document.hasParallax && document.problems.isEmpty)
        let leaf = try #require(document.rootLayer.sublayers?.first?.sublayers?.first?.sublayers?.first)
        try stage.load(PlayerSource(name: "leaf") { PlayerContent(document) })
        try stage.window.perform("move 0,50")
        #expect(leaf.position.x == 30)
        try stage.window.perform("move 75,10")
        #expect(leaf.position.x == 60)
        try stage.window.perform("move 100,90")
        #expect(leaf.position == CGPoint(x: 70, y: 50))
    }

    @Test func groups_that_say_too_little_are_warned_about() throws {
        #expect(try !document("").hasParallax)
        let broken = try document(
            "<NSDictionary><axis value=\"z\"/></NSDictionary>" + group.replacing("Leaf", with: "Twig"))
        #expect(!broken.hasParallax && broken.problems.count == 2)
        let odd = try document(group.replacing("position.x", with: "nothing.there").replacing("30", with: "1e400"))
        odd.tilt(x: .nan, y: 5)
        #expect(odd.problems.count == 1)
    }
}
