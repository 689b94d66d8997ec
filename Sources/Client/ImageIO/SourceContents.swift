import CoreGraphics
import MicaBase
import MicaCodecs

/// The result of reading an image source's bytes.
struct SourceContents: Sendable {
    /// The picture's metadata; nil until the header is complete.
    let metadata: ImageMetadata?
    /// The frames; nil without a header, or when the picture is too large.
    let frames: FrameStore?
    /// The format, by the first bytes.
    let format: ImageFormat?
    /// The number of bytes.
    let byteCount: Int
    private let failure: ImageError?
    private let isFinal: Bool

    /// Reads bytes; `isFinal`: no more will come.
    init(
        _ bytes: [UInt8], isFinal: Bool, cache: ImageCache, report: @escaping @Sendable (String) -> Void
    ) {
        self.isFinal = isFinal
        byteCount = bytes.count
        format = ImageFormat(signatureOf: bytes)
        do throws(ImageError) {
            metadata = try ImageMetadata(of: bytes)
        } catch {
            (metadata, frames, failure) = (nil, nil, error)
            return
        }
        do throws(ImageError) {
            frames = FrameStore(try ImageDecoder(bytes: bytes), cache: cache, report: report)
            failure = nil
        } catch {
            (frames, failure) = (nil, error)
        }
    }

    /// The progress of the whole source.
    var status: CGImageSourceStatus {
        if let failure {
            switch failure.kind {
            case .unknownFormat: return isFinal || byteCount >= 12 ? .statusUnknownType : .statusReadingHeader
            case .truncated: return isFinal ? .statusUnexpectedEOF : .statusReadingHeader
            default: return .statusInvalidData
            }
        }
        guard let metadata else { return .statusReadingHeader }
        if metadata.isWhole || isFinal && metadata.frames.allSatisfy(\.isComplete) { return .statusComplete }
        return isFinal ? .statusUnexpectedEOF : .statusIncomplete
    }

    /// The progress of a frame.
    func status(at index: Int) -> CGImageSourceStatus {
        guard failure == nil, let metadata else { return status }
        guard metadata.frames.indices.contains(index) else {
            return isFinal || metadata.isWhole ? .statusInvalidData : .statusReadingHeader
        }
        if metadata.frames[index].isComplete { return .statusComplete }
        return isFinal ? .statusUnexpectedEOF : .statusIncomplete
    }

    /// The frames, if the frame at `index` can be decoded.
    func frames(with index: Int) -> FrameStore? {
        guard let frames, 0..<frames.count ~= index, status(at: index) == .statusComplete else { return nil }
        return frames
    }
}

extension ImageFormat {
    /// The uniform type identifier.
    var typeIdentifier: CFString {
        switch self {
        case .png: "public.png"
        case .jpeg: "public.jpeg"
        case .gif: "com.compuserve.gif"
        case .webp: "org.webmproject.webp"
        }
    }

    /// The format of a uniform type identifier; nil for other types.
    init?(typeIdentifier: CFString) {
        guard let format = Self.allCases.first(where: { $0.typeIdentifier == typeIdentifier }) else { return nil }
        self = format
    }
}
