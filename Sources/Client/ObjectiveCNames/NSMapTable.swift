import Foundation

/// How a table keeps its objects and compares them.
public struct NSPointerFunctionsOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Makes a set from bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Strong references; the default.
    public static let strongMemory: NSPointerFunctionsOptions = []
    /// Weak references: an entry goes with its object.
    public static let weakMemory = NSPointerFunctionsOptions(rawValue: 5)
    /// Objects are compared by `isEqual`; the default.
    public static let objectPersonality: NSPointerFunctionsOptions = []
    /// Objects are compared by identity.
    public static let objectPointerPersonality = NSPointerFunctionsOptions(rawValue: 2 << 8)
    /// Objects are copied into the table, if they can be.
    public static let copyIn = NSPointerFunctionsOptions(rawValue: 1 << 16)
}

/// A dictionary that can hold its keys and values weakly; Foundation on Linux has none.
open class NSMapTable<KeyType: AnyObject, ObjectType: AnyObject>: NSObject {
    /// How keys or values are kept.
    public typealias Options = NSPointerFunctionsOptions

    private final class Reference {
        private let strong: AnyObject?
        private weak var weak: AnyObject?
        var object: AnyObject? { strong ?? weak }
        init(_ object: AnyObject, isWeak: Bool) {
            strong = isWeak ? nil : object
            weak = object
        }
    }

    private struct Key: Hashable {
        let reference: Reference
        let hash: Int
        let byIdentity: Bool
        static func == (a: Key, b: Key) -> Bool {
            guard let first = a.reference.object, let second = b.reference.object else {
                return a.reference === b.reference
            }
            if first === second { return true }
            guard !a.byIdentity, let first = first as? NSObject, let second = second as? NSObject else { return false }
            return first.isEqual(second)
        }
        func hash(into hasher: inout Hasher) { hasher.combine(hash) }
    }

    private var entries: [Key: Reference] = [:]
    private let keyOptions: Options
    private let valueOptions: Options

    /// Makes an empty table.
    public init(keyOptions: Options = [], valueOptions: Options = [], capacity initialCapacity: Int) {
        (self.keyOptions, self.valueOptions) = (keyOptions, valueOptions)
        super.init()
        entries.reserveCapacity(min(max(initialCapacity, 0), 1 << 16))
    }

    /// Makes an empty table.
    public convenience init(keyOptions: Options = [], valueOptions: Options = []) {
        self.init(keyOptions: keyOptions, valueOptions: valueOptions, capacity: 0)
    }

    /// Makes an empty table with strong references.
    public convenience override init() { self.init(keyOptions: [], valueOptions: [], capacity: 0) }

    /// A table with strong keys and values.
    open class func strongToStrongObjects() -> NSMapTable { NSMapTable() }
    /// A table with strong keys and weak values.
    open class func strongToWeakObjects() -> NSMapTable { NSMapTable(valueOptions: .weakMemory) }
    /// A table with weak keys and strong values.
    open class func weakToStrongObjects() -> NSMapTable { NSMapTable(keyOptions: .weakMemory) }
    /// A table with weak keys and values.
    open class func weakToWeakObjects() -> NSMapTable { NSMapTable(keyOptions: .weakMemory, valueOptions: .weakMemory) }

    private func key(_ object: AnyObject, stored: Bool) -> Key {
        let byIdentity = keyOptions.contains(.objectPointerPersonality)
        let kept = stored ? Self.kept(object, keyOptions) : object
        let hash = byIdentity ? ObjectIdentifier(kept).hashValue : (kept as? NSObject)?.hash
        return Key(
            reference: Reference(kept, isWeak: keyOptions.contains(.weakMemory)),
            hash: hash ?? ObjectIdentifier(kept).hashValue, byIdentity: byIdentity)
    }

    private static func kept(_ object: AnyObject, _ options: Options) -> AnyObject {
        guard options.contains(.copyIn), let source = object as? any NSCopying else { return object }
        return source.copy(with: nil) as AnyObject
    }

    /// Removes the entries whose objects are gone.
    private func sweep() {
        guard keyOptions.contains(.weakMemory) || valueOptions.contains(.weakMemory) else { return }
        entries = entries.filter { $0.key.reference.object != nil && $0.value.object != nil }
    }

    /// The value of a key; nil if there is none.
    open func object(forKey aKey: KeyType?) -> ObjectType? {
        guard let aKey else { return nil }
        return entries[key(aKey, stored: false)]?.object as? ObjectType
    }

    /// Sets the value of a key; nil does nothing.
    open func setObject(_ anObject: ObjectType?, forKey aKey: KeyType?) {
        guard let anObject, let aKey else { return }
        sweep()
        let value = Reference(Self.kept(anObject, valueOptions), isWeak: valueOptions.contains(.weakMemory))
        entries.updateValue(value, forKey: key(aKey, stored: true))
    }

    /// Removes a key with its value.
    open func removeObject(forKey aKey: KeyType?) {
        if let aKey { entries[key(aKey, stored: false)] = nil }
    }

    /// Removes all entries.
    open func removeAllObjects() { entries = [:] }

    /// The number of entries whose objects exist.
    open var count: Int {
        sweep()
        return entries.count
    }

    /// Enumerates the keys.
    open func keyEnumerator() -> NSEnumerator {
        NSArray(array: entries.filter { $0.value.object != nil }.compactMap(\.key.reference.object)).objectEnumerator()
    }

    /// Enumerates the values; nil if there are none.
    open func objectEnumerator() -> NSEnumerator? {
        NSArray(array: entries.filter { $0.key.reference.object != nil }.compactMap(\.value.object)).objectEnumerator()
    }

    /// The entries, with the keys that are NSObjects.
    open func dictionaryRepresentation() -> [AnyHashable: ObjectType] {
        sweep()
        return entries.reduce(into: [:]) { result, entry in
            guard let key = entry.key.reference.object as? NSObject, let value = entry.value.object as? ObjectType
            else {
                return
            }
            result[AnyHashable(key)] = value
        }
    }
}
