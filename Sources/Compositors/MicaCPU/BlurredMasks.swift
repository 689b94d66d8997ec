import Foundation
import MicaFrame
import MicaPixels
import MicaRaster
import MicaWire

/// The place of a blur in a frame.
struct BlurPlace: Hashable, Sendable {
    var pass: Int
    var op: Int
}

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

/// The blurs of a frame, and the passes that are seen bent, worked out before its tiles: a blur needs pixels of other tiles.
///
/// Each is made once a frame, in the order of the passes, so that one that is inside of what another blurs is there in
/// time. Only what the damage wants is made; a mask's bytes do not depend on how much that is.
struct BlurredMasks: ~Copyable {
    /// A blur to be made.
    struct Job: Sendable {
        var place: BlurPlace
        var blur: Blur
        /// The pixels of the mask that are wanted.
        var bounds: DeviceRect
        /// The pixels of the pass that they are made of.
        var source: DeviceRect
    }

    /// What is made: the blurred alpha of a pass, its blurred colours, a raster; or nothing, where its pixels are wanted
    /// as they are.
    enum Blur: Sendable {
        case alpha(BlurDraw)
        /// Blurred alpha in cells, of all of the pass or of a part.
        case cells(BlurDraw, owner: UInt64, isWhole: Bool)
        case colors(SoftenDraw)
        case raster(RasterDraw)
        case nothing(PassIndex)

        /// The pass that is blurred.
        var pass: PassIndex {
            switch self {
            case .alpha(let draw): draw.pass
            case .cells(let draw, _, _): draw.pass
            case .colors(let draw): draw.pass
            case .nothing(let pass): pass
            case .raster(let draw): draw.pass
            }
        }
    }

    /// A blur that is being made.
    struct Work: Sendable {
        /// The blur.
        let job: Job
        /// What its pass shows.
        let source: Bitmap
        private var alpha: [UInt8] = []
        fileprivate private(set) var cells: BlurredCells?
        private var picture: BlurredPicture?

        /// Makes one of what its pass shows.
        init(_ job: Job, _ source: Bitmap) {
            (self.job, self.source) = (job, source)
        }

        /// Blurs.
        mutating func blur(_ memory: inout BlurMemory) {
            switch job.blur {
            case .alpha(let blur): alpha = blur.alpha(of: source, at: job.source, in: job.bounds, &memory)
            case .cells(let blur, _, let isWhole):
                let around = isWhole ? nil : blur.place(of: job.bounds)
                cells = blur.cells(of: source, at: job.source, around: around, &memory)
            case .colors(let blur): picture = blur.picture(of: source, at: job.source, in: job.bounds)
            case .raster, .nothing: break
            }
        }

        /// What came of it.
        fileprivate var mask: BlurredMask { BlurredMask(bounds: job.bounds, alpha: alpha) }
        fileprivate var blurred: BlurredPicture? { picture }
    }

    private var masks: [BlurPlace: BlurredMask] = [:]
    private var cells: [BlurPlace: (cells: BlurredCells, wanted: DeviceRect)] = [:]
    private var pictures: [BlurPlace: BlurredPicture] = [:]
    private var sources: [BlurPlace: PassPicture] = [:]
    private var rasters: [BlurPlace: ImageResource] = [:]
    private var jobs: [Job] = []
    private var nextJob = 0

    /// Finds the blurs that a region of the surface wants.
    init(
        _ frame: Frame, region: DeviceRect, kept: PassCache<ImageResource>, _ blurs: PassCache<BlurredCells>
    ) {
        let hasBlurs = frame.passes.contains { pass in
            pass.mayShowPasses
                && pass.ops.contains { op in
                    op.content.showsPasses && !op.content.showsPassesInPlace
                }
        }
        guard hasBlurs, !region.isEmpty, let last = frame.passes.indices.last else { return }
        var wanted = Array(repeating: DeviceRect.empty, count: frame.passes.count)
        wanted[last] = frame.passes[last].bounds.intersection(region)
        for index in frame.passes.indices.reversed() where !wanted[index].isEmpty {
            for (place, op) in frame.passes[index].ops.enumerated() {
                let seen = op.bounds.intersection(wanted[index])
                guard op.content.showsPasses, !seen.isEmpty, op.content.passes.areBefore(index) else { continue }
                switch op.content {
                case .pass, .filtered, .dissolve:
                    for pass in op.content.passes {
                        let part = seen.intersection(frame.passes[pass.rawValue].bounds)
                        wanted[pass.rawValue] = wanted[pass.rawValue].union(part)
                    }
                case .blur(let blur, _):
                    guard blur.isFinite else { continue }
                    let pass = frame.passes[blur.pass.rawValue].bounds
                    var source = blur.source(of: seen).intersection(pass)
                    let bounds = seen.intersection(blur.result(of: pass))
                    guard !source.isEmpty, !bounds.isEmpty else { continue }
                    if let owner = blur.owner, blur.isSmall(pass) {
                        let place = BlurPlace(pass: index, op: place)
                        if let kept = blurs.value(of: owner, blur.pass, in: frame, deviation: blur.deviation) {
                            cells[place] = (kept, bounds)
                            continue
                        }
                        // Of a small part nothing is kept: what changes there all the time should not cost more.
                        let isWhole = 2 * source.width * source.height >= pass.width * pass.height
                        if isWhole { source = pass }
                        wanted[blur.pass.rawValue] = wanted[blur.pass.rawValue].union(source)
                        jobs.append(
                            Job(
                                place: place, blur: .cells(blur, owner: owner, isWhole: isWhole), bounds: bounds,
                                source: source))
                        continue
                    }
                    wanted[blur.pass.rawValue] = wanted[blur.pass.rawValue].union(source)
                    jobs.append(
                        Job(
                            place: BlurPlace(pass: index, op: place), blur: .alpha(blur), bounds: bounds, source: source
                        ))
                case .raster(let draw):
                    let place = BlurPlace(pass: index, op: place)
                    guard rasters[place] == nil else { continue }
                    let all = frame.passes[draw.pass.rawValue].bounds
                    guard !all.isEmpty, all.width <= RasterDraw.mostPixels / all.height else { continue }
                    if let image = kept.value(of: draw.owner, draw.pass, in: frame) {
                        rasters[place] = image
                        continue
                    }
                    wanted[draw.pass.rawValue] = all
                    jobs.append(Job(place: place, blur: .raster(draw), bounds: all, source: all))
                case .softened(let blur):
                    let pass = frame.passes[blur.pass.rawValue].bounds
                    let source = blur.grown(seen).intersection(pass)
                    let bounds = seen.intersection(blur.grown(pass))
                    guard !source.isEmpty, !bounds.isEmpty else { continue }
                    wanted[blur.pass.rawValue] = wanted[blur.pass.rawValue].union(source)
                    jobs.append(
                        Job(
                            place: BlurPlace(pass: index, op: place), blur: .colors(blur), bounds: bounds,
                            source: source))
                case .warp(let warp):
                    let all = frame.passes[warp.pass.rawValue].bounds
                    guard !all.isEmpty, all.width < 1 << 14, all.height < 1 << 14 else { continue }
                    wanted[warp.pass.rawValue] = all
                    jobs.append(
                        Job(
                            place: BlurPlace(pass: index, op: place), blur: .nothing(warp.pass), bounds: all,
                            source: all))
                default: break
                }
            }
        }
        jobs.sort { ($0.place.pass, $0.place.op) < ($1.place.pass, $1.place.op) }
    }

    /// The mask of a blur; nil when none of it is wanted.
    subscript(place: BlurPlace) -> BlurredMask? { masks[place] }

    /// The blurred cells of an op, moved to their place, and the pixels that they are for; nil when none is wanted.
    func cells(_ place: BlurPlace, of draw: BlurDraw) -> (cells: MovedCells, wanted: DeviceRect)? {
        guard let (cells, wanted) = cells[place] else { return nil }
        let moved = MovedCells(cells, draw)
        return (moved, moved.bounds.intersection(wanted))
    }

    /// The blurred picture of an op; nil when none of it is wanted.
    func picture(_ place: BlurPlace) -> BlurredPicture? { pictures[place] }

    /// The pixels of the pass that a warp bends; nil when they are not wanted.
    func source(_ place: BlurPlace) -> PassPicture? { sources[place] }
    /// The raster of an op; nil when none of it is wanted.
    func raster(_ place: BlurPlace) -> ImageResource? { rasters[place] }

    /// The next blurs to make, none of which is seen in another's pass; none when all are made.
    ///
    /// - Parameter most: how many there are at most.
    mutating func next(_ most: Int) -> [Job] {
        guard nextJob < jobs.count else { return [] }
        let first = nextJob
        nextJob += 1
        // Passes show what comes before them.
        while nextJob < jobs.count, nextJob < first + most, jobs[nextJob].blur.pass.rawValue < jobs[first].place.pass {
            nextJob += 1
        }
        return Array(jobs[first..<nextJob])
    }

    /// Takes a blur that is made.
    mutating func take(
        _ work: borrowing Work, of frame: Frame, kept: PassCache<ImageResource>, _ blurs: PassCache<BlurredCells>
    ) {
        switch work.job.blur {
        case .alpha: masks[work.job.place] = work.mask
        case .cells(let draw, let owner, let isWhole):
            guard let made = work.cells else { return }
            if isWhole {
                blurs.keep(made, bytes: made.bytes, for: owner, draw.pass, in: frame, deviation: draw.deviation)
            }
            cells[work.job.place] = (made, work.job.bounds)
        case .raster(let draw):
            let image = ImageResource(bitmap: work.source)
            let bytes = image.width * image.height * MemoryLayout<UInt32>.stride
            kept.keep(image, bytes: bytes, for: draw.owner, draw.pass, in: frame)
            rasters[work.job.place] = image
        case .colors: pictures[work.job.place] = work.blurred
        case .nothing: sources[work.job.place] = PassPicture(bounds: work.job.source, bitmap: work.source)
        }
    }
}

extension BlurDraw {
    /// Whether all that it says are numbers, and small enough.
    fileprivate var isFinite: Bool {
        abs(shift.x) < 1e6 && abs(shift.y) < 1e6 && deviation.x >= 0 && deviation.y >= 0
            && deviation.x <= Self.limit && deviation.y <= Self.limit
    }

    /// Whether a pass is small enough to be blurred as a whole, and lies where its cells can be counted.
    fileprivate func isSmall(_ pass: DeviceRect) -> Bool {
        pass.width <= Self.mostOwned && pass.height <= Self.mostOwned / max(1, pass.width) && abs(pass.minX) < 1 << 24
            && abs(pass.minY) < 1 << 24
    }

    /// The pixels of the pass's space that some pixels lie on, without the blur.
    fileprivate func place(of result: DeviceRect) -> DeviceRect {
        let (low, high) = ((-shift).rounded(.down), (-shift).rounded(.up))
        return DeviceRect(
            minX: result.minX + Int(low.x), minY: result.minY + Int(low.y), maxX: result.maxX + Int(high.x),
            maxY: result.maxY + Int(high.y))
    }
}

/// The weights of neighbours along one axis.
struct Kernel {
    /// The place of the first neighbour.
    var first: Int
    /// 65,536ths; together one.
    var weights: [UInt32]

    /// Makes the weights of a Gaussian about a place that lies back by `shift`.
    init(_ deviation: Double, shift: Double, reach: Int) {
        let center = -shift
        let low = Int(center.rounded(.down)) - reach, high = Int(center.rounded(.up)) + reach
        first = low
        let values = (low...high).map { place in
            let distance = Double(place) - center
            // Far below a pixel a Gaussian falls between the pixels: then in proportion to nearness.
            if deviation < 0.25 { return max(0, 1 - abs(distance)) }
            return exp(-distance * distance / (2 * deviation * deviation))
        }
        let total = values.reduce(0, +)
        // Rounded sums, so that all of them make exactly one.
        var sum = 0.0, given: UInt32 = 0
        weights = values.map { value in
            sum += value
            let upTo = UInt32((sum / total * 65536).rounded())
            defer { given = upTo }
            return upTo - given
        }
    }
}
