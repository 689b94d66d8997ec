private import CMicaInterop
import Foundation

/// Creates an object of exactly the given class through its `init()`, which need not be `required`.
///
/// This is what `layerClass`, `CAAnimation.copy()` and archives without a coder need: Swift itself allows
/// `type.init()` for `required` initialisers only, but clients of Core Animation override plain `init()`. The
/// initialiser is found in the class's own vtable; `CMicaInterop.h` says how. A subclass that neither overrides nor
/// inherits `init()` stops the program with "use of unimplemented initializer", as on Apple's platforms.
///
/// - Precondition: `init()` of the class returns an instance of the class; a failable override does not compile.
package func makeObject<Object: NSObject>(of type: Object.Type) -> Object {
    let created = unsafe mica_create_object(unsafeBitCast(type, to: UnsafeRawPointer.self))
    return unsafe Unmanaged<Object>.fromOpaque(created).takeRetainedValue()
}

/// What lets `(layerClass as! CALayer.Type).init()` make a layer: Swift takes an initialiser of a class for a class that is
/// known at run time alone only where it is `required`, which clients' own `override init()` are not; one of a protocol may
/// stand for any object.
public protocol CreatableLayer {}

extension CALayer: CreatableLayer {}

extension CreatableLayer where Self: CALayer {
    /// Makes a layer of exactly this class, through its own `init()`.
    ///
    /// - Precondition: the class overrides or inherits `init()`.
    public init() { self = makeObject(of: Self.self) }
}

/// Creates a layer of exactly the given class through its `init(layer:)`, which need not be `required`.
///
/// Presentation copies are made with this: subclasses override `init(layer:)` to copy what they added. What
/// `makeObject(of:)` says about initialisers holds here too.
///
/// - Parameters:
///   - type: The class to create, commonly the dynamic class of `layer`.
///   - layer: What `init(layer:)` is given.
package func makeLayer<Layer: CALayer>(of type: Layer.Type, copying layer: Any) -> Layer {
    let argument = UnsafeMutablePointer<Any>.allocate(capacity: 1)
    unsafe argument.initialize(to: layer)
    // The initialiser consumes what `argument` points to, so that only the memory is left to give back.
    defer { unsafe argument.deallocate() }
    let created = unsafe mica_create_layer_copy(unsafeBitCast(type, to: UnsafeRawPointer.self), argument)
    return unsafe Unmanaged<Layer>.fromOpaque(created).takeRetainedValue()
}
