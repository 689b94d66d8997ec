import CoreGraphics
import Foundation
import Mica
import MicaBase
import MicaFilm
import QuartzCore

/// Draws the picture of an asset at a time, as a video composition defines.
///
/// Tracks are layers of a separate tree; their pictures, placements and opacities are set before each frame. A film
/// whose picture fills the whole frame is used directly.
final class VideoStage {
    private struct Track {
        let track: AVAssetTrack
        let timeline: FilmTimeline
    }
    private let tracks: [Track]
    private let instructions: [AVVideoCompositionInstruction]
    private let size: CGSize
    private let scale: CGFloat
    private let renderer: LayerRenderer
    private let root = CALayer()
    /// The last picture, so that the same frame gives the same image.
    private var last: (film: Film, frame: Int, image: CGImage)?

    /// - Precondition: the size is not empty.
    init(_ asset: AVAsset, _ composition: AVVideoComposition?, size: CGSize, scale: CGFloat) {
        (self.size, self.scale) = (size, scale)
        instructions = composition?.instructions ?? []
        tracks = asset.tracks(withMediaType: .video).map { track in
            let timeline = (track as? AVCompositionTrack)?.timeline
            return Track(
                track: track,
                timeline: timeline ?? track.film.map { FilmTimeline($0, duration: track.timeRange.end.seconds) }
                    ?? FilmTimeline())
        }
        root.frame = CGRect(origin: .zero, size: size)
        renderer = LayerRenderer(layer: root, scale: scale)
        for _ in tracks {
            let layer = CALayer()
            layer.anchorPoint = .zero
            layer.contentsGravity = .resize
            root.addSublayer(layer)
        }
    }

    /// The picture at a time.
    func image(at time: CMTime) -> CGImage {
        let instruction = instructions.first { $0.timeRange.containsTime(time) } ?? instructions.last
        let seconds = time.seconds
        let said = instruction?.layerInstructions ?? []
        // Instructions are front-most first; the last sublayer is in front.
        let shown: [(layer: CALayer, track: Track, order: Int, said: AVVideoCompositionLayerInstruction?)] =
            zip(root.sublayers ?? [], tracks).enumerated().compactMap { index, pair in
                if said.isEmpty { return index == 0 ? (pair.0, pair.1, 0, nil) : nil }
                guard let order = said.firstIndex(where: { $0.trackID == pair.1.track.trackID }) else { return nil }
                return (pair.0, pair.1, order, said[order])
            }
        if let only = shown.first, shown.count == 1, let image = whole(only.track, only.said, time) { return image }
        CATransaction.withoutActions {
            root.backgroundColor = instruction?.backgroundColor ?? CGColor(gray: 0, alpha: 1)
            for layer in root.sublayers ?? [] { layer.isHidden = true }
            for (layer, track, order, said) in shown {
                guard let picture = track.timeline.picture(at: seconds) else { continue }
                let upright = CGSize(width: picture.film.width, height: picture.film.height)
                layer.isHidden = false
                layer.contents = CGImage(resource: picture.film.image(of: picture.frame))
                layer.bounds = CGRect(origin: .zero, size: upright)
                layer.zPosition = -CGFloat(order)
                layer.opacity = said?.opacity(at: time) ?? 1
                layer.setAffineTransform(placement(track, said, picture.film, time))
                if let crop = said?.crop(at: time) {
                    let mask = CALayer()
                    mask.frame = crop.applying(orientation(picture.film))
                    mask.backgroundColor = CGColor(gray: 0, alpha: 1)
                    layer.mask = mask
                } else if layer.mask != nil {
                    layer.mask = nil
                }
            }
        }
        return CGImage(bitmap: renderer.bitmap(at: seconds))
    }

    /// From stored pixels to upright pixels.
    private func orientation(_ film: Film) -> CGAffineTransform {
        AVAssetTrack(film.video, of: nil, film).preferredTransform
    }

    /// From upright pixels to the frame's pixels.
    private func placement(
        _ track: Track, _ said: AVVideoCompositionLayerInstruction?, _ film: Film, _ time: CMTime
    ) -> CGAffineTransform {
        let upright = CGSize(width: film.width, height: film.height)
        guard let said else {
            // As large as possible, centred.
            let fit = rect(
                of: upright, scaled: min(size.width / upright.width, size.height / upright.height),
                within: CGRect(origin: .zero, size: size))
            return CGAffineTransform(
                a: fit.width / upright.width, b: 0, c: 0, d: fit.height / upright.height, tx: fit.minX, ty: fit.minY)
        }
        return orientation(film).inverted().concatenating(said.transform(at: time) ?? .identity)
    }

    /// The picture, if it fills the frame by itself.
    private func whole(_ track: Track, _ said: AVVideoCompositionLayerInstruction?, _ time: CMTime) -> CGImage? {
        guard let picture = track.timeline.picture(at: time.seconds), !picture.film.video.hasAlpha else { return nil }
        let film = picture.film
        guard size == CGSize(width: film.width, height: film.height), scale == 1, said?.opacity(at: time) ?? 1 == 1,
            said?.crop(at: time) == nil, placement(track, said, film, time).isIdentity
        else { return nil }
        if let last, last.film === film, last.frame == picture.frame { return last.image }
        if let last { last.film.memory.takeBack(last.image.resource) }
        let image = CGImage(resource: film.image(of: picture.frame))
        last = (film, picture.frame, image)
        return image
    }
}
