import Foundation
import MicaBase
import MicaTrace
import Synchronization

/// A closure that is called when a drawable was presented. *Source*: Apple, MTLDrawable.h.
public typealias MTLDrawablePresentedHandler = @Sendable (any MTLDrawable) -> Void

/// A picture that can be shown once, after it was drawn.
public protocol MTLDrawable: NSObjectProtocol, Sendable {
    /// Shows the drawable as soon as possible. A drawable can be presented only once.
    func present()
    /// Shows the drawable at a time, or as soon as possible after it. *Units*: seconds of `CACurrentMediaTime()`.
    func present(at presentationTime: CFTimeInterval)
    /// Shows the drawable after the previous one was visible for some seconds.
    func present(afterMinimumDuration duration: CFTimeInterval)
    /// Adds a closure that is called when the drawable was shown or dropped, by the thread of the layer's tree.
    /// Handlers of a drawable that is never presented are not called.
    func addPresentedHandler(_ block: @escaping MTLDrawablePresentedHandler)
    /// The time at which the drawable was shown. 0 before that, and when it was dropped or its layer was in no tree.
    /// *Units*: seconds of `CACurrentMediaTime()`.
    var presentedTime: CFTimeInterval { get }
    /// The number of the drawable among its layer's, from 1.
    var drawableID: Int { get }
}

/// A drawable of a `CAMetalLayer`: a texture to draw into.
///
/// A layer has two or three. A drawable can be reused when another is shown and nobody holds this object any more.
/// *Source*: Apple, CAMetalLayer.h.
public protocol CAMetalDrawable: MTLDrawable {
    /// The texture to draw into.
    var texture: any MTLTexture { get }
    /// The layer that shows it.
    var layer: CAMetalLayer { get }
}

/// A drawable of a layer.
// Safe because: all fields but the layer have their own locks; other threads call only locked functions of the layer.
final class LayerDrawable: NSObject, CAMetalDrawable, @unchecked Sendable {
    let drawableID: Int
    let layer: CAMetalLayer
    let pixels: DrawableTexture
    /// The slot of the drawable in its layer's queue.
    let slot: DrawableSlot
    private let state = Mutex(State())

    private struct State {
        var isPresented = false
        var isTold = false
        var presentedTime = 0.0
        var handlers: [MTLDrawablePresentedHandler] = []
    }

    init(layer: CAMetalLayer, slot: DrawableSlot, pixels: DrawableTexture) {
        (self.layer, self.slot, self.pixels, drawableID) = (layer, slot, pixels, slot.number)
        super.init()
    }

    deinit { layer.queue.letGo(slot, pixels.take()) }

    var texture: any MTLTexture { pixels }
    var presentedTime: CFTimeInterval { state.withLock { $0.presentedTime } }

    func present() { present(at: nil, minimum: nil) }

    func present(at presentationTime: CFTimeInterval) {
        present(at: presentationTime.isFinite ? presentationTime : nil, minimum: nil)
    }

    func present(afterMinimumDuration duration: CFTimeInterval) {
        present(at: nil, minimum: duration.isFinite && duration > 0 ? duration : nil)
    }

    private func present(at time: Double?, minimum: Double?) {
        let isFirst = state.withLock { state in
            defer { state.isPresented = true }
            return !state.isPresented
        }
        guard isFirst else { return Notices.say("a drawable is presented a second time: nothing is shown") }
        layer.present(self, at: time, minimum: minimum)
    }

    func addPresentedHandler(_ block: @escaping MTLDrawablePresentedHandler) {
        let isLate = state.withLock { state in
            if !state.isTold { state.handlers.append(block) }
            return state.isTold
        }
        if isLate { Notices.say("a handler is added to a drawable that was presented: it is not called") }
    }

    /// Whether anyone wants to know when the drawable is shown.
    var hasHandlers: Bool { state.withLock { !$0.handlers.isEmpty } }

    /// Calls the handlers with the time at which the drawable was shown; 0 when it was not.
    func tell(_ time: Double) {
        let handlers = state.withLock { state in
            (state.presentedTime, state.isTold) = (time, true)
            defer { state.handlers = [] }
            return state.handlers
        }
        for handler in handlers { handler(self) }
    }
}

/// The slot of a drawable in its layer's queue; used under the queue's lock.
// Safe because: both flags are read and written under the lock of the queue that the slot belongs to.
final class DrawableSlot: @unchecked Sendable {
    let number: Int
    /// Whether anyone holds the drawable.
    var isHeld = true
    /// Whether the drawable waits to be shown, or is shown.
    var isUsed = false

    init(number: Int) { self.number = number }
}
