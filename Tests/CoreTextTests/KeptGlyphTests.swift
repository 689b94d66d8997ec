import Foundation
import MicaText
import Testing

@testable import CoreGraphics
@testable import CoreText

/// Glyphs that are filled once, then blended. Fills are counted; no clock.
@Suite struct KeptGlyphTests {
    /// The pixels of a drawing on transparent ground, top row first.
    private func pixels(
        _ width: Int = 64, _ height: Int = 64, opaque: Bool = false, _ draw: (CGContext) -> Void
    ) throws -> [UInt32] {
        let alpha: CGImageAlphaInfo = opaque ? .noneSkipFirst : .premultipliedFirst
        let context = try #require(
            unsafe CGContext(
                data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: width * 4,
                space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: alpha.rawValue | CGBitmapInfo.byteOrder32Little.rawValue))
        draw(context)
        let data = unsafe try #require(context.data)
        return unsafe (0..<width * height).map { unsafe data.load(fromByteOffset: $0 * 4, as: UInt32.self) }
    }

    private func show(_ text: String, _ size: Double, at point: CGPoint, in context: CGContext) {
        context.textPosition = point
        CTLineDraw(line(text, size), context)
    }

    /// Makes the context fill outlines, without any other effect: a clip whose edges are within pixels, far outside.
    private func fillOutlines(_ context: CGContext) {
        context.clip(to: CGRect(x: -0.5, y: -0.5, width: 10_000.25, height: 10_000.25))
    }

    private func fills(_ draw: () throws -> Void) rethrows -> Int {
        let work = FontLibrary.Work()
        try FontLibrary.$work.withValue(work) { try draw() }
        return work.fills
    }

    @Test func a_letter_is_filled_once_for_a_size_and_a_place_in_its_pixel() throws {
        // A size that no other test has.
        let size = 40.0 + 1.0 / 64
        #expect(try fills { _ = try pixels { show("nnn", size, at: CGPoint(x: 1, y: 20), in: $0) } } == 1)
        #expect(try fills { _ = try pixels { show("nnn", size, at: CGPoint(x: 3.3, y: 20), in: $0) } } == 0)
        #expect(try fills { _ = try pixels { show("nnm", size, at: CGPoint(x: 1, y: 31), in: $0) } } == 1)
        // Vertically, quarters count.
        #expect(try fills { _ = try pixels { show("n", size, at: CGPoint(x: 1, y: 20.25), in: $0) } } == 1)
    }

    @Test(arguments: [(size: 48.0, drawings: 1), (36, 1), (35, 2), (18, 2), (17, 4), (9, 4)])
    func small_letters_have_more_places_in_a_pixel(_ expected: (size: Double, drawings: Int)) throws {
        let size = expected.size + 1.0 / 128
        let count = try fills {
            for step in 0..<32 {
                _ = try pixels { show("n", size, at: CGPoint(x: 2 + Double(step) / 16, y: 20), in: $0) }
            }
        }
        #expect(count == expected.drawings)
    }

    @Test func quarters_are_kept_where_they_are_asked_for() throws {
        let count = try fills {
            for step in 0..<32 {
                _ = try pixels {
                    $0.setShouldSubpixelQuantizeFonts(true)
                    show("n", 44.0 + 1.0 / 32, at: CGPoint(x: 2 + Double(step) / 16, y: 20), in: $0)
                }
            }
        }
        #expect(count == 4)
    }

    @Test(arguments: [12.0, 20, 37, 90])
    func kept_letters_are_those_of_outlines(_ size: Double) throws {
        let point = CGPoint(x: 4, y: 30)
        let kept = try pixels(400, 128) { show("Rag", size, at: point, in: $0) }
        var plain = try pixels(400, 128) {
            fillOutlines($0)
            $0.setShouldSubpixelPositionFonts(size < 36)
            show("Rag", size, at: point, in: $0)
        }
        // Where the pen is not rounded, only the first letter is at the same place.
        if size < 36 {
            let end = Int(3 + width(line("R", size)))
            plain = plain.enumerated().map { $0.offset % 400 < end ? $0.element : kept[$0.offset] }
        }
        let largest = zip(kept, plain).map { abs(Int($0 >> 24) - Int($1 >> 24)) }.max() ?? 0
        // Cairo fills by 15 rows of samples a pixel; kept coverage is exact.
        #expect(largest <= 255 / 15, "\(largest)")
        #expect(kept.contains { $0 >> 24 == 255 })
    }

    @Test func letters_that_touch_are_painted_once() throws {
        let key = NSAttributedString.Key(kCTKernAttributeName)
        let color = NSAttributedString.Key(kCTForegroundColorAttributeName)
        let half = CGColor(red: 1, green: 0, blue: 0, alpha: 0.5)
        let drawn = try pixels(80, 60) { context in
            context.textPosition = CGPoint(x: 4, y: 12)
            CTLineDraw(line("HHHH", 40, [key: -18.0, color: half]), context)
        }
        #expect(drawn.map { $0 >> 24 }.max() == 128)
    }

    @Test func clips_opaque_contexts_and_empty_clips_are_kept_to() throws {
        let whole = try pixels { show("M", 40, at: CGPoint(x: 4, y: 12), in: $0) }
        let clipped = try pixels {
            $0.clip(to: CGRect(x: 0, y: 0, width: 20, height: 64))
            show("M", 40, at: CGPoint(x: 4, y: 12), in: $0)
        }
        for (index, pixel) in clipped.enumerated() { #expect(pixel == (index % 64 < 20 ? whole[index] : 0)) }
        let nothing = try pixels {
            $0.clip(to: CGRect(x: 0, y: 0, width: 20, height: 64))
            $0.clip(to: CGRect(x: 30, y: 0, width: 20, height: 64))
            show("M", 40, at: CGPoint(x: 4, y: 12), in: $0)
        }
        #expect(nothing.allSatisfy { $0 == 0 })
        let opaque = try pixels(opaque: true) {
            $0.setFillColor(CGColor(red: 1, green: 1, blue: 1, alpha: 1))
            $0.fill(CGRect(x: 0, y: 0, width: 64, height: 64))
            show("M", 40, at: CGPoint(x: 4, y: 12), in: $0)
        }
        for (a, b) in zip(opaque, whole) { #expect(abs(Int(a & 255) - (255 - Int(b >> 24))) <= 1) }
    }

    @Test func emoji_are_kept_and_have_the_pixels_of_their_picture() throws {
        func show(_ context: CGContext) {
            context.textPosition = CGPoint(x: 4, y: 12)
            CTLineDraw(line("😀", 40.5), context)
        }
        var kept: [UInt32] = []
        #expect(try fills { kept = try pixels(64, 64, show) } == 1)
        #expect(try fills { _ = try pixels(64, 64, show) } == 0)
        let plain = try pixels {
            fillOutlines($0)
            show($0)
        }
        #expect(Set(kept).count > 50)
        func channel(_ pixel: UInt32, _ shift: UInt32) -> Int { Int(pixel >> shift & 255) }
        var largest = 0
        for (a, b) in zip(kept, plain) {
            for shift: UInt32 in [0, 8, 16, 24] { largest = max(largest, abs(channel(a, shift) - channel(b, shift))) }
        }
        #expect(kept.count == plain.count && largest <= 2)
    }

    @Test func turned_stroked_and_huge_text_is_not_kept() throws {
        func none(_ change: (CGContext) -> Void, size: Double = 41.25) throws {
            let count = try fills {
                _ = try pixels {
                    change($0)
                    show("n", size, at: CGPoint(x: 4, y: 12), in: $0)
                }
            }
            #expect(count == 0)
        }
        try none { $0.rotate(by: 0.1) }
        try none { $0.setTextDrawingMode(.stroke) }
        try none { $0.setTextDrawingMode(.fillClip) }
        try none { $0.setBlendMode(.multiply) }
        try none { $0.setShadow(offset: CGSize(width: 1, height: 1), blur: 2) }
        try none({ _ in }, size: 400)
    }

    @Test func coverage_stays_within_its_budget() throws {
        for step in 0..<400 {
            _ = try pixels { show("nQ@", 100 + Double(step) / 8, at: CGPoint(x: 1, y: 12), in: $0) }
        }
        #expect(GlyphCoverageStore.shared.size <= GlyphCoverageStore.budget && GlyphCoverageStore.shared.size > 1 << 20)
    }
}
