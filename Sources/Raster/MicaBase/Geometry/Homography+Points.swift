extension Homography {
    /// The W at which planes are cut before the division. Points with this W or less are behind the viewer and not
    /// drawn.
    ///
    /// Small against 1, the W of an untransformed layer, and large enough that the quotients stay exact in the
    /// rasterizer's range.
    package static let nearPlane = 1.0 / 16384

    /// Makes the map of an affine map.
    package init(_ affine: Affine) {
        self.init(a: affine.a, b: affine.b, c: affine.c, d: affine.d, tx: affine.tx, ty: affine.ty)
    }

    /// This map as an affine one; nil when it has perspective, or when nothing is in front of the viewer.
    package var affine: Affine? {
        guard p == 0, q == 0, w > Self.nearPlane else { return nil }
        if w == 1 { return Affine(a: a, b: b, c: c, d: d, tx: tx, ty: ty) }
        return Affine(a: a / w, b: b / w, c: c / w, d: d / w, tx: tx / w, ty: ty / w)
    }

    /// The homogeneous image of a point: X, Y and W.
    package func homogeneous(_ point: Point) -> SIMD3<Double> {
        SIMD3(
            a * point.x + c * point.y + tx, b * point.x + d * point.y + ty, p * point.x + q * point.y + w)
    }

    /// The image of a point; nil for a point behind the viewer.
    package func apply(_ point: Point) -> Point? {
        let h = homogeneous(point)
        guard h.z > Self.nearPlane else { return nil }
        return Point(h.x / h.z, h.y / h.z)
    }

    /// The map that applies this map first, then `next`.
    package func concatenating(_ next: Homography) -> Homography {
        func column(_ x: Double, _ y: Double, _ w: Double) -> SIMD3<Double> {
            SIMD3(
                next.a * x + next.c * y + next.tx * w, next.b * x + next.d * y + next.ty * w,
                next.p * x + next.q * y + next.w * w)
        }
        let first = column(a, b, p)
        let second = column(c, d, q)
        let third = column(tx, ty, w)
        return Homography(
            a: first.x, b: first.y, c: second.x, d: second.y, tx: third.x, ty: third.y, p: first.z, q: second.z,
            w: third.z)
    }

    /// The largest factor by which the map stretches any direction at any corner of a box.
    ///
    /// A path that is flattened before it is mapped (a stroke) divides its tolerance by this factor. Corners behind the
    /// viewer are left out. The factor is at most 65,536; it is 1 when every corner is behind the viewer or the map
    /// stretches nothing.
    package func maximumScale(over box: Box) -> Double {
        var largest = 0.0
        if let affine {
            largest = affine.maximumScale
        } else {
            for corner in [
                box.minimum, Point(box.maximum.x, box.minimum.y), box.maximum, Point(box.minimum.x, box.maximum.y),
            ] {
                let h = homogeneous(corner)
                guard h.z > Self.nearPlane else { continue }
                let x = h.x / h.z
                let y = h.y / h.z
                let jacobian = Affine(
                    a: (a - x * p) / h.z, b: (b - y * p) / h.z, c: (c - x * q) / h.z, d: (d - y * q) / h.z, tx: 0, ty: 0
                )
                largest = Swift.max(largest, jacobian.maximumScale)
            }
        }
        guard largest > 0, largest.isFinite else { return 1 }
        return Swift.min(largest, 65536)
    }
}
