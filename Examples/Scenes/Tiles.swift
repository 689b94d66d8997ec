import QuartzCore

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
