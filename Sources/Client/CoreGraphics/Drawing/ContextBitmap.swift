import MicaBase

/// The memory of a bitmap context, its format, and the canvas that is drawn into.
///
/// A canvas has words of alpha, red, green and blue. In another order of bytes, a context whose memory nobody else can
/// see draws into the canvas, and converts when somebody reads the pixels.
final class ContextBitmap {
    let memory: ContextMemory
    let format: ContextFormat
    let info: CGBitmapInfo
    let bytesPerRow: Int
    let canvas: PixelCanvas
    private let space: CGColorSpace
    private let width: Int
    private let height: Int
    /// Whether the client may write to the memory at any time.
    private var isShared: Bool
    private weak var snapshot: ContextSnapshot?
    /// The part of the canvas that the memory lacks; nil when they are equal.
    private var unconverted: DeviceRect?

    init?(
        data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int,
        space: CGColorSpace, info: CGBitmapInfo, release: @escaping () -> Void
    ) {
        guard width > 0, height > 0, width <= 32767, height <= 32767,
            var format = ContextFormat(bitsPerComponent: bitsPerComponent, space: space, bitmapInfo: info)
        else { return nil }
        let least = width * format.pixelSize
        // Without a given distance, rows are aligned to 16 bytes.
        let stride = unsafe bytesPerRow == 0 && data == nil ? (least + 15) / 16 * 16 : bytesPerRow
        guard stride >= least, stride <= Int(Int32.max) else { return nil }
        let bounds = DeviceRect(minX: 0, minY: 0, maxX: width, maxY: height)
        let memory =
            if let data = unsafe data {
                unsafe ContextMemory(borrowing: data, count: stride * (height - 1) + least, release: release)
            } else {
                ContextMemory(count: stride * height)
            }
        var direct: PixelCanvas?
        if case .native(let isOpaque) = format {
            direct = unsafe PixelCanvas(
                bounds: bounds, isOpaque: isOpaque, memory: memory.start, bytesPerRow: stride)
            // The memory does not consist of words: a separate canvas is converted byte by byte.
            if direct == nil { format = .bytes(red: 2, green: 1, blue: 0, alpha: 3, isOpaque: isOpaque) }
        }
        guard let canvas = direct ?? PixelCanvas(bounds: bounds, isOpaque: format.isOpaque) else { return nil }
        (self.memory, self.format, self.info, self.canvas) = (memory, format, info, canvas)
        (self.bytesPerRow, self.space, self.width, self.height) = (stride, space, width, height)
        isShared = !memory.isOwn
    }

    /// Records that the client has the memory's address.
    func share() {
        convert()
        isShared = true
        snapshot?.detach()
    }

    /// Whether the canvas has memory of its own, which is converted.
    private var isForeign: Bool {
        if case .native = format { return false }
        return true
    }

    /// Whether the canvas holds the pixels until somebody reads them. Gray and alpha keep less than the canvas has, and
    /// what is drawn later depends on that.
    private var convertsLate: Bool {
        if case .bytes = format { return !isShared }
        return false
    }

    /// Converts the pixels that were drawn since the last time.
    private func convert() {
        guard let part = unconverted else { return }
        format.store(memory, bytesPerRow: bytesPerRow, from: canvas, part)
        unconverted = nil
    }

    /// Draws into a part of the canvas; the memory is read before and written after.
    func update(_ part: DeviceRect, _ body: () -> Void) {
        snapshot?.detach()
        snapshot = nil
        if convertsLate {
            body()
            unconverted = unconverted.map { $0.union(part) } ?? part
            return
        }
        if isForeign { format.load(memory, bytesPerRow: bytesPerRow, into: canvas, part) }
        body()
        if isForeign { format.store(memory, bytesPerRow: bytesPerRow, from: canvas, part) }
    }

    /// A copy of the current pixels.
    func makeBitmap() -> Bitmap {
        convert()
        return format.bitmap(of: memory, width: width, height: height, bytesPerRow: bytesPerRow)
    }

    func makeImage() -> CGImage? {
        convert()
        let current: ContextSnapshot
        if let snapshot, !isShared {
            current = snapshot
        } else {
            current = ContextSnapshot(memory)
            if isShared { current.detach() } else { snapshot = current }
        }
        return unsafe CGImage(
            width: width, height: height, bitsPerComponent: 8, bitsPerPixel: format.pixelSize * 8,
            bytesPerRow: bytesPerRow, space: space, bitmapInfo: info,
            provider: CGDataProvider { current.data }, decode: nil, shouldInterpolate: true, intent: .defaultIntent)
    }
}
