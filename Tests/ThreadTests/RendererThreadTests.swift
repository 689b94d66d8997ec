import CoreGraphics
import Foundation
import Mica
import QuartzCore
import Synchronization
import Testing

/// Renderers that draw on several threads at once, each with workers of its own, and share what the process shares: images,
/// outlines, fonts, decoded and blurred pixels. `dev/sanitize thread` runs these under the thread sanitizer.
@Suite struct RendererThreadTests {
    /// Runs a body on threads of its own at once, and waits for all of them.
    private func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
        let group = DispatchGroup()
        for index in 0..<count {
            group.enter()
            let thread = Thread {
                body(index)
                group.leave()
            }
            thread.stackSize = 4 << 20
            thread.start()
        }
        group.wait()
    }

    private static let image: CGImage = {
        let layer = CALayer()
        layer.bounds = CGRect(x: 0, y: 0, width: 24, height: 24)
        layer.backgroundColor = CGColor(srgbRed: 0.2, green: 0.6, blue: 0.9, alpha: 1)
        layer.cornerRadius = 8
        return LayerRenderer(layer: layer, threads: 1).image(at: 0)
    }()

    private static let path = unsafe CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 40, height: 30), transform: nil)

    /// A tree with something of everything that is prepared once and shared: an image, a shape, text, a shadow, a blur, copies.
    private static func tree(_ seed: Int) -> CALayer {
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        defer { CATransaction.commit() }
        let root = CALayer()
        root.bounds = CGRect(x: 0, y: 0, width: 160, height: 120)
        let picture = CALayer()
        picture.frame = CGRect(x: 10, y: 10, width: 60, height: 40)
        picture.contents = image
        picture.shadowOpacity = 0.7
        root.addSublayer(picture)
        let shape = CAShapeLayer()
        shape.frame = CGRect(x: 80, y: 10, width: 60, height: 40)
        shape.path = path
        shape.lineWidth = 3
        shape.strokeColor = .black
        root.addSublayer(shape)
        let text = CATextLayer()
        text.frame = CGRect(x: 10, y: 60, width: 100, height: 30)
        text.string = "thread \(seed % 2)"
        text.fontSize = 20
        root.addSublayer(text)
        let copies = CAReplicatorLayer()
        copies.frame = CGRect(x: 20, y: 90, width: 100, height: 20)
        copies.instanceCount = 6
        copies.instanceTransform = CATransform3DMakeTranslation(16, 0, 0)
        let dot = CALayer()
        dot.frame = CGRect(x: 0, y: 0, width: 12, height: 12)
        dot.cornerRadius = 6
        dot.backgroundColor = CGColor(srgbRed: 1, green: 0.3, blue: 0.2, alpha: 0.8)
        copies.addSublayer(dot)
        root.addSublayer(copies)
        let turn = CABasicAnimation(keyPath: "transform.rotation.z")
        (turn.fromValue, turn.toValue, turn.duration) = (0, 3.0, 2)
        picture.add(turn, forKey: "turn")
        return root
    }

    /// The pixels of some frames of a tree.
    private static func frames(_ seed: Int, threads: Int, encodes: Bool) -> [[UInt32]] {
        let size = CGSize(width: 160, height: 120)
        let renderer = LayerRenderer(layer: tree(seed), size: size, scale: 1, threads: threads, encodes: encodes)
        return (0..<6).map { renderer.bitmap(at: Double($0) / 10).pixels }
    }

    @Test(arguments: [1, 2, 4]) func renderers_on_several_threads_draw_what_one_draws(workers: Int) {
        let expected = (0..<2).map { Self.frames($0, threads: 1, encodes: false) }
        let differing = Mutex<[Int]>([])
        onThreads(4) { index in
            let frames = Self.frames(index, threads: workers, encodes: index % 2 == 1)
            if frames != expected[index % 2] { differing.withLock { $0.append(index) } }
        }
        #expect(differing.withLock { $0 } == [])
    }

    @Test func tiles_are_drawn_by_threads_beside_several_renderers() {
        final class Painter: CATiledLayer {
            override class func fadeDuration() -> CFTimeInterval { 0 }
            override func draw(in ctx: CGContext) {
                let rect = ctx.boundingBoxOfClipPath
                ctx.setFillColor(CGColor(srgbRed: rect.minX / 1024, green: rect.minY / 1024, blue: 1, alpha: 1))
                ctx.fill(rect)
            }
        }
        @Sendable func draw() -> [UInt32] {
            let root = CALayer()
            root.bounds = CGRect(x: 0, y: 0, width: 300, height: 300)
            let layer = Painter()
            layer.anchorPoint = .zero
            layer.tileSize = CGSize(width: 64, height: 64)
            layer.bounds = CGRect(x: 0, y: 0, width: 1024, height: 1024)
            root.addSublayer(layer)
            return LayerRenderer(layer: root, threads: 2).bitmap(at: 0).pixels
        }
        let expected = draw()
        #expect(Set(expected).count >= 25)
        let differing = Mutex<[Int]>([])
        onThreads(3) { index in
            if draw() != expected { differing.withLock { $0.append(index) } }
        }
        #expect(differing.withLock { $0 } == [])
    }
}
