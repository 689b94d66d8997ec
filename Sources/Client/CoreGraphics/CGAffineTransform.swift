/// An affine transformation of the plane: rotating, scaling, translating and skewing.
///
/// *Space*: points are row vectors on the left, `[x y 1] * matrix`. So `a.concatenating(b)` applies `a` first:
///
///     | a  b  0 |
///     | c  d  0 |      x' = a x + c y + tx
///     | tx ty 1 |      y' = b x + d y + ty
public struct CGAffineTransform: Sendable, Hashable {
    /// The factor of x in x'.
    public var a: CGFloat
    /// The factor of x in y'.
    public var b: CGFloat
    /// The factor of y in x'.
    public var c: CGFloat
    /// The factor of y in y'.
    public var d: CGFloat
    /// The translation along x.
    public var tx: CGFloat
    /// The translation along y.
    public var ty: CGFloat

    /// The transformation that moves no point.
    public static let identity = CGAffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

    /// Makes a matrix of zeros, which maps every point to the origin; the identity is `.identity`.
    public init() {
        (a, b, c, d, tx, ty) = (0, 0, 0, 0, 0, 0)
    }

    /// Makes a matrix from its six entries.
    public init(a: CGFloat, b: CGFloat, c: CGFloat, d: CGFloat, tx: CGFloat, ty: CGFloat) {
        (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
    }

    /// Makes a matrix from its six entries.
    public init(_ a: CGFloat, _ b: CGFloat, _ c: CGFloat, _ d: CGFloat, _ tx: CGFloat, _ ty: CGFloat) {
        self.init(a: a, b: b, c: c, d: d, tx: tx, ty: ty)
    }

    /// Makes a translation.
    public init(translationX tx: CGFloat, y ty: CGFloat) {
        self.init(a: 1, b: 0, c: 0, d: 1, tx: tx, ty: ty)
    }

    /// Makes a scaling about the origin.
    public init(scaleX sx: CGFloat, y sy: CGFloat) {
        self.init(a: sx, b: 0, c: 0, d: sy, tx: 0, ty: 0)
    }

    /// Makes a rotation about the origin.
    ///
    /// *Units*: radians. *Space*: from the x axis towards the y axis: counter-clockwise where y points up.
    public init(rotationAngle angle: CGFloat) {
        let (sine, cosine) = (sin(angle), cos(angle))
        self.init(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
    }

    /// Whether this is exactly the identity, without tolerance.
    public var isIdentity: Bool { self == .identity }

    /// A translation, followed by this transformation.
    public func translatedBy(x tx: CGFloat, y ty: CGFloat) -> CGAffineTransform {
        CGAffineTransform(translationX: tx, y: ty).concatenating(self)
    }

    /// A scaling about the origin, followed by this transformation.
    public func scaledBy(x sx: CGFloat, y sy: CGFloat) -> CGAffineTransform {
        CGAffineTransform(scaleX: sx, y: sy).concatenating(self)
    }

    /// A rotation about the origin, followed by this transformation. *Units*: radians.
    public func rotated(by angle: CGFloat) -> CGAffineTransform {
        CGAffineTransform(rotationAngle: angle).concatenating(self)
    }

    /// This transformation, followed by `t2`: the product `self * t2`.
    public func concatenating(_ t2: CGAffineTransform) -> CGAffineTransform {
        CGAffineTransform(
            a: a * t2.a + b * t2.c,
            b: a * t2.b + b * t2.d,
            c: c * t2.a + d * t2.c,
            d: c * t2.b + d * t2.d,
            tx: tx * t2.a + ty * t2.c + t2.tx,
            ty: tx * t2.b + ty * t2.d + t2.ty)
    }

    /// The inverse; the transformation itself when it has no inverse.
    public func inverted() -> CGAffineTransform {
        let determinant = a * d - b * c
        let reciprocal = 1 / determinant
        guard determinant != 0, reciprocal.isFinite else { return self }
        return CGAffineTransform(
            a: d * reciprocal,
            b: -b * reciprocal,
            c: -c * reciprocal,
            d: a * reciprocal,
            tx: (c * ty - d * tx) * reciprocal,
            ty: (b * tx - a * ty) * reciprocal)
    }

    /// Whether the two matrices have the same entries.
    public func equalTo(_ t2: CGAffineTransform) -> Bool { self == t2 }
}

extension CGAffineTransform: Codable {
    /// Reads six numbers without keys, in the order a, b, c, d, tx, ty.
    public init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        self.init(
            a: try container.decode(CGFloat.self),
            b: try container.decode(CGFloat.self),
            c: try container.decode(CGFloat.self),
            d: try container.decode(CGFloat.self),
            tx: try container.decode(CGFloat.self),
            ty: try container.decode(CGFloat.self))
    }

    /// Writes six numbers without keys, in the order a, b, c, d, tx, ty.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for entry in [a, b, c, d, tx, ty] { try container.encode(entry) }
    }
}

/// The parts of an affine transformation, applied in this order: scale, shear, rotation, translation.
public struct CGAffineTransformComponents: Sendable, Hashable {
    /// The factors along x and y.
    public var scale: CGSize
    /// How far y shifts x, after scaling.
    public var horizontalShear: CGFloat
    /// The angle. *Units*: radians, from the x axis towards the y axis.
    public var rotation: CGFloat
    /// The translation.
    public var translation: CGVector

    /// Makes components of which every number is zero.
    public init() {
        self.init(scale: .zero, horizontalShear: 0, rotation: 0, translation: .zero)
    }

    /// Makes components from their parts.
    public init(scale: CGSize, horizontalShear: CGFloat, rotation: CGFloat, translation: CGVector) {
        self.scale = scale
        self.horizontalShear = horizontalShear
        self.rotation = rotation
        self.translation = translation
    }
}

extension CGAffineTransform {
    /// Makes the product of the components: scale * shear * rotation * translation.
    public init(_ components: CGAffineTransformComponents) {
        let (sx, sy) = (components.scale.width, components.scale.height)
        let (sine, cosine) = (sin(components.rotation), cos(components.rotation))
        let shear = components.horizontalShear
        self.init(
            a: sx * cosine,
            b: sx * sine,
            c: sy * (shear * cosine - sine),
            d: sy * (shear * sine + cosine),
            tx: components.translation.dx,
            ty: components.translation.dy)
    }

    /// The parts of the transformation: `CGAffineTransform(t.decomposed())` is `t` again.
    ///
    /// The horizontal scale is never negative; a reflection makes the vertical scale negative. A transformation that
    /// flattens the plane onto a line has a vertical scale of 0, and loses the contribution of its y axis; if `a` and
    /// `b` are 0, the horizontal scale is 0 instead, and nothing is lost.
    public func decomposed() -> CGAffineTransformComponents {
        let translation = CGVector(dx: tx, dy: ty)
        let horizontal = hypot(a, b)
        guard horizontal > 0 else {
            return CGAffineTransformComponents(
                scale: CGSize(width: 0, height: hypot(c, d)),
                horizontalShear: 0,
                rotation: c == 0 && d == 0 ? 0 : atan2(-c, d),
                translation: translation)
        }
        let determinant = a * d - b * c
        return CGAffineTransformComponents(
            scale: CGSize(width: horizontal, height: determinant / horizontal),
            horizontalShear: determinant == 0 ? 0 : (a * c + b * d) / determinant,
            rotation: atan2(b, a),
            translation: translation)
    }
}
