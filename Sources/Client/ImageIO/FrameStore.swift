import CoreGraphics
import MicaBase
import MicaCodecs
import MicaTrace
import Synchronization

/// The frames of one file, decoded into a cache when needed.
///
/// Images of one frame share their pixels. A frame of an animation builds on the frames before it, so that decoding
/// one decodes all of those. Following frames whose images exist are put into the cache as well, up to an eighth of
/// its budget: an animation that plays is not decoded from the start for each frame.
final class FrameStore: Sendable {
    private struct Key: Hashable {
        let index: Int
        let isExpendable: Bool
    }
    private struct WeakResource {
        weak var resource: ImageResource?
    }
    private struct State {
        var resources: [Key: WeakResource] = [:]
        var damaged: Set<Int> = []
        var isReported = false
    }

    let cache: ImageCache
    private let decoder: ImageDecoder
    private let report: @Sendable (String) -> Void
    private let state = Mutex(State())

    /// Makes a store of a file whose header was read; `report` is called for the first damage found late.
    init(_ decoder: ImageDecoder, cache: ImageCache, report: @escaping @Sendable (String) -> Void) {
        (self.decoder, self.cache, self.report) = (decoder, cache, report)
    }

    /// The number of frames.
    var count: Int { decoder.header.frameCount }

    /// The image of a frame, not decoded. The pixels of an expendable image leave the cache first.
    ///
    /// - Precondition: the frame exists.
    func resource(at index: Int, isExpendable: Bool) -> ImageResource {
        requires(0..<count ~= index, "there is no frame \(index)")
        let key = Key(index: index, isExpendable: isExpendable)
        return state.withLock { state in
            if let known = state.resources[key]?.resource { return known }
            let made = ImageResource(
                width: decoder.header.width, height: decoder.header.height, isOpaque: !decoder.header.hasAlpha,
                cache: cache, isExpendable: isExpendable
            ) { [self] in pixels(of: key) }
            state.resources[key] = WeakResource(resource: made)
            return made
        }
    }

    /// The pixels of a frame, immediately: from the cache, or decoded without caching.
    func bitmap(at index: Int) throws(ImageError) -> Bitmap {
        let known = state.withLock { state in
            [true, false].compactMap { state.resources[Key(index: index, isExpendable: $0)]?.resource }
        }
        for resource in known { if let bitmap = resource.cachedBitmap { return bitmap } }
        cache.countDecode()
        return try decode(index) { _, _ in false }
    }

    /// The size of every frame.
    var size: (width: Int, height: Int) { (decoder.header.width, decoder.header.height) }

    /// The pixels of a frame for a smaller picture. A JPEG is decoded at a fraction of its size, whatever the cache has,
    /// so that the result is always the same.
    func bitmap(at index: Int, forWidth width: Int, height: Int) throws(ImageError) -> Bitmap {
        guard decoder.header.format == .jpeg else { return try bitmap(at: index) }
        cache.countDecode()
        return try decoder.decode(forWidth: width, height: height)
    }

    /// Drops a frame's pixels from the cache.
    func dropPixels(at index: Int) {
        let known = state.withLock { state in
            [true, false].compactMap { state.resources[Key(index: index, isExpendable: $0)]?.resource }
        }
        for resource in known { resource.dropPixels() }
    }

    /// The pixels of a frame; nil where the file is damaged, which is reported once.
    private func pixels(of key: Key) -> Bitmap? {
        if state.withLock({ $0.damaged.contains(key.index) }) { return nil }
        cache.countDecode()
        let span = TraceLog.begin(.decode)
        defer { span.end() }
        var room = cache.budget / 8
        do throws(ImageError) {
            return try decode(key.index) { index, bitmap in
                room -= bitmap.byteCount
                let next = state.withLock { $0.resources[Key(index: index, isExpendable: key.isExpendable)]?.resource }
                guard room >= 0, let next else { return false }
                if !next.isDecoded { next.deposit(bitmap, isExpendable: key.isExpendable) }
                return true
            }
        } catch {
            let isFirst = state.withLock { state in
                state.damaged.insert(key.index)
                defer { state.isReported = true }
                return !state.isReported
            }
            if isFirst { report("an image is shown as nothing: \(error)") }
            return nil
        }
    }

    /// Decodes a frame, and following frames while `body` returns true. Damage after the frame is no error here.
    private func decode(_ wanted: Int, andNext body: (Int, Bitmap) -> Bool) throws(ImageError) -> Bitmap {
        var found: Bitmap?
        var index = 0
        do throws(ImageError) {
            try decoder.forEachFrame { frame in
                defer { index += 1 }
                if index < wanted { return true }
                if index > wanted { return body(index, frame.bitmap) && index + 1 < count }
                found = frame.bitmap
                return index + 1 < count
            }
        } catch {
            if found == nil { throw error }
        }
        guard let found else {
            throw ImageError(.truncated, format: decoder.header.format, reason: "there is no frame \(wanted + 1)")
        }
        return found
    }
}
