#define _GNU_SOURCE
#include "COpenGLES.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

/* The library's functions; NULL without the library. */
static struct {
#define F(result, name, parameters, arguments) result(*name) parameters;
#define V(name, parameters, arguments) void(*name) parameters;
#include "functions.h"
#undef F
#undef V
} gl;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static _Atomic bool is_open;

static void open_library(void) {
    void *library = dlopen("libGLESv2.so.2", RTLD_NOW | RTLD_LOCAL);
    if (library) {
#define F(result, name, parameters, arguments) gl.name = dlsym(library, "gl" #name);
#define V(name, parameters, arguments) gl.name = dlsym(library, "gl" #name);
#include "functions.h"
#undef F
#undef V
    }
    atomic_store_explicit(&is_open, true, memory_order_release);
}

static inline void open_once(void) {
    if (!atomic_load_explicit(&is_open, memory_order_acquire)) pthread_once(&once, open_library);
}

#define F(result, name, parameters, arguments)        \
    result gl##name parameters {                      \
        open_once();                                  \
        return gl.name ? gl.name arguments : (result)0; \
    }
#define V(name, parameters, arguments)   \
    void gl##name parameters {           \
        open_once();                     \
        if (gl.name) gl.name arguments;  \
    }
#include "functions.h"
#undef F
#undef V

/* Extensions of iOS */

void glBindVertexArrayOES(GLuint array) { glBindVertexArray(array); }
void glDeleteVertexArraysOES(GLsizei n, const GLuint *arrays) { glDeleteVertexArrays(n, arrays); }
void glGenVertexArraysOES(GLsizei n, GLuint *arrays) { glGenVertexArrays(n, arrays); }
GLboolean glIsVertexArrayOES(GLuint array) { return glIsVertexArray(array); }

void *glMapBufferOES(GLenum target, GLenum access) {
    GLint size = 0;
    glGetBufferParameteriv(target, GL_BUFFER_SIZE, &size);
    if (access != GL_WRITE_ONLY_OES || size <= 0) return NULL;
    return glMapBufferRange(target, 0, size, GL_MAP_WRITE_BIT);
}

GLboolean glUnmapBufferOES(GLenum target) { return glUnmapBuffer(target); }
void glDiscardFramebufferEXT(GLenum target, GLsizei count, const GLenum *attachments) {
    glInvalidateFramebuffer(target, count, attachments);
}
void glTexStorage2DEXT(GLenum target, GLsizei levels, GLenum format, GLsizei width, GLsizei height) {
    glTexStorage2D(target, levels, format, width, height);
}
void glDrawArraysInstancedEXT(GLenum mode, GLint first, GLsizei count, GLsizei instances) {
    glDrawArraysInstanced(mode, first, count, instances);
}
void glDrawElementsInstancedEXT(GLenum mode, GLsizei count, GLenum type, const void *indices, GLsizei instances) {
    glDrawElementsInstanced(mode, count, type, indices, instances);
}
void glVertexAttribDivisorEXT(GLuint index, GLuint divisor) { glVertexAttribDivisor(index, divisor); }
void glRenderbufferStorageMultisampleAPPLE(
    GLenum target, GLsizei samples, GLenum format, GLsizei width, GLsizei height) {
    glRenderbufferStorageMultisample(target, samples, format, width, height);
}

void glResolveMultisampleFramebufferAPPLE(void) {
    /* The extension requires both to have the same size: the size of the colours that are read. */
    GLint kind = 0, name = 0, before = 0, width = 0, height = 0;
    glGetFramebufferAttachmentParameteriv(
        GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE, &kind);
    if (kind != GL_RENDERBUFFER) return;
    glGetFramebufferAttachmentParameteriv(
        GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME, &name);
    glGetIntegerv(GL_RENDERBUFFER_BINDING, &before);
    glBindRenderbuffer(GL_RENDERBUFFER, (GLuint)name);
    glGetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_WIDTH, &width);
    glGetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_HEIGHT, &height);
    glBindRenderbuffer(GL_RENDERBUFFER, (GLuint)before);
    glBlitFramebuffer(0, 0, width, height, 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

void glPushGroupMarkerEXT(GLsizei length, const char *marker) { (void)length, (void)marker; }
void glPopGroupMarkerEXT(void) {}
void glInsertEventMarkerEXT(GLsizei length, const char *marker) { (void)length, (void)marker; }
void glLabelObjectEXT(GLenum type, GLuint object, GLsizei length, const char *label) {
    (void)type, (void)object, (void)length, (void)label;
}

bool mica_gles_read(unsigned renderbuffer, int width, int height, uint32_t *words) {
    GLint read = 0, pack = 0, alignment = 4, row = 0, skip_rows = 0, skip_pixels = 0;
    glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &read);
    glGetIntegerv(GL_PIXEL_PACK_BUFFER_BINDING, &pack);
    glGetIntegerv(GL_PACK_ALIGNMENT, &alignment);
    glGetIntegerv(GL_PACK_ROW_LENGTH, &row);
    glGetIntegerv(GL_PACK_SKIP_ROWS, &skip_rows);
    glGetIntegerv(GL_PACK_SKIP_PIXELS, &skip_pixels);
    GLuint framebuffer = 0;
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
    glFramebufferRenderbuffer(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffer);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    glPixelStorei(GL_PACK_ROW_LENGTH, 0);
    glPixelStorei(GL_PACK_SKIP_ROWS, 0);
    glPixelStorei(GL_PACK_SKIP_PIXELS, 0);
    bool good = glCheckFramebufferStatus(GL_READ_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
    if (good) glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, words);
    glPixelStorei(GL_PACK_ALIGNMENT, alignment);
    glPixelStorei(GL_PACK_ROW_LENGTH, row);
    glPixelStorei(GL_PACK_SKIP_ROWS, skip_rows);
    glPixelStorei(GL_PACK_SKIP_PIXELS, skip_pixels);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, (GLuint)pack);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, (GLuint)read);
    glDeleteFramebuffers(1, &framebuffer);
    if (!good) return false;
    /* OpenGL's first row is the lowest, and red and blue are swapped in its words. */
    for (int y = 0; y < (height + 1) / 2; y++) {
        uint32_t *upper = words + (size_t)y * width, *lower = words + (size_t)(height - 1 - y) * width;
        for (int x = 0; x < width; x++) {
            uint32_t a = upper[x], b = lower[x];
            upper[x] = (b & 0xFF00FF00) | (b & 0xFF) << 16 | (b >> 16 & 0xFF);
            lower[x] = (a & 0xFF00FF00) | (a & 0xFF) << 16 | (a >> 16 & 0xFF);
        }
    }
    return true;
}

void mica_gles_write(unsigned texture, int x, int y, int width, int height, const uint32_t *words) {
    GLint bound = 0, unpack = 0, alignment = 4, row = 0, skip_rows = 0, skip_pixels = 0;
    glGetIntegerv(GL_TEXTURE_BINDING_2D, &bound);
    glGetIntegerv(GL_PIXEL_UNPACK_BUFFER_BINDING, &unpack);
    glGetIntegerv(GL_UNPACK_ALIGNMENT, &alignment);
    glGetIntegerv(GL_UNPACK_ROW_LENGTH, &row);
    glGetIntegerv(GL_UNPACK_SKIP_ROWS, &skip_rows);
    glGetIntegerv(GL_UNPACK_SKIP_PIXELS, &skip_pixels);
    glBindTexture(GL_TEXTURE_2D, texture);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
    glPixelStorei(GL_UNPACK_SKIP_ROWS, 0);
    glPixelStorei(GL_UNPACK_SKIP_PIXELS, 0);
    glTexSubImage2D(GL_TEXTURE_2D, 0, x, y, width, height, GL_RGBA, GL_UNSIGNED_BYTE, words);
    glPixelStorei(GL_UNPACK_ALIGNMENT, alignment);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, row);
    glPixelStorei(GL_UNPACK_SKIP_ROWS, skip_rows);
    glPixelStorei(GL_UNPACK_SKIP_PIXELS, skip_pixels);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, (GLuint)unpack);
    glBindTexture(GL_TEXTURE_2D, (GLuint)bound);
}
