import QuartzCore
import UIKit

/// Orange sparks to all sides. *Source*: tutorial 1 §1.7.
let emitterExplosion = Example(
    "emitter-explosion", shows: "orange sparks fly to all sides and fade; where they are dense they add up to white",
    duration: 4, moment: 2.5
) { root, _ in
    root.backgroundColor = CGColor(gray: 0, alpha: 1)
    let emitter = CAEmitterLayer()
    emitter.name = "emitter"
    emitter.frame = root.bounds
    emitter.renderMode = .additive
    emitter.emitterPosition = CGPoint(x: 160, y: 120)
    let cell = CAEmitterCell()
    cell.contents = makeSpark(32)
    cell.birthRate = 150
    cell.lifetime = 5
    cell.color = CGColor(srgbRed: 1, green: 0.5, blue: 0.1, alpha: 1)
    cell.alphaSpeed = -0.4
    cell.velocity = 50
    cell.velocityRange = 50
    cell.emissionRange = .pi * 2
    emitter.emitterCells = [cell]
    root.addSublayer(emitter)
}

/// Its page: additive or not, and the layer's factors, which only new particles heed.
let emitterExplosionListing = Listing(
    emitterExplosion, "An explosion: CAEmitterLayer", from: "tutorial 1 §7, 2 listing 6.13"
) { controls in
    let emitter: CAEmitterLayer = controls.layer("emitter")
    controls.choice("Drawn", ["additive", "unordered"], 0) { emitter.renderMode = [.additive, .unordered][$0] }
    controls.slider("Births", 0...3, 1) { emitter.birthRate = Float($0) }
    controls.slider("Velocity", 0...3, 1) { emitter.velocity = Float($0) }
    controls.slider("Scale", 0.2...3, 1) { emitter.scale = Float($0) }
    controls.slider("Lifetime", 0...1, 1) { emitter.lifetime = Float($0) }
}
