import MicaBase
import MicaTrace
import Synchronization

/// The pixels of a layer's store, made when first needed.
///
/// A store in colour draws into the words of the pictures that it gives. A picture that is still held when the store is
/// drawn into again keeps its words: the drawing goes to a copy of them, or to new ones when all is drawn anew.
final class StorePixels {
    let width: Int
    let height: Int
    /// Whether there is no alpha.
    let isOpaque: Bool
    /// The number of drawings finished on another thread.
    let replays = Atomic<Int>(0)
    private let isGray: Bool

    private enum Made {
        /// Draws into `words`.
        case color(PixelCanvas)
        case gray(ContextBitmap)
    }
    private var made: Made?
    /// The pixels in colour, row by row from the top; empty while all are clear.
    private var words: [UInt32] = []
    /// Whether pixels without alpha changed since their alpha was set to 255.
    private var lacksAlpha = false

    init(width: Int, height: Int, isOpaque: Bool, isGray: Bool) {
        (self.width, self.height, self.isOpaque, self.isGray) = (width, height, isOpaque || isGray, isGray)
    }

    /// Whether the pixels exist.
    var isMade: Bool { made != nil }

    /// The pixels that drawing changes, within `update(_:_:)`.
    var canvas: PixelCanvas {
        switch existing {
        case .color(let canvas): canvas
        case .gray(let bitmap): bitmap.canvas
        }
    }

    private var existing: Made {
        if let made { return made }
        let new = isGray ? Self.gray(width, height) : color
        guard let new else { stopProgram("a store has a size and a format that contexts can have") }
        made = new
        return new
    }

    private var color: Made? {
        let bounds = DeviceRect(minX: 0, minY: 0, maxX: width, maxY: height)
        return PixelCanvas(lentBounds: bounds, isOpaque: isOpaque).map { .color($0) }
    }

    private static func gray(_ width: Int, _ height: Int) -> Made? {
        let bitmap = unsafe ContextBitmap(
            data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0, space: .sharedGray,
            info: CGBitmapInfo(rawValue: CGImageAlphaInfo.none.rawValue), release: {})
        return bitmap.map { .gray($0) }
    }

    /// Makes all pixels clear, or black where there is no alpha.
    func clear() {
        switch made {
        case nil: return
        case .color: words = []
        case .gray: made = Self.gray(width, height)
        }
    }

    /// Draws into a part of the canvas.
    func update(_ part: DeviceRect, _ body: () -> Void) {
        switch existing {
        case .gray(let bitmap): bitmap.update(part, body)
        case .color(let canvas):
            fill()
            lacksAlpha = isOpaque
            canvas.draw(into: &words, body)
        }
    }

    private func fill() {
        guard words.isEmpty else { return }
        words = Array(repeating: 0, count: width * height)
        lacksAlpha = isOpaque
    }

    /// The current pixels, which later drawing does not change.
    func makeBitmap() -> Bitmap {
        if case .gray(let bitmap) = existing { return bitmap.makeBitmap() }
        fill()
        if lacksAlpha { words.makePixels(isOpaque: true) }
        lacksAlpha = false
        return Bitmap(width: width, height: height, pixels: words)
    }
}
