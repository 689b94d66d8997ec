import MicaGeometry

/// The passes that one pass shows pixel on pixel, directly or through others: the pixels needed of each, and its
/// buffer.
///
/// A buffer is free again after the last pass that shows its content.
package struct InPlacePasses: Sendable {
    /// The pixels needed of a pass, and its buffer.
    package struct Use: Sendable {
        /// The needed pixels that the pass has.
        package var bounds: DeviceRect
        /// The pixels that are read, also where the pass has none.
        package var reach = DeviceRect.empty
        /// The buffer that it is drawn into; -1 for the last pass.
        package var buffer = -1
        /// The last pass that shows it.
        package var lastUse = -1
    }

    /// The passes of the frame up to the last one that is drawn.
    package private(set) var uses: [Use] = []
    /// The number of buffers beside that of the last pass.
    package private(set) var bufferCount = 0
    /// For each buffer the last pass that reads its current content.
    private var busyUntil: [Int] = []

    package init() {}

    /// Removes all uses.
    package mutating func removeAll() {
        uses.removeAll(keepingCapacity: true)
        busyUntil.removeAll(keepingCapacity: true)
        bufferCount = 0
    }

    /// Finds the pixels of other passes that a region of a pass needs.
    ///
    /// - Parameters:
    ///   - mayShowPasses: false where the pass is known to show no other.
    ///   - drawsShapes: whether a mask that is only a shape is left out, because the masked pass is drawn within the
    ///     shape.
    package mutating func find(
        _ frame: Frame, pass last: Int, region: DeviceRect, mayShowPasses: Bool = true, drawsShapes: Bool = false
    ) {
        removeAll()
        guard last >= 0 else { return }
        uses.append(contentsOf: repeatElement(Use(bounds: .empty), count: last + 1))
        uses[last].bounds = frame.passes[last].bounds.intersection(region)
        for pass in uses.indices.reversed() where !uses[pass].bounds.isEmpty && (pass < last || mayShowPasses) {
            let list = frame.passes[pass].ops
            let ops = list.span
            for position in ops.indices where ops[position].content.showsPassesInPlace {
                guard ops[position].content.passes.areBefore(pass) else { continue }
                let shown =
                    drawsShapes ? ops[position].content.passesBesideShapes(in: frame) : ops[position].content.passes
                let pixels = ops[position].bounds.intersection(uses[pass].bounds)
                for index in shown { want(pixels, of: index.rawValue, in: frame, by: pass) }
            }
        }
        for pass in 0..<last where !uses[pass].bounds.isEmpty {
            if let free = busyUntil.firstIndex(where: { $0 < pass }) {
                uses[pass].buffer = free
                busyUntil[free] = uses[pass].lastUse
            } else {
                uses[pass].buffer = busyUntil.count
                busyUntil.append(uses[pass].lastUse)
            }
        }
        bufferCount = busyUntil.count
    }

    private mutating func want(_ pixels: DeviceRect, of pass: Int, in frame: Frame, by user: Int) {
        uses[pass].reach = uses[pass].reach.union(pixels)
        uses[pass].bounds = uses[pass].bounds.union(pixels.intersection(frame.passes[pass].bounds))
        uses[pass].lastUse = max(uses[pass].lastUse, user)
    }
}
