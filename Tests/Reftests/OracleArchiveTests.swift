import CoreGraphics
import Mica
import MicaBase
import MicaDocuments
import QuartzCore
import ReftestKit
import TestSupport
import Testing

/// An archive that Apple's encoder wrote, beside the picture of it that Apple's render server drew.
///
/// The pictures were drawn at 3x and made smaller, with a pixel or more of what lies around: straight edges that lie on
/// whole points are soft in them, and those of both sides are not moved alike. Where the smaller picture lies in the larger
/// one was found by trying, for each of them.
struct OraclePicture: Sendable, CustomStringConvertible {
    /// The archive and the picture: `OutsideData.Part.archives`.
    var archive: String, image: String
    /// The picture's size.
    var width: Int, height: Int
    /// Where the picture's edges lie. *Units*: pixels at 3x.
    var left: Double, top: Double, right: Double, bottom: Double
    /// Not compared: text, whose place in the picture is not that of the archive.
    var text: [CGRect] = []

    var description: String { image }

    static let scale = 3

    static let all = [
        OraclePicture(
            archive: "ComplexView", image: "ComplexView", width: 312, height: 509, left: -1, top: -1, right: 937,
            bottom: 1527.5),
        OraclePicture(
            archive: "RainbowGlowView", image: "RainbowGlowView", width: 300, height: 200, left: -1, top: -2.5,
            right: 901,
            bottom: 602.5),
        OraclePicture(
            archive: "ToggleView", image: "ToggleView", width: 114, height: 134, left: -2.25, top: -1, right: 343,
            bottom: 403,
            text: [CGRect(x: 16, y: 20, width: 26, height: 22), CGRect(x: 15, y: 91, width: 28, height: 23)]),
    ]
}

/// A smaller picture: each pixel is the mean of the pixels up to one pixel around its middle, weighted by distance.
private func reduced(_ bitmap: Bitmap, _ picture: OraclePicture) -> [SIMD4<Double>] {
    func taps(_ count: Int, from low: Double, to high: Double, limit: Int) -> [[(location: Int, weight: Double)]] {
        let step = (high - low) / Double(count)
        return (0..<count).map { index in
            let middle = low + (Double(index) + 0.5) * step
            let range = Int((middle - step).rounded(.down))...Int((middle + step).rounded(.up))
            let weights = range.map { (location: $0, weight: max(0, 1 - abs(Double($0) + 0.5 - middle) / step)) }
            let total = weights.reduce(0) { $0 + $1.weight }
            return weights.filter { $0.location >= 0 && $0.location < limit && $0.weight > 0 }.map {
                ($0.location, $0.weight / total)
            }
        }
    }
    let columns = taps(picture.width, from: picture.left, to: picture.right, limit: bitmap.width)
    let rows = taps(picture.height, from: picture.top, to: picture.bottom, limit: bitmap.height)
    var narrow = [SIMD4<Double>](repeating: .zero, count: picture.width * bitmap.height)
    for y in 0..<bitmap.height {
        for x in 0..<picture.width {
            var sum = SIMD4<Double>.zero
            for (location, weight) in columns[x] {
                let p = bitmap[location, y]
                let parts = SIMD4<UInt32>(p >> 24, p >> 16 & 255, p >> 8 & 255, p & 255)
                sum += SIMD4<Double>(parts) * weight
            }
            narrow[y * picture.width + x] = sum
        }
    }
    var result = [SIMD4<Double>](repeating: .zero, count: picture.width * picture.height)
    for y in 0..<picture.height {
        for x in 0..<picture.width {
            for (location, weight) in rows[y] {
                result[y * picture.width + x] += narrow[location * picture.width + x] * weight
            }
        }
    }
    return result
}

@Suite struct OracleArchiveTests {
    /// Issue 3: under 0.5 % of pixels differ by more than 16 of 255, outside text.
    @Test(.needs(.archives), arguments: OraclePicture.all)
    func archive_looks_as_apples(_ picture: OraclePicture) throws {
        let document = try Document.load(OutsideData.file(.archives, "\(picture.archive).ca"))
        let expected = try #require(try Goldens.picture(ofArchive: "\(picture.image).png"))
        #expect(expected.width == picture.width && expected.height == picture.height)
        let size = document.size
        let root = CALayer()
        root.bounds = CGRect(origin: .zero, size: size)
        root.addSublayer(document.rootLayer)
        let renderer = LayerRenderer(layer: root, size: size, scale: CGFloat(OraclePicture.scale), threads: 1)
        let pixels = reduced(renderer.bitmap(at: 0), picture)
        var (compared, differing) = (0, 0)
        for y in 0..<picture.height {
            for x in 0..<picture.width
            where !picture.text.contains(where: { $0.contains(CGPoint(x: Double(x) + 0.5, y: Double(y) + 0.5)) }) {
                compared += 1
                let p = expected[x, y]
                let q = SIMD4(Double(p >> 24), Double(p >> 16 & 255), Double(p >> 8 & 255), Double(p & 255))
                let d = q - pixels[y * picture.width + x].rounded(.toNearestOrAwayFromZero)
                if max(d.max(), -d.min()) > 16 { differing += 1 }
            }
        }
        #expect(compared > picture.width * picture.height * 9 / 10)
        #expect(differing * 200 < compared, "\(differing) of \(compared) pixels differ by more than 16")
    }

    /// Apple's picture of the layers drawn with `render(in:)`, at 1x: blurs are left out, and shadows are those of contexts.
    @Test(.needs(.archives)) func archive_in_a_context_looks_as_apples() throws {
        let document = try Document.load(OutsideData.file(.archives, "RainbowGlowView.ca"))
        let expected = try #require(try Goldens.picture(ofArchive: "RainbowGlowView-layer.png"))
        let context = try #require(
            CGContext(
                width: expected.width, height: expected.height, space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue,
                baseMatrix: CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: CGFloat(expected.height))))
        document.rootLayer.render(in: context)
        let figure = LottieOracle.Figure(try #require(context.makeImage()).resource.bitmap(), expected)
        #expect(figure.off < 10_000 && figure.mean < 1000, "\(figure)")
    }
}
