import MicaRaster

/// The place of an op in a frame.
package struct OpAddress: Hashable, Sendable {
    /// Its pass, and its place among the ops of that.
    package var pass: Int, op: Int

    package init(pass: Int, op: Int) {
        (self.pass, self.op) = (pass, op)
    }
}

/// What has to be drawn for a region of a frame, worked out once for every compositor.
///
/// Most passes are shown pixel on pixel and are drawn in place, together with what shows them (`InPlacePasses`). An op that blurs
/// a pass, bends it or shows it in another space needs pixels of it from elsewhere: these are drawn before, into memory of their
/// own, by a task each. Of every pass no more is asked for than what is seen of it depends on: passes are gone through from
/// the last one back, and each op adds what it needs of those that it shows.
package struct FrameGraph: Sendable {
    /// A pass that is drawn into memory of its own, or the last one onto the surface.
    package struct Task: Sendable {
        /// The op that shows what is drawn; of the surface none has this place.
        package var op: OpAddress
        /// The pass; -1 for a frame without any.
        package var pass: Int
        /// The pixels of it that are drawn.
        package var source: DeviceRect
        /// The pixels of the op that need them.
        package var result: DeviceRect
        /// What is done with them.
        package var target: Target
    }

    /// What is done with the pixels of a pass.
    package enum Target: Sendable {
        /// They are those of the surface.
        case surface
        /// They are used unchanged.
        case offscreen
        /// They are shown as an image, which is worth keeping while the pass stays the same.
        case cached(RasterizedDraw)
        /// Their alpha is blurred.
        case blurred(BlurDraw, Keeping)
        /// Their colours are blurred.
        case softened(SoftenDraw)
    }

    /// Whether what is made of a pass is worth keeping while the pass stays the same.
    package enum Keeping: Sendable {
        /// Nothing of it is kept.
        case nothing
        /// It may have been kept, but is made of too small a part now.
        case found
        /// It is made of all of the pass, and is kept.
        case all
    }

    /// The tasks, in an order in which they can be done; the last one draws the surface.
    package private(set) var tasks: [Task] = []
    private var wanted: [DeviceRect] = []

    /// Makes a graph of nothing.
    package init() {}

    /// Finds out what a region of the surface needs.
    ///
    /// - Parameters:
    ///   - mayShowPasses: false where it is known that the last pass shows no other one.
    ///   - isHere: takes a task whose result may have been kept, and says whether it has: then it need not be done.
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
            // Passes show what comes before them.
            tasks.sort { ($0.op.pass, $0.op.op) < ($1.op.pass, $1.op.op) }
        }
        tasks.append(
            Task(op: OpAddress(pass: last + 1, op: 0), pass: last, source: region, result: region, target: .surface))
    }

    /// The tasks from one on none of which shows what another of them draws.
    ///
    /// - Parameter most: how many there are at most.
    package func independent(from first: Int, most: Int) -> Range<Int> {
        var end = first + 1
        while end < tasks.count, end < first + most, tasks[end].pass < tasks[first].op.pass { end += 1 }
        return first..<end
    }

    /// Whether any op shows a pass in another way than pixel on pixel.
    private static func needsTasks(_ frame: Frame) -> Bool {
        frame.passes.contains { pass in
            pass.ops.contains { $0.content.showsPasses && !$0.content.showsPassesInPlace }
        }
    }

    /// Adds what the ops of a pass need of others.
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

    /// The task that an op needs of which some pixels are seen; nil when it needs none.
    ///
    /// - Parameter all: the pixels that the pass has.
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
            // A small part is not cached, so that what changes there in every frame does not cost more.
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
    /// Whether all that it says are numbers, and small enough.
    fileprivate var isFinite: Bool {
        abs(shift.x) < 1e6 && abs(shift.y) < 1e6 && deviation.x >= 0 && deviation.y >= 0
            && deviation.x <= Self.limit && deviation.y <= Self.limit
    }

    /// Whether a pass is small enough to be blurred as a whole, and lies where its cells can be counted.
    fileprivate func isSmall(_ pass: DeviceRect) -> Bool {
        CompositorTraits.CachedBlurs.usual.hasRoom(for: pass) && abs(pass.minX) < 1 << 24 && abs(pass.minY) < 1 << 24
    }
}
