import MicaBase
import Synchronization

/// Memory of a film's frames that are no longer shown, for reuse by later frames. The system must clear new memory
/// first, which takes as long as decoding a fifth of a frame.
///
/// A frame's memory is lent while its image holds the pixels. Other holders of the pixels are not affected: as with
/// any value, a write then copies them.
package final class FrameMemory: Sendable {
    /// A loan of memory to an image.
    private struct Loan: Sendable {
        weak var image: ImageResource?
        var pixels: [UInt32]

        var isOver: Bool { image.map { !$0.isDecoded } ?? true }
    }
    private let loans = Mutex<[Loan]>([])
    /// The most loans, and the most returned ones among them.
    private static let (most, mostFree) = (8, 2)

    package init() {}

    /// Records the pixels of an image, which are returned when the image is released or drops them.
    package func lend(_ bitmap: Bitmap, to image: ImageResource) { add(Loan(image: image, pixels: bitmap.pixels)) }

    /// Takes the pixels of an image that is no longer shown, if they are cached; the image makes them again when
    /// needed.
    package func takeBack(_ image: ImageResource) {
        guard let bitmap = image.cachedBitmap else { return }
        image.dropPixels()
        add(Loan(image: nil, pixels: bitmap.pixels))
    }

    private func add(_ loan: Loan) {
        loans.withLock { loans in
            loans.append(loan)
            if loans.count > Self.most { loans.removeFirst() }
            var free = loans.count { $0.isOver }
            loans.removeAll { loan in
                guard free > Self.mostFree, loan.isOver else { return false }
                free -= 1
                return true
            }
        }
    }

    /// Returned pixels with arbitrary content; nil when there are none of that count.
    package func take(_ count: Int) -> [UInt32]? {
        loans.withLock { loans in
            guard let index = loans.firstIndex(where: { $0.pixels.count == count && $0.isOver }) else { return nil }
            return loans.remove(at: index).pixels
        }
    }
}
