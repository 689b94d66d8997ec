import Foundation
import Mica
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
        let bitmap = LayerRenderer(layer: document.rootLayer, threads: 1).bitmap(at: 0)
        // Each square is a point to the right of its parent's.
        #expect((0..<100).allSatisfy { bitmap[$0, 1] == 0xFFFF_0000 })
    }

    /// Parents that do not move, many as one layer, with one that moves between.
    @Test(arguments: [20, 40, 300]) func long_chain_lies_as_its_parents_do(count: Int) throws {
        func parent(_ index: Int) -> String {
            let above = index == 0 ? "" : "\"parent\":\(index - 1),"
            // The first is in the middle of the picture, and one in the middle of the chain turns.
            let position = index == 0 ? "[50,50]" : "[4,0]"
            let turn =
                index == count / 2
                ? "{\"a\":1,\"k\":[{\"t\":0,\"s\":[0],\"i\":{\"x\":[1],\"y\":[1]},\"o\":{\"x\":[0],\"y\":[0]}},{\"t\":20,\"s\":[180]}]}"
                : "{\"k\":23}"
            return """
                {"ty":3,"ind":\(index),\(above)"ip":0,"op":30,"ks":{"p":{"k":\(position)},"a":{"k":[1,2]},"r":\(turn),"s":{"k":[100,99.9]}}}
                """
        }
        let layers = (0..<count).map { parent($0) } + [layer(count, parent: count - 1)]
        let document = try Document(lottie: self.document(layers), name: "chain.json")
        #expect(document.warnings.isEmpty)
        let renderer = LayerRenderer(layer: document.rootLayer, scale: 4, threads: 1)
        for frame in [0, 10, 15] {
            var point = (x: 1.0, y: 0.0)
            for index in (0..<count).reversed() {
                let degrees = index == count / 2 ? 9 * Double(frame) : 23
                let (x, y) = (point.x - 1, (point.y - 2) * 0.999)
                let (s, c) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
                let position = index == 0 ? (50.0, 50.0) : (4, 0)
                point = (x * c - y * s + position.0, x * s + y * c + position.1)
            }
            let bitmap = renderer.bitmap(at: Double(frame) / 30)
            let (x, y) = (Int(point.x * 4), Int(point.y * 4))
            try #require((20..<380).contains(x) && (20..<380).contains(y))
            #expect(bitmap[x, y] == 0xFFFF_0000, "frame \(frame) at \(point)")
        }
    }

    @Test func chain_of_parents_that_all_move_is_cut_off() throws {
        func parent(_ index: Int) -> String {
            let above = index == 0 ? "" : "\"parent\":\(index - 1),"
            return """
                {"ty":3,"ind":\(index),\(above)"ip":0,"op":30,"ks":{"r":{"a":1,"k":[{"t":0,"s":[0]},{"t":20,"s":[9]}]}}}
                """
        }
        let layers = (0..<200).map { parent($0) } + [layer(200, parent: 199)]
        let document = try Document(lottie: self.document(layers), name: "chain.json")
        #expect(document.warnings.contains { $0.description.contains("more than 128 parents that move") })
        let bitmap = LayerRenderer(layer: document.rootLayer, threads: 1).bitmap(at: 0)
        #expect(bitmap[1, 1] == 0xFFFF_0000)
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
                (0..<count).map {
                    "{\"ty\":4,\"ind\":\($0),\"ip\":0,\"op\":30,\"st\":0,\"ks\":{},\"shapes\":[\(items)]}"
                })
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

    /// A layer that has many parents which move is many layers.
    @Test func layers_of_long_chains_are_counted() throws {
        func turning(_ index: Int) -> String {
            let above = index == 0 ? "" : "\"parent\":\(index - 1),"
            return """
                {"ty":3,"ind":\(index),\(above)"ip":0,"op":30,"ks":{"r":{"a":1,"k":[{"t":0,"s":[0]},{"t":20,"s":[9]}]}}}
                """
        }
        func chains(_ count: Int) -> [UInt8] {
            document((0..<100).map { turning($0) } + (0..<count).map { layer(100 + $0, parent: 99) })
        }
        #expect(throws: DocumentError.self) { try Document(lottie: chains(400), name: "chains.json") }
        #expect(throws: Never.self) { try Document(lottie: chains(100), name: "chains.json") }
    }
}
