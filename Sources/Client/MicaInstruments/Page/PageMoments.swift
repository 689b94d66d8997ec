import Foundation
import MicaFrame
import MicaServer
import MicaWire

/// The moments that a page's time line offers: commits, events and times between, each with its picture, layers and ops.
struct PageMoments {
    /// The moments, in order of time.
    private(set) var moments: [PageData.Moment] = []
    /// The index of the moment that the page opens at.
    private(set) var opened = 0
    /// The pictures of moments, each once.
    private(set) var pictures: [String] = []

    private let replay: CaptureReplay
    private let times: [Double]
    private var pictureRoom = 1_200_000
    private var textRoom = 1_400_000
    /// The layers of the moment before, by identity, their order, and its ops.
    private var layers: [String: PageData.Layer] = [:]
    private var order: [String] = []
    private var ops: [PageData.Op] = []

    /// The most moments.
    private static let most = 48

    /// Chooses the moments of a run.
    init(_ replay: CaptureReplay, opened time: Double, end: Double) {
        self.replay = replay
        let capture = replay.capture
        let even = (0...16).map { end * Double($0) / 16 }
        let events = capture.inputs.map { $0.time - capture.origin }
        let times = Set((even + capture.commitTimes + events).filter { $0 >= 0 && $0 <= end })
        let all = times.subtracting([time]).sorted()
        let count = min(all.count, Self.most - 1)
        let chosen = (0..<count).map { all[$0 * all.count / max(1, count)] }
        self.times = (chosen + [time]).sorted()
        opened = self.times.firstIndex(of: time) ?? 0
    }

    /// Draws and reads the moments.
    mutating func read() {
        for time in times { add(time) }
    }

    private mutating func add(_ time: Double) {
        let began = ContinuousClock.now
        let frame = replay.frame(at: time)
        let built = ContinuousClock.now - began
        let damage = frame.damageRegion
        var moment = PageData.Moment(
            time: time, width: frame.width, height: frame.height, opCount: frame.opCount,
            passes: frame.passes.count - 1,
            damage: (0..<damage.count).reduce(0) { $0 + damage[$1].width * damage[$1].height },
            build: Double(built.components.attoseconds) * 1e-15 + Double(built.components.seconds) * 1e3)
        if moment.damage > 0 || moments.isEmpty {
            var maker = PagePictures(frame, replay, budget: pictureRoom)
            if let source = maker.encoded(replay.bitmap(of: frame)) {
                moment.picture = pictures.count
                pictures.append(source)
            }
            pictureRoom = maker.left
        } else {
            moment.picture = moments.last?.picture
        }
        readLayers(frame, &moment)
        moments.append(moment)
    }

    private mutating func readLayers(_ frame: Frame, _ moment: inout PageData.Moment) {
        guard textRoom > 0 else { return moment.isKnown = false }
        let tree = replay.tree(at: moment.time)
        let map = TreeMap(tree, replay.capture.labels)
        var scene = SceneEvaluation()
        scene.evaluate(tree, at: replay.capture.mediaTime(moment.time))
        let view = replay.capture.view(at: moment.time)
        let now = map.nodes.map { node in
            PageData.Layer(
                node, map, scene, nil, root: view.rootTransform, isPresent: scene.isPresent[Int(node.slot.index)])
        }
        let changed = now.filter { layers[$0.id] != $0 }
        if !changed.isEmpty { moment.layers = changed }
        let order = now.map(\.id)
        if order != self.order { moment.order = order }
        let ops = InspectionPage.ops(of: frame)
        if ops != self.ops { moment.ops = ops }
        layers = Dictionary(now.map { ($0.id, $0) }) { first, _ in first }
        (self.order, self.ops) = (order, ops)
        // About the bytes that the page has of them.
        for layer in changed {
            textRoom -= 240 + layer.values.reduce(0) { $0 + $1[0].utf8.count + $1[1].utf8.count + 6 }
        }
        textRoom -= (moment.ops ?? []).reduce(0) { $0 + 90 + $1.text.utf8.count }
        textRoom -= 8 * (moment.order?.count ?? 0)
    }
}
