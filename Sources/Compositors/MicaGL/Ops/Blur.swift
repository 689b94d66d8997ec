import MicaFrame
import MicaGeometry

/// A blurred pass: what it is at the centres of cells, in 65,535ths.
struct BlurredCells {
    /// The texture; its first texel is the first cell.
    var texture: GLTexture
    /// The cells that it has.
    var across: Range<Int>, down: Range<Int>
    /// The side of a cell along x and y. *Units*: pixels.
    var cell: SIMD2<Int>

    /// Adds the two parameters that the shaders know it by.
    ///
    /// - Parameter isAlpha: whether its alpha alone is shown.
    func add(to numbers: NumberList, isAlpha: Bool) {
        numbers.add(SIMD4(Float(across.lowerBound), Float(down.lowerBound), Float(across.count), Float(down.count)))
        numbers.add(SIMD4(Float(cell.x), Float(cell.y), isAlpha ? 1 : 0, 0))
    }
}

extension PassPainter {
    /// The alpha of another pass, moved and blurred by a Gaussian, in one colour.
    func blur(_ color: PixelColor, _ op: DrawOp, _ address: OpAddress, in part: Part) throws(GLRefusal) {
        guard case .cells(let cells) = shown.results[address] else { return }
        cells.add(to: state.numbers, isAlpha: true)
        try paint(
            Ink(program: .blurred, textures: SIMD4(cells.texture.name, 0, 0, 0), color: SIMD4(color)), .everything, op,
            in: part)
    }
}

extension DrawingState {
    /// Blurs a picture.
    ///
    /// - Parameters:
    ///   - cell: the side of the cells along x and y.
    ///   - result: the pixels that are wanted.
    func blurred(
        _ source: Picture, deviation: SIMD2<Double>, shift: SIMD2<Double>, cell: SIMD2<Int>, result: DeviceRect
    ) throws(GLRefusal) -> BlurredCells {
        let box = source.box
        let across = GaussianAxis(
            deviation: deviation.x, shift: shift.x, cell: cell.x, source: box.minX..<box.maxX,
            result: result.minX..<result.maxX)
        let down = GaussianAxis(
            deviation: deviation.y, shift: shift.y, cell: cell.y, source: box.minY..<box.maxY,
            result: result.minY..<result.maxY)
        numbers.begin()
        numbers.add(source.parameter)
        numbers.add(SIMD4(Float(cell.x), Float(cell.y), 0, 0))
        let means = try step(.cells, from: source.texture, across.source, down.source)
        across.write(to: numbers, x: across.source, y: down.source, isAcross: true)
        let rows = try step(.convolution, from: means, across.result, down.source)
        down.write(to: numbers, x: across.result, y: down.source, isAcross: false)
        let cells = try step(.convolution, from: rows, across.result, down.result)
        pool.give(means)
        pool.give(rows)
        return BlurredCells(texture: cells, across: across.result, down: down.result, cell: cell)
    }

    /// Works out some cells from a texture, with the numbers that were written.
    private func step(
        _ program: Program, from texture: GLTexture, _ columns: Range<Int>, _ rows: Range<Int>
    ) throws(GLRefusal) -> GLTexture {
        let target = try pool.take(.wide, width: columns.count, height: rows.count)
        let area = DeviceRect(
            minX: columns.lowerBound, minY: rows.lowerBound, maxX: columns.upperBound, maxY: rows.upperBound)
        try aside(target, area) { () throws(GLRefusal) in
            let instance = Instance(area, parameter: parameters.append(numbers), base: area)
            add(
                instance, area,
                Batch.Key(program: program, blend: .replace, textures: SIMD4(texture.name, 0, 0, 0)))
        }
        return target
    }
}

extension GaussianAxis {
    /// Writes what a convolution along it looks up: which cells the source has, the first weight's offset, how many there are, and along
    /// which axis; then the weights, four in each.
    fileprivate func write(to numbers: NumberList, x: Range<Int>, y: Range<Int>, isAcross: Bool) {
        numbers.begin()
        numbers.add(SIMD4(Float(x.lowerBound), Float(y.lowerBound), Float(x.upperBound), Float(y.upperBound)))
        numbers.add(SIMD4(Float(first), Float(weights.count), isAcross ? 1 : 0, 0))
        for start in stride(from: 0, to: weights.count, by: 4) {
            var four = SIMD4<Float>.zero
            for lane in 0..<min(4, weights.count - start) { four[lane] = weights[start + lane] }
            numbers.add(four)
        }
    }
}

extension Program {
    /// Parameters of a blurred pass: the cells, their sides, and whether it is the alpha alone.
    static let blurred = Program(
        numbers: 2,
        colors: """
            uniform usampler2D u2;
            vec4 cell(ivec2 at, ivec2 size) {
                if (any(lessThan(at, ivec2(0))) || any(greaterThanEqual(at, size))) return vec4(0.0);
                return vec4(texelFetch(u2, at, 0)) / 65535.0;
            }
            vec4 color() {
                vec4 cells = parameter(0), how = parameter(1);
                vec2 at = (vec2(pixel()) + 0.5) / how.xy - 0.5 - cells.xy;
                vec2 start = floor(at), part = at - start;
                ivec2 i = ivec2(start), size = ivec2(cells.zw);
                vec4 above = mix(cell(i, size), cell(i + ivec2(1, 0), size), part.x);
                vec4 below = mix(cell(i + ivec2(0, 1), size), cell(i + ivec2(1, 1), size), part.x);
                vec4 c = mix(above, below, part.y);
                return how.z > 0.0 ? c.aaaa : c;
            }
            """)

    /// The means of cells. Parameters: the picture's box, and the sides of a cell.
    static let cells = Program(
        numbers: 2,
        main: """
            uniform sampler2D u2;
            out uvec4 result;
            void main() {
                ivec4 box = ivec4(parameter(0));
                ivec2 side = ivec2(parameter(1).xy);
                ivec2 start = pixel() * side;
                ivec2 low = max(start, box.xy), high = min(start + side, box.zw);
                vec4 sum = vec4(0.0);
                for (int y = low.y; y < high.y; y++)
                    for (int x = low.x; x < high.x; x++) sum += texelFetch(u2, ivec2(x, y) - box.xy, 0).bgra;
                result = uvec4(sum / float(side.x * side.y) * 65535.0 + 0.5);
            }
            """)

    /// Cells blurred along one axis.
    static let convolution = Program(
        numbers: 2,
        main: """
            uniform usampler2D u2;
            out uvec4 result;
            vec4 cell(ivec2 at) { return vec4(texelFetch(u2, at, 0)); }
            void main() {
                ivec4 source = ivec4(parameter(0));
                ivec4 how = ivec4(parameter(1));
                bool isAcross = how.z > 0;
                ivec2 at = pixel() - source.xy;
                int from = (isAcross ? at.x : at.y) + how.x, end = isAcross ? source.z - source.x : source.w - source.y;
                vec4 sum = vec4(0.0);
                for (int index = 0; index < how.y; index += 4) {
                    // Four cells at a time; those that are not there weigh nothing.
                    ivec4 along = ivec4(from + index) + ivec4(0, 1, 2, 3);
                    ivec4 there = clamp(along, ivec4(0), ivec4(end - 1));
                    vec4 weights = anyParameter(2 + index / 4) * vec4(equal(along, there));
                    sum += cell(isAcross ? ivec2(there.x, at.y) : ivec2(at.x, there.x)) * weights.x
                        + cell(isAcross ? ivec2(there.y, at.y) : ivec2(at.x, there.y)) * weights.y
                        + cell(isAcross ? ivec2(there.z, at.y) : ivec2(at.x, there.z)) * weights.z
                        + cell(isAcross ? ivec2(there.w, at.y) : ivec2(at.x, there.w)) * weights.w;
                }
                result = uvec4(min(sum, 65535.0) + 0.5);
            }
            """)
}
