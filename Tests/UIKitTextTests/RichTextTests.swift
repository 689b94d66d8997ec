import Foundation
import MicaRandom
import Testing
import UIKit

@testable import UIKitCore
@testable import UIKitText

/// Rich Text Format: reading, writing, and on the pasteboard.
@MainActor @Suite(.serialized) struct RichTextTests {
    /// A document with words before its text.
    private func read(_ body: String, _ head: String = "\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0 Helvetica;}}") throws
        -> NSAttributedString
    {
        unsafe try NSAttributedString(
            data: Data("{\\rtf1\(head)\(body)}".utf8), options: [.documentType: NSAttributedString.DocumentType.rtf],
            documentAttributes: nil)
    }

    private let rtf: [NSAttributedString.DocumentAttributeKey: Any] = [
        .documentType: NSAttributedString.DocumentType.rtf
    ]

    private func value(_ text: NSAttributedString, _ key: NSAttributedString.Key, _ place: Int) -> Any? {
        unsafe text.attribute(key, at: place, effectiveRange: nil)
    }

    private func font(_ text: NSAttributedString, _ place: Int) -> UIFont? { value(text, .font, place) as? UIFont }

    @Test("Letters: escapes, bytes of the code page, numbers of Unicode with their replacements")
    func letters() throws {
        // Source: Rich Text Format Specification 1.9.1, "Special Characters", "Unicode RTF".
        let cases: [(String, String)] = [
            ("a\\{b\\}\\\\", "a{b}\\"), ("\\'e9\\'80", "\u{E9}\u{20AC}"), ("\\u233?x", "\u{E9}x"),
            ("\\uc0\\u233 x", "\u{E9}x"),
            ("\\uc2\\u20320\\'c4\\'e3x", "\u{4F60}x"), ("\\u-10179?\\u-8704?", "\u{1F600}"),
            ("a\\par b\\tab c\\line d", "a\nb\tc\u{2028}d"),
            ("\\ldblquote x\\rdblquote\\~\\emdash", "\u{201C}x\u{201D}\u{A0}\u{2014}"), ("a\\\nb", "a\nb"),
            ("a\nb", "ab"),
            ("{\\*\\unknown gone}x", "x"), ("{\\info{\\title gone}}x", "x"), ("{\\pict\\bin4 }}}}}x", "x"),
            ("\\v gone\\v0 x", "x"),
            ("\\uc1\\u233{x}", "\u{E9}x"), ("\\u233\\'e9x", "\u{E9}x"), ("\\'zzx", "zzx"), ("\\u65536?x", "\u{0}x"),
        ]
        for (body, text) in cases { #expect(try read(body).string == text, "\(body)") }
    }

    @Test("Encodings of code pages and of fonts")
    func encodings() throws {
        #expect(try read("\\'cf\\'f0", "\\ansi\\ansicpg1251").string == "\u{41F}\u{440}")
        #expect(try read("\\'8e", "\\mac").string == "\u{E9}")
        let fonts = "{\\fonttbl{\\f0 Helvetica;}{\\f1\\fcharset204 Helvetica;}{\\f2\\fcharset128 Helvetica;}}"
        #expect(
            try read("\\'e9{\\f1\\'e9}{\\f2\\'93\\'fa}\\'e9", "\\ansi" + fonts).string == "\u{E9}\u{439}\u{65E5}\u{E9}")
    }

    @Test("Looks: bold, italic, lines, size, colours, and groups that end them")
    func looks() throws {
        let text = try read(
            "a{\\b b\\i c\\i0 d}\\ul e\\ulnone\\strike f\\strike0\\fs48 g\\cf1 h\\cb2 i\\plain j",
            "\\ansi{\\fonttbl{\\f0 Helvetica;}}{\\colortbl;\\red255\\green0\\blue0;\\red0\\green0\\blue255;}")
        #expect(text.string == "abcdefghij")
        let bold = (0..<4).map { font(text, $0)?.fontDescriptor.symbolicTraits.contains(.traitBold) }
        #expect(bold == [false, true, true, true])
        #expect(font(text, 2)?.fontDescriptor.symbolicTraits.contains(.traitItalic) == true)
        #expect(font(text, 3)?.fontDescriptor.symbolicTraits.contains(.traitItalic) == false)
        #expect(value(text, .underlineStyle, 4) as? Int == 1 && value(text, .underlineStyle, 5) == nil)
        #expect(value(text, .strikethroughStyle, 5) as? Int == 1 && value(text, .strikethroughStyle, 6) == nil)
        #expect(font(text, 5)?.pointSize == 12 && font(text, 6)?.pointSize == 24)
        #expect(value(text, .foregroundColor, 7) as? UIColor == UIColor(red: 1, green: 0, blue: 0, alpha: 1))
        #expect(value(text, .backgroundColor, 8) as? UIColor == UIColor(red: 0, green: 0, blue: 1, alpha: 1))
        #expect(value(text, .foregroundColor, 9) == nil && font(text, 9)?.pointSize == 12)
    }

    @Test("Links are fields, and paragraphs have alignment, indents and space")
    func linksAndParagraphs() throws {
        let text = try read(
            "\\pard\\qc\\li400\\fi-200\\sa120 a{\\field{\\*\\fldinst{HYPERLINK \"https://mica.example/x\"}}{\\fldrslt{\\ul go}}}\\par\\pard b{\\field{\\*\\fldinst PAGE}{\\fldrslt 3}}"
        )
        #expect(text.string == "ago\nb3")
        #expect((value(text, .link, 1) as? URL)?.absoluteString == "https://mica.example/x")
        #expect(value(text, .link, 0) == nil && value(text, .link, 3) == nil && value(text, .link, 5) == nil)
        let style = try #require(value(text, .paragraphStyle, 0) as? NSParagraphStyle)
        #expect(style.alignment == .center && style.headIndent == 20 && style.firstLineHeadIndent == 10)
        #expect(style.paragraphSpacing == 6 && value(text, .paragraphStyle, 4) == nil)
    }

    @Test("A written document is read as the same text and looks")
    func both() throws {
        let style = NSMutableParagraphStyle()
        (style.alignment, style.headIndent, style.firstLineHeadIndent, style.tailIndent) = (.right, 20, 5, -10)
        let text = NSMutableAttributedString(string: "")
        let helvetica = try #require(UIFont(name: "Helvetica", size: 13.5))
        let bold = try #require(helvetica.fontDescriptor.withSymbolicTraits([.traitBold, .traitItalic]))
        let parts: [(String, [NSAttributedString.Key: Any])] = [
            ("plain {\\} \u{E9}\u{4F60}\u{1F600}\t", [.font: helvetica]),
            ("bold\u{2028}", [.font: UIFont(descriptor: bold, size: 20), .underlineStyle: 9]),
            ("red\n", [.font: helvetica, .foregroundColor: UIColor.red, .backgroundColor: UIColor.yellow]),
            (
                "link",
                [.font: helvetica, .link: URL(string: "https://mica.example/?a=b&c") as Any, .strikethroughStyle: 1]
            ),
            ("\u{FFFC}right", [.font: helvetica, .paragraphStyle: style, .kern: 1.5, .baselineOffset: -3.0]),
        ]
        for (string, attributes) in parts { text.append(NSAttributedString(string: string, attributes: attributes)) }
        let all = NSRange(location: 0, length: text.length)
        let data = try text.data(from: all, documentAttributes: rtf)
        let bytes = [UInt8](data)
        #expect(bytes.allSatisfy { $0 < 0x80 } && bytes.starts(with: Array("{\\rtf1".utf8)))
        let back = unsafe try NSMutableAttributedString(data: data, documentAttributes: nil)
        #expect(back.string == text.string.replacing("\u{FFFC}", with: ""))
        let place = (text.string as NSString).range(of: "link").location
        #expect(font(back, 0)?.pointSize == 13.5 && font(back, 0)?.familyName == helvetica.familyName)
        let second = (text.string as NSString).range(of: "bold").location
        #expect(font(back, second)?.pointSize == 20 && value(back, .underlineStyle, second) as? Int == 9)
        #expect(font(back, second)?.fontDescriptor.symbolicTraits.isSuperset(of: [.traitBold, .traitItalic]) == true)
        #expect(value(back, .foregroundColor, place - 2) as? UIColor == UIColor.red)
        #expect(value(back, .backgroundColor, place - 2) as? UIColor == UIColor.yellow)
        #expect((value(back, .link, place) as? URL)?.absoluteString == "https://mica.example/?a=b&c")
        #expect(value(back, .strikethroughStyle, place) as? Int == 1)
        let last = back.length - 1
        let paragraph = try #require(value(back, .paragraphStyle, last) as? NSParagraphStyle)
        #expect(paragraph.alignment == .right && paragraph.headIndent == 20 && paragraph.firstLineHeadIndent == 5)
        #expect(paragraph.tailIndent == -10 && value(back, .kern, last) as? Double == 1.5)
        #expect(value(back, .baselineOffset, last) as? Double == -3)
        // Written again, it is the same document.
        let whole = NSRange(location: 0, length: back.length)
        let again = try back.data(from: whole, documentAttributes: rtf)
        let third = unsafe try NSAttributedString(data: again, documentAttributes: nil)
        #expect(try third.data(from: whole, documentAttributes: rtf) == again)
    }

    @Test("Plain documents have an encoding; formats that are not read are errors")
    func others() throws {
        let plain = unsafe try NSAttributedString(data: Data("caf\u{E9}".utf8), documentAttributes: nil)
        #expect(plain.string == "caf\u{E9}")
        let latin = unsafe try NSAttributedString(
            data: Data([0xE9]), options: [.characterEncoding: String.Encoding.isoLatin1.rawValue],
            documentAttributes: nil)
        #expect(latin.string == "\u{E9}")
        func code(_ data: Data, _ type: NSAttributedString.DocumentType) -> CocoaError.Code? {
            do {
                _ = unsafe try NSAttributedString(data: data, options: [.documentType: type], documentAttributes: nil)
                return nil
            } catch { return (error as? CocoaError)?.code }
        }
        #expect(code(Data("x".utf8), .rtf) == .fileReadCorruptFile)
        #expect(code(Data("<p>x</p>".utf8), .html) == .fileReadUnsupportedScheme)
        #expect(code(Data([0xFF]), .plain) == .fileReadInapplicableStringEncoding)
        #expect(throws: CocoaError.self) {
            try plain.data(from: NSRange(location: 0, length: 1), documentAttributes: [:])
        }
    }

    @Test("Hostile documents give a text or an error")
    func hostile() throws {
        func length(_ text: String) -> Int? { try? RTFReader.read(Data(text.utf8)).units.count }
        #expect(length("{\\rtf" + String(repeating: "{", count: 1_000)) == nil)
        #expect(length("{\\rtf" + String(repeating: "{a}", count: 1_000) + "}") == 1_000)
        #expect(length("{\\rtf\\bin2147483647 abc") == 0)
        #expect(length("{\\rtf\\bin-5 abc}") == 3)
        #expect(length("{\\rtf\\u99999999999999999999?x}") == 2)
        #expect(length("{\\rtf\\fs-99999999\\li-99999999\\cf-1\\f-7 x}") == 1)
        #expect(length("{\\rtf\\uc99999999\\u1 x") == 1)
        #expect(length("{\\rtf}}}}}x") == 0)
        #expect(length("{\\rtf\\u-10179?}") == 1)
        #expect(length("{\\rtf{\\fldrslt{\\fldinst x}}") == 0)
        // Many looks do not make many runs.
        let many = try RTFReader.read(Data(("{\\rtf" + String(repeating: "\\b a\\b0 b", count: 150_000) + "}").utf8))
        #expect(many.units.count == 300_000 && many.runs.count == 100_000)
        #expect(many.runs.reduce(0) { $0 + $1.count } == many.units.count)
    }

    @Test("Mutants of a document give a text or an error, and runs that add up to the text")
    func mutants() throws {
        let document = Array(
            """
            {\\rtf1\\ansi\\ansicpg1252\\deff0\\uc1{\\fonttbl{\\f0\\fswiss\\fcharset0 Helvetica;}{\\f1\\fcharset128 Times;}}
            {\\colortbl;\\red255\\green0\\blue0;}{\\*\\generator x}\\pard\\qc\\li400\\fi-200 a{\\b b\\'e9\\u20320?}\\ul c\\ulnone
            {\\field{\\*\\fldinst{HYPERLINK "https://mica.example"}}{\\fldrslt go}}\\f1\\fs28\\'93\\'fa\\cf1\\par\\tab{\\pict\\bin3 abc}\\~}
            """.utf8)
        var random = SeededGenerator(seed: 48)
        for step in 0..<5_000 {
            var bytes = document
            for _ in 0...random.below(4) {
                let place = random.below(bytes.count)
                switch random.below(4) {
                case 0: bytes[place] = UInt8(random.below(256))
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(random.pick(Array("{}\\'0-9u*; ".utf8)), at: place)
                default:
                    let end = min(bytes.count, place + random.below(20))
                    bytes.insert(contentsOf: bytes[place..<end], at: random.below(bytes.count))
                }
            }
            guard let text = try? RTFReader.read(Data(bytes)) else { continue }
            guard text.runs.reduce(0, { $0 + $1.count }) == text.units.count, text.units.count <= bytes.count else {
                Issue.record("step \(step): \(String(decoding: bytes, as: UTF8.self))")
                return
            }
        }
    }

    @Test("A text view copies its looks, and pastes them where attributes may be edited")
    func pasteboard() throws {
        let stage = TextStage()
        let view = UITextView(frame: CGRect(x: 10, y: 80, width: 200, height: 100))
        stage.window.addSubview(view)
        let text = NSMutableAttributedString(string: "one two")
        text.addAttribute(.font, value: UIFont.boldSystemFont(ofSize: 20), range: NSRange(location: 4, length: 3))
        view.attributedText = text
        view.becomeFirstResponder()
        view.selectedRange = NSRange(location: 0, length: 7)
        view.copy(nil)
        #expect(UIPasteboard.general.string == "one two")
        #expect(UIPasteboard.general.contains(pasteboardTypes: ["public.rtf"]))
        #expect(stage.host.clipboardText == "one two")
        view.selectedRange = NSRange(location: 7, length: 0)
        view.paste(nil)
        func size(_ place: Int) -> CGFloat? { font(view.attributedText, place)?.pointSize }
        #expect(view.text == "one twoone two" && size(7) == 20)
        view.allowsEditingTextAttributes = true
        view.paste(nil)
        #expect(view.text == "one twoone twoone two" && size(14) == 12 && size(18) == 20)
        // Another program's copy has no looks.
        stage.host.clipboardText = "other"
        #expect(!UIPasteboard.general.contains(pasteboardTypes: ["public.rtf"]))
        let field = stage.field("x")
        field.becomeFirstResponder()
        field.selectAll(nil)
        field.copy(nil)
        #expect(UIPasteboard.general.types == ["public.utf8-plain-text"])
        UIPasteboard.general.setData(Data("{\\rtf1 a\\par \\b b}".utf8), forPasteboardType: "public.rtf")
        #expect(!field.canPerformAction(EditAction.paste.selector, withSender: nil))
        field.allowsEditingTextAttributes = true
        field.paste(nil)
        #expect(field.text == "a b")
        UIPasteboard.general.items = []
    }
}
