import Foundation
import MicaFuzz
import MicaFuzzImages
import QuartzCore
import Testing

@testable import MicaDocuments

/// Documents that no program writes: the fuzzer's seeds and findings, and changes of them.
@Suite struct HostileMarkupTests {
    @Test func corpus_is_read_without_a_trap() throws {
        let corpus = try FuzzCorpus.files("caml")
        #expect(corpus.count >= 3)
        for seed in corpus { fuzzCAML(seed.bytes) }
    }

    @Test(arguments: 0..<8) func changed_documents_are_read_without_a_trap(seed: UInt64) throws {
        var mutator = MarkupMutator(seed: seed)
        for seed in try FuzzCorpus.files("caml") where seed.name.contains(".") {
            mutator.run(from: seed.bytes, count: 60) { fuzzCAML($0) }
        }
    }
}

extension HostileMarkupTests {
    @Test func a_file_of_one_line_and_many_layers_is_read_in_linear_time() throws {
        // 60,000 layers on one line took minutes while columns were counted from the start of the line.
        let layers = String(repeating: "<CALayer bounds='0 0 1 1' opacity='0.5'/>", count: 60_000)
        let text = "<caml><CALayer bounds='0 0 9 9'><sublayers>\(layers)<unknown/></sublayers></CALayer></caml>"
        let markup = try readCAML(Array(text.utf8), file: "f")
        #expect(markup.warnings.first?.location.column == 44 + layers.count)
        #expect(
            try Document(markup, name: "f").rootLayer.sublayers?.first?.sublayers?.first?.sublayers?.count == 60_000)
    }
}
