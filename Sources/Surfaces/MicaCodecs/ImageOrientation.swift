import MicaBase

/// The orientation of a stored picture, with EXIF's numbers.
///
/// *Source*: Exif 2.32, tag 0x0112; the names are those of Apple's CGImagePropertyOrientation.
package enum ImageOrientation: Int, Sendable, CaseIterable {
    case up = 1, upMirrored, down, downMirrored, leftMirrored, right, rightMirrored, left

    /// Whether turning the picture upright swaps width and height.
    package var swapsSides: Bool { rawValue >= 5 }
}

extension Bitmap {
    /// The picture turned upright, from its stored orientation.
    package func upright(from orientation: ImageOrientation) -> Bitmap {
        if orientation == .up { return self }
        var result = Bitmap(
            width: orientation.swapsSides ? height : width, height: orientation.swapsSides ? width : height)
        let lastColumn = width - 1, lastRow = height - 1
        for y in 0..<result.height {
            for x in 0..<result.width {
                let (column, row) =
                    switch orientation {
                    case .up: (x, y)
                    case .upMirrored: (lastColumn - x, y)
                    case .down: (lastColumn - x, lastRow - y)
                    case .downMirrored: (x, lastRow - y)
                    case .leftMirrored: (y, x)
                    case .right: (y, lastRow - x)
                    case .rightMirrored: (lastColumn - y, lastRow - x)
                    case .left: (lastColumn - y, x)
                    }
                result.pixels[y * result.width + x] = pixels[row * width + column]
            }
        }
        return result
    }
}
