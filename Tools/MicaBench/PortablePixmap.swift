import Foundation
import MicaBase

/// The file format PPM: a line of text and bytes of red, green and blue.
enum PortablePixmap {
    /// The bytes of a file; alpha is left out.
    static func data(_ bitmap: Bitmap) -> Data {
        var bytes = [UInt8]("P6\n\(bitmap.width) \(bitmap.height)\n255\n".utf8)
        bytes.reserveCapacity(bytes.count + bitmap.pixels.count * 3)
        for pixel in bitmap.pixels {
            bytes.append(UInt8(truncatingIfNeeded: pixel >> 16))
            bytes.append(UInt8(truncatingIfNeeded: pixel >> 8))
            bytes.append(UInt8(truncatingIfNeeded: pixel))
        }
        return Data(bytes)
    }
}
