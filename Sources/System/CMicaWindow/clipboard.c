/* What the clipboards of X11 and Wayland have in common: lists of types, pipes with limits. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "clipboard_common.h"

uint64_t mica_clipboard_changes(mica_clipboard *clipboard) { return clipboard->changes(clipboard); }

char *mica_clipboard_types(mica_clipboard *clipboard, double seconds) { return clipboard->types(clipboard, seconds); }

uint8_t *mica_clipboard_read(
    mica_clipboard *clipboard, const char *type, double seconds, size_t limit, size_t *count) {
    *count = 0;
    return clipboard->read(clipboard, type, seconds, limit, count);
}

bool mica_clipboard_offer(mica_clipboard *clipboard, const char *types, uint64_t content) {
    return clipboard->offer(clipboard, types, content);
}

void mica_clipboard_answer(mica_clipboard *clipboard, uint64_t request, const uint8_t *bytes, size_t count) {
    clipboard->answer(clipboard, request, bytes, count);
}

double mica_seconds_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

void mica_types_add(mica_type_list *list, const char *name, size_t length) {
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

/* Waits for a pipe until a time; false when it passes. */
static bool await(int file, short event, double until) {
    while (true) {
        double left = until - mica_seconds_now();
        if (left <= 0) return false;
        struct pollfd poller = {file, event, 0};
        int ready = poll(&poller, 1, left < 1000 ? (int)(left * 1000) + 1 : 1000000);
        if (ready > 0) return true;
        if (ready < 0 && errno != EINTR) return false;
    }
}

void mica_pipe_write(int file, const uint8_t *bytes, size_t count, double pause, double whole) {
    /* A reader that has gone sends SIGPIPE to this thread; it is taken off again unless it was blocked before. */
    sigset_t broken, before;
    sigemptyset(&broken);
    sigaddset(&broken, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &broken, &before);
    fcntl(file, F_SETFL, fcntl(file, F_GETFL) | O_NONBLOCK);
    size_t sent = 0;
    double last = mica_seconds_now() + whole;
    while (sent < count) {
        double until = mica_seconds_now() + pause;
        if (!await(file, POLLOUT, until < last ? until : last)) break;
        ssize_t wrote = write(file, bytes + sent, count - sent);
        if (wrote > 0) sent += (size_t)wrote;
        if (wrote < 0 && errno == EPIPE && !sigismember(&before, SIGPIPE)) {
            struct timespec none = {0, 0};
            sigtimedwait(&broken, NULL, &none);
        }
        if (wrote < 0 && errno != EAGAIN && errno != EINTR) break;
    }
    close(file);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}
