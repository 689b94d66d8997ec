import MicaBase

/// The rasterizer's fixed point: device pixels in 4,096 steps, within 262,144 pixels of the origin.
///
/// All numbers that decide coverage are whole numbers of these steps. So sums do not depend on their order, and a
/// tile's share of an edge is the same number on every thread. The limit keeps every product below 2^63.
enum FixedPoint {
    /// log2 of the steps in a pixel.
    static let shift = 12
    /// The steps in a pixel.
    static let one = 1 << shift
    /// The largest coordinate, in pixels.
    static let limit = 262144.0
    /// Twice the area of a pixel, in squared steps: full coverage.
    static let fullArea = 2 * one * one
    /// Larger coordinates are clamped to this one before they are cut at the limit, in pixels.
    static let clamp = Path.coordinateLimit

    /// The nearest step, ties to even.
    ///
    /// - Precondition: the value is within the limit.
    static func snap(_ value: Double) -> Int32 {
        // Adding and subtracting 1.5 * 2^52 rounds to a whole number without a call into the C library.
        let magic = 0x1.8p52
        return Int32((value * Double(one) + magic) - magic)
    }

    /// The nearest step, for loops over many values: the low bits of the rounded number are the result.
    ///
    /// - Precondition: the value is within the limit; unchecked.
    @inline(__always)  // Two instructions.
    static func snapped(_ value: Double) -> Int32 {
        Int32(truncatingIfNeeded: Int64(bitPattern: (value * Double(one) + 0x1.8p52).bitPattern))
    }

    /// The alpha of twice a covered area: the area times 255, to the nearest whole number.
    static func alpha(_ area: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: (area &* 255 &+ fullArea / 2) >> (2 * shift + 1))
    }
}

extension FillRule {
    /// From this cover on (edges that wind 32 times), a pixel is covered wholly under the non-zero rule.
    private static let most = 32 * FixedPoint.one

    /// Alpha for a pixel.
    ///
    /// Sums are modulo 2^32, as in the vector kernels. They wrap at 64 edges that run down all of one pixel's left
    /// side.
    ///
    /// - Parameters:
    ///   - cover: how far down edges run in the pixel and in all before it.
    ///   - area: twice the area in the pixel to the left of its edges.
    func alpha(cover: Int, area: Int = 0) -> UInt8 {
        let sum = Int32(truncatingIfNeeded: cover &* (2 &* FixedPoint.one) &- area)
        var area = Int(sum.magnitude)
        switch self {
        case .nonZero:
            area =
                Int32(truncatingIfNeeded: cover).magnitude >= Self.most
                ? FixedPoint.fullArea : min(area, FixedPoint.fullArea)
        case .evenOdd:
            area &= 2 * FixedPoint.fullArea - 1
            if area > FixedPoint.fullArea { area = 2 * FixedPoint.fullArea - area }
        }
        return FixedPoint.alpha(area)
    }
}

/// A straight edge in steps, walked from its first point to its second; never horizontal.
typealias Edge = OutlineEdge
