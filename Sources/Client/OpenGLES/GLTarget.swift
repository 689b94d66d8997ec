import COpenGLES

/// What a layer is drawn into: a framebuffer with colours that can be read, and one with several samples before it where there are several.
///
/// The context that it is made in is current whenever it is used.
package struct GLTarget {
    /// *Units*: pixels; nil where there is nothing.
    package private(set) var size: (width: Int, height: Int)?
    /// The renderbuffer that has the colours in the end; 0 where there is none.
    package private(set) var shown: GLuint = 0
    private var framebuffer: GLuint = 0, shownFramebuffer: GLuint = 0
    private var color: GLuint = 0, depth: GLuint = 0

    /// Nothing that could be drawn into.
    package init() {}

    /// Makes it anew.
    ///
    /// - Parameters:
    ///   - depth: bits; none, 16 or 24, the next that there are.
    ///   - stencil: bits; none or 8.
    ///   - samples: of each pixel, as many as the driver has at most.
    ///   - storeColors: gives the bound renderbuffer, which is the one that is read, its storage.
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

    /// Has OpenGL draw into it, all of it.
    package func bind() {
        guard let size else { return }
        glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
        glViewport(0, 0, GLsizei(size.width), GLsizei(size.height))
    }

    /// Makes one sample of several, and binds the colours that are read.
    package func resolve() {
        if framebuffer != shownFramebuffer {
            // A scissor would leave out what is outside of it.
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

    /// Gives all of it back.
    package mutating func delete() {
        for var name in Set([framebuffer, shownFramebuffer]) where name != 0 { unsafe glDeleteFramebuffers(1, &name) }
        for var name in Set([color, shown, depth]) where name != 0 { unsafe glDeleteRenderbuffers(1, &name) }
        self = GLTarget()
    }

    /// Makes a framebuffer with a renderbuffer of colours, whose storage a closure makes while it is bound.
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
