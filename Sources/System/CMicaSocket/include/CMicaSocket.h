/* Unix stream sockets with descriptors, and sealed memory, for render servers and clients: calls that Swift's import
 * of the system lacks. Every call returns its result, or the negative system error; none blocks, except those that
 * say so. */
#ifndef CMICASOCKET_H
#define CMICASOCKET_H
#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* The most descriptors that one call receives. */
enum { MICA_DESCRIPTORS = 64 };

/* Makes a socket that listens at a path, mode 0600, close-on-exec. Replaces a socket file without a listener;
 * EADDRINUSE if there is a listener. */
int mica_socket_listen(const char *path);
/* Connects to a path. */
int mica_socket_connect(const char *path);
/* Accepts the next connection of a listening socket. */
int mica_socket_accept(int listener);
/* Makes both ends of a connection without a path. */
int mica_socket_pair(int ends[2]);
/* The process and user at the other end, by SO_PEERCRED. */
int mica_socket_peer(int socket, int32_t *process, uint32_t *user);
/* Whether the other end has read everything that was sent. */
bool mica_socket_is_read(int socket);

/* Sends bytes, and a descriptor with the first of them; -1 for none. Returns the number of bytes taken. */
ssize_t mica_socket_send(int socket, const void *bytes, size_t count, int descriptor);
/* Receives bytes, and the descriptors with them, close-on-exec. Returns the number of bytes, 0 at the end; EMSGSIZE
 * if more descriptors came than fit: those that fit are in `descriptors`. */
ssize_t mica_socket_receive(int socket, void *bytes, size_t room, int descriptors[MICA_DESCRIPTORS], int *count);

/* Waits for events, at most some seconds, with a resolution of a microsecond. */
void mica_wait(struct pollfd *list, size_t count, double seconds);

/* Makes a set of descriptors to wait for. Other threads can change it without waking the waiting thread. */
int mica_watch_make(void);
/* Adds a descriptor to a set. A wait ends when the descriptor is readable or writable, as selected, and always when
   its connection has ended. */
int mica_watch_add(int watch, int descriptor, bool reads, bool writes);
int mica_watch_change(int watch, int descriptor, bool reads, bool writes);
int mica_watch_remove(int watch, int descriptor);
/* Waits for a descriptor of a set, at most some seconds; infinity waits for ever. */
void mica_watch_wait(int watch, double seconds);
/* Ends a connection in both directions, and wakes whoever waits for it, even if others hold the descriptor. */
void mica_socket_end(int socket);

/* Lets other threads run before the calling thread when there are too few cores. */
void mica_thread_give_way(void);

/* Makes a descriptor that becomes readable when another thread increases its counter. */
int mica_event_make(void);
void mica_event_signal(int event);
void mica_event_clear(int event);

/* Makes anonymous memory whose size neither end can change. */
int mica_memory_make(size_t size);
/* The kind of a descriptor from the other end: 1 for memory with a sealed size; 0 for memory that may shrink under a
 * mapping, and may only be read. EINVAL for everything else: no call is made that another file system could delay. */
int mica_memory_kind(int descriptor, uint64_t *size);
/* Maps memory for reading, or for reading and writing; NULL on failure. */
void *mica_memory_map(int descriptor, size_t size, bool writes);
void mica_memory_unmap(void *bytes, size_t size);
/* Copies bytes around the caches, for data too large for them. `into` must be aligned to 16 bytes. */
void mica_memory_stream(void *into, const void *from, size_t count);
/* Reads a part of unsealed memory; false when the memory is shorter. */
bool mica_memory_read(int descriptor, void *into, size_t count, uint64_t offset);
/* Copies premultiplied pixels that another process may be writing to; channels are limited to their alpha. */
void mica_memory_copy_pixels(uint32_t *into, const uint32_t *from, size_t count);
/* Limits channels to their alpha. */
void mica_memory_clamp_pixels(uint32_t *pixels, size_t count);
/* Gives the allocator's free pages back to the system, where the C library can: all free blocks, and the free end of the
   calling thread's own memory, which no other thread can give back. Takes milliseconds. */
void mica_return_memory(void);
/* From now on the allocator keeps freed blocks of up to 32 MiB, and 128 MiB at the end of each thread's memory, for the
   next ones: for a program that makes equally large pictures over and over. */
void mica_keep_memory(void);
#endif
