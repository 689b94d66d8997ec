import MicaBase

/// A pass that is drawn, with all passes that it shows pixel on pixel, directly or through others.
package struct PassTree: Sendable {
    /// The use of a pass.
    package struct Use: Sendable {
        /// The needed pixels that the pass has.
        package var bounds = DeviceRect.empty
        /// The pixels that are read, also where the pass has none.
        package var reach = DeviceRect.empty
        /// The last pass that shows it; -1 for none.
        package var lastUser = -1
        /// The number of passes in the longest chain from the tree's last pass to this one; 0 for the last pass.
        package var level = 0
        /// The least level of a pass that shows it.
        package var leastUserLevel = Int.max
        /// The buffer that it is drawn into; -1 for the last pass.
        package var buffer = -1
    }

    /// The index of the pass itself; -1 for a frame without passes.
    package private(set) var last = -1
    /// The pixels of that pass that are drawn.
    package private(set) var region = DeviceRect.empty
    /// The passes up to the last one. The unneeded ones have no pixels.
    package private(set) var uses: [Use] = []
    /// The number of buffers beside that of the last pass.
    package private(set) var bufferCount = 0
    /// For each buffer the last pass that reads its current content.
    private var busyUntil: [Int] = []

    package init() {}

    package init(_ frame: Frame, pass last: Int, region: DeviceRect, drawsShapes: Bool) {
        find(frame, pass: last, region: region, drawsShapes: drawsShapes)
    }

    /// Removes all uses.
    package mutating func removeAll() {
        last = -1
        uses.removeAll(keepingCapacity: true)
        busyUntil.removeAll(keepingCapacity: true)
        bufferCount = 0
    }

    /// Finds the pixels of other passes that a region of a pass needs.
    ///
    /// Passes are visited from the last one back, so that all users of a pass are visited before it. Of every pass only
    /// the pixels that affect the region are needed.
    ///
    /// - Parameters:
    ///   - mayShowPasses: false if the pass is known to show no other.
    ///   - drawsShapes: whether a mask that is only a shape is left out, because the masked pass is drawn within the
    ///     shape.
    ///   - other: called for ops that show a pass in another way than pixel on pixel, with their visible pixels. Returns
    ///     the pixels of a pass that they need, if the passes that these show belong to the tree.
    package mutating func find(
        _ frame: Frame, pass last: Int, region: DeviceRect, mayShowPasses: Bool = true, drawsShapes: Bool = false,
        other: (OpAddress, DeviceRect) -> (pass: Int, pixels: DeviceRect)? = { _, _ in nil }
    ) {
        removeAll()
        (self.last, self.region) = (last, region)
        guard last >= 0 else { return }
        uses.append(contentsOf: repeatElement(Use(), count: last + 1))
        uses[last].bounds = frame.passes[last].bounds.intersection(region)
        guard mayShowPasses else { return }
        for pass in uses.indices.reversed() where !uses[pass].bounds.isEmpty {
            let list = frame.passes[pass].ops
            let ops = list.span
            for position in ops.indices where ops[position].content.showsPasses {
                let pixels = ops[position].bounds.intersection(uses[pass].bounds)
                guard !pixels.isEmpty, ops[position].content.passes.areBefore(pass) else { continue }
                if !ops[position].content.showsPassesInPlace {
                    guard let need = other(OpAddress(pass: pass, op: position), pixels) else { continue }
                    want(need.pixels, of: need.pass, in: frame, by: pass)
                    continue
                }
                let shown =
                    drawsShapes ? ops[position].content.passesBesideShapes(in: frame) : ops[position].content.passes
                for index in shown { want(pixels, of: index.rawValue, in: frame, by: pass) }
            }
        }
    }

    private mutating func want(_ pixels: DeviceRect, of pass: Int, in frame: Frame, by user: Int) {
        uses[pass].reach = uses[pass].reach.union(pixels)
        uses[pass].bounds = uses[pass].bounds.union(pixels.intersection(frame.passes[pass].bounds))
        uses[pass].lastUser = max(uses[pass].lastUser, user)
        uses[pass].level = max(uses[pass].level, uses[user].level + 1)
        uses[pass].leastUserLevel = min(uses[pass].leastUserLevel, uses[user].level)
    }

    /// Gives each pass a buffer, in the order in which passes are drawn. A buffer is free again after the last pass that
    /// shows its content.
    package mutating func assignBuffers() {
        guard last > 0 else { return }
        for pass in 0..<last where !uses[pass].bounds.isEmpty {
            if let free = busyUntil.firstIndex(where: { $0 < pass }) {
                uses[pass].buffer = free
                busyUntil[free] = uses[pass].lastUser
            } else {
                uses[pass].buffer = busyUntil.count
                busyUntil.append(uses[pass].lastUser)
            }
        }
        bufferCount = busyUntil.count
    }

    /// The pixels of a pass of the tree that are drawn.
    package func box(of pass: Int) -> DeviceRect { pass == last ? region : uses[pass].bounds }
}
