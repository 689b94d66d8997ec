import CMicaSocket
import Dispatch

/// Memory that two processes have in common, mapped as long as somebody has it.
// Safe because: the address and the size never change; who writes and who reads is agreed on in messages, and a reader that finds
// other bytes than were meant copies other pixels, no more.
@safe package final class SharedMemory: @unchecked Sendable {
    /// The memory as the system knows it.
    package let descriptor: Descriptor
    /// *Units*: bytes.
    package let size: Int
    private let bytes: UnsafeMutableRawPointer

    /// Makes memory whose size neither end can change any more.
    package init(size: Int) throws(SystemError) {
        let descriptor = Descriptor(try SystemError.check(mica_memory_make(size)))
        guard let mapped = unsafe mica_memory_map(descriptor.number, size, true) else { throw SystemError(code: 12) }
        (self.descriptor, self.size) = (descriptor, size)
        unsafe bytes = mapped
    }

    /// Maps memory of another process for reading; its size is sealed, as `SharedMemory.kind` has found.
    private init(reading descriptor: Descriptor, size: Int) throws(SystemError) {
        guard let mapped = unsafe mica_memory_map(descriptor.number, size, false) else { throw SystemError(code: 12) }
        (self.descriptor, self.size) = (descriptor, size)
        unsafe bytes = mapped
    }

    deinit { unsafe mica_memory_unmap(bytes, size) }

    /// Writes words from the beginning on; the memory was made by this process, and has room for them.
    package func write(_ words: [UInt32]) {
        let count = min(words.count, size / 4)
        unsafe words.withUnsafeBytes { source in
            guard let base = source.baseAddress else { return }
            guard count * 4 >= Self.streamed else { return unsafe bytes.copyMemory(from: base, byteCount: count * 4) }
            let parts = (count * 4 + Self.part - 1) / Self.part
            // Safe because: the call ends when all parts are written.
            nonisolated(unsafe) let from = unsafe base
            DispatchQueue.concurrentPerform(iterations: parts) { index in
                let offset = index * Self.part
                unsafe mica_memory_stream(bytes + offset, from + offset, min(Self.part, count * 4 - offset))
            }
        }
    }

    /// From how many bytes on what is written goes past the caches, and by several threads: one alone does not fill the way to the memory.
    /// The parts are so small that a thread which is stopped holds up the others by little.
    private static let streamed = 1 << 21, part = 1 << 19

    /// Copies words out, as premultiplied pixels: parts beyond their alpha are brought down to it.
    ///
    /// - Parameter offset: of the first, in bytes; a multiple of four, with as many words behind it.
    fileprivate func pixels(at offset: Int, count: Int) -> [UInt32] {
        unsafe [UInt32](unsafeUninitializedCapacity: count) { into, initialized in
            if let base = into.baseAddress {
                let from = unsafe bytes.advanced(by: offset).assumingMemoryBound(to: UInt32.self)
                unsafe mica_memory_copy_pixels(base, from, count)
            }
            initialized = count
        }
    }

    /// Copies words into an array that has as many already, as premultiplied pixels.
    ///
    /// - Parameter offset: of the first, in bytes; a multiple of four, with as many words behind it.
    fileprivate func copyPixels(at offset: Int, into pixels: inout [UInt32]) {
        unsafe pixels.withUnsafeMutableBufferPointer { into in
            guard let base = into.baseAddress else { return }
            let from = unsafe bytes.advanced(by: offset).assumingMemoryBound(to: UInt32.self)
            unsafe mica_memory_copy_pixels(base, from, into.count)
        }
    }

    /// What a descriptor of another process gives to read: memory that is mapped, or such that may shrink and is read.
    package enum Source: Sendable {
        /// Mapped: its size is sealed.
        case mapped(SharedMemory)
        /// Read when it is asked for, as its size may become another one at any time.
        case read(Descriptor)

        /// Takes a descriptor of another process over.
        ///
        /// - Parameter size: how much of it will be asked for, in bytes.
        /// - Returns: nil for all that is no anonymous memory, or is smaller; the descriptor is then given up.
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

        /// Whether it is mapped and holds so many pixels, so that they can be copied at any later time.
        package func holds(at offset: Int, count: Int) -> Bool {
            guard case .mapped(let memory) = self, offset >= 0, offset % 4 == 0, count >= 0 else { return false }
            return offset <= memory.size && count <= (memory.size - offset) / 4
        }

        /// Copies pixels out, into an array that nobody needs any more where it has as many; transparent ones where `holds` says no.
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

        /// Copies pixels out; nil where there are none any more.
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
