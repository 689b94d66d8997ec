import MicaBase
import MicaFrame
import MicaWorkers

/// The inputs of a plan: the pixels that are wanted, and the memory that outlives a drawing.
struct PlanContext {
    let frame: Frame
    /// The pass that is drawn; passes after it are left out.
    let pass: Int
    /// The pixels of the pass that are drawn.
    let region: DeviceRect
    /// The colour that the pass begins with, premultiplied.
    let background: UInt32
    let tileSize: CPUCompositor.TileSize
    let traits: CompositorTraits
    /// The cached list of the frame's last pass.
    let list: BoxList
    /// The passes that were drawn offscreen, some of them blurred.
    let results: OffscreenResults
    let caches: PlanCaches
    /// Makes the edges of shapes, and sorts sprites.
    let pool: WorkerPool

    /// Whether the pass may show other passes.
    var mayShowPasses: Bool { pass < frame.passes.count - 1 || list.mayShowPasses }
}

/// The caches from which a plan's ops take images and tables.
struct PlanCaches {
    let mipmaps: MipmapCache
    /// The blurred corners of shadows.
    let corners = CornerTables(budget: 4 << 20)
    /// The textures of sprites.
    let textures = SpriteTextureCache(budget: 32 << 20)
}
