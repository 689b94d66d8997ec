import MicaBase
import MicaCPU
import MicaFrame
import MicaServer
import MicaWire
import MicaWorkers

/// QuartzCore's only door to a render server and a compositor: it draws the tree of one commit on the processor.
///
/// `CALayer.render(in:)` needs no more. All other drawing is in modules above. No other file of this module imports
/// MicaServer or MicaCPU; dev/imports checks it.
enum SoftwareDrawing {
    /// The frame of a tree at a time, in seconds. It has no ops if the server refuses the commit because the tree is
    /// too deep.
    ///
    /// - Parameters:
    ///   - tree: creates the whole tree.
    ///   - width: of the surface, in pixels.
    ///   - height: of the surface, in pixels.
    ///   - traits: of the pixels that the frame is for: a screen's or a bitmap context's.
    ///   - rootTransform: from the space around the root to pixels.
    ///   - background: the colour that the surface is cleared to.
    static func frame(
        of tree: Commit, at time: Double, width: Int, height: Int, traits: CompositorTraits, rootTransform: Homography,
        background: PixelColor
    ) -> Frame {
        let server = RenderServer()
        server.traits = traits
        server.receive(tree)
        return server.frame(
            at: time, width: width, height: height, rootTransform: rootTransform, background: background)
    }

    /// The pixels of a frame, drawn as a screen or a bitmap context draws them.
    static func pixels(of frame: Frame, width: Int, height: Int, traits: CompositorTraits) -> Bitmap {
        var bitmap = Bitmap(width: width, height: height)
        let compositor = CPUCompositor(threads: WorkerPool.chosenCount ?? 1)
        compositor.traits = traits
        compositor.draw(frame, into: &bitmap)
        return bitmap
    }
}
