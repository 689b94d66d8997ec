import MicaBase
import MicaFrame

/// The blurred alpha of a pass.
struct BlurredMask {
    /// The pixels of the mask.
    var bounds: DeviceRect
    /// A byte for each of these pixels, row by row.
    var alpha: [UInt8]
}

/// The pixels of a pass.
struct PassPicture {
    /// The position of the pixels.
    var bounds: DeviceRect
    var bitmap: Bitmap
}

/// A task of a frame's graph, done on one of the threads.
struct OffscreenWork: Sendable {
    let task: FrameGraph.Task
    /// The op that shows the task's pass.
    fileprivate let content: DrawOp.Content?
    /// All pixels of the pass.
    fileprivate let all: DeviceRect
    /// The pixels of the task's pass.
    let source: Bitmap
    fileprivate private(set) var alpha: [UInt8] = []
    fileprivate private(set) var cells: BlurredCells?
    fileprivate private(set) var picture: BlurredPicture?

    init(_ task: FrameGraph.Task, of frame: Frame, _ source: Bitmap) {
        (self.task, self.source) = (task, source)
        (content, all) = (task.content(in: frame), frame.passes[task.pass].bounds)
    }

    /// Blurs the source, if the op asks for a blur.
    mutating func run(_ memory: inout BlurMemory) {
        switch content {
        case .blur(let draw, _) where draw.cacheKey(all) == nil:
            alpha = draw.alpha(of: source, at: task.source, in: task.result, &memory)
        case .blur(let draw, _):
            let around = task.source == all ? nil : draw.sourceRect(of: task.result)
            cells = draw.cells(of: source, at: task.source, around: around, &memory)
        case .softened(let draw): picture = draw.picture(of: source, at: task.source, in: task.result)
        default: break
        }
    }
}

/// The results of the tasks of a frame's graph, by the op that shows each.
///
/// Only the pixels that the damage needs are made. A mask's bytes do not depend on how many those are.
struct OffscreenResults {
    private var masks: [OpAddress: BlurredMask] = [:]
    private var cells: [OpAddress: (cells: BlurredCells, wanted: DeviceRect)] = [:]
    private var pictures: [OpAddress: BlurredPicture] = [:]
    private var sources: [OpAddress: PassPicture] = [:]
    private var rasterized: [OpAddress: ImageResource] = [:]

    /// The mask of a blur; nil if the frame does not need it.
    subscript(address: OpAddress) -> BlurredMask? { masks[address] }

    /// The blurred cells of an op, moved to their position, and the pixels that are needed; nil when none are.
    func cells(_ address: OpAddress, of draw: BlurDraw) -> (cells: MovedCells, wanted: DeviceRect)? {
        guard let (cells, wanted) = cells[address] else { return nil }
        let moved = MovedCells(cells, draw)
        return (moved, moved.bounds.intersection(wanted))
    }

    /// The blurred picture of an op; nil if the frame does not need it.
    func picture(_ address: OpAddress) -> BlurredPicture? { pictures[address] }

    /// The pixels of the pass that a warp bends; nil when none are needed.
    func source(_ address: OpAddress) -> PassPicture? { sources[address] }

    /// The picture of a rasterized layer; nil if the frame does not need it.
    func rasterized(_ address: OpAddress) -> ImageResource? { rasterized[address] }

    /// Takes a task's result from a cache; false if it is not cached. A task whose result will be cached draws all of
    /// its pass.
    mutating func take(
        _ task: inout FrameGraph.Task, of frame: Frame, _ cached: PassCache<ImageResource>,
        _ blurs: PassCache<BlurredCells>
    ) -> Bool {
        switch task.content(in: frame) {
        case .rasterized(let draw):
            guard let image = cached.value(of: draw.owner, draw.pass, in: frame) else { return false }
            rasterized[task.op] = image
        case .blur(let draw, _):
            let all = frame.passes[task.pass].bounds
            guard let key = draw.cacheKey(all) else { return false }
            // A small part is not cached: changes there in every frame would cost more.
            if 2 * task.source.width * task.source.height >= all.width * all.height { task.source = all }
            guard let made = blurs.value(of: key, draw.pass, in: frame, deviation: draw.deviation) else { return false }
            cells[task.op] = (made, task.result)
        default: return false
        }
        return true
    }

    /// Takes the result of a task.
    mutating func take(
        _ work: OffscreenWork, of frame: Frame, _ cached: PassCache<ImageResource>, _ blurs: PassCache<BlurredCells>
    ) {
        let task = work.task
        switch work.content {
        case .blur(let draw, _):
            guard let made = work.cells else {
                masks[task.op] = BlurredMask(bounds: task.result, alpha: work.alpha)
                return
            }
            if task.source == work.all, let key = draw.cacheKey(work.all) {
                blurs.keep(made, bytes: made.bytes, for: key, draw.pass, in: frame, deviation: draw.deviation)
            }
            cells[task.op] = (made, task.result)
        case .rasterized(let draw):
            let image = ImageResource(bitmap: work.source)
            let bytes = image.width * image.height * MemoryLayout<UInt32>.stride
            cached.keep(image, bytes: bytes, for: draw.owner, draw.pass, in: frame)
            rasterized[task.op] = image
        case .softened: pictures[task.op] = work.picture
        case .warp: sources[task.op] = PassPicture(bounds: task.source, bitmap: work.source)
        default: break
        }
    }
}

extension BlurDraw {
    /// The key of its cached cells; nil if they are not cached: the pass is too large to be blurred as a whole, or too
    /// far from the origin for its cells to be counted.
    fileprivate func cacheKey(_ pass: DeviceRect) -> UInt64? {
        CompositorTraits.CachedBlurs.usual.hasRoom(for: pass) && abs(pass.minX) < 1 << 24 && abs(pass.minY) < 1 << 24
            ? owner : nil
    }

    /// The pixels of the pass that lie under some pixels of the result, without the blur.
    fileprivate func sourceRect(of result: DeviceRect) -> DeviceRect {
        let (low, high) = ((-shift).rounded(.down), (-shift).rounded(.up))
        return DeviceRect(
            minX: result.minX + Int(low.x), minY: result.minY + Int(low.y), maxX: result.maxX + Int(high.x),
            maxY: result.maxY + Int(high.y))
    }
}
