import MicaFrame

/// The pixels that frames are drawn onto: one or several buffers. One of them is on the screen.
///
/// A driver takes a buffer, lets a compositor draw the buffer's outdated region, and gives the buffer back to be shown:
///
///     let (pixels, age) = surface.acquire(frame.damageRegion)
///     ...
///     surface.present(pixels, damage)
///
/// `SurfaceOutput` does all of it. Buffers are used again, so a buffer still has the pixels of an earlier frame. Its
/// age says how many frames earlier, and `DamageRing` has the changes since then.
package protocol Surface: AnyObject {
    /// The pixels of one buffer, in the form that a compositor draws into.
    associatedtype Pixels

    /// The size. *Units*: pixels.
    var width: Int { get }
    var height: Int { get }
    /// Pixels per point.
    var scale: Double { get }

    /// Whether a buffer is free now. A driver asks before it builds a frame, and is signalled when a buffer is free
    /// again.
    var isReady: Bool { get }

    /// Takes the next buffer to be shown.
    ///
    /// - Parameter damage: the difference from the frame that was presented last.
    /// - Returns: the pixels, and their age: 1 for those of the last presented frame, 2 for those of the one before,
    ///   and so on; 0 where they are unknown. *nil when* nothing can be drawn now, as in a hidden window.
    func acquire(_ damage: DamageRegion) -> (pixels: Pixels, age: Int)?

    /// Shows a buffer that was acquired.
    ///
    /// - Parameter damage: the difference from the frame that was presented last.
    func present(_ pixels: consuming Pixels, _ damage: DamageRegion)
}

extension Surface {
    /// true, for surfaces in memory, which always have a buffer.
    package var isReady: Bool { true }
}
