import CoreGraphics
import Foundation
import MicaCPU
import MicaFrame
import MicaGeometry
import MicaResources
import MicaServer
import MicaWire

extension CALayer {
    /// Draws the tree into a context: a server of its own draws it, as every other tree, into pixels that lie on the
    /// context's, and they are drawn into the context. A tree that the server refuses, because it is too deep, is not drawn.
    ///
    /// *Source*: measured on Apple's, gnustep/libs-quartzcore, Tests/quartzcore/CALayer/render.m: the layer's own space is
    /// the context's user space; its position, transform and depth do not count, its opacity and being hidden do.
    package func renderTree(into context: CGContext) {
        let region = context.drawableRegion
        guard !region.isEmpty else { return }
        let root = modelLayer ?? self
        // The time around the tree, as what is above it leaves it.
        let time = root.links.superlayer?.localTime(at: root.treeTime) ?? root.treeTime
        let server = RenderServer()
        server.receive(snapshotCommit(at: time))
        var toPixels = context.userSpaceToPixels
        if isUpsideDown {
            // From the space around the root to the root's own.
            let sum = CGFloat(state.mirrorSum)
            toPixels = CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: sum).concatenating(toPixels)
        }
        var frame = server.frame(
            at: time, width: region.width, height: region.height,
            rootTransform: Homography(
                a: Double(toPixels.a), b: Double(toPixels.b), c: Double(toPixels.c), d: Double(toPixels.d),
                tx: Double(toPixels.tx) - Double(region.minX), ty: Double(toPixels.ty) - Double(region.minY)))
        if frame.passes.allSatisfy({ $0.ops.isEmpty }) { return }
        frame.drawAsContexts()
        var bitmap = Bitmap(width: region.width, height: region.height)
        let compositor = CPUCompositor(threads: 1)
        compositor.traits.interpolation = .context
        compositor.draw(frame, into: &bitmap)
        context.draw(bitmap, at: region)
    }

    /// Whether y points up in the layer's own space.
    private var isUpsideDown: Bool { (modelLayer ?? self).contentsAreFlipped() }

    /// The tree as it is now, as one commit: values without animations; of a presentation layer those that are shown.
    private func snapshotCommit(at time: Double) -> Commit {
        var commit = Commit(time: time)
        let root = modelLayer ?? self
        root.forEachInTree { layer in
            var shown =
                layer === root ? state : modelLayer == nil ? layer.state : layer.evaluatedState(at: root.treeTime)
            if layer === root {
                shown.transform = .identity
                (shown.zPosition, shown.anchorPointZ) = (0, 0)
                let (b, a) = (shown.bounds, shown.anchorPoint)
                shown.position = CGPoint(x: b.minX + a.x * b.width, y: b.minY + a.y * b.height)
                if isUpsideDown {
                    shown.flags.insert(.geometryFlipped)
                } else {
                    shown.flags.remove(.geometryFlipped)
                }
                // Copies of a presentation layer have no mask of their own.
                shown.mask = layer.links.mask?.id
            }
            // Measured on Apple's, Tests/quartzcore/CATransformLayer/drawing.m: drawn into a context, a transform layer is a
            // layer as any other.
            shown.flags.remove(.transformLayer)
            commit.created.append(layer.id)
            let sublayers = layer.links.sublayers.isEmpty ? nil : layer.links.sublayers.map { $0.id }
            commit.changes.append(
                LayerChange(
                    layer: layer.id, mask: shown.differencesFromNew, state: shown, sublayers: sublayers))
        }
        commit.root = root.id
        return commit
    }
}
