import Foundation
import MicaTrace
import MicaWire
import Synchronization

/// Records the messages of a tree with their times, as they happen. The capture file is complete up to the present,
/// whenever the program ends.
///
/// A program started with `MICA_CAPTURE=FILE` has one log for each tree. The second writes `FILE` with `-2` before its
/// extension, and so on; existing files stay. Encoding and writing a message takes time on the thread that sends it;
/// there is no other cost. docs/instruments.md describes the format.
///
/// Thread rules: any thread may call any function.
package final class CaptureLog: TreeRecorder {
    private let state: Mutex<State>

    /// The destination of the bytes.
    fileprivate enum Output {
        /// A file that is created with the first message.
        case file(path: String)
        case opened(FileHandle)
        /// Memory, up to a number of bytes.
        case memory(most: Int)
        /// No destination: a file could not be written, or the memory is full.
        case ended
    }

    fileprivate struct State {
        var output: Output
        var encoder = ClientMessageEncoder()
        /// The bytes in memory, or those that wait for the file to be created.
        var bytes: [UInt8] = []
        var hasBegun = false
        var labels: [LayerID: CaptureLabel] = [:]
        /// Labels that are written with the next message.
        var waiting: [CaptureRecord] = []
        var view: CaptureView?
        /// The time of the last message; later messages get at least this time.
        var last = -Double.infinity
    }

    private init(_ output: Output) { state = Mutex(State(output: output)) }

    /// A log that writes a file.
    package static func writing(to path: String) -> CaptureLog { CaptureLog(.file(path: path)) }

    /// A log in memory, which ends when it exceeds a number of bytes.
    package static func inMemory(most bytes: Int) -> CaptureLog { CaptureLog(.memory(most: bytes)) }

    // MARK: Of this process

    /// Records the runs of trees made from now on in memory; each run ends when it exceeds a number of bytes.
    package static func keepRuns(most bytes: Int) { TreeRecording.memory = bytes }

    /// The log of a new tree of this process; nil when captures are not wanted.
    package static func ofNewTree() -> CaptureLog? {
        if let path = TreeRecording.path { return writing(to: path) }
        let most = TreeRecording.memory
        return most > 0 ? inMemory(most: most) : nil
    }

    // MARK: Recording

    /// Records a message of the client.
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
            // Images are recorded with the messages that name them.
            case .put, .drop: break
            }
        }
    }

    /// Records labels of layers that have changed.
    package func note(_ labels: [(LayerID, CaptureLabel)]) {
        state.withLock { state in
            for (layer, label) in labels where state.labels[layer] != label {
                state.labels[layer] = label
                state.waiting.append(.label(layer, label))
            }
        }
    }

    /// Records how the tree is viewed from a time on, if that has changed.
    package func note(_ view: CaptureView, at time: Double) {
        state.withLock { state in
            guard view.isValid, state.view != view else { return }
            state.view = view
            state.begin(at: time)
            state.append([.view(view, at: time)])
        }
    }

    package func noteTurn(number: UInt64, seconds: Double) { note(.turn(number: number, seconds: seconds)) }

    /// Records another record. Records before the first message or view are left out.
    package func note(_ record: CaptureRecord) {
        state.withLock { state in
            if state.hasBegun { state.append([record]) }
        }
    }

    /// The bytes of the capture so far; nil when they are not in memory, or no longer.
    package var bytes: [UInt8]? {
        state.withLock { state in
            if case .memory = state.output { state.bytes } else { nil }
        }
    }
}

extension CaptureLog.State {
    /// Begins the file with its mark and its start time.
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

    /// Creates the file, under the first free name.
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

    /// Stops recording, and prints the reason.
    private mutating func end(_ reason: String?) {
        (output, bytes) = (.ended, [])
        guard let reason else { return }
        Notices.shared.say("the capture is not written on: \(reason)", from: "QuartzCore")
    }
}

extension CaptureLog {
    /// The path for one of several trees, counted from 1.
    package static func numbered(_ path: String, _ number: Int) -> String {
        guard number > 1 else { return path }
        let url = URL(fileURLWithPath: path)
        let (stem, ending) = (url.deletingPathExtension().path, url.pathExtension)
        return "\(stem)-\(number)\(ending.isEmpty ? "" : ".\(ending)")"
    }
}
