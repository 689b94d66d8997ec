/// A value behind a reference, shared until one of its holders writes.
package struct Shared<Value: Sendable & Equatable>: Sendable, Equatable {
    /// Where the value lies; seen by other modules for inlining alone.
    // Safe because: the value is only written while one `Shared` alone holds the storage, which only that one's owner can do.
    @usableFromInline
    package final class Storage: @unchecked Sendable {
        @usableFromInline var value: Value
        @usableFromInline init(_ value: Value) { self.value = value }
    }
    @usableFromInline var storage: Storage

    /// Wraps a value.
    package init(_ value: Value) {
        storage = Storage(value)
    }

    /// The value; a write makes a new box where others hold this one, so that they keep what they have.
    package var value: Value {
        // Lent, so that a look at a part of it does not copy all of it.
        _read { yield storage.value }
        _modify {
            if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.value) }
            yield &storage.value
        }
    }

    /// Changes the value in its box, which is a new one where others hold this one.
    ///
    /// Without a coroutine for each level on the way to the value, so that nothing is allocated for its frame.
    @inlinable @inline(__always)
    package mutating func change(_ body: (inout Value) -> Void) {
        if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.value) }
        body(&storage.value)
    }

    /// Whether both share one box.
    package func isIdentical(to other: Shared) -> Bool { storage === other.storage }

    /// Equal boxes or equal values.
    package static func == (a: Shared, b: Shared) -> Bool { a.storage === b.storage || a.value == b.value }
}
