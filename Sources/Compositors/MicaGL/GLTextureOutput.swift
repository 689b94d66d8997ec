import MicaBase
import MicaFrame

/// Draws frames into a texture of a program, in a context that shares the objects of the program's.
///
/// Its context has a texture that holds the last frame, in this compositor's order of channels. Changed rectangles are
/// copied from there into the program's texture. The program's context waits for the fence before it uses its texture.
///
/// For one thread at a time.
package final class GLTextureOutput {
    private let device: GLDevice
    private let target: GLTexture
    private var rects: [Instance] = []

    /// Whether the driver draws on the CPU.
    package var isSoftware: Bool { device.isSoftware }

    /// Opens a context beside the program's.
    ///
    /// - Parameters:
    ///   - program: the context that has the texture; it has to exist as long as this output.
    ///   - texture: OpenGL's name of a texture of words; its size is `width` by `height` texels.
    package init(
        beside program: GLProgramContext, texture: UInt32, width: Int, height: Int
    ) throws(GLUnavailable) {
        device = try GLDevice(256 << 20, 256 << 20) { () throws(GLUnavailable) in try GLContext(beside: program) }
        target = GLTexture(name: texture, width: width, height: height)
    }

    /// Draws a region of a frame; all of the frame where nothing was drawn before.
    ///
    /// - Returns: the fence to wait for. *nil when* OpenGL cannot draw the frame: the texture is then unchanged or
    ///   drawn in part.
    package func draw(_ frame: Frame, region: DamageRegion) -> GLFence? {
        var fence: GLFence?
        do throws(GLRefusal) {
            try device.draw { (state) throws(GLRefusal) in
                let wanted = try state.prepareShown(width: target.width, height: target.height, lacking: region)
                    .intersection(frame.bounds)
                let drawing = FrameDrawing(state: state, frame: frame, joinsCalls: true)
                rects.removeAll(keepingCapacity: true)
                for index in 0..<wanted.count {
                    try drawing.draw(
                        wanted[index],
                        onto: Picture(texture: state.shown.texture, box: wanted[index], first: (0, 0)))
                    rects.append(Instance(wanted[index]))
                }
                state.shown.isWhole = true
                let program = try state.program(.hand)
                try state.context.target(target)
                state.context.scissor(x: 0, y: 0, width: target.width, height: target.height)
                let copied = rects
                state.context.draw(
                    copied.span, program: program, blend: .replace,
                    textures: SIMD8(0, 0, state.shown.texture.name, 0, 0, 0, 0, 0))
                fence = state.context.fence()
            }
        } catch {
            device.forgetShown()
            return nil
        }
        return fence
    }
}

extension Program {
    /// Copies a texture of this compositor into one of a program, whose first channel is red.
    static let hand = Program(
        main: """
            uniform sampler2D u2;
            out vec4 result;
            void main() {
                result = texelFetch(u2, ivec2(gl_FragCoord.xy), 0).bgra;
            }
            """)
}
