import MicaFrame
import MicaPixels
import MicaRaster
import MicaWire

/// The blurred alpha of a pass.
struct BlurredMask {
    /// The pixels that it is of.
    var bounds: DeviceRect
    /// A byte for each of them, row by row.
    var alpha: [UInt8]
}

/// The pixels of a pass.
struct PassPicture {
    /// Where they are.
    var bounds: DeviceRect
    /// The pixels.
    var bitmap: Bitmap
}

/// A task of a frame's graph that is being done on a thread.
struct OffscreenWork: Sendable {
    /// The task.
    let task: FrameGraph.Task
    /// What its pass shows.
    let source: Bitmap
    fileprivate private(set) var alpha: [UInt8] = []
    fileprivate private(set) var cells: BlurredCells?
    fileprivate private(set) var picture: BlurredPicture?

    /// Makes a picture of what the pass shows.
    init(_ task: FrameGraph.Task, _ source: Bitmap) {
        (self.task, self.source) = (task, source)
    }

    /// Does what has to be done with that.
    mutating func run(_ memory: inout BlurMemory) {
        switch task.target {
        case .blurred(let draw, .nothing): alpha = draw.alpha(of: source, at: task.source, in: task.result, &memory)
        case .blurred(let draw, let keeping):
            let around = keeping == .all ? nil : draw.sourceRect(of: task.result)
            cells = draw.cells(of: source, at: task.source, around: around, &memory)
        case .softened(let draw): picture = draw.picture(of: source, at: task.source, in: task.result)
        case .cached, .offscreen, .surface: break
        }
    }
}

/// What the tasks of a frame's graph came to, by the op that shows it.
///
/// Only what the damage wants is made; a mask's bytes do not depend on how much that is.
struct OffscreenResults: ~Copyable {
    private var masks: [OpAddress: BlurredMask] = [:]
    private var cells: [OpAddress: (cells: BlurredCells, wanted: DeviceRect)] = [:]
    private var pictures: [OpAddress: BlurredPicture] = [:]
    private var sources: [OpAddress: PassPicture] = [:]
    private var rasterized: [OpAddress: ImageResource] = [:]

    /// The mask of a blur; nil when none of it is wanted.
    subscript(address: OpAddress) -> BlurredMask? { masks[address] }

    /// The blurred cells of an op, moved to their place, and the pixels that they are for; nil when none is wanted.
    func cells(_ address: OpAddress, of draw: BlurDraw) -> (cells: MovedCells, wanted: DeviceRect)? {
        guard let (cells, wanted) = cells[address] else { return nil }
        let moved = MovedCells(cells, draw)
        return (moved, moved.bounds.intersection(wanted))
    }

    /// The blurred picture of an op; nil when none of it is wanted.
    func picture(_ address: OpAddress) -> BlurredPicture? { pictures[address] }

    /// The pixels of the pass that a warp bends; nil when they are not wanted.
    func source(_ address: OpAddress) -> PassPicture? { sources[address] }

    /// The raster of an op; nil when none of it is wanted.
    func rasterized(_ address: OpAddress) -> ImageResource? { rasterized[address] }

    /// Takes what a task would come to from what was kept; false where it is not there.
    mutating func take(
        _ task: FrameGraph.Task, of frame: Frame, _ cached: PassCache<ImageResource>, _ blurs: PassCache<BlurredCells>
    ) -> Bool {
        switch task.target {
        case .cached(let draw):
            guard let image = cached.value(of: draw.owner, draw.pass, in: frame) else { return false }
            rasterized[task.op] = image
        case .blurred(let draw, let keeping):
            guard keeping != .nothing, let owner = draw.owner,
                let made = blurs.value(of: owner, draw.pass, in: frame, deviation: draw.deviation)
            else { return false }
            cells[task.op] = (made, task.result)
        default: return false
        }
        return true
    }

    /// Takes what a task came to.
    mutating func take(
        _ work: borrowing OffscreenWork, of frame: Frame, _ cached: PassCache<ImageResource>,
        _ blurs: PassCache<BlurredCells>
    ) {
        let task = work.task
        switch task.target {
        case .blurred(_, .nothing): masks[task.op] = BlurredMask(bounds: task.result, alpha: work.alpha)
        case .blurred(let draw, let keeping):
            guard let made = work.cells else { return }
            if keeping == .all, let owner = draw.owner {
                blurs.keep(made, bytes: made.bytes, for: owner, draw.pass, in: frame, deviation: draw.deviation)
            }
            cells[task.op] = (made, task.result)
        case .cached(let draw):
            let image = ImageResource(bitmap: work.source)
            let bytes = image.width * image.height * MemoryLayout<UInt32>.stride
            cached.keep(image, bytes: bytes, for: draw.owner, draw.pass, in: frame)
            rasterized[task.op] = image
        case .softened: pictures[task.op] = work.picture
        case .offscreen: sources[task.op] = PassPicture(bounds: task.source, bitmap: work.source)
        case .surface: break
        }
    }
}

extension BlurDraw {
    /// The pixels of the pass's space that some pixels lie on, without the blur.
    fileprivate func sourceRect(of result: DeviceRect) -> DeviceRect {
        let (low, high) = ((-shift).rounded(.down), (-shift).rounded(.up))
        return DeviceRect(
            minX: result.minX + Int(low.x), minY: result.minY + Int(low.y), maxX: result.maxX + Int(high.x),
            maxY: result.maxY + Int(high.y))
    }
}
