import MicaBase

/// Sent images that take much memory. The server is told at once when one is released, so that the next can use its
/// memory. For smaller images it is told when there are many.
struct LargeImages {
    /// The fewest bytes of a large image. Fresh memory for 8 MiB takes the server several milliseconds.
    static let size = 1 << 18

    private struct Sent {
        let id: UInt64
        weak var image: ImageResource?
    }
    private var images: [Sent] = []

    mutating func note(_ image: ImageResource) {
        if image.width * image.height * 4 >= Self.size { images.append(Sent(id: image.id, image: image)) }
    }

    /// Removes and returns the images that have been released.
    mutating func takeGone() -> [UInt64] {
        guard images.contains(where: { $0.image == nil }) else { return [] }
        let gone = images.filter { $0.image == nil }.map(\.id)
        images.removeAll { $0.image == nil }
        return gone
    }
}
