/// The changes of an evaluation since the one before.
package struct SceneChanges: Sendable {
    /// The number of the evaluation before; numbers are unique.
    private(set) var before: UInt64 = 0
    /// The number of this evaluation.
    private(set) var after: UInt64 = 0
    /// Whether more than the values of some layers may have changed.
    package internal(set) var isWhole = true
    /// The layers whose values may have changed. A layer may be listed twice; layers under a changed one are not listed
    /// for it.
    package internal(set) var slots: [Int32] = []
    /// Whether only positions and transforms of these layers have changed.
    package internal(set) var areMoves = false
    /// Whether transforms have changed.
    package internal(set) var areTurns = false

    /// Begins the changes of the next evaluation.
    mutating func begin() {
        (before, after) = (after, TreeStamp.next())
        isWhole = false
        (areMoves, areTurns) = (false, false)
        slots.removeAll(keepingCapacity: true)
    }
}
