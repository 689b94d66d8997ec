import CMicaPango
import CoreGraphics
import Foundation
import MicaBase

/// `mica-dev bench contexts`: what shapes cost in contexts, beside Cairo in the same run.
package enum ContextBench {
    /// `mica-dev bench contexts --help`.
    package static let help = """
        usage: mica-dev bench contexts [--rounds N]

        Draws shapes into a context of 1000 x 1000 pixels, in two formats, and with Cairo, in turns. All but
        pictures are half transparent. For each shape it prints

          CONTEXT,SHAPE,BGRA,RGBA,CAIRO,RATIO   microseconds a shape, the best round of each; BGRA's time divided by Cairo's
          SKIP,CAIRO                            Cairo is not installed; its columns are empty

          --rounds N   how often; default 7
        """

    /// The shapes.
    package enum Shape: String, CaseIterable {
        case rectangle10, rectangle500, line, circle20, star100, picture256, shrunk100

        /// How many a round draws.
        var count: Int {
            switch self {
            case .rectangle10, .circle20: 2000
            case .star100: 1000
            case .line: 400
            case .rectangle500, .picture256: 200
            case .shrunk100: 50
            }
        }

        /// Its number in the peer's list.
        var peer: mica_cairo_shape {
            switch self {
            case .rectangle10: MICA_SMALL_RECTANGLE
            case .rectangle500: MICA_LARGE_RECTANGLE
            case .line: MICA_LINE
            case .circle20: MICA_CIRCLE
            case .star100: MICA_STAR
            case .picture256: MICA_PICTURE
            case .shrunk100: MICA_SHRUNK_PICTURE
            }
        }
    }

    /// A context of 1000 x 1000 pixels, and what is drawn into it.
    package struct Canvas {
        /// The context.
        package let context: CGContext
        private let star: CGPath
        private let picture: CGImage

        /// Makes a context whose pixels are 32-bit words of BGRA, or bytes of RGBA; nil if memory is short.
        package init?(isRGBA: Bool) {
            guard let context = Self.context(1000, isRGBA), let disc = Self.context(256, false) else { return nil }
            disc.setFillColor(CGColor(srgbRed: 0.1, green: 0.3, blue: 0.9, alpha: 1))
            disc.fillEllipse(in: CGRect(x: 0, y: 0, width: 256, height: 256))
            guard let picture = disc.makeImage() else { return nil }
            let star = CGMutablePath()
            for k in 0..<5 {
                let angle = Double(k) * 4 * .pi / 5, point = CGPoint(x: 50 + 50 * sin(angle), y: 50 + 50 * cos(angle))
                if k == 0 { star.move(to: point) } else { star.addLine(to: point) }
            }
            star.closeSubpath()
            (self.context, self.star, self.picture) = (context, star, picture)
            context.setFillColor(CGColor(srgbRed: 0.9, green: 0.3, blue: 0.1, alpha: 0.5))
            context.setStrokeColor(CGColor(srgbRed: 0.9, green: 0.3, blue: 0.1, alpha: 0.5))
        }

        private static func context(_ side: Int, _ isRGBA: Bool) -> CGContext? {
            let info =
                isRGBA
                ? CGImageAlphaInfo.premultipliedLast.rawValue
                : CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue
            guard let space = CGColorSpace(name: CGColorSpace.sRGB) else { return nil }
            return unsafe CGContext(
                data: nil, width: side, height: side, bitsPerComponent: 8, bytesPerRow: 0, space: space,
                bitmapInfo: info)
        }

        /// Draws the shape of a number, which says where.
        package func draw(_ shape: Shape, _ i: Int) {
            switch shape {
            case .rectangle10: context.fill(CGRect(x: i % 990, y: i * 7 % 990, width: 10, height: 10))
            case .rectangle500: context.fill(CGRect(x: i % 100, y: i % 100, width: 500, height: 500))
            case .circle20: context.fillEllipse(in: CGRect(x: i % 970, y: i * 7 % 970, width: 20, height: 20))
            case .line:
                context.move(to: CGPoint(x: i * 5 % 1000, y: 0))
                context.addLine(to: CGPoint(x: 500, y: 1000))
                context.strokePath()
            case .star100:
                context.saveGState()
                context.translateBy(x: CGFloat(i % 500), y: CGFloat(i % 500))
                context.addPath(star)
                context.fillPath()
                context.restoreGState()
            case .picture256:
                context.draw(picture, in: CGRect(x: i * 5 % 500, y: i % 500, width: 256, height: 256))
            case .shrunk100:
                context.draw(picture, in: CGRect(x: i * 5 % 500, y: i % 500, width: 100, height: 100))
            }
        }

        /// The time of drawing a shape as often as a round does. *Units*: microseconds a shape.
        package func time(_ shape: Shape) -> Double {
            draw(shape, 0)
            let start = ContinuousClock.now
            for i in 0..<shape.count { draw(shape, i) }
            return (ContinuousClock.now - start).nanoseconds / 1e3 / Double(shape.count)
        }
    }

    /// Runs the command; returns its exit status.
    package static func run(arguments: [String]) -> Int32 {
        var rounds = 7
        var rest = arguments[...]
        while let word = rest.popFirst() {
            switch word {
            case "--help", "-h":
                write(help, to: .standardOutput)
                return 0
            case "--rounds":
                guard let number = rest.takeNumber(least: 1) else {
                    return refuse("\(word) needs a number", of: "bench contexts")
                }
                rounds = number
            default: return refuse("unknown argument '\(word)'", of: "bench contexts")
            }
        }
        guard let bgra = Canvas(isRGBA: false), let rgba = Canvas(isRGBA: true) else { return 1 }
        var isCairoThere = true
        for shape in Shape.allCases {
            var (best, other, peer) = (Double.infinity, Double.infinity, Double.infinity)
            for _ in 0..<rounds {
                best = min(best, bgra.time(shape))
                other = min(other, rgba.time(shape))
                let time = mica_cairo_draw(shape.peer, Int32(shape.count))
                if time < 0 { isCairoThere = false } else { peer = min(peer, time / Double(shape.count)) }
            }
            let beside = isCairoThere ? String(format: "%.2f,%.2f", peer, best / peer) : ","
            let own = String(format: "%.2f,%.2f,", best, other)
            write("CONTEXT,\(shape.rawValue),\(own)\(beside)", to: .standardOutput)
        }
        if !isCairoThere { write("SKIP,CAIRO", to: .standardOutput) }
        return 0
    }
}
