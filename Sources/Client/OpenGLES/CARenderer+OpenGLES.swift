import COpenGLES
import MicaFrame
import MicaGL
import MicaGeometry
import MicaResources
import QuartzCore

extension CARenderer {
    /// Makes a renderer whose pictures go into a texture of OpenGL's, all of its level 0.
    ///
    /// `render()` draws what changed. The OpenGL backend draws it into the texture itself, in a context beside the program's, which waits for a
    /// fence; the CPU's pictures are written there. What is bound and set in the context stays; a texture that OpenGL drew into wants to be
    /// bound again before it is used, as OpenGL has it of textures that other contexts change. The texture's first row has the least y of
    /// `bounds`, colours are premultiplied. Apple's draws into what is bound in a context of CGL's, or into a texture of Metal's.
    ///
    /// - Parameters:
    ///   - texture: a `GL_TEXTURE_2D` of the format `GL_RGBA` or `GL_RGBA8`; the program deletes it when it has let the renderer go.
    ///   - width: the texture's. *Units*: texels.
    ///   - height: the texture's. *Units*: texels.
    ///   - context: one that has the texture.
    ///   - backend: what draws; `auto` is OpenGL on hardware, and the CPU where a program of the processor's draws. `reference` is the CPU.
    ///   - options: have no effect.
    /// *Source*: Apple, CARenderer.h.
    public convenience init(
        texture: GLuint, width: Int, height: Int, context: EAGLContext, backend: LayerRenderer.Backend = .auto,
        options: [AnyHashable: Any]? = nil
    ) {
        self.init(
            target: GLTextureTarget(
                texture: texture, width: width, height: height, context: context, backend: backend))
    }
}

/// A texture of OpenGL's that a renderer draws into.
private final class GLTextureTarget: RendererTarget {
    let width: Int, height: Int
    private let texture: GLuint
    private let context: EAGLContext
    /// What draws there with OpenGL; nil where the CPU does.
    private var output: GLTextureOutput?
    /// What is sent, row after row.
    private var words: [UInt32] = []

    init(texture: GLuint, width: Int, height: Int, context: EAGLContext, backend: LayerRenderer.Backend) {
        (self.texture, self.context) = (texture, context)
        (self.width, self.height) = (min(max(width, 1), 16_384), min(max(height, 1), 16_384))
        guard backend == .gl || backend == .auto else { return }
        output = try? GLTextureOutput(
            beside: context.program, texture: texture, width: self.width, height: self.height)
        if backend == .auto, output?.isSoftware == true { output = nil }
    }

    func draw(_ frame: Frame, _ update: DeviceRect) -> Bool {
        guard let output else { return false }
        let before = EAGLContext.current()
        guard EAGLContext.setCurrent(context) else { return false }
        defer { if before !== context { EAGLContext.setCurrent(before) } }
        // What the program did with the texture so far comes first.
        glFlush()
        guard let fence = output.draw(frame, region: DamageRegion(update)) else { return false }
        unsafe glWaitSync(fence.sync, 0, GLuint64.max)
        unsafe glDeleteSync(fence.sync)
        return true
    }

    func write(_ picture: Bitmap, _ update: DeviceRect) {
        let before = EAGLContext.current()
        guard EAGLContext.setCurrent(context) else { return }
        words.removeAll(keepingCapacity: true)
        for y in update.minY..<update.maxY {
            let start = y * picture.width
            for word in picture.pixels[start + update.minX..<start + update.maxX] {
                words.append(word & 0xFF00_FF00 | (word & 0xFF) << 16 | word >> 16 & 0xFF)
            }
        }
        unsafe words.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            unsafe mica_gles_write(
                texture, Int32(update.minX), Int32(update.minY), Int32(update.width), Int32(update.height), base)
        }
        if before !== context { EAGLContext.setCurrent(before) }
    }
}
