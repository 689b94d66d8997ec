import MicaBase
import MicaFrame
import MicaRaster
import MicaWorkers

/// The sprites of an op, sorted into tiles.
struct PreparedSprites {
    private(set) var textures: [SpriteTexture] = []
    private(set) var isAdditive = false
    private var sprites: [Sprite] = []
    private var draws: [SpriteImage] = []
    private var images: [Image] = []
    /// The mip levels of all images, one image after the other.
    private var levels: [Level] = []
    /// For each sprite the index of the level that it is drawn from.
    private var levelIndices: [Int32] = []
    private var bounds = DeviceRect.empty
    private var opacity: UInt32 = 255
    /// The index in `indices` of each tile's first sprite, and the end of the last tile's.
    private var starts: [Int32] = []
    private var indices: [Int32] = []

    /// A mip level of an image. It has no references, so that reading it counts none.
    private struct Level {
        /// The index of the texture; negative while no sprite needs the level.
        var texture: Int
        var source: SpriteSource
        /// Whether the nearest texel is taken where the level is drawn smaller, and where it is drawn larger.
        var isNearestSmall: Bool, isNearestLarge: Bool
    }

    /// Releases everything that the frame owned.
    mutating func removeAll() {
        textures.removeAll(keepingCapacity: true)
        draws = []
        images.removeAll(keepingCapacity: true)
        sprites = []
        levels.removeAll(keepingCapacity: true)
        levelIndices.removeAll(keepingCapacity: true)
        starts.removeAll(keepingCapacity: true)
        indices.removeAll(keepingCapacity: true)
    }

    /// Takes the images and the sprites of an op; `sort` and `takeTextures` prepare them.
    mutating func prepare(_ draw: SpriteDraw, bounds: DeviceRect, opacity: Double, _ mipmaps: MipmapCache) {
        (self.bounds, isAdditive, sprites) = (bounds, draw.isAdditive, draw.sprites)
        self.opacity = UInt32((opacity * 255).rounded())
        draws = draw.images
        for image in draws {
            let count = MipmapCache.levelCount(width: image.image.width, height: image.image.height)
            images.append(Image(image, levels: levels.count..<levels.count + count))
            for level in 0..<count {
                levels.append(
                    Level(
                        texture: -1, source: SpriteSource(image.source(inLevel: level)),
                        isNearestSmall: image.isNearestSmall, isNearestLarge: image.isNearestLarge))
            }
        }
    }

    /// The number of sprites.
    var count: Int { sprites.count }

    /// The tiles that a sprite is in, counted from 0: first column, first row, last column, last row. No tile where the
    /// last is before the first.
    typealias Cells = SIMD4<Int32>

    /// Finds each sprite's level, notes the textures that are needed, and sorts the sprites into tiles, in order.
    ///
    /// - Parameter cells: memory that is used again.
    mutating func sort(into tiles: borrowing TileGrid, _ cells: inout [Cells]) {
        starts.append(contentsOf: repeatElement(0, count: tiles.count + 1))
        cells.removeAll(keepingCapacity: true)
        for sprite in sprites {
            let image = Int(sprite.image)
            guard images.indices.contains(image),
                let touched = tiles.tileRange(of: sprite.bounds.intersection(bounds))
            else {
                levelIndices.append(0)
                cells.append(Cells(0, 0, -1, -1))
                continue
            }
            let level = images[image].level(of: sprite)
            levelIndices.append(Int32(truncatingIfNeeded: level))
            if levels[level].texture == -1 { levels[level].texture = Self.wanted }
            let (columns, rows) = (touched.columns, touched.rows)
            cells.append(
                Cells(
                    Int32(truncatingIfNeeded: columns.lowerBound), Int32(truncatingIfNeeded: rows.lowerBound),
                    Int32(truncatingIfNeeded: columns.upperBound), Int32(truncatingIfNeeded: rows.upperBound)))
            for row in rows { for column in columns { starts[tiles.index(column: column, row: row)] += 1 } }
        }
        var total: Int32 = 0
        for tile in 0..<tiles.count {
            total += starts[tile]
            starts[tile] = total
        }
        starts[tiles.count] = total
        indices.append(contentsOf: repeatElement(0, count: Int(total)))
        for index in cells.indices.reversed() {
            let position = cells[index]
            if position.w < position.y { continue }
            for row in Int(position.y)...Int(position.w) {
                for column in Int(position.x)...Int(position.z) {
                    let tile = tiles.index(column: column, row: row)
                    starts[tile] -= 1
                    indices[Int(starts[tile])] = Int32(index)
                }
            }
        }
    }

    /// Makes or finds the textures that `sort` noted.
    mutating func takeTextures(_ mipmaps: MipmapCache, _ cache: SpriteTextureCache) {
        for (image, draw) in zip(images, draws) {
            for level in image.levels where levels[level].texture == Self.wanted {
                levels[level].texture = textures.count
                textures.append(cache.texture(of: draw, level: level - image.levels.lowerBound, mipmaps))
            }
        }
    }

    /// The index of a texture that is needed.
    private static let wanted = -2

    /// The indices of a tile's sprites, back to front.
    func members(of tile: Int) -> ArraySlice<Int32> {
        guard tile + 1 < starts.count else { return [] }
        return indices[Int(starts[tile])..<Int(starts[tile + 1])]
    }

    /// A sprite by its index.
    @inline(__always)  // Once a sprite and tile.
    func sprite(at index: Int32) -> Sprite { sprites.span[Int(index)] }

    /// The geometry of a sprite; nil if the sprite does not meet `area`.
    @inline(__always)  // Its result is large, and would be copied.
    func geometry(of sprite: Sprite, at index: Int32, within area: DeviceRect) -> SpriteGeometry? {
        let pixel = sprite.pixel
        let color = opacity == 255 ? pixel : PixelArithmetic.multiply(pixel, opacity)
        let bounds = sprite.bounds
        guard color != 0, bounds.minY < area.maxY, bounds.maxY > area.minY, bounds.minX < area.maxX,
            bounds.maxX > area.minX
        else { return nil }
        let level = levels.span[Int(levelIndices.span[Int(index)])]
        guard level.texture >= 0 else { return nil }
        return SpriteGeometry(
            sprite, bounds: bounds, texture: level.texture, color: color, source: level.source,
            isNearestSmall: level.isNearestSmall, isNearestLarge: level.isNearestLarge)
    }
}

extension PreparedSprites {
    /// The values of an image that choose a sprite's level.
    private struct Image {
        /// The indices of its levels.
        let levels: Range<Int>
        /// The size of the part of the image that is drawn, in pixels of the image.
        let width: Double, height: Double
        let isNearestSmall: Bool
        let bias: Int

        init(_ image: SpriteImage, levels: Range<Int>) {
            self.levels = levels
            (width, height) = (image.source.width, image.source.height)
            (isNearestSmall, bias) = (image.isNearestSmall, image.bias)
        }

        /// The index of the mip level that is drawn at between half and all of its size, plus the bias; level 0 for a
        /// sprite that is not drawn smaller.
        func level(of sprite: Sprite) -> Int {
            let (rx, ry, dx, dy) = (
                Double(sprite.rightX), Double(sprite.rightY), Double(sprite.downX), Double(sprite.downY)
            )
            let (acrossSquared, downSquared) = ((rx * rx + ry * ry) * 4, (dx * dx + dy * dy) * 4)
            // Most sprites are drawn enlarged, which needs no square roots.
            let isLarge = acrossSquared >= width * width && downSquared >= height * height
            if isNearestSmall || isLarge { return levels.lowerBound }
            let across = acrossSquared.squareRoot(), down = downSquared.squareRoot()
            // The axis with the stronger reduction decides.
            let ratio = max(across > 0 ? width / across : 0, down > 0 ? height / down : 0)
            if !(ratio > 1) { return levels.lowerBound }
            return levels.lowerBound + max(0, min(levels.count - 1, Int(ratio.exponent) + bias))
        }
    }
}

extension SpriteImage {
    /// The part of the image that is drawn, in texels of one of its mip levels.
    fileprivate func source(inLevel level: Int) -> LocalRect {
        if level == 0 { return source }
        let x = Double(max(1, image.width >> level)) / Double(image.width)
        let y = Double(max(1, image.height >> level)) / Double(image.height)
        return LocalRect(minX: source.minX * x, minY: source.minY * y, maxX: source.maxX * x, maxY: source.maxY * y)
    }
}

/// The part of an image that sprites show, in its texture. The texture is cut to whole texels, with one more texel
/// before them.
struct SpriteSource {
    /// The minimum, minus half a texel, and half the extent. *Units*: texels.
    let minU: Double, minV: Double, halfU: Double, halfV: Double

    /// `part` is in texels of the texture's level.
    init(_ part: LocalRect) {
        let left = part.minX.rounded(.down) - 0.5, top = part.minY.rounded(.down) - 0.5
        (minU, minV) = (part.minX - left, part.minY - top)
        (halfU, halfV) = (part.width / 2, part.height / 2)
    }
}

extension Sprite {
    /// The premultiplied pixel that multiplies the image; channels are rounded to the nearest.
    @inline(__always)  // Once a sprite and tile.
    fileprivate var pixel: UInt32 {
        let channels = VectorBits.pattern(color * 255 + VectorBits.wholeNumbers) & 255
        return channels.w << 24 | channels.x << 16 | channels.y << 8 | channels.z
    }

    /// A coordinate of the centre in 256ths of a pixel, rounded to the nearest.
    @inline(__always)  // Three instructions.
    fileprivate static func fixed(_ v: Float) -> Int {
        Int(truncatingIfNeeded: Int32(truncatingIfNeeded: (Double(v) * 256 + 0x1.8p52).bitPattern))
    }
}

/// The pixels of one sprite, and its texture.
struct SpriteGeometry {
    /// The texture's index in `PreparedSprites.textures`.
    let texture: Int
    /// Its pixels on the surface, and their texels.
    let shape: SpriteShape

    /// nil when the sprite has no area, or is too thin to be seen.
    @inline(__always)  // Its result is large, and would be copied.
    init?(
        _ sprite: Sprite, bounds: DeviceRect, texture: Int, color: UInt32, source: SpriteSource, isNearestSmall: Bool,
        isNearestLarge: Bool
    ) {
        let (rx, ry) = (Double(sprite.rightX), Double(sprite.rightY))
        let (dx, dy) = (Double(sprite.downX), Double(sprite.downY))
        let determinant = rx * dy - ry * dx
        guard abs(determinant) > 1e-6 else { return nil }
        self.texture = texture
        // A step from the centre to an edge, in texels of the level.
        let (halfU, halfV) = (source.halfU, source.halfV)
        let perX = (u: dy / determinant * halfU, v: -ry / determinant * halfV)
        let perY = (u: -dx / determinant * halfU, v: rx / determinant * halfV)
        let stepsU = (perX.u * perX.u + perY.u * perY.u).squareRoot()
        let stepsV = (perX.v * perX.v + perY.v * perY.v).squareRoot()
        guard stepsU < 4_096, stepsV < 4_096, stepsU > 1e-4, stepsV > 1e-4 else { return nil }
        let one = Double(1 << SpriteRow.fraction)
        // Rounded to the nearest, halves away from 0, without a call into the C library.
        func fixed(_ v: Double) -> Int { Int(v * one + (v < 0 ? -0.5 : 0.5)) }
        let (x, y) = (Sprite.fixed(sprite.x), Sprite.fixed(sprite.y))
        let (originX, originY) = (x >> 8, y >> 8)
        let offX = Double(originX) + 0.5 - Double(x) / 256, offY = Double(originY) + 0.5 - Double(y) / 256
        let (minU, minV) = (source.minU, source.minV)
        func scale(_ steps: Double) -> Int { Int(256 / steps + 0.5) }
        func most(_ extent: Double) -> Int { Int(min(256, extent * 256 + 0.5)) }
        shape = SpriteShape(
            u: SpriteAxis(
                start: fixed(minU + halfU + offX * perX.u + offY * perY.u), step: fixed(perX.u), down: fixed(perY.u),
                reach: fixed(stepsU / 2)),
            v: SpriteAxis(
                start: fixed(minV + halfV + offX * perX.v + offY * perY.v), step: fixed(perX.v), down: fixed(perY.v),
                reach: fixed(stepsV / 2)),
            edges: SpriteEdges(
                minU: fixed(minU), minV: fixed(minV), maxU: fixed(minU + halfU * 2), maxV: fixed(minV + halfV * 2),
                scaleU: scale(stepsU), scaleV: scale(stepsV),
                mostU: most(halfU * 2 / stepsU), mostV: most(halfV * 2 / stepsV)),
            originX: originX, originY: originY, minX: bounds.minX, minY: bounds.minY, maxX: bounds.maxX,
            maxY: bounds.maxY, tint: SpriteArithmetic.spread(color),
            isNearest: (stepsU > 1 || stepsV > 1) ? isNearestSmall : isNearestLarge)
    }
}

/// The textures of sprites, cached within a budget; the longest unused go first.
final class SpriteTextureCache {
    private struct Key: Hashable {
        var image: UInt64
        var level: Int
        var source: SIMD4<Double>
    }
    private var textures: BudgetedCache<Key, SpriteTexture>

    init(budget: Int) { textures = BudgetedCache(budget: budget) }

    /// The most bytes of textures.
    var budget: Int { textures.budget }

    /// The bytes of all textures.
    var bytes: Int { textures.bytes }

    /// The number of textures.
    var count: Int { textures.count }

    /// The texture of a part of an image, in one of its mip levels.
    func texture(of image: SpriteImage, level: Int, _ mipmaps: MipmapCache) -> SpriteTexture {
        let s = image.source
        let key = Key(image: image.image.id, level: level, source: SIMD4(s.minX, s.minY, s.maxX, s.maxY))
        if let texture = textures.value(key) { return texture }
        let bitmap = level == 0 ? image.image.bitmap() : mipmaps.levels(of: image.image, from: level)[0]
        let part = image.source(inLevel: level)
        // As `SpriteSource` counts: from the whole texel at or before the source's edge.
        func cut(_ v: Double, _ size: Int) -> Double { max(0, min(Double(size - 1), v)) }
        let (left, top) = (cut(part.minX.rounded(.down), bitmap.width), cut(part.minY.rounded(.down), bitmap.height))
        let texture = SpriteTexture(
            bitmap,
            TexelRange(
                minX: left, minY: top, maxX: max(left, cut(part.maxX.rounded(.up) - 1, bitmap.width)) + 1,
                maxY: max(top, cut(part.maxY.rounded(.up) - 1, bitmap.height)) + 1, width: bitmap.width,
                height: bitmap.height))
        textures.insert(texture, for: key, bytes: texture.bytes)
        return texture
    }
}

extension TileRenderer {
    /// Draws a tile's sprites, back to front.
    mutating func drawSprites(
        _ sprites: borrowing PreparedSprites, _ mask: ClipMasks.Cover, _ area: DeviceRect
    ) {
        var bytes: [UInt8]?
        var (start, stride) = (0, 0)
        if case .mask(let position) = mask {
            bytes = clipMasks.bytes(position)
            (start, stride) = (clipMasks.offset(position, x: 0, y: 0), clipMasks.stride(position))
        }
        let members = sprites.members(of: tileIndex)
        guard let first = members.first, var texture = sprites.textures.first else { return }
        // Most sprites of a tile share a texture, whose reference is counted once. The next sprite is read while one is
        // drawn.
        var (textureIndex, next) = (0, sprites.sprite(at: first))
        for index in members.indices {
            let (position, sprite) = (members[index], next)
            if index + 1 < members.endIndex { next = sprites.sprite(at: members[index + 1]) }
            guard let geometry = sprites.geometry(of: sprite, at: position, within: area) else { continue }
            if geometry.texture != textureIndex {
                (texture, textureIndex) = (sprites.textures[geometry.texture], geometry.texture)
            }
            target.draw(
                geometry.shape, texture, columns: area.minX..<area.maxX, rows: area.minY..<area.maxY,
                isAdditive: sprites.isAdditive, mask: bytes, maskStart: start, maskStride: stride)
        }
    }
}

/// The sprites of a plan's ops, and the memory for sorting them.
struct SpriteStore {
    /// The sprites of ops. The first `count` are in use; the rest only hold memory.
    private var list: [PreparedSprites] = []
    private var count = 0
    /// The memory for sorting, for each worker.
    private var cells: [[PreparedSprites.Cells]] = []

    /// Fewer sprites than these are sorted on the calling thread, in less time than waking another takes.
    private static let few = 500

    /// The sprites of an op.
    subscript(index: Int) -> PreparedSprites { list[index] }

    /// Adds the sprites of an op.
    ///
    /// - Returns: their index.
    mutating func add(_ draw: SpriteDraw, bounds: DeviceRect, opacity: Double, _ mipmaps: MipmapCache) -> Int {
        if count == list.count { list.append(PreparedSprites()) }
        list[count].prepare(draw, bounds: bounds, opacity: opacity, mipmaps)
        count += 1
        return count - 1
    }

    /// Sorts the sprites of all ops into the tiles, each op on one thread, then takes their textures.
    mutating func sort(
        into tiles: TileGrid, _ mipmaps: MipmapCache, _ textures: SpriteTextureCache, on pool: WorkerPool
    ) {
        if count == 0 { return }
        while cells.count < pool.workers { cells.append([]) }
        var sum = 0
        for index in 0..<count { sum += list[index].count }
        pool.forEach(in: &list, first: count, isSmall: sum < Self.few, with: &cells) { _, sprites, cells in
            sprites.sort(into: tiles, &cells)
        }
        for index in 0..<count { list[index].takeTextures(mipmaps, textures) }
    }

    /// Removes all sprites.
    mutating func removeAll() {
        for index in 0..<count { list[index].removeAll() }
        count = 0
    }
}
