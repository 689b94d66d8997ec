import MicaFrame
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
    /// The parameters of the op that is drawn, and the quadrilaterals that cover it.
    let numbers = NumberList(), quadrilaterals = NumberList()
    /// The outlines of the op that is drawn.
    let outlines = OutlineMemory()
    /// What clips leave.
    let covers = CoverMemory()
    /// How often something was drawn, so far: calls, and rectangles in them.
    private(set) var drawCalls = 0, instanceCount = 0
    /// Another number each time that masks and parameters were forgotten.
    private(set) var epoch = 0

    private var batches = Batches()
    private var waiting = 0
    private var programs: [ObjectIdentifier: UInt32] = [:]
    private let files: ProgramCache
    private var target: Picture?
    /// What a window shows, from frame to frame, and whether all of it was drawn; without a name before.
    var shown = (texture: GLTexture(), isWhole: false)

    /// Takes a context.
    ///
    /// - Parameters:
    ///   - passBudget: the bytes of pass textures that stay, and `imageBudget` those of images.
    init(_ context: GLContext, passBudget: Int, imageBudget: Int) {
        self.context = context
        files = ProgramCache(context)
        pool = TexturePool(context, budget: passBudget, limit: max(passBudget, 1 << 20) * 4)
        images = ImageTextures(context, budget: imageBudget)
        masks = MaskAtlas(context)
        parameters = ParameterTable(context)
    }

    /// The memory of all textures, in bytes.
    var textureBytes: Int {
        pool.bytes + images.bytes + masks.textureBytes + parameters.textureBytes + shown.texture.bytes
    }

    /// Draws into a picture from now on; fills its box.
    func begin(_ picture: Picture, filledWith pixel: UInt32 = 0) throws(GLRefusal) {
        try flush()
        try context.target(picture.texture)
        target = picture
        let (box, first) = (picture.box, picture.first)
        context.fill(
            x: box.minX - first.x, y: box.minY - first.y, width: box.width, height: box.height, with: pixel,
            isWide: picture.texture.format == .wide)
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
        guard batches.count > 0, let target else { return }
        let (mask, numbers) = (try masks.upload(), try parameters.upload())
        let (box, first) = (target.box, target.first)
        context.scissor(x: box.minX - first.x, y: box.minY - first.y, width: box.width, height: box.height)
        for index in 0..<batches.count {
            let key = batches.list[index].key
            let own = key.textures
            let instances = batches.list[index].instances
            context.draw(
                instances.span, program: try program(key.program), blend: key.blend,
                textures: SIMD8(mask, numbers, own.x, own.y, own.z, own.w, 0, 0), originX: first.x, originY: first.y)
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
                x: area.minX - target.first.x, y: area.minY - target.first.y, width: area.width,
                height: area.height, to: texture)
        }
        return texture
    }

    /// Has what `body` draws go into another texture; then goes on with the current target as it is.
    func aside(_ texture: GLTexture, _ area: DeviceRect, _ body: () throws(GLRefusal) -> Void) throws(GLRefusal) {
        try flush()
        let before = target
        try begin(Picture(texture: texture, box: area))
        try body()
        try flush()
        target = before
        if let before { try context.target(before.texture) }
    }

    /// A program, compiled when it is first wanted.
    func program(_ program: Program) throws(GLRefusal) -> UInt32 {
        if let known = programs[ObjectIdentifier(program)] { return known }
        let name = try files.program(vertex: Program.vertex, fragment: program.fragment, context)
        programs[ObjectIdentifier(program)] = name
        return name
    }

    /// Makes the texture ready that keeps what was drawn last.
    ///
    /// - Returns: what it lacks: a region, or all of it.
    func prepareShown(width: Int, height: Int, lacking region: DamageRegion) throws(GLRefusal) -> DamageRegion {
        if (shown.texture.width, shown.texture.height) != (width, height) {
            if shown.texture.name != 0 { context.delete(shown.texture) }
            shown = (GLTexture(), false)
            shown.texture = try context.makeTexture(.words, width: width, height: height)
            context.resizeWindow(width: width, height: height)
        }
        return shown.isWhole ? region : DamageRegion(DeviceRect(minX: 0, minY: 0, maxX: width, maxY: height))
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
