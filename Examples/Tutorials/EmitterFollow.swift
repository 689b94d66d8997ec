import QuartzCore
import UIKit

/// A source that follows a finger. *Source*: tutorial 3 §3; a script is the finger.
let emitterFollow = Example(
    "emitter-follow", shows: "coloured balls from where the finger was: those in the air stay on their way",
    duration: 6, moment: 4
) { root, later in
    root.backgroundColor = CGColor(gray: 0, alpha: 1)
    let emitter = CAEmitterLayer()
    emitter.name = "emitter"
    emitter.frame = root.bounds
    emitter.emitterSize = root.bounds.size
    emitter.emitterShape = .point
    emitter.emitterMode = .points
    emitter.emitterPosition = CGPoint(x: 320, y: 0)
    let cell = CAEmitterCell()
    cell.name = "ccCell"
    cell.birthRate = 20
    cell.lifetime = 10
    cell.velocity = 40
    cell.velocityRange = 100
    cell.yAcceleration = 15
    cell.emissionLatitude = .pi
    cell.emissionRange = .pi / 4
    cell.scale = 0.2
    cell.scaleRange = 0.1
    cell.scaleSpeed = 0.02
    cell.contents = makeDisc(48)
    cell.color = CGColor(srgbRed: 0.5, green: 0, blue: 0.5, alpha: 1)
    cell.alphaRange = 0.8
    cell.redRange = 1
    cell.greenRange = 1
    cell.blueSpeed = 1
    cell.alphaSpeed = -0.1
    emitter.emitterCells = [cell]
    root.addSublayer(emitter)
    for (time, point) in [(1.0, CGPoint(x: 220, y: 60)), (2, CGPoint(x: 260, y: 140)), (3, CGPoint(x: 160, y: 100))] {
        later.at(time) { move(emitter, to: point) }
    }
}

/// The tutorial's reaction to a touch: particles grow for a second from now on, and are born at the finger.
private func move(_ emitter: CAEmitterLayer, to point: CGPoint) {
    let grow = CABasicAnimation(keyPath: "emitterCells.ccCell.scale")
    grow.fromValue = 0.2
    grow.toValue = 0.5
    grow.duration = 1
    grow.timingFunction = CAMediaTimingFunction(name: .linear)
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    emitter.add(grow, forKey: nil)
    emitter.setValue(NSValue(cgPoint: point), forKey: "emitterPosition")
    CATransaction.commit()
}

/// Its page: particles come from where the finger is, and those in the air stay on their way.
let emitterFollowListing = Listing(
    emitterFollow, "Particles that follow the finger", from: "tutorial 3 §3"
) { controls in
    let emitter: CAEmitterLayer = controls.layer("emitter")
    controls.touched = { point, _ in move(emitter, to: point) }
    controls.button("To the middle") {
        move(emitter, to: CGPoint(x: controls.root.bounds.midX, y: controls.root.bounds.midY))
    }
    controls.button("To the left") { move(emitter, to: CGPoint(x: 40, y: 60)) }
    controls.slider("Births", 0...60, 20) { emitter.setValue($0, forKeyPath: "emitterCells.ccCell.birthRate") }
    controls.slider("Gravity", -60...60, 15) { emitter.setValue($0, forKeyPath: "emitterCells.ccCell.yAcceleration") }
}
