import MicaGeometry

/// Squares of the target that something opaque covers wholly: what lies behind is not drawn there.
///
/// Depth leaves out the same pixels, but a driver looks at each of them. Instances are cut here to where they may be seen, as far as that spares
/// more pixels than further instances cost. The edges of an opaque rectangle lie behind its own inside, so that they are cut to a ring.
/// No pixel changes: what a program works out at one does not depend on where the instance ends.
struct HiddenCells {
    /// How many squares there are at most, so that cutting costs no more where the target has more texels.
    private static let most = 10_000
    /// The least side of a square, in texels.
    private static let leastSide = 8
    /// How many pixels a further instance has to spare: the processor fills it in, and the vertex shader reads it.
    private static let least: Float = 1024
    /// Of squares between those that are seen, so many that are hidden are drawn as well: parts are fewer.
    private static let gap = 1

    private var side = 0, width = 0, height = 0, columns = 0, rows = 0
    /// The depth of what covers a square wholly, the most in front; 0 where nothing does.
    private var depths: [Float] = []
    /// How many instances all cuts of a target add at most: what comes after that stays whole.
    static let mostAdded = 1 << 16
    private var added = 0
    /// What is left of a batch.
    private var remaining: [Instance] = []
    /// The parts of an instance that are seen: minimum x and y, maximum x and y.
    private var parts: [SIMD4<Float>] = []
    /// The columns that are seen of a row of squares, and those of the rows above that go on, each with the row where it began.
    private var runs: [Range<Int>] = [], open: [(columns: Range<Int>, row: Int)] = []

    /// Cuts away what is hidden.
    ///
    /// - Parameters:
    ///   - opaque: what covers its pixels wholly.
    ///   - ordered: what is drawn after that, where nothing of it is in front or at the same depth.
    ///   - width: of the target, as `height`, in texels.
    mutating func cut(_ opaque: inout Batches, _ ordered: inout Batches, width: Int, height: Int) {
        begin(width: width, height: height)
        for index in 0..<opaque.count where !opaque.list[index].key.program.isFromBase {
            for instance in opaque.list[index].instances.indices { cover(opaque.list[index].instances[instance]) }
        }
        cut(&opaque, isOpaque: true)
        cut(&ordered, isOpaque: false)
        if remaining.capacity > Batches.mostCached { remaining = [] }
    }

    private mutating func begin(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        added = 0
        side = Self.leastSide / 2
        repeat {
            side *= 2
            (columns, rows) = ((width + side - 1) / side, (height + side - 1) / side)
        } while columns * rows > Self.most
        depths.removeAll(keepingCapacity: true)
        depths.append(contentsOf: repeatElement(0, count: columns * rows))
    }

    /// Notes the squares that an opaque rectangle covers wholly.
    private mutating func cover(_ instance: Instance) {
        guard let rect = instance.uprightRect else { return }
        /// The first square that begins at a texel or after it, and the one after the last that ends there or before.
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

    private mutating func cut(_ batches: inout Batches, isOpaque: Bool) {
        for index in 0..<batches.count where !batches.list[index].key.program.isFromBase {
            remaining.removeAll(keepingCapacity: true)
            for instance in batches.list[index].instances.indices {
                append(batches.list[index].instances[instance], isOpaque: isOpaque)
            }
            batches.swapInstances(of: index, with: &remaining)
        }
    }

    /// Adds what is seen of an instance to what is left of its batch.
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
        if spared < Self.least * Float(more) || added + more > Self.mostAdded { return remaining.append(instance) }
        added += more
        for part in parts { remaining.append(instance.cut(to: part, from: whole)) }
    }

    /// Finds the runs of squares of a row that are seen.
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

    /// A run that ends is a part.
    private mutating func close(_ index: Int, before row: Int, of rect: SIMD4<Float>) {
        let run = open[index]
        open.swapAt(index, open.count - 1)
        open.removeLast()
        let low = SIMD2(Float(run.columns.lowerBound * side), Float(run.row * side))
        let high = SIMD2(Float(run.columns.upperBound * side), Float(row * side))
        parts.append(
            SIMD4(lowHalf: pointwiseMax(low, rect.lowHalf), highHalf: pointwiseMin(high, rect.highHalf)))
    }

    /// A whole number within the target.
    private func texel(_ edge: Float, _ limit: Int) -> Int { Int(max(0, min(Float(limit), edge))) }
}

extension Instance {
    /// Minimum x and y, maximum x and y, of an upright rectangle with its corners in order; nil for other shapes.
    fileprivate var uprightRect: SIMD4<Float>? {
        guard front.y == front.w, back.y == back.w, front.x == back.x, front.z == back.z, front.x < front.z,
            front.y < back.y
        else { return nil }
        return SIMD4(front.x, front.y, back.z, back.w)
    }

    /// A part of an upright rectangle, with the same pixels in it.
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
