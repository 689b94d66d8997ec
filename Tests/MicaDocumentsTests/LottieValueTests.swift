import CoreGraphics
import Foundation
import Mica
import MicaBase
import QuartzCore
import Testing

@testable import MicaDocuments

/// Values, texts and pictures of Lottie documents that a program replaces by name.
@Suite struct LottieValueTests {
    private let titled = lottie(
        """
        {"ty":5,"nm":"Title","ip":0,"op":10,"ks":{"p":{"k":[10,60]}},
        "t":{"d":{"k":[{"t":0,"s":{"t":"old","f":"Helvetica","s":24,"fc":[1,0,0],"j":0}}]},"a":[],"m":{},"p":{}}}
        """,
        extra: "\"fonts\":{\"list\":[{\"fName\":\"Helvetica\",\"fFamily\":\"Helvetica\",\"fStyle\":\"Regular\"}]},")
    private let pictured = lottie(
        "{\"ty\":2,\"nm\":\"Portrait\",\"refId\":\"p\",\"ip\":0,\"op\":10,\"ks\":{}}",
        extra: "\"assets\":[{\"id\":\"p\",\"w\":100,\"h\":100,\"u\":\"\",\"p\":\"face.png\"}],")

    private func picture(_ document: Document) -> Bitmap {
        LayerRenderer(layer: document.rootLayer, threads: 1).bitmap(at: 0)
    }

    @Test func text_is_replaced_by_its_layers_name() throws {
        let new = try Document.load(data: Data(titled), texts: ["Title.Text": "new"])
        let same = try Document.load(data: Data(titled), texts: ["**.Text": "old"])
        let own = try Document.load(data: Data(titled))
        #expect(picture(new).pixels != picture(own).pixels)
        #expect(picture(same).pixels == picture(own).pixels)
    }

    @Test func picture_is_replaced_in_the_size_of_its_own() throws {
        let red = Bitmap(width: 2, height: 2, pixels: [UInt32](repeating: 0xffff_0000, count: 4))
        let document = try Document.load(data: Data(pictured), images: ["Portrait.Image": CGImage(bitmap: red)])
        #expect(document.problems == [])
        #expect(picture(document).pixels.allSatisfy { $0 == 0xffff_0000 })
    }

    @Test func values_are_listed_with_what_they_are() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString + ".json")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(titled).write(to: file)
        let values = try Document.values(of: file.path)
        #expect(values.contains(ReplaceableValue(keyPath: "Title.Text", value: "old")))
        #expect(values.contains(ReplaceableValue(keyPath: "Title.Color", value: "#ff0000")))
        #expect(values.contains(ReplaceableValue(keyPath: "Title.Transform.Position", value: "10,60")))
        try Data(pictured).write(to: file)
        #expect(
            try Document.values(of: file.path).contains(ReplaceableValue(keyPath: "Portrait.Image", value: "face.png")))
    }

    @Test func names_of_nothing_are_refused_with_the_nearest() {
        func reason(values: [String: [Double]] = [:], texts: [String: String] = [:]) -> String? {
            do {
                _ = try Document.load(data: Data(titled), values: values, texts: texts)
                return nil
            } catch { return (error as? DocumentError)?.reason }
        }
        #expect(reason(texts: ["Titel.Text": "a"])?.hasSuffix("'Titel.Text'; did you mean 'Title.Text'?") == true)
        #expect(reason(values: ["**.Colr": [1, 0, 0]])?.hasSuffix("did you mean '**.Color'?") == true)
        // A number is no text.
        #expect(reason(values: ["Title.Text": [1]])?.contains("'Title.Text'") == true)
        // A part may have no name, as "Box..Color"; a property has one.
        #expect(reason(values: ["a..b": [1]])?.contains("no value of the document is called 'a..b'") == true)
        #expect(reason(values: ["a.": [1]])?.contains("'a.' is not a key path") == true)
    }

    @Test func unknown_attributes_of_markup_suggest_the_known() throws {
        let text = "<caml><CALayer bounds='0 0 2 2' backgroundColr='red'/></caml>"
        let document = try Document.load(data: Data(text.utf8))
        #expect(document.problems.contains { $0.hasSuffix("did you mean 'backgroundColor'?") })
    }
}
