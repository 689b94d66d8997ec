import MicaResources

/// The memory through which a client's images cross: used again and again, as fresh pages are what costs.
struct ImageMemories {
    /// How many there are at most, as long as the server does not say that one is free again. The server takes no more than twice as
    /// many.
    static let limit = 24
    /// How many that are free stay there for the next image.
    static let spares = 3

    private struct Memory {
        let number: UInt32
        let memory: SharedMemory
        var isFree: Bool
    }
    private var memories: [Memory] = []
    private var lastNumber: UInt32 = 0

    /// An image in memory, and what the server has to be told before it hears of it.
    struct Written {
        var number: UInt32
        /// Memory that the server does not know yet.
        var new: SharedMemory?
        /// Memory that is not used any more.
        var forgotten: [UInt32] = []
    }

    /// Writes an image into memory; nil where all that there may be is in use.
    mutating func write(_ image: ImageResource) throws(SystemError) -> Written? {
        let size = max(4, image.width * image.height * 4)
        var forgotten: [UInt32] = []
        let fitting = memories.indices.filter { memories[$0].isFree && memories[$0].memory.size >= size }
        if let index = fitting.min(by: { memories[$0].memory.size < memories[$1].memory.size }),
            memories[index].memory.size <= 4 * max(size, 1 << 16)
        {
            memories[index].isFree = false
            memories[index].memory.write(image.bitmap().pixels)
            return Written(number: memories[index].number)
        }
        if memories.count >= Self.limit {
            guard let index = memories.firstIndex(where: \.isFree) else { return nil }
            forgotten.append(memories.remove(at: index).number)
        }
        // Whole pages, and an eighth more: an image that grows a little is not another memory.
        let memory = try SharedMemory(size: (size + size / 8 + 4095) & ~4095)
        memory.write(image.bitmap().pixels)
        lastNumber += 1
        memories.append(Memory(number: lastNumber, memory: memory, isFree: false))
        return Written(number: lastNumber, new: memory, forgotten: forgotten)
    }

    /// Hears that memory is free; gives those that are not needed any more.
    mutating func release(_ number: UInt32) -> [UInt32] {
        guard let index = memories.firstIndex(where: { $0.number == number }) else { return [] }
        memories[index].isFree = true
        guard memories.count(where: \.isFree) > Self.spares,
            let oldest = memories.firstIndex(where: { $0.isFree && $0.number != number })
        else { return [] }
        return [memories.remove(at: oldest).number]
    }
}
