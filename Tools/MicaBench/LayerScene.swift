import CoreGraphics
import Foundation
import QuartzCore

/// A scene of our own: layers of classes that other renderers have nothing like (shapes, text, tiles, cubes).
///
/// The picture is a function only of the frame's number.
final class LayerScene {
    private let kind: BenchScene
    private let numbers: SceneNumbers
    /// The ground that changes behind the still shapes, so that all of them are drawn anew.
    private let ground = CALayer()
    private var scroll: CAScrollLayer?
    private var cubes: [CATransformLayer] = []

    /// Puts the layers into a root of the surface's size.
    init(_ kind: BenchScene, _ numbers: SceneNumbers, in root: CALayer) {
        (self.kind, self.numbers) = (kind, numbers)
        switch kind {
        case .stillShapes: addShapes(to: root)
        case .morphingShapes: addMorphs(to: root)
        case .scrollingText: addText(to: root)
        case .pannedTiles: addTiles(to: root)
        default: addCubes(to: root)
        }
        show(frame: 0)
    }

    /// Sets the properties that change in a frame.
    func show(frame: Int) {
        let time = Double(frame)
        switch kind {
        case .stillShapes:
            ground.backgroundColor = CGColor(srgbRed: 0.5 + 0.5 * sin(0.05 * time), green: 0.3, blue: 0.4, alpha: 1)
        case .scrollingText: scroll?.scroll(to: CGPoint(x: 0, y: 300 + 290 * sin(0.02 * time)))
        case .pannedTiles:
            let angle = 0.01 * time
            scroll?.scroll(to: CGPoint(x: 50_000 + 4_000 * cos(angle), y: 50_000 + 4_000 * sin(angle)))
        case .cubes:
            for (index, cube) in cubes.enumerated() {
                let angle = numbers.angle(index, 0) + 0.02 * time * (1 + numbers.unit(index, 1))
                cube.transform = CATransform3DMakeRotation(angle, 1, 0.5 + numbers.unit(index, 2), 0.3)
            }
        default: break
        }
    }

    // MARK: Shapes

    private func addShapes(to root: CALayer) {
        ground.frame = root.bounds
        root.addSublayer(ground)
        for index in 0..<1000 {
            let (column, row) = (index % 40, index / 40)
            let path = CGMutablePath()
            for corner in 0..<10 {
                let (angle, radius) = (Double(corner) * .pi / 5, corner % 2 == 0 ? 20.0 : 9)
                let point = CGPoint(x: radius * cos(angle), y: radius * sin(angle))
                if corner == 0 { path.move(to: point) } else { path.addLine(to: point) }
            }
            path.closeSubpath()
            path.addEllipse(in: CGRect(x: -5, y: -5, width: 10, height: 10))
            let layer = shape(index, path)
            layer.fillRule = .evenOdd
            layer.position = CGPoint(x: 24.3 + 48 * Double(column), y: 21.6 + 43 * Double(row))
            root.addSublayer(layer)
        }
    }

    private func addMorphs(to root: CALayer) {
        for index in 0..<200 {
            let layer = shape(index, nil)
            layer.position = CGPoint(
                x: 80 + numbers.unit(index, 8) * 1760, y: 80 + numbers.unit(index, 9) * 920)
            let morph = CABasicAnimation(keyPath: "path")
            (morph.fromValue, morph.toValue) = (blob(index, 0), blob(index, 1))
            morph.duration = 1 + numbers.unit(index, 7)
            morph.autoreverses = true
            morph.repeatCount = .infinity
            morph.beginTime = 1e-9
            layer.add(morph, forKey: nil)
            root.addSublayer(layer)
        }
    }

    /// A closed path of twelve cubics.
    private func blob(_ index: Int, _ state: Int) -> CGPath {
        let path = CGMutablePath()
        func point(_ position: Double, _ number: Int) -> CGPoint {
            let radius = 40 + 60 * numbers.unit(index * 64 + number, UInt32(state))
            return CGPoint(x: radius * cos(position * .pi / 6), y: radius * sin(position * .pi / 6))
        }
        path.move(to: point(0, 0))
        for position in 0..<12 {
            path.addCurve(
                to: point(Double(position + 1), (position + 1) % 12),
                control1: point(Double(position) + 0.3, 12 + position),
                control2: point(Double(position) + 0.7, 24 + position))
        }
        path.closeSubpath()
        return path
    }

    private func shape(_ index: Int, _ path: CGPath?) -> CAShapeLayer {
        let layer = CAShapeLayer()
        layer.path = path
        layer.fillColor = color(index, alpha: 0.8)
        layer.strokeColor = color(index + 5000, alpha: 1)
        layer.lineWidth = 2
        return layer
    }

    private func color(_ index: Int, alpha: CGFloat) -> CGColor {
        let word = numbers.color(index)
        func part(_ shift: UInt32) -> CGFloat { CGFloat(word >> shift & 255) / 255 }
        return CGColor(srgbRed: part(16), green: part(8), blue: part(0), alpha: alpha)
    }

    // MARK: Text and tiles

    private func addText(to root: CALayer) {
        let scroll = CAScrollLayer()
        scroll.frame = root.bounds
        let text = CATextLayer()
        text.frame = CGRect(x: 60, y: 0, width: 1800, height: 1700)
        text.backgroundColor = CGColor(srgbRed: 1, green: 1, blue: 0.95, alpha: 1)
        text.foregroundColor = CGColor(srgbRed: 0.1, green: 0.1, blue: 0.2, alpha: 1)
        text.fontSize = 32
        text.isWrapped = true
        let words = ["layer", "of", "glyphs", "wrapped", "in", "lines", "AVATAR", "fi", "and", "scrolled"]
        var string = ""
        // 5,000 visible letters.
        var (letters, index) = (0, 0)
        while letters < 5000 {
            let word = words[Int(numbers.unit(index, 0) * Double(words.count))].prefix(5000 - letters)
            string += word + " "
            letters += word.count
            index += 1
        }
        text.string = string
        scroll.addSublayer(text)
        root.addSublayer(scroll)
        self.scroll = scroll
    }

    private func addTiles(to root: CALayer) {
        let scroll = CAScrollLayer()
        scroll.frame = root.bounds
        let map = BenchMap()
        map.frame = CGRect(x: 0, y: 0, width: 100_000, height: 100_000)
        scroll.addSublayer(map)
        root.addSublayer(scroll)
        self.scroll = scroll
    }

    // MARK: Cubes

    private func addCubes(to root: CALayer) {
        var perspective = CATransform3DIdentity
        perspective.m34 = -1 / 1500
        root.sublayerTransform = perspective
        let turns: [(CGFloat, CGFloat, CGFloat)] = [
            (0, 0, 1), (.pi / 2, 0, 1), (.pi, 0, 1), (-.pi / 2, 0, 1), (.pi / 2, 1, 0), (-.pi / 2, 1, 0),
        ]
        for index in 0..<18 {
            let cube = CATransformLayer()
            cube.position = CGPoint(x: 160 + 320 * (index % 6), y: 180 + 360 * (index / 6))
            for (side, turn) in turns.enumerated() {
                let face = CALayer()
                face.bounds = CGRect(x: 0, y: 0, width: 200, height: 200)
                face.backgroundColor = color(index * 6 + side, alpha: 1)
                face.transform = CATransform3DTranslate(
                    CATransform3DMakeRotation(turn.0, turn.1, turn.2, 0), 0, 0, 100)
                cube.addSublayer(face)
            }
            root.addSublayer(cube)
            cubes.append(cube)
        }
    }
}

/// A map whose tiles are all there at once.
private final class BenchMap: CATiledLayer {
    override class func fadeDuration() -> CFTimeInterval { 0 }

    override func draw(in context: CGContext) {
        let tile = context.boundingBoxOfClipPath
        let (column, row) = (Int(tile.minX / 256), Int(tile.minY / 256))
        context.setFillColor(
            CGColor(srgbRed: Double(column % 7) / 7, green: Double(row % 5) / 5, blue: 0.6, alpha: 1))
        context.fill(tile)
        context.setFillColor(CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 0.5))
        context.fillEllipse(in: tile.insetBy(dx: 40, dy: 40))
    }
}
