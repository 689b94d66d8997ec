import CoreGraphics
import Foundation
import MicaTrace
import Synchronization
import Testing

// Selectors as `mica-port` writes them, and what Foundation's classes do with them.

private class Counter: NSObject {
    var log: [String] = []
    var level = 3

    func tick() { log.append("tick") }
    func take(_ value: Any) { log.append("take \(value)") }
    func pair(_ a: Int, with b: String) -> NSString { NSString(string: "\(a)\(b)") }
    func heard(_ note: Notification) { log.append(note.name.rawValue) }
    func fired(_ timer: Timer) { log.append("fired \(timer.userInfo ?? "nothing")") }
    static func shared() -> NSString { NSString(string: "shared") }
}

private final class Loud: Counter {
    override func tick() { log.append("TICK") }
}

@MainActor private final class Controller: NSObject {
    var taps = 0
    func tapped(_ sender: AnyObject?) { taps += 1 }
}

private final class Form: NSObject {
    @MainActor var sum = 0
    @MainActor func send() { sum += 1 }
    @MainActor func fill(_ a: Int) { sum += a }
    @MainActor func fill(_ a: Int, and b: Int) { sum += a + b }
}

@Suite struct SelectorTests {
    private let tick = Selector("tick", Counter.tick)

    @Test func selector_is_its_name() {
        #expect(tick == Selector("tick") && tick.hashValue == Selector("tick").hashValue && tick != "tock")
        #expect("\(tick)" == "tick" && NSStringFromSelector(NSSelectorFromString("a:")) == "a:")
    }

    @Test func perform_calls_the_override_of_the_class() {
        let (plain, loud) = (Counter(), Loud())
        unsafe plain.perform(tick)
        unsafe loud.perform(tick)
        unsafe loud.perform(Selector("take:", Counter.take(_:)), with: 5)
        #expect(plain.log == ["tick"] && loud.log == ["TICK", "take 5"])
    }

    @Test func perform_gives_the_result() {
        let counter = Counter()
        let joined = unsafe counter.perform(Selector("pair:with:", Counter.pair(_:with:)), with: 1, with: "b")
        #expect(unsafe joined?.takeUnretainedValue() as? String == "1b")
        #expect(
            unsafe counter.perform(Selector("shared", ofType: Counter.shared))?.takeUnretainedValue() as? String
                == "shared")
        #expect(unsafe counter.perform(tick) == nil)
    }

    @Test func getter_and_setter_reach_a_property() {
        let counter = Counter()
        unsafe counter.perform(Selector(setter: "setLevel:", \Counter.level), with: 8)
        #expect(counter.level == 8)
        #expect(
            unsafe (counter.perform(Selector(getter: "level", \Counter.level))?.takeUnretainedValue() as? NSNumber) == 8
        )
    }

    @Test func responds_says_whether_the_class_has_the_method() {
        #expect(Counter().responds(to: tick) && Loud().responds(to: tick) && !NSObject().responds(to: tick))
        #expect(!Counter().responds(to: "tick"), "a name alone finds nothing")
    }

    @MainActor @Test func methods_of_the_main_actor_are_called_on_it() {
        let controller = Controller()
        unsafe controller.perform(Selector("tapped:", Controller.tapped(_:)), with: nil)
        unsafe controller.perform(Selector("tapped:", Controller.tapped(_:)), with: controller)
        #expect(controller.taps == 2)
    }

    @MainActor @Test func methods_of_the_main_actor_of_other_classes_are_called_on_it() {
        let form = Form()
        unsafe form.perform(Selector("send", onMain: { (form: Form) in form.send() }))
        unsafe form.perform(Selector("fill:", onMain: { (form: Form, a) in form.fill(a) }), with: 2)
        unsafe form.perform(
            Selector("fill:and:", onMain: { (form: Form, a, b) in form.fill(a, and: b) }), with: 3, with: 4)
        #expect(form.sum == 10 && form.responds(to: Selector("send", onMain: { (form: Form) in form.send() })))
    }

    @Test func perform_afterDelay_waits_and_can_be_cancelled() {
        let counter = Counter()
        let take = Selector("take:", Counter.take(_:))
        counter.perform(take, with: "a", afterDelay: 0)
        counter.perform(take, with: "b", afterDelay: 0)
        counter.perform(tick, with: nil, afterDelay: 0)
        #expect(counter.log.isEmpty)
        NSObject.cancelPreviousPerformRequests(withTarget: counter, selector: take, object: "a")
        RunLoop.current.run(until: Date(timeIntervalSinceNow: 0.05))
        #expect(counter.log.sorted() == ["take b", "tick"])
        counter.perform(tick, with: nil, afterDelay: 0)
        NSObject.cancelPreviousPerformRequests(withTarget: counter)
        counter.perform(tick, with: nil, afterDelay: 100)
        RunLoop.current.run(until: Date(timeIntervalSinceNow: 0.05))
        #expect(counter.log.count == 2)
        NSObject.cancelPreviousPerformRequests(withTarget: counter)
    }

    @Test func timer_calls_its_target_with_itself() {
        let counter = Counter()
        let timer = Timer(
            timeInterval: 100, target: counter, selector: Selector("fired:", Counter.fired(_:)), userInfo: "late",
            repeats: false)
        timer.fire()
        #expect(counter.log == ["fired late"] && !timer.isValid)
    }

    @Test func notifications_reach_an_observer_until_it_is_removed_or_gone() {
        let center = NotificationCenter()
        let heard = Selector("heard:", Counter.heard(_:))
        let (one, two) = (Notification.Name("one"), Notification.Name("two"))
        var counter: Counter? = Counter()
        weak let gone = counter
        center.addObserver(counter as Any, selector: heard, name: one, object: nil)
        center.addObserver(counter as Any, selector: heard, name: two, object: nil)
        center.post(name: one, object: nil)
        if let counter { center.removeObserver(counter, name: one, object: nil) }
        center.post(name: one, object: nil)
        center.post(name: two, object: nil)
        #expect(counter?.log == ["one", "two"])
        if let counter { center.removeObserver(counter) }
        center.post(name: two, object: nil)
        #expect(counter?.log.count == 2)
        center.addObserver(counter as Any, selector: heard, name: nil, object: nil)
        counter = nil
        #expect(gone == nil, "the centre keeps no observer")
        center.post(name: one, object: nil)
    }

    @Test func notifications_of_a_sender_alone() {
        let (center, counter, sender) = (NotificationCenter(), Counter(), NSObject())
        center.addObserver(
            counter, selector: Selector("heard:", Counter.heard(_:)), name: Notification.Name("n"), object: sender)
        center.post(name: Notification.Name("n"), object: NSObject())
        center.post(name: Notification.Name("n"), object: sender)
        #expect(counter.log == ["n"])
    }

    @Test func selector_of_a_name_alone_calls_nothing_and_says_so() {
        #expect(unsafe NSObject().perform(Selector("nowhere")) == nil)
        #expect(Notices.shared.lines.contains { $0.contains("selector 'nowhere' is only a name") })
    }
}

@Suite struct AssociatedObjectTests {
    private final class Owner {}
    private class Told: NSObject {
        let end: @Sendable () -> Void
        init(_ end: @escaping @Sendable () -> Void) { self.end = end }
        deinit { end() }
    }
    private final class Reads: NSObject {
        let seen: @Sendable (Any?) -> Void
        init(_ seen: @escaping @Sendable (Any?) -> Void) { self.seen = seen }
        deinit {
            if let key = unsafe UnsafeRawPointer(bitPattern: 16) { unsafe seen(objc_getAssociatedObject(self, key)) }
        }
    }

    private func key(_ number: Int) throws -> UnsafeRawPointer {
        try unsafe #require(UnsafeRawPointer(bitPattern: number))
    }

    @Test func value_goes_with_its_object() throws {
        let ended = Mutex(0)
        let key = try unsafe key(64)
        func useAndDrop() {
            let (owner, before) = (Owner(), ended.withLock { $0 })
            unsafe objc_setAssociatedObject(owner, key, Told { ended.withLock { $0 += 1 } }, .OBJC_ASSOCIATION_RETAIN)
            withExtendedLifetime(owner) {
                #expect(unsafe objc_getAssociatedObject(owner, key) is Told)
                #expect(ended.withLock { $0 } == before)
            }
        }
        useAndDrop()
        #expect(ended.withLock { $0 } == 1)
        useAndDrop()
        #expect(ended.withLock { $0 } == 2, "a class is watched once and for all")
        #expect(unsafe objc_getAssociatedObject(Owner(), key) == nil, "an address that is used again has no values")
    }

    @Test func values_are_by_key_and_replaced() throws {
        let (owner, a, b) = (Owner(), try unsafe key(64), try unsafe key(80))
        unsafe objc_setAssociatedObject(owner, a, 1, .OBJC_ASSOCIATION_COPY)
        unsafe objc_setAssociatedObject(owner, b, "x", .OBJC_ASSOCIATION_RETAIN)
        unsafe objc_setAssociatedObject(owner, a, 2, .OBJC_ASSOCIATION_RETAIN)
        #expect(unsafe objc_getAssociatedObject(owner, a) as? Int == 2)
        #expect(unsafe objc_getAssociatedObject(owner, b) as? String == "x")
        unsafe objc_setAssociatedObject(owner, a, nil, .OBJC_ASSOCIATION_RETAIN)
        #expect(unsafe objc_getAssociatedObject(owner, a) == nil)
        objc_removeAssociatedObjects(owner)
        #expect(unsafe objc_getAssociatedObject(owner, b) == nil)
    }

    @Test func assigned_value_is_not_kept() throws {
        let (owner, key) = (Owner(), try unsafe key(64))
        var value: NSObject? = NSObject()
        unsafe objc_setAssociatedObject(owner, key, value, .OBJC_ASSOCIATION_ASSIGN)
        #expect(unsafe objc_getAssociatedObject(owner, key) as? NSObject === value)
        value = nil
        #expect(unsafe objc_getAssociatedObject(owner, key) == nil)
    }

    @Test func deinit_still_sees_the_values() throws {
        let seen = Mutex("")
        let key = try unsafe key(16)
        func useAndDrop() {
            let object = Reads { value in seen.withLock { $0 = value as? String ?? "nothing" } }
            unsafe objc_setAssociatedObject(object, key, "there", .OBJC_ASSOCIATION_RETAIN)
        }
        useAndDrop()
        #expect(seen.withLock { $0 } == "there")
    }

    @Test func values_of_many_threads_stay_apart() async throws {
        let key = UInt(bitPattern: try unsafe key(64))
        let good = await withTaskGroup(of: Bool.self) { group in
            for thread in 0..<4 {
                group.addTask {
                    guard let key = unsafe UnsafeRawPointer(bitPattern: key) else { return false }
                    for round in 0..<2_000 {
                        let owner = Owner()
                        if unsafe objc_getAssociatedObject(owner, key) != nil { return false }
                        unsafe objc_setAssociatedObject(owner, key, thread * 10_000 + round, .OBJC_ASSOCIATION_RETAIN)
                        guard unsafe objc_getAssociatedObject(owner, key) as? Int == thread * 10_000 + round else {
                            return false
                        }
                    }
                    return true
                }
            }
            return await group.allSatisfy { $0 }
        }
        #expect(good)
    }

    @Test func sync_lock_is_recursive_and_keeps_others_out() async {
        let lock = NSObject()
        #expect(objc_sync_exit(lock) == -1)
        // Safe because: changed with the lock held.
        nonisolated(unsafe) var count = 0
        // Safe because: only its lock is used.
        nonisolated(unsafe) let shared = lock
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<500 {
                        unsafe objc_sync_enter(shared)
                        unsafe objc_sync_enter(shared)
                        unsafe count += 1
                        unsafe objc_sync_exit(shared)
                        unsafe objc_sync_exit(shared)
                    }
                }
            }
        }
        #expect(unsafe count == 2_000)
    }
}
