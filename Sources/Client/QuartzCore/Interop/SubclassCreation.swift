private import CMicaInterop
import Foundation

/// Creates an object of exactly the given class through its `init()`, which need not be `required`.
///
/// `layerClass`, `CAAnimation.copy()` and archives without a coder need this. Swift allows `type.init()` for `required`
/// initialisers only, but clients of Core Animation override plain `init()`. The initialiser is found in the class's
/// own vtable; `CMicaInterop.h` explains how. A subclass that neither overrides nor inherits `init()` stops the program
/// with "use of unimplemented initializer", as on Apple's platforms.
///
/// - Precondition: `init()` of the class returns an instance of the class; a failable override does not compile.
package func makeObject<Object: NSObject>(of type: Object.Type) -> Object {
    let created = unsafe mica_create_object(unsafeBitCast(type, to: UnsafeRawPointer.self))
    return unsafe Unmanaged<Object>.fromOpaque(created).takeRetainedValue()
}

/// Creates a layer of exactly the given class through its `init(layer:)`, which need not be `required`.
///
/// Presentation copies are made with this: subclasses override `init(layer:)` to copy their own properties. The remarks
/// on initialisers at `makeObject(of:)` apply here too.
///
/// - Parameters:
///   - type: the class to create, usually the dynamic class of `layer`.
///   - layer: the argument of `init(layer:)`.
package func makeLayer<Layer: CALayer>(of type: Layer.Type, copying layer: Any) -> Layer {
    let state = ThreadState.current
    let outer = state.copySource
    state.copySource = layer as? CALayer
    defer { state.copySource = outer }
    let argument = UnsafeMutablePointer<Any>.allocate(capacity: 1)
    unsafe argument.initialize(to: layer)
    // The initialiser consumes the value in `argument`, so only the memory has to be freed.
    defer { unsafe argument.deallocate() }
    let created = unsafe mica_create_layer_copy(unsafeBitCast(type, to: UnsafeRawPointer.self), argument)
    return unsafe Unmanaged<Layer>.fromOpaque(created).takeRetainedValue()
}
