/// Values that are kept while they fit into a budget of bytes; those used longest ago go first.
///
/// A value that is larger than the budget alone is not kept. It is for one thread at a time.
package struct BudgetedCache<Key: Hashable, Value> {
    @usableFromInline struct Entry {
        @usableFromInline var value: Value
        @usableFromInline var bytes: Int
        @usableFromInline var lastUse: Int

        @usableFromInline init(value: Value, bytes: Int, lastUse: Int) {
            (self.value, self.bytes, self.lastUse) = (value, bytes, lastUse)
        }
    }

    /// The most bytes that are kept.
    package let budget: Int
    /// How many bytes below the budget it goes when it is full: so that not every new value has to look for an old one.
    package let slack: Int
    /// The bytes that are kept now.
    @usableFromInline package internal(set) var bytes = 0
    @usableFromInline var entries: [Key: Entry] = [:]
    @usableFromInline var clock = 0

    package init(budget: Int, slack: Int = 0) {
        (self.budget, self.slack) = (budget, slack)
    }

    /// How many values are kept.
    package var count: Int { entries.count }

    /// Whether a value is kept; not a use.
    package func holds(_ key: Key) -> Bool { entries[key] != nil }

    /// The value, if it is kept; a use.
    @inlinable  // Generic: specialised where it is called.
    package mutating func value(_ key: Key) -> Value? {
        clock += 1
        guard let index = entries.index(forKey: key) else { return nil }
        entries.values[index].lastUse = clock
        return entries.values[index].value
    }

    /// Sets the value of a key; counts as a use.
    ///
    /// *Complexity*: that of sorting the values when the cache is full, which with slack is seldom.
    package mutating func insert(_ value: Value, for key: Key, bytes size: Int) {
        remove(key)
        guard size <= budget else { return }
        clock += 1
        if bytes + size > budget {
            for (old, _) in entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
                remove(old)
                if bytes + size <= budget - slack { break }
            }
        }
        entries[key] = Entry(value: value, bytes: size, lastUse: clock)
        bytes += size
    }

    /// Changes a value that is kept, whose size stays; not a use.
    package mutating func replace(_ value: Value, for key: Key) { entries[key]?.value = value }

    /// Lets a value go.
    @inlinable
    package mutating func remove(_ key: Key) {
        if let entry = entries.removeValue(forKey: key) { bytes -= entry.bytes }
    }

    /// Lets all values go that a condition names.
    package mutating func removeAll(where isStale: (Value) -> Bool) {
        for (key, entry) in entries where isStale(entry.value) { remove(key) }
    }
}

extension BudgetedCache: Sendable where Key: Sendable, Value: Sendable {}
extension BudgetedCache.Entry: Sendable where Key: Sendable, Value: Sendable {}
