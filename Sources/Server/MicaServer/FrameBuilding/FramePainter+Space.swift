import MicaBase
import MicaFrame
import MicaWire

/// Sublayers that share the space of a layer: which they are, and painting them one by one. `SpacePainter` has the
/// rest.
extension FramePainter {
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
    ///   - through: a transform after the layers' own; nil for none.
    mutating func space(_ children: [Slot], _ within: PaintContext, through: Matrix4?) {
        space(within) { $0.gather(children, through: through, as: SpacePainter.Instance()) }
    }

    /// Draws layers that share the space of a plane; `gather` appends them to the members.
    ///
    /// - Parameter keepsInPlane: whether layers that all lie in the plane are drawn in the order of their depths,
    ///   uncut.
    mutating func space(_ within: PaintContext, keepsInPlane: Bool = false, gather: (inout FramePainter) -> Void) {
        let start = spaces.mark(ops.count)
        gather(&self)
        let isInPlane = keepsInPlane && spaces.areInPlane(from: start)
        if isInPlane { spaces.sortMembers(from: start) }
        // The backdrop of a layer is known only after sorting.
        var within = within
        let behind = within.start
        if !isInPlane { within.start = nil }
        within.isTracked = false
        var evaluated: Moment?
        for index in start.member..<spaces.members.count {
            let member = spaces.members[index]
            let from = ops.count
            var around = within
            around.tint = within.tint * member.instance.tint
            var dependent = scene.states[member.slot.at].hasEffects && behind != nil && !isInPlane
            var shown = dependent ? scene.states[member.slot.at] : nil
            if let moment = member.instance.moment {
                if moment != evaluated { instances.evaluate(moment, tree) }
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
            let depth = PlaneSorter.Depth(of: member.matrix, in: within.plane)
            if dependent, let shown {
                around.start = behind
                let layer = tree.id(of: member.slot)
                if spaces.addDependent(member, layer, shown, around, from: from, depth: depth, &ops) { continue }
            }
            guard ops.count > from else { continue }
            // A layer in transition is shown as two pictures, and each is a plane of its own.
            let showsItself =
                scene.transitions[member.slot] == nil && scene.states[member.slot.at].showsMoreThanSublayers
            spaces.addPlanes(
                from..<ops.count, of: ops.list, depth: depth, isInPlane: member.matrix.isAffine,
                keepsTogether: showsItself)
        }
        spaces.end(start, &effects, &ops)
    }

    /// Finds the layers of a space: those given, and instead of transform layers, and of replicators that preserve
    /// depth, their sublayers.
    mutating func gather(_ children: [Slot], through: Matrix4?, as instance: SpacePainter.Instance) {
        for child in children where scene.isPresent[child.at] {
            let state = scene.states[child.at]
            var matrix = state.placement
            if let through { matrix = matrix * through }
            guard state.joinsSpace else {
                spaces.members.append(SpacePainter.Member(slot: child, matrix: matrix, instance: instance))
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
