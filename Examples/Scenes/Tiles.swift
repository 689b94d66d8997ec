import QuartzCore

/// Loads a tile of a picture that was cut into tiles of 256 pixels, as `mica tile` cuts it; here by cutting what it has.
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

/// A large picture, tile by tile, that is scrolled: what comes into sight fades in.
let tiled = Example(
    "tiled", shows: "a picture of 2048 x 2048 pixels that scrolls; tiles of 256 pixels fade in as they come into sight",
    size: CGSize(width: 320, height: 240), duration: 4, moment: 2.1
) { root, later in
    root.backgroundColor = CGColor(gray: 0.15, alpha: 1)
    let loader = TileLoader(makeLandscape(width: 2048, height: 2048))
    let layer = CATiledLayer()
    layer.frame = CGRect(x: 0, y: 0, width: 2048, height: 2048)
    layer.delegate = loader
    // Layers do not keep their delegates.
    layer.setValue(loader, forKey: "loader")
    let scroll = CAScrollLayer()
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

/// A map of 100,000 x 100,000 points: blocks, streets and a river, drawn for the part and the scale that are asked for.
private final class MapLayer: CATiledLayer {
    override func draw(in ctx: CGContext) {
        let part = ctx.boundingBoxOfClipPath
        let point = 1 / abs(ctx.ctm.a)
        ctx.setFillColor(CGColor(gray: 0.93, alpha: 1))
        ctx.fill(part)
        // Blocks of the size that is some pixels at this scale.
        var block: CGFloat = 100
        while block < 24 * point { block *= 4 }
        let columns = Int((part.minX / block).rounded(.down))...Int((part.maxX / block).rounded(.up))
        let rows = Int((part.minY / block).rounded(.down))...Int((part.maxY / block).rounded(.up))
        for row in rows {
            for column in columns {
                var seed = UInt64(bitPattern: Int64(row &* 73_856_093 ^ column &* 19_349_663))
                seed ^= seed >> 13
                seed = seed &* 0x9E37_79B9_7F4A_7C15
                let shade = Double(seed >> 40 & 255) / 255
                let green = seed >> 50 & 7 == 0
                ctx.setFillColor(
                    hue(green ? 0.32 : 0.09, saturation: green ? 0.4 : 0.12, brightness: 0.75 + 0.2 * shade))
                ctx.fill(
                    CGRect(x: CGFloat(column) * block, y: CGFloat(row) * block, width: block, height: block)
                        .insetBy(dx: block * 0.06, dy: block * 0.06))
            }
        }
        ctx.setStrokeColor(hue(0.57, saturation: 0.5))
        ctx.setLineWidth(max(600, 3 * point))
        var x = part.minX - 4000
        ctx.move(to: CGPoint(x: x, y: Self.river(x)))
        while x < part.maxX + 4000 {
            x += max(200, 8 * point)
            ctx.addLine(to: CGPoint(x: x, y: Self.river(x)))
        }
        ctx.strokePath()
    }

    private static func river(_ x: CGFloat) -> CGFloat {
        50_000 + 900 * sin(x / 3000) + 7000 * sin(x / 17_000) - 7000 * sin(50_000 / 17_000.0)
    }
}

/// The map, from one block to all of it: ten levels of detail.
let tiledMap = Example(
    "tiled-map", shows: "a map of 100,000 x 100,000 points, from a few blocks out to all of it, in bounded memory",
    duration: 6, moment: 2.5
) { root, later in
    root.backgroundColor = CGColor(gray: 0.3, alpha: 1)
    root.masksToBounds = true
    let map = MapLayer()
    map.bounds = CGRect(x: 0, y: 0, width: 100_000, height: 100_000)
    map.position = CGPoint(x: 160, y: 120)
    map.anchorPoint = CGPoint(x: 0.5, y: 0.5)
    map.levelsOfDetail = 10
    root.addSublayer(map)
    let zoom = CAKeyframeAnimation(keyPath: "transform.scale")
    // Even steps of the logarithm look like an even pace.
    zoom.values = (0...24).map { pow(0.0022, Double($0) / 24) }
    zoom.duration = 5
    zoom.fillMode = .both
    zoom.isRemovedOnCompletion = false
    map.add(zoom, forKey: "zoom")
}
