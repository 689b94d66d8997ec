import QuartzCore
import UIKit

/// A button that bursts. *Source*: tutorial 3 §5; a script presses it.
let emitterLikeButton = Example(
    "emitter-like-button", shows: "the heart swells and shrinks back, and a ring of sparks bursts from around it",
    duration: 2.5, moment: 0.75
) { root, later in
    root.backgroundColor = CGColor(gray: 1, alpha: 1)
    let button = CALayer()
    button.frame = CGRect(x: 145, y: 105, width: 30, height: 30)
    button.name = "button"
    root.addSublayer(button)
    let heart = CAShapeLayer()
    heart.name = "heart"
    heart.frame = button.bounds
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 15, y: 27))
    path.addCurve(to: CGPoint(x: 15, y: 8), control1: CGPoint(x: -8, y: 12), control2: CGPoint(x: 7, y: -3))
    path.addCurve(to: CGPoint(x: 15, y: 27), control1: CGPoint(x: 23, y: -3), control2: CGPoint(x: 38, y: 12))
    heart.path = path
    heart.fillColor = CGColor(gray: 0.7, alpha: 1)
    button.addSublayer(heart)

    let cell = CAEmitterCell()
    cell.name = "explosionCell"
    cell.alphaSpeed = -1
    cell.alphaRange = 0.1
    cell.lifetime = 1
    cell.lifetimeRange = 0.1
    cell.velocity = 40
    cell.velocityRange = 10
    cell.scale = 0.08
    cell.scaleRange = 0.02
    cell.contents = makeDisc(64)
    cell.color = CGColor(srgbRed: 0.95, green: 0.25, blue: 0.2, alpha: 1)
    let emitter = CAEmitterLayer()
    emitter.name = "emitter"
    emitter.emitterSize = CGSize(width: button.bounds.width, height: button.bounds.height)
    emitter.emitterShape = .circle
    emitter.emitterMode = .outline
    emitter.renderMode = .oldestFirst
    emitter.emitterCells = [cell]
    emitter.position = CGPoint(x: 15, y: 15)
    button.addSublayer(emitter)
    later.at(0.5) { burst(button, heart, emitter) }
    later.at(0.65) { endBurst(emitter) }
}

/// The tutorial's reaction to a selected button: it swells, and sparks are born.
private func burst(_ button: CALayer, _ heart: CAShapeLayer, _ emitter: CAEmitterLayer) {
    heart.fillColor = CGColor(srgbRed: 0.95, green: 0.3, blue: 0.2, alpha: 1)
    let swell = CAKeyframeAnimation(keyPath: "transform.scale")
    swell.values = [1.5, 2.0, 0.8, 1.0]
    swell.duration = 0.5
    swell.calculationMode = .cubic
    button.add(swell, forKey: "swell")
    emitter.setValue(1000, forKeyPath: "emitterCells.explosionCell.birthRate")
    emitter.beginTime = CACurrentMediaTime()
}

/// And 0.15 s later.
private func endBurst(_ emitter: CAEmitterLayer) {
    emitter.setValue(0, forKeyPath: "emitterCells.explosionCell.birthRate")
    emitter.removeAllAnimations()
}

/// Its page: the button, pressed by its row or by a finger on the heart.
let emitterLikeButtonListing = Listing(emitterLikeButton, "A button that bursts", from: "tutorial 3 §5") { controls in
    let button: CALayer = controls.layer("button")
    let heart: CAShapeLayer = controls.layer("heart")
    let emitter: CAEmitterLayer = controls.layer("emitter")
    @MainActor func like(_ isLiked: Bool) {
        guard isLiked else { return heart.fillColor = CGColor(gray: 0.7, alpha: 1) }
        burst(button, heart, emitter)
        controls.after(0.15) { endBurst(emitter) }
    }
    controls.touched = { point, movement in
        if movement == .zero, button.frame.insetBy(dx: -10, dy: -10).contains(point) { like(true) }
    }
    controls.button("Like") { like(true) }
    controls.button("Take it back") { like(false) }
    controls.slider("Sparks' velocity", 10...150, 40) { velocity in
        emitter.setValue(velocity, forKeyPath: "emitterCells.explosionCell.velocity")
    }
    controls.button("Like again") { like(true) }
}
