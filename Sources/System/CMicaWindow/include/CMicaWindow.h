/* Access to the display servers that a window needs besides SDL: the kind of connection, and own buffers on Wayland. */
#ifndef CMICAWINDOW_H
#define CMICAWINDOW_H
#include <stdbool.h>
#include <stdint.h>

#include "clipboard.h"

/* The display server of an SDL window. */
enum { MICA_DISPLAY_NONE = 0, MICA_DISPLAY_X11 = 1, MICA_DISPLAY_WAYLAND = 2 };

typedef struct {
    int kind;
    /* The connection: Xlib's Display or a wl_display. */
    void *display;
    /* Wayland: SDL's wl_surface. */
    void *surface;
    /* X11: the window's identifier. */
    unsigned long window;
} mica_display;

/* The connection of a window (SDL_Window); its kind is MICA_DISPLAY_NONE for other video drivers. */
mica_display mica_display_of(void *window);

/* X11: the identifier of a window's visual; 0 when it is unknown. */
int mica_x11_visual(void *display, unsigned long window);
/* X11: the connection's descriptor, which is readable when data have come. */
int mica_x11_descriptor(void *display);
/* X11: whether there are events that were read by another thread's request, and not handled yet. */
bool mica_x11_has_events(void *display);
/* X11: ends the program with a message when the connection breaks, because Xlib cannot continue. */
void mica_x11_end_when_lost(void);

/* Ends the program with the message that the display server has gone; any thread may call it. */
_Noreturn void mica_end_lost(void);

/* Wayland: the common state of all surfaces of a connection: memory, the clock of presentations, a queue of events. */
typedef struct mica_wayland mica_wayland;

/* Opens the connection's globals; NULL on an error, or when the server has no shared memory. */
mica_wayland *mica_wayland_open(void *display);

/* The results of reading. */
enum { MICA_WAYLAND_QUIET = 0, MICA_WAYLAND_OTHERS = 1, MICA_WAYLAND_LOST = 2 };

/* Waits for events, and dispatches the events of our queue. MICA_WAYLAND_OTHERS when SDL's queue has events,
   MICA_WAYLAND_LOST when the connection has broken. One thread calls this in a loop. */
int mica_wayland_read(mica_wayland *wayland);

/* The ring of buffers of a surface. */
typedef struct mica_ring mica_ring;

/* Makes a ring for a wl_surface. `wake(context)` is called on the reading thread when a buffer is free again after
   mica_ring_is_ready returned false. */
mica_ring *mica_ring_make(mica_wayland *wayland, void *surface, void (*wake)(void *), void *context);
/* Frees a ring, while the surface still exists. */
void mica_ring_free(mica_ring *ring);

/* Whether the server wants another frame, and a buffer is free. */
bool mica_ring_is_ready(mica_ring *ring);
/* Takes the buffer for the next frame, with a size in pixels; NULL when none is free or memory is short. `age` is 1
   if it holds the frame shown last, and so on; 0 if its pixels are unknown. */
uint32_t *mica_ring_acquire(mica_ring *ring, int width, int height, int *age);
/* Returns the acquired buffer without showing it. */
void mica_ring_cancel(mica_ring *ring);
/* Shows the acquired buffer: `count` rectangles (x, y, width, height) differ from the pixels shown. */
void mica_ring_present(mica_ring *ring, const int32_t *damage, int count);
/* Surrounds SDL's event handling, on its thread, while no frame is presented: keeps SDL from damaging the whole
   surface with each frame. */
void mica_ring_before_events(mica_ring *ring);
void mica_ring_after_events(mica_ring *ring);
/* Before another owner of the surface (EGL) commits: requests the server's next frame callback, and the time at
   which the committed frame is shown. */
void mica_ring_expect(mica_ring *ring);
/* Cancels mica_ring_expect, because nothing was committed. */
void mica_ring_unexpect(mica_ring *ring);
/* Commits changes that others made to the surface (SDL's answer to the server, the edges of the window), with its
   current pixels. */
void mica_ring_commit(mica_ring *ring);
/* Forgets the awaited frame callback: the surface was unmapped, and the server will not call. */
void mica_ring_restart(mica_ring *ring);

typedef struct {
    /* The number of frames shown, and of frames replaced before they were shown. */
    uint64_t shown, discarded;
    /* The time at which the last frame was shown, in seconds of CLOCK_MONOTONIC; 0 before the first. */
    double time;
    /* The time between two refreshes, in seconds; 0 when the server does not report it. */
    double interval;
} mica_feedback;

/* The server's reports on presented frames. */
mica_feedback mica_ring_feedback(mica_ring *ring);

/* Watches the desktop's settings on the calling thread. Reports the colour scheme, and each change: 0 for none, 1 dark, 2 light.
   Reports the address of the bus of assistive technologies when one is in use, and NULL when none is any more; it starts none.
   Either may be NULL. Returns when there is no session bus, or when it is gone; otherwise never. Call it once. */
void mica_watch_desktop(void (*tell_scheme)(int scheme), void (*tell_assistance)(const char *address));

#endif
