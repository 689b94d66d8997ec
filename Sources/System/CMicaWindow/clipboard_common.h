/* What the clipboards of X11 and Wayland have in common. */
#ifndef MICA_CLIPBOARD_PRIVATE_H
#define MICA_CLIPBOARD_PRIVATE_H
#include "CMicaWindow.h"


struct mica_clipboard {
    mica_clipboard_calls calls;
    uint64_t (*changes)(mica_clipboard *);
    char *(*types)(mica_clipboard *, double);
    uint8_t *(*read)(mica_clipboard *, const char *, double, size_t, size_t *);
    bool (*offer)(mica_clipboard *, const char *, uint64_t);
    void (*answer)(mica_clipboard *, uint64_t, const uint8_t *, size_t);
};

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
double mica_seconds_now(void);

/* A list of types as lines. */
typedef struct {
    char *lines;
    size_t length;
    int count;
} mica_type_list;
/* Adds a type; leaves it out when there are CLIPBOARD_TYPES, and when its name is empty, too long or no printable
   ASCII. */
void mica_types_add(mica_type_list *list, const char *name, size_t length);

#endif
