import MicaBase
import MicaRandom

/// A rectangle of whole pixels.
func device(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> DeviceRect {
    DeviceRect(minX: x, minY: y, maxX: x + width, maxY: y + height)
}

/// A random bitmap of valid premultiplied pixels.
func noise(_ width: Int, _ height: Int, _ random: inout SeededGenerator, opaque: Bool = false) -> Bitmap {
    var bitmap = Bitmap(width: width, height: height)
    for index in bitmap.pixels.indices {
        let alpha = opaque ? 255 : random.whole(0...255)
        func channel() -> UInt32 { UInt32(random.whole(0...alpha)) }
        bitmap.pixels[index] = UInt32(alpha) << 24 | channel() << 16 | channel() << 8 | channel()
    }
    return bitmap
}
