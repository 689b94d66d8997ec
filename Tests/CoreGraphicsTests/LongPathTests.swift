import Foundation
import MicaResources
import Testing

@testable import CoreGraphics

/// Paths of many lines, which are drawn by the screen's rasterizer, look as short ones do.
@Suite struct LongPathTests {
    /// A star that crosses itself, each of its lines cut into parts.
    private func star(parts: Int, closes: Bool = true) -> CGPath {
        let path = CGMutablePath()
        let corners = (0..<24).map { index in
            let angle = Double(index * 11) / 24 * 2 * .pi + 0.1
            return CGPoint(x: 32 + 29 * cos(angle), y: 31 + 28 * sin(angle))
        }
        path.move(to: corners[0])
        for index in 0..<24 {
            let (from, to) = (corners[index], corners[(index + 1) % 24])
            for part in 1...parts {
                let share = CGFloat(part) / CGFloat(parts)
                path.addLine(to: CGPoint(x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share))
            }
        }
        if closes { path.closeSubpath() }
        return path
    }

    private func picture(_ path: CGPath, _ draw: (CGContext) -> Void) throws -> Bitmap {
        let context = try bitmapContext(64, 64)
        context.fill(0, 0, 64, 64, blue)
        context.setFillColor(CGColor(red: 1, green: 0, blue: 0, alpha: 0.6))
        context.setStrokeColor(green)
        context.addPath(path)
        draw(context)
        return try context.pixels()
    }

    @Test("Fills, strokes and clips of a path of many lines are those of the same path of few")
    func sameAsShort() throws {
        let ways: [(name: String, limit: Int, draw: (CGContext) -> Void)] = [
            ("winding", 6, { $0.fillPath() }),
            ("even-odd", 6, { $0.fillPath(using: .evenOdd) }),
            ("stroke", 24, {
                $0.setLineWidth(1.5)
                $0.strokePath()
            }),
            ("clip", 6, {
                $0.clip(using: .evenOdd)
                $0.fill(CGRect(x: 0, y: 0, width: 64, height: 30))
            }),
            ("copy", 6, {
                $0.setBlendMode(.copy)
                $0.fillPath()
            }),
            ("alpha", 6, {
                $0.setAlpha(0.5)
                $0.fillPath()
            }),
            ("shadow", 6, {
                $0.setShadow(offset: CGSize(width: 3, height: 3), blur: 2)
                $0.fillPath()
            }),
        ]
        for way in ways {
            let (short, long) = (star(parts: 1), star(parts: 100))
            #expect(!short.path.isLong && long.path.isLong)
            let (expected, got) = (try picture(short, way.draw), try picture(long, way.draw))
            #expect(expected.pixels.contains { $0 != expected.pixels[0] }, "\(way.name) draws")
            #expect(difference(expected, got) <= way.limit, "\(way.name): \(difference(expected, got))")
        }
    }

    @Test("Without antialiasing a path of many lines has no soft pixel")
    func hard() throws {
        let pixels = try picture(star(parts: 100)) {
            $0.setShouldAntialias(false)
            $0.setFillColor(red)
            $0.fillPath(using: .evenOdd)
        }
        #expect(Set(pixels.pixels) == [0xFFFF_0000, 0xFF00_00FF])
    }

    @Test("A clip of many lines outside of the context lets nothing through, and is saved and restored")
    func clips() throws {
        let context = try bitmapContext(64, 64)
        context.saveGState()
        context.translateBy(x: 100, y: 0)
        context.addPath(star(parts: 100))
        context.clip()
        context.translateBy(x: -100, y: 0)
        context.fill(0, 0, 64, 64, red)
        #expect(area(try context.pixels()) == 0)
        context.restoreGState()
        context.fill(0, 0, 64, 64, red)
        #expect(area(try context.pixels()) == 64 * 64)
    }

    /// The square of the number of lines would be minutes of work, and more than a test may take.
    @Test("200,000 lines that cross each other are filled, stroked and clipped to", .timeLimit(.minutes(1)))
    func many() throws {
        let path = CGMutablePath()
        path.move(to: .zero)
        for index in 0..<200_000 {
            path.addLine(to: CGPoint(x: (index &* 7919) % 64, y: (index &* 104_729) % 64))
        }
        for draw: (CGContext) -> Void in [
            { $0.fillPath(using: .evenOdd) }, { $0.strokePath() },
            {
                $0.clip()
                $0.fill(CGRect(x: 0, y: 0, width: 64, height: 64))
            },
        ] {
            let pixels = try picture(path, draw)
            #expect(pixels.pixels.contains { $0 != 0xFF00_00FF })
        }
    }
}
