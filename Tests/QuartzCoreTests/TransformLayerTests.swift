import CoreGraphics
import Foundation
import Mica
import MicaBase
import QuartzCore
import Testing

/// Facts TL-1...9: measured on Apple's QuartzCore, DTW-Thalion/libs-quartzcore (branch feature/catransformlayer-drawing),
/// Tests/quartzcore/CATransformLayer/subclass.m and CARenderer/renderer.m.
/// TL-10...19: said by Apple, CATransformLayer.h and the page of the class.
/// TL-20: D. Duncan of Apple, lists.apple.com/archives/cocoa-dev/2011/Jul/msg00832.html.
/// TL-S...: pictures by Apple's render server, see Tests/Reftests/StagehandTests.swift.
@Suite struct TransformLayerTests {
    private static let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    private static let green = CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 1)
    private static let blue = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)

    private func square(_ side: CGFloat, at x: CGFloat, _ y: CGFloat, _ color: CGColor? = nil) -> CALayer {
        let layer = CALayer()
        layer.bounds = CGRect(x: 0, y: 0, width: side, height: side)
        layer.position = CGPoint(x: x, y: y)
        layer.backgroundColor = color
        return layer
    }

    private func container(_ sublayers: [CALayer] = []) -> CATransformLayer {
        let layer = CATransformLayer()
        layer.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
        layer.position = CGPoint(x: 50, y: 50)
        layer.sublayers = sublayers
        return layer
    }

    private func root(_ sublayers: [CALayer]) -> CALayer {
        let root = square(100, at: 50, 50)
        root.sublayers = sublayers
        return root
    }

    private func draw(_ sublayers: CALayer...) -> Bitmap {
        LayerRenderer(layer: root(sublayers), threads: 1).bitmap(at: 0)
    }

    private func painted(_ bitmap: Bitmap) -> Int { bitmap.pixels.count { $0 >> 24 != 0 } }

    private func p(_ x: CGFloat, _ y: CGFloat) -> CGPoint { CGPoint(x: x, y: y) }

    // MARK: Apple

    @Test func transform_layer_is_a_layer() {
        let layer = CATransformLayer()
        let child = CALayer()
        #expect(layer.bounds == .zero, "TL-1")
        #expect(Mirror(reflecting: layer).superclassMirror?.subjectType == CALayer.self, "TL-2")
        #expect(layer.opacity == 1, "TL-3")
        layer.addSublayer(child)
        #expect(layer.sublayers?.count == 1, "TL-4")
        #expect(child.superlayer === layer, "TL-5")
    }

    @Test func transform_layer_paints_its_sublayers_and_no_background() {
        let plain = square(100, at: 50, 50, Self.blue)
        let covered = painted(draw(plain))
        #expect(covered > 0, "TL-6")
        let holder = container()
        holder.backgroundColor = Self.blue
        #expect(painted(draw(holder)) == 0, "TL-7")
        holder.addSublayer(square(10, at: 8, 8, Self.blue))
        let held = painted(draw(holder))
        #expect(held > 0, "TL-8")
        #expect(held < covered, "TL-9")
    }

    @Test func transform_layer_has_no_part_in_two_dimensional_drawing() {
        let plain = draw(container([square(20, at: 20, 20, Self.red)]))
        func with(_ change: (CATransformLayer) -> Void) -> Bitmap {
            let layer = container([square(20, at: 20, 20, Self.red)])
            change(layer)
            return draw(layer)
        }
        #expect(with { $0.borderWidth = 9 } == plain, "TL-10")
        #expect(
            with {
                $0.shadowOpacity = 1
                $0.shadowOffset = CGSize(width: 9, height: 9)
            } == plain, "TL-11")
        #expect(with { $0.mask = square(5, at: 90, 90, Self.red) } == plain, "TL-12")
        #expect(
            with {
                $0.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
                $0.position = p(5, 5)
                $0.masksToBounds = true
            } == plain, "TL-13")
    }

    @Test func transform_layer_opacity_applies_to_each_sublayer() {
        let layer = container([square(40, at: 40, 50, Self.red), square(40, at: 60, 50, Self.red)])
        layer.opacity = 0.5
        let picture = draw(layer)
        #expect(picture[25, 50] >> 24 == 128 && picture[50, 50] >> 24 == 192, "TL-14")
    }

    @Test func transform_layer_is_passed_over_by_hitTest() {
        let child = square(20, at: 20, 20)
        let layer = container([child])
        let root = root([layer])
        #expect(layer.hitTest(p(20, 20)) == nil, "TL-15")
        #expect(root.hitTest(p(20, 20)) === child, "TL-16")
        #expect(root.hitTest(p(80, 80)) === root)
        // The transform layer's geometry counts.
        layer.transform = CATransform3DMakeTranslation(40, 0, 0)
        #expect(root.hitTest(p(60, 20)) === child && root.hitTest(p(20, 20)) === root, "TL-17")
        layer.isHidden = true
        #expect(root.hitTest(p(60, 20)) === root)
    }

    @Test func transform_layer_shows_what_a_plain_layer_flattens() {
        func stack(_ container: CALayer) -> Bitmap {
            container.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
            container.position = p(50, 50)
            for (color, z) in [(Self.red, 20.0), (Self.green, 40), (Self.blue, 60)] {
                let layer = square(30, at: 30, 50, color)
                layer.zPosition = z
                container.addSublayer(layer)
            }
            container.transform = CATransform3DMakeRotation(.pi / 4, 0, 1, 0)
            return draw(container)
        }
        let (deep, flat) = (stack(CATransformLayer()), stack(CALayer()))
        #expect([0xffff_0000, 0xff00_ff00, 0xff00_00ff].allSatisfy { deep.pixels.contains($0) }, "TL-18")
        #expect(Set(flat.pixels.filter { $0 >> 24 == 255 }) == [0xff00_00ff], "TL-19")
    }

    @Test func planes_that_are_turned_into_each_other_are_cut() {
        let (one, other) = (square(60, at: 50, 50, Self.red), square(60, at: 50, 50, Self.green))
        one.transform = CATransform3DMakeRotation(0.5, 0, 1, 0)
        other.transform = CATransform3DMakeRotation(-0.5, 0, 1, 0)
        let picture = draw(one, other)
        #expect(picture[40, 50] == 0xffff_0000 && picture[60, 50] == 0xff00_ff00, "TL-20")
    }

    /// Facts TL-21...27: measured on Apple's QuartzCore, Tests/quartzcore/CATransformLayer/drawing.m of the same branch.
    @Test func transform_layer_is_drawn_into_a_context_as_any_layer() throws {
        func count(_ make: () -> CALayer, _ side: CGFloat = 100, _ change: (CALayer) -> Void) throws -> Int {
            let layer = make()
            layer.bounds = CGRect(x: 0, y: 0, width: side, height: side)
            change(layer)
            let context = unsafe CGContext(
                data: nil, width: 200, height: 100, bitsPerComponent: 8, bytesPerRow: 0,
                space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue)
            let canvas = try #require(context)
            layer.render(in: canvas)
            return painted(try #require(canvas.makeImage()).resource.bitmap())
        }
        let child = { (layer: CALayer) in layer.addSublayer(self.square(20, at: 10, 10, Self.red)) }
        #expect(try count(CATransformLayer.init, 100, child) == 400, "TL-21")
        #expect(try count(CATransformLayer.init, 100, child) == count(CALayer.init, 100, child), "TL-22")
        #expect(try count(CATransformLayer.init) { $0.backgroundColor = Self.green } == 10_000, "TL-23")
        let border = { (layer: CALayer) in (layer.borderWidth, layer.borderColor) = (5, Self.green) }
        #expect(try count(CATransformLayer.init, 100, border) > 0, "TL-24")
        #expect(try count(CATransformLayer.init, 100, border) == count(CALayer.init, 100, border), "TL-25")
        let masked = { (layer: CALayer) in
            layer.masksToBounds = true
            layer.addSublayer(self.square(400, at: 10, 10, Self.red))
        }
        #expect(try count(CATransformLayer.init, 50, masked) == 2_500, "TL-26")
        #expect(try count(CATransformLayer.init, 50, masked) == count(CALayer.init, 50, masked), "TL-27")
    }

    // MARK: Ours

    @Test func points_are_converted_through_transform_layers_without_being_flattened() {
        let child = square(20, at: 50, 50)
        child.zPosition = 30
        let layer = container([child])
        layer.transform = CATransform3DMakeRotation(.pi / 6, 0, 1, 0)
        let root = root([layer])
        // 30 points out of the plane, which is turned by a sixth of half a turn: 15 to one side.
        let there = root.convert(p(10, 10), from: child)
        #expect(abs(there.x - 65) < 1e-9 && abs(there.y - 50) < 1e-9)
        let back = child.convert(p(65, 50), from: root)
        #expect(abs(back.x - 10) < 1e-9 && abs(back.y - 10) < 1e-9)
        #expect(root.hitTest(p(65, 50)) === child && root.hitTest(p(50, 50)) === root)
    }

    @Test func hitTest_finds_the_nearest_plane_at_the_point() {
        let (one, other) = (square(60, at: 50, 50), square(60, at: 50, 50))
        one.transform = CATransform3DMakeRotation(0.5, 0, 1, 0)
        other.transform = CATransform3DMakeRotation(-0.5, 0, 1, 0)
        let root = root([one, other])
        #expect(root.hitTest(p(40, 50)) === one && root.hitTest(p(60, 50)) === other)
        root.sublayers = [other, one]
        #expect(root.hitTest(p(40, 50)) === one && root.hitTest(p(60, 50)) === other)
    }

    @Test func copies_and_archives_of_transform_layers_are_transform_layers() throws {
        let layer = container([square(20, at: 20, 20, Self.red)])
        layer.backgroundColor = Self.blue
        let copy = makeLayer(of: CATransformLayer.self, copying: layer)
        #expect(painted(draw(copy)) == 0)
        let data = try NSKeyedArchiver.archivedData(withRootObject: layer, requiringSecureCoding: true)
        let read = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: CATransformLayer.self, from: data))
        #expect(painted(draw(read)) == 400)
    }

    @Test func allowsEdgeAntialiasing_decides_whether_edges_are_soft() {
        func picture(_ soft: Bool) -> Bitmap {
            let layer = square(40.5, at: 50, 50, Self.red)
            layer.transform = CATransform3DMakeRotation(0.3, 0, 0, 1)
            layer.allowsEdgeAntialiasing = soft
            return draw(layer)
        }
        #expect(CALayer().allowsEdgeAntialiasing && CALayer().shouldArchiveValue(forKey: "allowsEdgeAntialiasing"))
        #expect(picture(true).pixels.contains { $0 >> 24 != 0 && $0 >> 24 != 255 })
        #expect(picture(false).pixels.allSatisfy { $0 >> 24 == 0 || $0 >> 24 == 255 })
        #expect(abs(painted(picture(false)) - 1640) < 20)
        let level = square(20, at: 50.5, 50, Self.red)
        level.allowsEdgeAntialiasing = false
        #expect(painted(draw(level)) == 420)
    }
}
