/* The desktop's settings, on the session bus: its colour scheme, from the portal (org.freedesktop.portal.Settings), and whether an
 * assistive technology is in use (org.a11y.Status). */
#include <stdlib.h>
#include <string.h>

#include "CMicaBus.h"
#include "CMicaWindow.h"

static const char portal[] = "org.freedesktop.portal.Desktop", portal_path[] = "/org/freedesktop/portal/desktop";
static const char settings[] = "org.freedesktop.portal.Settings", group[] = "org.freedesktop.appearance";
static const char key[] = "color-scheme";
static const char launcher[] = "org.a11y.Bus", launcher_path[] = "/org/a11y/bus", status[] = "org.a11y.Status";
static const char properties[] = "org.freedesktop.DBus.Properties", daemon_name[] = "org.freedesktop.DBus";
/* How long answers are awaited, in milliseconds. */
enum { PATIENCE = 5000 };

/* The integer in a variant, at any depth; -1 when there is none of the type. */
static int64_t number(mica_place *at, int type) {
    mica_place inner = *at;
    for (int depth = 0; depth < 4 && mica_read_type(&inner) == 'v'; depth++) {
        mica_place next;
        mica_read_enter(&inner, &next);
        inner = next;
    }
    return mica_read_type(&inner) == type ? mica_read_integer(&inner) : -1;
}

/* The scheme in a variant; -1 when there is none. */
static int scheme(mica_place *at) {
    int64_t value = number(at, 'u');
    return value < 0 ? -1 : value <= 2 ? (int)value : 0;
}

/* Whether the text at a place is that one; then the place is the next one. */
static bool is_text(mica_place *at, const char *text) {
    if (mica_read_type(at) != 's') return false;
    const char *value = mica_read_text(at);
    return value && !strcmp(value, text) && mica_read_next(at);
}

static bool is_signal(mica_message *message, const char *interface, const char *member) {
    const char *has = mica_message_interface(message), *name = mica_message_member(message);
    return mica_message_kind(message) == MICA_BUS_SIGNAL && has && name && !strcmp(has, interface) && !strcmp(name, member);
}

/* Calls a method with up to two texts, and releases the call; NULL for an error. */
static mica_message *ask(mica_bus *bus, mica_message *call, const char *first, const char *second) {
    if (!call) return NULL;
    mica_place at;
    mica_write_begin(call, &at);
    bool complete = (!first || mica_write_text(&at, 's', first)) && (!second || mica_write_text(&at, 's', second));
    mica_message *reply = complete ? mica_bus_call(bus, call, PATIENCE) : NULL;
    mica_message_release(call);
    return reply;
}

static void read_scheme(mica_bus *bus, void (*tell)(int)) {
    mica_message *reply = ask(bus, mica_message_call(portal, portal_path, settings, "Read", true), group, key);
    mica_place at;
    if (reply && mica_read_begin(reply, &at) && scheme(&at) >= 0) tell(scheme(&at));
    if (reply) mica_message_release(reply);
}

/* Whether an assistive technology is in use. The call starts no service: whoever uses one starts it. */
static bool is_assisted(mica_bus *bus) {
    mica_message *reply = ask(bus, mica_message_call(launcher, launcher_path, properties, "GetAll", false), status, NULL);
    mica_place at, entries;
    bool assisted = false;
    if (reply && mica_read_begin(reply, &at) && mica_read_type(&at) == 'a') {
        for (mica_read_enter(&at, &entries); mica_read_type(&entries) == 'e'; mica_read_next(&entries)) {
            mica_place entry;
            mica_read_enter(&entries, &entry);
            /* IsEnabled and ScreenReaderEnabled, the only ones; a later one of another meaning is none of these. */
            mica_place value = entry;
            if ((is_text(&entry, "IsEnabled") && number(&entry, 'b') == 1)
                || (is_text(&value, "ScreenReaderEnabled") && number(&value, 'b') == 1))
                assisted = true;
        }
    }
    if (reply) mica_message_release(reply);
    return assisted;
}

/* Reports the address of the bus of assistive technologies when one is in use, and NULL when none is any more. */
static void read_status(mica_bus *bus, bool *was_assisted, void (*tell)(const char *)) {
    bool assisted = is_assisted(bus);
    if (assisted == *was_assisted) return;
    *was_assisted = assisted;
    const char *own = getenv("AT_SPI_BUS_ADDRESS");
    if (!assisted || (own && *own)) {
        tell(assisted ? own : NULL);
        return;
    }
    mica_message *reply = ask(bus, mica_message_call(launcher, launcher_path, launcher, "GetAddress", true), NULL, NULL);
    mica_place at;
    if (reply && mica_read_begin(reply, &at) && mica_read_type(&at) == 's') {
        tell(mica_read_text(&at));
    } else {
        *was_assisted = false;
    }
    if (reply) mica_message_release(reply);
}

static bool concerns_status(mica_message *message) {
    mica_place at;
    if (!mica_read_begin(message, &at) || mica_read_type(&at) != 's') return false;
    const char *name = mica_read_text(&at);
    return (is_signal(message, properties, "PropertiesChanged") && !strcmp(name, status))
        || (is_signal(message, daemon_name, "NameOwnerChanged") && !strcmp(name, launcher));
}

void mica_watch_desktop(void (*tell_scheme)(int scheme), void (*tell_assistance)(const char *address)) {
    const char *address = getenv("DBUS_SESSION_BUS_ADDRESS");
    if (!address || !*address) return;
    mica_bus *bus = mica_bus_open(NULL);
    if (!bus) return;
    bool assisted = false;
    if (tell_assistance) {
        mica_bus_match(bus, "type='signal',path='/org/a11y/bus',interface='org.freedesktop.DBus.Properties',arg0='org.a11y.Status'");
        mica_bus_match(
            bus, "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='org.a11y.Bus'");
        read_status(bus, &assisted, tell_assistance);
    }
    if (tell_scheme) {
        mica_bus_match(bus, "type='signal',interface='org.freedesktop.portal.Settings',member='SettingChanged'");
        read_scheme(bus, tell_scheme);
    }
    do {
        mica_message *message;
        while ((message = mica_bus_next(bus))) {
            mica_place at;
            if (tell_scheme && is_signal(message, settings, "SettingChanged") && mica_read_begin(message, &at)
                && is_text(&at, group) && is_text(&at, key) && scheme(&at) >= 0)
                tell_scheme(scheme(&at));
            if (tell_assistance && concerns_status(message)) read_status(bus, &assisted, tell_assistance);
            mica_message_release(message);
        }
    } while (mica_bus_wait(bus, -1));
    if (assisted) tell_assistance(NULL);
    mica_bus_close(bus);
}
