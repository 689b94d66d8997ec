import MicaBase
import MicaSocket
import Synchronization

/// The images of one client whose pixels are still in the client's memory; they are copied when they are first drawn.
///
/// So an image that is replaced before a frame shows it is never copied, and a transaction is applied as soon as it is
/// read. Memory goes back to the client when its pixels have been copied or its image has been released (`takeFree`).
/// Beyond `limit` images, the oldest are copied at once, so that a client whose window is not drawn does not run out of
/// memory.
///
/// It belongs to the service's thread; any thread may copy pixels.
struct ArrivingImages {
    /// The most images that may wait to be drawn. A client has more than twice as many memories.
    static let limit = 6

    private struct Arriving {
        weak var image: ImageResource?
        let memory: UInt32
        let flag: CopyFlag
    }
    private var arriving: [Arriving] = []

    /// Whether the pixels have been copied.
    private final class CopyFlag: Sendable {
        let isCopied = Atomic(false)
    }

    /// Makes an image whose pixels are in a client's memory; the memory holds all of them.
    ///
    /// - Parameters:
    ///   - id: the image's number with the client's in it.
    ///   - number: the number of the memory.
    mutating func add(
        _ id: UInt64, width: Int, height: Int, isOpaque: Bool, in source: SharedMemory.Source, _ number: UInt32,
        at offset: Int, pool: PixelPool
    ) -> ImageResource {
        let flag = CopyFlag()
        let image = ImageResource(id: id, width: width, height: height, isOpaque: isOpaque, recycle: pool.give) {
            var pixels = pool.take(width * height) ?? []
            source.copyHeld(at: offset, count: width * height, into: &pixels)
            flag.isCopied.store(true, ordering: .releasing)
            return Bitmap(width: width, height: height, pixels: pixels)
        }
        arriving.append(Arriving(image: image, memory: number, flag: flag))
        if arriving.count > Self.limit { _ = arriving[arriving.count - 1 - Self.limit].image?.bitmap() }
        return image
    }

    /// Copies the images in a memory that is about to go.
    func copy(of memory: UInt32) {
        for one in arriving where one.memory == memory { _ = one.image?.bitmap() }
    }

    /// Removes and returns the memories whose images have been copied or released.
    mutating func takeFree() -> [UInt32] {
        guard !arriving.isEmpty else { return [] }
        var free: [UInt32] = []
        arriving.removeAll { one in
            guard one.image == nil || one.flag.isCopied.load(ordering: .acquiring) else { return false }
            free.append(one.memory)
            return true
        }
        return free
    }
}

/// Arrays of large images that were released. The next image with as many pixels reuses one: the pages of a new array
/// cost more than the copy.
final class PixelPool: Sendable {
    /// The most arrays in the pool, and the fewest pixels of an array that is worth keeping.
    static let limit = 3
    static let least = 1 << 16
    private let arrays = Mutex<[[UInt32]]>([])

    /// Removes and returns an array of a number of pixels, with arbitrary contents.
    func take(_ count: Int) -> [UInt32]? {
        arrays.withLock { arrays in
            guard let index = arrays.firstIndex(where: { $0.count == count }) else { return nil }
            return arrays.remove(at: index)
        }
    }

    /// Releases all arrays.
    func removeAll() { arrays.withLock { $0.removeAll() } }

    /// Adds the pixels of a released image; the oldest array goes when there are too many.
    @Sendable func give(_ bitmap: Bitmap) {
        guard bitmap.pixels.count >= Self.least, bitmap.pixels.count <= 1 << 22 else { return }
        arrays.withLock { arrays in
            if arrays.count == Self.limit { arrays.removeFirst() }
            arrays.append(bitmap.pixels)
        }
    }
}
