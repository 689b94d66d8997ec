import CoreGraphics
import Foundation
import Mica
import MicaBase
import MicaImageFiles
import QuartzCore
import Testing

@testable import MicaDocuments

/// Core Animation documents as templates.
@Suite struct BundleTemplateTests {
    private let scratch: Scratch

    private static let card = """
        <caml xmlns="http://www.apple.com/CoreAnimation/1.0">
        <CALayer name="card" bounds="0 0 80 40" geometryFlipped="1" backgroundColor="1 0 0"><sublayers>
        <CALayer name="Face" bounds="0 0 20 20" position="70 10"><contents type="CGImage" src="face.png"/></CALayer>
        <CALayer bounds="0 0 60 40" position="30 20"><sublayers>
        <CATextLayer name="Title" bounds="0 0 60 20" position="30 10" fontSize="16" foregroundColor="0 0 0"
        font="Liberation Sans"><string type="string" value="old"/></CATextLayer>
        <CAShapeLayer name="Line" bounds="0 0 10 10" position="5 35" lineWidth="2"/>
        <CALayer name="Row" bounds="0 0 10 10" position="25 35"><sublayers>
        <CALayer name="Dot" bounds="0 0 10 10" position="5 5" backgroundColor="0 0 1"/></sublayers></CALayer>
        <CALayer name="Row" bounds="0 0 10 10" position="45 35"><sublayers>
        <CALayer name="Dot" bounds="0 0 10 10" position="5 5" backgroundColor="0 0 1"/></sublayers></CALayer>
        </sublayers></CALayer></sublayers></CALayer></caml>
        """

    init() throws {
        scratch = try Scratch()
        try scratch.write("card.caml", Self.card)
        try picture("face.png", 0xFF00_FF00)
    }

    private func path(_ name: String) -> String { scratch.url.appendingPathComponent(name).path }

    private func picture(_ name: String, _ color: UInt32) throws {
        let bytes = try PNGEncoder.encode(Bitmap(width: 4, height: 4, filledWith: color))
        try Data(bytes).write(to: scratch.url.appending(path: name))
    }

    private func template() throws -> DocumentTemplate { try DocumentTemplate(path("card.caml")) }

    private func rows(_ text: String) throws -> [TemplateRow] {
        try scratch.write("rows.jsonl", text)
        return Array(try TemplateRows(path("rows.jsonl")))
    }

    private func draw(_ document: Document) -> Bitmap {
        LayerRenderer(layer: document.rootLayer, threads: 1).bitmap(at: 0)
    }

    private func reason(_ body: () throws -> Void) -> String {
        do {
            try body()
            return ""
        } catch { return "\(error)" }
    }

    @Test func named_layers_have_fields_by_class() throws {
        let template = try template()
        func field(_ name: String) throws -> TemplateField { try #require(template.fields(named: name).first) }
        #expect(template.size == CGSize(width: 80, height: 40) && template.duration == 0)
        #expect(try field("Title.string").kind == .text && field("Title.string").defaultValue == "old")
        #expect(try field("Title.string").size == CGSize(width: 60, height: 20))
        #expect(try field("Title.string").font == "Liberation Sans" && field("Title.string").fontSize == 16)
        #expect(try field("Title.foregroundColor").defaultValue == "#000000")
        let ground = try field("card.backgroundColor")
        #expect(ground.kind == .color && ground.defaultValue == "#ff0000")
        #expect(try field("Face.contents").kind == .picture && field("Face.contents").size?.width == 20)
        #expect(try field("Line.lineWidth").kind == .number && field("Line.lineWidth").defaultValue == "2")
        #expect(try field("Row.Dot.opacity").range == 0...1)
        #expect(template.fields(named: "**.Dot.backgroundColor").count == 1, "layers of one name are one field")
        #expect(template.fields(named: "Line.contents").isEmpty)
        let schema = try #require(try JSONSerialization.jsonObject(with: Data(template.schema.utf8)) as? [String: Any])
        let properties = try #require(schema["properties"] as? [String: [String: Any]])
        #expect(properties["Row.Dot.opacity"]?["maximum"] as? Double == 1 && properties["duration"]?["default"] == nil)
    }

    @Test func rows_replace_texts_colours_numbers_and_pictures() throws {
        try picture("blue.png", 0xFF00_00FF)
        let row = try #require(
            try rows(
                """
                {"Title.string":"","card.backgroundColor":"lime","Row.Dot.backgroundColor":"#ff00ff",\
                "Row.Dot.opacity":1,"Face.contents":{"file":"blue.png","fit":"cover"},"Line.position":[5,5]}
                """
            ).first)
        let template = try template(), mapping = TemplateMapping(folder: scratch.url.path)
        let bitmap = draw(try template.document(for: row, mapping: mapping))
        #expect(bitmap[2, 2] == 0xFF00_FF00 && bitmap[25, 35] == 0xFFFF_00FF && bitmap[45, 35] == 0xFFFF_00FF)
        #expect(bitmap[70, 10] == 0xFF00_00FF)
        // The next one has nothing of it, and is the document as it is loaded.
        #expect(try draw(template.document()).pixels == draw(Document.load(path("card.caml"))).pixels)
    }

    @Test func texts_are_shrunk_wrapped_or_refused() throws {
        let template = try template()
        func size(_ text: String, _ fit: TextFit) throws -> (size: CGFloat, wraps: Bool) {
            let document = try template.document(values: ["Title.string": .text(text, fit: fit)])
            var found: CATextLayer?
            document.rootLayer.forEachInTree { if let layer = $0 as? CATextLayer { found = layer } }
            let layer = try #require(found)
            let used = layer.preferredFrameSize()
            #expect(used.width <= 60.01 && used.height <= 20.01)
            return (layer.fontSize, layer.isWrapped)
        }
        #expect(try size("Ada", TextFit(.shrink)).size == 16)
        let shrunk = try size("Katherine J", TextFit(.shrink)).size
        #expect(shrunk < 16 && shrunk >= 8)
        #expect(try size("a", TextFit(.wrap)).wraps)
        let long = reason { _ = try size("Katherine Johnson and others", TextFit(.shrink)) }
        #expect(long.contains("with its smallest letters"), "\(long)")
        let refused = reason { _ = try size("Katherine J", TextFit(.refuse)) }
        #expect(refused.contains("Title.string: error: the text does not fit"), "\(refused)")
    }

    @Test func a_picture_that_is_missing_is_an_error_of_rows_that_do_not_replace_it() throws {
        try FileManager.default.removeItem(at: scratch.url.appending(path: "face.png"))
        try picture("blue.png", 0xFF00_00FF)
        let template = try template(), mapping = TemplateMapping(folder: scratch.url.path)
        let rows = try rows("{\"id\":\"a\",\"Face.contents\":\"blue.png\"}\n{\"id\":\"b\"}\n")
        #expect(draw(try template.document(for: rows[0], mapping: mapping))[70, 10] == 0xFF00_00FF)
        let missing = reason { _ = try template.document(for: rows[1], mapping: mapping) }
        #expect(missing.contains("row 'b'") && missing.contains("face.png"), "\(missing)")
    }

    @Test func values_of_other_names_and_limits_are_refused() throws {
        let template = try template()
        func refusal(_ values: [String: TemplateValue]) -> String {
            reason { _ = try template.document(values: values) }
        }
        #expect(refusal(["Titel.string": .text("a")]).contains("did you mean 'Title.string'?"))
        #expect(refusal(["Face.opacity": .numbers([2])]).contains("2 is not within 0 to 1"))
        #expect(refusal(["Face.contents": .text("a")]).contains("the value is a picture"))
        #expect(reason { _ = try DocumentTemplate(path("face.png")) }.contains("a template is a Lottie document"))
    }
}
