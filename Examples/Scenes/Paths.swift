import QuartzCore

/// One path, five ways to go along it.
let pathRides = Example(
    "path-rides",
    shows: "five arrows on one wave: in equal times a curve, at one speed, backwards, in steps, and not turning",
    size: CGSize(width: 320, height: 300), duration: 4, moment: 1.4
) { root, _ in
    root.backgroundColor = CGColor(gray: 0.97, alpha: 1)
    let ways: [(CAAnimationCalculationMode, CAAnimationRotationMode?)] = [
        (.linear, .rotateAuto), (.paced, .rotateAuto), (.paced, .rotateAutoReverse), (.discrete, .rotateAuto),
        (.linear, nil),
    ]
    for (index, way) in ways.enumerated() {
        let y = 40 + CGFloat(index) * 55
        let wave = CGMutablePath()
        wave.move(to: CGPoint(x: 30, y: y))
        wave.addLine(to: CGPoint(x: 70, y: y))
        wave.addCurve(
            to: CGPoint(x: 200, y: y), control1: CGPoint(x: 110, y: y - 60), control2: CGPoint(x: 160, y: y + 60))
        wave.addQuadCurve(to: CGPoint(x: 290, y: y), control: CGPoint(x: 245, y: y - 30))
        let track = CAShapeLayer()
        track.path = wave
        track.fillColor = nil
        track.strokeColor = CGColor(gray: 0.8, alpha: 1)
        track.lineWidth = 2
        root.addSublayer(track)

        let arrow = CALayer()
        arrow.bounds = CGRect(x: 0, y: 0, width: 26, height: 12)
        arrow.cornerRadius = 6
        arrow.maskedCorners = [.layerMaxXMinYCorner, .layerMaxXMaxYCorner]
        arrow.backgroundColor = hue(Double(index) / 5)
        arrow.position = CGPoint(x: 30, y: y)
        root.addSublayer(arrow)
        let ride = CAKeyframeAnimation(keyPath: "position")
        ride.path = wave
        (ride.calculationMode, ride.rotationMode) = way
        ride.duration = 4
        ride.repeatCount = .infinity
        arrow.add(ride, forKey: "ride")
    }
}

/// Values joined by curves of different tension, continuity and bias.
let cubicKeyframes = Example(
    "cubic-keyframes",
    shows: "balls through the same four heights: straight, round, tight, with corners, and bent to one side",
    duration: 3, moment: 0.85
) { root, _ in
    root.backgroundColor = CGColor(gray: 0.1, alpha: 1)
    let kinds: [(CAAnimationCalculationMode, tension: Double, continuity: Double, bias: Double)] = [
        (.linear, 0, 0, 0), (.cubic, 0, 0, 0), (.cubic, 1, 0, 0), (.cubic, 0, -1, 0), (.cubic, 0, 0, 1),
        (.cubicPaced, 0, 0, 0),
    ]
    for (index, kind) in kinds.enumerated() {
        let ball = CALayer()
        ball.bounds = CGRect(x: 0, y: 0, width: 32, height: 32)
        ball.cornerRadius = 16
        ball.position = CGPoint(x: 35 + CGFloat(index) * 50, y: 200)
        ball.backgroundColor = hue(Double(index) / 6)
        root.addSublayer(ball)
        let bounce = CAKeyframeAnimation(keyPath: "position.y")
        bounce.values = [200, 60, 140, 40, 200]
        bounce.calculationMode = kind.0
        func all(_ value: Double) -> [NSNumber] { (0..<5).map { _ in NSNumber(value: value) } }
        bounce.tensionValues = all(kind.tension)
        bounce.continuityValues = all(kind.continuity)
        bounce.biasValues = all(kind.bias)
        bounce.duration = 3
        bounce.repeatCount = .infinity
        ball.add(bounce, forKey: "bounce")
    }
}
