import CoreGraphics
import Foundation
import Mica
import MicaBase
import QuartzCore
import Testing

@Suite struct ShapeLayerTests {
    private func draw(_ layer: CALayer, width: Int = 40, height: Int = 40, at time: Double = 0) -> Bitmap {
        let root = CALayer()
        root.bounds = CGRect(x: 0, y: 0, width: width, height: height)
        root.addSublayer(layer)
        return LayerRenderer(layer: root, threads: 1).bitmap(at: time)
    }

    private func alpha(_ bitmap: Bitmap, _ x: Int, _ y: Int) -> Int { Int(bitmap[x, y] >> 24) }

    private func rectangle(_ rect: CGRect) -> CAShapeLayer {
        let shape = CAShapeLayer()
        shape.path = unsafe CGPath(rect: rect, transform: nil)
        return shape
    }

    @Test func shape_fill_is_opaque_black_at_first_and_covers_exactly() {
        let bitmap = draw(rectangle(CGRect(x: 10, y: 10, width: 20.5, height: 20)))
        #expect(bitmap[15, 15] == 0xFF00_0000)
        #expect(bitmap[9, 15] == 0 && bitmap[31, 15] == 0)
        #expect(alpha(bitmap, 30, 15) == 128)
    }

    @Test func shape_is_drawn_outside_its_bounds_unless_it_masks() {
        let shape = rectangle(CGRect(x: 10, y: 10, width: 20, height: 20))
        shape.bounds = CGRect(x: 0, y: 0, width: 15, height: 15)
        shape.anchorPoint = .zero
        #expect(draw(shape)[25, 25] == 0xFF00_0000)
        shape.removeFromSuperlayer()
        shape.masksToBounds = true
        let clipped = draw(shape)
        #expect(clipped[25, 25] == 0)
        #expect(clipped[12, 12] == 0xFF00_0000)
    }

    @Test func stroke_lies_half_on_either_side_of_the_path() {
        let shape = rectangle(CGRect(x: 10, y: 10, width: 20, height: 20))
        shape.fillColor = nil
        shape.strokeColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
        shape.lineWidth = 4
        let bitmap = draw(shape)
        #expect(bitmap[8, 20] == 0xFFFF_0000 && bitmap[11, 20] == 0xFFFF_0000)
        #expect(bitmap[7, 20] == 0 && bitmap[12, 20] == 0)
        #expect(bitmap[8, 8] == 0xFFFF_0000)
    }

    @Test func stroke_start_and_end_count_along_the_whole_path() {
        let shape = CAShapeLayer()
        let path = CGMutablePath()
        path.move(to: CGPoint(x: 0, y: 10))
        path.addLine(to: CGPoint(x: 20, y: 10))
        path.move(to: CGPoint(x: 0, y: 30))
        path.addLine(to: CGPoint(x: 20, y: 30))
        shape.path = path
        shape.fillColor = nil
        shape.strokeColor = CGColor(gray: 0, alpha: 1)
        shape.lineWidth = 2
        shape.strokeStart = 0.25
        shape.strokeEnd = 0.75
        let bitmap = draw(shape)
        #expect(bitmap[9, 10] == 0 && bitmap[10, 10] == 0xFF00_0000)
        #expect(bitmap[9, 30] == 0xFF00_0000 && bitmap[10, 30] == 0)
    }

    @Test func even_odd_rule_leaves_the_overlap_out() {
        let shape = CAShapeLayer()
        let path = CGMutablePath()
        path.addRect(CGRect(x: 5, y: 5, width: 20, height: 20))
        path.addRect(CGRect(x: 15, y: 15, width: 20, height: 20))
        shape.path = path
        #expect(draw(shape)[20, 20] == 0xFF00_0000)
        shape.removeFromSuperlayer()
        shape.fillRule = .evenOdd
        let bitmap = draw(shape)
        #expect(bitmap[20, 20] == 0)
        #expect(bitmap[10, 10] == 0xFF00_0000)
    }

    @Test func dashes_begin_with_the_phase() {
        let shape = CAShapeLayer()
        let path = CGMutablePath()
        path.move(to: CGPoint(x: 0, y: 20))
        path.addLine(to: CGPoint(x: 40, y: 20))
        shape.path = path
        shape.strokeColor = CGColor(gray: 0, alpha: 1)
        shape.lineWidth = 2
        shape.lineDashPattern = [4, 6]
        shape.lineDashPhase = 2
        let bitmap = draw(shape)
        let row = (0..<20).map { bitmap[$0, 20] != 0 }
        #expect(row == (0..<20).map { ($0 + 2) % 10 < 4 })
    }

    @Test func path_animation_moves_every_point() {
        let shape = rectangle(CGRect(x: 0, y: 0, width: 10, height: 40))
        let grow = CABasicAnimation(keyPath: "path")
        grow.toValue = unsafe CGPath(rect: CGRect(x: 0, y: 0, width: 30, height: 40), transform: nil)
        grow.duration = 1
        shape.add(grow, forKey: nil)
        let bitmap = draw(shape, at: 0.5)
        #expect(bitmap[19, 20] == 0xFF00_0000 && bitmap[20, 20] == 0)
    }

    @Test func shape_masks_by_its_alpha_whatever_its_colour() {
        let layer = CALayer()
        layer.frame = CGRect(x: 0, y: 0, width: 40, height: 40)
        layer.backgroundColor = CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 1)
        let mask = CAShapeLayer()
        mask.path = unsafe CGPath(rect: CGRect(x: 10, y: 10, width: 10, height: 10), transform: nil)
        mask.fillColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
        layer.mask = mask
        let bitmap = draw(layer)
        #expect(bitmap[15, 15] == 0xFF00_FF00)
        #expect(bitmap[25, 25] == 0)
    }

    @Test func shape_of_nonsense_draws_nothing_harmful() {
        let shape = CAShapeLayer()
        let path = CGMutablePath()
        path.move(to: CGPoint(x: CGFloat.nan, y: 1e300))
        path.addLine(to: CGPoint(x: -1e300, y: 5))
        path.addLine(to: CGPoint(x: 1e12, y: CGFloat.infinity))
        shape.path = path
        shape.strokeColor = CGColor(gray: 0, alpha: 1)
        shape.lineWidth = 1e9
        shape.lineDashPattern = [0, 0]
        _ = draw(shape)
    }

    @Test func shape_archive_keeps_the_path() throws {
        let shape = rectangle(CGRect(x: 1, y: 2, width: 3, height: 4))
        shape.strokeColor = CGColor(gray: 0.5, alpha: 1)
        shape.fillColor = nil
        shape.lineDashPattern = [3, 1.5]
        let data = try NSKeyedArchiver.archivedData(withRootObject: shape, requiringSecureCoding: true)
        let back = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: CAShapeLayer.self, from: data))
        #expect(back.path == shape.path)
        #expect(back.fillColor == nil)
        #expect(back.lineDashPattern == [3, 1.5])
    }
}

@Suite struct GradientLayerTests {
    private func draw(_ layer: CAGradientLayer, width: Int = 40, height: Int = 40) -> Bitmap {
        layer.bounds = CGRect(x: 0, y: 0, width: width, height: height)
        return LayerRenderer(layer: layer, threads: 1).bitmap(at: 0)
    }

    private func gradient(_ type: CAGradientLayerType = .axial) -> CAGradientLayer {
        let layer = CAGradientLayer()
        layer.type = type
        layer.colors = [CGColor(gray: 0, alpha: 1), CGColor(gray: 1, alpha: 1)]
        return layer
    }

    private func gray(_ bitmap: Bitmap, _ x: Int, _ y: Int) -> Int { Int(bitmap[x, y] & 255) }

    @Test func gradient_runs_down_at_first() {
        let bitmap = draw(gradient(), width: 8, height: 256)
        for y in stride(from: 0, to: 256, by: 15) { #expect(abs(gray(bitmap, 3, y) - y) <= 1) }
        #expect(bitmap[0, 100] == bitmap[7, 100])
    }

    @Test func gradient_holds_its_ends_and_jumps_where_two_stops_meet() {
        let layer = gradient()
        layer.startPoint = CGPoint(x: 0, y: 0.5)
        layer.endPoint = CGPoint(x: 1, y: 0.5)
        layer.locations = [0.5, 0.5]
        let bitmap = draw(layer)
        #expect(gray(bitmap, 0, 5) == 0 && gray(bitmap, 19, 5) == 0)
        #expect(gray(bitmap, 20, 5) == 255 && gray(bitmap, 39, 5) == 255)
    }

    @Test func gradient_with_too_few_or_mismatched_stops_draws_nothing() {
        let layer = gradient()
        layer.locations = [0, 0.5, 1]
        #expect(draw(layer).pixels.allSatisfy { $0 == 0 })
        layer.locations = nil
        layer.colors = [CGColor(gray: 1, alpha: 1)]
        #expect(draw(layer).pixels.allSatisfy { $0 == 0 })
        layer.colors = nil
        #expect(draw(layer).pixels.allSatisfy { $0 == 0 })
    }

    @Test func gradient_mixes_colours_before_it_multiplies_alpha() {
        let layer = gradient()
        layer.colors = [
            CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1), CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 0),
        ]
        let bitmap = draw(layer, width: 4, height: 101)
        let middle = bitmap[2, 50]
        #expect(abs(Int(middle >> 24) - 128) <= 1)
        #expect(abs(Int(middle & 255) - 64) <= 1)
    }

    @Test func gradient_axial_has_lines_square_to_its_way_in_unit_coordinates() {
        // LO-3: airbnb/lottie-ios' snapshot issue_1717, drawn by iOS 16.
        let layer = gradient()
        layer.startPoint = .zero
        layer.endPoint = CGPoint(x: 1, y: 1)
        let bitmap = draw(layer, width: 200, height: 50)
        // From corner to corner the middle is the other diagonal.
        for (x, y) in [(0, 49), (199, 0), (100, 25), (50, 37), (150, 12)] {
            #expect(abs(gray(bitmap, x, y) - 128) <= 3, "\(x), \(y)")
        }
        #expect(gray(bitmap, 0, 0) <= 3 && gray(bitmap, 199, 49) >= 252)
    }

    @Test func gradient_radial_is_an_ellipse_about_the_start() {
        let layer = gradient(.radial)
        layer.startPoint = CGPoint(x: 0.5, y: 0.5)
        layer.endPoint = CGPoint(x: 1, y: 1)
        let bitmap = draw(layer, width: 200, height: 100)
        #expect(abs(gray(bitmap, 150, 50) - 128) <= 2)
        #expect(abs(gray(bitmap, 100, 75) - 128) <= 2)
        #expect(gray(bitmap, 0, 0) == 255)
        #expect(gray(bitmap, 100, 50) <= 3)
    }

    @Test func gradient_conic_turns_from_x_to_y() {
        let layer = gradient(.conic)
        layer.startPoint = CGPoint(x: 0.5, y: 0.5)
        layer.endPoint = CGPoint(x: 1, y: 0.5)
        let bitmap = draw(layer, width: 101, height: 101)
        #expect(abs(gray(bitmap, 50, 100) - 64) <= 2)
        #expect(abs(gray(bitmap, 0, 50) - 128) <= 2)
        #expect(abs(gray(bitmap, 50, 0) - 191) <= 2)
    }

    @Test func gradient_lies_over_the_background_and_within_the_corners() {
        let layer = gradient()
        layer.colors = [
            CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 0), CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 0),
        ]
        layer.backgroundColor = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)
        layer.cornerRadius = 20
        let bitmap = draw(layer)
        #expect(bitmap[20, 20] == 0xFF00_00FF)
        #expect(bitmap[0, 0] == 0)
    }
}
