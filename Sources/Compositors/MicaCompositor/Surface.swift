import MicaFrame

/// What frames are drawn onto: one or several buffers of pixels, of which one is shown.
///
/// A driver takes a buffer, lets a compositor draw what the buffer lacks, and gives it back to be shown:
///
///     let (pixels, age) = surface.acquire(frame.damageRegion)
///     ...
///     surface.present(pixels, damage)
///
/// `SurfaceOutput` does all of it. Buffers are used again, so that a buffer's pixels are those of some frame before:
/// how many frames before is its age, and `DamageRing` knows what changed since.
package protocol Surface: AnyObject {
    /// The pixels of one buffer, as a compositor of this kind draws into them.
    associatedtype Pixels

    /// The size. *Units*: pixels.
    var width: Int { get }
    var height: Int { get }
    /// Pixels per point.
    var scale: Double { get }

    /// Whether there is a buffer to draw into now. A surface that says no says so before a frame is made for nothing; whoever
    /// drives it is signalled when it has one again.
    var isReady: Bool { get }

    /// Takes the buffer that is to be shown next.
    ///
    /// - Parameter damage: what differs from the frame that was presented last.
    /// - Returns: the pixels, and their age: 1 for those that were presented last, 2 for those before, and so on; 0 where
    ///   nothing is known of them. nil when nothing can be drawn now, as in a window that is not seen.
    func acquire(_ damage: DamageRegion) -> (pixels: Pixels, age: Int)?

    /// Shows a buffer that was acquired.
    ///
    /// - Parameter damage: what differs from the frame that was presented last.
    func present(_ pixels: consuming Pixels, _ damage: DamageRegion)
}

extension Surface {
    /// Surfaces in memory always have a buffer.
    package var isReady: Bool { true }
}
