// Creates instances of Swift classes from their metatypes, through initialisers that are not `required`.
//
// Swift refuses `type.init()` for a metatype unless the initialiser is `required`, because a subclass need not inherit
// it. Apple's Objective-C runtime has no such rule, and clients of Core Animation rely on that: their layers and
// animations override `init()` and `init(layer:)` without `required`, and the framework creates them nevertheless.
// The class itself knows the answer: every designated initialiser has a slot in its vtable, and a subclass that
// overrides or inherits it has filled the slot. (One that does neither has a stub there, which stops the program with
// "use of unimplemented initializer", as on Apple's platforms.)
//
// `swift_lookUpClassMethod` reads the slot. It is part of the Swift runtime's stable interface. Its arguments are the
// class that introduced the method (its context descriptor) and the method (its method descriptor). Both are symbols
// with mangled names; C can name them, Swift cannot.
//
// This target refers to symbols of QuartzCore: nothing but QuartzCore may depend on it.

#ifndef MICA_INTEROP_H
#define MICA_INTEROP_H

/// Calls `init()` of a class derived from Foundation's NSObject, as that class overrides it.
///
/// `metatype` is the class's metadata. Returns the new object with a reference count of one, owned by the caller.
void *_Nonnull mica_create_object(const void *_Nonnull metatype);

/// Calls `init(layer: Any)` of a class derived from CALayer, as that class overrides it.
///
/// `metatype` is the class's metadata, and `layer` points to an initialised Swift `Any`, which the call consumes.
/// Returns the new object with a reference count of one, owned by the caller.
void *_Nonnull mica_create_layer_copy(const void *_Nonnull metatype, void *_Nonnull layer);

/// The values of a thread's transactions that each change of a layer needs, without reading an object: whether changes
/// look for no actions, and the context that was noted last, as a number; 0 for none.
struct mica_thread {
    _Bool disables_actions;
    unsigned long listed_context;
};
extern _Thread_local struct mica_thread mica_thread_own;
/* A number that no other living thread has; never 0. */
static inline unsigned long mica_thread_number(void) { return (unsigned long)&mica_thread_own; }
static inline _Bool mica_disables_actions(void) { return mica_thread_own.disables_actions; }
static inline void mica_set_disables_actions(_Bool value) { mica_thread_own.disables_actions = value; }
static inline unsigned long mica_listed_context(void) { return mica_thread_own.listed_context; }
static inline void mica_set_listed_context(unsigned long value) { mica_thread_own.listed_context = value; }

#endif
