import Foundation

/// A kind of trait, such as `UITraitUserInterfaceStyle`.
///
/// The system's kinds are here. A program's own kinds compile, and never change: collections have no values for them.
/// *Source*: Apple, UITraitDefinition.
public protocol UITraitDefinition {}

/// A kind of trait as a value.
public typealias UITrait = any UITraitDefinition.Type

/// Light or dark.
public enum UITraitUserInterfaceStyle: UITraitDefinition {}
/// Narrow or wide.
public enum UITraitHorizontalSizeClass: UITraitDefinition {}
/// Low or high.
public enum UITraitVerticalSizeClass: UITraitDefinition {}
/// Pixels a point.
public enum UITraitDisplayScale: UITraitDefinition {}
/// The direction of text.
public enum UITraitLayoutDirection: UITraitDefinition {}
/// The size of text.
public enum UITraitPreferredContentSizeCategory: UITraitDefinition {}
/// The kind of device.
public enum UITraitUserInterfaceIdiom: UITraitDefinition {}
/// The depth: base or elevated.
public enum UITraitUserInterfaceLevel: UITraitDefinition {}

/// A registration, for `unregisterForTraitChanges(_:)`.
@preconcurrency @MainActor public protocol UITraitChangeRegistration: AnyObject {}

/// Registrations for changes of traits of a view or a controller.
@MainActor final class TraitObservers {
    final class Entry: UITraitChangeRegistration {
        let traits: Set<ObjectIdentifier>
        let call: (UITraitCollection) -> Void

        init(_ traits: [UITrait], _ call: @escaping (UITraitCollection) -> Void) {
            self.traits = Set(traits.map { ObjectIdentifier($0) })
            self.call = call
        }
    }

    private var entries: [Entry] = []

    func add(_ entry: Entry) { entries.append(entry) }
    func remove(_ entry: any UITraitChangeRegistration) { entries.removeAll { $0 === entry } }

    func changed(from before: UITraitCollection, to now: UITraitCollection) {
        let changed = Self.kinds.filter { $0.1(before) != $0.1(now) }.map { ObjectIdentifier($0.0) }
        for entry in entries where !entry.traits.isDisjoint(with: changed) { entry.call(before) }
    }

    private static let kinds: [(UITrait, (UITraitCollection) -> AnyHashable)] = [
        (UITraitUserInterfaceStyle.self, { $0.userInterfaceStyle }),
        (UITraitHorizontalSizeClass.self, { $0.horizontalSizeClass }),
        (UITraitVerticalSizeClass.self, { $0.verticalSizeClass }),
        (UITraitDisplayScale.self, { $0.displayScale }),
        (UITraitLayoutDirection.self, { $0.layoutDirection }),
        (UITraitPreferredContentSizeCategory.self, { $0.preferredContentSizeCategory }),
        (UITraitUserInterfaceIdiom.self, { $0.userInterfaceIdiom }),
        (UITraitUserInterfaceLevel.self, { $0.userInterfaceLevel }),
    ]
}

/// An object that calls closures when its traits change.
@preconcurrency @MainActor public protocol UITraitChangeObservable: UIResponder {}

extension UIView: UITraitChangeObservable {}
extension UIViewController: UITraitChangeObservable {}

extension UITraitChangeObservable {
    private var observers: TraitObservers? {
        (self as? UIView)?.rare?.traitObservers ?? (self as? UIViewController)?.traitObservers
    }

    private func register(_ entry: TraitObservers.Entry) {
        if let observers { return observers.add(entry) }
        let made = TraitObservers()
        made.add(entry)
        if let view = self as? UIView { view.makeRare().traitObservers = made }
        if let controller = self as? UIViewController { controller.traitObservers = made }
    }

    /// Calls a closure with this object and its old traits when one of these has changed. *Source*: Apple,
    /// UITraitChangeObservable.registerForTraitChanges(_:handler:).
    @discardableResult
    public func registerForTraitChanges(
        _ traits: [UITrait], handler: @escaping (Self, UITraitCollection) -> Void
    ) -> any UITraitChangeRegistration {
        let entry = TraitObservers.Entry(traits) { [weak self] before in if let self { handler(self, before) } }
        register(entry)
        return entry
    }

    /// Calls a method of another object, with this one as the sender, when one of these traits has changed. The object is
    /// held weakly.
    @discardableResult
    public func registerForTraitChanges(
        _ traits: [UITrait], target: Any, action: Selector
    ) -> any UITraitChangeRegistration {
        let receiver = target as AnyObject
        let entry = TraitObservers.Entry(traits) { [weak self, weak receiver] _ in
            guard let self, let receiver else { return }
            UIApplication.shared.sendAction(action, to: receiver, from: self, for: nil)
        }
        register(entry)
        return entry
    }

    /// Calls a method of this object when one of these traits has changed.
    @discardableResult
    public func registerForTraitChanges(_ traits: [UITrait], action: Selector) -> any UITraitChangeRegistration {
        registerForTraitChanges(traits, target: self, action: action)
    }

    /// Ends a registration.
    public func unregisterForTraitChanges(_ registration: any UITraitChangeRegistration) {
        observers?.remove(registration)
    }
}
