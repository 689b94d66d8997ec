import CMicaAllocations
import MicaCPU
import MicaFrame
import MicaPixels
import MicaServer
import MicaWorkers
import QuartzCore

/// All that is between a program's layers and finished pixels in memory, for one scene.
///
/// Nothing is recorded: the server is that of a live tree, which forgets what was before.
package final class ScenePipeline {
    /// What one frame took, stage by stage, in milliseconds.
    package struct Times {
        /// The program sets properties, the transaction ends, the commit is in the server's inbox.
        package var commit = 0.0
        /// The server evaluates the tree, builds the frame and finds the damage; of scenes without tiles it applies the
        /// commit first.
        package var build = 0.0
        /// The compositor draws.
        package var draw = 0.0
        /// How often building the frame asked for memory; 0 where it cannot be counted.
        package var allocations = 0
        /// All of it.
        package var total: Double { commit + build + draw }
    }

    /// The finished pixels of the last frame.
    package private(set) var surface = Bitmap(width: BenchScene.width, height: BenchScene.height)

    private let scene: BenchScene
    private let tree: SceneTree
    private let server: RenderServer
    private let context: LayerContext
    private let tiles: TileDriver
    private let compositor: CPUCompositor
    private let clock = ContinuousClock()
    /// How many frames were drawn: the time passes with it, whatever frame of the scene is shown.
    private var count = 0

    /// Makes the layers of a scene, and what draws them.
    ///
    /// - Precondition: the scene can be drawn, and there is at least one thread.
    package init(_ scene: BenchScene, threads: Int, particles: Int = 10_000) {
        self.scene = scene
        let workers = WorkerPool(workers: threads)
        compositor = CPUCompositor(pool: workers)
        server = RenderServer(workers: workers)
        let (tree, server) = (SceneTree(scene, particles: particles), server)
        self.tree = tree
        context = LayerContext(root: tree.root) { server.receive($0) }
        tiles = TileDriver(context)
        // Ends the implicit transaction in which the tree was made, as a program's run loop would.
        MediaClock.with(time: 0) { CATransaction.flush() }
    }

    deinit { context.invalidate() }

    /// How often the compositor had the coverage of a shape, and how often it had not; and the bytes that it keeps.
    package var shapeUse: (hits: Int, misses: Int, bytes: Int) { compositor.shapeUse }

    /// Draws a frame of the scene; making the scene's numbers is not part of the times.
    @discardableResult
    package func draw(frame: Int) -> Times {
        let items = scene.items(frame: frame)
        let paths = scene == .paths ? (0..<ScenePath.count).map { ScenePath($0, frame: frame) } : []
        // Particles are where the time says, not where a program puts them.
        let time = Double(scene.isTimed ? frame : count) / 60
        count += 1

        let start = clock.now
        MediaClock.with(time: time) {
            CATransaction.begin()
            CATransaction.setDisableActions(true)
            tree.show(items, paths: paths, frame: frame)
            CATransaction.commit()
        }
        let committed = clock.now
        if scene == .redraw { server.invalidate() }
        drawTiles(at: time)
        let allocated = mica_allocation_count()
        let building = clock.now
        let picture = server.frame(
            at: time, width: surface.width, height: surface.height, background: BenchScene.background)
        let built = clock.now
        let allocations = Int(mica_allocation_count() - allocated)
        compositor.draw(picture, into: &surface)
        let drawn = clock.now

        return Times(
            commit: (committed - start).milliseconds, build: (built - building).milliseconds,
            draw: (drawn - built).milliseconds, allocations: allocations)
    }

    /// Has the tiles drawn that come into sight: what other threads do between frames is not part of the times.
    private func drawTiles(at time: Double) {
        guard scene == .pannedTiles else { return }
        server.waitsForTiles = true
        tiles.want(server.tilesInSight(at: time, width: surface.width, height: surface.height))
        tiles.wait()
        MediaClock.with(time: time) {
            if tiles.deliver(fadingFrom: time, fadesFirst: false) { CATransaction.flush() }
        }
    }
}

extension Duration {
    /// The duration in milliseconds.
    var milliseconds: Double { Double(components.seconds) * 1e3 + Double(components.attoseconds) * 1e-15 }
}
