/* Frames on a Wayland surface: a ring of buffers in shared memory, frame callbacks, and the times at which frames
 * were shown.
 *
 * There are two threads: the drawing thread acquires and presents, the reading thread dispatches the events of our
 * queue. Their common state is behind a lock. Protocols: wayland.xml (wl_shm, wl_surface.frame),
 * presentation-time.xml (wp_presentation). */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
#include <wayland-client.h>

#include "CMicaWindow.h"

/* presentation-time.xml as tables: the messages with the types of their arguments, in the protocol's order. */
extern const struct wl_interface wl_output_interface, wl_surface_interface;
static const struct wl_interface feedback_interface;
static const struct wl_interface *no_types[7];
static const struct wl_interface *feedback_types[] = {&wl_surface_interface, &feedback_interface};
static const struct wl_interface *output_types[] = {&wl_output_interface};
static const struct wl_message presentation_requests[] = {{"destroy", "", no_types}, {"feedback", "on", feedback_types}};
static const struct wl_message presentation_events[] = {{"clock_id", "u", no_types}};
static const struct wl_interface presentation_interface = {
    "wp_presentation", 1, 2, presentation_requests, 1, presentation_events};
static const struct wl_message feedback_events[] = {
    {"sync_output", "o", output_types}, {"presented", "uuuuuuu", no_types}, {"discarded", "", no_types}};
static const struct wl_interface feedback_interface = {"wp_presentation_feedback", 1, 0, NULL, 3, feedback_events};
enum { PRESENTATION_FEEDBACK = 1 };

struct mica_wayland {
    struct wl_display *display;
    struct wl_event_queue *queue;
    struct wl_registry *registry;
    struct wl_shm *shm;
    struct wl_proxy *presentation;
    clockid_t clock;
    /* Held while events are dispatched, so that their objects are not freed meanwhile; taken before a ring's lock. */
    pthread_mutex_t dispatching;
    /* All surfaces so far; used by the main thread. */
    struct quieted *surfaces;
};

/* A surface of SDL whose own frame callbacks are parked in one of the queues; it is unknown which. SDL never
 * destroys surfaces: those of closed windows are reused. */
enum { QUIET_TRIES = 8 };
typedef struct quieted {
    struct quieted *next;
    struct wl_proxy *surface;
    struct wl_event_queue *queues[QUIET_TRIES];
    int tries;
} quieted;

static void clock_told(void *data, struct wl_proxy *proxy, uint32_t clock) {
    (void)proxy;
    ((mica_wayland *)data)->clock = (clockid_t)clock;
}

static void (*const presentation_listener[])(void) = {(void (*)(void))clock_told};

static void global_told(
    void *data, struct wl_registry *registry, uint32_t name, const char *interface, uint32_t version) {
    mica_wayland *wayland = data;
    (void)version;
    if (!wayland->shm && !strcmp(interface, wl_shm_interface.name)) {
        wayland->shm = wl_registry_bind(registry, name, &wl_shm_interface, 1);
    } else if (!wayland->presentation && !strcmp(interface, presentation_interface.name)) {
        wayland->presentation = wl_registry_bind(registry, name, &presentation_interface, 1);
        wl_proxy_add_listener(wayland->presentation, (void (**)(void))presentation_listener, wayland);
    }
}

static void global_gone(void *data, struct wl_registry *registry, uint32_t name) {
    (void)data, (void)registry, (void)name;
}

static const struct wl_registry_listener registry_listener = {global_told, global_gone};

mica_wayland *mica_wayland_open(void *display) {
    mica_wayland *wayland = calloc(1, sizeof *wayland);
    if (!wayland) return NULL;
    wayland->display = display;
    wayland->clock = CLOCK_MONOTONIC;
    pthread_mutex_init(&wayland->dispatching, NULL);
    wayland->queue = wl_display_create_queue(display);
    struct wl_display *wrapper = wl_proxy_create_wrapper(display);
    if (wayland->queue && wrapper) {
        wl_proxy_set_queue((struct wl_proxy *)wrapper, wayland->queue);
        wayland->registry = wl_display_get_registry(wrapper);
        wl_proxy_wrapper_destroy(wrapper);
        wl_registry_add_listener(wayland->registry, &registry_listener, wayland);
        /* Once for the globals, once for their events. */
        if (wl_display_roundtrip_queue(display, wayland->queue) >= 0
            && wl_display_roundtrip_queue(display, wayland->queue) >= 0 && wayland->shm)
            return wayland;
    }
    /* Bound objects stay until the connection ends: this happens at most once. */
    free(wayland);
    return NULL;
}

static bool dispatch(mica_wayland *wayland) {
    pthread_mutex_lock(&wayland->dispatching);
    int count = wl_display_dispatch_queue_pending(wayland->display, wayland->queue);
    pthread_mutex_unlock(&wayland->dispatching);
    return count >= 0;
}

int mica_wayland_read(mica_wayland *wayland) {
    struct wl_display *display = wayland->display;
    while (wl_display_prepare_read_queue(display, wayland->queue) != 0)
        if (!dispatch(wayland)) return MICA_WAYLAND_LOST;
    wl_display_flush(display);
    struct pollfd poller = {wl_display_get_fd(display), POLLIN, 0};
    int ready;
    do ready = poll(&poller, 1, -1);
    while (ready < 0 && errno == EINTR);
    if (ready <= 0) {
        wl_display_cancel_read(display);
        return MICA_WAYLAND_LOST;
    }
    if (wl_display_read_events(display) < 0 || !dispatch(wayland)) return MICA_WAYLAND_LOST;
    /* Preparing fails while SDL's queue has events. */
    if (wl_display_prepare_read(display) != 0) return MICA_WAYLAND_OTHERS;
    wl_display_cancel_read(display);
    return MICA_WAYLAND_QUIET;
}

/* A buffer that the server reads cannot be drawn into. With three, one is shown, one waits, and one is free. */
enum { BUFFERS = 3 };

typedef struct {
    struct wl_buffer *buffer;
    uint32_t *pixels;
    size_t bytes;
    int width, height;
    /* Whether the server reads the buffer. */
    bool busy;
    /* The number of the frame in the buffer; 0 for none. */
    uint64_t frame;
    struct mica_ring *ring;
} ring_buffer;

struct mica_ring {
    mica_wayland *wayland;
    struct wl_surface *surface;
    /* The connection's record of the surface; used by the main thread. */
    quieted *quiet;
    /* Whether the server has requested a frame. */
    bool answered;
    pthread_mutex_t lock;
    ring_buffer buffers[BUFFERS];
    ring_buffer *acquired;
    /* The number of the last presented frame. */
    uint64_t frame;
    struct wl_callback *callback;
    /* Whether a caller was told that no buffer is free. */
    bool wanted;
    /* Feedback that the server still owes. */
    struct wl_proxy *feedbacks[16];
    mica_feedback told;
    void (*wake)(void *);
    void *context;
};

static bool is_free(const mica_ring *ring) {
    if (ring->callback) return false;
    for (int i = 0; i < BUFFERS; i++)
        if (!ring->buffers[i].busy) return true;
    return false;
}

/* With the lock held: whether to call `wake`. */
static bool take_wish(mica_ring *ring) {
    if (!ring->wanted || !is_free(ring)) return false;
    ring->wanted = false;
    return true;
}

static void released(void *data, struct wl_buffer *buffer) {
    ring_buffer *slot = data;
    (void)buffer;
    mica_ring *ring = slot->ring;
    pthread_mutex_lock(&ring->lock);
    slot->busy = false;
    bool wakes = take_wish(ring);
    pthread_mutex_unlock(&ring->lock);
    if (wakes) ring->wake(ring->context);
}

static const struct wl_buffer_listener buffer_listener = {released};

static void frame_due(void *data, struct wl_callback *callback, uint32_t time) {
    mica_ring *ring = data;
    (void)time;
    pthread_mutex_lock(&ring->lock);
    ring->callback = NULL;
    ring->answered = true;
    bool wakes = take_wish(ring);
    pthread_mutex_unlock(&ring->lock);
    wl_callback_destroy(callback);
    if (wakes) ring->wake(ring->context);
}

static const struct wl_callback_listener callback_listener = {frame_due};

/* With the lock held. */
static void forget_feedback(mica_ring *ring, struct wl_proxy *feedback) {
    for (size_t i = 0; i < sizeof ring->feedbacks / sizeof *ring->feedbacks; i++)
        if (ring->feedbacks[i] == feedback) ring->feedbacks[i] = NULL;
    wl_proxy_destroy(feedback);
}

static void output_told(void *data, struct wl_proxy *feedback, struct wl_output *output) {
    (void)data, (void)feedback, (void)output;
}

static double seconds(clockid_t clock) {
    struct timespec time;
    if (clock_gettime(clock, &time) != 0) clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void shown(
    void *data, struct wl_proxy *feedback, uint32_t high, uint32_t low, uint32_t nanoseconds, uint32_t refresh,
    uint32_t sequence_high, uint32_t sequence_low, uint32_t flags) {
    mica_ring *ring = data;
    (void)sequence_high, (void)sequence_low, (void)flags;
    double time = (double)((uint64_t)high << 32 | low) + (double)nanoseconds * 1e-9;
    /* The server's clock may differ: weston uses CLOCK_MONOTONIC_RAW. */
    if (ring->wayland->clock != CLOCK_MONOTONIC) time += seconds(CLOCK_MONOTONIC) - seconds(ring->wayland->clock);
    pthread_mutex_lock(&ring->lock);
    ring->told.shown++;
    ring->told.time = time;
    ring->told.interval = refresh * 1e-9;
    forget_feedback(ring, feedback);
    pthread_mutex_unlock(&ring->lock);
}

static void discarded(void *data, struct wl_proxy *feedback) {
    mica_ring *ring = data;
    pthread_mutex_lock(&ring->lock);
    ring->told.discarded++;
    forget_feedback(ring, feedback);
    pthread_mutex_unlock(&ring->lock);
}

static void (*const feedback_listener[])(void) = {
    (void (*)(void))output_told, (void (*)(void))shown, (void (*)(void))discarded};

mica_ring *mica_ring_make(mica_wayland *wayland, void *surface, void (*wake)(void *), void *context) {
    mica_ring *ring = calloc(1, sizeof *ring);
    if (!ring) return NULL;
    ring->wayland = wayland;
    ring->wake = wake;
    ring->context = context;
    ring->surface = wl_proxy_create_wrapper(surface);
    if (!ring->surface) {
        free(ring);
        return NULL;
    }
    wl_proxy_set_queue((struct wl_proxy *)ring->surface, wayland->queue);
    pthread_mutex_init(&ring->lock, NULL);
    quieted *found = wayland->surfaces;
    while (found && found->surface != surface) found = found->next;
    if (!found && (found = calloc(1, sizeof *found))) {
        found->surface = surface;
        found->next = wayland->surfaces;
        wayland->surfaces = found;
    }
    ring->quiet = found;
    return ring;
}

/* SDL 2.26 requests its own frame callback for each surface. In each callback, it marks the whole surface as damaged
 * and requests the next callback (surface_damage_frame_done, SDL_waylandwindow.c), so that a server would draw the
 * whole window for each of our frames. A callback is put in the queue that its surface has at the request. While SDL
 * handles events, the surface has another queue. So SDL's next callback is put in that queue, which is never
 * dispatched again. This is repeated several times, because SDL does not report when it was called. */
void mica_ring_before_events(mica_ring *ring) {
    quieted *quiet = ring->quiet;
    pthread_mutex_lock(&ring->lock);
    bool answered = ring->answered;
    pthread_mutex_unlock(&ring->lock);
    if (!answered || !quiet || quiet->tries >= QUIET_TRIES) return;
    struct wl_event_queue *queue = wl_display_create_queue(ring->wayland->display);
    quiet->queues[quiet->tries] = queue;
    if (queue) wl_proxy_set_queue(quiet->surface, queue);
}

void mica_ring_after_events(mica_ring *ring) {
    quieted *quiet = ring->quiet;
    if (!quiet || quiet->tries >= QUIET_TRIES || !quiet->queues[quiet->tries]) return;
    struct wl_event_queue *queue = quiet->queues[quiet->tries++];
    wl_proxy_set_queue(quiet->surface, NULL);
    /* Dispatches the server's messages about the surface so far. The callback cannot be among them: no frame was
       presented. */
    wl_display_dispatch_queue_pending(ring->wayland->display, queue);
}

/* With the lock held. */
static void let_go(ring_buffer *slot) {
    if (slot->buffer) wl_buffer_destroy(slot->buffer);
    if (slot->pixels) munmap(slot->pixels, slot->bytes);
    mica_ring *ring = slot->ring;
    memset(slot, 0, sizeof *slot);
    slot->ring = ring;
}

bool mica_ring_is_ready(mica_ring *ring) {
    pthread_mutex_lock(&ring->lock);
    bool ready = is_free(ring);
    ring->wanted = !ready;
    pthread_mutex_unlock(&ring->lock);
    return ready;
}

/* With the lock held: makes memory that can neither shrink nor grow, so that it is safe for the server. */
static bool make_buffer(mica_ring *ring, ring_buffer *slot, int width, int height) {
    slot->ring = ring;
    slot->bytes = (size_t)width * (size_t)height * 4;
    int file = memfd_create("mica-window", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (file < 0) return false;
    void *memory = MAP_FAILED;
    if (ftruncate(file, (off_t)slot->bytes) == 0) {
        fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL);
        memory = mmap(NULL, slot->bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    }
    if (memory != MAP_FAILED) {
        slot->pixels = memory;
        struct wl_shm_pool *pool = wl_shm_create_pool(ring->wayland->shm, file, (int32_t)slot->bytes);
        slot->buffer = wl_shm_pool_create_buffer(pool, 0, width, height, width * 4, WL_SHM_FORMAT_XRGB8888);
        wl_shm_pool_destroy(pool);
        wl_buffer_add_listener(slot->buffer, &buffer_listener, slot);
        slot->width = width;
        slot->height = height;
    }
    close(file);
    return slot->buffer != NULL;
}

uint32_t *mica_ring_acquire(mica_ring *ring, int width, int height, int *age) {
    if (width < 1 || height < 1 || width > 32767 || height > 16383) return NULL;
    pthread_mutex_lock(&ring->lock);
    /* The free buffer with the most recent frame; a buffer without memory only if no free one has any. */
    ring_buffer *best = NULL;
    if (!ring->callback && !ring->acquired) {
        for (int i = 0; i < BUFFERS; i++) {
            ring_buffer *slot = &ring->buffers[i];
            if (slot->busy) continue;
            if (slot->buffer && (slot->width != width || slot->height != height)) let_go(slot);
            if (!best || slot->frame > best->frame || (slot->frame == best->frame && slot->buffer && !best->buffer))
                best = slot;
        }
    }
    if (best && !best->buffer && !make_buffer(ring, best, width, height)) {
        let_go(best);
        best = NULL;
    }
    ring->acquired = best;
    ring->wanted = best == NULL;
    uint32_t *pixels = best ? best->pixels : NULL;
    *age = best && best->frame ? (int)(ring->frame - best->frame) + 1 : 0;
    pthread_mutex_unlock(&ring->lock);
    return pixels;
}

void mica_ring_cancel(mica_ring *ring) {
    pthread_mutex_lock(&ring->lock);
    /* A frame may have been drawn into the buffer without being shown. */
    if (ring->acquired) ring->acquired->frame = 0;
    ring->acquired = NULL;
    pthread_mutex_unlock(&ring->lock);
}

/* With the lock held: requests the next frame callback, and the presentation time of the next commit. */
static void expect(mica_ring *ring) {
    ring->callback = wl_surface_frame(ring->surface);
    wl_callback_add_listener(ring->callback, &callback_listener, ring);
    if (ring->wayland->presentation) {
        for (size_t i = 0; i < sizeof ring->feedbacks / sizeof *ring->feedbacks; i++) {
            if (ring->feedbacks[i]) continue;
            struct wl_proxy *feedback = wl_proxy_marshal_flags(
                ring->wayland->presentation, PRESENTATION_FEEDBACK, &feedback_interface, 1, 0, ring->surface, NULL);
            if (feedback) wl_proxy_add_listener(feedback, (void (**)(void))feedback_listener, ring);
            ring->feedbacks[i] = feedback;
            break;
        }
    }
}

void mica_ring_present(mica_ring *ring, const int32_t *damage, int count) {
    pthread_mutex_lock(&ring->lock);
    ring_buffer *slot = ring->acquired;
    ring->acquired = NULL;
    if (!slot) {
        pthread_mutex_unlock(&ring->lock);
        return;
    }
    slot->busy = true;
    slot->frame = ++ring->frame;
    wl_surface_attach(ring->surface, slot->buffer, 0, 0);
    /* The surface has SDL's version; damage in the buffer's pixels exists since version 4. */
    for (int i = 0; i < count; i++, damage += 4) {
        if (wl_proxy_get_version((struct wl_proxy *)ring->surface) >= WL_SURFACE_DAMAGE_BUFFER_SINCE_VERSION)
            wl_surface_damage_buffer(ring->surface, damage[0], damage[1], damage[2], damage[3]);
        else
            wl_surface_damage(ring->surface, 0, 0, INT32_MAX, INT32_MAX);
    }
    expect(ring);
    wl_surface_commit(ring->surface);
    pthread_mutex_unlock(&ring->lock);
    wl_display_flush(ring->wayland->display);
}

void mica_ring_expect(mica_ring *ring) {
    pthread_mutex_lock(&ring->lock);
    if (!ring->callback) expect(ring);
    pthread_mutex_unlock(&ring->lock);
}

void mica_ring_unexpect(mica_ring *ring) {
    /* An event for the ring may be on its way to the reading thread. */
    pthread_mutex_lock(&ring->wayland->dispatching);
    pthread_mutex_lock(&ring->lock);
    if (ring->callback) wl_callback_destroy(ring->callback);
    ring->callback = NULL;
    pthread_mutex_unlock(&ring->lock);
    pthread_mutex_unlock(&ring->wayland->dispatching);
}

void mica_ring_commit(mica_ring *ring) {
    wl_surface_commit(ring->surface);
    wl_display_flush(ring->wayland->display);
}

void mica_ring_restart(mica_ring *ring) {
    pthread_mutex_lock(&ring->wayland->dispatching);
    pthread_mutex_lock(&ring->lock);
    if (ring->callback) wl_callback_destroy(ring->callback);
    ring->callback = NULL;
    bool wakes = take_wish(ring);
    pthread_mutex_unlock(&ring->lock);
    pthread_mutex_unlock(&ring->wayland->dispatching);
    if (wakes) ring->wake(ring->context);
}

void mica_ring_free(mica_ring *ring) {
    mica_wayland *wayland = ring->wayland;
    pthread_mutex_lock(&wayland->dispatching);
    for (int i = 0; i < BUFFERS; i++) let_go(&ring->buffers[i]);
    if (ring->callback) wl_callback_destroy(ring->callback);
    for (size_t i = 0; i < sizeof ring->feedbacks / sizeof *ring->feedbacks; i++)
        if (ring->feedbacks[i]) wl_proxy_destroy(ring->feedbacks[i]);
    wl_proxy_wrapper_destroy(ring->surface);
    pthread_mutex_unlock(&wayland->dispatching);
    wl_display_flush(wayland->display);
    pthread_mutex_destroy(&ring->lock);
    free(ring);
}

mica_feedback mica_ring_feedback(mica_ring *ring) {
    pthread_mutex_lock(&ring->lock);
    mica_feedback told = ring->told;
    pthread_mutex_unlock(&ring->lock);
    return told;
}
