import MicaBase
import MicaFrame
import MicaWire

/// Instances of sublayers, as a replicator layer shows them.
///
/// Instance k goes through the instance transform k times, about the middle of the layer's bounds, before the sublayer
/// transform; its colour factors are the instance colour and k times the offsets, within 0...1. The factors of red,
/// green and blue multiply all that the instance shows. That of alpha multiplies each sublayer as one image, as the
/// sublayer's own opacity would. Instances share the layer's space: they are drawn in the order of their depth, and cut
/// where they cross.
/// *Source*: Apple, CAReplicatorLayer.h, for transforms and colours; how alpha meets sublayers of several parts is
/// ours.
extension FramePainter {
    /// All instances of a layer's sublayers, flattened into its plane: as one op where each shows the same and lies in
    /// the plane, else one after the other in the layer's space.
    mutating func replicate(_ slot: Slot, _ within: PaintContext) {
        let replicator = scene.states[slot.at].replicator
        let count = replicator.instanceCount
        let isDelayed = instances.isDelayed(slot, tree, scene)
        // How many instances there may be is counted over a whole frame.
        if isUpdating || isDelayed { ops.canUpdate = false }
        guard count > 0, replicator.transform.isFinite else { return }
        let series = InstanceSeries(replicator, bounds: within.plane.bounds)
        if count == 1, series.startsUntinted { return sublayers(of: slot, within) }
        if count > 1, !isDelayed, paintAsOneOp(slot, series, count, within) { return }
        let through = within.plane.sublayerMatrix
        space(within, keepsInPlane: true) {
            $0.gatherInstances(of: slot, through: through, as: SpacePainter.Instance())
        }
    }

    // MARK: One after the other

    /// Finds the layers of all instances, for a space.
    mutating func gatherInstances(of slot: Slot, through: Matrix4?, as instance: SpacePainter.Instance) {
        let state = scene.states[slot.at]
        let replicator = state.replicator
        guard replicator.instanceCount > 0, replicator.transform.isFinite else { return }
        var series = InstanceSeries(replicator, bounds: LocalRect(state.bounds))
        let delay = instances.isDelayed(slot, tree, scene) ? replicator.delay : 0
        let layers = tree.layerCount(under: slot, limit: InstanceBudget.limit)
        let given = instances.budget.take(replicator.instanceCount, of: layers, for: tree.id(of: slot))
        for index in 0..<given {
            defer { series.advance() }
            guard series.matrix.isFinite else { break }
            let factors = series.factors(of: index)
            guard factors.alpha > 0 else { continue }
            var next = instance
            next.opacity *= factors.alpha
            next.tint = instance.tint * factors.tint
            let matrix = through.map { series.matrix * $0 } ?? series.matrix
            guard delay != 0, index > 0 else {
                gather(tree.sublayers[slot.at], through: matrix, as: next)
                continue
            }
            let moment = Moment(slot: slot, time: scene.time(of: slot) - delay * Double(index))
            next.moment = moment
            instances.evaluate(moment, tree)
            withDelayedScene { $0.gather($0.tree.sublayers[slot.at], through: matrix, as: next) }
        }
    }

    /// Paints with the last delayed evaluation in place of the scene.
    mutating func withDelayedScene(_ body: (inout FramePainter) -> Void) {
        instances.enterDelay(&scene)
        body(&self)
        instances.leaveDelay(&scene)
    }

    // MARK: As one op

    /// Paints the sublayers once, as a template, and adds one op for all instances; false, without an op, if instances
    /// differ in more than their matrices and colours.
    private mutating func paintAsOneOp(
        _ slot: Slot, _ series: InstanceSeries, _ count: Int, _ within: PaintContext
    ) -> Bool {
        let plane = within.plane
        guard series.isInPlane, plane.sublayerMatrix?.isAffine ?? true,
            let scale = plane.toDevice.scale(over: plane.bounds),
            let depth = InstancePainter.commonDepth(under: slot, tree, scene)
        else { return false }
        // An attempt costs as much as an instance, so that nested replicators end.
        let layers = tree.layerCount(under: slot, limit: InstanceBudget.limit)
        guard instances.budget.take(1, of: layers, for: tree.id(of: slot)) > 0 else { return true }

        // The template's space has the surface's scale, and no other part of the layer's plane.
        let start = ops.mark
        let (failedBefore, heldBlend) = (ops.templateFails, ops.holdsBlend)
        var template = PaintContext(plane: plane, clip: nil, scissor: Self.everywhere, opacity: 1)
        template.plane.toDevice = Homography(a: scale, b: 0, c: 0, d: scale, tx: 0, ty: 0)
        template.plane.sublayerMatrix = nil
        template.isTemplate = true
        ops.templateFails = false
        sublayers(of: slot, template)
        let draw = ops.takeTemplate(from: start)
        (ops.templateFails, ops.holdsBlend) = (failedBefore, heldBlend)
        guard let draw, series.suits(draw.ops, isAffine: plane.toDevice.isAffine) else { return false }
        guard !draw.ops.isEmpty else { return true }

        let isOneShape = draw.ops.count == 1 && draw.ops[0].isOneShape
        let alphas = [series.factors(of: 0).alpha, series.factors(of: count - 1).alpha]
        guard isOneShape || alphas.allSatisfy({ $0 == 1 }) else { return false }
        instances.add(draw, series, count, depth: depth, scale: scale, of: tree.id(of: slot), within, &ops)
        return true
    }

    /// A scissor that hides nothing.
    private static let everywhere = DeviceRect(
        minX: -1_000_000_000, minY: -1_000_000_000, maxX: 1_000_000_000, maxY: 1_000_000_000)
}

extension Homography {
    /// The pixels per point around the middle of a rectangle, along the longer of the axes; nil if it is not visible.
    fileprivate func scale(over rect: LocalRect) -> Double? {
        let (x, y) = ((rect.minX + rect.maxX) / 2, (rect.minY + rect.maxY) / 2)
        guard apply(x, y).w > 0 else { return nil }
        let s = scale(atX: x, y: y)
        let largest = Swift.max(s.x, s.y)
        return largest.isFinite && largest > 1e-6 && largest < 1e6 ? largest : nil
    }
}
