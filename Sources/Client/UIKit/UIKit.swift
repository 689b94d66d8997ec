// `import UIKit` brings QuartzCore, CoreGraphics and Foundation, as on Apple's platforms.
@_exported import CoreGraphics
@_exported import QuartzCore
