import Foundation
import Mica
import MicaBase
import MicaCPU
import MicaFrame
import MicaRandom
import QuartzCore
import Testing

@testable import GLKit
@testable import MicaGL
@testable import OpenGLES

/// Presents that stay on the device, beside those that are read back.
@Suite(.serialized) struct DevicePictureTests {
    /// A layer of some pixels, with a framebuffer that draws into it.
    private func makeLayer(
        _ width: Int, _ height: Int, _ context: EAGLContext, isOpaque: Bool = true, format: String? = nil
    ) throws -> CAEAGLLayer {
        let layer = CAEAGLLayer()
        layer.frame = CGRect(x: 0, y: 0, width: width, height: height)
        layer.isOpaque = isOpaque
        if let format { layer.drawableProperties = [kEAGLDrawablePropertyColorFormat: format] }
        try bindFramebuffer(of: layer, context)
        return layer
    }

    /// A context that is current; pictures of presents go where they are said to.
    private func makeContext(_ pictures: DevicePictures) throws -> EAGLContext {
        let context = try #require(EAGLContext(api: .openGLES3))
        try #require(EAGLContext.setCurrent(context))
        context.pictures = pictures
        return context
    }

    private func fill(_ pixel: UInt32) {
        func channel(_ shift: UInt32) -> GLclampf { GLclampf(pixel >> shift & 255) / 255 }
        glClearColor(channel(16), channel(8), channel(0), channel(24))
        glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
    }

    /// Fills rectangles of any colours, many of them with channels above their alpha, over all of it.
    private func scribble(_ width: Int, _ height: Int, _ random: inout SeededGenerator) {
        glDisable(GLenum(GL_SCISSOR_TEST))
        fill(0x4020_60FF)
        glEnable(GLenum(GL_SCISSOR_TEST))
        for _ in 0..<30 {
            glScissor(
                GLint.random(in: 0..<GLint(width), using: &random), GLint.random(in: 0..<GLint(height), using: &random),
                GLint.random(in: 1...GLint(width), using: &random), GLint.random(in: 1...GLint(height), using: &random))
            fill(UInt32.random(in: 0 ... .max, using: &random))
        }
    }

    private func present(_ context: EAGLContext, _ layer: CAEAGLLayer) throws -> ImageResource {
        try #require(context.presentRenderbuffer(Int(GL_RENDERBUFFER)))
        return try #require(layer.contents as? CGImage).resource
    }

    /// A frame of a layer that shows an image.
    private func frame(_ image: ImageResource, angle: Double = 0, scale: Double = 1, margin: Int = 0) -> Frame {
        let (root, layer) = (CALayer(), CALayer())
        root.frame = CGRect(x: 0, y: 0, width: image.width + margin, height: image.height + margin)
        layer.frame = CGRect(x: 0, y: 0, width: image.width, height: image.height)
        layer.contents = CGImage(resource: image)
        layer.setAffineTransform(CGAffineTransform(rotationAngle: angle).scaledBy(x: scale, y: scale))
        root.addSublayer(layer)
        return LayerRenderer(layer: root, scale: 1).frame(at: 0)
    }

    /// All of a frame.
    private func draw(_ frame: Frame, _ compositor: GLCompositor) throws -> Bitmap {
        var bitmap = Bitmap(width: frame.width, height: frame.height)
        compositor.draw(frame, region: DamageRegion(frame.bounds), into: &bitmap)
        try #require(compositor.refusal == nil)
        return bitmap
    }

    @Test(arguments: [(7, 5), (130, 91), (600, 400)], [true, false])
    func picture_is_what_reading_back_gives(_ size: (Int, Int), _ isOpaque: Bool) throws {
        let (pictures, memory) = (DevicePictures(isWanted: true), DevicePictures())
        let context = try makeContext(pictures)
        defer { EAGLContext.setCurrent(nil) }
        let layer = try makeLayer(size.0, size.1, context, isOpaque: isOpaque)
        var random = SeededGenerator(seed: UInt64(size.0))
        scribble(size.0, size.1, &random)
        // The bindings and settings are the program's.
        glViewport(1, 2, 3, 4)
        let onDevice = try present(context, layer)
        context.pictures = memory
        let read = try present(context, layer)
        var viewport: [GLint] = [0, 0, 0, 0], renderbuffer: GLint = 0
        unsafe glGetIntegerv(GLenum(GL_VIEWPORT), &viewport)
        unsafe glGetIntegerv(GLenum(GL_RENDERBUFFER_BINDING), &renderbuffer)
        #expect(viewport == [1, 2, 3, 4] && renderbuffer != 0 && glIsEnabled(GLenum(GL_SCISSOR_TEST)) != 0)
        #expect(glGetError() == 0 && EAGLContext.current() === context)
        #expect(onDevice.source is GLImage && !onDevice.isDecoded && read.source == nil && read.isDecoded)

        // Shown by OpenGL, flat and turned, they are the same, and nothing is read.
        let device = try GLDevice()
        let compositor = GLCompositor(device: device) { CPUCompositor(threads: 1) }
        for angle in [0, 0.3] {
            let drawn = try [onDevice, read].map {
                try draw(frame($0, angle: angle, scale: 0.9, margin: 20), compositor)
            }
            #expect(drawn[0] == drawn[1] && Set(drawn[0].pixels).count > 5)
        }
        #expect(!onDevice.isDecoded && pictures.reads == 0 && device.use.uploads == 1)

        // Whoever wants the pixels has the same ones, also when the program has drawn something else, and on another thread.
        glDisable(GLenum(GL_SCISSOR_TEST))
        fill(0xFFFF_FFFF)
        let done = DispatchSemaphore(value: 0)
        DispatchQueue(label: "reader").async {
            _ = onDevice.bitmap()
            done.signal()
        }
        done.wait()
        #expect(onDevice.bitmap() == read.bitmap() && pictures.reads == 1 && onDevice.source == nil)
        #expect(EAGLContext.current() === context && glGetError() == 0)
    }

    @Test func presents_are_shown_at_their_times_by_opengl_whenever_frames_are_drawn() throws {
        let pictures = DevicePictures(isWanted: true)
        let context = try makeContext(pictures)
        defer { EAGLContext.setCurrent(nil) }
        let root = CALayer()
        root.bounds = CGRect(x: 0, y: 0, width: 8, height: 8)
        let layer = try makeLayer(8, 8, context)
        root.addSublayer(layer)
        let renderer = LayerRenderer(layer: root, scale: 1)
        var shown: [ImageResource] = []
        for i in 1...5 {
            renderer.schedule(at: Double(i)) {
                EAGLContext.setCurrent(context)
                self.fill(0xFF00_0000 + UInt32(i * 50))
                if let image = try? self.present(context, layer) { shown.append(image) }
            }
        }
        let device = try GLDevice()
        let compositor = GLCompositor(device: device) { CPUCompositor(threads: 1) }
        for time in [5.5, 1.5, 3.2, 2.9, 1.0, 4.1, 0.5] {
            let bitmap = try draw(renderer.frame(at: time), compositor)
            #expect(bitmap[4, 4] == (time < 1 ? 0 : 0xFF00_0000 + UInt32(time) * 50), "at \(time)")
        }
        #expect(shown.count == 5 && shown.allSatisfy { !$0.isDecoded } && device.use.uploads == 0)
        // The CPU's frames read them.
        #expect(renderer.bitmap(at: 2.5)[4, 4] == 0xFF00_0064 && pictures.reads == 1)
    }

    @Test func renderer_into_a_texture_shows_them_without_reading() throws {
        let pictures = DevicePictures(isWanted: true)
        let context = try makeContext(pictures)
        defer { EAGLContext.setCurrent(nil) }
        var texture: GLuint = 0
        unsafe glGenTextures(1, &texture)
        glBindTexture(GLenum(GL_TEXTURE_2D), texture)
        glTexImage2D(
            GLenum(GL_TEXTURE_2D), 0, GL_RGBA, 8, 8, 0, GLenum(GL_RGBA), GLenum(GL_UNSIGNED_BYTE), nil)
        let layer = try makeLayer(8, 8, context)
        let renderer = CARenderer(texture: texture, width: 8, height: 8, context: context, backend: .gl)
        (renderer.layer, renderer.bounds) = (layer, layer.bounds)
        for i in 1...3 {
            fill(0xFF00_0000 + UInt32(i))
            let image = try present(context, layer)
            unsafe renderer.beginFrame(atTime: Double(i), timeStamp: nil)
            renderer.render()
            renderer.endFrame()
            // The layer's framebuffer is bound, and stays so.
            var renderbuffer: GLint = 0
            unsafe glGetIntegerv(GLenum(GL_RENDERBUFFER_BINDING), &renderbuffer)
            var framebuffer: GLint = 0, other: GLuint = 0, texel: UInt32 = 0
            unsafe glGetIntegerv(GLenum(GL_FRAMEBUFFER_BINDING), &framebuffer)
            unsafe glGenFramebuffers(1, &other)
            glBindFramebuffer(GLenum(GL_FRAMEBUFFER), other)
            glBindTexture(GLenum(GL_TEXTURE_2D), texture)
            glFramebufferTexture2D(
                GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_TEXTURE_2D), texture, 0)
            unsafe glReadPixels(3, 5, 1, 1, GLenum(GL_RGBA), GLenum(GL_UNSIGNED_BYTE), &texel)
            glBindFramebuffer(GLenum(GL_FRAMEBUFFER), GLuint(framebuffer))
            unsafe glDeleteFramebuffers(1, &other)
            #expect(texel == 0xFF00_0000 + UInt32(i) << 16 && renderbuffer != 0 && glGetError() == 0)
            #expect(!image.isDecoded && pictures.reads == 0)
        }
    }

    @Test func presents_beyond_the_budget_are_read_back_the_oldest_first() throws {
        let pictures = DevicePictures(budget: 10 * 16 * 16 * 4, isWanted: true)
        let context = try makeContext(pictures)
        defer { EAGLContext.setCurrent(nil) }
        let layer = try makeLayer(16, 16, context)
        var shown: [ImageResource] = []
        for i in 0..<40 {
            fill(0xFF00_0000 + UInt32(i))
            shown.append(try present(context, layer))
        }
        #expect(pictures.reads == 30 && shown.map(\.isDecoded) == (0..<40).map { $0 < 30 })
        for (i, image) in shown.enumerated() {
            #expect(image.bitmap().pixels.allSatisfy { $0 == 0xFF00_0000 + UInt32(i) }, "present \(i)")
        }
        // Pictures that no object holds take no part in it; a picture that is larger than the budget stays until the next one.
        shown = []
        for i in 0..<40 {
            fill(0xFF00_0000 + UInt32(i))
            _ = try present(context, layer)
        }
        #expect(pictures.reads == 40)
        let small = DevicePictures(budget: 1, isWanted: true)
        context.pictures = small
        let first = try present(context, layer), second = try present(context, layer)
        #expect(first.isDecoded && !second.isDecoded && small.reads == 1)
    }

    @Test func number_of_presents_on_the_device_is_limited() throws {
        let pictures = DevicePictures(isWanted: true)
        let context = try makeContext(pictures)
        defer { EAGLContext.setCurrent(nil) }
        let layer = try makeLayer(2, 2, context)
        let shown = try (0..<1_000).map { i in
            fill(0xFF00_0000 + UInt32(i))
            return try present(context, layer)
        }
        #expect(shown.count { !$0.isDecoded } == DevicePictures.most)
        #expect(shown.enumerated().allSatisfy { $1.bitmap()[1, 1] == 0xFF00_0000 + UInt32($0) })
    }

    @Test func compositor_lets_go_of_pictures_that_nobody_has() throws {
        let context = try makeContext(DevicePictures(isWanted: true))
        defer { EAGLContext.setCurrent(nil) }
        let layer = try makeLayer(64, 64, context)
        let device = try GLDevice()
        let compositor = GLCompositor(device: device) { CPUCompositor(threads: 1) }
        for i in 0..<50 {
            fill(0xFF00_0000 + UInt32(i))
            let image = try present(context, layer)
            #expect(try draw(frame(image), compositor)[9, 9] == 0xFF00_0000 + UInt32(i))
            #expect(device.use.imageBytes <= 2 * 64 * 64 * 4 && device.use.uploads == 0)
            // Pictures are no context's: another one has them too.
            if i == 20 { device.loseContext(afterTargets: 0) }
        }
        layer.contents = nil
        CATransaction.flush()
        _ = try draw(Frame(width: 4, height: 4), compositor)
        #expect(device.use.imageBytes == 0)
    }

    @Test func without_images_of_the_driver_presents_are_read_back() throws {
        @Sendable func makeLimited() -> GLDevice? {
            try? GLDevice(1 << 20, 1 << 20) { () throws(GLUnavailable) in
                let context = try GLContext()
                context.takesImages = false
                return context
            }
        }
        let limited = try #require(makeLimited())
        #expect(!limited.takesImages)
        let context = try makeContext(DevicePictures(budget: 1 << 20, isWanted: true) { limited })
        defer { EAGLContext.setCurrent(nil) }
        let layer = try makeLayer(6, 6, context)
        fill(0xFF12_3456)
        let read = try present(context, layer)
        #expect(read.isDecoded && read.bitmap()[3, 3] == 0xFF12_3456)
        // A compositor that cannot have them reads them, and does not ask for more.
        let pictures = DevicePictures(isWanted: true)
        context.pictures = pictures
        let onDevice = try present(context, layer)
        let compositor = GLCompositor(device: limited) { CPUCompositor(threads: 1) }
        #expect(try draw(frame(onDevice), compositor)[3, 3] == 0xFF12_3456)
        #expect(pictures.reads == 1 && onDevice.isDecoded)
    }

    @Test func presents_go_to_the_device_when_a_compositor_of_the_process_wants_them() throws {
        let pictures = DevicePictures()
        let context = try makeContext(pictures)
        defer { EAGLContext.setCurrent(nil) }
        let layer = try makeLayer(4, 4, context)
        #expect(try present(context, layer).isDecoded)
        pictures.want()
        #expect(try !present(context, layer).isDecoded)
        // The process's are wanted when the backend has drawn an image with hardware.
        context.pictures = .shared
        let renderer = LayerRenderer(layer: layer, size: layer.bounds.size, scale: 1)
        renderer.backend = .gl
        layer.contents = CGImage(bitmap: Bitmap(width: 4, height: 4, filledWith: 0xFFFF_0000))
        #expect(renderer.bitmap(at: 0)[1, 1] == 0xFFFF_0000)
        #expect(try present(context, layer).isDecoded == GLDevice.shared.get().isSoftware)
    }

    @Test(arguments: [kEAGLColorFormatRGB565, kEAGLColorFormatSRGBA8])
    func colours_of_other_formats_are_read_back(_ format: String) throws {
        let context = try makeContext(DevicePictures(isWanted: true))
        defer { EAGLContext.setCurrent(nil) }
        let layer = try makeLayer(4, 4, context, format: format)
        fill(0xFFFF_0000)
        let image = try present(context, layer)
        #expect(image.isDecoded && image.bitmap()[2, 2] == 0xFFFF_0000)
    }

    @Test func layer_that_draws_itself_stays_on_the_device() throws {
        final class Green: CAOpenGLLayer {
            static let pictures = DevicePictures(isWanted: true)
            override func copyCGLContext(forPixelFormat pf: CGLPixelFormatObj) -> CGLContextObj? {
                let context = EAGLContext(api: .openGLES3)
                context?.pictures = Self.pictures
                return context
            }
            override func draw(
                inCGLContext ctx: CGLContextObj, pixelFormat pf: CGLPixelFormatObj, forLayerTime t: CFTimeInterval,
                displayTime ts: UnsafePointer<CVTimeStamp>?
            ) {
                glClearColor(0, 1, 0, 0.5)
                glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
                unsafe super.draw(inCGLContext: ctx, pixelFormat: pf, forLayerTime: t, displayTime: ts)
            }
        }
        let layer = Green()
        layer.bounds.size = CGSize(width: 5, height: 3)
        layer.display()
        let image = try #require(layer.contents as? CGImage).resource
        #expect(!image.isDecoded && EAGLContext.current() == nil)
        #expect([0x8000_8000, 0x7F00_7F00].contains(image.bitmap()[2, 1]))
        // A colour space has other pixels made of them.
        layer.colorspace = CGColorSpace(name: CGColorSpace.linearSRGB)
        layer.display()
        let converted = try #require(layer.contents as? CGImage).resource.bitmap()
        #expect(converted[2, 1] >> 24 == image.bitmap()[2, 1] >> 24)
    }
}
