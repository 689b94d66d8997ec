import Glibc
import MicaSocket
import Testing

/// Memory that processes have in common.
@Suite struct SharedMemoryTests {
    /// Around the sizes at which pixels are copied in another way, and in parts.
    @Test(arguments: [1, 3, 100, 1 << 19, 1 << 20], [-17, -1, 0, 1, 13])
    func what_is_written_is_read_back(count: Int, more: Int) throws {
        let count = max(1, count + more)
        let words = (0..<count).map { 0xFF00_0000 | UInt32(truncatingIfNeeded: $0 &* 0x9E37_79B9) >> 8 }
        let memory = try SharedMemory(size: count * 4 + 8)
        memory.write([UInt32](repeating: 0xFFAB_CDEF, count: count + 2))
        memory.write(words)
        let source = try #require(SharedMemory.Source(dup(memory.descriptor.number), size: count * 4 + 8))
        let read = try #require(source.pixels(at: 0, count: count + 2))
        #expect(read == words + [0xFFAB_CDEF, 0xFFAB_CDEF])
    }
}
