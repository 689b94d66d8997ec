import MicaFrame
import MicaGeometry

/// What draws frames.
package protocol Compositor<Pixels> {
    /// What it draws into.
    associatedtype Pixels

    /// What frames that are made for it should have.
    var traits: CompositorTraits { get }

    /// Draws what a frame has in a region; other pixels keep what they have.
    func draw(_ frame: Frame, region: DamageRegion, into pixels: inout Pixels)
}
