extension Range<Int> {
    /// The last index for which something is true that is true for all before it; the first, which is not asked about,
    /// where it is for no other.
    ///
    /// - Complexity: logarithmic.
    @inlinable @inline(__always)  // A loop of a few instructions around the test.
    package func bisected(_ isTrue: (Int) -> Bool) -> Int {
        var (low, high) = (lowerBound, upperBound)
        while high - low > 1 {
            let middle = (low + high) / 2
            if isTrue(middle) { low = middle } else { high = middle }
        }
        return low
    }
}
