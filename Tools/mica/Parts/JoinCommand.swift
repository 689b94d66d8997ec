import MicaCommandLine
import MicaFilm
import MicaSurface

/// `mica join`: parts of a film into one.
enum JoinCommand {
    /// `mica join --help`.
    static let help = """
        usage: mica join PART... -o OUTPUT [OPTIONS]

        Puts parts that 'mica render --frames A..B' has drawn into one film, without decoding: no frame changes. Parts may
        be given in any order; their times give their places. They need the same options, and must follow each other without
        gaps or overlaps. The film begins at 0, even if its first part does not.

        OUTPUT is .mp4, .mov, .webm or .mkv, if it can hold the parts' video. Parts of .gif and .webp animations are joined in
        the given order.

          -o, --output FILE  the film; it appears whole or not at all
          --sound FILE       copy the sound of a film or a sound file, from the time of the first frame on
          -q, --quiet        print errors only

        Exit status: 0 joined; 1 the parts do not fit together, or one cannot be read: another try fails as well; 2 the command
        line is not valid.

        example: mica join parts/*.mp4 --sound song.m4a -o film.mp4
        """

    static func run(_ list: [String]) throws {
        var arguments = Arguments(list, of: "join")
        var (parts, output, sound, isQuiet) = ([String](), String?.none, String?.none, false)
        while let item = try arguments.next() {
            switch item {
            case .input(let path): parts.append(path)
            case .option("--help"), .option("-h"): return Console.print(help)
            case .option("-o"), .option("--output"): output = try arguments.value(of: "--output")
            case .option("--sound"): sound = try arguments.value(of: "--sound")
            case .option("-q"), .option("--quiet"): isQuiet = true
            case .option(let name):
                throw arguments.unknown(name, among: ["--help", "--output", "--sound", "--quiet"])
            }
        }
        guard !parts.isEmpty else { throw arguments.wrong("no part is named") }
        guard let output else { throw arguments.wrong("no output is named: -o FILE") }
        guard !parts.contains(output) else { throw arguments.wrong("\(output) is a part and the output") }
        let line: String
        switch pathExtension(output) {
        case "gif", "webp":
            guard sound == nil else { throw arguments.wrong("--sound is for films, not for .\(pathExtension(output))") }
            line = try joinAnimations(parts, output)
        case let ending where FilmJoin.endings.contains(ending):
            let join = try FilmJoin(parts)
            try join.write(to: output, sound: sound)
            let (frames, rate) = (join.frames, join.rate.framesPerSecond)
            line = "\(join.width) x \(join.height) pixels, \(frames.count) frames at \(short(rate)) a second"
        case let ending:
            let endings = (["gif", "webp"] + FilmJoin.endings).joined(separator: ", ")
            throw arguments.wrong("'\(ending)' is none of the endings of films that are joined: \(endings)")
        }
        if !isQuiet { Console.print("\(output): \(line)") }
    }

    private static func short(_ rate: Double) -> String {
        rate == rate.rounded() ? String(Int(rate)) : String((rate * 1000).rounded() / 1000)
    }

    /// Joins GIFs or WebPs.
    private static func joinAnimations(_ parts: [String], _ output: String) throws -> String {
        var join = AnimationJoin(output: output)
        try join.join(parts)
        return "\(join.width) x \(join.height) pixels, \(join.frameCount) frames"
    }
}
