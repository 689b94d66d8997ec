import Foundation
import MicaResources
import MicaTrace
import Synchronization

/// What is called when a drawable was presented. *Source*: Apple, MTLDrawable.h.
public typealias MTLDrawablePresentedHandler = @Sendable (any MTLDrawable) -> Void

/// A picture that can be shown once, when it is drawn. *Source*: Apple, MTLDrawable.
public protocol MTLDrawable: NSObjectProtocol, Sendable {
    /// Shows it as soon as can be. One that was presented is not presented again.
    func present()
    /// Shows it at a time, or as soon as can be after it. *Units*: seconds of `CACurrentMediaTime()`.
    func present(at presentationTime: CFTimeInterval)
    /// Shows it when what is shown before it has been seen for so many seconds.
    func present(afterMinimumDuration duration: CFTimeInterval)
    /// Has a closure called when it was presented, or was dropped: by the thread that the layer's tree is of. Handlers of a drawable that is
    /// never presented are not called.
    func addPresentedHandler(_ block: @escaping MTLDrawablePresentedHandler)
    /// When it was shown; 0 before, and where it was dropped, or its layer was in no tree. *Units*: seconds of `CACurrentMediaTime()`.
    var presentedTime: CFTimeInterval { get }
    /// A number that tells the layer's drawables apart, 1 for the first.
    var drawableID: Int { get }
}

/// A drawable of a `CAMetalLayer`'s: a texture to draw into.
///
/// The layer has two or three. One can be had again when another one is shown and nobody has this object any more.
/// *Source*: Apple, CAMetalLayer.h.
public protocol CAMetalDrawable: MTLDrawable {
    /// What is drawn into.
    var texture: any MTLTexture { get }
    /// The layer that shows it.
    var layer: CAMetalLayer { get }
}

/// A layer's drawable.
// Safe because: all but the layer has locks of its own; of the layer other threads than its tree's call what has a lock.
final class LayerDrawable: NSObject, CAMetalDrawable, @unchecked Sendable {
    let drawableID: Int
    let layer: CAMetalLayer
    let pixels: DrawableTexture
    /// Its place in the layer's pool.
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

    /// Whether somebody wants to know when it is shown.
    var hasHandlers: Bool { state.withLock { !$0.handlers.isEmpty } }

    /// Tells the handlers that it was shown, or with 0 that it was not.
    func tell(_ time: Double) {
        let handlers = state.withLock { state in
            (state.presentedTime, state.isTold) = (time, true)
            defer { state.handlers = [] }
            return state.handlers
        }
        for handler in handlers { handler(self) }
    }
}

/// A drawable's place in its layer's pool; used under the pool's lock.
// Safe because: the two are looked at and changed under the lock of the queue that it is of.
final class DrawableSlot: @unchecked Sendable {
    let number: Int
    /// Whether somebody has the drawable.
    var isHeld = true
    /// Whether it waits to be shown, or is.
    var isUsed = false

    init(number: Int) { self.number = number }
}
