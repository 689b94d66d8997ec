/* The memory of an engine: small blocks in one region, which can be kept and restored as a whole; large blocks apart.
   A part of CLibDuktape.c. */
#ifndef SCRIPT_HEAP_H
#define SCRIPT_HEAP_H
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum {
    SCRIPT_HEAP_UNIT = 16,        /* sizes and places of blocks are multiples of it */
    SCRIPT_HEAP_LARGE = 32 << 10, /* larger blocks are not in the region */
    SCRIPT_HEAP_CLASSES = 96
};

/* A block outside of the region. */
typedef struct script_block {
    struct script_block *next, *previous;
} script_block;

typedef struct {
    char *region;
    size_t used, capacity;
    void *free[SCRIPT_HEAP_CLASSES]; /* released blocks of each class of sizes, each with the address of the next */
    script_block *large;
} script_heap;

/* Before each block: the bytes that were asked for. Blocks stay aligned to 16 bytes. */
enum { HEAD = 16 };

/* What is restored takes memory beyond this many bytes back from the process. */
enum { WARM = 2 << 20 };

/* Kept copies begin with the heap's values. */
typedef struct {
    script_heap heap;
    char bytes[];
} copy;

/* Makes a heap for at most `most` bytes of blocks. 0 without address space. */
static int script_heap_make(script_heap *heap, size_t most) {
    /* Blocks of a class are not divided for other classes: twice the room. It is used only as far as it is needed. */
    size_t capacity = 2 * most;
    void *region = mmap(NULL, capacity, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (region == MAP_FAILED) return 0;
    *heap = (script_heap){.region = region, .capacity = capacity};
    return 1;
}

static void release_large(script_heap *heap) {
    while (heap->large) {
        script_block *next = heap->large->next;
        free(heap->large);
        heap->large = next;
    }
}

static void script_heap_end(script_heap *heap) {
    release_large(heap);
    munmap(heap->region, heap->capacity);
}

/* The class of a size with its head, and the size of its blocks: each 16 bytes up to 512, then four for each doubling. */
static int class_of(size_t size, size_t *whole) {
    size_t units = (size + HEAD + SCRIPT_HEAP_UNIT - 1) / SCRIPT_HEAP_UNIT;
    if (units <= 32) {
        *whole = units * SCRIPT_HEAP_UNIT;
        return (int)units - 1;
    }
    int power = 63 - __builtin_clzll(units - 1);
    size_t step = (size_t)1 << (power - 2);
    size_t count = (units + step - 1) / step; /* 5 to 8 */
    *whole = count * step * SCRIPT_HEAP_UNIT;
    return 32 + (power - 5) * 4 + (int)count - 5;
}

static size_t *head_of(const void *block) { return (size_t *)(void *)((char *)block - HEAD); }

/* The bytes of a block that were asked for. */
static size_t script_heap_size(const void *block) { return *head_of(block); }

static void *take_large(script_heap *heap, script_block *old, size_t size) {
    script_block *made = realloc(old, sizeof(script_block) + HEAD + size);
    if (!made) return NULL;
    if (!old) {
        *made = (script_block){.next = heap->large};
        heap->large = made;
    }
    if (made->previous) made->previous->next = made;
    else heap->large = made;
    if (made->next) made->next->previous = made;
    char *block = (char *)(made + 1) + HEAD;
    *head_of(block) = size;
    return block;
}

static void *take(script_heap *heap, size_t size) {
    if (size > SCRIPT_HEAP_LARGE) return take_large(heap, NULL, size);
    size_t whole;
    int class = class_of(size, &whole);
    char *made = heap->free[class];
    if (made) {
        memcpy(&heap->free[class], made, sizeof(void *));
    } else {
        if (whole > heap->capacity - heap->used) return NULL;
        made = heap->region + heap->used;
        heap->used += whole;
    }
    char *block = made + HEAD;
    *head_of(block) = size;
    return block;
}

static script_block *large_of(void *block) { return (script_block *)(void *)((char *)block - HEAD) - 1; }

static void give(script_heap *heap, void *block) {
    size_t size = script_heap_size(block), whole;
    if (size > SCRIPT_HEAP_LARGE) {
        script_block *large = large_of(block);
        if (large->previous) large->previous->next = large->next;
        else heap->large = large->next;
        if (large->next) large->next->previous = large->previous;
        free(large);
        return;
    }
    int class = class_of(size, &whole);
    void *made = (char *)block - HEAD;
    memcpy(made, &heap->free[class], sizeof(void *));
    heap->free[class] = made;
}

/* A block for `size` bytes with the first bytes of `old`, which is released; NULL without memory, and `old` stays.
   0 bytes release it. */
static void *script_heap_resize(script_heap *heap, void *old, size_t size) {
    if (!size) {
        if (old) give(heap, old);
        return NULL;
    }
    if (!old) return take(heap, size);
    size_t had = script_heap_size(old), before, after;
    if (had > SCRIPT_HEAP_LARGE && size > SCRIPT_HEAP_LARGE) return take_large(heap, large_of(old), size);
    if (had <= SCRIPT_HEAP_LARGE && size <= SCRIPT_HEAP_LARGE && class_of(had, &before) == class_of(size, &after)) {
        *head_of(old) = size;
        return old;
    }
    void *made = take(heap, size);
    if (!made) return NULL;
    memcpy(made, old, had < size ? had : size);
    give(heap, old);
    return made;
}

/* Copies the region and the heap's own values. NULL if large blocks are in use, or without memory. */
static void *script_heap_keep(const script_heap *heap) {
    if (heap->large) return NULL;
    copy *kept = malloc(sizeof(copy) + heap->used);
    if (!kept) return NULL;
    kept->heap = *heap;
    memcpy(kept->bytes, heap->region, heap->used);
    return kept;
}

/* Makes all blocks what they were when they were kept. */
static void script_heap_restore(script_heap *heap, const void *state) {
    const copy *kept = state;
    release_large(heap);
    size_t warm = kept->heap.used + WARM;
    if (heap->used > warm) {
        size_t first = (warm + 4095) & ~(size_t)4095;
        if (first < heap->used) madvise(heap->region + first, heap->used - first, MADV_DONTNEED);
    }
    *heap = kept->heap;
    memcpy(heap->region, kept->bytes, heap->used);
}
#endif
