import MicaBase

/// The parameters of the op that is drawn. The memory is used again from op to op.
final class NumberList {
    /// The parameters, four numbers in each.
    private(set) var values: [SIMD4<Float>] = []

    /// Removes all parameters.
    func begin() { values.removeAll(keepingCapacity: true) }

    func add(_ value: SIMD4<Float>) { values.append(value) }

    func addZeros(_ count: Int) { values.append(contentsOf: repeatElement(.zero, count: count)) }

    /// Adds a map in the shaders' three parameters. The shaders count pixels from the first pixel of `base`.
    func add(_ map: Homography, from base: DeviceRect) {
        let (x, y) = (Double(base.minX), Double(base.minY))
        values.append(SIMD4(map.a, map.b, map.p))
        values.append(SIMD4(map.c, map.d, map.q))
        values.append(
            SIMD4(
                map.a * x + map.c * y + map.tx, map.b * x + map.d * y + map.ty, map.p * x + map.q * y + map.w))
    }

    /// Adds an affine map in the shaders' six parameters for exact lookups of single texels. For x and for y: the step
    /// per pixel along x, the step along y, and the position of the first pixel's centre plus 1/65,536. Each is a whole
    /// part and two fractions of 16 bits.
    ///
    /// From 128 on, a float's steps are 1/65,536 and larger, so it cannot say on which side of an edge between two
    /// texels a pixel lies.
    /// - Returns: false, and adds nothing, where the map has perspective or is too far away.
    func addExact(_ map: Homography, from base: DeviceRect) -> Bool {
        guard map.p == 0, map.q == 0, map.w != 0 else { return false }
        let (a, b, c, d) = (map.a / map.w, map.b / map.w, map.c / map.w, map.d / map.w)
        let (x, y) = (Double(base.minX) + 0.5, Double(base.minY) + 0.5)
        let startX = map.tx / map.w + a * x + c * y + 1.0 / 65536, startY = map.ty / map.w + b * x + d * y + 1.0 / 65536
        let most = max(abs(a), abs(b), abs(c), abs(d))
        guard most < 0x1p14, abs(startX) < 0x1p23, abs(startY) < 0x1p23 else { return false }
        let numbers = SIMD8(a, c, startX, b, d, startY, 0, 0)
        for index in 0..<6 {
            let number = numbers[index]
            let whole = number.rounded(.down)
            let bits = UInt64((number - whole) * 0x1p32)
            // A fraction that rounds up to 1 carries into the whole part.
            let carry = bits >> 32
            values.append(
                SIMD4(Float(whole) + Float(carry), Float(bits >> 16 & 0xFFFF), Float(bits & 0xFFFF), 0))
        }
        return true
    }

    /// Adds a picture in the shaders' two parameters: its box, counted from the first pixel of `base`, and where that
    /// pixel would lie in the picture's texture.
    func add(_ picture: Picture, from base: DeviceRect) {
        let box = picture.box.moved(-base.minX, -base.minY)
        values.append(SIMD4(Float(box.minX), Float(box.minY), Float(box.maxX), Float(box.maxY)))
        values.append(SIMD4(Float(base.minX - picture.first.x), Float(base.minY - picture.first.y), 0, 0))
    }

    /// Adds a quadrilateral in the shaders' two parameters: its corners, counted from the first pixel of `base`.
    func add(_ quadrilateral: Quadrilateral, from base: DeviceRect) {
        let origin = Point(Double(base.minX), Double(base.minY))
        let (a, b, c, d) = quadrilateral.corners
        func pair(_ p: Point, _ q: Point) -> SIMD4<Float> {
            let (p, q) = (p - origin, q - origin)
            return SIMD4(Float(p.x), Float(p.y), Float(q.x), Float(q.y))
        }
        values.append(pair(a, b))
        values.append(pair(c, d))
    }

    /// A parameter that was added.
    subscript(index: Int) -> SIMD4<Float> {
        get { values[index] }
        set { values[index] = newValue }
    }
}
