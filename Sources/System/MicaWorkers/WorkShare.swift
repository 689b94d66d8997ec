import Synchronization

/// The items that a worker has before it: it takes them from the beginning, and others from the end.
final class WorkShare: Sendable {
    // Keeps the shares of two workers out of one cache line.
    private let before = SIMD16<UInt64>()
    /// The first item that nobody has, and in the upper half the one after the last.
    private let range = Atomic<UInt64>(0)
    private let after = SIMD16<UInt64>()

    private static let one: UInt64 = 1 << 32

    /// Takes new items, while nobody takes any.
    func set(_ items: Range<Int>) {
        precondition(items.lowerBound >= 0 && items.upperBound <= Int(UInt32.max), "too many items")
        range.store(UInt64(items.upperBound) << 32 | UInt64(items.lowerBound), ordering: .relaxed)
    }

    /// Takes the first item; nil when none is left.
    func takeFirst() -> Int? {
        var seen = range.load(ordering: .relaxed)
        while seen & (Self.one - 1) < seen >> 32 {
            let (isTaken, now) = range.weakCompareExchange(expected: seen, desired: seen + 1, ordering: .relaxed)
            if isTaken { return Int(seen & (Self.one - 1)) }
            seen = now
        }
        return nil
    }

    /// Takes the last item; nil when none is left.
    func takeLast() -> Int? {
        var seen = range.load(ordering: .relaxed)
        while seen & (Self.one - 1) < seen >> 32 {
            let (isTaken, now) = range.weakCompareExchange(
                expected: seen, desired: seen - Self.one, ordering: .relaxed)
            if isTaken { return Int(seen >> 32) - 1 }
            seen = now
        }
        return nil
    }
}
