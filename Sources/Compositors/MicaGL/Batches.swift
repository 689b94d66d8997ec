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
/// An instance joins an earlier batch of its kind when nothing that was added in between touches its pixels. The memory of what was drawn
/// is used again.
struct Batches {
    /// The batches, of which the first `count` are to be drawn; those behind them have memory for others.
    private(set) var list: [Batch] = []
    /// How many there are.
    private(set) var count = 0

    /// How many batches are looked at for one to join.
    private static let reach = 16
    /// How many rectangles a batch has memory for that is used again, at most.
    private static let mostCached = 1 << 14

    /// Adds an instance.
    ///
    /// - Parameter isUnordered: whether it does not matter what of its kind, and of others of its op, is drawn first.
    mutating func add(_ instance: Instance, _ rect: DeviceRect, _ key: Batch.Key, isUnordered: Bool = false) {
        var index = count - 1
        let last = max(0, count - Self.reach)
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
        if count == list.count {
            list.append(Batch(key: key, bounds: rect, instances: []))
        } else {
            list[count].key = key
            list[count].bounds = rect
        }
        list[count].instances.append(instance)
        count += 1
    }

    /// Forgets all.
    mutating func removeAll() {
        for index in 0..<count {
            if list[index].instances.capacity > Self.mostCached {
                list[index].instances = []
            } else {
                list[index].instances.removeAll(keepingCapacity: true)
            }
        }
        count = 0
    }
}
