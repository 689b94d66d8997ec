// `import OpenGLES` brings OpenGL ES's own functions and constants, and QuartzCore, as CAEAGLLayer is of this module here.
@_exported import COpenGLES
@_exported import QuartzCore
