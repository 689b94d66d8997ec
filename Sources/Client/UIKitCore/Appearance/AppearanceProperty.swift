import Foundation

/// A value that a proxy can give to objects of a class.
@MainActor package struct AppearanceProperty {
    let owner: AnyClass
    /// The key path, or the name of a value that methods read and write: no two properties have the same.
    let key: AnyHashable
    /// Reads the value; nil for none.
    let get: (NSObject) -> Any?
    let set: (NSObject, Any?) -> Void
    private let isSame: (Any, Any) -> Bool

    func same(_ a: Any?, _ b: Any?) -> Bool {
        guard let a, let b else { return a == nil && b == nil }
        return isSame(a, b)
    }

    /// A property with a value that is always there.
    package init<Root: NSObject, Value: Equatable>(_ path: ReferenceWritableKeyPath<Root, Value>) {
        self.init(
            key: path, { (root: Root) in root[keyPath: path] },
            { (root: Root, value: Value?) in if let value { root[keyPath: path] = value } })
    }

    /// A property whose value may be nil.
    package init<Root: NSObject, Value: Equatable>(_ path: ReferenceWritableKeyPath<Root, Value?>) {
        self.init(key: path, { (root: Root) in root[keyPath: path] }, { $0[keyPath: path] = $1 })
    }

    /// A value that methods read and write.
    package init<Root: NSObject, Value: Equatable>(
        _ name: String, _ get: @escaping (Root) -> Value?, _ set: @escaping (Root, Value?) -> Void
    ) {
        self.init(key: name, get, set)
    }

    /// Attributes of a text.
    package init<Root: NSObject>(
        attributes name: String, _ get: @escaping (Root) -> [NSAttributedString.Key: Any]?,
        _ set: @escaping (Root, [NSAttributedString.Key: Any]?) -> Void
    ) {
        self.init(key: name, get, set) { a, b in
            typealias Attributes = [NSAttributedString.Key: Any]
            guard let a = a as? Attributes, let b = b as? Attributes, a.count == b.count else { return false }
            return a.allSatisfy { key, value in
                guard let other = b[key] else { return false }
                if let value = value as? AnyHashable, let other = other as? AnyHashable { return value == other }
                return (value as AnyObject) === (other as AnyObject)
            }
        }
    }

    private init<Root: NSObject, Value: Equatable>(
        key: AnyHashable, _ get: @escaping (Root) -> Value?, _ set: @escaping (Root, Value?) -> Void
    ) {
        self.init(key: key, get, set) { ($0 as? Value) == ($1 as? Value) }
    }

    private init<Root: NSObject, Value>(
        key: AnyHashable, _ get: @escaping (Root) -> Value?, _ set: @escaping (Root, Value?) -> Void,
        _ isSame: @escaping (Any, Any) -> Bool
    ) {
        (owner, self.key, self.isSame) = (Root.self, key, isSame)
        self.get = { ($0 as? Root).flatMap(get) }
        self.set = { if let root = $0 as? Root { set(root, $1 as? Value) } }
    }
}

/// The values that a proxy can give to objects of a class of the library.
@MainActor package struct AppearanceTable {
    /// The class, whose new objects have the defaults.
    let holder: NSObject.Type
    /// The values, besides those of the superclasses.
    let properties: [AppearanceProperty]

    /// Makes a table of a class.
    package init(of holder: NSObject.Type, _ properties: [AppearanceProperty]) {
        (self.holder, self.properties) = (holder, properties)
    }
}

/// A class of UIKit's other modules whose objects a proxy can change.
@MainActor package protocol AppearanceHolder: NSObject {
    /// The class's table, which subclasses of a program have, too.
    static var appearanceTable: AppearanceTable { get }
}
