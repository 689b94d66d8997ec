import CoreGraphics
import MicaExamples
import QuartzCore
import ReftestKit

/// Presents a picture of one colour in a layer.
private func present(_ word: UInt32, in layer: CAMetalLayer) {
    guard let drawable = layer.nextDrawable() else { return }
    drawable.texture.withPixels { bytes in
        for offset in stride(from: 0, to: bytes.byteCount, by: 4) {
            bytes.storeBytes(of: word, toByteOffset: offset, as: UInt32.self)
        }
    }
    drawable.present()
}

/// The layer with drawables in a root.
private func metalLayer(in root: CALayer) -> CAMetalLayer? {
    root.sublayers?.lazy.compactMap { $0 as? CAMetalLayer }.first
}

private func metal(_ name: String, at time: Double, _ pixel: UInt32, _ events: [SceneEvent]) -> Reftest {
    let scene = Scene(name, time: time, events: events) { root in
        let layer = CAMetalLayer()
        layer.frame = box(16, 16, 32, 32)
        root.addSublayer(layer)
        present(0xFFFF_0000, in: layer)
    }
    return Reftest(
        scene,
        .pixels([
            ExpectedPixel(x: 17, y: 17, pixel: pixel), ExpectedPixel(x: 46, y: 46, pixel: pixel),
            ExpectedPixel(x: 8, y: 8, pixel: 0),
        ]))
}

/// Programs' own drawing: drawables, and OpenGL in a layer.
let drawableReftests: [Reftest] = [
    metal("drawable-before-the-tree", at: 0, 0xFFFF_0000, []),
    metal(
        "drawable-at-its-time", at: 0.75, 0xFF00_FF00,
        [
            SceneEvent(at: 0.5) { root in if let layer = metalLayer(in: root) { present(0x0000_FF00, in: layer) } },
            SceneEvent(at: 1) { root in if let layer = metalLayer(in: root) { present(0xFF00_00FF, in: layer) } },
        ]),
    metal(
        "drawable-that-waits-for-a-refresh", at: 0.6, 0xFF00_00FF,
        [
            SceneEvent(at: 0.5) { root in
                guard let layer = metalLayer(in: root) else { return }
                present(0xFF00_FF00, in: layer)
                present(0xFF00_00FF, in: layer)
            }
        ]),
    // The tutorial's triangle, by whatever driver there is: inside within 2, edges of 40 pixels otherwise.
    Reftest(
        Scene("golden-gl-triangle", size: CGSize(width: 320, height: 240)) { root in
            for example in gallery where example.id == "gl-triangle" { example.build(root, Script()) }
        }, .golden,
        fuzz: .fuzzy(
            [(maximumDifference: 2, pixels: 8_000), (maximumDifference: 255, pixels: 40)],
            because: "drivers of OpenGL round colours and choose the pixels of edges in their own ways")),
]
