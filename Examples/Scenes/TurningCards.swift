import QuartzCore

/// Cards that turn about an upright axis under one perspective.
let turningCards = Example(
    "turning-cards", shows: "three cards turn in depth towards one vanishing point; their backs are not drawn",
    duration: 4, moment: 0.75
) { root, _ in
    root.backgroundColor = hue(0.6, saturation: 0.4, brightness: 0.3)
    var perspective = CATransform3DIdentity
    perspective.m34 = -1 / 400
    root.sublayerTransform = perspective
    let picture = makeLandscape(width: 240, height: 320)
    for index in 0..<3 {
        let card = CALayer()
        card.bounds = CGRect(x: 0, y: 0, width: 84, height: 112)
        card.position = CGPoint(x: 60 + CGFloat(index) * 100, y: 120)
        card.contents = picture
        card.cornerRadius = 10
        card.masksToBounds = true
        card.borderWidth = 3
        card.borderColor = CGColor(gray: 1, alpha: 0.9)
        card.isDoubleSided = false
        root.addSublayer(card)

        let turn = CABasicAnimation(keyPath: "transform.rotation.y")
        turn.fromValue = -Double.pi / 2
        turn.toValue = Double.pi / 2
        turn.duration = 2
        turn.timeOffset = Double(index) * 0.4
        turn.repeatCount = .infinity
        turn.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
        card.add(turn, forKey: "turn")
    }
}
