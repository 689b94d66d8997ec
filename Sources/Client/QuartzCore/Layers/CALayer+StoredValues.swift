import MicaTrace

extension CALayer {
    /// Stores a value that a property cannot show, such as a filter of an unknown class, for its getter. nil for a
    /// value that it can show.
    ///
    /// Apple accepts any object there and draws nothing for objects that it does not understand. A warning is printed
    /// once.
    package func keep(_ value: Any?, _ key: String) {
        guard let value else {
            // Most layers never had one.
            if !customValues.isEmpty { lock.locked { customValues[key] = nil } }
            return
        }
        lock.locked { customValues[key] = value }
        Self.sayUnread(value, key)
    }

    /// The stored value of a property that cannot show it; nil when the property shows its value.
    package func storedValue(_ key: String) -> Any? {
        customValues.isEmpty ? nil : lock.locked { customValues[key] }
    }

    /// Warns once that a value of a type is not understood under a key.
    package static func sayUnread(_ value: Any?, _ key: String) {
        let element = (value as? [Any])?.first.map { " of \(Swift.type(of: $0))" } ?? ""
        let type = value.map { "\(Swift.type(of: $0))" } ?? "nil"
        Notices.say("\(key) of a layer is not understood as a \(type)\(element), and has no effect")
    }
}
