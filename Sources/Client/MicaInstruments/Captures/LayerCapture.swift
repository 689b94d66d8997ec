import CoreGraphics
import Foundation
import Mica
import MicaBase
import MicaEncoding
import MicaFrame
import MicaServer
import MicaWire
import QuartzCore

/// A recording of a layer tree's input, with times: its commits, the pixels that they name, the tiles that came, and
/// the user's input.
///
/// A scene is the fold of its commits, so that any time of it can be drawn again, in any order, to the same bytes. A
/// capture lacks only what cannot be drawn: delegates, actions, completion blocks.
///
/// *Units*: points and pixels; seconds from the beginning of the run.
public struct LayerCapture: Sendable {
    /// The recorded commits, at media times.
    package var scene: RecordedScene
    /// The views of the tree, each from a media time on; at least one.
    package var views: [(time: Double, view: CaptureView)]
    /// The names of layers that have a name or are described by a document, and the classes of all layers.
    package var labels: [LayerID: CaptureLabel]
    /// The media time at which the run began.
    package var origin = 0.0
    /// The program that ran; empty when there was none.
    public package(set) var program = ""
    /// The user's input, as lines of a script, each with its media time.
    package var inputs: [(time: Double, line: String)] = []
    /// How long the client's thread was busy with each commit, by commit number, in seconds.
    package var turns: [UInt64: Double] = [:]
    /// The frames shown during the capture: the frame's media time, the time at which the host began the frame, and
    /// the time at which the surface had it. Empty when the run was not shown in real time.
    package var frames: [(time: Double, began: Double, ended: Double)] = []

    /// The duration of the captured run, in seconds.
    public package(set) var duration: CFTimeInterval

    /// Makes a capture from a recording.
    package init(
        scene: RecordedScene, views: [(time: Double, view: CaptureView)], labels: [LayerID: CaptureLabel],
        duration: CFTimeInterval
    ) {
        (self.scene, self.views, self.labels, self.duration) = (scene, views, labels, duration)
    }

    /// The number of commits; each arrival of tiles counts as one.
    public var commitCount: Int { scene.entries.count }

    /// The picture's size at the start, in pixels.
    public var pixelSize: (width: Int, height: Int) { (view.width, view.height) }

    /// The number of frames shown in real time during the capture.
    public var shownFrameCount: Int { frames.count }

    /// The path of one of several captures of a program's trees, counted from 1: the second has `-2` before its
    /// extension.
    package static func path(_ path: String, tree number: Int) -> String { CaptureLog.numbered(path, number) }

    /// The user's input as a script (docs/scripted-windows.md), with times from the start of the run; empty without
    /// input, or when the program was shown in no window.
    public var inputScript: String {
        inputs.map { entry in
            // Times of a virtual clock are exact; other times are rounded to microseconds.
            let time = origin == 0 ? max(0, entry.time) : max(0, (entry.time - origin) * 1e6).rounded() / 1e6
            return entry.line.hasPrefix("#") ? entry.line : "\(entry.line) at \(time)"
        }.joined(separator: "\n") + (inputs.isEmpty ? "" : "\n")
    }

    /// The first view of the tree.
    package var view: CaptureView {
        views.first?.view
            ?? CaptureView(width: 1, height: 1, scale: 1, rootTransform: .identity, background: .zero)
    }

    /// The view of the tree at a time of the run.
    package func view(at time: Double) -> CaptureView {
        let media = mediaTime(time)
        return views.last { $0.time <= media }?.view ?? view
    }

    /// The media time of a time of the run; a commit's exact time where the two differ only by rounding.
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

    /// The times of commits, in seconds of the run.
    package var commitTimes: [Double] { scene.entries.map { $0.time - origin } }
}

extension LayerRenderer {
    /// A capture of the tree's recording so far. Layers have their current names.
    public func capture() -> LayerCapture {
        var capture = LayerCapture(
            scene: player.scene, views: [(0, view)], labels: CaptureLabel.labels(under: layer), duration: time)
        capture.inputs = inputs
        return capture
    }

    /// Writes the tree's recording so far to a file, which `mica replay` and `LayerCapture(contentsOfFile:)` read.
    ///
    /// - Throws: An error that names the file and the reason, when the file cannot be written.
    public func capture(to path: String) throws { try capture().write(to: path) }
}

extension CaptureLabel {
    /// The labels of a layer and all layers under it, masks included.
    ///
    /// - Parameter location: The location of a layer's description.
    package static func labels(under root: CALayer, location: (CALayer) -> String? = { _ in nil })
        -> [LayerID: CaptureLabel]
    {
        var labels: [LayerID: CaptureLabel] = [:]
        var rest = [root]
        while let layer = rest.popLast() {
            var label = layer.captureLabel
            label.location = location(layer)
            labels[layer.id] = label
            rest += layer.sublayers ?? []
            if let mask = layer.mask { rest.append(mask) }
        }
        return labels
    }
}

extension LayerCapture {
    /// Adds locations of descriptions to the labels of captured layers under a root.
    package mutating func label(_ root: CALayer, _ location: (CALayer) -> String?) {
        labels = CaptureLabel.labels(under: root, location: location)
    }
}
