import Foundation
import MicaFrame
import MicaGeometry
import MicaWire

/// Evaluations of sublayers at other times than the frame's, one for each replicator within another.
struct DelayedScenes {
    var scenes: [SceneEvaluation] = []
    /// How many of them are painted with.
    var depth = 0
}

/// Copies of sublayers, as a replicator layer shows them.
///
/// Copy k goes through the instance transform k times, about the middle of the layer's bounds, before the sublayer
/// transform; its colour factors are the instance colour and k times the offsets, within 0...1. The factors of red, green
/// and blue multiply all that the copy shows. That of alpha multiplies each sublayer as one image, as the sublayer's own
/// opacity would. Copies share the layer's space: they are drawn in the order of their depth, and cut where they cross.
/// *Source*: Apple, CAReplicatorLayer.h, for place and colours; how alpha meets sublayers of several parts is ours.
extension FramePainter {
    /// All copies of a layer's sublayers, flattened into its plane: as one op where each shows the same and lies in the plane, else
    /// one after the other in the layer's space.
    mutating func replicate(_ slot: Slot, _ within: PaintContext) {
        let replicator = scene.states[slot.at].replicator
        let count = replicator.instanceCount
        // How much may be copied is counted over a whole frame.
        if isUpdating || isDelayed(slot) { ops.canUpdate = false }
        guard count > 0, replicator.transform.isFinite else { return }
        let series = InstanceSeries(replicator, bounds: within.plane.bounds)
        if count == 1, series.startsUntinted { return sublayers(of: slot, within) }
        if count > 1, !isDelayed(slot), addInstances(of: slot, series, count, within) {
            return
        }
        let through = within.plane.sublayerMatrix
        space(within, keepsInPlane: true) {
            $0.gatherInstances(of: slot, through: through, as: SpaceInstance())
        }
    }

    /// Whether copies of a layer's sublayers differ by their time.
    private func isDelayed(_ slot: Slot) -> Bool {
        let replicator = scene.states[slot.at].replicator
        return replicator.count > 1 && replicator.delay != 0 && replicator.delay.isFinite
            && delays.depth < InstanceBudget.delayLimit && tree.isTimed(under: slot)
    }

    // MARK: One after the other

    /// Finds the layers of all copies, for a space.
    mutating func gatherInstances(of slot: Slot, through: Matrix4?, as instance: SpaceInstance) {
        let state = scene.states[slot.at]
        let replicator = state.replicator
        guard replicator.instanceCount > 0, replicator.transform.isFinite else { return }
        var series = InstanceSeries(replicator, bounds: LocalRect(state.bounds))
        let delay = isDelayed(slot) ? replicator.delay : 0
        let layers = tree.layerCount(under: slot, limit: InstanceBudget.limit)
        let given = instances.take(replicator.instanceCount, of: layers, for: tree.id(of: slot))
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
            evaluate(moment)
            withDelayedScene { $0.gather($0.tree.sublayers[slot.at], through: matrix, as: next) }
        }
    }

    /// Evaluates the sublayers of a replicator at a moment, into the evaluation of the current depth of delays.
    mutating func evaluate(_ moment: Moment) {
        while delays.scenes.count <= delays.depth { delays.scenes.append(SceneEvaluation()) }
        delays.scenes[delays.depth].evaluate(sublayersOf: moment.slot, tree, atLocalTime: moment.time)
    }

    /// Paints with what was evaluated for the current depth of delays in place of the scene.
    mutating func withDelayedScene(_ body: (inout FramePainter) -> Void) {
        let depth = delays.depth
        swap(&scene, &delays.scenes[depth])
        delays.depth += 1
        body(&self)
        delays.depth -= 1
        swap(&scene, &delays.scenes[depth])
    }

    // MARK: As one op

    /// Adds one op for all copies; false, and nothing added, where copies differ by more than place and colour.
    private mutating func addInstances(
        of slot: Slot, _ series: InstanceSeries, _ count: Int, _ within: PaintContext
    ) -> Bool {
        let plane = within.plane
        guard series.isInPlane, plane.sublayerMatrix?.isAffine ?? true,
            let scale = plane.toDevice.scale(over: plane.bounds), let depth = commonDepth(slot)
        else { return false }
        // An attempt costs as much as a copy, so that replicators within replicators do not try for ever.
        let layers = tree.layerCount(under: slot, limit: InstanceBudget.limit)
        guard instances.take(1, of: layers, for: tree.id(of: slot)) > 0 else { return true }

        // The ops of a copy, in a space that has the surface's scale and nothing else of its plane.
        let start = ops.mark
        let (failedBefore, heldBlend) = (ops.templateFails, ops.holdsBlend)
        var template = PaintContext(plane: plane, clip: nil, scissor: Self.everywhere, opacity: 1)
        template.plane.toDevice = Homography(a: scale, b: 0, c: 0, d: scale, tx: 0, ty: 0)
        template.plane.sublayerMatrix = nil
        template.isTemplate = true
        ops.templateFails = false
        sublayers(of: slot, template)
        let made = Array(ops.list[start.op...])
        var clips = Array(ops.frame.clips[start.clip...])
        let fails = ops.templateFails || ops.frame.passes.count > start.pass || clips.contains { $0.cut != nil }
        ops.takeBack(to: start)
        (ops.templateFails, ops.holdsBlend) = (failedBefore, heldBlend)
        guard !fails, series.suits(made, isAffine: plane.toDevice.isAffine) else { return false }
        guard !made.isEmpty else { return true }
        for index in clips.indices { clips[index].parent?.rawValue -= start.clip }
        var draw = InstancedDraw(ops: made, clips: clips, instances: [])
        for index in draw.ops.indices { draw.ops[index].clip?.rawValue -= start.clip }

        let isOneShape = draw.ops.count == 1 && draw.ops[0].isOneShape
        let alphas = [series.factors(of: 0).alpha, series.factors(of: count - 1).alpha]
        guard isOneShape || alphas.allSatisfy({ $0 == 1 }) else { return false }
        addInstances(&draw, series, count, depth: depth, scale: scale, of: tree.id(of: slot), within)
        return true
    }

    /// Works out where the copies are that can be seen, and adds the op that shows them.
    private mutating func addInstances(
        _ draw: inout InstancedDraw, _ series: InstanceSeries, _ count: Int, depth: Double, scale: Double,
        of layer: LayerID?, _ within: PaintContext
    ) {
        var each = 0
        for op in draw.ops {
            if case .instances(let inner) = op.content { each += inner.shapeCount } else { each += 1 }
        }
        let given = instances.take(count, of: each, for: layer)
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

    /// The depth at which all sublayers lie, parallel to the plane, so that copies do not cut each other or come between; nil else.
    private func commonDepth(_ slot: Slot) -> Double? {
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

    /// A scissor that hides nothing.
    private static let everywhere = DeviceRect(
        minX: -1_000_000_000, minY: -1_000_000_000, maxX: 1_000_000_000, maxY: 1_000_000_000)
}

/// The places and colours of a replicator's copies, one after the other.
struct InstanceSeries {
    /// How the current copy lies in the layer, before the sublayer transform.
    private(set) var matrix = Matrix4.identity
    private let step: Matrix4
    private let center: (x: Double, y: Double)
    private let color: PixelColor
    private let alpha: Double
    private let offsets: SIMD4<Double>

    init(_ replicator: ReplicatorState, bounds: LocalRect) {
        center = ((bounds.minX + bounds.maxX) / 2, (bounds.minY + bounds.maxY) / 2)
        step =
            replicator.transform.isIdentity
            ? .identity
            : Matrix4(translationX: -center.x, y: -center.y) * replicator.transform
                * Matrix4(translationX: center.x, y: center.y)
        color = PixelColor(replicator.color ?? .white)
        alpha = color.alpha
        offsets = replicator.offsets
    }

    /// Goes on to the next copy.
    mutating func advance() { matrix = matrix * step }

    /// The factors of a copy's colours and of its alpha, 0...1.
    func factors(of index: Int) -> (tint: Tint, alpha: Double) {
        let k = Double(index)
        let alpha = alpha + k * offsets.w
        return (
            Tint(red: color.red + k * offsets.x, green: color.green + k * offsets.y, blue: color.blue + k * offsets.z),
            alpha > 0 ? min(alpha, 1) : 0
        )
    }

    /// Whether the first copy is just the sublayers.
    var startsUntinted: Bool { factors(of: 0) == (.white, 1) }

    /// How deep what is `z` deep in the middle of the layer is in the current copy.
    func depth(at z: Double) -> Double { center.x * matrix.m13 + center.y * matrix.m23 + z * matrix.m33 + matrix.m43 }

    /// Whether every copy lies in the plane: x and y do not depend on depth, nor depth on x and y.
    var isInPlane: Bool { step.keepsPlanes }

    /// Whether ops made for the first copy are right for all: lines and images are made for a scale.
    func suits(_ ops: [DrawOp], isAffine: Bool) -> Bool {
        let (x, y) = (step.m11 * step.m11 + step.m12 * step.m12, step.m21 * step.m21 + step.m22 * step.m22)
        let across = step.m11 * step.m21 + step.m12 * step.m22
        let isRigid = abs(x - 1) < 1e-9 && abs(y - 1) < 1e-9 && abs(across) < 1e-9 && isAffine
        let largest = (x + y + ((x - y) * (x - y) + 4 * across * across).squareRoot()) / 2
        return ops.allSatisfy { op in
            switch op.content {
            case .fill, .border, .gradient: true
            case .path: largest <= 1 + 1e-9
            case .image: isRigid
            case .instances(let draw): suits(draw.ops, isAffine: isAffine)
            default: false
            }
        }
    }
}

extension Matrix4 {
    /// Whether what lies in the plane stays in it: x and y go where an affine map of the plane takes them, whatever the depth is, and
    /// the depth does not depend on them.
    var keepsPlanes: Bool {
        m13 == 0 && m23 == 0 && m14 == 0 && m24 == 0 && m31 == 0 && m32 == 0 && m34 == 0 && m44 == 1
    }
}

extension Homography {
    /// How many pixels a point is about the middle of a rectangle, along the longer of the axes; nil when it is not seen.
    fileprivate func scale(over rect: LocalRect) -> Double? {
        let (x, y) = ((rect.minX + rect.maxX) / 2, (rect.minY + rect.maxY) / 2)
        guard apply(x, y).w > 0 else { return nil }
        let s = scale(atX: x, y: y)
        let largest = Swift.max(s.x, s.y)
        return largest.isFinite && largest > 1e-6 && largest < 1e6 ? largest : nil
    }
}

extension RenderTree {
    /// Whether anything under a layer, the layer itself not included, depends on the time.
    func isTimed(under slot: Slot) -> Bool {
        sublayers[slot.at].contains { child in
            !animations[child.at].isEmpty || !states[child.at].hasDefaultTiming
                || (masks[child.at].map { !animations[$0.at].isEmpty || isTimed(under: $0) } ?? false)
                || isTimed(under: child)
        }
    }

    /// How many layers there are under a layer, masks included; no more than `limit`.
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
