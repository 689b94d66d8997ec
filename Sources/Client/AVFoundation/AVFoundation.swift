// `import AVFoundation` exports Core Media, QuartzCore, CoreGraphics and Foundation, as on Apple's platforms.
@_exported import CoreMedia
@_exported import QuartzCore
