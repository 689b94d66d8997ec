import MicaWire

/// The layers of a tree whose animations have observers, in the order of their next events: the starts and ends of
/// animations.
///
/// A frame costs the layers with an event in it, not all layers that are animated. The agenda holds the next event of
/// each layer in a heap. An event that has become later is found when it comes to the top: the layer is looked at again.
/// Whoever makes events earlier says so: `note(_:)` for one layer, `timesChanged()` for all of them.
struct AnimationAgenda {
    /// The layers, as of the last commit.
    private(set) var layers: [LayerID: CALayer] = [:]
    /// The layers with animations that draw them at each refresh.
    private var redrawing: Set<LayerID> = []
    /// The next event of each layer.
    private var events = EventHeap()
    /// The next event of each layer that a delegate or a completion block waits for.
    private var heardEvents = EventHeap()
    /// Whether any layer's events may have become earlier.
    private var isStale = false
    /// How many layers were looked at for their next event; tests hold it.
    private(set) var visits = 0

    /// Whether an animation that draws a layer at each refresh plays, or waits for its start.
    var redraws: Bool { !redrawing.isEmpty }

    /// The layers with such animations, by identity.
    var redrawnLayers: [CALayer] { redrawing.sorted().compactMap { layers[$0] } }

    /// Adds or updates a layer whose animations have changed. A layer without observed animations leaves.
    mutating func note(_ layer: CALayer) {
        if layer.lock.locked({ layer.animations.allSatisfy { $0.isSilent } }) {
            remove(layer.id)
        } else {
            layers[layer.id] = layer
            let next = look(at: layer)
            events.set(next.any, for: layer.id)
            heardEvents.set(next.heard, for: layer.id)
            if next.redraws { redrawing.insert(layer.id) } else { redrawing.remove(layer.id) }
        }
    }

    /// Updates a layer after its events were delivered, unless it has left.
    mutating func update(_ layer: CALayer) { if layers[layer.id] != nil { note(layer) } }

    /// Removes a layer.
    mutating func remove(_ id: LayerID) {
        layers[id] = nil
        redrawing.remove(id)
        events.set(.infinity, for: id)
        heardEvents.set(.infinity, for: id)
    }

    /// Removes all layers.
    mutating func removeAll() {
        layers.removeAll(keepingCapacity: true)
        redrawing.removeAll(keepingCapacity: true)
        (events, heardEvents, isStale) = (EventHeap(), EventHeap(), false)
    }

    /// Says that a layer's timing, or its place among layers with a timing of their own, has changed: all events of the
    /// layers in it may be earlier.
    mutating func timesChanged() { isStale = true }

    /// The next event: `time` itself when a delegate waits for a start that has passed, otherwise the earliest after
    /// `time`; nil when there is none.
    mutating func next(after time: Double, heardOnly: Bool) -> Double? {
        refresh()
        var found = Double.infinity
        var passed: [LayerID] = []
        while let (event, layer) = top(heardOnly) {
            if event > time {
                found = min(found, event)
                break
            }
            found = min(found, layer.nextEvent(after: time, heardOnly: heardOnly))
            if found <= time { break }
            passed.append(layer.id)
            if heardOnly { heardEvents.set(.infinity, for: layer.id) } else { events.set(.infinity, for: layer.id) }
        }
        for id in passed { if let layer = layers[id] { note(layer) } }
        return found.isFinite ? found : nil
    }

    /// The layers with events up to a time, by identity. They stay in the agenda until `update(_:)`.
    mutating func due(at time: Double) -> [CALayer] {
        refresh()
        var due: [CALayer] = []
        while let (event, layer) = top(false), event <= time {
            due.append(layer)
            events.set(.infinity, for: layer.id)
        }
        for layer in due { events.set(layer.nextEvents().any, for: layer.id) }
        return due.sorted { $0.id < $1.id }
    }

    /// The earliest event and its layer; the events of layers that come to the top are read again.
    private mutating func top(_ heardOnly: Bool) -> (Double, CALayer)? {
        while let (event, id) = heardOnly ? heardEvents.first : events.first {
            guard let layer = layers[id] else {
                events.set(.infinity, for: id)
                heardEvents.set(.infinity, for: id)
                continue
            }
            let next = look(at: layer)
            if (heardOnly ? next.heard : next.any) == event { return (event, layer) }
            events.set(next.any, for: id)
            heardEvents.set(next.heard, for: id)
        }
        return nil
    }

    private mutating func refresh() {
        guard isStale else { return }
        isStale = false
        for layer in layers.values { note(layer) }
    }

    private mutating func look(at layer: CALayer) -> CALayer.NextEvents {
        visits += 1
        return layer.nextEvents()
    }
}

extension CALayer {
    /// The next events of a layer's animations, in seconds of media time; infinite when there is none.
    struct NextEvents {
        /// The earliest of all.
        var any = Double.infinity
        /// The earliest that a delegate or a completion block waits for.
        var heard = Double.infinity
        /// Whether an animation draws the layer at each refresh.
        var redraws = false
    }

    /// The next starts and ends that have not been delivered.
    func nextEvents() -> NextEvents {
        lock.locked {
            var next = NextEvents()
            // By index, because a copy of an animation costs more than its times.
            for index in animations.indices where !animations[index].isEnded {
                if animations[index].redraws { next.redraws = true }
                let end = endTime(at: index)
                if end < next.any { next.any = end }
                guard animations[index].delegate != nil || !animations[index].completions.isEmpty else { continue }
                if end < next.heard { next.heard = end }
                guard animations[index].delegate != nil, !animations[index].isStarted else { continue }
                let start = startTime(at: index)
                next.any = min(next.any, start)
                next.heard = min(next.heard, start)
            }
            return next
        }
    }

    /// The next event after a time: the time itself when a delegate waits for a start that has passed; infinite when
    /// there is none.
    func nextEvent(after time: Double, heardOnly: Bool) -> Double {
        lock.locked {
            var next = Double.infinity
            for index in animations.indices where !animations[index].isEnded {
                if heardOnly, animations[index].delegate == nil, animations[index].completions.isEmpty { continue }
                let end = endTime(at: index)
                if end > time { next = min(next, end) }
                if animations[index].delegate != nil, !animations[index].isStarted {
                    next = min(next, max(time, startTime(at: index)))
                }
            }
            return next
        }
    }
}

/// The next event of each layer, earliest first.
///
/// Setting a time adds an entry, and the layer's older entries lose their meaning: they are dropped when they come to
/// the top, or when they are most of the heap.
struct EventHeap {
    private var heap: [(time: Double, id: LayerID)] = []
    private var times: [LayerID: Double] = [:]

    /// The earliest event and its layer; nil when there is none.
    var first: (time: Double, id: LayerID)? {
        mutating get {
            while let top = heap.first {
                if times[top.id] == top.time { return top }
                removeFirst()
            }
            return nil
        }
    }

    /// Sets the time of a layer's next event; infinite, or not a number, for none.
    mutating func set(_ time: Double, for id: LayerID) {
        guard time < .infinity else {
            times[id] = nil
            return
        }
        guard times.updateValue(time, forKey: id) != time else { return }
        if heap.count > 2 * times.count + 64 {
            // Sorted entries are a heap.
            heap = times.map { (time: $0.value, id: $0.key) }.sorted { $0.time < $1.time }
            return
        }
        heap.append((time, id))
        var child = heap.count - 1
        while child > 0, heap[child].time < heap[(child - 1) / 2].time {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    private mutating func removeFirst() {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        var parent = 0
        while 2 * parent + 1 < heap.count {
            var child = 2 * parent + 1
            if child + 1 < heap.count, heap[child + 1].time < heap[child].time { child += 1 }
            guard heap[child].time < heap[parent].time else { break }
            heap.swapAt(child, parent)
            parent = child
        }
    }
}
