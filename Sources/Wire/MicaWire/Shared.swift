/// A value behind a reference, shared until one of its holders writes to it.
package struct Shared<Value: Sendable & Equatable>: Sendable, Equatable {
    /// Where the value is stored; visible to other modules only for inlining.
    // Safe because: the value is only written while a single `Shared` holds the storage; only its owner can write.
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

    /// The value. A write makes a new box if others hold this one, so that they keep their value.
    package var value: Value {
        // Yielded, so that reading a part of the value does not copy all of it.
        _read { yield storage.value }
        _modify {
            if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.value) }
            yield &storage.value
        }
    }

    /// Changes the value in its box, or in a new box if others hold this one.
    ///
    /// Without a coroutine for each level on the way to the value, so that nothing is allocated for its frame.
    @inlinable @inline(__always)
    package mutating func change(_ body: (inout Value) -> Void) {
        if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.value) }
        body(&storage.value)
    }

    /// Whether both hold the same box.
    package func isIdentical(to other: Shared) -> Bool { storage === other.storage }

    /// Equal boxes or equal values.
    package static func == (a: Shared, b: Shared) -> Bool { a.storage === b.storage || a.value == b.value }
}
