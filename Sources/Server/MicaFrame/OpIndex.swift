import MicaRaster

/// Where the ops of a pass are, a few bytes each, so that the ops of a region are found without a look at the others.
///
/// A pass that is drawn again and again with little changed has one; it is kept as ops are replaced.
package struct OpIndex: Sendable {
    /// The least x and y of each op's bounds, and the greatest x and y with the sign turned; pulled in to what fits.
    private(set) var edges: [SIMD4<Int32>] = []
    /// How many ops show passes, or wait for something that is drawn before.
    private(set) var linkCount = 0

    /// Makes an index of nothing.
    package init() {}

    /// Makes it an index of ops.
    mutating func set(_ ops: [DrawOp]) {
        edges.removeAll(keepingCapacity: true)
        linkCount = 0
        edges.reserveCapacity(ops.count)
        for op in ops {
            edges.append(Self.edges(op.bounds))
            if op.content.isLinked { linkCount += 1 }
        }
    }

    /// One op takes the place of another.
    mutating func replace(_ place: Int, _ old: DrawOp, with new: DrawOp) {
        edges[place] = Self.edges(new.bounds)
        linkCount += (new.content.isLinked ? 1 : 0) - (old.content.isLinked ? 1 : 0)
    }

    /// An op has other bounds, and shows passes or not as before.
    mutating func move(_ place: Int, to bounds: DeviceRect) { edges[place] = Self.edges(bounds) }

    /// Appends the places of ops that may have pixels in a region, in order.
    func append(placesIn region: DeviceRect, to places: inout [Int32]) {
        let wanted = Self.edges(region)
        // An op begins before the region's end and ends after its beginning.
        let limits = SIMD4(0 &- wanted.z, 0 &- wanted.w, 0 &- wanted.x, 0 &- wanted.y)
        let span = edges.span
        for place in span.indices where all(span[place] .< limits) { places.append(Int32(truncatingIfNeeded: place)) }
    }

    private static func edges(_ rect: DeviceRect) -> SIMD4<Int32> {
        func near(_ v: Int) -> Int32 { Int32(truncatingIfNeeded: max(-0x3FFF_FFFF, min(0x3FFF_FFFF, v))) }
        return SIMD4(near(rect.minX), near(rect.minY), 0 &- near(rect.maxX), 0 &- near(rect.maxY))
    }
}

extension DrawOp.Content {
    /// Whether it shows a pass, or something that is made of one.
    package var isLinked: Bool {
        switch self {
        case .fill, .border, .path, .gradient, .image, .shadow, .sprites, .instances: false
        case .blur, .pass, .filtered, .softened, .dissolve, .warp, .raster: true
        }
    }
}
