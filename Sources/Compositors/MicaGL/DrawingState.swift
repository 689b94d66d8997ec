import MicaBase
import MicaFrame
import MicaRaster

/// A context with all that drawing needs: programs, textures, and the instances that wait to be drawn.
///
/// All of it can be made anew from frames: when a context is lost, a new state replaces this one.
final class DrawingState {
    let context: GLContext
    /// The textures that passes are drawn into.
    let pool: TexturePool
    /// The images that were uploaded.
    let images: ImageTextures
    /// The blurred corners of shadows.
    let corners: ShadowCorners
    /// The masks and the parameters of the waiting instances.
    let masks: MaskAtlas, parameters: ParameterTable
    let cover = CoverWriter()
    /// The coverage of the op that is drawn.
    let tiles = TileMemory()
    /// The parameters of the op that is drawn, and the quadrilaterals that cover it.
    let numbers = NumberList(), quadrilaterals = NumberList()
    /// The outlines of the op that is drawn.
    let outlines = OutlineMemory()
    /// Texels of the images of the op's sprites.
    let spriteTexels = SpriteTexelMemory()
    /// The covers of clips.
    let covers = CoverMemory()
    /// Counts of calls and of the instances in them, since the state was made.
    private(set) var drawn = (calls: 0, instances: 0)
    /// Changes each time that masks and parameters are removed.
    private(set) var epoch = 0

    /// The instances that wait to be drawn.
    private struct Waiting {
        /// Instances that are drawn back to front.
        var ordered = Batches()
        /// Instances that cover all of their pixels with an opaque colour. They are drawn first, and hide all that is
        /// behind them.
        var opaque = Batches()
        /// The number of waiting instances.
        var count = 0
        /// The number of shapes that were begun. A later shape is in front.
        var depth = 1
        /// Culls both lists before they are drawn.
        private var grid = OcclusionGrid()

        /// Culls hidden instances on a target of a size in texels.
        mutating func cull(width: Int, height: Int) { grid.cull(&opaque, &ordered, width: width, height: height) }
    }
    private var waiting = Waiting()
    private var programs: [Variant: UInt32] = [:]
    private let files: ProgramCache

    /// A program with some of its features.
    private struct Variant: Hashable {
        var program: ObjectIdentifier
        var features: Features
    }
    /// The texture that is drawn into.
    private struct Target {
        /// The picture; nil before `enter`.
        var picture: Picture?
        /// The texels of its texture that are drawn into.
        var scissor = DeviceRect.empty
        /// The pixels that all drawing stays within; nil if other pictures lie beside them.
        var reach: DeviceRect?
    }
    private var target = Target()
    /// The texture with a window's pixels, which lasts from frame to frame, and whether all of it was drawn. It has no
    /// name before the first frame.
    var shown = (texture: GLTexture(), isWhole: false)

    /// - Parameters:
    ///   - passBudget: how many bytes of pass textures stay from frame to frame.
    ///   - imageBudget: how many bytes of images' textures stay.
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

    /// From now on, draws into a picture; fills its box first.
    func begin(_ picture: Picture, filledWith pixel: UInt32 = 0) throws(GLRefusal) {
        try begin(picture.texture, picture.box.moved(-picture.first.x, -picture.first.y), filledWith: pixel)
        (target.picture, target.reach) = (picture, picture.box)
    }

    /// From now on, draws into pictures of a texture, each after `enter`. Fills all of the texture with transparent
    /// pixels first, because drivers fill a whole texture faster than a part.
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

    /// From now on, draws into another picture of the same texture. Nothing may reach beyond its box.
    func enter(_ picture: Picture) { target.picture = picture }

    /// The pixels that all drawing stays within; nil if the pixels beyond belong to other pictures.
    var reach: DeviceRect? { target.reach }

    /// The pixel that the target's first texel is.
    private var origin: (x: Int, y: Int) { target.picture?.first ?? (0, 0) }

    /// Begins a shape, which is in front of all earlier ones.
    func beginShape() { waiting.depth += 1 }

    /// Adds an instance of the shape that was begun last, in device pixels.
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

    /// Whether so many instances wait that they have to be drawn before more are added.
    var isFull: Bool { waiting.count >= Self.mostWaiting || waiting.depth >= Self.mostDepth - 1 }

    /// The most instances that wait, of 80 bytes each: 5 MiB.
    private static let mostWaiting = 1 << 16
    /// The number of steps of depth that its 16 bits can hold.
    private static let mostDepth = (1 << 16) - 1

    private func forget() {
        waiting.ordered.removeAll()
        waiting.opaque.removeAll()
        masks.removeAll()
        parameters.removeAll()
        epoch += 1
        (waiting.count, waiting.depth) = (0, 1)
    }

    /// Draws all waiting instances: first the opaque ones, front to back, then the others where nothing opaque is in
    /// front.
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

    /// Draws all waiting instances, then copies pixels of the target.
    ///
    /// - Returns: a texture of the pool whose first pixel is the area's.
    func copy(_ area: DeviceRect) throws(GLRefusal) -> GLTexture {
        try flush()
        let texture = try pool.take(.words, width: area.width, height: area.height)
        let (x, y) = origin
        context.copy(x: area.minX - x, y: area.minY - y, width: area.width, height: area.height, to: texture)
        return texture
    }

    /// Draws what `body` adds into another texture, then returns to the current target with its pixels.
    func aside(_ texture: GLTexture, _ area: DeviceRect, _ body: () throws(GLRefusal) -> Void) throws(GLRefusal) {
        try flush()
        let before = target
        try begin(Picture(texture: texture, box: area))
        try body()
        try flush()
        target = before
        if let picture = target.picture { try context.target(picture.texture) }
    }

    /// A program with some features; compiled at its first use.
    func program(_ program: Program, _ features: Features = []) throws(GLRefusal) -> UInt32 {
        let variant = Variant(program: ObjectIdentifier(program), features: features)
        if let known = programs[variant] { return known }
        let name = try files.program(
            vertex: program.vertex(features), fragment: program.fragment(features), context)
        programs[variant] = name
        return name
    }

    /// Makes the texture ready that holds the window's pixels between frames.
    ///
    /// - Returns: the region that has to be drawn: `region`, or all of a new texture.
    func prepareShown(width: Int, height: Int, lacking region: DamageRegion) throws(GLRefusal) -> DamageRegion {
        if (shown.texture.width, shown.texture.height) != (width, height) {
            if shown.texture.name != 0 { context.delete(shown.texture) }
            shown = (GLTexture(), false)
            shown.texture = try context.makeTexture(.words, width: width, height: height)
            context.resizeWindow(width: width, height: height)
        }
        return shown.isWhole ? region : DamageRegion(DeviceRect(minX: 0, minY: 0, maxX: width, maxY: height))
    }

    /// Drops the waiting instances, and textures beyond the budgets.
    func endDrawing() {
        forget()
        target = Target()
        pool.endDrawing()
        images.endDrawing()
        corners.endDrawing()
    }
}
