/// What changed in an evaluation since the one before.
package struct SceneChanges: Sendable {
    /// The number of the evaluation before; no other has it.
    private(set) var before: UInt64 = 0
    /// The number of this evaluation.
    private(set) var after: UInt64 = 0
    /// Whether more than the values of some layers may have changed.
    package internal(set) var isWhole = true
    /// The layers whose values may have changed. A layer may be listed twice; the layers under it are not listed.
    package internal(set) var slots: [Int32] = []
    /// Whether nothing of these layers is other but their positions and their transforms.
    package internal(set) var areMoves = false
    /// Whether transforms are among that.
    package internal(set) var areTurns = false

    /// Begins the changes of another evaluation.
    mutating func begin() {
        (before, after) = (after, TreeStamp.next())
        isWhole = false
        (areMoves, areTurns) = (false, false)
        slots.removeAll(keepingCapacity: true)
    }
}
