import MicaBase
import MicaFrame

/// Pixels that were drawn: of a pass, or of a part of a pass.
struct Picture {
    var texture: GLTexture
    /// The pixels that the texture has; outside them the picture is transparent.
    var box: DeviceRect
    /// Which pixel the texture's first texel is. It is the box's first pixel, except where only a part of a texture is
    /// drawn onto, or where several pictures share a texture.
    var first: (x: Int, y: Int)

    init(texture: GLTexture, box: DeviceRect, first: (x: Int, y: Int)? = nil) {
        (self.texture, self.box, self.first) = (texture, box, first ?? (box.minX, box.minY))
    }

    /// The box's first texel.
    var start: SIMD2<Float> { SIMD2(Float(box.minX - first.x), Float(box.minY - first.y)) }

    /// No pixels.
    static let nothing = Picture(texture: GLTexture(), box: .empty)
}

/// The pictures of other passes that ops show.
struct ShownPasses {
    /// The frame of the ops.
    let frame: Frame
    /// Pictures of the passes that are shown pixel on pixel, by the index of the pass.
    var inPlace: [Picture?] = []
    /// The results of passes that are drawn for a single op.
    var results: [OpAddress: Result] = [:]

    /// The result of drawing a pass.
    enum Result {
        /// The pass's pixels.
        case picture(Picture)
        /// The cells of the pass's blur.
        case cells(BlurredCells)
    }

    /// The pictures that a tree's ops show, before any pass of the tree is drawn.
    init(_ frame: Frame, _ tree: PassTree, _ results: [OpAddress: Result]) {
        (self.frame, self.results) = (frame, results)
        // A pass without pixels is transparent. Blend modes that clear all outside the source still have to draw it.
        inPlace = tree.uses.dropLast().map { $0.bounds.isEmpty && !$0.reach.isEmpty ? .nothing : nil }
    }

    /// The pixels of a pass that is shown in place.
    func picture(_ pass: PassIndex) -> Picture? {
        inPlace.indices.contains(pass.rawValue) ? inPlace[pass.rawValue] : nil
    }
}

/// The colours of an op at each pixel, without coverage, tint and opacity: a program and its textures. Its parameters
/// are `DrawingState.numbers`; they count pixels from the first pixel of the area that is drawn.
struct Ink {
    var program: Program
    /// The textures beside masks and parameters.
    var textures = SIMD4<UInt32>.zero
    /// Multiplies the program's colours.
    var color = SIMD4<Float>.one
    /// The features that the ink needs of the program.
    var features: Features = []
    /// Whether the program draws an alpha of 1 everywhere.
    var isOpaque = false
}

/// Draws the ops of a pass into the current target.
struct PassPainter {
    let state: DrawingState
    let shown: ShownPasses
    /// The clips that ops refer to.
    let clips: [Clip]
    /// The pixels outside which nothing is drawn.
    let scissor: DeviceRect
    private let covers: ClipCovers

    init(_ state: DrawingState, _ shown: ShownPasses, _ clips: [Clip], _ scissor: DeviceRect) {
        (self.state, self.shown, self.clips, self.scissor) = (state, shown, clips, scissor)
        covers = state.covers.take(clips, scissor, state)
    }

    /// Gives back the memory of the clips' covers. The painter must not draw after it.
    func end() { state.covers.give(covers) }

    /// Draws an op.
    func draw(_ op: DrawOp, at address: OpAddress) throws(GLRefusal) {
        var area = op.bounds.intersection(scissor)
        guard !area.isEmpty, op.opacity > 0 else { return }
        state.numbers.begin()
        let clip = covers.cover(of: op.clip)
        if let clip { area = area.intersection(clip.bounds) }
        guard !area.isEmpty else { return }
        let part = Part(area: area, clip: clip)
        switch op.content {
        case .fill(let shape, let color): try fill(shape, color, op, in: part)
        case .border(let shape, let width, let color): try border(shape, width, color, op, in: part)
        case .path(let draw, let color): try path(draw, color, op, in: part)
        case .gradient(let shape, let draw): try gradient(shape, draw, op, in: part)
        case .image(let draw): try image(draw, op, in: part)
        case .shadow(let draw, let color): try shadow(draw, color, op, in: part)
        case .blur(_, let color): try blur(color, op, address, in: part)
        case .softened: try soften(op, address, in: part)
        case .sprites(let draw): try sprites(draw, op, in: part)
        case .instances(let draw): try instances(draw, op, in: area)
        case .pass(let index, let mask): try pass(index, mask, op, address, in: part)
        case .filtered(let index, let kind): try filter(index, kind, op, in: part)
        case .dissolve(let from, let to, let fraction): try dissolve(from, to, fraction, op, in: part)
        case .warp(let draw): try warp(draw, op, address, in: part)
        case .rasterized: try rasterized(op, address, in: part)
        }
    }

    /// The pixels that an op is drawn into.
    struct Part {
        /// The pixels that it may change.
        var area: DeviceRect
        /// The clips' cover of them; nil without a clip.
        var clip: ClipCover?
    }

    /// Draws an ink in a shape, with the op's tint, opacity, clips and blend mode.
    func paint(_ ink: Ink, _ shape: Shape, _ op: DrawOp, in part: Part) throws(GLRefusal) {
        let factor = op.factor
        let isClipped = part.clip.map { !$0.bytes.isEmpty || !$0.quadrilaterals.isEmpty } ?? false
        if let blend = op.blend.fixed(isClipped: isClipped) {
            var ink = ink
            ink.color *= factor
            try emit(ink, shape, op.edges, in: part, blend: blend)
            return
        }
        // The blend shader reads two textures: the op by itself, and the pixels below it.
        let drawn = try state.pool.take(.words, width: part.area.width, height: part.area.height)
        try state.aside(drawn, part.area) { () throws(GLRefusal) in
            try emit(ink, shape, op.edges, in: Part(area: part.area))
        }
        let under = try state.copy(part.area)
        state.numbers.begin()
        state.numbers.add(Picture(texture: drawn, box: part.area), from: part.area)
        state.numbers.add(SIMD4(Float(op.blend.rawValue), 0, 0, 0))
        let blended = Ink(program: .blend, textures: SIMD4(drawn.name, under.name, 0, 0), color: factor)
        try emit(blended, .everything, .soft, in: part, blend: .replace)
        try state.flush()
        state.pool.give(drawn)
        state.pool.give(under)
    }

    /// Adds an ink's instances: rectangles, cut by the coverage of the shape and the clips.
    ///
    /// Pixels that are covered wholly with an opaque colour are added as opaque instances, too, so that no shape behind
    /// them is drawn there.
    func emit(
        _ ink: Ink, _ shape: Shape, _ edges: EdgeMode, in part: Part, blend: GLContext.Blend = .sourceOver,
        order: DrawingOrder = .inOrder
    ) throws(GLRefusal) {
        let area = part.area
        var cover = ShapeCover(state.quadrilaterals, from: area)
        if let clip = part.clip {
            for index in clip.quadrilaterals.indices { cover.add(clip.quadrilaterals[index]) }
        }
        let isClipped = !cover.isEmpty
        // The shape's own quadrilateral, and one that lies wholly inside the shape, unless the shape covers all of the
        // area.
        var (needsMask, own, inside) = (true, Quadrilateral?.none, Quadrilateral?.none)
        switch shape {
        case .everything: needsMask = false
        case .rectangle(let rect, let transform):
            if rect.isEmpty { return }
            if edges == .soft, let quadrilateral = Quadrilateral(rect, transform, near: area) {
                needsMask = false
                if !quadrilateral.contains(area) {
                    (own, inside) = (quadrilateral, quadrilateral)
                    cover.add(quadrilateral)
                }
            }
        case .rounded(let rounded, let transform, _):
            if edges == .soft, part.clip?.bytes.isEmpty ?? true,
                let shape = RoundedQuadrilateral(rounded, transform, near: area)
            {
                needsMask = false
                (own, inside) = (shape.outer, shape.inner)
                cover.add(shape)
            }
        case .path, .ring: break
        }
        let isOpaque = ink.isOpaque && ink.color.w >= 1 && blend == .sourceOver && !isClipped
        let key = Batch.Key(program: ink.program, blend: blend, textures: ink.textures)
        var writer = InstanceWriter(state, key, ink, cover, base: area, order: order)
        if !needsMask, part.clip?.bytes.isEmpty ?? true {
            guard let own else {
                try writer.add(area, isOpaque: isOpaque && Self.isLarge(area))
                return
            }
            // Pixels outside of the area may belong to others. Where the target ends, they are cut off anyway;
            // elsewhere the quadrilateral is cut first.
            let isWhole = state.reach.map { area.contains(own.bounds.intersection($0)) } ?? area.contains(own.bounds)
            // First the opaque inside, then the whole shape. Its inside has the same depth, so the depth test leaves
            // the inside out.
            if isOpaque, let inside {
                if let level = inside.level {
                    let inner = DeviceRect(
                        minX: Int(level.min.x.rounded(.up)), minY: Int(level.min.y.rounded(.up)),
                        maxX: Int(level.max.x.rounded(.down)), maxY: Int(level.max.y.rounded(.down))
                    ).intersection(area)
                    if Self.isLarge(inner) { try writer.add(inner, isOpaque: true) }
                } else if Self.isLarge(inside.bounds.intersection(area)), let inner = inside.covered {
                    try writer.add(inner, in: area, isCut: !isWhole, isOpaque: true)
                }
            }
            if own.level == nil, let outer = own.touched {
                try writer.add(outer, in: area, isCut: !isWhole, isOpaque: false)
            } else {
                try writer.add(area, isOpaque: false)
            }
            return
        }
        let tiles = state.tiles
        tiles.write(needsMask ? shape : .everything, edges, in: area, with: state.cover)
        part.clip?.multiply(&tiles.bytes, in: area)
        try tiles.forEach { (rect, isFull, start) throws(GLRefusal) in
            if isFull {
                try writer.add(rect, isOpaque: isOpaque && own == nil && Self.isLarge(rect))
            } else {
                try writer.add(rect, mask: tiles.bytes, start: start, stride: area.width)
            }
        }
    }

    /// Whether a rectangle is large enough that drawing its opaque pixels separately saves time.
    private static func isLarge(_ rect: DeviceRect) -> Bool { rect.width >= 8 && rect.height >= 8 }
}

/// The coverage of an op beside its mask: one axis-aligned rectangle, which shaders are quick with, and quadrilaterals.
/// The shaders read both as parameters from a list.
private struct ShapeCover {
    private let numbers: NumberList
    private let base: DeviceRect
    private var hasLevel = false, hasRound = false
    private var count = 0

    /// Begins with a rectangle that covers everything.
    init(_ numbers: NumberList, from base: DeviceRect) {
        (self.numbers, self.base) = (numbers, base)
        numbers.begin()
        numbers.add(SIMD4(-1e6, -1e6, 1e6, 1e6))
    }

    var isEmpty: Bool { !hasLevel && !hasRound && count == 0 }

    /// Cost in units of one quadrilateral that is not axis-aligned; a rounded rectangle costs half. The shader reads
    /// this number.
    var number: Float { Float(count) + (hasRound ? 0.5 : 0) }

    /// The features that the coverage needs of the program.
    var features: Features {
        var features: Features = hasLevel ? .level : []
        if hasRound { features.insert(.round) }
        if count > 0 { features.insert(.quadrilateral) }
        if count > 1 { features.insert(.quadrilaterals) }
        return features
    }

    /// Adds a quadrilateral. The first axis-aligned one becomes the rectangle.
    mutating func add(_ quadrilateral: Quadrilateral) {
        if !hasLevel, let level = quadrilateral.level {
            let origin = Point(Double(base.minX), Double(base.minY))
            let (low, high) = (level.min - origin, level.max - origin)
            numbers[0] = SIMD4(Float(low.x), Float(low.y), Float(high.x), Float(high.y))
            hasLevel = true
        } else {
            numbers.add(quadrilateral, from: base)
            count += 1
        }
    }

    /// Adds a rounded quadrilateral. It has to be the last.
    mutating func add(_ shape: RoundedQuadrilateral) {
        let center = shape.center - Point(Double(base.minX), Double(base.minY))
        numbers.add(SIMD4(Float(center.x), Float(center.y), Float(shape.side.x), Float(shape.side.y)))
        numbers.add(SIMD4(Float(shape.reach.x), Float(shape.reach.y), Float(shape.radius), 0))
        hasRound = true
    }
}

/// Adds the instances of one op.
private struct InstanceWriter {
    private let state: DrawingState
    private let key: Batch.Key
    private let ink: Ink
    private let cover: ShapeCover
    private let base: DeviceRect
    private let order: DrawingOrder
    /// The index of the op's parameters in the table, valid while the state has this epoch.
    private var first = 0, epoch = -1

    init(
        _ state: DrawingState, _ key: Batch.Key, _ ink: Ink, _ cover: ShapeCover, base: DeviceRect, order: DrawingOrder
    ) {
        (self.state, self.key, self.ink, self.cover) = (state, key, ink, cover)
        (self.base, self.order) = (base, order)
        state.beginShape()
    }

    /// Adds a rectangle without a mask.
    ///
    /// - Parameter isOpaque: whether an opaque colour covers all of the rectangle.
    mutating func add(_ rect: DeviceRect, isOpaque: Bool) throws(GLRefusal) {
        try refer()
        add(Instance(rect), rect, mask: nil, isOpaque: isOpaque)
    }

    /// Adds a quadrilateral without a mask.
    ///
    /// - Parameters:
    ///   - rect: contains all pixels of the quadrilateral that are drawn.
    ///   - isCut: whether the quadrilateral may reach beyond `rect`, and so is cut there.
    mutating func add(
        _ corners: (Point, Point, Point, Point), in rect: DeviceRect, isCut: Bool, isOpaque: Bool
    ) throws(GLRefusal) {
        let like = Instance(rect)
        if !isCut {
            try refer()
            return add(Instance(corners, like: like), rect, mask: nil, isOpaque: isOpaque)
        }
        let polygon = ConvexPolygon(corners, within: rect)
        for index in 0..<polygon.quadrilateralCount {
            try refer()
            add(Instance(polygon.quadrilateral(index), like: like), rect, mask: nil, isOpaque: isOpaque)
        }
    }

    /// Adds a rectangle with a mask. A mask that is wider than the free squares of an atlas row is added in parts.
    mutating func add(_ rect: DeviceRect, mask bytes: [UInt8], start: Int, stride: Int) throws(GLRefusal) {
        var x = 0
        while x < rect.width {
            try refer()
            let written = state.masks.append(
                bytes, start: start + x, stride: stride, width: rect.width - x, height: rect.height)
            if written.width == 0 {
                try state.flush()
                continue
            }
            var part = rect
            part.minX += x
            part.maxX = part.minX + written.width
            add(Instance(part), part, mask: (written.x, written.y), isOpaque: false)
            x += written.width
        }
    }

    /// Makes sure that the op's parameters are in the table.
    private mutating func refer() throws(GLRefusal) {
        if state.isFull { try state.flush() }
        if epoch == state.epoch { return }
        let count = state.quadrilaterals.values.count + state.numbers.values.count
        if count > state.parameters.room { try state.flush() }
        guard count <= state.parameters.room else { throw GLRefusal(reason: "an op has \(count) parameters") }
        first = state.parameters.append(state.quadrilaterals)
        _ = state.parameters.append(state.numbers)
        epoch = state.epoch
    }

    private func add(_ shape: Instance, _ rect: DeviceRect, mask: (x: Int, y: Int)?, isOpaque: Bool) {
        var instance = shape
        var features = ink.features
        instance.color = ink.color
        instance.data = SIMD4(
            Float(first + state.quadrilaterals.values.count), Float(base.minX), Float(base.minY), 0)
        if isOpaque { return state.add(instance, rect, key.replacing, features, order: .anyTime) }
        instance.cover = SIMD4(Float(mask?.x ?? -1), Float(mask?.y ?? -1), Float(first), cover.number)
        features.formUnion(cover.features)
        if mask != nil { features.insert(.mask) }
        state.add(instance, rect, key, features, order: order)
    }
}

extension Batch.Key {
    /// The key without blending.
    fileprivate var replacing: Batch.Key {
        var key = self
        key.blend = .replace
        return key
    }
}

extension DrawOp {
    /// The product of tint and opacity, by which the op's colours are multiplied.
    var factor: SIMD4<Float> {
        let opacity = min(self.opacity, 1)
        return SIMD4(SIMD4<Double>(tint.factors, 1) * opacity)
    }
}

extension SIMD4<Float> {
    /// A straight colour, premultiplied.
    init(_ color: PixelColor) {
        let alpha = color.alpha
        self.init(SIMD4<Double>(color.red * alpha, color.green * alpha, color.blue * alpha, alpha))
    }

    /// A column of a 3 x 3 matrix.
    init(_ x: Double, _ y: Double, _ z: Double) { self.init(Float(x), Float(y), Float(z), 0) }
}
