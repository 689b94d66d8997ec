import MicaFrame
import MicaGeometry

/// Draws frames into a texture of a program's, in a context beside the program's that shares its objects.
///
/// It has a context of its own with a texture that keeps what was drawn last, in the order of this compositor's channels; what changed is
/// copied from there into the program's. The program's context waits for the fence before it uses the texture.
///
/// It is for one thread at a time.
package final class GLTextureOutput {
    private let device: GLDevice
    private let target: GLTexture
    private var rects: [Instance] = []

    /// Whether a program of the processor's draws.
    package var isSoftware: Bool { device.isSoftware }

    /// Opens a context.
    ///
    /// - Parameters:
    ///   - program: the context that has the texture; it is kept for as long as this is used.
    ///   - texture: OpenGL's name of a texture of words; its size is `width` by `height` texels.
    package init(
        beside program: GLProgramContext, texture: UInt32, width: Int, height: Int
    ) throws(GLUnavailable) {
        device = try GLDevice(256 << 20, 256 << 20) { () throws(GLUnavailable) in try GLContext(beside: program) }
        target = GLTexture(name: texture, width: width, height: height)
    }

    /// Draws what a frame has in a region, all of it where nothing was drawn before.
    ///
    /// - Returns: what has to be waited for; nil where OpenGL cannot draw it, and the texture is as it was or partly drawn.
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
    /// A texture of this compositor's in one of a program's, whose first channel is red.
    static let hand = Program(
        main: """
            uniform sampler2D u2;
            out vec4 result;
            void main() {
                result = texelFetch(u2, ivec2(gl_FragCoord.xy), 0).bgra;
            }
            """)
}
