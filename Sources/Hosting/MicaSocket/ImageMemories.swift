import MicaBase
import MicaEncoding
import MicaWire

/// The memory through which a client's images are sent. It is reused, as fresh pages are the main cost.
final class ImageMemories {
    /// The most memories in use before the server releases one. The server accepts at most twice as many.
    static let limit = 24
    /// The number of free memories that are cached for the next image.
    static let spares = 3

    private struct Memory {
        let number: UInt32
        let memory: SharedMemory
        var isFree: Bool
    }
    private var memories: [Memory] = []
    private var lastNumber: UInt32 = 0

    /// Writes an image into memory. Returns the packets that send it; nil while all memories are in use.
    func packets(of image: ImageResource) throws(SystemError) -> [PacketSocket.Outgoing]? {
        let size = max(4, image.width * image.height * 4)
        let fitting = memories.indices.filter { memories[$0].isFree && memories[$0].memory.size >= size }
        if let index = fitting.min(by: { memories[$0].memory.size < memories[$1].memory.size }),
            memories[index].memory.size <= 4 * max(size, 1 << 16)
        {
            memories[index].isFree = false
            memories[index].memory.write(image.bitmap().pixels)
            return [Self.packet(of: image, in: memories[index].number)]
        }
        var packets: [PacketSocket.Outgoing] = []
        if memories.count >= Self.limit {
            guard let index = memories.firstIndex(where: \.isFree) else { return nil }
            packets.append(PacketSocket.Outgoing(.forget(memory: memories.remove(at: index).number)))
        }
        // Rounded up to whole pages with an eighth to spare, so that an image that grows a little still fits.
        let memory = try SharedMemory(size: (size + size / 8 + 4095) & ~4095)
        memory.write(image.bitmap().pixels)
        lastNumber += 1
        memories.append(Memory(number: lastNumber, memory: memory, isFree: false))
        packets.append(
            PacketSocket.Outgoing(.memory(number: lastNumber, size: UInt64(memory.size)), with: memory.descriptor))
        packets.append(Self.packet(of: image, in: lastNumber))
        return packets
    }

    private static func packet(of image: ImageResource, in memory: UInt32) -> PacketSocket.Outgoing {
        PacketSocket.Outgoing(
            .image(
                id: image.id & ClientNumber.numbers, width: UInt32(image.width), height: UInt32(image.height),
                isOpaque: image.isOpaque, memory: memory, offset: 0))
    }

    /// Marks memory as free. Returns memories that are no longer needed.
    func release(_ number: UInt32) -> [UInt32] {
        guard let index = memories.firstIndex(where: { $0.number == number }) else { return [] }
        memories[index].isFree = true
        guard memories.count(where: \.isFree) > Self.spares,
            let oldest = memories.firstIndex(where: { $0.isFree && $0.number != number })
        else { return [] }
        return [memories.remove(at: oldest).number]
    }
}
