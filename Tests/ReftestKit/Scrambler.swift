import Foundation
import MicaRandom
import QuartzCore

/// Changes a tree of layers in ways that can be taken back.
final class Scrambler {
    private var random: SeededGenerator
    private var restore: [() -> Void] = []

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    /// Changes layers at random; the closures put everything back when they are called last first.
    ///
    /// The root keeps its place. Times stay as they are, and no layer with animations leaves the tree, because that would end
    /// them.
    func scramble(_ root: CALayer) -> [() -> Void] {
        var layers: [CALayer] = []
        root.forEachInTree { layers.append($0) }
        for layer in layers {
            appearance(of: layer)
            if layer !== root { geometry(of: layer) }
        }
        for layer in layers { structure(of: layer) }
        if layers.count == 1 { addStranger(to: root) }
        return restore
    }

    private func set<Value>(_ path: ReferenceWritableKeyPath<CALayer, Value>, of layer: CALayer, to value: Value) {
        let old = layer[keyPath: path]
        layer[keyPath: path] = value
        restore.append { layer[keyPath: path] = old }
    }

    private func appearance(of layer: CALayer) {
        let color = CGColor(
            srgbRed: random.number(0...1), green: random.number(0...1), blue: random.number(0...1),
            alpha: random.number(0...1))
        switch Int.random(in: 0...10, using: &random) {
        case 0: set(\.backgroundColor, of: layer, to: color)
        case 1: set(\.opacity, of: layer, to: Float(random.number(0...1)))
        case 2: set(\.isHidden, of: layer, to: !layer.isHidden)
        case 3: set(\.cornerRadius, of: layer, to: random.number(0...20))
        case 4: set(\.masksToBounds, of: layer, to: !layer.masksToBounds)
        case 5:
            set(\.borderWidth, of: layer, to: random.number(0...6))
            set(\.borderColor, of: layer, to: color)
        case 6: set(\.contentsGravity, of: layer, to: .topRight)
        // A layer's pending drawing replaces contents that are set, and cannot be put back.
        case 7: if !layer.needsDisplay() { set(\.contents, of: layer, to: nil) }
        case 8: set(\.isGeometryFlipped, of: layer, to: !layer.isGeometryFlipped)
        case 9:
            let old = layer.compositingFilter
            layer.compositingFilter = "xor"
            restore.append { layer.compositingFilter = old }
        default: set(\.sublayerTransform, of: layer, to: CATransform3DMakeRotation(random.number(-1...1), 0, 0, 1))
        }
    }

    private func geometry(of layer: CALayer) {
        switch Int.random(in: 0...6, using: &random) {
        case 0:
            let old = layer.position
            set(
                \.position, of: layer,
                to: CGPoint(x: old.x + random.number(-20...20), y: old.y + random.number(-20...20)))
        case 1: set(\.bounds, of: layer, to: layer.bounds.insetBy(dx: random.number(-8...2), dy: random.number(-8...2)))
        case 2: set(\.anchorPoint, of: layer, to: CGPoint(x: random.number(0...1), y: random.number(0...1)))
        case 3: set(\.zPosition, of: layer, to: random.number(-5...5))
        case 4:
            let turn = CATransform3DMakeRotation(random.number(-3...3), 0, 0, 1)
            set(\.transform, of: layer, to: CATransform3DConcat(layer.transform, turn))
        default: break
        }
    }

    private func structure(of layer: CALayer) {
        let sublayers = layer.sublayers ?? []
        switch Int.random(in: 0...4, using: &random) {
        case 0 where sublayers.count > 1:
            layer.sublayers = sublayers.reversed()
            restore.append { layer.sublayers = sublayers }
        case 1 where !sublayers.isEmpty:
            let index = Int.random(in: 0..<sublayers.count, using: &random)
            guard !isAnimated(sublayers[index]) else { return }
            sublayers[index].removeFromSuperlayer()
            restore.append { layer.insertSublayer(sublayers[index], at: UInt32(index)) }
        case 2:
            guard let mask = layer.mask, !isAnimated(mask) else { return }
            layer.mask = nil
            restore.append { layer.mask = mask }
        case 3: addStranger(to: layer)
        default: break
        }
    }

    private func addStranger(to layer: CALayer) {
        let stranger = CALayer()
        stranger.frame = CGRect(
            x: random.number(-10...40), y: random.number(-10...40), width: random.number(1...40),
            height: random.number(1...40))
        stranger.backgroundColor = .black
        layer.insertSublayer(stranger, at: 0)
        restore.append { stranger.removeFromSuperlayer() }
    }

    private func isAnimated(_ layer: CALayer) -> Bool {
        var isAnimated = false
        layer.forEachInTree { if !$0.animations.isEmpty { isAnimated = true } }
        return isAnimated
    }
}
