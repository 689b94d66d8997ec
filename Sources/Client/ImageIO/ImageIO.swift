// `import ImageIO` exports CoreGraphics and Foundation, as on Apple's platforms.
@_exported import CoreGraphics
