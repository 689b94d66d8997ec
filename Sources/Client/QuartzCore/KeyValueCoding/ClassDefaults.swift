import Foundation
import MicaWire
import Synchronization

/// The values with which objects of a class begin, where its `defaultValue(forKey:)` is another than the framework's.
///
/// *Source*: Apple, Core Animation Programming Guide, "Key-Value Coding Extensions", listing C-1: a class that answers
/// true for `masksToBounds` has layers that mask. It says that CAAnimation and CALayer support it.
private struct ClassDefaults<Value: Sendable>: Sendable {
    private var known: [ObjectIdentifier: [Value]] = [:]

    /// A class's values, found out once.
    static func of(_ type: AnyClass, in store: borrowing Mutex<Self>, _ find: () -> [Value]) -> [Value] {
        let key = ObjectIdentifier(type)
        if let found = store.withLock({ $0.known[key] }) { return found }
        // Outside of the lock: this runs code of the program, which may make other layers.
        let found = find()
        store.withLock { $0.known[key] = found }
        return found
    }

    init() {}
}

/// A property of the state with the value that a class begins with.
private struct StateDefault: Sendable {
    let property: PropertyID
    let value: PropertyValue
}

private let layerDefaults = Mutex(ClassDefaults<StateDefault>())
private let displayDefaults = Mutex(ClassDefaults<DisplayKey>())
private let animationDefaults = Mutex(ClassDefaults<String>())

extension CALayer {
    /// Gives a new layer the values that its class says are the defaults. They do not count as set.
    ///
    /// Images, filters and masks are left out: for these the class's answer changes no layer.
    func adoptClassDefaults() {
        let type = type(of: self)
        for entry in ClassDefaults.of(type, in: layerDefaults, { Self.stateDefaults(of: type) }) {
            state.set(entry.property, to: entry.value)
        }
        for key in ClassDefaults.of(type, in: displayDefaults, { Self.changedDisplayKeys(of: type) }) {
            _ = key.write(type.defaultValue(forKey: key.rawValue), self)
        }
    }

    private static func stateDefaults(of type: CALayer.Type) -> [StateDefault] {
        var found: [StateDefault] = []
        for row in LayerPropertyTable.rows where !row.owners.isDisjoint(with: type.classes) {
            switch row.kind {
            case .image, .layer, .filters, .cells: continue
            default: break
            }
            guard row.property != .compositingFilter, let object = type.defaultValue(forKey: row.key),
                let value = PropertyValue(object: object, kind: row.kind), value != .none, value != row.defaultValue
            else { continue }
            found.append(StateDefault(property: row.property, value: value))
        }
        return found
    }

    private static func changedDisplayKeys(of type: CALayer.Type) -> [DisplayKey] {
        DisplayKey.allCases.filter { key in
            guard let value = type.defaultValue(forKey: key.rawValue) as? NSObject else { return false }
            return !value.isEqual(key.defaultValue)
        }
    }
}

extension CAAnimation {
    /// Gives a new animation the values that its class says are the defaults.
    func adoptClassDefaults() {
        let type = type(of: self)
        let keys = ClassDefaults.of(type, in: animationDefaults) {
            type.rows.map(\.key).filter { key in
                guard let value = type.defaultValue(forKey: key) else { return false }
                let standard = type.standardValue(key)
                if let name = value as? String { return name != standard as? String }
                guard let number = PropertyValue(object: value, kind: .number) else { return true }
                return PropertyValue(object: standard, kind: .number) != number
            }
        }
        if keys.isEmpty { return }
        for row in type.rows where keys.contains(row.key) { _ = row.write(self, type.defaultValue(forKey: row.key)) }
    }
}
