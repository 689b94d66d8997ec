import Foundation
import Mica
import MicaCodecs
import MicaCommandLine
import MicaDocuments
import MicaExamples
import MicaInstruments
import MicaPlayer
import MicaScripts
import MicaSurface
import QuartzCore

/// `mica play`: a document or an example in a window, or a script played into a file without one.
enum PlayCommand {
    static func run(_ list: [String]) throws {
        guard let options = try PlayOptions.parse(list) else { return Console.print(Help.play) }
        if options.listsExamples {
            for example in gallery { Console.print("\(example.id): \(example.shows)") }
            return
        }
        guard !options.output.isEmpty else { return try openWindow(options) }
        let script: EventScript
        do {
            script =
                try options.script.map { path throws(ScriptError) in try EventScript(contentsOf: path) }
                ?? EventScript("")
        } catch {
            throw CommandFailure("\(error)")
        }
        let source = PlayInput.source(
            options.input, appearance: options.appearance, player: options.player.rawValue, part: options.part)
        let size = try size(of: source, options)
        let window = ScriptedWindow(size: size, scale: CGFloat(options.scale), threads: options.threads)
        window.background = options.background
        let player = Player()
        let host = ScriptedHost(window, player, output: options.output)
        try start(player, in: window, source, options)
        window.eventHandler = { event in player.handle(event) }
        window.stateHandler = { name in player.go(to: name) }
        window.inputHandler = { name, value in
            value.map { player.set(input: name, text: $0) } ?? player.fire(name)
        }
        window.play(script)
        // The host is closed when the window is released.
        defer { withExtendedLifetime(host) {} }
        do {
            try write(window, player, script, options)
        } catch let error as ScriptError {
            throw CommandFailure("\(error)")
        }
        let lacksParts = reportMissingParts()
        let isWhole = player.content?.document?.errors.isEmpty ?? true
        if host.hasFailed || lacksParts || !isWhole { Console.end(ExitCode.failure) }
    }

    /// Opens a window.
    private static func openWindow(_ options: PlayOptions) throws {
        let size = try size(
            of: PlayInput.source(
                options.input, appearance: options.appearance, player: options.player.rawValue, part: options.part),
            options)
        var words = ["input=\(options.input)", "size=\(size.width)x\(size.height)", "speed=\(options.speed)"]
        if options.givesScale { words.append("scale=\(options.scale)") }
        if let time = options.time { words.append("time=\(time)") }
        if let state = options.state { words.append("state=\(state)") }
        if let appearance = options.appearance { words.append("appearance=\(appearance)") }
        words += options.part.words
        if options.opensURLs { words.append("openurls=1") }
        if options.player != .specification { words.append("player=\(options.player.rawValue)") }
        if let parts = options.background?.components {
            words.append("background=" + parts.map { "\($0)" }.joined(separator: ","))
        }
        if let rate = options.rate { words.append("fps=\(rate.framesPerSecond)") }
        if let duration = options.duration { words.append("duration=\(duration)") }
        if options.isPaused { words.append("paused=1") }
        if options.loops { words.append("loop=1") }
        if options.showsOverlay { words.append("overlay=1") }
        if !options.debug.isEmpty { words.append("debug=\(options.debug.rawValue)") }
        if options.isFullScreen { words.append("fullscreen=1") }
        if let backend = options.backend { words.append("backend=\(backend.rawValue)") }
        try NeighborProgram.become("mica-play", words)
    }

    private static func size(of source: PlayerSource, _ options: PlayOptions) throws -> CGSize {
        try PlayInput.size(
            of: PlayInput.content(source), options.input, asked: options.size, scale: options.scale,
            for: "play")
    }

    private static func start(
        _ player: Player, in window: ScriptedWindow, _ source: PlayerSource, _ options: PlayOptions
    ) throws {
        window.layer.addSublayer(player.layer)
        player.resize(to: window.size)
        player.isLooping = options.loops
        prepare(player, options)
        var failure: (any Error)?
        window.schedule(at: 0) {
            do {
                try player.load(source, state: options.state)
                player.setPaused(options.isPaused)
                if let time = options.time { player.seek(to: time) }
                if options.speed != 1 { player.setSpeed(options.speed) }
                if options.showsOverlay { player.setOverlay(true) }
                if !options.debug.isEmpty { player.show(options.debug) }
            } catch {
                failure = error
            }
        }
        window.advance(to: 0)
        if let failure { throw CommandFailure("\(failure)") }
        guard let document = player.content?.document else { return }
        if let machine = document.archive?.stateMachines.first, document.stateMachine == nil, !options.quiet,
            options.part.stateMachine == nil
        {
            Console.error("mica: note: the archive has state machines: --state-machine '\(machine)' plays one")
        }
        for warning in document.warnings where !options.quiet {
            Console.error("mica: " + Diagnostics.line(warning, input: options.input))
        }
        for error in document.errors { Console.error("mica: " + Diagnostics.line(error, input: options.input)) }
    }

    /// What a state machine asks for, in words: a command that writes files starts no other program.
    private static func prepare(_ player: Player, _ options: PlayOptions) {
        player.noteHandler = { note in
            if !options.quiet { Console.error("mica: note: \(note)") }
        }
        player.machineEventHandler = { name in
            if !options.quiet { Console.error("mica: note: the state machine fires the event '\(name)'") }
        }
        guard options.opensURLs else { return }
        player.urlHandler = { url, target, _ in
            Console.error("mica: open \(url)\(target.isEmpty ? "" : " in \(target)")")
        }
    }

    private static func write(
        _ window: ScriptedWindow, _ player: Player, _ script: EventScript, _ options: PlayOptions
    ) throws {
        let rate =
            options.rate ?? player.content?.framesPerSecond.flatMap { FrameRate(framesPerSecond: $0) } ?? FrameRate(60)
        let path = options.output == "-" ? "/dev/stdout" : options.output
        if options.isAnimation {
            let count = try frameCount(player, script, rate, options)
            if options.ending == "txt" {
                try writeTexts(window, 0..<count, rate, to: path)
            } else {
                var bar = ProgressBar(label: options.output, total: count, quiet: options.quiet)
                defer { bar.clear() }
                try window.render(frames: 0..<count, rate: rate, into: sink(path, options)) { index in
                    bar.show(index + 1)
                    return true
                }
            }
        } else {
            window.advance(to: options.duration ?? script.duration)
            if let failure = window.scriptFailure { throw failure }
            if options.ending == "txt" {
                try AtomicFile.write(Array(window.frameText.utf8), to: path)
            } else {
                try window.render(frames: 0..<1, rate: FrameRate(1), into: sink(path, options))
            }
        }
        guard !options.quiet else { return }
        let line = "\(options.output): \(window.canvas.width) x \(window.canvas.height) pixels"
        if options.output == "-" { Console.error(line) } else { Console.print(line) }
    }

    private static func frameCount(
        _ player: Player, _ script: EventScript, _ rate: FrameRate, _ options: PlayOptions
    ) throws -> Int {
        let own = script.steps.isEmpty ? player.content?.duration ?? 5 : script.duration + 0.5
        let count = ((options.duration ?? own) * rate.framesPerSecond).rounded()
        guard count <= RenderOptions.ownFrameLimit else {
            throw CommandFailure(
                "more than \(Int(RenderOptions.ownFrameLimit)) frames are too many: give a shorter --duration")
        }
        return max(1, Int(count))
    }

    /// Writes the ops of each frame as text, one frame after the other.
    private static func writeTexts(_ window: ScriptedWindow, _ frames: Range<Int>, _ rate: FrameRate, to path: String)
        throws
    {
        var text = ""
        for index in frames where !window.isClosed {
            window.advance(to: rate.time(ofFrame: index))
            if let failure = window.scriptFailure { throw failure }
            text += "# frame \(index), \(rate.time(ofFrame: index)) s\n\(window.frameText)\n"
        }
        try AtomicFile.write(Array(text.utf8), to: path)
    }

    private static func sink(_ path: String, _ options: PlayOptions) throws -> any FrameSink {
        // The bytes of a video depend on the number of threads that pack it: the number is fixed.
        try OutputFile(
            name: options.output, path: path, ending: options.ending, isAnimation: options.isAnimation,
            keepsAlpha: options.background == nil
        ).makeSink(video: .standard, images: .standard, command: "play")
    }
}

/// The window of a player that plays into a file.
private final class ScriptedHost: PlayerHost {
    private weak var window: ScriptedWindow?
    private let output: String
    private var screenshots = 0, captures = 0
    /// Whether something was reported.
    private(set) var hasFailed = false

    /// The most screenshots that a script may take.
    private static let screenshotLimit = 100

    init(_ window: ScriptedWindow, _ player: Player, output: String) {
        (self.window, self.output) = (window, output)
        player.host = self
    }

    func schedule(at time: CFTimeInterval, _ body: @escaping () -> Void) {
        guard let window else { return }
        window.schedule(at: time, body)
    }

    func show(title: String) {}

    func report(_ problem: String) {
        hasFailed = true
        Console.error("mica: \(problem)")
    }

    /// Writes beside the output: out-1.png, out-2.png, and so on.
    func takeScreenshot() {
        guard let window, output != "-" else { return report("a screenshot beside standard output is nowhere") }
        guard screenshots < Self.screenshotLimit else {
            return report("a script takes no more than \(Self.screenshotLimit) screenshots")
        }
        screenshots += 1
        let stem = URL(fileURLWithPath: output).deletingPathExtension().path
        do {
            try window.write(to: "\(stem)-\(screenshots).png")
        } catch {
            report("\(error)")
        }
    }

    func toggleFullScreen() {}

    func show(_ options: LayerDebugOptions) { window?.renderer.debugOptions = options }

    /// Writes beside the output: out-1.micacapture, and so on; the run from its beginning.
    func takeCapture() {
        guard let window, output != "-" else { return report("a capture beside standard output is nowhere") }
        guard captures < Self.screenshotLimit else {
            return report("a script takes no more than \(Self.screenshotLimit) captures")
        }
        captures += 1
        let stem = URL(fileURLWithPath: output).deletingPathExtension().path
        do {
            try window.renderer.capture(to: "\(stem)-\(captures).micacapture")
        } catch {
            report("\(error)")
        }
    }

    func close() { window?.close() }
}
