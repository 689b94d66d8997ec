import Synchronization

/// The name of one state of a frame: no two frames that differ have the same.
package struct FrameVersion: Sendable, Hashable {
    private var number: UInt64
    private static let counter = Atomic<UInt64>(1)

    /// A name that no frame had before.
    package static func next() -> FrameVersion {
        FrameVersion(number: counter.wrappingAdd(1, ordering: .relaxed).oldValue)
    }
}

/// What changed in the ops of a frame's last pass since an earlier frame, for compositors that cache something for every op.
///
/// It says nothing that the frame does not say itself: a compositor may look at all ops instead. Its array keeps its memory
/// from frame to frame.
package struct FrameDelta: Sendable {
    /// The frame that the changes lead from; nil where nothing is known of one, so that the frame has to be looked at as a whole.
    package private(set) var base: FrameVersion?
    /// The frame that they lead to; nil for a frame that has no name.
    package private(set) var version: FrameVersion?
    /// The changes, in the order in which they were made: places of ops are those after the changes before.
    package var changes: [Change] = []
    /// Whether ops have other places than before.
    package var splices = false

    /// How some ops have changed.
    package enum Change: Sendable {
        /// A rectangle of one colour that lies level has been moved, and nothing else of it: to some edges on the surface (min x,
        /// min y, max x, max y, in pixels), seen within whole pixels.
        case moved(to: SIMD4<Double>, within: SIMD4<Int32>, op: Int32)
        /// An op was replaced.
        case replaced(Int32)
        /// A range of ops was replaced by `count` others.
        case spliced(Range<Int32>, count: Int32)
    }

    package init() {}

    /// Makes it that of a frame of which nothing is known, and gives that a name, or none.
    package mutating func reset(version: FrameVersion? = nil) {
        (base, self.version, splices) = (nil, version, false)
        changes.removeAll(keepingCapacity: true)
    }

    /// Begins the changes of a frame that has a name; its next state has none yet.
    package mutating func begin() {
        (base, splices) = (version, false)
        changes.removeAll(keepingCapacity: true)
    }

    /// Ends the changes: the frame has got another name if there are any.
    package mutating func end() {
        if !changes.isEmpty { version = .next() }
    }
}
