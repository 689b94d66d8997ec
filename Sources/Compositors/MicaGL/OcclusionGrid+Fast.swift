import MicaBase

/// Culls hidden instances before the driver gets them. The target is divided into a grid of squares; each has the depth
/// of the front-most opaque rectangle that covers all of it.
///
/// The depth test leaves out the same pixels, but the driver has to look at each of them. Here axis-aligned instances
/// are cut to the squares where they can be seen, if the cut spares more pixels than the additional instances cost. The
/// edges of an opaque rectangle are drawn with the depth of its own inside, so they are cut to a ring. No pixel
/// changes: a program's result at a pixel does not depend on the ends of the instance.
struct OcclusionGrid {
    /// The most squares of a grid: culling costs no more on a larger target.
    private static let mostSquares = 10_000
    /// The smallest side of a square, in texels.
    private static let leastSide = 8
    /// How many pixels an additional instance has to spare: the CPU fills the instance in, and the vertex shader reads
    /// it.
    private static let leastSpared: Float = 1024
    /// Gaps of up to this many hidden squares between visible ones are drawn, so that an instance is cut into fewer
    /// parts.
    private static let gap = 1
    /// The most instances that one culling adds. Once it is reached, instances stay whole.
    static let mostAdded = 1 << 16

    private var side = 0, width = 0, height = 0, columns = 0, rows = 0
    /// The depth of each square, row by row; 0 where no opaque rectangle covers all of it.
    private var depths: [Float] = []
    /// The number of added instances.
    private var added = 0
    /// The instances of the current batch that remain after culling.
    private var remaining: [Instance] = []
    /// The visible parts of an instance: minimum x and y, maximum x and y.
    private var parts: [SIMD4<Float>] = []
    /// The visible runs of columns in one row of squares.
    private var runs: [Range<Int>] = []
    /// Runs of the rows above that may continue, each with its first row.
    private var open: [(columns: Range<Int>, row: Int)] = []

    /// Culls the instances of one target.
    ///
    /// - Parameters:
    ///   - opaque: cover their pixels wholly, and write depth.
    ///   - ordered: are drawn later, where their depth is greater than the written one.
    ///   - width: the target's width in texels, as is `height` its height.
    mutating func cull(_ opaque: inout Batches, _ ordered: inout Batches, width: Int, height: Int) {
        begin(width: width, height: height)
        for index in 0..<opaque.count where !opaque.list[index].key.program.isFromBase {
            for instance in opaque.list[index].instances.indices { cover(opaque.list[index].instances[instance]) }
        }
        cull(&opaque, isOpaque: true)
        cull(&ordered, isOpaque: false)
        if remaining.capacity > Batches.mostCached { remaining = [] }
    }

    private mutating func begin(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        added = 0
        side = Self.leastSide / 2
        repeat {
            side *= 2
            (columns, rows) = ((width + side - 1) / side, (height + side - 1) / side)
        } while columns * rows > Self.mostSquares
        depths.removeAll(keepingCapacity: true)
        depths.append(contentsOf: repeatElement(0, count: columns * rows))
    }

    /// Writes the depth of an opaque rectangle into the squares that it covers wholly.
    private mutating func cover(_ instance: Instance) {
        guard let rect = instance.uprightRect else { return }
        /// The first square that begins at or after an edge, and the one after the last square that ends at or before
        /// an edge.
        func first(_ edge: Float, _ limit: Int) -> Int { (texel(edge.rounded(.up), limit) + side - 1) / side }
        func end(_ edge: Float, _ limit: Int, _ count: Int) -> Int {
            edge >= Float(limit) ? count : texel(edge.rounded(.down), limit) / side
        }
        let (left, right) = (first(rect.x, width), end(rect.z, width, columns))
        let (top, bottom) = (first(rect.y, height), end(rect.w, height, rows))
        guard left < right, top < bottom else { return }
        let (depth, columns) = (instance.data.w, columns)
        var depths = depths.mutableSpan
        for row in top..<bottom {
            for index in row * columns + left..<row * columns + right where depths[index] < depth {
                depths[index] = depth
            }
        }
    }

    private mutating func cull(_ batches: inout Batches, isOpaque: Bool) {
        for index in 0..<batches.count where !batches.list[index].key.program.isFromBase {
            remaining.removeAll(keepingCapacity: true)
            for instance in batches.list[index].instances.indices {
                append(batches.list[index].instances[instance], isOpaque: isOpaque)
            }
            batches.swapInstances(of: index, with: &remaining)
        }
    }

    /// Appends the visible parts of an instance to those that remain, or all of the instance where cutting does not
    /// pay.
    private mutating func append(_ instance: Instance, isOpaque: Bool) {
        guard let whole = instance.uprightRect else { return remaining.append(instance) }
        let most = SIMD2(Float(width), Float(height))
        let rect = SIMD4(
            lowHalf: pointwiseMax(whole.lowHalf, .zero), highHalf: pointwiseMin(whole.highHalf, most))
        let left = texel(rect.x, width) / side, top = texel(rect.y, height) / side
        let right = (texel(rect.z.rounded(.up), width) + side - 1) / side
        let bottom = (texel(rect.w.rounded(.up), height) + side - 1) / side
        guard left < right, top < bottom else { return }
        let limit = isOpaque ? instance.data.w : instance.data.w.nextDown
        parts.removeAll(keepingCapacity: true)
        open.removeAll(keepingCapacity: true)
        for row in top..<bottom {
            findRuns(row, left..<right, hiddenBeyond: limit)
            var index = open.count - 1
            while index >= 0 {
                if let same = runs.firstIndex(of: open[index].columns) {
                    runs.remove(at: same)
                } else {
                    close(index, before: row, of: rect)
                }
                index -= 1
            }
            for run in runs { open.append((run, row)) }
        }
        while !open.isEmpty { close(open.count - 1, before: bottom, of: rect) }
        let seen = parts.reduce(0) { $0 + ($1.z - $1.x) * ($1.w - $1.y) }
        let spared = (rect.z - rect.x) * (rect.w - rect.y) - seen
        let more = max(parts.count - 1, 0)
        if spared < Self.leastSpared * Float(more) || added + more > Self.mostAdded {
            return remaining.append(instance)
        }
        added += more
        for part in parts { remaining.append(instance.cut(to: part, from: whole)) }
    }

    /// Finds the visible runs in a row of squares.
    private mutating func findRuns(_ row: Int, _ within: Range<Int>, hiddenBeyond limit: Float) {
        runs.removeAll(keepingCapacity: true)
        let start = row * columns
        var begin = within.lowerBound, end = -1
        for column in within where depths[start + column] <= limit {
            if end >= 0, column - end > Self.gap {
                runs.append(begin..<end)
                begin = column
            } else if end < 0 {
                begin = column
            }
            end = column + 1
        }
        if end >= 0 { runs.append(begin..<end) }
    }

    /// Ends a run of columns: it becomes a part.
    private mutating func close(_ index: Int, before row: Int, of rect: SIMD4<Float>) {
        let run = open[index]
        open.swapAt(index, open.count - 1)
        open.removeLast()
        let low = SIMD2(Float(run.columns.lowerBound * side), Float(run.row * side))
        let high = SIMD2(Float(run.columns.upperBound * side), Float(row * side))
        parts.append(
            SIMD4(lowHalf: pointwiseMax(low, rect.lowHalf), highHalf: pointwiseMin(high, rect.highHalf)))
    }

    /// The index of the texel at an edge, within the target.
    private func texel(_ edge: Float, _ limit: Int) -> Int { Int(max(0, min(Float(limit), edge))) }
}

extension Instance {
    /// The edges of an axis-aligned rectangle whose corners are in order: minimum x and y, maximum x and y. Nil for
    /// other shapes.
    fileprivate var uprightRect: SIMD4<Float>? {
        guard front.y == front.w, back.y == back.w, front.x == back.x, front.z == back.z, front.x < front.z,
            front.y < back.y
        else { return nil }
        return SIMD4(front.x, front.y, back.z, back.w)
    }

    /// An axis-aligned instance cut to a part of itself. The mask, if it has one, stays on the same pixels.
    fileprivate func cut(to part: SIMD4<Float>, from rect: SIMD4<Float>) -> Instance {
        var instance = self
        instance.front = SIMD4(part.x, part.y, part.z, part.y)
        instance.back = SIMD4(part.x, part.w, part.z, part.w)
        if cover.x >= 0 {
            instance.cover.x += part.x - rect.x
            instance.cover.y += part.y - rect.y
        }
        return instance
    }
}
