import CoreGraphics
import Foundation
import Mica
import MicaBase
import MicaCodecs
import MicaFilm
import QuartzCore

/// Makes images of a film at given times: each image is the last frame that begins at or before its time.
///
/// *Source*: Apple, AVAssetImageGenerator.h.
// Safe because: settings are read at each request; images come from the asset, which any thread may use.
open class AVAssetImageGenerator: NSObject, @unchecked Sendable {
    /// The outcome of a request.
    public enum Result: Int, Sendable {
        /// There is an image.
        case succeeded = 0
        /// There is an error.
        case failed = 1
        /// The request was cancelled.
        case cancelled = 2
    }

    /// The asset that images are made of.
    public let asset: AVAsset
    /// Whether images are turned upright.
    open var appliesPreferredTrackTransform = false
    /// The maximum size of images, with their proportions preserved; a side of 0 is unlimited.
    open var maximumSize = CGSize.zero
    /// The tolerance before a requested time; ignored, because images are exact.
    open var requestedTimeToleranceBefore = CMTime.positiveInfinity
    /// The tolerance after a requested time; ignored.
    open var requestedTimeToleranceAfter = CMTime.positiveInfinity
    /// How tracks are combined; nil: the first video track alone.
    open var videoComposition: AVVideoComposition?
    private let generation = GenerationCount()

    /// Makes a generator of an asset.
    public init(asset: AVAsset) { self.asset = asset }

    /// The image at a time, and the time at which its frame begins.
    ///
    /// - Throws: `AVError` when there is no image.
    open func copyCGImage(at requestedTime: CMTime, actualTime: UnsafeMutablePointer<CMTime>?) throws -> CGImage {
        let (image, time) = try picture(at: requestedTime)
        if let actualTime = unsafe actualTime { unsafe actualTime.pointee = time }
        return image
    }

    /// The image at a time, and the time at which its frame begins, made on another thread.
    open func image(at time: CMTime) async throws -> (image: CGImage, actualTime: CMTime) {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Swift.Result { try self.picture(at: time) }) }
        }
    }

    /// Makes images on another thread in order, and calls a block there with each.
    open func generateCGImagesAsynchronously(
        forTimes requestedTimes: [NSValue],
        completionHandler handler: @escaping @Sendable (CMTime, CGImage?, CMTime, Result, (any Error)?) -> Void
    ) {
        let times = requestedTimes.map(\.timeValue), number = generation.value
        Thread.detachNewThread {
            for time in times {
                if self.generation.value != number {
                    handler(time, nil, .invalid, .cancelled, AVError(.operationCancelled, "the images were cancelled"))
                    continue
                }
                do {
                    let (image, actual) = try self.picture(at: time)
                    handler(time, image, actual, .succeeded, nil)
                } catch { handler(time, nil, .invalid, .failed, error) }
            }
        }
    }

    /// Makes an image on another thread, and calls a block there.
    open func generateCGImageAsynchronously(
        for requestedTime: CMTime,
        completionHandler handler: @escaping @Sendable (CGImage?, CMTime, (any Error)?) -> Void
    ) {
        generateCGImagesAsynchronously(forTimes: [NSValue(time: requestedTime)]) { handler($1, $2, $4) }
    }

    /// Cancels the images that have not been started.
    open func cancelAllCGImageGeneration() { generation.add() }

    private func picture(at time: CMTime) throws -> (image: CGImage, actualTime: CMTime) {
        try asset.loadAll()
        let seconds = time.isPositiveInfinity ? asset.duration.seconds : time.seconds
        guard seconds.isFinite else { throw AVError(.noImageAtTime, "there is no picture at \(time)") }
        if let videoComposition {
            let size = videoComposition.renderSize
            guard size.width >= 1, size.height >= 1, size.width * size.height <= 0x1p26 else {
                throw AVError(.invalidVideoComposition, "a picture of \(size.width) x \(size.height) cannot be made")
            }
            let stage = VideoStage(asset, videoComposition, size: size, scale: 1)
            return (scaled(stage.image(at: CMTime(playerSeconds: seconds))), time)
        }
        guard let (film, frame) = asset.pictures.picture(at: max(0, seconds)) else {
            if case .failure(let error) = asset.content { throw error }
            throw AVError(.noImageAtTime, "there is no picture at \(time)")
        }
        do throws(FilmError) {
            var bitmap = try film.bitmap(of: frame)
            if !appliesPreferredTrackTransform { bitmap = bitmap.upright(from: film.video.orientation.inverse) }
            let isWhole = asset.film != nil
            return (
                scaled(CGImage(bitmap: bitmap)), isWhole ? film.video.timeBase.time(film.index.time(of: frame)) : time
            )
        } catch { throw AVError(error) }
    }

    /// The image, scaled down to `maximumSize`.
    private func scaled(_ image: CGImage) -> CGImage {
        let (width, height) = (CGFloat(image.width), CGFloat(image.height))
        let scale = min(
            1, maximumSize.width > 0 ? maximumSize.width / width : 1,
            maximumSize.height > 0 ? maximumSize.height / height : 1)
        guard scale < 1 else { return image }
        let layer = CALayer()
        layer.frame = CGRect(
            x: 0, y: 0, width: max(1, (width * scale).rounded()), height: max(1, (height * scale).rounded()))
        layer.contents = image
        layer.minificationFilter = .trilinear
        return LayerRenderer(layer: layer).image(at: 0)
    }
}

/// Counts cancellations.
// Safe because: the number is used only while the lock is held.
private final class GenerationCount: @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0
    var value: Int { lock.withLock { count } }
    func add() { lock.withLock { count += 1 } }
}

extension ImageOrientation {
    /// The orientation that turns an upright picture back to its stored form.
    var inverse: ImageOrientation { self == .right ? .left : self == .left ? .right : self }
}
