import QuartzCore
import UIKit

/// Rain that starts, gets heavier, and stops. *Source*: tutorial 3 §4; a script presses the buttons.
let emitterRain = Example(
    "emitter-rain", shows: "rain from the whole upper edge, heavier and larger after 2 s, over after 4 s",
    duration: 6, moment: 3.5
) { root, later in
    root.backgroundColor = CGColor(srgbRed: 0.16, green: 0.2, blue: 0.27, alpha: 1)
    let emitter = CAEmitterLayer()
    emitter.name = "emitter"
    emitter.frame = root.bounds
    emitter.emitterShape = .line
    emitter.emitterMode = .surface
    emitter.emitterSize = root.bounds.size
    emitter.emitterPosition = CGPoint(x: root.bounds.width * 0.5, y: -10)
    let cell = CAEmitterCell()
    cell.contents = makeBlock(width: 8, height: 120)
    cell.birthRate = 25
    cell.lifetime = 20
    cell.speed = 10
    cell.velocity = 10
    cell.velocityRange = 10
    cell.yAcceleration = 1000
    cell.scale = 0.1
    cell.scaleRange = 0
    emitter.emitterCells = [cell]
    root.addSublayer(emitter)
    for step in 0..<5 { later.at(2 + Double(step) / 10) { change(emitter, 1, 0.05) } }
    later.at(4) { emitter.setValue(0, forKeyPath: "birthRate") }
}

/// The tutorial's buttons: more and larger drops, or fewer and smaller ones.
private func change(_ emitter: CAEmitterLayer, _ rate: Float, _ scale: Float) {
    emitter.setValue(max(0, emitter.birthRate + rate), forKeyPath: "birthRate")
    emitter.setValue(max(0.1, emitter.scale + scale), forKeyPath: "scale")
}

/// Its page: the tutorial's buttons.
let emitterRainListing = Listing(emitterRain, "Rain", from: "tutorial 3 §4") { controls in
    let emitter: CAEmitterLayer = controls.layer("emitter")
    controls.toggle("It rains", true) { emitter.setValue($0 ? 1 : 0, forKeyPath: "birthRate") }
    controls.button("Heavier") { change(emitter, 1, 0.05) }
    controls.button("Lighter") { change(emitter, -1, -0.05) }
}
