import QuartzCore

/// Shadows of a rectangle, of whatever the layers show, and of a path.
let shadows = Example(
    "shadows", shows: "shadows of a card that lifts, of a ring with a hole, and of a path that is not the layer's own",
    duration: 3, moment: 0.75
) { root, _ in
    root.backgroundColor = CGColor(gray: 0.93, alpha: 1)
    let card = CALayer()
    card.frame = CGRect(x: 24, y: 70, width: 80, height: 100)
    card.cornerRadius = 12
    card.backgroundColor = CGColor(gray: 1, alpha: 1)
    card.shadowOpacity = 0.5
    card.shadowOffset = CGSize(width: 0, height: 6)
    root.addSublayer(card)
    let lift = CABasicAnimation(keyPath: "shadowRadius")
    lift.fromValue = 1
    lift.toValue = 14
    lift.duration = 1.5
    lift.autoreverses = true
    lift.repeatCount = .infinity
    card.add(lift, forKey: "lift")

    let ring = CAShapeLayer()
    ring.path = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 80, height: 80), transform: nil)
    ring.frame = CGRect(x: 122, y: 80, width: 80, height: 80)
    ring.fillColor = nil
    ring.strokeColor = hue(0.92)
    ring.lineWidth = 14
    ring.shadowOpacity = 0.7
    ring.shadowRadius = 5
    ring.shadowOffset = CGSize(width: 5, height: 8)
    root.addSublayer(ring)

    let ball = CALayer()
    ball.frame = CGRect(x: 226, y: 60, width: 70, height: 70)
    ball.cornerRadius = 35
    ball.backgroundColor = hue(0.45)
    ball.shadowPath = CGPath(ellipseIn: CGRect(x: 5, y: 92, width: 60, height: 14), transform: nil)
    ball.shadowOpacity = 0.6
    ball.shadowOffset = .zero
    ball.shadowRadius = 6
    root.addSublayer(ball)
}
