/* OpenGL ES 3.0 through EGL, both opened when they are first wanted: nothing links them, and no header of theirs is needed to build.

   A context belongs to one thread at a time: between mica_gl_begin and mica_gl_end. What makes, changes or draws something wants to be
   called between those two; what tells of the context does not. Names of textures are OpenGL's; 0 is none. */
#ifndef CMICAGL_H
#define CMICAGL_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct mica_gl mica_gl;

/* The pixels of textures: premultiplied words as they lie in memory (blue, green, red, alpha, in the channels red to alpha), one
   byte, four floats (read only), four 16-bit whole numbers, one of them. */
enum { MICA_GL_WORDS = 0, MICA_GL_BYTES = 1, MICA_GL_FLOATS = 2, MICA_GL_WIDE = 3, MICA_GL_NARROW = 4 };

/* How fragments are combined with what is there; all in premultiplied colours. MICA_GL_REPLACE writes them as they are. */
enum {
    MICA_GL_REPLACE = 0, MICA_GL_SOURCE_OVER, MICA_GL_PLUS, MICA_GL_SCREEN, MICA_GL_DESTINATION_OVER, MICA_GL_DESTINATION_OUT,
    MICA_GL_SOURCE_ATOP, MICA_GL_XOR
};

/* How many textures a program reads: uniforms named u0, u1 and so on. */
enum { MICA_GL_UNITS = 5 };
/* How many floats an instance has: attributes 0 and on, of four each. */
enum { MICA_GL_INSTANCE_FLOATS = 20 };
/* What the depth of instances does: nothing; they are in front of what they are drawn over from now on, and left out where something is in
   front of them; or they are left out alone. A larger depth is in front. */
enum { MICA_GL_NO_DEPTH = 0, MICA_GL_SET_DEPTH, MICA_GL_TEST_DEPTH };

/* Opens the libraries, a display without a screen and a context: hardware where there is some. NULL with the reason in one line
   where there is none. */
mica_gl *_Nullable mica_gl_open(char *_Nonnull reason, size_t capacity);

/* A window of a display server's, in which a context shows what it draws. */
enum { MICA_GL_X11 = 1, MICA_GL_WAYLAND = 2 };
typedef struct {
    int system;
    /* X11: NULL, for a connection of EGL's own to the display that the environment names. Wayland: the wl_display. */
    void *_Nullable display;
    /* X11: the window's number. Wayland: its wl_surface. */
    uintptr_t window;
    /* X11: the number of its visual. */
    int visual;
} mica_gl_window;

/* The same, with a window that is drawn into; the display and the window stay until the context is closed. */
mica_gl *_Nullable mica_gl_open_window(
    const mica_gl_window *_Nonnull window, int width, int height, char *_Nonnull reason, size_t capacity);
/* Has the window's next buffers be of a size in pixels; on X11 they are as large as the window. */
void mica_gl_resize(mica_gl *_Nonnull gl, int width, int height);
/* What follows is drawn into the window's next buffer, rows from the bottom up. `age` is 1 for the pixels that were shown last, and so
   on; 0 where nothing is known of them. False where the window is gone. */
bool mica_gl_window_begin(mica_gl *_Nonnull gl, int *_Nonnull width, int *_Nonnull height, int *_Nonnull age);
/* Shows it: `count` rectangles (x, y from the bottom, width, height) differ from what is shown. False when it is not shown. */
bool mica_gl_window_end(mica_gl *_Nonnull gl, const int32_t *_Nonnull damage, int count);
/* Shows nothing. */
void mica_gl_window_cancel(mica_gl *_Nonnull gl);
/* Waits until everything is drawn. */
void mica_gl_finish(mica_gl *_Nonnull gl);

/* Ends the context, with all that it has. */
void mica_gl_close(mica_gl *_Nonnull gl);

/* Makes the context the calling thread's; false when it is lost. */
bool mica_gl_begin(mica_gl *_Nonnull gl);
/* The thread gives it back, and has again what context it had before. */
void mica_gl_end(mica_gl *_Nonnull gl);

/* A context of a program's own, on the display that mica_gl_open takes: nothing of it is set, and it draws into framebuffers alone. */
typedef struct mica_gl_program_context mica_gl_program_context;
/* Makes one, whose textures, buffers, programs and renderbuffers are those of `shared` too, where that is not NULL. NULL with the
   reason in one line where there is none. */
mica_gl_program_context *_Nullable mica_gl_program_context_open(
    mica_gl_program_context *_Nullable shared, char *_Nonnull reason, size_t capacity);
/* Ends one; one that is some thread's ends when it is no longer. */
void mica_gl_program_context_close(mica_gl_program_context *_Nonnull context);
/* Makes one the calling thread's, and keeps it so; NULL for none. False when the driver refuses it. */
bool mica_gl_program_context_make_current(mica_gl_program_context *_Nullable context);

/* Opens a context to draw with, as mica_gl_open does, whose objects are those of a program's context too; NULL with the reason in one line
   where there is none. */
mica_gl *_Nullable mica_gl_open_beside(
    mica_gl_program_context *_Nonnull context, char *_Nonnull reason, size_t capacity);

/* What a renderbuffer or a texture had when this was made, on the device: memory that contexts of one display can look up, also those that
   share no objects, and a fence. It stays when its renderbuffer or texture is deleted, and is any thread's. */
typedef struct mica_gl_image mica_gl_image;
/* Makes one of a renderbuffer, while the program's context is the thread's; NULL where there are no such images. What is drawn into the
   renderbuffer later is seen in it. */
mica_gl_image *_Nullable mica_gl_image_of_renderbuffer(
    mica_gl_program_context *_Nonnull context, unsigned renderbuffer);
/* Makes one of level 0, which is the only one, of a texture; NULL where there are no such images. */
mica_gl_image *_Nullable mica_gl_image_of_texture(mica_gl *_Nonnull gl, unsigned texture);
void mica_gl_image_close(mica_gl_image *_Nonnull image);
/* Has the context that is the thread's go on when what the image was made after is done, on the device. */
bool mica_gl_image_wait(const mica_gl_image *_Nonnull image);
/* Whether the context makes images and has those of programs: not where the driver lacks an extension, nor a window's. */
bool mica_gl_takes_images(const mica_gl *_Nonnull gl);
/* Makes a texture of an image's memory, which waits for it; 0 where the context cannot have it. */
unsigned mica_gl_image_texture(mica_gl *_Nonnull gl, const mica_gl_image *_Nonnull image);

/* What the driver calls itself; valid as long as the context. */
const char *_Nonnull mica_gl_renderer(const mica_gl *_Nonnull gl);
const char *_Nonnull mica_gl_version(const mica_gl *_Nonnull gl);
/* The EGL platform that the display is of. */
const char *_Nonnull mica_gl_platform(const mica_gl *_Nonnull gl);
/* Whether the renderer is a program of the processor's. */
bool mica_gl_is_software(const mica_gl *_Nonnull gl);
/* The largest side of a texture, in texels. */
int mica_gl_most_texels(const mica_gl *_Nonnull gl);

/* The error since the last call, 0 for none: an OpenGL error, or 1 when the context was lost. */
unsigned mica_gl_error(mica_gl *_Nonnull gl);

/* Makes a program of a vertex and a fragment shader; 0 with the driver's words where it refuses them. */
unsigned mica_gl_program(
    mica_gl *_Nonnull gl, const char *_Nonnull vertex, const char *_Nonnull fragment, char *_Nonnull words, size_t capacity);

/* Makes a program of what mica_gl_program_save gave; 0 where the driver does not take it. */
unsigned mica_gl_program_load(mica_gl *_Nonnull gl, unsigned format, const void *_Nonnull bytes, size_t size);
/* Writes a program as the driver has it; 0 where it gives none, or one larger than the memory. */
size_t mica_gl_program_save(
    mica_gl *_Nonnull gl, unsigned program, unsigned *_Nonnull format, void *_Nonnull bytes, size_t capacity);

/* Makes a texture of `levels` levels, each half as large as the one before. */
unsigned mica_gl_texture(mica_gl *_Nonnull gl, int format, int width, int height, int levels);
/* Writes texels of a level. `stride` is from one row to the next, in texels. */
void mica_gl_upload(
    mica_gl *_Nonnull gl, unsigned texture, int format, int level, int x, int y, int width, int height,
    const void *_Nonnull texels, int stride);
void mica_gl_delete(mica_gl *_Nonnull gl, unsigned texture);

/* What follows is drawn into level 0 of a texture. */
bool mica_gl_target(mica_gl *_Nonnull gl, unsigned texture, int width, int height);
/* Gives the target depth, 0 in the rectangle that is drawn; false when the driver has none. */
bool mica_gl_depth(mica_gl *_Nonnull gl);
/* The memory that depth takes, in bytes. */
size_t mica_gl_depth_bytes(const mica_gl *_Nonnull gl);
/* Fills a rectangle of the target: the four channels, 0...1; of one of whole numbers with 0. */
void mica_gl_fill(
    mica_gl *_Nonnull gl, int x, int y, int width, int height, const float *_Nonnull channels, bool is_whole);
/* Copies a rectangle of the target into a texture's (0, 0). */
void mica_gl_copy(mica_gl *_Nonnull gl, unsigned texture, int x, int y, int width, int height);
/* Reads a rectangle of a target of words. `stride` is from one row to the next, in words. */
void mica_gl_read(mica_gl *_Nonnull gl, int x, int y, int width, int height, uint32_t *_Nonnull words, int stride);

/* How many buffers there are for what is read later. */
enum { MICA_GL_READS = 3 };
/* Has a rectangle of a target of words read into a buffer, from the word `start` on, rows after one another, when it is drawn. `total` is how
   many words the buffer is to have in all. False where they have no room. */
bool mica_gl_read_later(
    mica_gl *_Nonnull gl, int slot, size_t start, size_t total, int x, int y, int width, int height);
/* Has the driver begin with all that it was asked for, and gives what another context of the same objects can wait for: OpenGL's GLsync,
   which that one deletes; NULL for none. */
void *_Nullable mica_gl_fence(mica_gl *_Nonnull gl);
/* Has the driver begin with all that it was asked for. */
void mica_gl_flush(mica_gl *_Nonnull gl);
/* Waits for a buffer, and copies its first words; false where they are lost. */
bool mica_gl_read_now(mica_gl *_Nonnull gl, int slot, uint32_t *_Nonnull words, size_t count);

/* Sets which pixels are drawn, in the target's. */
void mica_gl_scissor(mica_gl *_Nonnull gl, int x, int y, int width, int height);
/* Draws instances, in order: a triangle strip of four vertices each. */
void mica_gl_draw(
    mica_gl *_Nonnull gl, unsigned program, int blend, int depth, const unsigned *_Nonnull textures,
    const float *_Nonnull instances, int count);
#endif
