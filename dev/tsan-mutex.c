// Tells the thread sanitizer what Swift's Mutex does where threads meet. The way of a mutex that nobody holds is inlined into
// instrumented code; the other one is in libswiftSynchronization, which is not instrumented, so that all that a mutex guards
// would be reported as a race. dev/sanitize loads this before that library.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define HANDLE __attribute__((swift_context)) void *

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"

// Of the sanitizer's runtime; not there in the programs that start the tests.
extern void __tsan_acquire(void *) __attribute__((weak));
extern void __tsan_release(void *) __attribute__((weak));

SWIFT void lock(uint32_t thread, HANDLE handle) __asm__(LOCK);
SWIFT void unlock(HANDLE handle) __asm__(UNLOCK);
SWIFT bool try_lock(HANDLE handle) __asm__(TRY_LOCK);

SWIFT void lock(uint32_t thread, HANDLE handle) {
    ((SWIFT void (*)(uint32_t, HANDLE))dlsym(RTLD_NEXT, LOCK))(thread, handle);
    if (__tsan_acquire) __tsan_acquire(handle);
}

SWIFT void unlock(HANDLE handle) {
    if (__tsan_release) __tsan_release(handle);
    ((SWIFT void (*)(HANDLE))dlsym(RTLD_NEXT, UNLOCK))(handle);
}

SWIFT bool try_lock(HANDLE handle) {
    bool taken = ((SWIFT bool (*)(HANDLE))dlsym(RTLD_NEXT, TRY_LOCK))(handle);
    if (taken && __tsan_acquire) __tsan_acquire(handle);
    return taken;
}
