import MicaBase

/// Pictures that share textures, so that drawing into several of them takes one call for each kind of op.
struct Sheets {
    /// The pictures, in the order in which they were asked for.
    var pictures: [Picture] = []
    /// Their textures.
    var textures: [GLTexture] = []
}

/// The layout of rectangles on sheets: in rows, the highest first.
private struct SheetLayout {
    /// The sheet of each rectangle, and its position there.
    private(set) var positions: [(sheet: Int, x: Int, y: Int)]
    /// The sizes of the sheets.
    private(set) var sheets: [(width: Int, height: Int)] = []

    /// - Parameter most: the largest side of a sheet that has several rectangles.
    init(_ boxes: [DeviceRect], most: Int) {
        positions = Array(repeating: (0, 0, 0), count: boxes.count)
        let area = boxes.reduce(0) { $0 + $1.width * $1.height }
        let widest = boxes.reduce(1) { max($0, $1.width) }
        // Nearly a square, with some room for rows that do not fill the width.
        let square = Int((Double(area) * 1.15).squareRoot())
        let width = boxes.count == 1 ? widest : max(widest, min(most, square))
        var (x, y, row) = (0, 0, 0)
        for index in boxes.indices.sorted(by: { boxes[$0].height > boxes[$1].height }) {
            let box = boxes[index]
            if x > 0, x + box.width > width { (x, y, row) = (0, y + row, 0) }
            if sheets.isEmpty || (y > 0 && y + box.height > most) {
                sheets.append((0, 0))
                (x, y, row) = (0, 0, 0)
            }
            let sheet = sheets.count - 1
            positions[index] = (sheet, x, y)
            x += box.width
            row = max(row, box.height)
            sheets[sheet] = (max(sheets[sheet].width, x), max(sheets[sheet].height, y + box.height))
        }
    }
}

extension DrawingState {
    /// The largest side of a texture that several pictures share, in texels.
    private static let mostShared = 4096

    /// Takes textures for pictures with some boxes: pictures share a texture as far as its size allows.
    ///
    /// - Throws: where the pool's limit is reached.
    func takeSheets(_ format: GLTexture.Format, _ boxes: [DeviceRect]) throws(GLRefusal) -> Sheets {
        let layout = SheetLayout(boxes, most: min(Self.mostShared, context.mostTexels))
        var sheets = Sheets()
        for size in layout.sheets {
            sheets.textures.append(try pool.take(format, width: size.width, height: size.height))
        }
        for (index, position) in layout.positions.enumerated() {
            let box = boxes[index]
            sheets.pictures.append(
                Picture(
                    texture: sheets.textures[position.sheet], box: box,
                    first: (box.minX - position.x, box.minY - position.y)))
        }
        return sheets
    }

    /// Draws the pictures of sheets.
    ///
    /// - Parameter body: draws into a picture, which is the target then; it takes the picture's index.
    func draw(_ sheets: Sheets, _ body: (Int) throws(GLRefusal) -> Void) throws(GLRefusal) {
        for texture in sheets.textures {
            try begin(texture)
            for index in sheets.pictures.indices where sheets.pictures[index].texture == texture {
                enter(sheets.pictures[index])
                try body(index)
            }
            try flush()
        }
    }

    /// Gives the textures of sheets back to the pool.
    func give(_ sheets: Sheets) { for texture in sheets.textures { pool.give(texture) } }
}
