import CoreGraphics
import Foundation
import MicaTrace
import QuartzCore

/// A class of UIKit whose initialisers may be called on a metatype, on `Self`, and on a generic parameter.
///
/// Swift allows `type.init(frame:)` only for `required` initialisers; Apple's come from Objective-C, where every class
/// has them. An initialiser of a protocol's extension has no such rule. It comes second to the class's own, and makes
/// an object of exactly the class by the class's own initialiser.
///
/// The class is the one that the compiler sees: a generic parameter, or `Self`. A value of the type `UIView.Type` may
/// hold another class, which the initialiser does not learn: the compiler warns, and the object is a plain one. Pass
/// such a value to a generic function.
@preconcurrency @MainActor public protocol MetatypeMaking {}

extension UIView: MetatypeMaking {}
extension UIViewController: MetatypeMaking {}

extension MetatypeMaking where Self: UIView {
    /// Makes a view of the class with a frame, by its `init(frame:)`.
    @_disfavoredOverload
    public init(frame: CGRect) { self = UIView.make(Self.self, frame: frame) }

    /// Makes a view of the class, by its `init()`.
    @_disfavoredOverload
    public init() { self = makeObject(of: Self.self) }
}

extension MetatypeMaking where Self: UIViewController {
    /// Makes a controller of the class, by its `init()`.
    @_disfavoredOverload
    public init() { self = makeObject(of: Self.self) }

    /// Makes a controller of the class with a nib, by its `init(nibName:bundle:)`.
    @_disfavoredOverload
    public init(nibName: String?, bundle: Bundle?) {
        self = UIViewController.make(Self.self, nibName: nibName, bundle: bundle)
    }
}

extension UIViewController {
    /// The nib for the controller that `make(_:nibName:bundle:)` makes; nil otherwise.
    private static var nibToMake: (name: String?, bundle: Bundle?)?

    /// Makes a controller of a class by its `init(nibName:bundle:)`. That is reached through `init()`, as in
    /// `UIView.make(_:frame:)`; a class that overrides `init()` chooses its nib itself.
    static func make<Controller: UIViewController>(
        _ type: Controller.Type, nibName: String?, bundle: Bundle?
    ) -> Controller {
        nibToMake = (nibName, bundle)
        defer { nibToMake = nil }
        return makeObject(of: type)
    }

    /// The nib for a controller that is made by `init()`: none, but for `make(_:nibName:bundle:)`.
    static func takeNib() -> (name: String?, bundle: Bundle?) {
        defer { nibToMake = nil }
        return nibToMake ?? (nil, nil)
    }
}

extension UIView {
    /// The frame for the view that `make(_:frame:)` makes; nil otherwise.
    private static var frameToMake: CGRect?

    /// Makes a view of a class by its `init(frame:)`. That is reached through `init()`, which every class inherits and
    /// which calls it; so a class that overrides `init()` gets that call.
    package static func make<View: UIView>(_ type: View.Type, frame: CGRect) -> View {
        frameToMake = frame
        let made = makeObject(of: type)
        if frameToMake != nil {
            // The class has an `init()` of its own, which chose another frame.
            frameToMake = nil
            made.frame = frame
        }
        return made
    }

    /// The frame for a view that is made by `init()`: empty, but for `make(_:frame:)`.
    static func takeFrame() -> CGRect {
        defer { frameToMake = nil }
        return frameToMake ?? .zero
    }
}

extension MetatypeMaking where Self == UIView {
    /// Makes a plain view: the class in a value of the type `UIView.Type` is not known here. The compiler warns, and a
    /// message says so.
    @available(*, deprecated, message: "the class in a value of UIView.Type is not known: use a generic function")
    @_disfavoredOverload
    public init(frame: CGRect) {
        Notices.sayUnknownClass("UIView")
        self = UIView.make(UIView.self, frame: frame)
    }

    /// Makes a plain view, as `init(frame:)`.
    @available(*, deprecated, message: "the class in a value of UIView.Type is not known: use a generic function")
    @_disfavoredOverload
    public init() {
        Notices.sayUnknownClass("UIView")
        self = makeObject(of: UIView.self)
    }
}

extension MetatypeMaking where Self == UIViewController {
    /// Makes a plain controller: the class in a value of the type `UIViewController.Type` is not known here. The
    /// compiler warns, and a message says so.
    @available(*, deprecated, message: "the class in a UIViewController.Type is not known: use a generic function")
    @_disfavoredOverload
    public init() {
        Notices.sayUnknownClass("UIViewController")
        self = makeObject(of: UIViewController.self)
    }
}

/// Objects of a class that is a value: `mica-port` writes `MetatypeMaker.make(type, { $0.init() })` for `type.init()`.
///
/// A view or a controller is made of exactly the class in the value. For other types the closure's call counts.
@preconcurrency @MainActor public enum MetatypeMaker {
    /// The arguments of the initialiser in the closure.
    public struct Arguments: Sendable {
        fileprivate var frame: CGRect?
        fileprivate var nib: (name: String?, bundle: Bundle?) = (nil, nil)
        /// Has no arguments.
        public init() {}
        /// Has a view's frame.
        public init(frame: CGRect) { self.frame = frame }
        /// Has a controller's nib.
        public init(nibName: String?, bundle: Bundle?) { nib = (nibName, bundle) }
    }

    /// Makes a view of the class in a value.
    public static func make<View: UIView>(_ type: View.Type, _ call: (Arguments.Type) -> Arguments) -> View {
        let frame = call(Arguments.self).frame
        return frame.map { UIView.make(type, frame: $0) } ?? makeObject(of: type)
    }

    /// Makes a controller of the class in a value.
    public static func make<Controller: UIViewController>(
        _ type: Controller.Type, _ call: (Arguments.Type) -> Arguments
    ) -> Controller {
        let nib = call(Arguments.self).nib
        return UIViewController.make(type, nibName: nib.name, bundle: nib.bundle)
    }

    /// The arguments of a segue's initialiser.
    public struct SegueArguments {
        fileprivate let values: (String?, UIViewController, UIViewController)
        /// Has the identifier and the controllers of a segue.
        public init(identifier: String?, source: UIViewController, destination: UIViewController) {
            values = (identifier, source, destination)
        }
    }

    /// Makes a segue of the class in a value.
    public static func make<Segue: UIStoryboardSegue>(
        _ type: Segue.Type, _ call: (SegueArguments.Type) -> SegueArguments
    ) -> Segue {
        let (identifier, source, destination) = call(SegueArguments.self).values
        return UIStoryboardSegue.make(type, identifier, source, destination)
    }

    /// Makes a value of another type, by the closure.
    @_disfavoredOverload
    public nonisolated static func make<Value>(_ type: Value.Type, _ call: (Value.Type) throws -> Value) rethrows
        -> Value
    {
        try call(type)
    }
}

extension Notices {
    fileprivate static func sayUnknownClass(_ name: String) {
        say("\(name): an object was made by a value of \(name).Type, whose class is not known: use a generic function")
    }
}
