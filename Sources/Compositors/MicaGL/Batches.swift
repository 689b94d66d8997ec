import MicaGeometry

/// What is drawn with one call: instances of one program with the same textures and the same blending.
struct Batch {
    /// What instances have to have in common.
    struct Key {
        var program: Program
        var blend = GLContext.Blend.sourceOver
        /// The textures beside masks and parameters.
        var textures = SIMD4<UInt32>.zero

        /// Whether instances of both can be drawn at once.
        static func == (a: Key, b: Key) -> Bool {
            a.program === b.program && a.blend == b.blend && a.textures == b.textures
        }
    }

    /// What they have in common.
    var key: Key
    /// The pixels that they may change.
    var bounds: DeviceRect
    /// The rectangles, back to front.
    var instances: [Instance]
}

/// What is to be drawn into the current target, back to front, in as few calls as the order allows.
///
/// An instance joins an earlier batch of its kind when nothing that was added in between touches its pixels.
struct Batches {
    /// The batches.
    private(set) var list: [Batch] = []

    /// How many batches are looked at for one to join.
    private static let reach = 16

    /// Adds an instance.
    ///
    /// - Parameter isUnordered: whether it does not matter what of its kind, and of others of its op, is drawn first.
    mutating func add(_ instance: Instance, _ rect: DeviceRect, _ key: Batch.Key, isUnordered: Bool = false) {
        var index = list.count - 1
        let last = max(0, list.count - Self.reach)
        while index >= last {
            if list[index].key == key {
                list[index].instances.append(instance)
                list[index].bounds = list[index].bounds.union(rect)
                return
            }
            let isInTheWay =
                !(isUnordered && list[index].key.program === key.program && list[index].key.blend == key.blend)
                && !list[index].bounds.intersection(rect).isEmpty
            if isInTheWay { break }
            index -= 1
        }
        list.append(Batch(key: key, bounds: rect, instances: [instance]))
    }

    /// Forgets all.
    mutating func removeAll() { list.removeAll(keepingCapacity: true) }
}
