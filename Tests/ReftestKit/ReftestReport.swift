import Foundation
import MicaBase
import MicaCodecs
import MicaImageFiles
import Synchronization

/// The page about what failed: expected, actual and difference of each failure, worst first.
package final class ReftestReport: Sendable {
    /// The one report of this run.
    package static let shared = ReftestReport()

    /// The page.
    package static let page = Goldens.reports.appending(path: "index.html")

    private let failures = Mutex<[ReftestFailure]>([])

    private init() {
        try? FileManager.default.removeItem(at: Goldens.reports)
    }

    /// Adds failures and writes the page anew.
    func add(_ new: [ReftestFailure]) {
        guard !new.isEmpty else { return }
        failures.withLock { failures in
            failures += new
            let sorted = failures.sorted { Self.weight($0) > Self.weight($1) }
            do {
                try FileManager.default.createDirectory(at: Goldens.reports, withIntermediateDirectories: true)
                for failure in new { try Self.writeImages(of: failure) }
                try Data(Self.html(sorted).utf8).write(to: Self.page)
            } catch {
                // The failures themselves are test failures; without the page they have no pictures.
                return
            }
        }
    }

    private static func weight(_ failure: ReftestFailure) -> Int {
        guard let expected = failure.expected else { return .max }
        let comparison = Comparison(failure.actual, expected)
        return comparison.histogram.enumerated().reduce(0) { $0 + $1.offset * $1.element }
    }

    private static func writeImages(of failure: ReftestFailure) throws {
        func write(_ bitmap: Bitmap, _ kind: String) throws {
            try Data(PNGEncoder.encode(bitmap)).write(
                to: Goldens.reports.appending(path: "\(failure.name)-\(kind).png"))
        }
        try write(failure.actual, "actual")
        guard let expected = failure.expected else { return }
        try write(expected, "expected")
        guard expected.width == failure.actual.width, expected.height == failure.actual.height else { return }
        var difference = Bitmap(width: expected.width, height: expected.height, filledWith: 0xff00_0000)
        for index in expected.pixels.indices {
            let amount = pixelDifference(expected.pixels[index], failure.actual.pixels[index])
            if amount > 0 {
                let level = UInt32(min(255, 64 + amount * 4))
                difference.pixels[index] = 0xff00_0000 | level << 16 | (amount > 48 ? level << 8 : 0)
            }
        }
        try write(difference, "difference")
    }

    private static func html(_ failures: [ReftestFailure]) -> String {
        var page = """
            <!doctype html><meta charset="utf-8"><title>Reftests: \(failures.count) failures</title>
            <style>body{font:14px sans-serif;background:#ddd}figure{display:inline-block;margin:8px}
            img{image-rendering:pixelated;min-width:192px;background:repeating-conic-gradient(#fff 0 25%,#eee 0 50%) 0/16px 16px}
            </style><h1>\(failures.count) failures, worst first</h1>

            """
        for failure in failures {
            page += "<h2>\(failure.name)</h2><p>\(failure.reason)</p>\n"
            for kind in ["expected", "actual", "difference"] where kind == "actual" || failure.expected != nil {
                page += "<figure><img src=\"\(failure.name)-\(kind).png\"><figcaption>\(kind)</figcaption></figure>\n"
            }
        }
        return page
    }
}
