import Foundation
import MicaEncoding
import MicaServer
import MicaWire

/// An error in reading a capture: the file, the byte and the reason.
public struct CaptureError: LocalizedError, Sendable, Equatable, CustomStringConvertible {
    /// The name of the file.
    public let file: String
    /// The offset of the fault, in bytes; nil when the file could not be read at all.
    public let offset: Int?
    /// The reason in words.
    public let reason: String

    /// File, offset and reason in one line.
    public var description: String {
        offset.map { "\(file): byte \($0): error: \(reason)" } ?? "\(file): error: \(reason)"
    }
    /// The description, as `localizedDescription` gives it.
    public var errorDescription: String? { description }
}

/// The file of a capture: a signature of eight bytes, then records, each after its length (`CaptureRecord`).
///
/// Records hold the origin of times, the views of the tree, the names of layers, the client's messages in the form of
/// docs/commit-protocol.md, how long its thread was busy with each commit, the frames shown, the user's input, and
/// the end.
///
/// A file is untrusted: any content gives a capture or a `CaptureError`. If the program ended while it wrote, the
/// file may stop within a record; complete records before it count.
extension LayerCapture {
    /// The limits of a reader.
    package struct Limits: Sendable {
        /// The most bytes of a file.
        package var file = 1 << 30
        /// The most commits.
        package var commits = 1_000_000
        /// The most other records: labels, views, frames, inputs.
        package var records = 4_000_000
        /// The limits of single messages.
        package var messages = WireLimits()

        /// Limits for captures of any program.
        package init() {
            messages.imageBytes = 1 << 30
            messages.imageSide = 16_384
        }
    }

    /// The bytes of the file.
    public func data() -> Data {
        var bytes = CaptureForm.mark
        func add(_ record: CaptureRecord) { bytes += record.bytes }
        add(.start(at: origin, program: program))
        for entry in views { add(.view(entry.view, at: entry.time)) }
        for (layer, label) in labels.sorted(by: { $0.key < $1.key }) { add(.label(layer, label)) }
        var encoder = ClientMessageEncoder()
        for entry in scene.entries {
            // The entry's time counts, because tiles come without a commit of their own.
            var commit = entry.commit
            commit.time = entry.time
            for message in encoder.encode(.commit(ContextID(rawValue: 1), number: entry.number, commit)) {
                add(.message(message))
            }
            if let seconds = turns[entry.number] { add(.turn(number: entry.number, seconds: seconds)) }
        }
        for frame in frames { add(.frame(at: frame.time, began: frame.began, ended: frame.ended)) }
        for input in inputs { add(.input(input.line, at: input.time)) }
        add(.end(at: origin + duration))
        return Data(bytes)
    }

    /// Writes the capture to a file.
    ///
    /// - Throws: Foundation's error, which names the file, when the file cannot be written.
    public func write(to path: String) throws { try data().write(to: URL(fileURLWithPath: path), options: .atomic) }

    /// Reads a file.
    public init(contentsOfFile path: String) throws(CaptureError) {
        let data: Data
        do {
            data = try Data(contentsOf: URL(fileURLWithPath: path))
        } catch {
            let reason = (error as NSError).localizedFailureReason ?? (error as NSError).localizedDescription
            throw CaptureError(file: path, offset: nil, reason: reason)
        }
        try self.init(data: [UInt8](data), file: path)
    }

    /// Reads a capture from bytes.
    ///
    /// - Parameter client: A number that marks the identities of layers and images, so that they are unique in this
    ///   process.
    package init(
        data bytes: [UInt8], file: String = "capture", limits: Limits = Limits(), client: UInt16 = 1
    ) throws(CaptureError) {
        var reader = CaptureReader(file: file, limits: limits, client: client)
        try reader.read(bytes)
        self = reader.capture
    }
}

/// Reads the records of a capture's file in order.
private struct CaptureReader {
    private(set) var capture = LayerCapture(scene: RecordedScene(), views: [], labels: [:], duration: 0)

    private let file: String
    private let limits: LayerCapture.Limits
    private let client: UInt16
    private var decoder: ClientMessageDecoder
    private var records = 0
    /// The time of the last commit, and the latest time of any record.
    private var last = -Double.infinity, end = -Double.infinity

    init(file: String, limits: LayerCapture.Limits, client: UInt16) {
        (self.file, self.limits, self.client) = (file, limits, client)
        decoder = ClientMessageDecoder(limits: limits.messages, client: client)
    }

    private func fault(_ offset: Int, _ reason: String) -> CaptureError {
        CaptureError(file: file, offset: offset, reason: reason)
    }

    mutating func read(_ bytes: [UInt8]) throws(CaptureError) {
        guard bytes.count <= limits.file else { throw fault(limits.file, "it is longer than \(limits.file) bytes") }
        let mark = CaptureForm.mark
        guard bytes.starts(with: mark.dropLast()) else {
            throw fault(0, "it is not a capture, by its first bytes")
        }
        guard bytes.starts(with: mark) else {
            let version = bytes.count > mark.count - 1 ? "\(bytes[mark.count - 1])" : "none"
            throw fault(
                mark.count - 1, "its form has version \(version), and this program reads \(mark[mark.count - 1])")
        }
        var offset = mark.count
        var isFirst = true
        while offset < bytes.count {
            guard let (count, body) = try length(bytes, offset) else { break }
            let record: CaptureRecord
            do throws(WireError) {
                record = try CaptureRecord(decoding: Array(bytes[body..<body + count]), limits: limits.messages)
            } catch {
                throw fault(body + error.offset, "\(error.reason)")
            }
            if isFirst {
                guard case .start = record else { throw fault(offset, "the start of the run is missing") }
            }
            isFirst = false
            try take(record, at: body)
            offset = body + count
        }
        guard !isFirst else { throw fault(offset, "the start of the run is missing") }
        guard !capture.views.isEmpty else { throw fault(offset, "the record of its view is missing") }
        capture.duration = end.isFinite ? max(0, end - capture.origin) : 0
    }

    private mutating func take(_ record: CaptureRecord, at offset: Int) throws(CaptureError) {
        if case .message(let bytes) = record { return try take(bytes, at: offset + 1) }
        records += 1
        guard records <= limits.records else { throw fault(offset, "it has more than \(limits.records) records") }
        switch record {
        case .start(let time, let program):
            guard records == 1 else { throw fault(offset, "the start of the run is there twice") }
            guard abs(time) < 1e12 else { throw fault(offset, "a run does not begin at \(time) s") }
            (capture.origin, capture.program) = (time, program)
        case .view(let view, let time):
            guard time >= capture.views.last?.time ?? time else {
                throw fault(offset, "a view of \(time) s comes after one of a later time")
            }
            capture.views.append((time, view))
            end = max(end, time)
        case .label(let layer, let label):
            capture.labels[LayerID(rawValue: UInt64(client) << ClientNumber.shift | layer.rawValue)] = label
        case .turn(let number, let seconds): capture.turns[number] = max(0, seconds)
        case .frame(let time, let began, let ended):
            guard began >= capture.frames.last?.began ?? began, ended >= began else {
                throw fault(offset, "a frame of \(began) s to \(ended) s is out of order")
            }
            capture.frames.append((time, began, ended))
            end = max(end, ended)
        case .input(let line, let time):
            capture.inputs.append((time, line))
            end = max(end, time)
        case .end(let time): end = max(end, time)
        case .message: break
        }
    }

    private mutating func take(_ bytes: [UInt8], at offset: Int) throws(CaptureError) {
        let message: ClientMessage
        do throws(WireError) {
            message = try decoder.decode(bytes)
        } catch {
            throw fault(offset + error.offset, "\(error.reason)")
        }
        switch message {
        case .commit(_, let number, let commit): try record(commit, commit.time, number, offset)
        case .tiles(_, let number, let time, let tiles): try record(Commit(tiles, at: time), time, number, offset)
        case .put, .drop: break
        case .close: throw fault(offset, "a message is neither a commit nor an image")
        }
    }

    private mutating func record(_ commit: Commit, _ time: Double, _ number: UInt64, _ offset: Int)
        throws(CaptureError)
    {
        guard capture.scene.entries.count < limits.commits else {
            throw fault(offset, "it has more than \(limits.commits) commits")
        }
        guard time >= last, time.isFinite else {
            throw fault(offset, "a commit of \(time) s comes after one of \(last) s")
        }
        last = time
        end = max(end, time)
        capture.scene.record(commit, at: time, number: number)
    }

    /// The length of a record, and its first byte; nil when the file ends within the record.
    private func length(_ bytes: [UInt8], _ offset: Int) throws(CaptureError) -> (count: Int, body: Int)? {
        var (value, position, shift) = (0, offset, 0)
        while true {
            guard position < bytes.count else { return nil }
            guard shift <= 28 else { throw fault(offset, "a record's length has no end") }
            let byte = bytes[position]
            value |= Int(byte & 0x7F) << shift
            position += 1
            shift += 7
            if byte < 0x80 { break }
        }
        return value <= bytes.count - position ? (value, position) : nil
    }
}
