// A client without a word about virtual time: timers, delayed blocks, calls by selector, sleeping tasks and an
// asynchronous sequence of a display link, in a scripted window on the main thread. It prints the times of events;
// VirtualTimeTests compare them. It imports no Foundation, as clients with UIKit do not.
import MicaScripts
import QuartzCore
import Synchronization

/// What happened, with the time.
final class Log: Sendable {
    let lines = Mutex<[String]>([])

    func add(_ name: String) {
        let time = (CACurrentMediaTime() * 1000).rounded() / 1000
        lines.withLock { $0.append("\(name) \(time)") }
    }
}

/// Ends of animations.
final class Watcher: NSObject, CAAnimationDelegate {
    let log: Log

    init(_ log: Log) { self.log = log }

    func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { log.add("animation") }
}

let log = Log()
let window = ScriptedWindow(size: CGSize(width: 40, height: 40), threads: 1)

/// The timer fires before the block, which was made later for the same time; the animation's end comes before both.
@MainActor func order() {
    let timer = Timer.scheduledTimer(withTimeInterval: 0.5, repeats: true) { _ in log.add("timer") }
    DispatchQueue.main.asyncAfter(deadline: .now() + 0.5) { log.add("asyncAfter") }
    let call = Selector("call", { (_: NSObject) in { log.add("perform") } })
    NSObject().perform(call, with: nil, afterDelay: 0.7)
    let layer = CALayer()
    window.layer.addSublayer(layer)
    let move = CABasicAnimation(keyPath: "position.x")
    (move.toValue, move.duration, move.delegate) = (10.0, 0.5, Watcher(log))
    layer.add(move, forKey: nil)
    window.schedule(at: 1.2) { timer.invalidate() }
    window.advance(to: 2)
}

/// A task of the main actor that sleeps, and one that is cancelled. Neither leaves the main actor: nothing waits for a task
/// that is on another thread.
@MainActor func sleep() {
    Task { @MainActor in
        log.add("begins")
        try await Task.sleep(for: .seconds(0.25))
        log.add("slept")
        try await Task.sleep(nanoseconds: 500_000_000)
        log.add("slept again")
        try await Task.sleep(for: .seconds(0.25))
        log.add("slept last")
    }
    let cancelled = Task { @MainActor in
        do { try await Task.sleep(for: .seconds(60)) } catch { log.add("cancelled") }
    }
    window.schedule(at: 2.5) { cancelled.cancel() }
    window.advance(to: 4)
}

/// A task that waits for each refresh of a display link.
@MainActor func sequence() {
    let (refreshes, continuation) = AsyncStream.makeStream(of: Int.self)
    let count = Mutex(0)
    let link = CADisplayLink { _ in
        let number = count.withLock { number in
            number += 1
            return number
        }
        continuation.yield(number)
    }
    link.preferredFramesPerSecond = 10
    link.add(to: .main, forMode: .common)
    Task { @MainActor in
        for await number in refreshes {
            log.add("refresh \(number)")
            if number == 4 { break }
        }
        link.invalidate()
    }
    window.advance(to: 5)
}

/// Blocks of a background thread come to the main queue.
@MainActor func background() {
    window.schedule(at: 5.5) {
        let done = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
            DispatchQueue.main.async { log.add("from another thread") }
            done.signal()
        }
        done.wait()
    }
    window.advance(to: 6)
}

/// The resident memory, in KiB.
func residentMemory() -> Int {
    let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
    return (fields.count > 1 ? Int(fields[1]) ?? 0 : 0) * 4
}

/// The KiB by which the resident memory grows in 40 s with a display link, after 10 s.
@MainActor func memory() {
    let link = CADisplayLink { _ in }
    link.add(to: .main, forMode: .common)
    window.advance(to: 10)
    let before = residentMemory()
    window.advance(to: 50)
    print("grown", residentMemory() - before)
}

/// A task sleeps, and nothing moves the time: it continues after a second, and a notice says so.
@MainActor func stand() {
    Task { @MainActor in
        try await Task.sleep(for: .milliseconds(10))
        log.add("goes on")
    }
    while log.lines.withLock({ $0.isEmpty }) {
        _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01))
    }
}

switch CommandLine.arguments.dropFirst().first {
case "order": order()
case "sleep": sleep()
case "sequence": sequence()
case "background": background()
case "memory": memory()
case "stands": stand()
default: break
}
print(log.lines.withLock { $0 }.joined(separator: "\n"))
