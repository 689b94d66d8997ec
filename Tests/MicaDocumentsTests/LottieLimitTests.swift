import MicaDocuments
import QuartzCore
import Testing

/// Documents that are large, and such that only look so.
@Suite struct LottieLimitTests {
    private func document(_ layers: [String]) -> [UInt8] {
        Array(
            "{\"v\":\"5.5.0\",\"fr\":30,\"ip\":0,\"op\":30,\"w\":100,\"h\":100,\"layers\":[\(layers.joined(separator: ","))]}"
                .utf8)
    }

    private func layer(_ index: Int, parent: Int?) -> String {
        """
        {"ty":4,"nm":"L\(index)","ind":\(index),\(parent.map { "\"parent\":\($0)," } ?? "")"ip":0,"op":30,"st":0,
        "ks":{"p":{"a":0,"k":[1,0]}},"shapes":[{"ty":"gr","it":[{"ty":"rc","s":{"k":[4,4]},"p":{"k":[0,0]},"r":{"k":0}},
        {"ty":"fl","c":{"k":[1,0,0,1]},"o":{"k":100}},{"ty":"tr"}]}]}
        """
    }

    private func null(_ index: Int) -> String {
        let parent = index == 0 ? "" : "\"parent\":\(index - 1),"
        return "{\"ty\":3,\"ind\":\(index),\(parent)\"ip\":0,\"op\":30,\"ks\":{}}"
    }

    @Test func chain_of_four_hundred_parents_is_drawn() throws {
        let layers = (0..<400).map { layer($0, parent: $0 == 0 ? nil : $0 - 1) }
        let document = try Document(lottie: document(layers), name: "chain.json")
        #expect(document.warnings.isEmpty)
        let renderer = LayerRenderer(layer: document.rootLayer, threads: 1)
        #expect(renderer.image(at: 0).width == 100)
    }

    @Test func longer_chain_is_not_called_its_own_parent() throws {
        let layers = (0..<599).map { null($0) } + [layer(599, parent: 598)]
        let document = try Document(lottie: self.document(layers), name: "chain.json")
        let texts = document.warnings.map(\.description)
        #expect(texts.contains { $0.contains("has more than 512 parents") })
        #expect(!texts.contains { $0.contains("its own parent") })
        let loop = try Document(
            lottie: self.document([layer(0, parent: 1), layer(1, parent: 0)]), name: "loop.json")
        #expect(loop.warnings.contains { $0.description.contains("is its own parent") })
    }

    @Test func letter_of_fifty_thousand_marks_is_cut_off() throws {
        let text = "a" + String(repeating: "\\u0301", count: 50_000)
        let layer = """
            {"ty":5,"ind":1,"ip":0,"op":30,"st":0,"ks":{},"t":{"d":{"k":[{"t":0,"s":{"t":"\(text)","f":"F","s":20,"fc":[0,0,0],
            "j":0,"lh":20,"tr":0}}]},"p":{},"m":{},"a":[]}}
            """
        let document = try Document(lottie: self.document([layer]), name: "marks.json")
        #expect(document.warnings.contains { $0.description.contains("more than 20000 letters and marks is cut off") })
    }

    @Test func fifty_thousand_layers_load() throws {
        let document = try Document(lottie: document((0..<50_000).map { layer($0, parent: nil) }), name: "many.json")
        #expect(document.movie?.layerCount == 50_000)
    }
}
