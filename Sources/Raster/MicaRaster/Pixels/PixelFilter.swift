import Foundation

/// A change of each pixel's colour, independent of other pixels, in whole numbers.
///
/// Pixels are premultiplied before and after; transparent ones stay transparent.
package enum PixelFilter: Sendable, Hashable {
    /// Straight components go through a matrix and are clamped.
    case matrix(Matrix)
    /// Every component is multiplied with that of a premultiplied colour.
    case multiply(UInt32)
    /// The pixel becomes a premultiplied colour times the pixel's alpha.
    case stencil(UInt32)
    /// The luminance of the premultiplied colour becomes the alpha of black.
    case luminanceToAlpha
    /// Colours move away from their luminance, the paler ones more. *Units*: 65,536ths.
    case vibrance(Int32)
    /// Straight components go through a table.
    case table(ByteTable)
    /// A grey by the weights of red, yellow, green, cyan, blue and magenta. *Units*: 65,536ths.
    case blackAndWhite([Int32])

    /// Whether opaque pixels stay opaque.
    package var keepsAlpha: Bool {
        switch self {
        case .matrix(let matrix): matrix.keepsAlpha
        case .multiply(let color), .stencil(let color): color >> 24 == 255
        case .luminanceToAlpha: false
        case .vibrance, .blackAndWhite: true
        case .table(let table): table.keepsAlpha
        }
    }

    /// Red, green and blue in the luminance, in 65,536ths. *Source*: ITU-R BT.709.
    private static let luma = (red: 13933, green: 46871, blue: 4732)

    /// A pixel's new colour.
    package func apply(to pixel: UInt32) -> UInt32 {
        if pixel >> 24 == 0 { return 0 }
        let alpha = Int(pixel >> 24)
        let (red, green, blue) = (Int(pixel >> 16 & 255), Int(pixel >> 8 & 255), Int(pixel & 255))
        switch self {
        case .matrix(let matrix): return matrix.apply(red, green, blue, alpha)
        case .multiply(let color):
            func part(_ shift: UInt32) -> UInt32 {
                PixelArithmetic.divideBy255((pixel >> shift & 255) * (color >> shift & 255)) << shift
            }
            return part(24) | part(16) | part(8) | part(0)
        case .stencil(let color): return PixelArithmetic.multiply(color, pixel >> 24)
        case .luminanceToAlpha:
            let sum = red * Self.luma.red + green * Self.luma.green + blue * Self.luma.blue
            return UInt32(truncatingIfNeeded: (sum + 32768) >> 16) << 24
        case .table(let table): return table.apply(red, green, blue, alpha)
        case .blackAndWhite(let weights): return Self.grey(red, green, blue, alpha, weights)
        case .vibrance(let amount):
            let light = red * Self.luma.red + green * Self.luma.green + blue * Self.luma.blue
            let range = max(red, green, blue) - min(red, green, blue)
            let factor = Int(amount) * (alpha - range) / alpha
            func part(_ v: Int) -> UInt32 {
                let moved = v << 16 + ((v << 16 - light) * factor) >> 16
                return UInt32(truncatingIfNeeded: max(0, min(alpha, (moved + 32768) >> 16)))
            }
            return UInt32(alpha) << 24 | part(red) << 16 | part(green) << 8 | part(blue)
        }
    }

    /// The least component, the middle one's rest by the weight of the secondary hue, and the greatest one's by that of
    /// the primary hue.
    private static func grey(_ red: Int, _ green: Int, _ blue: Int, _ alpha: Int, _ weights: [Int32]) -> UInt32 {
        let least = min(red, green, blue)
        let (r, g, b) = (red - least, green - least, blue - least)
        let (yellow, cyan, magenta) = (min(r, g), min(g, b), min(b, r))
        let parts = [r - yellow - magenta, yellow, g - yellow - cyan, cyan, b - cyan - magenta, magenta]
        let sum = zip(parts, weights).reduce(least << 16) { $0 + $1.0 * Int($1.1) }
        let grey = UInt32(truncatingIfNeeded: max(0, min(alpha, (sum + 32768) >> 16)))
        return UInt32(alpha) << 24 | grey << 16 | grey << 8 | grey
    }
}

extension PixelFilter {
    /// A matrix of four rows (red, green, blue, alpha) and five columns (red, green, blue, alpha, and a constant).
    package struct Matrix: Sendable, Hashable {
        /// Row by row. *Units*: 65,536ths; the constant of each row, 65,536ths of full intensity.
        package let values: [Int32]
        /// Whether alpha stays as it is.
        package let keepsAlpha: Bool

        /// Makes a matrix of 20 numbers, clamped to -4,096...4,096; NaN becomes 0.
        ///
        /// - Precondition: there are 20 numbers.
        package init(_ numbers: [Double]) {
            precondition(numbers.count == 20, "a colour matrix has 20 numbers")
            values = numbers.map { number in
                number.isNaN ? 0 : Int32((max(-4096, min(4096, number)) * 65536).rounded())
            }
            keepsAlpha = values[15] == 0 && values[16] == 0 && values[17] == 0 && values[18] == 65536 && values[19] == 0
        }

        fileprivate func apply(_ red: Int, _ green: Int, _ blue: Int, _ alpha: Int) -> UInt32 {
            func row(_ first: Int) -> Int {
                Int(values[first]) * red + Int(values[first + 1]) * green + Int(values[first + 2]) * blue
            }
            func limited(_ v: Int, _ limit: Int) -> Int { max(0, min(limit, (v + 32768) >> 16)) }
            if keepsAlpha {
                // All of it in proportion to alpha, so that nothing has to be divided by alpha.
                func part(_ first: Int) -> UInt32 {
                    let rest = Int(values[first + 3]) * alpha * alpha / 255 + Int(values[first + 4]) * alpha
                    return UInt32(truncatingIfNeeded: limited(row(first) + rest, alpha))
                }
                return UInt32(alpha) << 24 | part(0) << 16 | part(5) << 8 | part(10)
            }
            func straight(_ first: Int) -> Int {
                let rest = Int(values[first + 3]) * alpha + Int(values[first + 4]) * 255
                return limited(row(first) * 255 / alpha + rest, 255)
            }
            let result =
                UInt32(straight(0)) << 16 | UInt32(straight(5)) << 8 | UInt32(straight(10)) | 0xff00_0000
            return PixelArithmetic.multiply(result, UInt32(straight(15)))
        }
    }
}

extension PixelFilter {
    /// A new value for each of the 256 values of red, green, blue and alpha.
    package struct ByteTable: Sendable, Hashable {
        /// The values of red, of green, of blue and of alpha.
        private let values: [UInt8]
        /// Whether alpha stays as it is.
        package let keepsAlpha: Bool

        /// A table of powers of the four components.
        ///
        /// - Precondition: there are four powers. *Range*: 0 or more, not NaN.
        package init(powers: [Double]) {
            precondition(powers.count == 4, "a colour has four components")
            values = powers.flatMap { power in
                (0...255).map { UInt8((pow(Double($0) / 255, power) * 255).rounded()) }
            }
            keepsAlpha = powers[3] == 1
        }

        fileprivate func apply(_ red: Int, _ green: Int, _ blue: Int, _ alpha: Int) -> UInt32 {
            func part(_ value: Int, _ first: Int) -> UInt32 {
                UInt32(values[first + min(255, (value * 255 + alpha / 2) / alpha)])
            }
            let result = part(red, 0) << 16 | part(green, 256) << 8 | part(blue, 512) | 0xff00_0000
            let newAlpha = UInt32(values[768 + alpha])
            return newAlpha == 255 ? result : PixelArithmetic.multiply(result, newAlpha)
        }
    }
}

extension MutableSpan where Element == UInt32 {
    /// Filters pixels in place: d = filter(d).
    ///
    /// - Precondition: there are `count` pixels.
    package mutating func apply(_ filter: PixelFilter, count: Int) {
        check(0, count, self.count)
        for i in 0..<count { unsafe self[unchecked: i] = filter.apply(to: self[unchecked: i]) }
    }

    /// Sets pixels to filtered ones: d = filter(s).
    ///
    /// - Precondition: all of these pixels are inside.
    package mutating func filter(_ filter: PixelFilter, _ source: Span<UInt32>, first: Int, start: Int, count: Int) {
        check(start, count, self.count)
        check(first, count, source.count)
        for i in 0..<count {
            unsafe self[unchecked: start &+ i] = filter.apply(to: source[unchecked: first &+ i])
        }
    }
}
