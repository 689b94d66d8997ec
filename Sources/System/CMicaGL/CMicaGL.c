#define _GNU_SOURCE
#include "CMicaGL.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The parts of EGL 1.5 and OpenGL ES 3.0 that are used. Source of the numbers: Khronos's registries, egl.xml and
   gl.xml. */
typedef void *EGLDisplay;
typedef void *EGLHandle;
typedef int32_t EGLint;
typedef unsigned GLenum, GLuint;
typedef int GLint, GLsizei;

enum {
    EGL_NONE = 0x3038, EGL_EXTENSIONS = 0x3055, EGL_SURFACE_TYPE = 0x3033, EGL_PBUFFER_BIT = 1, EGL_RENDERABLE_TYPE = 0x3040,
    EGL_OPENGL_ES3_BIT = 0x40, EGL_OPENGL_ES_API = 0x30A0, EGL_CONTEXT_MAJOR_VERSION = 0x3098,
    EGL_CONTEXT_MINOR_VERSION = 0x30FB, EGL_WIDTH = 0x3057, EGL_HEIGHT = 0x3056, EGL_PLATFORM_SURFACELESS = 0x31DD,
    EGL_PLATFORM_DEVICE = 0x313F, EGL_DRAW = 0x3059, EGL_READ = 0x305A, EGL_RESET_NOTIFICATION_STRATEGY = 0x3138,
    EGL_LOSE_CONTEXT_ON_RESET = 0x31BF, EGL_WINDOW_BIT = 4, EGL_ALPHA_SIZE = 0x3021, EGL_BLUE_SIZE = 0x3022,
    EGL_GREEN_SIZE = 0x3023, EGL_RED_SIZE = 0x3024, EGL_NATIVE_VISUAL_ID = 0x302E, EGL_PLATFORM_X11 = 0x31D5,
    EGL_PLATFORM_WAYLAND = 0x31D8, EGL_BUFFER_AGE = 0x313D, EGL_GL_TEXTURE_2D = 0x30B1, EGL_GL_RENDERBUFFER = 0x30B9,
    EGL_IMAGE_PRESERVED = 0x30D2, EGL_SYNC_FENCE = 0x30F9, EGL_TRUE = 1
};
enum {
    GL_VERTEX_SHADER = 0x8B31, GL_FRAGMENT_SHADER = 0x8B30, GL_COMPILE_STATUS = 0x8B81, GL_LINK_STATUS = 0x8B82,
    GL_TEXTURE_2D = 0x0DE1, GL_TEXTURE0 = 0x84C0, GL_RENDERER = 0x1F01, GL_VERSION = 0x1F02,
    GL_EXTENSIONS = 0x1F03, GL_MAX_TEXTURE_SIZE = 0x0D33,
    GL_RGBA8 = 0x8058, GL_RGBA = 0x1908, GL_UNSIGNED_BYTE = 0x1401, GL_R8 = 0x8229, GL_RED = 0x1903, GL_RGBA32F = 0x8814,
    GL_FLOAT = 0x1406, GL_RGBA16UI = 0x8D76, GL_RGBA_INTEGER = 0x8D99, GL_R16UI = 0x8234, GL_RED_INTEGER = 0x8D94, GL_UNSIGNED_SHORT = 0x1403,
    GL_TEXTURE_MIN_FILTER = 0x2801, GL_TEXTURE_MAG_FILTER = 0x2800, GL_NEAREST = 0x2600, GL_NEAREST_MIPMAP_NEAREST = 0x2700,
    GL_TEXTURE_MAX_LEVEL = 0x813D, GL_UNPACK_ALIGNMENT = 0x0CF5, GL_UNPACK_ROW_LENGTH = 0x0CF2, GL_PACK_ALIGNMENT = 0x0D05,
    GL_PACK_ROW_LENGTH = 0x0D02, GL_FRAMEBUFFER = 0x8D40, GL_COLOR_ATTACHMENT0 = 0x8CE0, GL_FRAMEBUFFER_COMPLETE = 0x8CD5,
    GL_SCISSOR_TEST = 0x0C11, GL_BLEND = 0x0BE2, GL_DITHER = 0x0BD0, GL_COLOR = 0x1800, GL_ARRAY_BUFFER = 0x8892,
    GL_STREAM_DRAW = 0x88E0, GL_TRIANGLE_STRIP = 5, GL_ZERO = 0, GL_ONE = 1, GL_ONE_MINUS_SRC_COLOR = 0x0301,
    GL_ONE_MINUS_SRC_ALPHA = 0x0303, GL_DST_ALPHA = 0x0304, GL_ONE_MINUS_DST_ALPHA = 0x0305,
    GL_PROGRAM_BINARY_RETRIEVABLE_HINT = 0x8257, GL_PROGRAM_BINARY_LENGTH = 0x8741,
    GL_NUM_PROGRAM_BINARY_FORMATS = 0x87FE, GL_PIXEL_PACK_BUFFER = 0x88EB, GL_STREAM_READ = 0x88E1, GL_MAP_READ_BIT = 1,
    GL_RENDERBUFFER = 0x8D41, GL_DEPTH_ATTACHMENT = 0x8D00, GL_DEPTH_COMPONENT16 = 0x81A5, GL_DEPTH = 0x1801,
    GL_DEPTH_TEST = 0x0B71, GL_GREATER = 0x0204
};

#define EGL_FUNCTIONS(F)                                                                                               \
    F(const char *, QueryString, (EGLDisplay, EGLint))                                                                 \
    F(unsigned, Initialize, (EGLDisplay, EGLint *, EGLint *))                                                          \
    F(unsigned, Terminate, (EGLDisplay))                                                                               \
    F(GLenum, QueryAPI, (void))                                                                                        \
    F(EGLHandle, GetCurrentContext, (void))                                                                            \
    F(EGLDisplay, GetCurrentDisplay, (void))                                                                           \
    F(EGLHandle, GetCurrentSurface, (EGLint))                                                                          \
    F(unsigned, BindAPI, (GLenum))                                                                                     \
    F(unsigned, ChooseConfig, (EGLDisplay, const EGLint *, EGLHandle *, EGLint, EGLint *))                             \
    F(EGLHandle, CreateContext, (EGLDisplay, EGLHandle, EGLHandle, const EGLint *))                                    \
    F(unsigned, DestroyContext, (EGLDisplay, EGLHandle))                                                               \
    F(EGLHandle, CreatePbufferSurface, (EGLDisplay, EGLHandle, const EGLint *))                                        \
    F(EGLHandle, CreateWindowSurface, (EGLDisplay, EGLHandle, void *, const EGLint *))                                 \
    F(unsigned, GetConfigAttrib, (EGLDisplay, EGLHandle, EGLint, EGLint *))                                            \
    F(unsigned, QuerySurface, (EGLDisplay, EGLHandle, EGLint, EGLint *))                                               \
    F(unsigned, SwapInterval, (EGLDisplay, EGLint))                                                                    \
    F(unsigned, SwapBuffers, (EGLDisplay, EGLHandle))                                                                  \
    F(unsigned, DestroySurface, (EGLDisplay, EGLHandle))                                                               \
    F(unsigned, MakeCurrent, (EGLDisplay, EGLHandle, EGLHandle, EGLHandle))

#define GL_FUNCTIONS(F)                                                                                                \
    F(const unsigned char *, GetString, (GLenum))                                                                      \
    F(void, GetIntegerv, (GLenum, GLint *))                                                                            \
    F(GLenum, GetError, (void))                                                                                        \
    F(void *, FenceSync, (GLenum, unsigned))                                                                           \
    F(void, Finish, (void))                                                                                            \
    F(GLuint, CreateShader, (GLenum))                                                                                  \
    F(void, ShaderSource, (GLuint, GLsizei, const char *const *, const GLint *))                                       \
    F(void, CompileShader, (GLuint))                                                                                   \
    F(void, GetShaderiv, (GLuint, GLenum, GLint *))                                                                    \
    F(void, GetShaderInfoLog, (GLuint, GLsizei, GLsizei *, char *))                                                    \
    F(void, DeleteShader, (GLuint))                                                                                    \
    F(GLuint, CreateProgram, (void))                                                                                   \
    F(void, AttachShader, (GLuint, GLuint))                                                                            \
    F(void, BindAttribLocation, (GLuint, GLuint, const char *))                                                        \
    F(void, LinkProgram, (GLuint))                                                                                     \
    F(void, ProgramParameteri, (GLuint, GLenum, GLint))                                                                \
    F(void, ProgramBinary, (GLuint, GLenum, const void *, GLsizei))                                                    \
    F(void, GetProgramBinary, (GLuint, GLsizei, GLsizei *, GLenum *, void *))                                          \
    F(void, GetProgramiv, (GLuint, GLenum, GLint *))                                                                   \
    F(void, GetProgramInfoLog, (GLuint, GLsizei, GLsizei *, char *))                                                   \
    F(void, DeleteProgram, (GLuint))                                                                                   \
    F(void, UseProgram, (GLuint))                                                                                      \
    F(GLint, GetUniformLocation, (GLuint, const char *))                                                               \
    F(void, Uniform1i, (GLint, GLint))                                                                                 \
    F(void, Uniform2i, (GLint, GLint, GLint))                                                                          \
    F(void, GenTextures, (GLsizei, GLuint *))                                                                          \
    F(void, DeleteTextures, (GLsizei, const GLuint *))                                                                 \
    F(void, BindTexture, (GLenum, GLuint))                                                                             \
    F(void, ActiveTexture, (GLenum))                                                                                   \
    F(void, TexParameteri, (GLenum, GLenum, GLint))                                                                    \
    F(void, TexStorage2D, (GLenum, GLsizei, GLenum, GLsizei, GLsizei))                                                 \
    F(void, TexSubImage2D, (GLenum, GLint, GLint, GLint, GLsizei, GLsizei, GLenum, GLenum, const void *))              \
    F(void, CopyTexSubImage2D, (GLenum, GLint, GLint, GLint, GLint, GLint, GLsizei, GLsizei))                          \
    F(void, PixelStorei, (GLenum, GLint))                                                                              \
    F(void, GenFramebuffers, (GLsizei, GLuint *))                                                                      \
    F(void, BindFramebuffer, (GLenum, GLuint))                                                                         \
    F(void, FramebufferTexture2D, (GLenum, GLenum, GLenum, GLuint, GLint))                                             \
    F(GLenum, CheckFramebufferStatus, (GLenum))                                                                        \
    F(void, GenRenderbuffers, (GLsizei, GLuint *))                                                                     \
    F(void, BindRenderbuffer, (GLenum, GLuint))                                                                        \
    F(void, RenderbufferStorage, (GLenum, GLenum, GLsizei, GLsizei))                                                   \
    F(void, FramebufferRenderbuffer, (GLenum, GLenum, GLenum, GLuint))                                                 \
    F(void, DepthFunc, (GLenum))                                                                                       \
    F(void, DepthMask, (unsigned char))                                                                                \
    F(void, Viewport, (GLint, GLint, GLsizei, GLsizei))                                                                \
    F(void, Scissor, (GLint, GLint, GLsizei, GLsizei))                                                                 \
    F(void, Enable, (GLenum))                                                                                          \
    F(void, Disable, (GLenum))                                                                                         \
    F(void, ClearBufferfv, (GLenum, GLint, const float *))                                                             \
    F(void, ClearBufferuiv, (GLenum, GLint, const GLuint *))                                                           \
    F(void, BlendFuncSeparate, (GLenum, GLenum, GLenum, GLenum))                                                       \
    F(void, ReadPixels, (GLint, GLint, GLsizei, GLsizei, GLenum, GLenum, void *))                                      \
    F(void, GenBuffers, (GLsizei, GLuint *))                                                                           \
    F(void, BindBuffer, (GLenum, GLuint))                                                                              \
    F(void, BufferData, (GLenum, ptrdiff_t, const void *, GLenum))                                                     \
    F(void *, MapBufferRange, (GLenum, ptrdiff_t, ptrdiff_t, unsigned))                                                \
    F(unsigned char, UnmapBuffer, (GLenum))                                                                            \
    F(void, Flush, (void))                                                                                             \
    F(void, GenVertexArrays, (GLsizei, GLuint *))                                                                      \
    F(void, BindVertexArray, (GLuint))                                                                                 \
    F(void, EnableVertexAttribArray, (GLuint))                                                                         \
    F(void, VertexAttribPointer, (GLuint, GLint, GLenum, unsigned char, GLsizei, const void *))                        \
    F(void, VertexAttribDivisor, (GLuint, GLuint))                                                                     \
    F(void, DrawArraysInstanced, (GLenum, GLint, GLsizei, GLsizei))

/* The functions of both libraries, shared by all contexts. */
static struct {
    void *(*address)(const char *);
    EGLDisplay (*platform_display)(GLenum, void *, const void *);
    unsigned (*query_devices)(EGLint, void **, EGLint *);
    const char *(*query_device_string)(void *, EGLint);
#define F(result, name, parameters) result(*egl##name) parameters;
    EGL_FUNCTIONS(F)
#undef F
#define F(result, name, parameters) result(*gl##name) parameters;
    GL_FUNCTIONS(F)
#undef F
} api;

/* Extensions of EGL and OpenGL ES, all or none: images, which contexts without common objects can share, and fences
   between such contexts. */
static struct {
    EGLHandle (*create)(EGLDisplay, EGLHandle, GLenum, void *, const EGLint *);
    unsigned (*destroy)(EGLDisplay, EGLHandle);
    EGLHandle (*create_fence)(EGLDisplay, GLenum, const EGLint *);
    unsigned (*destroy_fence)(EGLDisplay, EGLHandle);
    EGLint (*wait)(EGLDisplay, EGLHandle, EGLint);
    void (*bind)(GLenum, EGLHandle);
} images;

static char failure[256];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void open_libraries(void) {
    void *egl = dlopen("libEGL.so.1", RTLD_NOW | RTLD_LOCAL);
    void *gles = egl ? dlopen("libGLESv2.so.2", RTLD_NOW | RTLD_LOCAL) : NULL;
    if (!egl || !gles) {
        snprintf(failure, sizeof failure, "%s", dlerror());
        return;
    }
    api.address = (void *(*)(const char *))dlsym(egl, "eglGetProcAddress");
    if (!api.address) {
        snprintf(failure, sizeof failure, "libEGL.so.1 has no eglGetProcAddress");
        return;
    }
#define F(result, name, parameters)                                                                                    \
    if (!(api.egl##name = (result(*) parameters)dlsym(egl, "egl" #name))) {                                            \
        snprintf(failure, sizeof failure, "libEGL.so.1 has no egl" #name);                                             \
        return;                                                                                                        \
    }
    EGL_FUNCTIONS(F)
#undef F
#define F(result, name, parameters)                                                                                    \
    if (!(api.gl##name = (result(*) parameters)dlsym(gles, "gl" #name))) {                                             \
        snprintf(failure, sizeof failure, "libGLESv2.so.2 has no gl" #name);                                           \
        return;                                                                                                        \
    }
    GL_FUNCTIONS(F)
#undef F
    api.platform_display = (EGLDisplay(*)(GLenum, void *, const void *))api.address("eglGetPlatformDisplayEXT");
    api.query_devices = (unsigned (*)(EGLint, void **, EGLint *))api.address("eglQueryDevicesEXT");
    api.query_device_string = (const char *(*)(void *, EGLint))api.address("eglQueryDeviceStringEXT");
    if (!api.platform_display) snprintf(failure, sizeof failure, "libEGL.so.1 has no eglGetPlatformDisplayEXT");
    images.create = (EGLHandle(*)(EGLDisplay, EGLHandle, GLenum, void *, const EGLint *))api.address("eglCreateImageKHR");
    images.destroy = (unsigned (*)(EGLDisplay, EGLHandle))api.address("eglDestroyImageKHR");
    images.create_fence = (EGLHandle(*)(EGLDisplay, GLenum, const EGLint *))api.address("eglCreateSyncKHR");
    images.destroy_fence = (unsigned (*)(EGLDisplay, EGLHandle))api.address("eglDestroySyncKHR");
    images.wait = (EGLint(*)(EGLDisplay, EGLHandle, EGLint))api.address("eglWaitSyncKHR");
    images.bind = (void (*)(GLenum, EGLHandle))api.address("glEGLImageTargetTexture2DOES");
}

struct mica_gl {
    EGLDisplay display;
    EGLHandle context;
    /* For drivers without surfaceless contexts. */
    EGLHandle surface;
    const char *platform;
    char renderer[128], version[128];
    GLint most_texels;
    GLuint framebuffer, vertices, instances;
    GLint frame_width, frame_height;
    /* The depth buffer, its size, and whether it is attached to the framebuffer. */
    GLuint depth;
    GLint depth_width, depth_height;
    bool has_depth;
    unsigned (*reset_status)(void);
    /* For a window: the native window of Wayland's EGL, and properties of the surface. */
    void *native;
    int native_width, native_height;
    uintptr_t window;
    EGLHandle config;
    bool is_window, has_age, takes_images;
    unsigned (*swap_with_damage)(EGLDisplay, EGLHandle, const EGLint *, EGLint);
    /* The buffers for delayed reads, and their sizes in words. */
    GLuint reads[MICA_GL_READS];
    size_t read_words[MICA_GL_READS];
    /* The thread's previous context, which mica_gl_end restores. */
    struct {
        GLenum interface;
        EGLDisplay display;
        EGLHandle context, draw, read;
    } before;
};

static bool has(const char *list, const char *name) {
    size_t length = strlen(name);
    for (const char *at = list ? strstr(list, name) : NULL; at; at = strstr(at + length, name))
        if ((at == list || at[-1] == ' ') && (at[length] == ' ' || !at[length])) return true;
    return false;
}

/* libwayland-egl, which exists wherever Wayland's EGL does; opened with the first window. */
static struct {
    void *(*create)(void *, int, int);
    void (*destroy)(void *);
} wayland_egl;

static void open_wayland_egl(void) {
    void *library = dlopen("libwayland-egl.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    wayland_egl.destroy = (void (*)(void *))dlsym(library, "wl_egl_window_destroy");
    if (wayland_egl.destroy)
        wayland_egl.create = (void *(*)(void *, int, int))dlsym(library, "wl_egl_window_create");
}

/* The configuration of a window. On X11, it must match the visual; otherwise, the first one with eight bits a
   colour, preferably without alpha, so that the desktop does not shine through. */
static EGLHandle window_config(EGLDisplay display, const mica_gl_window *window, EGLHandle *all, EGLint count) {
    EGLHandle best = NULL;
    EGLint least = 0;
    for (EGLint i = 0; i < count; i++) {
        EGLint red = 0, green = 0, blue = 0, alpha = 0, visual = 0;
        api.eglGetConfigAttrib(display, all[i], EGL_RED_SIZE, &red);
        api.eglGetConfigAttrib(display, all[i], EGL_GREEN_SIZE, &green);
        api.eglGetConfigAttrib(display, all[i], EGL_BLUE_SIZE, &blue);
        api.eglGetConfigAttrib(display, all[i], EGL_ALPHA_SIZE, &alpha);
        api.eglGetConfigAttrib(display, all[i], EGL_NATIVE_VISUAL_ID, &visual);
        if (red != 8 || green != 8 || blue != 8) continue;
        if (window->system == MICA_GL_X11 && visual != window->visual) continue;
        if (!best || alpha < least) {
            best = all[i];
            least = alpha;
        }
    }
    return best;
}

/* Makes a context on a display, which shares objects with another context if there is one, and a surface of the
   window if there is one. On failure, NULL with the reason. */
static mica_gl *opened(
    EGLDisplay display, const char *platform, EGLHandle shared, const mica_gl_window *window, int width, int height,
    char *reason, size_t capacity) {
    EGLint major, minor;
    if (!display || !api.eglInitialize(display, &major, &minor)) {
        snprintf(reason, capacity, "EGL's %s platform cannot be opened", platform);
        return NULL;
    }
    const char *extensions = api.eglQueryString(display, EGL_EXTENSIONS);
    bool needs_surface = window || !has(extensions, "EGL_KHR_surfaceless_context");
    const EGLint wanted[] = {
        EGL_RENDERABLE_TYPE, EGL_OPENGL_ES3_BIT, EGL_SURFACE_TYPE,
        window ? EGL_WINDOW_BIT : needs_surface ? EGL_PBUFFER_BIT : 0, EGL_NONE};
    enum { MOST = 256 };
    EGLHandle configs[MOST];
    EGLint count = 0;
    EGLHandle config = NULL;
    if (api.eglBindAPI(EGL_OPENGL_ES_API) && api.eglChooseConfig(display, wanted, configs, MOST, &count) && count > 0)
        config = window ? window_config(display, window, configs, count) : configs[0];
    if (!config) {
        snprintf(
            reason, capacity, "EGL's %s platform has no OpenGL ES 3%s", platform,
            count > 0 ? " for windows of this format" : "");
        return NULL;
    }
    /* Without this strategy a context never reports that it was lost. Drivers with the extension may still refuse
       the strategy. */
    const EGLint version[] = {
        EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 0, EGL_RESET_NOTIFICATION_STRATEGY,
        EGL_LOSE_CONTEXT_ON_RESET, EGL_NONE};
    const EGLint plain[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 0, EGL_NONE};
    EGLHandle context = has(extensions, "EGL_EXT_create_context_robustness")
        ? api.eglCreateContext(display, config, shared, version)
        : NULL;
    if (!context) context = api.eglCreateContext(display, config, shared, plain);
    const EGLint size[] = {EGL_WIDTH, 1, EGL_HEIGHT, 1, EGL_NONE};
    const EGLint nothing[] = {EGL_NONE};
    void *native = NULL;
    EGLHandle surface = NULL;
    if (context && window && window->system == MICA_GL_WAYLAND) {
        native = wayland_egl.create((void *)window->window, width, height);
        if (native) surface = api.eglCreateWindowSurface(display, config, native, nothing);
    } else if (context && window) {
        surface = api.eglCreateWindowSurface(display, config, (void *)window->window, nothing);
    } else if (context && needs_surface) {
        surface = api.eglCreatePbufferSurface(display, config, size);
    }
    mica_gl *gl = context && (surface || !needs_surface) ? calloc(1, sizeof *gl) : NULL;
    if (!gl) {
        if (surface) api.eglDestroySurface(display, surface);
        if (native) wayland_egl.destroy(native);
        if (context) api.eglDestroyContext(display, context);
        snprintf(
            reason, capacity, "EGL's %s platform gives no OpenGL ES 3.0 context%s", platform,
            context ? " for the window" : "");
        return NULL;
    }
    gl->native = native;
    gl->native_width = width;
    gl->native_height = height;
    gl->window = window ? window->window : 0;
    gl->config = config;
    gl->is_window = window != NULL;
    if (window) {
        gl->has_age = has(extensions, "EGL_EXT_buffer_age");
        const char *swap = has(extensions, "EGL_KHR_swap_buffers_with_damage") ? "eglSwapBuffersWithDamageKHR"
            : has(extensions, "EGL_EXT_swap_buffers_with_damage")              ? "eglSwapBuffersWithDamageEXT"
                                                                               : NULL;
        if (swap) gl->swap_with_damage = (unsigned (*)(EGLDisplay, EGLHandle, const EGLint *, EGLint))api.address(swap);
    }
    gl->display = display;
    gl->context = context;
    gl->surface = surface;
    gl->platform = platform;
    if (!mica_gl_begin(gl)) {
        snprintf(reason, capacity, "EGL's %s platform has a context that cannot be used", platform);
        mica_gl_close(gl);
        return NULL;
    }
    /* A window's frames come when its display requests them, so that swapping must not wait again. */
    if (window) api.eglSwapInterval(display, 0);
    snprintf(gl->renderer, sizeof gl->renderer, "%s", (const char *)api.glGetString(GL_RENDERER));
    snprintf(gl->version, sizeof gl->version, "%s", (const char *)api.glGetString(GL_VERSION));
    api.glGetIntegerv(GL_MAX_TEXTURE_SIZE, &gl->most_texels);
    gl->reset_status = (unsigned (*)(void))api.address("glGetGraphicsResetStatusEXT");
    const char *own = (const char *)api.glGetString(GL_EXTENSIONS);
    /* A window's display differs from the display of programs' contexts, and cannot use their images. */
    gl->takes_images = !window && has(extensions, "EGL_KHR_image_base") &&
        has(extensions, "EGL_KHR_gl_texture_2D_image") && has(extensions, "EGL_KHR_gl_renderbuffer_image") &&
        has(extensions, "EGL_KHR_fence_sync") && has(extensions, "EGL_KHR_wait_sync") && has(own, "GL_OES_EGL_image") &&
        has(own, "GL_OES_EGL_sync") && images.create && images.destroy && images.create_fence && images.destroy_fence &&
        images.wait && images.bind;
    api.glGenFramebuffers(1, &gl->framebuffer);
    api.glBindFramebuffer(GL_FRAMEBUFFER, gl->framebuffer);
    api.glGenVertexArrays(1, &gl->vertices);
    api.glBindVertexArray(gl->vertices);
    api.glGenBuffers(1, &gl->instances);
    api.glBindBuffer(GL_ARRAY_BUFFER, gl->instances);
    for (GLuint i = 0; i < MICA_GL_INSTANCE_FLOATS / 4; i++) {
        api.glEnableVertexAttribArray(i);
        api.glVertexAttribPointer(
            i, 4, GL_FLOAT, 0, MICA_GL_INSTANCE_FLOATS * sizeof(float), (const void *)(i * 4 * sizeof(float)));
        api.glVertexAttribDivisor(i, 1);
    }
    api.glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    api.glPixelStorei(GL_PACK_ALIGNMENT, 1);
    api.glEnable(GL_SCISSOR_TEST);
    api.glDisable(GL_DITHER);
    mica_gl_end(gl);
    return gl;
}

mica_gl *mica_gl_open(char *reason, size_t capacity) {
    pthread_once(&once, open_libraries);
    if (failure[0]) {
        snprintf(reason, capacity, "%s", failure);
        return NULL;
    }
    const char *extensions = api.eglQueryString(NULL, EGL_EXTENSIONS);
    mica_gl *gl = NULL;
    snprintf(reason, capacity, "EGL has neither the surfaceless nor the device platform");
    if (has(extensions, "EGL_MESA_platform_surfaceless"))
        gl = opened(
            api.platform_display(EGL_PLATFORM_SURFACELESS, NULL, NULL), "surfaceless", NULL, NULL, 0, 0, reason,
            capacity);
    if (gl && !mica_gl_is_software(gl)) return gl;
    /* Mesa's surfaceless platform also exists beside a driver without one: EGL's devices may be hardware. */
    void *devices[16];
    EGLint count = 0;
    if (has(extensions, "EGL_EXT_platform_device") && api.query_devices && api.query_devices(16, devices, &count)) {
        char ignored[256];
        for (EGLint i = 0; i < count; i++) {
            if (gl && api.query_device_string &&
                has(api.query_device_string(devices[i], EGL_EXTENSIONS), "EGL_MESA_device_software"))
                continue;
            mica_gl *other = opened(
                api.platform_display(EGL_PLATFORM_DEVICE, devices[i], NULL), "device", NULL, NULL, 0, 0,
                gl ? ignored : reason, gl ? sizeof ignored : capacity);
            if (!other) continue;
            if (gl && mica_gl_is_software(other)) {
                mica_gl_close(other);
            } else {
                if (gl) mica_gl_close(gl);
                gl = other;
                if (!mica_gl_is_software(gl)) break;
            }
        }
    }
    return gl;
}

mica_gl *mica_gl_open_window(
    const mica_gl_window *window, int width, int height, char *reason, size_t capacity) {
    static pthread_once_t wayland_once = PTHREAD_ONCE_INIT;
    pthread_once(&once, open_libraries);
    if (failure[0]) {
        snprintf(reason, capacity, "%s", failure);
        return NULL;
    }
    bool is_wayland = window->system == MICA_GL_WAYLAND;
    const char *platform = is_wayland ? "wayland" : "x11";
    const char *extensions = api.eglQueryString(NULL, EGL_EXTENSIONS);
    if (is_wayland) pthread_once(&wayland_once, open_wayland_egl);
    if ((!has(extensions, is_wayland ? "EGL_EXT_platform_wayland" : "EGL_EXT_platform_x11") &&
         !has(extensions, is_wayland ? "EGL_KHR_platform_wayland" : "EGL_KHR_platform_x11")) ||
        (is_wayland && !wayland_egl.create)) {
        snprintf(reason, capacity, "EGL has no %s platform", platform);
        return NULL;
    }
    EGLDisplay display = api.platform_display(is_wayland ? EGL_PLATFORM_WAYLAND : EGL_PLATFORM_X11, window->display, NULL);
    return opened(display, platform, NULL, window, width, height, reason, capacity);
}

void mica_gl_close(mica_gl *gl) {
    /* A context that is current in a thread ends when it is no longer current. */
    if (gl->surface) api.eglDestroySurface(gl->display, gl->surface);
    if (gl->native) wayland_egl.destroy(gl->native);
    api.eglDestroyContext(gl->display, gl->context);
    /* The display stays open, because all contexts of the process share it. */
    free(gl);
}

bool mica_gl_begin(mica_gl *gl) {
    /* The thread may have bound another API, and the program another context. */
    gl->before.interface = api.eglQueryAPI();
    gl->before.display = api.eglGetCurrentDisplay();
    gl->before.context = api.eglGetCurrentContext();
    gl->before.draw = api.eglGetCurrentSurface(EGL_DRAW);
    gl->before.read = api.eglGetCurrentSurface(EGL_READ);
    return api.eglBindAPI(EGL_OPENGL_ES_API) && api.eglMakeCurrent(gl->display, gl->surface, gl->surface, gl->context);
}

void mica_gl_end(mica_gl *gl) {
    api.eglMakeCurrent(gl->display, NULL, NULL, NULL);
    api.eglBindAPI(gl->before.interface);
    if (gl->before.context)
        api.eglMakeCurrent(gl->before.display, gl->before.draw, gl->before.read, gl->before.context);
}

/* Contexts of programs */

struct mica_gl_program_context {
    EGLHandle context;
    /* For drivers without surfaceless contexts. */
    EGLHandle surface;
};

/* The common display of all programs' contexts, so that contexts of one share group can share objects; or the reason
   that there is none. It is the display of mica_gl_open. */
static struct {
    EGLDisplay display;
    EGLHandle config;
    const char *platform;
    bool needs_surface, takes_images;
    char reason[256];
} programs;

static void choose_programs_display(void) {
    mica_gl *gl = mica_gl_open(programs.reason, sizeof programs.reason);
    if (!gl) return;
    programs.display = gl->display;
    programs.config = gl->config;
    programs.platform = gl->platform;
    programs.needs_surface = gl->surface != NULL;
    programs.takes_images = gl->takes_images;
    mica_gl_close(gl);
}

mica_gl_program_context *mica_gl_program_context_open(
    mica_gl_program_context *shared, char *reason, size_t capacity) {
    static pthread_once_t programs_once = PTHREAD_ONCE_INIT;
    pthread_once(&programs_once, choose_programs_display);
    if (!programs.display) {
        snprintf(reason, capacity, "%s", programs.reason);
        return NULL;
    }
    const EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 0, EGL_NONE};
    const EGLint size[] = {EGL_WIDTH, 1, EGL_HEIGHT, 1, EGL_NONE};
    api.eglBindAPI(EGL_OPENGL_ES_API);
    EGLHandle context =
        api.eglCreateContext(programs.display, programs.config, shared ? shared->context : NULL, version);
    EGLHandle surface = NULL;
    if (context && programs.needs_surface) surface = api.eglCreatePbufferSurface(programs.display, programs.config, size);
    mica_gl_program_context *made = context && (surface || !programs.needs_surface) ? calloc(1, sizeof *made) : NULL;
    if (!made) {
        if (surface) api.eglDestroySurface(programs.display, surface);
        if (context) api.eglDestroyContext(programs.display, context);
        snprintf(reason, capacity, "EGL gives no OpenGL ES 3.0 context");
        return NULL;
    }
    made->context = context;
    made->surface = surface;
    return made;
}

void mica_gl_program_context_close(mica_gl_program_context *context) {
    if (context->surface) api.eglDestroySurface(programs.display, context->surface);
    api.eglDestroyContext(programs.display, context->context);
    free(context);
}

bool mica_gl_program_context_make_current(mica_gl_program_context *context) {
    /* Without a display, no context exists, so that none is current. */
    if (!programs.display) return true;
    api.eglBindAPI(EGL_OPENGL_ES_API);
    return context ? api.eglMakeCurrent(programs.display, context->surface, context->surface, context->context)
                   : api.eglMakeCurrent(programs.display, NULL, NULL, NULL);
}

mica_gl *mica_gl_open_beside(mica_gl_program_context *context, char *reason, size_t capacity) {
    return opened(programs.display, programs.platform, context->context, NULL, 0, 0, reason, capacity);
}

/* Images */

struct mica_gl_image {
    EGLDisplay display;
    EGLHandle image;
    /* The fence to wait for before the image is used. */
    EGLHandle fence;
};

static mica_gl_image *image_of(EGLDisplay display, EGLHandle context, GLenum kind, GLuint name) {
    static const EGLint attributes[] = {EGL_IMAGE_PRESERVED, EGL_TRUE, EGL_NONE};
    mica_gl_image *made = calloc(1, sizeof *made);
    if (!made) return NULL;
    made->display = display;
    made->image = images.create(display, context, kind, (void *)(uintptr_t)name, attributes);
    if (made->image) made->fence = images.create_fence(display, EGL_SYNC_FENCE, NULL);
    /* Without a flush, another context might wait for ever for work that was not begun. */
    api.glFlush();
    if (made->fence) return made;
    mica_gl_image_close(made);
    return NULL;
}

mica_gl_image *mica_gl_image_of_renderbuffer(mica_gl_program_context *context, unsigned renderbuffer) {
    return programs.takes_images
        ? image_of(programs.display, context->context, EGL_GL_RENDERBUFFER, renderbuffer)
        : NULL;
}

mica_gl_image *mica_gl_image_of_texture(mica_gl *gl, unsigned texture) {
    return gl->takes_images ? image_of(gl->display, gl->context, EGL_GL_TEXTURE_2D, texture) : NULL;
}

void mica_gl_image_close(mica_gl_image *image) {
    if (image->fence) images.destroy_fence(image->display, image->fence);
    if (image->image) images.destroy(image->display, image->image);
    free(image);
}

bool mica_gl_image_wait(const mica_gl_image *image) {
    return images.wait(image->display, image->fence, 0) == EGL_TRUE;
}

bool mica_gl_takes_images(const mica_gl *gl) { return gl->takes_images; }

unsigned mica_gl_image_texture(mica_gl *gl, const mica_gl_image *image) {
    if (!gl->takes_images || gl->display != image->display || !mica_gl_image_wait(image)) return 0;
    GLuint name = 0;
    api.glGenTextures(1, &name);
    api.glActiveTexture(GL_TEXTURE0);
    api.glBindTexture(GL_TEXTURE_2D, name);
    images.bind(GL_TEXTURE_2D, image->image);
    api.glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    api.glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    api.glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    /* A driver's refusal is no error: the picture is then read back. A driver may have a separate error flag for
       each of its parts. */
    bool is_good = true;
    for (int i = 0; i < 16 && api.glGetError(); i++) is_good = false;
    if (is_good) return name;
    api.glDeleteTextures(1, &name);
    return 0;
}

const char *mica_gl_renderer(const mica_gl *gl) { return gl->renderer; }
const char *mica_gl_version(const mica_gl *gl) { return gl->version; }
const char *mica_gl_platform(const mica_gl *gl) { return gl->platform; }
int mica_gl_most_texels(const mica_gl *gl) { return gl->most_texels; }

bool mica_gl_is_software(const mica_gl *gl) {
    static const char *const names[] = {"llvmpipe", "softpipe", "SwiftShader", "swrast", "Software"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcasestr(gl->renderer, names[i])) return true;
    return false;
}

unsigned mica_gl_error(mica_gl *gl) {
    if (gl->reset_status && gl->reset_status()) return 1;
    /* A driver may have a separate error flag for each of its parts; the first is reported. */
    unsigned first = api.glGetError();
    for (int i = 0; first && i < 16 && api.glGetError(); i++) {}
    return first;
}

static GLuint shader(GLenum kind, const char *source, char *words, size_t capacity) {
    GLuint name = api.glCreateShader(kind);
    GLint is_good = 0;
    api.glShaderSource(name, 1, &source, NULL);
    api.glCompileShader(name);
    api.glGetShaderiv(name, GL_COMPILE_STATUS, &is_good);
    if (is_good) return name;
    api.glGetShaderInfoLog(name, (GLsizei)capacity, NULL, words);
    api.glDeleteShader(name);
    return 0;
}

/* Sets the texture unit of each sampler. */
static void set_units(GLuint program) {
    api.glUseProgram(program);
    for (GLint i = 0; i < MICA_GL_UNITS; i++) {
        char name[] = {'u', (char)('0' + i), 0};
        GLint location = api.glGetUniformLocation(program, name);
        if (location >= 0) api.glUniform1i(location, i);
    }
}

unsigned mica_gl_program_load(mica_gl *gl, unsigned format, const void *bytes, size_t size) {
    (void)gl;
    GLuint program = api.glCreateProgram();
    GLint is_good = 0;
    if (!program) return 0;
    api.glProgramBinary(program, format, bytes, (GLsizei)size);
    api.glGetProgramiv(program, GL_LINK_STATUS, &is_good);
    /* A driver's refusal is no error: the program is then compiled. */
    while (api.glGetError()) {}
    if (!is_good) {
        api.glDeleteProgram(program);
        return 0;
    }
    set_units(program);
    return program;
}

size_t mica_gl_program_save(mica_gl *gl, unsigned program, unsigned *format, void *bytes, size_t capacity) {
    (void)gl;
    GLint formats = 0, size = 0;
    GLsizei written = 0;
    GLenum own = 0;
    api.glGetIntegerv(GL_NUM_PROGRAM_BINARY_FORMATS, &formats);
    if (formats < 1) return 0;
    api.glGetProgramiv(program, GL_PROGRAM_BINARY_LENGTH, &size);
    if (size < 1 || (size_t)size > capacity) return 0;
    api.glGetProgramBinary(program, (GLsizei)capacity, &written, &own, bytes);
    while (api.glGetError()) written = 0;
    *format = own;
    return (size_t)written;
}

unsigned mica_gl_program(mica_gl *gl, const char *vertex, const char *fragment, char *words, size_t capacity) {
    (void)gl;
    words[0] = 0;
    GLuint first = shader(GL_VERTEX_SHADER, vertex, words, capacity);
    GLuint second = first ? shader(GL_FRAGMENT_SHADER, fragment, words, capacity) : 0;
    GLuint program = second ? api.glCreateProgram() : 0;
    GLint is_good = 0;
    if (program) {
        api.glAttachShader(program, first);
        api.glAttachShader(program, second);
        for (GLuint i = 0; i < MICA_GL_INSTANCE_FLOATS / 4; i++) {
            char name[] = {'i', (char)('0' + i), 0};
            api.glBindAttribLocation(program, i, name);
        }
        api.glProgramParameteri(program, GL_PROGRAM_BINARY_RETRIEVABLE_HINT, 1);
        api.glLinkProgram(program);
        api.glGetProgramiv(program, GL_LINK_STATUS, &is_good);
        if (!is_good) {
            api.glGetProgramInfoLog(program, (GLsizei)capacity, NULL, words);
            api.glDeleteProgram(program);
            program = 0;
        }
    }
    if (first) api.glDeleteShader(first);
    if (second) api.glDeleteShader(second);
    if (program) set_units(program);
    return program;
}

static const struct {
    GLenum internal, format, type;
} formats[] = {
    {GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE},
    {GL_R8, GL_RED, GL_UNSIGNED_BYTE},
    {GL_RGBA32F, GL_RGBA, GL_FLOAT},
    {GL_RGBA16UI, GL_RGBA_INTEGER, GL_UNSIGNED_SHORT},
    {GL_R16UI, GL_RED_INTEGER, GL_UNSIGNED_SHORT},
};

unsigned mica_gl_texture(mica_gl *gl, int format, int width, int height, int levels) {
    (void)gl;
    GLuint name = 0;
    api.glGenTextures(1, &name);
    api.glActiveTexture(GL_TEXTURE0);
    api.glBindTexture(GL_TEXTURE_2D, name);
    api.glTexStorage2D(GL_TEXTURE_2D, levels, formats[format].internal, width, height);
    api.glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    api.glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, levels > 1 ? GL_NEAREST_MIPMAP_NEAREST : GL_NEAREST);
    api.glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, levels - 1);
    return name;
}

void mica_gl_upload(
    mica_gl *gl, unsigned texture, int format, int level, int x, int y, int width, int height, const void *texels,
    int stride) {
    (void)gl;
    api.glActiveTexture(GL_TEXTURE0);
    api.glBindTexture(GL_TEXTURE_2D, texture);
    api.glPixelStorei(GL_UNPACK_ROW_LENGTH, stride);
    api.glTexSubImage2D(
        GL_TEXTURE_2D, level, x, y, width, height, formats[format].format, formats[format].type, texels);
}

void mica_gl_delete(mica_gl *gl, unsigned texture) {
    (void)gl;
    api.glDeleteTextures(1, &texture);
}

static void set_depth(mica_gl *gl, bool has_depth) {
    if (gl->has_depth == has_depth) return;
    gl->has_depth = has_depth;
    api.glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, has_depth ? gl->depth : 0);
}

bool mica_gl_target(mica_gl *gl, unsigned texture, int width, int height) {
    /* The depth buffer stays while it is large enough: drawing is limited to the common size of all attachments. */
    if (width > gl->depth_width || height > gl->depth_height) set_depth(gl, false);
    api.glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    api.glViewport(0, 0, width, height);
    gl->frame_width = width;
    gl->frame_height = height;
    return api.glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

bool mica_gl_depth(mica_gl *gl) {
    static const float farthest = 0;
    if (gl->frame_width > gl->depth_width || gl->frame_height > gl->depth_height) {
        if (gl->frame_width > gl->depth_width) gl->depth_width = gl->frame_width;
        if (gl->frame_height > gl->depth_height) gl->depth_height = gl->frame_height;
        if (!gl->depth) api.glGenRenderbuffers(1, &gl->depth);
        api.glBindRenderbuffer(GL_RENDERBUFFER, gl->depth);
        api.glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT16, gl->depth_width, gl->depth_height);
        gl->has_depth = false;
    }
    set_depth(gl, true);
    if (api.glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) return false;
    api.glDepthMask(1);
    api.glClearBufferfv(GL_DEPTH, 0, &farthest);
    return true;
}

size_t mica_gl_depth_bytes(const mica_gl *gl) { return (size_t)gl->depth_width * (size_t)gl->depth_height * 2; }

void mica_gl_fill(mica_gl *gl, int x, int y, int width, int height, const float *channels, bool is_whole) {
    static const GLuint zero[4];
    mica_gl_scissor(gl, x, y, width, height);
    if (is_whole) {
        api.glClearBufferuiv(GL_COLOR, 0, zero);
    } else {
        api.glClearBufferfv(GL_COLOR, 0, channels);
    }
}

void mica_gl_copy(mica_gl *gl, unsigned texture, int x, int y, int width, int height) {
    (void)gl;
    api.glActiveTexture(GL_TEXTURE0);
    api.glBindTexture(GL_TEXTURE_2D, texture);
    api.glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, x, y, width, height);
}

void mica_gl_read(mica_gl *gl, int x, int y, int width, int height, uint32_t *words, int stride) {
    (void)gl;
    api.glPixelStorei(GL_PACK_ROW_LENGTH, stride);
    api.glReadPixels(x, y, width, height, GL_RGBA, GL_UNSIGNED_BYTE, words);
}

void mica_gl_scissor(mica_gl *gl, int x, int y, int width, int height) {
    (void)gl;
    api.glScissor(x, y, width, height);
}

void mica_gl_draw(
    mica_gl *gl, unsigned program, int blend, int depth, const unsigned *textures, const float *instances, int count) {
    static const struct {
        GLenum color, color_under, alpha, alpha_under;
    } blends[] = {
        {GL_ONE, GL_ZERO, GL_ONE, GL_ZERO},
        {GL_ONE, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA},
        {GL_ONE, GL_ONE, GL_ONE, GL_ONE},
        {GL_ONE, GL_ONE_MINUS_SRC_COLOR, GL_ONE, GL_ONE_MINUS_SRC_ALPHA},
        {GL_ONE_MINUS_DST_ALPHA, GL_ONE, GL_ONE_MINUS_DST_ALPHA, GL_ONE},
        {GL_ZERO, GL_ONE_MINUS_SRC_ALPHA, GL_ZERO, GL_ONE_MINUS_SRC_ALPHA},
        {GL_DST_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_DST_ALPHA, GL_ONE_MINUS_SRC_ALPHA},
        {GL_ONE_MINUS_DST_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE_MINUS_DST_ALPHA, GL_ONE_MINUS_SRC_ALPHA},
    };
    api.glUseProgram(program);
    for (int i = 0; i < MICA_GL_UNITS; i++) {
        api.glActiveTexture(GL_TEXTURE0 + (GLenum)i);
        api.glBindTexture(GL_TEXTURE_2D, textures[i]);
    }
    api.glUniform2i(api.glGetUniformLocation(program, "uTarget"), gl->frame_width, gl->frame_height);
    if (blend == MICA_GL_REPLACE) {
        api.glDisable(GL_BLEND);
    } else {
        api.glEnable(GL_BLEND);
        api.glBlendFuncSeparate(
            blends[blend].color, blends[blend].color_under, blends[blend].alpha, blends[blend].alpha_under);
    }
    if (depth == MICA_GL_NO_DEPTH) {
        api.glDisable(GL_DEPTH_TEST);
    } else {
        api.glEnable(GL_DEPTH_TEST);
        api.glDepthFunc(GL_GREATER);
        api.glDepthMask(depth == MICA_GL_SET_DEPTH);
    }
    api.glBufferData(
        GL_ARRAY_BUFFER, (ptrdiff_t)count * MICA_GL_INSTANCE_FLOATS * (ptrdiff_t)sizeof(float), instances,
        GL_STREAM_DRAW);
    api.glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, count);
}

void mica_gl_resize(mica_gl *gl, int width, int height) {
    if (!gl->is_window || (width == gl->native_width && height == gl->native_height)) return;
    /* Mesa's software driver already holds a buffer of the old size, and would show one frame of it; on X11, with
       rows of the wrong length. Therefore the surface is made anew. */
    static const EGLint nothing[] = {EGL_NONE};
    api.eglMakeCurrent(gl->display, NULL, NULL, NULL);
    if (gl->surface) api.eglDestroySurface(gl->display, gl->surface);
    gl->surface = NULL;
    void *target = (void *)gl->window;
    if (gl->native) {
        wayland_egl.destroy(gl->native);
        target = gl->native = wayland_egl.create((void *)gl->window, width, height);
    }
    if (target) gl->surface = api.eglCreateWindowSurface(gl->display, gl->config, target, nothing);
    gl->native_width = width;
    gl->native_height = height;
    if (api.eglMakeCurrent(gl->display, gl->surface, gl->surface, gl->context)) api.eglSwapInterval(gl->display, 0);
}

bool mica_gl_window_begin(mica_gl *gl, int *width, int *height, int *age) {
    EGLint w = gl->native_width, h = gl->native_height, known = 0;
    if (!gl->is_window || !gl->surface) return false;
    api.glBindFramebuffer(GL_FRAMEBUFFER, 0);
    if (!gl->has_age || !api.eglQuerySurface(gl->display, gl->surface, EGL_BUFFER_AGE, &known)) known = 0;
    /* On Wayland, a buffer has the requested size, although Mesa's software driver reports the old one. On X11, it
       has the window's size. */
    if ((!gl->native &&
         (!api.eglQuerySurface(gl->display, gl->surface, EGL_WIDTH, &w) ||
          !api.eglQuerySurface(gl->display, gl->surface, EGL_HEIGHT, &h))) ||
        w < 1 || h < 1) {
        api.glBindFramebuffer(GL_FRAMEBUFFER, gl->framebuffer);
        return false;
    }
    api.glViewport(0, 0, w, h);
    gl->frame_width = *width = w;
    gl->frame_height = *height = h;
    *age = known;
    return true;
}

bool mica_gl_window_end(mica_gl *gl, const int32_t *damage, int count) {
    unsigned good;
    if (gl->swap_with_damage && count > 0) {
        good = gl->swap_with_damage(gl->display, gl->surface, damage, count);
    } else {
        good = api.eglSwapBuffers(gl->display, gl->surface);
    }
    api.glBindFramebuffer(GL_FRAMEBUFFER, gl->framebuffer);
    /* An X11 window may have been resized during drawing; the frame then has the wrong size. */
    EGLint width = gl->frame_width, height = gl->frame_height;
    if (good && !gl->native && api.eglQuerySurface(gl->display, gl->surface, EGL_WIDTH, &width) &&
        api.eglQuerySurface(gl->display, gl->surface, EGL_HEIGHT, &height))
        good = width == gl->frame_width && height == gl->frame_height;
    return good;
}

void mica_gl_window_cancel(mica_gl *gl) { api.glBindFramebuffer(GL_FRAMEBUFFER, gl->framebuffer); }

void mica_gl_finish(mica_gl *gl) {
    (void)gl;
    api.glFinish();
}

bool mica_gl_read_later(mica_gl *gl, int slot, size_t start, size_t total, int x, int y, int width, int height) {
    if (!gl->reads[slot]) api.glGenBuffers(1, &gl->reads[slot]);
    api.glBindBuffer(GL_PIXEL_PACK_BUFFER, gl->reads[slot]);
    if (gl->read_words[slot] < total) {
        api.glBufferData(GL_PIXEL_PACK_BUFFER, (ptrdiff_t)(total * 4), NULL, GL_STREAM_READ);
        gl->read_words[slot] = total;
    }
    bool fits = start + (size_t)width * (size_t)height <= gl->read_words[slot];
    if (fits) {
        api.glPixelStorei(GL_PACK_ROW_LENGTH, width);
        api.glReadPixels(x, y, width, height, GL_RGBA, GL_UNSIGNED_BYTE, (void *)(start * 4));
    }
    api.glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    return fits;
}

void *mica_gl_fence(mica_gl *gl) {
    (void)gl;
    enum { GL_SYNC_GPU_COMMANDS_COMPLETE = 0x9117 };
    void *fence = api.glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    /* Without a flush, another context might wait for ever for work that was not begun. */
    api.glFlush();
    return fence;
}

void mica_gl_flush(mica_gl *gl) {
    (void)gl;
    api.glFlush();
}

bool mica_gl_read_now(mica_gl *gl, int slot, uint32_t *words, size_t count) {
    if (!gl->reads[slot] || count > gl->read_words[slot]) return false;
    api.glBindBuffer(GL_PIXEL_PACK_BUFFER, gl->reads[slot]);
    const void *from = api.glMapBufferRange(GL_PIXEL_PACK_BUFFER, 0, (ptrdiff_t)(count * 4), GL_MAP_READ_BIT);
    if (from) memcpy(words, from, count * 4);
    /* Unmapping fails if the memory was lost meanwhile. */
    bool good = from && api.glUnmapBuffer(GL_PIXEL_PACK_BUFFER);
    api.glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    return good;
}
