/* The desktop's colour scheme, from the portal on the session bus (org.freedesktop.portal.Settings). The bus's
 * library is opened only if present: a program without a session bus needs none. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "CMicaWindow.h"

/* The used parts of libdbus-1.so.3, from its documentation; messages and connections are opaque. An iterator is the
 * caller's memory, of less than 128 bytes. */
typedef union {
    void *align;
    unsigned char bytes[128];
} iterator;
static struct {
    unsigned (*threads_init_default)(void);
    void *(*bus_get_private)(int type, void *error);
    void (*connection_set_exit_on_disconnect)(void *, unsigned);
    void (*bus_add_match)(void *, const char *, void *error);
    void *(*message_new_method_call)(const char *, const char *, const char *, const char *);
    unsigned (*message_append_args)(void *, int, ...);
    void *(*connection_send_with_reply_and_block)(void *, void *, int milliseconds, void *error);
    void (*message_unref)(void *);
    unsigned (*message_iter_init)(void *, iterator *);
    int (*message_iter_get_arg_type)(iterator *);
    void (*message_iter_recurse)(iterator *, iterator *);
    void (*message_iter_get_basic)(iterator *, void *);
    unsigned (*message_iter_next)(iterator *);
    unsigned (*message_is_signal)(void *, const char *, const char *);
    unsigned (*connection_read_write)(void *, int milliseconds);
    void *(*connection_pop_message)(void *);
} bus;

static bool open_library(void) {
    void *library = dlopen("libdbus-1.so.3", RTLD_NOW);
    if (!library) return false;
    /* In the order of the structure. */
    static const char *const names[] = {
        "dbus_threads_init_default", "dbus_bus_get_private", "dbus_connection_set_exit_on_disconnect", "dbus_bus_add_match",
        "dbus_message_new_method_call", "dbus_message_append_args", "dbus_connection_send_with_reply_and_block",
        "dbus_message_unref", "dbus_message_iter_init", "dbus_message_iter_get_arg_type", "dbus_message_iter_recurse",
        "dbus_message_iter_get_basic", "dbus_message_iter_next", "dbus_message_is_signal", "dbus_connection_read_write",
        "dbus_connection_pop_message"};
    _Static_assert(sizeof names / sizeof *names == sizeof bus / sizeof(void *), "a name for each function");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        void *function = dlsym(library, names[i]);
        if (!function) return false;
        memcpy((char *)&bus + i * sizeof(void *), &function, sizeof function);
    }
    return true;
}

static const char portal[] = "org.freedesktop.portal.Desktop", path[] = "/org/freedesktop/portal/desktop";
static const char settings[] = "org.freedesktop.portal.Settings", group[] = "org.freedesktop.appearance";
static const char key[] = "color-scheme";

/* The number in a variant, at any depth; -1 when there is none. */
static int number(iterator *at) {
    iterator inner = *at;
    for (int depth = 0; depth < 4 && bus.message_iter_get_arg_type(&inner) == 'v'; depth++) {
        iterator next;
        bus.message_iter_recurse(&inner, &next);
        inner = next;
    }
    if (bus.message_iter_get_arg_type(&inner) != 'u') return -1;
    uint32_t value = 0;
    bus.message_iter_get_basic(&inner, &value);
    return value <= 2 ? (int)value : 0;
}

static bool is_text(iterator *at, const char *text) {
    const char *value = NULL;
    if (bus.message_iter_get_arg_type(at) != 's') return false;
    bus.message_iter_get_basic(at, &value);
    return value && !strcmp(value, text) && bus.message_iter_next(at);
}

void mica_watch_color_scheme(void (*tell)(int scheme)) {
    const char *address = getenv("DBUS_SESSION_BUS_ADDRESS");
    if (!address || !*address || !open_library() || !bus.threads_init_default()) return;
    /* 0 is the session bus. */
    void *connection = bus.bus_get_private(0, NULL);
    if (!connection) return;
    bus.connection_set_exit_on_disconnect(connection, 0);
    bus.bus_add_match(
        connection, "type='signal',interface='org.freedesktop.portal.Settings',member='SettingChanged'", NULL);
    void *call = bus.message_new_method_call(portal, path, settings, "Read");
    const char *first = group, *second = key;
    iterator at;
    if (call && bus.message_append_args(call, 's', &first, 's', &second, 0)) {
        void *reply = bus.connection_send_with_reply_and_block(connection, call, 5000, NULL);
        if (reply && bus.message_iter_init(reply, &at) && number(&at) >= 0) tell(number(&at));
        if (reply) bus.message_unref(reply);
    }
    if (call) bus.message_unref(call);
    do {
        void *message;
        while ((message = bus.connection_pop_message(connection))) {
            if (bus.message_is_signal(message, settings, "SettingChanged") && bus.message_iter_init(message, &at)
                && is_text(&at, group) && is_text(&at, key) && number(&at) >= 0)
                tell(number(&at));
            bus.message_unref(message);
        }
    } while (bus.connection_read_write(connection, -1));
}
