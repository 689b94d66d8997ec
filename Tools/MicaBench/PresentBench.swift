import CoreGraphics
import MicaBase
import MicaCPU
import MicaFrame
import MicaGL
import OpenGLES
import QuartzCore

/// The cost of showing a program's own OpenGL pictures with the OpenGL compositor: read back and sent again, and on the
/// device.
enum PresentBench {
    /// The measurements.
    struct Times {
        /// Milliseconds of a clear, its present and the frame that shows it, until the device has drawn that frame:
        /// read back and sent again, and on the device. The second is nil if the driver cannot do that.
        var read: Double, onDevice: Double?
        /// How many pixels of a picture on the device differ from those that are read back at once.
        var wrongPixels: Int
    }

    /// Measures presents of a layer of the benchmark's size.
    ///
    /// - Returns: nil if there is no OpenGL for programs, or it draws no frame.
    static func measure(scale: Int, device: GLDevice, budget: Double, frames: Int) -> Times? {
        guard let context = EAGLContext(api: .openGLES3), EAGLContext.setCurrent(context) else { return nil }
        defer { EAGLContext.setCurrent(nil) }
        let layer = CAEAGLLayer()
        layer.frame = CGRect(x: 0, y: 0, width: BenchScene.width, height: BenchScene.height)
        layer.contentsScale = CGFloat(scale)
        // Opaque, so that both ways draw it alike.
        layer.isOpaque = true
        var framebuffer: GLuint = 0, renderbuffer: GLuint = 0
        unsafe glGenFramebuffers(1, &framebuffer)
        unsafe glGenRenderbuffers(1, &renderbuffer)
        glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
        glBindRenderbuffer(GLenum(GL_RENDERBUFFER), renderbuffer)
        context.renderbufferStorage(Int(GL_RENDERBUFFER), from: layer)
        glFramebufferRenderbuffer(
            GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_RENDERBUFFER), renderbuffer)
        let compositor = GLCompositor(device: device) { CPUCompositor(threads: 1) }
        var isGood = true
        let medians = [false, true].map { isOnDevice -> Double in
            context.pictures = DevicePictures(isWanted: isOnDevice)
            var times: [Double] = []
            let start = ContinuousClock.now
            while times.count < frames, times.count < 5 || (ContinuousClock.now - start).milliseconds < budget {
                let begin = ContinuousClock.now
                glClearColor(Float(times.count % 2), 0, 0, 1)
                glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
                context.presentRenderbuffer(Int(GL_RENDERBUFFER))
                guard let picture = layer.contents as? CGImage else { return .infinity }
                let frame = makeFrame(showing: picture)
                if compositor.drawOnDevice(frame, region: DamageRegion(frame.bounds)) != nil { isGood = false }
                times.append((ContinuousClock.now - begin).milliseconds)
            }
            return times.sorted()[times.count / 2]
        }
        guard isGood else { return nil }
        layer.isOpaque = false
        // Colours above their alpha, in bands that tell the rows and columns apart.
        glEnable(GLenum(GL_SCISSOR_TEST))
        for index in 0..<64 {
            glScissor(GLint(index * 29), GLint(index * 16), GLsizei(1 + index), GLsizei(600 - index))
            glClearColor(Float(index) / 63, Float(index % 8) / 7, 0.3, Float(index % 5) / 4)
            glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
        }
        let pictures = [false, true].compactMap { isOnDevice -> ImageResource? in
            context.pictures = DevicePictures(isWanted: isOnDevice)
            context.presentRenderbuffer(Int(GL_RENDERBUFFER))
            return (layer.contents as? CGImage)?.resource
        }
        guard pictures.count == 2 else { return nil }
        let isDone = !pictures[1].isDecoded
        return Times(
            read: medians[0], onDevice: isDone ? medians[1] : nil,
            wrongPixels: zip(pictures[0].bitmap().pixels, pictures[1].bitmap().pixels).count { $0 != $1 })
    }

    /// A picture, pixel on pixel.
    private static func makeFrame(showing picture: CGImage) -> Frame {
        var frame = Frame(width: picture.width, height: picture.height)
        let rect = LocalRect(minX: 0, minY: 0, maxX: Double(picture.width), maxY: Double(picture.height))
        frame.passes = [RenderPass(bounds: frame.bounds)]
        frame.passes[0].ops = [
            DrawOp(
                content: .image(
                    ImageDraw(image: picture.resource, destination: rect, source: rect, sampling: .bilinear)),
                transform: .identity, bounds: frame.bounds)
        ]
        return frame
    }
}
