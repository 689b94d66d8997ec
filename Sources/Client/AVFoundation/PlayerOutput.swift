import CoreGraphics
import Foundation
import MicaFilm
import MicaHosting
import MicaResources
import QuartzCore

/// What a player shows: the frame of a film that is due, in all layers of the player.
///
/// Drawn without a screen, a frame is an image that is decoded when it is drawn, so that only frames are decoded of which there is a
/// picture. In a window a thread decodes ahead.
final class PlayerOutput {
    private struct WeakLayer {
        weak var layer: CALayer?
    }
    private var layers: [WeakLayer] = []
    private var film: Film?
    private var shown: Int?
    private var image: CGImage?
    private var queue: FrameQueue?
    /// Images of frames that were shown before, so that a film that loops shows the same ones.
    private var images: [Int: CGImage] = [:]
    /// Up to how many.
    private static let mostImages = 4096

    /// Told of each frame that layers get, by its number; for measuring.
    var didShow: ((Int) -> Void)?

    deinit { queue?.stop() }

    /// The display's refreshes, in a window; nil without one, where frames come at their own times.
    var refreshes: RefreshGrid?

    /// When is seen what layers get at a time: at the first refresh from then on.
    func shownTime(of time: Double) -> Double { refreshes.map { $0.time($0.first(from: time)) } ?? time }

    /// When layers get a frame that is due at a time: soon after the refresh before the one that it is seen at, so that it is there by
    /// then however late the thread wakes. What is seen at the first refresh from `time` on they have already.
    func givingTime(ofDue due: Double, after time: Double) -> Double {
        guard let refreshes else { return max(due, time) }
        return refreshes.time(max(refreshes.first(from: due), refreshes.first(from: time) + 1) - 0.9)
    }

    /// Whether a frame is shown.
    var isShown: Bool { shown != nil }
    /// The frame that is shown.
    var frame: Int? { shown }
    /// What the decoding thread has done; nil without one.
    var statistics: FrameQueue.Statistics? { queue?.statistics }

    /// The trees that the layers are in; nil among them for those in none.
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

    /// Shows another film from now on, or none; what was shown stays until the first frame of the film is there.
    func setFilm(_ film: Film?) {
        guard film !== self.film else { return }
        queue?.stop()
        (queue, self.film, shown) = (nil, film, nil)
        images.removeAll()
        if film == nil { show(nil) }
    }

    /// Shows the frame that is due; false where it is not there yet.
    ///
    /// - Parameters:
    ///   - step: which way it goes on: 1, -1, or 0 for not.
    ///   - wake: is called when the frame has come, in a window; nil decodes it when it is drawn.
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
