extension Array {
    /// `removeAll(keepingCapacity: true)`, which costs nothing where the array is empty: most lists of a small frame are.
    @inline(__always)
    mutating func clear() { if !isEmpty { removeAll(keepingCapacity: true) } }
}
