import Synchronization

/// A worker's share of the items. The worker takes items from the start, and others from the end; the last items are
/// taken in parts.
final class WorkShare: Sendable {
    // Keeps the shares of two workers in separate cache lines.
    private let before = SIMD16<UInt64>()
    /// The index of the first part that is left, and in the upper half the index after the last.
    private let range = Atomic<UInt64>(0)
    private let after = SIMD16<UInt64>()

    /// Sets new items, while no worker takes any.
    ///
    /// - Parameter parts: the number of parts of each item.
    func set(_ items: Range<Int>, parts: Int) {
        precondition(
            items.lowerBound >= 0 && parts > 0 && items.upperBound <= Int(UInt32.max) / parts, "too many items")
        range.store(Self.packed(items.lowerBound * parts, items.upperBound * parts), ordering: .relaxed)
    }

    private static func packed(_ first: Int, _ end: Int) -> UInt64 { UInt64(end) << 32 | UInt64(first) }

    /// Takes the parts that are left of the first item, or some of them when it is the last item; nil when none are
    /// left.
    func takeFirst(parts: Int) -> Range<Int>? {
        take { first, end in
            let count = min(Self.most(end - first, parts), parts - first % parts)
            return (first..<first + count, Self.packed(first + count, end))
        }
    }

    /// Takes the parts that are left of the last item, or some of them when it is the only item; nil when none are
    /// left.
    func takeLast(parts: Int) -> Range<Int>? {
        take { first, end in
            let count = min(Self.most(end - first, parts), (end - 1) % parts + 1)
            return (end - count..<end, Self.packed(first, end - count))
        }
    }

    /// The number of parts to take: half of the rest of a last item, so that all workers end at about the same time.
    private static func most(_ count: Int, _ parts: Int) -> Int { count > parts ? parts : max(1, count / 2) }

    @inline(__always)  // Each closure takes a few instructions.
    private func take(_ part: (Int, Int) -> (taken: Range<Int>, rest: UInt64)) -> Range<Int>? {
        var seen = range.load(ordering: .relaxed)
        while true {
            let (first, end) = (Int(seen & 0xFFFF_FFFF), Int(seen >> 32))
            if first >= end { return nil }
            let (taken, rest) = part(first, end)
            let (isTaken, now) = range.weakCompareExchange(expected: seen, desired: rest, ordering: .relaxed)
            if isTaken { return taken }
            seen = now
        }
    }
}
