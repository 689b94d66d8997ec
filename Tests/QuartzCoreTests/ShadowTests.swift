import CoreGraphics
import Foundation
import Mica
import MicaBase
import QuartzCore
import Testing

@Suite struct ShadowTests {
    private let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)

    private func draw(_ layer: CALayer, size: Int = 60, at time: Double = 0) -> Bitmap {
        let root = CALayer()
        root.bounds = CGRect(x: 0, y: 0, width: size, height: size)
        root.addSublayer(layer)
        defer { layer.removeFromSuperlayer() }
        return LayerRenderer(layer: root, threads: 1).bitmap(at: time)
    }

    private func box(_ frame: CGRect, _ configure: (CALayer) -> Void = { _ in }) -> CALayer {
        let layer = CALayer()
        layer.frame = frame
        layer.backgroundColor = red
        layer.shadowOpacity = 1
        layer.shadowOffset = .zero
        configure(layer)
        return layer
    }

    private func difference(_ a: Bitmap, _ b: Bitmap) -> Int {
        zip(a.pixels, b.pixels).map { p, q in
            [0, 8, 16, 24].map { abs(Int(p >> $0 & 255) - Int(q >> $0 & 255)) }.max() ?? 0
        }.max() ?? 0
    }

    @Test func shadow_defaults_are_apples() {
        let layer = CALayer()
        #expect(layer.shadowColor == CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 1))
        #expect(layer.shadowOpacity == 0 && layer.shadowRadius == 3 && layer.shadowPath == nil)
        #expect(layer.shadowOffset == CGSize(width: 0, height: -3))
        layer.setValue(2, forKeyPath: "shadowOffset.width")
        #expect(layer.shadowOffset == CGSize(width: 2, height: -3))
        layer.setValue(0.5, forKey: "shadowOpacity")
        #expect(layer.shadowOpacity == 0.5)
    }

    @Test func shadow_radius_is_the_deviation_of_the_blur() {
        let bitmap = draw(box(CGRect(x: 20, y: -40, width: 100, height: 200)) { $0.shadowRadius = 5 })
        // A straight edge: the normal distribution function at pixel centres.
        for x in [4, 10, 15, 19] {
            let expected = 0.5 * erfc((20 - Double(x) - 0.5) / 5 / 2.0.squareRoot()) * 255
            #expect(abs(Double(bitmap[x, 30] >> 24) - expected) <= 1)
        }
    }

    @Test func shadow_lies_behind_its_layer_and_shows_through_it() {
        let layer = box(CGRect(x: 20, y: 20, width: 20, height: 20)) {
            $0.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 0.5)
            $0.shadowRadius = 0
        }
        let bitmap = draw(layer)
        #expect(bitmap[30, 30] >> 24 == 192 || bitmap[30, 30] >> 24 == 191)
        layer.backgroundColor = red
        #expect(draw(layer)[30, 30] == 0xFFFF_0000)
    }

    @Test func shadow_offset_is_in_the_layers_space() {
        let turned = box(CGRect(x: 20, y: 20, width: 20, height: 20)) {
            $0.shadowRadius = 0
            $0.shadowOffset = CGSize(width: 10, height: 0)
            $0.setAffineTransform(CGAffineTransform(rotationAngle: .pi / 2))
        }
        let down = draw(turned)
        #expect(down[30, 45] == 0xFF00_0000 && down[45, 30] == 0)
        let flipped = box(CGRect(x: 20, y: 20, width: 20, height: 20)) {
            $0.shadowRadius = 0
            $0.shadowOffset = CGSize(width: 0, height: 10)
            $0.isGeometryFlipped = true
        }
        let up = draw(flipped)
        #expect(up[30, 15] == 0xFF00_0000 && up[30, 45] == 0)
    }

    @Test func shadow_of_contents_follows_their_shape() {
        let outline = unsafe CGPath(
            roundedRect: CGRect(x: 0, y: 0, width: 24, height: 24), cornerWidth: 8, cornerHeight: 8, transform: nil)
        let known = box(CGRect(x: 18, y: 18, width: 24, height: 24)) {
            $0.cornerRadius = 8
            $0.shadowOffset = CGSize(width: 3.5, height: 2)
        }
        let byPath = box(CGRect(x: 18, y: 18, width: 24, height: 24)) {
            $0.cornerRadius = 8
            $0.shadowOffset = CGSize(width: 3.5, height: 2)
            $0.shadowPath = outline
        }
        let inside = box(CGRect(x: 18, y: 18, width: 24, height: 24)) {
            $0.backgroundColor = nil
            $0.shadowOffset = CGSize(width: 3.5, height: 2)
            let child = CAShapeLayer()
            child.path = outline
            child.fillColor = red
            $0.addSublayer(child)
        }
        let expected = draw(known)
        #expect(draw(byPath) == expected)
        // Drawn and blurred in 8 bits, and cut at three deviations.
        #expect(difference(draw(inside), expected) <= 2)
    }

    @Test func shadow_of_a_path_does_not_need_a_picture() {
        let layer = box(CGRect(x: 20, y: 20, width: 20, height: 20)) {
            $0.backgroundColor = nil
            $0.shadowRadius = 0
            $0.shadowPath = unsafe CGPath(ellipseIn: CGRect(x: -10, y: 0, width: 40, height: 20), transform: nil)
        }
        let bitmap = draw(layer)
        #expect(bitmap[30, 30] == 0xFF00_0000 && bitmap[12, 30] == 0xFF00_0000 && bitmap[12, 21] == 0)
    }

    @Test func shadow_is_clipped_by_a_layer_that_masks() {
        let layer = box(CGRect(x: 20, y: 20, width: 20, height: 20)) { $0.masksToBounds = true }
        let bitmap = draw(layer)
        #expect(bitmap[18, 30] == 0 && bitmap[30, 41] == 0 && bitmap[30, 30] == 0xFFFF_0000)
    }

    @Test func shadow_fades_with_its_layer() {
        let layer = box(CGRect(x: 20, y: 20, width: 20, height: 20)) {
            $0.shadowRadius = 0
            $0.shadowOffset = CGSize(width: 10, height: 0)
            $0.opacity = 0.5
        }
        let bitmap = draw(layer)
        // As one image: red over black is red before it fades.
        #expect(bitmap[25, 30] == 0x8080_0000 && bitmap[35, 30] == 0x8080_0000 && bitmap[45, 30] == 0x8000_0000)
    }

    @Test func shadow_without_color_or_opacity_is_none() {
        let layer = box(CGRect(x: 20, y: 20, width: 20, height: 20)) { $0.shadowColor = nil }
        #expect(draw(layer)[18, 30] == 0)
        layer.shadowColor = red
        layer.shadowOpacity = 0
        #expect(draw(layer)[18, 30] == 0)
    }

    @Test func shadow_properties_animate() {
        let layer = box(CGRect(x: 20, y: 20, width: 20, height: 20)) {
            $0.shadowRadius = 0
            let move = CABasicAnimation(keyPath: "shadowOffset")
            move.fromValue = CGSize(width: 0, height: 0)
            move.toValue = CGSize(width: 20, height: 0)
            move.duration = 2
            $0.add(move, forKey: nil)
        }
        let bitmap = draw(layer, at: 1)
        #expect(bitmap[45, 30] == 0xFF00_0000 && bitmap[52, 30] == 0)
    }
}
