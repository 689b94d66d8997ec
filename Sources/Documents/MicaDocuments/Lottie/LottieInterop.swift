import CoreGraphics
import CoreText
import Foundation

/// Calls of CoreGraphics and CoreText with pointers.
enum LottieInterop {
    /// The outlines of a path.
    static func outlines(of path: CGPath) -> [LottieOutline] {
        var result: [LottieOutline] = []
        var current = LottieOutline(vertices: [], isClosed: false)
        func finish() {
            if current.vertices.count > 1 || current.isClosed { result.append(current) }
            current = LottieOutline(vertices: [], isClosed: false)
        }
        func leave(by point: SIMD2<Double>) {
            if let last = current.vertices.indices.last { current.vertices[last].leaving = point }
        }
        unsafe path.applyWithBlock { element in
            let points = unsafe element.pointee.points
            func point(_ index: Int) -> SIMD2<Double> {
                unsafe SIMD2(Double(points[index].x), Double(points[index].y))
            }
            switch unsafe element.pointee.type {
            case .moveToPoint:
                finish()
                current.vertices.append(LottieVertex(point(0)))
            case .addLineToPoint: current.vertices.append(LottieVertex(point(0)))
            case .addQuadCurveToPoint:
                guard let from = current.vertices.last?.point else { return }
                let (control, end) = (point(0), point(1))
                leave(by: from + (control - from) * (2.0 / 3))
                current.vertices.append(
                    LottieVertex(end, arriving: end + (control - end) * (2.0 / 3), leaving: end))
            case .addCurveToPoint:
                leave(by: point(0))
                current.vertices.append(LottieVertex(point(2), arriving: point(1), leaving: point(2)))
            case .closeSubpath:
                // A last vertex at the first vertex's position is merged with it.
                if current.vertices.count > 1, let last = current.vertices.last,
                    last.point == current.vertices[0].point
                {
                    current.vertices[0].arriving = last.arriving
                    current.vertices.removeLast()
                }
                current.isClosed = true
                let start = current.vertices.first?.point
                finish()
                if let start { current.vertices = [LottieVertex(start)] }
            }
        }
        finish()
        return result
    }

    /// A picture of a radial gradient from a point to the circle that fills a square.
    ///
    /// - Parameter focus: where the point is, from the middle, -1, on the left, to 1, on the right.
    static func gradient(_ colors: [CGColor], _ locations: [Double], focus: Double, side: Int) -> CGImage? {
        let space = CGColorSpaceCreateDeviceRGB()
        let places = locations.map { CGFloat($0) }
        guard
            let context = unsafe CGContext(
                data: nil, width: side, height: side, bitsPerComponent: 8, bytesPerRow: 0, space: space,
                bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue),
            let gradient = unsafe places.withUnsafeBufferPointer({
                unsafe CGGradient(colorsSpace: space, colors: colors as CFArray, locations: $0.baseAddress)
            })
        else { return nil }
        let half = CGFloat(side) / 2
        context.drawRadialGradient(
            gradient, startCenter: CGPoint(x: half + CGFloat(focus) * half, y: half), startRadius: 0,
            endCenter: CGPoint(x: half, y: half), endRadius: half,
            options: [.drawsBeforeStartLocation, .drawsAfterEndLocation])
        return context.makeImage()
    }

    /// A square picture of colours.
    ///
    /// - Parameter color: gives the opaque colour at a share of the width and of the height, from the upper left corner.
    static func picture(_ side: Int, _ color: (SIMD2<Double>) -> SIMD4<Double>) -> CGImage? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(side * side * 4)
        for index in 0..<side * side {
            let share = (SIMD2(Double(index % side), Double(index / side)) + 0.5) / Double(side)
            let value = (color(share) * 255).rounded(.toNearestOrEven)
            // In this order NaN becomes 255.
            for channel in 0..<3 { bytes.append(UInt8(max(0, min(255, value[channel])))) }
            bytes.append(255)
        }
        guard let provider = CGDataProvider(data: Data(bytes) as CFData) else { return nil }
        return unsafe CGImage(
            width: side, height: side, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 4 * side,
            space: CGColorSpaceCreateDeviceRGB(),
            bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.noneSkipLast.rawValue), provider: provider, decode: nil,
            shouldInterpolate: true, intent: .defaultIntent)
    }

    /// A glyph of a line of text.
    struct Glyph {
        /// The index of its character in the text, in units of UTF-16.
        var index: Int
        /// The position of its start, and the advance.
        var x: Double
        var y: Double
        var advance: Double
        /// The outline, y down; empty for glyphs that draw nothing.
        var outlines: [LottieOutline]
    }

    /// The glyphs of a line of text in a font, from left to right.
    ///
    /// No attributed string is made of the text: Foundation on Linux (6.3) leaks some hundred bytes for each.
    ///
    /// - Parameter hasOutlines: Whether they have their outlines.
    static func glyphs(_ text: String, font: CTFont, hasOutlines: Bool = true) -> [Glyph] {
        let storage = TextStorage(text, attributes: TextAttributes(font: font))
        let paragraph = TextParagraph(storage, range: 0..<storage.units.count)
        var result: [Glyph] = []
        for run in TextLine(paragraph).runs {
            let used = run.face == font.face ? font : CTFont(face: run.face, size: font.size, matrix: font.matrix)
            for glyph in run.glyphs {
                var flip = CGAffineTransform(scaleX: 1, y: -1)
                let index = glyph.glyph == .max ? 0 : CGGlyph(truncatingIfNeeded: glyph.glyph)
                let path = hasOutlines ? unsafe CTFontCreatePathForGlyph(used, index, &flip) : nil
                result.append(
                    Glyph(
                        index: glyph.unit, x: Double(glyph.position.x), y: -Double(glyph.position.y),
                        advance: glyph.advance, outlines: path.map(outlines) ?? []))
            }
        }
        return result
    }
}
