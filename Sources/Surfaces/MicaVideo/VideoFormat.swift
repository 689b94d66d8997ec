import CLibAV
import MicaSurface

/// A video's compression and file format.
package enum VideoFormat: Sendable, Equatable, CaseIterable {
    /// H.264 in .mp4: 4:2:0, no alpha, even sizes. Plays everywhere.
    case h264
    /// H.265 in .mp4 and .mov: 4:2:0, no alpha, even sizes. Half of H.264's bytes, and several times its time.
    case h265
    /// AV1 in .mp4 and .webm: 4:2:0, no alpha, even sizes of 64 pixels and more.
    case av1
    /// VP9 in .webm: 4:2:0, no alpha.
    case vp9
    /// VP9 in .webm with alpha.
    case vp9WithAlpha
    /// ProRes 4444 in .mov: 4:4:4 with 10 bits, and alpha.
    case proRes4444
    /// PNG frames in .mov: lossless, with alpha, large.
    case losslessPNG

    /// The format for a file name with `.mp4`, `.webm` or `.mov`.
    ///
    /// - Parameter keepsAlpha: Whether a .webm keeps alpha; a .mov always does, an .mp4 never does.
    /// - Returns: nil for other extensions.
    package init?(path: String, keepsAlpha: Bool) {
        switch pathExtension(path) {
        case "mp4", "m4v": self = .h264
        case "webm": self = keepsAlpha ? .vp9WithAlpha : .vp9
        case "mov": self = .proRes4444
        default: return nil
        }
    }

    /// The names of codecs that a user may choose.
    package static let codecNames = ["h264", "h265", "av1", "vp9", "prores", "png"]

    /// The format of a codec's name.
    ///
    /// - Returns: nil for other names.
    package init?(codec: String, keepsAlpha: Bool) {
        switch codec {
        case "h264": self = .h264
        case "h265": self = .h265
        case "av1": self = .av1
        case "vp9": self = keepsAlpha ? .vp9WithAlpha : .vp9
        case "prores": self = .proRes4444
        case "png": self = .losslessPNG
        default: return nil
        }
    }

    /// The endings of files that take the format.
    package var endings: [String] {
        switch self {
        case .h264, .h265: ["mp4", "m4v", "mov"]
        case .av1: ["mp4", "m4v", "webm"]
        case .vp9, .vp9WithAlpha: ["webm"]
        case .proRes4444, .losslessPNG: ["mov"]
        }
    }

    /// Whether decoded frames have alpha; if not, frames are drawn over black.
    package var keepsAlpha: Bool { [.vp9WithAlpha, .proRes4444, .losslessPNG].contains(self) }

    /// Whether sides have to be even.
    var hasEvenSides: Bool { [.h264, .h265, .av1].contains(self) }

    /// The name as users know it.
    var shownName: String {
        switch self {
        case .h264: "H.264"
        case .h265: "H.265"
        case .av1: "AV1"
        case .vp9, .vp9WithAlpha: "VP9"
        case .proRes4444: "ProRes 4444"
        case .losslessPNG: "PNG"
        }
    }

    /// The file format, by libavformat's name.
    var container: String {
        switch self {
        case .h264, .h265, .av1: "mp4"
        case .vp9, .vp9WithAlpha: "webm"
        case .proRes4444, .losslessPNG: "mov"
        }
    }

    /// Suitable encoders, by libavcodec's names, best first.
    var encoders: [String] {
        switch self {
        case .h264: ["libx264", "libopenh264"]
        case .h265: ["libx265"]
        case .av1: ["libsvtav1", "libaom-av1"]
        case .vp9, .vp9WithAlpha: ["libvpx-vp9"]
        case .proRes4444: ["prores_ks"]
        case .losslessPNG: ["png"]
        }
    }

    /// The pixel format that the encoder gets.
    var pixelFormat: AVPixelFormat {
        switch self {
        case .h264, .h265, .av1, .vp9: AV_PIX_FMT_YUV420P
        case .vp9WithAlpha: AV_PIX_FMT_YUVA420P
        case .proRes4444: AV_PIX_FMT_YUVA444P10LE
        case .losslessPNG: AV_PIX_FMT_RGBA
        }
    }
}

/// Loads libav when a video is first written or read.
///
/// - Throws: `SurfaceError` when this machine lacks libav of the version that Mica was built with.
package func openLibav(for path: String) throws(SurfaceError) {
    guard let reason = unsafe mica_av_open() else { return }
    throw SurfaceError(
        path: path, reason: "videos need FFmpeg's libraries, which cannot be opened: \(unsafe String(cString: reason))")
}

/// libav's message for an error code.
package func libavReason(_ code: Int32) -> String {
    var letters = [UInt8](repeating: 0, count: 256)
    let known = unsafe letters.withUnsafeMutableBytes { room in
        unsafe av_strerror(code, room.baseAddress?.assumingMemoryBound(to: CChar.self), room.count)
    }
    let words = String(decoding: letters.prefix { $0 != 0 }, as: UTF8.self)
    if known < 0 || words.isEmpty { return "libav error \(code)" }
    return words.prefix(1).lowercased() + words.dropFirst()
}
