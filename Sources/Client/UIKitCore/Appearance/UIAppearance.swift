import Foundation

/// A class of which all objects can get values at once.
///
/// `appearance()` gives an object of the class that is shown nowhere, the proxy. Values that a program sets on it are
/// given to the objects of the class, and of its subclasses, when they enter a window or a bar. Values that were set on
/// an object itself stay.
///
/// Apple's proxy records messages of Objective-C. This one is a plain object, which needs no messages: the library
/// compares it with its state at the beginning, property by property, and copies the differences. So it has the
/// properties that `AppearanceProperties` lists for the library's classes; properties of a program's own subclass are not
/// copied, and a value that is set to the default counts as not set.
///
/// *Source*: Apple, UIAppearance.
@preconcurrency @MainActor public protocol UIAppearance: NSObjectProtocol {}

/// A class whose objects contain others, for `appearance(whenContainedInInstancesOf:)`.
@preconcurrency @MainActor public protocol UIAppearanceContainer: NSObjectProtocol {}

extension UIAppearance where Self: NSObject {
    /// The proxy of the class.
    public static func appearance() -> Self { AppearanceStore.proxy(of: Self.self, in: [], nil) }

    /// The proxy of the class for objects in containers of these classes, the innermost first. More containers win over
    /// fewer.
    public static func appearance(whenContainedInInstancesOf containerTypes: [any UIAppearanceContainer.Type]) -> Self {
        AppearanceStore.proxy(of: Self.self, in: containerTypes, nil)
    }

    /// The proxy of the class for objects with these traits.
    public static func appearance(for trait: UITraitCollection) -> Self {
        AppearanceStore.proxy(of: Self.self, in: [], trait)
    }

    /// The proxy of the class for objects with these traits, in containers of these classes, the innermost first.
    public static func appearance(
        for trait: UITraitCollection, whenContainedInInstancesOf containerTypes: [any UIAppearanceContainer.Type]
    ) -> Self { AppearanceStore.proxy(of: Self.self, in: containerTypes, trait) }
}

extension UIView: UIAppearance, UIAppearanceContainer {}
extension UIBarItem: UIAppearance, UIAppearanceContainer {}
extension UIViewController: UIAppearanceContainer {}
extension UIPresentationController: UIAppearanceContainer {}
