import CoreGraphics
import MicaFilm
import QuartzCore

/// A film as the contents of a layer, in the layer's own time: at time t of the layer the frame with the greatest time not after t, the first
/// before the film's start and the last after its end.
///
/// A layer that stands still, goes faster or backwards, or begins later has its film do so. In a `LayerRenderer` frames are decoded when they
/// are drawn; in a window a thread decodes ahead. There is no sound. It belongs to the thread on which it was made, which is that of the
/// layer's tree, and to the layer, which keeps it until `stop()`.
package final class LayerFilm: TimedSource {
    /// How long it is. *Units*: seconds.
    package let duration: Double
    /// Frames a second.
    package let framesPerSecond: Double

    private let film: Film
    private let output = PlayerOutput()
    private weak var layer: CALayer?
    /// What the layer has it under.
    private static let key = "org.mica.film"
    /// What has the file, if it has no name.
    private let keeper: AnyObject?
    /// The frame that was asked for last; nil before there was one.
    private var asked: Int?

    /// Has a film be a layer's contents from now on.
    ///
    /// - Parameter keeper: what the path needs to be there.
    /// - Throws: `FilmError` when it cannot be read.
    package init(path: String, keeping keeper: AnyObject? = nil, in layer: CALayer) throws(FilmError) {
        film = try Film(path: path)
        (self.layer, self.keeper) = (layer, keeper)
        duration = film.video.timeBase.seconds(film.index.end)
        let length = duration - film.time(of: 0)
        let rate = film.video.frameRate
        framesPerSecond = rate > 0 ? rate : length > 0 ? Double(film.index.count) / length : 0
        output.setFilm(film)
        output.add(layer)
        ThreadState.current.add(self)
        layer.customValues[Self.key] = self
    }

    /// Lets the layer go, which keeps what it shows.
    package func stop() {
        layer?.customValues[Self.key] = nil
        layer = nil
        ThreadState.current.remove(self)
    }

    /// The frame of a time of the layer's.
    private func frame(_ time: Double) -> Int { film.frame(at: time + PlayerTimeline.tolerance) }

    /// The layer's time at one of its tree's, and how fast it goes.
    private func layerTime(at time: Double, of layer: CALayer) -> (time: Double, speed: Double) {
        let own = layer.convertTime(time, from: nil)
        return (own, layer.convertTime(time + 1, from: nil) - own)
    }

    package func isDriven(by pump: ClientPump) -> Bool { layer.map { $0.context === pump.context } ?? false }

    package func nextEvent(after time: Double) -> Double? {
        guard let layer else { return nil }
        let seen = output.shownTime(of: time)
        let (own, speed) = layerTime(at: seen, of: layer)
        guard own.isFinite else { return nil }
        let current = frame(own)
        if current != asked { return time }
        let next = speed > 0 ? current + 1 : current
        guard speed.isFinite, speed != 0, next > 0, next < film.index.count else { return nil }
        // Backwards, the frame before it is there as soon as its time is passed.
        let slack = 2 * PlayerTimeline.tolerance
        let due = seen + (film.time(of: next) - (speed > 0 ? 0 : slack) - own) / speed
        return due.isFinite ? output.givingTime(ofDue: due, after: time) : nil
    }

    package func run(at time: Double, _ pump: ClientPump) {
        guard let layer else { return }
        output.refreshes = pump.context.isLive ? pump.timing?.grid : nil
        let (own, speed) = layerTime(at: output.shownTime(of: time), of: layer)
        guard own.isFinite else { return }
        let current = frame(own)
        asked = current
        output.show(
            current, step: speed > 0 ? 1 : speed < 0 ? -1 : 0, wake: pump.context.isLive ? pump.wake : nil)
    }
}
