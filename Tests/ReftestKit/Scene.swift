import Foundation
import QuartzCore

/// A picture that client code describes: a tree of layers, its later changes, and the time of the picture.
///
/// *Units*: points, seconds. *Space*: y down, the origin at the top left of the root layer.
package struct Scene: Sendable {
    /// The name, for messages and files; letters, digits and hyphens.
    package var name: String
    /// The root layer's size.
    package var size = CGSize(width: 64, height: 64)
    /// Pixels per point.
    package var scale: CGFloat = 1
    /// The time that is drawn.
    package var time: Double = 0
    /// The background of the root layer; nil is transparent.
    package var background: CGColor?
    /// Puts layers into a root layer that has the scene's size and nothing else.
    package var build: @Sendable (CALayer) -> Void
    /// What client code does later, in the order of its times.
    package var events: [SceneEvent] = []

    /// Makes a scene.
    package init(
        _ name: String, size: CGSize = CGSize(width: 64, height: 64), scale: CGFloat = 1, time: Double = 0,
        background: CGColor? = nil, events: [SceneEvent] = [], build: @escaping @Sendable (CALayer) -> Void
    ) {
        (self.name, self.size, self.scale, self.time) = (name, size, scale, time)
        (self.background, self.events, self.build) = (background, events, build)
    }

    /// The same scene at another time.
    package func at(_ time: Double) -> Scene {
        var scene = self
        scene.time = time
        return scene
    }

    /// The same scene over nothing.
    package var withoutBackground: Scene {
        var scene = self
        scene.background = nil
        return scene
    }

    /// The root layer with the scene in it, built at time 0 without implicit animations.
    package func makeRoot() -> CALayer {
        MediaClock.with(time: 0) {
            CATransaction.begin()
            CATransaction.setDisableActions(true)
            defer { CATransaction.commit() }
            let root = CALayer()
            root.frame = CGRect(origin: .zero, size: size)
            build(root)
            return root
        }
    }
}

/// Something that client code does to a scene at a time.
package struct SceneEvent: Sendable {
    /// When, in seconds of the scene.
    package var time: Double
    /// What, given the root layer.
    package var body: @Sendable (CALayer) -> Void

    /// Makes an event.
    package init(at time: Double, _ body: @escaping @Sendable (CALayer) -> Void) {
        (self.time, self.body) = (time, body)
    }
}
