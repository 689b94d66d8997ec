import CoreGraphics
import Foundation
import MicaFrame
import MicaGeometry
import MicaHosting
import MicaServer
import MicaWire
import QuartzCore

/// What a tree of layers was told, with the times at which it was: its commits, the pixels that they name, the tiles that came, and
/// what a person did meanwhile.
///
/// A scene is the fold of its commits, so that nothing else is needed to draw any of its moments again, in any order, with the same
/// bytes. What is not in it is what cannot be drawn: delegates, actions, completion blocks.
///
/// *Units*: points and pixels; seconds from the beginning of the run.
public struct LayerCapture: Sendable {
    /// The recorded commits, at media times.
    package var scene: RecordedScene
    /// What the tree is looked at through, from which media time on each; at least one.
    package var views: [(time: Double, view: CaptureView)]
    /// The names of layers that had one, or that a document describes, and the classes of all.
    package var labels: [LayerID: CaptureLabel]
    /// The media time at which the run began.
    package var origin = 0.0
    /// Which program ran; empty where it was drawn without one.
    public package(set) var program = ""
    /// What a person did, as lines of a script, each with its media time.
    package var inputs: [(time: Double, line: String)] = []
    /// How long the client's thread was busy with each commit, by the commits' numbers, in seconds.
    package var turns: [UInt64: Double] = [:]
    /// The frames that were shown as the run was captured: the media time that each is of, when the host began with it and when the
    /// surface had it; none where the run was not shown in real time.
    package var frames: [(time: Double, began: Double, ended: Double)] = []

    /// When the run ended that was captured, in seconds.
    public package(set) var duration: CFTimeInterval

    /// Makes a capture of what was recorded.
    package init(
        scene: RecordedScene, views: [(time: Double, view: CaptureView)], labels: [LayerID: CaptureLabel],
        duration: CFTimeInterval
    ) {
        (self.scene, self.views, self.labels, self.duration) = (scene, views, labels, duration)
    }

    /// How many commits there are, tiles that came counted as one each time.
    public var commitCount: Int { scene.entries.count }

    /// The picture's size at the beginning, in pixels.
    public var pixelSize: (width: Int, height: Int) { (view.width, view.height) }

    /// How many frames were shown in real time while the run was captured.
    public var shownFrameCount: Int { frames.count }

    /// The path of the capture of one of several trees of a program, counted from 1: the second has `-2` before its ending.
    package static func path(_ path: String, tree number: Int) -> String { CaptureLog.numbered(path, number) }

    /// What a person did, as a script (docs/scripted-windows.md) whose times count from the beginning of the run; empty where nobody
    /// did anything, or the program was shown in no window.
    public var inputScript: String {
        inputs.map { entry in
            // Times of a virtual clock are exact; of others microseconds are enough.
            let time = origin == 0 ? max(0, entry.time) : max(0, (entry.time - origin) * 1e6).rounded() / 1e6
            return entry.line.hasPrefix("#") ? entry.line : "\(entry.line) at \(time)"
        }.joined(separator: "\n") + (inputs.isEmpty ? "" : "\n")
    }

    /// What the tree is looked at through at first.
    package var view: CaptureView {
        views.first?.view
            ?? CaptureView(width: 1, height: 1, scale: 1, rootTransform: .identity, background: .zero)
    }

    /// What the tree is looked at through at a time of the run.
    package func view(at time: Double) -> CaptureView {
        let media = mediaTime(time)
        return views.last { $0.time <= media }?.view ?? view
    }

    /// The media time of a time of the run: that of a commit where the two are the same but for rounding.
    package func mediaTime(_ time: Double) -> Double {
        guard origin != 0 else { return time }
        let media = origin + time
        let entries = scene.entries
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].time <= media { low = middle + 1 } else { high = middle }
        }
        return low < entries.count && entries[low].time - media < 1e-9 ? entries[low].time : media
    }

    /// When the commits were, in seconds of the run.
    package var commitTimes: [Double] { scene.entries.map { $0.time - origin } }
}

extension LayerRenderer {
    /// What has been recorded of the tree, up to its time. Layers are named as they are named now.
    public func capture() -> LayerCapture {
        var capture = LayerCapture(
            scene: player.scene, views: [(0, view)], labels: CaptureLabel.labels(under: layer), duration: time)
        capture.inputs = inputs
        return capture
    }

    /// Writes what has been recorded of the tree into a file, which `mica replay` and `LayerCapture(contentsOfFile:)` read.
    ///
    /// - Throws: an error that says which file, and why, when it cannot be written.
    public func capture(to path: String) throws { try capture().write(to: path) }
}

extension CaptureLabel {
    /// The labels of a layer and all under it, masks included.
    ///
    /// - Parameter location: where a layer is described.
    package static func labels(under root: CALayer, location: (CALayer) -> String? = { _ in nil })
        -> [LayerID: CaptureLabel]
    {
        var labels: [LayerID: CaptureLabel] = [:]
        var rest = [root]
        while let layer = rest.popLast() {
            let className = String(describing: type(of: layer))
            labels[layer.id] = CaptureLabel(
                name: layer.name ?? "", className: className, location: location(layer))
            rest += layer.sublayers ?? []
            if let mask = layer.mask { rest.append(mask) }
        }
        return labels
    }
}

extension LayerCapture {
    /// Says where the layers under a root, which were captured, are described.
    package mutating func label(_ root: CALayer, _ location: (CALayer) -> String?) {
        labels = CaptureLabel.labels(under: root, location: location)
    }
}
