import MicaBase
import MicaFrame

/// A blurred pass: its values at the centres of cells, in 65,535ths.
struct BlurredCells {
    /// The cells; a pixel of this picture is a cell.
    var picture: Picture
    /// The side of a cell along x and y. *Units*: pixels.
    var cell: SIMD2<Int>

    /// Adds the blur in the shaders' three parameters.
    ///
    /// - Parameter base: the pixels count from the first pixel of this rectangle.
    func add(to numbers: NumberList, from base: DeviceRect) {
        let box = picture.box
        numbers.add(SIMD4(Float(box.minX), Float(box.minY), Float(box.width), Float(box.height)))
        numbers.add(SIMD4(Float(cell.x), Float(cell.y), Float(base.minX), Float(base.minY)))
        numbers.add(SIMD4(picture.start.x, picture.start.y, 0, 0))
    }
}

/// A picture with the blur that it gets.
struct PictureBlur {
    var source: Picture
    /// The blur along x, and along y.
    var across: GaussianAxis, down: GaussianAxis

    /// - Parameters:
    ///   - cell: the sides of the cells along x and y, in pixels.
    ///   - result: the pixels for which the blur is needed.
    ///   - edges: the pixels whose weights count; nil for all.
    init(
        _ source: Picture, deviation: SIMD2<Double>, shift: SIMD2<Double>, cell: SIMD2<Int>, result: DeviceRect,
        edges: DeviceRect?
    ) {
        self.source = source
        let box = source.box
        across = GaussianAxis(
            deviation: deviation.x, shift: shift.x, cell: cell.x, source: box.minX..<box.maxX,
            result: result.minX..<result.maxX, edges: edges.map { $0.minX..<$0.maxX })
        down = GaussianAxis(
            deviation: deviation.y, shift: shift.y, cell: cell.y, source: box.minY..<box.maxY,
            result: result.minY..<result.maxY, edges: edges.map { $0.minY..<$0.maxY })
    }
}

extension PassPainter {
    /// The alpha of another pass, moved and blurred by a Gaussian, in one colour.
    func blur(_ color: PixelColor, _ op: DrawOp, _ address: OpAddress, in part: Part) throws(GLRefusal) {
        guard case .cells(let cells) = shown.results[address] else { return }
        cells.add(to: state.numbers, from: part.area)
        let ink = Ink(
            program: .blurred, textures: SIMD4(cells.picture.texture.name, 0, 0, 0), color: SIMD4(color),
            features: .alpha)
        try paint(ink, .everything, op, in: part)
    }
}

extension DrawingState {
    /// Blurs pictures, each step for all of them together.
    ///
    /// - Parameter isAlpha: whether only their alpha is blurred.
    /// - Returns: the cells of each picture, and their sheets, which the caller gives back.
    func blurred(_ blurs: [PictureBlur], isAlpha: Bool) throws(GLRefusal) -> (cells: [BlurredCells], sheets: Sheets) {
        func cells(_ x: Range<Int>, _ y: Range<Int>) -> DeviceRect {
            DeviceRect(minX: x.lowerBound, minY: y.lowerBound, maxX: x.upperBound, maxY: y.upperBound)
        }
        let means = try draw(.cells, isAlpha, blurs.map { cells($0.across.source, $0.down.source) }) { index in
            let source = blurs[index].source
            let (box, first) = (source.box, source.first)
            numbers.add(SIMD4(Float(box.minX), Float(box.minY), Float(box.maxX), Float(box.maxY)))
            numbers.add(
                SIMD4(
                    Float(blurs[index].across.cell), Float(blurs[index].down.cell), Float(-first.x), Float(-first.y)))
            return source.texture
        }
        let rows = try draw(.convolution, isAlpha, blurs.map { cells($0.across.result, $0.down.source) }) { index in
            blurs[index].across.add(to: numbers, from: means.pictures[index], isAcross: true)
            return means.pictures[index].texture
        }
        give(means)
        let last = try draw(.convolution, isAlpha, blurs.map { cells($0.across.result, $0.down.result) }) { index in
            blurs[index].down.add(to: numbers, from: rows.pictures[index], isAcross: false)
            return rows.pictures[index].texture
        }
        give(rows)
        let cells = blurs.indices.map { index in
            BlurredCells(
                picture: last.pictures[index], cell: SIMD2(blurs[index].across.cell, blurs[index].down.cell))
        }
        return (cells, last)
    }

    /// Computes cells of several pictures, each from a texture.
    ///
    /// - Parameter begin: adds the parameters of a picture, by its index, and returns the texture that its cells are
    ///   computed from.
    private func draw(
        _ program: Program, _ isAlpha: Bool, _ areas: [DeviceRect], _ begin: (Int) -> GLTexture
    ) throws(GLRefusal) -> Sheets {
        let sheets = try takeSheets(isAlpha ? .narrow : .wide, areas)
        try draw(sheets) { (index) throws(GLRefusal) in
            let area = areas[index]
            numbers.begin()
            numbers.add(SIMD4(Float(area.minX), Float(area.minY), 0, 0))
            let source = begin(index)
            if numbers.values.count > parameters.room { try flush() }
            let instance = Instance(area, parameter: parameters.append(numbers), base: area)
            add(
                instance, area, Batch.Key(program: program, blend: .replace, textures: SIMD4(source.name, 0, 0, 0)),
                isAlpha ? .alpha : [])
        }
        return sheets
    }
}

extension GaussianAxis {
    /// Adds the parameters of a convolution along this axis: the box of the source's cells; the offset of the first
    /// weight, the number of weights, the axis, and whether only some cells count; the position of the source in its
    /// texture, and the first and the last cell that count; then the weights, four in each.
    fileprivate func add(to numbers: NumberList, from source: Picture, isAcross: Bool) {
        let box = source.box
        numbers.add(SIMD4(Float(box.minX), Float(box.minY), Float(box.maxX), Float(box.maxY)))
        numbers.add(SIMD4(Float(first), Float(weights.count), isAcross ? 1 : 0, edges == nil ? 0 : 1))
        func cells(_ pixel: Int?) -> Float { Float(pixel ?? 0) / Float(cell) - Float(isAcross ? box.minX : box.minY) }
        numbers.add(SIMD4(source.start.x, source.start.y, cells(edges?.lowerBound), cells(edges?.upperBound)))
        for start in stride(from: 0, to: weights.count, by: 4) {
            var four = SIMD4<Float>.zero
            for lane in 0..<min(4, weights.count - start) { four[lane] = weights[start + lane] }
            numbers.add(four)
        }
    }
}

extension Program {
    /// The type of a cell: four channels, or an alpha.
    private static let cell = """
        #ifdef ALPHA
        #define CELL float
        #define PIXEL a
        #else
        #define CELL vec4
        #define PIXEL bgra
        #endif

        """

    /// The colours of a blurred pass. Parameters: the box of the cells; the sides of a cell, and the pixel that
    /// positions count from; the position of the cells in the texture.
    static let blurred = Program(
        numbers: 3, colors: cell,
        """
        uniform usampler2D u2;
        CELL cell(ivec2 at, ivec2 size) {
            if (any(lessThan(at, ivec2(0))) || any(greaterThanEqual(at, size))) return CELL(0.0);
            return CELL(texelFetch(u2, at + ivec2(parameter(2).xy), 0)) / 65535.0;
        }
        vec4 color() {
            vec4 cells = parameter(0), how = parameter(1);
            vec2 at = (vec2(pixelFromBase() + ivec2(how.zw)) + 0.5) / how.xy - 0.5 - cells.xy;
            vec2 start = floor(at), part = at - start;
            ivec2 i = ivec2(start), size = ivec2(cells.zw);
            CELL above = mix(cell(i, size), cell(i + ivec2(1, 0), size), part.x);
            CELL below = mix(cell(i + ivec2(0, 1), size), cell(i + ivec2(1, 1), size), part.x);
            return vec4(mix(above, below, part.y));
        }
        """)

    /// The means of cells. Parameters: the first cell; the picture's box; the sides of a cell, and the position of the
    /// pixels in the texture.
    static let cells = Program(
        numbers: 3, main: cell,
        """
        uniform sampler2D u2;
        out uvec4 result;
        void main() {
            ivec4 box = ivec4(parameter(1));
            ivec2 side = ivec2(parameter(2).xy), place = ivec2(parameter(2).zw);
            ivec2 start = (pixelFromBase() + ivec2(parameter(0).xy)) * side;
            ivec2 low = max(start, box.xy), high = min(start + side, box.zw);
            CELL sum = CELL(0.0);
            for (int y = low.y; y < high.y; y++)
                for (int x = low.x; x < high.x; x++) sum += texelFetch(u2, ivec2(x, y) + place, 0).PIXEL;
            result = uvec4(sum / float(side.x * side.y) * 65535.0 + 0.5);
        }
        """)

    /// Cells blurred along one axis. Parameters: the first cell; those of `GaussianAxis.add`: the source's cells, the
    /// lookup and the source's position (3), then the weights.
    static let convolution = Program(
        numbers: 4, main: cell,
        """
        uniform usampler2D u2;
        out uvec4 result;
        CELL cell(ivec2 at) { return CELL(texelFetch(u2, at + ivec2(parameter(3).xy), 0)); }
        void main() {
            ivec4 source = ivec4(parameter(1));
            ivec4 how = ivec4(parameter(2));
            bool isAcross = how.z > 0;
            ivec2 at = pixelFromBase() + ivec2(parameter(0).xy) - source.xy;
            int from = (isAcross ? at.x : at.y) + how.x, end = isAcross ? source.z - source.x : source.w - source.y;
            CELL sum = CELL(0.0);
            float share = 0.0;
            vec2 edges = parameter(3).zw;
            for (int index = 0; index < how.y; index += 4) {
                // Four cells at a time; cells outside of the source weigh nothing.
                ivec4 along = ivec4(from + index) + ivec4(0, 1, 2, 3);
                ivec4 there = clamp(along, ivec4(0), ivec4(end - 1));
                vec4 weights = anyParameter(4 + index / 4);
                if (how.w > 0) {
                    vec4 start = vec4(along);
                    vec4 part = min(start + 1.0, vec4(edges.y)) - max(start, vec4(edges.x));
                    share += dot(weights, clamp(part, 0.0, 1.0));
                }
                weights *= vec4(equal(along, there));
                sum += cell(isAcross ? ivec2(there.x, at.y) : ivec2(at.x, there.x)) * weights.x
                    + cell(isAcross ? ivec2(there.y, at.y) : ivec2(at.x, there.y)) * weights.y
                    + cell(isAcross ? ivec2(there.z, at.y) : ivec2(at.x, there.z)) * weights.z
                    + cell(isAcross ? ivec2(there.w, at.y) : ivec2(at.x, there.w)) * weights.w;
            }
            if (how.w > 0) sum = share > 0.0 ? sum / share : CELL(0.0);
            result = uvec4(min(sum, 65535.0) + 0.5);
        }
        """)
}
