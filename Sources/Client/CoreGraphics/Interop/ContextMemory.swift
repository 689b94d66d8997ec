import MicaBase
import Synchronization

/// Called when a bitmap context's memory is no longer needed, with the info that was passed and the memory.
public typealias CGBitmapContextReleaseDataCallback = (
    _ releaseInfo: UnsafeMutableRawPointer?, _ data: UnsafeMutableRawPointer?
) -> Void

/// The memory of a bitmap context, allocated or borrowed.
// Safe because: after init only the context writes to the memory, and an image that reads it on another thread takes a
// copy before the context writes again.
@safe final class ContextMemory: @unchecked Sendable {
    let start: UnsafeMutableRawPointer
    let count: Int
    private let release: (() -> Void)?

    /// Allocates cleared memory, which is freed at the end.
    init(count: Int) {
        unsafe start = .allocate(byteCount: count, alignment: 16)
        unsafe start.initializeMemory(as: UInt8.self, repeating: 0, count: count)
        self.count = count
        release = nil
    }

    /// Borrows memory from the caller.
    init(borrowing start: UnsafeMutableRawPointer, count: Int, release: @escaping () -> Void) {
        unsafe self.start = unsafe start
        self.count = count
        self.release = release
    }

    deinit {
        if let release { release() } else { unsafe start.deallocate() }
    }

    /// Whether nobody outside can write to the memory.
    var isOwn: Bool { release == nil }

    /// A copy of the bytes.
    func bytes() -> Data { unsafe Data(bytes: start, count: count) }
}

/// A context's bytes at the time an image was made of it; copied only when they are about to change.
final class ContextSnapshot: Sendable {
    private enum State {
        case shared(ContextMemory)
        case copied(Data)
    }

    private let state: Mutex<State>

    init(_ memory: ContextMemory) { state = Mutex(.shared(memory)) }

    /// The bytes.
    var data: Data {
        state.withLock { state in
            switch state {
            case .shared(let memory): return memory.bytes()
            case .copied(let data): return data
            }
        }
    }

    /// Copies the bytes, if they are not copied yet.
    func detach() {
        state.withLock { state in
            if case .shared(let memory) = state { state = .copied(memory.bytes()) }
        }
    }

    /// Whether the bytes are still shared with the context.
    var isShared: Bool {
        state.withLock { state in
            if case .shared = state { return true }
            return false
        }
    }
}

/// The layout of a context's pixels in memory.
enum ContextFormat: Equatable {
    /// The canvas' own format: words of alpha, red, green, blue.
    case native(isOpaque: Bool)
    /// Four bytes at these offsets in a pixel; the alpha byte is ignored when the format is opaque.
    case bytes(red: Int, green: Int, blue: Int, alpha: Int, isOpaque: Bool)
    /// A byte of gray.
    case gray
    /// A byte of alpha.
    case alpha

    /// The size of a pixel, in bytes.
    var pixelSize: Int {
        switch self {
        case .native, .bytes: 4
        case .gray, .alpha: 1
        }
    }

    /// Whether there is no alpha.
    var isOpaque: Bool {
        switch self {
        case .native(let isOpaque), .bytes(_, _, _, _, let isOpaque): isOpaque
        case .gray: true
        case .alpha: false
        }
    }

    /// Finds the format; nil when contexts do not support it.
    init?(bitsPerComponent: Int, space: CGColorSpace, bitmapInfo: CGBitmapInfo) {
        guard bitsPerComponent == 8, let alpha = bitmapInfo.alphaInfo, !bitmapInfo.contains(.floatComponents) else {
            return nil
        }
        let order = bitmapInfo.intersection(.byteOrderMask)
        if alpha == .alphaOnly {
            guard order == [] else { return nil }
            self = .alpha
            return
        }
        switch (space.model, alpha) {
        case (.monochrome, .none):
            guard order == [] else { return nil }
            self = .gray
        case (.rgb, .premultipliedFirst), (.rgb, .noneSkipFirst), (.rgb, .premultipliedLast), (.rgb, .noneSkipLast):
            let isFirst = alpha == .premultipliedFirst || alpha == .noneSkipFirst
            let isOpaque = alpha == .noneSkipFirst || alpha == .noneSkipLast
            switch (order, isFirst) {
            case (.byteOrder32Little, true): self = .native(isOpaque: isOpaque)
            case (.byteOrder32Little, false): self = .bytes(red: 3, green: 2, blue: 1, alpha: 0, isOpaque: isOpaque)
            case ([], true), (.byteOrder32Big, true):
                self = .bytes(red: 1, green: 2, blue: 3, alpha: 0, isOpaque: isOpaque)
            case ([], false), (.byteOrder32Big, false):
                self = .bytes(red: 0, green: 1, blue: 2, alpha: 3, isOpaque: isOpaque)
            default: return nil
            }
        default: return nil
        }
    }

    /// Converts a rectangle of the memory into a canvas with memory of its own.
    func load(_ memory: ContextMemory, bytesPerRow: Int, into canvas: PixelCanvas, _ part: DeviceRect) {
        for y in part.minY..<part.maxY {
            let from = unsafe memory.start.assumingMemoryBound(to: UInt8.self) + y * bytesPerRow
            let to = unsafe canvas.row(y)
            // A loop for each format: its tests would cost more than its pixels.
            switch self {
            case .native: return
            case .bytes(let red, let green, let blue, let alpha, let isOpaque):
                let opaque: UInt32 = isOpaque ? 0xFF00_0000 : 0
                for x in part.minX..<part.maxX {
                    let p = unsafe from + x * 4
                    let colors = unsafe UInt32(p[red]) << 16 | UInt32(p[green]) << 8 | UInt32(p[blue])
                    unsafe to[x] = UInt32(p[alpha]) << 24 | opaque | colors
                }
            case .gray: for x in part.minX..<part.maxX { unsafe to[x] = 0xFF00_0000 | UInt32(from[x]) * 0x1_0101 }
            case .alpha: for x in part.minX..<part.maxX { unsafe to[x] = UInt32(from[x]) << 24 }
            }
        }
    }

    /// Converts a rectangle of a canvas into the memory.
    func store(_ memory: ContextMemory, bytesPerRow: Int, from canvas: PixelCanvas, _ part: DeviceRect) {
        for y in part.minY..<part.maxY {
            let to = unsafe memory.start.assumingMemoryBound(to: UInt8.self) + y * bytesPerRow
            let from = unsafe canvas.row(y)
            switch self {
            case .native: return
            case .bytes(let red, let green, let blue, let alpha, let isOpaque):
                let opaque: UInt32 = isOpaque ? 0xFF00_0000 : 0
                for x in part.minX..<part.maxX {
                    let word = unsafe from[x] | opaque
                    let p = unsafe to + x * 4
                    unsafe p[red] = UInt8(truncatingIfNeeded: word >> 16)
                    unsafe p[green] = UInt8(truncatingIfNeeded: word >> 8)
                    unsafe p[blue] = UInt8(truncatingIfNeeded: word)
                    unsafe p[alpha] = UInt8(truncatingIfNeeded: word >> 24)
                }
            case .gray:
                for x in part.minX..<part.maxX {
                    let word = unsafe from[x]
                    // The luminance of sRGB's primaries, with weights that keep every gray unchanged.
                    let sum = (word >> 16 & 255) * 6966 + (word >> 8 & 255) * 23436 + (word & 255) * 2366
                    unsafe to[x] = UInt8((sum + 16384) >> 15)
                }
            case .alpha: for x in part.minX..<part.maxX { unsafe to[x] = UInt8(truncatingIfNeeded: from[x] >> 24) }
            }
        }
    }
}

extension ContextFormat {
    /// A picture of the memory in words; alpha is 255 where the format has none.
    func bitmap(of memory: ContextMemory, width: Int, height: Int, bytesPerRow: Int) -> Bitmap {
        let count = width * height
        let words = unsafe [UInt32](unsafeUninitializedCapacity: count) { buffer, written in
            for y in 0..<height {
                let from = unsafe memory.start + y * bytesPerRow
                let to = y * width
                switch self {
                case .native(let isOpaque):
                    let row = unsafe from.assumingMemoryBound(to: UInt32.self)
                    let opaque: UInt32 = isOpaque ? 0xFF00_0000 : 0
                    for x in 0..<width { unsafe buffer[to + x] = row[x] | opaque }
                case .bytes(let red, let green, let blue, let alpha, let isOpaque):
                    let row = unsafe from.assumingMemoryBound(to: UInt8.self)
                    for x in 0..<width {
                        let p = unsafe row + x * 4
                        let top = unsafe isOpaque ? 255 : UInt32(p[alpha])
                        unsafe buffer[to + x] =
                            top << 24 | UInt32(p[red]) << 16 | UInt32(p[green]) << 8 | UInt32(p[blue])
                    }
                case .gray:
                    let row = unsafe from.assumingMemoryBound(to: UInt8.self)
                    for x in 0..<width { unsafe buffer[to + x] = 0xFF00_0000 | UInt32(row[x]) * 0x1_0101 }
                case .alpha:
                    let row = unsafe from.assumingMemoryBound(to: UInt8.self)
                    for x in 0..<width { unsafe buffer[to + x] = UInt32(row[x]) << 24 }
                }
            }
            written = count
        }
        return Bitmap(width: width, height: height, pixels: words)
    }
}
