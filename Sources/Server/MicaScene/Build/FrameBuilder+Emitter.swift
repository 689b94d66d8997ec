import Foundation
import MicaFrame
import MicaParticles
import MicaRaster
import MicaWire

/// The simulations of emitters, and the memory that their sprites are made in.
struct EmitterDrawing {
    /// The emitters that were drawn, by layer.
    fileprivate var simulations: [LayerID: Entry] = [:]
    /// Arrays of frames that are over.
    fileprivate var spare: [[Sprite]] = []
    fileprivate var order: [(key: Float, place: Int32)] = []
    fileprivate var unordered: [Sprite] = []
    fileprivate var keys: [Float] = []
    /// The emitters of which not all particles were made.
    var overBudget: Set<LayerID> = []
    private var frame = 0

    fileprivate struct Entry {
        var simulation = EmitterSimulation()
        var lastFrame = 0
    }

    /// Counts a frame, and lets go of emitters that were not drawn for long.
    mutating func beginFrame() {
        frame += 1
        guard frame % 256 == 0, !simulations.isEmpty else { return }
        simulations = simulations.filter { $0.value.lastFrame > frame - 256 }
    }

    fileprivate mutating func simulation(of layer: LayerID) -> EmitterSimulation {
        simulations[layer, default: Entry()].lastFrame = frame
        return simulations[layer, default: Entry()].simulation
    }

    /// Takes the memory of ops that are no longer needed.
    mutating func reuse(_ ops: inout [DrawOp]) {
        guard !simulations.isEmpty else { return }
        for index in ops.indices {
            guard case .sprites(var draw) = ops[index].content, spare.count < 16 else { continue }
            ops[index].content = .pass(PassIndex(0), mask: nil)
            var sprites: [Sprite] = []
            swap(&sprites, &draw.sprites)
            sprites.removeAll(keepingCapacity: true)
            spare.append(sprites)
        }
    }
}

extension FrameBuilder {
    /// Draws the particles of an emitter layer.
    mutating func particles(_ slot: Slot, _ tree: RenderTree, _ scene: SceneEvaluation, _ around: Surroundings) {
        guard let id = tree.ids[slot.at], let history = tree.emitters[id] else { return }
        let simulation = emitters.simulation(of: id)
        simulation.move(to: scene.times[slot.at], history)
        if simulation.isOverBudget { emitters.overBudget.insert(id) }
        let state = scene.states[slot.at]
        let mode = state.emitter.renderMode
        var map = SpriteMap(around.plane, scissor: around.scissor)
        map.keepsDepth = state.flags.contains(.preservesDepth)
        var images: [SpriteImage] = []
        var sprites = emitters.spare.popLast() ?? []
        let sorts = mode == .backToFront || (mode == .oldestFirst && simulation.groups.count > 1) || mode == .oldestLast
        emitters.keys.removeAll(keepingCapacity: true)
        for group in simulation.groups {
            guard let image = SpriteImage(group.contents) else { continue }
            let scale = group.contents.scale > 0 ? group.contents.scale : 1
            map.halfWidth = image.source.width / scale / 2
            map.halfHeight = image.source.height / scale / 2
            let place = images.firstIndex(of: image) ?? images.count
            if place == images.count { images.append(image) }
            map.image = UInt32(place)
            for lane in simulation.lanes[group.lanes] where lane.isAlive != .zero {
                for slot in 0..<8 where lane.isAlive[slot] != 0 {
                    guard map.add(lane, slot, to: &sprites) else { continue }
                    if sorts { emitters.keys.append(mode == .backToFront ? lane.z[slot] : lane.age[slot]) }
                }
            }
        }
        if sorts { sort(&sprites, descending: mode == .oldestFirst) }
        let bounds = map.bounds.intersection(around.scissor)
        guard !sprites.isEmpty, !bounds.isEmpty else {
            sprites.removeAll(keepingCapacity: true)
            emitters.spare.append(sprites)
            return
        }
        add(
            .sprites(SpriteDraw(images: images, sprites: sprites, isAdditive: mode == .additive)), .identity, bounds,
            around)
    }

    private mutating func sort(_ sprites: inout [Sprite], descending: Bool) {
        emitters.order.removeAll(keepingCapacity: true)
        for (place, key) in emitters.keys.enumerated() {
            emitters.order.append((descending ? -key : key, Int32(place)))
        }
        emitters.order.sort { ($0.key, $0.place) < ($1.key, $1.place) }
        swap(&sprites, &emitters.unordered)
        sprites.removeAll(keepingCapacity: true)
        for entry in emitters.order { sprites.append(emitters.unordered[Int(entry.place)]) }
    }
}

extension SpriteImage {
    /// The image of a cell; nil when there is nothing to see of it.
    fileprivate init?(_ contents: ContentsState) {
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

/// How particles of a layer become sprites.
private struct SpriteMap {
    private let plane: Homography
    /// What a step along z adds to the three numbers of a point.
    private let depth: SIMD3<Double>
    private let isAffine: Bool
    private let upright: Double
    private let scissor: DeviceRect
    var keepsDepth = false
    var halfWidth = 0.0, halfHeight = 0.0
    var image: UInt32 = 0
    /// The pixels that sprites touch.
    var bounds = DeviceRect.empty

    init(_ plane: LayerPlane, scissor: DeviceRect) {
        self.plane = plane.toDevice
        depth = plane.depth
        isAffine = plane.toDevice.isAffine
        // Images stay upright where y grows upwards.
        upright = plane.isFlipped ? -1 : 1
        self.scissor = scissor
    }

    /// Adds the sprite of a particle; false when nothing of it is seen.
    mutating func add(_ lane: ParticleLane, _ slot: Int, to sprites: inout [Sprite]) -> Bool {
        let color = lane.color[slot]
        // Nothing is added by a colour of nothing.
        if color == 0 { return false }
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
            guard w > Homography.nearPlane else { return false }
            centerX /= w
            centerY /= w
            // The plane about the sprite's centre, as if there were no perspective within it.
            (a, b) = ((a - centerX * plane.p) / w, (b - centerY * plane.p) / w)
            (c, d) = ((c - centerX * plane.q) / w, (d - centerY * plane.q) / w)
        }
        let (rightX, rightY) = ((a * cosine + c * sine) * halfWidth, (b * cosine + d * sine) * halfWidth)
        let down = halfHeight * upright
        let (downX, downY) = ((c * cosine - a * sine) * down, (d * cosine - b * sine) * down)
        let (reachX, reachY) = (abs(rightX) + abs(downX) + 0.5, abs(rightY) + abs(downY) + 0.5)
        // Also false for what is no number.
        guard reachX < 65_536, reachY < 65_536, centerX - reachX < Double(scissor.maxX),
            centerY - reachY < Double(scissor.maxY), centerX + reachX > Double(scissor.minX),
            centerY + reachY > Double(scissor.minY)
        else { return false }
        let sprite = Sprite(
            x: Int32((centerX * 256).rounded()), y: Int32((centerY * 256).rounded()), rightX: Float(rightX),
            rightY: Float(rightY), downX: Float(downX), downY: Float(downY), color: color, image: image)
        bounds = bounds.union(sprite.bounds)
        sprites.append(sprite)
        return true
    }
}
