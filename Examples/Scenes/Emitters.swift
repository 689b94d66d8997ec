import QuartzCore

/// Orange sparks to all sides. *Source*: tutorial 1 §1.7.
let emitterExplosion = Example(
    "emitter-explosion", shows: "orange sparks fly to all sides and fade; where they are dense they add up to white",
    duration: 4, moment: 2.5
) { root, _ in
    root.backgroundColor = CGColor(gray: 0, alpha: 1)
    let emitter = CAEmitterLayer()
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

/// A source that follows a finger. *Source*: tutorial 3 §3; a script is the finger.
let emitterFollow = Example(
    "emitter-follow", shows: "coloured balls from where the finger was: those in the air stay on their way",
    duration: 6, moment: 4
) { root, later in
    root.backgroundColor = CGColor(gray: 0, alpha: 1)
    let emitter = CAEmitterLayer()
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
        later.at(time) {
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
    }
}

/// Rain that starts, gets heavier, and stops. *Source*: tutorial 3 §4; a script presses the buttons.
let emitterRain = Example(
    "emitter-rain", shows: "rain from the whole upper edge, heavier and larger after 2 s, over after 4 s",
    duration: 6, moment: 3.5
) { root, later in
    root.backgroundColor = CGColor(srgbRed: 0.16, green: 0.2, blue: 0.27, alpha: 1)
    let emitter = CAEmitterLayer()
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
    func change(_ rate: Float, _ scale: Float) {
        emitter.setValue(emitter.birthRate + rate, forKeyPath: "birthRate")
        emitter.setValue(emitter.scale + scale, forKeyPath: "scale")
    }
    for step in 0..<5 { later.at(2 + Double(step) / 10) { change(1, 0.05) } }
    later.at(4) { emitter.setValue(0, forKeyPath: "birthRate") }
}

/// A button that bursts. *Source*: tutorial 3 §5; a script presses it.
let emitterLikeButton = Example(
    "emitter-like-button", shows: "the heart swells and shrinks back, and a ring of sparks bursts from around it",
    duration: 2.5, moment: 0.75
) { root, later in
    root.backgroundColor = CGColor(gray: 1, alpha: 1)
    let button = CALayer()
    button.frame = CGRect(x: 145, y: 105, width: 30, height: 30)
    root.addSublayer(button)
    let heart = CAShapeLayer()
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
    emitter.emitterSize = CGSize(width: button.bounds.width, height: button.bounds.height)
    emitter.emitterShape = .circle
    emitter.emitterMode = .outline
    emitter.renderMode = .oldestFirst
    emitter.emitterCells = [cell]
    emitter.position = CGPoint(x: 15, y: 15)
    button.addSublayer(emitter)
    later.at(0.5) {
        heart.fillColor = CGColor(srgbRed: 0.95, green: 0.3, blue: 0.2, alpha: 1)
        let swell = CAKeyframeAnimation(keyPath: "transform.scale")
        swell.values = [1.5, 2.0, 0.8, 1.0]
        swell.duration = 0.5
        swell.calculationMode = .cubic
        button.add(swell, forKey: "swell")
        emitter.setValue(1000, forKeyPath: "emitterCells.explosionCell.birthRate")
        emitter.beginTime = CACurrentMediaTime()
    }
    later.at(0.65) {
        emitter.setValue(0, forKeyPath: "emitterCells.explosionCell.birthRate")
        emitter.removeAllAnimations()
    }
}
