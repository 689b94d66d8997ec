// Keys of the dictionaries that `CGImageSourceCopyPropertiesAtIndex` gives and that destinations take, with Apple's raw
// values (CGImageProperties.h). Numbers are NSNumber and dictionaries NSDictionary, so that `as? Int`, `as? CGFloat`,
// `as? [String: Any]` and `as? NSDictionary` find them.

/// The size of the file. *Units*: bytes.
public let kCGImagePropertyFileSize: CFString = "FileSize"
/// The width of the picture as stored. *Units*: pixels.
public let kCGImagePropertyPixelWidth: CFString = "PixelWidth"
/// The height of the picture as stored. *Units*: pixels.
public let kCGImagePropertyPixelHeight: CFString = "PixelHeight"
/// The density across. *Units*: pixels per inch.
public let kCGImagePropertyDPIWidth: CFString = "DPIWidth"
/// The density down. *Units*: pixels per inch.
public let kCGImagePropertyDPIHeight: CFString = "DPIHeight"
/// The size of each stored number. *Units*: bits.
public let kCGImagePropertyDepth: CFString = "Depth"
/// How the picture is to be turned: the raw value of a `CGImagePropertyOrientation`.
public let kCGImagePropertyOrientation: CFString = "Orientation"
/// Whether stored pixels are indices into a palette.
public let kCGImagePropertyIsIndexed: CFString = "IsIndexed"
/// Whether the picture has alpha.
public let kCGImagePropertyHasAlpha: CFString = "HasAlpha"
/// What the numbers of a stored pixel are: one of the models below.
public let kCGImagePropertyColorModel: CFString = "ColorModel"
/// Red, green and blue.
public let kCGImagePropertyColorModelRGB: CFString = "RGB"
/// Gray.
public let kCGImagePropertyColorModelGray: CFString = "Gray"
/// Cyan, magenta, yellow and black.
public let kCGImagePropertyColorModelCMYK: CFString = "CMYK"

/// The dictionary of a file's TIFF tags.
public let kCGImagePropertyTIFFDictionary: CFString = "{TIFF}"
/// How the picture is to be turned, in the TIFF dictionary.
public let kCGImagePropertyTIFFOrientation: CFString = "Orientation"

/// The dictionary of a JPEG's JFIF numbers.
public let kCGImagePropertyJFIFDictionary: CFString = "{JFIF}"
/// The version, as an array of numbers.
public let kCGImagePropertyJFIFVersion: CFString = "JFIFVersion"
/// The density across, in the density unit.
public let kCGImagePropertyJFIFXDensity: CFString = "XDensity"
/// The density down, in the density unit.
public let kCGImagePropertyJFIFYDensity: CFString = "YDensity"
/// What the densities count: 0 nothing (they are a ratio), 1 pixels per inch, 2 pixels per centimetre.
public let kCGImagePropertyJFIFDensityUnit: CFString = "DensityUnit"
/// Whether the picture is stored in passes.
public let kCGImagePropertyJFIFIsProgressive: CFString = "IsProgressive"

/// The dictionary of a GIF.
public let kCGImagePropertyGIFDictionary: CFString = "{GIF}"
/// How often the animation plays; 0 is for ever.
public let kCGImagePropertyGIFLoopCount: CFString = "LoopCount"
/// How long the frame is shown, 0.1 at least. *Units*: seconds.
public let kCGImagePropertyGIFDelayTime: CFString = "DelayTime"
/// How long the frame is shown, as the file says. *Units*: seconds.
public let kCGImagePropertyGIFUnclampedDelayTime: CFString = "UnclampedDelayTime"
/// Whether frames can share a palette.
public let kCGImagePropertyGIFHasGlobalColorMap: CFString = "HasGlobalColorMap"
/// The delay times of all frames: an array of dictionaries.
public let kCGImagePropertyGIFFrameInfoArray: CFString = "FrameInfo"
/// The width of the canvas. *Units*: pixels.
public let kCGImagePropertyGIFCanvasPixelWidth: CFString = "CanvasPixelWidth"
/// The height of the canvas. *Units*: pixels.
public let kCGImagePropertyGIFCanvasPixelHeight: CFString = "CanvasPixelHeight"

/// The dictionary of a PNG.
public let kCGImagePropertyPNGDictionary: CFString = "{PNG}"
/// The exponent with which numbers become light, as the file says; it is not applied.
public let kCGImagePropertyPNGGamma: CFString = "Gamma"
/// 0: rows in order, 1: interlaced.
public let kCGImagePropertyPNGInterlaceType: CFString = "InterlaceType"
/// The density across. *Units*: pixels per metre.
public let kCGImagePropertyPNGXPixelsPerMeter: CFString = "XPixelsPerMeter"
/// The density down. *Units*: pixels per metre.
public let kCGImagePropertyPNGYPixelsPerMeter: CFString = "YPixelsPerMeter"
/// The rendering intent of a picture in sRGB.
public let kCGImagePropertyPNGsRGBIntent: CFString = "sRGBIntent"
/// How often the animation plays; 0 is for ever.
public let kCGImagePropertyAPNGLoopCount: CFString = "LoopCount"
/// How long the frame is shown, 0.1 at least. *Units*: seconds.
public let kCGImagePropertyAPNGDelayTime: CFString = "DelayTime"
/// How long the frame is shown, as the file says. *Units*: seconds.
public let kCGImagePropertyAPNGUnclampedDelayTime: CFString = "UnclampedDelayTime"
/// The delay times of all frames: an array of dictionaries.
public let kCGImagePropertyAPNGFrameInfoArray: CFString = "FrameInfo"
/// The width of the canvas. *Units*: pixels.
public let kCGImagePropertyAPNGCanvasPixelWidth: CFString = "CanvasPixelWidth"
/// The height of the canvas. *Units*: pixels.
public let kCGImagePropertyAPNGCanvasPixelHeight: CFString = "CanvasPixelHeight"

/// The dictionary of a WebP.
public let kCGImagePropertyWebPDictionary: CFString = "{WebP}"
/// How often the animation plays; 0 is for ever.
public let kCGImagePropertyWebPLoopCount: CFString = "LoopCount"
/// How long the frame is shown, 0.1 at least. *Units*: seconds.
public let kCGImagePropertyWebPDelayTime: CFString = "DelayTime"
/// How long the frame is shown, as the file says. *Units*: seconds.
public let kCGImagePropertyWebPUnclampedDelayTime: CFString = "UnclampedDelayTime"
/// The delay times of all frames: an array of dictionaries.
public let kCGImagePropertyWebPFrameInfoArray: CFString = "FrameInfo"
/// The width of the canvas. *Units*: pixels.
public let kCGImagePropertyWebPCanvasPixelWidth: CFString = "CanvasPixelWidth"
/// The height of the canvas. *Units*: pixels.
public let kCGImagePropertyWebPCanvasPixelHeight: CFString = "CanvasPixelHeight"

/// How a stored picture is to be turned to stand upright; EXIF's numbers.
public enum CGImagePropertyOrientation: UInt32, Sendable {
    /// It stands upright.
    case up = 1
    /// It is mirrored left to right.
    case upMirrored = 2
    /// It stands on its head.
    case down = 3
    /// It is mirrored top to bottom.
    case downMirrored = 4
    /// It is mirrored left to right and lies on its left side.
    case leftMirrored = 5
    /// It is to be turned a quarter clockwise.
    case right = 6
    /// It is mirrored left to right and lies on its right side.
    case rightMirrored = 7
    /// It is to be turned a quarter counterclockwise.
    case left = 8
}
