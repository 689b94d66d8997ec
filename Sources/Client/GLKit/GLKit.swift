// `import GLKit` brings OpenGL ES's functions and UIKit, as on iOS.
@_exported import OpenGLES
@_exported import UIKit
