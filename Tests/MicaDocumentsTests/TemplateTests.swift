import CoreGraphics
import Foundation
import Mica
import MicaBase
import MicaImageFiles
import QuartzCore
import Testing

@testable import MicaDocuments

/// Templates: documents that are drawn for rows of data.
@Suite struct TemplateTests {
    private let folder: URL
    private let path: String

    /// A red card with a text in a box, a text without one, and a picture.
    private static let card = lottie(
        """
        {"ty":5,"nm":"Title","ip":0,"op":10,"ks":{"p":{"k":[0,0]}},
        "t":{"d":{"k":[{"t":0,"s":{"t":"old","f":"LiberationSans","s":20,"fc":[0,0,1],"j":0,
        "sz":[100,50],"ps":[0,0]}}]},"a":[],"m":{},"p":{}}},
        {"ty":5,"nm":"Line","ip":0,"op":10,"ks":{"p":{"k":[0,90]}},
        "t":{"d":{"k":[{"t":0,"s":{"t":"line","f":"LiberationSans","s":10,"fc":[0,0,1],"j":0}}]},"a":[],"m":{},"p":{}}},
        {"ty":2,"nm":"Face","refId":"p","ip":0,"op":10,"ks":{}},
        {"ty":1,"nm":"Paper","ip":0,"op":10,"sw":100,"sh":100,"sc":"#ff0000","ks":{"o":{"k":100}}}
        """,
        extra: """
            "assets":[{"id":"p","w":40,"h":20,"u":"","p":"face.png"}],"fonts":{"list":[{"fName":"LiberationSans",
            "fFamily":"Liberation Sans","fStyle":"Regular"}]},
            """)

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "mica-template-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        path = folder.appending(path: "card.json").path
        try Data(Self.card).write(to: URL(fileURLWithPath: path))
        try Self.picture(0xFF00_FF00).write(to: folder.appending(path: "face.png"))
    }

    private static func picture(_ color: UInt32, width: Int = 4, height: Int = 4) throws -> Data {
        Data(
            try PNGEncoder.encode(
                Bitmap(width: width, height: height, pixels: [UInt32](repeating: color, count: width * height))))
    }

    private func write(_ text: String, _ name: String) throws -> String {
        let file = folder.appending(path: name)
        try Data(text.utf8).write(to: file)
        return file.path
    }

    private func rows(_ text: String, _ name: String = "rows.csv") throws -> [TemplateRow] {
        Array(try TemplateRows(write(text, name)))
    }

    private var mapping: TemplateMapping { TemplateMapping(folder: folder.path) }

    private func draw(_ document: Document) -> Bitmap {
        LayerRenderer(layer: document.rootLayer, threads: 1).bitmap(at: 0)
    }

    /// The message of the error that is thrown.
    private func reason(_ body: () throws -> Void) -> String {
        do {
            try body()
            return ""
        } catch { return "\(error)" }
    }

    @Test func fields_have_kinds_defaults_and_limits() throws {
        let template = try DocumentTemplate(path)
        func field(_ name: String) throws -> TemplateField { try #require(template.fields(named: name).first) }
        #expect(try field("Title.Text").kind == .text && field("Title.Text").defaultValue == "old")
        #expect(try field("Title.Text").size == CGSize(width: 100, height: 50) && field("Title.Text").fontSize == 20)
        #expect(try field("Line.Text").size == nil)
        #expect(try field("Paper.Color").kind == .color && field("Paper.Color").defaultValue == "#ff0000")
        #expect(try field("Paper.Transform.Opacity").range == 0...100)
        #expect(try field("Face.Image").size == CGSize(width: 40, height: 20))
        #expect(template.fields(named: "**.Text").count == 2)
        let schema = try #require(
            try JSONSerialization.jsonObject(with: Data(template.schema.utf8)) as? [String: Any])
        let properties = try #require(schema["properties"] as? [String: [String: Any]])
        #expect(properties["Title.Text"]?["kind"] as? String == "text")
        #expect(properties["Paper.Transform.Opacity"]?["maximum"] as? Double == 100)
        #expect(schema["additionalProperties"] as? Bool == false)
        #expect(properties["duration"]?["kind"] as? String == "duration")
    }

    @Test func a_document_of_a_template_has_the_pixels_of_one_that_was_loaded_with_the_values() throws {
        let template = try DocumentTemplate(path)
        let made = try template.document(values: [
            "Title.Text": .text("new"), "Paper.Color": .color(CGColor(srgbRed: 0, green: 1, blue: 1, alpha: 1)),
        ])
        let loaded = try Document.load(path, values: ["Paper.Color": [0, 1, 1]], texts: ["Title.Text": "new"])
        #expect(draw(made).pixels == draw(loaded).pixels)
        // The next one has nothing of it.
        let own = try draw(template.document()).pixels
        #expect(try own == draw(Document.load(path)).pixels && own != draw(made).pixels)
    }

    @Test func values_of_other_names_kinds_and_limits_are_refused() throws {
        let template = try DocumentTemplate(path)
        func refusal(_ values: [String: TemplateValue]) -> String {
            reason { _ = try template.document(values: values) }
        }
        #expect(refusal(["Titel.Text": .text("a")]).contains("'Titel.Text'; did you mean 'Title.Text'?"))
        #expect(refusal(["Paper.Color": .text("a")]).contains("the value is a color"))
        #expect(refusal(["Paper.Transform.Opacity": .numbers([101])]).contains("101 is not within 0 to 100"))
        #expect(refusal(["Paper.Transform.Opacity": .numbers([1, 2])]).contains("2 numbers; the value takes one"))
    }

    @Test func slots_are_values() throws {
        let fill = #"{"ty":"fl","c":{"sid":"ground"},"o":{"k":100}}"#
        let square = #"{"ty":"rc","p":{"k":[50,50]},"s":{"k":[100,100]}},"# + fill
        let text = lottie(shapeLayer(square), extra: #""slots":{"ground":{"p":{"a":0,"k":[1,0,0]}}},"#)
        let template = try DocumentTemplate(write(String(decoding: text, as: UTF8.self), "slots.json"))
        let field = try #require(template.fields(named: "slot.ground").first)
        #expect(field.kind == .color && template.schema.contains("slot.ground"))
        let row = try #require(try rows("id,slot.ground\na,lime\n").first)
        #expect(draw(try template.document(for: row, mapping: mapping)).pixels[5000] == 0xFF00_FF00)
        #expect(draw(try template.document()).pixels[5000] == 0xFFFF_0000)
    }

    @Test func rows_of_csv_and_of_json_give_the_same_pixels() throws {
        try Self.picture(0xFF00_00FF).write(to: folder.appending(path: "blue.png"))
        let csv = try rows("id,Title.Text,Paper.Color,Face.Image\r\nada,\"A, \"\"B\"\"\nC\",#00ffff,blue.png\r\n")
        let json = try rows(
            #"{"id":"ada","Title.Text":"A, \"B\"\nC","Paper.Color":[0,1,1],"Face.Image":"blue.png"}"#, "rows.jsonl")
        let array = try rows(
            #"[{"id":"ada","Title.Text":"A, \"B\"\nC","Paper.Color":"aqua","Face.Image":"blue.png"}]"#, "rows.json")
        let template = try DocumentTemplate(path)
        let pictures = TemplatePictures(budget: 1 << 20)
        let drawn = try [csv, json, array].map { rows in
            #expect(rows.count == 1 && rows.first?.id == "ada")
            return draw(try template.document(for: rows[0], mapping: mapping, pictures: pictures)).pixels
        }
        #expect(drawn[0] == drawn[1] && drawn[1] == drawn[2])
        #expect(drawn[0][19 * 100 + 20] == 0xFF00_00FF)
        #expect(pictures.decodedCount == 1)
    }

    @Test func pictures_are_kept_within_a_budget_and_read_again_when_their_file_changes() throws {
        let template = try DocumentTemplate(path)
        // Places of 40 x 20 points: pictures of 64 x 64 pixels are kept whole, 16 KiB each.
        for name in ["a", "b", "c", "d"] {
            try Self.picture(0xFF00_00FF, width: 64, height: 64).write(to: folder.appending(path: "\(name).png"))
        }
        let pictures = TemplatePictures(budget: 50 << 10)
        func use(_ name: String) throws -> Int {
            let row = try #require(try rows("{\"Face.Image\":\"\(name).png\"}", "rows.jsonl").first)
            _ = try template.document(for: row, mapping: mapping, pictures: pictures)
            return pictures.decodedCount
        }
        #expect(try use("a") == 1 && use("b") == 2 && use("c") == 3 && use("a") == 3)
        #expect(try use("d") == 4 && use("a") == 4, "those that were used longest ago go")
        #expect(try use("b") == 5)
        try Self.picture(0xFFFF_0000, width: 65, height: 64).write(to: folder.appending(path: "b.png"))
        #expect(try use("b") == 6)
    }

    @Test func tables_with_semicolons_a_mark_and_an_empty_cell_are_read() throws {
        let rows = try rows("\u{FEFF}id;Title.Text;Paper.Color\nada;Hello, you;\n\nbob;;lime\n")
        #expect(rows.map(\.id) == ["ada", "bob"] && rows.map(\.line) == [2, 4])
        #expect(rows[0]["Title.Text"] == "Hello, you")
        let template = try DocumentTemplate(path)
        // An empty text is a text; an empty colour is the template's own.
        #expect(draw(try template.document(for: rows[0], mapping: mapping)).pixels[99] == 0xFFFF_0000)
        let bob = draw(try template.document(for: rows[1], mapping: mapping))
        let empty = draw(
            try template.document(values: ["Title.Text": .text(""), "Paper.Color": .numbers([0, 1, 0])]))
        #expect(bob.pixels == empty.pixels)
    }

    @Test func a_row_that_is_wrong_says_its_file_line_and_name() throws {
        let template = try DocumentTemplate(path)
        func check(_ text: String, _ name: String = "rows.csv") throws -> [String] {
            try rows(text, name).map { row in reason { try template.check(row, mapping) } }
        }
        let csv = try check("id,Paper.Color,Face.Image\na,bleu,\nb,blue,none.png\nc,red\n\"d,red,\n")
        #expect(
            csv[0].contains("rows.csv:2:1: error: row 'a': Paper.Color: 'bleu' is not a colour; did you mean 'blue'?"))
        #expect(csv[1].contains("row 'b': Face.Image: \(folder.path)/none.png: there is no such file"))
        #expect(csv[2].contains("rows.csv:4:1: error: the row has 2 values, and there are 3 columns"))
        #expect(csv[3].contains("rows.csv:5:1: error: a quote is left open"))
        let json = try check("{\"Title.Txt\":\"a\"}\n{\"Title.Text\":\n3\n", "rows.jsonl")
        #expect(json[0].contains("row '1': ") && json[0].contains("did you mean 'Title.Text'?"))
        #expect(json[1].contains("rows.jsonl:2:15: error: the text ends in the middle"))
        #expect(json[2].contains("a row is an object"))
        #expect(reason { _ = try TemplateRows(write("a,,b\n", "names.csv")) }.contains("column 2 has no name"))
        #expect(reason { _ = try TemplateRows(write("a,b,a\n", "names.csv")) }.contains("two columns are called 'a'"))
    }

    @Test func missing_fonts_and_pictures_are_errors() throws {
        let other = String(decoding: Self.card, as: UTF8.self).replacing("Liberation Sans", with: "No Such Sans")
        let odd = try write(other.replacing("face.png", with: "none.png"), "odd.json")
        #expect(reason { _ = try DocumentTemplate(odd) }.contains("the font \"LiberationSans\" is not here"))
        let template = try DocumentTemplate(odd, substitutesFonts: true)
        #expect(reason { _ = try template.document() }.contains("its image \"none.png\" cannot be read"))
        // A row that brings its own picture does not need the template's.
        #expect(throws: Never.self) {
            try template.document(values: ["Face.Image": .picture(TemplatePictures.transparent)])
        }
    }

    @Test func pictures_of_other_shapes_fill_their_places_as_they_are_told() throws {
        let wide = CGImage(
            bitmap: Bitmap(width: 2, height: 2, pixels: [0xFF00_00FF, 0xFF00_00FF, 0xFF00_FF00, 0xFF00_FF00]))
        let template = try DocumentTemplate(path)
        func column(_ fit: PictureFit, _ x: Int) throws -> UInt32 {
            draw(try template.document(values: ["Face.Image": .picture(wide, fit: fit)])).pixels[2 * 100 + x]
        }
        // A square in a place of 40 x 20: in the middle as a whole, or over the width.
        #expect(try column(.contain, 2) == 0xFFFF_0000 && column(.contain, 20) == 0xFF00_00FF)
        #expect(try column(.cover, 2) != 0xFFFF_0000)
        let covered = draw(try template.document(values: ["Face.Image": .picture(wide, fit: .cover)]))
        #expect(covered.pixels[25 * 100 + 20] == 0xFFFF_0000, "it is cut off at its place")
    }
}

/// Films of other lengths.
@Suite struct TemplateStretchTests {
    @Test func times_outside_of_the_part_are_as_they_are() throws {
        // Ten seconds; 2 to 4 become eight seconds.
        let stretch = try #require(TemplateStretch(2..<4, of: 10, to: 16))
        for (output, document) in [(0, 0), (2, 2), (6, 3), (10, 4), (11, 5), (16, 10)] as [(Double, Double)] {
            #expect(abs(stretch.documentTime(output) - document) < 1e-9, "\(output)")
            #expect(abs(stretch.outputTime(document) - output) < 1e-9, "\(document)")
        }
        let short = try #require(TemplateStretch(2..<4, of: 10, to: 8.5))
        #expect(abs(short.documentTime(2.25) - 3) < 1e-9 && abs(short.documentTime(8.5) - 10) < 1e-9)
        #expect(TemplateStretch(2..<4, of: 10, to: 8) == nil)
    }
}

/// Texts that do not fit.
@Suite struct TextFitTests {
    private let composition = LottieComposition()

    private func document(_ text: String, box: SIMD3<Double>? = SIMD3(100, 50, 0), side: Int = 0) -> LottieTextDocument
    {
        var document = LottieTextDocument()
        (document.text, document.font, document.size, document.justification) = (text, "LiberationSans", 20, side)
        document.box = box.map { (.zero, $0) }
        return document
    }

    private func fitted(_ document: LottieTextDocument, _ fit: TextFit) throws -> LottieTextDocument {
        var document = document
        try document.fit(fit, name: "Title.Text", in: composition)
        return document
    }

    private func lines(_ document: LottieTextDocument) -> [Double] {
        var layout = LottieTextLayout(document, in: composition, limit: 5000)
        layout.breakLines()
        return layout.lines.map(\.width)
    }

    @Test func a_text_that_fits_is_left_as_it_is() throws {
        for rule in TextFit.Rule.allCases {
            #expect(try fitted(document("short"), TextFit(rule)).size == 20)
        }
    }

    @Test func shrinking_takes_the_largest_letters_that_fit() throws {
        let long = document("several words in three lines or four")
        let small = try fitted(long, TextFit(.shrink))
        #expect(small.size < 20 && small.size >= 10)
        let spacing = small.size * 1.2
        let lines = lines(small)
        #expect(small.size + spacing * Double(lines.count - 1) <= 50.01 && lines.allSatisfy { $0 <= 100.01 })
        // A little larger ones would not.
        var larger = small
        larger.size *= 1.02
        let height = larger.size + larger.size * 1.2 * Double(self.lines(larger).count - 1)
        #expect(height > 50 || self.lines(larger).contains { $0 > 100 })
    }

    @Test func measuring_makes_no_outlines_and_has_the_same_widths() {
        let text = document("several words")
        var drawn = LottieTextLayout(text, in: composition, limit: 5000)
        var measured = LottieTextLayout(text, in: composition, limit: 5000, hasOutlines: false)
        drawn.breakLines()
        measured.breakLines()
        #expect(drawn.letters.contains { !$0.items.isEmpty } && measured.letters.allSatisfy { $0.items.isEmpty })
        #expect(drawn.letters.map(\.advance) == measured.letters.map(\.advance))
        #expect(drawn.lines.map(\.width) == measured.lines.map(\.width))
    }

    @Test func letters_of_a_font_that_spaces_small_ones_more_widely_fit_too() throws {
        var text = document("several words in three lines or four")
        text.font = ".SFUI-Regular"
        let small = try fitted(text, TextFit(.shrink, smallest: 0.2))
        let lines = lines(small)
        #expect(small.size < 20 && lines.allSatisfy { $0 <= 100.01 })
        #expect(small.size + small.size * 1.2 * Double(lines.count - 1) <= 50.01)
    }

    @Test func what_does_not_fit_at_all_is_refused_with_its_size_and_its_room() {
        let long = document(String(repeating: "words ", count: 60))
        func reason(_ fit: TextFit, _ document: LottieTextDocument) -> String {
            do {
                _ = try fitted(document, fit)
                return ""
            } catch { return "\(error)" }
        }
        #expect(reason(TextFit(.refuse), long).contains("the text does not fit: it is"))
        #expect(reason(TextFit(.shrink), long).contains("its smallest letters (10) take"))
        #expect(reason(TextFit(.shrink), document("a", box: nil)).contains("the text has no box"))
    }

    @Test func a_text_without_a_box_is_wrapped_in_a_room() throws {
        for side in 0...2 {
            let text = document("two words", box: nil, side: side)
            let wrapped = try fitted(text, TextFit(.wrap, width: 60))
            #expect(lines(wrapped).count == 2)
            // The room is to the side of the origin to which the text is set.
            #expect(wrapped.box?.origin.x == [0, -60, -30][side])
        }
        let line = document("two words", box: nil)
        let shrunk = try fitted(line, TextFit(.shrink, width: 60, smallest: 0.3))
        #expect(lines(shrunk).count == 1 && lines(shrunk)[0] <= 60.01 && lines(shrunk)[0] > 57)
    }
}

/// Rows that are drawn in tasks.
@Suite struct TemplateTaskTests {
    @Test func every_row_is_drawn_once_and_a_failure_is_its_own() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "mica-rows-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let card = folder.appending(path: "card.json"), data = folder.appending(path: "rows.jsonl")
        try Data(
            lottie("{\"ty\":1,\"nm\":\"Paper\",\"ip\":0,\"op\":10,\"sw\":100,\"sh\":100,\"sc\":\"#ff0000\",\"ks\":{}}")
        )
        .write(to: card)
        let lines = (0..<40).map {
            $0 == 7 ? "{\"Paper.Color\":\"bleu\"}" : "{\"Paper.Color\":[0,0,\(Double($0) / 40)]}"
        }
        try Data(lines.joined(separator: "\n").utf8).write(to: data)
        let template = try DocumentTemplate(card.path)
        var (colors, failed): ([String: UInt32], [String]) = ([:], [])
        try await template.draw(try TemplateRows(data.path), jobs: 3) { row, document in
            LayerRenderer(layer: document.rootLayer, threads: 1).bitmap(at: 0).pixels[0]
        } each: { outcome in
            switch outcome.result {
            case .success(let color): #expect(colors.updateValue(color, forKey: outcome.row.id) == nil)
            case .failure: failed.append(outcome.row.id)
            }
        }
        #expect(failed == ["8"] && colors.count == 39)
        for row in 0..<40 where row != 7 {
            #expect(colors[String(row + 1)] == 0xFF00_0000 + UInt32((Double(row) / 40 * 255).rounded()))
        }
    }
}
