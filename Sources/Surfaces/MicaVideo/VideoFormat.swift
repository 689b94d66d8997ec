import CLibAV
import MicaSurface

/// A video's compression and file format.
package enum VideoFormat: Sendable, Equatable, CaseIterable {
    /// H.264 in .mp4: 4:2:0, no alpha, even sizes. Plays everywhere.
    case h264
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

    /// Whether decoded frames have alpha; if not, frames are drawn over black.
    package var keepsAlpha: Bool { self != .h264 && self != .vp9 }

    /// The file format, by libavformat's name.
    var container: String {
        switch self {
        case .h264: "mp4"
        case .vp9, .vp9WithAlpha: "webm"
        case .proRes4444, .losslessPNG: "mov"
        }
    }

    /// Suitable encoders, by libavcodec's names, best first.
    var encoders: [String] {
        switch self {
        case .h264: ["libx264", "libopenh264"]
        case .vp9, .vp9WithAlpha: ["libvpx-vp9"]
        case .proRes4444: ["prores_ks"]
        case .losslessPNG: ["png"]
        }
    }

    /// The pixel format that the encoder gets.
    var pixelFormat: AVPixelFormat {
        switch self {
        case .h264, .vp9: AV_PIX_FMT_YUV420P
        case .vp9WithAlpha: AV_PIX_FMT_YUVA420P
        case .proRes4444: AV_PIX_FMT_YUVA444P10LE
        case .losslessPNG: AV_PIX_FMT_RGBA
        }
    }

    /// Options of the encoder. An encoder without an option uses its default.
    func encoderOptions(_ quality: Int) -> [(String, String)] {
        switch self {
        // At quality 75, crf is 18, which x264's authors call visually lossless or nearly so.
        case .h264: [("preset", "medium"), ("crf", String(51 - 44 * quality / 100)), ("profile", "high")]
        // Alternate reference frames do not work with alpha. Without row threads, the bytes do not depend on the
        // number of threads.
        case .vp9: vp9Options(quality)
        case .vp9WithAlpha: vp9Options(quality) + [("auto-alt-ref", "0")]
        case .proRes4444: [("profile", "4444"), ("alpha_bits", "16"), ("vendor", "apl0")]
        case .losslessPNG: [("pred", "mixed")]
        }
    }

    /// The quantiser of every frame, for encoders that work better with a fixed one; 4 at quality 75.
    ///
    /// For ProRes, quantisers 2, 4 and 6 were measured against the search for a bit rate, on 60 frames of 720p (2
    /// cores, FFmpeg 5.1). 4 gives 60 dB, in little more than half of the search's bytes and a sixth of its time.
    func fixedQuantiser(_ quality: Int) -> Int32? {
        self == .proRes4444 ? max(1, 16 - Int32(quality) * 16 / 100) : nil
    }

    private func vp9Options(_ quality: Int) -> [(String, String)] {
        [
            ("crf", String(63 - 58 * quality / 100)), ("deadline", "good"), ("cpu-used", "4"), ("row-mt", "0"),
            ("tile-columns", "1"),
        ]
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
