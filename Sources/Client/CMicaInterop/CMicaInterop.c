#include "CMicaInterop.h"

_Thread_local struct mica_thread mica_thread_own;

// The Swift runtime: the implementation that `metatype`'s vtable has for a method.
extern void *swift_lookUpClassMethod(const void *metatype, const void *method, const void *introducing_class);

// Foundation.NSObject, and its allocating `init()`.
extern const char foundation_object_class __asm__("$s10Foundation8NSObjectCMn");
extern const char foundation_object_init __asm__("$s10Foundation8NSObjectCACycfCTq");

// QuartzCore.CALayer, and its allocating `init(layer: Any)`.
extern const char quartzcore_layer_class __asm__("$s10QuartzCore7CALayerCMn");
extern const char quartzcore_layer_init __asm__("$s10QuartzCore7CALayerC5layerACyp_tcfCTq");

// An allocating initialiser takes the metatype where a method takes `self`, and returns a retained object.
typedef __attribute__((swiftcall)) void *(*create_object)(__attribute__((swift_context)) const void *metatype);
typedef __attribute__((swiftcall)) void *(*create_layer_copy)(void *layer,
                                                              __attribute__((swift_context)) const void *metatype);

void *mica_create_object(const void *metatype) {
    create_object create =
        (create_object)swift_lookUpClassMethod(metatype, &foundation_object_init, &foundation_object_class);
    return create(metatype);
}

void *mica_create_layer_copy(const void *metatype, void *layer) {
    create_layer_copy create =
        (create_layer_copy)swift_lookUpClassMethod(metatype, &quartzcore_layer_init, &quartzcore_layer_class);
    return create(layer, metatype);
}
