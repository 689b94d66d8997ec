import MicaRaster

/// A level rectangle of one colour that no mask confines, ready for tiles: what most ops of most frames are.
///
/// There is one for every op, so that a tile's ops are gone through in a few bytes each; of an op that is something else it
/// has the place.
struct SolidBox {
    /// What it covers of what is wanted; nil where the op is something else.
    let coverage: BoxCoverage?
    /// Its pixel, opacity included.
    let pixel: UInt32
    /// The place of its pass.
    let pass: Int32
    /// The place in `FramePlan.ops` of an op that is no box; -1 for boxes.
    let op: Int32

    /// Makes a box.
    init(_ coverage: BoxCoverage, pixel: UInt32, pass: Int) {
        (self.coverage, self.pixel, self.pass, op) = (coverage, pixel, Int32(pass), -1)
    }

    /// Makes what stands for an op that is no box.
    init(op: Int, pass: Int) {
        (coverage, pixel, self.pass, self.op) = (nil, 0, Int32(pass), Int32(op))
    }

    /// Whether it is a box, and hides what is behind the pixels that it covers wholly.
    var isOpaque: Bool { pixel >> 24 == 255 }

    /// The columns that it touches; of no box none.
    var columns: Range<Int> { coverage.map { Self.touched($0.edges.x, $0.edges.z) } ?? 0..<0 }
    /// The rows that it touches.
    var rows: Range<Int> { coverage.map { Self.touched($0.edges.y, $0.edges.w) } ?? 0..<0 }
    /// The columns that it covers wholly, if its rows are.
    var wholeColumns: Range<Int> { coverage.map { Self.whole($0.edges.x, $0.edges.z) } ?? 0..<0 }
    /// The rows that it covers wholly, if its columns are.
    var wholeRows: Range<Int> { coverage.map { Self.whole($0.edges.y, $0.edges.w) } ?? 0..<0 }

    private static func touched(_ low: Int32, _ high: Int32) -> Range<Int> {
        Int(low >> BoxCoverage.shift)..<Int((high - 1) >> BoxCoverage.shift + 1)
    }

    private static func whole(_ low: Int32, _ high: Int32) -> Range<Int> {
        let first = (Int(low) + 1 << BoxCoverage.shift - 1) >> Int(BoxCoverage.shift)
        return first..<max(first, Int(high >> BoxCoverage.shift))
    }

    /// The pixels that it covers wholly.
    var whole: DeviceRect {
        let (columns, rows) = (wholeColumns, wholeRows)
        guard !columns.isEmpty, !rows.isEmpty else { return .empty }
        return DeviceRect(
            minX: columns.lowerBound, minY: rows.lowerBound, maxX: columns.upperBound, maxY: rows.upperBound)
    }
}
