import Foundation
import MicaBase
import MicaCodecs
import MicaFrame
import MicaServer
import MicaWire

/// A page about a captured run: its layers with their properties, a timeline of changes and events whose moments can be
/// chosen, one frame op by op and pass by pass, the layers in space, and advice.
///
/// The page is one HTML file that makes no network requests; its own policy forbids them, too. Pictures are at most
/// 256 pixels wide and share a budget; steps of the drawing beyond it are left out.
public struct InspectionPage {
    /// The page as HTML.
    public let html: String

    /// The most bytes of pictures.
    private static let pictureBudget = 2_400_000
    /// The number of times at which animated properties are read.
    private static let curvePoints = 64

    /// Makes the page of a capture.
    ///
    /// - Parameters:
    ///   - title: The title of the page.
    ///   - time: The time of the frame that is shown first and op by op, in seconds; nil: of the first that shows something.
    ///   - report: The times of commits and frames; nil: the captured times, or, without any, the times that drawing
    ///     the run's frames takes now.
    public init(_ capture: LayerCapture, title: String, time: Double? = nil, report: HitchReport? = nil) {
        let replay = CaptureReplay(capture)
        let time = time ?? replay.firstShownTime
        let (frame, tree) = (replay.frame(at: time), replay.tree(at: time))
        let map = TreeMap(tree, capture.labels)
        var scene = SceneEvaluation()
        scene.evaluate(tree, at: capture.mediaTime(time))
        var pictures = PagePictures(frame, replay, budget: Self.pictureBudget)
        let end = max(capture.duration, time)
        let lint = LayerLint(capture)
        var data = PageData(title: title, time: time, duration: end, width: frame.width, height: frame.height)
        data.scale = pictures.scale
        data.picture = pictures.encoded(replay.bitmap(of: frame)) ?? ""
        data.passes = frame.passes.indices.map { pictures.pass($0) }
        data.ops = Self.ops(of: frame)
        data.steps = pictures.steps()
        data.layers = map.nodes.map { node in
            PageData.Layer(
                node, map, scene, pictures.layer(node.slot.index), root: capture.view(at: time).rootTransform,
                isPresent: scene.isPresent[Int(node.slot.index)])
        }
        data.curves = PageCurves.curves(
            of: map, tree, from: 0, to: end, count: Self.curvePoints, origin: capture.origin)
        data.commits = capture.scene.entries.map { entry in
            PageData.Commit(
                time: entry.time - capture.origin, created: entry.commit.created.count,
                changed: entry.commit.changes.count,
                destroyed: entry.commit.destroyed.count)
        }
        var moments = PageMoments(replay, opened: time, end: end)
        moments.read()
        (data.moments, data.moment, data.pictures) = (moments.moments, moments.opened, moments.pictures)
        data.inputs = capture.inputs.filter { !$0.line.hasPrefix("#") }.map {
            PageData.Input(time: max(0, $0.time - capture.origin), line: $0.line)
        }
        let report = report ?? (capture.frames.isEmpty ? HitchReport(drawing: capture) : HitchReport(capture))
        data.times = PageData.Times(report, isTimed: !capture.frames.isEmpty)
        data.memory = Self.memory(frame, map)
        data.findings = lint.findings
        data.usage = lint.usage
        data.defaults = PageData.defaults
        html = PageTemplate.page(data)
    }

    /// The most frames with bars in a chart.
    static let mostBars = 1200

    /// The ops of a frame, each with its lines in the frame's text.
    static func ops(of frame: Frame) -> [PageData.Op] {
        var ops: [PageData.Op] = []
        var addresses: [OpAddress] = []
        for (pass, list) in frame.passes.enumerated() {
            for op in list.ops.indices { addresses.append(OpAddress(pass: pass, op: op)) }
        }
        // Indented lines belong to the op before them.
        for line in frame.description.split(separator: "\n") where line.hasPrefix("  ") {
            let isOp = !line.hasPrefix("   ")
            if isOp, ops.count < addresses.count {
                let address = addresses[ops.count]
                let op = frame.passes[address.pass].ops[address.op]
                ops.append(
                    PageData.Op(
                        pass: address.pass, op: address.op, layer: Int(op.layer), kind: op.content.kind.rawValue,
                        text: String(line.dropFirst(2).prefix(400)), bounds: PageData.numbers(op.bounds)))
            }
        }
        return ops
    }

    /// The bytes of pixels in a frame, by kind, four for each pixel.
    private static func memory(_ frame: Frame, _ map: TreeMap) -> [PageData.Amount] {
        var bytes: [String: Int] = ["surface": 4 * frame.width * frame.height]
        var (images, cached) = (Set<UInt64>(), Set<Int>())
        func count(_ image: ImageResource, _ kind: String) {
            if images.insert(image.id).inserted { bytes[kind, default: 0] += 4 * image.width * image.height }
        }
        func look(at op: DrawOp, _ layer: Int32) {
            switch op.content {
            case .image(let draw):
                let className = map.node(layer)?.label.className ?? ""
                count(
                    draw.image,
                    className.contains("TextLayer")
                        ? "text" : className.contains("TiledLayer") ? "tiles" : "images")
            case .sprites(let draw): for image in draw.images { count(image.image, "particles' images") }
            case .instances(let draw): for inner in draw.ops { look(at: inner, layer) }
            case .rasterized(let draw): cached.insert(draw.pass.rawValue)
            default: break
            }
        }
        for pass in frame.passes { for op in pass.ops { look(at: op, op.layer) } }
        for (index, pass) in frame.passes.dropLast().enumerated() {
            let area = cached.contains(index) ? pass.bounds : pass.bounds.intersection(frame.bounds)
            bytes[cached.contains(index) ? "rasterized layers" : "offscreen passes", default: 0] +=
                4 * area.width * area.height
        }
        return bytes.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { PageData.Amount(kind: $0, bytes: $1) }
    }
}
