import MicaBase
import MicaRaster
import MicaText
import Synchronization

/// How much of each pixel a glyph covers, or the pixels of one that is a picture. *Space*: pixels, y down, from the
/// whole pixel of its pen.
struct GlyphCoverage: Sendable {
    /// The pixels that the glyph touches; empty for a glyph without a shape.
    var area = DeviceRect.empty
    /// The coverage of each pixel, row by row; empty for a picture.
    var levels: [UInt8] = []
    /// The pixels of a picture in colours, premultiplied; nil for an outline.
    var picture: Bitmap?

    /// How much memory it takes, about. *Units*: bytes.
    fileprivate var cost: Int { 160 + levels.count + (picture?.pixels.count ?? 0) * 4 }
}

/// The coverage of glyphs that were drawn, so that a letter is filled once and then only blended.
///
/// This is the one store; `CGContext+GlyphCoverage.swift` is the one place that asks it. A glyph is kept for its face,
/// its size and where in a pixel its pen is. The plain way, which fills the outlines, is in `CGContext+Text.swift`.
final class GlyphCoverageStore: Sendable {
    static let shared = GlyphCoverageStore()

    /// How much memory coverage may take. *Units*: bytes.
    static let budget = 8 << 20

    /// The largest font size whose glyphs are kept; larger ones are rarely drawn twice. *Units*: pixels.
    static let largestSize = 160.0

    /// Where a glyph's pen is: its whole pixel, and the steps from there.
    struct Pen: Hashable {
        var x: Int
        var y: Int
        /// Quarters of a pixel.
        var stepX: UInt8
        var stepY: UInt8

        /// The pen nearest to a point. *Space*: pixels.
        ///
        /// - Parameter stepsX: How many places a pixel has horizontally: 1, 2 or 4.
        init?(_ x: CGFloat, _ y: CGFloat, stepsX: Double, stepsY: Double) {
            guard abs(x) < 1e6, abs(y) < 1e6 else { return nil }
            func split(_ value: CGFloat, _ steps: Double) -> (Int, UInt8) {
                let quarters = Int((Double(value) * steps).rounded()) * Int(4 / steps)
                return (quarters >> 2, UInt8(quarters & 3))
            }
            (self.x, stepX) = split(x, stepsX)
            (self.y, stepY) = split(y, stepsY)
        }
    }

    /// How many places a pixel has for a pen horizontally. *Source*: pictures of UILabel and CTRunDraw on iOS, in
    /// which the same letter has one drawing from 36 pixels on and two that are half a pixel apart at 24 to 34
    /// (TextureGroup/Texture, ReferenceImages_64; cashapp/AccessibilitySnapshot; faberNovel/CompositionalLayoutDSL).
    /// Smaller letters, of which those pictures have too few, get quarters.
    static func steps(atSize pixels: Double) -> Double { pixels >= 36 ? 1 : pixels >= 18 ? 2 : 4 }

    private struct Key: Hashable {
        var face: Int
        var glyph: UInt32
        var steps: UInt8
        var scaleX: Double
        var scaleY: Double
    }

    private struct State: ~Copyable {
        var entries = BudgetedCache<Key, GlyphCoverage>(budget: budget, slack: budget / 4)
        var rasterizer = Rasterizer()
    }

    private let state = Mutex(State())

    private init() {}

    /// The memory of all that is kept. *Units*: bytes.
    var size: Int { state.withLock { $0.entries.bytes } }

    /// The coverage of glyphs of one face at one size.
    ///
    /// - Parameters:
    ///   - scaleX: From font units to pixels, horizontally.
    ///   - scaleY: From font units, y up, to pixels, y down: negative for upright text.
    ///   - draw: Draws a picture's pixels, from its shape and the part of a pixel where its pen is.
    func coverage(
        of glyphs: [(glyph: UInt32, pen: Pen)], face: FontFace, scaleX: Double, scaleY: Double,
        draw: (GlyphPicture, Point) -> GlyphCoverage
    ) -> [GlyphCoverage] {
        state.withLock { state in
            glyphs.map { glyph, pen in
                let key = Key(
                    face: face.id, glyph: glyph, steps: pen.stepX << 2 | pen.stepY, scaleX: scaleX, scaleY: scaleY)
                if let found = state.entries.value(key) { return found }
                FontLibrary.work?.countFill()
                let start = Point(Double(pen.stepX) / 4, Double(pen.stepY) / 4)
                let coverage =
                    switch FontLibrary.shared.shapes([glyph], of: face)[0] {
                    case .empty: GlyphCoverage()
                    case .outline(let path):
                        GlyphCoverage(
                            path, transform: Affine(a: scaleX, b: 0, c: 0, d: scaleY, tx: start.x, ty: start.y),
                            with: &state.rasterizer)
                    case .picture(let picture): draw(picture, start)
                    }
                state.entries.insert(coverage, for: key, bytes: coverage.cost)
                return coverage
            }
        }
    }
}

extension GlyphCoverage {
    /// Fills an outline.
    fileprivate init(_ outline: Path, transform: Affine, with rasterizer: inout Rasterizer) {
        let path = outline.transformed(by: transform)
        guard let box = path.controlBounds else { return }
        area = DeviceRect(around: box.minimum.x, box.minimum.y, box.maximum.x, box.maximum.y)
        guard !area.isEmpty else { return }
        levels = Array(repeating: 0, count: area.width * area.height)
        rasterizer.begin(path, transform: Homography(.identity), rule: .nonZero, clip: area)
        while rasterizer.nextRow() {
            let row = (rasterizer.row - area.minY) * area.width
            for index in 0..<rasterizer.spanCount {
                let span = rasterizer.rowSpans[index]
                let first = span.x - area.minX
                for column in first..<first + span.count {
                    levels[row + column] = span.uniform ?? rasterizer.coverage[column]
                }
            }
        }
    }

    /// Adds the coverage to that of other glyphs, at most to full coverage, as in one shape.
    ///
    /// - Parameters:
    ///   - sum: The coverage of the pixels of `region`, row by row.
    ///   - x: The whole pixel of the pen.
    func add(to sum: inout [UInt8], of region: DeviceRect, x: Int, y: Int) {
        let own = DeviceRect(minX: area.minX + x, minY: area.minY + y, maxX: area.maxX + x, maxY: area.maxY + y)
        let part = own.intersection(region)
        guard !part.isEmpty else { return }
        let width = part.width
        unsafe sum.withUnsafeMutableBufferPointer { sum in
            unsafe levels.withUnsafeBufferPointer { levels in
                for y in part.minY..<part.maxY {
                    let to = (y - region.minY) * region.width + part.minX - region.minX
                    let from = (y - own.minY) * own.width + part.minX - own.minX
                    // `part` lies in both; the rows beside them are memory of others.
                    guard to >= 0, to + width <= sum.count, from >= 0, from + width <= levels.count else { return }
                    let done = unsafe Self.addAtOnce(levels, from, to: sum, to, count: width)
                    for column in done..<width {
                        let (level, isFull) = unsafe sum[to + column].addingReportingOverflow(levels[from + column])
                        unsafe sum[to + column] = isFull ? 255 : level
                    }
                }
            }
        }
    }
}
