import MicaTrace

extension CALayer {
    /// Keeps what a property was set to and cannot show, such as a filter of another class, for its getter; nil for what it can.
    ///
    /// Apple takes any object there, and draws nothing for those that it does not understand. It is said once.
    package func keep(_ value: Any?, _ key: String) {
        guard let value else {
            // Most layers never had one.
            if !customValues.isEmpty { customValues[key] = nil }
            return
        }
        customValues[key] = value
        Self.sayUnread(value, key)
    }

    /// What a property was set to and cannot show; nil when it shows what it was set to.
    package func storedValue(_ key: String) -> Any? { customValues.isEmpty ? nil : customValues[key] }

    /// Says once that a value of a type is not understood under a key.
    package static func sayUnread(_ value: Any?, _ key: String) {
        let element = (value as? [Any])?.first.map { " of \(Swift.type(of: $0))" } ?? ""
        let type = value.map { "\(Swift.type(of: $0))" } ?? "nil"
        Notices.say("\(key) of a layer is not understood as a \(type)\(element), and has no effect")
    }
}
