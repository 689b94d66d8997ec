import MicaResources
import Synchronization

/// The memory of a film's frames that nobody shows any more, which later frames are written into: memory that is new has to be cleared
/// by the system first, which takes as long as decoding a fifth of the frame.
///
/// A frame's memory is lent for as long as its image has the pixels. Whoever else has kept them keeps them: they are written elsewhere
/// then, as with any value.
package final class FrameMemory: Sendable {
    /// Memory that was lent.
    private struct Loan: Sendable {
        weak var image: ImageResource?
        var pixels: [UInt32]

        var isOver: Bool { image.map { !$0.isDecoded } ?? true }
    }
    private let loans = Mutex<[Loan]>([])
    /// How many are known at most; those given back among them, which are kept for nothing else, are two at most.
    private static let (most, mostFree) = (8, 2)

    package init() {}

    /// Notes the pixels of an image, which are free when it goes, or no longer has them.
    package func lend(_ bitmap: Bitmap, to image: ImageResource) { add(Loan(image: image, pixels: bitmap.pixels)) }

    /// Takes the pixels out of an image that is not shown any more, and whose cache has them; it makes them again if they are wanted.
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

    /// Pixels that nobody shows, of any colours; nil where there are none of that many.
    package func take(_ count: Int) -> [UInt32]? {
        loans.withLock { loans in
            guard let index = loans.firstIndex(where: { $0.pixels.count == count && $0.isOver }) else { return nil }
            return loans.remove(at: index).pixels
        }
    }
}
