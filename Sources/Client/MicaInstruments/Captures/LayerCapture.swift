import CoreGraphics
import Foundation
import MicaFrame
import MicaGeometry
import MicaServer
import MicaWire
import QuartzCore

/// What a tree of layers was told, with the times at which it was: its commits, the pixels that they name, the tiles that came.
///
/// A scene is the fold of its commits, so that nothing else is needed to draw any of its moments again, in any order, with the same
/// bytes. What is not in it is what cannot be drawn: delegates, actions, completion blocks.
///
/// *Units*: points, pixels and seconds, as those of the `LayerRenderer` that was captured.
public struct LayerCapture: Sendable {
    /// The recorded commits.
    package var scene: RecordedScene
    /// What the tree is looked at through.
    package var view: View
    /// The names of layers that had one, or that a document describes, and the classes of all.
    package var labels: [LayerID: LayerLabel]

    /// What a tree is looked at through.
    package struct View: Sendable, Equatable {
        /// The surface, in pixels; 1 to 2^28 of them.
        package var width: Int, height: Int
        /// Pixels per point.
        package var scale: Double
        /// From points of the space that the root layer lies in to pixels.
        package var rootTransform: Homography
        /// What lies behind.
        package var background: PixelColor
    }

    /// When the run ended that was captured, in seconds.
    public package(set) var duration: CFTimeInterval

    /// How many commits there are, tiles that came counted as one each time.
    public var commitCount: Int { scene.entries.count }

    /// The picture's size, in pixels.
    public var pixelSize: (width: Int, height: Int) { (view.width, view.height) }
}

extension LayerRenderer {
    /// What has been recorded of the tree, up to its time. Layers are named as they are named now.
    public func capture() -> LayerCapture {
        LayerCapture(
            scene: player.scene,
            view: LayerCapture.View(
                width: pixelWidth, height: pixelHeight, scale: Double(scale), rootTransform: rootTransform,
                background: background.map { PixelColor($0.value) } ?? .clear),
            labels: LayerLabel.labels(under: layer), duration: time)
    }

    /// Writes what has been recorded of the tree into a file, which `mica replay` and `LayerCapture(contentsOfFile:)` read.
    ///
    /// - Throws: an error that says which file, and why, when it cannot be written.
    public func capture(to path: String) throws { try capture().write(to: path) }
}

/// What a layer is called where one speaks of it.
package struct LayerLabel: Sendable, Equatable, Codable {
    /// Its name, or the class's where it has none.
    package var name: String
    /// The class.
    package var className: String
    /// Where in a document it is described, as `file:line:column`.
    package var location: String?

    /// Makes a label.
    package init(name: String, className: String, location: String? = nil) {
        (self.name, self.className, self.location) = (name, className, location)
    }

    /// The labels of a layer and all under it, masks included.
    ///
    /// - Parameter location: where a layer is described.
    package static func labels(under root: CALayer, location: (CALayer) -> String? = { _ in nil })
        -> [LayerID: LayerLabel]
    {
        var labels: [LayerID: LayerLabel] = [:]
        var rest = [root]
        while let layer = rest.popLast() {
            let className = String(describing: type(of: layer))
            labels[layer.id] = LayerLabel(
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
        labels = LayerLabel.labels(under: root, location: location)
    }
}

extension CaptureReplay {
    /// The lines of the frame at a time for some of its ops alone.
    ///
    /// - Parameter ops: which ops of all passes, counted from 0 in the order of the frame's text.
    public func text(at time: CFTimeInterval, ops: Range<Int>) -> String {
        frame(at: time).keeping(ops).description
    }
}
