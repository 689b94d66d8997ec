/* OpenGL ES 3.0 through EGL. Both libraries are opened when first needed: nothing links them, and their headers are
   not needed to build.

   A context belongs to one thread at a time, between mica_gl_begin and mica_gl_end. Functions that make, change or
   draw something must be called between those two; functions that describe the context need not. Names of textures
   are OpenGL's; 0 is none. */
#ifndef CMICAGL_H
#define CMICAGL_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct mica_gl mica_gl;

/* The formats of textures: premultiplied words as in memory (blue, green, red, alpha, in the channels red to alpha),
   one byte, four floats (read only), four 16-bit integers, one 16-bit integer. */
enum { MICA_GL_WORDS = 0, MICA_GL_BYTES = 1, MICA_GL_FLOATS = 2, MICA_GL_WIDE = 3, MICA_GL_NARROW = 4 };

/* How fragments are blended with the target, in premultiplied colours. MICA_GL_REPLACE writes them unchanged. */
enum {
    MICA_GL_REPLACE = 0, MICA_GL_SOURCE_OVER, MICA_GL_PLUS, MICA_GL_SCREEN, MICA_GL_DESTINATION_OVER, MICA_GL_DESTINATION_OUT,
    MICA_GL_SOURCE_ATOP, MICA_GL_XOR
};

/* The number of textures of a program: uniforms named u0, u1 and so on. */
enum { MICA_GL_UNITS = 5 };
/* The number of floats of an instance: attributes from 0 on, of four floats each. */
enum { MICA_GL_INSTANCE_FLOATS = 20 };
/* The use of instances' depth: none; or test and write, so that they hide later instances behind them and are hidden
   by instances in front; or test only. A larger depth is in front. */
enum { MICA_GL_NO_DEPTH = 0, MICA_GL_SET_DEPTH, MICA_GL_TEST_DEPTH };

/* Opens the libraries, a display without a screen, and a context, on hardware if possible. On failure, NULL with the
   reason in one line. */
mica_gl *_Nullable mica_gl_open(char *_Nonnull reason, size_t capacity);

/* A window of a display server, in which a context shows its frames. */
enum { MICA_GL_X11 = 1, MICA_GL_WAYLAND = 2 };
typedef struct {
    int system;
    /* X11: NULL, for EGL's own connection to the display in the environment. Wayland: the wl_display. */
    void *_Nullable display;
    /* X11: the window's identifier. Wayland: its wl_surface. */
    uintptr_t window;
    /* X11: the identifier of the window's visual. */
    int visual;
} mica_gl_window;

/* Opens a context like mica_gl_open, for a window; the display and the window must outlive the context. */
mica_gl *_Nullable mica_gl_open_window(
    const mica_gl_window *_Nonnull window, int width, int height, char *_Nonnull reason, size_t capacity);
/* Sets the size of the window's next buffers, in pixels; on X11, they have the window's size. */
void mica_gl_resize(mica_gl *_Nonnull gl, int width, int height);
/* Directs drawing into the window's next buffer, rows from the bottom up. `age` is 1 if the buffer holds the pixels
   shown last, and so on; 0 if its pixels are unknown. False when the window is gone. */
bool mica_gl_window_begin(mica_gl *_Nonnull gl, int *_Nonnull width, int *_Nonnull height, int *_Nonnull age);
/* Shows the buffer: `count` rectangles (x, y from the bottom, width, height) differ from the pixels shown. False
   when it is not shown. */
bool mica_gl_window_end(mica_gl *_Nonnull gl, const int32_t *_Nonnull damage, int count);
/* Ends drawing into the window without showing the buffer. */
void mica_gl_window_cancel(mica_gl *_Nonnull gl);
/* Waits until all drawing is finished. */
void mica_gl_finish(mica_gl *_Nonnull gl);

/* Ends the context, with all its objects. */
void mica_gl_close(mica_gl *_Nonnull gl);

/* Makes the context current in the calling thread; false when it is lost. */
bool mica_gl_begin(mica_gl *_Nonnull gl);
/* Ends the use by the thread, and restores its previous context. */
void mica_gl_end(mica_gl *_Nonnull gl);

/* A context of a program, on the display of mica_gl_open: in OpenGL's initial state, and only for drawing into
   framebuffers. */
typedef struct mica_gl_program_context mica_gl_program_context;
/* Makes a program's context, which shares textures, buffers, programs and renderbuffers with `shared` unless that is
   NULL. On failure, NULL with the reason in one line. */
mica_gl_program_context *_Nullable mica_gl_program_context_open(
    mica_gl_program_context *_Nullable shared, char *_Nonnull reason, size_t capacity);
/* Ends a program's context; if it is current in a thread, it ends when it is no longer current. */
void mica_gl_program_context_close(mica_gl_program_context *_Nonnull context);
/* Makes a program's context current in the calling thread, permanently; NULL for none. False when the driver refuses
   it. */
bool mica_gl_program_context_make_current(mica_gl_program_context *_Nullable context);

/* Opens a context for drawing like mica_gl_open, which shares objects with a program's context. On failure, NULL
   with the reason in one line. */
mica_gl *_Nullable mica_gl_open_beside(
    mica_gl_program_context *_Nonnull context, char *_Nonnull reason, size_t capacity);

/* The contents of a renderbuffer or a texture on the device, with a fence: memory for contexts of one display, even
   if they share no objects. It outlives the renderbuffer or texture, and any thread may use it. */
typedef struct mica_gl_image mica_gl_image;
/* Makes an image of a renderbuffer, while the program's context is current; NULL where images are not supported.
   Later drawing into the renderbuffer changes the image. */
mica_gl_image *_Nullable mica_gl_image_of_renderbuffer(
    mica_gl_program_context *_Nonnull context, unsigned renderbuffer);
/* Makes an image of level 0, the only level, of a texture; NULL where images are not supported. */
mica_gl_image *_Nullable mica_gl_image_of_texture(mica_gl *_Nonnull gl, unsigned texture);
void mica_gl_image_close(mica_gl_image *_Nonnull image);
/* Makes the current context wait, on the device, for the work before the image was made. */
bool mica_gl_image_wait(const mica_gl_image *_Nonnull image);
/* Whether the context can make images and use those of programs: not for windows, and not if the driver lacks an
   extension. */
bool mica_gl_takes_images(const mica_gl *_Nonnull gl);
/* Makes a texture from an image's memory, and waits for the image; 0 when the context cannot use it. */
unsigned mica_gl_image_texture(mica_gl *_Nonnull gl, const mica_gl_image *_Nonnull image);

/* The driver's name for itself; valid as long as the context. */
const char *_Nonnull mica_gl_renderer(const mica_gl *_Nonnull gl);
const char *_Nonnull mica_gl_version(const mica_gl *_Nonnull gl);
/* The EGL platform of the display. */
const char *_Nonnull mica_gl_platform(const mica_gl *_Nonnull gl);
/* Whether the renderer runs on the processor. */
bool mica_gl_is_software(const mica_gl *_Nonnull gl);
/* The largest side of a texture, in texels. */
int mica_gl_most_texels(const mica_gl *_Nonnull gl);

/* The error since the last call, 0 for none: an OpenGL error, or 1 when the context was lost. */
unsigned mica_gl_error(mica_gl *_Nonnull gl);

/* Makes a program from a vertex and a fragment shader; 0, with the driver's message, when the driver refuses them. */
unsigned mica_gl_program(
    mica_gl *_Nonnull gl, const char *_Nonnull vertex, const char *_Nonnull fragment, char *_Nonnull words, size_t capacity);

/* Makes a program from the output of mica_gl_program_save; 0 when the driver refuses it. */
unsigned mica_gl_program_load(mica_gl *_Nonnull gl, unsigned format, const void *_Nonnull bytes, size_t size);
/* Writes a program in the driver's form; 0 when the driver gives none, or one larger than the memory. */
size_t mica_gl_program_save(
    mica_gl *_Nonnull gl, unsigned program, unsigned *_Nonnull format, void *_Nonnull bytes, size_t capacity);

/* Makes a texture with `levels` levels, each half as large as the one before. */
unsigned mica_gl_texture(mica_gl *_Nonnull gl, int format, int width, int height, int levels);
/* Writes texels of a level. `stride` is the distance between rows, in texels. */
void mica_gl_upload(
    mica_gl *_Nonnull gl, unsigned texture, int format, int level, int x, int y, int width, int height,
    const void *_Nonnull texels, int stride);
void mica_gl_delete(mica_gl *_Nonnull gl, unsigned texture);

/* Directs drawing into level 0 of a texture. */
bool mica_gl_target(mica_gl *_Nonnull gl, unsigned texture, int width, int height);
/* Gives the target a depth buffer, cleared to 0 in the rectangle that is drawn; false when the driver has none. */
bool mica_gl_depth(mica_gl *_Nonnull gl);
/* The memory of the depth buffer, in bytes. */
size_t mica_gl_depth_bytes(const mica_gl *_Nonnull gl);
/* Fills a rectangle of the target: with four channels, 0...1; a target of integers with 0. */
void mica_gl_fill(
    mica_gl *_Nonnull gl, int x, int y, int width, int height, const float *_Nonnull channels, bool is_whole);
/* Copies a rectangle of the target to a texture, at (0, 0). */
void mica_gl_copy(mica_gl *_Nonnull gl, unsigned texture, int x, int y, int width, int height);
/* Reads a rectangle of a target of words. `stride` is the distance between rows, in words. */
void mica_gl_read(mica_gl *_Nonnull gl, int x, int y, int width, int height, uint32_t *_Nonnull words, int stride);

/* The number of buffers for delayed reads. */
enum { MICA_GL_READS = 3 };
/* Reads a rectangle of a target of words into a buffer after drawing, from the word `start` on, without gaps between
   rows. `total` is the total size of the buffer, in words. False when the buffer is too small. */
bool mica_gl_read_later(
    mica_gl *_Nonnull gl, int slot, size_t start, size_t total, int x, int y, int width, int height);
/* Flushes, and makes a fence that another context with the same objects can wait for: OpenGL's GLsync, which that
   context deletes. NULL on failure. */
void *_Nullable mica_gl_fence(mica_gl *_Nonnull gl);
/* Flushes: makes the driver begin all requested work. */
void mica_gl_flush(mica_gl *_Nonnull gl);
/* Waits for a buffer, and copies its first words; false when they are lost. */
bool mica_gl_read_now(mica_gl *_Nonnull gl, int slot, uint32_t *_Nonnull words, size_t count);

/* Limits drawing to a rectangle, in the target's pixels. */
void mica_gl_scissor(mica_gl *_Nonnull gl, int x, int y, int width, int height);
/* Draws instances in order, each as a triangle strip of four vertices. */
void mica_gl_draw(
    mica_gl *_Nonnull gl, unsigned program, int blend, int depth, const unsigned *_Nonnull textures,
    const float *_Nonnull instances, int count);
#endif
