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
