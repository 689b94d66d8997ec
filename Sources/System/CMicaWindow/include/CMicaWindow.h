/* What a window needs of the display servers beside SDL: which connection there is, and on Wayland buffers of its own. */
#ifndef CMICAWINDOW_H
#define CMICAWINDOW_H
#include <stdbool.h>
#include <stdint.h>

/* Which display server a window of SDL's is on. */
enum { MICA_DISPLAY_NONE = 0, MICA_DISPLAY_X11 = 1, MICA_DISPLAY_WAYLAND = 2 };

typedef struct {
    int kind;
    /* The connection: Xlib's Display or a wl_display. */
    void *display;
    /* On Wayland SDL's wl_surface. */
    void *surface;
} mica_display;

/* The connection of a window (SDL_Window); its kind is MICA_DISPLAY_NONE for other video drivers. */
mica_display mica_display_of(void *window);

/* X11: the connection's descriptor, which is readable when there is something to be read. */
int mica_x11_descriptor(void *display);
/* X11: whether events were read from the connection that nobody has taken: another thread's request read them. */
bool mica_x11_has_events(void *display);
/* X11: has the program ended with a message when the connection breaks: Xlib can do nothing else. */
void mica_x11_end_when_lost(void);

/* Ends the program, saying that the display server has gone; on any thread. */
_Noreturn void mica_end_lost(void);

/* Wayland: what all surfaces of a connection have in common: memory, the clock of presentations, a queue of events. */
typedef struct mica_wayland mica_wayland;

/* Opens the connection's globals; NULL where the server has no shared memory, or on an error. */
mica_wayland *mica_wayland_open(void *display);

/* What reading brought. */
enum { MICA_WAYLAND_QUIET = 0, MICA_WAYLAND_OTHERS = 1, MICA_WAYLAND_LOST = 2 };

/* Waits for events, and dispatches those of our queue; MICA_WAYLAND_OTHERS when SDL's queue has some, MICA_WAYLAND_LOST when
   the connection has broken. For one thread alone, which calls it again and again. */
int mica_wayland_read(mica_wayland *wayland);

/* A surface's ring of buffers. */
typedef struct mica_ring mica_ring;

/* Makes a ring for a wl_surface; `wake(context)` is called on the reading thread when the ring has a buffer again after
   mica_ring_is_ready said no. */
mica_ring *mica_ring_make(mica_wayland *wayland, void *surface, void (*wake)(void *), void *context);
/* Lets a ring go, while the surface is still there. */
void mica_ring_free(mica_ring *ring);

/* Whether the server wants another frame and a buffer is free. */
bool mica_ring_is_ready(mica_ring *ring);
/* Takes the buffer that is to be shown next, of a size in pixels; NULL when there is none or memory is short. `age` is 1 for what
   was shown last, and so on; 0 where nothing is known of its pixels. */
uint32_t *mica_ring_acquire(mica_ring *ring, int width, int height, int *age);
/* Puts back what was acquired, without showing it. */
void mica_ring_cancel(mica_ring *ring);
/* Shows what was acquired: `count` rectangles (x, y, width, height) differ from what is shown. */
void mica_ring_present(mica_ring *ring, const int32_t *damage, int count);
/* Around SDL's taking of events, on its thread, with no frame presented meanwhile: keeps SDL from damaging all of the surface with each
   frame. */
void mica_ring_before_events(mica_ring *ring);
void mica_ring_after_events(mica_ring *ring);
/* Commits what others have set on the surface (SDL's answer to the server, the edges of the window), with the pixels that it has. */
void mica_ring_commit(mica_ring *ring);
/* Forgets that a frame callback is awaited: the surface was unmapped, and the server will not call. */
void mica_ring_restart(mica_ring *ring);

typedef struct {
    /* How many frames were shown so far, and how many were replaced before they were. */
    uint64_t shown, discarded;
    /* When the last one was shown: seconds of CLOCK_MONOTONIC; 0 before. */
    double time;
    /* From one refresh to the next, in seconds; 0 where the server does not say. */
    double interval;
} mica_feedback;

/* What the server has said of the frames that were presented. */
mica_feedback mica_ring_feedback(mica_ring *ring);

/* Tells the desktop's colour scheme, and each change of it, on the calling thread: 0 for none, 1 dark, 2 light. Returns when there is
   no session bus, no portal, or the bus has gone; else never. Called once. */
void mica_watch_color_scheme(void (*tell)(int scheme));

#endif
