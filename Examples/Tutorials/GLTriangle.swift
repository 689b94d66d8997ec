import GLKit
import QuartzCore
import UIKit

/// A triangle of OpenGL's in a layer, between other layers. Where there is no OpenGL ES its layer shows nothing.
let glTriangle = Example(
    "gl-triangle",
    shows:
        "on black a triangle, blue at the left, red at the right, green at the top; the same turned, with round corners"
) { root, _ in
    root.backgroundColor = CGColor(gray: 1, alpha: 1)
    guard let context = EAGLContext(api: .openGLES2) else { return }
    defer { EAGLContext.setCurrent(nil) }
    let plain = TriangleScene(context: context, frame: CGRect(x: 20, y: 50, width: 130, height: 140))
    plain.glLayer.name = "plain"
    root.addSublayer(plain.glLayer)
    let turned = TriangleScene(context: context, frame: CGRect(x: 180, y: 60, width: 110, height: 120))
    turned.glLayer.name = "turned"
    turned.glLayer.cornerRadius = 20
    turned.glLayer.masksToBounds = true
    turned.glLayer.transform = CATransform3DMakeRotation(.pi / 6, 0, 0, 1)
    root.addSublayer(turned.glLayer)
    for scene in [plain, turned] {
        scene.setUpBuffers()
        scene.drawFrame()
        scene.tearDownBuffers()
    }
}

/// Its page: layers with OpenGL's pictures act like others.
let glTriangleListing = Listing(
    glTriangle, "A triangle of OpenGL's", from: "tutorial 2 listing 6.14"
) { controls in
    let layers = controls.layers(CAEAGLLayer.self)
    guard let plain = layers.first, let turned = layers.last else { return }
    controls.slider("Turn", 0...(2 * .pi), .pi / 6) {
        turned.transform = CATransform3DMakeRotation(CGFloat($0), 0, 0, 1)
    }
    controls.slider("Corners", 0...60, 20) { turned.cornerRadius = $0 }
    controls.slider("Opacity", 0...1, 1) { plain.opacity = Float($0) }
    controls.toggle("Masked", false) { isMasked in
        let mask = CAShapeLayer()
        mask.path = CGPath(ellipseIn: plain.bounds, transform: nil)
        plain.mask = isMasked ? mask : nil
    }
}

/// The tutorial's listing: buffers, an effect, and a frame.
private final class TriangleScene {
    let glContext: EAGLContext
    let glLayer = CAEAGLLayer()
    var framebuffer: GLuint = 0
    var colorRenderbuffer: GLuint = 0
    var framebufferWidth: GLint = 0
    var framebufferHeight: GLint = 0
    let effect: GLKBaseEffect

    init(context: EAGLContext, frame: CGRect) {
        glContext = context
        EAGLContext.setCurrent(context)
        glLayer.frame = frame
        glLayer.contentsScale = 2
        glLayer.isOpaque = true
        glLayer.drawableProperties = [
            kEAGLDrawablePropertyRetainedBacking: false, kEAGLDrawablePropertyColorFormat: kEAGLColorFormatRGBA8,
        ]
        effect = GLKBaseEffect()
    }

    func setUpBuffers() {
        glGenFramebuffers(1, &framebuffer)
        glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
        glGenRenderbuffers(1, &colorRenderbuffer)
        glBindRenderbuffer(GLenum(GL_RENDERBUFFER), colorRenderbuffer)
        glFramebufferRenderbuffer(
            GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_RENDERBUFFER), colorRenderbuffer)
        glContext.renderbufferStorage(Int(GL_RENDERBUFFER), from: glLayer)
        glGetRenderbufferParameteriv(GLenum(GL_RENDERBUFFER), GLenum(GL_RENDERBUFFER_WIDTH), &framebufferWidth)
        glGetRenderbufferParameteriv(GLenum(GL_RENDERBUFFER), GLenum(GL_RENDERBUFFER_HEIGHT), &framebufferHeight)
        if glCheckFramebufferStatus(GLenum(GL_FRAMEBUFFER)) != GLenum(GL_FRAMEBUFFER_COMPLETE) {
            print("Failed to make complete framebuffer object: \(glCheckFramebufferStatus(GLenum(GL_FRAMEBUFFER)))")
        }
    }

    func tearDownBuffers() {
        if framebuffer != 0 {
            glDeleteFramebuffers(1, &framebuffer)
            framebuffer = 0
        }
        if colorRenderbuffer != 0 {
            glDeleteRenderbuffers(1, &colorRenderbuffer)
            colorRenderbuffer = 0
        }
    }

    func drawFrame() {
        glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
        glViewport(0, 0, framebufferWidth, framebufferHeight)
        effect.prepareToDraw()
        glClearColor(0, 0, 0, 1)
        glClear(GLbitfield(GL_COLOR_BUFFER_BIT))

        let vertices: [GLfloat] = [-0.5, -0.5, -1, 0, 0.5, -1, 0.5, -0.5, -1]
        let colors: [GLfloat] = [0, 0, 1, 1, 0, 1, 0, 1, 1, 0, 0, 1]
        let (position, color) = (GLuint(GLKVertexAttrib.position.rawValue), GLuint(GLKVertexAttrib.color.rawValue))
        glEnableVertexAttribArray(position)
        glEnableVertexAttribArray(color)
        vertices.withUnsafeBufferPointer { vertices in
            colors.withUnsafeBufferPointer { colors in
                glVertexAttribPointer(position, 3, GLenum(GL_FLOAT), GLboolean(GL_FALSE), 0, vertices.baseAddress)
                glVertexAttribPointer(color, 4, GLenum(GL_FLOAT), GLboolean(GL_FALSE), 0, colors.baseAddress)
                glDrawArrays(GLenum(GL_TRIANGLES), 0, 3)
            }
        }

        glBindRenderbuffer(GLenum(GL_RENDERBUFFER), colorRenderbuffer)
        glContext.presentRenderbuffer(Int(GL_RENDERBUFFER))
    }
}
