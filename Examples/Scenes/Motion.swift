import QuartzCore

/// Properties that are simply set, and animate.
let implicitMoves = Example(
    "implicit-moves", shows: "a square that is told where to be, each second, and goes there by itself",
    duration: 4, moment: 1.1
) { root, later in
    root.backgroundColor = CGColor(gray: 0.12, alpha: 1)
    let square = CALayer()
    square.bounds = CGRect(x: 0, y: 0, width: 60, height: 60)
    square.position = CGPoint(x: 60, y: 60)
    square.backgroundColor = hue(0)
    root.addSublayer(square)
    let corners = [CGPoint(x: 260, y: 60), CGPoint(x: 260, y: 180), CGPoint(x: 60, y: 180), CGPoint(x: 60, y: 60)]
    for (index, corner) in corners.enumerated() {
        later.at(0.25 + Double(index)) {
            CATransaction.setAnimationDuration(0.7)
            square.position = corner
            square.backgroundColor = hue(Double(index + 1) / 4)
            square.cornerRadius = index % 2 == 0 ? 30 : 0
        }
    }
}

/// One animation in layers whose time runs differently.
let layerTime = Example(
    "layer-time", shows: "four bars with one animation: as it is, at half speed, backwards, and standing still",
    duration: 4, moment: 0.5
) { root, _ in
    root.backgroundColor = CGColor(gray: 0.97, alpha: 1)
    for (index, speed) in [Float(1), 0.5, -1, 0].enumerated() {
        let lane = CALayer()
        lane.frame = CGRect(x: 20, y: 20 + CGFloat(index) * 52, width: 280, height: 40)
        lane.cornerRadius = 20
        lane.backgroundColor = CGColor(gray: 0.88, alpha: 1)
        lane.speed = speed
        lane.timeOffset = speed == 0 ? 0.5 : 0
        let ball = CALayer()
        ball.frame = CGRect(x: 4, y: 4, width: 32, height: 32)
        ball.cornerRadius = 16
        ball.backgroundColor = hue(Double(index) / 4)
        lane.addSublayer(ball)
        root.addSublayer(lane)

        let slide = CABasicAnimation(keyPath: "position.x")
        slide.byValue = 240
        slide.beginTime = -100
        slide.duration = 1
        slide.autoreverses = true
        slide.repeatCount = .infinity
        ball.add(slide, forKey: "slide")
    }
}

/// Keyframes with times and an easing for each part, beside a discrete one.
let keyframePath = Example(
    "keyframes", shows: "a ball that stops at each corner, and a square that jumps from colour to colour",
    duration: 4, moment: 0.6
) { root, _ in
    root.backgroundColor = CGColor(gray: 0.08, alpha: 1)
    let ball = CALayer()
    ball.bounds = CGRect(x: 0, y: 0, width: 36, height: 36)
    ball.cornerRadius = 18
    ball.position = CGPoint(x: 60, y: 120)
    ball.backgroundColor = hue(0.15)
    root.addSublayer(ball)
    let round = CAKeyframeAnimation(keyPath: "position")
    round.values = [
        CGPoint(x: 60, y: 120), CGPoint(x: 160, y: 40), CGPoint(x: 260, y: 120), CGPoint(x: 160, y: 200),
        CGPoint(x: 60, y: 120),
    ]
    round.keyTimes = [0, 0.2, 0.5, 0.8, 1]
    round.timingFunctions = Array(repeating: CAMediaTimingFunction(name: .easeInEaseOut), count: 4)
    round.duration = 4
    round.repeatCount = .infinity
    ball.add(round, forKey: "round")

    let square = CALayer()
    square.bounds = CGRect(x: 0, y: 0, width: 60, height: 60)
    square.position = CGPoint(x: 160, y: 120)
    square.backgroundColor = hue(0)
    root.addSublayer(square)
    let jump = CAKeyframeAnimation(keyPath: "backgroundColor")
    jump.values = (0..<5).map { hue(Double($0) / 5) }
    jump.calculationMode = .discrete
    jump.duration = 2
    jump.repeatCount = .infinity
    square.add(jump, forKey: "jump")
}
