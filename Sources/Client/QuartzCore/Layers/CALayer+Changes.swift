import CoreGraphics
import Foundation
import MicaTrace
import MicaWire

/// Shorthands for fields of `core`.
extension CALayer {
    /// The values of all properties that the server draws from.
    package final var state: LayerState {
        @inline(__always) get { core.state }
        @inline(__always) _modify { yield &core.state }
    }
    /// Changes that the server has not been told.
    package final var pending: PendingChange {
        @inline(__always) get { core.pending }
        @inline(__always) _modify { yield &core.pending }
    }
    /// The properties that were ever set on this layer.
    package final var assigned: PropertyMask {
        @inline(__always) get { core.assigned }
        @inline(__always) _modify { yield &core.assigned }
    }
    /// The tree that the layer is in; nil when no server draws it.
    package final var context: LayerContext? {
        @inline(__always) get { core.context }
        set {
            // Releasing the old context may run code that reads this layer, so it is released after the change.
            let old = core.context
            core.context = newValue
            withExtendedLifetime(old) {}
        }
    }
}

extension CALayer {
    /// Whether the layer's class is one of this module's that need not be told of changes of values or of layout.
    package final var hasNoHooks: Bool {
        let kind = type(of: self)
        return kind == CALayer.self || kind == CAGradientLayer.self || kind == CAShapeLayer.self
    }

    /// Changes a property of the state: finds the action first, changes, notes the change, runs the action.
    ///
    /// The order is Apple's: the action sees the old value when it is looked up and the new one when it runs.
    @inline(__always)  // Inlined for one property, most changes take a few lines.
    package func change(
        _ property: PropertyID, if differs: @autoclosure () -> Bool, _ body: (inout LayerState) -> Void
    ) {
        if changeFast(property, if: differs, body) { return }
        changeWithHooks(property, if: differs, body)
    }

    /// Sets the position, as `change` does.
    @inline(__always)  // For the same reason as `change`.
    package func move(to position: CGPoint) {
        if moveFast(to: position) { return }
        changeWithHooks(.position, if: { state.position != position }) { $0.position = position }
    }

    /// Changes a property, and calls whoever may want to know: actions, drawing and layout.
    private func changeWithHooks(
        _ property: PropertyID, if differs: () -> Bool, _ body: (inout LayerState) -> Void
    ) {
        let transactions = TransactionStack.current
        let differs = lock.locked {
            assigned.insert(property)
            return differs()
        }
        guard differs else { return }
        guard modelLayer == nil else { return lock.locked { body(&state) } }
        let key = LayerPropertyTable.row(property).key
        let action = transactions.disableActions ? nil : actionForChange(key)
        // An animation without values starts from the value shown now.
        var arguments: [AnyHashable: Any]?
        if let basic = action as? CABasicAnimation, basic.fromValue == nil {
            let row = LayerPropertyTable.row(property)
            let shown = pending.isCommitted ? evaluatedState(at: MediaClock.now) : state
            arguments = shown[property].object(isBoolean: row.isBoolean).map { [CABasicAnimation.valueBefore: $0] }
        }
        lock.locked { body(&state) }
        if property == .position || property == .bounds { sayNaN(property) }
        note(property, transactions)
        if property == .bounds && (drawing.redrawsOnBoundsChange || drawing.waitsForArea)
            || type(of: self).needsDisplay(forKey: key)
        {
            setNeedsDisplay()
        }
        action?.run(forKey: key, object: self, arguments: arguments)
        if property == .bounds || property == .transform { geometryChanged() }
    }

    /// Asks for the layout that bounds and transform affect: this layer's and its superlayer's.
    private func geometryChanged() {
        layoutChanged()
        invalidateSuperlayerLayout()
    }

    /// Asks the superlayer for layout, and remembers it so that it is not asked again.
    final func invalidateSuperlayerLayout() {
        guard let superlayer = links.superlayer else { return }
        superlayer.layoutChanged()
        // A subclass of the program may want to be told each time.
        guard superlayer.core.hasNoHooks, let context = self.context else { return }
        let need = superlayer.core.layout
        if need.isNeeded || need.isActive { context.invalidatedLayout = superlayer.id }
    }

    /// Sets the bounds, and resizes the sublayers when the size changes.
    package func setBounds(_ bounds: CGRect) {
        let bounds = bounds.standardized
        let old = state.bounds.size
        change(.bounds, if: state.bounds != bounds) { $0.bounds = bounds }
        if modelLayer == nil, old != bounds.size { resizeSublayers(withOldSize: old) }
    }

    /// Notes that a property has changed and must be sent to the server.
    package func note(_ property: PropertyID) { note(property, TransactionStack.current) }

    /// Says once that a value of geometry is not a number, in the words of Apple's exception.
    ///
    /// *Source*: the reason of Core Animation's CALayerInvalidGeometry, as crash reports have it: "CALayer position
    /// contains NaN: [nan 0]". Here the program goes on, and the layer is not drawn.
    private func sayNaN(_ property: PropertyID) {
        let text: String
        switch property {
        case .position where state.position.x.isNaN || state.position.y.isNaN:
            text = "position contains NaN: [\(state.position.x) \(state.position.y)]"
        case .bounds
        where [state.bounds.minX, state.bounds.minY, state.bounds.width, state.bounds.height].contains { $0.isNaN }:
            let (origin, size) = (state.bounds.origin, state.bounds.size)
            text = "bounds contains NaN: [\(origin.x) \(origin.y); \(size.width) \(size.height)]"
        default: return
        }
        Notices.say("CALayer \(text). Layer: \(name ?? "\(self)"). It is not drawn", key: "NaN \(property)")
    }

    /// Notes a change of a property, in the transactions of the calling thread, which the caller has at hand.
    private func note(_ property: PropertyID, _ transactions: TransactionStack) {
        guard let context = self.context else { return }
        lock.locked { pending.mask.insert(property) }
        if property == .contents { context.mayHaveImages = true }
        enqueue(in: context, transactions)
    }

    /// Enters the layer into its context's list of changed layers, and the context into the thread's transaction.
    package func enqueue() {
        guard let context = self.context else { return }
        enqueue(in: context, TransactionStack.current)
    }

    private func enqueue(in context: LayerContext, _ transactions: TransactionStack) {
        transactions.note(context)
        guard !pending.isEnqueued else { return }
        context.lists.locked {
            pending.isEnqueued = true
            context.changed.append(self)
        }
    }

    /// Sets a boolean property. Showing or hiding the layer also runs the order-in and order-out actions.
    package func setFlag(_ property: PropertyID, _ flag: LayerFlags, _ value: Bool) {
        let differs = state.flags.contains(flag) != value
        change(property, if: differs) { if value { $0.flags.insert(flag) } else { $0.flags.remove(flag) } }
        if property == .hidden, differs, modelLayer == nil {
            runAction(value ? kCAOnOrderOut : kCAOnOrderIn)
        }
    }

    /// Looks up and runs the action of an event that is not a property.
    package func runAction(_ event: String) {
        actionForChange(event)?.run(forKey: event, object: self, arguments: nil)
    }

    /// Sets the contents to a picture that was drawn for the layer, without an action.
    ///
    /// - Parameter isOwn: whether the change is a transaction of its own, sent at once when no other is open; otherwise
    ///   the change is part of the thread's next transaction.
    package func show(_ picture: CGImage?, isOwn: Bool) {
        if isOwn { CATransaction.begin() }
        let wereDisabled = CATransaction.disableActions()
        CATransaction.setDisableActions(true)
        contents = picture
        CATransaction.setDisableActions(wereDisabled)
        if isOwn { CATransaction.commit() }
    }

    /// Sets the contents. An object that is not an image is stored, and draws nothing.
    package func setContents(_ value: Any?) {
        var image: CGImage?
        if let value {
            image = value as? CGImage
            if image == nil { Self.sayUnread(value, "contents") }
        }
        contentsObject = value
        (drawing.drawn, drawing.ownsContents) = (nil, false)
        let resource = image?.resource
        change(.contents, if: state.contents.image != resource) { $0.contents.image = resource }
    }

    /// The smallest rectangle in the superlayer around the transformed bounds.
    package var derivedFrame: CGRect {
        let (b, a, p) = (bounds, anchorPoint, position)
        let m = transform.matrix
        let left = -Double(b.width * a.x), top = -Double(b.height * a.y)
        if m.isIdentity {
            return CGRect(x: p.x + CGFloat(left), y: p.y + CGFloat(top), width: b.width, height: b.height)
        }
        let right = left + Double(b.width), bottom = top + Double(b.height)
        let z = -Double(anchorPointZ)
        var (minX, minY, maxX, maxY) = (Double.infinity, Double.infinity, -Double.infinity, -Double.infinity)
        for (x, y) in [(left, top), (right, top), (left, bottom), (right, bottom)] {
            let w = x * m.m14 + y * m.m24 + z * m.m34 + m.m44
            let px = (x * m.m11 + y * m.m21 + z * m.m31 + m.m41) / w
            let py = (x * m.m12 + y * m.m22 + z * m.m32 + m.m42) / w
            (minX, maxX) = (min(minX, px), max(maxX, px))
            (minY, maxY) = (min(minY, py), max(maxY, py))
        }
        return CGRect(
            x: p.x + CGFloat(minX), y: p.y + CGFloat(minY), width: CGFloat(maxX - minX), height: CGFloat(maxY - minY))
    }

    /// Sets position and bounds so that the frame becomes `frame`, as far as the transform allows.
    ///
    /// The size of the bounds is that of the frame through the inverse of the transform's linear part, without sign.
    /// A plane that is seen on edge keeps its position and size, also if its transform is off by a rounding error, as a quarter
    /// turn is: the inverse would make bounds of 10^18 points. *Source*: Apple, CALayer.h ("Setting the frame sets position
    /// and the size of bounds"); CALayer.frame, about transforms: "the value of this property is undefined".
    package func setDerivedFrame(_ frame: CGRect) {
        let frame = frame.standardized
        let m = transform.matrix
        var size = frame.size
        if !m.isIdentity {
            let determinant = m.m11 * m.m22 - m.m12 * m.m21
            let right = (m.m11 * m.m11 + m.m12 * m.m12 + m.m13 * m.m13).squareRoot()
            let down = (m.m21 * m.m21 + m.m22 * m.m22 + m.m23 * m.m23).squareRoot()
            guard determinant.isFinite, abs(determinant) > 1e-9 * right * down else { return }
            let (w, h) = (Double(size.width), Double(size.height))
            size = CGSize(
                width: abs((w * m.m22 - h * m.m21) / determinant), height: abs((h * m.m11 - w * m.m12) / determinant))
        }
        bounds = CGRect(origin: bounds.origin, size: size)
        let current = derivedFrame
        position = CGPoint(
            x: position.x + frame.minX - current.minX, y: position.y + frame.minY - current.minY)
    }
}
