import QuartzCore
import UIKit

/// Loads a tile of a picture that was cut into tiles of 256 pixels, as `mica tile` cuts it; here by cutting its picture.
private final class TileLoader: NSObject, CALayerDelegate, Sendable {
    private let picture: CGImage

    init(_ picture: CGImage) { self.picture = picture }

    /// Called on several threads at once.
    func draw(_ layer: CALayer, in ctx: CGContext) {
        let part = ctx.boundingBoxOfClipPath
        guard let tile = picture.cropping(to: part) else { return }
        // Images stand on their lower edge in a context; layers have y down.
        ctx.saveGState()
        ctx.translateBy(x: part.minX, y: part.maxY)
        ctx.scaleBy(x: 1, y: -1)
        ctx.draw(tile, in: CGRect(origin: .zero, size: part.size))
        ctx.restoreGState()
        ctx.setStrokeColor(CGColor(gray: 1, alpha: 0.5))
        ctx.stroke(part.insetBy(dx: 0.5, dy: 0.5))
    }
}

/// A large picture, tile by tile, that is scrolled: new tiles fade in.
let tiled = Example(
    "tiled", shows: "a picture of 2048 x 2048 pixels that scrolls; tiles of 256 pixels fade in as they come into sight",
    size: CGSize(width: 320, height: 240), duration: 4, moment: 2.1
) { root, later in
    root.backgroundColor = CGColor(gray: 0.15, alpha: 1)
    let loader = TileLoader(makeLandscape(width: 2048, height: 2048))
    let layer = CATiledLayer()
    layer.name = "tiles"
    layer.frame = CGRect(x: 0, y: 0, width: 2048, height: 2048)
    layer.delegate = loader
    // Layers do not keep their delegates.
    layer.setValue(loader, forKey: "loader")
    let scroll = CAScrollLayer()
    scroll.name = "scroll"
    scroll.frame = root.bounds
    scroll.masksToBounds = true
    scroll.bounds.origin = CGPoint(x: 900, y: 300)
    scroll.addSublayer(layer)
    root.addSublayer(scroll)
    later.at(0.5) {
        CATransaction.setAnimationDuration(3)
        scroll.scroll(to: CGPoint(x: 1350, y: 470))
    }
}

/// Its page: a finger pans, and new tiles are drawn; sliders go farther, and a switch has all tiles drawn anew.
let tiledListing = Listing(
    tiled, "A large picture: CATiledLayer", from: "tutorial 1 §6, 2 listings 6.11 and 6.12"
) { controls in
    let scroll: CAScrollLayer = controls.layer("scroll")
    let tiles: CATiledLayer = controls.layer("tiles")
    controls.touched = { _, movement in pan(scroll, movement.width, movement.height) }
    controls.slider("Across", 0...1728, 900) { scroll.scroll(to: CGPoint(x: $0, y: scroll.bounds.minY)) }
    controls.slider("Down", 0...1808, 300) { scroll.scroll(to: CGPoint(x: scroll.bounds.minX, y: $0)) }
    controls.choice("Tiles", ["64", "128", "256"], 2) { index in
        let side = [64, 128, 256][index]
        tiles.tileSize = CGSize(width: side, height: side)
    }
    controls.button("Draw again") { tiles.setNeedsDisplay() }
}
