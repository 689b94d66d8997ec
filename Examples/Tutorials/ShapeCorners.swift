import QuartzCore
import UIKit

/// Three round corners and a square one: as a shape, and as the mask of a gray layer.
let shapeCorners = Example(
    "shape-corners",
    shows: "a green shape and a gray layer, both with a square corner at the top left and three round ones"
) { root, _ in
    root.backgroundColor = CGColor(gray: 1, alpha: 1)
    let rect = CGRect(x: 0, y: 0, width: 100, height: 100)
    let path = threeCorners(of: 20)
    let shape = CAShapeLayer()
    shape.frame = rect.offsetBy(dx: 40, dy: 70)
    shape.name = "shape"
    shape.path = path
    shape.fillColor = UIColor.green.cgColor
    root.addSublayer(shape)

    let layer = CALayer()
    layer.frame = rect.offsetBy(dx: 180, dy: 70)
    layer.backgroundColor = UIColor.gray.cgColor
    let mask = CAShapeLayer()
    mask.name = "mask"
    mask.path = path
    layer.mask = mask
    root.addSublayer(layer)
}

/// A square of 100 points with round corners, but for the one at the top left.
private func threeCorners(of radius: Double) -> CGPath {
    UIBezierPath(
        roundedRect: CGRect(x: 0, y: 0, width: 100, height: 100),
        byRoundingCorners: [.topRight, .bottomRight, .bottomLeft],
        cornerRadii: CGSize(width: radius, height: radius)
    ).cgPath
}

/// Its page: the corners' radius, where the mask is, and its colour and alpha, only the alpha matters.
let shapeCornersListing = Listing(
    shapeCorners, "Round corners, and a mask", from: "tutorial 1 §1.2, 2 round corners"
) { controls in
    let shape: CAShapeLayer = controls.layer("shape")
    let mask: CAShapeLayer = controls.layer("mask")
    controls.slider("Radius", 0...50, 20) { radius in
        (shape.path, mask.path) = (threeCorners(of: radius), threeCorners(of: radius))
    }
    controls.slider("Mask to the right", 0...100, 0) { mask.position.x = $0 }
    controls.choice("Mask's color", ["black", "red", "white"], 0) { index in
        mask.fillColor = [UIColor.black, .red, .white][index].cgColor
    }
    controls.slider("Mask's alpha", 0...1, 1) { mask.opacity = Float($0) }
}
