import Foundation
import Mica
import QuartzCore
import Testing

@testable import MicaDocuments

/// Documents that ask for more work than a picture is worth: refused before anything of it is made.
@Suite struct LottieWorkTests {
    private func document(_ layers: [String]) -> [UInt8] {
        Array(
            "{\"v\":\"5.5.0\",\"fr\":30,\"ip\":0,\"op\":60,\"w\":100,\"h\":100,\"layers\":[\(layers.joined(separator: ","))]}"
                .utf8)
    }

    private func text(_ keys: [String], animators: String = "[]") -> String {
        let documents = keys.enumerated().map {
            "{\"t\":\($0.offset),\"s\":{\"s\":10,\"f\":\"F\",\"t\":\"\($0.element)\",\"j\":0,\"fc\":[0,0,0]}}"
        }
        return """
            {"ty":5,"ip":0,"op":60,"st":0,"ks":{},"t":{"d":{"k":[\(documents.joined(separator: ","))]},"a":\(animators)}}
            """
    }

    private func animators(_ count: Int) -> String {
        let one = """
            {"s":{"t":0,"a":{"a":0,"k":100},"b":1,"sh":3,"s":{"a":1,"k":[{"t":0,"s":[0]},{"t":50,"s":[100]}]},
            "e":{"a":0,"k":100},"o":{"a":0,"k":0}},"a":{"o":{"a":0,"k":0},"p":{"a":0,"k":[0,30]}}}
            """
        return "[\(Array(repeating: one, count: count).joined(separator: ","))]"
    }

    private func refusal(_ layers: [String]) -> String? {
        do throws(DocumentError) {
            _ = try Document(lottie: document(layers), name: "w.json")
            return nil
        } catch {
            return error.kind == .refused ? error.reason : "another error: \(error)"
        }
    }

    @Test func letters_of_all_texts_share_a_budget() {
        let page = String(repeating: "letters ", count: 500)
        #expect(refusal([text([page])]) == nil)
        #expect(refusal([text(Array(repeating: page, count: 40))])?.contains("30000 letters") == true)
        #expect(refusal(Array(repeating: text([page]), count: 12))?.contains("30000 letters") == true)
    }

    @Test func animations_of_letters_share_a_budget() {
        let line = String(repeating: "letters ", count: 100)
        #expect(refusal([text([line], animators: animators(1))]) == nil)
        // Two values of 800 letters in each of 100 samples.
        #expect(refusal(Array(repeating: text([line], animators: animators(1)), count: 8))?.contains("values") == true)
        // Five texts have room for their values, but not for the shares of 16 animators in each; no more are read.
        #expect(refusal(Array(repeating: text([line], animators: animators(1)), count: 5)) == nil)
        #expect(refusal(Array(repeating: text([line], animators: animators(16)), count: 5))?.contains("values") == true)
    }

    @Test func the_work_is_taken_before_letters_are_made() throws {
        var work = LottieTextWork(layers: 200)
        let composition = LottieComposition()
        var document = LottieTextDocument()
        (document.text, document.size) = (String(repeating: "x", count: 31), 10)
        let layout = LottieTextLayout(document, in: composition, limit: 100)
        #expect(work.take(layout, LottieText(documents: LottieTrack(LottieStep(value: document)))) != nil)
        #expect(work.letters == 30)
    }

    @Test func masks_of_a_layer_are_limited_and_said() throws {
        let mask = """
            {"mode":"s","pt":{"a":0,"k":{"i":[[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0]],"v":[[0,0],[9,0],[0,9]],"c":true}},
            "o":{"a":0,"k":100},"x":{"a":0,"k":0}}
            """
        let layer = """
            {"ty":1,"ip":0,"op":60,"st":0,"ks":{},"sw":100,"sh":100,"sc":"#ff0000","hasMask":true,
            "masksProperties":[\(Array(repeating: mask, count: 300).joined(separator: ","))]}
            """
        let document = try Document(lottie: document([layer]), name: "w.json")
        #expect(document.warnings.contains { "\($0)".contains("300 masks") })
        let renderer = LayerRenderer(layer: document.rootLayer, threads: 1)
        #expect(renderer.bitmap(at: 0)[50, 50] == 0xFFFF_0000)
        #expect(renderer.bitmap(at: 0).pixels.contains(0))
    }

    @Test func texts_count_in_pixels() throws {
        func document(_ scales: [String]) throws -> Document {
            let texts = scales.map {
                "<CATextLayer bounds=\"0 0 100 100\" contentsScale=\"\($0)\" fontSize=\"12\" string=\"abc\"/>"
            }
            let markup = """
                <caml xmlns="http://www.apple.com/CoreAnimation/1.0"><CALayer bounds="0 0 100 100"><sublayers>
                \(texts.joined())</sublayers></CALayer></caml>
                """
            return try Document(readCAML(Array(markup.utf8), file: "f"), name: "f")
        }
        func strings(_ document: Document) -> [String?] {
            let texts = document.rootLayer.sublayers?.first?.sublayers?.first?.sublayers ?? []
            return texts.map { ($0 as? CATextLayer)?.string as? String }
        }
        let large = try document(["1e4"])
        #expect(strings(large) == [nil] && large.warnings.contains { "\($0)".contains("48 million pixels") })
        // 40 million pixels, then 10 million that there is no room for, and 10,000.
        #expect(strings(try document(["63", "32", "1"])) == ["abc", nil, "abc"])
    }
}
