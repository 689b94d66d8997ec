import CMicaAllocations
import MicaBase
import MicaCPU
import MicaCompositor
import MicaEncoding
import MicaFrame
import MicaHosting
import MicaServer
import MicaWire
import MicaWorkers
import QuartzCore

/// The pipeline of a scene's layers, like a program's: a connection, a live server that forgets the past, a compositor
/// and finished pixels in memory.
package final class ScenePipeline {
    /// The times of one frame, stage by stage, in milliseconds.
    package struct Times {
        /// The program sets properties, the transaction ends, the commit is in the server's inbox.
        package var commit = 0.0
        /// The server evaluates the tree, builds the frame and finds the damage; of scenes without tiles it applies the
        /// commit first.
        package var build = 0.0
        /// The compositor draws.
        package var draw = 0.0
        /// How many allocations building the frame made; 0 where they cannot be counted.
        package var allocations = 0
        /// The sum of the stages.
        package var total: Double { commit + build + draw }
    }

    /// The finished pixels of the last frame.
    package var surface: Bitmap { output.surface.bitmap }

    private let scene: BenchScene
    private let tree: SceneTree
    private let output: SurfaceOutput<CPUCompositor, BitmapSurface>
    private let host: SceneHost
    private let context: LayerContext
    private let pump: ClientPump
    private let clock = ContinuousClock()
    /// How many frames were drawn: time passes with them, whichever frame of the scene is shown.
    private var count = 0

    /// Makes the layers of a scene, and their renderer.
    ///
    /// - Parameter scale: pixels per point.
    /// - Precondition: the scene can be drawn, and there is at least one thread.
    package init(_ scene: BenchScene, threads: Int, particles: Int = 10_000, scale: Int = 1) {
        self.scene = scene
        let workers = WorkerPool(workers: threads)
        tree = SceneTree(scene, particles: particles)
        let connection = LocalConnection()
        context = LayerContext(root: tree.root, connection: connection)
        pump = ClientPump(context: context, connection: connection)
        output = SurfaceOutput(
            CPUCompositor(pool: workers),
            BitmapSurface(
                width: BenchScene.width * scale, height: BenchScene.height * scale, scale: Double(scale)))
        host = SceneHost(
            context: context.id, connection: connection,
            source: LiveScene(RenderServer(context: context.id, workers: workers)), output: output)
        host.background = PixelColor(premultiplied: BenchScene.background)
        host.rootTransform = Homography(a: Double(scale), b: 0, c: 0, d: Double(scale), tx: 0, ty: 0)
        // Ends the implicit transaction in which the tree was made, as a program's run loop would.
        MediaClock.with(time: 0) { CATransaction.flush() }
    }

    deinit { context.invalidate() }

    /// How often the compositor had the coverage of a shape, how often it had not, and the bytes of those in its cache.
    package var shapeUse: (hits: Int, misses: Int, bytes: Int) { output.compositor.shapeUse }

    /// A frame of the scene for another compositor; it is not drawn here.
    package func frame(_ frame: Int) -> Frame {
        let (_, _, time) = show(frame)
        return host.frame(at: time)
    }

    /// Has the program show a frame of the scene; returns when it began, when it was done, and the media time.
    private func show(_ frame: Int) -> (start: ContinuousClock.Instant, end: ContinuousClock.Instant, time: Double) {
        let items = scene.items(frame: frame)
        let paths = scene == .paths ? (0..<ScenePath.count).map { ScenePath($0, frame: frame) } : []
        // Particles depend on the time, not on values that a program sets.
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
        return (start, committed, time)
    }

    /// Draws a frame of the scene; making the scene's numbers is not part of the times.
    @discardableResult
    package func draw(frame: Int) -> Times {
        let (start, committed, time) = show(frame)
        if scene == .redraw { host.invalidate() }
        drawTiles(at: time)
        let allocated = mica_allocation_count()
        let building = clock.now
        let picture = host.frame(at: time)
        let built = clock.now
        let allocations = Int(mica_allocation_count() - allocated)
        host.draw(picture, at: time)
        let drawn = clock.now
        // A client's work between frames.
        pump.hear(at: time)

        return Times(
            commit: (committed - start).milliseconds, build: (built - building).milliseconds,
            draw: (drawn - built).milliseconds, allocations: allocations)
    }

    /// Draws the tiles that become visible. Other threads do that between frames, so it is not part of the times.
    private func drawTiles(at time: Double) {
        guard scene == .pannedTiles else { return }
        host.take()
        let server = host.server(at: time)
        server.waitsForTiles = true
        pump.tiles.want(server.visibleTiles(at: time, width: BenchScene.width, height: BenchScene.height))
        pump.tiles.wait()
        pump.deliverTiles(at: time, fadingFrom: time, fadesFirst: false)
    }
}

extension Duration {
    /// The duration in milliseconds.
    var milliseconds: Double { Double(components.seconds) * 1e3 + Double(components.attoseconds) * 1e-15 }
}
