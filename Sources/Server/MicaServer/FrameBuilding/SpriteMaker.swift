import MicaBase
import MicaFrame
import MicaWire
import MicaWorkers
import Synchronization

/// The common look of a group's particles: their image, and half of its size in points.
struct SpriteLook: Sendable {
    var image: UInt32
    var halfWidth: Double, halfHeight: Double

    /// The look of a cell's contents, whose image is added to the list; nil if it is not visible.
    init?(_ contents: ContentsState, _ images: inout [SpriteImage]) {
        guard let image = SpriteImage(contents) else { return nil }
        let scale = contents.scale > 0 ? contents.scale : 1
        (halfWidth, halfHeight) = (image.source.width / scale / 2, image.source.height / scale / 2)
        let index = images.firstIndex(of: image) ?? images.count
        if index == images.count { images.append(image) }
        self.image = UInt32(index)
    }
}

/// Moves particles of an emitter and makes sprites of them, in parts.
struct SpriteMaker: Sendable {
    /// The sort key of sprites.
    enum Key: Sendable { case none, depth, age }

    var groups: [ParticleGroup]
    /// The look of each group.
    var looks: [SpriteLook?]
    var map: SpriteMap
    var keys: Key
    var laneCount: Int

    /// The sprites of the particles of some lanes, in order.
    func make(_ lanes: Range<Int>, into part: inout SpritePart) {
        var bounds = DeviceRect.empty, area = 0
        for (group, look) in zip(groups, looks) {
            guard let look, group.lanes.overlaps(lanes) else { continue }
            group.forEachBlock(in: lanes, &part.block) { block in
                for lane in block where lane.isAlive != .zero {
                    for slot in 0..<8 where lane.isAlive[slot] != 0 {
                        guard let sprite = map.sprite(lane, slot, look) else { continue }
                        let touched = sprite.bounds.intersection(map.scissor)
                        bounds = bounds.union(touched)
                        area += touched.width * touched.height
                        part.sprites.append(sprite)
                        switch keys {
                        case .none: break
                        case .depth: part.keys.append(lane.z[slot])
                        case .age: part.keys.append(lane.age[slot])
                        }
                    }
                }
            }
        }
        (part.bounds, part.area) = (bounds, area)
    }
}

/// One thread's part of an emitter's sprites, and its memory.
struct SpritePart: Sendable {
    var sprites: [Sprite] = []
    var keys: [Float] = []
    /// The pixels that the sprites cover, and their number, overlaps included.
    var bounds = DeviceRect.empty
    var area = 0
    /// A block of particles to make sprites of.
    var block: [ParticleLane] = []
}

/// The threads that sprites are made on.
struct SpriteThreads {
    private let pool: WorkerPool
    private let parts: [Part]

    /// Fewer lanes than this stay on one thread: waking others would take longer.
    static let leastLanes = 256

    private final class Part: Sendable {
        let value = Mutex(SpritePart())
    }

    init(_ pool: WorkerPool) {
        self.pool = pool
        parts = (0..<pool.workers).map { _ in Part() }
    }

    /// Makes the sprites of all particles, in order, on all threads if there are many.
    ///
    /// - Returns: the pixels that they cover, and their number, overlaps included.
    func make(
        _ maker: SpriteMaker, into sprites: inout [Sprite], keys: inout [Float]
    ) -> (bounds: DeviceRect, area: Int) {
        let count = maker.laneCount < Self.leastLanes ? 1 : parts.count
        if count > 1 {
            pool.run { [parts] worker in
                let lanes = worker * maker.laneCount / count..<(worker + 1) * maker.laneCount / count
                parts[worker].value.withLock { maker.make(lanes, into: &$0) }
            }
        } else {
            parts[0].value.withLock { part in
                // Written directly into the final lists.
                swap(&part.sprites, &sprites)
                swap(&part.keys, &keys)
                maker.make(0..<maker.laneCount, into: &part)
                swap(&part.sprites, &sprites)
                swap(&part.keys, &keys)
            }
            return parts[0].value.withLock { ($0.bounds, $0.area) }
        }
        var bounds = DeviceRect.empty, area = 0
        for part in parts {
            part.value.withLock { part in
                bounds = bounds.union(part.bounds)
                area += part.area
                sprites += part.sprites
                keys += part.keys
                part.sprites.removeAll(keepingCapacity: true)
                part.keys.removeAll(keepingCapacity: true)
            }
        }
        return (bounds, area)
    }
}

extension SpriteImage {
    /// The image of a cell; nil if it is not visible.
    init?(_ contents: ContentsState) {
        guard let image = contents.image, image.width > 0, image.height > 0 else { return nil }
        let (w, h) = (Double(image.width), Double(image.height))
        let r = contents.rect.standardized
        let source = LocalRect(
            minX: max(0, Double(r.minX)) * w, minY: max(0, Double(r.minY)) * h, maxX: min(1, Double(r.maxX)) * w,
            maxY: min(1, Double(r.maxY)) * h)
        guard !source.isEmpty else { return nil }
        self.init(
            image: image, source: source, isNearestSmall: contents.minificationFilter == .nearest,
            isNearestLarge: contents.magnificationFilter == .nearest,
            bias: Int(max(-16, min(16, contents.minificationFilterBias)).rounded()))
    }
}

/// The mapping from particles of a layer to sprites.
struct SpriteMap: Sendable {
    private let plane: Homography
    /// The change of a point's homogeneous coordinates for a step along z.
    private let depth: SIMD3<Double>
    private let isAffine: Bool
    private let upright: Double
    /// The visible pixels.
    let scissor: DeviceRect
    private let keepsDepth: Bool

    init(_ plane: LayerPlane, scissor: DeviceRect, keepsDepth: Bool) {
        self.keepsDepth = keepsDepth
        self.plane = plane.toDevice
        depth = plane.depth
        isAffine = plane.toDevice.isAffine
        // Images stay upright where y grows upwards.
        upright = plane.isFlipped ? -1 : 1
        self.scissor = scissor
    }

    /// The sprite of a particle; nil if it is not visible.
    @inline(__always)
    func sprite(_ lane: ParticleLane, _ slot: Int, _ look: SpriteLook) -> Sprite? {
        let color = lane.color[slot]
        // Transparent particles add nothing: skip them.
        if color == 0 { return nil }
        let (x, y) = (Double(lane.x[slot]), Double(lane.y[slot]))
        let (cosine, sine) = (Double(lane.cosine[slot]), Double(lane.sine[slot]))
        var (a, b, c, d) = (plane.a, plane.b, plane.c, plane.d)
        var centerX = a * x + c * y + plane.tx, centerY = b * x + d * y + plane.ty
        if !isAffine || keepsDepth {
            var w = plane.p * x + plane.q * y + plane.w
            if keepsDepth {
                let z = Double(lane.z[slot])
                centerX += depth.x * z
                centerY += depth.y * z
                w += depth.z * z
            }
            guard w > Homography.nearPlane else { return nil }
            centerX /= w
            centerY /= w
            // The plane about the sprite's centre, as if there were no perspective within it.
            (a, b) = ((a - centerX * plane.p) / w, (b - centerY * plane.p) / w)
            (c, d) = ((c - centerX * plane.q) / w, (d - centerY * plane.q) / w)
        }
        let (rightX, rightY) = ((a * cosine + c * sine) * look.halfWidth, (b * cosine + d * sine) * look.halfWidth)
        let down = look.halfHeight * upright
        let (downX, downY) = ((c * cosine - a * sine) * down, (d * cosine - b * sine) * down)
        let (reachX, reachY) = (abs(rightX) + abs(downX) + 0.5, abs(rightY) + abs(downY) + 0.5)
        // Also false for NaN.
        guard reachX < 65_536, reachY < 65_536, centerX - reachX < Double(scissor.maxX),
            centerY - reachY < Double(scissor.maxY), centerX + reachX > Double(scissor.minX),
            centerY + reachY > Double(scissor.minY)
        else { return nil }
        return Sprite(
            x: snapped(centerX), y: snapped(centerY), rightX: Float(rightX), rightY: Float(rightY), downX: Float(downX),
            downY: Float(downY), color: components(of: color), image: look.image)
    }

    /// A coordinate of a centre to the nearest 256th of a pixel, which a Float has exactly within 65,536 pixels of the
    /// origin.
    @inline(__always)  // Twice a particle.
    private func snapped(_ v: Double) -> Float { Float((v * 256).rounded() / 256) }

    /// The components of a premultiplied word.
    @inline(__always)  // Once a particle.
    private func components(of word: UInt32) -> SIMD4<Float> {
        SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: SIMD4(word >> 16, word >> 8, word, word >> 24) & 255)) * (1 / 255)
    }
}
