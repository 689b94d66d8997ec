import Mica
import MicaBase
import MicaFrame
import QuartzCore
import Testing

extension OpTolerance {
    /// How far the OpenGL compositor's pixels may be from the reference compositor's after one op, on Mesa's llvmpipe.
    ///
    /// Entries may only shrink. `GLTests` measures as `ReferenceTests` does; docs/gpu.md says the same in words.
    package static let gl: [OpTolerance] = [
        op(.fill, because: blending),
        op(.border, because: blending),
        op(.path, because: blending),
        op(.gradient, because: blending),
        op(.image, because: blending),
        op(.shadow, because: blending),
        op(.blur, because: "means of cells are blurred, and interpolated"),
        op(.soften, because: "means of cells are blurred, and interpolated"),
        op(.sprites, roundsEachSprite: true, because: blending),
        op(.instances, few: [(2, 1)], because: blending),
        op(.pass, because: blending),
        op(.filter, because: blending),
        op(.dissolve, because: blending),
        op(.warp, because: "single precision"),
        op(.rasterized, anywhere: 0, because: "nothing: four fetches with weights of the shader's own"),
    ]

    private static let blending = "masks have 8 bits, and the driver blends in 8 bits"
}

extension Fuzz {
    /// The tolerance of pictures by the OpenGL compositor: 1 of 255, 4 at edges, and 8 in four pixels for each shape, where corners of
    /// turned rectangles are.
    ///
    /// An edge is where a pixel differs from a neighbour by more than 8.
    package static func edges(of picture: Bitmap, shapes: Int) -> Fuzz {
        var edges = 0
        for y in 0..<picture.height {
            for x in 0..<picture.width {
                let pixel = picture[x, y]
                let right = x + 1 < picture.width ? picture[x + 1, y] : pixel
                let below = y + 1 < picture.height ? picture[x, y + 1] : pixel
                if pixelDifference(pixel, right) > 8 || pixelDifference(pixel, below) > 8 { edges += 2 }
            }
        }
        return .fuzzy(
            [(1, picture.width * picture.height), (4, min(edges, picture.width * picture.height)), (8, 4 * shapes)],
            because: "coverage at edges is exact in one compositor and has 8 bits in the other")
    }
}

extension Frame {
    /// How many ops all passes have.
    package var opCount: Int { passes.reduce(0) { $0 + $1.ops.count } }
}

extension Trait where Self == ConditionTrait {
    /// Skips a test where there is no OpenGL.
    package static var needsOpenGL: Self {
        .enabled(
            if: LayerRenderer.Backend.gl.unavailability == nil,
            "needs the right to open OpenGL ES 3: libegl1, libgles2 and libgl1-mesa-dri, which dev/setup installs")
    }
}
