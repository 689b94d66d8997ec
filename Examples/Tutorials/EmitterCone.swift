import QuartzCore
import UIKit

/// Directions. *Source*: tutorial 4 §2 (7) and (8).
let emitterCone = Example(
    "emitter-cone", shows: "jets along 0, pi / 2 and pi; upwards a cone of a quarter turn",
    duration: 4, moment: 3.5
) { root, _ in
    root.backgroundColor = CGColor(gray: 0.05, alpha: 1)
    for (angle, range) in [(0.0, 0.0), (.pi / 2, 0), (.pi, 0), (-.pi / 2, .pi / 4)] {
        let emitter = CAEmitterLayer()
        emitter.name = range == 0 ? "ray" : "cone"
        emitter.frame = root.bounds
        emitter.emitterPosition = CGPoint(x: 160, y: 140)
        let cell = CAEmitterCell()
        cell.name = "jet"
        cell.contents = makeDisc(8)
        cell.contentsScale = 2
        cell.birthRate = range == 0 ? 10 : 300
        cell.lifetime = 2
        cell.velocity = 50
        cell.emissionLongitude = angle
        cell.emissionRange = range
        cell.color = hue(angle / 7 + 0.3)
        emitter.emitterCells = [cell]
        root.addSublayer(emitter)
    }
}

/// Its page: the cone turned, opened and closed, and faster or slower.
let emitterConeListing = Listing(emitterCone, "Directions, and a cone", from: "tutorial 4 §2 (7) and (8)") { controls in
    let cone: CAEmitterLayer = controls.layer("cone")
    controls.slider("Longitude", -3.14...3.14, -.pi / 2) {
        cone.setValue($0, forKeyPath: "emitterCells.jet.emissionLongitude")
    }
    controls.slider("Range", 0...6.28, .pi / 4) { cone.setValue($0, forKeyPath: "emitterCells.jet.emissionRange") }
    controls.slider("Velocity", 0...120, 50) { cone.setValue($0, forKeyPath: "emitterCells.jet.velocity") }
}
