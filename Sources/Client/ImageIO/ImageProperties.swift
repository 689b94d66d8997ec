// Keys of the dictionaries that `CGImageSourceCopyPropertiesAtIndex` returns and that destinations take, with Apple's
// raw values (CGImageProperties.h). Numbers are NSNumber and dictionaries NSDictionary, so that `as? Int`,
// `as? CGFloat`, `as? [String: Any]` and `as? NSDictionary` work.

/// The size of the file. *Units*: bytes.
public let kCGImagePropertyFileSize: CFString = "FileSize"
/// The width of the picture as stored. *Units*: pixels.
public let kCGImagePropertyPixelWidth: CFString = "PixelWidth"
/// The height of the picture as stored. *Units*: pixels.
public let kCGImagePropertyPixelHeight: CFString = "PixelHeight"
/// The horizontal density. *Units*: pixels per inch.
public let kCGImagePropertyDPIWidth: CFString = "DPIWidth"
/// The vertical density. *Units*: pixels per inch.
public let kCGImagePropertyDPIHeight: CFString = "DPIHeight"
/// The size of a stored component. *Units*: bits.
public let kCGImagePropertyDepth: CFString = "Depth"
/// The orientation of the picture: the raw value of a `CGImagePropertyOrientation`.
public let kCGImagePropertyOrientation: CFString = "Orientation"
/// Whether stored pixels are indices into a palette.
public let kCGImagePropertyIsIndexed: CFString = "IsIndexed"
/// Whether the picture has alpha.
public let kCGImagePropertyHasAlpha: CFString = "HasAlpha"
/// The colour model of stored pixels: one of the models below.
public let kCGImagePropertyColorModel: CFString = "ColorModel"
/// Red, green and blue.
public let kCGImagePropertyColorModelRGB: CFString = "RGB"
/// Gray.
public let kCGImagePropertyColorModelGray: CFString = "Gray"
/// Cyan, magenta, yellow and black.
public let kCGImagePropertyColorModelCMYK: CFString = "CMYK"

/// The dictionary of TIFF tags.
public let kCGImagePropertyTIFFDictionary: CFString = "{TIFF}"
/// The orientation of the picture, in the TIFF dictionary.
public let kCGImagePropertyTIFFOrientation: CFString = "Orientation"

/// The dictionary of JFIF numbers of a JPEG.
public let kCGImagePropertyJFIFDictionary: CFString = "{JFIF}"
/// The version, as an array of numbers.
public let kCGImagePropertyJFIFVersion: CFString = "JFIFVersion"
/// The horizontal density, in the density unit.
public let kCGImagePropertyJFIFXDensity: CFString = "XDensity"
/// The vertical density, in the density unit.
public let kCGImagePropertyJFIFYDensity: CFString = "YDensity"
/// The unit of the densities: 0 none (they are a ratio), 1 pixels per inch, 2 pixels per centimetre.
public let kCGImagePropertyJFIFDensityUnit: CFString = "DensityUnit"
/// Whether the picture is stored progressively.
public let kCGImagePropertyJFIFIsProgressive: CFString = "IsProgressive"

/// The dictionary of GIF properties.
public let kCGImagePropertyGIFDictionary: CFString = "{GIF}"
/// How often the animation plays; 0 is for ever.
public let kCGImagePropertyGIFLoopCount: CFString = "LoopCount"
/// The duration of the frame, at least 0.1. *Units*: seconds.
public let kCGImagePropertyGIFDelayTime: CFString = "DelayTime"
/// The duration of the frame, as stored. *Units*: seconds.
public let kCGImagePropertyGIFUnclampedDelayTime: CFString = "UnclampedDelayTime"
/// Whether the file has a palette for all frames.
public let kCGImagePropertyGIFHasGlobalColorMap: CFString = "HasGlobalColorMap"
/// The delay times of all frames: an array of dictionaries.
public let kCGImagePropertyGIFFrameInfoArray: CFString = "FrameInfo"
/// The width of the canvas. *Units*: pixels.
public let kCGImagePropertyGIFCanvasPixelWidth: CFString = "CanvasPixelWidth"
/// The height of the canvas. *Units*: pixels.
public let kCGImagePropertyGIFCanvasPixelHeight: CFString = "CanvasPixelHeight"

/// The dictionary of PNG properties.
public let kCGImagePropertyPNGDictionary: CFString = "{PNG}"
/// The exponent from components to light, as stored; it is not applied.
public let kCGImagePropertyPNGGamma: CFString = "Gamma"
/// 0: not interlaced, 1: interlaced.
public let kCGImagePropertyPNGInterlaceType: CFString = "InterlaceType"
/// The horizontal density. *Units*: pixels per metre.
public let kCGImagePropertyPNGXPixelsPerMeter: CFString = "XPixelsPerMeter"
/// The vertical density. *Units*: pixels per metre.
public let kCGImagePropertyPNGYPixelsPerMeter: CFString = "YPixelsPerMeter"
/// The rendering intent of an sRGB picture.
public let kCGImagePropertyPNGsRGBIntent: CFString = "sRGBIntent"
/// How often the animation plays; 0 is for ever.
public let kCGImagePropertyAPNGLoopCount: CFString = "LoopCount"
/// The duration of the frame, at least 0.1. *Units*: seconds.
public let kCGImagePropertyAPNGDelayTime: CFString = "DelayTime"
/// The duration of the frame, as stored. *Units*: seconds.
public let kCGImagePropertyAPNGUnclampedDelayTime: CFString = "UnclampedDelayTime"
/// The delay times of all frames: an array of dictionaries.
public let kCGImagePropertyAPNGFrameInfoArray: CFString = "FrameInfo"
/// The width of the canvas. *Units*: pixels.
public let kCGImagePropertyAPNGCanvasPixelWidth: CFString = "CanvasPixelWidth"
/// The height of the canvas. *Units*: pixels.
public let kCGImagePropertyAPNGCanvasPixelHeight: CFString = "CanvasPixelHeight"

/// The dictionary of WebP properties.
public let kCGImagePropertyWebPDictionary: CFString = "{WebP}"
/// How often the animation plays; 0 is for ever.
public let kCGImagePropertyWebPLoopCount: CFString = "LoopCount"
/// The duration of the frame, at least 0.1. *Units*: seconds.
public let kCGImagePropertyWebPDelayTime: CFString = "DelayTime"
/// The duration of the frame, as stored. *Units*: seconds.
public let kCGImagePropertyWebPUnclampedDelayTime: CFString = "UnclampedDelayTime"
/// The delay times of all frames: an array of dictionaries.
public let kCGImagePropertyWebPFrameInfoArray: CFString = "FrameInfo"
/// The width of the canvas. *Units*: pixels.
public let kCGImagePropertyWebPCanvasPixelWidth: CFString = "CanvasPixelWidth"
/// The height of the canvas. *Units*: pixels.
public let kCGImagePropertyWebPCanvasPixelHeight: CFString = "CanvasPixelHeight"

/// The orientation of a stored picture; EXIF's numbers.
public enum CGImagePropertyOrientation: UInt32, Sendable {
    /// The picture is upright.
    case up = 1
    /// The picture is mirrored left to right.
    case upMirrored = 2
    /// The picture is upside down.
    case down = 3
    /// The picture is mirrored top to bottom.
    case downMirrored = 4
    /// The picture is mirrored left to right and lies on its left side.
    case leftMirrored = 5
    /// The picture needs a quarter turn clockwise to be upright.
    case right = 6
    /// The picture is mirrored left to right and lies on its right side.
    case rightMirrored = 7
    /// The picture needs a quarter turn counterclockwise to be upright.
    case left = 8
}
