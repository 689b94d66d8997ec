import MicaText
import Testing
import UIKit

/// What labels cost, counted in texts that are shaped and glyphs that are filled.
@MainActor @Suite struct LabelWorkTests {
    private func work(_ body: () -> Void) -> FontLibrary.Work {
        let work = FontLibrary.Work()
        FontLibrary.$work.withValue(work) { body() }
        return work
    }

    private func draw(_ label: UILabel) {
        let format = UIGraphicsImageRendererFormat()
        format.scale = 2
        _ = UIGraphicsImageRenderer(size: label.bounds.size, format: format).image { _ in label.draw(label.bounds) }
    }

    @Test func a_label_is_measured_and_drawn_with_one_shaping() {
        let labels = (0..<30).map { number in
            let label = UILabel(frame: CGRect(x: 0, y: 0, width: 400, height: 30))
            label.text = "Measured, then drawn \(number)"
            label.font = .systemFont(ofSize: 21.5)
            return label
        }
        let done = work {
            for label in labels {
                label.sizeToFit()
                draw(label)
            }
        }
        #expect(done.shapings == labels.count)
        // At 43 pixels, a letter has one place in its pixel: as many fills as different glyphs.
        let letters = Set("Measured, then drawn 0123456789".filter { $0 != " " }).count
        #expect(done.fills <= letters + 1, "\(done.fills) fills")
        #expect(work { for label in labels { draw(label) } }.shapings == 0)
        #expect(work { for label in labels { draw(label) } }.fills == 0)
    }

    @Test func a_measured_label_is_drawn_without_being_laid_out_again() {
        let text = "Measured, then drawn"
        let label = UILabel(frame: CGRect(x: 0, y: 0, width: 400, height: 30))
        label.text = text
        // Divided and shaped once.
        #expect(work { label.sizeToFit() }.bytes == 2 * text.utf8.count)
        #expect(work { draw(label) }.bytes == 0)
        // Then it is forgotten: there may be many labels.
        #expect(work { draw(label) }.bytes == 2 * text.utf8.count)
        for change in [
            { label.text = "Another" }, { label.font = .systemFont(ofSize: 12) }, { label.numberOfLines = 2 },
        ] {
            label.text = text
            label.sizeToFit()
            change()
            #expect(work { draw(label) }.bytes > 0)
        }
    }

    @Test func a_measured_label_looks_like_one_that_is_only_drawn() throws {
        let texts = ["Short", "A text that is too long for its label", "", "عنوان", "two\nlines of it", "e\u{301}👨‍👩‍👧"]
        for (text, lines) in texts.flatMap({ text in [0, 1, 2].map { (text, $0) } }) {
            for mode in [NSLineBreakMode.byTruncatingTail, .byTruncatingMiddle, .byTruncatingHead, .byClipping] {
                func picture(measured: Bool) throws -> [UInt32] {
                    let label = UILabel(frame: CGRect(x: 0, y: 0, width: 120, height: 30))
                    (label.text, label.numberOfLines, label.lineBreakMode) = (text, lines, mode)
                    if measured { _ = label.intrinsicContentSize }
                    // The colour does not matter for the layout.
                    label.textColor = .red
                    let format = UIGraphicsImageRendererFormat()
                    format.scale = 2
                    let image = UIGraphicsImageRenderer(size: label.bounds.size, format: format).image { _ in
                        label.draw(label.bounds)
                    }
                    return try #require(image.cgImage).resource.bitmap().pixels
                }
                let drawn = try picture(measured: false)
                #expect(try picture(measured: true) == drawn, "\(text), \(lines)")
                #expect(drawn.contains { $0 & 0xFFFF == 0 && $0 != 0 } != text.isEmpty)
            }
        }
    }

    @Test func a_label_that_is_too_narrow_tries_few_texts() {
        let labels = (0..<20).map { number in
            let label = UILabel(frame: CGRect(x: 0, y: 0, width: 120, height: 30))
            label.text = "A text that is much too long for its label, number \(number)"
            return label
        }
        // The whole, the ellipsis alone, the one that fits and the next one.
        let done = work { for label in labels { draw(label) } }
        #expect(done.shapings <= labels.count * 4, "\(done.shapings) shapings")
    }
}
