import Foundation
import MicaCodecs
import MicaFrame
import MicaGeometry
import MicaResources
import MicaScene
import MicaWire

/// A page about a captured run: its layers with their properties, a timeline of changes, one frame op by op and pass
/// by pass, the layers in space, and advice.
///
/// The page is one HTML file that makes no network requests; its own policy forbids them, too. Pictures are at most
/// 256 pixels wide and share a budget; steps of the drawing beyond it are left out.
public struct InspectionPage {
    /// The page as HTML.
    public let html: String

    /// The most bytes of pictures.
    private static let pictureBudget = 2_400_000
    /// The number of times of the run that are examined.
    private static let moments = 64

    /// Makes the page of a capture.
    ///
    /// - Parameters:
    ///   - title: The title of the page.
    ///   - time: The time of the frame that is shown, in seconds.
    ///   - report: The times of commits and frames; nil: the captured times, or, without any, the times that drawing
    ///     the run's frames takes now.
    public init(_ capture: LayerCapture, title: String, time: Double = 0, report: HitchReport? = nil) {
        let replay = CaptureReplay(capture)
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
            of: map, tree, from: 0, to: end, count: Self.moments, origin: capture.origin)
        data.commits = capture.scene.entries.map { entry in
            PageData.Commit(
                time: entry.time - capture.origin, created: entry.commit.created.count,
                changed: entry.commit.changes.count,
                destroyed: entry.commit.destroyed.count)
        }
        data.frames = Self.frames(replay, to: end)
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
    private static func ops(of frame: Frame) -> [PageData.Op] {
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

    /// The part of the surface that each frame of the run draws.
    private static func frames(_ replay: CaptureReplay, to end: Double) -> [PageData.Frame] {
        (0...moments).map { index in
            let time = end * Double(index) / Double(moments)
            let began = ContinuousClock.now
            let frame = replay.frame(at: time)
            let built = ContinuousClock.now - began
            let damage = frame.damageRegion
            let pixels = (0..<damage.count).reduce(0) { $0 + damage[$1].width * damage[$1].height }
            return PageData.Frame(
                time: time, ops: frame.opCount, passes: frame.passes.count - 1, damage: pixels,
                build: Double(built.components.attoseconds) * 1e-15 + Double(built.components.seconds) * 1e3)
        }
    }
}

/// The data of a page, as its script reads them.
struct PageData: Encodable {
    var title: String
    var time: Double
    var duration: Double
    var width: Int
    var height: Int
    /// Pixels of pictures per pixel of the surface.
    var scale = 1.0
    var picture = ""
    var passes: [Picture] = []
    var ops: [Op] = []
    var steps: [Step] = []
    var layers: [Layer] = []
    var curves: [Curve] = []
    var commits: [Commit] = []
    var frames: [Frame] = []
    var findings: [LintFinding] = []
    var usage = LintUsage()
    var defaults: [[String]] = []
    var times = Times()
    var memory: [Amount] = []

    init(title: String, time: Double, duration: Double, width: Int, height: Int) {
        (self.title, self.time, self.duration) = (title, time, duration)
        (self.width, self.height) = (width, height)
    }

    /// The times of frames.
    struct Times: Encodable {
        /// For each frame: its time in seconds, and the milliseconds of its commits and of its drawing.
        var bars: [[Double]] = []
        /// The duration of a refresh, in milliseconds.
        var budget = 1000.0 / 60
        /// Whether the bars are times of a captured run that was shown in real time.
        var isTimed = false
        var hitches: [Hitch] = []
        /// Late milliseconds per second: by commits, by drawing, in total.
        var late: [Double] = []

        init() {}

        init(_ report: HitchReport, isTimed: Bool) {
            (bars, budget, self.isTimed) = (report.bars, 1000 / report.refreshRate, isTimed)
            hitches = report.hitches.map {
                Hitch(kind: $0.kind.rawValue, time: $0.time, duration: $0.duration * 1000, delay: $0.delay * 1000)
            }
            late = [
                report.millisecondsPerSecond(.commit), report.millisecondsPerSecond(.render),
                report.millisecondsPerSecond(),
            ].map { PageData.rounded($0) }
        }
    }

    struct Hitch: Encodable {
        var kind: String
        var time: Double
        /// In milliseconds.
        var duration: Double, delay: Double
    }

    struct Amount: Encodable {
        var kind: String
        var bytes: Int
    }

    /// A picture and its rectangle on the surface: min x, min y, width, height, in pixels.
    struct Picture: Encodable {
        var source: String
        var bounds: [Double]
    }

    struct Op: Encodable {
        var pass: Int
        var op: Int
        var layer: Int
        var kind: String
        var text: String
        var bounds: [Double]
    }

    /// The change of a picture by an op: pixels that replace others, from a corner on, in pixels of the picture.
    struct Step: Encodable {
        var op: Int
        var source: String
        var x: Int
        var y: Int
    }

    struct Commit: Encodable {
        var time: Double
        var created: Int
        var changed: Int
        var destroyed: Int
    }

    struct Frame: Encodable {
        var time: Double
        var ops: Int
        var passes: Int
        var damage: Int
        var build: Double
    }

    /// Values of an animated property over time.
    struct Curve: Encodable {
        var layer: Int
        var property: String
        var from: Double
        var to: Double
        var values: [[Double]]
    }

    struct Layer: Encodable {
        var number: Int
        var id: String
        var name: String
        var className: String
        var owner: Int?
        var depth: Int
        var isMask: Bool
        var isPresent: Bool
        var location: String?
        /// The corners of the layer's bounds on the surface, in pixels; empty when they cannot be seen.
        var quad: [Double]
        var picture: Picture?
        /// The keys and values that differ from a new layer's.
        var values: [[String]]
        var animations: [String]

        init(
            _ node: TreeMap.Node, _ map: TreeMap, _ scene: SceneEvaluation, _ picture: Picture?, root: Homography,
            isPresent: Bool
        ) {
            (number, id, name) = (Int(node.slot.index), "\(node.id)", node.label.name)
            (className, location) = (node.label.className, node.label.location)
            (owner, depth, isMask) = (node.owner.map(Int.init), node.depth, node.isMask)
            (self.isPresent, self.picture) = (isPresent, picture)
            let state = isPresent ? scene.states[Int(node.slot.index)] : map.tree.state(of: node.slot)
            let changed = state.differencesFromNew
            values = LayerPropertyTable.rows.compactMap { row in
                changed.contains(row.property) ? [row.key, PageData.text(state[row.property])] : nil
            }
            animations = map.tree.animations(of: node.slot).map { PageData.text($0) }
            quad = PageData.quad(of: node, map, scene, root)
        }
    }

    /// The keys of all properties, with the values of a new layer.
    static let defaults: [[String]] = LayerPropertyTable.rows.map { [$0.key, text($0.defaultValue)] }

    static func numbers(_ r: DeviceRect) -> [Double] {
        [Double(r.minX), Double(r.minY), Double(r.width), Double(r.height)]
    }

    /// The corners of a layer's bounds on the surface; empty where a perspective above the layer hides them.
    private static func quad(
        of node: TreeMap.Node, _ map: TreeMap, _ scene: SceneEvaluation, _ root: Homography
    ) -> [Double] {
        func state(_ number: Int32) -> LayerState {
            let index = Int(number)
            if scene.isPresent.indices.contains(index), scene.isPresent[index] { return scene.states[index] }
            return map.node(number).map { map.tree.state(of: $0.slot) } ?? LayerState()
        }
        let own = state(node.slot.index)
        var matrix = own.placement
        if own.flags.contains(.geometryFlipped) { matrix = own.mirror * matrix }
        var owner = node.owner
        while let number = owner, let above = map.node(number) {
            let outer = state(number)
            if let sublayers = outer.sublayerPlacement { matrix = matrix * sublayers }
            var placement = outer.placement
            if outer.flags.contains(.geometryFlipped) { placement = outer.mirror * placement }
            matrix = matrix * placement
            owner = above.owner
        }
        let surface = Homography(projecting: matrix).concatenating(root)
        let b = own.bounds
        var corners: [Double] = []
        for (x, y) in [(b.minX, b.minY), (b.maxX, b.minY), (b.maxX, b.maxY), (b.minX, b.maxY)] {
            let p = surface.apply(Double(x), Double(y))
            guard p.w > 1e-9, (p.x + p.y).isFinite else { return [] }
            let (u, v) = surface.isAffine ? (p.x, p.y) : (p.x / p.w, p.y / p.w)
            guard abs(u) < 1e7, abs(v) < 1e7 else { return [] }
            corners += [rounded(u), rounded(v)]
        }
        return corners
    }

    static func rounded(_ value: Double) -> Double { value.isFinite ? (value * 1000).rounded() / 1000 : 0 }
}

/// Values as text.
extension PageData {
    static func text(_ value: PropertyValue) -> String {
        switch value {
        case .none: "none"
        case .number(let v): number(v)
        case .point(let v): "\(number(v.x)), \(number(v.y))"
        case .size(let v): "\(number(v.width)) x \(number(v.height))"
        case .rect(let v): "\(number(v.origin.x)), \(number(v.origin.y)), \(number(v.width)) x \(number(v.height))"
        case .transform(let m): text(m)
        case .color(let c): "\(c.space) \(number(c.red)) \(number(c.green)) \(number(c.blue)) \(number(c.alpha))"
        case .string(let v): "\"\(v.prefix(80))\""
        case .image(let v): "image of \(v.width) x \(v.height) pixels\(v.isOpaque ? ", opaque" : "")"
        case .layer(let v): "layer \(v)"
        case .vector(let v): "\(number(v.x)), \(number(v.y)), \(number(v.z))"
        case .path(let v): "path of \(v.verbs.count) elements"
        case .numbers(let v): v.prefix(8).map { number($0) }.joined(separator: ", ") + (v.count > 8 ? ", ..." : "")
        case .colors(let v): "\(v.count) colours"
        case .filters(let v): v.map { "\($0.kind.rawValue)" }.joined(separator: ", ")
        case .cells(let v): "\(v.count) cells"
        }
    }

    static func text(_ animation: KeyedAnimation) -> String {
        let a = animation.animation
        let what: String
        switch a.content {
        case .property(let property): what = property.target.keyPath
        case .group(let members): what = "group of \(members.count)"
        case .transition(let transition): what = "transition \(transition.kind)"
        }
        let repeats = a.timing.repeatCount > 1 ? ", \(number(a.timing.repeatCount)) times" : ""
        return
            "\(animation.key): \(what), from \(number(a.timing.beginTime)) s for \(number(a.timing.duration)) s\(repeats)"
    }

    private static func text(_ m: Matrix4) -> String {
        if m == .identity { return "identity" }
        let rows = [
            [m.m11, m.m12, m.m13, m.m14], [m.m21, m.m22, m.m23, m.m24], [m.m31, m.m32, m.m33, m.m34],
            [m.m41, m.m42, m.m43, m.m44],
        ]
        return rows.map { $0.map { number($0) }.joined(separator: " ") }.joined(separator: "; ")
    }

    private static func number(_ value: some BinaryFloatingPoint) -> String {
        let v = Double(value)
        guard v.isFinite, abs(v) < 1e9 else { return "\(v)" }
        let r = (v * 1000).rounded() / 1000
        return r == r.rounded() ? "\(Int(r))" : "\(r)"
    }
}

/// Curves of animated properties.
enum PageCurves {
    /// The values of animated properties over a run, by the animations of layers at one time.
    ///
    /// - Parameter origin: The media time of the run's start.
    static func curves(
        of map: TreeMap, _ tree: RenderTree, from: Double, to end: Double, count: Int, origin: Double
    ) -> [PageData.Curve] {
        guard end > from else { return [] }
        var curves: [PageData.Curve] = []
        var rows: [(slot: Int32, property: PropertyID)] = []
        for node in map.nodes {
            var properties: [PropertyID] = []
            func add(_ state: AnimationState) {
                switch state.content {
                case .property(let animation):
                    if !properties.contains(animation.target.property) { properties.append(animation.target.property) }
                case .group(let members): for member in members { add(member) }
                case .transition: break
                }
            }
            for animation in tree.animations(of: node.slot) { add(animation.animation) }
            for property in properties where curves.count < 200 {
                rows.append((node.slot.index, property))
                curves.append(
                    PageData.Curve(
                        layer: Int(node.slot.index), property: LayerPropertyTable.row(property).key, from: from,
                        to: end,
                        values: []))
            }
        }
        guard !rows.isEmpty else { return [] }
        var scene = SceneEvaluation()
        for index in 0...count {
            scene.evaluate(tree, at: origin + from + (end - from) * Double(index) / Double(count))
            for (position, row) in rows.enumerated() {
                let isPresent = scene.isPresent[Int(row.slot)]
                let value = isPresent ? numbers(scene.states[Int(row.slot)][row.property]) : []
                curves[position].values.append(value.map { PageData.rounded($0) })
            }
        }
        return curves.filter { curve in curve.values.contains { !$0.isEmpty } }
    }

    /// The numbers of a value, each drawn as a curve.
    private static func numbers(_ value: PropertyValue) -> [Double] {
        switch value {
        case .number(let v): [v]
        case .point(let v): [Double(v.x), Double(v.y)]
        case .size(let v): [Double(v.width), Double(v.height)]
        case .rect(let v): [Double(v.origin.x), Double(v.origin.y), Double(v.width), Double(v.height)]
        case .color(let c): [c.red, c.green, c.blue, c.alpha]
        case .transform(let m): [m.m11, m.m12, m.m41, m.m42]
        case .vector(let v): [v.x, v.y, v.z]
        default: []
        }
    }
}
