// Counts allocations by standing in front of glibc's: a program's own malloc is found before the library's, by the Swift
// runtime and Foundation as well. The memory itself is still glibc's, so that its free() takes it back.
#include "CMicaAllocations.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define MICA_IS_SANITIZED 1
#endif
#endif

#if defined(__GLIBC__) && !defined(MICA_IS_SANITIZED) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

// Each thread counts its own.
static _Thread_local unsigned long long count;

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static void note(void) { count++; }

void *malloc(size_t size) {
    note();
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    note();
    return __libc_calloc(number, size);
}

void *realloc(void *old, size_t size) {
    note();
    return __libc_realloc(old, size);
}

void *memalign(size_t alignment, size_t size) {
    note();
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    note();
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
    if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0) return EINVAL;
    note();
    void *block = __libc_memalign(alignment, size);
    if (!block) return ENOMEM;
    *result = block;
    return 0;
}

unsigned long long mica_allocation_count(void) { return count; }

int mica_allocations_are_counted(void) { return 1; }

#else

unsigned long long mica_allocation_count(void) { return 0; }

int mica_allocations_are_counted(void) { return 0; }

#endif

#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 33)
#include <malloc.h>
unsigned long long mica_allocated_bytes(void) {
    struct mallinfo2 state = mallinfo2();
    return (unsigned long long)state.uordblks + state.hblkhd;
}
#else
unsigned long long mica_allocated_bytes(void) { return 0; }
#endif
