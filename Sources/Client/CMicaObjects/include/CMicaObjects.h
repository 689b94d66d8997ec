// Calls a function when a Swift object goes, whatever its class: what associated objects are released by.
//
// Swift on Linux has no hook for that. Every class's metadata holds the function that ends its instances, two words before
// the address point (swift/ABI/Metadata.h: HeapMetadataHeaderPrefix::destroy), and the runtime calls it through the
// metadata when the last strong reference goes. `mica_watch_deallocation` puts a function of ours into that word of one
// class, once, which calls the class's own between two calls of the watcher. Classes that were never watched are as they were.
#ifndef CMICA_OBJECTS_H
#define CMICA_OBJECTS_H

/// Called when an object is deallocated.
typedef void (*mica_deallocation)(const void *_Nonnull object);

/// Has `before` and `after` called around the end of every instance of exactly this class, subclasses not included.
///
/// `metadata` is the class's metadata. All calls give the same two functions. `object` is not to be retained.
/// Returns 0 when the metadata cannot be written; the class is as it was then. Threads may call it at once.
int mica_watch_deallocation(const void *_Nonnull metadata, mica_deallocation _Nonnull before,
                            mica_deallocation _Nonnull after);

/// A number that is the calling thread's as long as it lives.
static inline unsigned long mica_thread_identity(void) {
    extern _Thread_local char mica_thread_mark;
    return (unsigned long)&mica_thread_mark;
}

#endif
