import COpenGLES

/// The framebuffers for drawing a layer: one whose colours can be read, and a multisampled one before it if there are
/// several samples.
///
/// The context in which it is made is current whenever it is used.
package struct GLTarget {
    /// *Units*: pixels; nil for an empty target.
    package private(set) var size: (width: Int, height: Int)?
    /// The renderbuffer with the final colours; 0 for none.
    package private(set) var shown: GLuint = 0
    private var framebuffer: GLuint = 0, shownFramebuffer: GLuint = 0
    private var color: GLuint = 0, depth: GLuint = 0

    /// Makes an empty target.
    package init() {}

    /// Makes the framebuffers anew.
    ///
    /// - Parameters:
    ///   - depth: Bits of depth: 0, or the next of 16 and 24.
    ///   - stencil: Bits of the stencil: 0 or 8.
    ///   - samples: Samples per pixel, limited by the driver.
    ///   - storeColors: Allocates the bound renderbuffer, whose colours are read.
    package mutating func make(
        _ size: (width: Int, height: Int), depth depthSize: Int, stencil: Int, samples: Int, storeColors: () -> Void
    ) {
        delete()
        self.size = size
        (shownFramebuffer, shown) = Self.framebuffer(storeColors)
        (framebuffer, color) = (shownFramebuffer, shown)
        var most: GLint = 0
        unsafe glGetIntegerv(GLenum(GL_MAX_SAMPLES), &most)
        let samples = samples > 1 ? min(GLsizei(clamping: samples), most) : 0
        if samples > 0 {
            var format: GLint = 0
            glBindRenderbuffer(GLenum(GL_RENDERBUFFER), shown)
            unsafe glGetRenderbufferParameteriv(
                GLenum(GL_RENDERBUFFER), GLenum(GL_RENDERBUFFER_INTERNAL_FORMAT), &format)
            (framebuffer, color) = Self.framebuffer { Self.store(size, format, samples) }
        }
        guard depthSize > 0 || stencil > 0 else { return }
        unsafe glGenRenderbuffers(1, &depth)
        glBindRenderbuffer(GLenum(GL_RENDERBUFFER), depth)
        let format =
            stencil > 0
            ? (depthSize > 0 ? GL_DEPTH24_STENCIL8 : GL_STENCIL_INDEX8)
            : (depthSize > 16 ? GL_DEPTH_COMPONENT24 : GL_DEPTH_COMPONENT16)
        Self.store(size, format, samples)
        glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
        if depthSize > 0 { Self.attach(depth, GL_DEPTH_ATTACHMENT) }
        if stencil > 0 { Self.attach(depth, GL_STENCIL_ATTACHMENT) }
    }

    /// Makes OpenGL draw into all of it.
    package func bind() {
        guard let size else { return }
        glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
        glViewport(0, 0, GLsizei(size.width), GLsizei(size.height))
    }

    /// Resolves several samples to one, and binds the framebuffer whose colours are read.
    package func resolve() {
        if framebuffer != shownFramebuffer {
            // A scissor would clip the copy.
            let hadScissor = glIsEnabled(GLenum(GL_SCISSOR_TEST))
            glDisable(GLenum(GL_SCISSOR_TEST))
            glBindFramebuffer(GLenum(GL_READ_FRAMEBUFFER), framebuffer)
            glBindFramebuffer(GLenum(GL_DRAW_FRAMEBUFFER), shownFramebuffer)
            glResolveMultisampleFramebufferAPPLE()
            glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
            if hadScissor != 0 { glEnable(GLenum(GL_SCISSOR_TEST)) }
        }
        glBindRenderbuffer(GLenum(GL_RENDERBUFFER), shown)
    }

    /// Frees all framebuffers and renderbuffers.
    package mutating func delete() {
        for var name in Set([framebuffer, shownFramebuffer]) where name != 0 { unsafe glDeleteFramebuffers(1, &name) }
        for var name in Set([color, shown, depth]) where name != 0 { unsafe glDeleteRenderbuffers(1, &name) }
        self = GLTarget()
    }

    /// Makes a framebuffer with a renderbuffer of colours, which a closure allocates while it is bound.
    private static func framebuffer(_ store: () -> Void) -> (GLuint, GLuint) {
        var framebuffer: GLuint = 0, renderbuffer: GLuint = 0
        unsafe glGenFramebuffers(1, &framebuffer)
        unsafe glGenRenderbuffers(1, &renderbuffer)
        glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
        glBindRenderbuffer(GLenum(GL_RENDERBUFFER), renderbuffer)
        store()
        attach(renderbuffer, GL_COLOR_ATTACHMENT0)
        return (framebuffer, renderbuffer)
    }

    private static func store(_ size: (width: Int, height: Int), _ format: Int32, _ samples: GLsizei) {
        glRenderbufferStorageMultisample(
            GLenum(GL_RENDERBUFFER), samples, GLenum(format), GLsizei(size.width), GLsizei(size.height))
    }

    private static func attach(_ renderbuffer: GLuint, _ attachment: Int32) {
        glFramebufferRenderbuffer(GLenum(GL_FRAMEBUFFER), GLenum(attachment), GLenum(GL_RENDERBUFFER), renderbuffer)
    }
}
