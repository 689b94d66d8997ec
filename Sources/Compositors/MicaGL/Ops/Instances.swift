import MicaFrame
import MicaGeometry

extension PassPainter {
    /// Other ops many times over, each time moved and coloured.
    func instances(_ draw: InstancedDraw, _ op: DrawOp, in area: DeviceRect) throws(GLRefusal) {
        var owner = op
        owner.bounds = area
        for instance in draw.instances {
            guard let map = op.transform.after(instance.transform) else { continue }
            // Without clips of their own what the clips leave is worked out once for all of them.
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
