import Foundation
import MicaTrace
import MicaWire
import Synchronization

/// Writes down what a tree is told, with its times, as it happens: the file of a capture, which has all that it has come to whenever
/// the program ends.
///
/// A program that is started with `MICA_CAPTURE=FILE` has one for each of its trees, the second of which writes `FILE` with `-2` before
/// its ending, and so on; files that are there already are left alone. What it costs is what encoding and writing a message costs, on
/// the thread that sends it. docs/instruments.md has the form.
///
/// Thread rules: everything may be called from any thread.
package final class CaptureLog: Sendable {
    private let state: Mutex<State>

    /// Where the bytes go.
    fileprivate enum Output {
        /// A file that is made with the first message.
        case file(path: String)
        case opened(FileHandle)
        /// Memory of so many bytes at most.
        case memory(most: Int)
        /// Nowhere any more: a file could not be written, or the memory is full.
        case ended
    }

    fileprivate struct State {
        var output: Output
        var encoder = ClientMessageEncoder()
        /// What is kept in memory, or waits for the file to be made.
        var bytes: [UInt8] = []
        var hasBegun = false
        var labels: [LayerID: CaptureLabel] = [:]
        /// Labels that go with the next message.
        var waiting: [CaptureRecord] = []
        var view: CaptureView?
        /// The time of the last message: none is written of an earlier one.
        var last = -Double.infinity
    }

    private init(_ output: Output) { state = Mutex(State(output: output)) }

    /// A log that writes a file.
    package static func writing(to path: String) -> CaptureLog { CaptureLog(.file(path: path)) }

    /// A log that is kept in memory as long as it has so many bytes at most.
    package static func inMemory(most bytes: Int) -> CaptureLog { CaptureLog(.memory(most: bytes)) }

    // MARK: Of this process

    private static let path: String? = {
        let value = ProcessInfo.processInfo.environment["MICA_CAPTURE"] ?? ""
        return value.isEmpty ? nil : value
    }()
    /// How many bytes of each tree's run are kept in memory; 0 for none.
    private static let memory = Atomic<Int>(0)

    /// Whether trees of this process are written down.
    package static var isWanted: Bool { memory.load(ordering: .relaxed) > 0 || path != nil }

    /// Keeps the runs of trees that are made from now on in memory, each as long as it has so many bytes at most.
    package static func keepRuns(most bytes: Int) { memory.store(bytes, ordering: .relaxed) }

    /// The log of a new tree of this process; nil where nobody wants one.
    package static func ofNewTree() -> CaptureLog? {
        if let path { return writing(to: path) }
        let most = memory.load(ordering: .relaxed)
        return most > 0 ? inMemory(most: most) : nil
    }

    // MARK: What happens

    /// Notes a message of the client.
    package func note(_ message: ClientMessage) {
        state.withLock { state in
            switch message {
            case .commit(let context, let number, var commit):
                commit.time = max(commit.time, state.last)
                state.last = commit.time
                state.begin(at: commit.time)
                state.write(.commit(context, number: number, commit))
            case .tiles(let context, let number, let time, let tiles):
                let time = max(time, state.last)
                state.last = time
                state.begin(at: time)
                state.write(.tiles(context, number: number, at: time, tiles))
            case .close:
                guard state.hasBegun, state.last.isFinite else { return }
                state.append([.end(at: state.last)])
            // Images go with what names them.
            case .put, .drop: break
            }
        }
    }

    /// Notes what layers are called, where it is something new.
    package func note(_ labels: [(LayerID, CaptureLabel)]) {
        state.withLock { state in
            for (layer, label) in labels where state.labels[layer] != label {
                state.labels[layer] = label
                state.waiting.append(.label(layer, label))
            }
        }
    }

    /// Notes what the tree is looked at through from a time on, where it is something new.
    package func note(_ view: CaptureView, at time: Double) {
        state.withLock { state in
            guard view.isValid, state.view != view else { return }
            state.view = view
            state.begin(at: time)
            state.append([.view(view, at: time)])
        }
    }

    /// Notes something else, of a run that has begun; what comes before its first message or view is left out.
    package func note(_ record: CaptureRecord) {
        state.withLock { state in
            if state.hasBegun { state.append([record]) }
        }
    }

    /// The file's bytes so far; nil where they are not kept, or no longer.
    package var bytes: [UInt8]? {
        state.withLock { state in
            if case .memory = state.output { state.bytes } else { nil }
        }
    }
}

extension CaptureLog.State {
    /// Begins the file, whose times count from this one.
    fileprivate mutating func begin(at time: Double) {
        guard !hasBegun else { return }
        hasBegun = true
        write(CaptureForm.mark)
        append([.start(at: time, program: ProcessInfo.processInfo.processName)])
    }

    fileprivate mutating func append(_ records: [CaptureRecord]) {
        var bytes: [UInt8] = []
        for record in records { bytes += record.bytes }
        write(bytes)
    }

    fileprivate mutating func write(_ message: ClientMessage) {
        if case .ended = output { return }
        open()
        append(waiting + encoder.encode(message).map { .message($0) })
        waiting.removeAll()
    }

    private mutating func write(_ new: [UInt8]) {
        switch output {
        case .file: bytes += new
        case .opened(let file):
            do {
                try file.write(contentsOf: Data(new))
            } catch {
                end("\(error.localizedDescription)")
            }
        case .memory(let most):
            if bytes.count + new.count <= most { bytes += new } else { end(nil) }
        case .ended: break
        }
    }

    /// Makes the file, under the first name that is free.
    private mutating func open() {
        guard case .file(let path) = output else { return }
        for number in 1...1000 {
            let url = URL(fileURLWithPath: CaptureLog.numbered(path, number))
            do {
                try Data(bytes).write(to: url, options: .withoutOverwriting)
                let file = try FileHandle(forWritingTo: url)
                try file.seekToEnd()
                output = .opened(file)
                bytes = []
                return
            } catch {
                if FileManager.default.fileExists(atPath: url.path) { continue }
                return end("\(error.localizedDescription)")
            }
        }
        end("a thousand files have its name")
    }

    /// Writes nothing more, and says why.
    private mutating func end(_ reason: String?) {
        (output, bytes) = (.ended, [])
        guard let reason else { return }
        Notices.shared.say("the capture is not written on: \(reason)", from: "QuartzCore")
    }
}

extension CaptureLog {
    /// The path of the file of one of several trees, counted from 1.
    package static func numbered(_ path: String, _ number: Int) -> String {
        guard number > 1 else { return path }
        let url = URL(fileURLWithPath: path)
        let (stem, ending) = (url.deletingPathExtension().path, url.pathExtension)
        return "\(stem)-\(number)\(ending.isEmpty ? "" : ".\(ending)")"
    }
}
