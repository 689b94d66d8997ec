import MicaFrame
import MicaGeometry
import MicaWorkers

/// What draws frames.
package protocol Compositor {
    /// What it draws into.
    associatedtype Pixels

    /// What frames that are made for it should have.
    var traits: CompositorTraits { get }
    /// The threads that it draws on; nil for the calling one.
    var workers: WorkerPool? { get }

    /// Draws what a frame has in a region; other pixels keep what they have.
    func draw(_ frame: Frame, region: DamageRegion, into pixels: inout Pixels)
}

extension Compositor {
    /// nil: it draws on the calling thread.
    package var workers: WorkerPool? { nil }
}
