import MicaBase
import MicaFrame

extension Painter {
    /// A list of ops, drawn once for each instance with the instance's transform and colour.
    func instances(_ draw: InstancedDraw, _ op: DrawOp, in area: DeviceRect, onto target: inout Picture) {
        var owner = op
        owner.bounds = area
        for instance in draw.instances {
            guard let map = op.transform.after(instance.transform) else { continue }
            let moved = Painter(
                passes: passes, clips: clips + draw.clips(through: map, after: clips.count, in: op.clip), scissor: area)
            for index in draw.ops.indices {
                guard var shown = draw.op(index, of: instance, through: map, in: owner) else { continue }
                shown.clip = shown.clip.map { ClipIndex(clips.count + $0.rawValue) } ?? op.clip
                moved.draw(shown, onto: &target)
            }
        }
    }
}
