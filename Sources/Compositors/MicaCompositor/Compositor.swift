import MicaBase
import MicaFrame
import MicaWorkers

/// Draws frames into pixels of one kind.
package protocol Compositor<Pixels> {
    /// The kind of memory that it draws into.
    associatedtype Pixels

    /// The features that it can use in frames; frames are built for these traits.
    var traits: CompositorTraits { get }
    /// The threads that it draws on; nil for the calling thread.
    var workers: WorkerPool? { get }

    /// Draws a region of a frame; pixels outside the region keep their values.
    func draw(_ frame: Frame, region: DamageRegion, into pixels: inout Pixels)
}

extension Compositor {
    /// nil, for a compositor that draws on the calling thread.
    package var workers: WorkerPool? { nil }
}
