/// A change of each pixel's colour by itself; what is transparent stays transparent.
package enum ColorFilter: Sendable, Equatable {
    /// Straight components go through a matrix, and are limited to 0...1.
    case matrix(ColorMatrix)
    /// Every component times that of a colour, both premultiplied.
    case multiply(PixelColor)
    /// A colour times the alpha.
    case stencil(PixelColor)
    /// The luminance of the premultiplied colour becomes the alpha of black.
    case luminanceToAlpha
    /// Colours move away from their luminance by so much of their distance from it, the paler ones more.
    case vibrance(Double)
}

/// A matrix of four rows (red, green, blue, alpha) and five columns (the same, and what is added).
package struct ColorMatrix: Sendable, Equatable {
    /// Row by row, 20 of them. *Range*: `-limit...limit`.
    package let numbers: [Double]

    /// The largest number.
    package static let limit = 4096.0

    /// Makes a matrix of 20 numbers, which are limited; what is no number is 0.
    ///
    /// - Precondition: there are 20.
    package init(_ numbers: [Double]) {
        precondition(numbers.count == 20, "a colour matrix has 20 numbers")
        self.numbers = numbers.map { $0.isNaN ? 0 : max(-Self.limit, min(Self.limit, $0)) }
    }
}
