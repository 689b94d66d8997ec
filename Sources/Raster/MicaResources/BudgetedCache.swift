/// Values that are kept while they fit into a budget of bytes; those used longest ago go first, expendable ones before all others.
///
/// A value that is larger than the budget alone is not kept. It is for one thread at a time. All of it is inlined: it is specialised
/// where it is used.
package struct BudgetedCache<Key: Hashable, Value> {
    @usableFromInline struct Entry {
        @usableFromInline var value: Value
        @usableFromInline var bytes: Int
        @usableFromInline var isExpendable: Bool
        @usableFromInline var lastUse: Int

        @usableFromInline init(value: Value, bytes: Int, isExpendable: Bool, lastUse: Int) {
            (self.value, self.bytes, self.isExpendable, self.lastUse) = (value, bytes, isExpendable, lastUse)
        }

        /// Whether it is let go before another one.
        @inlinable func goes(before other: Entry) -> Bool {
            isExpendable != other.isExpendable ? isExpendable : lastUse < other.lastUse
        }
    }

    /// The most bytes that are kept. A smaller one is kept to from the next call of `makeRoom` on.
    package var budget: Int
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
    @inlinable
    package func holds(_ key: Key) -> Bool { entries[key] != nil }

    /// The value, if it is kept; a use.
    @inlinable
    package mutating func value(_ key: Key) -> Value? {
        clock += 1
        guard let index = entries.index(forKey: key) else { return nil }
        entries.values[index].lastUse = clock
        return entries.values[index].value
    }

    /// Sets the value of a key; counts as a use.
    ///
    /// *Complexity*: that of sorting the values when the cache is full, which with slack is seldom.
    ///
    /// - Parameters:
    ///   - isExpendable: whether it goes before all that are not, however recently it was used.
    ///   - dropped: called with each value that goes for it.
    @inlinable
    package mutating func insert(
        _ value: Value, for key: Key, bytes size: Int, isExpendable: Bool = false, dropped: (Value) -> Void = { _ in }
    ) {
        remove(key)
        guard size <= budget else { return }
        makeRoom(for: size, dropped: dropped)
        add(value, for: key, bytes: size, isExpendable: isExpendable)
    }

    /// Sets the value of a key, as a use, and keeps it with all others until `makeRoom`, whatever the budget is: for what must stay while
    /// something that refers to it is under way.
    @inlinable
    package mutating func add(_ value: Value, for key: Key, bytes size: Int, isExpendable: Bool = false) {
        remove(key)
        clock += 1
        entries[key] = Entry(value: value, bytes: size, isExpendable: isExpendable, lastUse: clock)
        bytes += size
    }

    /// Lets values go, in order, where they and a new one are more than the budget.
    ///
    /// - Parameters:
    ///   - size: the bytes of the new one.
    ///   - dropped: called with each value that goes.
    @inlinable
    package mutating func makeRoom(for size: Int = 0, dropped: (Value) -> Void = { _ in }) {
        guard bytes + size > budget else { return }
        for (key, entry) in entries.sorted(by: { $0.value.goes(before: $1.value) }) {
            remove(key)
            dropped(entry.value)
            if bytes + size <= budget - slack { break }
        }
    }

    /// Changes a value that is kept, whose size stays; not a use.
    @inlinable
    package mutating func replace(_ value: Value, for key: Key) { entries[key]?.value = value }

    /// Lets a value go.
    @inlinable
    package mutating func remove(_ key: Key) {
        if let entry = entries.removeValue(forKey: key) { bytes -= entry.bytes }
    }

    /// Lets all values go that a condition names.
    @inlinable
    package mutating func removeAll(where isStale: (Value) -> Bool) {
        for (key, entry) in entries where isStale(entry.value) { remove(key) }
    }
}

extension BudgetedCache: Sendable where Key: Sendable, Value: Sendable {}
extension BudgetedCache.Entry: Sendable where Key: Sendable, Value: Sendable {}
