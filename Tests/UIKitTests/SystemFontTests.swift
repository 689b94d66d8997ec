import CoreText
import MicaText
import Testing
import UIKit

/// The system's font: Inter, with San Francisco's metrics and spacing. dev/setup installs it (fonts-inter).
@MainActor @Suite struct SystemFontTests {
    private func near(_ a: CGFloat, _ b: CGFloat, _ tolerance: CGFloat = 0.01) -> Bool { abs(a - b) <= tolerance }

    /// The sum of the advances of a text's letters, without kerning of pairs.
    private func advances(_ text: String, _ font: UIFont) -> Double {
        let units = Array(text.utf16)
        var glyphs = [CGGlyph](repeating: 0, count: units.count)
        #expect(unsafe CTFontGetGlyphsForCharacters(font, units, &glyphs, units.count))
        return unsafe CTFontGetAdvancesForGlyphs(font, .default, glyphs, nil, glyphs.count)
    }

    // *Source*: UIFont's properties on iOS, as others have printed them.
    @Test func metrics_are_those_of_san_francisco() {
        let font = UIFont.systemFont(ofSize: 17)
        #expect(near(font.lineHeight, 20.287109375) && near(font.ascender, 16.1865234375))
        #expect(near(font.descender, -4.1005859375) && font.leading == 0)
        #expect(near(font.capHeight, 11.97802734375) && near(font.xHeight, 8.9482421875))
        #expect(near(UIFont.systemFont(ofSize: 17, weight: .bold).xHeight, 9.13916015625))
        let label = UILabel()
        label.text = "A line"
        #expect(
            near(
                label.intrinsicContentSize.height,
                (20.287109375 * label.contentScaleFactor).rounded(.up) / label.contentScaleFactor))
    }

    // *Source*: sums of CTFontGetAdvancesForGlyphs for .SFUI on iOS 26.1, as others have printed the advances.
    @Test(
        arguments: [
            (12.0, UIFont.Weight.regular, "Settings, General and 12 other items were changed", 289.020),
            (13, .regular, "Settings, General and 12 other items were changed", 309.372),
            (17, .regular, "Settings, General and 12 other items were changed", 388.294),
            (17, .bold, "Settings, General and 12 other items were changed", 414.524),
        ] as [(CGFloat, UIFont.Weight, String, Double)])
    func words_are_as_wide_as_in_san_francisco(
        _ size: CGFloat, _ weight: UIFont.Weight, _ text: String, _ width: Double
    ) {
        let own = advances(text, .systemFont(ofSize: size, weight: weight))
        // As docs/text.md says; regular at 17 points is the farthest, by 0.17 %.
        #expect(abs(own / width - 1) < 0.002, "\(own), \(width)")
    }

    @Test func capitals_are_drawn_as_high_as_the_metrics_say() throws {
        let font = UIFont.systemFont(ofSize: 100)
        var glyph: CGGlyph = 0
        var unit = Array("H".utf16)[0]
        #expect(unsafe CTFontGetGlyphsForCharacters(font, &unit, &glyph, 1))
        let path = unsafe try #require(CTFontCreatePathForGlyph(font, glyph, nil))
        #expect(near(path.boundingBox.height, font.capHeight, 0.2))
    }

    @Test func weights_and_styles_have_apples_names() throws {
        let weights: [(UIFont.Weight, String)] = [
            (.ultraLight, "Ultralight"), (.thin, "Thin"), (.light, "Light"), (.regular, "Regular"), (.medium, "Medium"),
            (.semibold, "Semibold"), (.bold, "Bold"), (.heavy, "Heavy"), (.black, "Black"),
        ]
        var last = 0.0
        for (weight, name) in weights {
            let font = UIFont.systemFont(ofSize: 15, weight: weight)
            #expect(font.fontName == ".SFUI-\(name)" && font.familyName == ".AppleSystemUIFont")
            #expect(UIFont(name: font.fontName, size: 15) == font)
            // A stem is the wider, the heavier the letter: measured on the width of an l's outline.
            var (glyph, unit): (CGGlyph, UniChar) = (0, Array("l".utf16)[0])
            #expect(unsafe CTFontGetGlyphsForCharacters(font, &unit, &glyph, 1))
            let stem = Double(unsafe try #require(CTFontCreatePathForGlyph(font, glyph, nil)).boundingBox.width)
            #expect(stem > last, "\(name)")
            last = stem
        }
        #expect(UIFont.boldSystemFont(ofSize: 9).fontName == ".SFUI-Semibold")
        #expect(UIFont.italicSystemFont(ofSize: 9).fontName == ".SFUI-RegularItalic")
        #expect(UIFont.preferredFont(forTextStyle: .headline).fontName == ".SFUI-Semibold")
    }

    @Test func digits_are_equally_wide_where_they_are_asked_for() {
        func width(_ text: String, _ font: UIFont) -> CGFloat {
            NSString(string: text).size(withAttributes: [.font: font]).width
        }
        let (usual, equal) = (
            UIFont.systemFont(ofSize: 20), UIFont.monospacedDigitSystemFont(ofSize: 20, weight: .regular)
        )
        #expect(width("1111", usual) < width("0000", usual) - 4)
        #expect(near(width("1111", equal), width("0000", equal)))
    }

    @Test func helvetica_and_names_of_san_francisco_are_two_fonts() {
        #expect(UIFont(name: "Helvetica", size: 12)?.familyName == "Liberation Sans")
        #expect(UIFont(name: ".SFUIText-Medium", size: 12)?.fontName == ".SFUI-Medium")
        #expect(UIFont(name: "Inter-Bold", size: 12)?.familyName == "Inter")
    }
}
