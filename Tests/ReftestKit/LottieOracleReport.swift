import Foundation
import MicaBase
import MicaCodecs
import MicaImageFiles
import TestSupport

extension LottieOracle {
    /// A row that was drawn.
    package struct Result: Sendable {
        /// The row.
        package var row: Row
        /// How near it is.
        package var figure: Figure
        /// The parts that were skipped, or the reason for no picture.
        package var notes: [String]

        /// Makes a result.
        package init(row: Row, figure: Figure, notes: [String]) {
            (self.row, self.figure, self.notes) = (row, figure, notes)
        }
    }

    /// The page with expected, actual and difference of each picture, worst first.
    package static let report = Goldens.reports.deletingLastPathComponent().appending(path: "lottie")

    /// Writes the page's rows for a picture.
    package static func writeImages(_ row: Row, actual: Bitmap, expected: Bitmap?) throws {
        try FileManager.default.createDirectory(at: report, withIntermediateDirectories: true)
        try Data(PNGEncoder.encode(actual)).write(to: report.appending(path: "actual-\(row.image)"))
        guard let expected, expected.width == actual.width, expected.height == actual.height else { return }
        var difference = Bitmap(width: expected.width, height: expected.height, filledWith: 0xff00_0000)
        for index in expected.pixels.indices {
            let amount = pixelDifference(expected.pixels[index], actual.pixels[index])
            if amount > 0 {
                let level = UInt32(min(255, 64 + amount * 4))
                difference.pixels[index] = 0xff00_0000 | level << 16 | (amount > 16 ? level << 8 : 0)
            }
        }
        try Data(PNGEncoder.encode(difference)).write(to: report.appending(path: "difference-\(row.image)"))
    }

    /// Writes the page.
    package static func writePage(_ results: [Result]) throws {
        try FileManager.default.createDirectory(at: report, withIntermediateDirectories: true)
        try Data(page(results).utf8).write(to: report.appending(path: "index.html"))
    }

    /// How many pictures are within the bounds and parts of them.
    package static func bands(_ results: [Result]) -> [(name: String, count: Int)] {
        [("the bounds", 1.0), ("half of them", 0.5), ("a quarter", 0.25), ("a tenth", 0.1), ("a fiftieth", 0.02)].map {
            name, part in (name, results.count { $0.figure.badness < part })
        }
    }

    /// How many of the pictures with each feature are good, in words.
    package static func summary(_ results: [Result]) -> [(feature: String, good: Int, count: Int)] {
        var counts: [String: (good: Int, count: Int)] = [:]
        for result in results {
            for feature in result.row.features {
                counts[feature, default: (0, 0)].count += 1
                if result.figure.isGood { counts[feature, default: (0, 0)].good += 1 }
            }
        }
        return counts.map { ($0.key, $0.value.good, $0.value.count) }.sorted { a, b in
            let (x, y) = (a.2 - a.1, b.2 - b.1)
            return x != y ? x > y : a.0 < b.0
        }
    }

    private static func page(_ results: [Result]) -> String {
        func escaped(_ text: String) -> String {
            text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
        }
        let good = results.count { $0.figure.isGood }
        var html = """
            <!doctype html><meta charset="utf-8"><title>Lottie against Apple's pictures</title>
            <style>body{font:14px sans-serif;background:#888}img{width:300px;background:#fff}td{vertical-align:top}</style>
            <h1>\(good) of \(results.count) pictures are as Apple's</h1>
            <p>\(bands(results).map { "\($0.count) within \($0.name)" }.joined(separator: ", "))</p>
            <table><tr><th>feature<th>good<th>of</tr>
            """
        for (feature, good, count) in summary(results) {
            html += "<tr><td>\(escaped(feature))<td>\(good)<td>\(count)</tr>"
        }
        html += "</table><table><tr><th>expected<th>actual<th>difference<th></tr>"
        for result in results.sorted(by: { $0.figure.badness > $1.figure.badness }) {
            let (image, figure) = (escaped(result.row.image), result.figure)
            let expected = (try? OutsideData.file(.lottie, "images/\(result.row.image)"))?.absoluteString ?? ""
            html += """
                <tr><td><img loading="lazy" src="\(escaped(expected))"><td><img loading="lazy" src="actual-\(image)">
                <td><img loading="lazy" src="difference-\(image)"><td>\(image)<br>\(figure.isGood ? "good" : "<b>differs</b>"),
                off \(Double(figure.off) / 10_000) %, of what is seen \(Double(figure.visibleOff) / 10_000) %,
                mean \(Double(figure.mean) / 1000)<br>\(escaped(result.row.features.joined(separator: " ")))<br>
                \(result.notes.map(escaped).joined(separator: "<br>"))</tr>
                """
        }
        return html + "</table>"
    }
}
