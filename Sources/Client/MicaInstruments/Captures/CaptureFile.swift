import Foundation
import MicaFrame
import MicaGeometry
import MicaResources
import MicaServer
import MicaWire

/// Why a capture cannot be read: which file, at which byte, for what reason.
public struct CaptureError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The file, as it was named.
    public let file: String
    /// The byte of the file at which the fault was found; nil where the file could not be read at all.
    public let offset: Int?
    /// The reason in words.
    public let reason: String

    /// File, place and reason in one line.
    public var description: String {
        offset.map { "\(file): byte \($0): error: \(reason)" } ?? "\(file): error: \(reason)"
    }
}

/// The file of a capture: eight bytes of mark, the length of the header in four bytes (low first), the header as JSON, and then the
/// messages of the recorded client, each after its length, in the form of docs/commit-protocol.md.
///
/// A file is data from outside: whatever it holds, reading it gives a capture or a `CaptureError`.
extension LayerCapture {
    /// What a reader accepts.
    package struct Limits: Sendable {
        /// Bytes of the file, and of the header.
        package var file = 1 << 30, header = 16 << 20
        /// Commits.
        package var commits = 1_000_000
        /// Of single messages.
        package var messages = WireLimits()

        /// Limits for captures of any program.
        package init() {
            messages.imageBytes = 1 << 30
            messages.imageSide = 16_384
        }
    }

    static let mark: [UInt8] = Array("MICACAP\u{1}".utf8)

    /// What the header says.
    fileprivate struct Header: Codable {
        var width: Int, height: Int
        var scale: Double
        /// The numbers of the homography: a, b, c, d, tx, ty, p, q, w.
        var transform: [Double]
        /// Straight sRGB.
        var background: [Double]
        var duration: Double
        /// By the layers' numbers.
        var layers: [String: LayerLabel]
    }

    /// The bytes of the file.
    public func data() -> Data {
        let h = view.rootTransform, b = view.background
        let header = Header(
            width: view.width, height: view.height, scale: view.scale,
            transform: [h.a, h.b, h.c, h.d, h.tx, h.ty, h.p, h.q, h.w],
            background: [b.red, b.green, b.blue, b.alpha], duration: duration,
            layers: Dictionary(
                uniqueKeysWithValues: labels.map { ("\($0.key.rawValue & ClientNumber.numbers)", $0.value) }))
        let coder = JSONEncoder()
        coder.outputFormatting = .sortedKeys
        coder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        // Numbers and texts can always be encoded.
        let text = (try? coder.encode(header)) ?? Data()
        var bytes = Self.mark
        for shift in stride(from: 0, to: 32, by: 8) { bytes.append(UInt8(truncatingIfNeeded: text.count >> shift)) }
        bytes += text
        var encoder = ClientMessageEncoder()
        for entry in scene.entries {
            // The time of an entry is what counts; that of tiles is in no commit of their own.
            var commit = entry.commit
            commit.time = entry.time
            bytes += MessageStream.joined(
                encoder.encode(.commit(ContextID(rawValue: 1), number: entry.number, commit)))
        }
        return Data(bytes)
    }

    /// Writes the file.
    ///
    /// - Throws: Foundation's error, which names the file, when it cannot be written.
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

    /// Reads the bytes of a file.
    ///
    /// - Parameter client: what the identities of its layers and images are marked with, so that they are no others' of this process.
    package init(
        data bytes: [UInt8], file: String = "capture", limits: Limits = Limits(), client: UInt16 = 1
    ) throws(CaptureError) {
        func fault(_ offset: Int, _ reason: String) -> CaptureError {
            CaptureError(file: file, offset: offset, reason: reason)
        }
        guard bytes.count <= limits.file else { throw fault(limits.file, "it is longer than \(limits.file) bytes") }
        guard bytes.starts(with: Self.mark) else { throw fault(0, "it is no capture: it does not begin as one") }
        let start = Self.mark.count + 4
        guard bytes.count >= start else { throw fault(bytes.count, "it ends within the header's length") }
        let length = (0..<4).reduce(0) { $0 | Int(bytes[Self.mark.count + $1]) << (8 * $1) }
        guard length <= limits.header, length <= bytes.count - start else {
            throw fault(Self.mark.count, "its header has \(length) bytes, of which \(bytes.count - start) are there")
        }
        let header: Header
        do {
            let coder = JSONDecoder()
            coder.nonConformingFloatDecodingStrategy = .convertFromString(
                positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
            header = try coder.decode(Header.self, from: Data(bytes[start..<start + length]))
        } catch {
            throw fault(start, "its header is not what a capture has: \(Self.reason(error))")
        }
        guard let view = View(header) else {
            throw fault(start, "its header says a picture that cannot be drawn: \(header.width) x \(header.height)")
        }
        self.view = view
        duration = header.duration.isFinite ? max(0, header.duration) : 0
        labels = [:]
        for (key, label) in header.layers {
            guard let number = UInt64(key), number > 0, number <= ClientNumber.numbers else {
                throw fault(start, "its header names a layer '\(key.prefix(40))'")
            }
            labels[LayerID(rawValue: UInt64(client) << ClientNumber.shift | number)] = label
        }
        scene = RecordedScene()
        try read(bytes, from: start + length, limits, client, fault)
    }

    /// Reads the messages.
    private mutating func read(
        _ bytes: [UInt8], from start: Int, _ limits: Limits, _ client: UInt16,
        _ fault: (Int, String) -> CaptureError
    ) throws(CaptureError) {
        var decoder = ClientMessageDecoder(limits: limits.messages, client: client)
        var offset = start
        var last = -Double.infinity
        while offset < bytes.count {
            let (count, body) = try Self.length(bytes, offset, fault)
            let message: ClientMessage
            do throws(WireError) {
                message = try decoder.decode(Array(bytes[body..<body + count]))
            } catch {
                throw fault(body + error.offset, "\(error.reason)")
            }
            switch message {
            case .commit(_, let number, let commit):
                guard scene.entries.count < limits.commits else {
                    throw fault(offset, "it has more than \(limits.commits) commits")
                }
                guard commit.time >= last else {
                    throw fault(offset, "a commit of \(commit.time) s comes after one of \(last) s")
                }
                last = commit.time
                scene.record(commit, at: commit.time, number: number)
            case .put, .drop: break
            case .tiles, .close: throw fault(offset, "it has a message that is no commit and no image")
            }
            offset = body + count
        }
    }

    /// The length of a message, and where it begins.
    private static func length(_ bytes: [UInt8], _ offset: Int, _ fault: (Int, String) -> CaptureError)
        throws(CaptureError) -> (count: Int, body: Int)
    {
        var (value, position, shift) = (0, offset, 0)
        while true {
            guard position < bytes.count, shift <= 28 else { throw fault(offset, "it ends within a message's length") }
            let byte = bytes[position]
            value |= Int(byte & 0x7F) << shift
            position += 1
            shift += 7
            if byte < 0x80 { break }
        }
        guard value <= bytes.count - position else {
            throw fault(offset, "a message has \(value) bytes, of which \(bytes.count - position) are there")
        }
        return (value, position)
    }

    /// What JSON's decoder says, in a few words.
    private static func reason(_ error: any Error) -> String {
        guard let error = error as? DecodingError else { return "it is no JSON" }
        switch error {
        case .keyNotFound(let key, _): return "there is no '\(key.stringValue)'"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            return "'\(context.codingPath.map(\.stringValue).joined(separator: "."))' is of another kind"
        default: return "it is no JSON"
        }
    }
}

extension LayerCapture.View {
    fileprivate init?(_ header: LayerCapture.Header) {
        let t = header.transform, b = header.background
        guard header.width >= 1, header.height >= 1, header.width <= 1 << 28, header.height <= (1 << 28) / header.width,
            header.scale.isFinite, header.scale > 0, t.count == 9, t.allSatisfy(\.isFinite), b.count == 4
        else { return nil }
        (width, height, scale) = (header.width, header.height, header.scale)
        rootTransform = Homography(
            a: t[0], b: t[1], c: t[2], d: t[3], tx: t[4], ty: t[5], p: t[6], q: t[7], w: t[8])
        background = PixelColor(ColorValue(.sRGB, red: b[0], green: b[1], blue: b[2], alpha: b[3]))
    }
}
