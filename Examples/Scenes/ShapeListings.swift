import QuartzCore
import UIKit

/// A stick figure: one path of several subpaths, in a layer that has no size.
let shapeStickFigure = Example(
    "shape-stick-figure", shows: "a red figure of lines with round ends, not filled"
) { root, _ in
    root.backgroundColor = CGColor(gray: 1, alpha: 1)
    let path = UIBezierPath()
    path.move(to: CGPoint(x: 175, y: 100))
    path.addArc(
        withCenter: CGPoint(x: 150, y: 100), radius: 25, startAngle: 0, endAngle: .pi * 2, clockwise: true)
    path.move(to: CGPoint(x: 150, y: 125))
    path.addLine(to: CGPoint(x: 150, y: 175))
    path.addLine(to: CGPoint(x: 125, y: 225))
    path.move(to: CGPoint(x: 150, y: 175))
    path.addLine(to: CGPoint(x: 175, y: 225))
    path.move(to: CGPoint(x: 100, y: 150))
    path.addLine(to: CGPoint(x: 200, y: 150))

    let figure = CAShapeLayer()
    figure.strokeColor = UIColor.red.cgColor
    figure.fillColor = UIColor.clear.cgColor
    figure.lineWidth = 5
    figure.lineJoin = .bevel
    figure.lineCap = .round
    figure.path = path.cgPath
    root.addSublayer(figure)
}

/// Three round corners and a square one: as a shape, and as the mask of a gray layer.
let shapeCorners = Example(
    "shape-corners",
    shows: "a green shape and a gray layer, both with a square corner at the top left and three round ones"
) { root, _ in
    root.backgroundColor = CGColor(gray: 1, alpha: 1)
    let rect = CGRect(x: 0, y: 0, width: 100, height: 100)
    let path = UIBezierPath(
        roundedRect: rect, byRoundingCorners: [.topRight, .bottomRight, .bottomLeft],
        cornerRadii: CGSize(width: 20, height: 20))
    let shape = CAShapeLayer()
    shape.frame = rect.offsetBy(dx: 40, dy: 70)
    shape.path = path.cgPath
    shape.fillColor = UIColor.green.cgColor
    root.addSublayer(shape)

    let layer = CALayer()
    layer.frame = rect.offsetBy(dx: 180, dy: 70)
    layer.backgroundColor = UIColor.gray.cgColor
    let mask = CAShapeLayer()
    mask.path = path.cgPath
    layer.mask = mask
    root.addSublayer(layer)
}

/// Three colours at places of their own.
let gradientThree = Example(
    "gradient-three",
    shows: "red at the top left, yellow a quarter of the way to the bottom right, green from the middle on"
) { root, _ in
    let gradient = CAGradientLayer()
    gradient.frame = root.bounds
    gradient.colors = [UIColor.red.cgColor, UIColor.yellow.cgColor, UIColor.green.cgColor]
    gradient.locations = [0.0, 0.25, 0.5]
    gradient.startPoint = CGPoint(x: 0, y: 0)
    gradient.endPoint = CGPoint(x: 1, y: 1)
    root.addSublayer(gradient)
}

/// Two colours.
let gradientTwo = Example("gradient-two", shows: "red at the top left to blue at the bottom right") { root, _ in
    let gradient = CAGradientLayer()
    gradient.frame = root.bounds
    gradient.colors = [UIColor.red.cgColor, UIColor.blue.cgColor]
    gradient.startPoint = CGPoint(x: 0, y: 0)
    gradient.endPoint = CGPoint(x: 1, y: 1)
    root.addSublayer(gradient)
}

/// A scroll layer, and the hand that pans it.
let scroll = Example(
    "scroll", shows: "a sheet of numbered fields that is panned, and beyond its edges the gray behind it",
    duration: 3, moment: 1.2
) { root, later in
    let scroll = CAScrollLayer()
    scroll.frame = root.bounds
    scroll.masksToBounds = true
    scroll.backgroundColor = UIColor.lightGray.cgColor
    root.addSublayer(scroll)
    for index in 0..<24 {
        let field = CATextLayer()
        field.frame = CGRect(x: CGFloat(index % 6) * 100 + 4, y: CGFloat(index / 6) * 100 + 4, width: 92, height: 92)
        field.backgroundColor = hue(Double(index) / 24)
        field.string = "\(index)"
        field.alignmentMode = .center
        field.contentsScale = 2
        scroll.addSublayer(field)
    }
    // What the recognizer of the tutorial does with each step of the hand.
    func pan(_ x: CGFloat, _ y: CGFloat) {
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        var offset = scroll.bounds.origin
        offset.x -= x
        offset.y -= y
        scroll.scroll(to: offset)
        CATransaction.commit()
    }
    for step in 0..<90 { later.at(Double(step) / 60) { pan(-3, -2) } }
    for step in 90..<170 { later.at(Double(step) / 60) { pan(5, 3) } }
}
