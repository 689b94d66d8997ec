import Foundation
import MicaBase
import MicaFrame
import MicaWire

/// A time at which the sublayers of a replicator are evaluated.
struct Moment: Equatable {
    /// The replicator.
    var slot: Slot
    /// The local time of the replicator for these sublayers.
    var time: Double
}

/// Draws templates as instances, evaluates sublayers at times that differ from the frame's, and counts both against the
/// frame's budget.
struct InstancePainter {
    /// The rest of the frame's budget for instances.
    var budget = InstanceBudget()
    /// Evaluations at other times, one for each replicator with a delay within another.
    private var scenes: [SceneEvaluation] = []
    /// The number of evaluations in use.
    private var depth = 0

    // MARK: Delays

    /// Whether the instances of a replicator differ in time.
    func isDelayed(_ slot: Slot, _ tree: RenderTree, _ scene: SceneEvaluation) -> Bool {
        let replicator = scene.states[slot.at].replicator
        return replicator.count > 1 && replicator.delay != 0 && replicator.delay.isFinite
            && depth < InstanceBudget.delayLimit && tree.isTimed(under: slot)
    }

    /// Evaluates the sublayers of a replicator at a moment, into the evaluation of the current depth of delays.
    mutating func evaluate(_ moment: Moment, _ tree: RenderTree) {
        while scenes.count <= depth { scenes.append(SceneEvaluation()) }
        scenes[depth].evaluate(sublayersOf: moment.slot, tree, atLocalTime: moment.time)
    }

    /// Replaces a scene by the last evaluation of the current depth of delays, and increases the depth.
    mutating func enterDelay(_ scene: inout SceneEvaluation) {
        swap(&scene, &scenes[depth])
        depth += 1
    }

    /// Restores the scene that `enterDelay` replaced.
    mutating func leaveDelay(_ scene: inout SceneEvaluation) {
        depth -= 1
        swap(&scene, &scenes[depth])
    }

    // MARK: Templates

    /// Finds the visible instances and adds the op that draws them.
    ///
    /// - Parameters:
    ///   - draw: the template's ops, without instances.
    ///   - depth: the common depth of its layers.
    ///   - scale: the template's pixels per point of the layer.
    mutating func add(
        _ draw: consuming InstancedDraw, _ series: InstanceSeries, _ count: Int, depth: Double, scale: Double,
        of layer: LayerID?, _ within: PaintContext, _ ops: inout OpList
    ) {
        var each = 0
        for op in draw.ops {
            if case .instances(let inner) = op.content { each += inner.shapeCount } else { each += 1 }
        }
        let given = budget.take(count, of: each, for: layer)
        var series = series
        let through = within.plane.sublayerMatrix
        let box = LocalRect(draw.bounds)
        let shrink = Homography(a: 1 / scale, b: 0, c: 0, d: 1 / scale, tx: 0, ty: 0)
        var depths: [Double] = []
        var bounds = DeviceRect.empty
        for index in 0..<given {
            defer { series.advance() }
            guard series.matrix.isFinite else { break }
            let factors = series.factors(of: index)
            let matrix = through.map { series.matrix * $0 } ?? series.matrix
            guard factors.alpha > 0, let onPlane = Homography(plane: matrix),
                let placed = within.plane.toDevice.after(onPlane), let transform = placed.after(shrink)
            else { continue }
            let visible = transform.deviceBounds(of: box).intersection(within.scissor)
            guard !visible.isEmpty else { continue }
            bounds = bounds.union(visible)
            draw.instances.append(
                InstancedDraw.Instance(transform: transform, tint: factors.tint, opacity: factors.alpha))
            depths.append(series.depth(at: depth))
        }
        if draw.instances.isEmpty { return }
        if zip(depths, depths.dropFirst()).contains(where: { $0 > $1 }) {
            let order = depths.indices.sorted { (depths[$0], $0) < (depths[$1], $1) }
            draw.instances = order.map { draw.instances[$0] }
        }
        ops.add(.instances(draw), .identity, bounds, within)
    }

    /// The common depth of all sublayers, parallel to the plane, so that no instance cuts another or comes between its
    /// layers; nil if they have none.
    static func commonDepth(under slot: Slot, _ tree: RenderTree, _ scene: SceneEvaluation) -> Double? {
        var depth: Double?
        for child in tree.sublayers[slot.at] where scene.isPresent[child.at] {
            let placement = scene.states[child.at].placement
            guard !scene.states[child.at].joinsSpace, placement.keepsPlanes,
                (depth ?? placement.m43) == placement.m43
            else { return nil }
            depth = placement.m43
        }
        return depth ?? 0
    }
}

extension RenderTree {
    /// Whether a descendant of a layer depends on time.
    func isTimed(under slot: Slot) -> Bool {
        sublayers[slot.at].contains { child in
            !animations[child.at].isEmpty || !states[child.at].hasDefaultTiming
                || (masks[child.at].map { !animations[$0.at].isEmpty || isTimed(under: $0) } ?? false)
                || isTimed(under: child)
        }
    }

    /// The number of descendants of a layer, masks included; at most `limit`.
    func layerCount(under slot: Slot, limit: Int) -> Int {
        var count = 0
        for child in sublayers[slot.at] {
            count += 1 + layerCount(under: child, limit: limit)
            if let mask = masks[child.at] { count += 1 + layerCount(under: mask, limit: limit) }
            if count >= limit { return limit }
        }
        return count
    }
}
