import MicaGeometry

/// The passes that one pass shows pixel on pixel, and those that these show: what is wanted of each, and in which buffer it lies.
///
/// A buffer is free again after the last pass that shows what is in it.
package struct InPlacePasses: Sendable {
    /// What is wanted of a pass.
    package struct Use: Sendable {
        /// The pixels that it has and that are wanted.
        package var bounds: DeviceRect
        /// The pixels that are looked at, also where it has none.
        package var reach = DeviceRect.empty
        /// The buffer that it is drawn into; -1 for the last pass.
        package var buffer = -1
        /// The last pass that shows it.
        package var lastUse = -1
    }

    /// The passes of the frame up to the one that is drawn.
    package private(set) var uses: [Use] = []
    /// How many buffers there have to be beside that of the last pass.
    package private(set) var bufferCount = 0
    /// For what is in each buffer the last pass that reads it.
    private var busyUntil: [Int] = []

    /// Makes a list of nothing.
    package init() {}

    /// Forgets all.
    package mutating func removeAll() {
        uses.removeAll(keepingCapacity: true)
        busyUntil.removeAll(keepingCapacity: true)
        bufferCount = 0
    }

    /// Finds out what a region of a pass needs.
    ///
    /// - Parameters:
    ///   - mayShowPasses: false where it is known that the pass shows no other one.
    ///   - drawsShapes: whether a mask that is only a shape is not wanted, as what it masks is drawn in the shape.
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
