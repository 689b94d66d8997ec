import CoreGraphics
import MicaWire

// Changes of a layer without actions, which most changes of most frames are: nobody has to be asked about the values of a
// plain layer. `LayerCore` makes them in a few instructions.

extension PropertyID {
    /// Whether the value is a number, a point, a rectangle or a transform: setting it touches no reference.
    @inline(__always)  // A constant where the property is one.
    fileprivate var isNumber: Bool {
        self == .position || self == .opacity || self == .zPosition || self == .anchorPoint || self == .anchorPointZ
            || self == .transform || self == .cornerRadius || self == .borderWidth
    }
}

extension CALayer {
    /// Changes a property without hooks; false, with nothing done, where hooks may have to be called.
    @inline(__always)  // For one property, a few lines are left.
    func changeFast(
        _ property: PropertyID, if differs: () -> Bool, _ body: (inout LayerState) -> Void
    ) -> Bool {
        guard ThreadLocal.disablesActions, property != .bounds, property != .contents,
            let rest = changeAlone(property, if: differs, body)
        else { return false }
        if !rest.isEmpty { finish(rest) }
        return true
    }

    /// Sets the position without hooks; false, with nothing done, where hooks may have to be called.
    @inline(__always)  // For the same reason.
    func moveFast(to position: CGPoint) -> Bool {
        guard ThreadLocal.disablesActions, let rest = core.move(to: position) else { return false }
        if !rest.isEmpty { finish(rest) }
        return true
    }

    /// Changes numbers at once, and values with references under the layer's lock.
    @inline(__always)  // For one property, one of the two ways is left.
    private func changeAlone(
        _ property: PropertyID, if differs: () -> Bool, _ body: (inout LayerState) -> Void
    ) -> LayerCore.Rest? {
        if property.isNumber {
            let differs = differs()
            return core.change(property, if: differs, body)
        }
        return lock.locked {
            let differs = differs()
            return core.change(property, if: differs, body)
        }
    }

    /// Does the work that is left after a change without hooks.
    private func finish(_ rest: LayerCore.Rest) {
        if rest.contains(.enqueue), let context = core.context {
            if ThreadLocal.listedContext != ObjectIdentifier(context) { TransactionStack.current.enter(context) }
            context.lists.locked { context.changed.append(self) }
        }
        if rest.contains(.notifyLayer) { layoutChanged() }
        if rest.contains(.invalidateSuperlayerLayout) { invalidateSuperlayerLayout() }
    }
}
