import MicaCommandLine

/// `mica-dev-window`: the windows of `mica-dev bench live`, `play` and `film`, which read and check the command line, and
/// start this with `name=value` words.
@main
@MainActor
struct MicaDevWindow {
    static func main() {
        NeighborProgram.main("mica-dev-window") { values in
            if let parts = values["bench"] {
                var bench = LiveBench(parts.split(separator: ",").map(String.init), values)
                try bench.run()
            } else if let input = values["benchplay"] {
                try PlayBench(input, values).run()
            } else if let input = values["benchfilm"] {
                try PlayedFilmBench(input, values).run()
            } else {
                throw UsageError("it opens the windows of 'mica-dev bench live', 'play' and 'film': start one of these")
            }
        }
    }
}
