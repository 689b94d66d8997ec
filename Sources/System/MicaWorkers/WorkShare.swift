import Synchronization

/// The items that a worker has before it: it takes them from the beginning, and others from the end; the last ones in parts.
final class WorkShare: Sendable {
    // Keeps the shares of two workers out of one cache line.
    private let before = SIMD16<UInt64>()
    /// The first part that nobody has, and in the upper half the one after the last.
    private let range = Atomic<UInt64>(0)
    private let after = SIMD16<UInt64>()

    /// Takes new items, while nobody takes any.
    ///
    /// - Parameter parts: how many each has.
    func set(_ items: Range<Int>, parts: Int) {
        precondition(
            items.lowerBound >= 0 && parts > 0 && items.upperBound <= Int(UInt32.max) / parts, "too many items")
        range.store(Self.packed(items.lowerBound * parts, items.upperBound * parts), ordering: .relaxed)
    }

    private static func packed(_ first: Int, _ end: Int) -> UInt64 { UInt64(end) << 32 | UInt64(first) }

    /// Takes all that nobody has of the first item, or some of it where that is the last; nil when none is left.
    func takeFirst(parts: Int) -> Range<Int>? {
        take { first, end in
            let count = min(Self.most(end - first, parts), parts - first % parts)
            return (first..<first + count, Self.packed(first + count, end))
        }
    }

    /// The same from the end.
    func takeLast(parts: Int) -> Range<Int>? {
        take { first, end in
            let count = min(Self.most(end - first, parts), (end - 1) % parts + 1)
            return (end - count..<end, Self.packed(first, end - count))
        }
    }

    /// How many parts to take: half of what is left, so that all workers end at about the same time.
    private static func most(_ count: Int, _ parts: Int) -> Int { count > parts ? parts : max(1, count / 2) }

    @inline(__always)  // Its closures are a few instructions.
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
