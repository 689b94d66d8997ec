import Foundation

/// The type of a track's media.
///
/// *Source*: Apple, AVMediaFormat.h.
public struct AVMediaType: Hashable, RawRepresentable, Sendable {
    /// Apple's code of four letters.
    public let rawValue: String
    /// Makes a value of any string.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Pictures.
    public static let video = AVMediaType(rawValue: "vide")
    /// Sound.
    public static let audio = AVMediaType(rawValue: "soun")
    /// Subtitles.
    public static let subtitle = AVMediaType(rawValue: "sbtl")
    /// Text.
    public static let text = AVMediaType(rawValue: "text")
    /// Timecodes.
    public static let timecode = AVMediaType(rawValue: "tmcd")
    /// Data.
    public static let metadata = AVMediaType(rawValue: "meta")
}

/// The type of a file.
///
/// *Source*: Apple, AVMediaFormat.h; Matroska's type for files that Apple does not write.
public struct AVFileType: Hashable, RawRepresentable, Sendable {
    /// The uniform type identifier.
    public let rawValue: String
    /// Makes a value of any string.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// QuickTime: .mov.
    public static let mov = AVFileType(rawValue: "com.apple.quicktime-movie")
    /// MPEG-4: .mp4.
    public static let mp4 = AVFileType(rawValue: "public.mpeg-4")
    /// MPEG-4 with Apple's extension: .m4v.
    public static let m4v = AVFileType(rawValue: "com.apple.m4v-video")
    /// MPEG-4 with sound only: .m4a.
    public static let m4a = AVFileType(rawValue: "com.apple.m4a-audio")
}

/// How a film fits its layer's bounds.
///
/// *Source*: Apple, AVAnimation.h.
public struct AVLayerVideoGravity: Hashable, RawRepresentable, Sendable {
    /// The string of Apple's constant.
    public let rawValue: String
    /// Makes a value of any string; unknown strings act as `resizeAspect`.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The whole film is shown, in its proportions.
    public static let resizeAspect = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResizeAspect")
    /// The film fills the bounds in its proportions; parts outside are clipped if the layer clips.
    public static let resizeAspectFill = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResizeAspectFill")
    /// The film is stretched to the bounds.
    public static let resize = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResize")

    /// The equivalent gravity of layers' contents.
    var contentsGravity: CALayerContentsGravity {
        switch self {
        case .resize: .resize
        case .resizeAspectFill: .resizeAspectFill
        default: .resizeAspect
        }
    }
}

/// The begin time of animations that begin with a film; Core Animation would take 0 as now.
///
/// *Source*: Apple, AVAnimation.h: "a very small and non-zero number"; the number itself is assumed.
public let AVCoreAnimationBeginTimeAtZero: CFTimeInterval = 1e-100

/// The largest rectangle with given proportions within another, centred; the null rectangle if either has no area.
///
/// *Source*: Apple, AVUtilities.h.
public func AVMakeRect(aspectRatio: CGSize, insideRect boundingRect: CGRect) -> CGRect {
    guard aspectRatio.width > 0, aspectRatio.height > 0, boundingRect.width > 0, boundingRect.height > 0 else {
        return .null
    }
    let scale = min(boundingRect.width / aspectRatio.width, boundingRect.height / aspectRatio.height)
    return rect(of: aspectRatio, scaled: scale, within: boundingRect)
}

/// A scaled size, centred in a rectangle.
func rect(of size: CGSize, scaled scale: CGFloat, within bounds: CGRect) -> CGRect {
    let (width, height) = (size.width * scale, size.height * scale)
    return CGRect(x: bounds.midX - width / 2, y: bounds.midY - height / 2, width: width, height: height)
}
