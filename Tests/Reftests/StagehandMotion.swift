import CoreGraphics
import Foundation
import QuartzCore

/// The stills of `OutsideData.Part.stagehand`: which transforms a view goes through, and how it gets from one to the next.
///
/// The sequences are those of cashapp/stagehand, Example/Unit Tests; what lies between two of their transforms is worked
/// out here from what that library's AnimatableProperty+CATransform3D and +CGAffineTransform do, stated as facts: in space
/// scale, shear and a quaternion change in proportion, in the plane scale and angle; a quaternion goes straight where the
/// two are near; a transform without an inverse counts as the other one scaled by 0; of two mirrored ones a half turn is
/// preferred.
struct StagehandMotion: Sendable, CustomStringConvertible {
    /// The name of the picture, up to the system's version.
    var name: String
    /// Where the view is after each second, from the identity on.
    var stops: [CATransform3D]
    /// Whether the view goes by affine transforms.
    var isAffine: Bool

    var description: String { name }

    /// How many frames there are.
    var frameCount: Int { stops.count * 10 + 1 }

    /// The view's transform in a frame.
    func transform(ofFrame frame: Int) -> CATransform3D {
        guard !stops.isEmpty else { return CATransform3DIdentity }
        let stage = min(frame / 10, stops.count - 1)
        let (from, to) = (stage == 0 ? CATransform3DIdentity : stops[stage - 1], stops[stage])
        let part = Double(frame - stage * 10) / 10
        if part == 0 { return from }
        if part == 1 { return to }
        return isAffine ? Self.between(affine: from, to, part) : Self.between(from, to, part)
    }

    // MARK: In space

    private struct Pose {
        var scale = SIMD3(1.0, 1, 1)
        /// Of y along x, of z along x, of z along y.
        var shear = SIMD3(0.0, 0, 0)
        var turn = SIMD4(0.0, 0, 0, 1)
        /// The perspective of a transform that is otherwise affine: the last column of a matrix.
        var perspective = SIMD4(0.0, 0, 0, 1)

        init?(_ t: CATransform3D) {
            if CATransform3DIsIdentity(t) { return }
            if t.m14 != 0 || t.m24 != 0 || t.m34 != 0 {
                var affine = t
                (affine.m14, affine.m24, affine.m34, affine.m44) = (0, 0, 0, 1)
                let i = CATransform3DInvert(affine)
                let column = SIMD4(Double(t.m14), Double(t.m24), Double(t.m34), Double(t.m44))
                func row(_ a: CGFloat, _ b: CGFloat, _ c: CGFloat, _ d: CGFloat) -> Double {
                    (SIMD4(Double(a), Double(b), Double(c), Double(d)) * column).sum()
                }
                perspective = SIMD4(
                    row(i.m11, i.m12, i.m13, i.m14), row(i.m21, i.m22, i.m23, i.m24), row(i.m31, i.m32, i.m33, i.m34),
                    row(i.m41, i.m42, i.m43, i.m44))
            }
            var x = SIMD3(Double(t.m11), Double(t.m12), Double(t.m13))
            var y = SIMD3(Double(t.m21), Double(t.m22), Double(t.m23))
            var z = SIMD3(Double(t.m31), Double(t.m32), Double(t.m33))
            func dot(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double { (a * b).sum() }
            func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
                SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
            }
            guard dot(x, cross(y, z)) != 0 else { return nil }
            scale.x = dot(x, x).squareRoot()
            x /= scale.x
            shear.x = dot(x, y)
            y -= shear.x * x
            scale.y = dot(y, y).squareRoot()
            y /= scale.y
            shear.y = dot(x, z)
            z -= shear.y * x
            shear.z = dot(y, z)
            z -= shear.z * y
            scale.z = dot(z, z).squareRoot()
            z /= scale.z
            shear /= SIMD3(scale.y, scale.z, scale.z)
            if dot(x, cross(y, z)) < 0 { (scale, x, y, z) = (-scale, -x, -y, -z) }
            // None of the sequences turns as far as half a turn, so that w is never near 0.
            let w = (x.x + y.y + z.z + 1).squareRoot() / 2
            turn = SIMD4((z.y - y.z) / (4 * w), (x.z - z.x) / (4 * w), (y.x - x.y) / (4 * w), w)
        }

        var transform: CATransform3D {
            let (x, y, z, w) = (turn.x, turn.y, turn.z, turn.w)
            var r = CATransform3DIdentity
            (r.m11, r.m12, r.m13) = (1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w))
            (r.m21, r.m22, r.m23) = (2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w))
            (r.m31, r.m32, r.m33) = (2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y))
            var (xy, xz, yz) = (CATransform3DIdentity, CATransform3DIdentity, CATransform3DIdentity)
            (xy.m21, xz.m31, yz.m32) = (shear.x, shear.y, shear.z)
            let sheared = CATransform3DConcat(xy, CATransform3DConcat(xz, CATransform3DConcat(yz, r)))
            var last = CATransform3DIdentity
            (last.m14, last.m24, last.m34, last.m44) = (perspective.x, perspective.y, perspective.z, perspective.w)
            return CATransform3DConcat(CATransform3DScale(sheared, scale.x, scale.y, scale.z), last)
        }
    }

    private static func between(_ a: CATransform3D, _ b: CATransform3D, _ part: Double) -> CATransform3D {
        let poses = (Pose(a), Pose(b))
        guard var from = poses.0 ?? poses.1, var to = poses.1 ?? poses.0 else { return part > 0.5 ? b : a }
        if poses.0 == nil { from.scale = .zero }
        if poses.1 == nil { to.scale = .zero }
        var mixed = from
        mixed.scale += part * (to.scale - from.scale)
        mixed.shear += part * (to.shear - from.shear)
        mixed.perspective += part * (to.perspective - from.perspective)
        var cosine = (from.turn * to.turn).sum()
        if cosine < 0 { (from.turn, cosine) = (-from.turn, -cosine) }
        if 1 - cosine >= 0.05 {
            let angle = acos(cosine)
            mixed.turn = (sin(angle * (1 - part)) * from.turn + sin(angle * part) * to.turn) / sin(angle)
        } else {
            mixed.turn = (1 - part) * from.turn + part * to.turn
        }
        return mixed.transform
    }

    // MARK: In the plane

    private struct Turn {
        var scale: SIMD2<Double>
        /// The axes without scale and angle, x's first: nothing if a scale is 0.
        var axes: SIMD4<Double>
        var angle: Double
        var shift: SIMD2<Double>

        init(_ t: CATransform3D) {
            let (a, b, c, d) = (Double(t.m11), Double(t.m12), Double(t.m21), Double(t.m22))
            scale = SIMD2((a * a + b * b).squareRoot(), (c * c + d * d).squareRoot())
            if a * d - b * c <= 0 { if a < d { scale.x = -scale.x } else { scale.y = -scale.y } }
            let x = scale.x == 0 ? SIMD2(a, b) : SIMD2(a, b) / scale.x
            let y = scale.y == 0 ? SIMD2(c, d) : SIMD2(c, d) / scale.y
            angle = atan2(x.y, x.x)
            // A turn back is a combination of the two axes.
            let (back, along) = angle == 0 ? (SIMD2(0, 0), SIMD2(1, 1)) : (SIMD2(-x.y, x.y), SIMD2(x.x, x.x))
            let (first, second) = (along.x * x + back.x * y, along.y * y + back.y * x)
            axes = SIMD4(first.x, first.y, second.x, second.y)
            shift = SIMD2(Double(t.m41), Double(t.m42))
        }
    }

    private static func between(affine a: CATransform3D, _ b: CATransform3D, _ part: Double) -> CATransform3D {
        var (from, to) = (Turn(a), Turn(b))
        if (from.scale.x < 0 && to.scale.y < 0) || (from.scale.y < 0 && to.scale.x < 0) {
            from.scale = -from.scale
            from.angle += from.angle < 0 ? .pi : -.pi
        }
        if from.angle <= 0 { from.angle += 2 * .pi }
        if to.angle <= 0 { to.angle += 2 * .pi }
        if abs(from.angle - to.angle) > .pi {
            if from.angle > to.angle { from.angle -= 2 * .pi } else { to.angle -= 2 * .pi }
        }
        let axes = from.axes + part * (to.axes - from.axes)
        let scale = from.scale + part * (to.scale - from.scale)
        let shift = from.shift + part * (to.shift - from.shift)
        var moved = CATransform3DMakeTranslation(shift.x, shift.y, 0)
        (moved.m11, moved.m12, moved.m21, moved.m22) = (axes.x, axes.y, axes.z, axes.w)
        let turned = CATransform3DRotate(moved, from.angle + part * (to.angle - from.angle), 0, 0, 1)
        return CATransform3DScale(turned, scale.x, scale.y, 1)
    }

    // MARK: The sequences

    /// The sequences whose pictures are at hand.
    static let all: [StagehandMotion] = {
        let identity = CATransform3DIdentity
        func scale(_ x: CGFloat, _ y: CGFloat) -> CATransform3D { CATransform3DMakeScale(x, y, 1) }
        func turn(_ angle: CGFloat, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat) -> CATransform3D {
            CATransform3DMakeRotation(angle, x, y, z)
        }
        func turn(_ angle: CGFloat, after t: CATransform3D) -> CATransform3D { CATransform3DRotate(t, angle, 0, 0, 1) }
        func shear(xy: CGFloat = 0, yx: CGFloat = 0) -> CATransform3D {
            var t = identity
            (t.m12, t.m21) = (yx, xy)
            return t
        }
        func move(_ x: CGFloat, _ y: CGFloat) -> CATransform3D { CATransform3DMakeTranslation(x, y, 0) }
        let eighth = CGFloat.pi / 4
        let turns: [CATransform3D] = [turn(eighth, 0, 0, 1), turn(eighth, 0, 1, 0), turn(eighth, 0, 1, 1)]
        let turnedScales: [CATransform3D] = [
            turn(eighth, after: scale(2, 2)), turn(-eighth, after: scale(0.5, 0.5)), turn(CGFloat.pi / 3, 0, 1, 0),
        ]
        let shears: [CATransform3D] = [
            shear(xy: 2), shear(xy: -2), identity, shear(yx: 2), identity, shear(xy: 0.5, yx: 0.5), shear(xy: -0.5),
        ]
        let zeros: [CATransform3D] = [
            scale(0, 1), CATransform3DRotate(scale(2, 2), eighth, 1, 1, 1),
            CATransform3DRotate(scale(1, 0), eighth, 1, 1, 1),
        ]
        let space: [(String, [CATransform3D])] = [
            ("testScale", [scale(3, 1), scale(1, 3)]), ("testRotation", turns), ("testScaleAndRotation", turnedScales),
            ("testShear", shears), ("testZeroScale", zeros),
        ]
        let angles: [CGFloat] = [CGFloat.pi / 4, -CGFloat.pi / 4, CGFloat.pi - 0.5, 0.5 - CGFloat.pi]
        let moves: [CATransform3D] = [move(40, 0), move(40, 40), move(0, -40)]
        let scales: [CATransform3D] = [scale(3, 1), scale(1, 3), scale(1, -2), scale(0, -2)]
        let half = CGFloat.pi / 2
        let flips: [CATransform3D] = [
            scale(-2, 3), scale(3, -2), scale(-3, 2), turn(-half, after: scale(-3, 2)), turn(half, after: scale(3, -2)),
        ]
        let plane: [(String, [CATransform3D])] = [
            ("testTranslation", moves), ("testScale", scales), ("testFlippedScaleResultsInRotation", flips),
            ("testRotation", angles.map { turn($0, 0, 0, 1) }),
        ]
        var all: [StagehandMotion] = []
        for (name, stops) in space { all.append(.init(name: "CATransform3D-" + name, stops: stops, isAffine: false)) }
        for (name, stops) in plane {
            all.append(.init(name: "CGAffineTransform-" + name, stops: stops, isAffine: true))
        }
        return all
    }()

    /// The suite's other sequences, whose pictures are looked for beside those of `all`.
    static let others: [StagehandMotion] = {
        func seen(from distance: CGFloat, _ x: CGFloat, _ y: CGFloat) -> CATransform3D {
            var t = CATransform3DIdentity
            t.m34 = -1 / distance
            return CATransform3DScale(t, x, y, 1)
        }
        func turn(_ t: CATransform3D, _ angle: CGFloat, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat) -> CATransform3D {
            CATransform3DRotate(t, angle, x, y, z)
        }
        func skewed(_ c: CGFloat) -> CATransform3D {
            var t = CATransform3DIdentity
            t.m21 = c
            return t
        }
        let third = CGFloat.pi / 3, quarter = CGFloat.pi / 4
        let moved = (CATransform3DMakeTranslation(20, 40, 0), CATransform3DMakeTranslation(-20, -40, 0))
        let space: [(String, [CATransform3D])] = [
            (
                "testRotationAcrossBoundary",
                [
                    turn(CATransform3DIdentity, .pi - 0.5, 0, 0, 1),
                    turn(CATransform3DIdentity, 0.5 - .pi, 0, 0, 1),
                ]
            ),
            (
                "testScaleAndRotationWithPerspective",
                [
                    turn(seen(from: 20, 2, 2), quarter, 0, 0, 1), turn(seen(from: 20, 0.5, 0.5), -quarter, 0, 0, 1),
                    turn(seen(from: 20, 1, 1), third, 0, 1, 0), turn(seen(from: 20, 2, 3), -third, 0, 1, 1),
                ]
            ),
            (
                "testPerspective",
                [
                    turn(CATransform3DMakeScale(2, 2, 1), third, 0, 1, 0), turn(seen(from: 20, 2, 2), third, 0, 1, 0),
                    turn(seen(from: -20, 2, 2), third, 0, 1, 0),
                ]
            ),
        ]
        let plane: [(String, [CATransform3D])] = [
            (
                "testMultipleFactorTransforms",
                [
                    moved.0, CATransform3DScale(moved.0, 3, 2, 1),
                    CATransform3DScale(turn(moved.0, quarter, 0, 0, 1), 3, 2, 1),
                    CATransform3DScale(turn(moved.1, quarter, 0, 0, 1), 3, 2, 1),
                ]
            ),
            ("testSkewedTransforms", [skewed(4), skewed(-4), CATransform3DScale(skewed(-4), 2, 2, 1)]),
            (
                "testTranslatingSkewedTransforms",
                [
                    CATransform3DTranslate(skewed(2), -5, -20, 0), CATransform3DTranslate(skewed(2), 20, 10, 0),
                ]
            ),
        ]
        return space.map { StagehandMotion(name: "CATransform3D-" + $0.0, stops: $0.1, isAffine: false) }
            + plane.map { StagehandMotion(name: "CGAffineTransform-" + $0.0, stops: $0.1, isAffine: true) }
    }()

    // MARK: The scene

    /// The view among the transforms that it goes through, in its container, in the middle of the window whose size is in
    /// the pictures' names: 402 x 874.
    func tree(ofFrame frame: Int) -> CALayer {
        let window = CALayer()
        window.bounds = CGRect(x: 0, y: 0, width: 402, height: 874)
        let container = container(ofFrame: frame)
        container.frame = Self.area
        window.addSublayer(container)
        return window
    }

    /// The position of the container, which the pictures show. *Units*: points.
    static let area = CGRect(x: 126, y: 362, width: 150, height: 150)

    private func container(ofFrame frame: Int) -> CALayer {
        let lightGray = CGColor(srgbRed: 2.0 / 3, green: 2.0 / 3, blue: 2.0 / 3, alpha: 1)
        let root = CALayer()
        root.bounds = CGRect(x: 0, y: 0, width: 150, height: 150)
        root.backgroundColor = Paint.white
        let grid = CAShapeLayer()
        grid.frame = root.bounds
        (grid.fillColor, grid.lineWidth, grid.strokeColor) = (nil, 0.5, lightGray)
        let lines = CGMutablePath()
        // The lines through the middle are there twice.
        var positions: [CGFloat] = []
        for step in 0..<8 { positions += [75 + CGFloat(step) * 10, 75 - CGFloat(step) * 10] }
        for at in positions {
            lines.move(to: CGPoint(x: at, y: 0))
            lines.addLine(to: CGPoint(x: at, y: 150))
            lines.move(to: CGPoint(x: 0, y: at))
            lines.addLine(to: CGPoint(x: 150, y: at))
        }
        grid.path = lines
        root.addSublayer(grid)
        func square(_ transform: CATransform3D) -> CALayer {
            let layer = CALayer()
            layer.bounds = CGRect(x: 0, y: 0, width: 20, height: 20)
            layer.position = CGPoint(x: 75, y: 75)
            layer.transform = transform
            layer.allowsEdgeAntialiasing = false
            root.addSublayer(layer)
            return layer
        }
        for stop in stops {
            let view = square(stop)
            view.backgroundColor = lightGray
            view.opacity = 0.5
        }
        let view = square(transform(ofFrame: frame))
        if isAffine { view.backgroundColor = Paint.red }
        let yellow = CGColor(srgbRed: 1, green: 1, blue: 0, alpha: 1)
        for (index, color) in [Paint.red, Paint.green, Paint.blue, yellow].enumerated() {
            let part = CALayer()
            part.frame = CGRect(x: CGFloat(index % 2) * 10, y: CGFloat(index / 2) * 10, width: 10, height: 10)
            part.backgroundColor = color
            part.allowsEdgeAntialiasing = false
            view.addSublayer(part)
        }
        return root
    }
}
