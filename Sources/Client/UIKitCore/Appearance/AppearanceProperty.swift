import Foundation

/// A value that a proxy can give to objects of a class.
@MainActor package struct AppearanceProperty {
    let owner: AnyClass
    let name: String
    /// Reads the value; nil for none.
    let get: (NSObject) -> Any?
    let set: (NSObject, Any?) -> Void
    private let isSame: (Any, Any) -> Bool

    func same(_ a: Any?, _ b: Any?) -> Bool {
        guard let a, let b else { return a == nil && b == nil }
        return isSame(a, b)
    }

    /// A property with a value that is always there.
    package init<Root: NSObject, Value: Equatable>(_ path: ReferenceWritableKeyPath<Root, Value>, _ name: String) {
        self.init(
            name, { (root: Root) in root[keyPath: path] },
            { (root: Root, value: Value?) in if let value { root[keyPath: path] = value } })
    }

    /// A property whose value may be nil.
    package init<Root: NSObject, Value: Equatable>(_ path: ReferenceWritableKeyPath<Root, Value?>, _ name: String) {
        self.init(name, { (root: Root) in root[keyPath: path] }, { $0[keyPath: path] = $1 })
    }

    /// A value that methods read and write.
    package init<Root: NSObject, Value: Equatable>(
        _ name: String, _ get: @escaping (Root) -> Value?, _ set: @escaping (Root, Value?) -> Void
    ) {
        self.init(owner: Root.self, name, get, set) { ($0 as? Value) == ($1 as? Value) }
    }

    /// Attributes of a text.
    package init<Root: NSObject>(
        attributes name: String, _ get: @escaping (Root) -> [NSAttributedString.Key: Any]?,
        _ set: @escaping (Root, [NSAttributedString.Key: Any]?) -> Void
    ) {
        self.init(owner: Root.self, name, get, set) { a, b in
            typealias Attributes = [NSAttributedString.Key: Any]
            guard let a = a as? Attributes, let b = b as? Attributes, a.count == b.count else { return false }
            return a.allSatisfy { key, value in
                guard let other = b[key] else { return false }
                if let value = value as? AnyHashable, let other = other as? AnyHashable { return value == other }
                return (value as AnyObject) === (other as AnyObject)
            }
        }
    }

    private init<Root: NSObject, Value>(
        owner: AnyClass, _ name: String, _ get: @escaping (Root) -> Value?, _ set: @escaping (Root, Value?) -> Void,
        _ isSame: @escaping (Any, Any) -> Bool
    ) {
        (self.owner, self.name, self.isSame) = (owner, name, isSame)
        self.get = { ($0 as? Root).flatMap(get) }
        self.set = { if let root = $0 as? Root { set(root, $1 as? Value) } }
    }
}

/// A class of UIKit's other modules whose objects a proxy can change.
@MainActor package protocol AppearanceHolder: NSObject {
    /// The class of the library, whose new objects have the defaults.
    static var appearanceClass: NSObject.Type { get }
    /// The values, besides those of the superclasses.
    static var appearanceProperties: [AppearanceProperty] { get }
}
