import MicaBase
import MicaFrame

extension PassPainter {
    /// A list of ops, drawn once for each instance with the instance's transform and colour.
    func instances(_ draw: InstancedDraw, _ op: DrawOp, in area: DeviceRect) throws(GLRefusal) {
        var owner = op
        owner.bounds = area
        for instance in draw.instances {
            guard let map = op.transform.after(instance.transform) else { continue }
            // If the ops have no clips of their own, one painter serves all instances, so that each clip's cover is
            // computed once.
            let moved =
                draw.clips.isEmpty
                ? self
                : PassPainter(
                    state, shown, clips + draw.clips(through: map, after: clips.count, in: op.clip), area)
            defer { if !draw.clips.isEmpty { moved.end() } }
            for index in draw.ops.indices {
                guard var inner = draw.op(index, of: instance, through: map, in: owner) else { continue }
                inner.clip = inner.clip.map { ClipIndex(clips.count + $0.rawValue) } ?? op.clip
                try moved.draw(inner, at: OpAddress(pass: -1, op: -1))
            }
        }
    }
}
