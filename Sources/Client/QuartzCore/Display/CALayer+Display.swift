import CoreGraphics
import Foundation
import MicaBase

extension CALayer {
    /// Marks a part of the layer as invalid, or all of it for nil.
    package func markNeedsDisplay(_ rect: CGRect?) {
        guard modelLayer == nil else { return }
        if let rect, rect.isEmpty { return }
        drawing.invalid.add(rect)
        drawing.isNeeded = true
        enqueueForDisplay()
    }

    /// Enters the layer into its context's list of layers to draw, and the context into the thread's transaction.
    package func enqueueForDisplay() {
        guard let context = self.context else { return }
        TransactionStack.current.note(context)
        guard !drawing.isEnqueued else { return }
        context.lists.locked {
            drawing.isEnqueued = true
            context.needingDisplay.append(self)
        }
    }

    /// Draws the layer now, if it needs it.
    package func displayNow() {
        guard modelLayer == nil, drawing.isNeeded else { return }
        if hasRedrawingAnimations { return displayPresentation(at: treeTime) }
        drawing.isNeeded = false
        display()
        // A subclass may have drawn in its own way, so nothing is invalid now, unless drawing was asked for again
        // meanwhile.
        if !drawing.isNeeded { drawing.invalid = .nothing }
    }

    /// The default of `display()`.
    ///
    /// *Source*: Apple, CALayer.display: the delegate's `display(_:)`, or a store that `draw(in:)` draws into.
    package func displayByDefault() {
        let region = drawing.invalid
        (drawing.isNeeded, drawing.invalid) = (false, .nothing)
        if let delegate {
            drawing.isUnanswered = false
            delegate.display(self)
            guard drawing.isUnanswered else { return }
            delegate.layerWillDraw(self)
        }
        if modelLayer == nil { drawContents(region) } else { drawPresentation() }
    }

    /// Draws the invalid part into the layer's store, and shows it.
    private func drawContents(_ region: LayerDisplay.InvalidRegion) {
        let ownedContents = drawing.ownsContents
        guard let shape = StoreShape(of: self) else {
            if ownedContents { showDrawn(nil, nil) }
            drawing.waitsForArea = true
            return
        }
        drawing.waitsForArea = false
        let old = drawing.drawn ?? drawing.empty
        let drawn = old.flatMap { $0.shape == shape ? $0 : nil } ?? DrawnContents(shape: shape)
        var parts: [DeviceRect]?
        if drawn === old, case .parts(let rects) = region {
            let pixels = shape.pixels(rects)
            if pixels.isEmpty { return }
            parts = pixels
        }
        let context = drawn.store.begin(parts, matrix: shape.matrix, isRecorded: drawsAsynchronously)
        draw(in: context)
        guard let image = drawn.store.end(context) else {
            // Nothing was drawn. Contents that the program set stay; contents that were drawn with other bounds go.
            if ownedContents { showDrawn(nil, nil) }
            drawing.empty = drawn
            return
        }
        drawing.empty = nil
        drawing.statistics.drawings += 1
        drawing.statistics.pixels += parts?.reduce(0) { $0 + $1.width * $1.height } ?? shape.width * shape.height
        if drawn !== old { drawing.statistics.stores += 1 }
        showDrawn(drawn, image)
    }

    /// Sets the drawn pixels as the contents, with the action of such a change.
    private func showDrawn(_ drawn: DrawnContents?, _ image: ImageResource?) {
        let wasAssigned = assigned.contains(.contents)
        contentsObject = image.map { CGImage(resource: $0) }
        if drawing.skipsAction {
            state.contents.image = image
            note(.contents)
        } else {
            change(.contents, if: state.contents.image != image) { $0.contents.image = image }
        }
        // Drawn contents are not archived, so `contents` does not count as assigned by the program.
        if !wasAssigned { assigned.remove(.contents) }
        (drawing.drawn, drawing.ownsContents, drawing.skipsAction) = (drawn, drawn != nil, false)
    }
}

extension LayerContext {
    /// Draws the layers that need it: superlayers first, then in the order of asking. False when there were none.
    ///
    /// A layer that asks again while it is drawn waits for the next commit.
    package func displayLayers() -> Bool {
        guard !needingDisplay.isEmpty else { return false }
        let asking = lists.locked { () -> [CALayer] in
            let asking = needingDisplay.filter { !displayed.contains($0.id) }
            needingDisplay.removeAll { !displayed.contains($0.id) }
            for layer in asking { layer.drawing.isEnqueued = false }
            return asking
        }
        guard !asking.isEmpty else { return false }
        let order = asking.enumerated().sorted { ($0.element.depth, $0.offset) < ($1.element.depth, $1.offset) }
        for (_, layer) in order where layer.context === self && layer.drawing.isNeeded {
            displayed.insert(layer.id)
            layer.displayIfNeeded()
        }
        return true
    }

    /// Decodes the images of changed layers, so that the server need not wait for them: the prepare step of a commit.
    ///
    /// Images with late decoding (`kCGImageSourceShouldCache`) then have their pixels in the shared cache, if its
    /// budget has room. Images of hidden or transparent layers are left for later.
    package func prepareImages() {
        guard mayHaveImages else { return }
        mayHaveImages = false
        for layer in lists.locked({ changed }) where layer.pending.mask.contains(.contents) && layer.context === self {
            if layer.state.flags.contains(.hidden) || layer.state.opacity <= 0 { continue }
            layer.lock.locked { layer.state.contents.image }?.prepare()
        }
    }
}
