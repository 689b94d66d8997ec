import MicaGeometry
import MicaRaster

/// A context with all that drawing needs of it: programs, textures, and what waits to be drawn.
///
/// Nothing in it is known from anywhere but frames: when a context is lost, another state takes the place of all of it.
final class DrawingState {
    /// The context.
    let context: GLContext
    /// What passes are drawn into.
    let pool: TexturePool
    /// The images that are there.
    let images: ImageTextures
    /// The masks and the numbers of what waits.
    let masks: MaskAtlas, parameters: ParameterTable
    /// Works out coverage.
    let cover = CoverWriter()
    /// The coverage of the op that is drawn.
    let tiles = TileMemory()
    /// How often something was drawn, so far: calls, and rectangles in them.
    private(set) var drawCalls = 0, instanceCount = 0
    /// Another number each time that masks and parameters were forgotten.
    private(set) var epoch = 0

    private var batches = Batches()
    private var waiting = 0
    private var programs: [ObjectIdentifier: UInt32] = [:]
    private var target: (texture: GLTexture, area: DeviceRect)?

    /// Opens a context.
    ///
    /// - Parameters:
    ///   - passBudget: the bytes of pass textures that stay, and `imageBudget` those of images.
    init(passBudget: Int, imageBudget: Int) throws(GLUnavailable) {
        context = try GLContext()
        pool = TexturePool(context, budget: passBudget)
        images = ImageTextures(context, budget: imageBudget)
        masks = MaskAtlas(context)
        parameters = ParameterTable(context)
    }

    /// The memory of all textures, in bytes.
    var textureBytes: Int { pool.bytes + images.bytes + masks.textureBytes + parameters.textureBytes }

    /// Draws into a texture from now on, whose first pixel is the area's; fills the area.
    func begin(_ texture: GLTexture, _ area: DeviceRect, filledWith pixel: UInt32 = 0) throws(GLRefusal) {
        try flush()
        try context.target(texture)
        target = (texture, area)
        context.fill(
            x: 0, y: 0, width: area.width, height: area.height, with: pixel, isWide: texture.format == .wide)
    }

    /// Adds something to be drawn.
    func add(_ instance: Instance, _ rect: DeviceRect, _ key: Batch.Key, isUnordered: Bool = false) {
        batches.add(instance, rect, key, isUnordered: isUnordered)
        instanceCount += 1
        waiting += 1
    }

    /// Whether so much waits that it is to be drawn before more is added.
    var isFull: Bool { waiting >= Self.mostWaiting }

    /// The most rectangles that wait: some megabytes.
    private static let mostWaiting = 1 << 16

    /// Draws what waits.
    func flush() throws(GLRefusal) {
        defer {
            batches.removeAll()
            masks.removeAll()
            parameters.removeAll()
            epoch += 1
            waiting = 0
        }
        guard !batches.list.isEmpty, let target else { return }
        let (mask, numbers) = (try masks.upload(), try parameters.upload())
        context.scissor(x: 0, y: 0, width: target.area.width, height: target.area.height)
        for batch in batches.list {
            let textures = [mask, numbers] + (0..<GLContext.units - 2).map { batch.key.textures[$0] }
            context.draw(
                batch.instances.span, program: try program(batch.key.program), blend: batch.key.blend,
                textures: textures, originX: target.area.minX, originY: target.area.minY)
            drawCalls += 1
        }
    }

    /// Draws what waits, and copies pixels of the target.
    ///
    /// - Returns: a texture of the pool whose first pixel is the area's.
    func copy(_ area: DeviceRect) throws(GLRefusal) -> GLTexture {
        try flush()
        let texture = try pool.take(.words, width: area.width, height: area.height)
        if let target {
            context.copy(
                x: area.minX - target.area.minX, y: area.minY - target.area.minY, width: area.width,
                height: area.height, to: texture)
        }
        return texture
    }

    /// Has what `body` draws go into another texture; then goes on with the current target as it is.
    func aside(_ texture: GLTexture, _ area: DeviceRect, _ body: () throws(GLRefusal) -> Void) throws(GLRefusal) {
        try flush()
        let before = target
        try begin(texture, area)
        try body()
        try flush()
        target = before
        if let before { try context.target(before.texture) }
    }

    private func program(_ program: Program) throws(GLRefusal) -> UInt32 {
        if let known = programs[ObjectIdentifier(program)] { return known }
        let name = try context.program(vertex: Program.vertex, fragment: program.fragment)
        programs[ObjectIdentifier(program)] = name
        return name
    }

    /// Forgets what waits, and lets go what is too much.
    func endDrawing() {
        batches.removeAll()
        masks.removeAll()
        parameters.removeAll()
        epoch += 1
        waiting = 0
        target = nil
        pool.endDrawing()
        images.endDrawing()
    }
}
