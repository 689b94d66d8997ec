import MicaBase
import MicaCompositor
import MicaFrame

/// The OpenGL compositor: draws frames with OpenGL ES 3.0, into textures without a window, and reads them back.
///
/// An op is a colour for each pixel (a program, with parameters in a texture) and a coverage. The shader covers
/// rectangles without round corners, under any transform, by the exact area, computed from their edges. It covers some
/// with round corners approximately (`RoundedQuadrilateral`). The CPU compositor's rasterizer covers all other
/// outlines, in squares of 16 x 16 pixels that share one texture. Wholly covered pixels need no square and are
/// drawn as large rectangles. So an op without a shader for its shape is right from its first day. The shader
/// applies up to three clips as rectangles; further clips are masks.
///
/// Ops are drawn in the order of the frame. An op joins an earlier call with the same program and textures where no op
/// between them touches its pixels (`Batches`). Blend modes that OpenGL's fixed functions lack are drawn over a copy of
/// the pixels below.
///
/// Pixels have 8 bits after every op, as the frame means it. Where OpenGL rounds differently, each op may be off by 1
/// of 255; docs/gpu.md gives the sums, op by op. If a pass or an image is larger than the driver's textures, another
/// compositor draws the whole frame, and `refusal` says why. For one thread at a time; the context is shared.
package final class GLCompositor: Compositor {
    fileprivate let device: GLDevice
    private let joinsCalls: Bool
    private let makeOther: () -> any Compositor<Bitmap>
    private var other: (any Compositor<Bitmap>)?
    /// Why the last frame was drawn by the other compositor; nil if it was not.
    package private(set) var refusal: String?

    /// Makes a compositor.
    ///
    /// - Parameters:
    ///   - joinsCalls: whether ops may be drawn with the call of an earlier one: tests draw without, to compare.
    ///   - makeOther: makes the compositor for frames that OpenGL refuses; called for the first one.
    package init(device: GLDevice, joinsCalls: Bool = true, makeOther: @escaping () -> any Compositor<Bitmap>) {
        (self.device, self.joinsCalls, self.makeOther) = (device, joinsCalls, makeOther)
    }

    /// Blurs are not cached, so frames are built for no traits.
    package var traits: CompositorTraits { .plain }

    /// Draws a region of a frame; pixels outside the region keep their values.
    package func draw(_ frame: Frame, region: DamageRegion, into bitmap: inout Bitmap) {
        let surface = DeviceRect(minX: 0, minY: 0, maxX: bitmap.width, maxY: bitmap.height)
        let wanted = region.intersection(frame.bounds.intersection(surface))
        if wanted.isEmpty { return }
        refusal = nil
        do throws(GLRefusal) {
            try device.draw { (state) throws(GLRefusal) in
                let drawing = FrameDrawing(state: state, frame: frame, joinsCalls: joinsCalls)
                for index in 0..<wanted.count { try drawing.draw(wanted[index], into: &bitmap) }
            }
        } catch {
            refusal = error.reason
            let compositor = other ?? makeOther()
            other = compositor
            compositor.draw(frame, region: wanted, into: &bitmap)
        }
    }
}

extension GLCompositor {
    /// Draws a region of a frame into a texture that stays on the device, and waits for the device. The time that it
    /// takes is a window's frame without showing it. For measuring, with a device of its own.
    ///
    /// - Returns: Why the frame cannot be drawn; nil if it was drawn.
    package func drawOnDevice(_ frame: Frame, region: DamageRegion) -> String? {
        do throws(GLRefusal) {
            try device.draw { (state) throws(GLRefusal) in
                _ = try state.prepareShown(width: frame.width, height: frame.height, lacking: region)
                let wanted = region.intersection(frame.bounds)
                let drawing = FrameDrawing(state: state, frame: frame, joinsCalls: true)
                for index in 0..<wanted.count {
                    try drawing.draw(
                        wanted[index],
                        onto: Picture(texture: state.shown.texture, box: wanted[index], first: (0, 0)))
                }
                state.context.finish()
            }
        } catch {
            return error.reason
        }
        return nil
    }
}
