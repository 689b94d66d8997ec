import MicaBase
import MicaFrame
import MicaWire

/// Orders the ops of the layers in a space, which the sublayers of a layer share.
///
/// Each sublayer is a plane in it, with all that is under it flattened into that plane; a transform layer is no plane
/// but hands its sublayers on. Planes are drawn back to front and cut where they cross. A sublayer that shows only
/// sublayers of its own, none touching another, counts as several planes, each cut by the planes that cross it.
///
/// The layers are painted one after the other (`FramePainter.space`), and the ops of each become planes. `end` takes
/// all of them out of the list and emits them again, in the order of the planes' depths. Spaces may be within spaces,
/// so that all lists here hold those of the outer ones first. *Source*: Apple, CATransformLayer.h; `StagehandTests`,
/// frames of CATransform3D-testRotation (planes that cross are cut along their line) and -testScaleAndRotation (the
/// four parts of a layer are ordered each by itself).
struct SpacePainter {
    /// The lengths of the lists of outer spaces.
    struct Mark {
        var member: Int, plane: Int, listed: Int, effect: Int
        /// The first op of the space.
        var op: Int
    }

    /// The layers of the spaces that are painted.
    var members: [Member] = []
    private var planes: [Plane] = []
    /// The indices of the planes' ops.
    private var listed: [Int] = []
    private var effects: [Effect] = []
    /// What puts planes in order.
    private(set) var sorter = PlaneSorter()
    private var outlines = PlaneOutlines()
    private var memberSorter = StableSorter<Member>()
    // Memory: members that are sorted, and ops that are put into another order.
    private var sortedMembers: [Member] = []
    private var movedOps: [DrawOp] = []

    /// A layer in a space.
    struct Member {
        var slot: Slot
        /// From the layer's unflipped space to the shared one.
        var matrix: Matrix4
        /// The factors of its opacity and colours, and the times at which it is shown.
        var instance: Instance
    }

    /// The effects, beside transforms, of the layers between a layer and its space.
    struct Instance {
        /// The product of the opacities of the transform layers, and of the alphas of replicators' instances.
        var opacity = 1.0
        /// The product of the colours of replicators' instances.
        var tint = Tint.white
        /// The innermost delay; nil without one.
        var moment: Moment?
    }

    /// Ops that are drawn together, in one plane.
    private struct Plane {
        /// Their indices, in `listed`.
        var ops: Range<Int>
        var depth: PlaneSorter.Depth
        var isInPlane: Bool
        /// The pass that shows them, once there is one.
        var pass: PassIndex?
        /// Whether the first op is opaque and has the outline of the plane.
        var isOpaque = false
        /// Where its first piece is in the order.
        var firstRank = Int.max
        /// The index in `effects` of its blending with the backdrop; nil if it is drawn source over.
        var effect: Int?
    }

    /// The values of a plane's layer that blending with the backdrop needs.
    private struct Effect {
        var layer: LayerID?
        var state: LayerState
        var plane: LayerPlane
        /// The layer's paint context, with the index of the owner's first op.
        var around: PaintContext
    }

    /// Where the lists end now: a space begins here.
    func mark(_ op: Int) -> Mark {
        Mark(member: members.count, plane: planes.count, listed: listed.count, effect: effects.count, op: op)
    }

    /// Ends a space: puts its ops into the order of the planes' depths, and forgets its layers and planes.
    mutating func end(_ start: Mark, _ filters: inout EffectPainter, _ ops: inout OpList) {
        if planes.count > start.plane + 1 || effects.count > start.effect {
            sortPlanes(from: start.plane, of: ops.list)
            ops.move(from: start.op, to: &movedOps)
            for (rank, index) in sorter.order.enumerated() {
                show(sorter.pieces[index], rank, from: start, &filters, &ops)
            }
            movedOps.removeAll(keepingCapacity: true)
        }
        effects.removeSubrange(start.effect...)
        members.removeSubrange(start.member...)
        planes.removeSubrange(start.plane...)
        listed.removeSubrange(start.listed...)
    }

    // MARK: Members

    /// Whether all layers of a space lie in its plane, or parallel to it.
    func areInPlane(from start: Mark) -> Bool { members[start.member...].allSatisfy { $0.matrix.keepsPlanes } }

    /// Puts members that lie in the plane into the order of their depths; those of one depth stay in theirs.
    mutating func sortMembers(from start: Mark) {
        sortedMembers.removeAll(keepingCapacity: true)
        sortedMembers.append(contentsOf: members[start.member...])
        memberSorter.sort(&sortedMembers) { $0.matrix.m43 < $1.matrix.m43 }
        members.replaceSubrange(start.member..., with: sortedMembers)
    }

    // MARK: Planes

    /// Makes planes of the ops of one layer. A layer that shows something itself is one plane, so that nothing comes
    /// between it and its sublayers. Otherwise parts that touch each other are one plane.
    mutating func addPlanes(
        _ range: Range<Int>, of ops: [DrawOp], depth: PlaneSorter.Depth, isInPlane: Bool, keepsTogether: Bool
    ) {
        if keepsTogether || range.count == 1 || range.count > PlaneOutlines.mostParts {
            addPlane(depth, isInPlane) { $0.append(contentsOf: range) }
            return
        }
        outlines.removeAll()
        for index in range { outlines.add(ops[index]) }
        outlines.findParts()
        for part in 0..<outlines.count where outlines.parts[part] == part {
            let parts = outlines.parts
            addPlane(depth, isInPlane) { list in
                for i in part..<parts.count where parts[i] == part { list.append(range.lowerBound + i) }
            }
        }
    }

    private mutating func addPlane(_ depth: PlaneSorter.Depth, _ isInPlane: Bool, _ list: (inout [Int]) -> Void) {
        let first = listed.count
        list(&listed)
        planes.append(Plane(ops: first..<listed.count, depth: depth, isInPlane: isInPlane))
    }

    // MARK: Order

    /// Puts the planes of a space into the order of their depths, cut where they cross.
    private mutating func sortPlanes(from first: Int, of ops: [DrawOp]) {
        sorter.removeAll()
        for index in first..<planes.count {
            let plane = planes[index]
            outlines.removeAll()
            for position in listed[plane.ops] { outlines.add(ops[position]) }
            if let position = listed[plane.ops].first, ops[position].isOpaqueRectangle {
                planes[index].isOpaque = outlines.firstHoldsAll
            }
            sorter.add(depth: plane.depth, corners: outlines.all, isInPlane: plane.isInPlane)
        }
        sorter.sort()
        for (rank, index) in sorter.order.enumerated() {
            let plane = first + sorter.pieces[index].plane
            planes[plane].firstRank = min(planes[plane].firstRank, rank)
        }
    }

    /// Emits the ops of a piece of a plane.
    private mutating func show(
        _ piece: PlaneSorter.Piece, _ rank: Int, from start: Mark, _ filters: inout EffectPainter,
        _ ops: inout OpList
    ) {
        let plane = start.plane + piece.plane
        let range = planes[plane].ops
        if planes[plane].isOpaque, let first = listed[range].first {
            underlay(movedOps[first - start.op], piece, rank, from: start.plane, &ops)
        }
        let effect = planes[plane].effect.map { effects[$0] }
        if let effect { showBackground(of: effect, behind: piece, &filters, &ops) }
        guard piece.cut >= 0 else {
            for index in listed[range] {
                guard let effect else {
                    ops.emit(movedOps[index - start.op])
                    continue
                }
                var op = movedOps[index - start.op]
                widen(&op, of: effect, ops)
                ops.emit(op)
            }
            return
        }
        if let effect, effect.state.blend != .sourceOver {
            for index in listed[range] {
                var op = movedOps[index - start.op]
                cut(&op, piece, &ops)
                if !op.bounds.isEmpty { ops.emit(op) }
            }
            return
        }
        // A piece is shown as one op; several ops become a pass.
        var op: DrawOp
        if range.count == 1, let index = listed[range].first {
            op = movedOps[index - start.op]
        } else {
            let shown = planes[plane].pass ?? ops.pass(of: listed[range].map { movedOps[$0 - start.op] })
            planes[plane].pass = shown
            op = DrawOp(content: .pass(shown, mask: nil), transform: .identity, bounds: ops.bounds(of: shown))
        }
        cut(&op, piece, &ops)
        if !op.bounds.isEmpty { ops.emit(op) }
    }

    /// Draws a plane without gaps along the edges that it shares with opaque planes in front of it: their antialiased
    /// edges lie over it, so that nothing behind both shows through.
    private mutating func underlay(
        _ op: DrawOp, _ piece: PlaneSorter.Piece, _ rank: Int, from firstPlane: Int, _ ops: inout OpList
    ) {
        guard planes.count - firstPlane <= Self.mostEdgesShared else { return }
        let own = sorter.outline(ofPlane: piece.plane)
        for index in own.indices {
            let (from, to) = (own[index], own[index + 1 < own.endIndex ? index + 1 : own.startIndex])
            let way = to - from
            let length = (way.x * way.x + way.y * way.y).squareRoot()
            guard length > 1.5, isShared(from, to, rank, by: piece.plane, firstPlane) else { continue }
            var under = op
            under.edges = .covering
            if piece.cut >= 0 { cut(&under, piece, &ops) }
            // Within three quarters of a pixel of the edge, which is as far as pixels reach that it goes through.
            under.bounds = under.bounds.intersection(
                DeviceRect(
                    around: min(from.x, to.x) - 1, min(from.y, to.y) - 1, max(from.x, to.x) + 1, max(from.y, to.y) + 1))
            guard !under.bounds.isEmpty else { continue }
            let along = way / length
            let across = along.x * from.y - along.y * from.x, start = along.x * from.x + along.y * from.y
            ops.confine(&under, HalfPlane(a: -along.y, b: along.x, c: 0.75 - across, isFront: true))
            ops.confine(&under, HalfPlane(a: along.y, b: -along.x, c: 0.75 + across, isFront: true))
            ops.confine(&under, HalfPlane(a: along.x, b: along.y, c: -start - 0.5, isFront: true))
            ops.confine(&under, HalfPlane(a: -along.x, b: -along.y, c: start + length - 0.5, isFront: true))
            ops.emit(under)
        }
    }

    /// In spaces of up to how many planes shared edges are looked for.
    private static let mostEdgesShared = 64

    /// Whether an edge of a plane is also one of an opaque plane that is drawn wholly later and lies on its other side.
    private mutating func isShared(_ from: Point, _ to: Point, _ rank: Int, by plane: Int, _ firstPlane: Int) -> Bool {
        func isNear(_ a: Point, _ b: Point) -> Bool { abs(a.x - b.x) < 0.02 && abs(a.y - b.y) < 0.02 }
        // On which side of the edge most of a plane lies.
        func side(_ outline: ArraySlice<Point>) -> Double {
            outline.reduce(0) { $0 + (to.x - from.x) * ($1.y - from.y) - (to.y - from.y) * ($1.x - from.x) }
        }
        let own = side(sorter.outline(ofPlane: plane))
        for other in 0..<(planes.count - firstPlane) where other != plane {
            guard planes[firstPlane + other].isOpaque, planes[firstPlane + other].firstRank > rank else {
                continue
            }
            let outline = sorter.outline(ofPlane: other)
            for index in outline.indices {
                let (a, b) = (outline[index], outline[index + 1 < outline.endIndex ? index + 1 : outline.startIndex])
                guard (isNear(a, from) && isNear(b, to)) || (isNear(a, to) && isNear(b, from)) else { continue }
                if side(outline) * own < 0 { return true }
            }
        }
        return false
    }

    /// Confines an op to a piece of its plane.
    ///
    /// Like what calls it, it is mutating only so that no call copies the lists' references: cutting cubes took a tenth
    /// longer where it was not.
    private mutating func cut(_ op: inout DrawOp, _ piece: PlaneSorter.Piece, _ ops: inout OpList) {
        let corners = sorter.points[piece.points]
        guard let first = corners.first else {
            op.bounds = .empty
            return
        }
        var (low, high) = (first, first)
        for p in corners {
            low = Point(min(low.x, p.x), min(low.y, p.y))
            high = Point(max(high.x, p.x), max(high.y, p.y))
        }
        // The pixel around an edge counts as well.
        op.bounds = op.bounds.intersection(DeviceRect(around: low.x - 1, low.y - 1, high.x + 1, high.y + 1))
        guard !op.bounds.isEmpty else { return }
        var next = piece.cut
        while next >= 0 {
            let cut = sorter.cuts[next]
            next = cut.parent
            let line = cut.line
            let slope = (line.a * line.a + line.b * line.b).squareRoot()
            // A cut that a piece lies wholly on the right side of is not needed.
            let nearest = corners.reduce(Double.infinity) { min($0, cut.isFront ? line.at($1) : -line.at($1)) }
            if nearest > 2 * slope { continue }
            ops.confine(&op, HalfPlane(a: line.a, b: line.b, c: line.c, isFront: cut.isFront))
        }
    }

    // MARK: Compositing and background filters

    // The backdrop of such a layer is all that its owner has drawn before it in the order of depths. The layer counts
    // as one plane, however many parts it has. Source: ours; Apple documents neither filters in spaces nor an order
    // other than that of depths.

    /// Makes one plane of a layer's ops, from `first` on, if the layer blends with its backdrop. False if it is drawn
    /// source over.
    mutating func addDependent(
        _ member: Member, _ layer: LayerID?, _ state: LayerState, _ around: PaintContext, from first: Int,
        depth: PlaneSorter.Depth, _ ops: inout OpList
    ) -> Bool {
        let blend = state.blend
        let filtersBackground = state.hasEffects && state.effects.backgroundFilters.contains { $0.isEnabled }
        guard blend != .sourceOver || filtersBackground,
            let plane = LayerPlane(state, in: around.plane, isMask: false, by: member.matrix)
        else { return false }
        let visible = plane.toDevice.deviceBounds(of: plane.bounds).intersection(around.scissor)
        if blend != .sourceOver, let shown = ops.pass(from: first) {
            ops.holdsBlend = true
            ops.emit(
                DrawOp(
                    content: .pass(shown, mask: nil), transform: .identity, bounds: ops.bounds(of: shown), blend: blend)
            )
        }
        let drawn = first..<ops.count
        let firstListed = listed.count
        if filtersBackground, !visible.isEmpty {
            // Nothing to be seen, but the plane's first op, so that the plane has its outline also where the layer
            // draws nothing.
            let nothing = PixelColor(ColorValue(.sRGB, red: 0, green: 0, blue: 0, alpha: 0))
            var outline = DrawOp(
                content: .fill(shape: state.outline(in: plane), color: nothing), transform: plane.toDevice,
                bounds: visible)
            outline.layer = member.slot.index
            listed.append(ops.count)
            ops.emit(outline)
        }
        listed.append(contentsOf: drawn)
        guard listed.count > firstListed else { return true }
        var made = Plane(ops: firstListed..<listed.count, depth: depth, isInPlane: member.matrix.isAffine)
        made.effect = effects.count
        effects.append(Effect(layer: layer, state: state, plane: plane, around: around))
        planes.append(made)
        return true
    }

    /// Applies a layer's background filters to the ops behind a piece of its plane.
    private mutating func showBackground(
        of effect: Effect, behind piece: PlaneSorter.Piece, _ filters: inout EffectPainter, _ ops: inout OpList
    ) {
        var around = effect.around
        if piece.cut >= 0 {
            var part = DrawOp(
                content: .fill(shape: effect.state.outline(in: effect.plane), color: PixelColor(.black)),
                transform: effect.plane.toDevice, clip: around.clip, bounds: around.scissor)
            cut(&part, piece, &ops)
            guard !part.bounds.isEmpty else { return }
            (around.clip, around.scissor) = (part.clip, part.bounds)
        }
        guard
            let background = filters.backgroundFilter(
                of: effect.layer, effect.state, effect.plane, around, seen: effect.around.scissor, &ops)
        else { return }
        filters.show(
            background, of: effect.layer, effect.state, effect.plane, around, opacity: min(effect.state.opacity, 1),
            &ops)
    }

    /// Lets an op that is combined in a way that reaches beyond it reach over all that its owner has drawn.
    private func widen(_ op: inout DrawOp, of effect: Effect, _ ops: OpList) {
        guard op.blend.isUnbounded, let start = effect.around.start else { return }
        var bounds = op.bounds
        if effect.around.isIsolated {
            bounds = bounds.union(ops.bounds(of: start..<ops.count))
        } else {
            bounds = effect.around.scissor
        }
        op.bounds = bounds.intersection(effect.around.scissor)
    }
}

extension PlaneSorter.Depth {
    /// The depth of a plane of a space over the surface, in pixels as large as those of the plane that holds the space.
    ///
    /// In one space the depths of all planes at a pixel are divided by the same, the W of the plane that holds the
    /// space, so that their differences tell which is in front.
    init(of m: Matrix4, in owner: LayerPlane) {
        let h = Homography(projecting: m).concatenating(owner.toDevice)
        guard let back = h.inverse else { return }
        let device = owner.toDevice
        let area = abs(device.a * device.d - device.b * device.c)
        let scale = area > 0 && area.isFinite ? area.squareRoot() : 1
        let depth = Self(
            a: scale * (m.m13 * back.a + m.m23 * back.b + m.m43 * back.p),
            b: scale * (m.m13 * back.c + m.m23 * back.d + m.m43 * back.q),
            c: scale * (m.m13 * back.tx + m.m23 * back.ty + m.m43 * back.w))
        if depth.a.isFinite, depth.b.isFinite, depth.c.isFinite { self = depth }
    }
}

extension DrawOp {
    /// Whether the op fills a rectangle without round corners with opaque colour.
    fileprivate var isOpaqueRectangle: Bool {
        guard opacity >= 1, blend == .sourceOver, edges == .soft, content.isPlainRectangle else { return false }
        switch content {
        case .fill(_, let color): return color.alpha >= 1
        case .image(let draw): return draw.image.isOpaque
        default: return false
        }
    }
}
