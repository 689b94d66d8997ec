import Testing

@testable import OpenGLES

/// Makes a context the thread's, with a framebuffer that draws into a layer.
func bindFramebuffer(of layer: CAEAGLLayer, _ context: EAGLContext) throws {
    try #require(EAGLContext.setCurrent(context))
    var framebuffer: GLuint = 0, renderbuffer: GLuint = 0
    unsafe glGenFramebuffers(1, &framebuffer)
    unsafe glGenRenderbuffers(1, &renderbuffer)
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
    glBindRenderbuffer(GLenum(GL_RENDERBUFFER), renderbuffer)
    try #require(context.renderbufferStorage(Int(GL_RENDERBUFFER), from: layer))
    glFramebufferRenderbuffer(
        GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_RENDERBUFFER), renderbuffer)
    try #require(glCheckFramebufferStatus(GLenum(GL_FRAMEBUFFER)) == GLenum(GL_FRAMEBUFFER_COMPLETE))
}
