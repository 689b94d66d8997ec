import MicaBase
import MicaWire

/// One record of a capture's file, after the mark; `CaptureForm` has their order.
package enum CaptureRecord: Sendable, Equatable {
    /// The media time that the run's times count from, in seconds, and the program that ran. The first record.
    case start(at: Double, program: String)
    /// The view of the tree from a time on.
    case view(CaptureView, at: Double)
    /// The name of a layer from here on.
    case label(LayerID, CaptureLabel)
    /// A message of the client, in the form of docs/commit-protocol.md.
    case message([UInt8])
    /// How long the client's thread was busy with a commit, in seconds: from when it woke until the commit was sent.
    case turn(number: UInt64, seconds: Double)
    /// A frame that was shown: its media time, when the host began with it, and when the surface had it, in seconds.
    case frame(at: Double, began: Double, ended: Double)
    /// An action of a person, as a line of a script without its time.
    case input(String, at: Double)
    /// The end of the run.
    case end(at: Double)
}

/// How a captured tree is shown.
package struct CaptureView: Sendable, Equatable {
    /// Width and height of the surface, in pixels; 1 to 2^28 pixels in all.
    package var width: Int, height: Int
    /// Pixels per point, greater than zero.
    package var scale: Double
    /// From points of the root layer's superspace to pixels.
    package var rootTransform: Homography
    /// The background: red, green, blue and alpha in sRGB, not premultiplied.
    package var background: SIMD4<Double>

    package init(width: Int, height: Int, scale: Double, rootTransform: Homography, background: SIMD4<Double>) {
        (self.width, self.height, self.scale) = (width, height, scale)
        (self.rootTransform, self.background) = (rootTransform, background)
    }

    /// Whether a picture of this size and scale can be drawn.
    package var isValid: Bool {
        width >= 1 && height >= 1 && width <= Self.mostPixels && height <= Self.mostPixels / width && scale.isFinite
            && scale > 0
    }

    /// The most pixels of a picture.
    package static let mostPixels = 1 << 28
}

/// The form of a capture's file: a mark, then records, each after its length, like the messages of a stream.
package enum CaptureForm {
    /// The first bytes of the file; the last of them is the form's version.
    package static let mark: [UInt8] = Array("MICACAP\u{2}".utf8)

    /// The longest text of a record, in bytes; longer texts are cut.
    package static let longestText = 1024
}

extension CaptureRecord {
    /// The record's bytes, after their length.
    package var bytes: [UInt8] {
        var writer = WireWriter()
        switch self {
        case .start(let time, let program):
            writer.byte(1)
            writer.number(time)
            writer.label(program)
        case .view(let view, let time):
            writer.byte(2)
            writer.number(time)
            writer.count(view.width)
            writer.count(view.height)
            let h = view.rootTransform, b = view.background
            writer.numbers(view.scale, h.a, h.b, h.c, h.d, h.tx, h.ty, h.p, h.q, h.w, b.x, b.y, b.z, b.w)
        case .label(let layer, let label):
            writer.byte(3)
            writer.identity(layer.rawValue)
            writer.label(label.name)
            writer.label(label.className)
            writer.label(label.location ?? "")
        case .message(let bytes):
            writer.byte(4)
            writer.bytes += bytes
        case .turn(let number, let seconds):
            writer.byte(5)
            writer.integer(number)
            writer.number(seconds)
        case .frame(let time, let began, let ended):
            writer.byte(6)
            writer.numbers(time, began, ended)
        case .input(let line, let time):
            writer.byte(7)
            writer.number(time)
            writer.label(line)
        case .end(let time):
            writer.byte(8)
            writer.number(time)
        }
        return MessageStream.joined([writer.bytes])
    }

    /// Decodes a record from its bytes, without their length; the bytes are not trusted.
    package init(decoding bytes: [UInt8], limits: WireLimits) throws(WireError) {
        var reader = WireReader(bytes, limits: limits)
        let tag = try reader.byte()
        switch tag {
        case 1: self = .start(at: try reader.number(), program: try reader.text())
        case 2:
            let time = try reader.number()
            let (width, height) = (try reader.integer(), try reader.integer())
            let most = UInt64(CaptureView.mostPixels)
            guard width <= most, height <= most else { throw reader.fault(.badValue) }
            let scale = try reader.number()
            var h = Homography.identity
            (h.a, h.b, h.c) = (try reader.number(), try reader.number(), try reader.number())
            (h.d, h.tx, h.ty) = (try reader.number(), try reader.number(), try reader.number())
            (h.p, h.q, h.w) = (try reader.number(), try reader.number(), try reader.number())
            let background = SIMD4(
                try reader.number(), try reader.number(), try reader.number(), try reader.number())
            let view = CaptureView(
                width: Int(width), height: Int(height), scale: scale, rootTransform: h, background: background)
            guard view.isValid else { throw reader.fault(.badValue) }
            self = .view(view, at: time)
        case 3:
            let id = LayerID(rawValue: try reader.identity())
            let (name, className, location) = (try reader.text(), try reader.text(), try reader.text())
            self = .label(
                id,
                CaptureLabel(name: name, className: className, location: location.isEmpty ? nil : location))
        case 4:
            self = .message(Array(bytes[reader.offset...]))
            return
        case 5: self = .turn(number: try reader.integer(), seconds: try reader.number())
        case 6: self = .frame(at: try reader.number(), began: try reader.number(), ended: try reader.number())
        case 7:
            let time = try reader.number()
            self = .input(try reader.text(), at: time)
        case 8: self = .end(at: try reader.number())
        default: throw reader.fault(.unknownTag(UInt64(tag)), at: 0)
        }
        try reader.finish()
    }
}

extension WireWriter {
    /// Writes a text, cut to `longestText` bytes.
    fileprivate mutating func label(_ text: String) {
        guard text.utf8.count > CaptureForm.longestText else { return self.text(text) }
        var (short, count) = ("", 0)
        for character in text {
            count += character.utf8.count
            if count > CaptureForm.longestText { break }
            short.append(character)
        }
        self.text(short)
    }
}
