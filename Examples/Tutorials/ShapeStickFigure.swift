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
    figure.name = "figure"
    figure.strokeColor = UIColor.red.cgColor
    figure.fillColor = UIColor.clear.cgColor
    figure.lineWidth = 5
    figure.lineJoin = .bevel
    figure.lineCap = .round
    figure.path = path.cgPath
    root.addSublayer(figure)
}

/// Its page: the stroke's width, joins and ends, how much of it is drawn, and a larger one, which is as crisp.
let shapeStickFigureListing = Listing(
    shapeStickFigure, "Stick figure: CAShapeLayer", from: "tutorial 1 §1.1, 2 listing 6.1"
) { controls in
    let figure: CAShapeLayer = controls.layer("figure")
    controls.slider("Line width", 1...20, 5) { figure.lineWidth = $0 }
    controls.choice("Joins", ["miter", "round", "bevel"], 2) { figure.lineJoin = [.miter, .round, .bevel][$0] }
    controls.choice("Ends", ["butt", "round", "square"], 1) { figure.lineCap = [.butt, .round, .square][$0] }
    controls.slider("Stroke to", 0...1, 1) { figure.strokeEnd = $0 }
    controls.slider("Scale", 1...4, 1) { scale in
        // About the figure's middle, though the layer has no size.
        var transform = CATransform3DMakeTranslation(150, 150, 0)
        transform = CATransform3DScale(transform, scale, scale, 1)
        figure.transform = CATransform3DTranslate(transform, -150, -150, 0)
    }
}
