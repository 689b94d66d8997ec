import Foundation

/// A set that can hold its objects weakly; Foundation on Linux has none. The order of its objects is not defined.
open class NSHashTable<ObjectType: AnyObject>: NSObject {
    /// How objects are kept.
    public typealias Options = NSPointerFunctionsOptions

    /// Each object with a value that says nothing.
    private let table: NSMapTable<ObjectType, NSNull>

    /// Makes an empty table.
    public init(options: Options = [], capacity initialCapacity: Int = 0) {
        table = NSMapTable(keyOptions: options, valueOptions: [], capacity: initialCapacity)
        super.init()
    }

    /// Makes an empty table with strong references.
    public convenience override init() { self.init(options: []) }

    /// A table with weak references.
    open class func weakObjects() -> NSHashTable<ObjectType> { NSHashTable(options: .weakMemory) }

    /// The objects that exist.
    open var allObjects: [ObjectType] { table.keyEnumerator().allObjects.compactMap { $0 as? ObjectType } }
    /// One of the objects; nil if there are none.
    open var anyObject: ObjectType? { allObjects.first }
    /// The number of objects that exist.
    open var count: Int { table.count }
    /// The objects that exist, as a set of those that are NSObjects.
    open var setRepresentation: Set<AnyHashable> { Set(allObjects.compactMap { $0 as? NSObject }) }

    /// Adds an object; nil does nothing.
    open func add(_ object: ObjectType?) {
        guard let object, !contains(object) else { return }
        table.setObject(NSNull(), forKey: object)
    }
    /// Removes an object.
    open func remove(_ object: ObjectType?) { table.removeObject(forKey: object) }
    /// Removes all objects.
    open func removeAllObjects() { table.removeAllObjects() }

    /// Whether an object is there.
    open func contains(_ anObject: ObjectType?) -> Bool { table.object(forKey: anObject) != nil }
    /// The object of the table that is equal to another; nil if there is none.
    open func member(_ object: ObjectType?) -> ObjectType? {
        guard let object, contains(object) else { return nil }
        let wanted = NSHashTable(options: [])
        wanted.add(object)
        return allObjects.first { $0 === object } ?? allObjects.first { wanted.contains($0) }
    }

    /// Enumerates the objects.
    open func objectEnumerator() -> NSEnumerator { table.keyEnumerator() }

    /// Whether an object is in both tables.
    open func intersects(_ other: NSHashTable<ObjectType>) -> Bool { allObjects.contains { other.contains($0) } }
    /// Whether all objects are in another table.
    open func isSubset(of other: NSHashTable<ObjectType>) -> Bool { allObjects.allSatisfy { other.contains($0) } }
    /// Whether both tables have the same objects.
    open func isEqual(to other: NSHashTable<ObjectType>) -> Bool { count == other.count && isSubset(of: other) }
    /// Adds the objects of another table.
    open func union(_ other: NSHashTable<ObjectType>) { for object in other.allObjects { add(object) } }
    /// Keeps the objects that are in another table.
    open func intersect(_ other: NSHashTable<ObjectType>) {
        for object in allObjects where !other.contains(object) { remove(object) }
    }
    /// Removes the objects of another table.
    open func minus(_ other: NSHashTable<ObjectType>) { for object in other.allObjects { remove(object) } }
}
