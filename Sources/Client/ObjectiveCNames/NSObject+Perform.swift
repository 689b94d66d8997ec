import Foundation
import MicaTrace

// Calls by selector.

extension NSObjectProtocol {
    /// Whether the object is an instance of the selector's class or protocol; false for a selector without a method.
    ///
    /// An optional requirement counts for every object that conforms, whether or not the object implements it.
    public func responds(to selector: Selector!) -> Bool { selector?.isMethod(of: self) ?? false }

    /// Calls a method.
    ///
    /// A selector that does not fit calls nothing, and a notice says so.
    @discardableResult
    public func perform(_ selector: Selector!) -> Unmanaged<AnyObject>! { unsafe performed(selector, nil, nil) }

    /// Calls a method with an argument.
    ///
    /// A selector that does not fit calls nothing, and a notice says so.
    @discardableResult
    public func perform(_ selector: Selector!, with object: Any!) -> Unmanaged<AnyObject>! {
        unsafe performed(selector, object, nil)
    }

    /// Calls a method with two arguments.
    ///
    /// A selector that does not fit calls nothing, and a notice says so.
    @discardableResult
    public func perform(_ selector: Selector!, with object1: Any!, with object2: Any!) -> Unmanaged<AnyObject>! {
        unsafe performed(selector, object1, object2)
    }

    private func performed(_ selector: Selector?, _ first: Any?, _ second: Any?) -> Unmanaged<AnyObject>? {
        guard let selector else {
            Notices.say("\(type(of: self)): nothing to perform: the selector is nil")
            return nil
        }
        guard let result = selector.call(on: self, first, second), !(result is Void) else { return nil }
        let object = result as AnyObject
        // The caller gets an unretained reference. This entry keeps the result alive, as a pool does on Apple's
        // platforms.
        Thread.current.threadDictionary["mica.performed"] = object
        return unsafe Unmanaged.passUnretained(object)
    }
}

extension NSObject {
    /// Calls a method later, from this thread's run loop. *Units*: seconds.
    public func perform(_ selector: Selector, with argument: Any?, afterDelay delay: TimeInterval) {
        perform(selector, with: argument, afterDelay: delay, inModes: [.default])
    }

    /// Calls a method later, from this thread's run loop while it runs in one of the modes. *Units*: seconds.
    public func perform(
        _ selector: Selector, with argument: Any?, afterDelay delay: TimeInterval, inModes modes: [RunLoop.Mode]
    ) {
        DelayedCalls.add(self, selector, argument, delay: delay, modes: modes)
    }

    /// Cancels pending calls on an object that `perform(_:with:afterDelay:)` scheduled on this thread.
    public class func cancelPreviousPerformRequests(withTarget target: Any) {
        DelayedCalls.cancel { $0 === target as AnyObject && $1 == $1 }
    }

    /// Cancels pending calls of one method with one argument that `perform(_:with:afterDelay:)` scheduled on this
    /// thread.
    public class func cancelPreviousPerformRequests(withTarget target: Any, selector: Selector, object: Any?) {
        DelayedCalls.cancel({ $0 === target as AnyObject && $1 == selector }, argument: .some(object))
    }

    /// Calls a method on the main thread, immediately if this is the main thread; optionally waits for it.
    public func performSelector(onMainThread selector: Selector, with argument: Any?, waitUntilDone wait: Bool) {
        if Thread.isMainThread, wait {
            selector.call(on: self, argument)
            return
        }
        // Safe because: handed to the main thread, as the caller asked for.
        nonisolated(unsafe) let (object, argument) = (self, argument)
        if wait {
            DispatchQueue.main.sync { _ = unsafe selector.call(on: object, argument) }
        } else {
            DispatchQueue.main.async { _ = unsafe selector.call(on: object, argument) }
        }
    }

    /// Calls a method on a new thread.
    public func performSelector(inBackground selector: Selector, with argument: Any?) {
        // Safe because: handed to the thread, as the caller asked for.
        nonisolated(unsafe) let (object, argument) = (self, argument)
        Thread { _ = unsafe selector.call(on: object, argument) }.start()
    }
}

/// The pending calls of a thread's run loop.
private final class DelayedCalls {
    private struct Call {
        let target: AnyObject
        let selector: Selector
        let argument: Any?
        let timer: Timer
    }

    private var calls: [Call] = []

    /// The pending calls of the current thread.
    private static var current: DelayedCalls {
        let key = "mica.delayedCalls"
        if let calls = Thread.current.threadDictionary[key] as? DelayedCalls { return calls }
        let calls = DelayedCalls()
        Thread.current.threadDictionary[key] = calls
        return calls
    }

    static func add(
        _ target: NSObject, _ selector: Selector, _ argument: Any?, delay: TimeInterval, modes: [RunLoop.Mode]
    ) {
        let calls = Self.current
        // Safe because: the timer fires on this thread only, because its run loop is this thread's.
        nonisolated(unsafe) let list = calls
        // Foundation's Timer(timeInterval:repeats:block:) fires at once on Linux.
        let date = Date(timeIntervalSinceNow: max(delay, 0))
        let timer = Timer(fire: date, interval: 0, repeats: false) { timer in
            guard let index = unsafe list.calls.firstIndex(where: { $0.timer === timer }) else { return }
            let call = unsafe list.calls.remove(at: index)
            call.selector.call(on: call.target, call.argument)
        }
        calls.calls.append(Call(target: target, selector: selector, argument: argument, timer: timer))
        for mode in modes { RunLoop.current.add(timer, forMode: mode) }
    }

    static func cancel(_ matches: (AnyObject, Selector) -> Bool, argument: Any?? = nil) {
        let calls = Self.current
        calls.calls.removeAll { call in
            guard matches(call.target, call.selector) else { return false }
            if let argument, !same(argument, call.argument) { return false }
            call.timer.invalidate()
            return true
        }
    }

    /// Whether two arguments are equal, as `isEqual` says.
    private static func same(_ a: Any?, _ b: Any?) -> Bool {
        guard let a, let b else { return a == nil && b == nil }
        if let a = a as? AnyHashable, let b = b as? AnyHashable { return a == b }
        return a as AnyObject === b as AnyObject
    }
}
