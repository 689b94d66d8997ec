import Foundation
import Glibc
import MicaCommandLine
import MicaDocuments
import MicaSurface
import Synchronization

/// The rows of a batch as they are drawn, by several threads.
final class BatchRun: Sendable {
    private let options: RowOptions
    private let template: DocumentTemplate
    private let lines: ResultLines?
    private let counts = RowCounts()
    private let bar: Mutex<ProgressBar>
    private let finished = Atomic(0)

    init(options: RowOptions, template: DocumentTemplate, lines: ResultLines?, total: Int) {
        (self.options, self.template, self.lines) = (options, template, lines)
        bar = Mutex(ProgressBar(label: template.path, total: total, quiet: options.render.quiet))
    }

    /// Draws a row into a file; a failure is reported.
    func draw(_ row: TemplateRow, into output: String) {
        defer { advance() }
        if options.skipsExisting, unsafe access(output, F_OK) == 0 {
            counts.count(.skipped)
            lines?.write(ResultLines.Result(id: row.id, output: output, skipped: true))
            return
        }
        let start = ContinuousClock.now
        do {
            try RowDrawing.makeFolder(of: output)
            try RowDrawing(options: options).draw(row, of: template, into: output, before: nil)
            let seconds = (ContinuousClock.now - start) / .seconds(1)
            counts.count(.drawn, seconds: seconds)
            lines?.write(ResultLines.Result(id: row.id, output: output, seconds: seconds))
        } catch {
            let line = RowDrawing.line(error, row)
            bar.withLock { $0.clear() }
            Console.error("mica: \(line)")
            fail(row, error, line, seconds: (ContinuousClock.now - start) / .seconds(1))
        }
    }

    /// Counts a row that failed.
    ///
    /// - Parameter error: nil for a row that is not valid.
    func fail(_ row: TemplateRow, _ error: (any Error)?, _ line: String, seconds: Double? = nil) {
        let mayPass = error.map(RowDrawing.mayPass) ?? false
        counts.count(mayPass ? .unwritten : .failed, seconds: seconds)
        lines?.write(ResultLines.Result(id: row.id, seconds: seconds, error: line, retry: mayPass))
    }

    private func advance() {
        let done = finished.add(1, ordering: .relaxed).newValue
        bar.withLock { $0.show(done) }
    }

    /// Reports the run.
    ///
    /// - Returns: the exit status.
    func finish(_ output: String) throws -> Int32 {
        bar.withLock { $0.clear() }
        let (drawn, skipped) = (counts.number(.drawn), counts.number(.skipped))
        let (failed, unwritten) = (counts.number(.failed), counts.number(.unwritten))
        if !options.render.quiet {
            let seconds = counts.seconds
            var parts = ["\(drawn) drawn"]
            if skipped > 0 { parts.append("\(skipped) there already") }
            if failed + unwritten > 0 { parts.append("\(failed + unwritten) failed") }
            let rate = seconds > 0 ? ", \(String(format: "%.1f", Double(drawn) / seconds)) a second" : ""
            Console.print("\(output): \(parts.joined(separator: ", ")), \(String(format: "%.1f", seconds)) s\(rate)")
        }
        if let path = options.metricsPath {
            try AtomicFile.write(Array(counts.metrics(jobs: options.jobs, waiting: 0).utf8), to: path)
        }
        if reportMissingParts() { return ExitCode.failure }
        return unwritten > 0 ? ExitCode.tryAgain : failed > 0 ? ExitCode.failure : ExitCode.success
    }
}
