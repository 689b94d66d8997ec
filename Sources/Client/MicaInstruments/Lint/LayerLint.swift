import MicaBase
import MicaFrame
import MicaOverlays
import MicaServer
import MicaWire

/// Finds unnecessary costs in drawing a captured tree, by its frames at some times.
///
/// Every finding names the layer and suggests a remedy. docs/instruments.md has the rules.
public struct LayerLint: Sendable {
    /// The findings, one for each layer and rule, sorted by rule, then by layer.
    public private(set) var findings: [LintFinding] = []
    /// The maximum use of resources.
    public private(set) var usage = LintUsage()

    /// Examines a capture.
    ///
    /// - Parameters:
    ///   - times: The times to examine, in seconds; nil: every sixteenth of the run, and the frames after its start.
    ///   - displayScale: The largest scale of displays that images are meant for, in pixels per point. An image is
    ///     oversized only if it is oversized on that display, too; nil: the capture's own scale.
    public init(_ capture: LayerCapture, times: [Double]? = nil, displayScale: Double? = nil) {
        let replay = CaptureReplay(capture)
        var search = LintSearch()
        search.density = max(1, (displayScale ?? 1) / capture.view.scale)
        for time in times ?? Self.times(of: capture) {
            let frame = replay.frame(at: time)
            search.look(at: frame, TreeMap(replay.tree(at: time), capture.labels), time: time)
        }
        search.lookForMisses(replay, capture, from: times?.first ?? 0)
        usage = search.usage
        findings = search.results
    }

    private static func times(of capture: LayerCapture) -> [Double] {
        let end = max(capture.duration, capture.commitTimes.last ?? 0)
        return end > 0 ? (0...16).map { end * Double($0) / 16 } : [0]
    }
}

/// The findings in the frames examined so far.
private struct LintSearch {
    var usage = LintUsage()
    private var found: [Key: (finding: LintFinding, order: Int)] = [:]
    /// For each layer, the excess of its image's pixels as a factor: the least of all times, because the layer may
    /// grow.
    private var excess:
        [Int32: (
            times: Double, image: ImageResource, shown: SIMD2<Double>, node: TreeMap.Node, name: String, time: Double
        )] = [:]
    /// For images examined so far, whether every pixel is opaque.
    private var opaque: [UInt64: Bool] = [:]

    private struct Key: Hashable {
        var rule: LintFinding.Rule
        var layer: LayerID
    }

    /// The largest display's pixels per pixel of the capture, along each axis.
    var density = 1.0

    /// The least excess factor that is reported.
    private static let mostExcess = 4.0

    mutating func look(at frame: Frame, _ map: TreeMap, time: Double) {
        var images: [UInt64: Int] = [:]
        var misaligned = 0
        for pass in frame.passes {
            for op in pass.ops {
                if case .image(let draw) = op.content {
                    images[draw.image.id] = draw.image.width * draw.image.height * 4
                }
                if case .sprites(let draw) = op.content {
                    for image in draw.images { images[image.image.id] = image.image.width * image.image.height * 4 }
                }
                if let fit = op.imageFit(frame.passes), fit.isMisaligned { misaligned += 1 }
                guard let node = map.node(op.layer) else { continue }
                lookForBlending(op, node, map, time)
                lookForPasses(op, node, map, frame, time)
                lookAtImage(op, node, map, frame, time)
            }
        }
        usage.passes = max(usage.passes, frame.passes.count - 1)
        usage.imageBytes = max(usage.imageBytes, images.values.reduce(0, +))
        usage.misaligned = max(usage.misaligned, misaligned)
        usage.ops = max(usage.ops, frame.opCount)
        usage.layers = max(usage.layers, map.nodes.count)
    }

    /// The findings in order.
    var results: [LintFinding] {
        var all = found
        for (_, entry) in excess where entry.times >= Self.mostExcess {
            let (w, h) = (entry.image.width, entry.image.height)
            let finding = LintFinding(
                rule: .oversized, layer: entry.name, location: entry.node.label.location, time: entry.time,
                message: "the image is \(Int(entry.times.rounded(.down))) times larger than shown:"
                    + " \(w) x \(h) pixels on \(Int((entry.shown.x * density).rounded())) x"
                    + " \(Int((entry.shown.y * density).rounded())). Give it an image of the size that it is shown at.")
            all[Key(rule: .oversized, layer: entry.node.id)] = (finding, Int(entry.node.slot.index))
        }
        let rules = LintFinding.Rule.allCases
        return all.values.sorted {
            let (a, b) = (rules.firstIndex(of: $0.finding.rule) ?? 0, rules.firstIndex(of: $1.finding.rule) ?? 0)
            return (a, $0.order) < (b, $1.order)
        }.map(\.finding)
    }

    private mutating func add(
        _ rule: LintFinding.Rule, _ node: TreeMap.Node, _ map: TreeMap, _ time: Double, _ message: String
    ) {
        let key = Key(rule: rule, layer: node.id)
        guard found[key] == nil else { return }
        found[key] = (
            LintFinding(
                rule: rule, layer: map.name(node), location: node.label.location, time: time, message: message),
            Int(node.slot.index)
        )
    }

    // MARK: Rules

    private mutating func lookForBlending(_ op: DrawOp, _ node: TreeMap.Node, _ map: TreeMap, _ time: Double) {
        switch op.content {
        case .image(let draw) where !draw.image.isOpaque && draw.filter == nil && op.opacity >= 1:
            guard isOpaque(draw.image) else { return }
            add(
                .blended, node, map, time,
                "the image is blended though opaque: it has alpha, and every pixel of it is opaque."
                    + " Give it an image without alpha, or set isOpaque on a layer that draws itself.")
        case .fill(_, let color), .path(_, let color):
            let alpha = color.alpha * op.opacity
            guard alpha < 1, alpha > 0.98 else { return }
            add(
                .blended, node, map, time,
                "the colour is blended though it looks opaque: its alpha is \(rounded(alpha)). Make it 1.")
        default: break
        }
    }

    private mutating func isOpaque(_ image: ImageResource) -> Bool {
        if let known = opaque[image.id] { return known }
        let result = image.bitmap().pixels.allSatisfy { $0 >= 0xFF00_0000 }
        opaque[image.id] = result
        return result
    }

    private mutating func lookForPasses(
        _ op: DrawOp, _ node: TreeMap.Node, _ map: TreeMap, _ frame: Frame, _ time: Double
    ) {
        guard op.content.showsPasses, !map.tree.state(of: node.slot).flags.contains(.shouldRasterize) else { return }
        let reason = OffscreenReason(op, map.tree, node.slot)
        add(.offscreen, node, map, time, "this layer makes an offscreen pass because \(reason.text)")
    }

    private mutating func lookAtImage(
        _ op: DrawOp, _ node: TreeMap.Node, _ map: TreeMap, _ frame: Frame, _ time: Double
    ) {
        guard let fit = op.imageFit(frame.passes), case .image(let draw) = op.content else { return }
        if case .stretched(let ratio) = fit {
            // An image that is enlarged along one side has no excess pixels.
            let times = min(ratio.x, ratio.y) > density ? ratio.x * ratio.y / (density * density) : 1
            if times < excess[node.slot.index]?.times ?? .infinity, times.isFinite {
                let shown = SIMD2(draw.source.width / ratio.x, draw.source.height / ratio.y)
                excess[node.slot.index] = (times, draw.image, shown, node, map.name(node), time)
            }
        } else {
            excess[node.slot.index] = (1, draw.image, .zero, node, map.name(node), time)
        }
        if case .stretched(let ratio) = fit, max(ratio.x, ratio.y) < 0.95, node.label.className.contains("TextLayer") {
            let (w, h) = (draw.source.width, draw.source.height)
            add(
                .soft, node, map, time,
                "its letters are soft: \(Int(w)) x \(Int(h)) pixels are shown on"
                    + " \(Int((w / ratio.x).rounded())) x \(Int((h / ratio.y).rounded()))."
                    + " Set contentsScale to the pixels per point of the picture.")
        }
        guard fit.isMisaligned, !map.isAnimated(node) else { return }
        if case .offPixel = fit {
            add(
                .misaligned, node, map, time,
                "the image lies between pixels, and is blurred by that. Put the layer on whole pixels:"
                    + " its position, its size and its anchor point give edges that are not.")
        } else {
            add(
                .misaligned, node, map, time,
                "the image is stretched by less than a twentieth, and is blurred by that."
                    + " Give the layer bounds of the image's size, divided by contentsScale.")
        }
    }

    /// Finds cached pictures of layers that are redrawn again and again during one second of frames.
    mutating func lookForMisses(_ replay: CaptureReplay, _ capture: LayerCapture, from start: Double) {
        guard
            capture.scene.entries.contains(where: { $0.commit.changes.contains { $0.mask.contains(.shouldRasterize) } })
        else { return }
        var changes = FrameChanges()
        var uses: [UInt64: (misses: Int, count: Int)] = [:]
        for index in 0...Self.missFrames {
            let frame = replay.frame(at: start + Double(index) / 60)
            changes.note(frame, at: start + Double(index) / 60, isImmediate: true)
            guard index > 0 else { continue }
            for (owner, isHit) in changes.hits {
                uses[owner, default: (0, 0)].count += 1
                if !isHit { uses[owner, default: (0, 0)].misses += 1 }
            }
        }
        let map = TreeMap(replay.tree(at: start + Double(Self.missFrames) / 60), capture.labels)
        for node in map.nodes {
            guard let use = uses[node.id.rawValue], 2 * use.misses > use.count else { continue }
            add(
                .rasterMiss, node, map, start,
                "shouldRasterize misses on \(use.misses == use.count ? "each frame" : "\(use.misses) of \(use.count) frames"):"
                    + " something under it changes, and its picture is drawn again and kept for nothing."
                    + " Turn it off, or move what changes out of it.")
        }
    }

    private static let missFrames = 30

    private func rounded(_ value: Double) -> String {
        let units = Int((value * 1000).rounded())
        return "0.\(String(units + 1000).dropFirst())"
    }
}

extension ImageFit {
    /// Whether the image is blurred or has seams without need: it lies between pixels, or is stretched by less than a
    /// twentieth.
    fileprivate var isMisaligned: Bool {
        switch self {
        case .exact: return false
        case .offPixel: return true
        case .stretched(let ratio):
            let (x, y) = (abs(ratio.x - 1), abs(ratio.y - 1))
            return x < 0.05 && y < 0.05
        }
    }
}

/// The reason that an op shows a pass.
struct OffscreenReason {
    /// The reason, and a remedy.
    let text: String

    init(_ op: DrawOp, _ tree: RenderTree, _ slot: Slot) {
        let state = tree.state(of: slot)
        switch op.content {
        case .blur: text = "its shadow has no path: what the layer shows is drawn to know its shape. Set shadowPath."
        case .rasterized: text = "shouldRasterize keeps a picture of it."
        case .warp, .dissolve: text = "a transition shows two pictures of it. It ends with the transition."
        case .softened: text = "a filter blurs it, or what lies behind it. A picture that was blurred once costs less."
        case .filtered: text = "a filter changes its colours. Colours that are right from the beginning cost nothing."
        case .pass(_, let mask):
            if mask != nil {
                text =
                    "it has a mask. Where that is a rounded rectangle, cornerRadius with masksToBounds does the same."
            } else if state.opacity < 1, state.flags.contains(.allowsGroupOpacity) {
                text =
                    "it and its sublayers fade as one picture. Set allowsGroupOpacity to false, or fade what does not overlap."
            } else if op.blend != .sourceOver {
                text = "its compositingFilter mixes it with what lies behind as one picture."
            } else if Self.looksBehind(tree, slot) {
                text =
                    "a layer in it mixes with what lies behind, or filters it: what that is, is drawn by itself first."
            } else if state.hasReplicator {
                text = "copies of the replicator fade or turn one by one, each as a picture of its own."
            } else {
                text = "it crosses another layer in space, and is shown in parts."
            }
        default: text = "it is shown as one picture."
        }
    }

    /// Whether a layer, or a layer under it, has a compositing filter or background filters.
    private static func looksBehind(_ tree: RenderTree, _ slot: Slot) -> Bool {
        var rest = [slot]
        while let next = rest.popLast() {
            let state = tree.state(of: next)
            if state.hasEffects, state.effects.blend != .sourceOver || !state.effects.backgroundFilters.isEmpty {
                return true
            }
            rest += tree.sublayers(of: next)
        }
        return false
    }
}
