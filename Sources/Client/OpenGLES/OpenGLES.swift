// `import OpenGLES` brings OpenGL ES's own functions and constants, and QuartzCore, as CAEAGLLayer is of this module here.
@_exported import COpenGLES
@_exported import QuartzCore

/// CoreVideo's name of a context, by which programs that make textures of video frames hold theirs.
/// *Source*: Apple, CVOpenGLESTextureCache.h.
public typealias CVEAGLContext = EAGLContext
