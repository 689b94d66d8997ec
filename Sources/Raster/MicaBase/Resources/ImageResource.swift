import Foundation
import Synchronization

/// An image that layers show: immutable, shared by reference in a process, sent once by identity to another.
///
/// Pixels may be made late: the maker runs at the first call of `bitmap()`, on the thread that asks. Its pixels stay
/// for good, or in a cache that may drop them; then the maker runs again when they are next wanted. Threads that ask at
/// the same time wait for one maker.
package final class ImageResource: Sendable, Equatable {
    /// The identity, never reused within the process that made the image.
    package let id: UInt64
    /// Width, in pixels.
    package let width: Int
    /// Height, in pixels.
    package let height: Int
    /// Whether every pixel is known to be opaque. Becomes false when making the pixels finds that their source is
    /// damaged.
    package var isOpaque: Bool { isStatedOpaque && !isDamaged.load(ordering: .acquiring) }
    /// The form of the pixels before they became those of a `Bitmap`; not known for a copy of another process's image.
    package let origin: PixelOrigin
    private let isStatedOpaque: Bool
    private let isDamaged = Atomic(false)

    private enum Store: Sendable {
        case ready(Bitmap)
        case pending(source: (any AnyObject & Sendable)?, @Sendable () -> Bitmap)
        case cached(ImageCache, isExpendable: Bool, @Sendable () -> Bitmap?)
    }
    private let store: Mutex<Store>
    /// The cache with the pixels; nil when the image holds them itself.
    private let cache: ImageCache?
    /// Called with the pixels when the image is released; nil if they are not used again.
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
    /// - Parameter id: the identity of the original, combined with its client's.
    package convenience init(id: UInt64, bitmap: Bitmap, isOpaque: Bool) {
        self.init(id: id, width: bitmap.width, height: bitmap.height, isOpaque: isOpaque, .ready(bitmap))
    }

    /// Makes the copy of another process's image, whose pixels are made when they are first wanted.
    ///
    /// - Parameters:
    ///   - id: the identity of the original, combined with its client's.
    ///   - recycle: called with the pixels, if they were made, when the image is released; on any thread.
    package convenience init(
        id: UInt64, width: Int, height: Int, isOpaque: Bool, recycle: @escaping @Sendable (Bitmap) -> Void,
        make: @escaping @Sendable () -> Bitmap
    ) {
        self.init(
            id: id, width: width, height: height, isOpaque: isOpaque, .pending(source: nil, make), recycle: recycle)
    }

    /// Makes an image of pixels whose memory is used again afterwards.
    ///
    /// - Parameters:
    ///   - isOpaque: whether every pixel is opaque.
    ///   - recycle: called with the pixels when the image is released; on any thread.
    package convenience init(bitmap: Bitmap, isOpaque: Bool, recycle: @escaping @Sendable (Bitmap) -> Void) {
        self.init(width: bitmap.width, height: bitmap.height, isOpaque: isOpaque, .ready(bitmap), recycle: recycle)
    }

    /// Makes an image whose pixels are made when they are first wanted, and then stay.
    ///
    /// `make` gives a bitmap of the stated size, or one that is transparent, if the source is damaged.
    ///
    /// - Parameter source: the pixels' source; released when they are made.
    package convenience init(
        width: Int, height: Int, isOpaque: Bool, origin: PixelOrigin = .native,
        source: (any AnyObject & Sendable)? = nil, make: @escaping @Sendable () -> Bitmap
    ) {
        self.init(width: width, height: height, isOpaque: isOpaque, origin: origin, .pending(source: source, make))
    }

    /// Makes an image whose pixels are made whenever they are wanted and not in the cache.
    ///
    /// - Parameters:
    ///   - isExpendable: Whether the cache drops the pixels before those of other images, however recently they were
    ///     used.
    ///   - make: Gives the same bitmap of the stated size each time, or nil if the source is damaged: the image is
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
            // Out of the store, so that `recycle` gets the only reference to the pixels.
            store = .pending(source: nil) { Bitmap(width: 0, height: 0) }
            return bitmap
        }
        if let made { recycle(made) }
    }

    /// The pixels: made at the first call, and again after a cache has dropped them.
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

    /// The source of the pixels, which a compositor may know and show directly; nil once they are made, and for images
    /// without one.
    package var source: (any AnyObject & Sendable)? {
        store.withLock { store in
            if case .pending(let source, _) = store { return source }
            return nil
        }
    }

    /// Whether the pixels exist, so that `bitmap()` makes nothing.
    package var isDecoded: Bool {
        if let cache { return cache.holds(id) }
        return store.withLock { store in
            if case .ready = store { return true }
            return false
        }
    }

    /// Makes the pixels now, if their cache wants them early and has room for them. Does nothing for images without a
    /// cache.
    package func prepare() {
        guard let cache, cache.wantsPixelsEarly, cache.hasRoom(for: width * height * 4) else { return }
        _ = bitmap()
    }

    /// Puts pixels that exist already into the cache, where `bitmap()` finds them; does nothing for images without a
    /// cache.
    package func deposit(_ bitmap: Bitmap, isExpendable: Bool = false) {
        cache?.insert(checked(bitmap), of: id, isExpendable: isExpendable)
    }

    /// The pixels, if a cache holds them; makes nothing. nil for images without a cache.
    package var cachedBitmap: Bitmap? { cache?.bitmap(of: id) }

    /// Drops the pixels from the cache, if there is one; they are made again when they are wanted.
    package func dropPixels() { cache?.remove(id) }

    private func checked(_ bitmap: Bitmap) -> Bitmap {
        precondition(bitmap.width == width && bitmap.height == height, "an image's maker gave another size")
        return bitmap
    }

    /// Two images are equal when they are one image, or copies of one.
    package static func == (a: ImageResource, b: ImageResource) -> Bool { a.id == b.id }
}
