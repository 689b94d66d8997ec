import CoreGraphics
import Foundation
import MicaBase
import MicaFrame
import MicaWire

extension CALayer {
    /// Draws the tree into a context, as `render(in:)` does or as a screen shows it.
    ///
    /// A server of its own draws the tree into pixels aligned with the context's, and these are drawn into the context.
    /// A tree that the server refuses because it is too deep is not drawn.
    ///
    /// *Source*: measured on Apple's, gnustep/libs-quartzcore, Tests/quartzcore/CALayer/render.m: the layer's own space
    /// is the context's user space. Its position, transform and depth do not count; its opacity and `isHidden` do.
    package func renderTree(into context: CGContext, as style: CompositorTraits.LayerStyle = .context) {
        displayTree()
        let region = context.drawableRegion
        guard !region.isEmpty else { return }
        let (x, y) = (-CGFloat(region.minX), -CGFloat(region.minY))
        let toPixels = context.userSpaceToPixels.concatenating(CGAffineTransform(translationX: x, y: y))
        let frame = contextFrame(
            width: region.width, height: region.height, toPixels: toPixels,
            traits: style == .context ? ContextTraits(base: context.baseSpaceToPixels) : nil)
        if frame.passes.allSatisfy({ $0.ops.isEmpty }) { return }
        let drawn: CompositorTraits =
            style == .context ? .context(at: region, context.hasWideDither ? .wide : .plain) : .plain
        context.draw(
            SoftwareDrawing.pixels(of: frame, width: region.width, height: region.height, traits: drawn), at: region)
        TextAreas.current?.note(textAreas(context.userSpaceToPixels), width: context.width, height: context.height)
    }

    /// Draws the layers of the tree that need it and are not hidden.
    ///
    /// *Source*: Apple's pictures of layers that draw themselves, taken with `render(in:)` before any transaction
    /// ended: tumblr/kanvas-ios, ConicalGradientLayerTests and SliderViewTests.
    private func displayTree() {
        var (stack, asking) = ([modelLayer ?? self], [CALayer]())
        while let layer = stack.popLast() {
            if layer.state.flags.contains(.hidden) { continue }
            if layer.drawing.isNeeded { asking.append(layer) }
            stack.append(contentsOf: layer.links.sublayers.reversed())
            if let mask = layer.links.mask { stack.append(mask) }
        }
        for layer in asking { layer.displayIfNeeded() }
    }

    /// The frame of the tree as a bitmap context draws it; without traits, as a screen shows it.
    ///
    /// - Parameters:
    ///   - width: of the surface, in pixels.
    ///   - height: of the surface, in pixels.
    ///   - toPixels: from the layer's space (y up where its geometry is flipped) to pixels, y down.
    ///   - background: the colour that the surface is cleared to.
    package func contextFrame(
        width: Int, height: Int, toPixels: CGAffineTransform, traits: ContextTraits?, background: PixelColor = .clear
    ) -> Frame {
        let root = modelLayer ?? self
        // The parent's time of the tree's root.
        let time = root.links.superlayer?.localTime(at: root.treeTime) ?? root.treeTime
        var around = toPixels
        if isUpsideDown {
            // From the space around the root to the root's own space.
            let sum = CGFloat(state.mirrorSum)
            around = CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: sum).concatenating(around)
        }
        var traits = traits
        traits?.root = toPixels
        var frame = SoftwareDrawing.frame(
            of: snapshotCommit(at: time, around: around, traits), at: time, width: width, height: height,
            traits: traits == nil ? .plain : .context(at: .empty),
            rootTransform: Homography(
                a: Double(around.a), b: Double(around.b), c: Double(around.c), d: Double(around.d),
                tx: Double(around.tx), ty: Double(around.ty)),
            background: background)
        if traits != nil { frame.sampleAsContexts() }
        return frame
    }

    /// Whether y points up in the layer's own space.
    private var isUpsideDown: Bool { (modelLayer ?? self).contentsAreFlipped() }

    /// The tree as it is now, as one commit: values without animations, or for a presentation layer the shown values.
    /// `traits` then change the values as a bitmap context would; without them they stay.
    ///
    /// - Parameter around: from the space around the root to pixels.
    private func snapshotCommit(at time: Double, around: CGAffineTransform, _ traits: ContextTraits?) -> Commit {
        var commit = Commit(time: time)
        let root = modelLayer ?? self
        /// Layers still to add, each with the map to pixels from the space that holds it (masks included).
        var stack = [(layer: root, around: around)]
        while let (layer, around) = stack.popLast() {
            var shown = snapshotState(of: layer, root: root, flattens: traits != nil)
            traits?.flatten(&shown)
            var own = CGAffineTransform(plane: shown.placement).concatenating(around)
            if shown.flags.contains(.geometryFlipped) {
                own = CGAffineTransform(plane: shown.mirror).concatenating(own)
            }
            traits?.draw(&shown, toPixels: own)
            commit.created.append(layer.id)
            let links = layer.links
            commit.changes.append(
                LayerChange(
                    layer: layer.id, mask: shown.differencesFromNew, state: shown,
                    sublayers: links.sublayers.isEmpty ? nil : links.sublayers.map { $0.id }))
            let inside = shown.sublayerPlacement.map { CGAffineTransform(plane: $0).concatenating(own) } ?? own
            for sublayer in links.sublayers.reversed() { stack.append((sublayer, inside)) }
            if let mask = links.mask { stack.append((mask, own)) }
        }
        commit.root = root.id
        return commit
    }

    /// The layer's values as shown now.
    ///
    /// - Parameter flattens: whether transform layers become layers as any other.
    private func snapshotState(of layer: CALayer, root: CALayer, flattens: Bool) -> LayerState {
        // Measured on Apple's, Tests/quartzcore/CATransformLayer/drawing.m: a context draws a transform layer like any
        // other layer.
        guard layer === root else {
            var shown = modelLayer == nil ? layer.state : layer.evaluatedState(at: root.treeTime)
            if flattens { shown.flags.remove(.transformLayer) }
            return shown
        }
        var shown = state
        if flattens { shown.flags.remove(.transformLayer) }
        shown.transform = .identity
        (shown.zPosition, shown.anchorPointZ) = (0, 0)
        let (b, a) = (shown.bounds, shown.anchorPoint)
        shown.position = CGPoint(x: b.minX + a.x * b.width, y: b.minY + a.y * b.height)
        if isUpsideDown { shown.flags.insert(.geometryFlipped) } else { shown.flags.remove(.geometryFlipped) }
        // Copies of a presentation layer have no mask of their own.
        shown.mask = layer.links.mask?.id
        return shown
    }
}

extension CompositorTraits {
    /// The traits of drawing into a region of a bitmap context.
    package static func context(at region: DeviceRect, _ tile: Dither.Tile = .plain) -> CompositorTraits {
        var traits = CompositorTraits.plain
        (traits.layers, traits.interpolation) = (.context, .context)
        traits.dither = Dither(x: region.minX, y: region.minY, tile: tile)
        return traits
    }
}
