import CoreGraphics
import Foundation
import Mica
import MicaRandom
import QuartzCore

/// A tree of layers that uses most features of layers, and changes of that tree, all from a seed.
final class RandomTree {
    /// The root, as large as the picture.
    let root = CALayer()
    private var random: SeededGenerator
    private var layers: [CALayer] = []
    private static let images = (0..<3).map { CGImage(bitmap: SceneImage.bitmap($0)) }
    private static let blends = ["xor", "destOut", "destIn", "sourceAtop", "copy", "plusL", "multiplyBlendMode"]

    /// Makes the tree of a seed.
    init(seed: UInt64, width: Int, height: Int) {
        random = SeededGenerator(seed: seed &* 0x2545_f491_4f6c_dd1d)
        root.bounds = CGRect(x: 0, y: 0, width: width, height: height)
        if random.chance(0.7) { root.backgroundColor = color() }
        addSublayers(to: root, depth: 0)
    }

    // MARK: Making layers

    private func color() -> CGColor {
        CGColor(
            srgbRed: random.unit(), green: random.unit(), blue: random.unit(),
            alpha: random.chance(0.6) ? 1 : random.unit())
    }

    private func point(_ low: Double, _ high: Double) -> CGPoint {
        let point = CGPoint(x: random.number(low...high), y: random.number(low...high))
        return random.chance(0.4) ? CGPoint(x: point.x.rounded(), y: point.y.rounded()) : point
    }

    private func path() -> CGPath {
        let path = CGMutablePath()
        switch random.below(3) {
        case 0: path.addEllipse(in: CGRect(origin: point(0, 20), size: CGSize(width: 30, height: 18)))
        case 1: path.addRect(CGRect(origin: point(0, 20), size: CGSize(width: 22, height: 14)))
        default:
            path.move(to: point(-5, 50))
            for _ in 0..<random.below(5) + 1 { path.addLine(to: point(-5, 50)) }
            if random.chance() { path.addCurve(to: point(0, 40), control1: point(0, 40), control2: point(0, 40)) }
            if random.chance() { path.closeSubpath() }
        }
        return path
    }

    private func addSublayers(to owner: CALayer, depth: Int) {
        let count = depth == 0 ? random.whole(1...6) : random.whole(0...3)
        for _ in 0..<count { owner.addSublayer(layer(depth: depth + 1)) }
    }

    private func layer(depth: Int) -> CALayer {
        let layer = plain()
        layers.append(layer)
        layer.bounds = CGRect(origin: random.chance(0.2) ? point(-9, 9) : .zero, size: size())
        layer.position = point(-10, 80)
        for _ in 0..<random.below(4) { change(layer) }
        if random.chance(0.12) { addEffect(to: layer) }
        if depth < 4 {
            if random.chance(depth == 1 ? 0.7 : 0.4) { addSublayers(to: layer, depth: depth) }
            if random.chance(0.1) { layer.mask = self.layer(depth: depth + 2) }
        }
        return layer
    }

    private func size() -> CGSize {
        let size = point(1, random.chance(0.2) ? 90 : 40)
        return CGSize(width: size.x, height: size.y)
    }

    private func plain() -> CALayer {
        switch random.below(20) {
        case 0, 1:
            let layer = CAShapeLayer()
            (layer.path, layer.fillColor) = (path(), random.chance(0.6) ? color() : nil)
            if random.chance() { (layer.strokeColor, layer.lineWidth) = (color(), random.number(0.5...6)) }
            if random.chance(0.2) { layer.lineDashPattern = [4, 3] }
            return layer
        case 2, 3:
            let layer = CAGradientLayer()
            layer.colors = [color(), color(), color()]
            layer.type = random.pick([.axial, .radial, .conic])
            if random.chance() { (layer.startPoint, layer.endPoint) = (point(0, 1), point(0, 1)) }
            return layer
        case 4: return CATransformLayer()
        case 5:
            let layer = CAReplicatorLayer()
            layer.instanceCount = random.whole(0...5)
            layer.instanceTransform = CATransform3DMakeTranslation(random.number(-12...12), random.number(-9...9), 0)
            if random.chance(0.3) { layer.instanceAlphaOffset = -0.15 }
            if random.chance(0.3) { layer.instanceGreenOffset = -0.2 }
            if random.chance(0.2) { layer.instanceDelay = 0.1 }
            if random.chance(0.2) { layer.preservesDepth = true }
            return layer
        case 6: return random.chance(0.4) ? emitter() : CALayer()
        default:
            let layer = CALayer()
            layer.backgroundColor = color()
            return layer
        }
    }

    private func emitter() -> CAEmitterLayer {
        let (layer, cell) = (CAEmitterLayer(), CAEmitterCell())
        layer.seed = UInt32(truncatingIfNeeded: random.next())
        layer.emitterPosition = point(0, 40)
        (cell.birthRate, cell.lifetime, cell.velocity) = (40, 1.5, 30)
        (cell.emissionRange, cell.scale, cell.contents) = (2 * .pi, 0.05, random.pick(Self.images))
        layer.emitterCells = [cell]
        layer.renderMode = random.pick([.unordered, .additive, .oldestFirst, .backToFront])
        return layer
    }

    // MARK: Changing them

    private func addEffect(to layer: CALayer) {
        switch random.below(9) {
        case 0: layer.compositingFilter = random.pick(Self.blends)
        case 1: layer.filters = [LayerFilter.gaussianBlur(radius: random.number(0.2...6))]
        case 2: layer.backgroundFilters = [LayerFilter.gaussianBlur(radius: random.number(0.2...5))]
        case 3: layer.filters = [LayerFilter.saturation(random.number(0...1))]
        case 4:
            layer.shouldRasterize = true
            layer.rasterizationScale = random.pick([1, 1, 2, 0.5])
        case 5: layer.edgeAntialiasingMask = [.layerLeftEdge, .layerTopEdge]
        case 6: layer.allowsEdgeAntialiasing = false
        case 7: layer.allowsGroupOpacity = false
        default:
            layer.contents = random.pick(Self.images)
            layer.contentsCenter = CGRect(x: 0.3, y: 0.3, width: 0.4, height: 0.4)
        }
    }

    private func change(_ layer: CALayer) {
        switch random.below(18) {
        case 0: layer.opacity = Float(random.unit())
        case 1: layer.cornerRadius = random.number(0...14)
        case 2: (layer.borderWidth, layer.borderColor) = (random.number(0...4), color())
        case 3: layer.zPosition = random.number(-3...3)
        case 4, 5: layer.transform = CATransform3DMakeRotation(random.number(0...6), 0, 0, 1)
        case 6: layer.transform = CATransform3DMakeRotation(random.number(-1...1), 0.3, 1, 0)
        case 7: layer.sublayerTransform.m34 = random.pick([0, -0.004])
        case 8: layer.masksToBounds.toggle()
        case 9: layer.isGeometryFlipped.toggle()
        case 10: layer.isHidden = random.chance(0.4)
        case 11:
            layer.contents = random.pick(Self.images)
            layer.contentsGravity = random.pick([.resize, .center, .resizeAspect, .topLeft, .resizeAspectFill])
        case 12:
            (layer.shadowOpacity, layer.shadowRadius) = (Float(random.unit()), random.number(0...7))
            if random.chance(0.2) { layer.shadowPath = path() }
        case 13: layer.backgroundColor = color()
        case 14: layer.bounds.size = size()
        case 15: layer.anchorPoint = point(0, 1)
        default: layer.position = point(-10, 80)
        }
    }

    /// Makes the changes of a step: of a few layers, of many that move, of the tree itself, or none.
    func step() {
        CATransaction.begin()
        CATransaction.setDisableActions(random.chance(0.8))
        switch random.below(8) {
        case 0: break
        case 1:
            for layer in layers where random.chance(0.7) { layer.position.x += random.number(-4...4).rounded() }
        case 2:
            for layer in layers where random.chance(0.5) {
                layer.transform = CATransform3DMakeRotation(random.number(0...6), 0, 0, 1)
            }
        case 3:
            let layer = random.pick(layers)
            if random.chance() { layer.removeFromSuperlayer() } else { layer.addSublayer(self.layer(depth: 3)) }
        case 4:
            let (layer, move) = (random.pick(layers), CABasicAnimation(keyPath: "position"))
            move.fromValue = NSValue(point: point(0, 60))
            move.duration = random.number(0.05...0.6)
            layer.add(move, forKey: nil)
        case 5:
            let (layer, transition) = (random.pick(layers), CATransition())
            transition.type = random.pick([.fade, .moveIn, .push, .reveal])
            transition.duration = 0.4
            change(layer)
            layer.add(transition, forKey: nil)
        default: for _ in 0..<random.whole(1...4) { change(random.pick(layers)) }
        }
        CATransaction.commit()
    }
}
