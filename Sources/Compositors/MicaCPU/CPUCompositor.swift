import MicaCompositor
import MicaFrame
import MicaGeometry
import MicaPixels
import MicaResources
import MicaTrace
import MicaWorkers
import Synchronization

/// The CPU compositor: draws frames into bitmaps, and with scalar kernels decides which bytes are right.
///
/// Its bytes depend on the frame alone: neither the number of threads, nor the size or order of tiles, nor what was drawn
/// before, nor the kernels change them. Every coordinate is worked out from a pixel's own place, and coverage comes from whole numbers.
/// It is for one thread at a time.
package final class CPUCompositor: Compositor {
    /// The size of tiles, in pixels.
    ///
    /// Tuned with the scenes of `mica bench` at 1080p on one core of a shared x86-64 server (AMD Zen 4, 1 MiB of
    /// second-level cache): of 512 x 32, 1024 x 32, 2048 x 32 and 2048 x 64, wide ones cut fewer runs, and higher ones hide
    /// less of what opaque ops cover and take more of the cache. 64 strips of a tile can be hidden one by one.
    struct TileSize: Sendable {
        var width = 2048, height = 32

        /// As many pixels for a region that ends further left: narrower, and higher, since each tile has a share of the cost
        /// of every outline; not so high that there are fewer than some.
        func fitted(to region: DeviceRect, atLeast wanted: Int) -> TileSize {
            var size = self
            while size.width > 1, region.minX >= 0, region.maxX <= size.width / 2,
                region.height >= 2 * size.height * wanted
            {
                size = TileSize(width: size.width / 2, height: size.height * 2)
            }
            return size
        }

        /// Lower tiles where a frame has so many passes that what a tile has of them would be more than 32 million pixels: each
        /// may need a buffer.
        func lowered(for region: DeviceRect, passes: Int) -> TileSize {
            var size = self
            while size.height > 8, size.pixels(of: region) * passes > 1 << 25 { size.height /= 2 }
            return size
        }

        /// How many pixels the largest tile of a region has: all of it where it fits into a tile's memory.
        private func pixels(of region: DeviceRect) -> Int {
            let all = region.width * region.height
            return region.width <= width && all <= width * height ? all : min(width, region.width) * height
        }
    }

    /// Blurs of layers that move are kept; `interpolation` is what images are drawn with from the next drawing on.
    package var traits = CompositorTraits.keepingBlurs

    package var workers: WorkerPool? { pool }

    /// The kernels that draw; they make no difference to any byte.
    package var kernels = PixelKernels.best

    let mipmaps: MipmapCache
    let corners = CornerTables(budget: 4 << 20)
    let rasterized: PassCache<ImageResource>
    let blurs: PassCache<BlurredCells>
    private let textures = SpriteTextureCache(budget: 32 << 20)
    private let tileSize: TileSize
    private let pool: WorkerPool
    private let renderers: [Worker]
    private var blurMemory: [BlurMemory]
    /// Taken out while a pass is drawn by it: what an object stores is copied whenever it is handed on.
    private var plan: FramePlan?
    /// What is kept of the last frame's ops.
    private(set) var list = BoxList()
    private var graph = FrameGraph()

    /// Makes a compositor.
    ///
    /// - Parameter threads: how many threads draw, the calling one included; 1 or less starts none.
    package convenience init(threads: Int) {
        self.init(threads: threads, tileSize: TileSize(), mipmapBudget: 64 << 20, rasterizedBudget: 64 << 20)
    }

    /// Makes a compositor that draws on the threads of a pool.
    package convenience init(pool: WorkerPool) {
        self.init(pool: pool, tileSize: TileSize(), mipmapBudget: 64 << 20, rasterizedBudget: 64 << 20)
    }

    /// How often a kept raster could be shown, and how often one had to be drawn, so far.
    package var rasterizedUse: (hits: Int, misses: Int) { (rasterized.hits, rasterized.misses) }

    /// How often the blurred cells of a pass were kept, and how often they had to be made, so far; and the bytes that are
    /// kept.
    package var blurUse: (hits: Int, misses: Int, bytes: Int) { (blurs.hits, blurs.misses, blurs.bytes) }

    /// Makes a compositor with tiles of a size and budgets for mip chains, rasters, shapes and blurs, in bytes.
    convenience init(
        threads: Int, tileSize: TileSize, mipmapBudget: Int, rasterizedBudget: Int = 64 << 20,
        shapeBudget: Int = 16 << 20, blurBudget: Int = 16 << 20
    ) {
        self.init(
            pool: WorkerPool(workers: threads), tileSize: tileSize, mipmapBudget: mipmapBudget,
            rasterizedBudget: rasterizedBudget, shapeBudget: shapeBudget, blurBudget: blurBudget)
    }

    private init(
        pool: WorkerPool, tileSize: TileSize, mipmapBudget: Int, rasterizedBudget: Int, shapeBudget: Int = 16 << 20,
        blurBudget: Int = 16 << 20
    ) {
        precondition(tileSize.width > 0 && tileSize.height > 0, "a tile has pixels")
        self.tileSize = tileSize
        self.pool = pool
        renderers = (0..<pool.workers).map { _ in Worker(tileSize) }
        blurMemory = Array(repeating: BlurMemory(), count: pool.workers)
        mipmaps = MipmapCache(budget: mipmapBudget)
        rasterized = PassCache(budget: rasterizedBudget)
        blurs = PassCache(budget: blurBudget)
        plan = FramePlan(maskBudget: shapeBudget)
    }

    /// How often the coverage of a shape was here, and how often it was not, so far; and the bytes that are kept.
    package var shapeUse: (hits: Int, misses: Int, bytes: Int) {
        guard let masks = plan?.shapes.masks else { return (0, 0, 0) }
        return (masks.hits, masks.misses, masks.bytes)
    }

    /// Draws what a frame has within its damage; other pixels keep what they have.
    ///
    /// The frame's (0, 0) is the bitmap's; what lies outside the bitmap is not drawn. Shapes that cannot be drawn (behind
    /// the viewer, degenerate, not a number) change nothing.
    package func draw(_ frame: Frame, into bitmap: inout Bitmap) {
        draw(frame, region: frame.damageRegion, into: &bitmap)
    }

    /// Draws what a frame has in a region of the surface; other pixels keep what they have.
    package func draw(_ frame: Frame, region: DamageRegion, into bitmap: inout Bitmap) {
        bitmap.withSharedPixels { draw(frame, region: region, into: $0) }
    }

    /// The same into memory of another owner.
    package func draw(_ frame: Frame, region: DamageRegion, into pixels: SharedPixels) {
        let bounds = DeviceRect(minX: 0, minY: 0, maxX: pixels.width, maxY: pixels.height)
        let damage = region.intersection(frame.bounds.intersection(bounds))
        let before = PixelKernels.current
        PixelKernels.current = kernels
        defer { PixelKernels.current = before }
        rasterized.beginDrawing()
        blurs.beginDrawing()
        // What does not fit into one tile is drawn on all threads: they wake meanwhile.
        if damage.bounds.width * damage.bounds.height > tileSize.width * tileSize.height { pool.prewake() }
        list.update(to: frame)
        for index in 0..<damage.count { draw(frame, region: damage[index], into: pixels) }
        TraceLog.count(.cacheHits, rasterized.hits + blurs.hits + shapeUse.hits)
        TraceLog.count(.cacheMisses, rasterized.misses + blurs.misses + shapeUse.misses)
    }

    /// Draws what a frame has in a region.
    private func draw(_ frame: Frame, region: DeviceRect, into pixels: SharedPixels) {
        var results = OffscreenResults()
        graph.find(frame, region: region, mayShowPasses: list.mayShowPasses) {
            results.take($0, of: frame, rasterized, blurs)
        }
        var next = 0
        while next < graph.tasks.count - 1 {
            // What one worker makes a blur of was just drawn, and is in its cache.
            let together = graph.independent(from: next, most: pool.workers == 1 ? 1 : 4 * pool.workers)
            var works: [OffscreenWork] = []
            for task in graph.tasks[together] {
                var source = Bitmap(width: task.source.width, height: task.source.height)
                source.withSharedPixels {
                    draw(
                        frame, pass: task.pass, region: task.source, background: 0, results, into: $0,
                        origin: SIMD2(task.source.minX, task.source.minY))
                }
                works.append(OffscreenWork(task, source))
            }
            pool.forEach(in: &works, first: works.count, with: &blurMemory) { _, work, memory in work.run(&memory) }
            for work in works { results.take(work, of: frame, rasterized, blurs) }
            next = together.upperBound
        }
        draw(
            frame, pass: frame.passes.count - 1, region: region, background: frame.background.premultiplied(), results,
            into: pixels, origin: .zero)
    }

    /// Draws what a pass of a frame has in a region into pixels of which the first lies at an origin.
    private func draw(
        _ frame: Frame, pass: Int, region: DeviceRect, background: UInt32, _ results: borrowing OffscreenResults,
        into pixels: SharedPixels, origin: SIMD2<Int>
    ) {
        let span = TraceLog.begin(.pass, pass)
        defer { span.end() }
        let tileSize = tileSize.fitted(to: region, atLeast: pool.workers == 1 ? 2 : 4 * pool.workers)
            .lowered(for: region, passes: frame.passes.count)
        guard var plan = self.plan.take() else { return }
        plan.interpolation = traits.interpolation
        plan.prepare(
            frame, pass: pass, region: region, background: background, list, tileWidth: tileSize.width,
            tileHeight: tileSize.height, mipmaps: mipmaps, corners: corners, textures: textures, results: results,
            on: pool)
        drawTiles(of: plan, into: pixels, origin: origin)
        plan.removeAll()
        self.plan = consume plan
    }

    private func drawTiles(of plan: FramePlan, into output: SharedPixels, origin: SIMD2<Int>) {
        let count = plan.tiles.count
        if count == 0 { return }
        pool.forEach(count, parts: TileGrid.parts) { [renderers, kernels] worker, tile, parts in
            PixelKernels.current = kernels
            let span = TraceLog.begin(.tile, tile)
            defer { span.end() }
            renderers[worker].renderer.withLock {
                $0.draw(tile, parts: parts, of: plan, into: output, origin: origin)
            }
        }
    }
}

/// What one thread draws with.
private final class Worker: Sendable {
    let renderer: Mutex<TileRenderer>

    init(_ size: CPUCompositor.TileSize) {
        renderer = Mutex(TileRenderer(tileWidth: size.width, tileHeight: size.height))
    }
}
