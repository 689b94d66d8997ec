import Foundation
import MicaPixels
import Synchronization

/// An image that layers show: immutable, shared by reference in a process, sent once by identity to another.
///
/// Pixels may be made late: the maker runs at the first call of `bitmap()`, once, whichever thread asks.
package final class ImageResource: Sendable, Equatable {
    /// The identity, never reused within the process that made the image.
    package let id: UInt64
    /// Width, in pixels.
    package let width: Int
    /// Height, in pixels.
    package let height: Int
    /// Whether every pixel is known to be opaque.
    package let isOpaque: Bool

    private enum Store: Sendable {
        case ready(Bitmap)
        case pending(@Sendable () -> Bitmap)
    }
    private let store: Mutex<Store>
    private static let counter = Atomic<UInt64>(1)

    /// Makes an image of pixels that exist.
    package init(bitmap: Bitmap) {
        id = Self.counter.wrappingAdd(1, ordering: .relaxed).oldValue
        width = bitmap.width
        height = bitmap.height
        isOpaque = bitmap.pixels.allSatisfy { $0 >= 0xFF00_0000 }
        store = Mutex(.ready(bitmap))
    }

    /// Makes an image whose pixels are made when they are first wanted.
    ///
    /// `make` gives a bitmap of the stated size, or one that is transparent where the source is damaged.
    package init(width: Int, height: Int, isOpaque: Bool, make: @escaping @Sendable () -> Bitmap) {
        id = Self.counter.wrappingAdd(1, ordering: .relaxed).oldValue
        (self.width, self.height, self.isOpaque) = (width, height, isOpaque)
        store = Mutex(.pending(make))
    }

    /// The pixels; decodes them at the first call.
    package func bitmap() -> Bitmap {
        store.withLock { store in
            switch store {
            case .ready(let bitmap): return bitmap
            case .pending(let make):
                let bitmap = make()
                precondition(bitmap.width == width && bitmap.height == height, "an image's maker gave another size")
                store = .ready(bitmap)
                return bitmap
            }
        }
    }

    /// Two images are equal when they are the same image.
    package static func == (a: ImageResource, b: ImageResource) -> Bool { a === b }
}
