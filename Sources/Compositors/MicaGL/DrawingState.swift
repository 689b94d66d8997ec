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
    /// The blurred corners of shadows.
    let corners: ShadowCorners
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
    /// What is known of the images of the sprites that are drawn.
    let spriteTexels = SpriteTexelMemory()
    /// What clips leave.
    let covers = CoverMemory()
    /// How often something was drawn, so far: calls, and rectangles in them.
    private(set) var drawn = (calls: 0, instances: 0)
    /// Another number each time that masks and parameters were forgotten.
    private(set) var epoch = 0

    /// What waits to be drawn.
    private struct Waiting {
        /// What is drawn back to front.
        var ordered = Batches()
        /// What covers pixels wholly and is opaque: it is drawn first, and nothing else where it is in front.
        var opaque = Batches()
        /// How many instances that are.
        var count = 0
        /// How many things were begun: what is begun later is in front.
        var depth = 1
        /// Culls both before they are drawn.
        private var grid = OcclusionGrid()

        /// Culls what is hidden on a target of a size, in texels.
        mutating func cull(width: Int, height: Int) { grid.cull(&opaque, &ordered, width: width, height: height) }
    }
    private var waiting = Waiting()
    private var programs: [Variant: UInt32] = [:]
    private let files: ProgramCache

    /// A program with some features.
    private struct Variant: Hashable {
        var program: ObjectIdentifier
        var features: Features
    }
    /// What is drawn into.
    private struct Target {
        /// The picture; nil before `enter`.
        var picture: Picture?
        /// The texels of its texture that are drawn into.
        var scissor = DeviceRect.empty
        /// The pixels that nothing is drawn outside of, whatever is added; nil where that is others' as well.
        var reach: DeviceRect?
    }
    private var target = Target()
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
        corners = ShadowCorners(context)
        masks = MaskAtlas(context)
        parameters = ParameterTable(context)
    }

    /// The memory of all textures, in bytes.
    var textureBytes: Int {
        pool.bytes + images.bytes + corners.bytes + masks.textureBytes + parameters.textureBytes + shown.texture.bytes
            + context.depthBytes
    }

    /// Draws into a picture from now on; fills its box.
    func begin(_ picture: Picture, filledWith pixel: UInt32 = 0) throws(GLRefusal) {
        try begin(picture.texture, picture.box.moved(-picture.first.x, -picture.first.y), filledWith: pixel)
        (target.picture, target.reach) = (picture, picture.box)
    }

    /// Draws into pictures of a texture from now on, each after `enter`; fills all of it with nothing, which drivers are quicker with than
    /// with a part.
    func begin(_ texture: GLTexture) throws(GLRefusal) {
        try begin(texture, DeviceRect(minX: 0, minY: 0, maxX: texture.width, maxY: texture.height), filledWith: 0)
        (target.picture, target.reach) = (nil, nil)
    }

    private func begin(_ texture: GLTexture, _ texels: DeviceRect, filledWith pixel: UInt32) throws(GLRefusal) {
        try flush()
        try context.target(texture)
        target.scissor = texels
        context.fill(
            x: texels.minX, y: texels.minY, width: texels.width, height: texels.height, with: pixel,
            isWhole: texture.format.isWhole)
    }

    /// Has what is added from now on go into a picture of the texture that is drawn into; nothing may reach beyond its box.
    func enter(_ picture: Picture) { target.picture = picture }

    /// The pixels that nothing is drawn outside of, whatever is added; nil where what lies beyond is others'.
    var reach: DeviceRect? { target.reach }

    /// Which pixel the first texel of what is drawn into is.
    private var origin: (x: Int, y: Int) { target.picture?.first ?? (0, 0) }

    /// Begins with something that is in front of all before.
    func beginShape() { waiting.depth += 1 }

    /// Adds something to be drawn, in front of what was added before the last shape began. It is in device pixels.
    func add(
        _ instance: Instance, _ rect: DeviceRect, _ key: Batch.Key, _ features: Features = [],
        order: DrawingOrder = .inOrder
    ) {
        var instance = instance
        let (x, y) = origin
        instance.move(-x, -y, isFromBase: key.program.isFromBase)
        let rect = rect.moved(-x, -y)
        instance.data.w = Float(waiting.depth) / Float(Self.mostDepth)
        if order == .anyTime {
            waiting.opaque.add(instance, rect, key, features, order: order)
        } else {
            waiting.ordered.add(instance, rect, key, features, order: order)
        }
        waiting.count += 1
    }

    /// Whether so much waits that it is to be drawn before more is added.
    var isFull: Bool { waiting.count >= Self.mostWaiting || waiting.depth >= Self.mostDepth - 1 }

    /// The most instances that wait: some megabytes.
    private static let mostWaiting = 1 << 16
    /// The steps of depth: what its 16 bits tell apart.
    private static let mostDepth = (1 << 16) - 1

    private func forget() {
        waiting.ordered.removeAll()
        waiting.opaque.removeAll()
        masks.removeAll()
        parameters.removeAll()
        epoch += 1
        (waiting.count, waiting.depth) = (0, 1)
    }

    /// Draws what waits: first what is opaque, front to back, then the rest where nothing opaque is in front.
    func flush() throws(GLRefusal) {
        defer { forget() }
        guard waiting.count > 0 else { return }
        let textures = (try masks.upload(), try parameters.upload())
        let scissor = target.scissor
        context.scissor(x: scissor.minX, y: scissor.minY, width: scissor.width, height: scissor.height)
        let hasOpaque = waiting.opaque.count > 0
        if hasOpaque {
            try context.clearDepth()
            waiting.opaque.reverse()
            waiting.cull(width: scissor.maxX, height: scissor.maxY)
            try draw(waiting.opaque, depth: .set, textures)
        }
        try draw(waiting.ordered, depth: hasOpaque ? .tested : .none, textures)
    }

    private func draw(
        _ batches: Batches, depth: GLContext.Depth, _ shared: (mask: UInt32, numbers: UInt32)
    ) throws(GLRefusal) {
        for index in 0..<batches.count {
            let key = batches.list[index].key
            let own = key.textures
            let instances = batches.list[index].instances
            if instances.isEmpty { continue }
            context.draw(
                instances.span, program: try program(key.program, batches.list[index].features), blend: key.blend,
                depth: depth, textures: SIMD8(shared.mask, shared.numbers, own.x, own.y, own.z, own.w, 0, 0))
            drawn.calls += 1
            drawn.instances += instances.count
        }
    }

    /// Draws what waits, and copies pixels of the target.
    ///
    /// - Returns: a texture of the pool whose first pixel is the area's.
    func copy(_ area: DeviceRect) throws(GLRefusal) -> GLTexture {
        try flush()
        let texture = try pool.take(.words, width: area.width, height: area.height)
        let (x, y) = origin
        context.copy(x: area.minX - x, y: area.minY - y, width: area.width, height: area.height, to: texture)
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
        if let picture = target.picture { try context.target(picture.texture) }
    }

    /// A program with some features, compiled when it is first wanted.
    func program(_ program: Program, _ features: Features = []) throws(GLRefusal) -> UInt32 {
        let variant = Variant(program: ObjectIdentifier(program), features: features)
        if let known = programs[variant] { return known }
        let name = try files.program(
            vertex: program.vertex(features), fragment: program.fragment(features), context)
        programs[variant] = name
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
        forget()
        target = Target()
        pool.endDrawing()
        images.endDrawing()
        corners.endDrawing()
    }
}
