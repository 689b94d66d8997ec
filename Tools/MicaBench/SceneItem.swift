import Foundation

/// One thing in a scene: a box, and where a frame puts it.
///
/// *Units*: pixels, radians. *Space*: y down; of the surface, or of the group that the item is in.
struct SceneItem: Equatable {
    /// The box in its own space: (0, 0) to (width, height).
    var width: Float, height: Float
    var cornerRadius: Float = 0
    /// 0...1; for a path the opacity of its inside, as its line is opaque.
    var opacity: Float = 1
    /// Colour of the box, straight `0xAARRGGBB`; 0 for none.
    var color: UInt32 = 0
    /// Colour of a path's line, straight `0xAARRGGBB`.
    var lineColor: UInt32 = 0
    /// Which of the scene's images the box shows.
    var image = 0
    /// The start and end of a linear gradient, or centre and radius of a radial one, in the box.
    var gradient = SIMD4<Float>.zero
    /// Whether the gradient is a radial one.
    var isRadial = false
    /// The gradient's colours at 0, a half and 1.
    var stops = SIMD3<UInt32>.zero
    /// The centre of the box.
    private(set) var center = SIMD2<Double>.zero
    /// The map from the box's space: X = a x + c y + tx, Y = b x + d y + ty.
    private(set) var a: Float = 1, b: Float = 0, c: Float = 0, d: Float = 1, tx: Float = 0, ty: Float = 0

    /// Makes an item without a position.
    init(width: Float, height: Float) {
        (self.width, self.height) = (width, height)
    }

    /// Moves the box's corner to a point, unturned.
    mutating func position(x: Double, y: Double) {
        (a, b, c, d, tx, ty) = (1, 0, 0, 1, Float(x), Float(y))
        center = SIMD2(Double(tx) + Double(width) / 2, Double(ty) + Double(height) / 2)
    }

    /// Moves the box's centre to a point; turns and scales the box about it.
    mutating func position(center x: Double, _ y: Double, angle: Double, scale: Double = 1) {
        let (cosine, sine) = (cos(angle) * scale, sin(angle) * scale)
        let (halfWidth, halfHeight) = (Double(width) * 0.5, Double(height) * 0.5)
        (a, b, c, d) = (Float(cosine), Float(sine), Float(-sine), Float(cosine))
        tx = Float(x - cosine * halfWidth + sine * halfHeight)
        ty = Float(y - sine * halfWidth - cosine * halfHeight)
        center = SIMD2(x, y)
    }
}
