import Foundation
import MicaFrame
import MicaWire
import MicaWorkers

/// Paints the particles of emitter layers and keeps their simulations from frame to frame.
///
/// All emitters of a frame share one limit of particles and one limit of the pixels that particles cover.
struct ParticlePainter {
    private struct Entry {
        var simulation = EmitterSimulation()
        var lastFrame = 0
    }

    /// The emitters that were painted, by layer.
    private var simulations: [LayerID: Entry] = [:]
    // Reused memory for making and sorting sprites.
    private var spare: [[Sprite]] = []
    private var order: [(key: Float, index: Int32)] = []
    private var sorter = StableSorter<(key: Float, index: Int32)>()
    private var unordered: [Sprite] = []
    private var keys: [Float] = []
    private let threads: SpriteThreads
    /// The emitters with particles beyond the limits.
    private(set) var overBudget: Set<LayerID> = []
    private var frame = 0
    /// The rest of the frame's limits of top-level particles and of covered pixels.
    private var particlesLeft = 0, pixelsLeft = 0
    /// The number of emitters that are not painted yet in this frame.
    private var waiting = 0

    init(workers: WorkerPool) { threads = SpriteThreads(workers) }

    /// The limit of top-level particles in a frame: more than one a pixel cannot be distinguished.
    ///
    /// A particle takes about 3 microseconds, so that the smallest limit is drawn within a second.
    static func particleLimit(pixels: Int) -> Int { max(1 << 18, min(2 * EmitterSimulation.particleLimit, pixels)) }

    /// The limit of pixels that the particles of a frame cover, overlaps included: a few hundred times the surface.
    static func pixelLimit(pixels: Int) -> Int { max(1 << 27, pixels << 8) }

    /// Begins a frame with a number of pixels and emitters, and removes emitters that have not been painted for a
    /// while.
    mutating func beginFrame(pixels: Int, emitters: Int) {
        frame += 1
        (particlesLeft, pixelsLeft) = (Self.particleLimit(pixels: pixels), Self.pixelLimit(pixels: pixels))
        waiting = emitters
        guard frame % 256 == 0, !simulations.isEmpty else { return }
        simulations = simulations.filter { $0.value.lastFrame > frame - 256 }
    }

    /// The simulation of an emitter, and its share of the limits: the rest is divided among the emitters that are not
    /// painted yet, so that they can use an unused share.
    private mutating func simulation(
        of layer: LayerID
    ) -> (simulation: EmitterSimulation, particles: Int, pixels: Int) {
        let sharers = max(1, waiting)
        if simulations[layer]?.lastFrame != frame { waiting -= 1 }
        simulations[layer, default: Entry()].lastFrame = frame
        return (simulations[layer, default: Entry()].simulation, particlesLeft / sharers, pixelsLeft / sharers)
    }

    /// Subtracts the part of its share that an emitter used.
    private mutating func spend(particles: Int, pixels: Int) {
        particlesLeft -= min(particlesLeft, particles)
        pixelsLeft -= min(pixelsLeft, pixels)
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

    // MARK: Painting

    /// Paints the particles of an emitter layer.
    ///
    /// Additive particles are added to each other in a transparent group, alpha included, and the group is drawn over
    /// its backdrop. With `preservesDepth` there is no group, because the layer has no plane of its own to flatten them
    /// into: they are added to the backdrop. *Source*: recordings of two programs in the simulator of iOS 10
    /// (Tests/Recordings: on a white view overlapping orange stars go to yellow); for `preservesDepth` argued from
    /// CAEmitterLayer.h.
    mutating func paint(
        _ slot: Slot, _ tree: RenderTree, _ scene: SceneEvaluation, _ around: PaintContext, _ ops: inout OpList
    ) {
        guard let id = tree.ids[slot.at], let history = tree.emitters[id] else { return }
        let (simulation, particleShare, pixelShare) = simulation(of: id)
        simulation.move(to: scene.time(of: slot), history, limit: particleShare)
        if simulation.isOverBudget { overBudget.insert(id) }
        let state = scene.states[slot.at]
        let mode = state.emitter.renderMode
        let sorts = mode == .backToFront || (mode == .oldestFirst && simulation.groups.count > 1) || mode == .oldestLast
        var images: [SpriteImage] = []
        let looks = simulation.groups.map { SpriteLook($0.contents, &images) }
        let maker = SpriteMaker(
            groups: simulation.groups, looks: looks,
            map: SpriteMap(
                around.plane, scissor: around.scissor, keepsDepth: state.flags.contains(.preservesDepth)),
            keys: !sorts ? .none : mode == .backToFront ? .depth : .age, laneCount: simulation.laneCount)
        var sprites = spare.popLast() ?? []
        keys.removeAll(keepingCapacity: true)
        let (touched, area) = threads.make(maker, into: &sprites, keys: &keys)
        if sorts { sort(&sprites, descending: mode == .oldestFirst) }
        if area > pixelShare {
            thin(&sprites, to: pixelShare, of: area)
            overBudget.insert(id)
        }
        spend(particles: simulation.made, pixels: min(area, pixelShare))
        let bounds = touched.intersection(around.scissor)
        guard !sprites.isEmpty, !bounds.isEmpty else {
            sprites.removeAll(keepingCapacity: true)
            spare.append(sprites)
            return
        }
        let draw = SpriteDraw(images: images, sprites: sprites, isAdditive: mode == .additive)
        guard mode == .additive, !state.flags.contains(.preservesDepth) else {
            return ops.add(.sprites(draw), .identity, bounds, around)
        }
        let first = ops.count
        var group = around
        (group.clip, group.opacity, group.start, group.isIsolated, group.isTracked) = (nil, 1, first, true, false)
        ops.add(.sprites(draw), .identity, bounds, group)
        ops.show(ops.pass(from: first), clip: around.clip, opacity: around.opacity)
    }

    /// Drops sprites evenly until the rest cover at most a number of pixels.
    private func thin(_ sprites: inout [Sprite], to limit: Int, of area: Int) {
        let step = limit > 0 ? (area + limit - 1) / limit : Int.max
        var index = 0
        sprites.removeAll { _ in
            defer { index += 1 }
            return index % step != 0 || limit <= 0
        }
    }

    private mutating func sort(_ sprites: inout [Sprite], descending: Bool) {
        order.removeAll(keepingCapacity: true)
        for (index, key) in keys.enumerated() {
            order.append((descending ? -key : key, Int32(index)))
        }
        sorter.sort(&order) { ($0.key, $0.index) < ($1.key, $1.index) }
        swap(&sprites, &unordered)
        sprites.removeAll(keepingCapacity: true)
        for entry in order { sprites.append(unordered[Int(entry.index)]) }
    }
}
