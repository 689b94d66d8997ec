import CMicaAllocations
import CoreGraphics
import Foundation
import MicaBase
import MicaRandom
import MicaScripts
import MicaSurface
import UIKit

/// `mica-dev bench list`: what lists of many rows cost, in processor time.
@MainActor package final class ListBench {
    /// `mica-dev bench list --help`.
    package static let help = """
        usage: mica-dev bench list [--rows N] [--seconds N] [--rate N] [PART...]

        Shows lists in a window of 390 x 844 points at 2 pixels a point that is drawn by one thread, frame by frame in the window's
        own time, and prints processor time of all threads, so that other work on the machine hardly counts. Parts:

          first     FIRST,ROWS,MS                     from an empty window to the first picture: a table view of rows that size
                                                      themselves, of a picture, two labels and a switch
          fling     FLING,ROWS,FRAMES,MEDIAN,HIGH,OVER  a frame of flings: the median, the 99th percentile, and how many took
                                                      longer than a refresh
                    SHARE,LIST,EMPTY                  processor time over the window's time at sixty frames a second: of the list,
                                                      and of a scroll view without content in the same flings
                    MEMORY,FIRST,LAST                 MiB from malloc after a fifth of the flings, and at the end
          batch     BATCH,ROWS,CHANGES,CALL,HIGH,OVER a batch of 1,000 random insertions, deletions and moves: the call with its
                                                      layout, the longest frame of its animation, and frames over a refresh
          diffable  DIFFABLE,FROM,TO,PLAIN,ANIMATED   apply of 10,000 to 10,000 random identifiers, not animated and animated
          sections  as first and fling: 1,000 orthogonal sections of 20 items

          --rows N      how many rows; default 100000
          --seconds N   of flings, in the window's time; default 20
          --rate N      refreshes a second; default 120
        """

    /// The numbers of frames.
    package struct Frames: Sendable {
        /// Processor time of each frame, in milliseconds.
        package var times: [Double] = []

        /// A quantile of the times.
        package func quantile(_ share: Double) -> Double {
            guard !times.isEmpty else { return 0 }
            return times.sorted()[min(times.count - 1, Int(Double(times.count) * share))]
        }

        /// How many frames took longer than a refresh.
        package func over(_ rate: Int) -> Int { times.count { $0 > 1000 / Double(rate) } }
    }

    /// Notes the processor time at each frame.
    private final class Clock: FrameSink {
        var frames = Frames()
        private var last = 0.0
        let notes: [String] = []

        func begin(_ stream: FrameStream) { last = ListBench.processorTime }
        func append(_ frame: Bitmap, at index: Int) {
            let now = ListBench.processorTime
            frames.times.append(now - last)
            last = now
        }
        func finish() {}
    }

    /// The processor time of all threads, in milliseconds.
    nonisolated static var processorTime: Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1e6
    }

    /// A window with a view that fills it.
    @MainActor final class Stage {
        let host = ScriptedWindow(size: CGSize(width: 390, height: 844), scale: 2, threads: 1)
        let window: UIWindow

        init() { window = UIWindow(host: host) }

        /// Shows a view, and draws the first picture. Returns the processor time, in milliseconds.
        func show(_ make: (CGRect) -> UIView) -> Double {
            let start = ListBench.processorTime
            host.forgetsPast = true
            window.addSubview(make(window.bounds))
            window.makeKeyAndVisible()
            _ = host.image
            return ListBench.processorTime - start
        }

        /// Runs code as the program does, at the window's time; returns its processor time, in milliseconds.
        func act(_ body: @escaping @MainActor () -> Void) -> Double {
            let start = ListBench.processorTime
            host.schedule(at: host.time) { MainActor.assumeIsolated(body) }
            host.advance(to: host.time)
            return ListBench.processorTime - start
        }

        /// Draws the frames of a time.
        func draw(_ seconds: Double, _ rate: Int) throws -> Frames {
            let clock = Clock()
            let count = max(1, Int(seconds * Double(rate)))
            try host.render(frames: 1..<count + 1, rate: FrameRate(rate), into: clock)
            return clock.frames
        }

        /// Flings down and up again, sixteen seconds down for each sixteen up.
        func fling(_ seconds: Double, _ rate: Int, each: () -> Void = {}) throws -> Frames {
            var frames = Frames()
            var round = 0
            while Double(frames.times.count) / Double(rate) < seconds {
                let (start, end) = round / 12 % 2 == 0 ? (700, 200) : (200, 700)
                host.play(try EventScript("drag 195,\(start) to 195,\(end) over 0.12 by touch"))
                frames.times += try draw(1.3, rate).times
                round += 1
                each()
            }
            return frames
        }
    }

    private let rows: Int
    private let seconds: Double
    private let rate: Int

    private init(_ rows: Int, _ seconds: Int, _ rate: Int) {
        (self.rows, self.seconds, self.rate) = (rows, Double(seconds), rate)
    }

    private func say(_ format: String, _ values: any CVarArg...) {
        MicaBench.write(String(format: format, arguments: values), to: .standardOutput)
    }

    // MARK: Parts

    private func showTable() -> (stage: Stage, table: UITableView, source: RowSource, time: Double) {
        let stage = Stage(), source = RowSource(rows)
        let table = UITableView(frame: .zero)
        let time = stage.show { bounds in
            table.frame = bounds
            source.fill(table)
            return table
        }
        return (stage, table, source, time)
    }

    private func first() { say("FIRST,%d,%.1f", rows, showTable().time) }

    private func report(_ name: String, _ count: Int, _ stage: Stage) throws {
        var memory: [Double] = []
        let frames = try stage.fling(seconds, rate) { memory.append(Double(mica_allocated_bytes()) / 1_048_576) }
        let empty = Stage()
        _ = empty.show { bounds in
            let view = UIScrollView(frame: bounds)
            view.backgroundColor = .white
            view.contentSize = CGSize(width: bounds.width, height: CGFloat(count) * 80)
            return view
        }
        let plain = try empty.fling(seconds, rate)
        say(
            "%@,%d,%d,%.2f,%.2f,%d", name, count, frames.times.count, frames.quantile(0.5), frames.quantile(0.99),
            frames.over(rate))
        // At sixty frames a second half as many frames are drawn as at 120.
        func share(_ frames: Frames) -> Double {
            frames.times.reduce(0, +) / 1000 / (Double(frames.times.count) / Double(rate)) * 60 / Double(rate)
        }
        say("SHARE,%.3f,%.3f", share(frames), share(plain))
        say("MEMORY,%.1f,%.1f", memory[min(memory.count / 5, memory.count - 1)], memory.last ?? 0)
    }

    private func fling() throws {
        let shown = showTable()
        try report("FLING", rows, shown.stage)
        withExtendedLifetime(shown.source) {}
    }

    private func batch() throws {
        let (stage, table, source, _) = showTable()
        _ = try stage.draw(0.1, rate)
        var random = SeededGenerator(seed: 1)
        let changes = source.change(1000, &random)
        let call = stage.act {
            table.performBatchUpdates {
                table.deleteRows(at: changes.deleted, with: .fade)
                table.insertRows(at: changes.inserted, with: .fade)
                for move in changes.moved { table.moveRow(at: move.0, to: move.1) }
            }
        }
        let frames = try stage.draw(0.4, rate)
        say("BATCH,%d,%d,%.1f,%.1f,%d", rows, 1000, call, frames.times.max() ?? 0, frames.over(rate))
    }

    private func diffable() {
        let (stage, table, _, _) = showTable()
        let source = UITableViewDiffableDataSource<Int, Int>(tableView: table) { table, path, _ in
            table.dequeueReusableCell(withIdentifier: "row", for: path)
        }
        var random = SeededGenerator(seed: 2)
        func snapshot() -> NSDiffableDataSourceSnapshot<Int, Int> {
            var made = NSDiffableDataSourceSnapshot<Int, Int>()
            made.appendSections([0])
            made.appendItems(random.distinct(10_000, below: 20_000))
            return made
        }
        let (a, b, c) = (snapshot(), snapshot(), snapshot())
        _ = stage.act { source.apply(a, animatingDifferences: false) }
        let plain = stage.act { source.apply(b, animatingDifferences: false) }
        let animated = stage.act { source.apply(c, animatingDifferences: true) }
        say("DIFFABLE,%d,%d,%.1f,%.1f", 10_000, 10_000, plain, animated)
    }

    private func sections() throws {
        let stage = Stage(), source = SectionSource(), count = 1000
        let time = stage.show { source.makeView(count, $0) }
        say("SECTIONS,%d,%.1f", count, time)
        try report("SECTIONFLING", count, stage)
        withExtendedLifetime(source) {}
    }

    private func run(_ part: String) throws {
        switch part {
        case "first": first()
        case "fling": try fling()
        case "batch": try batch()
        case "diffable": diffable()
        default: try sections()
        }
    }

    /// Runs the command; returns its exit status.
    package static func run(arguments: [String]) -> Int32 {
        let all = ["first", "fling", "batch", "diffable", "sections"]
        var (rows, seconds, rate) = (100_000, 20, 120)
        var parts: [String] = []
        var rest = arguments[...]
        while let word = rest.popFirst() {
            switch word {
            case "--help", "-h":
                MicaBench.write(help, to: .standardOutput)
                return 0
            case "--rows", "--seconds", "--rate":
                guard let number = rest.takeNumber(least: word == "--rows" ? 2000 : 1) else {
                    return refuse(
                        "\(word) needs a number\(word == "--rows" ? " from 2000 on" : "")", of: "bench list")
                }
                if word == "--rows" { rows = number }
                if word == "--seconds" { seconds = number }
                if word == "--rate" { rate = number }
            case _ where all.contains(word): parts.append(word)
            default: return refuse("unknown part '\(word)'", of: "bench list")
            }
        }
        let bench = ListBench(rows, seconds, rate)
        // Code and fonts that are loaded at their first use are no part of the figures.
        let warm = RowSource(20)
        _ = Stage().show { bounds in
            let table = UITableView(frame: bounds)
            warm.fill(table)
            return table
        }
        do {
            for part in parts.isEmpty ? all : parts { try bench.run(part) }
        } catch {
            MicaBench.write("mica-dev: \(error)", to: .standardError)
            return 1
        }
        return 0
    }
}

extension SeededGenerator {
    /// Different numbers from 0 on, in random order.
    mutating func distinct(_ count: Int, below limit: Int) -> [Int] {
        var all = Array(0..<limit)
        for index in 0..<count { all.swapAt(index, index + below(limit - index)) }
        return Array(all.prefix(count))
    }
}
