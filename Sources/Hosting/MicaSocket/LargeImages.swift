import MicaResources

/// Images that were sent and take much memory: the server hears at once that one is gone, so that the next can have its memory. Of smaller
/// ones it hears when there are many.
struct LargeImages {
    /// From how many bytes on an image is one. Fresh memory for 8 MiB takes the server several milliseconds.
    static let size = 1 << 18

    private struct Sent {
        let id: UInt64
        weak var image: ImageResource?
    }
    private var images: [Sent] = []

    mutating func note(_ image: ImageResource) {
        if image.width * image.height * 4 >= Self.size { images.append(Sent(id: image.id, image: image)) }
    }

    /// Takes out those that nobody has any more.
    mutating func takeGone() -> [UInt64] {
        guard images.contains(where: { $0.image == nil }) else { return [] }
        let gone = images.filter { $0.image == nil }.map(\.id)
        images.removeAll { $0.image == nil }
        return gone
    }
}
