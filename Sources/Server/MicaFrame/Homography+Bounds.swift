import MicaBase

extension Homography {
    /// The map of the plane z = 0 under a matrix, seen along z. *nil when* the plane is seen edge-on, lies wholly
    /// behind the viewer, or is not finite.
    package init?(plane m: Matrix4) {
        var h = Homography(projecting: m)
        guard h.normalize() else { return nil }
        self = h
    }

    /// The map of the plane z = 0 under a matrix, seen along z, whether or not any of it is visible.
    package init(projecting m: Matrix4) {
        self.init(a: m.m11, b: m.m12, c: m.m21, d: m.m22, tx: m.m41, ty: m.m42, p: m.m14, q: m.m24, w: m.m44)
    }

    /// The map of a plane from six coefficients, without perspective; nil as for `init(plane:)`.
    package init?(plane a: Double, _ b: Double, _ c: Double, _ d: Double, _ tx: Double, _ ty: Double) {
        var h = Homography(a: a, b: b, c: c, d: d, tx: tx, ty: ty)
        guard h.normalize() else { return nil }
        self = h
    }

    /// The map that applies `first`, then this one; nil as for `init(plane:)`.
    package func after(_ first: Homography) -> Homography? {
        var h: Homography
        if isAffine, first.isAffine {
            // The general sums without their products with 0.
            h = Homography(
                a: a * first.a + c * first.b, b: b * first.a + d * first.b, c: a * first.c + c * first.d,
                d: b * first.c + d * first.d, tx: a * first.tx + c * first.ty + tx,
                ty: b * first.tx + d * first.ty + ty)
        } else {
            h = first.concatenating(self)
        }
        return h.normalize() ? h : nil
    }

    /// The map that first moves points by (x, y), for a map that is a scale and a translation; nil as for
    /// `init(plane:)`.
    package func afterMove(_ x: Double, _ y: Double) -> Homography? {
        var h = self
        (h.tx, h.ty) = (a * x + tx, d * y + ty)
        return h.normalize() ? h : nil
    }

    /// The map that first mirrors points in y, so that the lines y = `low` and y = `high` are exchanged.
    package func mirrored(low: Double, high: Double) -> Homography {
        let s = low + high
        return Homography(a: a, b: b, c: -c, d: -d, tx: tx + c * s, ty: ty + d * s, p: p, q: -q, w: w + q * s)
    }

    /// Makes w 1 if there is no perspective; false if the whole plane is invisible.
    private mutating func normalize() -> Bool {
        let sum = a + b + c + d + tx + ty + p + q + w
        guard sum.isFinite else { return false }
        if p == 0 && q == 0 {
            guard w > Self.nearPlane else { return false }
            if w != 1 {
                let s = 1 / w
                self = Homography(a: a * s, b: b * s, c: c * s, d: d * s, tx: tx * s, ty: ty * s)
            }
            // Tests for an inverse without computing it.
            let determinant = a * d - b * c
            guard determinant.isFinite else { return false }
            return abs(determinant) > 1e-300 || (determinant != 0 && (1 / determinant).isFinite)
        }
        return inverse != nil
    }

    /// The scales of local steps along x and y at a local point, in pixels per point.
    package func scale(atX x: Double, y: Double) -> (x: Double, y: Double) {
        let at = apply(x, y)
        guard at.w > 0 else { return (1, 1) }
        let (xx, xy) = ((a - at.x * p) / at.w, (b - at.y * p) / at.w)
        let (yx, yy) = ((c - at.x * q) / at.w, (d - at.y * q) / at.w)
        return ((xx * xx + xy * xy).squareRoot(), (yx * yx + yy * yy).squareRoot())
    }

    /// Appends the corners of a local rectangle on the surface, cut off behind the viewer: a convex polygon, or
    /// nothing.
    package func appendOutline(of rect: LocalRect, to points: inout [Point]) {
        func side(_ from: SIMD3<Double>, _ to: SIMD3<Double>) {
            if (from.z >= Self.nearPlane) != (to.z >= Self.nearPlane) {
                let crossing = from + (to - from) * ((Self.nearPlane - from.z) / (to.z - from.z))
                points.append(Point(crossing.x / Self.nearPlane, crossing.y / Self.nearPlane))
            }
            if to.z >= Self.nearPlane { points.append(Point(to.x / to.z, to.y / to.z)) }
        }
        let (a, b) = (homogeneous(Point(rect.minX, rect.minY)), homogeneous(Point(rect.maxX, rect.minY)))
        let (c, d) = (homogeneous(Point(rect.maxX, rect.maxY)), homogeneous(Point(rect.minX, rect.maxY)))
        side(d, a)
        side(a, b)
        side(b, c)
        side(c, d)
    }

    /// The smallest rectangle of pixels around the part of a local rectangle in front of the viewer.
    ///
    /// Edges that are so close to a whole pixel that the rasterizer moves them there count as there.
    package func deviceBounds(of rect: LocalRect) -> DeviceRect {
        guard !rect.isEmpty else { return .empty }
        var low = SIMD2(repeating: Double.infinity), high = SIMD2(repeating: -Double.infinity)
        func add(_ x: Double, _ y: Double) {
            low = SIMD2(min(low.x, x), min(low.y, y))
            high = SIMD2(max(high.x, x), max(high.y, y))
        }
        if isScaleAndTranslation, (rect.minX + rect.minY + rect.maxX + rect.maxY).isFinite {
            // Two corners decide; the sums equal those below.
            add(a * rect.minX + tx, d * rect.minY + ty)
            add(a * rect.maxX + tx, d * rect.maxY + ty)
        } else if isAffine {
            func corner(_ x: Double, _ y: Double) { add(a * x + c * y + tx, b * x + d * y + ty) }
            corner(rect.minX, rect.minY)
            corner(rect.maxX, rect.minY)
            corner(rect.maxX, rect.maxY)
            corner(rect.minX, rect.maxY)
        } else {
            // The part of the quadrilateral in front of the near plane, side by side.
            let near = Self.nearPlane
            func side(_ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double) {
                let w0 = p * x0 + q * y0 + w, w1 = p * x1 + q * y1 + w
                if w0 >= near { add((a * x0 + c * y0 + tx) / w0, (b * x0 + d * y0 + ty) / w0) }
                if (w0 >= near) != (w1 >= near) {
                    let t = (near - w0) / (w1 - w0)
                    let x = x0 + (x1 - x0) * t, y = y0 + (y1 - y0) * t
                    add((a * x + c * y + tx) / near, (b * x + d * y + ty) / near)
                }
            }
            side(rect.minX, rect.minY, rect.maxX, rect.minY)
            side(rect.maxX, rect.minY, rect.maxX, rect.maxY)
            side(rect.maxX, rect.maxY, rect.minX, rect.maxY)
            side(rect.minX, rect.maxY, rect.minX, rect.minY)
        }
        guard low.x <= high.x, low.y <= high.y else { return .empty }
        let slop = Self.wholePixelTolerance
        let bounds = DeviceRect(around: low.x + slop, low.y + slop, high.x - slop, high.y - slop)
        return bounds.isEmpty ? .empty : bounds
    }

    /// The pixels of a local rectangle that covers each of its pixels wholly; nil for others.
    package func wholePixels(of rect: LocalRect) -> DeviceRect? {
        guard isAffine, (b == 0 && c == 0) || (a == 0 && d == 0) else { return nil }
        let (x0, y0, _) = apply(rect.minX, rect.minY), (x1, y1, _) = apply(rect.maxX, rect.maxY)
        func isWhole(_ v: Double) -> Bool { abs(v) < 1e9 && abs(v - v.rounded()) <= Self.wholePixelTolerance }
        guard isWhole(x0), isWhole(y0), isWhole(x1), isWhole(y1) else { return nil }
        let r = DeviceRect(
            minX: Int(min(x0, x1).rounded()), minY: Int(min(y0, y1).rounded()),
            maxX: Int(max(x0, x1).rounded()), maxY: Int(max(y0, y1).rounded()))
        return r.isEmpty ? .empty : r
    }

    /// In pixels: a quarter of the rasterizer's step, so that the rasterizer moves such an edge to the whole pixel,
    /// too.
    package static let wholePixelTolerance = 1.0 / 16384
}

extension Homography {
    /// A local rectangle in device pixels; nil unless the map keeps it level.
    package func axisAlignedBox(of rect: LocalRect) -> Box? {
        guard isScaleAndTranslation else { return nil }
        let low = apply(rect.minX, rect.minY), high = apply(rect.maxX, rect.maxY)
        return Box(
            minimum: Point(min(low.x, high.x), min(low.y, high.y)),
            maximum: Point(max(low.x, high.x), max(low.y, high.y)))
    }
}
