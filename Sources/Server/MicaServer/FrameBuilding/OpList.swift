import MicaBase
import MicaFrame

/// A frame under construction: its passes and clips, and the ops of the open pass.
///
/// Painters add to a frame only through this type. `emit` appends an op. `pass(from:)` moves an op and all after it
/// into a pass, and one op shows that pass. A clip comes after its parent, and a pass after the passes that it shows.
struct OpList {
    /// The size of a frame under construction at some time, so that later additions can be removed.
    struct Mark {
        var op: Int, clip: Int, pass: Int
    }

    /// The frame without the pass that is not ended.
    var frame = Frame(width: 0, height: 0)
    /// The ops of the pass that is not ended.
    private(set) var list: [DrawOp] = []
    /// The layer that is painted: its slot is written into ops that have none.
    var painting: Int32 = -1
    /// Whether an op since the owner's first has another blend mode than source over.
    var holdsBlend = false
    /// Whether the frame depends on nothing but the layers' values, so that it can be edited when these change.
    var canUpdate = false
    /// Whether something was painted that is not the same in every instance of a template.
    var templateFails = false
    /// The record of each layer's ops, for the editor; nil if the frame will not be edited.
    var records: BuildRecords?

    /// How many ops the pass has so far.
    var count: Int { list.count }

    /// The present size, for `takeBack(to:)`.
    var mark: Mark { Mark(op: list.count, clip: frame.clips.count, pass: frame.passes.count) }

    // MARK: Beginning and ending

    /// Begins a frame without ops.
    ///
    /// - Parameter expected: how many ops it may have.
    mutating func begin(_ frame: consuming Frame, expecting expected: Int) {
        self.frame = frame
        list.removeAll(keepingCapacity: true)
        // Doubling would leave up to half of the memory empty.
        if 2 * list.capacity <= expected { list.reserveCapacity(expected) }
        holdsBlend = false
        canUpdate = true
    }

    /// Begins a part of a frame that is edited: its ops follow no others.
    mutating func beginPart() {
        list.removeAll(keepingCapacity: true)
        holdsBlend = false
    }

    /// Ends the last pass, which is the surface's.
    mutating func endLastPass() {
        var last = RenderPass(bounds: frame.bounds)
        swap(&last.ops, &list)
        frame.passes.append(last)
        if holdsBlend { canUpdate = false }
    }

    /// Exchanges the ops, and their memory, for others.
    mutating func swapList(_ other: inout [DrawOp]) { swap(&list, &other) }

    // MARK: Ops

    /// Appends an op, which is drawn over those before it. No other function appends one.
    mutating func emit(_ op: consuming DrawOp) {
        if op.layer < 0 { op.layer = painting }
        list.append(op)
    }

    /// Appends an op with its context's clip, opacity, tint and edge mode.
    mutating func add(
        _ content: DrawOp.Content, _ transform: Homography, _ bounds: DeviceRect, _ around: PaintContext
    ) {
        var op = DrawOp(
            content: content, transform: transform, clip: around.clip, bounds: bounds, opacity: around.opacity)
        op.tint = around.tint
        if around.hasHardEdges, !transform.isScaleAndTranslation, content.isPlainRectangle { op.edges = .hard }
        emit(op)
    }

    /// Multiplies the opacity of the op at an index, instead of a pass with this op only.
    mutating func fade(_ index: Int, by opacity: Double) {
        records?.drop(from: index)
        list[index].opacity *= opacity
    }

    /// The pixels that some ops may change.
    func bounds(of range: Range<Int>) -> DeviceRect {
        var bounds = DeviceRect.empty
        for index in range { bounds = bounds.union(list[index].bounds) }
        return bounds
    }

    /// Moves the ops from an index on to the end of another list.
    mutating func move(from first: Int, to other: inout [DrawOp]) {
        other.append(contentsOf: list[first...])
        list.removeSubrange(first...)
    }

    /// Removes the ops, clips and passes that were added since a mark.
    mutating func takeBack(to mark: Mark) {
        list.removeSubrange(mark.op...)
        frame.clips.removeSubrange(mark.clip...)
        frame.passes.removeSubrange(mark.pass...)
    }

    /// Removes the ops since a mark, with their clips, as a template that is drawn many times. Nil if they cannot be
    /// one, because instances have neither passes nor cuts, or because the instances differ.
    mutating func takeTemplate(from start: Mark) -> InstancedDraw? {
        defer { takeBack(to: start) }
        let clips = frame.clips[start.clip...]
        guard !templateFails, frame.passes.count == start.pass, !clips.contains(where: { $0.cut != nil }) else {
            return nil
        }
        var draw = InstancedDraw(ops: Array(list[start.op...]), clips: Array(clips), instances: [])
        for index in draw.clips.indices { draw.clips[index].parent?.rawValue -= start.clip }
        for index in draw.ops.indices { draw.ops[index].clip?.rawValue -= start.clip }
        return draw
    }

    // MARK: Clips

    /// Clips the following ops to a shape in the layer's space: only by the scissor if that gives the same pixels.
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
        within.clip = append(Clip(parent: within.clip, shape: shape, transform: h, bounds: within.scissor))
    }

    /// Confines an op that is not emitted yet to half of the surface.
    mutating func confine(_ op: inout DrawOp, _ half: HalfPlane) {
        op.clip = append(Clip(parent: op.clip, cut: half, bounds: op.bounds))
    }

    private mutating func append(_ clip: Clip) -> ClipIndex {
        frame.clips.append(clip)
        return ClipIndex(frame.clips.count - 1)
    }

    // MARK: Passes

    /// Moves the ops from an index on into a pass of their own; nil when there are none.
    mutating func pass(from first: Int) -> PassIndex? {
        records?.drop(from: first)
        guard list.count > first else { return nil }
        let pass = pass(of: Array(list[first...]))
        list.removeSubrange(first...)
        return pass
    }

    /// Makes a pass of ops that are not in the list.
    mutating func pass(of ops: [DrawOp]) -> PassIndex {
        var bounds = DeviceRect.empty
        for index in ops.indices { bounds = bounds.union(ops[index].bounds) }
        var pass = RenderPass(bounds: bounds)
        pass.ops = ops
        frame.passes.append(pass)
        return PassIndex(frame.passes.count - 1)
    }

    /// Makes a pass of copies of a backdrop's ops so far, within some pixels; nil when there are none. The list stays
    /// as it is.
    mutating func passOfCopies(of backdrop: Backdrop, within area: DeviceRect) -> PassIndex? {
        var copies: [DrawOp] = []
        if backdrop.isSurface, frame.background.alpha > 0 {
            copies.append(
                DrawOp(
                    content: .fill(shape: RoundedRect(LocalRect(area)), color: frame.background), transform: .identity,
                    bounds: area))
        }
        for index in backdrop.start..<list.count {
            let bounds = list[index].bounds.intersection(area)
            if bounds.isEmpty { continue }
            copies.append(list[index])
            copies[copies.count - 1].bounds = bounds
        }
        return copies.isEmpty ? nil : pass(of: copies)
    }

    /// The pixels that a pass covers.
    func bounds(of pass: PassIndex) -> DeviceRect { frame.passes[pass.rawValue].bounds }

    /// How many ops the passes have together that were made since a mark.
    func passOpCount(since mark: Mark) -> Int {
        frame.passes[mark.pass...].reduce(0) { $0 + $1.ops.count }
    }

    /// Draws a pass over the ops before it, multiplied by the alpha of a mask's pass if there is one.
    mutating func show(
        _ pass: PassIndex?, mask: PassIndex? = nil, clip: ClipIndex?, opacity: Double,
        within scissor: DeviceRect? = nil
    ) {
        guard let pass else { return }
        var bounds = bounds(of: pass)
        if let scissor { bounds = bounds.intersection(scissor) }
        if let mask { bounds = bounds.intersection(self.bounds(of: mask)) }
        guard !bounds.isEmpty else { return }
        emit(
            DrawOp(content: .pass(pass, mask: mask), transform: .identity, clip: clip, bounds: bounds, opacity: opacity)
        )
    }

    /// Blends a layer's ops with its backdrop in the owner.
    mutating func showBlended(_ blend: BlendMode, from first: Int, _ around: PaintContext, opacity: Double) {
        let drawn = pass(from: first)
        var bounds = drawn.map { self.bounds(of: $0) } ?? .empty
        if blend.isUnbounded {
            if around.isIsolated {
                bounds = bounds.union(self.bounds(of: (around.start ?? 0)..<first))
            } else {
                bounds = around.scissor
            }
        }
        bounds = bounds.intersection(around.scissor)
        if let clip = around.clip { bounds = bounds.intersection(frame.clips[clip.rawValue].bounds) }
        guard !bounds.isEmpty else { return }
        emit(
            DrawOp(
                content: .pass(drawn ?? pass(of: []), mask: nil), transform: .identity, clip: around.clip,
                bounds: bounds, opacity: opacity, blend: blend))
        holdsBlend = true
    }

    // MARK: Records

    /// Records the start of a subtree's ops.
    mutating func open(_ slot: Slot, depth: Double, isPresent: Bool) {
        records?.open(
            slot, op: list.count, clip: frame.clips.count, pass: frame.passes.count, depth: depth,
            isPresent: isPresent)
    }

    /// Records the end of a subtree's ops.
    mutating func close(_ slot: Slot) {
        records?.close(slot, op: list.count, clip: frame.clips.count, pass: frame.passes.count)
    }

    /// Moves the clips and passes that were added since a mark, after all others, to where the frame has had them.
    mutating func relocate(from mark: Mark, clipsTo clip: Int, passesTo pass: Int) {
        let (clipCount, passCount) = (frame.clips.count - mark.clip, frame.passes.count - mark.pass)
        guard clipCount > 0 || passCount > 0 else { return }
        let shift = IndexShift(clips: mark.clip, to: clip, passes: mark.pass, to: pass)
        for index in list.indices { shift.apply(to: &list[index]) }
        for index in 0..<clipCount {
            shift.apply(to: &frame.clips[mark.clip + index].parent)
            frame.clips[clip + index] = frame.clips[mark.clip + index]
        }
        frame.clips.removeSubrange(mark.clip...)
        for index in 0..<passCount {
            for position in frame.passes[mark.pass + index].ops.indices {
                shift.apply(to: &frame.passes[mark.pass + index].ops[position])
            }
            frame.passes.swapAt(pass + index, mark.pass + index)
        }
        frame.passes.removeSubrange(mark.pass...)
    }
}

extension OpList {
    /// The distance beyond the surface from which a blur, a shadow's offset or a bend may still bring pixels onto it.
    /// *Units*: pixels.
    ///
    /// The largest blur reaches 1,664 pixels (`SoftenDraw.reach` at its limit), so that a single one is never cut off.
    /// Nested blurs and shadows with a large offset need a limit: without one, passes would grow with every depth.
    static let reach = 2048

    /// The surface, larger by `reach` on each side.
    var reachable: DeviceRect {
        DeviceRect(
            minX: -Self.reach, minY: -Self.reach, maxX: frame.width + Self.reach, maxY: frame.height + Self.reach)
    }
}

/// How the indices of clips and passes change when these are moved.
private struct IndexShift {
    var clips: Int, clipChange: Int
    var passes: Int, passChange: Int

    init(clips: Int, to clip: Int, passes: Int, to pass: Int) {
        (self.clips, clipChange) = (clips, clip - clips)
        (self.passes, passChange) = (passes, pass - passes)
    }

    func apply(to clip: inout ClipIndex?) {
        if let index = clip?.rawValue, index >= clips { clip = ClipIndex(index + clipChange) }
    }

    func apply(to op: inout DrawOp) {
        apply(to: &op.clip)
        guard op.content.showsPasses else { return }
        op.content.mapPasses { $0.rawValue >= passes ? PassIndex($0.rawValue + passChange) : $0 }
    }
}
