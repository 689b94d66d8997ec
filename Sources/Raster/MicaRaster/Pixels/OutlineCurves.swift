import CMicaPixels

/// How curves are cut into chords, for the vector kernels; MicaRaster's `ChordRule` defines it.
package struct ChordLimits: Sendable {
    fileprivate let rule: mica_chord_rule

    /// Makes limits.
    ///
    /// - Parameters:
    ///   - tolerance: how high lenses may be, in the curves' units.
    ///   - area: the largest product of height and length of lenses that are higher.
    ///   - halfWidth: half the width of a line along the curves; 0 for none.
    ///   - most: the most chords of one curve.
    package init(tolerance: Double, area: Double, halfWidth: Double = 0, most: Int) {
        rule = mica_chord_rule(tolerance: tolerance, area: area, half_width: halfWidth, most: Int64(most))
    }
}

/// How points become edges: their map to device space, and the area that is wanted.
package struct EdgeMapping: Sendable {
    /// The affine map's six numbers, in Core Graphics' order.
    private var map: SIMD8<Double>
    private var clip: mica_edge_clip

    /// Makes a mapping.
    ///
    /// - Parameters:
    ///   - map: an affine map's six numbers, in Core Graphics' order.
    ///   - low: the upper left corner of that area. Above it nothing is wanted; left of it only how far down edges run.
    ///   - high: the lower right corner of that area; nothing below or right of it is wanted.
    ///   - limit: the largest coordinate, in pixels.
    package init(
        _ map: (Double, Double, Double, Double, Double, Double), low: SIMD2<Double>, high: SIMD2<Double>, limit: Double
    ) {
        self.map = SIMD8(map.0, map.1, map.2, map.3, map.4, map.5, 0, 0)
        clip = mica_edge_clip(low_x: low.x, low_y: low.y, high_x: high.x, high_y: high.y, limit: limit)
    }

    /// Appends the edges of consecutive cubics, each with the line before it, if any, with this thread's
    /// vector kernels.
    ///
    /// - Parameters:
    ///   - verbs: a byte for each element.
    ///   - points: three for each cubic, one for each line.
    ///   - start: where the first element begins, mapped; set to where the next one begins.
    ///   - count: how many edges there are, before and after.
    /// - Returns: how many elements are done, and how many points they have. Stops at a cubic that is beyond the limit,
    ///   needs too many chords or has no room (it takes an edge for each chord and five more), and at an element of
    ///   another kind.
    package func addCurves<Verb: BitwiseCopyable>(
        _ verbs: Span<Verb>, line: Verb, cubic: Verb, _ points: Span<SIMD2<Double>>, _ chords: ChordLimits,
        from start: inout SIMD2<Double>, to edges: inout [OutlineEdge], _ count: inout Int
    ) -> (elements: Int, points: Int) {
        precondition(count >= 0 && count <= edges.count, "there are no such edges")
        precondition(MemoryLayout<Verb>.stride == 1, "elements are bytes")
        let (pointCount, room) = (points.count, edges.count)
        var used = 0
        let done = unsafe verbs.withUnsafeBytes { verbs in
            unsafe with(points, &start, &edges) { points, map, clip, start, edges in
                guard let first = verbs.baseAddress else { return 0 }
                var elements = unsafe mica_elements(
                    verbs: first.assumingMemoryBound(to: UInt8.self), count: verbs.count, points: points,
                    point_count: pointCount, line: unsafeBitCast(line, to: UInt8.self),
                    cubic: unsafeBitCast(cubic, to: UInt8.self))
                return unsafe withUnsafePointer(to: chords.rule) { rule in
                    unsafe mica_curve_edges(&elements, &used, map, rule, clip, start, edges, &count, room)
                }
            }
        }
        return (done, used)
    }

    /// Appends the edges of lines, one point each, up to a line that is beyond the limit; returns how many are done.
    ///
    /// - Precondition: there is room for four edges more than there are lines.
    package func addLines(
        _ points: Span<SIMD2<Double>>, from start: inout SIMD2<Double>, to edges: inout [OutlineEdge],
        _ count: inout Int
    ) -> Int {
        let lines = points.count
        precondition(count >= 0 && count + lines + 4 <= edges.count, "there is no room for the edges")
        return unsafe with(points, &start, &edges) { points, map, clip, start, edges in
            unsafe mica_line_edges(points, lines, map, clip, start, edges, &count)
        }
    }

    /// Calls a function with pointers to all of these; returns 0 when there are no points or no edges.
    @inline(__always)  // Once for some curves.
    private func with(
        _ points: Span<SIMD2<Double>>, _ start: inout SIMD2<Double>, _ edges: inout [OutlineEdge],
        _ body: (
            UnsafePointer<Double>, UnsafePointer<Double>, UnsafePointer<mica_edge_clip>, UnsafeMutablePointer<Double>,
            UnsafeMutablePointer<Int32>
        ) -> Int
    ) -> Int {
        unsafe points.withUnsafeBytes { points in
            unsafe edges.withUnsafeMutableBytes { edges in
                guard let points = points.baseAddress, let edges = edges.baseAddress else { return 0 }
                return unsafe withUnsafeBytes(of: map) { map in
                    unsafe withUnsafeMutableBytes(of: &start) { start in
                        unsafe withUnsafePointer(to: clip) { clip in
                            guard let map = map.baseAddress, let start = start.baseAddress else { return 0 }
                            return unsafe body(
                                points.assumingMemoryBound(to: Double.self), map.assumingMemoryBound(to: Double.self),
                                clip, start.assumingMemoryBound(to: Double.self),
                                edges.assumingMemoryBound(to: Int32.self))
                        }
                    }
                }
            }
        }
    }
}

extension ChordLimits {
    /// Appends the corners between the chords of cubics, and the ends of the cubics.
    ///
    /// - Parameters:
    ///   - points: where the first cubic begins, then three for each.
    ///   - needed: set to the room that the next cubic needs, if there is too little; to 0 otherwise.
    /// - Returns: how many cubics are done.
    func addCorners(
        _ points: Span<SIMD2<Double>>, _ x: UnsafeMutablePointer<Double>, _ y: UnsafeMutablePointer<Double>,
        _ flags: UnsafeMutablePointer<UInt8>, _ count: inout Int, room: Int, needed: inout Int
    ) -> Int {
        unsafe points.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return 0 }
            return unsafe withUnsafePointer(to: rule) { rule in
                unsafe mica_curve_corners(
                    base.assumingMemoryBound(to: Double.self), (points.count - 1) / 3, rule, x, y, flags, &count, room,
                    &needed)
            }
        }
    }
}

extension Span where Element: BitwiseCopyable {
    /// How many elements from `first` on are equal to the one at `first`; elements are bytes.
    package func equalCount(from first: Int) -> Int {
        precondition(MemoryLayout<Element>.stride == 1 && first >= 0 && first <= count, "there are no such bytes")
        return unsafe withUnsafeBytes { bytes in
            guard let bytes = bytes.baseAddress else { return 0 }
            return unsafe mica_equal_bytes(bytes.assumingMemoryBound(to: UInt8.self) + first, count - first)
        }
    }
}
