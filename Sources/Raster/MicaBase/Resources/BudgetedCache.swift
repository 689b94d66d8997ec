/// Values within a budget of bytes. When they are too many, expendable ones go first, then those used longest ago.
///
/// A value that is larger than the whole budget is not stored. A cache is for one thread at a time. All of it is
/// inlined, so that it is specialised where it is used; for that it is public: Swift 6.3 inlines a larger `package`
/// function into no other module.
public struct BudgetedCache<Key: Hashable, Value> {
    @usableFromInline struct Entry {
        @usableFromInline var value: Value
        @usableFromInline var bytes: Int
        @usableFromInline var isExpendable: Bool
        @usableFromInline var lastUse: Int

        @usableFromInline init(value: Value, bytes: Int, isExpendable: Bool, lastUse: Int) {
            (self.value, self.bytes, self.isExpendable, self.lastUse) = (value, bytes, isExpendable, lastUse)
        }

        /// Whether this entry is let go before the other.
        @inlinable func goes(before other: Entry) -> Bool {
            isExpendable != other.isExpendable ? isExpendable : lastUse < other.lastUse
        }
    }

    /// The most bytes of values. A smaller budget takes effect at the next call of `makeRoom`.
    public var budget: Int
    /// A full cache shrinks to this many bytes below the budget, so that not every new value has to look for an old
    /// one.
    public let slack: Int
    /// The bytes of all values.
    @usableFromInline package internal(set) var bytes = 0
    @usableFromInline var entries: [Key: Entry] = [:]
    @usableFromInline var clock = 0

    /// Makes an empty cache.
    ///
    /// *Units*: bytes.
    @inlinable public init(budget: Int, slack: Int = 0) {
        (self.budget, self.slack) = (budget, slack)
    }

    /// How many values there are.
    package var count: Int { entries.count }

    /// Whether a key has a value; not a use.
    @inlinable
    public func holds(_ key: Key) -> Bool { entries[key] != nil }

    /// The value of a key, if there is one; a use.
    @inlinable
    public mutating func value(_ key: Key) -> Value? {
        clock += 1
        guard let index = entries.index(forKey: key) else { return nil }
        entries.values[index].lastUse = clock
        return entries.values[index].value
    }

    /// Sets the value of a key; a use.
    ///
    /// *Complexity*: a sort of all values when the cache is full. Slack makes that rare.
    ///
    /// - Parameters:
    ///   - isExpendable: whether the value goes before all that are not expendable, however recently it was used.
    ///   - dropped: called with each value that is let go to make room.
    @inlinable
    public mutating func insert(
        _ value: Value, for key: Key, bytes size: Int, isExpendable: Bool = false, dropped: (Value) -> Void = { _ in }
    ) {
        remove(key)
        guard size <= budget else { return }
        makeRoom(for: size, dropped: dropped)
        add(value, for: key, bytes: size, isExpendable: isExpendable)
    }

    /// Sets the value of a key; a use. Lets nothing go until `makeRoom`, whatever the budget is: for values that must
    /// stay while something under way refers to them.
    @inlinable
    public mutating func add(_ value: Value, for key: Key, bytes size: Int, isExpendable: Bool = false) {
        remove(key)
        clock += 1
        entries[key] = Entry(value: value, bytes: size, isExpendable: isExpendable, lastUse: clock)
        bytes += size
    }

    /// Lets values go, in order, where they and a new value are more than the budget.
    ///
    /// - Parameters:
    ///   - size: the bytes of the new value.
    ///   - dropped: called with each value that is let go.
    @inlinable
    public mutating func makeRoom(for size: Int = 0, dropped: (Value) -> Void = { _ in }) {
        guard bytes + size > budget else { return }
        for (key, entry) in entries.sorted(by: { $0.value.goes(before: $1.value) }) {
            remove(key)
            dropped(entry.value)
            if bytes + size <= budget - slack { break }
        }
    }

    /// Replaces a value by another of equal size; not a use.
    @inlinable
    public mutating func replace(_ value: Value, for key: Key) { entries[key]?.value = value }

    /// Lets the value of a key go.
    @inlinable
    public mutating func remove(_ key: Key) {
        if let entry = entries.removeValue(forKey: key) { bytes -= entry.bytes }
    }

    /// Lets all values go that meet a condition.
    @inlinable
    public mutating func removeAll(where isStale: (Value) -> Bool) {
        for (key, entry) in entries where isStale(entry.value) { remove(key) }
    }
}

extension BudgetedCache: Sendable where Key: Sendable, Value: Sendable {}
extension BudgetedCache.Entry: Sendable where Key: Sendable, Value: Sendable {}
