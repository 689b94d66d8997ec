import MicaFrame
import MicaPixels
import MicaRaster
import MicaWorkers

/// What ops of a plan need besides their shape, a list for each kind: an op has a place in its kind's.
struct OpStore {
    var images: [PreparedImage] = []
    var gradients: [PreparedGradient] = []
    var shadows: [PreparedShadow] = []
    var cornerShadows: [CornerShadow] = []
    /// What corner shadows look up.
    var strips = ShadowStrips()
    var masks: [BlurredMask] = []
    var cells: [MovedCells] = []
    var filters: [PixelFilter] = []
    var pictures: [BlurredPicture] = []
    var warps: [PreparedWarp] = []

    /// Lets go of everything but the strips.
    mutating func removeAll() {
        images.removeAll(keepingCapacity: true)
        gradients.removeAll(keepingCapacity: true)
        shadows.removeAll(keepingCapacity: true)
        cornerShadows.removeAll(keepingCapacity: true)
        masks.removeAll(keepingCapacity: true)
        cells.removeAll(keepingCapacity: true)
        filters.removeAll(keepingCapacity: true)
        pictures.removeAll(keepingCapacity: true)
        warps.removeAll(keepingCapacity: true)
    }
}

/// The sprites of a plan's ops, and the memory that sorting them needs.
struct SpriteStore {
    /// The sprites of ops; the last ones may be left over from frames before, for their memory.
    private var list: [PreparedSprites] = []
    private var count = 0
    /// For each worker the memory that sorting needs.
    private var cells: [[PreparedSprites.Cells]] = []

    /// Sprites of fewer are sorted in less time than it takes to wake a thread.
    private static let few = 500

    /// The sprites of an op.
    subscript(index: Int) -> PreparedSprites { list[index] }

    /// Adds the sprites of an op.
    ///
    /// - Returns: their place.
    mutating func add(_ draw: SpriteDraw, bounds: DeviceRect, opacity: Double, _ mipmaps: MipmapCache) -> Int {
        if count == list.count { list.append(PreparedSprites()) }
        list[count].prepare(draw, bounds: bounds, opacity: opacity, mipmaps)
        count += 1
        return count - 1
    }

    /// Sorts the sprites of all ops into the tiles, each op's on one thread, and takes their textures.
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

    /// Lets go of all sprites.
    mutating func removeAll() {
        for index in 0..<count { list[index].removeAll() }
        count = 0
    }
}
