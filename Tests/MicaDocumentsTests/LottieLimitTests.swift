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

    /// A thousand bytes that ask for a hundred thousand layers are refused before these are made.
    @Test(arguments: [(1, 1000), (2, 240), (3, 40)]) func copies_are_refused_before_they_are_made(
        depth: Int, copies: Int
    ) throws {
        func repeater(_ copies: Int) -> String {
            """
            {"ty":"rp","c":{"k":\(copies)},"o":{"k":0},"m":1,"tr":{"p":{"k":[1,0]},"s":{"k":[100,100]},"r":{"k":0},"so":{"k":100},
            "eo":{"k":100},"a":{"k":[0,0]}}}
            """
        }
        func drawn(_ copies: Int) -> [UInt8] {
            var items = "{\"ty\":\"rc\",\"s\":{\"k\":[4,4]},\"p\":{\"k\":[0,0]},\"r\":{\"k\":0}},"
            items += "{\"ty\":\"fl\",\"c\":{\"k\":[1,0,0,1]},\"o\":{\"k\":100}}"
            for _ in 0..<depth { items = "{\"ty\":\"gr\",\"it\":[\(items),\(repeater(copies)),{\"ty\":\"tr\"}]}" }
            // As many layers of it as one alone may be.
            let count = depth == 1 ? 60 : 1
            return document(
                (0..<count).map { "{\"ty\":4,\"ind\":\($0),\"ip\":0,\"op\":30,\"st\":0,\"ks\":{},\"shapes\":[\(items)]}" })
        }
        let error = #expect(throws: DocumentError.self) { try Document(lottie: drawn(copies), name: "copies.json") }
        #expect(error?.reason.contains("more than 50000 copies of layers") == true)
        #expect(throws: Never.self) { try Document(lottie: drawn(copies / 10), name: "copies.json") }
    }

    @Test func compositions_that_are_shown_again_are_copies() throws {
        let levels = 12
        let assets = (0..<levels).map { level in
            let inner = (0..<3).map { index in
                level == 0
                    ? layer(index, parent: nil)
                    : "{\"ty\":0,\"ind\":\(index),\"refId\":\"c\(level - 1)\",\"w\":9,\"h\":9,\"ip\":0,\"op\":30,\"st\":0,\"ks\":{}}"
            }
            return "{\"id\":\"c\(level)\",\"layers\":[\(inner.joined(separator: ","))]}"
        }
        func shows(_ level: Int) -> [UInt8] {
            Array(
                """
                {"v":"5.5.0","fr":30,"ip":0,"op":30,"w":100,"h":100,"assets":[\(assets.joined(separator: ","))],"layers":[
                {"ty":0,"ind":0,"refId":"c\(level)","w":9,"h":9,"ip":0,"op":30,"st":0,"ks":{}}]}
                """.utf8)
        }
        let error = #expect(throws: DocumentError.self) { try Document(lottie: shows(11), name: "again.json") }
        #expect(error?.reason.contains("more than 50000 copies of layers") == true)
        #expect(throws: Never.self) { try Document(lottie: shows(6), name: "again.json") }
    }
}
