/* Unix stream sockets with descriptors, and sealed memory: what a render server and its clients need of the system beside Swift's
 * import of it. Every call gives what it is asked for, or the negative number of the system's error; none waits. */
#ifndef CMICASOCKET_H
#define CMICASOCKET_H
#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* How many descriptors one call takes in at most. */
enum { MICA_DESCRIPTORS = 64 };

/* A socket that listens at a path, mode 0600, close-on-exec. A socket file that nobody listens at is replaced; EADDRINUSE where
 * somebody does. */
int mica_socket_listen(const char *path);
/* A connection to a path. */
int mica_socket_connect(const char *path);
/* The next connection of a listening socket. */
int mica_socket_accept(int listener);
/* Both ends of a connection without a path. */
int mica_socket_pair(int ends[2]);
/* Who is at the other end, by SO_PEERCRED. */
int mica_socket_peer(int socket, int32_t *process, uint32_t *user);
/* Whether the other end has read all that was sent. */
bool mica_socket_is_read(int socket);

/* Sends bytes, and a descriptor with the first of them; -1 for none. Gives how many were taken. */
ssize_t mica_socket_send(int socket, const void *bytes, size_t count, int descriptor);
/* Takes bytes in, and the descriptors that come with them, close-on-exec. Gives how many bytes, 0 at the end; EMSGSIZE where more
 * descriptors came than there was room for: those that fitted are in `descriptors`. */
ssize_t mica_socket_receive(int socket, void *bytes, size_t room, int descriptors[MICA_DESCRIPTORS], int *count);

/* Waits until something has come, or some seconds have passed, to the microsecond. */
void mica_wait(struct pollfd *list, size_t count, double seconds);

/* A set of descriptors to wait for, of which other threads can change what is waited for without waking the one that waits. */
int mica_watch_make(void);
/* Puts a descriptor into a set: what is readable, or can be written to, ends a wait; so does a connection that has ended, always. */
int mica_watch_add(int watch, int descriptor, bool reads, bool writes);
int mica_watch_change(int watch, int descriptor, bool reads, bool writes);
int mica_watch_remove(int watch, int descriptor);
/* Waits for a descriptor of a set, at most for some seconds; infinity is for ever. */
void mica_watch_wait(int watch, double seconds);
/* Ends a connection both ways; whoever waits for it is woken, though others hold the descriptor. */
void mica_socket_end(int socket);

/* Has other threads run before the calling one where there is no core for all. */
void mica_thread_give_way(void);

/* A descriptor that becomes readable when another thread counts it up. */
int mica_event_make(void);
void mica_event_signal(int event);
void mica_event_clear(int event);

/* Anonymous memory of a size that neither end can change. */
int mica_memory_make(size_t size);
/* What a descriptor of the other end's is: 1 for memory whose size is sealed, 0 for memory that may shrink under a mapping and is only
 * to be read. EINVAL for all else: no call that another file system could answer late is made of it. */
int mica_memory_kind(int descriptor, uint64_t *size);
/* Maps memory, for reading or for both; NULL where that fails. */
void *mica_memory_map(int descriptor, size_t size, bool writes);
void mica_memory_unmap(void *bytes, size_t size);
/* Copies bytes past the caches, which they would fill: for what is too large for them. `into` lies at whole 16 bytes. */
void mica_memory_stream(void *into, const void *from, size_t count);
/* Reads a part of unsealed memory; false where there is less. */
bool mica_memory_read(int descriptor, void *into, size_t count, uint64_t offset);
/* Copies premultiplied pixels that somebody else may be writing to; parts beyond their alpha are brought down to it. */
void mica_memory_copy_pixels(uint32_t *into, const uint32_t *from, size_t count);
/* Brings parts beyond their alpha down to it. */
void mica_memory_clamp_pixels(uint32_t *pixels, size_t count);
#endif
