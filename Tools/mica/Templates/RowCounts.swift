import Foundation
import Glibc
import MicaTrace
import Synchronization

/// The numbers of a run: rows by result, their times, the process's memory.
final class RowCounts: Sendable {
    /// What becomes of a row.
    enum End: String, CaseIterable {
        case drawn, skipped, failed, late
        /// It could not be written: a full disk.
        case unwritten
    }

    private struct State {
        var rows: [End: Int] = [:]
        var seconds = 0.0
        var buckets = [Int](repeating: 0, count: RowCounts.bounds.count)
    }

    /// The upper bounds of the histogram, in seconds.
    private static let bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300]

    private let state = Mutex(State())
    private let start = ContinuousClock.now

    /// Counts a row.
    ///
    /// - Parameter seconds: How long it took; nil for one that was not begun.
    func count(_ end: End, seconds: Double? = nil) {
        state.withLock { state in
            state.rows[end, default: 0] += 1
            guard let seconds else { return }
            state.seconds += seconds
            for (index, bound) in Self.bounds.enumerated() where seconds <= bound { state.buckets[index] += 1 }
        }
    }

    /// How many rows had an end.
    func number(_ ends: End...) -> Int { state.withLock { state in ends.reduce(0) { $0 + (state.rows[$1] ?? 0) } } }

    /// How long the run has taken, in seconds.
    var seconds: Double { (ContinuousClock.now - start) / .seconds(1) }

    /// The numbers in Prometheus' text form.
    ///
    /// *Source*: prometheus.io, "Exposition formats", version 0.0.4; the names of a process's numbers are those of
    /// Prometheus' client libraries.
    func metrics(jobs: Int, waiting: Int) -> String {
        let state = state.withLock { $0 }
        var lines: [String] = []
        func add(_ name: String, _ kind: String, _ help: String, _ values: [(String, String)]) {
            lines += ["# HELP \(name) \(help)", "# TYPE \(name) \(kind)"]
            lines += values.map { "\(name)\($0.0) \($0.1)" }
        }
        add(
            "mica_rows_total", "counter", "Rows by what became of them.",
            End.allCases.map { ("{result=\"\($0.rawValue)\"}", String(state.rows[$0] ?? 0)) })
        let timed = [End.drawn, .failed, .late, .unwritten].reduce(0) { $0 + (state.rows[$1] ?? 0) }
        let buckets = zip(Self.bounds, state.buckets).map { ("_bucket{le=\"\($0)\"}", String($1)) }
        add(
            "mica_row_seconds", "histogram", "Seconds that a row took.",
            buckets + [
                ("_bucket{le=\"+Inf\"}", String(timed)), ("_sum", String(state.seconds)), ("_count", String(timed)),
            ])
        add("mica_queue_rows", "gauge", "Rows that wait.", [("", String(waiting))])
        add("mica_jobs", "gauge", "Rows that are drawn at once.", [("", String(jobs))])
        add("mica_run_seconds", "gauge", "Seconds since the start.", [("", String(seconds))])
        add(
            "process_cpu_seconds_total", "counter", "Seconds of processors.",
            [("", String(ProcessUse.now.processorTime))])
        add("process_resident_memory_bytes", "gauge", "Resident memory.", [("", String(Self.residentBytes))])
        add("process_open_fds", "gauge", "Open descriptors.", [("", String(Self.openDescriptors))])
        return lines.joined(separator: "\n") + "\n"
    }

    /// *Source*: proc(5), statm: the second number, in pages.
    private static var residentBytes: Int {
        let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        let parts = text.split(separator: " ")
        return parts.count > 1 ? (Int(parts[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE))) : 0
    }

    private static var openDescriptors: Int {
        ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.count ?? 1) - 1
    }
}
