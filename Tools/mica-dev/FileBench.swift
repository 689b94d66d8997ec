import Dispatch
import Foundation
import Mica
import MicaBase
import MicaCodecs
import MicaCommandLine
import MicaDocuments
import MicaImageFiles
import MicaSurface
import QuartzCore
import Synchronization

/// `mica-dev bench files`: how fast the command starts, pictures are packed, series written and markup read.
enum FileBench {
    /// `mica-dev bench files --help`.
    static let help = """
        usage: mica-dev bench files [PART...] [OPTIONS]

        Measures what comes before and after drawing. PART is any of these, default all:

          badges             200 trees of three texts, a picture and a gradient, 680 x 420 pixels, made, drawn and packed as
                             PNG by N tasks at once: BADGES,tN,WHAT,COUNT a second,BYTES a file; WHAT is draw (nothing packed)
                             or pack
          levels             one badge at each effort of PNG: LEVEL,N,MS,BYTES
          series             60 frames of 1920 x 1080 pixels as PNG files: SERIES,tN,SECONDS,FRAMES a second
          caml               a document of 20,000 layers read from memory: CAML,MB,SECONDS,MB a second,MICROSECONDS a layer
          start              processes of the command and, where it is installed, of rsvg-convert, in turns: START,WHAT,
                             least milliseconds,median

          --threads N        tasks of badges, threads of series; default a run with 1 and one with 2

        Each line ends with what was measured when the part was written, and what is asked for, where something is.
        """

    private static let parts = ["badges", "levels", "series", "caml", "start"]

    static func run(_ list: [String]) throws {
        var arguments = Arguments(list, of: "bench files")
        var (chosen, threads) = ([String](), [1, 2])
        while let item = try arguments.next() {
            switch item {
            case .option("--help"), .option("-h"): return Console.print(help)
            case .option("--threads"): threads = [try arguments.wholeNumber(of: "--threads", in: 1...256)]
            case .option(let name): throw arguments.unknown(name, among: ["--help", "--threads"])
            case .input(let name):
                guard parts.contains(name) else {
                    throw arguments.wrong("there is no part '\(name)'" + didYouMean(name, among: parts))
                }
                chosen.append(name)
            }
        }
        for part in chosen.isEmpty ? parts : chosen {
            switch part {
            case "badges": for count in threads { try badges(count) }
            case "levels": try levels()
            case "series": try series(threads)
            case "caml": try caml()
            default: try start()
            }
        }
    }

    private static func seconds(_ body: () throws -> Void) rethrows -> Double {
        let start = ContinuousClock.now
        try body()
        let time = (ContinuousClock.now - start).components
        return Double(time.seconds) + Double(time.attoseconds) * 1e-18
    }

    private static func text(_ value: Double, _ digits: Int) -> String { String(format: "%.\(digits)f", value) }

    // MARK: Badges

    /// The tree of a badge, such as a server draws for a visitor.
    static func badge(_ number: Int) -> CALayer {
        let badge = CAGradientLayer()
        badge.bounds = CGRect(x: 0, y: 0, width: 340, height: 210)
        badge.cornerRadius = 18
        badge.masksToBounds = true
        badge.colors = [
            CGColor(srgbRed: 0.1, green: 0.2, blue: 0.6, alpha: 1),
            CGColor(srgbRed: 0.5, green: 0.1, blue: 0.6, alpha: 1),
        ]
        let picture = CALayer()
        picture.frame = CGRect(x: 24, y: 40, width: 80, height: 80)
        picture.contents = portrait
        picture.cornerRadius = 40
        picture.masksToBounds = true
        picture.borderWidth = 3
        picture.borderColor = CGColor(gray: 1, alpha: 1)
        badge.addSublayer(picture)
        for (index, line) in ["Visitor \(number)", "Engineering, room \(number % 90)", "v\(number)@example.com"]
            .enumerated()
        {
            let layer = CATextLayer()
            layer.string = line
            layer.fontSize = index == 0 ? 24 : 14
            layer.foregroundColor = CGColor(gray: 1, alpha: 1)
            layer.contentsScale = 2
            layer.frame = CGRect(x: 124, y: 44 + 32 * CGFloat(index), width: 200, height: 30)
            badge.addSublayer(layer)
        }
        return badge
    }

    /// A stand-in for a portrait: pictures of cameras compress badly.
    private static let portrait: CGImage = {
        var bitmap = Bitmap(width: 160, height: 160)
        var noise: UInt32 = 1
        for y in 0..<160 {
            for x in 0..<160 {
                noise = noise &* 1_664_525 &+ 1_013_904_223
                let grain = noise >> 28
                let (red, green, blue) = (UInt32(x) + grain, UInt32(y) + grain, 80 + grain)
                bitmap.pixels[y * 160 + x] = 0xff00_0000 | red << 16 | green << 8 | blue
            }
        }
        return CGImage(bitmap: bitmap)
    }()

    private static func badges(_ tasks: Int) throws {
        for packs in [false, true] {
            let count = 200
            let next = Atomic<Int>(0)
            let size = Atomic<Int>(0)
            let time = seconds {
                DispatchQueue.concurrentPerform(iterations: tasks) { _ in
                    while true {
                        let number = next.add(1, ordering: .relaxed).oldValue
                        guard number < count else { return }
                        let renderer = LayerRenderer(layer: badge(number), scale: 2, threads: 1)
                        let bytes = packs ? (try? renderer.pngData().count) ?? 0 : renderer.image(at: 0).width
                        size.add(bytes, ordering: .relaxed)
                    }
                }
            }
            let bytes = packs ? ",\(size.load(ordering: .relaxed) / count) bytes a file" : ""
            let asked = packs && tasks == 2 ? ",before 46,asked 150" : ""
            Console.print(
                "BADGES,t\(tasks),\(packs ? "pack" : "draw"),\(text(Double(count) / time, 1)) a second\(bytes)\(asked)")
        }
    }

    private static func levels() throws {
        let bitmap = LayerRenderer(layer: badge(1), scale: 2, threads: 1).bitmap(at: 0)
        for level in PNGEncoder.levels {
            var best = Double.infinity
            var bytes = 0
            for _ in 0..<5 {
                best = min(best, try seconds { bytes = try PNGEncoder.encode(bitmap, level: level).count })
            }
            Console.print("LEVEL,\(level),\(text(best * 1000, 2)) ms,\(bytes) bytes")
        }
    }

    // MARK: Series

    private static func series(_ threads: [Int]) throws {
        var alone: Double?
        for count in threads {
            let time = try series(count)
            if count == 1 { alone = time }
            let gain = alone.map { count > 1 ? ",\(text($0 / time, 2)) times as fast as one,before 1.0,asked 1.8" : "" }
            Console.print("SERIES,t\(count),\(text(time, 2)) s,\(text(60 / time, 1)) frames a second\(gain ?? "")")
        }
    }

    /// How long writing a series takes, in seconds.
    private static func series(_ threads: Int) throws -> Double {
        let root = CALayer()
        root.bounds = CGRect(x: 0, y: 0, width: 1920, height: 1080)
        for index in 0..<24 {
            let layer = badge(index)
            layer.position = CGPoint(x: 200 + 310 * CGFloat(index % 6), y: 140 + 260 * CGFloat(index / 6))
            let turn = CABasicAnimation(keyPath: "transform.rotation.z")
            turn.toValue = Double.pi
            turn.duration = 4
            layer.add(turn, forKey: "turn")
            root.addSublayer(layer)
        }
        let renderer = LayerRenderer(layer: root, threads: threads)
        let directory = FileManager.default.temporaryDirectory.appending(path: "mica-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        guard let pattern = FrameNamePattern(directory.path.replacing("%", with: "%%") + "/%02d.png") else { return 0 }
        let sink = StillFramesSink(pattern: pattern, settings: ImageSettings(threads: threads))
        return try seconds { try renderer.render(frames: 0..<60, rate: FrameRate(30), into: sink) }
    }

    // MARK: Markup

    /// A document of many layers, as an editor writes it: an identifier and a dozen attributes for each layer.
    static func markup(layers: Int) -> [UInt8] {
        var lines = [
            "<caml xmlns=\"http://www.apple.com/CoreAnimation/1.0\">", "<CALayer bounds=\"0 0 800 600\"><sublayers>",
        ]
        for index in 0..<layers {
            lines.append(
                """
                <CALayer id="#\(index)" allowsEdgeAntialiasing="1" allowsGroupOpacity="1" name="layer \(index)" \
                bounds="0 0 \(index % 50 + 4) 20" position="\(index % 800) \(index % 600)" cornerRadius="4" opacity="0.75" \
                backgroundColor="0.\(index % 10) 0.5 0.25" transform="rotate(\(index % 360)deg)" zPosition="\(index)"/>
                """)
        }
        return Array((lines + ["</sublayers></CALayer></caml>"]).joined(separator: "\n").utf8)
    }

    private static func caml() throws {
        let layers = 20_000
        let bytes = markup(layers: layers)
        var best = Double.infinity
        for _ in 0..<3 { best = min(best, try seconds { _ = try Document.load(bytes, name: "layers.caml") }) }
        let size = Double(bytes.count) / 1e6
        Console.print(
            "CAML,\(text(size, 1)) MB,\(text(best, 3)) s,\(text(size / best, 1)) MB a second,"
                + "\(text(best * 1e6 / Double(layers), 1)) us a layer,before 1.4,asked 14")
    }

    // MARK: Start

    /// A trivial document of one frame, and its equivalent for rsvg-convert.
    private static let trivial = (
        caml: """
        <caml xmlns="http://www.apple.com/CoreAnimation/1.0">\
        <CALayer bounds="0 0 64 64" backgroundColor="1 0 0" cornerRadius="8"/></caml>
        """,
        svg: """
        <svg xmlns="http://www.w3.org/2000/svg" width="64" height="64">\
        <rect width="64" height="64" rx="8" fill="red"/></svg>
        """
    )

    private static func start() throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "mica-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        func path(_ name: String) -> String { directory.appending(path: name).path }
        try Data(trivial.caml.utf8).write(to: URL(fileURLWithPath: path("a.caml")))
        try Data(trivial.svg.utf8).write(to: URL(fileURLWithPath: path("a.svg")))
        let program = try NeighborProgram.path(of: "mica")
        let runs: [(what: String, words: [String], asked: String)] = [
            ("mica --version", [program, "--version"], ",before 80,asked 15"),
            ("mica render", [program, "render", path("a.caml"), "-q", "-o", path("a.png")], ",before 100,asked 25"),
            ("rsvg-convert --version", ["rsvg-convert", "--version"], ""),
            ("rsvg-convert", ["rsvg-convert", path("a.svg"), "-o", path("b.png")], ""),
        ]
        var times = runs.map { _ in [Double]() }
        for _ in 0..<20 {
            for (index, run) in runs.enumerated() {
                guard let time = process(run.words) else { continue }
                times[index].append(time * 1000)
            }
        }
        for (run, list) in zip(runs, times) where !list.isEmpty {
            let sorted = list.sorted()
            Console.print(
                "START,\(run.what),\(text(sorted[0], 1)) ms,median \(text(sorted[sorted.count / 2], 1)) ms\(run.asked)")
        }
    }

    /// How long a process runs, in seconds; nil when it cannot be started or fails.
    private static func process(_ words: [String]) -> Double? {
        let environment = ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }
        let (arguments, variables) = unsafe (
            words.map { unsafe strdup($0) } + [nil], environment.map { unsafe strdup($0) } + [nil]
        )
        defer { unsafe (arguments + variables).forEach { unsafe free($0) } }
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        unsafe posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        var (child, status, failure): (pid_t, Int32, Int32) = (0, 0, 0)
        let time = seconds {
            failure = unsafe posix_spawnp(&child, words[0], &actions, nil, arguments, variables)
            if failure == 0 { while unsafe waitpid(child, &status, 0) < 0, errno == EINTR {} }
        }
        return failure == 0 && status == 0 ? time : nil
    }
}
