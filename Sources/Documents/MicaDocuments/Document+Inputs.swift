import Foundation
import Glibc

/// The kind of a document, by its first bytes.
enum DocumentKind {
    case archive, keyedArchive, lottie, markup

    /// The kind by a file name's extension; nil when the extension is unknown.
    init?(ending: String) {
        switch ending.lowercased() {
        case "json", "lottie", "lot", "tgs": self = .lottie
        case "caml", "xml": self = .markup
        case "tendies", "zip", "ca", "wallpaper": self = .archive
        case "caar": self = .keyedArchive
        default: return nil
        }
    }

    /// The kind by the first bytes; nil when they are unknown.
    init?(_ bytes: [UInt8]) {
        if bytes.starts(with: [0x50, 0x4B]) {
            self = .archive
            return
        }
        if Gzip.isOne(bytes) {
            self = .lottie
            return
        }
        if KeyedArchiveReader.isArchive(bytes) {
            self = .keyedArchive
            return
        }
        let text = DocumentText.transcoded(bytes) ?? bytes
        let isMarked = text.starts(with: [0xEF, 0xBB, 0xBF])
        switch text.dropFirst(isMarked ? 3 : 0).first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) {
        case UInt8(ascii: "{"), UInt8(ascii: "["): self = .lottie
        case UInt8(ascii: "<"): self = .markup
        default: return nil
        }
    }
}

extension Document {
    /// Loads a document from a command-line argument: a file, a directory, a pipe, or `-` for standard input.
    ///
    /// *Throws*: as `load(_:)`.
    package static func load(
        input: String, appearance: String? = nil, values: [LottieValue] = [], listsValues: Bool = false,
        limits: SourceLimits = .standard, work: LottieWork = LottieWork(), player: LottiePlayer = .specification
    ) throws(DocumentError) -> Document {
        try load(
            input: input, LottieSelection(), appearance: appearance, values: values, listsValues: listsValues,
            limits: limits, work: work, player: player)
    }

    /// Loads a document, or the selected part of a .lottie archive, from a command-line argument.
    ///
    /// *Throws*: as `load(_:)`; also when the document lacks what is selected.
    package static func load(
        input: String, _ selection: LottieSelection, appearance: String? = nil, values: [LottieValue] = [],
        listsValues: Bool = false, limits: SourceLimits = .standard, work: LottieWork = LottieWork(),
        player: LottiePlayer = .specification
    ) throws(DocumentError) -> Document {
        var status = stat()
        if input != "-" {
            guard unsafe stat(input, &status) == 0 else {
                let reason =
                    errno == ENOENT ? "there is no such file" : unsafe String(cString: strerror(errno)).lowercased()
                throw DocumentError(.unreadable, file: input, reason: reason)
            }
            if [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) {
                return try load(
                    URL(fileURLWithPath: input), selection, appearance: appearance, values: values,
                    listsValues: listsValues, limits: limits, work: work, player: player)
            }
        }
        let isStandardInput = ["-", "/dev/stdin", "/dev/fd/0"].contains(input)
        let bytes = try read(isStandardInput ? nil : input, limit: limits.file)
        return try load(
            bytes, name: isStandardInput ? "standard input" : input, selection, appearance: appearance, values: values,
            listsValues: listsValues, limits: limits, work: work, player: player)
    }

    /// Loads a document from memory; its first bytes tell the kind. Other files that it names are missing.
    ///
    /// *Throws*: as `load(_:)`.
    package static func load(
        _ bytes: [UInt8], name: String, appearance: String? = nil, values: [LottieValue] = [],
        listsValues: Bool = false, limits: SourceLimits = .standard, work: LottieWork = LottieWork(),
        player: LottiePlayer = .specification
    ) throws(DocumentError) -> Document {
        try load(
            bytes, name: name, LottieSelection(), appearance: appearance, values: values, listsValues: listsValues,
            limits: limits, work: work, player: player)
    }

    /// Loads a document, or the selected part of a .lottie archive, from memory.
    ///
    /// *Throws*: as `load(_:)`; also when the document lacks what is selected.
    package static func load(
        _ bytes: [UInt8], name: String, _ selection: LottieSelection, appearance: String? = nil,
        values: [LottieValue] = [], listsValues: Bool = false, limits: SourceLimits = .standard,
        work: LottieWork = LottieWork(), player: LottiePlayer = .specification
    ) throws(DocumentError) -> Document {
        switch DocumentKind(bytes) {
        case .lottie?:
            try LottieFile.checkPlain(selection, name)
            return Document(
                try LottieFile.read(
                    bytes, file: name, images: LottieImages(nil), values: values, listsValues: listsValues, work: work,
                    limits: limits, player: player), name)
        case .markup?: return try Document(readCAML(bytes, file: name, limits: limits.markup), name: name)
        case .keyedArchive?:
            return Document(try BundleDocument(keyedArchive: bytes, name: name, limits: limits), name)
        case .archive?:
            let archive = try ArchiveSource(bytes, name: name, limits: limits)
            if LottieFile.isLottie(archive) {
                return Document(
                    try LottieFile.load(
                        DotLottiePackage(archive, limits: limits), selection, values: values,
                        listsValues: listsValues, work: work, player: player),
                    name)
            }
            return try bundles(in: archive, appearance, limits)
        case nil:
            throw DocumentError(
                .unknownDocument, file: name,
                reason: bytes.isEmpty ? "the document is empty" : "this is neither CAML, nor JSON, nor an archive")
        }
    }

    /// All bytes of a stream; nil is standard input.
    private static func read(_ path: String?, limit: Int) throws(DocumentError) -> [UInt8] {
        let name = path ?? "standard input"
        let descriptor = path.map { unsafe open($0, O_RDONLY | O_CLOEXEC) } ?? 0
        func failure() -> DocumentError {
            DocumentError(.unreadable, file: name, reason: unsafe String(cString: strerror(errno)).lowercased())
        }
        guard descriptor >= 0 else { throw failure() }
        defer { if path != nil { close(descriptor) } }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe piece.withUnsafeMutableBytes {
                unsafe Glibc.read(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            if count < 0 { throw failure() }
            if count == 0 { return bytes }
            guard bytes.count + count <= limit else {
                throw DocumentError(
                    .refused, file: name,
                    reason: "the document is larger than \(SourceLimits.inWords(limit)); --large reads it")
            }
            bytes.append(contentsOf: piece[..<count])
        }
    }
}
