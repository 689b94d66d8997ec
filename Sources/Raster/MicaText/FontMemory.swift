internal import CLibPango
import Foundation

/// A font file in memory, under a path that every library can open.
///
/// The path is that of an open descriptor of an unnamed file, so that nothing stays on the disk.
final class FontMemory {
    /// The file's path while the descriptor is open.
    let path: String
    private let descriptor: Int32
    private var isOwned = false

    private init(descriptor: Int32) {
        self.descriptor = descriptor
        path = "/proc/self/fd/\(descriptor)"
    }

    deinit { if !isOwned { close(descriptor) } }

    /// Leaves the file open until the process ends.
    func keep() { isOwned = true }

    /// Makes a file; nil when there is no room, or no data.
    static func file(holding data: Data) -> FontMemory? {
        guard !data.isEmpty, data.count <= 256 << 20 else { return nil }
        let descriptor = mica_memory_file()
        guard descriptor >= 0 else { return nil }
        let file = FontMemory(descriptor: descriptor)
        do {
            try FileHandle(fileDescriptor: descriptor, closeOnDealloc: false).write(contentsOf: data)
        } catch {
            return nil
        }
        return file
    }
}
