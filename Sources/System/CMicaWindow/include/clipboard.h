/* The desktop's clipboard with content of several types, on X11 and Wayland.
 *
 * Own content is offered by its types, and its bytes are made when another program asks. Other programs' content is
 * read with a limit of time and of size; on Wayland, SDL reads it. */
#ifndef CMICAWINDOW_CLIPBOARD_H
#define CMICAWINDOW_CLIPBOARD_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct mica_clipboard mica_clipboard;

typedef struct {
    /* Another program has copied something, or there is nothing to paste any more. On a thread of the clipboard's. */
    void (*changed)(void);
    /* Another program asks for own content, of the number that mica_clipboard_offer was given. It is answered by
       mica_clipboard_answer, once, on any thread. On a thread of the clipboard's. */
    void (*asked)(uint64_t request, uint64_t content, const char *type);
} mica_clipboard_calls;

struct mica_wayland;

/* The clipboard of the X server of an Xlib connection, by a connection of its own; NULL when that fails, or when the
   server has no XFIXES. */
mica_clipboard *mica_clipboard_open_x11(void *display, mica_clipboard_calls calls);
/* The clipboard of a Wayland connection, for own content; mica_clipboard_types and mica_clipboard_read have none there.
   NULL when the server has none. Called before another thread reads the connection. */
mica_clipboard *mica_clipboard_open_wayland(struct mica_wayland *wayland, mica_clipboard_calls calls);

/* How often other programs have changed the clipboard; on Wayland, how often they have replaced own content. */
uint64_t mica_clipboard_changes(mica_clipboard *clipboard);
/* The types of another program's content, one a line, which the caller frees; NULL for none, for own content, and when
   the other program does not answer within some seconds. */
char *mica_clipboard_types(mica_clipboard *clipboard, double seconds);
/* Another program's content of a type, which the caller frees; NULL for none, for more than `limit` bytes, and when it
   is not complete within some seconds. One thread calls this and mica_clipboard_types. */
uint8_t *mica_clipboard_read(
    mica_clipboard *clipboard, const char *type, double seconds, size_t limit, size_t *count);
/* Offers own content with types, one a line, the best first. `content` is a number for it. */
bool mica_clipboard_offer(mica_clipboard *clipboard, const char *types, uint64_t content);
/* Gives the bytes of a request; NULL refuses it. On Wayland, waits until they are taken or the time is over: 10 seconds
   without a byte, or 60 in all. Any thread may call it. */
void mica_clipboard_answer(mica_clipboard *clipboard, uint64_t request, const uint8_t *bytes, size_t count);

/* Writes bytes into a pipe, and closes it. Gives up when nothing is read for `pause` seconds, and after `whole` seconds.
   A reader that has gone ends nothing. */
void mica_pipe_write(int file, const uint8_t *bytes, size_t count, double pause, double whole);

#endif
