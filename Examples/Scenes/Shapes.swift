import QuartzCore

/// A path drawn by its line: caps, dashes, and a line that grows.
let drawnLine = Example(
    "drawn-line", shows: "a spiral that is drawn from its middle outwards, and a ring of round dots that turns",
    duration: 4, moment: 1.4
) { root, _ in
    root.backgroundColor = CGColor(gray: 0.98, alpha: 1)
    let spiral = CGMutablePath()
    spiral.move(to: CGPoint(x: 160, y: 120))
    for step in 1...240 {
        let (angle, radius) = (Double(step) / 12, Double(step) * 0.32)
        spiral.addLine(to: CGPoint(x: 160 + radius * cos(angle), y: 120 + radius * sin(angle)))
    }
    let line = CAShapeLayer()
    line.path = spiral
    line.fillColor = nil
    line.strokeColor = hue(0.62)
    line.lineWidth = 5
    line.lineCap = .round
    line.lineJoin = .round
    root.addSublayer(line)
    let draw = CABasicAnimation(keyPath: "strokeEnd")
    draw.fromValue = 0
    draw.toValue = 1
    draw.duration = 2
    draw.autoreverses = true
    draw.repeatCount = .infinity
    line.add(draw, forKey: "draw")

    let ring = CAShapeLayer()
    ring.path = CGPath(ellipseIn: CGRect(x: 60, y: 20, width: 200, height: 200), transform: nil)
    ring.fillColor = nil
    ring.strokeColor = hue(0.03)
    ring.lineWidth = 8
    ring.lineCap = .round
    ring.lineDashPattern = [0, 20]
    root.addSublayer(ring)
    let turn = CABasicAnimation(keyPath: "lineDashPhase")
    turn.byValue = -40
    turn.duration = 1
    turn.repeatCount = .infinity
    ring.add(turn, forKey: "turn")
}

/// A star that becomes another: paths with the same elements.
let morphingStar = Example(
    "morphing-star", shows: "a star that turns into a rounder one and back, filled by the even-odd rule", duration: 3,
    moment: 0.7
) { root, _ in
    root.backgroundColor = hue(0.7, saturation: 0.5, brightness: 0.2)
    func star(_ inner: Double) -> CGPath {
        let path = CGMutablePath()
        for point in 0..<10 {
            let radius = point % 2 == 0 ? 100 : inner
            let angle = Double(point) * .pi / 5 - .pi / 2
            let position = CGPoint(x: 160 + radius * cos(angle), y: 120 + radius * sin(angle))
            if point == 0 { path.move(to: position) } else { path.addLine(to: position) }
        }
        path.closeSubpath()
        path.addEllipse(in: CGRect(x: 140, y: 100, width: 40, height: 40))
        return path
    }
    let shape = CAShapeLayer()
    shape.path = star(38)
    shape.fillRule = .evenOdd
    shape.fillColor = hue(0.14)
    shape.strokeColor = CGColor(gray: 1, alpha: 1)
    shape.lineWidth = 3
    shape.lineJoin = .round
    root.addSublayer(shape)
    let morph = CABasicAnimation(keyPath: "path")
    morph.toValue = star(80)
    morph.duration = 1.5
    morph.autoreverses = true
    morph.repeatCount = .infinity
    morph.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
    shape.add(morph, forKey: "morph")
}

/// The three ways in which colours run.
let gradients = Example(
    "gradients", shows: "axial, radial and conic colours in round corners, the first one's stops on their way",
    duration: 3, moment: 0.5
) { root, _ in
    root.backgroundColor = CGColor(gray: 0.15, alpha: 1)
    for (index, type) in [CAGradientLayerType.axial, .radial, .conic].enumerated() {
        let layer = CAGradientLayer()
        layer.frame = CGRect(x: 14 + CGFloat(index) * 100, y: 40, width: 92, height: 160)
        layer.cornerRadius = 20
        layer.type = type
        layer.colors = [hue(0), hue(0.15), hue(0.5), hue(0.75), hue(1)]
        layer.startPoint = type == .axial ? CGPoint(x: 0, y: 0) : CGPoint(x: 0.5, y: 0.5)
        layer.endPoint = CGPoint(x: 1, y: 1)
        root.addSublayer(layer)
        if type == .axial {
            let slide = CABasicAnimation(keyPath: "locations")
            slide.fromValue = [0, 0.05, 0.1, 0.15, 1]
            slide.toValue = [0, 0.85, 0.9, 0.95, 1]
            slide.duration = 1.5
            slide.autoreverses = true
            slide.repeatCount = .infinity
            layer.add(slide, forKey: "slide")
        }
    }
}
