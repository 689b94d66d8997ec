import CoreGraphics
import Foundation
import Mica
import MicaBase
import QuartzCore
import Testing

private let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
private let blue = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)

private func layer(_ frame: CGRect, _ color: CGColor? = red) -> CALayer {
    let layer = CALayer()
    (layer.frame, layer.backgroundColor) = (frame, color)
    return layer
}

/// What `render(in:)` draws into a bitmap whose user space begins with points of some pixels, y down, or, with `scale` 0, with pixels,
/// y up, and then is scaled to `zoom`, y down.
private func drawn(_ layer: CALayer, _ side: Int = 100, scale: CGFloat = 1, zoom: CGFloat = 1) throws -> Bitmap {
    let base =
        scale == 0
        ? CGAffineTransform.identity : CGAffineTransform(a: scale, b: 0, c: 0, d: -scale, tx: 0, ty: CGFloat(side))
    let context = try #require(
        CGContext(
            width: side, height: side, space: CGColorSpaceCreateDeviceRGB(),
            bitmapInfo: CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue,
            baseMatrix: base))
    if scale == 0 { context.concatenate(CGAffineTransform(a: zoom, b: 0, c: 0, d: -zoom, tx: 0, ty: CGFloat(side))) }
    layer.render(in: context)
    return try #require(context.makeImage()).resource.bitmap()
}

extension Bitmap {
    /// The rows and columns that have something of a colour's channel, which is bits to shift.
    fileprivate func box(_ shift: UInt32, above least: UInt32 = 12) -> (x: ClosedRange<Int>, y: ClosedRange<Int>)? {
        var (minX, minY, maxX, maxY) = (Int.max, Int.max, -1, -1)
        for y in 0..<height {
            for x in 0..<width where self[x, y] >> shift & 255 > least {
                (minX, maxX, minY, maxY) = (min(minX, x), max(maxX, x), min(minY, y), max(maxY, y))
            }
        }
        return maxX < 0 ? nil : (minX...maxX, minY...maxY)
    }
}

/// Facts RC-5...: differences between a bitmap context and a screen; `ContextTraits` has the sources.
@Suite struct ContextTraitsTests {
    // MARK: Depth

    @Test func layers_turned_out_of_their_plane_keep_their_position() throws {
        let root = layer(CGRect(x: 0, y: 0, width: 100, height: 100), nil)
        let child = layer(CGRect(x: 40, y: 50, width: 20, height: 10))
        root.addSublayer(child)
        var perspective = CATransform3DIdentity
        perspective.m34 = -1 / 300
        for transform in [
            CATransform3DMakeRotation(0.7, 0, 1, 0), CATransform3DRotate(perspective, 0.4, 1, 0, 0), perspective,
        ] {
            child.transform = transform
            let box = try #require(try drawn(root).box(16))
            #expect(box.x == 40...59 && box.y == 50...59, "RC-5: \(box)")
        }
        // Moved or stretched along z it stays where it is.
        for transform in [CATransform3DMakeTranslation(0, 0, 30), CATransform3DMakeScale(1, 1, 4)] {
            child.transform = transform
            let box = try #require(try drawn(root).box(16))
            #expect(box.x == 40...59 && box.y == 50...59, "RC-5: \(box)")
        }
    }

    @Test func perspective_of_sublayers_is_left_out() throws {
        let root = layer(CGRect(x: 0, y: 0, width: 100, height: 100), nil)
        let child = layer(CGRect(x: 40, y: 50, width: 20, height: 10))
        child.zPosition = 50
        root.addSublayer(child)
        root.sublayerTransform.m34 = -1 / 100
        let box = try #require(try drawn(root).box(16))
        #expect(box.x == 40...59 && box.y == 50...59)
        let shown = LayerRenderer(layer: root, threads: 1).bitmap(at: 0)
        #expect(try #require(shown.box(16)).x.count > 30, "and seen on a screen")
    }

    // MARK: Shadows

    private func shadowed() -> CALayer {
        let root = layer(CGRect(x: 0, y: 0, width: 50, height: 50), nil)
        let card = layer(CGRect(x: 15, y: 15, width: 20, height: 20))
        (card.shadowColor, card.shadowOpacity) = (blue, 1)
        (card.shadowRadius, card.shadowOffset) = (0, CGSize(width: 4, height: 6))
        root.addSublayer(card)
        return root
    }

    @Test func shadows_are_measured_in_the_space_that_the_context_began_with() throws {
        let tree = shadowed()
        let points = try #require(try drawn(tree, scale: 2).box(0))
        #expect(points.x == 70...77 || points.x == 38...77, "RC-6: \(points)")
        #expect(points.y.upperBound == 81, "as on a screen: 6 points down")
        let pixels = try #require(try drawn(tree, scale: 0, zoom: 2).box(0))
        #expect(pixels.x.upperBound == 73, "RC-6: 4 pixels right: \(pixels)")
        #expect(pixels.y.lowerBound == 24 && pixels.y.upperBound < 70, "RC-6: 6 pixels up: \(pixels)")
    }

    @Test func radii_of_shadows_are_in_the_space_that_the_context_began_with() throws {
        let tree = shadowed()
        let card = try #require(tree.sublayers?.first)
        (card.shadowRadius, card.shadowOffset) = (3, .zero)
        // How far it reaches on the right: a Gaussian is at 12 of 255 at 1.67 of its deviation, one cut at two at 1.5.
        let points = try #require(try drawn(tree, scale: 2).box(0)).x.upperBound - 69
        let pixels = try #require(try drawn(tree, scale: 0, zoom: 2).box(0)).x.upperBound - 69
        #expect((8...10).contains(points), "RC-7: \(points)")
        #expect((3...5).contains(pixels), "RC-7: \(pixels)")
    }

    @Test func shadows_go_through_the_transforms_of_the_layers() throws {
        let tree = shadowed()
        let card = try #require(tree.sublayers?.first)
        card.shadowOffset = CGSize(width: 4, height: 0)
        // Turned to y, and twice as large: from 20 points about the middle, 25, to 40; 8 points down.
        card.transform = CATransform3DRotate(CATransform3DMakeScale(2, 2, 1), .pi / 2, 0, 0, 1)
        let box = try #require(try drawn(tree).box(0))
        #expect(box.y.upperBound == 52 && box.x == 5...44, "RC-7: \(box)")
    }

    @Test func paths_of_shadows_are_not_read() throws {
        let tree = shadowed()
        let plain = try drawn(tree)
        tree.sublayers?.first?.shadowPath = CGPath(rect: CGRect(x: -10, y: -10, width: 5, height: 5), transform: nil)
        #expect(try drawn(tree) == plain, "RC-8")
    }

    // MARK: Effects

    @Test func filters_and_modes_that_are_not_separable_are_left_out() throws {
        let root = layer(CGRect(x: 0, y: 0, width: 100, height: 100), blue)
        let child = layer(CGRect(x: 40, y: 50, width: 20, height: 10))
        root.addSublayer(child)
        let plain = try drawn(root)
        child.filters = [LayerFilter.gaussianBlur(radius: 5)]
        #expect(try drawn(root) == plain, "RC-9")
        child.filters = nil
        for mode in ["hueBlendMode", "saturationBlendMode", "colorBlendMode", "luminosityBlendMode"] {
            child.compositingFilter = mode
            #expect(try drawn(root) == plain, "RC-10: \(mode)")
        }
        child.compositingFilter = "screenBlendMode"
        #expect(try drawn(root)[50, 55] == 0xffff_00ff, "RC-10: separable ones are there")
    }

    @Test func copies_of_replicators_have_the_sublayers_colors() throws {
        let replicator = CAReplicatorLayer()
        replicator.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
        replicator.addSublayer(layer(CGRect(x: 0, y: 0, width: 10, height: 10)))
        replicator.instanceCount = 3
        replicator.instanceTransform = CATransform3DMakeTranslation(20, 0, 0)
        (replicator.instanceColor, replicator.instanceAlphaOffset) = (blue, -0.4)
        let picture = try drawn(replicator)
        for x in [5, 25, 45] { #expect(picture[x, 5] == 0xffff_0000, "RC-11") }
    }

    // MARK: Lines and curves

    /// A circle about the middle of 400 by 400 points.
    private func circle(_ radius: CGFloat) -> CAShapeLayer {
        let shape = CAShapeLayer()
        shape.frame = CGRect(x: 0, y: 0, width: 400, height: 400)
        shape.path = unsafe CGPath(
            ellipseIn: CGRect(x: 200 - radius, y: 200 - radius, width: 2 * radius, height: 2 * radius), transform: nil)
        return shape
    }

    /// What all pixels cover together.
    private func area(_ picture: Bitmap) -> Double {
        Double(picture.pixels.reduce(0) { $0 + Int($1 >> 24) }) / 255
    }

    @Test(arguments: [(39.0, 16.0), (70, 32), (150, 32)]) func curves_are_chords(radius: Double, chords: Double) throws
    {
        let angle = 2 * Double.pi / (4 * chords)
        let filled = area(try drawn(circle(radius), 400))
        // Four cubics are 0.00014 more than a circle.
        let expected = Double.pi * radius * radius * sin(angle) / angle * 1.00014
        #expect(abs(filled - expected) < 0.0002 * expected, "RC-12: \(filled), not \(expected)")
        // A line along it lies as far inside as its chords do: as much is missing of what is in its outer edge as is more in its inner one.
        let ring = circle(radius)
        (ring.fillColor, ring.strokeColor, ring.lineWidth) = (nil, red, 2)
        let edge = try drawn(ring, 400)
        let outside = area(edge) - 4 * Double.pi * radius
        #expect(abs(outside) < 0.002 * 4 * Double.pi * radius, "RC-12: the line keeps its width: \(outside)")
        let screen = LayerRenderer(layer: circle(radius), threads: 1).bitmap(at: 0)
        #expect(abs(area(screen) - Double.pi * radius * radius * 1.0003) < 0.0004 * expected, "and circles on a screen")
    }

    @Test func ends_of_curved_lines_keep_their_directions() throws {
        // A quarter of a circle, its end level: the pixels right of the end are clear, as it is on a screen.
        let shape = CAShapeLayer()
        shape.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
        let path = CGMutablePath()
        path.addArc(
            center: CGPoint(x: 50, y: 50), radius: 40, startAngle: .pi, endAngle: .pi * 1.5, clockwise: false)
        (shape.path, shape.fillColor, shape.strokeColor, shape.lineWidth) = (path, nil, red, 16)
        let picture = try drawn(shape)
        for y in 3..<17 { #expect(picture[49, y] >> 24 == 255 && picture[50, y] == 0, "RC-12: \(y)") }
    }

    @Test func lines_that_bend_within_their_width_keep_their_curves() throws {
        let shape = circle(4)
        (shape.fillColor, shape.strokeColor, shape.lineWidth) = (nil, red, 12)
        let screen = LayerRenderer(layer: shape, threads: 1).bitmap(at: 0)
        #expect(try drawn(shape, 400) == screen)
    }

    @Test func lines_thinner_than_a_pixel_are_a_pixel_wide_and_paler() throws {
        let shape = CAShapeLayer()
        shape.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
        let path = CGMutablePath()
        path.move(to: CGPoint(x: 10, y: 20.3))
        path.addLine(to: CGPoint(x: 90, y: 20.3))
        (shape.path, shape.strokeColor, shape.lineWidth) = (path, red, 0.5)
        let root = layer(CGRect(x: 0, y: 0, width: 100, height: 100), nil)
        root.addSublayer(shape)
        let picture = try drawn(root)
        let levels = (19...21).map { Int(picture[50, $0] >> 24) }
        // From 19.8 to 20.8, at half.
        #expect(zip(levels, [26, 102, 0]).allSatisfy { abs($0 - $1) <= 2 }, "RC-13: \(levels)")
        // With another stretch along y than along x it covers 23.05 to 23.5.
        shape.transform = CATransform3DMakeScale(1, 0.9, 1)
        let stretched = try drawn(root)
        let all = (0..<100).reduce(0) { $0 + Int(stretched[50, $1] >> 24) }
        #expect(abs(all - 115) <= 2, "RC-13: \(all)")
        #expect((0..<100).count { stretched[50, $0] != 0 } == 1, "RC-13: in one row")
    }

    // MARK: The renderer

    @Test func renderer_draws_as_a_context() throws {
        let tree = shadowed()
        tree.sublayers?.first?.shadowPath = CGPath(rect: CGRect(x: -10, y: -10, width: 5, height: 5), transform: nil)
        let move = CABasicAnimation(keyPath: "position.x")
        (move.byValue, move.duration) = (10, 1)
        let renderer = LayerRenderer(layer: tree, scale: 2, threads: 1)
        renderer.drawsAsContext = true
        tree.sublayers?.first?.add(move, forKey: "move")
        let first = try #require(renderer.bitmap(at: 0).box(16)), later = try #require(renderer.bitmap(at: 0.5).box(16))
        #expect(first.x.lowerBound == 30 && later.x.lowerBound == 40)
        #expect(try renderer.bitmap(at: 0.5) == drawn(try #require(tree.presentation()), scale: 2))
    }
}
