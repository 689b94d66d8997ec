import QuartzCore

/// An object that gives a renderbuffer its size and shows it: `CAEAGLLayer`.
///
/// *Source*: Apple, EAGLDrawable.h.
public protocol EAGLDrawable: AnyObject {
    /// The format of its renderbuffers, by `kEAGLDrawablePropertyRetainedBacking` and
    /// `kEAGLDrawablePropertyColorFormat`.
    var drawableProperties: [String: Any]? { get set }
}

/// Whether the pixels survive a present: a Boolean; false if not set.
///
/// Here they always survive. *Source*: Apple, EAGLDrawable.h.
public let kEAGLDrawablePropertyRetainedBacking = "EAGLDrawablePropertyRetainedBacking"
/// The format of pixels: one of the `kEAGLColorFormat` names; RGBA8 if not set. *Source*: Apple, EAGLDrawable.h.
public let kEAGLDrawablePropertyColorFormat = "EAGLDrawablePropertyColorFormat"

/// 8 bits each of red, green, blue and alpha. *Source*: Apple, EAGLDrawable.h.
public let kEAGLColorFormatRGBA8 = "EAGLColorFormatRGBA8"
/// 5, 6 and 5 bits of red, green and blue, without alpha. *Source*: Apple, EAGLDrawable.h.
public let kEAGLColorFormatRGB565 = "EAGLColorFormat565"
/// 8 bits a channel, stored in sRGB and blended as linear light. *Source*: Apple, EAGLDrawable.h.
public let kEAGLColorFormatSRGBA8 = "EAGLColorFormatSRGBA8"
