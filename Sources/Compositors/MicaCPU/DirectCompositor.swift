import MicaCompositor
import MicaFrame
import MicaRaster
import MicaWorkers

/// A CPU compositor that draws into memory of another owner, without a copy: a window's buffer, which the display
/// server reads.
package struct DirectCompositor: Compositor {
    /// Draws the frames.
    package let compositor: CPUCompositor

    package init(_ compositor: CPUCompositor) { self.compositor = compositor }

    package var traits: CompositorTraits { compositor.traits }
    package var workers: WorkerPool? { compositor.workers }

    package func draw(_ frame: Frame, region: DamageRegion, into pixels: inout SharedPixels) {
        compositor.draw(frame, region: region, into: pixels)
    }
}
