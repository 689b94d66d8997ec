import Foundation
import MicaDocuments
import MicaWire
import QuartzCore
import ReftestKit
import TestSupport
import Testing

/// All reftests.
let allReftests: [Reftest] =
    geometryReftests + treeReftests + contentsReftests + shapeReftests + timingReftests + animationReftests
    + transitionReftests + drawingReftests + drawableReftests + filmReftests + goldenReftests + documentReftests
    + oracleReftests + effectReftests + replicatorReftests + shapeEffectReftests + samplingReftests
    + textReftests + textGoldenReftests + emitterReftests + spaceEffectReftests + propertyReftests
    + layoutReftests + ownDocumentReftests + backdropReftests

@Suite struct ReftestTests {
    @Test(arguments: allReftests)
    func scene_looks_as_expected(_ reftest: Reftest) {
        for failure in reftest.check() { Issue.record("\(failure.message)") }
    }

    @Test(arguments: allReftests)
    func variants_are_the_same(_ reftest: Reftest) {
        for variant in Variant.allCases where variant != .gl {
            for failure in reftest.check(variant) { Issue.record("\(failure.message)") }
        }
    }

    @Test(.needsOpenGL, arguments: allReftests)
    func opengl_draws_the_same(_ reftest: Reftest) {
        for failure in reftest.check(.gl) { Issue.record("\(failure.message)") }
    }

    /// One in twenty at most; each with its reason.
    @Test func few_scenes_have_a_tolerance_of_their_own_for_opengl() {
        #expect(allReftests.count { $0.variantFuzz[.gl] != nil } * 20 <= allReftests.count)
    }

    /// The floor is the count, so that one that is lost, or left out of the list, is noticed; who adds one raises it.
    @Test func there_are_no_fewer_reftests_than_there_were() {
        #expect(allReftests.count - oracleReftests.count >= 540)
        let goldens = allReftests.filter { if case .golden = $0.expectation { true } else { false } }
        #expect(goldens.count >= 33)
        #expect(goldens.count * 5 < allReftests.count, "pictures of our own prove stability, not correctness")
    }

    /// Some scene sets every property of the table; those below are drawn by other tests, for a reason.
    @Test func every_property_has_a_reftest() {
        let elsewhere: [PropertyID: String] = [
            .tileSize: "tiles come with time: TiledLayerTests", .levelsOfDetail: "TiledLayerTests",
            .levelsOfDetailBias: "TiledLayerTests", .allowsFontSubpixelQuantization: "where letters lie: FrameTests",
            .transformLayer: "what the class is: DepthExampleTests", .birthRate: "particles: EmitterSeekTests",
            .lifetime: "EmitterSeekTests", .emitterMode: "EmitterTests", .emitterDepth: "EmitterTests",
            .emitterZPosition: "EmitterTests", .spin: "EmitterTests", .velocity: "EmitterTests",
        ]
        var seen: Set<PropertyID> = []
        for reftest in allReftests {
            var rest = [reftest.scene.makeRoot()]
            while let layer = rest.popLast() {
                seen.formUnion(PropertyID.allCases.filter { layer.assigned.contains($0) })
                rest += (layer.sublayers ?? []) + [layer.mask].compactMap { $0 }
            }
        }
        for row in LayerPropertyTable.rows where !seen.contains(row.property) && elsewhere[row.property] == nil {
            Issue.record("no reftest sets \(row.key)")
        }
    }

    /// A tolerance for more than half of a picture, or for all the pixels that are listed, says nothing.
    @Test func tolerances_are_for_few_pixels() {
        for reftest in allReftests {
            let scene = reftest.scene
            let half = Int(scene.size.width * scene.scale) * Int(scene.size.height * scene.scale) / 2
            var most = half
            if case .pixels(let expected) = reftest.expectation { most = expected.count - 1 }
            // Variants compare whole pictures.
            for (fuzz, most) in [(reftest.fuzz, most)] + reftest.variantFuzz.values.map({ ($0, half) }) {
                let room = fuzz.buckets.reduce(0) { $0 + $1.pixels }
                #expect(room <= most, "\(reftest.name): \(room) pixels, at most \(most)")
            }
        }
    }

    @Test(.needs(.archives)) func pictures_of_apples_are_among_the_reftests() {
        #expect(oracleReftests.count == 2)
    }

    @Test func names_are_unique() {
        let names = allReftests.map(\.name)
        #expect(Set(names).count == names.count)
    }

    @Test func every_golden_image_belongs_to_a_reftest() throws {
        let wanted = allReftests.compactMap { reftest -> String? in
            if case .golden = reftest.expectation { reftest.name } else { nil }
        }
        guard !wanted.contains(where: { Goldens.accepts($0) }) else { return }
        #expect(try Goldens.names() == wanted.sorted())
    }

    @Test func nothing_is_accepted_by_machines() {
        if Goldens.isContinuousIntegration { #expect(!Goldens.accepts("golden-perspective")) }
    }
}
