import MicaBase
import MicaFrame

extension FramePlan {
    /// Prepares every visible instance, op by op.
    mutating func prepare(
        _ draw: InstancedDraw, of op: DrawOp, in outer: Int, within bounds: DeviceRect, at address: OpAddress,
        _ context: PlanContext
    ) {
        var owner = op
        owner.bounds = bounds
        let box = LocalRect(around: draw.bounds)
        for instance in draw.instances {
            guard let map = op.transform == .identity ? instance.transform : op.transform.after(instance.transform),
                !map.deviceBounds(of: box).intersection(bounds).isEmpty
            else { continue }
            let first = clips.count
            if !draw.clips.isEmpty { addClips(draw, through: map, in: outer) }
            for index in draw.ops.indices {
                guard let shown = draw.op(index, of: instance, through: map, in: owner) else { continue }
                prepare(shown, in: shown.clip.map { first + $0.rawValue } ?? outer, at: address, context)
            }
        }
    }

    /// Adds the clips of an instanced draw for one of its instances, inside another clip.
    ///
    /// They follow one another: clip number n of the draw is n after the first added one.
    private mutating func addClips(_ draw: InstancedDraw, through map: Homography, in outer: Int) {
        let first = clips.count
        for clip in draw.clips {
            let above: Int? = clip.parent.map { first + $0.rawValue } ?? (outer >= 0 ? outer : nil)
            var bounds = map.deviceBounds(of: LocalRect(around: clip.bounds)).intersection(region)
            var parent = -1
            if let above, clips.indices.contains(above) {
                bounds = bounds.intersection(clips[above].bounds)
                parent = clips[above].isScissor ? clips[above].parent : above
            } else if above != nil {
                bounds = .empty
            }
            if let transform = map.after(clip.transform), !bounds.isEmpty {
                addClip(clip.shape, transform, parent: parent, bounds: bounds)
            } else {
                clips.append(ClipRegion(shape: .empty, parent: -1, bounds: .empty, isScissor: true))
            }
        }
    }
}
