import Foundation
import MicaText
import Testing

@testable import CoreText

@Suite struct FrameTests {
    /// Ranges end at the text's end, also those whose own end is beyond the last integer.
    @Test func ranges_beyond_the_text_are_cut() throws {
        let text = NSAttributedString(string: "Some words")
        let setter = CTFramesetterCreateWithAttributedString(text)
        let path = CGPath(rect: CGRect(x: 0, y: 0, width: 500, height: 100), transform: nil)
        func visible(_ location: Int, _ length: Int) -> CFRange {
            CTFrameGetVisibleStringRange(
                CTFramesetterCreateFrame(setter, CFRange(location: location, length: length), path, nil))
        }
        #expect(visible(3, .max).location == 3 && visible(3, .max).length == 7)
        #expect(visible(.max, .max).length == 0 && visible(.min, .max).length == 10)
        #expect(visible(2, .min).length == 0)
        var fit = CFRange(location: 0, length: 0)
        let size = unsafe CTFramesetterSuggestFrameSizeWithConstraints(
            setter, CFRange(location: .max, length: .max), nil, CGSize(width: 100, height: 100), &fit)
        #expect(size.width == 0 && fit.length == 0)
        let typesetter = CTTypesetterCreateWithAttributedString(text)
        let line = CTTypesetterCreateLine(typesetter, CFRange(location: 5, length: .max))
        #expect(CTLineGetStringRange(line).location == 5 && CTLineGetStringRange(line).length == 5)
        let run = try #require((CTLineGetGlyphRuns(line) as? [CTRun])?.first)
        #expect(unsafe CTRunGetTypographicBounds(run, CFRange(location: 1, length: .max), nil, nil, nil) > 0)
        let frame = CTFramesetterCreateFrame(setter, CFRange(location: 0, length: 0), path, nil)
        var origins = [CGPoint](repeating: .zero, count: 1)
        unsafe CTFrameGetLineOrigins(frame, CFRange(location: .max, length: .max), &origins)
        #expect(origins[0] == .zero)
    }

    private let text = "Lorem ipsum dolor sit amet, consectetur adipiscing elit. Quisque massa arcu, eleifend vel."

    private func frame(_ string: NSAttributedString, _ size: CGSize) -> CTFrame {
        let setter = CTFramesetterCreateWithAttributedString(string)
        return unsafe CTFramesetterCreateFrame(
            setter, CFRange(), CGPath(rect: CGRect(origin: .zero, size: size), transform: nil), nil)
    }

    @Test func frame_lines_fit_and_hold_the_whole_text() throws {
        let made = frame(NSAttributedString(string: text), CGSize(width: 150, height: 1000))
        let lines = CTFrameGetLines(made).compactMap { $0 as? CTLine }
        #expect(lines.count > 3)
        var end = 0
        for line in lines {
            let range = CTLineGetStringRange(line)
            #expect(range.location == end)
            end += range.length
            #expect(width(line) - CTLineGetTrailingWhitespaceWidth(line) <= 150)
        }
        #expect(end == text.utf16.count)
        var origins = [CGPoint](repeating: .zero, count: lines.count)
        unsafe CTFrameGetLineOrigins(made, CFRange(), &origins)
        // Helvetica at 12 points: a line is (1854 + 434 + 67) / 2048 * 12 points high.
        #expect(abs(origins[0].y - (1000 - 1854 * 12 / 2048)) < 1e-9)
        #expect(abs(origins[0].y - origins[1].y - 2355 * 12 / 2048) < 1e-9)
    }

    @Test func wrapped_lines_equal_the_text_split_by_hand() {
        let made = frame(NSAttributedString(string: text), CGSize(width: 150, height: 1000))
        for placed in made.lines {
            let units = Array(text.utf16)[placed.line.range]
            let alone = CTLineCreateWithAttributedString(
                NSAttributedString(string: String(decoding: units, as: UTF16.self)))
            #expect(
                alone.line.runs.flatMap { $0.glyphs.map { $0.position } }
                    == placed.line.runs.flatMap { $0.glyphs.map { $0.position } })
        }
    }

    @Test func stretched_letters_wrap_at_their_own_width() {
        let wide = NSAttributedString(string: text, attributes: [NSAttributedString.Key("NSExpansion"): 0.5])
        let lines = frame(wide, CGSize(width: 150, height: 1000)).lines
        #expect(lines.count > frame(NSAttributedString(string: text), CGSize(width: 150, height: 1000)).lines.count)
        for placed in lines { #expect(placed.line.visibleWidth <= 150) }
    }

    @Test func frame_leaves_out_what_does_not_fit() {
        let made = frame(NSAttributedString(string: text), CGSize(width: 150, height: 30))
        #expect(made.lines.count == 2)
        let seen = CTFrameGetVisibleStringRange(made)
        #expect(seen.location == 0 && seen.length < text.utf16.count && seen.length > 10)
    }

    @Test func suggested_size_holds_the_text_and_nothing_smaller_does() {
        let setter = CTFramesetterCreateWithAttributedString(NSAttributedString(string: text))
        var fit = CFRange()
        let size = unsafe CTFramesetterSuggestFrameSizeWithConstraints(
            setter, CFRange(), nil, CGSize(width: 150, height: CGFloat.greatestFiniteMagnitude), &fit)
        #expect(fit.length == text.utf16.count && size.width <= 150)
        func seen(_ size: CGSize) -> Int {
            CTFrameGetVisibleStringRange(frame(NSAttributedString(string: text), size)).length
        }
        #expect(seen(size) == text.utf16.count)
        #expect(seen(CGSize(width: size.width, height: size.height - 1)) < text.utf16.count)
    }

    @Test func paragraph_style_moves_indents_and_spaces_lines() throws {
        func lines(_ change: (inout ParagraphSettings) -> Void) -> [TextLayout.PlacedLine] {
            var settings = ParagraphSettings()
            change(&settings)
            let string = NSAttributedString(
                string: text + "\n" + text,
                attributes: [
                    NSAttributedString.Key(kCTParagraphStyleAttributeName): CTParagraphStyle(settings: settings)
                ])
            return frame(string, CGSize(width: 150, height: 4000)).lines
        }
        let plain = lines { _ in }
        #expect(plain.allSatisfy { $0.x == 0 })
        #expect(lines { $0.alignment = .right }.allSatisfy { abs($0.x + $0.line.visibleWidth - 150) < 1e-9 })
        #expect(lines { $0.alignment = .center }.allSatisfy { abs($0.x * 2 + $0.line.visibleWidth - 150) < 1e-9 })
        let justified = lines { $0.alignment = .justified }
        let ends = justified.filter { $0.line.visibleWidth < 150 - 1e-6 }
        #expect(ends.count == 2)
        let indented = lines { ($0.firstLineIndent, $0.headIndent, $0.tailIndent) = (20, 10, -5) }
        #expect(indented[0].x == 20 && indented[1].x == 10)
        #expect(indented.allSatisfy { $0.x + $0.line.visibleWidth <= 145 + 1e-6 })
        let spaced = lines { ($0.lineSpacing, $0.spacingAfter) = (4, 7) }
        #expect(spaced.count == plain.count)
        let last = plain.count - 1
        #expect(abs(spaced[last].top - plain[last].top - 4 * Double(last) - 7) < 1e-9)
        let high = lines { $0.minimumHeight = 40 }
        #expect(abs(high[0].bottom - 40) < 1e-9 && abs(high[0].baseline - (40 - 434 * 12 / 2048)) < 1e-9)
        let double = lines { $0.heightMultiple = 2 }
        #expect(abs(double[0].bottom - 2 * plain[0].bottom) < 1e-9)
        let tail = lines { $0.lineBreak = .truncatesTail }
        #expect(tail.count == 2 && tail[0].line.visibleWidth <= 150)
        let letters = lines { $0.lineBreak = .characters }
        #expect(letters.count <= plain.count)
    }

    @Test func paragraph_style_is_made_of_settings_and_gives_them_back() {
        var alignment = CTTextAlignment.center.rawValue
        var spacing: CGFloat = 7.5
        let style = unsafe withUnsafePointer(to: &alignment) { first in
            unsafe withUnsafePointer(to: &spacing) { second in
                let settings = unsafe [
                    CTParagraphStyleSetting(spec: .alignment, valueSize: 1, value: first),
                    CTParagraphStyleSetting(spec: .lineSpacingAdjustment, valueSize: 8, value: second),
                    CTParagraphStyleSetting(spec: .headIndent, valueSize: 1, value: first),
                ]
                return unsafe CTParagraphStyleCreate(settings, settings.count)
            }
        }
        #expect(style.settings.alignment == .center && style.settings.lineSpacing == 7.5)
        #expect(style.settings.headIndent == 0)
        var read: CGFloat = 0
        #expect(unsafe CTParagraphStyleGetValueForSpecifier(style, .lineSpacingAdjustment, 8, &read) && read == 7.5)
        #expect(unsafe !CTParagraphStyleGetValueForSpecifier(style, .lineSpacingAdjustment, 4, &read))
    }

    @Test func typesetter_suggests_what_the_frame_does() {
        let setter = CTTypesetterCreateWithAttributedString(NSAttributedString(string: text))
        var (start, count) = (0, 0)
        var lengths: [Int] = []
        while start < text.utf16.count, count < 100 {
            let length = CTTypesetterSuggestLineBreak(setter, start, 150)
            let line = CTTypesetterCreateLine(setter, CFRange(location: start, length: length))
            #expect(CTLineGetStringRange(line) == CFRange(location: start, length: length))
            lengths.append(length)
            start += length
            count += 1
        }
        let made = frame(NSAttributedString(string: text), CGSize(width: 150, height: 1000))
        #expect(lengths == made.lines.map { $0.line.range.count })
    }

    @Test func text_is_drawn_where_the_text_position_is() throws {
        let made = unsafe CGContext(
            data: nil, width: 60, height: 40, bitsPerComponent: 8, bytesPerRow: 0, space: .sharedForTests,
            bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
        let context = try #require(made)
        context.textPosition = CGPoint(x: 10, y: 12)
        let word = line("H", 20)
        CTLineDraw(word, context)
        let box = CTLineGetImageBounds(word, nil)
        let image = try #require(context.makeImage())
        let bitmap = image.resource.bitmap()
        var seen = CGRect.null
        for y in 0..<40 {
            for x in 0..<60 where bitmap.pixels[y * 60 + x] >> 24 > 0 {
                seen = seen.union(CGRect(x: x, y: 39 - y, width: 1, height: 1))
            }
        }
        let expected = box.offsetBy(dx: 10, dy: 12).integral
        #expect(seen == expected)
        #expect(abs(context.textPosition.x - (10 + width(word))) < 1e-9)
    }
}

extension CGColorSpace {
    static var sharedForTests: CGColorSpace { CGColorSpace(name: CGColorSpace.sRGB) ?? CGColorSpaceCreateDeviceRGB() }
}
