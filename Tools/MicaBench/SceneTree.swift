import CoreGraphics
import QuartzCore

extension BenchScene {
    /// Whether layers can draw the scene; other scenes are skipped.
    package var isDrawable: Bool {
        switch self {
        case .rectangles, .roundedRectangles, .images, .outlinedShadows, .contentShadows, .gradients, .paths, .groups,
            .damage, .redraw, .replicated, .separate, .batchedParticles, .stillShapes, .morphingShapes, .scrollingText,
            .pannedTiles, .cubes:
            true
        case .particles: false
        }
    }
}

/// A scene as a program builds it: layers that are made once, and properties of them that each frame sets.
final class SceneTree {
    /// The tree's root, as large as the surface.
    let root = CALayer()
    private let scene: BenchScene
    /// A layer for each of the scene's items.
    private var layers: [CALayer] = []
    private var replicas: ReplicaLayers?
    private var own: LayerScene?

    /// Makes the layers of a scene as they are at frame 0.
    ///
    /// - Precondition: the scene can be drawn.
    ///
    /// - Parameter particles: how many particles scenes of particles have.
    init(_ scene: BenchScene, particles: Int = 10_000) {
        precondition(scene.isDrawable, "there are no layers for scene \(scene.rawValue)")
        self.scene = scene
        root.bounds = CGRect(x: 0, y: 0, width: BenchScene.width, height: BenchScene.height)
        root.position = CGPoint(x: BenchScene.width / 2, y: BenchScene.height / 2)
        if scene == .batchedParticles {
            for emitter in Self.emitters(particles: particles) { root.addSublayer(emitter) }
            return
        }
        if scene.isOfLayers {
            own = LayerScene(scene, scene.numbers, in: root)
            return
        }
        let pictures = scene == .images ? (0..<SceneImage.count).map { CGImage(bitmap: SceneImage.bitmap($0)) } : []
        let items = scene.items(frame: 0)
        if scene == .replicated {
            replicas = ReplicaLayers(in: root)
            replicas?.show(items[0])
            return
        }
        layers = items.map { item in
            let layer = makeLayer(item)
            layer.bounds = CGRect(x: 0, y: 0, width: CGFloat(item.width), height: CGFloat(item.height))
            layer.cornerRadius = CGFloat(item.cornerRadius)
            layer.opacity = scene == .paths ? 1 : item.opacity
            if item.color != 0, scene != .paths { layer.backgroundColor = CGColor.opaque(item.color) }
            shade(layer)
            if !pictures.isEmpty { layer.contents = pictures[item.image] }
            move(layer, to: item)
            turn(layer, to: item)
            return layer
        }
        if scene == .groups { nest(items) } else { for layer in layers { root.addSublayer(layer) } }
    }

    /// A layer of the class that an item needs.
    private func makeLayer(_ item: SceneItem) -> CALayer {
        switch scene {
        case .gradients:
            let layer = CAGradientLayer()
            layer.colors = (0..<3).map { CGColor.opaque(item.stops[$0]) }
            setGradient(of: layer, to: item)
            return layer
        case .paths:
            let layer = CAShapeLayer()
            layer.fillColor = CGColor.opaque(item.color).copy(alpha: CGFloat(item.opacity))
            layer.strokeColor = CGColor.opaque(item.lineColor)
            layer.lineWidth = 2
            return layer
        default: return CALayer()
        }
    }

    /// Gives a layer the scene's shadow: black at 50 %, 6 points down, sigma 12, of its outline or of its contents.
    private func shade(_ layer: CALayer) {
        guard scene == .outlinedShadows || scene == .contentShadows else { return }
        layer.shadowOpacity = 128 / 255
        layer.shadowOffset = CGSize(width: 0, height: 6)
        layer.shadowRadius = 12
        if scene == .outlinedShadows {
            layer.shadowPath = unsafe CGPath(
                roundedRect: layer.bounds, cornerWidth: layer.cornerRadius, cornerHeight: layer.cornerRadius,
                transform: nil)
        } else {
            // The visible part is in a sublayer, so that the shadow has to be made of that.
            let child = CALayer()
            child.frame = layer.bounds
            child.cornerRadius = layer.cornerRadius
            child.backgroundColor = layer.backgroundColor
            layer.backgroundColor = nil
            layer.addSublayer(child)
        }
    }

    /// Makes groups of a leader and its children, with the leader's rounded rectangle as the mask.
    private func nest(_ items: [SceneItem]) {
        let stride = BenchScene.groupSize + 1
        for first in Swift.stride(from: 0, to: layers.count, by: stride) {
            let (group, item) = (layers[first], items[first])
            let mask = CALayer()
            mask.frame = group.bounds
            mask.cornerRadius = CGFloat(item.cornerRadius)
            mask.backgroundColor = CGColor.opaque(0xFF00_0000)
            group.cornerRadius = 0
            group.mask = mask
            for child in layers[first + 1..<first + stride] { group.addSublayer(child) }
            root.addSublayer(group)
        }
    }

    /// Sets the properties that change: the only calls that a program would make for a new frame.
    ///
    /// - Parameter paths: the outlines of the scene of paths; empty for the others.
    func show(_ items: [SceneItem], paths: [ScenePath], frame: Int) {
        if let own { return own.show(frame: frame) }
        switch scene {
        case .batchedParticles: break
        case .gradients:
            for (layer, item) in zip(layers, items) {
                move(layer, to: item)
                if let layer = layer as? CAGradientLayer { setGradient(of: layer, to: item) }
            }
        case .paths:
            for (layer, path) in zip(layers, paths) { (layer as? CAShapeLayer)?.path = path.outline }
        case .replicated: replicas?.show(items[0])
        case .rectangles, .outlinedShadows, .contentShadows, .separate:
            for (layer, item) in zip(layers, items) { move(layer, to: item) }
        case .roundedRectangles, .images, .groups: for (layer, item) in zip(layers, items) { turn(layer, to: item) }
        default: if let layer = layers.last, let item = items.last { move(layer, to: item) }
        }
    }

    /// Points of a gradient come in the box's own space; a radial one is a circle.
    private func setGradient(of layer: CAGradientLayer, to item: SceneItem) {
        let g = item.gradient
        let size = CGSize(width: CGFloat(item.width), height: CGFloat(item.height))
        layer.type = item.isRadial ? .radial : .axial
        layer.startPoint = CGPoint(x: CGFloat(g.x) / size.width, y: CGFloat(g.y) / size.height)
        if item.isRadial {
            layer.endPoint = CGPoint(x: CGFloat(g.x + g.z) / size.width, y: CGFloat(g.y + g.z) / size.height)
            return
        }
        // In the scene, lines of one colour are square to the gradient's vector in pixels; in a layer, in unit
        // coordinates. This finds the vector that gives the scene's gradient.
        let (x, y) = (CGFloat(g.z - g.x), CGFloat(g.w - g.y))
        let (acrossX, acrossY) = (x * size.width / (x * x + y * y), y * size.height / (x * x + y * y))
        let square = acrossX * acrossX + acrossY * acrossY
        layer.endPoint = CGPoint(
            x: layer.startPoint.x + acrossX / square, y: layer.startPoint.y + acrossY / square)
    }

    private func move(_ layer: CALayer, to item: SceneItem) {
        layer.position = CGPoint(x: item.center.x, y: item.center.y)
    }

    private func turn(_ layer: CALayer, to item: SceneItem) {
        layer.setAffineTransform(
            CGAffineTransform(
                a: CGFloat(item.a), b: CGFloat(item.b), c: CGFloat(item.c), d: CGFloat(item.d), tx: 0, ty: 0))
    }
}

extension ScenePath {
    /// The path as a program makes it, element by element.
    fileprivate var outline: CGPath {
        let path = CGMutablePath()
        func point(_ index: Int) -> CGPoint {
            CGPoint(x: CGFloat(coordinates[index]), y: CGFloat(coordinates[index + 1]))
        }
        path.move(to: point(0))
        for start in stride(from: 2, to: coordinates.count, by: 6) {
            path.addCurve(to: point(start + 4), control1: point(start), control2: point(start + 2))
        }
        path.closeSubpath()
        return path
    }
}

extension CGColor {
    /// The opaque colour of a word `0xAARRGGBB`.
    fileprivate static func opaque(_ word: UInt32) -> CGColor {
        func part(_ shift: UInt32) -> CGFloat { CGFloat(word >> shift & 255) / 255 }
        return CGColor(srgbRed: part(16), green: part(8), blue: part(0), alpha: 1)
    }
}
