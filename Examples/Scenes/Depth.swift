import QuartzCore

/// Four planes one behind the other, turned as one body. Tutorial 1, section 2.
let transformPlanes = Example(
    "transform-planes",
    shows:
        "left, in a CATransformLayer, four planes one behind the other; right, in a plain layer, the same in one plane"
) { root, _ in
    root.backgroundColor = CGColor(gray: 0.95, alpha: 1)
    root.addSublayer(planes(in: CATransformLayer(), at: 150))
    root.addSublayer(planes(in: CALayer(), at: 260))
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

/// Two cubes of six faces each under one camera. Tutorial 2, listing 6.5.
let twoCubes = Example(
    "two-cubes",
    shows: "two cubes of six coloured faces, the right one turned: seen from one point, only near faces seen",
    size: CGSize(width: 400, height: 240), duration: 4, moment: 0
) { root, _ in
    root.backgroundColor = CGColor(gray: 0.2, alpha: 1)
    var perspective = CATransform3DIdentity
    perspective.m34 = -1 / 500
    root.sublayerTransform = perspective
    let left = cube(by: CATransform3DMakeTranslation(-100, 0, 0))
    var turn = CATransform3DMakeTranslation(100, 0, 0)
    turn = CATransform3DRotate(turn, -.pi / 4, 1, 0, 0)
    turn = CATransform3DRotate(turn, -.pi / 4, 0, 1, 0)
    let right = cube(by: turn)
    for cube in [left, right] {
        cube.position = CGPoint(x: 200, y: 120)
        root.addSublayer(cube)
    }
    let roll = CABasicAnimation(keyPath: "transform.rotation.y")
    roll.byValue = Double.pi * 2
    roll.duration = 4
    roll.repeatCount = .infinity
    right.add(roll, forKey: "roll")
}

/// A cube of 100 points about the position of a transform layer, its faces of the rainbow: near, right, top, bottom, left,
/// far.
public func cube(by transform: CATransform3D) -> CATransformLayer {
    let cube = CATransformLayer()
    let (out, quarter) = (CGFloat(50), CGFloat.pi / 2)
    let faces = [
        CATransform3DMakeTranslation(0, 0, out),
        CATransform3DRotate(CATransform3DMakeTranslation(out, 0, 0), quarter, 0, 1, 0),
        CATransform3DRotate(CATransform3DMakeTranslation(0, -out, 0), quarter, 1, 0, 0),
        CATransform3DRotate(CATransform3DMakeTranslation(0, out, 0), -quarter, 1, 0, 0),
        CATransform3DRotate(CATransform3DMakeTranslation(-out, 0, 0), -quarter, 0, 1, 0),
        CATransform3DRotate(CATransform3DMakeTranslation(0, 0, -out), .pi, 0, 1, 0),
    ]
    for (index, transform) in faces.enumerated() {
        let face = CALayer()
        face.frame = CGRect(x: -50, y: -50, width: 100, height: 100)
        face.backgroundColor = hue(Double(index) / 6)
        face.transform = transform
        cube.addSublayer(face)
    }
    cube.transform = transform
    return cube
}
