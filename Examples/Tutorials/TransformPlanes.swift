import QuartzCore
import UIKit

/// Four planes one behind the other, turned as one body. Tutorial 1, section 2.
let transformPlanes = Example(
    "transform-planes",
    shows:
        "left, in a CATransformLayer, four planes one behind the other; right, in a plain layer, the same in one plane"
) { root, _ in
    root.backgroundColor = CGColor(gray: 0.95, alpha: 1)
    for (container, name, x) in [(CATransformLayer(), "deep", 150.0), (CALayer(), "flat", 260)] {
        container.name = name
        root.addSublayer(planes(in: container, at: x))
    }
}

/// The planes of the listing in a container, about a place along x.
public func planes(in container: CALayer, at x: CGFloat) -> CALayer {
    container.bounds = CGRect(x: 0, y: 0, width: 150, height: 200)
    container.position = CGPoint(x: x, y: 120)
    let colors = [
        CGColor(srgbRed: 0.5, green: 0, blue: 0.5, alpha: 1), CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1),
        CGColor(srgbRed: 1, green: 0.5, blue: 0, alpha: 1), CGColor(srgbRed: 1, green: 1, blue: 0, alpha: 1),
    ]
    for (index, color) in colors.enumerated() {
        let plane = CALayer()
        plane.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
        plane.position = CGPoint(x: 75, y: 100)
        plane.backgroundColor = color
        plane.opacity = 0.6
        plane.borderColor = CGColor(gray: 1, alpha: 0.5)
        plane.borderWidth = 3
        plane.cornerRadius = 10
        plane.transform = CATransform3DMakeTranslation(0, 0, -40 * CGFloat(index))
        container.addSublayer(plane)
    }
    var turn = CATransform3DIdentity
    turn.m34 = -1 / 500
    container.transform = CATransform3DRotate(turn, .pi / 3, 0, 1, 0)
    return container
}

/// Its page: both containers turned, nearer and farther, half transparent, and with a background, which a transform layer does not show.
let transformPlanesListing = Listing(
    transformPlanes, "Planes in depth: CATransformLayer", from: "tutorial 1 §2"
) { controls in
    let containers: [CALayer] = [controls.layer("deep"), controls.layer("flat")]
    var (angle, distance) = (Double.pi / 3, 500.0)
    func turn() {
        var transform = CATransform3DIdentity
        transform.m34 = -1 / distance
        for container in containers { container.transform = CATransform3DRotate(transform, angle, 0, 1, 0) }
    }
    controls.slider("Turn", -1.5...1.5, angle) { value in
        angle = value
        turn()
    }
    controls.slider("Camera's distance", 150...1000, distance) { value in
        distance = value
        turn()
    }
    controls.slider("Opacity", 0...1, 1) { value in for container in containers { container.opacity = Float(value) } }
    controls.toggle("Background", false) { isOn in
        for container in containers { container.backgroundColor = isOn ? UIColor.systemTeal.cgColor : nil }
    }
}
