import MicaBase

// From a frame to the passes that are drawn, and their order.
//
// An op may show passes before its own, so passes and ops are a graph without cycles. There are two kinds of edges:
//
// - Pixel on pixel: each of the op's pixels depends on the same pixel of the pass (groups, masks, most filters). The pass
//   is drawn in place, with the pass that shows it: the CPU draws the same tile of both, OpenGL the same rectangle.
// - In another way: an op that blurs a pass, bends it or shows it in another space needs other pixels of it. A task draws
//   these beforehand, into memory of their own.
//
// So the tasks are the passes that are drawn, and each has a tree of passes that are drawn in place with it.
// `PassTree.find` is the only traversal. `FrameGraph` uses it once for a whole frame, where each edge of the second kind
// becomes a task; a compositor once for each task. From a tree, tiles get their buffers (`PassTree.assignBuffers`), and
// textures the order in which they are drawn (`PassRounds`).

/// An op of a frame, by indices.
package struct OpAddress: Hashable, Sendable {
    /// The index of its pass, and its index among that pass's ops.
    package var pass: Int, op: Int

    package init(pass: Int, op: Int) {
        (self.pass, self.op) = (pass, op)
    }
}

/// The drawing tasks for a region of a frame.
package struct FrameGraph: Sendable {
    /// A pass that is drawn into memory of its own, or the last pass, drawn onto the surface.
    package struct Task: Sendable {
        /// The op that shows the pass. For the surface, an address past all passes.
        package var op: OpAddress
        /// The pass; -1 for a frame without passes.
        package var pass: Int
        /// The pixels of the pass that are drawn.
        package var source: DeviceRect
        /// The pixels of the op for which they are needed.
        package var result: DeviceRect

        /// The op that shows the pass; nil for the surface.
        package func content(in frame: Frame) -> DrawOp.Content? {
            op.pass < frame.passes.count ? frame.passes[op.pass].ops[op.op].content : nil
        }
    }

    /// The tasks in a valid order; the last one draws the surface.
    package private(set) var tasks: [Task] = []
    private var walk = PassTree()

    package init() {}

    /// Finds the tasks for a region of the surface.
    ///
    /// - Parameters:
    ///   - mayShowPasses: false if the last pass is known to show no other.
    ///   - isHere: whether a task's result is there already, so that the task is not needed. It may add to the task's
    ///     source.
    package mutating func find(
        _ frame: Frame, region: DeviceRect, mayShowPasses: Bool = true,
        isHere: (inout Task) -> Bool = { _ in false }
    ) {
        tasks.removeAll(keepingCapacity: true)
        let last = frame.passes.count - 1
        if last > 0, mayShowPasses, !region.isEmpty, Self.needsTasks(frame) {
            walk.find(frame, pass: last, region: region) { address, visible in
                guard var task = Task(frame, address, visible), !isHere(&task) else { return nil }
                tasks.append(task)
                return (task.pass, task.source)
            }
            // A pass shows only passes before it.
            tasks.sort { ($0.op.pass, $0.op.op) < ($1.op.pass, $1.op.op) }
        }
        tasks.append(Task(op: OpAddress(pass: last + 1, op: 0), pass: last, source: region, result: region))
    }

    /// The longest range of tasks from one on in which no task shows another's pass.
    ///
    /// - Parameter most: the most tasks of the range.
    package func independent(from first: Int, most: Int) -> Range<Int> {
        var end = first + 1
        while end < tasks.count, end < first + most, tasks[end].pass < tasks[first].op.pass { end += 1 }
        return first..<end
    }

    /// Whether any op shows a pass in a way other than pixel on pixel.
    private static func needsTasks(_ frame: Frame) -> Bool {
        frame.passes.contains { pass in
            pass.ops.contains { $0.content.showsPasses && !$0.content.showsPassesInPlace }
        }
    }
}

extension FrameGraph.Task {
    /// The task that an op needs for its visible pixels; nil when it needs none.
    fileprivate init?(_ frame: Frame, _ op: OpAddress, _ visible: DeviceRect) {
        let content = frame.passes[op.pass].ops[op.op].content
        guard let pass = content.passes.first else { return nil }
        let all = frame.passes[pass.rawValue].bounds
        self.init(op: op, pass: pass.rawValue, source: all, result: all)
        switch content {
        case .blur(let draw, _):
            guard draw.isFinite else { return nil }
            (source, result) = (draw.source(of: visible).intersection(all), visible.intersection(draw.result(of: all)))
        case .softened(let draw):
            (source, result) = (draw.grown(visible).intersection(all), visible.intersection(draw.grown(all)))
        case .rasterized: guard all.width <= RasterizedDraw.mostPixels / max(1, all.height) else { return nil }
        case .warp: guard all.width < 1 << 14, all.height < 1 << 14 else { return nil }
        default: return nil
        }
        if source.isEmpty || result.isEmpty { return nil }
    }
}

extension BlurDraw {
    /// Whether its numbers are finite, and small enough.
    fileprivate var isFinite: Bool {
        abs(shift.x) < 1e6 && abs(shift.y) < 1e6 && deviation.x >= 0 && deviation.y >= 0
            && deviation.x <= Self.limit && deviation.y <= Self.limit
    }
}
