import MicaCompositor
import MicaFrame
import MicaGeometry
import MicaResources

/// The OpenGL compositor: draws frames with OpenGL ES 3.0, into textures without a window, and reads them back.
///
/// An op is a colour for each pixel (a program, with parameters in a texture) and a coverage: rectangles without round corners, from
/// whatever side they are seen, are covered by the exact area, which the shader works out of their edges; all other outlines by
/// the rasteriser, in squares of 16 x 16 pixels that share one texture. What is covered wholly has no square
/// and is drawn in large rectangles. So an op without a shader for its shape is right from its first day, and no shader
/// approximates an edge. Clips are rectangles in the shader up to three, and masks beyond.
///
/// Ops are drawn in the order of the frame. One joins the call of an earlier one of the same program and textures where nothing between
/// them touches its pixels (`Batches`). Blend modes that are no fixed function are drawn over a copy of what is there.
///
/// Pixels have 8 bits after every op, as the frame means it. What OpenGL rounds in another way is off by 1 of 255 for each op; by how
/// much in all is said, op by op, in docs/gpu.md. What cannot be drawn at all (a pass or an image larger than the driver's textures)
/// another compositor draws, with the whole frame, and `refusal` says why. It is for one thread at a time; the context is shared.
package final class GLCompositor: Compositor {
    fileprivate let device: GLDevice
    private let joinsCalls: Bool
    private let makeOther: () -> any Compositor<Bitmap>
    private var other: (any Compositor<Bitmap>)?
    /// Why the last frame was drawn by the other compositor; nil where it was not.
    package private(set) var refusal: String?

    /// Makes a compositor.
    ///
    /// - Parameters:
    ///   - joinsCalls: whether ops may be drawn with the call of an earlier one: tests draw without, to compare.
    ///   - makeOther: makes what draws the frames that OpenGL refuses, when the first one comes.
    package init(device: GLDevice, joinsCalls: Bool = true, makeOther: @escaping () -> any Compositor<Bitmap>) {
        (self.device, self.joinsCalls, self.makeOther) = (device, joinsCalls, makeOther)
    }

    /// Nothing is kept of blurs.
    package var traits: CompositorTraits { .plain }

    /// Draws what a frame has in a region; other pixels keep what they have.
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
    /// Draws what a frame has in a region into a texture that stays on the device, and waits until it is drawn: what a window's frame
    /// costs but for showing it. For measuring, with a device of its own.
    ///
    /// - Returns: why it cannot be drawn; nil where it is.
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
