import Foundation
import MicaFrame
import MicaRaster
import MicaWire

/// Layers that show a background alone and were moved, turned, or have got another size or colour: most of what changes
/// from frame to frame.
///
/// Such a layer is not built again: its op is changed in its place, to what building it would give, bit for bit.
extension FrameBuilder {
    /// What the sublayers of a layer are built with, as far as plain rectangles need it.
    struct RectangleOwner {
        /// The layer.
        var slot: Slot
        /// Whether its sublayers may be changed in place at all.
        var isUsable: Bool
        /// Its plane.
        var plane = LayerPlane(root: .identity)
        var clip: ClipIndex?
        var scissor = DeviceRect.empty
        var opacity = 1.0
        var tint = Tint.white

        /// What is there before anything is known.
        static let unknown = RectangleOwner(slot: Slot(-1), isUsable: false)
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
        // Through a span: a state is far too large to be copied for a look at it.
        let states = scene.states.span
        guard scene.isPresent[at], let above = tree.owners[at], tree.sublayers[at].isEmpty,
            states[at].showsBackgroundAlone, let color = states[at].backgroundColor, color.alpha > 0
        else { return false }
        if owner.slot != above { owner = rectangleOwner(above, root: root, tree) }
        guard owner.isUsable, records.holdsOneOp(slot, under: above, depth: Self.depth(states[at])),
            let (rect, toDevice) = place(states[at], in: owner.plane)
        else { return false }
        let visible = toDevice.deviceBounds(of: rect).intersection(owner.scissor)
        guard !visible.isEmpty else { return false }
        let isLevel = isLevel(states[at], in: owner.plane)
        let bounds = states[at].bounds, anchor = states[at].anchorPoint
        if isLevel {
            records.setMovable(slot, rect, anchor: Self.anchor(bounds, anchor))
        } else {
            records.setFixed(slot)
        }
        let flags = states[at].flags
        let shape = RoundedRect(
            rect, radius: states[at].cornerRadius, corners: states[at].maskedCorners,
            isContinuous: flags.contains(.continuousCorners))
        let isHard = !flags.contains(.allowsEdgeAntialiasing) && shape.isPlain && !toDevice.isScaleAndTranslation
        let fill = RectangleFill(
            shape: shape, color: PixelColor(color), transform: toDevice, clip: owner.clip, bounds: visible,
            opacity: owner.opacity * min(states[at].opacity, 1), tint: owner.tint, edges: isHard ? .hard : .soft)
        return live.replace(records.place(of: slot), with: fill, damage: &damage)
    }

    /// Moves the ops of a layer of which the position alone is other, where all else is known; false where it is not.
    ///
    /// - Parameter owner: as for `moveRectangle`.
    mutating func moveKnown(
        _ slot: Slot, root: Slot, _ owner: inout RectangleOwner, _ tree: RenderTree, _ scene: SceneEvaluation
    ) -> Bool {
        let at = slot.at
        guard scene.isPresent[at], let above = tree.owners[at] else { return false }
        if owner.slot != above { owner = rectangleOwner(above, root: root, tree) }
        guard owner.isUsable, let known = records.movable(slot, under: above),
            owner.plane.sublayerMatrix == nil, owner.plane.toDevice.isScaleAndTranslation
        else { return false }
        let position = scene.states.span[at].position
        var toDevice = owner.plane.toDevice
        toDevice.tx += toDevice.a * (Double(position.x) - known.anchor.x)
        toDevice.ty += toDevice.d * (Double(position.y) - known.anchor.y)
        guard (toDevice.tx + toDevice.ty).isFinite else { return false }
        guard let rect = known.rect else {
            return live.move(records.places(of: slot), to: toDevice, scissor: owner.scissor, damage: &damage)
        }
        let visible = toDevice.deviceBounds(of: rect).intersection(owner.scissor)
        guard !visible.isEmpty else { return false }
        live.move(records.place(of: slot), rect, to: toDevice, bounds: visible, damage: &damage)
        return true
    }

    /// Notes whether the ops that were built of a layer may be moved with it: a few that lie in its plane and reach what
    /// `movedBox` says, as those of a layer with a shadow and a border.
    mutating func noteMovable(_ slot: Slot, _ around: Surroundings, _ tree: RenderTree, _ scene: SceneEvaluation) {
        let states = scene.states.span, plane = around.plane, places = records.places(of: slot)
        records.setFixed(slot)
        guard scene.isPresent[slot.at], tree.sublayers[slot.at].isEmpty, (1...Self.mostMoved).contains(places.count),
            records.hasNoClipsOrPasses(slot), isLevel(states[slot.at], in: plane), plane.toDevice.isScaleAndTranslation,
            !states[slot.at].hasDetails || !states[slot.at].hasEffects || states[slot.at].effects.edges == .all,
            states[slot.at].flags.contains(.allowsEdgeAntialiasing),
            let (_, toDevice) = place(states[slot.at], in: plane)
        else { return }
        if liesInPlane(places, toDevice, around) {
            records.setMovable(slot, nil, anchor: Self.anchor(states[slot.at].bounds, states[slot.at].anchorPoint))
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
    private static func anchor(_ bounds: CGRect, _ anchor: CGPoint) -> SIMD2<Double> {
        SIMD2(
            Double(bounds.origin.x) + Double(anchor.x) * Double(bounds.size.width),
            Double(bounds.origin.y) + Double(anchor.y) * Double(bounds.size.height))
    }

    /// A layer's bounds, and how they get to the surface; nil where that is not plain to see.
    @inline(__always)  // As an argument the state would be copied.
    private func place(_ state: borrowing LayerState, in owner: borrowing LayerPlane) -> (LocalRect, Homography)? {
        guard isLevel(state, in: owner) else {
            return LayerPlane(state, in: owner).map { ($0.bounds, $0.toDevice) }
        }
        let bounds = state.bounds, position = state.position
        let anchor = Self.anchor(bounds, state.anchorPoint)
        // As `LayerPlane` puts it into the owner's plane.
        var toDevice = owner.toDevice
        toDevice.tx += toDevice.a * (Double(position.x) - anchor.x)
        toDevice.ty += toDevice.d * (Double(position.y) - anchor.y)
        let rect = LocalRect(bounds)
        guard (toDevice.tx + toDevice.ty).isFinite, (rect.minX + rect.minY + rect.maxX + rect.maxY).isFinite else {
            return nil
        }
        return (rect, toDevice)
    }

    /// What the sublayers of a layer are built with.
    private func rectangleOwner(_ slot: Slot, root: Slot, _ tree: RenderTree) -> RectangleOwner {
        var found = RectangleOwner(slot: slot, isUsable: false)
        var place = slot
        while place != root {
            guard let owner = tree.owners[place.at], records.holds(place, under: owner) else { return found }
            place = owner
        }
        guard let owner = records.owner(of: slot) else { return found }
        let around = owner.around
        guard !around.isTemplate, around.plane.sublayerMatrix.map({ $0.isAffine }) ?? true else { return found }
        found.plane = around.plane
        (found.clip, found.scissor) = (around.clip, around.scissor)
        (found.opacity, found.tint) = (around.opacity, around.tint)
        found.isUsable = true
        return found
    }
}
