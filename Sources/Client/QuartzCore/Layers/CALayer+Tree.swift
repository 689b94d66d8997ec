import Foundation
import MicaWire

extension CALayer {
    /// The sublayers; for a presentation layer, the presentation layers of the model's sublayers.
    package func readSublayers() -> [CALayer]? {
        if let modelLayer { return modelLayer.sublayers?.compactMap { $0.presentation() } }
        return links.sublayers.isEmpty ? nil : links.sublayers
    }

    /// Sets all sublayers at once. A layer that is named twice counts once, at its first position.
    package func replaceSublayers(_ layers: [CALayer]) {
        precondition(modelLayer == nil, "a presentation layer has no sublayers of its own to set")
        var seen = Set<ObjectIdentifier>(minimumCapacity: layers.count)
        let wanted = layers.filter { seen.insert(ObjectIdentifier($0)).inserted }
        for old in links.sublayers where !seen.contains(ObjectIdentifier(old)) { old.detachFromSuperlayer() }
        for layer in wanted where layer.links.superlayer !== self { insert(layer, at: links.sublayers.count) }
        links.sublayers = wanted
        markSublayersChanged()
    }

    /// Inserts a layer at an index; a layer that is already a sublayer moves there.
    package func insert(_ layer: CALayer, at index: Int) {
        precondition(layer.modelLayer == nil && modelLayer == nil, "presentation layers cannot be put into a tree")
        precondition(!isInside(layer), "a layer cannot become a sublayer of itself or of a layer inside it")
        var index = min(index, links.sublayers.count)
        let action = actionForChange("sublayers")
        if let old = sublayerIndex(of: layer) {
            links.sublayers.remove(at: old)
            if old < index { index -= 1 }
            links.sublayers.insert(layer, at: index)
        } else {
            layer.detachFromSuperlayer()
            index = min(index, links.sublayers.count)
            layer.setSuperlayer(self)
            links.sublayers.insert(layer, at: index)
            if let context = self.context { layer.attach(to: context) }
            layer.runAction(kCAOnOrderIn)
        }
        markSublayersChanged()
        action?.run(forKey: "sublayers", object: self, arguments: nil)
    }

    /// Inserts a layer behind a sibling, or behind all when there is no such sibling.
    package func insert(_ layer: CALayer, below sibling: CALayer?) {
        let index = sibling.flatMap { sublayerIndex(of: $0) } ?? 0
        insert(layer, at: index)
    }

    /// Inserts a layer in front of a sibling, or in front of all when there is no such sibling.
    package func insert(_ layer: CALayer, above sibling: CALayer?) {
        let index = sibling.flatMap { sublayerIndex(of: $0) }.map { $0 + 1 } ?? links.sublayers.count
        insert(layer, at: index)
    }

    /// Replaces a sublayer; does nothing when `old` is no sublayer.
    package func replace(_ old: CALayer, with new: CALayer) {
        guard old !== new, sublayerIndex(of: old) != nil else { return }
        insert(new, above: old)
        old.detachFromSuperlayer()
    }

    /// Takes the layer out of its superlayer; a mask stops being one.
    package func detachFromSuperlayer() {
        guard let parent = links.superlayer else { return }
        if parent.links.mask === self { return parent.setMask(nil) }
        guard let index = parent.sublayerIndex(of: self) else { return }
        let action = parent.actionForChange("sublayers")
        runAction(kCAOnOrderOut)
        parent.links.sublayers.remove(at: index)
        setSuperlayer(nil)
        if let context = self.context { detach(from: context) }
        parent.markSublayersChanged()
        action?.run(forKey: "sublayers", object: parent, arguments: nil)
    }

    /// Sets the mask; nil removes it.
    package func setMask(_ layer: CALayer?) {
        precondition(modelLayer == nil, "a presentation layer has no mask of its own to set")
        guard layer !== links.mask else { return }
        if let layer {
            precondition(layer.modelLayer == nil, "a presentation layer cannot be a mask")
            precondition(!isInside(layer), "a layer cannot be the mask of itself or of a layer inside it")
            layer.detachFromSuperlayer()
        }
        let action = actionForChange("mask")
        if let old = links.mask {
            old.setSuperlayer(nil)
            if let context = self.context { old.detach(from: context) }
        }
        links.mask = layer
        layer?.setSuperlayer(self)
        if let context = self.context { layer?.attach(to: context) }
        assigned.insert(.mask)
        state.mask = layer?.id
        note(.mask)
        action?.run(forKey: "mask", object: self, arguments: nil)
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
        pending.sublayers = true
        enqueue()
    }

    /// Enters the layer and all layers under it into a context. The next commit sends all their values to the server.
    package func attach(to context: LayerContext) {
        context.mayHaveImages = true
        forEachInTree { layer in
            layer.context = context
            layer.pending.mask = .all
            layer.pending.sublayers = true
            layer.pending.edits = [.removeAll] + layer.animations.map { .add(key: $0.key, animation: $0.state) }
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
            layer.context = nil
            if layer.pending.isCommitted { context.detached.append(layer) }
            if !layer.core.hasNoHooks { layer.treeChanged() }
        }
    }

    /// Calls `body` for the layer and all layers under it, masks included. It does not recurse.
    package func forEachInTree(_ body: (CALayer) -> Void) {
        var stack = [self]
        while let layer = stack.popLast() {
            body(layer)
            stack.append(contentsOf: layer.links.sublayers.reversed())
            if let mask = layer.links.mask { stack.append(mask) }
        }
    }
}
