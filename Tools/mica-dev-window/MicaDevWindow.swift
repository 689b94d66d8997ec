import Foundation

/// `mica-dev-window`: the windows of `mica-dev bench live`, `play` and `film`, which read and check the command line, and start
/// this with `name=value` words.
@main
@MainActor
struct MicaDevWindow {
    static func main() {
        var values: [String: String] = [:]
        for word in CommandLine.arguments.dropFirst() {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { values[String(parts[0])] = String(parts[1]) }
        }
        do {
            if let parts = values["bench"] {
                var bench = LiveBench(parts.split(separator: ",").map(String.init), values)
                try bench.run()
            } else if let input = values["benchplay"] {
                try PlayBench(input, values).run()
            } else if let input = values["benchfilm"] {
                try PlayedFilmBench(input, values).run()
            } else {
                end("'mica-dev bench live', 'play' and 'film' start it; run one of these", status: 2)
            }
        } catch {
            end("\(error)", status: 1)
        }
    }

    private static func end(_ reason: String, status: Int32) -> Never {
        FileHandle.standardError.write(Data("mica-dev-window: \(reason)\n".utf8))
        exit(status)
    }
}
