import Foundation
import MicaFrame
import MicaGeometry
import MicaResources
import MicaWire
import MicaWorkers

/// Turns evaluated layers into a frame: a walk of the tree, back to front.
///
/// A layer paints its shadow, its background, its contents, its sublayers in the order of their zPosition (those at the same
/// depth in their own order), and its border; files of this type have a part of that each. All ops go through one door, `emit`.
/// What a layer's ops then become, one image or several, its `GroupPlan` says, which is made before anything is painted: what
/// is shown as one image is taken out of the ops again, into a pass (`pass(from:)`), which one op shows. What is handed down
/// stands in a `PaintContext`. Sublayers that are not all in the plane are sorted and cut in space (`space`).
///
/// The cost is that of the layers that are walked and of the ops that come of them. What needs more is bounded: copies by
/// `InstanceBudget`, filters and blurred shadows by `EffectBudget`, particles by `EmitterDrawing`, cuts of planes by `PlaneSorter`, layers that are painted twice for a shadow's sake by `paintWithCachedShadow`.
/// *Source*: Apple, Core Animation Programming Guide, "Core Animation Basics" and "Setting Up Layer Objects".
struct FramePainter {
    /// The tree that is painted and its values: the old ones within a transition, those of another time within a copy.
    var tree = RenderTree()
    var scene = SceneEvaluation()
    /// What is painted into: the frame's passes and clips, and the ops of the pass that is not ended yet.
    var frame = Frame(width: 0, height: 0)
    var ops: [DrawOp] = []
    /// The layer that paints, whose slot its ops bear.
    private var painting: Int32 = -1
    /// Whether an op since the owner's first is combined in another way than source over.
    var holdsBlend = false
    /// Whether the frame depends on nothing but the layers' values, so that it can be edited when these change.
    var canUpdate = false
    /// Whether a part of a frame is painted again.
    var isUpdating = false
    /// Where it is noted which ops are whose: the editor's, while it paints; nil where nobody wants to know.
    var records: BuildRecords?
    /// The frame's media time, in seconds.
    var time = 0.0
    /// What the compositor is good at that the frames are for.
    var traits = CompositorTraits.keepingBlurs
    // What is kept from frame to frame, and the memory that parts of the walk need.
    var shapes: ShapeCache
    var emitters: EmitterDrawing
    var instances = InstanceBudget()
    var effects = EffectBudget()
    var delays = DelayedScenes()
    var tileNotes = TileNotes()
    var spaces = SpaceScratch()
    var boxes = SublayerBoxes()
    private var order = SublayerOrder()

    init(workers: WorkerPool) {
        emitters = EmitterDrawing(workers: workers)
        shapes = ShapeCache(workers: workers)
    }

    /// Paints a tree into a frame.
    mutating func paint(_ tree: RenderTree, _ scene: SceneEvaluation, rootTransform: Homography) {
        (self.tree, self.scene) = (tree, scene)
        ops.removeAll(keepingCapacity: true)
        // Doubling would leave up to half of the memory empty.
        if 2 * ops.capacity <= scene.drawnCount { ops.reserveCapacity(scene.drawnCount) }
        holdsBlend = false
        canUpdate = true
        boxes.follow(scene.changes, tree)
        shapes.beginFrame()
        shapes.makeOutlines(scene, changed: nil)
        instances.beginFrame()
        let pixels = frame.width * frame.height
        effects.beginFrame(pixels: pixels)
        tileNotes.wanted.removeAll(keepingCapacity: true)
        time = scene.time
        emitters.beginFrame(pixels: pixels, emitters: tree.emitters.count)
        records?.beginFrame(layers: tree.ids.count)
        if let root = tree.root {
            var context = PaintContext(
                plane: LayerPlane(root: rootTransform), clip: nil, scissor: frame.bounds, opacity: 1)
            context.isTracked = records != nil
            layer(root, context, isMask: false)
        }
        if holdsBlend { canUpdate = false }
        forgetTree()
    }

    /// Lets go of the tree, so that its next state is written into the memory of this one.
    mutating func forgetTree() { (tree, scene) = (Self.noTree, Self.noScene) }

    private static let noTree = RenderTree()
    private static let noScene = SceneEvaluation()

    /// Draws a layer and all under it: appends ops, or one op that shows a pass.
    ///
    /// - Parameters:
    ///   - matrix: from the layer's unflipped space to its owner's, where it is known already.
    ///   - factor: multiplies the layer's opacity.
    mutating func layer(
        _ slot: Slot, _ around: PaintContext, isMask: Bool,
        in matrix: Matrix4? = nil, opacity factor: Double = 1, inTransition: Bool = true
    ) {
        let owner = painting
        painting = slot.index
        defer { painting = owner }
        guard around.isTracked else {
            if scene.isPresent[slot.at], !paintFast(slot, around, isMask: isMask, in: matrix, opacity: factor) {
                draw(slot, around, isMask: isMask, in: matrix, opacity: factor, inTransition: inTransition)
            }
            return
        }
        records?.open(
            slot, op: ops.count, clip: frame.clips.count, pass: frame.passes.count,
            depth: Self.depth(zPosition: scene.states[slot.at].zPosition), isPresent: scene.isPresent[slot.at])
        if scene.isPresent[slot.at], !paintFast(slot, around, isMask: isMask, in: matrix, opacity: factor) {
            draw(slot, around, isMask: isMask, in: matrix, opacity: factor, inTransition: inTransition)
        }
        records?.close(slot, op: ops.count, clip: frame.clips.count, pass: frame.passes.count)
    }

    private mutating func draw(
        _ slot: Slot, _ around: PaintContext, isMask: Bool, in matrix: Matrix4?, opacity factor: Double,
        inTransition: Bool
    ) {
        if inTransition, !scene.transitions.isEmpty, let transition = scene.transitions[slot] {
            return self.transition(slot, around, isMask: isMask, transition, in: matrix, opacity: factor)
        }
        // Copied once: a copy for every look at it would fill the stack where layers are deep in each other.
        let state = scene.states[slot.at]
        if matrix == nil, state.joinsSpace {
            return space([slot], around, through: isMask ? nil : around.plane.sublayerMatrix)
        }
        guard let plane = LayerPlane(state, in: around.plane, isMask: isMask, by: matrix) else { return }
        var plan = GroupPlan(
            state, mask: tree.masks[slot.at], opacity: factor, canBlend: !isMask && around.start != nil)
        if scene.filtersBackground { plan.required = scissor(around.scissor, behind: slot, plane) }
        // What is behind a copy that is drawn in many places is not known.
        if around.isTemplate, state.hasEffects { instances.templateFails = true }
        if !isMask, state.hasEffects { filterBackground(slot, state, plane, around) }

        let (firstOp, firstClip, firstPass) = (ops.count, frame.clips.count, frame.passes.count)
        let heldBlend = holdsBlend
        holdsBlend = false
        let inside = context(of: state, plan, plane, from: firstOp, in: around)
        if plan.rasterizationScale == nil || !paintRasterized(slot, state, inside) {
            paintWithEffects(slot, state, inside)
        }
        let mixes = holdsBlend
        holdsBlend = heldBlend || (mixes && !plan.isIsolated)
        if ops.count > firstOp { show(plan, from: firstOp, mixes: mixes, inside, in: around) }
        if plan.blend != .sourceOver {
            showBlended(plan.blend, from: firstOp, around, opacity: around.opacity * plan.opacity)
        }
        if ops.count == firstOp {
            if frame.clips.count > firstClip { records?.drop(from: firstOp) }
            frame.clips.removeSubrange(firstClip...)
            frame.passes.removeSubrange(firstPass...)
        }
    }

    /// What a layer hands down to what it shows.
    private func context(
        of state: borrowing LayerState, _ plan: GroupPlan, _ plane: LayerPlane, from first: Int, in around: PaintContext
    ) -> PaintContext {
        var inside = around
        inside.plane = plane
        inside.hasHardEdges = !state.flags.contains(.allowsEdgeAntialiasing)
        // In an offscreen pass only the hidden parts are known of the context.
        if plan.isOffscreen { inside.clip = nil }
        if let required = plan.required { inside.scissor = required }
        inside.opacity = plan.isGroup || plan.isOffscreen ? 1 : around.opacity * plan.opacity
        inside.start = first
        inside.isIsolated = plan.isIsolated
        if plan.isGroup || plan.isOffscreen || plan.rasterizationScale != nil || state.hasEffects || state.hasShadow
            || state.hasReplicator
        {
            inside.isTracked = false
        }
        return inside
    }

    /// Makes one image of what was painted of a layer where its plan wants that.
    ///
    /// - Parameter mixes: whether some of it is combined in another way than source over.
    private mutating func show(
        _ plan: GroupPlan, from first: Int, mixes: Bool, _ inside: PaintContext, in around: PaintContext
    ) {
        let outside = around.opacity * plan.opacity
        // What is combined in another way is shown by that.
        let (clip, opacity) = plan.blend == .sourceOver ? (around.clip, outside) : (nil, 1)
        if let mask = plan.mask {
            self.mask(mask, inside, around.scissor, from: first, clip: clip, opacity: opacity)
        } else if plan.isOffscreen {
            if plan.blend == .sourceOver || mixes {
                show(pass(from: first), mask: nil, clip: clip, opacity: opacity, within: around.scissor)
            }
        } else if mixes, plan.isIsolated {
            show(pass(from: first), mask: nil, clip: nil, opacity: plan.isGroup ? outside : 1)
        } else if plan.isGroup {
            if ops.count == first + 1, ops[first].isOneShape {
                records?.drop(from: first)
                ops[first].opacity *= outside
            } else {
                show(pass(from: first), mask: nil, clip: nil, opacity: outside)
            }
        }
    }

    /// Shadow, and the rest through filters.
    ///
    /// - Parameter state: the layer's, which every step hands on: it is too large to be copied by each.
    mutating func paintWithEffects(_ slot: Slot, _ state: LayerState, _ inside: PaintContext) {
        if state.hasShadow {
            paintWithShadow(slot, state, inside)
        } else {
            paintFiltered(slot, state, inside)
        }
    }

    /// Background, contents, sublayers, border.
    mutating func paint(_ slot: Slot, _ state: LayerState, _ inside: PaintContext) {
        let plane = inside.plane
        let shape = state.outline(in: plane)
        let visible = plane.toDevice.deviceBounds(of: plane.bounds).intersection(inside.scissor)
        if let color = state.backgroundColor, color.alpha > 0, !visible.isEmpty {
            let (hard, toDevice) = hardened(shape, state, plane)
            let bounds = toDevice.deviceBounds(of: hard.rect).intersection(inside.scissor)
            if !bounds.isEmpty { add(.fill(shape: hard, color: PixelColor(color)), toDevice, bounds, inside) }
        }
        if state.hasGradient, !visible.isEmpty, let geometry = state.gradient.geometry(in: plane.bounds),
            let ramp = shapes.ramp(of: slot, state.gradient)
        {
            let draw = GradientDraw(geometry: geometry, ramp: ramp)
            add(.gradient(shape: shape, draw), plane.toDevice, visible, inside)
        }
        var within = inside
        let clips = state.flags.contains(.masksToBounds)
        if !(clips && visible.isEmpty) {
            // What is in tiles or emitted depends on more than values.
            if state.hasTiles || state.hasEmitter { canUpdate = false }
            if state.hasTiles, state.contents.image == nil { tiles(slot, state, shape, &within) }
            if state.hasImage {
                let shown = state.contents
                if let fade = shown.crossFade {
                    crossFade(fade, shown, shape, clips: clips, &within)
                } else if let image = shown.image {
                    contents(image, shown, shape, clips: clips, &within)
                }
            }
            if state.hasShape {
                if clips { clip(to: shape, &within) }
                self.shape(slot, state.shape, within)
            }
            if state.hasEmitter {
                // Particles are above the border. Source: CAEmitterLayer.h.
                border(state, shape, visible, inside)
                if clips { clip(to: shape, &within) }
                particles(slot, within)
            }
            if !tree.sublayers[slot.at].isEmpty {
                if clips { clip(to: shape, &within) }
                if state.hasReplicator {
                    replicate(slot, within)
                } else {
                    sublayers(of: slot, within)
                }
            }
        }
        if !state.hasEmitter { border(state, shape, visible, inside) }
    }

    private mutating func border(
        _ state: LayerState, _ shape: RoundedRect, _ visible: DeviceRect, _ inside: PaintContext
    ) {
        if state.borderWidth > 0, let color = state.borderColor, color.alpha > 0, !visible.isEmpty {
            add(
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
        if within.isTracked { records?.setOwner(slot, owner) }
        if isSorted {
            for child in children { layer(child, within, isMask: false) }
            return
        }
        if within.isTracked { records?.hasSorted = true }
        let (states, isPresent) = (scene.states, scene.isPresent)
        let range = order.begin(children) { isPresent[$0.at] ? Self.depth(zPosition: states[$0.at].zPosition) : nil }
        for index in range { layer(order[index], within, isMask: false) }
        order.end(range)
    }

    /// Where a layer is in the order of its siblings. Not of a state, which would be copied.
    static func depth(zPosition: Double) -> Double { zPosition.isNaN ? 0 : zPosition }

    // MARK: Shapes

    /// The fill and the line of a shape layer, in front of its contents and not confined to its bounds.
    private mutating func shape(_ slot: Slot, _ state: ShapeState, _ around: PaintContext) {
        guard let path = state.path, let box = shapes.box(of: slot, path) else { return }
        let toDevice = around.plane.toDevice
        if let color = state.fillColor, color.alpha > 0 {
            let visible = toDevice.deviceBounds(of: LocalRect(box)).intersection(around.scissor)
            if !visible.isEmpty {
                let draw = PathDraw(path: path, rule: state.fillRule == .evenOdd ? .evenOdd : .nonZero)
                add(.path(draw, color: PixelColor(color)), toDevice, visible, around)
            }
        }
        guard let color = state.strokeColor, color.alpha > 0, state.lineWidth > 0 else { return }
        let scale = toDevice.maximumScale(over: box)
        guard scale.isFinite, scale > 0 else { return }
        let outline = shapes.outline(of: slot, state, scale: scale)
        guard let outlineBox = outline.box else { return }
        let visible = toDevice.deviceBounds(of: LocalRect(outlineBox)).intersection(around.scissor)
        if !visible.isEmpty {
            add(
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
        if clips, overflows || !shape.hasSquareCorners || !contents.transform.isIdentity { clip(to: shape, &within) }
        var upright = plane.isFlipped ? plane.toDevice.mirrored(low: bounds.minY, high: bounds.maxY) : plane.toDevice
        if !contents.transform.isIdentity {
            guard let moved = Homography(plane: contents.transform), let placed = upright.after(moved) else { return }
            upright = placed
        }
        let filter = contents.colorFilter
        if within.isTemplate, !layout.isOnePart { instances.templateFails = true }
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
                add(.image(draw), upright, visible, within)
            }
        }
    }

    // MARK: Ops, clips, passes

    mutating func add(
        _ content: DrawOp.Content, _ transform: Homography, _ bounds: DeviceRect, _ around: PaintContext
    ) {
        var op = DrawOp(
            content: content, transform: transform, clip: around.clip, bounds: bounds, opacity: around.opacity)
        op.tint = around.tint
        if around.hasHardEdges, !transform.isScaleAndTranslation, content.isPlainRectangle { op.edges = .hard }
        emit(op)
    }

    /// Draws an op over what was drawn before: the one way for ops into the frame.
    mutating func emit(_ op: consuming DrawOp) {
        if op.layer < 0 { op.layer = painting }
        ops.append(op)
    }

    /// Confines what follows to a shape in the layer's space: by the scissor alone where that gives the same pixels.
    mutating func clip(to shape: RoundedRect, _ within: inout PaintContext) {
        let h = within.plane.toDevice
        // Contents may have clipped already.
        if let clip = within.clip, frame.clips[clip.rawValue].shape == shape, frame.clips[clip.rawValue].transform == h
        {
            return
        }
        if shape.hasSquareCorners, !within.isTemplate, let pixels = h.wholePixels(of: shape.rect) {
            within.scissor = within.scissor.intersection(pixels)
            return
        }
        within.scissor = within.scissor.intersection(h.deviceBounds(of: shape.rect))
        frame.clips.append(Clip(parent: within.clip, shape: shape, transform: h, bounds: within.scissor))
        within.clip = ClipIndex(frame.clips.count - 1)
    }

    /// Moves the ops from an index on into a pass of their own; nil when there are none.
    mutating func pass(from first: Int) -> PassIndex? {
        records?.drop(from: first)
        guard ops.count > first else { return nil }
        var bounds = DeviceRect.empty
        for i in first..<ops.count { bounds = bounds.union(ops[i].bounds) }
        var pass = RenderPass(bounds: bounds)
        pass.ops = Array(ops[first...])
        ops.removeSubrange(first...)
        frame.passes.append(pass)
        return PassIndex(frame.passes.count - 1)
    }

    mutating func show(
        _ pass: PassIndex?, mask: PassIndex?, clip: ClipIndex?, opacity: Double, within scissor: DeviceRect? = nil
    ) {
        guard let pass else { return }
        var bounds = frame.passes[pass.rawValue].bounds
        if let scissor { bounds = bounds.intersection(scissor) }
        if let mask { bounds = bounds.intersection(frame.passes[mask.rawValue].bounds) }
        guard !bounds.isEmpty else { return }
        emit(
            DrawOp(content: .pass(pass, mask: mask), transform: .identity, clip: clip, bounds: bounds, opacity: opacity)
        )
    }

    /// Makes passes of the layer's ops and of its mask's, and shows the one times the alpha of the other.
    ///
    /// An invisible mask hides the layer completely.
    private mutating func mask(
        _ mask: Slot, _ inside: PaintContext, _ scissor: DeviceRect, from first: Int, clip: ClipIndex?, opacity: Double
    ) {
        guard let shown = pass(from: first) else { return }
        var around = inside
        around.scissor = frame.passes[shown.rawValue].bounds
        (around.start, around.isIsolated) = (nil, true)
        layer(mask, around, isMask: true)
        let masking = pass(from: first)
        guard let masking else { return }
        show(shown, mask: masking, clip: clip, opacity: opacity, within: scissor)
    }
}
