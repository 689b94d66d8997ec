/// A change of each pixel's colour by itself. Transparent pixels stay transparent.
package enum ColorFilter: Sendable, Equatable {
    /// Multiplies straight components by a matrix, and limits the results to 0...1.
    case matrix(ColorMatrix)
    /// Multiplies every component by that of a colour, both premultiplied.
    case multiply(PixelColor)
    /// A colour multiplied by the pixel's alpha.
    case stencil(PixelColor)
    /// Black, with the luminance of the premultiplied colour as its alpha.
    case luminanceToAlpha
    /// Moves components away from the luminance by a multiple of their distance from it; pale colours move more.
    case vibrance(Double)
    /// Raises straight components to powers.
    case power(ColorPowers)
    /// A grey: the least component, and the rest of the colour by the weights of its two hues.
    case blackAndWhite(HueWeights)
}

/// How light the hues red, yellow, green, cyan, blue and magenta become in a grey picture; 1 is as light as white.
package struct HueWeights: Sendable, Equatable {
    /// Six of them. *Range*: `-limit...limit`.
    package let numbers: [Double]

    /// The largest weight.
    package static let limit = 64.0

    /// Limits the weights to the range; NaN becomes 0.
    ///
    /// - Precondition: there are six.
    package init(_ numbers: [Double]) {
        precondition(numbers.count == 6, "there are weights of six hues")
        self.numbers = numbers.map { $0.isNaN ? 0 : max(-Self.limit, min(Self.limit, $0)) }
    }
}

/// The exponents of red, green, blue and alpha.
package struct ColorPowers: Sendable, Equatable {
    /// Four of them. *Range*: `1 / limit...limit`.
    package let numbers: [Double]

    /// The largest exponent.
    package static let limit = 64.0

    /// Limits the exponents to the range; NaN becomes 1.
    ///
    /// - Precondition: there are four.
    package init(_ numbers: [Double]) {
        precondition(numbers.count == 4, "a colour has four components")
        self.numbers = numbers.map { $0.isNaN ? 1 : max(1 / Self.limit, min(Self.limit, $0)) }
    }
}

/// A matrix of four rows (red, green, blue, alpha) and five columns (red, green, blue, alpha, and a constant).
package struct ColorMatrix: Sendable, Equatable {
    /// Row by row, 20 of them. *Range*: `-limit...limit`.
    package let numbers: [Double]

    /// The largest number.
    package static let limit = 4096.0

    /// Limits the numbers to the range; NaN becomes 0.
    ///
    /// - Precondition: there are 20.
    package init(_ numbers: [Double]) {
        precondition(numbers.count == 20, "a colour matrix has 20 numbers")
        self.numbers = numbers.map { $0.isNaN ? 0 : max(-Self.limit, min(Self.limit, $0)) }
    }
}
