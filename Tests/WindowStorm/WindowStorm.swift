import CMicaAllocations
import CoreGraphics
import Foundation
import MicaEvents
import MicaTrace
import MicaWindow
import QuartzCore
import Synchronization

/// The program that dev/window-test is rough with: sizes, hiding and showing, closing, the display server's end, and very many frames.
/// It is small, so that a build with a sanitizer takes little more; it prints a line for each thing.
@main @MainActor
enum WindowStorm {
    nonisolated static func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        let number = arguments.count > 1 ? Int(arguments[1]) : nil
        do {
            switch arguments.first {
            case "cycle": try cycle()
            case "wait": try wait(seconds: Double(number ?? 3))
            case "frames": try drawFrames(number ?? 100_000)
            default:
                say("usage: WindowStorm cycle | wait SECONDS | frames COUNT")
                exit(2)
            }
        } catch {
            FileHandle.standardError.write(Data("WindowStorm: \(error)\n".utf8))
            exit(1)
        }
    }

    /// A window in which a layer turns and another's text changes.
    private static func window(_ size: CGSize, isVisible: Bool = true) throws -> LayerWindow {
        let window = try LayerWindow(title: "WindowStorm", size: size, isVisible: isVisible)
        let layer = CALayer()
        layer.frame = CGRect(x: 10, y: 10, width: 50, height: 50)
        layer.backgroundColor = CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 1)
        (layer.cornerRadius, layer.shadowOpacity) = (8, 0.5)
        window.layer.addSublayer(layer)
        let spin = CABasicAnimation(keyPath: "transform.rotation.z")
        (spin.toValue, spin.duration, spin.repeatCount) = (6.28, 1, .infinity)
        layer.add(spin, forKey: nil)
        return window
    }

    private static func pause(_ seconds: Double) {
        let end = Date(timeIntervalSinceNow: seconds)
        while Date() < end { _ = RunLoop.main.run(mode: .default, before: end) }
    }

    /// Two hundred sizes in two seconds, hiding, showing, closing, and the same with another window, beside one that stays.
    private static func cycle() throws {
        let other = try LayerWindow(title: "Other", size: CGSize(width: 120, height: 90))
        for round in 0..<2 {
            let window = try window(CGSize(width: 300, height: 200))
            pause(0.5)
            for step in 1...200 {
                window.size = CGSize(width: 200 + step * 37 % 300, height: 150 + step * 23 % 200)
                pause(0.01)
            }
            window.size = CGSize(width: 395, height: 257)
            pause(0.3)
            window.isVisible = false
            pause(0.3)
            window.isVisible = true
            pause(0.5)
            say("round \(round): size \(window.size.width) \(window.size.height) visible \(window.isVisible)")
            window.close()
            pause(0.1)
        }
        let isOpen = other.isVisible && other.size == CGSize(width: 120, height: 90)
        other.close()
        say(isOpen ? "cycled" : "the other window has changed")
    }

    /// A window that others are rough with, for some seconds.
    private static func wait(seconds: Double) throws {
        let window = try window(CGSize(width: 320, height: 240), isVisible: false)
        window.eventHandler = { event in
            if case .resize(let metrics) = event.content { say("resize \(metrics.size.width) \(metrics.size.height)") }
        }
        window.observeFrames { [first = First()] _ in if first.take() { say("ready") } }
        window.isVisible = true
        pause(seconds)
        window.close()
        say("closed")
    }

    /// The text that changes, and how often it has.
    private static var changing: (label: CATextLayer, step: Int)?
    /// The timer that changes it; Foundation for Linux frees no timer.
    private static var timer: Timer?

    private static func change() {
        guard let (label, step) = changing else { return }
        changing = (label, step + 1)
        label.string = "\(step % 100)"
        label.position.x = CGFloat(150 + step % 50)
    }

    /// Very many frames, as fast as the display server takes them, while the main thread keeps committing changes.
    private static func drawFrames(_ count: Int) throws {
        let window = try window(CGSize(width: 320, height: 240))
        let label = CATextLayer()
        label.frame = CGRect(x: 100, y: 20, width: 200, height: 30)
        window.layer.addSublayer(label)
        pause(1)
        let (done, part) = (Flag(), max(1, count / 10))
        window.perform { host in
            let start = MonotonicClock.now
            var (memory, used) = ([Int](), [Int]())
            for index in 0..<count {
                let time = start + Double(index) / 60
                if !host.draw(host.frame(at: time), at: time) { say("frame \(index) was not shown") }
                if (index + 1) % part == 0 {
                    memory.append(resident)
                    used.append(Int(mica_allocated_bytes() / 1024))
                }
            }
            // What glyphs and colours keep is there after a half, and so is what an allocator keeps of what was given back.
            func growth(_ list: [Int]) -> Int { (list.last ?? 0) - (list.dropFirst(4).first ?? 0) }
            say("frames: \(count), \(growth(memory)) kB more at the end than after a half: \(memory)")
            say("in use: \(growth(used)) kB more at the end than after a half: \(used)")
            done.raise()
            DispatchQueue.main.async {}
        }
        changing = (label, 0)
        let changes = Timer(timeInterval: 0.004, repeats: true) { _ in MainActor.assumeIsolated { change() } }
        RunLoop.main.add(changes, forMode: .common)
        timer = changes
        // As runUntilClosed does: Foundation for Linux keeps some memory of each run with an end that is near.
        while !done.isRaised { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
        changes.invalidate()
        changing = nil
        window.close()
    }

    /// How much memory the process has, in kilobytes. *Source*: proc(5), VmRSS.
    nonisolated private static var resident: Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
        return Int(line.filter(\.isNumber)) ?? 0
    }
}

/// Says yes once.
private final class First: Sendable {
    private let isTaken = Atomic(false)
    func take() -> Bool { !isTaken.exchange(true, ordering: .relaxed) }
}

/// Raised by one thread, seen by another.
private final class Flag: Sendable {
    private let state = Atomic(false)
    var isRaised: Bool { state.load(ordering: .acquiring) }
    func raise() { state.store(true, ordering: .releasing) }
}
