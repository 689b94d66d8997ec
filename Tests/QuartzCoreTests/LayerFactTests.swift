import Foundation
import Testing

/// All facts about anything but time that are kept as rows.
let allLayerFacts: [LayerFact] =
    geometryFacts + treeFacts + replacementFacts + transformFacts + affineFacts + maskingFacts + modernFacts
    + modernArchiveFacts + archivingFacts + startFacts + propertyFacts + colorKeyFacts + gravityFacts + edgeFacts
    + shadowFacts + gradientFacts + gradientDrawingFacts + shapeFacts + shapeDrawingFacts + replicatorFacts
    + replicatorDrawingFacts + textFacts + textDrawingFacts + tiledFacts

/// The ledger of what Apple's framework was seen to do: every row is a test by its number.
@Suite(.serialized) struct LayerFactTests {
    @Test(arguments: allLayerFacts)
    func fact_holds(_ fact: LayerFact) {
        let (found, expected) = fact.values()
        #expect(found.isSame(as: expected), "\(fact): \(found), not \(expected)")
    }

    /// `dev/facts` reads the list; a list that is not of the facts that are tested would count for nothing. After adding
    /// facts, MICA_ACCEPT_GOLDENS=1 writes it anew.
    @Test func facts_are_listed() throws {
        let rows =
            allTimeFacts.map { "\($0.id)\ttime\t\($0.topic)\t\($0.source.rawValue)\t\($0.statement)" }
            + allLayerFacts.map { "\($0.id)\t\($0.kind)\t\($0.kind)\tGS \($0.file)\t\($0.statement)" }
        let text = "id\tclass\ttopic\tsource\tstatement\n" + rows.map { $0 + "\n" }.joined()
        let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Facts.tsv")
        if ProcessInfo.processInfo.environment["MICA_ACCEPT_GOLDENS"] == "1" {
            try text.write(to: url, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: url, encoding: .utf8) == text, "MICA_ACCEPT_GOLDENS=1 writes the list anew")
    }
}
