import MicaGeometry

/// One convex shape of four corners that a program draws, as the vertex shader reads it.
struct Instance: BitwiseCopyable {
    /// The corners in device pixels, once it is to be drawn in texels of the target, in the order of a strip: x and y of two in each. Of a
    /// sprite (`QuickSprites`) the centre, counted from the pixel of `data`, and the ways to the middles of two edges.
    var front: SIMD4<Float>, back: SIMD4<Float>
    /// Where the coverage of its first pixel lies in the atlas of masks (x and y; x is negative where there is none), the parameter
    /// where what covers it begins, and how many quadrilaterals do that are not upright, and half of one more for a rounded rectangle. Of a
    /// sprite the pixels that may be drawn: minimum x and y, maximum x and y.
    var cover: SIMD4<Float>
    /// Multiplies what the program draws: premultiplied red, green, blue and alpha.
    var color: SIMD4<Float>
    /// The parameter where the program's own begin, the pixel that they count from, and the depth: more is in front.
    var data: SIMD4<Float>

    /// Makes a rectangle of whole pixels that is covered wholly.
    init(_ rect: DeviceRect, color: SIMD4<Float> = .one, parameter: Int = 0, base: DeviceRect = .empty) {
        let (minX, minY, maxX, maxY) = (Float(rect.minX), Float(rect.minY), Float(rect.maxX), Float(rect.maxY))
        front = SIMD4(minX, minY, maxX, minY)
        back = SIMD4(minX, maxY, maxX, maxY)
        cover = SIMD4(-1, 0, 0, 0)
        self.color = color
        data = SIMD4(Float(parameter), Float(base.minX), Float(base.minY), 0)
    }

    /// Moves it, with the pixel that its parameters count from.
    ///
    /// - Parameter isFromBase: whether it is a sprite, whose corners count from that pixel.
    mutating func move(_ x: Int, _ y: Int, isFromBase: Bool) {
        let (x, y) = (Float(x), Float(y))
        if isFromBase {
            cover += SIMD4(x, y, x, y)
        } else {
            front += SIMD4(x, y, x, y)
            back += SIMD4(x, y, x, y)
        }
        data += SIMD4(0, x, y, 0)
    }

    /// Makes a sprite.
    ///
    /// - Parameters:
    ///   - centre: counted from the base's first pixel, as `right` and `down` are the ways from it to the middles of two edges.
    ///   - area: the pixels that may be drawn.
    init(
        centre: SIMD2<Float>, right: SIMD2<Float>, down: SIMD2<Float>, color: SIMD4<Float>, parameter: Int,
        base: DeviceRect, area: DeviceRect
    ) {
        front = SIMD4(lowHalf: centre, highHalf: right)
        back = SIMD4(down.x, down.y, 0, 0)
        cover = SIMD4(Float(area.minX), Float(area.minY), Float(area.maxX), Float(area.maxY))
        self.color = color
        data = SIMD4(Float(parameter), Float(base.minX), Float(base.minY), 0)
    }

    /// Makes a quadrilateral of the same.
    ///
    /// - Parameter corners: one after the other around it.
    init(_ corners: (Point, Point, Point, Point), like other: Instance) {
        self = other
        let (a, b, c, d) = corners
        front = SIMD4(Float(a.x), Float(a.y), Float(b.x), Float(b.y))
        back = SIMD4(Float(d.x), Float(d.y), Float(c.x), Float(c.y))
    }
}

extension DeviceRect {
    /// The rectangle so many pixels farther.
    func moved(_ x: Int, _ y: Int) -> DeviceRect {
        DeviceRect(minX: minX + x, minY: minY + y, maxX: maxX + x, maxY: maxY + y)
    }
}
