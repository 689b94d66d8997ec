import MicaGeometry

/// An op of a frame, by indices.
package struct OpAddress: Hashable, Sendable {
    /// The index of its pass, and its index among that pass's ops.
    package var pass: Int, op: Int

    package init(pass: Int, op: Int) {
        (self.pass, self.op) = (pass, op)
    }
}

/// The drawing tasks for a region of a frame, found once for every compositor.
///
/// Most passes are shown pixel on pixel, and are drawn in place together with the pass that shows them
/// (`InPlacePasses`). An op that blurs a pass, bends it or shows it in another space needs other pixels of it: a task
/// draws these beforehand, into memory of their own. Of every pass only the pixels that affect the region are drawn:
/// passes are visited from the last one back, and each op adds what it needs of the passes that it shows.
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
        /// The use of the pixels.
        package var target: Target
    }

    /// The use of a pass's pixels.
    package enum Target: Sendable {
        /// They are drawn onto the surface.
        case surface
        /// They are used unchanged.
        case offscreen
        /// They are shown as an image, which is worth caching while the pass is unchanged.
        case cached(RasterizedDraw)
        /// Their alpha is blurred.
        case blurred(BlurDraw, Keeping)
        /// Their colours are blurred.
        case softened(SoftenDraw)
    }

    /// Whether the result of a pass is worth caching while the pass is unchanged.
    package enum Keeping: Sendable {
        /// It is not cached.
        case nothing
        /// It may be cached already, but this task makes too small a part of it.
        case found
        /// The task makes all of it, to be cached.
        case all
    }

    /// The tasks in a valid order; the last one draws the surface.
    package private(set) var tasks: [Task] = []
    private var wanted: [DeviceRect] = []

    package init() {}

    /// Finds the tasks for a region of the surface.
    ///
    /// - Parameters:
    ///   - mayShowPasses: false where the last pass is known to show no other.
    ///   - isHere: whether a task's result is cached, so that the task is not needed.
    package mutating func find(
        _ frame: Frame, region: DeviceRect, mayShowPasses: Bool = true, isHere: (Task) -> Bool = { _ in false }
    ) {
        tasks.removeAll(keepingCapacity: true)
        let last = frame.passes.count - 1
        if last > 0, mayShowPasses, !region.isEmpty, Self.needsTasks(frame) {
            wanted.removeAll(keepingCapacity: true)
            wanted.append(contentsOf: repeatElement(.empty, count: last + 1))
            wanted[last] = frame.passes[last].bounds.intersection(region)
            for pass in frame.passes.indices.reversed() where !wanted[pass].isEmpty { add(frame, pass, isHere) }
            // A pass shows only passes before it.
            tasks.sort { ($0.op.pass, $0.op.op) < ($1.op.pass, $1.op.op) }
        }
        tasks.append(
            Task(op: OpAddress(pass: last + 1, op: 0), pass: last, source: region, result: region, target: .surface))
    }

    /// The longest range of tasks from one on that show nothing of one another.
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

    /// Adds the pixels that the ops of a pass need of other passes.
    private mutating func add(_ frame: Frame, _ pass: Int, _ isHere: (Task) -> Bool) {
        let list = frame.passes[pass].ops
        let ops = list.span
        for position in ops.indices where ops[position].content.showsPasses {
            let visible = ops[position].bounds.intersection(wanted[pass])
            let shown = ops[position].content.passes
            guard !visible.isEmpty, shown.areBefore(pass) else { continue }
            if ops[position].content.showsPassesInPlace {
                for index in shown {
                    want(visible.intersection(frame.passes[index.rawValue].bounds), of: index.rawValue)
                }
            } else if let first = shown.first,
                let task = task(
                    ops[position].content, visible, of: first.rawValue, frame.passes[first.rawValue].bounds,
                    OpAddress(pass: pass, op: position)), !isHere(task)
            {
                want(task.source, of: task.pass)
                tasks.append(task)
            }
        }
    }

    private mutating func want(_ pixels: DeviceRect, of pass: Int) { wanted[pass] = wanted[pass].union(pixels) }

    /// The task that an op needs for its visible pixels; nil when it needs none.
    ///
    /// - Parameter all: all pixels of the pass.
    private func task(
        _ content: DrawOp.Content, _ visible: DeviceRect, of pass: Int, _ all: DeviceRect, _ op: OpAddress
    ) -> Task? {
        var task = Task(op: op, pass: pass, source: all, result: all, target: .offscreen)
        switch content {
        case .blur(let draw, _):
            guard draw.isFinite else { return nil }
            task.source = draw.source(of: visible).intersection(all)
            task.result = visible.intersection(draw.result(of: all))
            guard draw.owner != nil, draw.isSmall(all), !task.source.isEmpty else {
                task.target = .blurred(draw, .nothing)
                break
            }
            // A small part is not cached: changes there in every frame would cost more.
            let isMost = 2 * task.source.width * task.source.height >= all.width * all.height
            if isMost { task.source = all }
            task.target = .blurred(draw, isMost ? .all : .found)
        case .softened(let draw):
            task.source = draw.grown(visible).intersection(all)
            task.result = visible.intersection(draw.grown(all))
            task.target = .softened(draw)
        case .rasterized(let draw):
            guard all.width <= RasterizedDraw.mostPixels / max(1, all.height) else { return nil }
            task.target = .cached(draw)
        case .warp: guard all.width < 1 << 14, all.height < 1 << 14 else { return nil }
        default: return nil
        }
        return task.source.isEmpty || task.result.isEmpty ? nil : task
    }
}

extension BlurDraw {
    /// Whether its numbers are finite, and small enough.
    fileprivate var isFinite: Bool {
        abs(shift.x) < 1e6 && abs(shift.y) < 1e6 && deviation.x >= 0 && deviation.y >= 0
            && deviation.x <= Self.limit && deviation.y <= Self.limit
    }

    /// Whether a pass is small enough to be blurred as a whole, and close enough to the origin for its cells to be
    /// counted.
    fileprivate func isSmall(_ pass: DeviceRect) -> Bool {
        CompositorTraits.CachedBlurs.usual.hasRoom(for: pass) && abs(pass.minX) < 1 << 24 && abs(pass.minY) < 1 << 24
    }
}
