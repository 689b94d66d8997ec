import Foundation
import MicaCommandLine
import MicaInstruments

/// `mica lint`: layers that cost more than they have to.
enum LintCommand {
    /// `mica lint --help`.
    static let help = """
        usage: mica lint INPUT... [OPTIONS]

        Finds layers of a document, an example of 'mica play --list' or a capture that cost more than necessary to draw, each
        with a remedy: images that are blended though opaque, offscreen passes with their reason, images off the pixel grid or
        far larger than shown, shouldRasterize that misses. The rules are in docs/instruments.md.

          --json                 print a JSON array with an object for each input: its findings, and what it uses
          --time T               examine only the frame at T seconds; default: sixteen moments of the run
          --duration D           the length of the run, in seconds; default as the document plays, else 5
          --size WxH             the view, in points; default the document's own
          --scale S              pixels per point, default 1; without it images are too large if they are so at 3
          --state NAME           with this state's values
          --max-passes N         the most passes of a frame beside the surface
          --max-image-bytes N    the most bytes of the images of a frame, four for each pixel: 800000, 500K, 8M, 1G
          --max-misaligned N     the most images of a frame that do not lie on the surface's pixels
          --large                accept documents of any size: only for your own

        Exit status: with a budget (--max-...) 0 if it holds and 1 if not; without one 0 if nothing is found and 1 otherwise.
        1 also if an input cannot be read; 2 the command line is not valid.

        example: mica lint Chest.tendies --scale 3 --max-passes 3 --max-image-bytes 8M --max-misaligned 0
        """

    /// The JSON of an input.
    private struct Report: Encodable {
        var path: String
        var error: String?
        var findings: [LintFinding]?
        var usage: LintUsage?
        var excesses: [String]?
    }

    private static let names = [
        "--help", "--json", "--time", "--duration", "--size", "--scale", "--state", "--max-passes", "--max-image-bytes",
        "--max-misaligned", "--large",
    ]

    static func run(_ list: [String]) throws {
        var arguments = Arguments(list, of: "lint")
        var (inputs, isJSON, input, budget) = ([String](), false, InstrumentInput(), LintBudget())
        while let item = try arguments.next() {
            switch item {
            case .input(let path): inputs.append(path)
            case .option("--help"), .option("-h"): return Console.print(help)
            case .option("--json"): isJSON = true
            case .option("--large"): input.isLarge = true
            case .option("--max-passes"):
                budget.passes = try arguments.wholeNumber(of: "--max-passes", in: 0...1_000_000)
            case .option("--max-misaligned"):
                budget.misaligned = try arguments.wholeNumber(of: "--max-misaligned", in: 0...1_000_000)
            case .option("--max-image-bytes"): budget.imageBytes = try arguments.bytes(of: "--max-image-bytes")
            case .option(let name):
                guard names.contains(name), try input.take(name, &arguments) else {
                    throw arguments.unknown(name, among: names)
                }
            }
        }
        guard !inputs.isEmpty else { throw arguments.wrong("no document is named") }
        let reports = inputs.map { report(on: $0, input, budget) }
        if isJSON {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            Console.print(String(decoding: try encoder.encode(reports.map { $0.0 }), as: UTF8.self))
        } else {
            for (report, _) in reports { tell(report) }
        }
        if reports.contains(where: { $0.1 }) { Console.end(ExitCode.failure) }
    }

    /// The findings of an input, and whether they are a failure.
    private static func report(on path: String, _ input: InstrumentInput, _ budget: LintBudget) -> (Report, Bool) {
        do {
            let (capture, failed) = try input.capture(path)
            let densest = input.givesScale ? nil : 3.0
            let lint = LayerLint(capture, times: input.time.map { [$0] }, displayScale: densest)
            let excesses = budget.excesses(of: lint.usage)
            let report = Report(
                path: path, findings: lint.findings, usage: lint.usage, excesses: budget.isEmpty ? nil : excesses)
            return (report, failed || (budget.isEmpty ? !lint.findings.isEmpty : !excesses.isEmpty))
        } catch {
            let text = (error as? UsageError)?.message ?? "\(error)"
            Console.error("mica: \(text)")
            return (Report(path: path, error: text), true)
        }
    }

    private static func tell(_ report: Report) {
        for finding in report.findings ?? [] {
            Console.print(finding.location == nil ? "\(report.path): \(finding.text)" : finding.text)
        }
        for line in report.excesses ?? [] { Console.print("\(report.path): budget: \(line)") }
        guard let usage = report.usage else { return }
        Console.print(
            "\(report.path): \(report.findings?.count ?? 0) findings; at most \(usage.layers) layers, \(usage.ops) ops,"
                + " \(usage.passes) passes beside the surface, \(usage.imageBytes) bytes of images,"
                + " \(usage.misaligned) misaligned")
    }
}

extension Arguments {
    /// The value of an option that is a number of bytes: `8M` is 8 times 2^20.
    mutating func bytes(of option: String) throws(UsageError) -> Int {
        let text = try value(of: option)
        let units: [Character: Int] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30]
        let unit = text.uppercased().last.flatMap { units[$0] }
        guard let number = Int(unit == nil ? text : String(text.dropLast())), (0...1 << 30).contains(number) else {
            throw wrong("\(option) is a number of bytes such as 800000, 500K or 8M, not '\(text)'")
        }
        return number * (unit ?? 1)
    }
}
