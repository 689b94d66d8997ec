import MicaFrame
import MicaPixels
import MicaRaster

/// The sprites of an op, sorted into tiles.
struct PreparedSprites {
    private(set) var textures: [SpriteTexture] = []
    private(set) var isAdditive = false
    private var sprites: [Sprite] = []
    fileprivate var images: [Image] = []
    /// For each sprite the mip level that is drawn.
    private var levels: [UInt8] = []
    private var bounds = DeviceRect.empty
    private var opacity: UInt32 = 255
    /// Where in `places` each tile's sprites begin; one more than there are tiles.
    private var starts: [Int32] = []
    private var places: [Int32] = []

    /// An image, and where the textures of its levels are.
    fileprivate struct Image {
        var draw: SpriteImage
        /// By level; negative for those that no sprite needs.
        var textures: [Int]
        /// Width and height of the part of the image that is drawn, in its pixels.
        var width: Double, height: Double
    }

    /// Lets go of what the frame owned.
    mutating func removeAll() {
        textures.removeAll(keepingCapacity: true)
        images.removeAll(keepingCapacity: true)
        sprites = []
        levels.removeAll(keepingCapacity: true)
        starts.removeAll(keepingCapacity: true)
        places.removeAll(keepingCapacity: true)
    }

    /// Takes the images of an op and its sprites, which `sort` and `takeTextures` then make ready.
    mutating func prepare(_ draw: SpriteDraw, bounds: DeviceRect, opacity: Double, _ mipmaps: MipmapCache) {
        (self.bounds, isAdditive, sprites) = (bounds, draw.isAdditive, draw.sprites)
        self.opacity = UInt32((opacity * 255).rounded())
        for image in draw.images {
            let last = MipmapCache.levelCount(width: image.image.width, height: image.image.height) - 1
            images.append(
                Image(
                    draw: image, textures: Array(repeating: -1, count: last + 1), width: image.source.width,
                    height: image.source.height))
        }
    }

    /// How many sprites there are.
    var count: Int { sprites.count }

    /// Which tiles a sprite is in, from 0: the first column and row, and the last ones; none where the last is before.
    typealias Cells = SIMD4<Int32>

    /// Finds each sprite's level, notes which textures are needed, and sorts the sprites into tiles, in order.
    ///
    /// - Parameter cells: memory.
    mutating func sort(into tiles: borrowing TileGrid, _ cells: inout [Cells]) {
        starts.append(contentsOf: repeatElement(0, count: tiles.count + 1))
        cells.removeAll(keepingCapacity: true)
        for sprite in sprites {
            let image = Int(sprite.image)
            guard images.indices.contains(image),
                let places = tiles.places(of: sprite.bounds.intersection(bounds))
            else {
                levels.append(0)
                cells.append(Cells(0, 0, -1, -1))
                continue
            }
            let level = images[image].level(of: sprite)
            levels.append(UInt8(truncatingIfNeeded: level))
            if images[image].textures[level] == -1 { images[image].textures[level] = Self.wanted }
            let (columns, rows) = (places.columns, places.rows)
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
        places.append(contentsOf: repeatElement(0, count: Int(total)))
        for index in cells.indices.reversed() {
            let place = cells[index]
            if place.w < place.y { continue }
            for row in Int(place.y)...Int(place.w) {
                for column in Int(place.x)...Int(place.z) {
                    let tile = tiles.index(column: column, row: row)
                    starts[tile] -= 1
                    places[Int(starts[tile])] = Int32(index)
                }
            }
        }
    }

    /// Takes the textures that `sort` has found to be needed.
    mutating func takeTextures(_ mipmaps: MipmapCache, _ cache: SpriteTextureCache) {
        for index in images.indices {
            for level in images[index].textures.indices where images[index].textures[level] == Self.wanted {
                images[index].textures[level] = textures.count
                textures.append(cache.texture(of: images[index].draw, level: level, mipmaps))
            }
        }
    }

    /// Stands for a texture that is needed.
    private static let wanted = -2

    /// The sprites of a tile, back to front.
    func members(of tile: Int) -> ArraySlice<Int32> {
        guard tile + 1 < starts.count else { return [] }
        return places[Int(starts[tile])..<Int(starts[tile + 1])]
    }

    /// How one of a tile's sprites is drawn; nil when nothing of it is in some pixels.
    @inline(__always)  // What it makes is large, and would be copied.
    func geometry(of place: Int32, within area: DeviceRect) -> SpriteGeometry? {
        let sprite = sprites.span[Int(place)]
        let color = opacity == 255 ? sprite.color : PixelArithmetic.multiply(sprite.color, opacity)
        let (bounds, level) = (sprite.bounds, Int(levels[Int(place)]))
        guard color != 0, bounds.minY < area.maxY, bounds.maxY > area.minY, bounds.minX < area.maxX,
            bounds.maxX > area.minX
        else { return nil }
        let images = images.span
        let texture = images[Int(sprite.image)].textures[level]
        guard texture >= 0 else { return nil }
        return SpriteGeometry(
            sprite, texture: texture, color: color, source: images[Int(sprite.image)].draw.source(inLevel: level),
            image: images[Int(sprite.image)].draw)
    }
}

extension PreparedSprites.Image {
    /// The mip level whose texels are between one and two pixels apart, or the image itself.
    func level(of sprite: Sprite) -> Int {
        let (rx, ry, dx, dy) = (
            Double(sprite.rightX), Double(sprite.rightY), Double(sprite.downX), Double(sprite.downY)
        )
        let (acrossSquared, downSquared) = ((rx * rx + ry * ry) * 4, (dx * dx + dy * dy) * 4)
        // Most are drawn larger than they are, which needs no roots.
        if draw.isNearestSmall || acrossSquared >= width * width && downSquared >= height * height { return 0 }
        let across = acrossSquared.squareRoot(), down = downSquared.squareRoot()
        // Of the two axes the one that is drawn smaller decides.
        let ratio = max(across > 0 ? width / across : 0, down > 0 ? height / down : 0)
        if !(ratio > 1) { return 0 }
        return max(0, min(textures.count - 1, Int(ratio.exponent) + draw.bias))
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

/// Where one sprite's pixels are, and in which texture.
struct SpriteGeometry {
    /// The texture's place in `PreparedSprites.textures`.
    let texture: Int
    /// Where its pixels are, and where those are in its texture.
    let shape: SpriteShape

    /// Makes a sprite's geometry; nil when it has no area, or is so thin that there is nothing to see.
    ///
    /// - Parameter source: the part of the image that is drawn, in texels of the texture's level.
    @inline(__always)  // The same.
    init?(_ sprite: Sprite, texture: Int, color: UInt32, source: LocalRect, image: SpriteImage) {
        let (rx, ry) = (Double(sprite.rightX), Double(sprite.rightY))
        let (dx, dy) = (Double(sprite.downX), Double(sprite.downY))
        let determinant = rx * dy - ry * dx
        guard abs(determinant) > 1e-6 else { return nil }
        self.texture = texture
        // Half the extent of the source in texels of the level: a step from the centre to an edge.
        let halfU = source.width / 2, halfV = source.height / 2
        let perX = (u: dy / determinant * halfU, v: -ry / determinant * halfV)
        let perY = (u: -dx / determinant * halfU, v: rx / determinant * halfV)
        let stepsU = (perX.u * perX.u + perY.u * perY.u).squareRoot()
        let stepsV = (perX.v * perX.v + perY.v * perY.v).squareRoot()
        guard stepsU < 4_096, stepsV < 4_096, stepsU > 1e-4, stepsV > 1e-4 else { return nil }
        let one = Double(1 << SpriteRow.fraction)
        // To the nearest, halves away from 0, without a call into the C library.
        func fixed(_ v: Double) -> Int { Int(v * one + (v < 0 ? -0.5 : 0.5)) }
        let (originX, originY) = (Int(sprite.x >> 8), Int(sprite.y >> 8))
        let offX = Double(originX) + 0.5 - Double(sprite.x) / 256, offY = Double(originY) + 0.5 - Double(sprite.y) / 256
        // The source in the texture: cut to whole texels, one more before it, half a texel back.
        let left = source.minX.rounded(.down) - 0.5, top = source.minY.rounded(.down) - 0.5
        let minU = source.minX - left, minV = source.minY - top
        func most(_ extent: Double) -> Int { Int(min(256, (extent * 256).rounded())) }
        let bounds = sprite.bounds
        shape = SpriteShape(
            u: SpriteAxis(
                place: fixed(minU + halfU + offX * perX.u + offY * perY.u), step: fixed(perX.u), down: fixed(perY.u),
                reach: fixed(stepsU / 2)),
            v: SpriteAxis(
                place: fixed(minV + halfV + offX * perX.v + offY * perY.v), step: fixed(perX.v), down: fixed(perY.v),
                reach: fixed(stepsV / 2)),
            edges: SpriteEdges(
                minU: fixed(minU), minV: fixed(minV), maxU: fixed(minU + halfU * 2), maxV: fixed(minV + halfV * 2),
                scaleU: Int((256 / stepsU).rounded()), scaleV: Int((256 / stepsV).rounded()),
                mostU: most(halfU * 2 / stepsU), mostV: most(halfV * 2 / stepsV)),
            originX: originX, originY: originY, minX: bounds.minX, minY: bounds.minY, maxX: bounds.maxX,
            maxY: bounds.maxY, tint: SpriteArithmetic.spread(color),
            isNearest: (stepsU > 1 || stepsV > 1) ? image.isNearestSmall : image.isNearestLarge)
    }
}

/// The textures of sprites, kept while they fit into a budget; those used longest ago go first.
final class SpriteTextureCache {
    private struct Key: Hashable {
        var image: UInt64
        var level: Int
        var source: SIMD4<Double>
    }
    private var textures: BudgetedCache<Key, SpriteTexture>

    /// Makes an empty cache.
    init(budget: Int) { textures = BudgetedCache(budget: budget) }

    /// The most bytes that are kept.
    var budget: Int { textures.budget }

    /// The bytes that are kept now.
    var bytes: Int { textures.bytes }

    /// How many textures there are.
    var count: Int { textures.count }

    /// The texture of a part of an image, in one of its mip levels.
    func texture(of image: SpriteImage, level: Int, _ mipmaps: MipmapCache) -> SpriteTexture {
        let s = image.source
        let key = Key(image: image.image.id, level: level, source: SIMD4(s.minX, s.minY, s.maxX, s.maxY))
        if let texture = textures.value(key) { return texture }
        let bitmap = level == 0 ? image.image.bitmap() : mipmaps.levels(of: image.image, from: level)[0]
        let part = image.source(inLevel: level)
        // As the geometry counts them: from the whole texel at or before the source's edge.
        func cut(_ v: Double, _ size: Int) -> Double { max(0, min(Double(size - 1), v)) }
        let (left, top) = (cut(part.minX.rounded(.down), bitmap.width), cut(part.minY.rounded(.down), bitmap.height))
        let texture = SpriteTexture(
            bitmap,
            TexelRange(
                minX: left, minY: top, maxX: max(left, cut(part.maxX.rounded(.up) - 1, bitmap.width)) + 1,
                maxY: max(top, cut(part.maxY.rounded(.up) - 1, bitmap.height)) + 1, width: bitmap.width,
                height: bitmap.height))
        textures.insert(texture, for: key, bytes: texture.texels.count * 8)
        return texture
    }
}
