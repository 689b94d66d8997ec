import Foundation
import Synchronization

/// An image that layers show: immutable, shared by reference in a process, sent once by identity to another.
///
/// Pixels may be made late: the maker runs at the first call of `bitmap()`, whichever thread asks. What it made is kept for
/// good, or in a cache that may drop it; then the maker runs again when the pixels are wanted again. Threads that ask at
/// the same time wait for one maker.
package final class ImageResource: Sendable, Equatable {
    /// The identity, never reused within the process that made the image.
    package let id: UInt64
    /// Width, in pixels.
    package let width: Int
    /// Height, in pixels.
    package let height: Int
    /// Whether every pixel is known to be opaque; false from when damage is found, which is while the pixels are made.
    package var isOpaque: Bool { isStatedOpaque && !isDamaged.load(ordering: .acquiring) }
    /// What the pixels were before they became those of a `Bitmap`; of a copy of another process's image it is not known.
    package let origin: PixelOrigin
    private let isStatedOpaque: Bool
    private let isDamaged = Atomic(false)

    private enum Store: Sendable {
        case ready(Bitmap)
        case pending(source: (any AnyObject & Sendable)?, @Sendable () -> Bitmap)
        case cached(ImageCache, isExpendable: Bool, @Sendable () -> Bitmap?)
    }
    private let store: Mutex<Store>
    /// Where the pixels are kept; nil when the image has them itself.
    private let cache: ImageCache?
    /// Gets the pixels when nobody has the image any more; nil for nobody.
    private let recycle: (@Sendable (Bitmap) -> Void)?
    private static let counter = Atomic<UInt64>(1)

    private init(
        id: UInt64? = nil, width: Int, height: Int, isOpaque: Bool, origin: PixelOrigin = .native, _ store: Store,
        cache: ImageCache? = nil, recycle: (@Sendable (Bitmap) -> Void)? = nil
    ) {
        self.id = id ?? Self.counter.wrappingAdd(1, ordering: .relaxed).oldValue
        (self.width, self.height, isStatedOpaque, self.origin) = (width, height, isOpaque, origin)
        self.store = Mutex(store)
        (self.cache, self.recycle) = (cache, recycle)
    }

    /// Makes an image of pixels that exist.
    package convenience init(bitmap: Bitmap) {
        self.init(
            width: bitmap.width, height: bitmap.height, isOpaque: bitmap.pixels.allSatisfy { $0 >= 0xFF00_0000 },
            .ready(bitmap))
    }

    /// Makes the copy of another process's image.
    ///
    /// - Parameter id: the image's, with the client that it came from.
    package convenience init(id: UInt64, bitmap: Bitmap, isOpaque: Bool) {
        self.init(id: id, width: bitmap.width, height: bitmap.height, isOpaque: isOpaque, .ready(bitmap))
    }

    /// Makes the copy of another process's image, whose pixels are made when they are first wanted.
    ///
    /// - Parameters:
    ///   - id: the image's, with the client that it came from.
    ///   - recycle: gets the pixels, if they were made, when nobody has the image any more; on any thread.
    package convenience init(
        id: UInt64, width: Int, height: Int, isOpaque: Bool, recycle: @escaping @Sendable (Bitmap) -> Void,
        make: @escaping @Sendable () -> Bitmap
    ) {
        self.init(
            id: id, width: width, height: height, isOpaque: isOpaque, .pending(source: nil, make), recycle: recycle)
    }

    /// Makes an image of pixels whose memory somebody wants back.
    ///
    /// - Parameters:
    ///   - isOpaque: whether every pixel is opaque.
    ///   - recycle: gets the pixels when nobody has the image any more; on any thread.
    package convenience init(bitmap: Bitmap, isOpaque: Bool, recycle: @escaping @Sendable (Bitmap) -> Void) {
        self.init(width: bitmap.width, height: bitmap.height, isOpaque: isOpaque, .ready(bitmap), recycle: recycle)
    }

    /// Makes an image whose pixels are made when they are first wanted, and kept.
    ///
    /// `make` gives a bitmap of the stated size, or one that is transparent where the source is damaged.
    ///
    /// - Parameter source: what the pixels are made of, let go when they are made.
    package convenience init(
        width: Int, height: Int, isOpaque: Bool, origin: PixelOrigin = .native,
        source: (any AnyObject & Sendable)? = nil, make: @escaping @Sendable () -> Bitmap
    ) {
        self.init(width: width, height: height, isOpaque: isOpaque, origin: origin, .pending(source: source, make))
    }

    /// Makes an image whose pixels are made whenever they are wanted and not in a cache.
    ///
    /// - Parameters:
    ///   - isExpendable: Whether the cache drops the pixels before those of other images, however recently they were used.
    ///   - make: Gives the same bitmap of the stated size each time, or nil where the source is damaged: the image is
    ///     transparent then. It may deposit pixels of other images, and must not ask for any.
    package convenience init(
        width: Int, height: Int, isOpaque: Bool, cache: ImageCache, isExpendable: Bool = false,
        make: @escaping @Sendable () -> Bitmap?
    ) {
        self.init(
            width: width, height: height, isOpaque: isOpaque, .cached(cache, isExpendable: isExpendable, make),
            cache: cache)
    }

    deinit {
        cache?.remove(id)
        guard let recycle else { return }
        let made: Bitmap? = store.withLock { store in
            guard case .ready(let bitmap) = store else { return nil }
            // Taken out, so that whoever gets it is the only one to have it.
            store = .pending(source: nil) { Bitmap(width: 0, height: 0) }
            return bitmap
        }
        if let made { recycle(made) }
    }

    /// The pixels; makes them at the first call, and after a cache has dropped them.
    package func bitmap() -> Bitmap {
        store.withLock { store in
            switch store {
            case .ready(let bitmap): return bitmap
            case .pending(_, let make):
                let bitmap = checked(make())
                store = .ready(bitmap)
                return bitmap
            case .cached(let cache, let isExpendable, let make):
                if let bitmap = cache.bitmap(of: id) { return bitmap }
                let made = make()
                if made == nil { isDamaged.store(true, ordering: .releasing) }
                let bitmap = checked(made ?? Bitmap(width: width, height: height))
                cache.insert(bitmap, of: id, isExpendable: isExpendable)
                return bitmap
            }
        }
    }

    /// What the pixels will be made of, which a compositor may know and show as it is; nil when they are made, and of images without.
    package var source: (any AnyObject & Sendable)? {
        store.withLock { store in
            if case .pending(let source, _) = store { return source }
            return nil
        }
    }

    /// Whether the pixels are there, so that `bitmap()` makes nothing.
    package var isDecoded: Bool {
        if let cache { return cache.holds(id) }
        return store.withLock { store in
            if case .ready = store { return true }
            return false
        }
    }

    /// Makes pixels ready that a cache keeps and wants early, if they are not and it has room for them; nothing for other
    /// images.
    package func prepare() {
        guard let cache, cache.wantsPixelsEarly, cache.hasRoom(for: width * height * 4) else { return }
        _ = bitmap()
    }

    /// Puts pixels that were made already where `bitmap()` finds them; nothing when the image has its pixels itself.
    package func deposit(_ bitmap: Bitmap, isExpendable: Bool = false) {
        cache?.insert(checked(bitmap), of: id, isExpendable: isExpendable)
    }

    /// The pixels if a cache holds them; makes nothing. nil also for images that have their pixels themselves.
    package var cachedBitmap: Bitmap? { cache?.bitmap(of: id) }

    /// Lets go of pixels in a cache, which are made again when they are wanted.
    package func dropPixels() { cache?.remove(id) }

    private func checked(_ bitmap: Bitmap) -> Bitmap {
        precondition(bitmap.width == width && bitmap.height == height, "an image's maker gave another size")
        return bitmap
    }

    /// Two images are equal when they are the same image, or copies of it.
    package static func == (a: ImageResource, b: ImageResource) -> Bool { a.id == b.id }
}
