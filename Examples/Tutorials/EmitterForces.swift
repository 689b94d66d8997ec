import QuartzCore
import UIKit

/// Forces and turning. *Source*: tutorial 4 §2 (9) and (10).
let emitterForces = Example(
    "emitter-forces", shows: "above, cards pushed to the right and down; below, cards that turn once in their life",
    duration: 4, moment: 3.6
) { root, _ in
    root.backgroundColor = CGColor(gray: 0.95, alpha: 1)
    for row in 0..<2 {
        let emitter = CAEmitterLayer()
        emitter.name = row == 0 ? "pushed" : "turning"
        emitter.frame = root.bounds
        emitter.emitterPosition = CGPoint(x: 20, y: row == 0 ? 30 : 190)
        // The lives of layer and cell multiply: 2 x 2 s.
        emitter.lifetime = 2
        let cell = CAEmitterCell()
        cell.name = "card"
        cell.contents = makeBlock(width: 28, height: 10)
        cell.birthRate = 3
        cell.lifetime = 2
        cell.color = hue(row == 0 ? 0.6 : 0.05)
        if row == 0 {
            cell.velocity = 10
            cell.xAcceleration = 20
            cell.yAcceleration = 10
        } else {
            cell.velocity = 70
            cell.spin = 2 * .pi / 4
        }
        emitter.emitterCells = [cell]
        root.addSublayer(emitter)
    }
}

/// Its page: the forces on the upper cards, and how the lower ones turn.
let emitterForcesListing = Listing(
    emitterForces, "Forces and turning", from: "tutorial 4 §2 (9) and (10)"
) { controls in
    let pushed: CAEmitterLayer = controls.layer("pushed")
    let turning: CAEmitterLayer = controls.layer("turning")
    controls.slider("To the right", -40...80, 20) { pushed.setValue($0, forKeyPath: "emitterCells.card.xAcceleration") }
    controls.slider("Down", -40...80, 10) { pushed.setValue($0, forKeyPath: "emitterCells.card.yAcceleration") }
    controls.slider("Spin", -6...6, .pi / 2) { turning.setValue($0, forKeyPath: "emitterCells.card.spin") }
    controls.slider("Spins vary by", 0...6, 0) { turning.setValue($0, forKeyPath: "emitterCells.card.spinRange") }
    controls.slider("Layer's lifetime", 0...3, 2) { value in
        (pushed.lifetime, turning.lifetime) = (Float(value), Float(value))
    }
}
