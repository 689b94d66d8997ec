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
    /// What is drawn, back to front.
    var instances: [Instance]
    /// What the instances want of the program.
    var features: Features
}

/// How an instance may be drawn.
enum DrawingOrder {
    /// After what was added before, where both touch a pixel.
    case inOrder
    /// The same, but for others of its kind: what is added up needs no order.
    case unorderedInKind
    /// At any time: depth says what is in front.
    case anyTime
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
    static let mostCached = 1 << 15

    /// Adds an instance.
    mutating func add(
        _ instance: Instance, _ rect: DeviceRect, _ key: Batch.Key, _ features: Features = [],
        order: DrawingOrder = .inOrder
    ) {
        var index = count - 1
        let last = max(0, count - Self.reach)
        while index >= last {
            if list[index].key == key {
                list[index].instances.append(instance)
                list[index].bounds = list[index].bounds.union(rect)
                list[index].features.formUnion(features)
                return
            }
            let isFree =
                switch order {
                case .inOrder: false
                case .unorderedInKind: list[index].key.program === key.program && list[index].key.blend == key.blend
                case .anyTime: true
                }
            if !isFree, !list[index].bounds.intersection(rect).isEmpty { break }
            index -= 1
        }
        if count == list.count {
            list.append(Batch(key: key, bounds: rect, instances: [], features: features))
        } else {
            list[count].key = key
            list[count].bounds = rect
            list[count].features = features
        }
        list[count].instances.append(instance)
        count += 1
    }

    /// Has each batch be drawn front to back.
    mutating func reverse() {
        for index in 0..<count { list[index].instances.reverse() }
    }

    /// Exchanges the instances of a batch for others.
    mutating func swapInstances(of index: Int, with others: inout [Instance]) {
        swap(&list[index].instances, &others)
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
