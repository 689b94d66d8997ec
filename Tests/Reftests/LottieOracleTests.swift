import Foundation
import Mica
import MicaBase
import MicaDocuments
import QuartzCore
import TestSupport
import Testing

@testable import ReftestKit

/// Lottie documents beside the pictures that Apple's Core Animation drew of them.
///
/// figures.tsv holds how far each picture is from Apple's. No picture may get worse; `dev/lottie-figures` writes the
/// figures anew where pictures got better (and, with `--all`, where they got worse on purpose). Its last column says what of
/// the document Apple's picture leaves out or misreads, where that is why the two differ (docs/fidelity.md has the reasons).
@Suite struct LottieOracleTests {
    /// The figures that are written down.
    private static let table = Goldens.directory.deletingLastPathComponent().appending(path: "LottieOracle/figures.tsv")

    /// How much worse a picture may be before it counts: rounding on another machine.
    private static let slack = (share: 150, mean: 5)

    private struct Line {
        var figure: LottieOracle.Figure
        /// The parts of the document that Apple's picture leaves out; empty for none.
        var leftOut: String
    }

    private static func written() throws -> [String: Line] {
        var result: [String: Line] = [:]
        guard FileManager.default.fileExists(atPath: table.path) else { return result }
        for line in try String(contentsOf: table, encoding: .utf8).split(separator: "\n").dropFirst() {
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard cells.count >= 4, let off = Int(cells[1]), let visible = Int(cells[2]), let mean = Int(cells[3])
            else {
                continue
            }
            result[String(cells[0])] = Line(
                figure: LottieOracle.Figure(off: off, visibleOff: visible, mean: mean),
                leftOut: cells.count > 4 ? String(cells[4]) : "")
        }
        return result
    }

    private static func write(_ results: [LottieOracle.Result], over old: [String: Line], all: Bool) throws {
        var text =
            "image\toff of all, millionths\toff of visible, millionths\tmean, thousandths of 1/255\tApple's leaves out\n"
        for result in results.sorted(by: { $0.row.image < $1.row.image }) {
            let before = old[result.row.image]
            var figure = result.figure
            if !all, let before, before.figure.badness <= figure.badness { figure = before.figure }
            text += "\(result.row.image)\t\(figure.off)\t\(figure.visibleOff)\t\(figure.mean)"
            text += "\t\(figure.isGood ? "" : before?.leftOut ?? "")\n"
        }
        try Data(text.utf8).write(to: table)
    }

    private static func draw() throws -> [LottieOracle.Result] {
        var results: [LottieOracle.Result] = []
        let rows = try LottieOracle.rows()
        let wantsPictures = ProcessInfo.processInfo.environment["MICA_LOTTIE_PICTURES"] != nil
        let names = rows.map { $0.document }.reduce(into: [String]()) { if $0.last != $1 { $0.append($1) } }
        for name in names {
            let own = rows.filter { $0.document == name }.sorted { $0.time < $1.time }
            do {
                let player = try LottieOracle.Player(name)
                for row in own {
                    let actual = try #require(player.draw(row))
                    let expected = LottieOracle.expected(row)
                    let figure = expected.map { LottieOracle.Figure(actual, $0) } ?? .failed
                    if wantsPictures || !figure.isGood {
                        try LottieOracle.writeImages(row, actual: actual, expected: expected)
                    }
                    results.append(
                        LottieOracle.Result(row: row, figure: figure, notes: player.warnings.map { $0.description }))
                }
            } catch {
                for row in own { results.append(LottieOracle.Result(row: row, figure: .failed, notes: ["\(error)"])) }
            }
        }
        return results
    }

    @Test(.needs(.lottie)) func no_picture_is_further_from_apples_than_it_was() throws {
        let results = try Self.draw()
        try LottieOracle.writePage(results)
        let written = try Self.written()
        let good = results.count { $0.figure.isGood }
        let bands = LottieOracle.bands(results).map { "\($0.count) within \($0.name)" }.joined(separator: ", ")
        let byDocument = results.count { $0.figure.isGood || written[$0.row.image]?.leftOut.isEmpty == false }
        Swift.print(
            "Lottie: \(good) of \(results.count) pictures are as Apple's, \(byDocument) as the documents say; \(bands); "
                + "page: \(LottieOracle.report.path)/index.html")
        switch ProcessInfo.processInfo.environment["MICA_LOTTIE_FIGURES"] {
        case "tighten": try Self.write(results, over: written, all: false)
        case "all": try Self.write(results, over: written, all: true)
        default:
            #expect(Set(written.keys) == Set(results.map { $0.row.image }), "each picture has its line in figures.tsv")
            for result in results {
                guard let before = written[result.row.image]?.figure else { continue }
                let now = result.figure
                #expect(
                    now.off <= before.off + Self.slack.share
                        && now.visibleOff <= before.visibleOff + 10 * Self.slack.share
                        && now.mean <= before.mean + Self.slack.mean,
                    "\(result.row.image) was \(before) and is \(now)")
            }
        }
        #expect(results.count == 365)
        #expect(!results.contains { $0.figure == .failed }, "every picture can be drawn")
        #expect(good == results.count, "all pictures are as Apple's")
        let near = results.count { $0.figure.badness < 0.1 }
        #expect(near * 100 >= results.count * 91, "at least 91 % of the pictures are within a tenth of the bounds")
    }

    /// The project's own documents: drawn by the client into a bitmap context, and by the server.
    @Test(arguments: Project.lottieDocuments, [0, 0.4, 1, 1.7])
    func documents_look_alike_by_client_and_by_server(name: String, time: Double) throws {
        let url = Project.document(name)
        let size = try Document.load(url).size
        let row = LottieOracle.Row(image: "", document: name, time: time, size: size, scale: 2, features: [])
        let byClient = try #require(try LottieOracle.Player(url).draw(row))
        let byServer = LayerRenderer(
            layer: try Document.load(url, player: .coreAnimation).rootLayer, size: size, scale: 2, threads: 1)
        let figure = LottieOracle.Figure(byClient, byServer.bitmap(at: time))
        #expect(figure.isGood, "\(name) at \(time) s: \(figure)")
    }

    @Test func figure_counts_what_differs() throws {
        var a = Bitmap(width: 10, height: 10)
        var b = a
        #expect(LottieOracle.Figure(a, b) == LottieOracle.Figure(off: 0, visibleOff: 0, mean: 0))
        for index in 0..<4 { a.pixels[index] = 0xff20_0000 }
        b.pixels[0] = 0xff20_0000
        b.pixels[1] = 0xff10_0000
        b.pixels[2] = 0xff0f_0000
        // Off by 16 is within, off by 17 is not, and a picture of another size fails.
        #expect(LottieOracle.Figure(a, b) == LottieOracle.Figure(off: 20_000, visibleOff: 500_000, mean: 800))
        #expect(!LottieOracle.Figure(a, b).isGood)
        #expect(LottieOracle.Figure(a, Bitmap(width: 10, height: 11)) == .failed)
    }
}
