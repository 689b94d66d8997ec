import MicaBase

/// Ops that are drawn many times, each time moved and coloured: the content of a replicator, built once.
///
/// The ops, their clips and bounds are in the instances' own space. Each instance's transform maps that to the space of
/// the op that shows the instances. The ops show no passes.
package struct InstancedDraw: Sendable, Equatable {
    /// The ops of each instance, back to front. An op's clip is an index in `clips`; its bounds are in the instances'
    /// space.
    package var ops: [DrawOp]
    /// The clips of the ops; a clip's parent comes before it.
    package var clips: [Clip]
    /// The instances, back to front.
    package var instances: [Instance]

    package init(ops: [DrawOp], clips: [Clip], instances: [Instance]) {
        (self.ops, self.clips, self.instances) = (ops, clips, instances)
    }

    /// One time that the ops are drawn.
    package struct Instance: Sendable, Equatable {
        /// From the instances' space to the space of the op that shows the instances.
        package var transform: Homography
        /// Multiplies the ops' colours.
        package var tint: Tint
        /// Multiplies the ops' opacities, 0...1; below 1 only where the ops are a single shape, or do not overlap.
        package var opacity: Double

        package init(transform: Homography, tint: Tint, opacity: Double) {
            (self.transform, self.tint, self.opacity) = (transform, tint, opacity)
        }
    }

    /// The box around all ops, in the instances' space.
    package var bounds: DeviceRect {
        ops.reduce(.empty) { $0.union($1.bounds) }
    }

    /// The number of shapes in all, with instances within instances; at most a billion.
    package var shapeCount: Int {
        var each = 0
        for op in ops {
            if case .instances(let inner) = op.content { each += inner.shapeCount } else { each += 1 }
        }
        let (count, overflows) = each.multipliedReportingOverflow(by: instances.count)
        return overflows ? 1_000_000_000 : min(count, 1_000_000_000)
    }

    /// An op as an instance shows it, in the space of `owner`, the op that shows the instances. Its clip is still an
    /// index in `clips`. *nil when* it is invisible.
    package func op(_ index: Int, of instance: Instance, through map: Homography, in owner: DrawOp) -> DrawOp? {
        var op = ops[index]
        guard let transform = map.after(op.transform) else { return nil }
        op.bounds = map.deviceBounds(of: LocalRect(around: op.bounds)).intersection(owner.bounds)
        op.transform = transform
        op.opacity *= instance.opacity * owner.opacity
        op.tint = op.tint * instance.tint * owner.tint
        return op.bounds.isEmpty ? nil : op
    }

    /// The clips as an instance has them, inside the clip of the op that shows the instances.
    ///
    /// - Parameter count: the number of clips that come before them: indices are moved by it.
    package func clips(through map: Homography, after count: Int, in outer: ClipIndex?) -> [Clip] {
        clips.map { clip in
            var moved = clip
            moved.parent = clip.parent.map { ClipIndex(count + $0.rawValue) } ?? outer
            if let transform = map.after(clip.transform) {
                moved.transform = transform
                moved.bounds = map.deviceBounds(of: LocalRect(around: clip.bounds))
            } else {
                moved.bounds = .empty
            }
            return moved
        }
    }
}

extension LocalRect {
    /// The pixels of a rectangle and a little more, so that later rounding loses none of them.
    package init(around pixels: DeviceRect) {
        let slop = 1.0 / 32768
        self.init(
            minX: Double(pixels.minX) - slop, minY: Double(pixels.minY) - slop, maxX: Double(pixels.maxX) + slop,
            maxY: Double(pixels.maxY) + slop)
    }
}

extension DrawOp {
    /// Whether opacity can be multiplied into the op, because the op draws only one shape.
    package var isOneShape: Bool {
        guard case .instances(let draw) = content else { return true }
        return draw.instances.count == 1 && draw.ops.count == 1 && draw.ops[0].isOneShape
    }
}
