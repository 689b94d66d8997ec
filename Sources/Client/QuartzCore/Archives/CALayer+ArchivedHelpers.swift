import Foundation

/// Dictionaries in archives, with strings as keys and archived values.
extension ArchivedValue {
    /// The greatest depth of nested lists and dictionaries in an archive.
    static let deepest = 64

    /// A dictionary as an object for an archive. An entry is left out if its key is no string, or if archives cannot
    /// hold its value.
    static func archived(_ dictionary: [AnyHashable: Any]) -> NSDictionary {
        let pairs = dictionary.compactMap { key, value in
            (key.base as? String).flatMap { key in archived(value).map { (key, $0) } }
        }.sorted { $0.0 < $1.0 }
        return NSDictionary(dictionary: [
            "kind": NSString(string: "dictionary"), "keys": NSArray(array: pairs.map { NSString(string: $0.0) }),
            "values": NSArray(array: pairs.map { $0.1 }),
        ])
    }

    /// The dictionary in an archive; nil when it is damaged.
    static func restored(keyed dictionary: [String: Any], _ restore: (Any) -> Any?) -> [String: Any]? {
        guard let keys = dictionary["keys"] as? [Any], let values = dictionary["values"] as? [Any],
            keys.count == values.count
        else { return nil }
        var result: [String: Any] = [:]
        for (key, value) in zip(keys, values) {
            guard let key = key as? String, let value = restore(value) else { return nil }
            result[key] = value
        }
        return result
    }
}

/// Actions, style and layout manager in archives.
extension CALayer {
    /// Writes the style, the actions that are animations or NSNull, and the layout manager if it can be archived.
    func writeHelpers(_ coder: NSCoder) {
        if let actions, shouldArchiveValue(forKey: "actions") {
            let archivable = actions.filter { $0.value is CAAnimation || $0.value is NSNull }
            coder.encode(ArchivedValue.archived(archivable as [AnyHashable: Any]), forKey: "actions")
        }
        if let style, shouldArchiveValue(forKey: "style") {
            coder.encode(ArchivedValue.archived(style), forKey: "style")
        }
        if let manager = layoutManager as? any NSObjectProtocol & NSSecureCoding,
            shouldArchiveValue(forKey: "layoutManager")
        {
            coder.encode(manager, forKey: "layoutManager")
        }
    }

    /// Reads the values that `writeHelpers` wrote; false when one is damaged.
    func readHelpers(_ coder: NSCoder) -> Bool {
        if coder.containsValue(forKey: "actions") {
            guard let found = ArchivedValue.decode(coder, "actions") as? [String: Any] else { return false }
            actions = found.compactMapValues { $0 as? any CAAction }
        }
        if coder.containsValue(forKey: "style") {
            guard let found = ArchivedValue.decode(coder, "style") as? [String: Any] else { return false }
            style = found
        }
        if coder.containsValue(forKey: "layoutManager") {
            guard let manager = coder.decodeObject(of: CAConstraintLayoutManager.self, forKey: "layoutManager") else {
                return false
            }
            layoutManager = manager
        }
        return true
    }
}
