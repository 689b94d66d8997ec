import CoreGraphics
import Foundation
import Mica
import MicaTrace
import QuartzCore
import Testing

/// Renderers that can make no pictures throw, and go on; programmer's errors stop with a sentence in release builds
/// too.
@Suite(.serialized) struct RendererFailureTests {
    private func layer(_ size: CGFloat = 20) -> CALayer {
        let layer = CALayer()
        layer.bounds = CGRect(x: 0, y: 0, width: size, height: size)
        return layer
    }

    @Test(arguments: [
        (CGSize.zero, "a picture of 0 x 0 pixels cannot be drawn: set the layer's bounds, or give a size"),
        (
            CGSize(width: -5, height: 10),
            "a picture of -5 x 10 pixels cannot be drawn: set the layer's bounds, or give a size"
        ),
        (
            CGSize(width: 100_000, height: 100_000),
            "a picture of 100000 x 100000 pixels cannot be drawn: it has at most 2^28 pixels"
        ),
        (
            CGSize(width: CGFloat.nan, height: 10),
            "a picture of nan x 10 pixels cannot be drawn: set the layer's bounds, or give a size"
        ),
        (
            CGSize(width: CGFloat.infinity, height: 10),
            "a picture of inf x 10 pixels cannot be drawn: it has at most 2^28 pixels"
        ),
    ]) func renderer_of_an_impossible_size_throws(size: CGSize, reason: String) throws {
        let renderer = LayerRenderer(layer: layer(), size: size, threads: 1)
        #expect(renderer.problem?.description == reason)
        let failure = #expect(throws: LayerRenderer.Failure.self) { try renderer.pngData() }
        #expect(failure?.description == reason && failure?.localizedDescription == reason)
        #expect(throws: LayerRenderer.Failure.self) { try renderer.jpegData() }
        #expect(throws: LayerRenderer.Failure.self) { try renderer.webpData() }
        let file = #expect(throws: (any Error).self) { try renderer.write(to: "never.png") }
        #expect(file?.localizedDescription == "never.png: \(reason)")
        #expect(throws: (any Error).self) { try renderer.write(to: "never.gif", duration: 1) }
        #expect(!FileManager.default.fileExists(atPath: "never.png"))
        // One transparent pixel, and time continues.
        var isCalled = false
        renderer.schedule(at: 1) { isCalled = true }
        #expect(renderer.image(at: 2).width == 1 && isCalled && renderer.time == 2)
        #expect(Notices.shared.lines.contains("Mica: LayerRenderer.image(at:): \(reason)"))
    }

    @Test func renderer_of_a_forgotten_size_throws() throws {
        #expect(throws: LayerRenderer.Failure.self) { try LayerRenderer(layer: CALayer()).pngData() }
    }

    @Test func renderer_of_a_layer_in_a_tree_throws_and_leaves_the_tree_alone() throws {
        let (root, part) = (layer(), layer(10))
        root.addSublayer(part)
        let first = LayerRenderer(layer: root, threads: 1)
        for wrong in [LayerRenderer(layer: part, threads: 1), LayerRenderer(layer: root, threads: 1)] {
            #expect(throws: LayerRenderer.Failure.self) { try wrong.pngData() }
            #expect(wrong.problem?.description.hasPrefix("<CALayer") == true)
            #expect(wrong.image(at: 0).width == 1)
        }
        #expect(part.superlayer === root)
        #expect(first.problem == nil && first.image(at: 0).width == 20)
    }

    @Test func renderer_of_another_size_is_well_again() {
        let renderer = LayerRenderer(layer: layer(), size: .zero, threads: 1)
        renderer.resize(to: CGSize(width: 5, height: 5), scale: 2)
        #expect(renderer.problem == nil && renderer.image(at: 0).width == 10)
    }

    @Test func renderer_writes_to_urls_and_in_the_background() async throws {
        let renderer = LayerRenderer(layer: layer(), threads: 1)
        let file = FileManager.default.temporaryDirectory.appending(path: "mica-\(UUID().uuidString).png")
        defer { try? FileManager.default.removeItem(at: file) }
        try renderer.write(to: file)
        #expect(try Data(contentsOf: file) == renderer.pngData())
        let web = try #require(URL(string: "https://example.com/a.png"))
        let wrong = #expect(throws: (any Error).self) { try renderer.write(to: web) }
        #expect(wrong?.localizedDescription == "https://example.com/a.png: the URL is not a file's")
        #expect(try await renderer.data(as: .png) == renderer.pngData())
        #expect(try renderer.webpData().starts(with: Data("RIFF".utf8)))
    }

    @Test func stops_of_trees_print_apples_sentence() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let layer = CALayer()
            layer.addSublayer(layer)
        }
        let words = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(words.contains("Mica: CALayer.insertSublayer(_:at:): CALayerInvalid: layer <CALayer"))
        #expect(words.contains("is a part of cycle in its layer tree"))
    }

    @Test func notices_of_silent_mistakes() {
        let layer = layer()
        let turn = CABasicAnimation(keyPath: "transform.rotaton")
        turn.toValue = 1
        layer.add(turn, forKey: nil)
        let group = CAAnimationGroup()
        group.animations = [CABasicAnimation(keyPath: "opacty")]
        layer.add(group, forKey: nil)
        layer.add(CABasicAnimation(keyPath: "transform.rotation.z"), forKey: nil)
        layer.setValue(1, forKey: "ownKey")
        layer.add(CABasicAnimation(keyPath: "ownKey"), forKey: nil)
        layer.position = CGPoint(x: CGFloat.nan, y: 3)
        let gradient = CAGradientLayer()
        gradient.colors = [CGColor(gray: 1, alpha: 1)]
        // A notice of a value that is not a number is printed once in a process, maybe of another test's layer.
        let lines = Notices.shared.lines
        for path in ["transform.rotaton", "opacty"] {
            #expect(lines.contains("QuartzCore: an animation of '\(path)' has no effect: CALayer has no such key path"))
        }
        #expect(!lines.contains { $0.contains("rotation.z") || $0.contains("ownKey") })
        #expect(lines.contains { $0.hasPrefix("QuartzCore: CALayer position contains NaN: [") })
        #expect(lines.contains { $0.contains("a gradient layer of one colour draws nothing") })
    }

    /// Without actions positions go a shorter way.
    @Test func notices_of_positions_without_actions() {
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        let layer = layer()
        layer.position = CGPoint(x: 1, y: CGFloat.nan)
        CATransaction.commit()
        #expect(layer.position.x == 1 && layer.position.y.isNaN)
        #expect(Notices.shared.lines.contains { $0.hasPrefix("QuartzCore: CALayer position contains NaN") })
    }

    @Test func notices_of_soft_text() {
        let text = CATextLayer()
        text.string = "soft"
        text.frame = CGRect(x: 0, y: 0, width: 40, height: 20)
        let root = layer(40)
        root.addSublayer(text)
        _ = LayerRenderer(layer: root, scale: 3, threads: 1).image(at: 0)
        #expect(Notices.shared.lines.contains { $0.contains("set contentsScale of the text layer to") })
    }
}
