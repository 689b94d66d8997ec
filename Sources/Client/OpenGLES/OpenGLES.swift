// `import OpenGLES` brings OpenGL ES's functions and constants, and QuartzCore, because CAEAGLLayer is in this module
// here.
@_exported import COpenGLES
@_exported import QuartzCore

/// CoreVideo's name of a context, in programs that make textures from video frames. *Source*: Apple,
/// CVOpenGLESTextureCache.h.
public typealias CVEAGLContext = EAGLContext
