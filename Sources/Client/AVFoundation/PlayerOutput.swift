import CoreGraphics
import Foundation
import MicaBase
import MicaFilm
import MicaTrace
import QuartzCore

/// Shows the due frame of a film in all layers of a player.
///
/// Without a screen, a frame is an image that is decoded when it is drawn: only frames that appear in a picture are
/// decoded. In a window, a thread decodes ahead.
final class PlayerOutput {
    private struct WeakLayer {
        weak var layer: CALayer?
    }
    private var layers: [WeakLayer] = []
    private var film: Film?
    private var shown: Int?
    private var image: CGImage?
    private var queue: FrameQueue?
    /// Images of earlier frames, so that a film that loops shows identical images.
    private var images: [Int: CGImage] = [:]
    /// The most images in `images`.
    private static let mostImages = 4096

    /// Called with the number of each frame that layers get; for measurements.
    var didShow: ((Int) -> Void)?

    deinit { queue?.stop() }

    /// The display's refreshes, in a window; nil without one: frames then come at their own times.
    var refreshes: RefreshGrid?

    /// The time at which changes made at a time become visible: the first refresh from then on.
    func shownTime(of time: Double) -> Double { refreshes.map { $0.time($0.first(from: time)) } ?? time }

    /// The time to give layers a frame that is due at `due`: soon after the refresh before the one that shows it. So
    /// the frame is ready in time, however late the thread wakes. Layers already have the frame for the first refresh
    /// after `time`.
    func givingTime(ofDue due: Double, after time: Double) -> Double {
        guard let refreshes else { return max(due, time) }
        return refreshes.time(max(refreshes.first(from: due), refreshes.first(from: time) + 1) - 0.9)
    }

    /// Whether a frame is shown.
    var isShown: Bool { shown != nil }
    /// The frame that is shown.
    var frame: Int? { shown }
    /// Statistics of the decoding thread; nil without one.
    var statistics: FrameQueue.Statistics? { queue?.statistics }

    /// The trees of the layers; nil for a layer without a tree.
    var contexts: [LayerContext?] { layers.compactMap { $0.layer.map(\.context) } }

    func add(_ layer: CALayer) {
        layers.removeAll { $0.layer == nil || $0.layer === layer }
        layers.append(WeakLayer(layer: layer))
        if let image { show(image, in: layer) }
    }

    func remove(_ layer: CALayer) {
        layers.removeAll { $0.layer == nil || $0.layer === layer }
        show(nil, in: layer)
    }

    /// Changes the film, or ends it; the old frame stays until the new film's first frame is ready.
    func setFilm(_ film: Film?) {
        guard film !== self.film else { return }
        queue?.stop()
        (queue, self.film, shown) = (nil, film, nil)
        images.removeAll()
        if film == nil { show(nil) }
    }

    /// Shows the frame that is due; false when it is not ready.
    ///
    /// - Parameters:
    ///   - step: The direction: 1, -1, or 0 while playback stands still.
    ///   - wake: Called when the frame is ready, in a window; nil: the frame is decoded when it is drawn.
    @discardableResult
    func show(_ frame: Int, step: Int, wake: (@Sendable () -> Void)?) -> Bool {
        guard let film, frame >= 0, frame < film.index.count else { return true }
        guard let wake else {
            if shown == frame { return true }
            shown = frame
            show(picture(frame, of: film))
            didShow?(frame)
            return true
        }
        if shown == frame, step == 0 { return true }
        if queue == nil { queue = FrameQueue(film, wake: wake) }
        guard let taken = queue?.take(frame, step: step) else { return shown == frame }
        shown = taken.number
        let bitmap = taken.bitmap
        let resource = ImageResource(width: bitmap.width, height: bitmap.height, isOpaque: !film.video.hasAlpha) {
            bitmap
        }
        film.memory.lend(resource.bitmap(), to: resource)
        show(CGImage(resource: resource))
        didShow?(taken.number)
        return taken.number == frame
    }

    private func picture(_ frame: Int, of film: Film) -> CGImage {
        if let image = images[frame] { return image }
        let image = CGImage(resource: film.image(of: frame))
        if images.count < Self.mostImages { images[frame] = image }
        return image
    }

    private func show(_ image: CGImage?) {
        self.image = image
        for entry in layers { if let layer = entry.layer { show(image, in: layer) } }
    }

    private func show(_ image: CGImage?, in layer: CALayer) {
        CATransaction.withoutActions { layer.contents = image }
    }
}
