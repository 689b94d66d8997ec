import Foundation
import MicaBase

/// A picture of whole cells of a pattern, whose copies side by side are the pattern.
package struct PatternTile: Sendable, Equatable {
    /// The picture, its top row first.
    package let image: ImageResource
    /// Its size, in points.
    package let size: CGSize

    package init(image: ImageResource, size: CGSize) {
        (self.image, self.size) = (image, size)
    }

    /// The least side that small pictures are repeated to, so that a surface has few tiles. *Units*: pixels.
    private static let side = 256

    /// As many copies of a picture as a tile takes: one of a large picture.
    ///
    /// - Parameter size: the size of one copy, in points.
    init(repeating image: ImageResource, size: CGSize) {
        let (width, height) = (image.width, image.height)
        let columns = (Self.side + width - 1) / width, rows = (Self.side + height - 1) / height
        self.size = CGSize(width: size.width * CGFloat(columns), height: size.height * CGFloat(rows))
        if columns == 1, rows == 1 {
            self.image = image
            return
        }
        self.image = ImageResource(width: columns * width, height: rows * height, isOpaque: image.isOpaque) {
            let cell = image.bitmap()
            guard cell.width == width, cell.height == height else {
                return Bitmap(width: columns * width, height: rows * height)
            }
            var words: [UInt32] = []
            words.reserveCapacity(columns * rows * width * height)
            for _ in 0..<rows {
                for row in 0..<height {
                    let line = cell.pixels[row * width..<(row + 1) * width]
                    for _ in 0..<columns { words += line }
                }
            }
            return Bitmap(width: columns * width, height: rows * height, pixels: words)
        }
    }
}

extension CGColor {
    /// The tile of a pattern for a layer, whose space is the pattern's; nil for a colour, and where it cannot be drawn.
    ///
    /// The cells of a pattern with callbacks are drawn with two pixels a point. A matrix that turns is left out.
    package var patternTile: PatternTile? {
        guard let pattern else { return nil }
        if let tile = pattern.tile { return tile }
        let step = CGSize(
            width: pattern.step.width * abs(pattern.matrix.a), height: pattern.step.height * abs(pattern.matrix.d))
        func pixels(_ points: CGFloat) -> Int { points.isFinite ? Int(min((points * 2).rounded(.up), 2048)) : 0 }
        let (columns, rows) = (pixels(step.width), pixels(step.height))
        guard columns > 0, rows > 0, pattern.matrix.b == 0, pattern.matrix.c == 0 else { return nil }
        let toPixels = CGAffineTransform(
            a: CGFloat(columns) / step.width, b: 0, c: 0, d: -CGFloat(rows) / step.height, tx: 0, ty: CGFloat(rows))
        let context = CGContext(
            width: columns, height: rows, space: .sharedSRGB,
            bitmapInfo: CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue,
            baseMatrix: toPixels)
        context?.setFillColor(copy(alpha: 1) ?? self)
        context?.fill(CGRect(origin: .zero, size: step))
        return context?.makeImage().map { PatternTile(repeating: $0.resource, size: step) }
    }
}
