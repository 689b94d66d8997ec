import Foundation
import MicaTrace
import MicaWire

extension CALayer {
    /// The sublayers; for a presentation layer, the presentation layers of the model's sublayers.
    package func readSublayers() -> [CALayer]? {
        if let modelLayer { return modelLayer.sublayers?.compactMap { $0.presentation() } }
        let sublayers = TreeLinks.locked { links.sublayers }
        return sublayers.isEmpty ? nil : sublayers
    }

    /// Sets all sublayers at once. A layer that is named twice counts once, at its first position.
    package func replaceSublayers(_ layers: [CALayer]) {
        requires(
            modelLayer == nil, "a presentation layer has no sublayers of its own to set", function: "CALayer.sublayers")
        var seen = Set<ObjectIdentifier>(minimumCapacity: layers.count)
        let wanted = layers.filter { seen.insert(ObjectIdentifier($0)).inserted }
        let before = TreeLinks.locked { links.sublayers }
        let present = Set(before.map { ObjectIdentifier($0) })
        for old in before where !seen.contains(ObjectIdentifier(old)) { old.detachFromSuperlayer() }
        for layer in wanted where !present.contains(ObjectIdentifier(layer)) { insert(layer, at: .max) }
        // Another thread may have taken some out again, or put others in.
        TreeLinks.locked {
            let now = links.sublayers
            if now.count == wanted.count, now.allSatisfy({ seen.contains(ObjectIdentifier($0)) }) {
                links.sublayers = wanted
            }
        }
        markSublayersChanged()
    }

    /// Inserts a layer at an index; a layer that is already a sublayer moves there.
    package func insert(_ layer: CALayer, at index: Int) {
        requires(
            layer.modelLayer == nil && modelLayer == nil,
            "\(layer) cannot become a sublayer of \(self): presentation layers are in no tree; use model()",
            function: "CALayer.insertSublayer(_:at:)")
        requires(!isInside(layer), cycle(with: layer), function: "CALayer.insertSublayer(_:at:)")
        let action = actionForChange("sublayers")
        if !reorder(layer, to: index) {
            repeat {
                layer.detachFromSuperlayer()
                // Another thread may put it elsewhere meanwhile.
            } while !adopt(layer, at: index)
            layer.runAction(kCAOnOrderIn)
        }
        markSublayersChanged()
        action?.run(forKey: "sublayers", object: self, arguments: nil)
    }

    /// Moves a sublayer to an index; false if the layer is no sublayer.
    private func reorder(_ layer: CALayer, to index: Int) -> Bool {
        TreeLinks.locked {
            guard let old = sublayerIndex(of: layer) else { return false }
            let index = min(index, links.sublayers.count)
            links.sublayers.remove(at: old)
            links.sublayers.insert(layer, at: old < index ? index - 1 : index)
            return true
        }
    }

    /// Links a layer without a superlayer as a sublayer; false if the layer has a superlayer.
    private func adopt(_ layer: CALayer, at index: Int) -> Bool {
        TreeLinks.locked {
            guard layer.links.superlayer == nil else { return false }
            layer.setSuperlayer(self)
            links.sublayers.insert(layer, at: min(index, links.sublayers.count))
            if let context = self.context { layer.attach(to: context) }
            return true
        }
    }

    /// Inserts a layer behind a sibling, or behind all when there is no such sibling.
    package func insert(_ layer: CALayer, below sibling: CALayer?) {
        let index = TreeLinks.locked { sibling.flatMap { sublayerIndex(of: $0) } ?? 0 }
        insert(layer, at: index)
    }

    /// Inserts a layer in front of a sibling, or in front of all when there is no such sibling.
    package func insert(_ layer: CALayer, above sibling: CALayer?) {
        let index = TreeLinks.locked {
            sibling.flatMap { sublayerIndex(of: $0) }.map { $0 + 1 } ?? links.sublayers.count
        }
        insert(layer, at: index)
    }

    /// Replaces a sublayer; does nothing when `old` is no sublayer.
    package func replace(_ old: CALayer, with new: CALayer) {
        guard old !== new, TreeLinks.locked({ sublayerIndex(of: old) != nil }) else { return }
        insert(new, above: old)
        old.detachFromSuperlayer()
    }

    /// Takes the layer out of its superlayer; a mask stops being one.
    package func detachFromSuperlayer() {
        let (superlayer, isMask) = TreeLinks.locked { (links.superlayer, links.superlayer?.links.mask === self) }
        guard let parent = superlayer else { return }
        if isMask { return parent.setMask(nil) }
        guard TreeLinks.locked({ parent.sublayerIndex(of: self) != nil }) else { return }
        let action = parent.actionForChange("sublayers")
        runAction(kCAOnOrderOut)
        TreeLinks.locked {
            // The action or another thread may have taken it out.
            guard links.superlayer === parent, let index = parent.sublayerIndex(of: self) else { return }
            parent.links.sublayers.remove(at: index)
            setSuperlayer(nil)
            if let context = self.context { detach(from: context) }
        }
        parent.markSublayersChanged()
        action?.run(forKey: "sublayers", object: parent, arguments: nil)
    }

    /// Sets the mask; nil removes it.
    package func setMask(_ layer: CALayer?) {
        requires(modelLayer == nil, "a presentation layer has no mask of its own to set", function: "CALayer.mask")
        guard layer !== links.mask else { return }
        if let layer {
            requires(
                layer.modelLayer == nil, "\(layer) cannot be a mask: it is a presentation layer; use model()",
                function: "CALayer.mask")
            requires(!isInside(layer), cycle(with: layer), function: "CALayer.mask")
            layer.detachFromSuperlayer()
        }
        let action = actionForChange("mask")
        let old = TreeLinks.locked { () -> CALayer? in
            let old = links.mask
            old?.setSuperlayer(nil)
            if let context = self.context { old?.detach(from: context) }
            links.mask = layer
            layer?.setSuperlayer(self)
            if let context = self.context { layer?.attach(to: context) }
            return old
        }
        // Released without the lock: its deinitialiser may be the program's.
        withExtendedLifetime(old) {}
        lock.locked {
            assigned.insert(.mask)
            state.mask = layer?.id
        }
        note(.mask)
        action?.run(forKey: "mask", object: self, arguments: nil)
    }

    /// The reason why a layer cannot be put under this one, which is inside it.
    ///
    /// *Source*: the reason of Core Animation's exception CALayerInvalid, as crash reports have it.
    private func cycle(with layer: CALayer) -> String {
        "CALayerInvalid: layer \(layer) is a part of cycle in its layer tree: \(self) is "
            + (self === layer ? "the same layer" : "inside it")
    }

    private func setSuperlayer(_ layer: CALayer?) {
        links.superlayer = layer
        core.superlayer = layer?.id ?? LayerID(rawValue: 0)
    }

    /// Whether this layer is `other` or anywhere under it.
    ///
    /// *Complexity*: the depth of this layer; none if nothing is under the other one.
    private func isInside(_ other: CALayer) -> Bool {
        // A chain that is built from its top would cost the square of its length.
        if other.links.sublayers.isEmpty, other.links.mask == nil { return self === other }
        var layer: CALayer? = self
        while let current = layer {
            if current === other { return true }
            layer = current.links.superlayer
        }
        return false
    }

    private func sublayerIndex(of layer: CALayer) -> Int? {
        guard layer.links.superlayer === self else { return nil }
        return links.sublayers.firstIndex { $0 === layer }
    }

    private func markSublayersChanged() {
        layoutChanged()
        guard self.context != nil else { return }
        lock.locked { pending.sublayers = true }
        enqueue()
    }

    /// Enters the layer and all layers under it into a context. The next commit sends all their values to the server.
    package func attach(to context: LayerContext) {
        context.mayHaveImages = true
        forEachInTree { layer in
            layer.lock.locked {
                layer.context = context
                if layer.pending.tree != context.number {
                    // Lists and the server's copy of a tree that the layer has just left do not count in this one.
                    layer.pending = PendingChange()
                    layer.pending.tree = context.number
                    (layer.core.layout.isEnqueued, layer.drawing.isEnqueued) = (false, false)
                }
                layer.pending.mask = .all
                layer.pending.sublayers = true
                layer.pending.edits = [.removeAll] + layer.animations.map { .add(key: $0.key, animation: $0.state) }
            }
            layer.enqueue()
            if layer.core.layout.isNeeded { layer.enqueueForLayout() }
            if layer.drawing.isNeeded { layer.enqueueForDisplay() }
            if !layer.core.hasNoHooks { layer.treeChanged() }
        }
    }

    /// Takes the layer and all layers under it out of a context.
    package func detach(from context: LayerContext) {
        forEachInTree { layer in
            layer.enqueue()
            layer.lock.locked { layer.context = nil }
            if layer.pending.isCommitted { context.lists.locked { context.detached.append(layer) } }
            if !layer.core.hasNoHooks { layer.treeChanged() }
        }
    }

    /// Calls `body` for the layer and all layers under it, masks included. It does not recurse.
    package func forEachInTree(_ body: (CALayer) -> Void) {
        var stack = [self]
        while let layer = stack.popLast() {
            body(layer)
            TreeLinks.locked {
                stack.append(contentsOf: layer.links.sublayers.reversed())
                if let mask = layer.links.mask { stack.append(mask) }
            }
        }
    }
}
