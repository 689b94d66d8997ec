import Foundation
import MicaFrame
import MicaRaster
import MicaWire
import MicaWorkers

/// Turns evaluated layers into a frame: a walk of the tree, back to front.
///
/// A layer paints its shadow, its background, its contents, its sublayers in the order of their zPosition (those at the same
/// depth in their own order), and its border. Sublayers that are not all level are sorted and cut in space (`space`).
/// *Source*: Apple, Core Animation Programming Guide, "Core Animation Basics" and "Setting Up Layer Objects".
package struct FrameBuilder {
    var frame = Frame(width: 0, height: 0)
    var ops: [DrawOp] = []
    /// Whether an op since the owner's first is combined in another way than source over.
    var holdsBlend = false
    private var order: [Slot] = []
    var shapes: ShapeCache
    var emitters: EmitterDrawing
    private var sorting: [(z: Double, place: Int, slot: Slot)] = []
    private var sorter = KeptSorter<(z: Double, place: Int, slot: Slot)>()
    /// What replicators have copied of what they may.
    package internal(set) var copies = CopyBudget()
    /// Evaluations of sublayers at other times than the frame's, one for each replicator within another.
    var delayed: [SceneEvaluation] = []
    var delayDepth = 0
    /// The tiles that the last frame would have shown and that were not there: of each layer the nearest to the middle of
    /// what is seen of it first.
    package internal(set) var wantedTiles: [WantedTile] = []
    /// Whether tiles are shown whose pixels have to be made first, so that drawing waits for them.
    package var waitsForTiles = false
    /// The frame's media time, in seconds.
    private(set) var time = 0.0
    // Spaces that are being built, the innermost last.
    var spaceMembers: [SpaceMember] = []
    var spaceOrder: [SpaceMember] = []
    var spaceSorter = KeptSorter<SpaceMember>()
    var spacePlanes: [SpacePlane] = []
    var spaceOps: [Int] = []
    var spaceEffects: [SpaceEffect] = []
    var planeSorter = PlaneSorter()
    var outlines = PlaneOutlines()
    var movedOps: [DrawOp] = []
    // What was built last, so that an update builds only what has changed.
    var records = BuildRecords()
    /// Whether the frame that was built last can be updated: it depends on nothing but the layers' values.
    var canUpdate = false
    var isUpdating = false
    /// The number of the evaluation that the last frame is of, and the last root transform.
    var evaluation: UInt64 = 0
    var rootTransform = Homography.identity
    /// The last pass of the frame that is updated, what has changed in it, and how often ops were moved.
    var live = RenderPass(bounds: .empty)
    var damage = DamageRegion()
    var moves = 0
    /// The threads that help to build, and to draw.
    let workers: WorkerPool
    /// The layers that are moved at once.
    var levelMoves: [LevelMove] = []
    // Memory of the frame before.
    var spareOps: [DrawOp] = []
    var spareIndex = OpIndex()
    private var sparePasses: [RenderPass] = []
    private var spareClips: [Clip] = []
    /// How many cuts of planes were left out since the builder was made, because a space had too many pieces.
    package var refusedCuts: Int { planeSorter.refusedCuts }

    /// Makes a builder; keep it from frame to frame, so that its arrays are reused.
    ///
    /// - Parameter workers: the threads that particles are moved and lines stroked on; the bytes are the same for any number.
    package init(workers: WorkerPool = WorkerPool(workers: 1)) {
        self.workers = workers
        emitters = EmitterDrawing(workers: workers)
        shapes = ShapeCache(workers: workers)
    }

    /// What an owner hands down.
    struct Surroundings {
        /// The owner's plane.
        var plane: LayerPlane
        /// The innermost clip.
        var clip: ClipIndex?
        /// The pixels outside which nothing is seen.
        var scissor: DeviceRect
        /// What ops are multiplied by.
        var opacity: Double
        /// Where the ops of the owner begin: what a layer's compositing and background filters see; nil outside the root.
        var start: Int?
        /// Whether that is all that such filters may see.
        var isIsolated = true
        /// What colours are multiplied by, within copies of a replicator.
        var tint = Tint.white
        /// Whether ops are built to be drawn in many places.
        var isTemplate = false
        /// Whether edges of rectangles are not antialiased.
        var hasHardEdges = false
        /// Whether ops stay where they are put, so that it is worth noting which are whose.
        var isTracked = false
    }

    /// Builds the frame of an evaluated tree, all of it damaged.
    ///
    /// - Parameter rootTransform: from points of the space that the root layer lies in to pixels.
    package mutating func build(
        _ tree: RenderTree, _ scene: SceneEvaluation, width: Int, height: Int, rootTransform: Homography = .identity,
        background: UInt32 = 0
    ) -> Frame {
        frame = Frame(width: width, height: height)
        swap(&frame.passes, &sparePasses)
        swap(&frame.clips, &spareClips)
        frame.background = background
        ops.removeAll(keepingCapacity: true)
        holdsBlend = false
        shapes.beginFrame()
        shapes.makeOutlines(scene, changed: nil)
        copies.beginFrame()
        wantedTiles.removeAll(keepingCapacity: true)
        time = scene.time
        emitters.beginFrame()
        records.beginFrame(layers: tree.ids.count)
        (canUpdate, evaluation, self.rootTransform) = (true, scene.changes.after, rootTransform)
        if let root = tree.root {
            var around = Surroundings(
                plane: LayerPlane(root: rootTransform), clip: nil, scissor: frame.bounds, opacity: 1)
            around.isTracked = true
            layer(root, tree, scene, around, isMask: false)
        }
        if holdsBlend { canUpdate = false }
        var last = RenderPass(bounds: frame.bounds)
        swap(&last.ops, &ops)
        if canUpdate { last.makeIndex(in: &spareIndex) }
        frame.passes.append(last)
        checkInvariants()
        defer { frame = Frame(width: 0, height: 0) }
        return frame
    }

    /// Takes a frame that is no longer needed, to put the ops of the next one into its memory; another holder keeps it
    /// from that, and no harm is done.
    package mutating func reuse(_ frame: consuming Frame) {
        guard let last = frame.passes.indices.last else { return }
        if let index = frame.passes[last].takeIndex() { spareIndex = index }
        swap(&ops, &frame.passes[last].ops)
        emitters.reuse(&ops)
        frame.passes.removeAll(keepingCapacity: true)
        frame.clips.removeAll(keepingCapacity: true)
        swap(&frame.passes, &sparePasses)
        swap(&frame.clips, &spareClips)
    }

    /// The emitters that had more particles than are made.
    package var emittersOverBudget: Set<LayerID> { emitters.overBudget }

    /// Draws a layer and all under it: appends ops, or one op that shows a pass.
    ///
    /// - Parameters:
    ///   - matrix: from the layer's unflipped space to its owner's, where it is known already.
    ///   - factor: multiplies the layer's opacity.
    mutating func layer(
        _ slot: Slot, _ tree: RenderTree, _ scene: SceneEvaluation, _ around: Surroundings, isMask: Bool,
        in matrix: Matrix4? = nil, opacity factor: Double = 1, inTransition: Bool = true
    ) {
        guard around.isTracked else {
            return draw(
                slot, tree, scene, around, isMask: isMask, in: matrix, opacity: factor, inTransition: inTransition)
        }
        records.open(
            slot, op: ops.count, clip: frame.clips.count, pass: frame.passes.count,
            depth: Self.depth(zPosition: scene.states[slot.at].zPosition), isPresent: scene.isPresent[slot.at])
        draw(slot, tree, scene, around, isMask: isMask, in: matrix, opacity: factor, inTransition: inTransition)
        records.close(slot, op: ops.count, clip: frame.clips.count, pass: frame.passes.count)
    }

    private mutating func draw(
        _ slot: Slot, _ tree: RenderTree, _ scene: SceneEvaluation, _ around: Surroundings, isMask: Bool,
        in matrix: Matrix4?, opacity factor: Double, inTransition: Bool
    ) {
        guard scene.isPresent[slot.at] else { return }
        if inTransition, !scene.transitions.isEmpty, let transition = scene.transitions[slot] {
            return self.transition(slot, tree, scene, around, isMask: isMask, transition, in: matrix, opacity: factor)
        }
        if matrix == nil, factor == 1, !scene.filtersBackground,
            let fill = rectangle(slot, in: around, tree, scene, isMask: isMask)
        {
            return ops.append(DrawOp(fill))
        }
        // Copied once: a copy for every look at it would fill the stack where layers are deep in each other.
        let state = scene.states[slot.at]
        if matrix == nil, state.joinsSpace {
            let through = isMask ? nil : around.plane.sublayerMatrix
            return space([slot], tree, scene, around, through: through)
        }
        guard let plane = LayerPlane(state, in: around.plane, isMask: isMask, by: matrix) else {
            return
        }
        let opacity = min(state.opacity, 1) * factor
        let isGroup = opacity < 1 && state.flags.contains(.allowsGroupOpacity)
        let mask = tree.masks[slot.at]
        let blend = isMask || around.start == nil ? .sourceOver : state.blend
        // What is behind a copy that is drawn in many places is not known.
        if around.isTemplate, state.hasEffects { copies.templateFails = true }
        if !isMask, state.hasEffects { filterBackground(state, plane, around) }
        let firstOp = ops.count, firstClip = frame.clips.count, firstPass = frame.passes.count
        let heldBlend = holdsBlend
        holdsBlend = false

        var inside = around
        inside.plane = plane
        inside.hasHardEdges = !state.flags.contains(.allowsEdgeAntialiasing)
        // Inside a pass of its own nothing of the surroundings is known but what cannot be seen.
        let wide = scene.filtersBackground ? scissor(around.scissor, behind: slot, tree, scene, plane) : nil
        let isApart = mask != nil || blend != .sourceOver || wide != nil
        if isApart { inside.clip = nil }
        if let wide { inside.scissor = wide }
        inside.opacity = isGroup || isApart ? 1 : around.opacity * opacity
        inside.start = firstOp
        inside.isIsolated = isGroup || isApart || state.flags.contains(.allowsGroupBlending)
        let isRaster = state.flags.contains(.shouldRasterize)
        if isGroup || isApart || isRaster || state.hasEffects || state.hasShadow || state.hasReplicator {
            inside.isTracked = false
        }
        if !isRaster || !paintRasterized(slot, state, tree, scene, inside) {
            paintWithEffects(slot, state, tree, scene, inside)
        }

        let mixes = holdsBlend
        holdsBlend = heldBlend || (mixes && !inside.isIsolated)
        let outside = around.opacity * opacity
        if ops.count > firstOp {
            // What is combined in another way is shown by that.
            let (clip, opacity) = blend == .sourceOver ? (around.clip, outside) : (nil, 1)
            if let mask {
                self.mask(mask, tree, scene, inside, around.scissor, from: firstOp, clip: clip, opacity: opacity)
            } else if isApart {
                if blend == .sourceOver || mixes {
                    show(pass(from: firstOp), mask: nil, clip: clip, opacity: opacity, within: around.scissor)
                }
            } else if mixes, inside.isIsolated {
                show(pass(from: firstOp), mask: nil, clip: nil, opacity: isGroup ? outside : 1)
            } else if isGroup {
                if ops.count == firstOp + 1, ops[firstOp].isOneShape {
                    records.drop(from: firstOp)
                    ops[firstOp].opacity *= outside
                } else {
                    show(pass(from: firstOp), mask: nil, clip: nil, opacity: outside)
                }
            }
        }
        if blend != .sourceOver { showBlended(blend, from: firstOp, around, opacity: outside) }
        if ops.count == firstOp {
            if frame.clips.count > firstClip { records.drop(from: firstOp) }
            frame.clips.removeSubrange(firstClip...)
            frame.passes.removeSubrange(firstPass...)
        }
    }

    /// Shadow, and the rest through filters.
    ///
    /// - Parameter state: the layer's, which every step hands on: it is too large to be copied by each.
    mutating func paintWithEffects(
        _ slot: Slot, _ state: LayerState, _ tree: RenderTree, _ scene: SceneEvaluation, _ inside: Surroundings
    ) {
        if state.hasShadow {
            paintWithShadow(slot, state, tree, scene, inside)
        } else {
            paintFiltered(slot, state, tree, scene, inside)
        }
    }

    /// Background, contents, sublayers, border.
    mutating func paint(
        _ slot: Slot, _ state: LayerState, _ tree: RenderTree, _ scene: SceneEvaluation, _ inside: Surroundings
    ) {
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
            if state.hasTiles, state.contents.image == nil { tiles(slot, state, tree, shape, &within) }
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
                particles(slot, tree, scene, within)
            }
            if !tree.sublayers[slot.at].isEmpty {
                if clips { clip(to: shape, &within) }
                if state.hasReplicator {
                    replicate(slot, tree, scene, within)
                } else {
                    sublayers(of: slot, tree, scene, within)
                }
            }
        }
        if !state.hasEmitter { border(state, shape, visible, inside) }
    }

    private mutating func border(
        _ state: LayerState, _ shape: RoundedRect, _ visible: DeviceRect, _ inside: Surroundings
    ) {
        if state.borderWidth > 0, let color = state.borderColor, color.alpha > 0, !visible.isEmpty {
            add(
                .border(shape: shape, width: state.borderWidth, color: PixelColor(color)), inside.plane.toDevice,
                visible, inside)
        }
    }

    /// The sublayers, back to front.
    mutating func sublayers(of slot: Slot, _ tree: RenderTree, _ scene: SceneEvaluation, _ within: Surroundings) {
        let children = tree.sublayers[slot.at]
        let through = within.plane.sublayerMatrix
        var owner = BuildRecords.Owner(around: within)
        guard isFlat(children, scene, through: through) else {
            return space(children, tree, scene, within, through: through)
        }
        var last = -Double.infinity
        var isSorted = true
        for child in children where scene.isPresent[child.at] {
            let z = Self.depth(scene.states[child.at])
            if z < last { isSorted = false }
            last = z
            (owner.low, owner.high) = (min(owner.low, z), max(owner.high, z))
        }
        if within.isTracked { records.setOwner(slot, owner) }
        if isSorted {
            for child in children { layer(child, tree, scene, within, isMask: false) }
            return
        }
        if within.isTracked { records.hasSorted = true }
        sorting.removeAll(keepingCapacity: true)
        for (place, child) in children.enumerated() where scene.isPresent[child.at] {
            sorting.append((Self.depth(scene.states[child.at]), place, child))
        }
        sorter.sort(&sorting) { ($0.z, $0.place) < ($1.z, $1.place) }
        let first = order.count
        for entry in sorting { order.append(entry.slot) }
        for i in first..<order.count { layer(order[i], tree, scene, within, isMask: false) }
        order.removeSubrange(first...)
    }

    static func depth(_ state: LayerState) -> Double { depth(zPosition: state.zPosition) }

    static func depth(zPosition: Double) -> Double { zPosition.isNaN ? 0 : zPosition }

    // MARK: Shapes

    /// The fill and the line of a shape layer, in front of its contents and not confined to its bounds.
    private mutating func shape(_ slot: Slot, _ state: ShapeState, _ around: Surroundings) {
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
        _ within: inout Surroundings
    ) {
        let plane = within.plane
        guard var layout = ContentsLayout(contents, image: image, in: plane) else { return }
        let bounds = plane.bounds, drawn = layout.destination
        let slop = 1e-9 * max(1, bounds.width, bounds.height)
        let overflows =
            drawn.minX < bounds.minX - slop || drawn.minY < bounds.minY - slop || drawn.maxX > bounds.maxX + slop
            || drawn.maxY > bounds.maxY + slop
        if clips, overflows || !shape.isPlain || !contents.transform.isIdentity { clip(to: shape, &within) }
        var upright = plane.isFlipped ? plane.toDevice.mirrored(low: bounds.minY, high: bounds.maxY) : plane.toDevice
        if !contents.transform.isIdentity {
            guard let moved = Homography(plane: contents.transform), let placed = upright.after(moved) else { return }
            upright = placed
        }
        let filter = contents.pixelFilter
        if within.isTemplate, !layout.isOnePart { copies.templateFails = true }
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
        _ content: DrawOp.Content, _ transform: Homography, _ bounds: DeviceRect, _ around: Surroundings
    ) {
        var op = DrawOp(
            content: content, transform: transform, clip: around.clip, bounds: bounds, opacity: around.opacity)
        op.tint = around.tint
        if around.hasHardEdges, !transform.isScaleAndTranslation, content.isPlainRectangle { op.edges = .hard }
        ops.append(op)
    }

    /// Confines what follows to a shape in the layer's space: by the scissor alone where that gives the same pixels.
    mutating func clip(to shape: RoundedRect, _ within: inout Surroundings) {
        let h = within.plane.toDevice
        // Contents may have clipped already.
        if let clip = within.clip, frame.clips[clip.rawValue].shape == shape, frame.clips[clip.rawValue].transform == h
        {
            return
        }
        if shape.isPlain, !within.isTemplate, let pixels = h.wholePixels(of: shape.rect) {
            within.scissor = within.scissor.intersection(pixels)
            return
        }
        within.scissor = within.scissor.intersection(h.deviceBounds(of: shape.rect))
        frame.clips.append(Clip(parent: within.clip, shape: shape, transform: h, bounds: within.scissor))
        within.clip = ClipIndex(frame.clips.count - 1)
    }

    /// Moves the ops from a place on into a pass of their own; nil when there are none.
    mutating func pass(from first: Int) -> PassIndex? {
        records.drop(from: first)
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
        ops.append(
            DrawOp(content: .pass(pass, mask: mask), transform: .identity, clip: clip, bounds: bounds, opacity: opacity)
        )
    }

    /// Makes passes of the layer's ops and of its mask's, and shows the one times the alpha of the other.
    ///
    /// A mask of which nothing is seen leaves nothing of the layer.
    private mutating func mask(
        _ mask: Slot, _ tree: RenderTree, _ scene: SceneEvaluation, _ inside: Surroundings, _ scissor: DeviceRect,
        from first: Int, clip: ClipIndex?, opacity: Double
    ) {
        guard let shown = pass(from: first) else { return }
        var around = inside
        around.scissor = frame.passes[shown.rawValue].bounds
        (around.start, around.isIsolated) = (nil, true)
        layer(mask, tree, scene, around, isMask: true)
        let masking = pass(from: first)
        guard let masking else { return }
        show(shown, mask: masking, clip: clip, opacity: opacity, within: scissor)
    }

    /// Stops the program when the frame refers to what comes later or lies outside; only under MICA_CHECKS.
    private func checkInvariants() {
        #if MICA_CHECKS
        for (index, clip) in frame.clips.enumerated() {
            if let parent = clip.parent { precondition(parent.rawValue < index, "a clip's parent comes after it") }
        }
        for (index, pass) in frame.passes.enumerated() {
            for op in pass.ops {
                precondition(!op.bounds.isEmpty && pass.bounds.contains(op.bounds), "an op lies outside its pass")
                if let clip = op.clip { precondition(clip.rawValue < frame.clips.count, "an op has no such clip") }
                precondition(op.content.passes.areBefore(index), "a pass is shown too early")
            }
        }
        #endif
    }
}
