import Foundation

/// What a track has.
///
/// *Source*: Apple, AVMediaFormat.h.
public struct AVMediaType: Hashable, RawRepresentable, Sendable {
    /// Apple's four letters.
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
    /// Times.
    public static let timecode = AVMediaType(rawValue: "tmcd")
    /// Data.
    public static let metadata = AVMediaType(rawValue: "meta")
}

/// A kind of file.
///
/// *Source*: Apple, AVMediaFormat.h, and for what Apple does not write, Matroska's type.
public struct AVFileType: Hashable, RawRepresentable, Sendable {
    /// The type's identifier.
    public let rawValue: String
    /// Makes a value of any string.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// QuickTime: .mov.
    public static let mov = AVFileType(rawValue: "com.apple.quicktime-movie")
    /// MPEG-4: .mp4.
    public static let mp4 = AVFileType(rawValue: "public.mpeg-4")
    /// MPEG-4 as Apple names it: .m4v.
    public static let m4v = AVFileType(rawValue: "com.apple.m4v-video")
    /// MPEG-4 of sound alone: .m4a.
    public static let m4a = AVFileType(rawValue: "com.apple.m4a-audio")
}

/// How a film lies in its layer's bounds.
///
/// *Source*: Apple, AVAnimation.h.
public struct AVLayerVideoGravity: Hashable, RawRepresentable, Sendable {
    /// Apple's string.
    public let rawValue: String
    /// Makes a value of any string; those other than the three below count as `resizeAspect`.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// All of it, in its proportions.
    public static let resizeAspect = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResizeAspect")
    /// In its proportions over all of the bounds; what goes over them is clipped where the layer clips.
    public static let resizeAspectFill = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResizeAspectFill")
    /// Stretched to the bounds.
    public static let resize = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResize")

    /// The same for contents of layers.
    var contentsGravity: CALayerContentsGravity {
        switch self {
        case .resize: .resize
        case .resizeAspectFill: .resizeAspectFill
        default: .resizeAspect
        }
    }
}

/// The begin time of animations of a film's layers that begin with the film: Core Animation takes 0 for now.
///
/// *Source*: Apple, AVAnimation.h: "a very small and non-zero number"; the number itself is assumed.
public let AVCoreAnimationBeginTimeAtZero: CFTimeInterval = 1e-100

/// The largest rectangle of some proportions within another, centred in it; the null rectangle where either is without area.
///
/// *Source*: Apple, AVUtilities.h.
public func AVMakeRect(aspectRatio: CGSize, insideRect boundingRect: CGRect) -> CGRect {
    guard aspectRatio.width > 0, aspectRatio.height > 0, boundingRect.width > 0, boundingRect.height > 0 else {
        return .null
    }
    let scale = min(boundingRect.width / aspectRatio.width, boundingRect.height / aspectRatio.height)
    return rect(of: aspectRatio, scaled: scale, within: boundingRect)
}

/// A size times a number, centred in a rectangle.
func rect(of size: CGSize, scaled scale: CGFloat, within bounds: CGRect) -> CGRect {
    let (width, height) = (size.width * scale, size.height * scale)
    return CGRect(x: bounds.midX - width / 2, y: bounds.midY - height / 2, width: width, height: height)
}
