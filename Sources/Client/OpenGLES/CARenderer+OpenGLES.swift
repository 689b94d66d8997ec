import COpenGLES
import Mica
import MicaBase
import MicaFrame
import MicaGL
import QuartzCore

extension CARenderer {
    /// Makes a renderer that draws into an OpenGL texture, filling its level 0.
    ///
    /// `render()` draws the changes. The OpenGL backend draws into the texture itself, in a context that shares the
    /// program's objects, which waits for a fence; the CPU's pictures are uploaded. The program's bindings and state
    /// stay. After OpenGL has drawn, the program must bind the texture again before using it, as OpenGL requires for
    /// textures that other contexts change. The texture's first row has the least y of `bounds`; colours are
    /// premultiplied. Apple's draws into the current target of a CGL context, or into a Metal texture.
    ///
    /// - Parameters:
    ///   - texture: A `GL_TEXTURE_2D` of the format `GL_RGBA` or `GL_RGBA8`. The program deletes it after it has
    ///     released the renderer.
    ///   - width: The texture's width. *Units*: texels.
    ///   - height: The texture's height. *Units*: texels.
    ///   - context: A context that has the texture.
    ///   - backend: The backend that draws. `auto` is OpenGL on hardware, and the CPU if OpenGL itself runs on the
    ///     processor. `reference` is the CPU.
    ///   - options: Ignored.
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

/// An OpenGL texture that a renderer draws into.
private final class GLTextureTarget: RendererTarget {
    let width: Int, height: Int
    private let texture: GLuint
    private let context: EAGLContext
    /// The OpenGL output into the texture; nil if the CPU draws.
    private var output: GLTextureOutput?
    /// The pixels to upload, row by row.
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
        // The program's own commands on the texture come first.
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
