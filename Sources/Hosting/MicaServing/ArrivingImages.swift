import MicaResources
import MicaSocket
import Synchronization

/// The images of one client whose pixels still lie in its memory: they are copied when they are first drawn.
///
/// So an image that is replaced before a frame shows it is never copied, and a transaction is applied as soon as it is read. Memory that an
/// image does not need any more, as its pixels were copied or the image is gone, goes back to the client (`takeFree`). Of more images
/// than `limit` the oldest are copied at once: a client whose window is not drawn does not run out of memory.
///
/// It belongs to the service's thread; pixels may be copied on any.
struct ArrivingImages {
    /// How many images may wait to be drawn. A client has twice as many memories and more.
    static let limit = 6

    private struct Arriving {
        weak var image: ImageResource?
        let memory: UInt32
        let flag: CopyFlag
    }
    private var arriving: [Arriving] = []

    /// Whether pixels were copied.
    private final class CopyFlag: Sendable {
        let isCopied = Atomic(false)
    }

    /// Makes an image of pixels in a client's memory, which holds them.
    ///
    /// - Parameters:
    ///   - id: with the client in it.
    ///   - number: of the memory.
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

    /// Has the images copied that lie in a memory, which is not there any more afterwards.
    func copy(of memory: UInt32) {
        for one in arriving where one.memory == memory { _ = one.image?.bitmap() }
    }

    /// Takes out the memories whose images were copied or are gone.
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

/// Arrays of large images that nobody shows any more: the next image of as many pixels is copied into one. The pages of a new array cost more
/// than the copy.
final class PixelPool: Sendable {
    /// How many arrays are kept, and how few pixels are not worth it.
    static let limit = 3
    static let least = 1 << 16
    private let arrays = Mutex<[[UInt32]]>([])

    /// Takes an array of a number of pixels out, whatever they are.
    func take(_ count: Int) -> [UInt32]? {
        arrays.withLock { arrays in
            guard let index = arrays.firstIndex(where: { $0.count == count }) else { return nil }
            return arrays.remove(at: index)
        }
    }

    /// Keeps the pixels of an image that is gone; the oldest of too many go.
    @Sendable func give(_ bitmap: Bitmap) {
        guard bitmap.pixels.count >= Self.least, bitmap.pixels.count <= 1 << 22 else { return }
        arrays.withLock { arrays in
            if arrays.count == Self.limit { arrays.removeFirst() }
            arrays.append(bitmap.pixels)
        }
    }
}
