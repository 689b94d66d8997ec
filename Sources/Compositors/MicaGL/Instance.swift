import MicaBase

/// One convex shape of four corners that a program draws, as the vertex shader reads it.
struct Instance: BitwiseCopyable {
    /// The corners in device pixels, and from `DrawingState.add` on in texels of the target; two corners in each, in
    /// the order of a triangle strip. Of a sprite (`QuickSprites`): the centre, counted from the pixel of `data`, and
    /// the vectors from it to the middles of two edges.
    var front: SIMD4<Float>, back: SIMD4<Float>
    /// First x and y: where the coverage of the first pixel lies in the atlas of masks; x is negative without a mask.
    /// Then the index of the first parameter of the coverage. Last the number of quadrilaterals that are not
    /// axis-aligned, plus a half for a rounded rectangle. Of a sprite: the pixels that may be drawn, as minimum x and
    /// y, maximum x and y.
    var cover: SIMD4<Float>
    /// The factor of the program's colours: premultiplied red, green, blue and alpha.
    var color: SIMD4<Float>
    /// The index of the program's first parameter, the pixel that parameters count from (x and y), and the depth: a
    /// larger one is in front.
    var data: SIMD4<Float>

    /// A rectangle of whole pixels, each covered wholly.
    init(_ rect: DeviceRect, color: SIMD4<Float> = .one, parameter: Int = 0, base: DeviceRect = .empty) {
        let (minX, minY, maxX, maxY) = (Float(rect.minX), Float(rect.minY), Float(rect.maxX), Float(rect.maxY))
        front = SIMD4(minX, minY, maxX, minY)
        back = SIMD4(minX, maxY, maxX, maxY)
        cover = SIMD4(-1, 0, 0, 0)
        self.color = color
        data = SIMD4(Float(parameter), Float(base.minX), Float(base.minY), 0)
    }

    /// Moves the instance, and the pixel that its parameters count from.
    ///
    /// - Parameter isFromBase: whether the instance is a sprite, whose corners count from that pixel.
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

    /// A sprite, whose image is a parallelogram.
    ///
    /// - Parameters:
    ///   - centre: the centre, counted from the base's first pixel. `right` and `down` are the vectors from it to the
    ///     middles of two edges. *Units*: pixels.
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

    /// A quadrilateral with the colour, coverage and parameters of another instance.
    ///
    /// - Parameter corners: in their order around the quadrilateral.
    init(_ corners: (Point, Point, Point, Point), like other: Instance) {
        self = other
        let (a, b, c, d) = corners
        front = SIMD4(Float(a.x), Float(a.y), Float(b.x), Float(b.y))
        back = SIMD4(Float(d.x), Float(d.y), Float(c.x), Float(c.y))
    }
}

extension DeviceRect {
    /// The rectangle moved by x and y.
    func moved(_ x: Int, _ y: Int) -> DeviceRect {
        DeviceRect(minX: minX + x, minY: minY + y, maxX: maxX + x, maxY: maxY + y)
    }
}
