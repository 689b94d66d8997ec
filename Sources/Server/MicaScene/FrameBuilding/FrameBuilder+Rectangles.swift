import Foundation
import MicaFrame
import MicaRaster
import MicaWire

/// Layers that show a background alone and were moved, turned, or have got another size or colour: most of what changes
/// from frame to frame.
///
/// Such a layer is not built again: its op is changed in its place, to what building it would give, bit for bit.
extension FrameBuilder {
    /// What the sublayers of a layer are built with.
    struct RectangleOwner {
        /// The layer; none before anything is known.
        var slot = Slot(-1)
        /// Whether its sublayers may be changed in place at all.
        var isUsable = false
        /// Whether its plane and its sublayers' are without perspective, and go through no sublayer transform.
        var isAffine = false
        /// Whether that plane lies level on the surface.
        var isLevel = false
        /// What is handed down.
        var around = Surroundings(plane: LayerPlane(root: .identity), clip: nil, scissor: .empty, opacity: 1)
    }

    /// The rectangle that a layer fills which shows its background alone; nil where the layer may be more than that, or
    /// nothing is seen of it.
    @inline(__always)  // Two callers, of which one changes a thousand of them in a frame.
    func rectangle(
        _ slot: Slot, in around: borrowing Surroundings, _ tree: RenderTree, _ scene: SceneEvaluation, isMask: Bool
    ) -> RectangleFill? {
        let at = slot.at
        // Through a span: a state is far too large to be copied for a look at it.
        let states = scene.states.span
        guard tree.sublayers[at].isEmpty, states[at].showsBackgroundAlone, let color = states[at].backgroundColor,
            color.alpha > 0, let (rect, toDevice) = place(states[at], in: around.plane, isMask: isMask)
        else { return nil }
        let visible = toDevice.deviceBounds(of: rect).intersection(around.scissor)
        guard !visible.isEmpty else { return nil }
        let flags = states[at].flags
        let shape = RoundedRect(
            rect, radius: states[at].cornerRadius, corners: states[at].maskedCorners,
            isContinuous: flags.contains(.continuousCorners))
        let isHard = !flags.contains(.allowsEdgeAntialiasing) && shape.isPlain && !toDevice.isScaleAndTranslation
        return RectangleFill(
            shape: shape, color: PixelColor(color), transform: toDevice, clip: around.clip, bounds: visible,
            opacity: around.opacity * min(states[at].opacity, 1), tint: around.tint, edges: isHard ? .hard : .soft)
    }

    /// Changes the op of a layer in its place; false where the layer has to be built again.
    ///
    /// - Parameters:
    ///   - root: the root of the tree.
    ///   - owner: what was found out of the last layer's owner, and is of this one's afterwards.
    mutating func moveRectangle(
        _ slot: Slot, root: Slot, _ owner: inout RectangleOwner, _ tree: RenderTree, _ scene: SceneEvaluation
    ) -> Bool {
        let at = slot.at
        let states = scene.states.span
        guard scene.isPresent[at], let above = tree.owners[at], tree.sublayers[at].isEmpty,
            states[at].showsBackgroundAlone
        else { return false }
        if owner.slot != above { find(&owner, above, root: root, tree) }
        guard owner.isUsable,
            records.holdsOneOp(slot, under: above, depth: Self.depth(zPosition: states[at].zPosition)),
            let fill = rectangle(slot, in: owner.around, tree, scene, isMask: false)
        else { return false }
        // Edges that are not softened are others where the rectangle is turned.
        if owner.isAffine, states[at].flags.contains(.allowsEdgeAntialiasing) || !fill.shape.isPlain,
            !states[at].flags.contains(.geometryFlipped)
        {
            records.setMovable(
                slot, fill.shape.rect, anchor: Self.anchor(states[at].bounds, states[at].anchorPoint),
                isLevel: isLevel(states[at], in: owner.around.plane))
        } else {
            records.setFixed(slot)
        }
        return live.replace(records.place(of: slot), with: fill, damage: &damage)
    }

    /// Moves the ops of a layer of which the position and the transform alone are other, where all else is known; false
    /// where it is not.
    ///
    /// - Parameters:
    ///   - turns: whether the transform may be other.
    ///   - owner: as for `moveRectangle`.
    mutating func moveKnown(
        _ slot: Slot, turns: Bool, root: Slot, _ owner: inout RectangleOwner, _ tree: RenderTree,
        _ scene: SceneEvaluation
    ) -> Bool {
        let at = slot.at
        guard scene.isPresent[at], let above = tree.owners[at] else { return false }
        if owner.slot != above { find(&owner, above, root: root, tree) }
        guard owner.isUsable, owner.isAffine, let known = records.movable(slot, under: above) else { return false }
        let states = scene.states.span
        let position = states[at].position
        var toDevice = owner.around.plane.toDevice
        var isLevel = known.isLevel && owner.isLevel
        if turns || !isLevel { isLevel = owner.isLevel && states[at].transform.isIdentity }
        if isLevel {
            toDevice.tx += toDevice.a * (Double(position.x) - known.anchor.x)
            toDevice.ty += toDevice.d * (Double(position.y) - known.anchor.y)
            guard (toDevice.tx + toDevice.ty).isFinite else { return false }
        } else {
            guard known.rect != nil, let turned = toDevice.turned(states[at].transform, position, known.anchor) else {
                return false
            }
            toDevice = turned
        }
        guard let rect = known.rect else {
            return live.move(records.places(of: slot), to: toDevice, scissor: owner.around.scissor, damage: &damage)
        }
        let visible = toDevice.deviceBounds(of: rect).intersection(owner.around.scissor)
        guard !visible.isEmpty else { return false }
        if isLevel != known.isLevel { records.setLevel(slot, isLevel) }
        live.move(records.place(of: slot), rect, to: toDevice, bounds: visible, damage: &damage)
        return true
    }

    /// The most layers that are moved at once.
    static let mostLevelMoves = 256

    /// Moves the ops of layers that change one after the other, of which each fills the bounds of one that is level: what
    /// `moveKnown` does for each.
    ///
    /// - Parameters:
    ///   - first: the place of the first among the changes.
    ///   - most: how many may be moved at once; less where some could not be moved.
    /// - Returns: the place of the first that was not moved.
    mutating func moveLevel(
        _ changes: borrowing SceneChanges, from first: Int, most: inout Int, root: Slot, _ owner: inout RectangleOwner,
        _ tree: RenderTree, _ scene: SceneEvaluation
    ) -> Int {
        // Taken out, so that they are looked at through a span.
        var moves: [LevelMove] = []
        swap(&moves, &levelMoves)
        defer { swap(&moves, &levelMoves) }
        moves.removeAll(keepingCapacity: true)
        let (slots, owners) = (changes.slots.span, tree.owners.span)
        let (states, isPresent) = (scene.states.span, scene.isPresent.span)
        let end = min(slots.count, first + most)
        var at = first
        while at < end {
            let slot = Slot(Int(slots[at]))
            guard isPresent[slot.at], let above = owners[slot.at] else { break }
            if owner.slot != above {
                // Those of one owner go together.
                guard moves.isEmpty else { break }
                find(&owner, above, root: root, tree)
            }
            guard owner.isLevel, owner.isUsable, let known = records.level(slot, under: above) else { break }
            let (position, toDevice) = (states[slot.at].position, owner.around.plane.toDevice)
            let origin = SIMD2(
                toDevice.tx + toDevice.a * (Double(position.x) - known.anchor.x),
                toDevice.ty + toDevice.d * (Double(position.y) - known.anchor.y))
            moves.append(LevelMove(place: known.place, rect: known.rect, origin: origin))
            at += 1
        }
        if moves.isEmpty { return first }
        let toDevice = owner.around.plane.toDevice
        let moved = live.moveLevel(
            moves.span, scale: SIMD2(toDevice.a, toDevice.d), scissor: owner.around.scissor, damage: &damage)
        most = moved < moves.count ? 1 : min(2 * most, Self.mostLevelMoves)
        return first + moved
    }

    /// Notes whether the ops that were built of a layer may be moved with it: a few that lie in its plane and reach what
    /// `movedBox` says, as those of a layer with a shadow and a border.
    mutating func noteMovable(_ slot: Slot, _ around: Surroundings, _ tree: RenderTree, _ scene: SceneEvaluation) {
        let states = scene.states.span, plane = around.plane, places = records.places(of: slot)
        records.setFixed(slot)
        guard scene.isPresent[slot.at], tree.sublayers[slot.at].isEmpty, (1...Self.mostMoved).contains(places.count),
            records.hasNoClipsOrPasses(slot), isLevel(states[slot.at], in: plane), plane.toDevice.isScaleAndTranslation,
            !states[slot.at].hasEffects || states[slot.at].effects.edges == .all,
            states[slot.at].flags.contains(.allowsEdgeAntialiasing),
            let (_, toDevice) = place(states[slot.at], in: plane, isMask: false)
        else { return }
        if liesInPlane(places, toDevice, around) {
            records.setMovable(
                slot, nil, anchor: Self.anchor(states[slot.at].bounds, states[slot.at].anchorPoint), isLevel: true)
        }
    }

    /// Whether ops reach what `movedBox` says, through one transform and with their owner's clip.
    private func liesInPlane(_ places: Range<Int>, _ toDevice: Homography, _ around: Surroundings) -> Bool {
        let ops = live.storage.span
        for at in places {
            guard let box = ops[at].content.movedBox, ops[at].transform == toDevice, ops[at].clip == around.clip,
                ops[at].bounds == toDevice.deviceBounds(of: box).intersection(around.scissor)
            else { return false }
        }
        return true
    }

    /// The most ops of a layer that is moved.
    private static let mostMoved = 4

    /// Whether a layer lies level in an owner that lies level on the surface.
    @inline(__always)  // As an argument the state would be copied.
    private func isLevel(_ state: borrowing LayerState, in owner: borrowing LayerPlane) -> Bool {
        guard owner.sublayerMatrix == nil, owner.toDevice.isScaleAndTranslation, state.transform.isIdentity else {
            return false
        }
        return !state.flags.contains(.geometryFlipped)
    }

    /// What of a layer's position lies before its origin, as `LayerState.placement` has it.
    static func anchor(_ bounds: CGRect, _ anchor: CGPoint) -> SIMD2<Double> {
        SIMD2(
            Double(bounds.origin.x) + Double(anchor.x) * Double(bounds.size.width),
            Double(bounds.origin.y) + Double(anchor.y) * Double(bounds.size.height))
    }

    /// A layer's bounds, and how they get to the surface; nil where that is not plain to see.
    @inline(__always)  // As an argument the state would be copied.
    private func place(
        _ state: borrowing LayerState, in owner: borrowing LayerPlane, isMask: Bool
    ) -> (LocalRect, Homography)? {
        guard owner.sublayerMatrix == nil, owner.toDevice.isAffine, !state.flags.contains(.geometryFlipped) else {
            return LayerPlane(state, in: owner, isMask: isMask).map { ($0.bounds, $0.toDevice) }
        }
        let rect = LocalRect(state.bounds), anchor = Self.anchor(state.bounds, state.anchorPoint)
        guard (rect.minX + rect.minY + rect.maxX + rect.maxY).isFinite else { return nil }
        if owner.toDevice.isScaleAndTranslation, state.transform.isIdentity {
            // What `turned` gives, without a product of maps.
            return owner.toDevice.afterMove(Double(state.position.x) - anchor.x, Double(state.position.y) - anchor.y)
                .map { (rect, $0) }
        }
        guard let toDevice = owner.toDevice.turned(state.transform, state.position, anchor) else { return nil }
        return (rect, toDevice)
    }

    /// Finds what the sublayers of a layer are built with.
    private func find(_ found: inout RectangleOwner, _ slot: Slot, root: Slot, _ tree: RenderTree) {
        (found.slot, found.isUsable) = (slot, false)
        var place = slot
        while place != root {
            guard let owner = tree.owners[place.at], records.holds(place, under: owner) else { return }
            place = owner
        }
        guard let owner = records.owner(of: slot) else { return }
        found.around = owner.around
        let through = found.around.plane.sublayerMatrix, toDevice = found.around.plane.toDevice
        guard !found.around.isTemplate, through.map({ $0.isAffine }) ?? true else { return }
        found.isAffine = through == nil && toDevice.isAffine
        found.isLevel = found.isAffine && toDevice.isScaleAndTranslation
        found.isUsable = true
    }
}

extension LayerState {
    /// Whether the layer, without sublayers, shows its background and nothing else, and lies level in its superlayer.
    ///
    /// `PlainLayerTests` draws such layers with every property both ways, so that none is missing here.
    @inline(__always)  // A state is too large to be copied for a look at it.
    var showsBackgroundAlone: Bool {
        !(borderWidth > 0) && anchorPointZ == 0 && !showsDetails && transform.isAffine
            && flags.isDisjoint(with: [.transformLayer, .preservesDepth, .shouldRasterize])
    }
}

extension Homography {
    /// The map of the plane of a layer that lies in this one's, for a transform that does not leave the plane; nil for
    /// others, and where nothing can be seen.
    ///
    /// - Parameter anchor: what of the layer's position lies before its origin.
    func turned(_ t: borrowing Matrix4, _ position: CGPoint, _ anchor: SIMD2<Double>) -> Homography? {
        guard t.isAffine else { return nil }
        let placed = Homography(
            plane: t.m11, t.m12, t.m21, t.m22,
            -anchor.x * t.m11 - anchor.y * t.m21 + t.m41 + Double(position.x),
            -anchor.x * t.m12 - anchor.y * t.m22 + t.m42 + Double(position.y))
        return placed.flatMap { after($0) }
    }
}
