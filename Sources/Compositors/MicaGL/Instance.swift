import MicaGeometry

/// One rectangle of whole pixels that a program draws, as the vertex shader reads it.
struct Instance: BitwiseCopyable {
    /// The edges in device pixels: min x, min y, max x, max y.
    var rect: SIMD4<Float>
    /// Where the coverage of its first pixel lies in the atlas of masks (x and y; x is negative where there is none), and which
    /// quadrilaterals cover it: the parameter of the first, and how many.
    var cover: SIMD4<Float>
    /// Multiplies what the program draws: premultiplied red, green, blue and alpha.
    var color: SIMD4<Float>
    /// The parameter where the program's own begin, and the pixel that they count from; the fourth is the program's.
    var data: SIMD4<Float>

    /// Makes a rectangle that is covered wholly.
    init(_ rect: DeviceRect, color: SIMD4<Float> = .one, parameter: Int = 0, base: DeviceRect = .empty) {
        self.rect = SIMD4(Float(rect.minX), Float(rect.minY), Float(rect.maxX), Float(rect.maxY))
        cover = SIMD4(-1, 0, 0, 0)
        self.color = color
        data = SIMD4(Float(parameter), Float(base.minX), Float(base.minY), 0)
    }
}
