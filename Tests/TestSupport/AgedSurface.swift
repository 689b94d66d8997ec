import MicaBase
import MicaCompositor
import MicaFrame

/// A surface whose buffers are as old as a test says, as those of a window may be.
package final class AgedSurface: Surface {
    package private(set) var width: Int
    package private(set) var height: Int
    package let scale = 1.0
    /// The content.
    package private(set) var shown = Bitmap(width: 0, height: 0)
    /// The ages of the buffers that are acquired, one after the other and again from the first; the first ones are 0 as long as
    /// nothing so old was presented.
    package var ages: [Int]
    /// Whether no buffer is free.
    package var isHidden = false
    /// How often a buffer was presented, and the damage that was said last.
    package private(set) var presents = 0
    package private(set) var lastDamage = DamageRegion()
    /// The ages that buffers had.
    package private(set) var acquired: Set<Int> = []
    /// The presented pictures, the newest first.
    private var presented: [Bitmap] = []
    private var next = 0

    /// Makes a surface whose buffers nothing is known of yet.
    package init(_ width: Int, _ height: Int, ages: [Int]) {
        (self.width, self.height, self.ages) = (width, height, ages)
    }

    /// Gives it another size, and lets its buffers go.
    package func resize(_ width: Int, _ height: Int) {
        (self.width, self.height) = (width, height)
        presented.removeAll()
    }

    package func acquire(_ damage: DamageRegion) -> (pixels: Bitmap, age: Int)? {
        if isHidden { return nil }
        let age = ages[next % ages.count]
        next += 1
        guard age > 0, age <= presented.count else {
            acquired.insert(0)
            // Noise where nothing was drawn.
            return (Bitmap(width: width, height: height, filledWith: 0xFFAB_CDEF), 0)
        }
        acquired.insert(age)
        return (presented[age - 1], age)
    }

    package func present(_ pixels: consuming Bitmap, _ damage: DamageRegion) {
        shown = pixels
        presents += 1
        lastDamage = damage
        presented.insert(shown, at: 0)
        if presented.count > 16 { presented.removeLast() }
    }
}
