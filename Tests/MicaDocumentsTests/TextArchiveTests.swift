import CoreGraphics
import CoreText
import Foundation
import QuartzCore
import Testing

@testable import MicaDocuments

/// Texts with attributes in keyed archives, written by layers and by hand.
@Suite struct TextArchiveTests {
    private let color = NSAttributedString.Key("CTForegroundColor"), kern = NSAttributedString.Key("NSKern")
    private let font = NSAttributedString.Key("NSFont"), style = NSAttributedString.Key("NSParagraphStyle")

    private func settings(_ spacing: Double) -> ParagraphSettings {
        var settings = ParagraphSettings()
        (settings.alignment, settings.lineBreak, settings.lineSpacing) = (.justified, .truncatesTail, spacing)
        settings.tabStops = [TabStop(location: 30, alignment: .right)]
        return settings
    }

    private func round(_ string: NSAttributedString) throws -> NSAttributedString {
        let layer = CATextLayer()
        layer.string = string
        let data = try NSKeyedArchiver.archivedData(withRootObject: layer, requiringSecureCoding: true)
        let back = try LayerArchive.unarchivedObject(ofClass: CATextLayer.self, from: data)
        let own = try #require(back.string as? NSAttributedString)
        let foundations = try NSKeyedUnarchiver.unarchivedObject(ofClass: CATextLayer.self, from: data)
        #expect(foundations?.string as? NSAttributedString == own)
        return own
    }

    @Test func text_of_several_runs_is_read_as_it_was_written() throws {
        let text = NSMutableAttributedString(string: "Größe 12 \u{1F44D}, and more")
        let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
        let times = CTFontCreateWithName("Times-Bold", 17, nil)
        let runs: [[NSAttributedString.Key: Any]] = [
            [font: times, color: red], [font: times, color: CGColor(gray: 0.5, alpha: 1)],
            [font: CTFontCreateWithName("Times-Bold", 18, nil), color: red, kern: 2.5],
            [style: CTParagraphStyle(settings: settings(3))], [style: CTParagraphStyle(settings: settings(4))], [:],
            [kern: 1, NSAttributedString.Key("note"): "a word"],
        ]
        for (index, run) in runs.enumerated() {
            text.setAttributes(run, range: NSRange(location: 3 * index, length: 3))
        }
        let back = try round(text)
        #expect(back == text)
        for (index, run) in runs.enumerated() {
            var range = NSRange()
            let found = unsafe back.attributes(at: 3 * index, effectiveRange: &range)
            #expect(range.location == 3 * index && found.count == run.count)
            #expect((found[font] as? CTFont) == (run[font] as? CTFont))
            #expect((found[color] as? CGColor) == (run[color] as? CGColor))
            #expect((found[style] as? CTParagraphStyle) == (run[style] as? CTParagraphStyle))
        }
    }

    @Test func values_that_archives_of_texts_do_not_hold_are_left_out() throws {
        let text = NSMutableAttributedString(string: "abc")
        let key = NSAttributedString.Key("odd")
        let values: [Any] = [NSNull(), ["list"], ["key": "value"], CGSize(width: 1, height: 2), CATransform3DIdentity]
        for value in values {
            text.setAttributes([key: value, kern: 2], range: NSRange(location: 0, length: 3))
            let found = unsafe try round(text).attributes(at: 0, effectiveRange: nil)
            #expect(found.count == 1 && (found[kern] as? NSNumber)?.doubleValue == 2, "\(value)")
        }
    }

    // MARK: Texts by hand

    /// A stretch as archives hold it.
    private func run(_ location: Double, _ length: Double, _ pairs: [(String, NSObject)]) -> NSObject {
        let entries = pairs.map { NSArray(array: [NSString(string: $0.0), $0.1]) }
        return NSArray(array: [NSNumber(value: location), NSNumber(value: length), NSArray(array: entries)])
    }

    private func read(_ runs: [NSObject], letters: String = "abcdefgh") throws -> NSAttributedString? {
        let forged = ForgedText(letters, runs)
        var table = try #require(
            ArchiveTable(
                [UInt8](try NSKeyedArchiver.archivedData(withRootObject: forged, requiringSecureCoding: true))))
        for index in table.objects.indices {
            if case .ascii(let name) = table.objects[index], name == Array("MicaDocumentsTests.ForgedText".utf8) {
                table.objects[index] = .ascii(Array("QuartzCore.CATextLayer".utf8))
            }
        }
        let data = Data(table.file)
        return try LayerArchive.unarchivedObject(ofClass: CATextLayer.self, from: data).string as? NSAttributedString
    }

    private func dictionary(_ kind: String, _ numbers: [Double] = []) -> NSDictionary {
        NSDictionary(dictionary: [
            "kind": NSString(string: kind), "numbers": NSArray(array: numbers.map { NSNumber(value: $0) }),
        ])
    }

    @Test func runs_in_order_are_read() throws {
        let two = NSNumber(value: 2)
        let text = try #require(try read([run(0, 2, [("NSKern", two)]), run(4, 4, [("NSKern", two)])]))
        #expect(unsafe text.attribute(kern, at: 1, effectiveRange: nil) as? Int == 2)
        #expect(unsafe text.attribute(kern, at: 3, effectiveRange: nil) == nil)
        #expect(unsafe text.attribute(kern, at: 7, effectiveRange: nil) as? Int == 2)
    }

    @Test func runs_that_are_not_in_order_are_refused() throws {
        let value = [("NSKern", NSNumber(value: 2) as NSObject)]
        let lists = [
            [run(4, 4, value), run(0, 2, value)], [run(0, 4, value), run(3, 2, value)], [run(0, 9, value)],
            [run(-1, 2, value)], [run(0, 0, value)], [run(0, -1, value)], [run(8, 1, value)],
            [run(0, 1e300, value)], [run(.nan, 2, value)], [run(0, 2, value + value)], [NSArray()],
            [NSNumber(value: 1)],
            [NSArray(array: [NSNumber(value: 0), NSNumber(value: 1), NSString(string: "none")])],
            [NSArray(array: [NSNumber(value: 0), NSNumber(value: 1), NSArray(array: [NSString(string: "none")])])],
        ]
        for (index, list) in lists.enumerated() {
            #expect(throws: LayerArchive.Failure.self, "list \(index)") { try read(list) }
        }
    }

    @Test func values_of_odd_kinds_are_refused() throws {
        let paragraph = [0, 0, 0] + Array(repeating: 1.0, count: 10)
        func list(_ kind: String, _ numbers: [Double]) -> NSObject {
            NSArray(array: [NSString(string: kind)] + numbers.map { NSNumber(value: $0) })
        }
        let odd: [NSObject] = [
            dictionary("null"), dictionary("size", [0, 0]), dictionary("point", [0, 0]), dictionary("numbers", [1]),
            dictionary("transform", Array(repeating: 0, count: 16)), dictionary("path"), dictionary("filters"),
            NSArray(), list("font", [12]), list("words", []), list("paragraph", [1, 2]),
            list("paragraph", [9] + paragraph.dropFirst()), list("paragraph", [.nan] + paragraph.dropFirst()),
            list("paragraph", paragraph + [1]), list("paragraph", paragraph + [1, 77]), NSData(data: Data([1])),
            CABasicAnimation(keyPath: "opacity"), CAMediaTimingFunction(name: .easeIn),
        ]
        for (index, value) in odd.enumerated() {
            let runs = [run(0, 2, [("key", value)]), run(2, 2, [("key", value)])]
            #expect(throws: LayerArchive.Failure.self, "value \(index)") { try read(runs) }
        }
        #expect(try read([run(0, 2, [("key", list("paragraph", paragraph))])]) != nil)
    }

    @Test func values_without_a_number_are_read_and_compared() throws {
        let nan = NSNumber(value: Double.nan)
        let values: [NSObject] = [
            nan, dictionary("color", [0, .nan, 0, .infinity, 1]), NSNumber(value: -0.0), NSNumber(value: true),
            NSArray(array: [NSString(string: "font"), NSString(string: "Courier"), nan]), NSString(string: ""),
        ]
        for value in values {
            let runs = (0..<4).map { run(Double(2 * $0), 2, [("key", value), ("other", values[$0])]) }
            #expect(try read(runs)?.length == 8)
        }
    }

    /// Foundation stops the program where it finds a 0 in the first word of two objects that it compares.
    @Test func objects_that_are_attributes_begin_with_a_word_that_foundation_takes_for_no_type_of_its_own() {
        let font = CTFontCreateWithName("Helvetica", 12, nil)
        let objects: [NSObject] = [
            CGColor(gray: 0, alpha: 1), font, CTParagraphStyle(settings: ParagraphSettings()),
        ]
        for object in objects {
            let word = unsafe Unmanaged.passUnretained(object).toOpaque().load(fromByteOffset: 16, as: UInt64.self)
            #expect(word == 1023 << 8, "\(type(of: object))")
        }
    }

    /// One of these in a thousand lies where its address ends in what Foundation takes for no type.
    @Test func neighbouring_runs_with_the_same_objects_are_compared() {
        let key = NSAttributedString.Key("key"), text = NSMutableAttributedString(string: "abcd")
        var retained: [CGColor] = []
        for index in 0..<20_000 {
            let color = CGColor(gray: Double(index % 7), alpha: 1)
            retained.append(color)
            text.setAttributes([key: color], range: NSRange(location: 0, length: 2))
            text.setAttributes([key: color], range: NSRange(location: 2, length: 2))
        }
        var range = NSRange()
        #expect(unsafe text.attribute(key, at: 0, effectiveRange: &range) as? CGColor == retained.last)
        #expect(range.length == 4)
    }
}

/// A text layer's letters and stretches, whatever they are.
final class ForgedText: NSObject, NSSecureCoding {
    private let letters: String, runs: [NSObject]
    static var supportsSecureCoding: Bool { true }

    init(_ letters: String, _ runs: [NSObject]) { (self.letters, self.runs) = (letters, runs) }

    func encode(with coder: NSCoder) {
        coder.encode(NSString(string: letters), forKey: "attributedString")
        coder.encode(NSArray(array: runs), forKey: "attributes")
    }

    init?(coder: NSCoder) { return nil }
}
