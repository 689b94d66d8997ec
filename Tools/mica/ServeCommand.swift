import Dispatch
import Foundation
import Glibc
import MicaBase
import MicaCommandLine
import MicaServing
import MicaSocket
import MicaSurface
import MicaTrace
import MicaVideo
import Synchronization

/// `mica serve`: a render server for other programs.
enum ServeCommand {
    /// `mica serve --help`.
    static let help = """
        usage: mica serve [OPTIONS]

        Shows the windows of other programs, which find it by the variable MICA_SERVER or by XDG_RUNTIME_DIR. Their animations
        continue while they hang; the windows of a crashed program disappear with the next frame. The windows are on the display,
        X11 or Wayland, and their input goes to the programs; or on a screen in memory, which 'mica screenshot' and --record show.
        It ends with Ctrl-C.

          --headless         a screen in memory, without a display; only this one has --size, --scale, --fps, --record, --duration
                             and --threads
          --socket PATH      the server's socket; default MICA_SERVER, else mica-0 in XDG_RUNTIME_DIR
          --size WxH         the screen in points, default 1280x800
          --scale S          pixels per point, default 1
          --fps N            refreshes a second, also of the recording, default 60
          --record FILE      films the screen; the ending chooses the format, as for 'mica render'
          --capture DIR      write a capture of each window into DIR, NUMBER.micacapture (docs/instruments.md)
          --duration D       end after D seconds
          --threads N        threads that draw, default 1
          --supervise        start it again after a crash, with the socket open meanwhile
          --layers N         the most layers of a client, default 200000
          --image-bytes N    the most bytes of a client's images, default 1073741824
          --memory N         the most bytes of all clients together, half of it for one process; default a share of the
                             machine's memory and the process's limits, at most 4294967296
          -q, --quiet        print errors only
        """

    private struct Options {
        var service = ServiceOptions()
        var size = CGSize(width: 1280, height: 800)
        var address: ServerAddress?
        var record: String?
        var duration = Double.infinity
        var isHeadless = false
        /// An option that was given and applies only to a screen in memory.
        var ofMemory: String?
        var supervises = false
        var quiet = false
    }

    static func run(_ list: [String]) throws {
        guard let options = try parse(list) else { return Console.print(help) }
        if !options.isHeadless, let name = options.ofMemory {
            throw UsageError("\(name) needs --headless, a screen in memory", command: "serve")
        }
        guard let address = options.address ?? ServerAddress.own() else {
            throw UsageError(
                "the address of the socket is missing: give --socket PATH, or set MICA_SERVER or XDG_RUNTIME_DIR",
                command: "serve")
        }
        if options.supervises, Supervisor.inherited == nil { return try Supervisor.run(list, address) }
        raiseDescriptorLimit()
        if !options.isHeadless { try showOnDisplay(options, address) }
        let listener = try Supervisor.inherited ?? listen(at: address)
        let film = try options.record.map { try Film($0, options.service) }
        let recorder = film.map { film in
            ServiceRecorder(rate: options.service.rate, start: MonotonicClock.now) { film.take($0, $1) }
        }
        let service: RenderService
        do {
            service = try RenderService(listening: listener, options.service, recorder: recorder)
        } catch {
            throw CommandFailure("serve: \(error)")
        }
        var limiter = ReportLimiter()
        service.didCutOff = { process, name, reason in
            let client = name.isEmpty ? "a client" : name
            let lines = limiter.lines(
                for: "\(client) (process \(process)) is cut off: \(reason)", at: MonotonicClock.now)
            for line in lines { Console.error("mica: serve: \(line)") }
        }
        let stopper = service.stopper
        Interruption.own.withLock { $0 = { stopper.set() } }
        if options.duration.isFinite {
            DispatchQueue.global().asyncAfter(deadline: .now() + options.duration) { stopper.set() }
        }
        if !options.quiet { Console.error("mica: serve: listens at \(address.path)") }
        service.run()
        // A supervisor's socket stays.
        if Supervisor.inherited == nil { unsafe _ = unlink(address.path) }
        try film?.finish(quiet: options.quiet)
    }

    /// Becomes the program that opens windows.
    private static func showOnDisplay(_ options: Options, _ address: ServerAddress) throws {
        var words = ["serve=\(address.path)", "layers=\(options.service.quota.layers)"]
        words.append("image-bytes=\(options.service.quota.imageBytes)")
        if let memory = options.service.memory { words.append("memory=\(memory)") }
        if options.quiet { words.append("quiet=1") }
        if let inherited = Supervisor.inherited {
            _ = fcntl(inherited.number, F_SETFD, 0)
            words.append("descriptor=\(inherited.number)")
        }
        try NeighborProgram.become("mica-play", words)
    }

    static func listen(at address: ServerAddress) throws -> Descriptor {
        do {
            return try RenderService.listen(at: address)
        } catch {
            let reason = error.code == EADDRINUSE ? "a server is there already" : "\(error)"
            throw CommandFailure("serve: \(address.path): \(reason)")
        }
    }

    /// Raises the limit, as clients have up to 64 descriptors each.
    private static func raiseDescriptorLimit() {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        unsafe _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    private static func parse(_ list: [String]) throws -> Options? {
        let known = HelpOption.all(in: help).flatMap(\.names) + ["--help"]
        var arguments = Arguments(list, of: "serve", letters: [])
        var options = Options()
        while let item = try arguments.next() {
            guard case .option(let name) = item else {
                if case .input(let word) = item { throw arguments.wrong("unexpected argument '\(word)'") }
                continue
            }
            if ["--size", "--scale", "--fps", "--record", "--duration", "--threads"].contains(name) {
                options.ofMemory = name
            }
            switch name {
            case "--help", "-h": return nil
            case "--headless": options.isHeadless = true
            case "--socket": options.address = ServerAddress(path: try arguments.value(of: name))
            case "--size": options.size = try arguments.size(of: name)
            case "--scale": options.service.scale = try arguments.number(of: name, in: 0.1...16)
            case "--fps": options.service.rate = try arguments.number(of: name, in: 1...1000)
            case "--record": options.record = try arguments.value(of: name)
            case "--capture": options.service.captures = try arguments.value(of: name)
            case "--duration": options.duration = try arguments.number(of: name, in: 0...1e9)
            case "--threads": options.service.threads = try arguments.wholeNumber(of: name, in: 1...256)
            case "--supervise": options.supervises = true
            case "--layers": options.service.quota.layers = try arguments.wholeNumber(of: name, in: 1...10_000_000)
            case "--image-bytes":
                options.service.quota.imageBytes = try arguments.wholeNumber(of: name, in: 1...1 << 40)
            case "--memory": options.service.memory = try arguments.wholeNumber(of: name, in: 1 << 20...1 << 40)
            case "--quiet", "-q": options.quiet = true
            default: throw arguments.unknown(name, among: known)
            }
        }
        let (width, height) = (
            (options.size.width * options.service.scale).rounded(.up),
            (options.size.height * options.service.scale).rounded(.up)
        )
        guard width * height <= Double(1 << 25) else {
            throw UsageError(
                "a screen of \(Int(width)) x \(Int(height)) pixels is not made: up to 2^25 are", command: "serve")
        }
        (options.service.width, options.service.height) = (Int(width), Int(height))
        return options
    }
}

/// The film of a server's screen. It is packed on a thread of its own, so that the server does not wait.
private final class Film: Sendable {
    /// How many pictures may wait. While there are more, the film repeats the last picture.
    private static let backlog = 8

    private let queue = DispatchQueue(label: "mica-film")
    private let state: Mutex<State>
    private let name: String

    // Safe because: it is behind the lock, and no other object has the sink.
    private struct State: @unchecked Sendable {
        let sink: any FrameSink
        var waiting = 0
        var last: Bitmap?
        var next = 0
        var failure: (any Error)?
        var missed = 0
    }

    init(_ path: String, _ options: ServiceOptions) throws {
        name = path
        let ending = path.split(separator: ".").last.map { $0.lowercased() } ?? ""
        let sink = try OutputFile(name: path, path: path, ending: ending, isAnimation: true, keepsAlpha: false)
            .makeSink(video: .standard, images: .standard, command: "serve")
        guard let rate = FrameRate(framesPerSecond: options.rate) else {
            throw UsageError("a film cannot have \(options.rate) frames a second", command: "serve")
        }
        try sink.begin(FrameStream(width: options.width, height: options.height, rate: rate))
        state = Mutex(State(sink: sink))
    }

    /// Takes the picture with an index. Skipped indices repeat the picture before.
    func take(_ picture: Bitmap, _ index: Int) {
        let takes = state.withLock { state in
            guard state.waiting < Self.backlog else {
                state.missed += 1
                return false
            }
            state.waiting += 1
            return true
        }
        guard takes else { return }
        queue.async {
            self.state.withLock { state in
                state.waiting -= 1
                guard state.failure == nil else { return }
                do {
                    while state.next < index {
                        try state.sink.append(state.last ?? picture, at: state.next)
                        state.next += 1
                    }
                    try state.sink.append(picture, at: index)
                    (state.next, state.last) = (index + 1, picture)
                } catch {
                    state.failure = error
                }
            }
        }
    }

    func finish(quiet: Bool) throws {
        queue.sync {}
        let (frames, missed) = try state.withLock { state in
            if let failure = state.failure { throw CommandFailure("\(name): \(failure)") }
            try state.sink.finish()
            return (state.next, state.missed)
        }
        guard !quiet else { return }
        Console.error("mica: serve: \(name): \(frames) frames" + (missed > 0 ? ", \(missed) of them those before" : ""))
    }
}
