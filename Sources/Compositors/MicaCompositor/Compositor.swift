import MicaFrame
import MicaGeometry

/// What draws frames.
package protocol Compositor {
    /// What it draws into.
    associatedtype Pixels

    /// What frames that are made for it should have.
    var traits: CompositorTraits { get }

    /// Draws what a frame has in a region; other pixels keep what they have.
    func draw(_ frame: Frame, region: DamageRegion, into pixels: inout Pixels)
}

extension Compositor {
    /// Draws a frame onto a surface: what the surface's buffer lacks of it, and shows the buffer.
    ///
    /// - Parameters:
    ///   - frame: the frame that follows the one that was drawn before, with what changed as its damage.
    ///   - ring: the surface's, and no other's.
    /// - Returns: what differs from the frame before; empty where nothing was drawn.
    @discardableResult
    package func draw<Target: Surface>(_ frame: Frame, onto surface: Target, _ ring: inout DamageRing) -> DamageRegion
    where Target.Pixels == Pixels {
        let whole = DeviceRect(minX: 0, minY: 0, maxX: surface.width, maxY: surface.height)
        ring.note(frame.damageRegion.intersection(whole), whole)
        let damage = ring.latest
        guard !damage.isEmpty, let (acquired, age) = surface.acquire(damage) else { return DamageRegion() }
        var pixels = acquired
        draw(frame, region: ring.missing(age: age), into: &pixels)
        ring.present()
        surface.present(pixels, damage)
        return damage
    }
}
