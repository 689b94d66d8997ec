import MicaBase
import MicaCompositor
import MicaFrame
import MicaRaster
import MicaTrace
import MicaWorkers
import Synchronization

/// The CPU compositor: draws frames into bitmaps. With scalar kernels its bytes are the reference for all kernels.
///
/// The bytes depend only on the frame. The number of threads, the size and order of tiles, earlier drawings and the
/// kernels do not change them: every coordinate is computed from the pixel's own position, and coverage from whole
/// numbers. For one thread at a time.
package final class CPUCompositor: Compositor {
    /// The size of tiles, in pixels.
    ///
    /// Tuned with the scenes of `mica-dev bench` at 1080p on one core of a shared x86-64 server (AMD Zen 4, 1 MiB of
    /// second-level cache). Candidates: 512 x 32, 1024 x 32, 2048 x 32, 2048 x 64. Wide tiles cut fewer runs. Higher
    /// tiles hide less of what opaque ops cover, and take more of the cache. Each of a tile's 64 strips can be hidden
    /// by itself.
    struct TileSize: Sendable {
        var width = 2048, height = 32

        /// Tiles of as many pixels for a narrow region: narrower and higher, because each tile has a share of the cost
        /// of every outline. At least `wanted` tiles are left.
        func fitted(to region: DeviceRect, atLeast wanted: Int) -> TileSize {
            var size = self
            while size.width > 1, region.minX >= 0, region.maxX <= size.width / 2,
                region.height >= 2 * size.height * wanted
            {
                size = TileSize(width: size.width / 2, height: size.height * 2)
            }
            return size
        }

        /// Lower tiles where a frame has so many passes that a tile of each would be more than 32 million pixels
        /// together: each pass may need a buffer.
        func lowered(for region: DeviceRect, passes: Int) -> TileSize {
            var size = self
            while size.height > 8, size.pixels(of: region) * passes > 1 << 25 { size.height /= 2 }
            return size
        }

        /// Whether a region is one tile, wherever the grid's lines are: it fits into a tile's memory.
        func holds(_ region: DeviceRect) -> Bool {
            region.width <= width && region.height <= width * height / max(1, region.width)
        }

        /// The pixels of the largest tile of a region.
        private func pixels(of region: DeviceRect) -> Int {
            holds(region) ? region.width * region.height : min(width, region.width) * height
        }
    }

    /// The traits that frames are built for: blurs of moving layers are cached. The next drawing samples images with
    /// `interpolation`.
    package var traits = CompositorTraits.keepingBlurs

    package var workers: WorkerPool? { pool }

    /// The kernels that draw. All of them give the same bytes.
    package var kernels = PixelKernels.best

    let caches: PlanCaches
    let rasterized: PassCache<ImageResource>
    let blurs: PassCache<BlurredCells>
    private let tileSize: TileSize
    private let pool: WorkerPool
    private let renderers: [Worker]
    private var blurMemory: [BlurMemory]
    /// nil while a pass is drawn with it: a stored plan would be copied when it is passed on.
    private var plan: FramePlan?
    /// The ops of the last frame's last pass.
    private(set) var list = BoxList()
    private var graph = FrameGraph()

    /// - Parameter threads: how many threads draw, the calling one included; 1 or less starts none.
    package convenience init(threads: Int) {
        self.init(threads: threads, tileSize: TileSize(), mipmapBudget: 64 << 20, rasterizedBudget: 64 << 20)
    }

    /// A compositor that draws on the threads of a pool.
    package convenience init(pool: WorkerPool) {
        self.init(pool: pool, tileSize: TileSize(), mipmapBudget: 64 << 20, rasterizedBudget: 64 << 20)
    }

    /// How often a cached picture of a rasterized layer could be shown (hits), and how often it had to be drawn
    /// (misses), so far.
    package var rasterizedUse: (hits: Int, misses: Int) { (rasterized.hits, rasterized.misses) }

    /// How often the blurred cells of a pass were cached (hits), and how often they had to be made (misses), so far;
    /// and the bytes of the cache.
    package var blurUse: (hits: Int, misses: Int, bytes: Int) { (blurs.hits, blurs.misses, blurs.bytes) }

    /// A compositor with tiles of a size, and budgets in bytes for mip chains, pictures of rasterized layers, shapes
    /// and blurs.
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
        caches = PlanCaches(mipmaps: MipmapCache(budget: mipmapBudget))
        rasterized = PassCache(budget: rasterizedBudget)
        blurs = PassCache(budget: blurBudget)
        plan = FramePlan(maskBudget: shapeBudget)
    }

    /// How often the mask of a shape was cached, and how often it was not, so far; and the bytes of the cache.
    package var shapeUse: (hits: Int, misses: Int, bytes: Int) {
        guard let masks = plan?.shapes.masks else { return (0, 0, 0) }
        return (masks.hits, masks.misses, masks.bytes)
    }

    /// How often the mask of a shadow was cached, and how often it was not, so far; how many masks were made, and the
    /// bytes of the cache.
    package var shadowUse: (hits: Int, misses: Int, made: Int, bytes: Int) {
        guard let masks = plan?.store.shadowMasks else { return (0, 0, 0, 0) }
        return (masks.hits, masks.misses, masks.made, masks.bytes)
    }

    /// Draws a frame within its damage; pixels outside the damage keep their values.
    ///
    /// The frame's (0, 0) is the bitmap's. Pixels outside the bitmap are not drawn. Shapes that cannot be drawn (behind
    /// the viewer, degenerate, not a number) change nothing.
    package func draw(_ frame: Frame, into bitmap: inout Bitmap) {
        draw(frame, region: frame.damageRegion, into: &bitmap)
    }

    /// Draws a region of a frame; pixels outside the region keep their values.
    package func draw(_ frame: Frame, region: DamageRegion, into bitmap: inout Bitmap) {
        bitmap.withSharedPixels { draw(frame, region: region, into: $0) }
    }

    /// Draws a region of a frame into memory that somebody else owns.
    package func draw(_ frame: Frame, region: DamageRegion, into pixels: SharedPixels) {
        let bounds = DeviceRect(minX: 0, minY: 0, maxX: pixels.width, maxY: pixels.height)
        let damage = region.intersection(frame.bounds.intersection(bounds))
        let before = PixelKernels.current
        PixelKernels.current = kernels
        defer { PixelKernels.current = before }
        rasterized.beginDrawing()
        blurs.beginDrawing()
        // A region of several tiles is drawn on all threads: they wake while the frame is prepared.
        if damage.bounds.width * damage.bounds.height > tileSize.width * tileSize.height { pool.prewake() }
        list.update(to: frame)
        for index in 0..<damage.count { draw(frame, region: damage[index], into: pixels) }
        TraceLog.count(.cacheHits, rasterized.hits + blurs.hits + shapeUse.hits + shadowUse.hits)
        TraceLog.count(.cacheMisses, rasterized.misses + blurs.misses + shapeUse.misses + shadowUse.misses)
    }

    /// Draws a rectangle of a frame, after the offscreen passes that it needs.
    private func draw(_ frame: Frame, region: DeviceRect, into pixels: SharedPixels) {
        var results = OffscreenResults()
        graph.find(frame, region: region, mayShowPasses: list.mayShowPasses) {
            results.take(&$0, of: frame, rasterized, blurs)
        }
        var next = 0
        while next < graph.tasks.count - 1 {
            // With one worker, a pass is blurred right after it is drawn, while its pixels are in the cache.
            let together = graph.independent(from: next, most: pool.workers == 1 ? 1 : 4 * pool.workers)
            var works: [OffscreenWork] = []
            for task in graph.tasks[together] {
                var source = Bitmap(width: task.source.width, height: task.source.height)
                source.withSharedPixels {
                    draw(
                        frame, pass: task.pass, region: task.source, background: 0, results, into: $0,
                        origin: SIMD2(task.source.minX, task.source.minY))
                }
                works.append(OffscreenWork(task, of: frame, source))
            }
            pool.forEach(in: &works, first: works.count, with: &blurMemory) { _, work, memory in work.run(&memory) }
            for work in works { results.take(work, of: frame, rasterized, blurs) }
            next = together.upperBound
        }
        draw(
            frame, pass: frame.passes.count - 1, region: region, background: frame.background.premultiplied(), results,
            into: pixels, origin: .zero)
    }

    /// Draws a region of a pass into pixels. The first pixel lies at `origin` on the surface.
    private func draw(
        _ frame: Frame, pass: Int, region: DeviceRect, background: UInt32, _ results: OffscreenResults,
        into pixels: SharedPixels, origin: SIMD2<Int>
    ) {
        let span = TraceLog.begin(.pass, pass)
        defer { span.end() }
        let tileSize = tileSize.fitted(to: region, atLeast: pool.workers == 1 ? 2 : 4 * pool.workers)
            .lowered(for: region, passes: frame.passes.count)
        guard var plan = self.plan.take() else { return }
        plan.prepare(
            PlanContext(
                frame: frame, pass: pass, region: region, background: background, tileSize: tileSize, traits: traits,
                list: list, results: results, caches: caches, pool: pool))
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

/// The renderer of one thread.
private final class Worker: Sendable {
    let renderer: Mutex<TileRenderer>

    init(_ size: CPUCompositor.TileSize) {
        renderer = Mutex(TileRenderer(tileWidth: size.width, tileHeight: size.height))
    }
}
