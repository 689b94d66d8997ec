import QuartzCore

/// Rounded squares that turn at different rates: keyframes on a virtual key path, without end.
let spinningSquares = Example(
    "spinning-squares", shows: "five translucent squares turn about one centre, each faster than the one outside it",
    duration: 4, moment: 0.35
) { root, _ in
    root.backgroundColor = CGColor(srgbRed: 0.05, green: 0.06, blue: 0.1, alpha: 1)
    for index in 0..<5 {
        let square = CALayer()
        let side = 200 - CGFloat(index) * 36
        square.bounds = CGRect(x: 0, y: 0, width: side, height: side)
        square.position = CGPoint(x: 160, y: 120)
        square.cornerRadius = side / 5
        square.backgroundColor = hue(0.02 + Double(index) * 0.035, alpha: 0.55)
        root.addSublayer(square)

        let turn = CAKeyframeAnimation(keyPath: "transform.rotation.z")
        turn.values = [0, (Double(index) + 1) * .pi / 2]
        turn.duration = 2
        turn.repeatCount = .infinity
        square.add(turn, forKey: "turn")
    }
}
