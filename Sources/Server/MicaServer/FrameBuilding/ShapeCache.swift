import Foundation
import MicaBase
import MicaFrame
import MicaRaster
import MicaWire
import MicaWorkers

/// Outlines of lines and ramps of colours, kept from frame to frame until their sources change.
///
/// An entry that a frame does not use is dropped after that frame, so that the cache holds only visible shapes.
struct ShapeCache {
    private struct Outline {
        var slot: Slot
        var state: ShapeState
        var scale: Double
        var path: Path
        var boxes: Boxes
        var frame: Int
    }
    /// The smallest boxes around the points of a line's path and of its outline; nil if no point is finite.
    private struct Boxes: Sendable {
        var path: Box?, outline: Box?
    }
    private struct Ramp {
        var colors: [ColorValue]
        var locations: [Double]?
        var ramp: GradientRamp?
        var frame: Int
    }
    /// An outline to be made.
    private struct Job: Sendable {
        /// The hash of its line.
        var hash: Int
        var slot: Slot
        var state: ShapeState
        var scale: Double
        /// Memory for the outline, and then the outline.
        var path: Path
        var boxes = Boxes()
        /// The frame that used the one before.
        var frame: Int

        /// Makes the outline.
        mutating func make(with stroker: inout PathStroker) {
            boxes.path = state.path?.controlBounds
            state.putOutline(pixel: 1 / scale, with: &stroker, into: &path)
            boxes.outline = path.controlBounds
        }
    }
    private var outlines: [Outline] = []
    /// Where a slot's outline is among them.
    private var indices: [Slot: Int] = [:]
    /// Where an outline is that was made of a line with a hash since the frame began.
    private var alike: [Int: Int] = [:]
    private var ramps: [Slot: Ramp] = [:]
    private var frame = 0
    private var jobs: [Job] = []
    /// Slots whose new outline is that of a job, and which job's.
    private var sharers: [(slot: Slot, frame: Int, job: Int)] = []
    private var strokers: [PathStroker]
    private let workers: WorkerPool
    // Outlines that were replaced: in this frame, whose memory the last frame may still hold, and before.
    private var replaced: [Path] = []
    private var spare: [Path] = []
    /// How many of the spare ones are used: in the order in which they were replaced, so that each worker finds its own
    /// again.
    private var spareUsed = 0
    /// How many outlines and ramps were made since the cache was.
    private(set) var made = 0

    /// Lines along fewer points are stroked in less time than it takes to wake a thread.
    private static let fewPoints = 100

    init(workers: WorkerPool) {
        self.workers = workers
        strokers = Array(repeating: PathStroker(), count: workers.workers)
    }

    /// How many entries there are.
    var count: Int { outlines.count + ramps.count }

    /// Begins a frame that is built as a whole: drops the entries that the last one did not use.
    mutating func beginFrame() {
        if outlines.contains(where: { $0.frame != frame }) {
            outlines.removeAll { $0.frame != frame }
            indices.removeAll(keepingCapacity: true)
            for (index, outline) in outlines.enumerated() { indices[outline.slot] = index }
        }
        alike.removeAll(keepingCapacity: true)
        if ramps.contains(where: { $0.value.frame != frame }) { ramps = ramps.filter { $0.value.frame == frame } }
        frame += 1
    }

    /// Makes the outlines anew that were shown last and have changed, on all threads together, before the layers are
    /// walked.
    ///
    /// - Parameter changed: the slots that may have; nil for all.
    mutating func makeOutlines(_ scene: SceneEvaluation, changed: [Int32]?) {
        spare.removeAll(keepingCapacity: true)
        spareUsed = 0
        swap(&spare, &replaced)
        alike.removeAll(keepingCapacity: true)
        if outlines.isEmpty { return }
        var points = 0
        if let changed {
            for slot in changed {
                let slot = Slot(Int(slot))
                if let index = indices[slot] { note(slot, index, scene, &points) }
            }
        } else {
            for index in outlines.indices { note(outlines[index].slot, index, scene, &points) }
        }
        // From here on they are where outlines are.
        alike.removeAll(keepingCapacity: true)
        if jobs.isEmpty { return }
        made += jobs.count
        workers.forEach(in: &jobs, first: jobs.count, isSmall: points < Self.fewPoints, with: &strokers) {
            _, job, stroker in
            job.make(with: &stroker)
        }
        var done: [Job] = []
        swap(&done, &jobs)
        for sharer in sharers {
            var job = done[sharer.job]
            (job.slot, job.frame) = (sharer.slot, sharer.frame)
            keep(&job)
        }
        sharers.removeAll(keepingCapacity: true)
        for job in done.indices { alike[done[job].hash] = keep(&done[job]) }
        done.removeAll(keepingCapacity: true)
        swap(&done, &jobs)
    }

    /// Enqueues the stroking of a layer's line if it differs from the cached one.
    private mutating func note(_ slot: Slot, _ index: Int, _ scene: SceneEvaluation, _ points: inout Int) {
        guard scene.isPresent.indices.contains(slot.at), scene.isPresent[slot.at], scene.states[slot.at].hasShape else {
            return
        }
        let state = scene.states[slot.at].shape
        guard let path = state.path, state.strokeColor != nil, state.lineWidth > 0,
            !outlines[index].state.hasSameLine(as: state)
        else { return }
        // Copies of one layer have equal lines.
        let (scale, frame) = (outlines[index].scale, outlines[index].frame)
        let hash = state.lineHash(scale: scale)
        if let like = alike[hash], jobs[like].scale == scale, jobs[like].state.hasSameLine(as: state) {
            sharers.append((slot, frame, like))
            return
        }
        alike[hash] = jobs.count
        points += path.points.count
        jobs.append(Job(hash: hash, slot: slot, state: state, scale: scale, path: takeSpare(), frame: frame))
    }

    /// Memory for an outline.
    private mutating func takeSpare() -> Path {
        var path = Path()
        if spareUsed < spare.count {
            swap(&path, &spare[spareUsed])
            spareUsed += 1
        }
        return path
    }

    /// Keeps an outline that was made.
    ///
    /// - Returns: its index.
    @discardableResult
    private mutating func keep(_ job: inout Job) -> Int {
        guard let index = indices[job.slot] else {
            outlines.append(
                Outline(
                    slot: job.slot, state: job.state, scale: job.scale, path: job.path, boxes: job.boxes,
                    frame: job.frame))
            indices[job.slot] = outlines.count - 1
            return outlines.count - 1
        }
        swap(&outlines[index].state, &job.state)
        swap(&outlines[index].path, &job.path)
        (outlines[index].scale, outlines[index].boxes, outlines[index].frame) = (job.scale, job.boxes, job.frame)
        replaced.append(job.path)
        return index
    }

    /// The smallest box around the points of a layer's path; nil when none is finite.
    func box(of slot: Slot, _ path: Path) -> Box? {
        if let index = indices[slot], outlines[index].state.path == path { return outlines[index].boxes.path }
        return path.controlBounds
    }

    /// The outline of a layer's line, to be filled by winding, for a scale up to `scale` device pixels a point; and the
    /// smallest box around its points, nil when none is finite.
    ///
    /// - Precondition: the state has a path.
    mutating func outline(of slot: Slot, _ state: ShapeState, scale: Double) -> (path: Path, box: Box?) {
        // Scales go by powers of two, so that a layer that grows does not make a new outline in every frame.
        let step = Self.step(of: scale)
        var index = -1
        if let known = indices[slot], outlines[known].scale == step, outlines[known].state.hasSameLine(as: state) {
            outlines[known].frame = frame
            index = known
        } else {
            let hash = state.lineHash(scale: step)
            if let like = alike[hash], outlines[like].scale == step, outlines[like].state.hasSameLine(as: state) {
                var job = Job(
                    hash: hash, slot: slot, state: state, scale: step, path: outlines[like].path, frame: frame)
                job.boxes = outlines[like].boxes
                index = keep(&job)
            } else {
                var job = Job(hash: hash, slot: slot, state: state, scale: step, path: takeSpare(), frame: frame)
                job.make(with: &strokers[0])
                index = keep(&job)
                made += 1
            }
            alike[hash] = index
        }
        return (outlines[index].path, outlines[index].boxes.outline)
    }

    /// The scale that a scale up to it is drawn for: a quarter power of two, at most a fifth larger, so that an outline
    /// has few chords more than it needs.
    private static func step(of scale: Double) -> Double { exp2((4 * log2(max(scale, 1e-6))).rounded(.up) / 4) }

    /// The ramp of a layer's colours; nil when they make none.
    mutating func ramp(of slot: Slot, _ state: GradientState) -> GradientRamp? {
        guard let colors = state.colors else { return nil }
        if var entry = ramps[slot], entry.colors == colors, entry.locations == state.locations {
            entry.frame = frame
            ramps[slot] = entry
            return entry.ramp
        }
        made += 1
        let ramp = state.ramp
        ramps[slot] = Ramp(colors: colors, locations: state.locations, ramp: ramp, frame: frame)
        return ramp
    }
}

extension ShapeState {
    /// Whether the outline of the line is that of another state: all but colours is equal.
    fileprivate func hasSameLine(as other: ShapeState) -> Bool {
        // Most changes are of the path: nothing is copied for these.
        guard path == other.path else { return false }
        var other = other
        (other.fillColor, other.strokeColor, other.fillRule) = (fillColor, strokeColor, fillRule)
        return self == other
    }

    /// What equal lines have in common, and most others do not.
    fileprivate func lineHash(scale: Double) -> Int {
        var hasher = Hasher()
        hasher.combine(scale)
        hasher.combine(lineWidth)
        hasher.combine(strokeStart)
        hasher.combine(strokeEnd)
        if let points = path?.points, let first = points.first, let last = points.last {
            let middle = points[points.count / 2]
            hasher.combine(points.count)
            hasher.combine(first.x + 3 * first.y)
            hasher.combine(middle.x + 3 * middle.y)
            hasher.combine(last.x + 3 * last.y)
        }
        return hasher.finalize()
    }

    /// Puts the outline of the line along the path, trimmed, dashed, stroked, into a path, whose points it replaces.
    fileprivate func putOutline(pixel: Double, with stroker: inout PathStroker, into outline: inout Path) {
        let (start, end) = (Self.unit(strokeStart), Self.unit(strokeEnd))
        guard var line = path, start < end else { return outline.removeAll() }
        if start > 0 || end < 1 { line = line.trimmed(from: start, to: end) }
        var dash: DashPattern?
        if let lengths = lineDashPattern, !lengths.isEmpty {
            dash = DashPattern(lengths: lengths, phase: lineDashPhase)
        }
        let style = StrokeStyle(
            width: lineWidth, cap: lineCap, join: lineJoin, miterLimit: miterLimit,
            dash: dash)
        stroker.stroke(line, style, tolerance: Rasterizer.usualTolerance * pixel, pixel: pixel, into: &outline)
    }

    private static func unit(_ v: Double) -> Double { v > 0 ? min(v, 1) : 0 }
}

extension GradientState {
    /// The ramp of the colours; nil when Apple draws nothing: fewer than two, or another number of locations.
    fileprivate var ramp: GradientRamp? {
        guard let colors, colors.count >= 2, locations == nil || locations?.count == colors.count else { return nil }
        var stops: [GradientRamp.Stop] = []
        var last = -Double.infinity
        for (index, color) in colors.enumerated() {
            let location = locations?[index] ?? Double(index) / Double(colors.count - 1)
            guard !location.isNaN else { return nil }
            // Locations that go back count as where the last one was.
            last = max(last, location)
            stops.append(GradientRamp.Stop(location: last, color: PixelColor(color)))
        }
        return GradientRamp(stops: stops)
    }

    /// How the colours run over bounds; nil when the points leave no direction.
    ///
    /// Lines of one colour of an axial gradient are square to its way in unit coordinates, not in points: in bounds
    /// that are no square they lean. *Source*: measured on Apple's pictures of airbnb/lottie-ios' snapshot issue_1717
    /// (iOS 16, 2022), where a gradient lies in bounds of 21,644 by 27,208 points.
    func geometry(in bounds: LocalRect) -> GradientDraw.Geometry? {
        func point(_ p: CGPoint) -> Point {
            Point(bounds.minX + Double(p.x) * bounds.width, bounds.minY + Double(p.y) * bounds.height)
        }
        let (start, end) = (point(startPoint), point(endPoint))
        let way = end - start
        guard way.x.isFinite, way.y.isFinite else { return nil }
        switch kind {
        case .axial:
            guard way != .zero, bounds.width > 0, bounds.height > 0 else { return nil }
            let unit = Point(Double(endPoint.x - startPoint.x), Double(endPoint.y - startPoint.y))
            let length = unit.x * unit.x + unit.y * unit.y
            // How fast the location in the ramp grows along x and y; the end is where it reaches 1 on the steepest way.
            let growth = Point(unit.x / bounds.width, unit.y / bounds.height) / length
            let square = growth.x * growth.x + growth.y * growth.y
            guard square > 0, square.isFinite else { return nil }
            let target = bounds.width == bounds.height ? end : start + growth / square
            return .axial(start: start, end: target)
        case .radial:
            return way.x == 0 || way.y == 0 ? nil : .radial(center: start, radii: Point(abs(way.x), abs(way.y)))
        case .conic: return .conic(center: start, angle: atan2(way.y, way.x))
        }
    }
}
