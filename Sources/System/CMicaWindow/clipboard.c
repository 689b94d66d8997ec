/* The clipboard: the selection CLIPBOARD of an X server, by an own connection of XCB, which no error of another program ends.
 *
 * One thread takes the server's events. Requests are sent by any thread; common state is behind a lock. *Source*:
 * Inter-Client Communication Conventions Manual, section 2; the X Fixes extension, section 6. MULTIPLE is refused. */
#define _GNU_SOURCE
#define SDL_DISABLE_IMMINTRIN_H 1
#include <SDL2/SDL.h>
#include <SDL2/SDL_syswm.h>

#include "CMicaWindow.h"

#if defined(SDL_VIDEO_DRIVER_X11) && __has_include(<xcb/xcb.h>)
#include <dlfcn.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>
#include <xcb/xcb.h>
#include <xcb/xcbext.h>

/* libxcb is opened here, as SDL opens Xlib, which brings it. */
#define FUNCTIONS(F)                                                                                                 \
    F(xcb_connect) F(xcb_disconnect) F(xcb_connection_has_error) F(xcb_get_file_descriptor) F(xcb_get_setup)          \
    F(xcb_setup_roots_iterator) F(xcb_generate_id) F(xcb_create_window) F(xcb_intern_atom) F(xcb_intern_atom_reply)   \
    F(xcb_get_atom_name) F(xcb_get_atom_name_reply) F(xcb_get_atom_name_name) F(xcb_get_atom_name_name_length)        \
    F(xcb_set_selection_owner) F(xcb_get_selection_owner) F(xcb_get_selection_owner_reply) F(xcb_convert_selection)   \
    F(xcb_get_property) F(xcb_get_property_reply) F(xcb_get_property_value) F(xcb_get_property_value_length)          \
    F(xcb_delete_property) F(xcb_change_property) F(xcb_change_window_attributes) F(xcb_send_event) F(xcb_flush)      \
    F(xcb_poll_for_event) F(xcb_query_extension) F(xcb_query_extension_reply) F(xcb_send_request)                     \
    F(xcb_discard_reply)

#define FIELD(name) __typeof__(name) *name;
static struct { FUNCTIONS(FIELD) } x;

static bool load(void) {
    void *library = dlopen("libxcb.so.1", RTLD_LAZY);
    if (!library) return false;
#define LOAD(name)                                                                                                   \
    x.name = (__typeof__(name) *)dlsym(library, #name);                                                              \
    if (!x.name) return false;
    FUNCTIONS(LOAD)
    return true;
}

/* Limits that other programs cannot exceed. */
enum {
    /* The number of types that are noted of an offer, and the length of each. */
    CLIPBOARD_TYPES = 64,
    CLIPBOARD_NAME = 127,
    /* The number of requests of others that are answered at a time; further ones are refused. */
    CLIPBOARD_REQUESTS = 16,
    /* How long another program may pause while it takes content. Units: seconds. */
    CLIPBOARD_PAUSE = 10,
    /* How long it may take in all. Units: seconds. */
    CLIPBOARD_WHOLE = 60,
};

/* Seconds of CLOCK_MONOTONIC. */
static double seconds_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* A list of types as lines. */
typedef struct {
    char *lines;
    size_t length;
    int count;
} type_list;

/* Adds a type; leaves it out when there are CLIPBOARD_TYPES, and when its name is empty, too long or no printable
   ASCII. */
static void add_type(type_list *list, const char *name, size_t length) {
    if (length == 0 || length > CLIPBOARD_NAME || list->count >= CLIPBOARD_TYPES) return;
    for (size_t i = 0; i < length; i++)
        if (name[i] < 32 || name[i] > 126) return;
    char *grown = realloc(list->lines, list->length + length + 2);
    if (!grown) return;
    if (list->length) grown[list->length++] = '\n';
    memcpy(grown + list->length, name, length);
    list->length += length;
    grown[list->length] = 0;
    list->lines = grown;
    list->count++;
}

enum {
    /* Content of more bytes goes in pieces of this size (INCR). */
    PIECE = 1 << 18,
    /* Properties that answers are put into, one after the other, so that a late answer is not taken for another one. */
    PROPERTIES = 16,
    /* So many pieces of content that was given up are taken from an owner. */
    DROPPED_PIECES = 4096,
    /* An answer with names of types is not longer. Units: bytes. */
    TARGETS_LIMIT = 1 << 16,
};

/* Content that is read from another program. */
typedef struct {
    bool is_open, is_done, is_right, in_pieces;
    xcb_atom_t property, target;
    uint8_t *bytes;
    size_t count, limit;
} reading;

/* Content that another program takes. */
typedef struct {
    uint64_t number;
    xcb_window_t requestor;
    xcb_atom_t target, property;
    xcb_timestamp_t time;
    /* After this time the request is forgotten; and the time that it cannot pass. */
    double until, last;
    bool in_pieces;
    uint8_t *bytes;
    size_t count, sent;
} giving;

struct mica_clipboard {
    mica_clipboard_calls calls;
    xcb_connection_t *connection;
    xcb_window_t window;
    uint8_t fixes_event;
    xcb_atom_t clipboard, targets, timestamp, incr, properties[PROPERTIES];
    int next_property;
    /* How many pieces of the present owner were thrown away. */
    int dropped_pieces;
    /* Wakes the thread to take events that another thread's request may have read. */
    int wake;
    pthread_mutex_t lock;
    pthread_cond_t news;
    bool is_lost;
    uint64_t changes;
    /* The types of another program's content. */
    bool knows_types;
    char *types;
    reading names, data;
    /* Own content. */
    bool is_own;
    uint64_t content;
    unsigned owned_since;
    xcb_timestamp_t owned_time;
    xcb_atom_t own_types[CLIPBOARD_TYPES];
    char *own_names[CLIPBOARD_TYPES];
    int own_count;
    uint64_t next_request;
    giving requests[CLIPBOARD_REQUESTS];
};

static xcb_atom_t atom(mica_clipboard *own, const char *name) {
    xcb_intern_atom_reply_t *reply = x.xcb_intern_atom_reply(
        own->connection, x.xcb_intern_atom(own->connection, 0, (uint16_t)strlen(name), name), NULL);
    xcb_atom_t found = reply ? reply->atom : XCB_ATOM_NONE;
    free(reply);
    return found;
}

static void flush(mica_clipboard *own) {
    x.xcb_flush(own->connection);
    uint64_t one = 1;
    ssize_t wrote = write(own->wake, &one, sizeof one);
    (void)wrote;
}

/* MARK: Reading */

static void forget(reading *read) {
    free(read->bytes);
    memset(read, 0, sizeof *read);
}

/* With the lock held: asks the owner for content. */
static void ask(mica_clipboard *own, reading *read, xcb_atom_t target, size_t limit) {
    forget(read);
    read->is_open = true;
    read->target = target;
    read->limit = limit;
    read->property = own->properties[own->next_property];
    own->next_property = (own->next_property + 1) % PROPERTIES;
    x.xcb_delete_property(own->connection, own->window, read->property);
    x.xcb_convert_selection(
        own->connection, own->window, own->clipboard, target, read->property, XCB_CURRENT_TIME);
    flush(own);
}

static void end(mica_clipboard *own, reading *read, bool is_right) {
    if (!is_right) x.xcb_delete_property(own->connection, own->window, read->property);
    read->is_done = true;
    read->is_right = is_right;
    pthread_cond_broadcast(&own->news);
}

/* With the lock held: takes what a property has, and deletes it. */
static void take(mica_clipboard *own, reading *read) {
    size_t left = read->limit - read->count;
    xcb_get_property_reply_t *reply = x.xcb_get_property_reply(
        own->connection,
        x.xcb_get_property(
            own->connection, 1, own->window, read->property, XCB_GET_PROPERTY_TYPE_ANY, 0,
            (uint32_t)(left / 4 + 1)),
        NULL);
    if (!reply || reply->bytes_after || reply->type == XCB_ATOM_NONE) {
        free(reply);
        return end(own, read, false);
    }
    if (reply->type == own->incr && !read->in_pieces) {
        read->in_pieces = true;
        free(reply);
        return;
    }
    int length = x.xcb_get_property_value_length(reply);
    bool is_right = length >= 0 && (size_t)length <= left;
    if (is_right && length > 0) {
        uint8_t *grown = realloc(read->bytes, read->count + (size_t)length);
        is_right = grown != NULL;
        if (grown) {
            read->bytes = grown;
            memcpy(grown + read->count, x.xcb_get_property_value(reply), (size_t)length);
            read->count += (size_t)length;
        }
    }
    free(reply);
    if (!is_right || !read->in_pieces || length == 0) end(own, read, is_right);
}

/* With the lock held: the names of the types that an answer lists. */
static void take_names(mica_clipboard *own) {
    type_list list = {NULL, 0, 0};
    size_t count = own->names.is_right ? own->names.count / sizeof(xcb_atom_t) : 0;
    if (count > CLIPBOARD_TYPES * 2) count = CLIPBOARD_TYPES * 2;
    xcb_get_atom_name_cookie_t asked[CLIPBOARD_TYPES * 2];
    for (size_t i = 0; i < count; i++) {
        xcb_atom_t type;
        memcpy(&type, own->names.bytes + i * sizeof type, sizeof type);
        asked[i] = x.xcb_get_atom_name(own->connection, type);
    }
    for (size_t i = 0; i < count; i++) {
        xcb_get_atom_name_reply_t *reply = x.xcb_get_atom_name_reply(own->connection, asked[i], NULL);
        if (reply)
            add_type(&list, x.xcb_get_atom_name_name(reply), (size_t)x.xcb_get_atom_name_name_length(reply));
        free(reply);
    }
    free(own->types);
    own->types = list.lines;
    own->knows_types = true;
    forget(&own->names);
    pthread_cond_broadcast(&own->news);
}

/* MARK: Giving */

static void notify(mica_clipboard *own, const giving *request, bool is_given) {
    xcb_selection_notify_event_t event;
    memset(&event, 0, sizeof event);
    event.response_type = XCB_SELECTION_NOTIFY;
    event.time = request->time;
    event.requestor = request->requestor;
    event.selection = own->clipboard;
    event.target = request->target;
    event.property = is_given ? request->property : XCB_ATOM_NONE;
    /* An event has 32 bytes. */
    char bytes[32] = {0};
    memcpy(bytes, &event, sizeof event);
    x.xcb_send_event(own->connection, 0, request->requestor, XCB_EVENT_MASK_NO_EVENT, bytes);
}

static void let_go(giving *request) {
    free(request->bytes);
    memset(request, 0, sizeof *request);
}

static void extend(giving *request) {
    double until = seconds_now() + CLIPBOARD_PAUSE;
    request->until = until < request->last ? until : request->last;
}

static void forget_late(mica_clipboard *own) {
    double now = seconds_now();
    for (int i = 0; i < CLIPBOARD_REQUESTS; i++)
        if (own->requests[i].number && own->requests[i].until < now) let_go(&own->requests[i]);
}

/* With the lock held: the requestor has taken a piece. */
static void give_piece(mica_clipboard *own, giving *request) {
    size_t count = request->count - request->sent;
    if (count > PIECE) count = PIECE;
    x.xcb_change_property(
        own->connection, XCB_PROP_MODE_REPLACE, request->requestor, request->property, request->target, 8,
        (uint32_t)count, request->bytes + request->sent);
    request->sent += count;
    extend(request);
    /* A piece without bytes is the end. */
    if (count > 0) return;
    uint32_t none = 0;
    x.xcb_change_window_attributes(own->connection, request->requestor, XCB_CW_EVENT_MASK, &none);
    let_go(request);
}

void mica_clipboard_answer(mica_clipboard *own, uint64_t number, const uint8_t *bytes, size_t count) {
    pthread_mutex_lock(&own->lock);
    giving *request = NULL;
    for (int i = 0; i < CLIPBOARD_REQUESTS; i++)
        if (own->requests[i].number == number && !own->requests[i].bytes) request = &own->requests[i];
    if (request && bytes && count > PIECE) {
        request->bytes = malloc(count);
        if (request->bytes) {
            memcpy(request->bytes, bytes, count);
            request->count = count;
            request->in_pieces = true;
            extend(request);
            uint32_t mask = XCB_EVENT_MASK_PROPERTY_CHANGE, least = count > INT32_MAX ? INT32_MAX : (uint32_t)count;
            x.xcb_change_window_attributes(own->connection, request->requestor, XCB_CW_EVENT_MASK, &mask);
            x.xcb_change_property(
                own->connection, XCB_PROP_MODE_REPLACE, request->requestor, request->property, own->incr, 32, 1,
                &least);
        }
        notify(own, request, request->bytes != NULL);
        if (!request->bytes) let_go(request);
    } else if (request) {
        if (bytes)
            x.xcb_change_property(
                own->connection, XCB_PROP_MODE_REPLACE, request->requestor, request->property, request->target, 8,
                (uint32_t)count, bytes);
        notify(own, request, bytes != NULL);
        let_go(request);
    }
    flush(own);
    pthread_mutex_unlock(&own->lock);
}

/* With the lock held: answers a request at once, or notes it; then `type` is what to ask for. */
static void requested(mica_clipboard *own, xcb_selection_request_event_t *event, uint64_t *number, char **type) {
    giving request = {0};
    request.requestor = event->requestor;
    request.target = event->target;
    request.property = event->property ? event->property : event->target;
    request.time = event->time;
    bool is_ours = own->is_own && event->selection == own->clipboard && event->requestor != own->window;
    if (is_ours && event->target == own->targets) {
        xcb_atom_t all[CLIPBOARD_TYPES + 2] = {own->targets, own->timestamp};
        memcpy(all + 2, own->own_types, sizeof own->own_types);
        x.xcb_change_property(
            own->connection, XCB_PROP_MODE_REPLACE, request.requestor, request.property, XCB_ATOM_ATOM, 32,
            (uint32_t)own->own_count + 2, all);
        return notify(own, &request, true);
    }
    if (is_ours && event->target == own->timestamp) {
        x.xcb_change_property(
            own->connection, XCB_PROP_MODE_REPLACE, request.requestor, request.property, XCB_ATOM_INTEGER, 32, 1,
            &own->owned_time);
        return notify(own, &request, true);
    }
    for (int i = 0; is_ours && i < own->own_count; i++) {
        if (own->own_types[i] != event->target) continue;
        for (int slot = 0; slot < CLIPBOARD_REQUESTS; slot++) {
            if (own->requests[slot].number) continue;
            request.number = *number = ++own->next_request;
            request.last = seconds_now() + CLIPBOARD_WHOLE;
            extend(&request);
            own->requests[slot] = request;
            *type = strdup(own->own_names[i]);
            return;
        }
    }
    notify(own, &request, false);
}

/* MARK: Events */

typedef struct {
    uint8_t type, subtype;
    uint16_t sequence;
    uint32_t window, owner, selection, time, selection_time;
    uint8_t unused[8];
} fixes_event;

/* With the lock held: the selection has another owner. */
static bool has_owner(mica_clipboard *own, xcb_window_t owner) {
    own->is_own = false;
    own->changes++;
    own->dropped_pieces = 0;
    own->knows_types = owner == XCB_WINDOW_NONE;
    free(own->types);
    own->types = NULL;
    /* Who waits for the former owner's content gets none. */
    if (own->data.is_open && !own->data.is_done) end(own, &own->data, false);
    forget(&own->names);
    if (owner != XCB_WINDOW_NONE) ask(own, &own->names, own->targets, TARGETS_LIMIT);
    pthread_cond_broadcast(&own->news);
    return owner == XCB_WINDOW_NONE;
}

static reading *reading_of(mica_clipboard *own, xcb_atom_t property) {
    if (own->names.is_open && !own->names.is_done && own->names.property == property) return &own->names;
    if (own->data.is_open && !own->data.is_done && own->data.property == property) return &own->data;
    return NULL;
}

/* With the lock held. */
static void property_changed(mica_clipboard *own, const xcb_property_notify_event_t *event) {
    if (event->window == own->window) {
        reading *read = reading_of(own, event->atom);
        if (event->state != XCB_PROPERTY_NEW_VALUE) return;
        if (read && read->in_pieces) return take(own, read);
        /* The rest of what was given up: an owner that waits for it may serve no one else. */
        if (!read && own->dropped_pieces++ < DROPPED_PIECES)
            x.xcb_delete_property(own->connection, own->window, event->atom);
        return;
    }
    if (event->state != XCB_PROPERTY_DELETE) return;
    for (int i = 0; i < CLIPBOARD_REQUESTS; i++) {
        giving *request = &own->requests[i];
        if (request->in_pieces && request->requestor == event->window && request->property == event->atom)
            return give_piece(own, request);
    }
}

/* With the lock held. */
static void answered(mica_clipboard *own, const xcb_selection_notify_event_t *event) {
    if (event->requestor != own->window || event->selection != own->clipboard) return;
    if (event->property != XCB_ATOM_NONE) {
        reading *read = reading_of(own, event->property);
        if (read && !read->in_pieces && read->target == event->target) return take(own, read);
        /* An answer that comes too late. */
        if (!read) x.xcb_delete_property(own->connection, own->window, event->property);
        return;
    }
    if (own->names.is_open && !own->names.is_done && event->target == own->names.target) end(own, &own->names, false);
    if (own->data.is_open && !own->data.is_done && event->target == own->data.target) end(own, &own->data, false);
}

static void handle(mica_clipboard *own, xcb_generic_event_t *event) {
    bool has_changed = false;
    uint64_t number = 0, content = 0;
    char *type = NULL;
    pthread_mutex_lock(&own->lock);
    uint8_t kind = event->response_type & 0x7f;
    if (kind == XCB_SELECTION_NOTIFY) {
        answered(own, (xcb_selection_notify_event_t *)event);
    } else if (kind == XCB_PROPERTY_NOTIFY) {
        property_changed(own, (xcb_property_notify_event_t *)event);
    } else if (kind == XCB_SELECTION_REQUEST) {
        requested(own, (xcb_selection_request_event_t *)event, &number, &type);
        content = own->content;
    } else if (kind == own->fixes_event) {
        const fixes_event *fixes = (const fixes_event *)(const void *)event;
        /* What was sent before this program's last offer is out of date. */
        bool is_old = own->is_own && (int32_t)(event->full_sequence - own->owned_since) < 0;
        if (fixes->owner == own->window) {
            own->owned_time = fixes->selection_time;
        } else if (fixes->selection == own->clipboard && !is_old) {
            has_changed = has_owner(own, fixes->owner);
        }
    }
    if (own->names.is_open && own->names.is_done) {
        take_names(own);
        has_changed = true;
    }
    x.xcb_flush(own->connection);
    pthread_mutex_unlock(&own->lock);
    if (has_changed) own->calls.changed();
    if (type) own->calls.asked(number, content, type);
    free(type);
}

static void *run(void *context) {
    mica_clipboard *own = context;
    pthread_setname_np(pthread_self(), "mica-clipboard");
    while (!x.xcb_connection_has_error(own->connection)) {
        xcb_generic_event_t *event;
        while ((event = x.xcb_poll_for_event(own->connection))) {
            handle(own, event);
            free(event);
        }
        pthread_mutex_lock(&own->lock);
        forget_late(own);
        bool is_asked = false;
        for (int i = 0; i < CLIPBOARD_REQUESTS; i++) is_asked |= own->requests[i].number != 0;
        pthread_mutex_unlock(&own->lock);
        struct pollfd pollers[] = {
            {x.xcb_get_file_descriptor(own->connection), POLLIN, 0}, {own->wake, POLLIN, 0}};
        poll(pollers, 2, is_asked ? 1000 : -1);
        uint64_t wakes;
        if (pollers[1].revents) {
            ssize_t got = read(own->wake, &wakes, sizeof wakes);
            (void)got;
        }
    }
    pthread_mutex_lock(&own->lock);
    own->is_lost = true;
    own->is_own = false;
    pthread_cond_broadcast(&own->news);
    pthread_mutex_unlock(&own->lock);
    return NULL;
}

/* MARK: The calls */

uint64_t mica_clipboard_changes(mica_clipboard *own) {
    pthread_mutex_lock(&own->lock);
    uint64_t count = own->changes;
    pthread_mutex_unlock(&own->lock);
    return count;
}

static struct timespec until(double seconds) {
    double time = seconds_now() + (seconds > 0 ? seconds : 0);
    struct timespec result = {(time_t)time, (long)((time - (double)(time_t)time) * 1e9)};
    return result;
}

char *mica_clipboard_types(mica_clipboard *own, double seconds) {
    struct timespec end = until(seconds);
    pthread_mutex_lock(&own->lock);
    while (!own->is_own && !own->knows_types && !own->is_lost)
        if (pthread_cond_timedwait(&own->news, &own->lock, &end) != 0) break;
    char *found = !own->is_own && own->knows_types && own->types ? strdup(own->types) : NULL;
    pthread_mutex_unlock(&own->lock);
    return found;
}

uint8_t *mica_clipboard_read(
    mica_clipboard *own, const char *type, double seconds, size_t limit, size_t *count) {
    *count = 0;
    struct timespec end = until(seconds);
    uint8_t *bytes = NULL;
    xcb_atom_t target = atom(own, type);
    pthread_mutex_lock(&own->lock);
    if (!own->is_own && !own->is_lost && target != XCB_ATOM_NONE) {
        ask(own, &own->data, target, limit);
        while (!own->data.is_done && !own->is_lost)
            if (pthread_cond_timedwait(&own->news, &own->lock, &end) != 0) break;
        if (own->data.is_done && own->data.is_right) {
            bytes = own->data.bytes ? own->data.bytes : malloc(1);
            *count = own->data.count;
            own->data.bytes = NULL;
        }
        forget(&own->data);
    }
    pthread_mutex_unlock(&own->lock);
    return bytes;
}

bool mica_clipboard_offer(mica_clipboard *own, const char *lines, uint64_t content) {
    xcb_atom_t atoms[CLIPBOARD_TYPES];
    char *names[CLIPBOARD_TYPES];
    int count = 0;
    while (*lines && count < CLIPBOARD_TYPES) {
        const char *line = strchr(lines, '\n');
        size_t length = line ? (size_t)(line - lines) : strlen(lines);
        names[count] = strndup(lines, length);
        atoms[count] = names[count] ? atom(own, names[count]) : XCB_ATOM_NONE;
        if (atoms[count] != XCB_ATOM_NONE) count++;
        else free(names[count]);
        lines += length + (line ? 1 : 0);
    }
    pthread_mutex_lock(&own->lock);
    for (int i = 0; i < own->own_count; i++) free(own->own_names[i]);
    memcpy(own->own_types, atoms, (size_t)count * sizeof *atoms);
    memcpy(own->own_names, names, (size_t)count * sizeof *names);
    own->own_count = count;
    own->content = content;
    own->is_own = !own->is_lost;
    own->owned_since =
        x.xcb_set_selection_owner(own->connection, own->window, own->clipboard, XCB_CURRENT_TIME).sequence;
    flush(own);
    bool is_own = own->is_own;
    pthread_mutex_unlock(&own->lock);
    return is_own;
}

/* MARK: Opening */

/* Sends a request of XFIXES, which has no library here. */
static unsigned fixes(mica_clipboard *own, uint8_t major, uint8_t minor, uint32_t *words, int count) {
    uint8_t header[4] = {major, minor, (uint8_t)(count + 1), 0};
    struct iovec parts[4] = {{0}, {0}, {header, 4}, {words, (size_t)count * 4}};
    /* XCB writes the length. Of the requests here, only QueryVersion (0) has a reply. */
    xcb_protocol_request_t request = {2, NULL, major, minor != 0};
    return x.xcb_send_request(own->connection, 0, parts + 2, &request);
}

static bool watch(mica_clipboard *own) {
    xcb_query_extension_reply_t *found = x.xcb_query_extension_reply(
        own->connection, x.xcb_query_extension(own->connection, 6, "XFIXES"), NULL);
    bool is_there = found && found->present;
    uint8_t major = found ? found->major_opcode : 0;
    own->fixes_event = found ? found->first_event : 0;
    free(found);
    if (!is_there) return false;
    /* The server serves an extension of the version that it is asked for. */
    uint32_t version[] = {1, 0};
    x.xcb_discard_reply(own->connection, fixes(own, major, 0, version, 2));
    /* Another owner; its window or its connection has ended. */
    uint32_t select[] = {own->window, own->clipboard, 1 | 2 | 4};
    fixes(own, major, 2, select, 3);
    return true;
}

static bool prepare(mica_clipboard *own, const char *display) {
    int number = 0;
    own->connection = x.xcb_connect(display, &number);
    if (x.xcb_connection_has_error(own->connection)) return false;
    xcb_screen_iterator_t screens = x.xcb_setup_roots_iterator(x.xcb_get_setup(own->connection));
    own->window = x.xcb_generate_id(own->connection);
    uint32_t mask = XCB_EVENT_MASK_PROPERTY_CHANGE;
    x.xcb_create_window(
        own->connection, 0, own->window, screens.data->root, -10, -10, 1, 1, 0, XCB_WINDOW_CLASS_INPUT_ONLY,
        XCB_COPY_FROM_PARENT, XCB_CW_EVENT_MASK, &mask);
    own->clipboard = atom(own, "CLIPBOARD");
    own->targets = atom(own, "TARGETS");
    own->timestamp = atom(own, "TIMESTAMP");
    own->incr = atom(own, "INCR");
    char name[] = "MICA_CLIPBOARD_A";
    for (int i = 0; i < PROPERTIES; i++) {
        name[sizeof name - 2] = (char)('A' + i);
        own->properties[i] = atom(own, name);
    }
    if (!watch(own)) return false;
    xcb_get_selection_owner_reply_t *owner = x.xcb_get_selection_owner_reply(
        own->connection, x.xcb_get_selection_owner(own->connection, own->clipboard), NULL);
    has_owner(own, owner ? owner->owner : XCB_WINDOW_NONE);
    free(owner);
    own->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    x.xcb_flush(own->connection);
    return own->wake >= 0;
}

mica_clipboard *mica_clipboard_open(void *display, mica_clipboard_calls calls) {
    if (!load()) return NULL;
    mica_clipboard *own = calloc(1, sizeof *own);
    if (!own) return NULL;
    own->calls = calls;
    own->wake = -1;
    pthread_condattr_t clock;
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_cond_init(&own->news, &clock);
    pthread_condattr_destroy(&clock);
    pthread_mutex_init(&own->lock, NULL);
    pthread_t thread;
    if (prepare(own, DisplayString((Display *)display)) && pthread_create(&thread, NULL, run, own) == 0) {
        pthread_detach(thread);
        return own;
    }
    x.xcb_disconnect(own->connection);
    if (own->wake >= 0) close(own->wake);
    free(own);
    return NULL;
}
#else
/* Without X11 there is no clipboard to open, and the other functions are not called. */
mica_clipboard *mica_clipboard_open(void *display, mica_clipboard_calls calls) {
    (void)display, (void)calls;
    return NULL;
}

uint64_t mica_clipboard_changes(mica_clipboard *own) {
    (void)own;
    return 0;
}

char *mica_clipboard_types(mica_clipboard *own, double seconds) {
    (void)own, (void)seconds;
    return NULL;
}

uint8_t *mica_clipboard_read(mica_clipboard *own, const char *type, double seconds, size_t limit, size_t *count) {
    (void)own, (void)type, (void)seconds, (void)limit;
    *count = 0;
    return NULL;
}

bool mica_clipboard_offer(mica_clipboard *own, const char *lines, uint64_t content) {
    (void)own, (void)lines, (void)content;
    return false;
}

void mica_clipboard_answer(mica_clipboard *own, uint64_t number, const uint8_t *bytes, size_t count) {
    (void)own, (void)number, (void)bytes, (void)count;
}
#endif
