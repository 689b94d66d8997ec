import MicaBase
import MicaFrame

/// A surface with one bitmap in memory.
package final class BitmapSurface: Surface {
    /// The size. *Units*: pixels.
    package let width: Int, height: Int
    /// Pixels per point.
    package let scale: Double
    /// The pixels of the last presented frame; transparent before the first.
    package private(set) var bitmap: Bitmap
    private var isShown = false

    package init(width: Int, height: Int, scale: Double = 1) {
        (self.width, self.height, self.scale) = (width, height, scale)
        bitmap = Bitmap(width: width, height: height)
    }

    /// Hands out the bitmap. The surface has no pixels until they are presented, so that nothing is copied.
    package func acquire(_ damage: DamageRegion) -> (pixels: Bitmap, age: Int)? {
        defer { bitmap = Bitmap(width: 0, height: 0) }
        return (bitmap, isShown ? 1 : 0)
    }

    package func present(_ pixels: consuming Bitmap, _ damage: DamageRegion) {
        bitmap = pixels
        isShown = true
    }
}
