import MicaBase

/// Coverage of pixels for the next drawing: squares of 16 x 16 pixels, side by side in one texture.
///
/// Squares stay until `removeAll`, which follows the drawing of all instances that refer to them.
final class MaskAtlas {
    /// The side of a square, in pixels.
    static let side = 16
    /// How many squares a row of the texture has, and how many rows of squares it has at most.
    private static let columns = 128, mostRows = 128

    /// How many squares are written.
    private var used = 0
    private var bytes: [UInt8] = []
    private var texture: GLTexture?
    private let context: GLContext

    init(_ context: GLContext) { self.context = context }

    /// The number of free squares.
    var room: Int { Self.columns * Self.mostRows - used }

    /// The bytes of the texture.
    var textureBytes: Int { texture?.bytes ?? 0 }

    /// Writes neighbouring squares. `coverage` has rows that begin at `start`, `stride` bytes after one another.
    ///
    /// - Parameters:
    ///   - width: how many pixels are written along x. The rest of the last square is not covered.
    ///   - height: along y, at most a square's side.
    /// - Returns: the position of the first texel in the texture, and how many pixels along x were written: fewer than
    ///   asked at the end of a row of squares, 0 where there is no room.
    func append(_ coverage: [UInt8], start: Int, stride: Int, width: Int, height: Int) -> (x: Int, y: Int, width: Int) {
        let side = Self.side
        let (row, column) = (used / Self.columns, used % Self.columns)
        guard row < Self.mostRows else { return (0, 0, 0) }
        let squares = min((width + side - 1) / side, Self.columns - column)
        let width = min(width, squares * side)
        let missing = (row + 1) * side * side * Self.columns - bytes.count
        if missing > 0 { bytes.append(contentsOf: repeatElement(0, count: missing)) }
        let pitch = Self.columns * side
        var target = bytes.mutableSpan
        let source = coverage.span
        for y in 0..<height {
            let (to, from) = ((row * side + y) * pitch + column * side, start + y * stride)
            for x in 0..<width { target[to + x] = source[from + x] }
        }
        used += squares
        return (column * side, row * side, width)
    }

    /// Uploads all squares.
    ///
    /// - Returns: the name of the texture.
    func upload() throws(GLRefusal) -> UInt32 {
        let rows = (used + Self.columns - 1) / Self.columns
        if texture.map({ $0.height < rows * Self.side }) ?? true {
            if let old = texture { context.delete(old) }
            var height = 8
            while height < rows { height *= 2 }
            texture = try context.makeTexture(.bytes, width: Self.columns * Self.side, height: height * Self.side)
        }
        guard let texture else { return 0 }
        if rows > 0 {
            let written = bytes
            context.upload(written.span, to: texture, width: Self.columns * Self.side, height: rows * Self.side)
        }
        return texture.name
    }

    /// Empties it.
    func removeAll() { used = 0 }
}

/// Parameters of programs for the next drawing: four floats each, in one texture.
final class ParameterTable {
    /// How many parameters a row of the texture has. The shaders have the same number.
    private static let columns = 1024

    private var values: [SIMD4<Float>] = []
    private var texture: GLTexture?
    private let context: GLContext

    init(_ context: GLContext) { self.context = context }

    var count: Int { values.count }

    /// The number of parameters that still fit.
    var room: Int { Self.columns * min(context.mostTexels, 2048) - values.count }

    /// The bytes of the texture.
    var textureBytes: Int { texture?.bytes ?? 0 }

    /// Appends parameters; returns the index of the first.
    func append(_ new: NumberList) -> Int {
        defer { values.append(contentsOf: new.values) }
        return values.count
    }

    /// Uploads all parameters.
    ///
    /// - Returns: the name of the texture.
    func upload() throws(GLRefusal) -> UInt32 {
        let rows = (values.count + Self.columns - 1) / Self.columns
        if texture.map({ $0.height < rows }) ?? true {
            if let old = texture { context.delete(old) }
            var height = 16
            while height < rows { height *= 2 }
            texture = try context.makeTexture(.floats, width: Self.columns, height: height)
        }
        guard let texture else { return 0 }
        if rows > 0 {
            let missing = rows * Self.columns - values.count
            values.append(contentsOf: repeatElement(.zero, count: missing))
            let written = values
            context.upload(written.span, to: texture, width: Self.columns, height: rows)
        }
        return texture.name
    }

    /// Empties it.
    func removeAll() { values.removeAll(keepingCapacity: true) }
}
