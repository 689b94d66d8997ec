/* Own content as the selection of a Wayland seat.
 *
 * A data device exists only for a moment when content is offered: SDL has one, which gets the selection and drops.
 * Servers deal with a second one in different ways; weston 10 makes the offer to one of them useless. So what other
 * programs have copied is read by SDL. Events are dispatched by the thread that calls mica_wayland_read. *Source*: wayland.xml,
 * wl_data_device_manager. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wayland-client.h>

#include "clipboard_common.h"

/* A pipe that another program reads. */
typedef struct {
    uint64_t number;
    int file;
    bool is_taken;
} request;

typedef struct {
    mica_clipboard base;
    struct wl_display *display;
    struct wl_event_queue *queue;
    struct wl_registry *registry;
    struct wl_data_device_manager *manager;
    struct wl_seat *seat;
    struct wl_data_device *device;
    /* When the device is released. */
    double device_until;
    struct wl_keyboard *keyboard;
    struct wl_pointer *pointer;
    struct wl_touch *touch;
    pthread_mutex_t lock;
    uint64_t changes;
    /* The number of the last event of input. */
    uint32_t serial;
    bool has_serial;
    /* Own content. */
    struct wl_data_source *source;
    uint64_t content, next_request;
    request requests[CLIPBOARD_REQUESTS];
} wayland_clipboard;

/* MARK: The device */

static void offer_made(void *data, struct wl_data_device *device, struct wl_data_offer *offer) {
    (void)data, (void)device;
    wl_data_offer_destroy(offer);
}
static void drag_entered(
    void *data, struct wl_data_device *device, uint32_t serial, struct wl_surface *surface, wl_fixed_t x, wl_fixed_t y,
    struct wl_data_offer *offer) {
    (void)data, (void)device, (void)serial, (void)surface, (void)x, (void)y, (void)offer;
}
static void drag_ended(void *data, struct wl_data_device *device) { (void)data, (void)device; }
static void drag_moved(void *data, struct wl_data_device *device, uint32_t time, wl_fixed_t x, wl_fixed_t y) {
    (void)data, (void)device, (void)time, (void)x, (void)y;
}
static void selected(void *data, struct wl_data_device *device, struct wl_data_offer *offer) {
    (void)data, (void)device, (void)offer;
}
static const struct wl_data_device_listener device_listener = {
    offer_made, drag_entered, drag_ended, drag_moved, drag_ended, selected};

/* How long a device stays. An offer that is made to a device after its release ends the connection (libwayland 1.21),
   and clipboard managers take an offer over at once. Units: seconds. */
static const double device_time = 2;

/* With the lock held, with each event of input. */
static void release_device(wayland_clipboard *own) {
    if (!own->device || mica_seconds_now() < own->device_until) return;
    wl_data_device_release(own->device);
    own->device = NULL;
    wl_display_flush(own->display);
}

/* MARK: The numbers of input, which offers are made with */

static void note(wayland_clipboard *own, uint32_t serial) {
    pthread_mutex_lock(&own->lock);
    own->serial = serial;
    own->has_serial = true;
    release_device(own);
    pthread_mutex_unlock(&own->lock);
}

static void keymap(void *data, struct wl_keyboard *keyboard, uint32_t format, int32_t file, uint32_t size) {
    (void)data, (void)keyboard, (void)format, (void)size;
    close(file);
}
static void keys_entered(
    void *data, struct wl_keyboard *keyboard, uint32_t serial, struct wl_surface *surface, struct wl_array *keys) {
    (void)keyboard, (void)surface, (void)keys;
    note(data, serial);
}
static void keys_left(void *data, struct wl_keyboard *keyboard, uint32_t serial, struct wl_surface *surface) {
    (void)data, (void)keyboard, (void)serial, (void)surface;
}
static void key(
    void *data, struct wl_keyboard *keyboard, uint32_t serial, uint32_t time, uint32_t code, uint32_t state) {
    (void)keyboard, (void)time, (void)code, (void)state;
    note(data, serial);
}
static void modifiers(
    void *data, struct wl_keyboard *keyboard, uint32_t serial, uint32_t down, uint32_t latched, uint32_t locked,
    uint32_t group) {
    (void)data, (void)keyboard, (void)serial, (void)down, (void)latched, (void)locked, (void)group;
}
static void repeats(void *data, struct wl_keyboard *keyboard, int32_t rate, int32_t delay) {
    (void)data, (void)keyboard, (void)rate, (void)delay;
}
static const struct wl_keyboard_listener keyboard_listener = {
    keymap, keys_entered, keys_left, key, modifiers, repeats};

static void entered(
    void *data, struct wl_pointer *pointer, uint32_t serial, struct wl_surface *surface, wl_fixed_t x, wl_fixed_t y) {
    (void)data, (void)pointer, (void)serial, (void)surface, (void)x, (void)y;
}
static void left(void *data, struct wl_pointer *pointer, uint32_t serial, struct wl_surface *surface) {
    wayland_clipboard *own = data;
    (void)pointer, (void)serial, (void)surface;
    pthread_mutex_lock(&own->lock);
    release_device(own);
    pthread_mutex_unlock(&own->lock);
}
static void moved(void *data, struct wl_pointer *pointer, uint32_t time, wl_fixed_t x, wl_fixed_t y) {
    (void)data, (void)pointer, (void)time, (void)x, (void)y;
}
static void button(
    void *data, struct wl_pointer *pointer, uint32_t serial, uint32_t time, uint32_t number, uint32_t state) {
    (void)pointer, (void)time, (void)number, (void)state;
    note(data, serial);
}
static void scrolled(void *data, struct wl_pointer *pointer, uint32_t time, uint32_t axis, wl_fixed_t value) {
    (void)data, (void)pointer, (void)time, (void)axis, (void)value;
}
/* The seat is bound with version 1, whose pointer has these events. */
static const struct wl_pointer_listener pointer_listener = {
    .enter = entered, .leave = left, .motion = moved, .button = button, .axis = scrolled};

static void touched(
    void *data, struct wl_touch *touch, uint32_t serial, uint32_t time, struct wl_surface *surface, int32_t id,
    wl_fixed_t x, wl_fixed_t y) {
    (void)touch, (void)time, (void)surface, (void)id, (void)x, (void)y;
    note(data, serial);
}
static void lifted(void *data, struct wl_touch *touch, uint32_t serial, uint32_t time, int32_t id) {
    (void)touch, (void)time, (void)id;
    note(data, serial);
}
static void finger_moved(
    void *data, struct wl_touch *touch, uint32_t time, int32_t id, wl_fixed_t x, wl_fixed_t y) {
    (void)data, (void)touch, (void)time, (void)id, (void)x, (void)y;
}
static void no_more(void *data, struct wl_touch *touch) { (void)data, (void)touch; }
static const struct wl_touch_listener touch_listener = {
    .down = touched, .up = lifted, .motion = finger_moved, .frame = no_more, .cancel = no_more};

static void has_input(void *data, struct wl_seat *seat, uint32_t kinds) {
    wayland_clipboard *own = data;
    if ((kinds & WL_SEAT_CAPABILITY_KEYBOARD) && !own->keyboard) {
        own->keyboard = wl_seat_get_keyboard(seat);
        wl_keyboard_add_listener(own->keyboard, &keyboard_listener, own);
    } else if (!(kinds & WL_SEAT_CAPABILITY_KEYBOARD) && own->keyboard) {
        wl_keyboard_destroy(own->keyboard);
        own->keyboard = NULL;
    }
    if ((kinds & WL_SEAT_CAPABILITY_POINTER) && !own->pointer) {
        own->pointer = wl_seat_get_pointer(seat);
        wl_pointer_add_listener(own->pointer, &pointer_listener, own);
    } else if (!(kinds & WL_SEAT_CAPABILITY_POINTER) && own->pointer) {
        wl_pointer_destroy(own->pointer);
        own->pointer = NULL;
    }
    if ((kinds & WL_SEAT_CAPABILITY_TOUCH) && !own->touch) {
        own->touch = wl_seat_get_touch(seat);
        wl_touch_add_listener(own->touch, &touch_listener, own);
    } else if (!(kinds & WL_SEAT_CAPABILITY_TOUCH) && own->touch) {
        wl_touch_destroy(own->touch);
        own->touch = NULL;
    }
}
static void seat_name(void *data, struct wl_seat *seat, const char *name) { (void)data, (void)seat, (void)name; }
static const struct wl_seat_listener seat_listener = {has_input, seat_name};

/* MARK: Own content */

static void target_told(void *data, struct wl_data_source *source, const char *type) {
    (void)data, (void)source, (void)type;
}

static void wanted(void *data, struct wl_data_source *source, const char *type, int32_t file) {
    wayland_clipboard *own = data;
    uint64_t number = 0, content = 0;
    pthread_mutex_lock(&own->lock);
    for (int i = 0; i < CLIPBOARD_REQUESTS && source == own->source && !number; i++) {
        if (own->requests[i].number) continue;
        number = ++own->next_request;
        own->requests[i] = (request){number, file, false};
        content = own->content;
    }
    pthread_mutex_unlock(&own->lock);
    if (number) own->base.calls.asked(number, content, type);
    else close(file);
}

static void cancelled(void *data, struct wl_data_source *source) {
    wayland_clipboard *own = data;
    pthread_mutex_lock(&own->lock);
    bool is_last = own->source == source;
    if (is_last) {
        own->source = NULL;
        own->changes++;
    }
    pthread_mutex_unlock(&own->lock);
    wl_data_source_destroy(source);
    if (is_last) own->base.calls.changed();
}

static void ignored(void *data, struct wl_data_source *source) { (void)data, (void)source; }
static void action_ignored(void *data, struct wl_data_source *source, uint32_t action) {
    (void)data, (void)source, (void)action;
}
static const struct wl_data_source_listener source_listener = {
    target_told, wanted, cancelled, ignored, ignored, action_ignored};

static void answer(mica_clipboard *clipboard, uint64_t number, const uint8_t *bytes, size_t count) {
    wayland_clipboard *own = (wayland_clipboard *)clipboard;
    pthread_mutex_lock(&own->lock);
    request *found = NULL;
    for (int i = 0; i < CLIPBOARD_REQUESTS; i++)
        if (own->requests[i].number == number && !own->requests[i].is_taken) found = &own->requests[i];
    int file = found ? found->file : -1;
    if (found) found->is_taken = true;
    pthread_mutex_unlock(&own->lock);
    if (!found) return;
    if (bytes) mica_pipe_write(file, bytes, count, CLIPBOARD_PAUSE, CLIPBOARD_WHOLE);
    else close(file);
    pthread_mutex_lock(&own->lock);
    memset(found, 0, sizeof *found);
    pthread_mutex_unlock(&own->lock);
}

static bool offer(mica_clipboard *clipboard, const char *lines, uint64_t content) {
    wayland_clipboard *own = (wayland_clipboard *)clipboard;
    pthread_mutex_lock(&own->lock);
    struct wl_data_source *source =
        own->has_serial ? wl_data_device_manager_create_data_source(own->manager) : NULL;
    if (!source) {
        pthread_mutex_unlock(&own->lock);
        return false;
    }
    wl_data_source_add_listener(source, &source_listener, own);
    char name[CLIPBOARD_NAME + 1];
    while (*lines) {
        const char *end = strchrnul(lines, '\n');
        size_t length = (size_t)(end - lines);
        if (length <= CLIPBOARD_NAME) {
            memcpy(name, lines, length);
            name[length] = 0;
            wl_data_source_offer(source, name);
        }
        lines = *end ? end + 1 : end;
    }
    /* The former source is destroyed when the server cancels it. */
    own->source = source;
    own->content = content;
    if (!own->device) {
        own->device = wl_data_device_manager_get_data_device(own->manager, own->seat);
        wl_data_device_add_listener(own->device, &device_listener, own);
    }
    own->device_until = mica_seconds_now() + device_time;
    wl_data_device_set_selection(own->device, source, own->serial);
    wl_display_flush(own->display);
    pthread_mutex_unlock(&own->lock);
    return true;
}

static uint64_t changes(mica_clipboard *clipboard) {
    wayland_clipboard *own = (wayland_clipboard *)clipboard;
    pthread_mutex_lock(&own->lock);
    uint64_t count = own->changes;
    pthread_mutex_unlock(&own->lock);
    return count;
}

static char *types(mica_clipboard *clipboard, double seconds) {
    (void)clipboard, (void)seconds;
    return NULL;
}

static uint8_t *read_content(
    mica_clipboard *clipboard, const char *type, double seconds, size_t limit, size_t *count) {
    (void)clipboard, (void)type, (void)seconds, (void)limit, (void)count;
    return NULL;
}

/* MARK: Opening */

static void global_told(
    void *data, struct wl_registry *registry, uint32_t name, const char *interface, uint32_t version) {
    wayland_clipboard *own = data;
    if (!own->seat && !strcmp(interface, wl_seat_interface.name)) {
        own->seat = wl_registry_bind(registry, name, &wl_seat_interface, 1);
        wl_seat_add_listener(own->seat, &seat_listener, own);
    } else if (!own->manager && !strcmp(interface, wl_data_device_manager_interface.name) && version >= 2) {
        own->manager = wl_registry_bind(registry, name, &wl_data_device_manager_interface, 2);
    }
}
static void global_gone(void *data, struct wl_registry *registry, uint32_t name) {
    (void)data, (void)registry, (void)name;
}
static const struct wl_registry_listener registry_listener = {global_told, global_gone};

mica_clipboard *mica_clipboard_open_wayland(struct mica_wayland *wayland, mica_clipboard_calls calls) {
    wayland_clipboard *own = calloc(1, sizeof *own);
    if (!own) return NULL;
    own->base = (mica_clipboard){calls, changes, types, read_content, offer, answer};
    own->display = mica_wayland_connection(wayland);
    own->queue = mica_wayland_queue(wayland);
    pthread_mutex_init(&own->lock, NULL);
    struct wl_display *wrapper = wl_proxy_create_wrapper(own->display);
    if (wrapper) {
        wl_proxy_set_queue((struct wl_proxy *)wrapper, own->queue);
        own->registry = wl_display_get_registry(wrapper);
        wl_proxy_wrapper_destroy(wrapper);
        wl_registry_add_listener(own->registry, &registry_listener, own);
        if (wl_display_roundtrip_queue(own->display, own->queue) >= 0 && own->manager && own->seat) {
            wl_display_flush(own->display);
            return &own->base;
        }
    }
    /* Bound objects, whose events name this memory, stay until the connection ends: this happens at most once. */
    return NULL;
}
