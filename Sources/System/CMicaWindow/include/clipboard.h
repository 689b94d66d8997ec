/* The clipboard of an X server, with content of several types.
 *
 * Own content is offered by its types, and its bytes are made when another program asks. Other programs' content is
 * read with a limit of time and of size. */
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

/* The clipboard of the X server of an Xlib connection, by a connection of its own; NULL when that fails, or when the
   server has no XFIXES. */
mica_clipboard *mica_clipboard_open(void *display, mica_clipboard_calls calls);

/* How often other programs have changed the clipboard. */
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
/* Gives the bytes of a request; NULL refuses it. Any thread may call it. */
void mica_clipboard_answer(mica_clipboard *clipboard, uint64_t request, const uint8_t *bytes, size_t count);

#endif
