import MicaBase
import MicaFrame

/// Sprites whose corners, coverage and map to texels the vertex shader computes: ten thousand cost the CPU two
/// milliseconds.
///
/// The pictures are those of the plain way, computed in single precision. It accepts sprites that are sampled linearly,
/// that no clip cuts, and whose sides are not too slanted: around a slanted one the drawn parallelogram would reach far
/// beyond the pixels.
struct QuickSprites {
    private let state: DrawingState
    private let draw: SpriteDraw
    private let area: DeviceRect
    private let isClipped: Bool
    private let key: Batch.Key
    private let order: DrawingOrder

    /// The least sine of the angle between the sides of an accepted sprite.
    private static let leastSine: Float = 0.25
    /// A quarter of the least visible area: a smaller sprite changes no pixel by a step of 255. *Units*: square pixels.
    private static let leastArea: Float = 1e-6
    /// The largest width and height: beyond it single precision is not exact. *Units*: pixels.
    private static let mostPixels = 4096

    init(
        _ painter: PassPainter, _ draw: SpriteDraw, _ part: PassPainter.Part, _ blend: GLContext.Blend,
        _ order: DrawingOrder
    ) {
        (state, self.draw, area, self.order) = (painter.state, draw, part.area, order)
        isClipped = part.clip.map { !$0.bytes.isEmpty || !$0.quadrilaterals.isEmpty } ?? false
        key = Batch.Key(program: .quickSprites, blend: blend)
        state.spriteTexels.begin()
        state.beginShape()
    }

    /// Adds a sprite; false if the plain way has to draw it.
    ///
    /// - Precondition: the sprite has an image, with pixels.
    func add(_ sprite: Sprite, _ sampling: SpriteSampling, color: SIMD4<Float>) throws(GLRefusal) -> Bool {
        if isClipped || sampling.isNearest { return false }
        let bounds = sprite.bounds
        let right = SIMD2(sprite.rightX, sprite.rightY), down = SIMD2(sprite.downX, sprite.downY)
        let cross = right.x * down.y - right.y * down.x
        let product = (right * right).sum() * (down * down).sum()
        if abs(cross) <= Self.leastArea { return true }
        guard cross * cross >= Self.leastSine * Self.leastSine * product,
            bounds.width <= Self.mostPixels, bounds.height <= Self.mostPixels
        else { return false }
        if state.isFull { try state.flush() }
        let texels = try texels(of: sprite, level: sampling.level)
        let centre = SIMD2(sprite.x - Float(bounds.minX), sprite.y - Float(bounds.minY))
        var key = key
        key.textures.x = texels.texture
        state.add(
            Instance(
                centre: centre, right: right, down: down, color: color, parameter: texels.parameter, base: bounds,
                area: area), bounds.intersection(area), key, texels.features, order: order)
        return true
    }

    /// The location of a sprite's image, written into the table of parameters once for all of its sprites.
    private func texels(of sprite: Sprite, level: Int) throws(GLRefusal) -> SpriteTexels {
        let memory = state.spriteTexels
        let number = Int(sprite.image) * SpriteTexels.mostLevels + level
        if let known = memory.texels(number, epoch: state.epoch) { return known }
        let image = draw.images[Int(sprite.image)]
        let texels = TexelLevel(image.image, image.source, level)
        let location = try state.images.location(of: image.image, level: level, last: level)
        let half = Point(image.source.width, image.source.height) / 2
        let centre = (Point(image.source.minX, image.source.minY) + half) * texels.scale, reach = half * texels.scale
        let numbers = state.numbers
        numbers.begin()
        numbers.add(SIMD4(Float(centre.x), Float(centre.y), Float(reach.x), Float(reach.y)))
        numbers.add(texels.range)
        numbers.add(SIMD4(location.level, 0, location.x, location.y))
        if numbers.values.count > state.parameters.room { try state.flush() }
        let found = SpriteTexels(
            parameter: state.parameters.append(numbers), texture: location.texture,
            features: location.level > 0 ? [.quadrilateral, .linear, .levels] : [.quadrilateral, .linear])
        memory.add(found, number, epoch: state.epoch)
        return found
    }
}

/// The location of a mipmap level of a sprite's image.
struct SpriteTexels {
    /// The index of the first of its three parameters.
    var parameter: Int
    var texture: UInt32
    /// The features that it needs of the program.
    var features: Features

    /// More levels than an image can have.
    static let mostLevels = 32
}

/// The texels of the images of the op that is drawn. The memory is used again.
final class SpriteTexelMemory {
    private var known: [SpriteTexels?] = []
    private var epoch = -1

    /// Begins an op: nothing is known.
    func begin() { epoch = -1 }

    /// The texels of a level of an image, if they were added in this epoch of the state.
    func texels(_ number: Int, epoch: Int) -> SpriteTexels? {
        epoch == self.epoch && number < known.count ? known[number] : nil
    }

    func add(_ texels: SpriteTexels, _ number: Int, epoch: Int) {
        if epoch != self.epoch {
            known.removeAll(keepingCapacity: true)
            self.epoch = epoch
        }
        if number >= known.count { known.append(contentsOf: repeatElement(nil, count: number + 1 - known.count)) }
        known[number] = texels
    }
}

extension Program {
    /// The vertex shader's parameters, for an image: its centre and the distances of its edges from there, in texels;
    /// the range of its texels; its level and its position. The fragment shader gets those of the plain way, then the
    /// centre and the distances up to which pixels are covered wholly.
    static let quickSprites = Program(
        numbers: 6,
        vertex: """
            // The pixels that may be drawn: others may belong to another picture.
            flat out vec4 vArea;
            void main() {
                vArea = i2;
                vec2 centre = i0.xy, right = i0.zw, down = i1.xy;
                // Maps pixels, counted from the centre, to the square whose sides are 2 long.
                float area = right.x * down.y - right.y * down.x;
                vec2 along = vec2(down.y, -down.x) / area, below = vec2(-right.y, right.x) / area;
                // Half a pixel farther out, so that all touched pixels are inside, and an eighth of a pixel by which
                // drivers may move corners.
                vec2 reach = 0.5 * vec2(abs(along.x) + abs(along.y), abs(below.x) + abs(below.y));
                vec2 far = 1.0 + reach + 0.125 * vec2(length(along), length(below));
                vec2 corner = centre + ((gl_VertexID & 1) == 0 ? -far.x : far.x) * right
                    + (gl_VertexID < 2 ? -far.y : far.y) * down;
                gl_Position = vec4((i4.yz + corner) / vec2(uTarget) * 2.0 - 1.0, i4.w * 2.0 - 1.0, 1.0);
                vColor = i3;
                vData = i4;
                vFirst = vec4(centre - right - down, centre + right - down);
                vSecond = vec4(centre + right + down, centre - right + down);
                vSlopes = vec4(
                    slope(vFirst.xy, vFirst.zw), slope(vFirst.zw, vSecond.xy), slope(vSecond.xy, vSecond.zw),
                    slope(vSecond.zw, vFirst.xy));
                vec4 image = number(int(i4.x));
                along *= image.z;
                below *= image.w;
                vNumbers[0] = vec4(along.x, below.x, 0.0, 0.0);
                vNumbers[1] = vec4(along.y, below.y, 0.0, 0.0);
                vNumbers[2] = vec4(image.xy - vec2(dot(along, centre), dot(below, centre)), 1.0, 0.0);
                vNumbers[3] = number(int(i4.x) + 1);
                vNumbers[4] = number(int(i4.x) + 2);
                vNumbers[5] = vec4(image.xy, image.zw * (1.0 - reach));
            }
            """,
        main: ShaderParts.plane, ShaderParts.texels, spriteColor,
        """
        flat in vec4 vArea;
        out vec4 result;
        void main() {
            vec4 inside = parameter(5);
            vec2 at = gl_FragCoord.xy;
            float isIn = any(lessThan(at, vArea.xy)) || any(greaterThan(at, vArea.zw)) ? 0.0 : 1.0;
            // Most pixels of large sprites are covered wholly, and need no edges.
            bool isWhole = all(lessThanEqual(abs(local(0).xy - inside.xy), inside.zw));
            result = (color() * vColor * (isWhole ? 1.0 : cover()) * isIn).bgra;
        }
        """)
}
