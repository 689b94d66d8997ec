import MicaBase

/// The opaque test pictures of the scene of images, 256 x 256 pixels of bit patterns.
package enum SceneImage {
    /// How many there are.
    package static let count = 4
    private static let size = 256

    /// One of the pictures.
    ///
    /// - Precondition: 0 <= index < count.
    package static func bitmap(_ index: Int) -> Bitmap {
        precondition((0..<count).contains(index), "there is no picture \(index)")
        var bitmap = Bitmap(width: size, height: size)
        for y in 0..<size {
            for x in 0..<size {
                let red = (x ^ y * (index + 1)) & 255
                let green = (x * (index + 2) + y) & 255
                let blue = ((x * y) >> (7 - index)) & 255
                bitmap[x, y] = 0xFF00_0000 | UInt32(red << 16 | green << 8 | blue)
            }
        }
        return bitmap
    }
}
