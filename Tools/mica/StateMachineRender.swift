import Foundation
import Mica
import MicaCommandLine
import MicaDocuments
import MicaPlayer
import MicaScripts
import MicaSurface
import MicaVideo
import QuartzCore

/// `mica render --state-machine NAME`: a document that a state machine controls, with scripted events, in virtual time.
struct StateMachineRender {
    private var options: RenderOptions

    init(_ options: RenderOptions) { self.options = options }

    /// The line of a script for a value of `--event`: `T:ACTION`, such as `0.5:tap 50,50`.
    static func line(_ text: String, _ arguments: Arguments) throws -> String {
        guard let colon = text.firstIndex(of: ":"), let time = Double(text[..<colon]), time >= 0, time.isFinite else {
            throw arguments.wrong(
                "--event is T:ACTION, such as '0.5:tap 50,50', '1:fire Explode' or '2:set rating=3', not '\(text)'")
        }
        let action = text[text.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        return "\(action) at \(text[..<colon])"
    }

    /// Refuses events that cannot be read, or that do not follow one another.
    static func check(_ events: [String], _ arguments: Arguments) throws {
        do {
            _ = try EventScript(events.joined(separator: "\n"), name: "--event")
        } catch {
            let event = events.indices.contains(error.line - 1) ? " '\(events[error.line - 1])'" : ""
            throw arguments.wrong("--event\(event): \(error.reason)")
        }
    }

    /// Draws into all outputs.
    ///
    /// - Returns: false if a part of the document could not be read.
    func draw() throws -> Bool {
        var isWhole = true
        for output in options.forEachOutput {
            if try !draw(output) { isWhole = false }
        }
        return isWhole
    }

    private func draw(_ options: RenderOptions) throws -> Bool {
        var options = options
        let path = options.inputs[0]
        let document = try load(path)
        for warning in document.warnings where !options.quiet && options.output == self.options.forEachOutput[0].output
        {
            Console.error("mica: " + Diagnostics.line(warning, input: path))
        }
        if let unknown = document.unusedValues.first {
            throw CommandFailure("\(path): --set: no value is called '\(unknown)'\(document.nearestValue(to: unknown))")
        }
        if options.isStrict, !document.isComplete {
            throw CommandFailure("\(path): not drawn, as --strict refuses a document with warnings")
        }
        let script = try EventScript(options.events.joined(separator: "\n"), name: "--event")
        options.ownFramesPerSecond = document.framesPerSecond
        options.ownDuration = script.duration + 2
        let sound = try sound(script, options)
        let stage = try play(script, document, options)
        defer { withExtendedLifetime(stage) {} }
        try write(stage.window, options, sound)
        return document.errors.isEmpty
    }

    /// A document that is played in a window.
    private struct Stage {
        let window: ScriptedWindow, player: Player, host: MachineHost
    }

    private func play(_ script: EventScript, _ document: Document, _ options: RenderOptions) throws -> Stage {
        let window = try makeWindow(document, options)
        let host = MachineHost(window)
        let player = Player()
        player.host = host
        prepare(player, options)
        try start(player, document, in: window)
        // Events are in the document's points, whatever the view's size is.
        window.eventHandler = { event in
            player.handle(event.converted { document.rootLayer.convert($0, to: player.layer) })
        }
        window.inputHandler = { name, value in
            value.map { player.set(input: name, text: $0) } ?? player.fire(name)
        }
        window.play(script)
        return Stage(window: window, player: player, host: host)
    }

    /// The sounds of a film. They depend on the states that the machine passes through, and are written before the
    /// frames: the machine runs once without drawing.
    private func sound(_ script: EventScript, _ options: RenderOptions) throws -> [any PacketSource] {
        guard options.isAnimation, options.frames == nil, DocumentSoundtrack.holds(options.ending) else { return [] }
        var silent = options
        (silent.quiet, silent.opensURLs) = (true, false)
        let document = try load(options.inputs[0])
        let stage = try play(script, document, silent)
        defer { withExtendedLifetime(stage) {} }
        let (range, rate) = (options.frameRange, options.frameRate)
        let end = rate.time(ofFrame: range.upperBound)
        stage.window.advance(to: end)
        document.stateMachine?.advance(to: end)
        return try DocumentSoundtrack([document]).packets(
            from: rate.time(ofFrame: range.lowerBound), to: end, ending: options.ending
        ) { if !options.quiet { Console.error("mica: warning: \($0)") } }
    }

    private func load(_ path: String) throws -> Document {
        do throws(DocumentError) {
            return try Document.load(
                path, options.selection, stateMachine: options.stateMachine ?? "", values: options.values,
                limits: options.isLarge ? .large : .standard, player: options.player)
        } catch {
            throw CommandFailure(Diagnostics.line(error, input: path))
        }
    }

    private func makeWindow(_ document: Document, _ options: RenderOptions) throws -> ScriptedWindow {
        var size = options.size ?? document.size
        let scale = options.scale
        if let width = options.width, document.size.width > 0 {
            size = CGSize(width: width, height: width * Double(document.size.height / document.size.width))
        }
        let (width, height) = LayerRenderer.pixelSize(of: size, scale: CGFloat(scale))
        guard width >= 1, height >= 1, width * height <= Double(ScriptLimits.standard.pixels) else {
            throw CommandFailure(
                "\(options.inputs[0]): a picture of \(Int(width)) x \(Int(height)) pixels is not drawn")
        }
        let window = ScriptedWindow(size: size, scale: CGFloat(scale), threads: options.threads)
        window.background = options.background
        return window
    }

    private func prepare(_ player: Player, _ options: RenderOptions) {
        let quiet = options.quiet
        player.noteHandler = { note in
            if !quiet { Console.error("mica: note: \(note)") }
        }
        player.machineEventHandler = { name in
            if !quiet { Console.error("mica: note: the state machine fires the event '\(name)'") }
        }
        guard options.opensURLs else { return }
        // A command that draws pictures starts no other program: the URL is for whoever runs it.
        player.urlHandler = { url, target, _ in
            Console.error("mica: open \(url)\(target.isEmpty ? "" : " in \(target)")")
        }
    }

    private func start(_ player: Player, _ document: Document, in window: ScriptedWindow) throws {
        window.layer.addSublayer(player.layer)
        player.resize(to: window.size)
        var failure: (any Error)?
        window.schedule(at: 0) {
            do {
                try player.load(PlayerSource(name: document.name) { PlayerContent(document) })
            } catch {
                failure = error
            }
        }
        window.advance(to: 0)
        if let failure { throw CommandFailure("\(failure)") }
    }

    private func write(_ window: ScriptedWindow, _ options: RenderOptions, _ sound: [any PacketSource]) throws {
        do {
            if options.ending == "txt" || options.time != nil || !options.isAnimation {
                window.advance(to: options.time ?? options.frameRate.time(ofFrame: options.frameRange.lowerBound))
                if let failure = window.scriptFailure { throw failure }
            }
            if options.ending == "txt" {
                try AtomicFile.write(Array(window.frameText.utf8), to: options.outputPath)
            } else if options.isAnimation {
                let (frames, rate) = (options.frameRange, options.frameRate)
                var bar = ProgressBar(label: options.output, total: frames.count, quiet: options.quiet)
                defer { bar.clear() }
                try window.render(frames: frames, rate: rate, into: RenderCommand.makeSink(options, copying: sound)) {
                    index in
                    bar.show(index - frames.lowerBound + 1)
                    return true
                }
                if let failure = window.scriptFailure { throw failure }
            } else {
                try window.render(frames: 0..<1, rate: FrameRate(1), into: RenderCommand.makeSink(options, copying: []))
            }
        } catch let error as ScriptError {
            throw CommandFailure("\(error)")
        }
        guard !options.quiet else { return }
        let line = "\(options.output): \(window.canvas.width) x \(window.canvas.height) pixels"
        if options.isToStandardOutput { Console.error(line) } else { Console.print(line) }
    }
}

/// The window of a player that `mica render` draws.
private final class MachineHost: PlayerHost {
    private weak var window: ScriptedWindow?

    init(_ window: ScriptedWindow) { self.window = window }

    func schedule(at time: CFTimeInterval, _ body: @escaping () -> Void) { window?.schedule(at: time, body) }
    func show(title: String) {}
    func report(_ problem: String) { Console.error("mica: \(problem)") }
    func takeScreenshot() {}
    func toggleFullScreen() {}
    func close() { window?.close() }
}
