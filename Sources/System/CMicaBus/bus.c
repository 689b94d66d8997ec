#include "CMicaBus.h"

#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

/* The used parts of libdbus-1.so.3, from its documentation; messages and connections are opaque. */
static struct {
    unsigned (*threads_init_default)(void);
    void *(*bus_get_private)(int type, void *error);
    void *(*connection_open_private)(const char *address, void *error);
    unsigned (*bus_register)(void *, void *error);
    const char *(*bus_get_unique_name)(void *);
    void (*connection_set_exit_on_disconnect)(void *, unsigned);
    void (*connection_close)(void *);
    void (*connection_unref)(void *);
    unsigned (*connection_get_unix_fd)(void *, int *);
    unsigned (*connection_has_messages_to_send)(void *);
    long (*connection_get_outgoing_size)(void *);
    void (*bus_add_match)(void *, const char *, void *error);
    unsigned (*connection_send)(void *, void *, uint32_t *serial);
    void *(*connection_send_with_reply_and_block)(void *, void *, int milliseconds, void *error);
    unsigned (*connection_read_write)(void *, int milliseconds);
    void *(*connection_pop_message)(void *);
    void *(*message_new_method_call)(const char *, const char *, const char *, const char *);
    void *(*message_new_signal)(const char *, const char *, const char *);
    void *(*message_new_method_return)(void *);
    void *(*message_new_error)(void *, const char *, const char *);
    void (*message_set_auto_start)(void *, unsigned);
    void (*message_unref)(void *);
    int (*message_get_type)(void *);
    const char *(*message_get_path)(void *);
    const char *(*message_get_interface)(void *);
    const char *(*message_get_member)(void *);
    uint32_t (*message_get_reply_serial)(void *);
    unsigned (*message_get_no_reply)(void *);
    unsigned (*message_iter_init)(void *, mica_place *);
    int (*message_iter_get_arg_type)(mica_place *);
    unsigned (*message_iter_next)(mica_place *);
    void (*message_iter_recurse)(mica_place *, mica_place *);
    void (*message_iter_get_basic)(mica_place *, void *);
    void (*message_iter_init_append)(void *, mica_place *);
    unsigned (*message_iter_append_basic)(mica_place *, int, const void *);
    unsigned (*message_iter_open_container)(mica_place *, int, const char *, mica_place *);
    unsigned (*message_iter_close_container)(mica_place *, mica_place *);
} dbus;

static bool is_open;

static void open_library(void) {
    void *library = dlopen("libdbus-1.so.3", RTLD_NOW);
    if (!library) return;
    /* In the order of the structure. */
    static const char *const names[] = {
        "threads_init_default", "bus_get_private", "connection_open_private", "bus_register", "bus_get_unique_name",
        "connection_set_exit_on_disconnect", "connection_close", "connection_unref", "connection_get_unix_fd",
        "connection_has_messages_to_send", "connection_get_outgoing_size", "bus_add_match", "connection_send",
        "connection_send_with_reply_and_block", "connection_read_write", "connection_pop_message", "message_new_method_call",
        "message_new_signal", "message_new_method_return", "message_new_error", "message_set_auto_start", "message_unref",
        "message_get_type", "message_get_path", "message_get_interface", "message_get_member", "message_get_reply_serial",
        "message_get_no_reply", "message_iter_init", "message_iter_get_arg_type", "message_iter_next", "message_iter_recurse",
        "message_iter_get_basic", "message_iter_init_append", "message_iter_append_basic", "message_iter_open_container",
        "message_iter_close_container"};
    _Static_assert(sizeof names / sizeof *names == sizeof dbus / sizeof(void *), "a name for each function");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char name[64] = "dbus_";
        strncat(name, names[i], sizeof name - sizeof "dbus_");
        void *function = dlsym(library, name);
        if (!function) return;
        memcpy((char *)&dbus + i * sizeof(void *), &function, sizeof function);
    }
    is_open = dbus.threads_init_default();
}

/* The most bytes that wait to be sent. A bus that does not read gets no more. */
static const long most_waiting = 64 << 20;

struct mica_bus {
    void *connection;
    int wake;
};

mica_bus *mica_bus_open(const char *address) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, open_library);
    if (!is_open) return NULL;
    mica_bus *bus = calloc(1, sizeof *bus);
    if (!bus) return NULL;
    bus->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    /* 0 is the session bus. */
    bus->connection = address ? dbus.connection_open_private(address, NULL) : dbus.bus_get_private(0, NULL);
    if (bus->connection) {
        dbus.connection_set_exit_on_disconnect(bus->connection, 0);
        if (bus->wake >= 0 && (!address || dbus.bus_register(bus->connection, NULL))) return bus;
    }
    mica_bus_close(bus);
    return NULL;
}

void mica_bus_close(mica_bus *bus) {
    if (bus->connection) {
        dbus.connection_close(bus->connection);
        dbus.connection_unref(bus->connection);
    }
    if (bus->wake >= 0) close(bus->wake);
    free(bus);
}

const char *mica_bus_name(mica_bus *bus) { return dbus.bus_get_unique_name(bus->connection); }

void mica_bus_match(mica_bus *bus, const char *rule) { dbus.bus_add_match(bus->connection, rule, NULL); }

bool mica_bus_wait(mica_bus *bus, int milliseconds) {
    if (dbus.connection_get_outgoing_size(bus->connection) > most_waiting) return false;
    int descriptor = -1;
    if (!dbus.connection_get_unix_fd(bus->connection, &descriptor)) return false;
    short events = POLLIN;
    if (dbus.connection_has_messages_to_send(bus->connection)) events |= POLLOUT;
    struct pollfd waiting[] = {{.fd = descriptor, .events = events}, {.fd = bus->wake, .events = POLLIN}};
    if (poll(waiting, 2, milliseconds) < 0 && errno != EINTR) return false;
    uint64_t count;
    if (waiting[1].revents && read(bus->wake, &count, sizeof count) < 0 && errno != EAGAIN) return false;
    return dbus.connection_read_write(bus->connection, 0);
}

void mica_bus_wake(mica_bus *bus) {
    uint64_t one = 1;
    /* It can only fail when the counter is full, and then the thread wakes anyway. */
    if (write(bus->wake, &one, sizeof one) < 0) return;
}

mica_message *mica_bus_next(mica_bus *bus) { return dbus.connection_pop_message(bus->connection); }

uint32_t mica_bus_send(mica_bus *bus, mica_message *message) {
    uint32_t serial = 0;
    return dbus.connection_send(bus->connection, message, &serial) ? serial : 0;
}

mica_message *mica_bus_call(mica_bus *bus, mica_message *call, int milliseconds) {
    return dbus.connection_send_with_reply_and_block(bus->connection, call, milliseconds, NULL);
}

mica_message *mica_message_call(
    const char *destination, const char *path, const char *interface, const char *member, bool starts_service) {
    void *message = dbus.message_new_method_call(destination, path, interface, member);
    if (message) dbus.message_set_auto_start(message, starts_service);
    return message;
}

mica_message *mica_message_signal(const char *path, const char *interface, const char *member) {
    return dbus.message_new_signal(path, interface, member);
}

mica_message *mica_message_return(mica_message *call) { return dbus.message_new_method_return(call); }

mica_message *mica_message_error(mica_message *call, const char *name, const char *text) {
    return dbus.message_new_error(call, name, text);
}

void mica_message_release(mica_message *message) { dbus.message_unref(message); }
int mica_message_kind(mica_message *message) { return dbus.message_get_type(message); }
const char *mica_message_path(mica_message *message) { return dbus.message_get_path(message); }
const char *mica_message_interface(mica_message *message) { return dbus.message_get_interface(message); }
const char *mica_message_member(mica_message *message) { return dbus.message_get_member(message); }
uint32_t mica_message_answers(mica_message *message) { return dbus.message_get_reply_serial(message); }
bool mica_message_wants_answer(mica_message *message) { return !dbus.message_get_no_reply(message); }

bool mica_read_begin(mica_message *message, mica_place *place) { return dbus.message_iter_init(message, place); }
int mica_read_type(mica_place *place) { return dbus.message_iter_get_arg_type(place); }
bool mica_read_next(mica_place *place) { return dbus.message_iter_next(place); }
void mica_read_enter(mica_place *place, mica_place *inner) { dbus.message_iter_recurse(place, inner); }

const char *mica_read_text(mica_place *place) {
    const char *text = NULL;
    dbus.message_iter_get_basic(place, &text);
    return text;
}

int64_t mica_read_integer(mica_place *place) {
    union {
        uint8_t y;
        int16_t n;
        uint16_t q;
        int32_t i;
        uint32_t u;
        int64_t x;
    } value = {.x = 0};
    int type = mica_read_type(place);
    dbus.message_iter_get_basic(place, &value);
    switch (type) {
        case 'y': return value.y;
        case 'n': return value.n;
        case 'q': return value.q;
        case 'i': return value.i;
        case 'u':
        case 'b': return value.u;
        default: return value.x;
    }
}

double mica_read_double(mica_place *place) {
    double value = 0;
    dbus.message_iter_get_basic(place, &value);
    return value;
}

void mica_write_begin(mica_message *message, mica_place *place) { dbus.message_iter_init_append(message, place); }

bool mica_write_text(mica_place *place, int type, const char *text) {
    return dbus.message_iter_append_basic(place, type, &text);
}

bool mica_write_integer(mica_place *place, int type, int64_t number) {
    uint8_t byte = (uint8_t)number;
    uint16_t half = (uint16_t)number;
    uint32_t word = (uint32_t)number;
    const void *value = type == 'y' ? (void *)&byte
        : type == 'n' || type == 'q' ? (void *)&half
        : type == 'x' || type == 't' ? (void *)&number
                                     : (void *)&word;
    return dbus.message_iter_append_basic(place, type, value);
}

bool mica_write_double(mica_place *place, double number) {
    return dbus.message_iter_append_basic(place, 'd', &number);
}

bool mica_write_enter(mica_place *place, int type, const char *signature, mica_place *inner) {
    return dbus.message_iter_open_container(place, type, signature, inner);
}

bool mica_write_leave(mica_place *place, mica_place *inner) { return dbus.message_iter_close_container(place, inner); }
