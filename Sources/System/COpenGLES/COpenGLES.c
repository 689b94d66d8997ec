#define _GNU_SOURCE
#include "COpenGLES.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The libraries' functions: NULL where there is no library. */
static struct {
#define F(result, name, parameters, arguments) result(*name) parameters;
#define V(name, parameters, arguments) void(*name) parameters;
#include "functions.h"
#undef F
#undef V
} gl;

static struct {
    EGLDisplay (*GetPlatformDisplay)(EGLenum, void *, const EGLint *);
    EGLBoolean (*QueryDevices)(EGLint, EGLDeviceEXT *, EGLint *);
    const char *(*QueryDeviceString)(EGLDeviceEXT, EGLint);
    const char *(*QueryString)(EGLDisplay, EGLint);
    EGLBoolean (*Initialize)(EGLDisplay, EGLint *, EGLint *);
    EGLBoolean (*BindAPI)(EGLenum);
    EGLBoolean (*ChooseConfig)(EGLDisplay, const EGLint *, EGLConfig *, EGLint, EGLint *);
    EGLContext (*CreateContext)(EGLDisplay, EGLConfig, EGLContext, const EGLint *);
    EGLBoolean (*DestroyContext)(EGLDisplay, EGLContext);
    EGLSurface (*CreatePbufferSurface)(EGLDisplay, EGLConfig, const EGLint *);
    EGLBoolean (*DestroySurface)(EGLDisplay, EGLSurface);
    EGLBoolean (*MakeCurrent)(EGLDisplay, EGLSurface, EGLSurface, EGLContext);
} egl;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static _Atomic bool is_open;
/* Why there are no contexts; empty where there are. */
static char failure[256];
/* Where all contexts are made, so that those of one share group can share. */
static EGLDisplay display;
static EGLConfig config;
static bool needs_surface;

static bool has(const char *list, const char *name) {
    size_t length = strlen(name);
    for (const char *at = list ? strstr(list, name) : NULL; at; at = strstr(at + length, name))
        if ((at == list || at[-1] == ' ') && (at[length] == ' ' || !at[length])) return true;
    return false;
}

/* Takes a display if it has what contexts without a window need. */
static bool take(EGLDisplay candidate, const char *platform) {
    EGLint major, minor, count = 0;
    EGLConfig found;
    if (!candidate || !egl.Initialize(candidate, &major, &minor)) {
        snprintf(failure, sizeof failure, "EGL's %s platform cannot be opened", platform);
        return false;
    }
    bool wants = !has(egl.QueryString(candidate, EGL_EXTENSIONS), "EGL_KHR_surfaceless_context");
    const EGLint wanted[] = {
        EGL_RENDERABLE_TYPE, EGL_OPENGL_ES3_BIT_KHR, EGL_SURFACE_TYPE, wants ? EGL_PBUFFER_BIT : 0, EGL_NONE};
    if (!egl.BindAPI(EGL_OPENGL_ES_API) || !egl.ChooseConfig(candidate, wanted, &found, 1, &count) || count < 1) {
        snprintf(failure, sizeof failure, "EGL's %s platform has no OpenGL ES 3", platform);
        return false;
    }
    display = candidate;
    config = found;
    needs_surface = wants;
    failure[0] = 0;
    return true;
}

static void open_display(void) {
    const char *extensions = egl.QueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    snprintf(failure, sizeof failure, "EGL has neither the device nor the surfaceless platform");
    /* Hardware first; then whatever draws without a surface, which may be a program of the processor's. */
    EGLDeviceEXT devices[16];
    EGLint count = 0;
    if (has(extensions, "EGL_EXT_platform_device") && egl.QueryDevices && egl.QueryDevices(16, devices, &count))
        for (EGLint i = 0; i < count; i++) {
            const char *of = egl.QueryDeviceString ? egl.QueryDeviceString(devices[i], EGL_EXTENSIONS) : NULL;
            if (has(of, "EGL_MESA_device_software")) continue;
            if (take(egl.GetPlatformDisplay(EGL_PLATFORM_DEVICE_EXT, devices[i], NULL), "device")) return;
        }
    if (has(extensions, "EGL_MESA_platform_surfaceless"))
        take(egl.GetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL), "surfaceless");
}

static void open_libraries(void) {
    void *library = dlopen("libEGL.so.1", RTLD_NOW | RTLD_LOCAL);
    void *gles = library ? dlopen("libGLESv2.so.2", RTLD_NOW | RTLD_LOCAL) : NULL;
    if (!library || !gles) {
        snprintf(failure, sizeof failure, "%s", dlerror());
    } else {
#define LOOK_UP(name) \
    if (!(egl.name = dlsym(library, "egl" #name))) snprintf(failure, sizeof failure, "libEGL.so.1 has no egl" #name)
        LOOK_UP(QueryString);
        LOOK_UP(Initialize);
        LOOK_UP(BindAPI);
        LOOK_UP(ChooseConfig);
        LOOK_UP(CreateContext);
        LOOK_UP(DestroyContext);
        LOOK_UP(CreatePbufferSurface);
        LOOK_UP(DestroySurface);
        LOOK_UP(MakeCurrent);
#undef LOOK_UP
        void *(*address)(const char *) = dlsym(library, "eglGetProcAddress");
        if (address) {
            egl.GetPlatformDisplay = address("eglGetPlatformDisplayEXT");
            egl.QueryDevices = address("eglQueryDevicesEXT");
            egl.QueryDeviceString = address("eglQueryDeviceStringEXT");
        }
        if (!egl.GetPlatformDisplay)
            snprintf(failure, sizeof failure, "libEGL.so.1 has no eglGetPlatformDisplayEXT");
#define F(result, name, parameters, arguments) gl.name = dlsym(gles, "gl" #name);
#define V(name, parameters, arguments) gl.name = dlsym(gles, "gl" #name);
#include "functions.h"
#undef F
#undef V
        if (!failure[0]) open_display();
    }
    atomic_store_explicit(&is_open, true, memory_order_release);
}

static inline void open_once(void) {
    if (!atomic_load_explicit(&is_open, memory_order_acquire)) pthread_once(&once, open_libraries);
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
    /* Both are as large, as the extension wants; the size is that of the colours read. */
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

/* Contexts */

struct mica_gles {
    EGLContext context;
    EGLSurface surface;
};

mica_gles *mica_gles_open(mica_gles *shared, char *reason, size_t capacity) {
    open_once();
    if (failure[0]) {
        snprintf(reason, capacity, "%s", failure);
        return NULL;
    }
    const EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION_KHR, 3, EGL_CONTEXT_MINOR_VERSION_KHR, 0, EGL_NONE};
    const EGLint size[] = {EGL_WIDTH, 1, EGL_HEIGHT, 1, EGL_NONE};
    egl.BindAPI(EGL_OPENGL_ES_API);
    EGLContext context = egl.CreateContext(display, config, shared ? shared->context : EGL_NO_CONTEXT, version);
    EGLSurface surface = context && needs_surface ? egl.CreatePbufferSurface(display, config, size) : EGL_NO_SURFACE;
    mica_gles *made = context && (surface || !needs_surface) ? calloc(1, sizeof *made) : NULL;
    if (!made) {
        if (context) egl.DestroyContext(display, context);
        snprintf(reason, capacity, "EGL gives no OpenGL ES 3.0 context");
        return NULL;
    }
    made->context = context;
    made->surface = surface;
    return made;
}

void mica_gles_close(mica_gles *context) {
    if (context->surface) egl.DestroySurface(display, context->surface);
    egl.DestroyContext(display, context->context);
    free(context);
}

bool mica_gles_make_current(mica_gles *context) {
    open_once();
    if (failure[0]) return !context;
    egl.BindAPI(EGL_OPENGL_ES_API);
    return context ? egl.MakeCurrent(display, context->surface, context->surface, context->context)
                   : egl.MakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
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
    /* OpenGL's first row is the lowest, and its words have red where these have blue. */
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
