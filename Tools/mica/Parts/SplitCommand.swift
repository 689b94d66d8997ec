import Foundation
import Mica
import MicaCommandLine
import MicaDocuments
import MicaSurface

/// `mica split`: the ranges of frames into which a film is divided.
enum SplitCommand {
    /// `mica split --help`.
    static let help = """
        usage: mica split --frames N --parts K
               mica split DOCUMENT --parts K [--even-cost] [OPTIONS]

        Prints K ranges of frames, a line each, for 'mica render --frames': together they are frames 0 up to N, and none has
        more than one frame more than another. With a document N follows from its length and rate. There are fewer lines if
        there are fewer frames than parts.

          --frames N         the number of frames
          --parts K          the number of ranges
          --even-cost        ranges that cost the same: up to 200 frames of the document are examined, not drawn, and their ops
                             estimate the cost
          --fps N            frames a second, default the document's own, else 30
          --duration D       seconds, default the document's own, else 5

        All other options of 'mica render' that say what is drawn and how are taken too, so that both commands can be given the
        same ones: they count for --even-cost.

        example: mica split film.json --parts 8 | sed -n 3p
        """

    private struct Options {
        var render = RenderOptions()
        var count: Int?
        var parts: Int?
        var isEven = false
    }

    static func run(_ list: [String]) throws {
        var arguments = Arguments(list, of: "split")
        var options = Options()
        while let item = try arguments.next() {
            switch item {
            case .input(let path): options.render.inputs.append(path)
            case .option("--help"), .option("-h"): return Console.print(help)
            case .option("--frames"): options.count = try arguments.wholeNumber(of: "--frames", in: 1...100_000_000)
            case .option("--parts"): options.parts = try arguments.wholeNumber(of: "--parts", in: 1...1_000_000)
            case .option("--even-cost"): options.isEven = true
            case .option(let name):
                guard try options.render.takeDrawing(name, &arguments) else {
                    throw arguments.unknown(
                        name, among: ["--help", "--frames", "--parts", "--even-cost"] + RenderOptions.drawingNames)
                }
            }
        }
        try options.render.checkShared(arguments)
        guard let parts = options.parts else { throw arguments.wrong("the number of ranges is missing: --parts K") }
        let ranges: [Range<Int>]
        switch (options.render.inputs.count, options.count) {
        case (0, let count?) where !options.isEven: ranges = even(count, parts)
        case (1, nil): ranges = try ofDocument(options, parts)
        case (0, _): throw arguments.wrong("--frames N is missing, or a document is")
        case (1, _): throw arguments.wrong("--frames and a document exclude each other")
        default: throw arguments.wrong("a film has one document here")
        }
        for range in ranges { Console.print("\(range.lowerBound)..\(range.upperBound)") }
    }

    /// Ranges of equal length, but for one frame.
    static func even(_ count: Int, _ parts: Int) -> [Range<Int>] {
        let parts = min(count, parts)
        return (0..<parts).map { count * $0 / parts..<count * ($0 + 1) / parts }
    }

    /// Ranges of equal cost.
    ///
    /// - Parameter costs: The costs of frames at even distances; above 0.
    static func even(_ count: Int, _ parts: Int, costs: [Double]) -> [Range<Int>] {
        let parts = min(count, parts)
        var sums = [0.0]
        for frame in 0..<count {
            sums.append(sums[frame] + costs[min(frame * costs.count / count, costs.count - 1)])
        }
        var (ranges, start) = ([Range<Int>](), 0)
        for part in 1...parts {
            let wanted = sums[count] * Double(part) / Double(parts)
            var end = start + 1
            // Each part has a frame, and leaves one for each of the others.
            while end < count - (parts - part), part < parts, sums[end + 1] - wanted <= wanted - sums[end] { end += 1 }
            if part == parts { end = count }
            ranges.append(start..<end)
            start = end
        }
        return ranges
    }

    private static func ofDocument(_ options: Options, _ parts: Int) throws -> [Range<Int>] {
        LayerRenderer.makeTimeVirtual()
        var render = options.render
        // Any ending of films: the length is theirs.
        render.output = "film.mp4"
        let document = try RenderCommand.load(render.inputs[0], render)
        render.adoptTimes(of: [.document(document)], [])
        try render.checkOwnDuration()
        let count = render.frameRange.count
        guard options.isEven else { return even(count, parts) }
        let renderer = try RenderCommand.makeRenderer([document], render)
        let samples = min(count, 200)
        let costs = (0..<samples).map { sample in
            let time = render.frameRate.time(ofFrame: count * sample / samples)
            renderer.jump(to: time)
            return Double(renderer.frame(at: time).description.utf8.count + 1000)
        }
        return even(count, parts, costs: costs)
    }
}
