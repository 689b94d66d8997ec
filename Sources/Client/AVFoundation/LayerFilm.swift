import CoreGraphics
import MicaFilm
import QuartzCore

/// A film as the contents of a layer, in the layer's time: at time t, the last frame that begins at or before t;
/// before the film's start its first frame, after its end its last frame.
///
/// The film follows the layer's time: it stops, speeds up, reverses or begins later with the layer. In a
/// `LayerRenderer`, frames are decoded when they are drawn; in a window, a thread decodes ahead. There is no sound. A
/// film belongs to the thread that made it, which must be the thread of the layer's tree. The layer retains the film
/// until `stop()`.
package final class LayerFilm: TimedSource {
    /// The duration of the film. *Units*: seconds.
    package let duration: Double
    /// Frames a second.
    package let framesPerSecond: Double

    private let film: Film
    private let output = PlayerOutput()
    private weak var layer: CALayer?
    /// The layer's key for the film.
    private static let key = "org.mica.film"
    /// Retains the file if it has no name.
    private let keeper: AnyObject?
    /// The last requested frame; nil before the first.
    private var asked: Int?

    /// Makes a film the contents of a layer.
    ///
    /// - Parameter keeper: An object that `path` depends on.
    /// - Throws: `FilmError` when the film cannot be read.
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

    /// Releases the layer, which keeps its current contents.
    package func stop() {
        layer?.customValues[Self.key] = nil
        layer = nil
        ThreadState.current.remove(self)
    }

    /// The frame at a time of the layer.
    private func frame(_ time: Double) -> Int { film.frame(at: time + PlayerTimeline.tolerance) }

    /// The layer's time at a time of its tree, and its speed.
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
        // Backwards, the earlier frame is due as soon as the start of the later frame is passed.
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
