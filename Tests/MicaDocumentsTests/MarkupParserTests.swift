import Testing

@testable import MicaDocuments

/// The parser's own rules: valid texts, and the place of faults.
@Suite struct MarkupParserTests {
    private func parse(_ text: String, limits: MarkupLimits = .standard) throws(DocumentError) -> MarkupElement {
        try MarkupParser.parse(Array(text.utf8), file: "test.caml", limits: limits)
    }

    private func fault(_ text: String) -> DocumentError? {
        do {
            _ = try parse(text)
            return nil
        } catch {
            return error
        }
    }

    @Test func elements_attributes_and_text_are_read_with_their_places() throws {
        let root = try parse(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- note -->\n<a b=\"1\"\n   c='two'>x<d/>y<![CDATA[<z>]]></a>\n"
        )
        #expect(root.name == "a")
        #expect(root.attributes.map(\.name) == ["b", "c"])
        #expect(root.attribute("c") == "two")
        #expect(root.text == "xy<z>")
        #expect(root.location == DocumentLocation(file: "test.caml", line: 3, column: 1))
        #expect(root.attributes.last?.location == DocumentLocation(file: "test.caml", line: 4, column: 4))
        #expect(root.children.first?.location == DocumentLocation(file: "test.caml", line: 4, column: 13))
    }

    @Test func references_are_replaced() throws {
        #expect(try parse("<a b=\"&lt;&#65;&#x1F600;&quot;\">&amp;&gt;&apos;</a>").attribute("b") == "<A😀\"")
        #expect(try parse("<a>&amp;&gt;&apos;</a>").text == "&>'")
    }

    @Test func line_ends_are_normalised_and_counted() throws {
        let root = try parse("<a\r\n b='1\r\n2'>\r\n<c/>\r<d/>\n<e/></a>")
        #expect(root.attribute("b") == "1 2")
        #expect(root.children.map(\.location.line) == [4, 5, 6])
        #expect(root.text == "\n\n\n")
    }

    @Test func columns_count_characters_not_bytes() {
        #expect(fault("<a b='äöü' c></a>")?.location?.column == 13)
    }

    @Test(arguments: [
        ("<a><b></a>", 1, 7, "</a> does not close <b>, opened at 1:4"),
        ("<a>\n  <b x=1/></a>", 2, 8, "the value of \"x\" is not in quotes"),
        ("<a x='1' x='2'/>", 1, 10, "<a> has the attribute \"x\" twice"),
        ("<a x='1'y='2'/>", 1, 9, "a space is missing before an attribute of <a>"),
        ("<a>&nbsp;</a>", 1, 4, "the entity \"&nbsp;\" is not one of XML's five"),
        ("<a>a & b</a>", 1, 6, "\"&\" does not begin a reference; a plain one is written \"&amp;\""),
        ("<a>&#0;</a>", 1, 4, "\"&#0;\" is not a character that XML allows"),
        ("<a x='<'/>", 1, 7, "the value of \"x\" holds \"<\"; its closing quote may be missing"),
        ("<a>", 1, 4, "the file ends inside <a>, opened at 1:1"),
        ("<a", 1, 3, "the file ends inside the tag <a>"),
        ("", 1, 1, "the file ends before its first element"),
        ("  \n", 2, 1, "the file ends before its first element"),
        ("text", 1, 1, "text stands before the first element"),
        ("</a>", 1, 1, "the file does not begin with an element"),
        ("<![CDATA[a]]>", 1, 1, "the file does not begin with an element"),
        ("<a/><b/>", 1, 5, "something follows the end of the root element"),
        ("<a><!-- -- --></a>", 1, 9, "a comment holds \"--\""),
        ("<a>\u{1}</a>", 1, 4, "a control character (1) stands in text"),
        ("<a>]]></a>", 1, 4, "\"]]>\" stands in text"),
        ("<1/>", 1, 2, "an element's name is missing or begins with a wrong character"),
        (
            "<?xml version='1.0' encoding='ISO-8859-1'?><a/>", 1, 1,
            "the declared encoding is ISO-8859-1; UTF-8, UTF-16 and UTF-32 are read"
        ),
        ("<!DOCTYPE a", 1, 1, "the DOCTYPE does not end"),
    ])
    func faults_tell_their_place(text: String, line: Int, column: Int, reason: String) {
        let fault = fault(text)
        #expect(fault?.kind == .malformed)
        #expect(fault?.location == DocumentLocation(file: "test.caml", line: line, column: column))
        #expect(fault?.reason == reason)
    }

    @Test func bytes_that_are_not_utf8_are_malformed() {
        #expect(
            throws: DocumentError(
                .malformed, at: DocumentLocation(file: "f", line: 2, column: 2), reason: "the bytes here are not UTF-8")
        ) {
            try MarkupParser.parse(Array("<a>\nx".utf8) + [0xC3, 0x28], file: "f")
        }
        #expect(throws: DocumentError.self) { try MarkupParser.parse([0xFF, 0xFE, 0x3C, 0], file: "f") }
    }

    @Test func byte_order_mark_and_doctype_are_skipped() throws {
        #expect(try parse("\u{FEFF}<?xml version=\"1.0\"?><!DOCTYPE plist PUBLIC \"-//A>\" 'x'><a/>").name == "a")
    }

    @Test func entity_declarations_are_refused() {
        let bomb = "<!DOCTYPE a [<!ENTITY x \"xxxxxxxx\"><!ENTITY y \"&x;&x;\">]><a>&y;</a>"
        #expect(fault(bomb)?.kind == .refused)
    }

    @Test func limits_refuse_what_is_too_deep_too_many_or_too_long() {
        var limits = MarkupLimits()
        limits.depth = 3
        limits.elements = 5
        limits.attributes = 2
        limits.bytes = 100
        for text in [
            "<a><b><c><d/></c></b></a>", "<a><b/><b/><b/><b/><b/></a>", "<a a='' b='' c=''/>",
            "<a>" + String(repeating: " ", count: 100) + "</a>",
        ] {
            do {
                _ = try parse(text, limits: limits)
                Issue.record("\(text) was read")
            } catch {
                #expect(error.kind == .refused)
            }
        }
    }

    @Test func nesting_without_end_is_refused_without_recursion() {
        #expect(fault(String(repeating: "<a>", count: 300_000))?.kind == .refused)
    }

    @Test func every_cut_of_a_file_is_an_error_and_never_a_trap() throws {
        let text = Array(
            "<?xml version=\"1.0\"?><!DOCTYPE x><a b=\"&#65;ä\"><!-- c --><![CDATA[d]]><?p i?><e f='g'/>h</a>".utf8)
        _ = try MarkupParser.parse(text, file: "f")
        for length in 0..<text.count {
            #expect(throws: DocumentError.self) { try MarkupParser.parse(Array(text[..<length]), file: "f") }
        }
    }
}
