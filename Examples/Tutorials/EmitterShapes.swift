import QuartzCore
import UIKit

/// A cell of particles that do not move.
private func stillCell(_ color: CGColor, rate: Float) -> CAEmitterCell {
    let cell = CAEmitterCell()
    cell.name = "still"
    cell.contents = makeDisc(6)
    cell.contentsScale = 2
    cell.birthRate = rate
    cell.lifetime = 4
    cell.color = color
    return cell
}

/// Every shape in every mode. *Source*: tutorial 4 §1.
let emitterShapes = Example(
    "emitter-shapes", shows: "point, line, rectangle, circle, cuboid, sphere; rows: points, outline, surface, volume",
    size: CGSize(width: 480, height: 320), duration: 4, moment: 3.9
) { root, _ in
    root.backgroundColor = CGColor(gray: 0.1, alpha: 1)
    let shapes: [CAEmitterLayerEmitterShape] = [.point, .line, .rectangle, .circle, .cuboid, .sphere]
    let modes: [CAEmitterLayerEmitterMode] = [.points, .outline, .surface, .volume]
    for (row, mode) in modes.enumerated() {
        for (column, shape) in shapes.enumerated() {
            let emitter = CAEmitterLayer()
            emitter.frame = CGRect(x: column * 80, y: row * 80, width: 80, height: 80)
            emitter.emitterPosition = CGPoint(x: 40, y: 40)
            emitter.emitterShape = shape
            emitter.emitterMode = mode
            let isRound = shape == .circle || shape == .sphere
            emitter.emitterSize = isRound ? CGSize(width: 56, height: 0) : CGSize(width: 56, height: 40)
            emitter.emitterDepth = 40
            // The side view shows depth.
            if shape == .cuboid || shape == .sphere {
                emitter.preservesDepth = true
                var turn = CATransform3DMakeRotation(0.5, 1, 0, 0)
                turn = CATransform3DRotate(turn, 0.6, 0, 1, 0)
                emitter.transform = turn
            }
            emitter.emitterCells = [stillCell(hue(Double(column) / 6), rate: 150)]
            root.addSublayer(emitter)
        }
    }
}

/// Its page: all emitters together, with another size, depth and birth rate.
let emitterShapesListing = Listing(
    emitterShapes, "Emitters' shapes and modes", from: "tutorial 4 §1"
) { controls in
    let emitters = controls.layers(CAEmitterLayer.self)
    controls.slider("Width", 0...76, 56) { width in for emitter in emitters { emitter.emitterSize.width = width } }
    controls.slider("Height", 0...76, 40) { height in for emitter in emitters { emitter.emitterSize.height = height } }
    controls.slider("Depth", 0...80, 40) { depth in for emitter in emitters { emitter.emitterDepth = depth } }
    controls.slider("Births", 0...300, 150) { rate in
        for emitter in emitters { emitter.setValue(rate, forKeyPath: "emitterCells.still.birthRate") }
    }
}
