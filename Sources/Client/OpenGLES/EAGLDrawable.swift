import QuartzCore

/// Something that a renderbuffer takes its size from, and that shows what was drawn there: `CAEAGLLayer`.
///
/// *Source*: Apple, EAGLDrawable.h.
public protocol EAGLDrawable: AnyObject {
    /// How a renderbuffer is made for it, by `kEAGLDrawablePropertyRetainedBacking` and `kEAGLDrawablePropertyColorFormat`.
    var drawableProperties: [String: Any]? { get set }
}

/// Whether what was drawn is still there after it has been presented: a Boolean; false where it is not set.
///
/// Drawings are kept here whatever it says. *Source*: Apple, EAGLDrawable.h.
public let kEAGLDrawablePropertyRetainedBacking = "EAGLDrawablePropertyRetainedBacking"
/// How pixels are kept: one of the `kEAGLColorFormat` names; RGBA8 where it is not set. *Source*: Apple, EAGLDrawable.h.
public let kEAGLDrawablePropertyColorFormat = "EAGLDrawablePropertyColorFormat"

/// 8 bits each of red, green, blue and alpha. *Source*: Apple, EAGLDrawable.h.
public let kEAGLColorFormatRGBA8 = "EAGLColorFormatRGBA8"
/// 5, 6 and 5 bits of red, green and blue, without alpha. *Source*: Apple, EAGLDrawable.h.
public let kEAGLColorFormatRGB565 = "EAGLColorFormat565"
/// 8 bits a channel, which OpenGL mixes as light and keeps in sRGB. *Source*: Apple, EAGLDrawable.h.
public let kEAGLColorFormatSRGBA8 = "EAGLColorFormatSRGBA8"
