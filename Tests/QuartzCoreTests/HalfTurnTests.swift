import Foundation
import Mica
import QuartzCore
import Testing

/// Half turns and mirrors of animations of each kind, which have no shortest way.
@Suite struct HalfTurnTests {
    private func animation(_ kind: String, to transform: CATransform3D) -> CAPropertyAnimation {
        let ends = [CATransform3DIdentity, transform].map { NSValue(caTransform3D: $0) }
        if kind == "keyframes" {
            let frames = CAKeyframeAnimation(keyPath: "transform")
            frames.values = ends
            return frames
        }
        let basic = kind == "spring" ? CASpringAnimation(keyPath: "transform") : CABasicAnimation(keyPath: "transform")
        (basic.fromValue, basic.toValue) = (ends[0], ends[1])
        return basic
    }

    /// The transform that is shown while an animation runs to another one from the identity.
    private func shown(_ kind: String, to transform: CATransform3D, at time: Double) throws -> CATransform3D {
        let root = CALayer(), layer = CALayer()
        root.bounds = CGRect(x: 0, y: 0, width: 40, height: 40)
        root.addSublayer(layer)
        let renderer = LayerRenderer(layer: root, scale: 1, threads: 1)
        renderer.schedule(at: 0) {
            let animation = self.animation(kind, to: transform)
            animation.duration = 2
            layer.add(animation, forKey: "turn")
        }
        var found: CATransform3D?
        renderer.schedule(at: time) { found = layer.presentation()?.transform }
        renderer.advance(to: time + 0.1)
        return try #require(found)
    }

    @Test(arguments: ["basic", "keyframes", "spring"])
    func half_turns_of_animations_go_one_way(_ kind: String) throws {
        for angle in [CGFloat.pi, -CGFloat.pi] {
            let half = try shown(kind, to: CATransform3DMakeRotation(angle, 0, 0, 1), at: 0.1)
            #expect(atan2(half.m12, half.m11) > 0.001, "\(kind) \(angle)")
        }
        let less = try shown(kind, to: CATransform3DMakeRotation(-0.99 * CGFloat.pi, 0, 0, 1), at: 0.1)
        #expect(atan2(less.m12, less.m11) < -0.001)
    }

    @Test(arguments: ["basic", "keyframes", "spring"])
    func mirrors_of_animations_keep_the_other_direction(_ kind: String) throws {
        let mirror = try shown(kind, to: CATransform3DMakeScale(-1, 1, 1), at: 0.1)
        #expect(mirror.m11 < 0.999 && abs(mirror.m22 - 1) < 1e-9 && abs(mirror.m12) < 1e-9)
    }

    @Test func webp_of_another_time() throws {
        let layer = CALayer()
        layer.bounds = CGRect(x: 0, y: 0, width: 8, height: 8)
        layer.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
        let renderer = LayerRenderer(layer: layer, scale: 1, threads: 1)
        renderer.schedule(at: 1) {
            CATransaction.setDisableActions(true)
            layer.backgroundColor = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
        }
        #expect(try renderer.webpData(at: 0) != renderer.webpData(at: 2))
    }
}
