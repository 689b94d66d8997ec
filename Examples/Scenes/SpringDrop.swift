import QuartzCore

/// Balls on springs of growing damping.
let springDrop = Example(
    "spring-drop", shows: "seven balls fall to one line; the left one swings for long, the right one not at all",
    duration: 3, moment: 0.22
) { root, _ in
    root.backgroundColor = CGColor(gray: 1, alpha: 1)
    let line = CALayer()
    line.frame = CGRect(x: 20, y: 150, width: 280, height: 2)
    line.backgroundColor = CGColor(gray: 0.8, alpha: 1)
    root.addSublayer(line)
    for index in 0..<7 {
        let ball = CALayer()
        ball.bounds = CGRect(x: 0, y: 0, width: 30, height: 30)
        ball.cornerRadius = 15
        ball.backgroundColor = hue(Double(index) / 7)
        ball.borderColor = CGColor(gray: 0, alpha: 0.15)
        ball.borderWidth = 2
        ball.position = CGPoint(x: 40 + CGFloat(index) * 40, y: 135)
        root.addSublayer(ball)

        let drop = CASpringAnimation(keyPath: "position.y")
        drop.fromValue = 30
        drop.stiffness = 120
        drop.damping = 3 + CGFloat(index) * 3
        drop.duration = drop.settlingDuration
        ball.add(drop, forKey: "drop")
    }
}
