import Foundation
import MicaBase
import MicaFrame
import MicaWire
import MicaWorkers

/// Turns evaluated layers into a frame: a walk of the tree, back to front.
///
/// A layer paints its shadow, its background, its contents, its sublayers in the order of their zPosition (those at the
/// same depth in their own order), and its border; each part has a file of this type. All of it goes into an `OpList`.
/// Sublayers that are not all in the plane are sorted and cut in space (`space`). The comment of `FrameBuilder`
/// describes how the parts work together, and their cost. *Source*: Apple, Core Animation Programming Guide, "Core
/// Animation Basics" and "Setting Up Layer Objects".
struct FramePainter {
    /// The tree that is painted, with its values: those of the old version within a transition, and those of another
    /// time within an instance.
    var tree = RenderTree()
    var scene = SceneEvaluation()
    /// The frame under way.
    var ops = OpList()
    /// Whether only a part of a frame is painted, for the editor.
    var isUpdating = false
    /// The compositor's abilities, which decide between equivalent ops.
    var traits = CompositorTraits.keepingBlurs
    // Caches and painters that do not walk the tree; each has its own memory.
    var shapes: ShapeCache
    var particles: ParticlePainter
    var tiles = TilePainter()
    var instances = InstancePainter()
    var effects = EffectPainter()
    var spaces = SpacePainter()
    var boxes = SublayerBoxes()
    private var order = SublayerOrder()

    init(workers: WorkerPool) {
        particles = ParticlePainter(workers: workers)
        shapes = ShapeCache(workers: workers)
    }

    /// Paints a tree into a frame, which has no passes yet.
    mutating func paint(
        _ tree: RenderTree, _ scene: SceneEvaluation, into frame: consuming Frame, rootTransform: Homography
    ) {
        (self.tree, self.scene) = (tree, scene)
        ops.begin(frame, expecting: scene.drawnCount)
        boxes.follow(scene.changes, tree)
        shapes.beginFrame()
        shapes.makeOutlines(scene, changed: nil)
        instances.budget.beginFrame()
        let surface = ops.frame.bounds
        let pixels = surface.width * surface.height
        effects.budget.beginFrame(pixels: pixels)
        tiles.beginFrame(time: scene.time)
        particles.beginFrame(pixels: pixels, emitters: tree.emitters.count)
        ops.records?.beginFrame(layers: tree.ids.count)
        if let root = tree.root {
            var context = PaintContext(
                plane: LayerPlane(root: rootTransform), clip: nil, scissor: surface, opacity: 1)
            context.isTracked = ops.records != nil
            context.backdrop = Backdrop(start: 0, area: surface, isSurface: true)
            layer(root, context, isMask: false)
        }
        ops.endLastPass()
        forgetTree()
    }

    /// Lets go of the tree, so that its next state is written into the memory of this one.
    mutating func forgetTree() { (tree, scene) = (Self.noTree, Self.noScene) }

    private static let noTree = RenderTree()
    private static let noScene = SceneEvaluation()

    /// Draws a layer's subtree: as ops, or as one op that shows a pass.
    ///
    /// - Parameters:
    ///   - matrix: from the layer's unflipped space to its owner's; nil if it has to be computed.
    ///   - factor: multiplies the layer's opacity.
    mutating func layer(
        _ slot: Slot, _ around: PaintContext, isMask: Bool,
        in matrix: Matrix4? = nil, opacity factor: Double = 1, inTransition: Bool = true
    ) {
        let owner = ops.painting
        ops.painting = slot.index
        let isPresent = scene.isPresent[slot.at]
        if around.isTracked {
            ops.open(slot, depth: Self.depth(zPosition: scene.states[slot.at].zPosition), isPresent: isPresent)
        }
        if isPresent, !paintFast(slot, around, isMask: isMask, in: matrix, opacity: factor) {
            draw(slot, around, isMask: isMask, in: matrix, opacity: factor, inTransition: inTransition)
        }
        if around.isTracked { ops.close(slot) }
        ops.painting = owner
    }

    /// Draws a layer that is present: makes its group plan, paints it, and shows the result.
    private mutating func draw(
        _ slot: Slot, _ around: PaintContext, isMask: Bool, in matrix: Matrix4?, opacity factor: Double,
        inTransition: Bool
    ) {
        if inTransition, !scene.transitions.isEmpty, let transition = scene.transitions[slot] {
            return self.transition(slot, around, isMask: isMask, transition, in: matrix, opacity: factor)
        }
        // Copied once: a copy for each use would overflow the stack in deep trees.
        let state = scene.states[slot.at]
        if matrix == nil, state.joinsSpace {
            return space([slot], around, through: isMask ? nil : around.plane.sublayerMatrix)
        }
        guard let plane = LayerPlane(state, in: around.plane, isMask: isMask, by: matrix) else { return }
        var plan = GroupPlan(
            state, mask: tree.masks[slot.at], opacity: factor, canBlend: !isMask && around.start != nil)
        // A template is drawn at many positions, so that its backdrop is unknown.
        if around.isTemplate, state.hasEffects { ops.templateFails = true }
        if !isMask, state.hasEffects {
            filterBackground(slot, state, plan, plane, around)
        }

        let start = ops.mark
        let heldBlend = ops.holdsBlend
        ops.holdsBlend = false
        let fading = state.hasShadow && traits.layers == .context ? plan.splitOpacity() : 1
        var inside = context(of: state, plan, plane, from: start.op, in: around)
        inside.opacity *= fading
        if plan.rasterizationScale == nil || !paintRasterized(slot, state, inside) {
            paintWithEffects(slot, state, inside)
        }
        let mixes = ops.holdsBlend
        ops.holdsBlend = heldBlend || (mixes && !plan.isIsolated)
        if ops.count > start.op { show(plan, from: start.op, mixes: mixes, inside, in: around) }
        if plan.blend != .sourceOver {
            ops.showBlended(plan.blend, from: start.op, around, opacity: around.opacity * plan.opacity)
        }
        if ops.count == start.op {
            // Records of sublayers may name clips that are removed here.
            if ops.frame.clips.count > start.clip { ops.records?.drop(from: start.op) }
            ops.takeBack(to: start)
        }
    }

    /// The paint context of a layer's parts.
    private func context(
        of state: borrowing LayerState, _ plan: GroupPlan, _ plane: LayerPlane, from first: Int, in around: PaintContext
    ) -> PaintContext {
        var inside = around
        inside.plane = plane
        inside.hasHardEdges = !state.flags.contains(.allowsEdgeAntialiasing)
        // Ops of the pass are not clipped: the op that shows the pass is.
        if plan.isOffscreen { inside.clip = nil }
        inside.opacity = plan.isGroup || plan.isOffscreen ? 1 : around.opacity * plan.opacity
        inside.start = first
        inside.isIsolated = plan.isIsolated
        if plan.isOneImage || around.backdrop == nil { inside.isolate(from: first) }
        if plan.isGroup || plan.isOffscreen || plan.rasterizationScale != nil || state.hasEffects || state.hasShadow
            || state.hasReplicator
        {
            inside.isTracked = false
        }
        return inside
    }

    /// Makes one image of a layer's ops if its group plan needs one.
    ///
    /// - Parameter mixes: whether some of its ops have another blend mode than source over.
    private mutating func show(
        _ plan: GroupPlan, from first: Int, mixes: Bool, _ inside: PaintContext, in around: PaintContext
    ) {
        let outside = around.opacity * plan.opacity
        // With another blend mode the op of `showBlended` is clipped and faded.
        let (clip, opacity) = plan.blend == .sourceOver ? (around.clip, outside) : (nil, 1)
        if let mask = plan.mask {
            self.mask(mask, inside, around.scissor, from: first, clip: clip, opacity: opacity)
        } else if plan.isOffscreen {
            if plan.blend == .sourceOver || mixes {
                ops.show(ops.pass(from: first), clip: clip, opacity: opacity, within: around.scissor)
            }
        } else if mixes, plan.isIsolated {
            ops.show(ops.pass(from: first), clip: nil, opacity: plan.isGroup ? outside : 1)
        } else if plan.isGroup {
            if ops.count == first + 1, ops.list[first].isOneShape {
                ops.fade(first, by: outside)
            } else {
                ops.show(ops.pass(from: first), clip: nil, opacity: outside)
            }
        }
    }

    /// Paints the shadow, then the other parts through the layer's filters.
    ///
    /// - Parameter state: the layer's; each step passes it on, because it is too large to be copied by each.
    mutating func paintWithEffects(_ slot: Slot, _ state: LayerState, _ inside: PaintContext) {
        if state.hasShadow {
            paintWithShadow(slot, state, inside)
        } else {
            paintFiltered(slot, state, inside)
        }
    }

    /// Background colour, pattern, contents, sublayers, border.
    mutating func paint(_ slot: Slot, _ state: LayerState, _ inside: PaintContext) {
        let plane = inside.plane
        var inside = inside
        let shape = outline(of: state, in: plane)
        let visible = plane.toDevice.deviceBounds(of: plane.bounds).intersection(inside.scissor)
        let clips = state.flags.contains(.masksToBounds)
        if clips, !visible.isEmpty, traits.layers == .context { ops.clip(to: shape, &inside) }
        if let color = state.backgroundColor, color.alpha > 0, !visible.isEmpty {
            let (hard, toDevice) = hardened(shape, state, plane)
            let bounds = toDevice.deviceBounds(of: hard.rect).intersection(inside.scissor)
            if !bounds.isEmpty { ops.add(.fill(shape: hard, color: PixelColor(color)), toDevice, bounds, inside) }
        }
        if state.hasPattern, !visible.isEmpty { pattern(state, shape, visible, inside) }
        if state.hasGradient, !visible.isEmpty, let geometry = state.gradient.geometry(in: plane.bounds),
            let ramp = shapes.ramp(of: slot, state.gradient)
        {
            let draw = GradientDraw(geometry: geometry, ramp: ramp)
            ops.add(.gradient(shape: shape, draw), plane.toDevice, visible, inside)
        }
        var within = inside
        if !(clips && visible.isEmpty) {
            // Tiles and particles depend on more than the layers' values.
            if state.hasTiles || state.hasEmitter { ops.canUpdate = false }
            if state.hasTiles, state.contents.image == nil { tiles.paint(slot, state, shape, tree, &within, &ops) }
            if state.hasImage {
                let shown = state.contents
                if let fade = shown.crossFade {
                    crossFade(fade, shown, shape, clips: clips, &within)
                } else if let image = shown.image {
                    contents(image, shown, shape, clips: clips, &within)
                }
            }
            if state.hasShape {
                if clips { ops.clip(to: shape, &within) }
                self.shape(slot, state.shape, within)
            }
            if state.hasEmitter {
                // Particles are above the border. Source: CAEmitterLayer.h.
                border(slot, state, shape, visible, inside)
                if clips { ops.clip(to: shape, &within) }
                particles.paint(slot, tree, scene, within, &ops)
            }
            if !tree.sublayers[slot.at].isEmpty {
                if clips { ops.clip(to: shape, &within) }
                if state.hasReplicator {
                    replicate(slot, within)
                } else {
                    sublayers(of: slot, within)
                }
            }
        }
        if !state.hasEmitter { border(slot, state, shape, visible, inside) }
    }

    private mutating func border(
        _ slot: Slot, _ state: LayerState, _ shape: RoundedRect, _ visible: DeviceRect, _ inside: PaintContext
    ) {
        if state.borderWidth > 0, let color = state.borderColor, color.alpha > 0, !visible.isEmpty {
            if traits.layers == .context, strokeBorder(slot, state, PixelColor(color), inside) { return }
            ops.add(
                .border(shape: shape, width: state.borderWidth, color: PixelColor(color)), inside.plane.toDevice,
                visible, inside)
        }
    }

    /// The sublayers, back to front.
    mutating func sublayers(of slot: Slot, _ within: PaintContext) {
        let children = tree.sublayers[slot.at]
        if paintSeen(slot, children, within) { return }
        let through = within.plane.sublayerMatrix
        var owner = BuildRecords.Owner(around: within)
        guard isFlat(children, through: through) else {
            return space(children, within, through: through)
        }
        var last = -Double.infinity
        var isSorted = true
        for child in children where scene.isPresent[child.at] {
            let z = Self.depth(zPosition: scene.states[child.at].zPosition)
            if z < last { isSorted = false }
            last = z
            (owner.low, owner.high) = (min(owner.low, z), max(owner.high, z))
        }
        if within.isTracked { ops.records?.setOwner(slot, owner) }
        if isSorted {
            for child in children { layer(child, within, isMask: false) }
            return
        }
        if within.isTracked { ops.records?.hasSorted = true }
        let (states, isPresent) = (scene.states, scene.isPresent)
        let range = order.begin(children) { isPresent[$0.at] ? Self.depth(zPosition: states[$0.at].zPosition) : nil }
        for index in range { layer(order[index], within, isMask: false) }
        order.end(range)
    }

    /// The depth of a layer among its siblings. It takes the one value because a state would be copied.
    static func depth(zPosition: Double) -> Double { zPosition.isNaN ? 0 : zPosition }

    // MARK: Shapes

    /// The fill and the line of a shape layer, in front of its contents and not confined to its bounds.
    private mutating func shape(_ slot: Slot, _ state: ShapeState, _ around: PaintContext) {
        guard let path = state.path, let box = shapes.box(of: slot, path) else { return }
        let toDevice = around.plane.toDevice
        if let color = state.fillColor, color.alpha > 0 {
            let visible = toDevice.deviceBounds(of: LocalRect(box)).intersection(around.scissor)
            if !visible.isEmpty {
                let draw = PathDraw(path: path, rule: state.fillRule)
                ops.add(.path(draw, color: PixelColor(color)), toDevice, visible, around)
            }
        }
        guard let color = state.strokeColor, color.alpha > 0, state.lineWidth > 0 else { return }
        let scale = toDevice.maximumScale(over: box)
        guard scale.isFinite, scale > 0 else { return }
        let outline = shapes.outline(of: slot, state, scale: scale)
        guard let outlineBox = outline.box else { return }
        let visible = toDevice.deviceBounds(of: LocalRect(outlineBox)).intersection(around.scissor)
        if !visible.isEmpty {
            ops.add(
                .path(PathDraw(path: outline.path, rule: .nonZero), color: PixelColor(color)), toDevice, visible, around
            )
        }
    }

    // MARK: Contents

    mutating func contents(
        _ image: ImageResource, _ contents: ContentsState, _ shape: RoundedRect, clips: Bool,
        _ within: inout PaintContext
    ) {
        let plane = within.plane
        guard var layout = ContentsLayout(contents, image: image, in: plane) else { return }
        let bounds = plane.bounds, drawn = layout.destination
        let slop = 1e-9 * max(1, bounds.width, bounds.height)
        let overflows =
            drawn.minX < bounds.minX - slop || drawn.minY < bounds.minY - slop || drawn.maxX > bounds.maxX + slop
            || drawn.maxY > bounds.maxY + slop
        if clips, overflows || !shape.hasSquareCorners || !contents.transform.isIdentity {
            ops.clip(to: shape, &within)
        }
        var upright = plane.isFlipped ? plane.toDevice.mirrored(low: bounds.minY, high: bounds.maxY) : plane.toDevice
        if !contents.transform.isIdentity {
            guard let moved = Homography(plane: contents.transform), let placed = upright.after(moved) else { return }
            upright = placed
        }
        let filter = contents.colorFilter
        if within.isTemplate, !layout.isOnePart { ops.templateFails = true }
        layout.snapCuts(upright)
        for row in 0..<3 {
            for column in 0..<3 {
                let source = LocalRect(
                    minX: layout.sourceX[column], minY: layout.sourceY[row], maxX: layout.sourceX[column + 1],
                    maxY: layout.sourceY[row + 1])
                let destination = LocalRect(
                    minX: layout.destinationX[column], minY: layout.destinationY[row],
                    maxX: layout.destinationX[column + 1], maxY: layout.destinationY[row + 1])
                guard !source.isEmpty, !destination.isEmpty else { continue }
                let visible = upright.deviceBounds(of: destination).intersection(within.scissor)
                guard !visible.isEmpty else { continue }
                let sampling = ContentsLayout.sampling(contents, from: source, to: destination, by: upright)
                let draw = ImageDraw(
                    image: image, destination: destination, source: source, sampling: sampling, filter: filter)
                ops.add(.image(draw), upright, visible, within)
            }
        }
    }

    // MARK: Masks

    /// Makes passes of the layer's ops and of its mask's, and shows the one times the alpha of the other.
    ///
    /// An invisible mask hides the layer completely.
    private mutating func mask(
        _ mask: Slot, _ inside: PaintContext, _ scissor: DeviceRect, from first: Int, clip: ClipIndex?, opacity: Double
    ) {
        guard let shown = ops.pass(from: first) else { return }
        var around = inside
        around.scissor = ops.bounds(of: shown)
        (around.start, around.isIsolated, around.backdrop, around.opacity) = (nil, true, nil, 1)
        layer(mask, around, isMask: true)
        let masking = ops.pass(from: first)
        guard let masking else { return }
        ops.show(shown, mask: masking, clip: clip, opacity: opacity, within: scissor)
    }
}
