import Foundation
import Mica
import MicaCodecs
import MicaCommandLine
import MicaDocuments
import MicaImageFiles
import MicaSurface
import MicaVideo
import QuartzCore

extension RenderOptions {
    /// The values of `--format`.
    static let formats = ["png", "jpg", "gif", "webp", "mp4", "webm", "mov", "txt"]

    /// The options' names.
    static let names = ["--help", "--output", "--each", "--skip-existing", "--frames"] + drawingNames

    /// The names of the options of what is drawn and how.
    static let drawingNames =
        [
            "--state", "--transition", "--appearance", "--set", "--strict", "--threads", "--backend", "--as-context",
            "--debug", "--animation", "--theme", "--state-machine", "--event", "--open-urls",
        ] + sharedNames

    /// Reads a command line; nil when it asks for help.
    static func parse(_ list: [String]) throws -> RenderOptions? {
        var options = RenderOptions()
        var arguments = Arguments(list, of: "render")
        while let item = try arguments.next() {
            guard case .option(let name) = item else {
                if case .input(let path) = item { options.inputs.append(path) }
                continue
            }
            switch name {
            case "--help", "-h": return nil
            case "-o", "--output": options.outputs.append(try arguments.value(of: name))
            case "--each": options.isEach = true
            case "--skip-existing": options.skipsExisting = true
            case "--frames":
                let text = try arguments.value(of: name)
                guard let frames = parseFrames(text) else {
                    throw arguments.wrong("--frames is FIRST..END with END greater than FIRST, not '\(text)'")
                }
                options.frames = frames
            default:
                guard try options.takeDrawing(name, &arguments) else {
                    throw arguments.unknown(name, among: Self.names)
                }
            }
        }
        try options.check(arguments)
        return options
    }

    /// Reads an option of what is drawn and how: all of `mica render` but its outputs and its frames.
    ///
    /// - Returns: false if it is none.
    mutating func takeDrawing(_ name: String, _ arguments: inout Arguments) throws -> Bool {
        switch name {
        case "--strict": isStrict = true
        case "--state": state = try arguments.value(of: name)
        case "--transition":
            let text = try arguments.value(of: name)
            guard let transition = Transition(text) else {
                throw arguments.wrong("--transition is FROM:TO@SECONDS, not '\(text)'")
            }
            self.transition = transition
        case "--appearance": appearance = try arguments.value(of: name)
        case "--set": try set(try arguments.value(of: name), arguments)
        case "--threads": threads = try arguments.wholeNumber(of: name, in: 1...256)
        case "--backend":
            let text = try arguments.value(of: name)
            guard let backend = LayerRenderer.Backend(rawValue: text) else {
                let names = LayerRenderer.Backend.allCases.map { $0.rawValue }.joined(separator: ", ")
                throw arguments.wrong("there is no backend '\(text)': there are \(names)")
            }
            if let reason = backend.unavailability {
                throw arguments.wrong("this machine has no backend '\(text)': \(reason)")
            }
            self.backend = backend
        case "--as-context": asContext = true
        case "--debug": debug = try arguments.debugOptions(of: name)
        default: return try take(name, &arguments) || takePart(name, &arguments)
        }
        return true
    }

    /// Takes an option about the parts of a .lottie archive.
    ///
    /// - Returns: whether it is one.
    private mutating func takePart(_ name: String, _ arguments: inout Arguments) throws -> Bool {
        switch name {
        case "--animation": selection.animation = try arguments.value(of: name)
        case "--theme": selection.theme = try arguments.value(of: name)
        case "--state-machine": stateMachine = try arguments.value(of: name)
        case "--event": events.append(try StateMachineRender.line(arguments.value(of: name), arguments))
        case "--open-urls": opensURLs = true
        default: return false
        }
        return true
    }

    /// Reads an option of the view, of times or of files, which other commands that draw have as well.
    ///
    /// - Returns: false if it is none.
    mutating func take(_ name: String, _ arguments: inout Arguments) throws -> Bool {
        switch name {
        case "--size": size = try arguments.size(of: name)
        case "--width": width = try arguments.number(of: name, in: 1...1e6)
        case "--scale": scale = try arguments.number(of: name, in: 0.001...100)
        case "--time": time = try arguments.number(of: name, in: 0...1e9)
        case "--duration": duration = try arguments.number(of: name, in: 0...1e6)
        case "--fps": givenFrameRate = try arguments.frameRate(of: name)
        case "--format": format = try arguments.word(of: name, among: Self.formats)
        case "--quality": quality = try arguments.wholeNumber(of: name, in: 1...100)
        case "--codec": codec = try arguments.word(of: name, among: VideoFormat.codecNames)
        case "--preset":
            let word = try arguments.word(of: name, among: VideoSettings.Preset.allCases.map(\.rawValue))
            preset = VideoSettings.Preset(rawValue: word)
        case "--crf": rateFactor = try arguments.wholeNumber(of: name, in: 1...63)
        case "--compression": compression = try arguments.wholeNumber(of: name, in: PNGEncoder.levels)
        case "--loop": givenLoopCount = try arguments.wholeNumber(of: name, in: 0...65_535)
        case "--large": isLarge = true
        case "--background": background = try arguments.color(of: name)
        case "--player": player = try arguments.lottiePlayer(of: name)
        case "--quiet", "-q": quiet = true
        default: return false
        }
        return true
    }

    /// The names of those options.
    static let sharedNames = [
        "--size", "--width", "--scale", "--time", "--duration", "--fps", "--format", "--quality", "--codec",
        "--preset", "--crf", "--compression", "--loop", "--large", "--background", "--player", "--quiet",
    ]

    /// Refuses shared options that exclude each other, or ask for too much, in all commands that have them.
    func checkShared(_ arguments: Arguments) throws {
        if width != nil, size != nil {
            throw arguments.wrong("--width and --size exclude each other: leave one out")
        }
        if time != nil, duration != nil || frames != nil {
            throw arguments.wrong("--time is for one frame, --duration and --frames for several")
        }
        let count = Double(frames?.upperBound ?? 0) + (duration ?? 0) * frameRate.framesPerSecond
        if count > 1e8 { throw arguments.wrong("more than 100 million frames are not drawn") }
        if quality != nil, rateFactor != nil {
            throw arguments.wrong("--quality and --crf exclude each other: leave one out")
        }
    }

    private mutating func check(_ arguments: Arguments) throws {
        if inputs.isEmpty { throw arguments.wrong("no document is named") }
        if outputs.isEmpty { throw arguments.wrong("no output is named: -o FILE") }
        for path in outputs {
            output = path
            if isToStandardOutput, format == nil { throw arguments.wrong("-o - needs --format, such as --format png") }
            try checkPattern(path, arguments)
        }
        output = outputs[0]
        if outputs.count > 1, outputs.contains(where: { $0 == "-" }) || Set(outputs).count < outputs.count {
            throw arguments.wrong("of several outputs each needs a file of its own; standard output is for one")
        }
        try checkShared(arguments)
        if inputs.filter({ $0 == "-" }).count > 1 {
            throw arguments.wrong("'-' is named twice: standard input is one document")
        }
        try checkStateMachine(arguments)
        if state != nil, transition != nil {
            throw arguments.wrong("--transition starts from its own state: leave --state out")
        }
    }

    /// Refuses options that a state machine has no use for, and events without one.
    private func checkStateMachine(_ arguments: Arguments) throws {
        guard stateMachine != nil else {
            if !events.isEmpty || opensURLs {
                throw arguments.wrong(
                    "\(events.isEmpty ? "--open-urls" : "--event") is for a state machine: --state-machine NAME")
            }
            return
        }
        if inputs.count > 1, !isEach { throw arguments.wrong("--state-machine is for one document") }
        try StateMachineRender.check(events, arguments)
        let others: [(String, Bool)] = [
            ("--state", state != nil), ("--transition", transition != nil), ("--as-context", asContext),
            ("--set LAYER.contents", !films.isEmpty || !pictures.isEmpty), ("--backend", backend != .cpu),
        ]
        if let other = others.first(where: { $0.1 })?.0 {
            throw arguments.wrong("\(other) and --state-machine exclude each other: leave one out")
        }
        if inputs.first == "-" { throw arguments.wrong("--state-machine needs a file, not standard input") }
    }

    /// Refuses an output whose name has a placeholder without a value.
    private func checkPattern(_ path: String, _ arguments: Arguments) throws {
        let hasName = path.contains("{name}")
        if isEach, !hasName {
            throw arguments.wrong(
                "--each needs an output with {name} in it, such as -o 'out/{name}.webp', not '\(path)'")
        }
        if hasName, !isEach {
            throw arguments.wrong("\(path): {name} is for --each, which draws each input by itself")
        }
        if FrameNamePattern(path) == nil, path.contains(/%[0-9.]*[sifux](?![A-Za-z0-9])/) {
            throw arguments.wrong(
                "\(path): frames are numbered by %d, as in frame-%04d.png; files are named after inputs by --each and {name}"
            )
        }
    }
}

extension Arguments {
    /// The value of `--player`.
    mutating func lottiePlayer(of option: String) throws(UsageError) -> LottiePlayer {
        let word = try word(of: option, among: LottiePlayer.allCases.map { $0.rawValue })
        return LottiePlayer(rawValue: word) ?? .specification
    }

    /// The value of an option that is a list of debug options, with commas between.
    mutating func debugOptions(of option: String) throws(UsageError) -> LayerDebugOptions {
        var result: LayerDebugOptions = []
        for word in try value(of: option).lowercased().split(separator: ",", omittingEmptySubsequences: false) {
            guard let found = LayerDebugOptions.commandNames.first(where: { $0.name == word }) else {
                let names = LayerDebugOptions.commandNames.map { $0.name }
                throw wrong(
                    "\(option) is names of \(names.joined(separator: ", ")), not '\(word)'"
                        + didYouMean(String(word), among: names))
            }
            result.insert(found.option)
        }
        return result
    }
}

extension RenderOptions.Transition {
    /// Reads `FROM:TO@SECONDS`.
    init?(_ text: String) {
        guard let at = text.lastIndex(of: "@"), let colon = text.firstIndex(of: ":"), colon < at,
            let time = Double(text[text.index(after: at)...]), time >= 0, time.isFinite
        else { return nil }
        from = String(text[..<colon])
        to = String(text[text.index(after: colon)..<at])
        self.time = time
        guard !from.isEmpty, !to.isEmpty else { return nil }
    }
}
