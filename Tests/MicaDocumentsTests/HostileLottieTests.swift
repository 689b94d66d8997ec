import Foundation
import MicaFuzz
import MicaFuzzImages
import QuartzCore
import Testing

@testable import MicaDocuments

/// JSON, and Lottie documents that no program writes.
@Suite struct HostileLottieTests {
    private func failure(_ text: String, limits: JSONLimits = .standard) -> DocumentError? {
        do throws(DocumentError) {
            _ = try JSONParser.parse(Array(text.utf8), file: "f", limits: limits)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        ("", 1), ("{", 2), ("[1,]", 4), ("{\"a\":1,}", 8), ("[1 2]", 4), ("01x", 3), ("-", 2), ("1.", 3), ("1e", 3),
        ("\"a", 3), ("\"\\x\"", 3), ("\"\\u12g4\"", 4), ("tru", 1), ("nul", 1), ("{1:2}", 2), ("{\"a\" 1}", 6),
        ("[}", 2),
        ("1 2", 3), ("\"\u{1}\"", 2), ("NaN", 1), ("+1", 1), ("'a'", 1),
    ])
    func wrong_json_is_told_with_its_place(text: String, column: Int) throws {
        let error = try #require(failure(text))
        #expect(error.kind == .malformed && error.location?.column == column && error.location?.line == 1, "\(error)")
    }

    @Test func json_has_all_that_the_standard_has() throws {
        let text =
            "\u{FEFF} {\"a\\n\\u00e9\\ud83d\\ude00\\/\": [ -1.5e2 , 0, 1e-3, true, false, null, \"x\", [] , {} ]\r\n}\t"
        let object = try #require(try JSONParser.parse(Array(text.utf8), file: "f").object)
        let list = try #require(object["a\né😀/"]?.elements)
        #expect(list.count == 9 && list[0].number == -150 && list[1].number == 0 && list[2].number == 0.001)
        #expect(
            list[3].isTrue && !list[4].isTrue && list[6].string == "x" && list[7].numbers == [] && list[8].object != nil
        )
        #expect(
            try JSONParser.parse(Array("123456789012345678901234567890.5".utf8), file: "f").number
                == 1.2345678901234568e29)
        #expect(try JSONParser.parse(Array("\"\\ud800x\"".utf8), file: "f").string == "\u{FFFD}x")
        #expect(try JSONParser.parse(Array("{\"a\":1,\"a\":2}".utf8), file: "f").object?["a"]?.number == 2)
        #expect(try JSONParser.parse([0x22, 0xFF, 0x22], file: "f").string == "\u{FFFD}")
    }

    @Test func json_past_the_limits_is_refused() {
        let deep = String(repeating: "[", count: 300) + String(repeating: "]", count: 300)
        #expect(failure(deep)?.kind == .refused)
        #expect(failure(String(repeating: "[", count: 256) + String(repeating: "]", count: 256)) == nil)
        #expect(failure("[1,2,3]", limits: JSONLimits(bytes: 6))?.kind == .refused)
        #expect(failure("[1,2,3]", limits: JSONLimits(values: 3))?.kind == .refused)
        #expect(failure("1e999")?.kind == .refused)
    }

    private func read(_ bytes: [UInt8]) throws(DocumentError) -> Document {
        try Document(lottie: bytes, name: "t.json")
    }

    @Test(arguments: [
        "[]", "{}", "{\"layers\":[]}", "{\"layers\":[],\"w\":1,\"h\":1}", "{\"layers\":[],\"w\":1,\"h\":1,\"fr\":0}",
        "{\"layers\":[],\"w\":1,\"h\":1,\"fr\":30,\"ip\":5,\"op\":5}",
        "{\"layers\":[],\"w\":-1,\"h\":1,\"fr\":30,\"op\":5}",
        "{\"layers\":[],\"w\":1e9,\"h\":1,\"fr\":30,\"op\":5}", "{\"layers\":[],\"w\":1,\"h\":1,\"fr\":1e300,\"op\":5}",
    ])
    func documents_without_what_they_need_are_refused(text: String) {
        #expect(throws: DocumentError.self) { try read(Array(text.utf8)) }
    }

    @Test func every_beginning_of_a_document_is_an_error() throws {
        let bytes = lottie(shapeLayer("{\"ty\":\"el\",\"s\":{\"k\":[9,9]},\"p\":{\"k\":[0,0]}}"))
        #expect(try read(bytes).movie != nil)
        for count in 0..<bytes.count {
            #expect(throws: DocumentError.self) { try read(Array(bytes.prefix(count))) }
        }
    }

    @Test func compositions_in_themselves_are_refused() {
        let inner = "{\"ty\":0,\"ind\":1,\"refId\":\"c\",\"w\":9,\"h\":9,\"ip\":0,\"op\":10,\"ks\":{}}"
        let bytes = lottie(inner, extra: "\"assets\":[{\"id\":\"c\",\"layers\":[\(inner)]}],")
        #expect(throws: DocumentError.self) { try read(bytes) }
    }

    @Test func compositions_that_double_each_other_are_refused() {
        // Two to the 30th layers from a few hundred bytes.
        var assets: [String] = []
        for index in 0..<30 {
            let layer = "{\"ty\":0,\"refId\":\"c\(index + 1)\",\"w\":9,\"h\":9,\"ip\":0,\"op\":10,\"ks\":{}}"
            assets.append("{\"id\":\"c\(index)\",\"layers\":[\(layer),\(layer)]}")
        }
        let top = "{\"ty\":0,\"refId\":\"c0\",\"w\":9,\"h\":9,\"ip\":0,\"op\":10,\"ks\":{}}"
        let bytes = lottie(top, extra: "\"assets\":[\(assets.joined(separator: ","))],")
        #expect(throws: DocumentError.self) { try read(bytes) }
    }

    @Test func repeaters_of_repeaters_are_refused() {
        let copy =
            "{\"ty\":\"rp\",\"c\":{\"k\":900},\"o\":{\"k\":0},\"tr\":{\"p\":{\"k\":[1,0]},\"a\":{\"k\":[0,0]},\"s\":{\"k\":[100,100]},\"r\":{\"k\":0}}}"
        let dot =
            "{\"ty\":\"el\",\"s\":{\"k\":[9,9]},\"p\":{\"k\":[0,0]}},{\"ty\":\"fl\",\"c\":{\"k\":[1,0,0]},\"o\":{\"k\":100}}"
        let bytes = lottie(
            shapeLayer("{\"ty\":\"gr\",\"it\":[{\"ty\":\"gr\",\"it\":[\(dot)]},\(copy)]},\(copy),\(copy)"))
        #expect(throws: DocumentError.self) { try read(bytes) }
    }

    @Test func long_animations_are_sampled_within_a_budget() throws {
        // Trims whose keys differ are sampled: a million frames of them must not be a million keys each.
        let keys =
            "\"s\":{\"a\":1,\"k\":[{\"t\":0,\"s\":[0]},{\"t\":1000000,\"s\":[50]}]},\"e\":{\"a\":1,\"k\":[{\"t\":5,\"s\":[10]},{\"t\":900000,\"s\":[20]}]},\"o\":{\"k\":0}"
        let one =
            "{\"ty\":\"gr\",\"it\":[{\"ty\":\"el\",\"s\":{\"k\":[9,9]},\"p\":{\"k\":[0,0]}},{\"ty\":\"tm\",\(keys)},{\"ty\":\"st\",\"c\":{\"k\":[1,0,0]},\"o\":{\"k\":100},\"w\":{\"k\":1}},{\"ty\":\"tr\"}]}"
        let bytes = lottie(shapeLayer(Array(repeating: one, count: 200).joined(separator: ",")), end: 1_000_000)
        let clock = ContinuousClock()
        var layers = 0
        let duration = try clock.measure { layers = try read(bytes).rootLayer.sublayers?.count ?? 0 }
        #expect(layers == 1)
        #expect(duration < .seconds(60), "bounded work: seconds, not hours")
    }

    @Test func changed_scripts_run_the_same_in_both_orders_of_frames() throws {
        let corpus = try FuzzCorpus.files("expressions")
        #expect(corpus.count >= 15)
        // Three seeds have syntax or values that are refused.
        let silent = corpus.filter { !fuzzExpression($0.bytes) }.map(\.name)
        #expect(silent == ["bounds.js", "classes.js", "destructure.js"])
        var loop = FuzzLoop(ExpressionMutator.self, corpus: corpus.map(\.bytes), seed: 1, limit: 1024)
        #expect(loop.run(300, fuzzExpression) > 100)
    }

    @Test func corpus_is_read_without_a_trap() throws {
        let corpus = try FuzzCorpus.files("lottie")
        #expect(corpus.count >= 4)
        for seed in corpus { fuzzLottie(seed.bytes) }
    }

    @Test(arguments: 0..<8) func changed_documents_are_read_without_a_trap(seed: UInt64) throws {
        var mutator = LottieMutator(seed: seed)
        for seed in try FuzzCorpus.files("lottie") where seed.name.contains(".") {
            mutator.run(from: seed.bytes, count: 40) { fuzzLottie($0) }
        }
    }
}
