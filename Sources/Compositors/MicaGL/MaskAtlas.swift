import MicaGeometry

/// Coverage of pixels for what is drawn next: squares of 16 x 16 pixels, side by side in one texture.
///
/// What is written stays until `removeAll`, which follows the drawing of all that refers to it.
final class MaskAtlas {
    /// The side of a square, in pixels.
    static let side = 16
    /// How many squares a row of the texture has, and how many rows it has at most.
    private static let columns = 128, mostRows = 128

    /// How many squares are written.
    private var used = 0
    private var bytes: [UInt8] = []
    private var texture: GLTexture?
    private let context: GLContext

    init(_ context: GLContext) { self.context = context }

    /// How many squares there is room for.
    var room: Int { Self.columns * Self.mostRows - used }

    /// The bytes of the texture.
    var textureBytes: Int { texture?.bytes ?? 0 }

    /// Writes neighbouring squares: rows of coverage that begin at `start` and are `stride` after one another.
    ///
    /// - Parameters:
    ///   - width: how many pixels are written along x; what is left of the last square is not covered.
    ///   - height: along y, at most a square's side.
    /// - Returns: how many of the pixels along x were written, and where the first lies in the texture; no pixel where there is no
    ///   room.
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

    /// The texture with all that was written.
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

    /// Forgets what was written.
    func removeAll() { used = 0 }
}

/// Numbers that programs look up for what is drawn next: four floats each, in one texture.
final class ParameterTable {
    /// How many a row of the texture has; the shaders know.
    private static let columns = 1024

    private var values: [SIMD4<Float>] = []
    private var texture: GLTexture?
    private let context: GLContext

    init(_ context: GLContext) { self.context = context }

    /// How many are written.
    var count: Int { values.count }

    /// How many there is room for.
    var room: Int { Self.columns * min(context.mostTexels, 2048) - values.count }

    /// The bytes of the texture.
    var textureBytes: Int { texture?.bytes ?? 0 }

    /// Writes some; returns the index of the first.
    func append(_ new: NumberList) -> Int {
        defer { values.append(contentsOf: new.values) }
        return values.count
    }

    /// The texture with all that was written.
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

    /// Forgets what was written.
    func removeAll() { values.removeAll(keepingCapacity: true) }
}
