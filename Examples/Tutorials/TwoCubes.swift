import QuartzCore
import UIKit

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
    (left.name, right.name) = ("left", "right")
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

/// Its page: the left cube turned by hand, the one camera of both nearer and farther, and the right one's roll at other speeds.
let twoCubesListing = Listing(
    twoCubes, "Two cubes under one camera", from: "tutorial 2 listing 6.5"
) { controls in
    let left: CALayer = controls.layer("left")
    let right: CALayer = controls.layer("right")
    var (x, y) = (0.0, 0.0)
    func turn() {
        var transform = CATransform3DMakeTranslation(-100, 0, 0)
        transform = CATransform3DRotate(transform, x, 1, 0, 0)
        left.transform = CATransform3DRotate(transform, y, 0, 1, 0)
    }
    controls.slider("Left about x", -3...3, 0) { value in
        x = value
        turn()
    }
    controls.slider("Left about y", -3...3, 0) { value in
        y = value
        turn()
    }
    controls.slider("Camera's distance", 250...2000, 500) { distance in
        controls.root.sublayerTransform.m34 = -1 / distance
    }
    controls.toggle("Right one rolls", true) { isOn in
        // Stopped where it is: a layer's time.
        let time = right.convertTime(CACurrentMediaTime(), from: nil)
        (right.speed, right.timeOffset, right.beginTime) = (isOn ? 1 : 0, isOn ? 0 : time, 0)
        if isOn { right.beginTime = right.convertTime(CACurrentMediaTime(), from: nil) - time }
    }
}
