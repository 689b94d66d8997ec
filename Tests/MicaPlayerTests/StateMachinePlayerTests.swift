import Foundation
import Mica
import MicaDocuments
import MicaPlayer
import MicaScripts
import QuartzCore
import Testing

/// The archive of the tests: a square of 100 points whose left half is a layer "Left"; a click on it plays 1 s.
private let archive: URL = {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("mica-machine-\(getpid()).lottie")
    let box =
        #"{"ty":"rc","p":{"k":[25,50]},"s":{"k":[50,100]},"r":{"k":0}},{"ty":"fl","c":{"k":[1,0,0]},"o":{"k":100}}"#
    let bar =
        #"{"ty":"rc","p":{"k":[0,50]},"s":{"k":[10,100]},"r":{"k":0}},{"ty":"fl","c":{"k":[0,0,1]},"o":{"k":100}}"#
    let animation = """
        {"v":"5","fr":10,"ip":0,"op":10,"w":100,"h":100,"layers":[
        {"ty":4,"nm":"Bar","ip":0,"op":10,"ks":{"p":{"a":1,"k":[{"t":0,"s":[0,0]},{"t":10,"s":[100,0]}]}},"shapes":[\(bar)]},
        {"ty":4,"nm":"Left","ip":0,"op":10,"ks":{},"shapes":[\(box)]}]}
        """
    let machine = #"""
        {"initial":"still","states":[
        {"name":"still","type":"PlaybackState","animation":"","transitions":[
        {"type":"Transition","toState":"play","guards":[{"type":"Event","inputName":"go"}]}]},
        {"name":"play","type":"PlaybackState","animation":"","autoplay":true,"transitions":[
        {"type":"Transition","toState":"still","guards":[{"type":"Numeric","inputName":"n","conditionType":"GreaterThan","compareTo":1}]}]}],
        "inputs":[{"name":"go","type":"Event"},{"name":"n","type":"Numeric","value":0},{"name":"word","type":"String","value":""}],
        "interactions":[{"type":"Click","layerName":"Left","actions":[{"type":"Fire","inputName":"go"}]},
        {"type":"OnComplete","stateName":"play","actions":[{"type":"Increment","inputName":"n"}]},
        {"type":"PointerExit","actions":[{"type":"FireCustomEvent","value":"gone"}]}]}
        """#
    let manifest =
        #"{"version":"2","animations":[{"id":"x"}],"stateMachines":[{"id":"m"}],"initial":{"stateMachine":"m"}}"#
    let files = [("manifest.json", manifest), ("a/x.json", animation), ("s/m.json", machine)]
    try? Data(StoredZip.bytes(files.map { ($0.0, Array($0.1.utf8)) })).write(to: url)
    return url
}()

/// A zip archive of files as they are.
private enum StoredZip {
    static func bytes(_ files: [(String, [UInt8])]) -> [UInt8] {
        var (body, directory) = ([UInt8](), [UInt8]())
        func number(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 255) } }
        for (name, bytes) in files {
            let start = body.count
            let facts =
                number(20, 2) + number(0, 2) + number(0, 2) + number(0, 4) + number(Int(checksum(bytes)), 4)
                + number(bytes.count, 4) + number(bytes.count, 4) + number(name.utf8.count, 2)
            body += [0x50, 0x4B, 3, 4] + facts + number(0, 2) + Array(name.utf8) + bytes
            directory +=
                [0x50, 0x4B, 1, 2] + number(20, 2) + facts + number(0, 2) + number(0, 2) + number(0, 2) + number(0, 2)
                + number(0, 4) + number(start, 4) + Array(name.utf8)
        }
        return body + directory + [0x50, 0x4B, 5, 6] + number(0, 4) + number(files.count, 2) + number(files.count, 2)
            + number(directory.count, 4) + number(body.count, 4) + number(0, 2)
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var crc: UInt32 = 0xffff_ffff
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 != 0 ? crc >> 1 ^ 0xedb8_8320 : crc >> 1 }
        }
        return ~crc
    }
}

/// A player in a window without a screen, twice the size of the document.
private final class Stage: PlayerHost {
    let window = ScriptedWindow(size: CGSize(width: 300, height: 200), threads: 1)
    let player = Player()
    var titles: [String] = [], events: [String] = [], notes: [String] = []

    init() throws {
        window.layer.addSublayer(player.layer)
        player.resize(to: window.size)
        player.host = self
        player.machineEventHandler = { [unowned self] in self.events.append($0) }
        player.noteHandler = { [unowned self] in self.notes.append($0) }
        window.eventHandler = { [unowned self] event in self.player.handle(event) }
        window.inputHandler = { [unowned self] name, value in
            value.map { self.player.set(input: name, text: $0) } ?? self.player.fire(name)
        }
        var failure: (any Error)?
        window.schedule(at: 0) {
            do {
                try self.player.load(.document(archive.path, animation: nil, stateMachine: "m"))
            } catch { failure = error }
        }
        window.advance(to: 0)
        if let failure { throw failure }
    }

    /// Does something within the window's time, as a program's code does.
    func now(_ body: @escaping (Player) -> Void) {
        window.schedule(at: window.time) { body(self.player) }
        window.advance(to: window.time)
    }

    /// The middle of the bar in the document's points; the document is 200 points wide, from 50 on.
    var bar: Int {
        let picture = window.renderer.bitmap(at: window.time)
        let row = (0..<300).filter { picture.pixels[100 * 300 + $0] == 0xff00_00ff }
        guard let first = row.first, let last = row.last else { return -1 }
        return ((first + last + 1) / 2 - 50) / 2
    }

    func schedule(at time: CFTimeInterval, _ body: @escaping () -> Void) { window.schedule(at: time, body) }
    func show(title: String) { titles.append(title) }
    func report(_ problem: String) { notes.append(problem) }
    func takeScreenshot() {}
    func toggleFullScreen() {}
    func close() {}
}

/// State machines under a player, with the pointer and with scripts.
@Suite struct StateMachinePlayerTests {
    @Test func click_on_a_layer_plays_and_time_goes_on_by_itself() throws {
        let stage = try Stage()
        // The right half is no target.
        try stage.window.perform("tap 200,100\nwait 0.4")
        #expect(stage.player.stateMachine?.state == "still" && stage.bar <= 5)
        try stage.window.perform("tap 80,100")
        let began = stage.window.time
        stage.window.advance(to: began + 0.5)
        #expect(stage.player.stateMachine?.state == "play" && abs(stage.bar - 50) <= 1)
        #expect(stage.titles.contains { $0.contains("play") })
        stage.window.advance(to: began + 2)
        #expect(stage.bar >= 97)
        try stage.window.perform("move 80,100\nleave")
        #expect(stage.events == ["gone"] && stage.notes.isEmpty)
    }

    @Test func scripts_fire_events_and_set_inputs() throws {
        let stage = try Stage()
        try stage.window.perform("fire go at 0.5\nset n=5 at 1\nset word \"two words\" at 1\nwait 1")
        #expect(stage.player.stateMachine?.state == "still")
        #expect(stage.player.stateMachine?.value(of: "word") == .text("two words"))
        #expect(abs(stage.bar - 50) <= 1)
        for line in ["fire none", "set n=word", "set none=1"] {
            let other = try Stage()
            #expect(throws: ScriptError.self) { try other.window.perform(line) }
        }
    }

    @Test func pause_stops_the_machine_and_going_back_plays_it_again() throws {
        let stage = try Stage()
        stage.window.schedule(at: 0.2) { stage.player.fire("go") }
        stage.window.advance(to: 0.7)
        stage.now { $0.setPaused(true) }
        stage.window.advance(to: 3)
        #expect(abs(stage.bar - 50) <= 1)
        stage.now { $0.setPaused(false) }
        stage.window.advance(to: 3.25)
        #expect(abs(stage.bar - 75) <= 1)
        stage.now { $0.seek(to: 0.1) }
        stage.window.advance(to: 3.5)
        #expect(stage.player.stateMachine?.state == "still" && stage.bar <= 5)
    }

    @Test func handled_points_are_those_of_the_fitted_document() throws {
        let stage = try Stage()
        try stage.window.perform("tap 49,100\nwait 0.2")
        #expect(stage.player.stateMachine?.state == "still")
        try stage.window.perform("tap 51,100\nwait 0.2")
        #expect(stage.player.stateMachine?.state == "play")
    }
}
