import Foundation

/// `mica-dev bench`: draws the comparison's scenes through the whole pipeline and measures how long that takes.
package enum BenchCommand {
    /// `mica-dev bench --help`.
    package static let help = """
        usage: mica-dev bench [OPTIONS]
               mica-dev bench limits [OPTIONS]       one image over another, beside what memory allows
               mica-dev bench animations [NAME...]   how long evaluating animations takes; see its --help
               mica-dev bench commit                 what commits to a large tree cost; see its --help
               mica-dev bench uikit                  what many views cost; see its --help
               mica-dev bench labels                 what many labels cost, beside Pango with Cairo; see its --help
               mica-dev bench contexts               what shapes cost in contexts, beside Cairo; see its --help
               mica-dev bench document FILE...       frames a second of a document; see its --help
               mica-dev bench process                from a commit to another process that has applied it; see its --help
               mica-dev bench files [PART...]        packing pictures, writing series, reading markup; see its --help
               mica-dev bench gpu                    the scenes with OpenGL, and how far it is off; see its --help
               mica-dev bench live [PART...]         windows: frames, wake-ups, what the display gives; see its --help
               mica-dev bench film [PART...]         films in a window, and exports beside ffmpeg; see its --help
               mica-dev bench scroll                 flings through labels, in real time; see its --help
               mica-dev bench list                   lists of 100,000 rows and 1,000 sections; see its --help
               mica-dev bench text                   a megabyte in a text view; see its --help
               mica-dev bench layout                 solving constraints, beside kiwisolver; see its --help
               mica-dev bench fuzz                   random frames in every way, compared; see its --help
               mica-dev bench trees                  a checksum of the pictures of random trees; see its --help

        Draws the scenes that renderers are compared with, 1920 x 1080 pixels, as trees of layers through the whole pipeline:
        setting properties, commit, evaluation, building the frame, drawing it. For each scene it prints

          RESULT,NAME,SCENE,MEDIAN,P10,P90,FRAMES   times of a frame in milliseconds
          SKIP,NAME,SCENE                           there are no layers yet that draw the scene

          --scenes LETTERS   which, and in which order; default abcdDefgGhiIrRsmtpk
          --threads N        threads that draw, default 1; NAME is mica, or mica/Nt with several
          --budget-ms T      how long each scene is drawn, default 1500
          --max-frames N     and how many frames of it at most, default 240
          --stages           also print STAGES,NAME,SCENE,COMMIT,BUILD,DRAW: the median of each stage
          --variant TEXT     what stands after mica/ in NAME
          --dump DIR         also write a frame of each scene as DIR/NAME-SCENE.ppm
          --dump-frame N     which frame, default 60
          --particles N      how many particles scene g has, default 10000
          --simulate         move particles and draw nothing: SIMULATE,NAME,PARTICLES,MEDIAN ms,MILLIONS a second, and
                             SEEK,NAME,SECONDS,MEDIAN ms of an emitter that is asked for that time first of all
          --check            print checksums of the scenes' numbers, and draw nothing

        scenes
          a  opaque rectangles        d D  shadows       g G  particles
          b  rounded rectangles       e    gradients     h    masked groups
          c  images                   f    paths         i I  one of many moves
          r R  replicated squares        s m  still and morphing shapes
          t    scrolled text             p    panned tiles
          k    cubes

        Exit status: 0 done, 1 a picture could not be written, 2 the command line makes no sense.
        """

    /// Runs the command.
    ///
    /// - Parameter arguments: The words after `mica-dev bench`.
    /// - Returns: The exit status.
    package static func run(arguments: [String]) -> Int32 {
        if arguments.first == "animations" { return AnimationBench.run(arguments: Array(arguments.dropFirst())) }
        if arguments.first == "contexts" { return ContextBench.run(arguments: Array(arguments.dropFirst())) }
        if arguments.first == "gpu" { return GPUBench.run(arguments: Array(arguments.dropFirst())) }
        if arguments.first == "commit" { return CommitBench.run(arguments: Array(arguments.dropFirst())) }
        if arguments.first == "uikit" {
            // A command runs on the main thread.
            return MainActor.assumeIsolated { ViewBench.run(arguments: Array(arguments.dropFirst())) }
        }
        if arguments.first == "labels" {
            return MainActor.assumeIsolated { LabelBench.run(arguments: Array(arguments.dropFirst())) }
        }
        if arguments.first == "scroll" {
            return MainActor.assumeIsolated { ScrollBench.run(arguments: Array(arguments.dropFirst())) }
        }
        if arguments.first == "list" {
            return MainActor.assumeIsolated { ListBench.run(arguments: Array(arguments.dropFirst())) }
        }
        if arguments.first == "text" {
            return MainActor.assumeIsolated { TextBench.run(arguments: Array(arguments.dropFirst())) }
        }
        if arguments.first == "layout" { return LayoutBench.run(arguments: Array(arguments.dropFirst())) }
        if arguments.first == "fuzz" {
            return FrameFuzz.run(arguments: Array(arguments.dropFirst())) { write($0, to: .standardOutput) }
        }
        if arguments.first == "trees" {
            return TreeChecksum.run(arguments: Array(arguments.dropFirst())) { write($0, to: .standardOutput) }
        }
        let isLimits = arguments.first == "limits"
        let options: BenchOptions
        do {
            options = try BenchOptions(isLimits ? Array(arguments.dropFirst()) : arguments)
        } catch {
            write("mica-dev: \(error.message)\nSee 'mica-dev bench --help'.", to: .standardError)
            return 2
        }
        if options.isHelp {
            write(help, to: .standardOutput)
            return 0
        }
        if options.isCheck {
            for line in BenchScene.checksumLines { write(line, to: .standardOutput) }
            return 0
        }
        if isLimits {
            for line in LimitBench.lines(options) { write(line, to: .standardOutput) }
            return 0
        }
        if options.isSimulation {
            for line in ParticleBench.lines(options) { write(line, to: .standardOutput) }
            return 0
        }
        do {
            for scene in options.scenes.compactMap(BenchScene.init(rawValue:)) { try run(scene, options) }
        } catch {
            write("mica-dev: \(error)", to: .standardError)
            return 1
        }
        return 0
    }

    private static func run(_ scene: BenchScene, _ options: BenchOptions) throws(BenchFileError) {
        let key = "\(options.name),\(scene.rawValue)"
        guard scene.isDrawable else { return write("SKIP,\(key)", to: .standardOutput) }
        let pipeline = ScenePipeline(scene, threads: options.threads, particles: options.particles)
        let timing = SceneTiming.measure(pipeline, budget: options.budget, maximumFrames: options.maximumFrames)
        let quantiles = [5, 1, 9].map { milliseconds(timing.quantile($0, of: \.total)) }
        write("RESULT,\(key),\(quantiles.joined(separator: ",")),\(timing.frames.count)", to: .standardOutput)
        if options.stages {
            let stages = [\ScenePipeline.Times.commit, \.build, \.draw].map { milliseconds(timing.quantile(5, of: $0)) }
            write("STAGES,\(key),\(stages.joined(separator: ","))", to: .standardOutput)
        }
        if let folder = options.dump {
            // A scene of damage has to be led to its frame step by step, because that is what it tests.
            let first = scene == .damage || scene == .redraw ? 0 : options.dumpFrame
            for frame in first...options.dumpFrame { pipeline.draw(frame: frame) }
            try dump(pipeline, to: "\(folder)/\(options.fileName)-\(scene.rawValue).ppm")
        }
    }

    private static func dump(_ pipeline: ScenePipeline, to path: String) throws(BenchFileError) {
        do {
            try PortablePixmap.data(pipeline.surface).write(to: URL(fileURLWithPath: path))
        } catch {
            throw BenchFileError(path: path, reason: error.localizedDescription)
        }
    }

    private static func milliseconds(_ time: Double) -> String { String(format: "%.4f", time) }
}

/// A picture that could not be written.
struct BenchFileError: Error, CustomStringConvertible {
    /// The file.
    let path: String
    /// The reason.
    let reason: String

    var description: String { "\(path): \(reason)" }
}
