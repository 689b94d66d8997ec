extension Array {
    /// `removeAll(keepingCapacity: true)`, but free for an empty array: most lists of a small frame are empty.
    @inline(__always)
    mutating func clear() { if !isEmpty { removeAll(keepingCapacity: true) } }
}
