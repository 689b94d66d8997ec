import MicaPixels
import MicaRaster

/// Where the ops of a pass are, a few bytes each, so that the ops of a region are found without a look at the others.
///
/// A pass that is drawn again and again with little changed has one; it is kept as ops are replaced.
package struct OpIndex: Sendable {
    /// The least x and y of each op's bounds, and the greatest x and y with the sign turned; pulled in to what fits.
    var edges: [SIMD4<Int32>] = []
    /// Each op as a level rectangle of one colour; one that stands for another op where it is none.
    var boxes: [SolidBox] = []
    /// How many ops show passes, or wait for something that is drawn before.
    private(set) var linkCount = 0

    /// Makes an index of nothing.
    package init() {}

    /// Makes it an index of ops.
    mutating func set(_ ops: [DrawOp]) {
        edges.removeAll(keepingCapacity: true)
        boxes.removeAll(keepingCapacity: true)
        linkCount = 0
        // Room is not asked for ahead: that would be for so many and no more, and a pass that has a few more ops in each frame
        // would take memory in each.
        let ops = ops.span
        for place in ops.indices {
            edges.append(Self.edges(ops[place].bounds))
            boxes.append(SolidBox(ops, at: place) ?? Self.other)
            if ops[place].content.showsPasses { linkCount += 1 }
        }
    }

    /// An op takes the place of another.
    ///
    /// - Parameters:
    ///   - ops: the ops, with the new one.
    ///   - wasLinked: whether the old one showed a pass.
    mutating func replace(_ place: Int, of ops: Span<DrawOp>, wasLinked: Bool) {
        edges[place] = Self.edges(ops[place].bounds)
        boxes[place] = SolidBox(ops, at: place) ?? Self.other
        linkCount += (ops[place].content.showsPasses ? 1 : 0) - (wasLinked ? 1 : 0)
    }

    /// An op fills another rectangle than before.
    ///
    /// - Parameter pixel: its pixel; nil where that is as it was.
    mutating func move(_ place: Int, to fill: RectangleFill, pixel: UInt32?) {
        edges[place] = Self.edges(fill.bounds)
        let known = boxes[place].op < 0 ? boxes[place].pixel : nil
        boxes[place] =
            SolidBox(fill, pixel: pixel ?? known ?? SolidBox.pixel(fill.color, fill.tint, fill.opacity)) ?? Self.other
    }

    /// The rectangle that an op fills is moved.
    mutating func move(_ place: Int, _ rect: LocalRect, to transform: Homography, bounds: DeviceRect) {
        edges[place] = Self.edges(bounds)
        guard boxes[place].op < 0 else { return }
        boxes[place] = SolidBox(rect, transform, bounds: bounds, pixel: boxes[place].pixel) ?? Self.other
    }

    /// What stands for an op that is no box.
    private static var other: SolidBox { SolidBox(op: 0, pass: 0) }

    /// Appends the places of ops that may have pixels in a region, in order.
    func append(placesIn region: DeviceRect, to places: inout [Int32]) {
        let wanted = Self.edges(region)
        // An op begins before the region's end and ends after its beginning.
        let limits = SIMD4(0 &- wanted.z, 0 &- wanted.w, 0 &- wanted.x, 0 &- wanted.y)
        let span = edges.span
        for place in span.indices where all(span[place] .< limits) { places.append(Int32(truncatingIfNeeded: place)) }
    }

    static func edges(_ rect: DeviceRect) -> SIMD4<Int32> {
        func near(_ v: Int) -> Int32 { Int32(truncatingIfNeeded: max(-0x3FFF_FFFF, min(0x3FFF_FFFF, v))) }
        return SIMD4(near(rect.minX), near(rect.minY), 0 &- near(rect.maxX), 0 &- near(rect.maxY))
    }
}
