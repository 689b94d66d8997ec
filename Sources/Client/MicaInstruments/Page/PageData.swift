import Foundation
import MicaBase
import MicaServer
import MicaWire

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
    /// The moments that the time line offers, in order of time, and the index of the page's own.
    var moments: [Moment] = []
    var moment = 0
    /// Pictures of moments, each once.
    var pictures: [String] = []
    var inputs: [Input] = []
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
    struct Picture: Encodable, Equatable {
        var source: String
        var bounds: [Double]
    }

    struct Op: Encodable, Equatable {
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

    /// A moment of the run. Parts that are equal to those of the moment before are nil.
    struct Moment: Encodable {
        var time: Double
        /// The picture's size, in pixels.
        var width: Int, height: Int
        /// The size of the work: ops, passes beside the surface, changed pixels, and milliseconds of building the frame.
        var opCount: Int, passes: Int, damage: Int, build: Double
        /// The index of the picture; nil if there was no room for it.
        var picture: Int?
        /// The layers that differ, and the identities of all, in order.
        var layers: [Layer]?
        var order: [String]?
        var ops: [Op]?
        /// Whether the layers and ops are known; false if there was no room for them.
        var isKnown = true
    }

    /// An event of a person.
    struct Input: Encodable {
        var time: Double
        var line: String
    }

    /// Values of an animated property over time.
    struct Curve: Encodable {
        var layer: Int
        var property: String
        var from: Double
        var to: Double
        var values: [[Double]]
    }

    struct Layer: Encodable, Equatable {
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
