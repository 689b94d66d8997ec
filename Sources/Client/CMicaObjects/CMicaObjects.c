#include "CMicaObjects.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

// Swift's calling convention: the object comes where a method gets `self`.
typedef __attribute__((swiftcall)) void (*destroy_object)(__attribute__((swift_context)) void *object);

_Thread_local char mica_thread_mark;

// A watched class; never removed.
struct watched {
    const void *metadata;
    destroy_object destroy;
    struct watched *next;
};

enum { BUCKETS = 256 };
static _Atomic(struct watched *) table[BUCKETS];
static _Atomic(mica_deallocation) watcher_before, watcher_after;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static unsigned bucket(const void *metadata) {
    return (unsigned)(((uintptr_t)metadata >> 4) * 0x9E3779B97F4A7C15u >> 56) % BUCKETS;
}

static struct watched *find(const void *metadata) {
    struct watched *entry = atomic_load_explicit(&table[bucket(metadata)], memory_order_acquire);
    while (entry && entry->metadata != metadata) entry = entry->next;
    return entry;
}

static __attribute__((swiftcall)) void destroy_watched(__attribute__((swift_context)) void *object) {
    // The first word of an object is its class, and only watched classes have this function.
    struct watched *entry = find(*(const void *const *)object);
    atomic_load_explicit(&watcher_before, memory_order_relaxed)(object);
    entry->destroy(object);
    atomic_load_explicit(&watcher_after, memory_order_relaxed)(object);
}

int mica_watch_deallocation(const void *metadata, mica_deallocation before, mica_deallocation after) {
    if (find(metadata)) return 1;
    int watched = 1;
    pthread_mutex_lock(&lock);
    if (!find(metadata)) {
        _Atomic(destroy_object) *slot = (_Atomic(destroy_object) *)metadata - 2;
        uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), start = (uintptr_t)slot & ~(page - 1);
        struct watched *entry = malloc(sizeof *entry);
        // Metadata lies in .data or on the heap, and is writable; where a linker made it read-only, its page is made writable.
        if (!entry || mprotect((void *)start, page, PROT_READ | PROT_WRITE) != 0) {
            free(entry);
            watched = 0;
        } else {
            atomic_store(&watcher_before, before);
            atomic_store(&watcher_after, after);
            *entry = (struct watched){metadata, atomic_load(slot), atomic_load(&table[bucket(metadata)])};
            atomic_store_explicit(&table[bucket(metadata)], entry, memory_order_release);
            atomic_store_explicit(slot, destroy_watched, memory_order_release);
        }
    }
    pthread_mutex_unlock(&lock);
    return watched;
}
