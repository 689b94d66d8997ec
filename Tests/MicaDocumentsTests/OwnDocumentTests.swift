import CoreGraphics
import Foundation

import Mica
import QuartzCore
import TestSupport
import Testing

@testable import MicaDocuments

/// The documents in Examples/Documents: their contents, and their layers' positions at times that can be worked out by hand.
@Suite struct OwnDocumentTests {
    @Test func every_document_is_listed() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Project.documents.path)
        #expect(files.sorted() == (Project.coreAnimationDocuments + Project.lottieDocuments).sorted())
    }

    @Test(arguments: [
        ("bell.caml", CGSize(width: 320, height: 240), ["Day", "Night"]),
        ("cube.caml", CGSize(width: 320, height: 240), ["Together", "Apart"]),
        ("fountain.ca", CGSize(width: 320, height: 240), []),
        ("garden.tendies", CGSize(width: 390, height: 844), ["Locked", "Unlock", "Sleep"]),
        ("poster.caml", CGSize(width: 320, height: 240), []),
        ("ripples.caml", CGSize(width: 320, height: 240), []),
        ("window.ca", CGSize(width: 320, height: 240), []),
    ])
    func document_loads_without_warnings_in_every_state(name: String, size: CGSize, states: [String]) throws {
        let document = try Document.load(Project.document(name))
        #expect(document.size == size)
        #expect(document.states == states)
        for state in states {
            #expect(document.apply(state: state))
            #expect(document.transition(from: states[0], to: state, at: 1))
        }
        #expect(document.warnings == [])
        #expect(document.errors == [])
    }

    @Test(arguments: Project.lottieDocuments) func lottie_document_loads_without_warnings(name: String) throws {
        let document = try Document.load(Project.document(name))
        #expect(document.size == CGSize(width: 320, height: 240))
        #expect(document.warnings == [])
        #expect(document.errors == [])
    }

    @Test func bell_has_its_animation() throws {
        let document = try Document.load(Project.document("bell.caml"))
        let bell = try #require(document.parts.first?.builder.layers["bell"])
        let animation = try #require(bell.animation(forKey: "transform.rotation.z") as? CAKeyframeAnimation)
        #expect(animation.values?.count == 5)
        #expect(animation.repeatCount == .infinity)
        #expect(animation.beginTime == 1e-100)
        #expect(!animation.isRemovedOnCompletion)
    }

    /// Where the garden's layers are in its states; y goes up in the document.
    @Test(arguments: [
        ("Locked", "sun", CGPoint(x: 90, y: 700)), ("Unlock", "sun", CGPoint(x: 290, y: 700)),
        ("Sleep", "sun", CGPoint(x: 90, y: -60)), ("Unlock", "heart", CGPoint(x: 6, y: 420)),
        ("Sleep", "heart", CGPoint(x: 6, y: 320)),
    ])
    func layer_is_where_its_state_puts_it(state: String, layer: String, position: CGPoint) throws {
        let document = try Document.load(Project.document("garden.tendies"))
        #expect(document.apply(state: state))
        let floating = try #require(document.parts.first { $0.role == .floating })
        #expect(try #require(floating.builder.layers[layer]).position == position)
    }

    /// The garden between its states: a linear change of a second, and a spring of mass 2, stiffness 300, damping 50.
    @Test(arguments: [0.1, 0.25, 0.6]) func layers_move_as_the_transition_says(time: Double) throws {
        let document = try Document.load(Project.document("garden.tendies"))
        #expect(document.apply(state: "Locked"))
        let floating = try #require(document.parts.first { $0.role == .floating })
        let (stem, sun) = (try #require(floating.builder.layers["stem"]), try #require(floating.builder.layers["sun"]))
        let renderer = LayerRenderer(layer: document.rootLayer, scale: 0.1, threads: 1)
        renderer.schedule(at: 0) { _ = document.transition(from: "Locked", to: "Unlock") }
        var seen: (height: CGFloat, x: CGFloat)?
        renderer.schedule(at: time) {
            seen = stem.presentation().flatMap { stem in
                sun.presentation().map { (stem.bounds.height, $0.position.x) }
            }
        }
        renderer.advance(to: time)
        let (height, x) = try #require(seen)
        #expect(abs(height - (320 + 100 * time)) < 1e-6)
        // 50 is more than the critical damping, 2 sqrt(stiffness * mass), which stands for it (docs/timing.md).
        let frequency = 150.0.squareRoot()
        let rest = exp(-frequency * time) * (1 + frequency * time)
        #expect(abs(x - (290 - 200 * rest)) < 0.01)
    }
}
