import Foundation
import Mica
import MicaBase
import QuartzCore
import Testing

@testable import OpenGLES

/// Layers that draw themselves with OpenGL, and renderers of layers into textures.
@Suite(.serialized) struct OpenGLLayerTests {
    /// Draws its time in red, 1 for a second; notes its arguments.
    private final class TimedLayer: CAOpenGLLayer {
        var times: [Double] = []
        var stamps: [CVTimeStamp?] = []
        var isWilling = true
        var format = CGLPixelFormatObj()
        var triangleDepths: [Float] = []

        override func copyCGLPixelFormat(forDisplayMask mask: UInt32) -> CGLPixelFormatObj { format }

        override func canDraw(
            inCGLContext ctx: CGLContextObj, pixelFormat pf: CGLPixelFormatObj, forLayerTime t: CFTimeInterval,
            displayTime ts: UnsafePointer<CVTimeStamp>?
        ) -> Bool { isWilling }

        override func draw(
            inCGLContext ctx: CGLContextObj, pixelFormat pf: CGLPixelFormatObj, forLayerTime t: CFTimeInterval,
            displayTime ts: UnsafePointer<CVTimeStamp>?
        ) {
            #expect(EAGLContext.current() === ctx && pf == format)
            times.append(t)
            stamps.append(unsafe ts?.pointee)
            glClearColor(Float(t), 0, 0, 1)
            glClear(GLbitfield(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT))
            unsafe super.draw(inCGLContext: ctx, pixelFormat: pf, forLayerTime: t, displayTime: ts)
        }
    }

    private func inTree(_ configure: (TimedLayer) -> Void = { _ in }) -> (root: CALayer, layer: TimedLayer) {
        let root = CALayer()
        root.bounds = CGRect(x: 0, y: 0, width: 8, height: 8)
        let layer = TimedLayer()
        layer.frame = root.bounds
        layer.isOpaque = true
        configure(layer)
        root.addSublayer(layer)
        return (root, layer)
    }

    private func red(_ renderer: LayerRenderer, at time: Double) -> Double {
        Double(renderer.bitmap(at: time)[4, 4] >> 16 & 0xFF) / 255
    }

    @Test func layer_is_drawn_where_it_asks_for_it() throws {
        let (root, layer) = inTree()
        let renderer = LayerRenderer(layer: root, scale: 1)
        #expect(renderer.bitmap(at: 0.1)[4, 4] == 0 && layer.times.isEmpty && !layer.isAsynchronous)
        renderer.schedule(at: 0.25) { layer.setNeedsDisplay() }
        renderer.schedule(at: 0.5) {
            layer.isWilling = false
            layer.setNeedsDisplay()
        }
        #expect(abs(red(renderer, at: 0.9) - 0.25) <= 1 / 255.0, "the frame that cannot be drawn leaves the one before")
        #expect(layer.times.count == 1 && layer.stamps.count == 1 && layer.stamps[0] == nil)
        #expect(EAGLContext.current() == nil, "the thread has the context that it had")
        #expect(renderer.bitmap(at: 0.2)[4, 4] == 0)
    }

    @Test func asynchronous_layer_is_drawn_at_each_refresh_and_the_same_in_every_run() throws {
        func pictures() -> [Bitmap] {
            let (root, layer) = inTree { $0.isAsynchronous = true }
            let renderer = LayerRenderer(layer: root, scale: 1)
            renderer.advance(to: 0.5)
            #expect(layer.times.count == 31, "at 0 and thirty more refreshes")
            #expect(layer.stamps.allSatisfy { $0 != nil })
            #expect(layer.stamps.compactMap { $0?.videoRefreshPeriod }.allSatisfy { $0 == 16_666 })
            layer.isAsynchronous = false
            renderer.advance(to: 1)
            #expect(layer.times.count == 31)
            #expect(abs(red(renderer, at: 0.25) - 0.25) <= 1 / 255.0)
            return [0.4, 0.1, 0.31].map { renderer.bitmap(at: $0) }
        }
        #expect(pictures() == pictures())
    }

    @Test func time_is_the_layers_own() throws {
        let (root, layer) = inTree {
            $0.speed = 0.5
            $0.timeOffset = 0.2
        }
        let renderer = LayerRenderer(layer: root, scale: 1)
        renderer.schedule(at: 1) { layer.setNeedsDisplay() }
        renderer.advance(to: 1)
        #expect(layer.times.count == 1 && abs(layer.times[0] - 0.7) < 1e-6)
    }

    @Test func formats_have_depth_and_samples() throws {
        final class Corner: CAOpenGLLayer {
            var bits: (depth: GLint, stencil: GLint, samples: GLint) = (0, 0, 0)
            override func copyCGLPixelFormat(forDisplayMask mask: UInt32) -> CGLPixelFormatObj {
                CGLPixelFormatObj(depthSize: 24, stencilSize: 8, samples: 4)
            }
            override func draw(
                inCGLContext ctx: CGLContextObj, pixelFormat pf: CGLPixelFormatObj, forLayerTime t: CFTimeInterval,
                displayTime ts: UnsafePointer<CVTimeStamp>?
            ) {
                unsafe glGetIntegerv(GLenum(GL_DEPTH_BITS), &bits.depth)
                unsafe glGetIntegerv(GLenum(GL_STENCIL_BITS), &bits.stencil)
                unsafe glGetIntegerv(GLenum(GL_SAMPLES), &bits.samples)
                #expect(glCheckFramebufferStatus(GLenum(GL_FRAMEBUFFER)) == GLenum(GL_FRAMEBUFFER_COMPLETE))
                glClearColor(0, 1, 0, 1)
                glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
                // A scissor that is left on does not change the picture.
                glEnable(GLenum(GL_SCISSOR_TEST))
                glScissor(0, 0, 1, 1)
                unsafe super.draw(inCGLContext: ctx, pixelFormat: pf, forLayerTime: t, displayTime: ts)
            }
        }
        let layer = Corner()
        layer.isOpaque = true
        layer.bounds.size = CGSize(width: 5, height: 3)
        layer.display()
        #expect(layer.bits.depth >= 24 && layer.bits.stencil == 8 && layer.bits.samples >= 4)
        let image = try #require(layer.contents as? CGImage)
        #expect(image.resource.bitmap().pixels == [UInt32](repeating: 0xFF00_FF00, count: 15))
        // Another size is another framebuffer.
        layer.bounds.size = CGSize(width: 2, height: 2)
        layer.colorspace = CGColorSpace(name: CGColorSpace.linearSRGB)
        layer.display()
        #expect((layer.contents as? CGImage)?.width == 2)
        layer.bounds.size = .zero
        layer.display()
        #expect((layer.contents as? CGImage)?.width == 2, "no pixels, no picture")
    }

    /// A texture of a context that is current.
    private func makeTexture(_ width: Int, _ height: Int) -> GLuint {
        var name: GLuint = 0
        unsafe glGenTextures(1, &name)
        glBindTexture(GLenum(GL_TEXTURE_2D), name)
        glTexImage2D(
            GLenum(GL_TEXTURE_2D), 0, GL_RGBA, GLsizei(width), GLsizei(height), 0, GLenum(GL_RGBA),
            GLenum(GL_UNSIGNED_BYTE), nil)
        glBindTexture(GLenum(GL_TEXTURE_2D), 0)
        return name
    }

    /// The texels of a texture, row 0 first: red in the lowest byte.
    private func texels(_ texture: GLuint, _ width: Int, _ height: Int) -> [UInt32] {
        var framebuffer: GLuint = 0
        unsafe glGenFramebuffers(1, &framebuffer)
        glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
        glBindTexture(GLenum(GL_TEXTURE_2D), texture)
        glFramebufferTexture2D(
            GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_TEXTURE_2D), texture, 0)
        var words = [UInt32](repeating: 0, count: width * height)
        unsafe glReadPixels(
            0, 0, GLsizei(width), GLsizei(height), GLenum(GL_RGBA), GLenum(GL_UNSIGNED_BYTE), &words)
        unsafe glDeleteFramebuffers(1, &framebuffer)
        return words
    }

    @Test(arguments: [LayerRenderer.Backend.cpu, .gl, .auto])
    func renderer_draws_layers_into_a_texture(_ backend: LayerRenderer.Backend) throws {
        let context = try #require(EAGLContext(api: .openGLES3))
        try #require(EAGLContext.setCurrent(context))
        defer { EAGLContext.setCurrent(nil) }
        let texture = makeTexture(16, 8)
        let other = makeTexture(1, 1)
        glBindTexture(GLenum(GL_TEXTURE_2D), other)
        glPixelStorei(GLenum(GL_UNPACK_ROW_LENGTH), 3)
        let (root, card) = (CALayer(), CALayer())
        root.frame = CGRect(x: 0, y: 0, width: 16, height: 8)
        card.frame = CGRect(x: 2, y: 1, width: 4, height: 2)
        card.backgroundColor = CGColor(srgbRed: 1, green: 0.2, blue: 0, alpha: 1)
        root.addSublayer(card)
        let renderer = CARenderer(texture: texture, width: 16, height: 8, context: context, backend: backend)
        (renderer.layer, renderer.bounds) = (root, root.bounds)
        func draw(at time: Double) {
            unsafe renderer.beginFrame(atTime: time, timeStamp: nil)
            renderer.render()
            renderer.endFrame()
        }
        draw(at: 1)
        func expected(_ left: Int, _ top: Int) -> [UInt32] {
            (0..<16 * 8).map { index in
                let (x, y) = (index % 16, index / 16)
                return x >= left && x < left + 4 && y >= top && y < top + 2 ? 0xFF00_33FF : 0
            }
        }
        var bound: GLint = 0, row: GLint = 0
        unsafe glGetIntegerv(GLenum(GL_TEXTURE_BINDING_2D), &bound)
        unsafe glGetIntegerv(GLenum(GL_UNPACK_ROW_LENGTH), &row)
        #expect(bound == GLint(other) && row == 3, "what was bound and set stays")
        #expect(texels(texture, 16, 8) == expected(2, 1))
        // Where the context is not current it is for the time.
        EAGLContext.setCurrent(nil)
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        card.position = CGPoint(x: 10, y: 6)
        CATransaction.commit()
        draw(at: 2)
        #expect(EAGLContext.current() == nil)
        try #require(EAGLContext.setCurrent(context))
        #expect(texels(texture, 16, 8) == expected(8, 5))
    }
}
