import CoreGraphics
import Foundation

// Identifiers of kinds of data, for image destinations, pasteboards and item providers. On Apple's systems they are in
// MobileCoreServices, which Linux lacks. *Source*: Apple, UTCoreTypes.h.

/// Any bytes.
public let kUTTypeData: CFString = "public.data"
/// Texts.
public let kUTTypeText: CFString = "public.text"
/// Texts without attributes.
public let kUTTypePlainText: CFString = "public.plain-text"
/// Texts in UTF-8 without attributes.
public let kUTTypeUTF8PlainText: CFString = "public.utf8-plain-text"
/// Rich Text Format.
public let kUTTypeRTF: CFString = "public.rtf"
/// HTML.
public let kUTTypeHTML: CFString = "public.html"
/// XML.
public let kUTTypeXML: CFString = "public.xml"
/// JSON.
public let kUTTypeJSON: CFString = "public.json"
/// Addresses.
public let kUTTypeURL: CFString = "public.url"
/// Addresses of files.
public let kUTTypeFileURL: CFString = "public.file-url"
/// Pictures.
public let kUTTypeImage: CFString = "public.image"
/// JPEG.
public let kUTTypeJPEG: CFString = "public.jpeg"
/// PNG.
public let kUTTypePNG: CFString = "public.png"
/// GIF.
public let kUTTypeGIF: CFString = "com.compuserve.gif"
/// TIFF.
public let kUTTypeTIFF: CFString = "public.tiff"
/// Bitmaps of Windows.
public let kUTTypeBMP: CFString = "com.microsoft.bmp"
/// PDF.
public let kUTTypePDF: CFString = "com.adobe.pdf"
/// Films.
public let kUTTypeMovie: CFString = "public.movie"
/// Films of QuickTime.
public let kUTTypeQuickTimeMovie: CFString = "com.apple.quicktime-movie"
/// MPEG-4.
public let kUTTypeMPEG4: CFString = "public.mpeg-4"
/// Sound.
public let kUTTypeAudio: CFString = "public.audio"
/// MP3.
public let kUTTypeMP3: CFString = "public.mp3"
