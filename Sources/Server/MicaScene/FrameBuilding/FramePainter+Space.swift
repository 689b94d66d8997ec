import MicaFrame
import MicaGeometry
import MicaWire

/// The space that the sublayers of a layer share.
///
/// Each sublayer is a plane in it, with all that is under it flattened into that plane; a transform layer is no plane but
/// hands its sublayers on. Planes are drawn back to front and cut where they cross. A sublayer that shows nothing but
/// sublayers of its own, which do not touch each other, counts as several planes, each cut by what crosses it.
/// *Source*: Apple, CATransformLayer.h; `StagehandTests`, frames of CATransform3D-testRotation (planes that cross
/// are cut along their line) and -testScaleAndRotation (the four parts of a layer are ordered each by itself).
extension FramePainter {
    /// Spaces that are being painted, the innermost last, and the memory that they need.
    struct SpaceScratch {
        var members: [SpaceMember] = []
        var order: [SpaceMember] = []
        var memberSorter = StableSorter<SpaceMember>()
        var planes: [SpacePlane] = []
        /// The indices of the planes' ops.
        var ops: [Int] = []
        var effects: [SpaceEffect] = []
        var sorter = PlaneSorter()
        var outlines = PlaneOutlines()
        /// The ops that are put into another order.
        var movedOps: [DrawOp] = []
    }

    /// A layer in a space.
    struct SpaceMember {
        var slot: Slot
        /// From the layer's unflipped space to the shared one.
        var matrix: Matrix4
        /// What its opacity and colours are multiplied with, and when it is shown.
        var instance: SpaceInstance
    }

    /// What the layers that a layer is in, on the way to the space, do to it beside its place.
    struct SpaceInstance {
        /// The product of the opacities of the transform layers, and of the alphas of replicators' copies.
        var opacity = 1.0
        /// The product of the colours of replicators' copies.
        var tint = Tint.white
        /// The innermost delay; nil without one.
        var moment: Moment?
    }

    /// When the sublayers of a replicator are shown.
    struct Moment: Equatable {
        /// The replicator.
        var slot: Slot
        /// The local time that its sublayers take for its.
        var time: Double
    }

    /// Ops that are drawn together, in one plane.
    struct SpacePlane {
        /// Their indices, in `spaces.ops`.
        var ops: Range<Int>
        var depth: PlaneSorter.Depth
        var isInPlane: Bool
        /// The pass that shows them, once there is one.
        var pass: PassIndex?
        /// Whether the first op is opaque and has the outline of the plane.
        var isOpaque = false
        /// Where its first piece is in the order.
        var firstRank = Int.max
        /// The place, in `spaces.effects`, of how it is combined with what lies behind it; nil when it is drawn over that.
        var effect: Int?
    }

    /// Whether the order of zPosition is the order of the planes, and none can cut another.
    func isFlat(_ children: [Slot], through: Matrix4?) -> Bool {
        let isTilted = through.map { $0.m13 != 0 || $0.m23 != 0 || $0.m14 != 0 || $0.m24 != 0 || $0.m33 <= 0 } ?? false
        var depth: Double?
        for child in children where scene.isPresent[child.at] {
            guard scene.states[child.at].isInPlane else { return false }
            if isTilted {
                let z = scene.states[child.at].zPosition
                if let depth, depth != z { return false }
                depth = z
            }
        }
        return true
    }

    /// Draws layers that share the space of a plane.
    ///
    /// - Parameters:
    ///   - within: whose plane it is.
    ///   - through: what the layers go through after their own placement; nil for nothing.
    mutating func space(_ children: [Slot], _ within: PaintContext, through: Matrix4?) {
        space(within) { $0.gather(children, through: through, as: SpaceInstance()) }
    }

    /// Draws layers that share the space of a plane; `gather` appends them to the members.
    ///
    /// - Parameter keepsInPlane: whether layers that all lie in the plane are drawn by their depths alone, as plain sublayers are.
    mutating func space(_ within: PaintContext, keepsInPlane: Bool = false, gather: (inout FramePainter) -> Void) {
        let (firstMember, firstPlane, firstListed) = (spaces.members.count, spaces.planes.count, spaces.ops.count)
        let (firstOp, firstEffect) = (ops.count, spaces.effects.count)
        gather(&self)
        let isInPlane = keepsInPlane && spaces.members[firstMember...].allSatisfy { $0.matrix.keepsPlanes }
        if isInPlane { sortMembers(from: firstMember) }
        // What is behind a layer is not known before the order is.
        var within = within
        let start = within.start
        if !isInPlane { within.start = nil }
        within.isTracked = false
        var evaluated: Moment?
        for index in firstMember..<spaces.members.count {
            let member = spaces.members[index]
            let from = ops.count
            var around = within
            around.tint = within.tint * member.instance.tint
            var dependent = scene.states[member.slot.at].hasEffects && start != nil && !isInPlane
            var shown = dependent ? scene.states[member.slot.at] : nil
            if let moment = member.instance.moment {
                if moment != evaluated { evaluate(moment) }
                evaluated = moment
                withDelayedScene { painter in
                    if dependent { shown = painter.scene.states[member.slot.at] }
                    dependent = dependent && painter.scene.isPresent[member.slot.at]
                    painter.layer(
                        member.slot, around, isMask: false, in: member.matrix, opacity: member.instance.opacity)
                }
            } else {
                layer(member.slot, around, isMask: false, in: member.matrix, opacity: member.instance.opacity)
            }
            if isInPlane { continue }
            let depth = Self.depth(of: member.matrix, in: within.plane)
            if dependent, let shown {
                around.start = start
                if addDependent(member, shown, around, from: from, depth: depth) { continue }
            }
            guard ops.count > from else { continue }
            // In a transition two pictures are shown in place of the layer, and each is a plane of its own.
            let showsItself =
                scene.transitions[member.slot] == nil && scene.states[member.slot.at].showsMoreThanSublayers
            addPlanes(
                from..<ops.count, depth: depth, isInPlane: member.matrix.isAffine, keepsTogether: showsItself)
        }
        if spaces.planes.count > firstPlane + 1 || spaces.effects.count > firstEffect {
            sortPlanes(from: firstPlane, firstOp: firstOp)
        }
        spaces.effects.removeSubrange(firstEffect...)
        spaces.members.removeSubrange(firstMember...)
        spaces.planes.removeSubrange(firstPlane...)
        spaces.ops.removeSubrange(firstListed...)
    }

    /// Puts members that lie in the plane into the order of their depths; those of one depth stay in theirs.
    private mutating func sortMembers(from first: Int) {
        spaces.order.removeAll(keepingCapacity: true)
        spaces.order.append(contentsOf: spaces.members[first...])
        spaces.memberSorter.sort(&spaces.order) { $0.matrix.m43 < $1.matrix.m43 }
        spaces.members.replaceSubrange(first..., with: spaces.order)
    }

    /// Finds the layers of a space: those given, and instead of transform layers, and of replicators that preserve
    /// depth, their sublayers.
    mutating func gather(_ children: [Slot], through: Matrix4?, as instance: SpaceInstance) {
        for child in children where scene.isPresent[child.at] {
            let state = scene.states[child.at]
            var matrix = state.placement
            if let through { matrix = matrix * through }
            guard state.joinsSpace else {
                spaces.members.append(SpaceMember(slot: child, matrix: matrix, instance: instance))
                continue
            }
            if state.flags.contains(.geometryFlipped) { matrix = state.mirror * matrix }
            if let inner = state.sublayerPlacement { matrix = inner * matrix }
            var within = instance
            within.opacity *= min(state.opacity, 1)
            if state.flags.contains(.transformLayer) {
                gather(tree.sublayers[child.at], through: matrix, as: within)
            } else {
                gatherInstances(of: child, through: matrix, as: within)
            }
        }
    }

    /// The depth of a plane of a space over the surface, in pixels as large as those of the plane that holds the space.
    ///
    /// In one space the depths of all planes at a pixel are divided by the same, the W of the plane that holds the space,
    /// so that their differences tell which is in front.
    private static func depth(of m: Matrix4, in owner: LayerPlane) -> PlaneSorter.Depth {
        let h = Homography(projecting: m).concatenating(owner.toDevice)
        guard let back = h.inverse else { return PlaneSorter.Depth() }
        let device = owner.toDevice
        let area = abs(device.a * device.d - device.b * device.c)
        let scale = area > 0 && area.isFinite ? area.squareRoot() : 1
        let depth = PlaneSorter.Depth(
            a: scale * (m.m13 * back.a + m.m23 * back.b + m.m43 * back.p),
            b: scale * (m.m13 * back.c + m.m23 * back.d + m.m43 * back.q),
            c: scale * (m.m13 * back.tx + m.m23 * back.ty + m.m43 * back.w))
        return depth.a.isFinite && depth.b.isFinite && depth.c.isFinite ? depth : PlaneSorter.Depth()
    }

    // MARK: Planes

    /// Makes planes of the ops of one layer: of one that shows something itself it is one, so that nothing comes between the
    /// layer and what is on it; else parts that touch each other are one.
    private mutating func addPlanes(
        _ range: Range<Int>, depth: PlaneSorter.Depth, isInPlane: Bool, keepsTogether: Bool
    ) {
        if keepsTogether || range.count == 1 || range.count > PlaneOutlines.mostParts {
            addPlane(depth, isInPlane) { $0.append(contentsOf: range) }
            return
        }
        spaces.outlines.removeAll()
        for index in range { spaces.outlines.add(ops.list[index]) }
        spaces.outlines.findParts()
        for part in 0..<spaces.outlines.count where spaces.outlines.parts[part] == part {
            let parts = spaces.outlines.parts
            addPlane(depth, isInPlane) { list in
                for i in part..<parts.count where parts[i] == part { list.append(range.lowerBound + i) }
            }
        }
    }

    private mutating func addPlane(_ depth: PlaneSorter.Depth, _ isInPlane: Bool, _ list: (inout [Int]) -> Void) {
        let first = spaces.ops.count
        list(&spaces.ops)
        spaces.planes.append(SpacePlane(ops: first..<spaces.ops.count, depth: depth, isInPlane: isInPlane))
    }

    // MARK: Order

    /// Puts the ops of planes into the order of their depths, cut where the planes cross.
    private mutating func sortPlanes(from firstPlane: Int, firstOp: Int) {
        spaces.sorter.removeAll()
        for index in firstPlane..<spaces.planes.count {
            let plane = spaces.planes[index]
            spaces.outlines.removeAll()
            for position in spaces.ops[plane.ops] { spaces.outlines.add(ops.list[position]) }
            if let position = spaces.ops[plane.ops].first, ops.list[position].isOpaqueRectangle {
                spaces.planes[index].isOpaque = spaces.outlines.firstHoldsAll
            }
            spaces.sorter.add(depth: plane.depth, corners: spaces.outlines.all, isInPlane: plane.isInPlane)
        }
        spaces.sorter.sort()
        ops.move(from: firstOp, to: &spaces.movedOps)
        defer { spaces.movedOps.removeAll(keepingCapacity: true) }
        for (rank, index) in spaces.sorter.order.enumerated() {
            let plane = firstPlane + spaces.sorter.pieces[index].plane
            spaces.planes[plane].firstRank = min(spaces.planes[plane].firstRank, rank)
        }
        for (rank, index) in spaces.sorter.order.enumerated() {
            let piece = spaces.sorter.pieces[index]
            let plane = firstPlane + piece.plane
            let members = spaces.ops[spaces.planes[plane].ops]
            if spaces.planes[plane].isOpaque, let position = members.first {
                underlay(spaces.movedOps[position - firstOp], piece, rank, from: firstPlane)
            }
            let effect = spaces.planes[plane].effect.map { spaces.effects[$0] }
            if let effect { showBackground(of: effect, behind: piece) }
            guard piece.cut >= 0 else {
                for position in members {
                    guard let effect else {
                        ops.emit(spaces.movedOps[position - firstOp])
                        continue
                    }
                    var op = spaces.movedOps[position - firstOp]
                    widen(&op, of: effect)
                    ops.emit(op)
                }
                continue
            }
            if let effect, effect.state.blend != .sourceOver {
                for position in members {
                    var op = spaces.movedOps[position - firstOp]
                    cut(&op, piece)
                    if !op.bounds.isEmpty { ops.emit(op) }
                }
                continue
            }
            // What is cut is shown as one op: by way of a pass where it is more.
            var op: DrawOp
            if members.count == 1, let position = members.first {
                op = spaces.movedOps[position - firstOp]
            } else {
                let shown = spaces.planes[plane].pass ?? ops.pass(of: members.map { spaces.movedOps[$0 - firstOp] })
                spaces.planes[plane].pass = shown
                op = DrawOp(
                    content: .pass(shown, mask: nil), transform: .identity, bounds: ops.bounds(of: shown))
            }
            cut(&op, piece)
            if !op.bounds.isEmpty { ops.emit(op) }
        }
    }

    /// Draws a plane without gaps along the edges that it shares with opaque planes in front of it: these are antialiased
    /// over what is drawn here, and nothing that lies behind both shows through.
    private mutating func underlay(_ op: DrawOp, _ piece: PlaneSorter.Piece, _ rank: Int, from firstPlane: Int) {
        guard spaces.planes.count - firstPlane <= Self.mostEdgesShared else { return }
        let own = spaces.sorter.outline(ofPlane: piece.plane)
        for index in own.indices {
            let (from, to) = (own[index], own[index + 1 < own.endIndex ? index + 1 : own.startIndex])
            let way = to - from
            let length = (way.x * way.x + way.y * way.y).squareRoot()
            guard length > 1.5, isShared(from, to, rank, by: piece.plane, firstPlane) else { continue }
            var under = op
            under.edges = .covering
            if piece.cut >= 0 { cut(&under, piece) }
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
    private func isShared(_ from: Point, _ to: Point, _ rank: Int, by plane: Int, _ firstPlane: Int) -> Bool {
        func isNear(_ a: Point, _ b: Point) -> Bool { abs(a.x - b.x) < 0.02 && abs(a.y - b.y) < 0.02 }
        // On which side of the edge most of a plane lies.
        func side(_ outline: ArraySlice<Point>) -> Double {
            outline.reduce(0) { $0 + (to.x - from.x) * ($1.y - from.y) - (to.y - from.y) * ($1.x - from.x) }
        }
        let own = side(spaces.sorter.outline(ofPlane: plane))
        for other in 0..<(spaces.planes.count - firstPlane) where other != plane {
            guard spaces.planes[firstPlane + other].isOpaque, spaces.planes[firstPlane + other].firstRank > rank else {
                continue
            }
            let outline = spaces.sorter.outline(ofPlane: other)
            for index in outline.indices {
                let (a, b) = (outline[index], outline[index + 1 < outline.endIndex ? index + 1 : outline.startIndex])
                guard (isNear(a, from) && isNear(b, to)) || (isNear(a, to) && isNear(b, from)) else { continue }
                if side(outline) * own < 0 { return true }
            }
        }
        return false
    }

    /// Confines an op to a piece of its plane.
    mutating func cut(_ op: inout DrawOp, _ piece: PlaneSorter.Piece) {
        let corners = spaces.sorter.points[piece.points]
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
            let cut = spaces.sorter.cuts[next]
            next = cut.parent
            let line = cut.line
            let slope = (line.a * line.a + line.b * line.b).squareRoot()
            // What lies wholly on the right side of a cut by now need not be confined by it.
            let nearest = corners.reduce(Double.infinity) { min($0, cut.isFront ? line.at($1) : -line.at($1)) }
            if nearest > 2 * slope { continue }
            ops.confine(&op, HalfPlane(a: line.a, b: line.b, c: line.c, isFront: cut.isFront))
        }
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

extension LayerState {
    /// Whether it may show something beside its sublayers.
    fileprivate var showsMoreThanSublayers: Bool {
        backgroundColor.map { $0.alpha > 0 } ?? false || !features.isDisjoint(with: .drawn)
            || (borderWidth > 0 && borderColor != nil)
    }

    /// Whether the layer stays in its superlayer's plane, or one parallel to it.
    var isInPlane: Bool { !joinsSpace && transform.isAffine && anchorPointZ == 0 }
}
