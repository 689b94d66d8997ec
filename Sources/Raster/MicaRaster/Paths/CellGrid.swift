/// The signed area that edges cut off, pixel by pixel, for a band of rows.
///
/// Each cell holds whole numbers in steps: `cover`, how far down edges run through the pixel, and `area`, twice the part
/// of that which lies left of the edge. A pixel's coverage is then twice the sum of all covers up to and with its own,
/// times a pixel's width, less its area. Sums of whole numbers are the same in any order.
struct CellGrid {
    struct Cell {
        var cover = 0
        var area = 0
    }

    private var cells: [Cell] = []
    /// The first column, in pixels.
    private(set) var minX = 0
    /// The rows of the band, in pixels.
    private var minY = 0, maxY = 0
    private(set) var width = 0

    /// A band holds this many cells, or one row: 2 MiB, the second-level cache of common machines.
    private static let cellBudget = 1 << 17

    /// How many rows a band of a width has.
    static func bandHeight(width: Int) -> Int { max(1, cellBudget / max(1, width)) }

    /// Takes a new place; the grid is all zero then.
    mutating func move(minX: Int, minY: Int, width: Int, height: Int) {
        (self.minX, self.minY, self.width, maxY) = (minX, minY, width, minY + height)
        cells.removeAll(keepingCapacity: true)
        cells.append(contentsOf: repeatElement(Cell(), count: width * height))
    }

    /// A row's cells.
    func cells(inRow row: Int) -> ArraySlice<Cell> { cells[(row - minY) * width..<(row - minY + 1) * width] }

    /// Adds the edges of a range, as far as they run through the band.
    mutating func add(_ edges: [Edge], _ range: Range<Int>) {
        for index in range { add(edges[index]) }
    }

    /// Adds one edge, row by row. Edges run down here; one that runs up counts with the opposite sign.
    ///
    /// The x at which an edge crosses a row's end is floor((y - y0) dx / dy) beyond x0.
    private mutating func add(_ edge: Edge) {
        let isDown = edge.y0 < edge.y1
        let (x0, y0) = isDown ? (Int(edge.x0), Int(edge.y0)) : (Int(edge.x1), Int(edge.y1))
        let (x1, y1) = isDown ? (Int(edge.x1), Int(edge.y1)) : (Int(edge.x0), Int(edge.y0))
        let left = minX << FixedPoint.shift, top = minY << FixedPoint.shift
        func x(at y: Int) -> Int {
            let (quotient, remainder) = ((y - y0) * (x1 - x0)).quotientAndRemainder(dividingBy: y1 - y0)
            return x0 - left + (remainder < 0 ? quotient - 1 : quotient)
        }
        var y = max(y0, top)
        let bottom = min(y1, maxY << FixedPoint.shift)
        while y < bottom {
            let end = min(bottom, (y >> FixedPoint.shift + 1) << FixedPoint.shift)
            addPiece((y - top) >> FixedPoint.shift, isDown ? 1 : -1, x(at: y), x(at: end), height: end - y)
            y = end
        }
    }

    /// Adds a piece of an edge within one row, column by column, always from left to right. The part left of the band
    /// counts at the first column's left side.
    ///
    /// The height at which it leaves a column is floor((x - left end) height / width): from the left end whether that
    /// is the upper or the lower one, so that a mirrored edge is cut at mirrored heights.
    private mutating func addPiece(_ line: Int, _ sign: Int, _ xa: Int, _ xb: Int, height: Int) {
        let from = min(xa, xb), to = max(xa, xb)
        if to <= 0 { return put(line, 0, cover: sign * height, area: 0) }
        func part(at x: Int) -> Int { x >= to ? height : (x - from) * height / (to - from) }
        var x = max(0, from)
        var done = from < 0 ? part(at: 0) : 0
        put(line, 0, cover: sign * done, area: 0)
        let last = min(width - 1, to >> FixedPoint.shift)
        for column in stride(from: x >> FixedPoint.shift, through: last, by: 1) {
            let base = column << FixedPoint.shift, end = min(to, base + FixedPoint.one)
            let cover = sign * (part(at: end) - done)
            put(line, column, cover: cover, area: cover * (x - base + end - base))
            done = part(at: end)
            x = base + FixedPoint.one
        }
    }

    private mutating func put(_ line: Int, _ column: Int, cover: Int, area: Int) {
        cells[line * width + column].cover += cover
        cells[line * width + column].area += area
    }
}
