import Mica
import MicaEvents
import QuartzCore

/// A scene of the gallery: layers that are built as in a program, and their changes.
public struct Example: Sendable {
    /// The name that the gallery knows it by.
    public let id: String
    /// The expected picture, in a sentence.
    public let shows: String
    /// The view's size, in points.
    public let size: CGSize
    /// How long the video is, in seconds; 0 for a still.
    public let duration: Double
    /// The time of its picture, in seconds.
    public let moment: Double
    /// Builds the layers into a root of the view's size, and schedules later changes.
    public let build: @Sendable (_ root: CALayer, _ later: Script) -> Void

    /// Makes an example.
    public init(
        _ id: String, shows: String, size: CGSize = CGSize(width: 320, height: 240), duration: Double = 0,
        moment: Double = 0,
        build: @escaping @Sendable (_ root: CALayer, _ later: Script) -> Void
    ) {
        (self.id, self.shows, self.size) = (id, shows, size)
        (self.duration, self.moment, self.build) = (duration, moment, build)
    }

    /// Builds the example into a renderer that is ready to draw it.
    public func renderer(scale: CGFloat, threads: Int? = nil) -> LayerRenderer {
        let root = CALayer()
        root.bounds = CGRect(origin: .zero, size: size)
        let script = Script()
        build(root, script)
        let renderer = LayerRenderer(layer: root, size: size, scale: scale, threads: threads)
        for entry in script.entries { renderer.schedule(at: entry.time, entry.body) }
        return renderer
    }
}

/// Events in an example while it runs: the hand that a demo has instead of a user's.
public final class Script {
    /// The events, in the order of the calls; times are in seconds.
    public private(set) var entries: [(time: Double, body: () -> Void)] = []

    /// Makes an empty script.
    public init() {}

    /// Hears of the events of the window that the example is played in; points are in its root's space, and in the one around it.
    public var handler: ((WindowEvent) -> Void)?

    /// Runs code at a time, in seconds.
    public func at(_ time: Double, _ body: @escaping () -> Void) { entries.append((time, body)) }
}
