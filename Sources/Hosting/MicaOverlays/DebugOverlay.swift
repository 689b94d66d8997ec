import MicaBase
import MicaFrame

/// Colours frames by the costs of drawing them. It maps frames to frames, so it works with every compositor, file,
/// window and test.
///
/// The colours of an op come right after it, in its own pass, so that ops in front cover them. Passes that are masks or
/// the shapes of shadows are left alone, as colours there would change the picture. docs/instruments.md has the rule of
/// each option.
///
/// It stores the last frame, for the options that show changes, and belongs to one series of frames.
package struct DebugOverlay: Sendable {
    /// The options that are on.
    package let options: OverlayOptions
    /// The time at which a frame has to be drawn without a change, to remove colours of the last frame: the last
    /// frame's time, or infinity.
    package private(set) var nextChange = Double.infinity

    private var shown: Frame?
    private var changes = FrameChanges()
    private var graph = FrameGraph()
    private var hud = FrameHUD()

    /// Makes an overlay for a new series of frames.
    package init(_ options: OverlayOptions) { self.options = options }

    /// The frame with its colours. Its damage is the difference from the previous coloured frame.
    ///
    /// - Parameter time: the frame's media time, in seconds. A second frame at one time adds to the changes of the
    ///   first.
    package mutating func colored(_ frame: Frame, at time: Double) -> Frame {
        changes.note(frame, at: time, isImmediate: options.contains(.immediate))
        var result = frame
        graph.find(frame, region: frame.bounds)
        let marks = OverlayMarks(options, frame, graph, changes.hits)
        for index in marks.coloredPasses { result.passes[index].ops = marks.colored(frame.passes[index].ops) }
        let flashes = options.contains(.updates) && !changes.region.isEmpty
        if flashes, let last = result.passes.indices.last {
            for index in 0..<changes.region.count {
                result.passes[last].ops.append(Self.fill(changes.region[index].intersection(frame.bounds)))
            }
        }
        var damage = frame.damageRegion
        if options.contains(.allDirty) { damage = DamageRegion(frame.bounds) }
        damage.add(shown.map { result.differences(from: $0) } ?? DamageRegion(frame.bounds))
        result.setDamage(damage.intersection(frame.bounds))
        shown = result
        if options.contains(.hud) { hud.add(to: &result, at: time) }
        nextChange = flashes ? time : options.contains(.hud) ? hud.nextChange : .infinity
        return result
    }

    /// Notes a frame that was shown live: when its host began it, and when the surface had it, in seconds of the
    /// machine's clock.
    package mutating func noteShown(began: Double, ended: Double) {
        if options.contains(.hud) { hud.note(began: began, ended: ended) }
    }

    /// The op that colours an updated region of the surface.
    private static func fill(_ rect: DeviceRect) -> DrawOp {
        DrawOp(
            content: .fill(shape: RoundedRect(LocalRect(rect)), color: OverlayColor.update), transform: .identity,
            bounds: rect)
    }
}

/// The changes between frames: which pixels changed, and which pictures of layers had to be drawn.
///
/// Without `isImmediate` it is updated at most a hundred times a second, as Apple's instrument does. *Source*: Nick
/// Lockwood, iOS Core Animation: Advanced Techniques, chapter 12, "Color Immediately": every 10 milliseconds.
package struct FrameChanges: Sendable {
    /// The pixels that changed.
    package private(set) var region = DamageRegion()
    /// For each owner of a picture, whether the picture was in the cache.
    package private(set) var hits: [UInt64: Bool] = [:]
    private var updated = -Double.infinity
    private var last = -Double.infinity
    private var frames = 0
    private var pictures: [UInt64: (frame: Frame, use: Int)] = [:]

    /// Makes changes before the first frame.
    package init() {}

    /// The least time between updates, in seconds.
    static let interval = 0.01
    /// The number of frames without use after which a picture is dropped, as in the compositor's cache.
    private static let lifetime = 6

    /// Updates the changes from a frame.
    package mutating func note(_ frame: Frame, at time: Double, isImmediate: Bool) {
        let isSame = time == last
        last = time
        let isDue = isImmediate || time < updated || time - updated >= Self.interval
        if isSame, time == updated {
            region.add(frame.damageRegion)
        } else if isDue {
            (region, updated) = (frame.damageRegion, time)
        }
        if !isSame { frames += 1 }
        for pass in frame.passes {
            for op in pass.ops {
                guard case .rasterized(let draw) = op.content, frame.passes.indices.contains(draw.pass.rawValue) else {
                    continue
                }
                let known = pictures[draw.owner]
                if isSame, known?.use == frames { continue }
                let isHit =
                    known.map { entry in
                        frame.isSame(
                            pass: draw.pass, as: entry.frame, pass: PassIndex(entry.frame.passes.count - 1))
                    } ?? false
                pictures[draw.owner] = (isHit ? known?.frame ?? frame : frame.part(showing: draw.pass), frames)
                if isDue || hits[draw.owner] == nil { hits[draw.owner] = isHit }
            }
        }
        for (owner, entry) in pictures where frames - entry.use > Self.lifetime {
            (pictures[owner], hits[owner]) = (nil, nil)
        }
    }
}

/// The colours of the ops of a frame.
struct OverlayMarks {
    /// The passes whose ops get colours, as the picture shows them.
    private(set) var coloredPasses: [Int] = []
    private let options: OverlayOptions
    private let passes: [RenderPass]
    private let hits: [UInt64: Bool]
    /// The passes that are drawn into memory of their own.
    private var inMemory: Set<Int> = []

    init(_ options: OverlayOptions, _ frame: Frame, _ graph: FrameGraph, _ hits: [UInt64: Bool]) {
        (self.options, passes, self.hits) = (options, frame.passes, hits)
        for task in graph.tasks.dropLast() { inMemory.insert(task.pass) }
        guard let last = passes.indices.last, !options.isDisjoint(with: Self.ofOps) else { return }
        var isColored = Array(repeating: false, count: passes.count)
        isColored[last] = true
        for index in passes.indices.reversed() where isColored[index] {
            coloredPasses.append(index)
            for op in passes[index].ops {
                for shown in op.content.coloredPasses where (0..<index).contains(shown.rawValue) {
                    isColored[shown.rawValue] = true
                }
            }
        }
    }

    private static let ofOps: OverlayOptions = [
        .blended, .hits, .copied, .formats, .misaligned, .offscreen, .fastPath,
    ]

    /// The ops, each followed by its colours.
    func colored(_ ops: [DrawOp]) -> [DrawOp] {
        var result: [DrawOp] = []
        result.reserveCapacity(2 * ops.count)
        for op in ops {
            result.append(op)
            append(op, to: &result)
        }
        return result
    }

    private func append(_ op: DrawOp, to result: inout [DrawOp]) {
        if case .instances(let draw) = op.content {
            var washes: [DrawOp] = []
            for inner in draw.ops { append(inner, to: &washes) }
            if options.contains(.blended) {
                // A faded instance is blended, whatever it shows.
                let isFaded = op.opacity < 1 || draw.instances.contains { $0.opacity < 1 }
                washes = isFaded ? draw.ops.map { $0.wash(OverlayColor.blended, passes) } : washes
            }
            guard !washes.isEmpty else { return }
            var wash = op
            let instances = draw.instances.map {
                InstancedDraw.Instance(transform: $0.transform, tint: .white, opacity: 1)
            }
            wash.content = .instances(InstancedDraw(ops: washes, clips: draw.clips, instances: instances))
            (wash.opacity, wash.tint, wash.blend) = (1, .white, .sourceOver)
            result.append(wash)
            return
        }
        for color in colors(op) { result.append(op.wash(color, passes)) }
    }

    private func colors(_ op: DrawOp) -> [PixelColor] {
        var colors: [PixelColor] = []
        if case .image(let draw) = op.content {
            if options.contains(.formats), let color = OverlayColor.format(draw.image) { colors.append(color) }
            if options.contains(.copied), draw.image.origin != .native { colors.append(OverlayColor.copied) }
        }
        if options.contains(.blended), !op.drawsNothing {
            colors.append(op.isOpaque(passes) ? OverlayColor.unblended : OverlayColor.blended)
        }
        if options.contains(.misaligned) {
            switch op.imageFit(passes) {
            case .stretched: colors.append(OverlayColor.stretched)
            case .offPixel: colors.append(OverlayColor.offPixel)
            case .exact, nil: break
            }
        }
        if options.contains(.fastPath), op.isOnFastPath { colors.append(OverlayColor.fastPath) }
        if options.contains(.offscreen), op.content.showsPasses {
            let isInMemory = op.content.passes.contains { inMemory.contains($0.rawValue) }
            colors.append(isInMemory ? OverlayColor.offscreen : OverlayColor.inPlace)
        }
        if options.contains(.hits), case .rasterized(let draw) = op.content {
            colors.append(hits[draw.owner] == true ? OverlayColor.hit : OverlayColor.miss)
        }
        return colors
    }
}

extension DrawOp {
    /// Whether the op is invisible.
    fileprivate var drawsNothing: Bool {
        if opacity <= 0 { return true }
        switch content {
        case .fill(_, let color), .border(_, _, let color), .path(_, let color), .shadow(_, let color):
            return color.alpha <= 0
        default: return false
        }
    }
}

extension DrawOp.Content {
    /// The passes whose colours the op shows: not masks or the shapes of shadows.
    fileprivate var coloredPasses: PassReferences {
        switch self {
        case .pass(let shown, _): PassReferences(shown)
        case .blur, .filtered(_, .stencil), .filtered(_, .luminanceToAlpha): PassReferences()
        default: passes
        }
    }
}
