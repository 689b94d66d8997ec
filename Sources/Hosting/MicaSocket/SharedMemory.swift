import CMicaSocket
import Dispatch

/// Memory that two processes share, mapped for the life of this object.
// Safe because: the address and the size never change. Messages settle who writes and who reads; a reader that finds
// unexpected bytes copies wrong pixels, and nothing worse.
@safe package final class SharedMemory: @unchecked Sendable {
    /// The system's handle of the memory.
    package let descriptor: Descriptor
    /// The size of the memory. *Units*: bytes.
    package let size: Int
    private let bytes: UnsafeMutableRawPointer

    /// Makes memory of a sealed size, which neither end can change.
    package init(size: Int) throws(SystemError) {
        let descriptor = Descriptor(try SystemError.check(mica_memory_make(size)))
        guard let mapped = unsafe mica_memory_map(descriptor.number, size, true) else { throw SystemError(code: 12) }
        (self.descriptor, self.size) = (descriptor, size)
        unsafe bytes = mapped
    }

    /// Maps memory of another process for reading. Its size is sealed, which `mica_memory_kind` has checked.
    private init(reading descriptor: Descriptor, size: Int) throws(SystemError) {
        guard let mapped = unsafe mica_memory_map(descriptor.number, size, false) else { throw SystemError(code: 12) }
        (self.descriptor, self.size) = (descriptor, size)
        unsafe bytes = mapped
    }

    deinit { unsafe mica_memory_unmap(bytes, size) }

    /// Writes words from the start of the memory, which this process has made with room for them.
    package func write(_ words: [UInt32]) {
        let count = min(words.count, size / 4)
        unsafe words.withUnsafeBytes { source in
            guard let base = source.baseAddress else { return }
            guard count * 4 >= Self.streamed else { return unsafe bytes.copyMemory(from: base, byteCount: count * 4) }
            let parts = (count * 4 + Self.part - 1) / Self.part
            // Safe because: the call returns when all parts are written.
            nonisolated(unsafe) let from = unsafe base
            DispatchQueue.concurrentPerform(iterations: parts) { index in
                let offset = index * Self.part
                unsafe mica_memory_stream(bytes + offset, from + offset, min(Self.part, count * 4 - offset))
            }
        }
    }

    /// The fewest bytes that are written past the caches and by several threads: one thread does not use the memory's
    /// full bandwidth. The parts are small, so that a thread that is suspended delays the others little.
    private static let streamed = 1 << 21, part = 1 << 19

    /// Copies words as premultiplied pixels; channels above their alpha are lowered to it.
    ///
    /// - Parameter offset: of the first word, in bytes; a multiple of four, with `count` words after it.
    fileprivate func pixels(at offset: Int, count: Int) -> [UInt32] {
        unsafe [UInt32](unsafeUninitializedCapacity: count) { into, initialized in
            if let base = into.baseAddress {
                let from = unsafe bytes.advanced(by: offset).assumingMemoryBound(to: UInt32.self)
                unsafe mica_memory_copy_pixels(base, from, count)
            }
            initialized = count
        }
    }

    /// Copies words as premultiplied pixels into an array that already has the right count.
    ///
    /// - Parameter offset: of the first word, in bytes; a multiple of four, with as many words after it.
    fileprivate func copyPixels(at offset: Int, into pixels: inout [UInt32]) {
        unsafe pixels.withUnsafeMutableBufferPointer { into in
            guard let base = into.baseAddress else { return }
            let from = unsafe bytes.advanced(by: offset).assumingMemoryBound(to: UInt32.self)
            unsafe mica_memory_copy_pixels(base, from, into.count)
        }
    }

    /// The contents of another process's descriptor: memory that is mapped, or memory that may shrink and is read.
    package enum Source: Sendable {
        /// Mapped memory of a sealed size.
        case mapped(SharedMemory)
        /// Memory that is read on request, as its size may change at any time.
        case read(Descriptor)

        /// Takes ownership of a descriptor of another process.
        ///
        /// - Parameter size: the number of bytes that will be requested.
        /// - Returns: nil for anything that is no anonymous memory, or is smaller; the descriptor is then closed.
        package init?(_ number: Int32, size: Int) {
            var found: UInt64 = 0
            let kind = unsafe mica_memory_kind(number, &found)
            guard kind >= 0 else {
                Descriptor.discard([number])
                return nil
            }
            let descriptor = Descriptor(number)
            guard size > 0, UInt64(size) <= found else { return nil }
            guard kind == 1 else {
                self = .read(descriptor)
                return
            }
            guard let memory = try? SharedMemory(reading: descriptor, size: size) else { return nil }
            self = .mapped(memory)
        }

        /// Whether the memory is mapped and holds a number of pixels, so that they can be copied at any later time.
        package func holds(at offset: Int, count: Int) -> Bool {
            guard case .mapped(let memory) = self, offset >= 0, offset % 4 == 0, count >= 0 else { return false }
            return offset <= memory.size && count <= (memory.size - offset) / 4
        }

        /// Copies pixels; `pixels` is reused if it has the right count. The pixels are transparent where `holds` is
        /// false.
        package func copyHeld(at offset: Int, count: Int, into pixels: inout [UInt32]) {
            guard case .mapped(let memory) = self, holds(at: offset, count: count) else {
                pixels = [UInt32](repeating: 0, count: max(0, count))
                return
            }
            if pixels.count == count {
                memory.copyPixels(at: offset, into: &pixels)
            } else {
                pixels = memory.pixels(at: offset, count: count)
            }
        }

        /// Copies pixels; nil when they are no longer there.
        package func pixels(at offset: Int, count: Int) -> [UInt32]? {
            guard offset >= 0, offset % 4 == 0, count >= 0 else { return nil }
            switch self {
            case .mapped(let memory):
                guard offset <= memory.size, count <= (memory.size - offset) / 4 else { return nil }
                return memory.pixels(at: offset, count: count)
            case .read(let descriptor):
                var isWhole = false
                let pixels = unsafe [UInt32](unsafeUninitializedCapacity: count) { into, initialized in
                    if let base = into.baseAddress {
                        isWhole = unsafe mica_memory_read(descriptor.number, base, count * 4, UInt64(offset))
                        if isWhole { unsafe mica_memory_clamp_pixels(base, count) }
                    } else {
                        isWhole = true
                    }
                    initialized = isWhole ? count : 0
                }
                return isWhole ? pixels : nil
            }
        }
    }
}
