import Synchronization

/// The name of one state of a frame: frames with equal names are equal.
package struct FrameVersion: Sendable, Hashable {
    private var number: UInt64
    private static let counter = Atomic<UInt64>(1)

    /// A name that no frame has had.
    package static func next() -> FrameVersion {
        FrameVersion(number: counter.wrappingAdd(1, ordering: .relaxed).oldValue)
    }
}

/// The changes of the ops of a frame's last pass since an earlier frame, for compositors that cache something for every
/// op.
///
/// It repeats what comparing the frames would find: a compositor may look at all ops instead. Its array keeps its
/// memory from frame to frame.
package struct FrameDelta: Sendable {
    /// The frame before the changes; nil if it is unknown, so that all ops have to be looked at.
    package private(set) var base: FrameVersion?
    /// The frame after the changes; nil for a frame without a name.
    package private(set) var version: FrameVersion?
    /// The changes, in the order in which they were made. Each uses the indices that ops have after the changes before
    /// it.
    package var changes: [Change] = []
    /// Whether indices of ops changed.
    package var splices = false

    /// A change of some ops.
    package enum Change: Sendable {
        /// An axis-aligned rectangle of one colour was moved, and changed in no other way. `to` are its edges on the
        /// surface (min x, min y, max x, max y, in pixels), `within` the whole pixels of its bounds.
        case moved(to: SIMD4<Double>, within: SIMD4<Int32>, op: Int32)
        /// The op at an index was replaced.
        case replaced(Int32)
        /// A range of ops was replaced by `count` others.
        case spliced(Range<Int32>, count: Int32)
    }

    package init() {}

    /// Forgets the base and all changes, and sets the name of the frame, or none.
    package mutating func reset(version: FrameVersion? = nil) {
        (base, self.version, splices) = (nil, version, false)
        changes.removeAll(keepingCapacity: true)
    }

    /// Begins the changes that lead from a named frame to its next state.
    package mutating func begin() {
        (base, splices) = (version, false)
        changes.removeAll(keepingCapacity: true)
    }

    /// Ends the changes. If there are any, the frame gets a new name.
    package mutating func end() {
        if !changes.isEmpty { version = .next() }
    }
}
