import CoreGraphics
import Foundation
import Mica
import MicaBase
import MicaInstruments
import MicaOverlays
import MicaSnapshots
import QuartzCore
import Testing

/// Debug options over one scene: a picture of each, a layer that it does not change, and no overlay if no option is on.
@Suite struct OverlayTests {
    /// The options that a picture can check: each with the moments that are drawn. Only the last moment is compared.
    static let cases: [(name: String, options: LayerDebugOptions, moments: [Double], clean: String)] = [
        ("blended", .colorBlendedLayers, [0], ""),
        ("hits", .colorHitsGreenAndMissesRed, [0, 0.5], "opaque"),
        ("copied", .colorCopiedImages, [0], "exact"),
        ("formats", .colorLayerFormats, [0], "exact"),
        ("immediate", [.flashUpdatedRegions, .colorImmediately], [0, 1, 1.005], "still"),
        ("misaligned", .colorMisalignedImages, [0], "exact"),
        ("offscreen", .colorOffscreenRenderedYellow, [0], "translucent"),
        ("fastpath", .colorCompositingFastPathBlue, [0], "round"),
        ("updates", .flashUpdatedRegions, [0, 1], "still"),
        ("hud", .frameTimes, [0, 0.5, 1], "still"),
    ]

    @Test(arguments: cases.map { $0.name }) func an_option_looks_as_it_did(name: String) throws {
        let (_, options, moments, _) = try #require(Self.cases.first { $0.name == name })
        // At two pixels a point no image of the scene lies pixel on pixel.
        let scene = OverlayScene(scale: name == "misaligned" ? 1 : 2)
        scene.renderer.debugOptions = options
        for moment in moments.dropLast() { _ = scene.renderer.image(at: moment) }
        try assertSnapshot(of: scene.renderer, named: name, at: moments[moments.count - 1])
    }

    @Test(arguments: cases.map { $0.name }) func an_option_leaves_a_clean_layer_alone(name: String) throws {
        let (_, options, moments, clean) = try #require(Self.cases.first { $0.name == name })
        let (scene, plain) = (OverlayScene(), OverlayScene())
        scene.renderer.debugOptions = options
        for moment in moments { _ = scene.renderer.image(at: moment) }
        let time = moments[moments.count - 1]
        let (colored, own) = (scene.renderer.bitmap(at: time), plain.renderer.bitmap(at: time))
        #expect(colored.pixels != own.pixels, "the option colours something")
        // Opaque ops become green: no red may be in them.
        if clean.isEmpty { return try expectNoRed(colored, own, scene.rect("round")) }
        #expect(!scene.rect(clean).isEmpty)
        for y in Int(scene.rect(clean).minY)..<Int(scene.rect(clean).maxY) {
            for x in Int(scene.rect(clean).minX)..<Int(scene.rect(clean).maxX) {
                #expect(colored.pixels[y * colored.width + x] == own.pixels[y * own.width + x], "\(x), \(y)")
            }
        }
    }

    private func expectNoRed(_ colored: Bitmap, _ own: Bitmap, _ rect: CGRect) throws {
        let index = Int(rect.midY) * own.width + Int(rect.midX)
        let (before, after) = (own.pixels[index], colored.pixels[index])
        #expect(after >> 16 & 255 < before >> 16 & 255 && after >> 8 & 255 > before >> 8 & 255)
    }

    /// A replay has the colours of the frame that was recorded.
    @Test func a_replay_takes_options() {
        let (scene, plain) = (OverlayScene(scale: 1), OverlayScene(scale: 1))
        scene.renderer.debugOptions = .colorBlendedLayers
        _ = plain.renderer.bitmap(at: 0)
        let replay = CaptureReplay(plain.renderer.capture())
        let options: LayerDebugOptions = .colorBlendedLayers
        #expect(replay.image(at: 0, debugOptions: options).resource.bitmap() == scene.renderer.bitmap(at: 0))
        #expect(replay.image(at: 0, debugOptions: []).resource.bitmap() == replay.image(at: 0).resource.bitmap())
    }

    /// Numbers of a busy machine make longer lines than the panel is wide otherwise.
    @Test func the_panel_holds_its_texts() throws {
        var overlay = DebugOverlay(.hud)
        for index in 0..<130 { overlay.noteShown(began: Double(index) * 0.01, ended: Double(index) * 0.01 + 12.345) }
        let frame = overlay.colored(OverlayScene(scale: 2).renderer.frame(at: 0), at: 0)
        let ops = try #require(frame.passes.last).ops
        let index = try #require(ops.lastIndex { if case .fill = $0.content { true } else { false } })
        guard case .fill(let shape, _) = ops[index].content else { return }
        // The texts and the graph come after the panel.
        #expect(ops.count > index + 1)
        for op in ops[(index + 1)...] {
            guard case .path(let draw, _) = op.content else { continue }
            #expect(draw.path.points.allSatisfy { $0.x <= shape.rect.maxX && $0.x >= shape.rect.minX })
        }
    }

    @Test func without_options_the_bytes_are_the_same() {
        let (scene, plain) = (OverlayScene(), OverlayScene())
        for time in [0, 0.25, 1, 1.5] {
            scene.renderer.debugOptions = .colorBlendedLayers
            let colored = scene.renderer.bitmap(at: time)
            scene.renderer.debugOptions = []
            #expect(scene.renderer.bitmap(at: time) == plain.renderer.bitmap(at: time))
            #expect(colored != plain.renderer.bitmap(at: time))
        }
    }

    /// Only the damage of an overlay differs: pictures drawn one after the other equal those drawn by themselves.
    @Test(arguments: cases.map { $0.name }) func a_series_has_the_pixels_of_single_frames(name: String) throws {
        let (_, options, _, _) = try #require(Self.cases.first { $0.name == name })
        let scene = OverlayScene()
        scene.renderer.debugOptions = options
        var overlay = DebugOverlay(options.overlays)
        let plain = OverlayScene()
        for index in 0...40 {
            let time = Double(index) / 30
            let series = scene.renderer.bitmap(at: time)
            // The overlay by itself, on frames without one, drawn whole.
            var frame = overlay.colored(plain.renderer.frame(at: time), at: time)
            frame.damage = frame.bounds
            #expect(series == CaptureReplay(plain.renderer.capture()).bitmap(of: frame), "frame \(index)")
        }
    }

    @Test func passes_that_are_masks_keep_their_shape() {
        let root = CALayer()
        root.bounds = CGRect(x: 0, y: 0, width: 40, height: 40)
        let shown = CALayer()
        shown.frame = root.bounds
        shown.backgroundColor = CGColor(gray: 0, alpha: 1)
        let mask = CALayer()
        mask.frame = CGRect(x: 0, y: 0, width: 20, height: 40)
        mask.backgroundColor = CGColor(gray: 0, alpha: 0.5)
        shown.mask = mask
        root.addSublayer(shown)
        let renderer = LayerRenderer(layer: root)
        let own = renderer.bitmap(at: 0)
        renderer.debugOptions = .colorBlendedLayers
        let colored = renderer.bitmap(at: 0)
        #expect(own.pixels[30] >> 24 == 0 && colored.pixels[5] != own.pixels[5])
        // Red, which is of the op that shows the pass, over half of the green within it.
        #expect(colored.pixels[5] >> 24 > own.pixels[5] >> 24)
    }

    @Test func the_environment_asks_by_the_variables_of_apple() {
        let options = LayerDebugOptions(environment: [
            "CA_COLOR_OPAQUE": "1", "CA_COLOR_SUBPIXEL": "0", "CA_COLOR_COPY": "",
        ])
        #expect(options == .colorBlendedLayers)
        #expect(LayerDebugOptions.colorBlendedLayers.rawValue == 4)
        #expect(LayerDebugOptions.colorOffscreenRenderedYellow.rawValue == 131_072)
    }
}
