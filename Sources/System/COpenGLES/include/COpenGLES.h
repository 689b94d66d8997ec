/* OpenGL ES 3.0 under its own names, for programs. Each function calls the machine's libGLESv2, which is opened at
   the first call; nothing links it. Without the library, or without a current context, functions do nothing and
   return 0.

   Extensions of iOS are included where OpenGL ES 3.0 can do the same. CMicaGL makes contexts. Source: Khronos's
   headers; Apple, OpenGLES/ES2/glext.h. */
#ifndef COPENGLES_H
#define COPENGLES_H
/* The functions are hidden: a program does not export them to the libraries that it loads. */
#define GL_APICALL __attribute__((visibility("hidden")))
#include <GLES3/gl3.h>
#include <GLES2/gl2ext.h>
#include <stdbool.h>
#include <stddef.h>

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-completeness"

GL_APICALL void glBindVertexArrayOES(GLuint array);
GL_APICALL void glDeleteVertexArraysOES(GLsizei n, const GLuint *arrays);
GL_APICALL void glGenVertexArraysOES(GLsizei n, GLuint *arrays);
GL_APICALL GLboolean glIsVertexArrayOES(GLuint array);
/* `access` is GL_WRITE_ONLY_OES: the whole buffer is overwritten. */
GL_APICALL void *glMapBufferOES(GLenum target, GLenum access);
GL_APICALL GLboolean glUnmapBufferOES(GLenum target);
GL_APICALL void glDiscardFramebufferEXT(GLenum target, GLsizei count, const GLenum *attachments);
GL_APICALL void glTexStorage2DEXT(GLenum target, GLsizei levels, GLenum format, GLsizei width, GLsizei height);
GL_APICALL void glDrawArraysInstancedEXT(GLenum mode, GLint first, GLsizei count, GLsizei instances);
GL_APICALL void glDrawElementsInstancedEXT(
    GLenum mode, GLsizei count, GLenum type, const void *indices, GLsizei instances);
GL_APICALL void glVertexAttribDivisorEXT(GLuint index, GLuint divisor);
#define GL_READ_FRAMEBUFFER_APPLE 0x8CA8
#define GL_DRAW_FRAMEBUFFER_APPLE 0x8CA9
GL_APICALL void glRenderbufferStorageMultisampleAPPLE(
    GLenum target, GLsizei samples, GLenum format, GLsizei width, GLsizei height);
/* Resolves the framebuffer bound for reading into the one bound for drawing: the samples of each pixel become one. */
GL_APICALL void glResolveMultisampleFramebufferAPPLE(void);
/* Names for debuggers, ignored here. */
GL_APICALL void glPushGroupMarkerEXT(GLsizei length, const char *marker);
GL_APICALL void glPopGroupMarkerEXT(void);
GL_APICALL void glInsertEventMarkerEXT(GLsizei length, const char *marker);
GL_APICALL void glLabelObjectEXT(GLenum type, GLuint object, GLsizei length, const char *label);

/* Reads a renderbuffer, top row first, as words: blue, green, red, alpha in memory. The renderbuffer has at most one
   sample. Bindings are preserved. False when it cannot be read. */
bool mica_gles_read(unsigned renderbuffer, int width, int height, uint32_t *_Nonnull words);
/* Writes texels to a texture's level 0, first row first, as words: red, green, blue, alpha in memory. Bindings are
   preserved. */
void mica_gles_write(unsigned texture, int x, int y, int width, int height, const uint32_t *_Nonnull words);
#pragma clang diagnostic pop
#endif
