import MicaBase

/// One draw call: instances of one program with the same textures and the same blending.
struct Batch {
    /// What all instances of a batch have in common.
    struct Key {
        var program: Program
        var blend = GLContext.Blend.sourceOver
        /// The textures beside masks and parameters.
        var textures = SIMD4<UInt32>.zero

        /// Whether instances of both can share a batch.
        static func == (a: Key, b: Key) -> Bool {
            a.program === b.program && a.blend == b.blend && a.textures == b.textures
        }
    }

    var key: Key
    /// The pixels that the instances may change.
    var bounds: DeviceRect
    /// The instances, back to front.
    var instances: [Instance]
    /// The features that the instances need of the program.
    var features: Features
}

/// How an instance may be drawn.
enum DrawingOrder {
    /// After all instances that were added before and touch one of its pixels.
    case inOrder
    /// As `inOrder`, but in any order among instances with the same key: their colours are added up.
    case unorderedInKind
    /// In any order: the depth test finds the front-most instance.
    case anyTime
}

/// The instances for the current target, back to front, in as few batches as the order allows.
///
/// An instance joins an earlier batch with the same key when nothing that was added in between touches its pixels. The
/// memory of batches is used again.
struct Batches {
    /// The first `count` batches are to be drawn; those behind them only hold memory.
    private(set) var list: [Batch] = []
    private(set) var count = 0

    /// How many batches back an instance looks for one to join.
    private static let reach = 16
    /// The most instances whose memory a batch keeps for its next use.
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

    /// Reverses each batch, so that its instances are drawn front to back.
    mutating func reverse() {
        for index in 0..<count { list[index].instances.reverse() }
    }

    /// Exchanges the instances of a batch for others.
    mutating func swapInstances(of index: Int, with others: inout [Instance]) {
        swap(&list[index].instances, &others)
    }

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
