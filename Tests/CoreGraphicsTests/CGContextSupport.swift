import CoreGraphics
import MicaBase
import Testing

/// A context of words of alpha, red, green, blue, premultiplied.
func bitmapContext(
    _ width: Int = 8, _ height: Int = 8, alpha: CGImageAlphaInfo = .premultipliedFirst,
    order: CGBitmapInfo = .byteOrder32Little, space: CGColorSpace = CGColorSpaceCreateDeviceRGB()
) throws -> CGContext {
    let context = unsafe CGContext(
        data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0, space: space,
        bitmapInfo: alpha.rawValue | order.rawValue)
    return try #require(context)
}

extension CGContext {
    /// The pixels as words of alpha, red, green, blue.
    func pixels() throws -> Bitmap { try #require(makeImage()).resource.bitmap() }

    /// Fills a rectangle with a colour.
    func fill(_ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat, _ color: CGColor) {
        setFillColor(color)
        fill(CGRect(x: x, y: y, width: width, height: height))
    }
}

/// Opaque red.
let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
/// Opaque green.
let green = CGColor(red: 0, green: 1, blue: 0, alpha: 1)
/// Opaque blue.
let blue = CGColor(red: 0, green: 0, blue: 1, alpha: 1)

/// Whether no byte of two pixels differs by more than a tolerance.
func isNear(_ a: UInt32, _ b: UInt32, _ tolerance: Int = 1) -> Bool {
    [0, 8, 16, 24].allSatisfy { abs(Int(a >> $0 & 255) - Int(b >> $0 & 255)) <= tolerance }
}

/// The largest difference between two pictures.
func difference(_ a: Bitmap, _ b: Bitmap) -> Int {
    zip(a.pixels, b.pixels).map { p, q in
        [0, 8, 16, 24].map { abs(Int(p >> $0 & 255) - Int(q >> $0 & 255)) }.max() ?? 0
    }.max() ?? 0
}

/// The sum of all alphas, in pixels.
func area(_ bitmap: Bitmap) -> Double { bitmap.pixels.reduce(0) { $0 + Double($1 >> 24) / 255 } }

/// A picture of two rows and two columns: red, green, then blue, white.
func quarters() -> CGImage {
    CGImage(bitmap: Bitmap(width: 2, height: 2, pixels: [0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF, 0xFFFF_FFFF]))
}

/// A gray picture without alpha.
func grayImage(_ width: Int, _ levels: [UInt8]) throws -> CGImage {
    let provider = try #require(CGDataProvider(data: Data(levels)))
    let image = unsafe CGImage(
        width: width, height: levels.count / width, bitsPerComponent: 8, bitsPerPixel: 8, bytesPerRow: width,
        space: CGColorSpaceCreateDeviceGray(), bitmapInfo: [], provider: provider, decode: nil,
        shouldInterpolate: false,
        intent: .defaultIntent)
    return try #require(image)
}
