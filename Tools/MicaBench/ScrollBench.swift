import CMicaAllocations
import CoreGraphics
import Foundation
import Mica
import MicaBase
import MicaCPU
import MicaCompositor
import MicaEvents
import MicaFrame
import MicaTrace
import QuartzCore
import Synchronization
import UIKit

/// `mica-dev bench scroll`: flings through labels in real time, on a surface in memory.
@MainActor package final class ScrollBench {
    /// `mica-dev bench scroll --help`.
    package static let help = """
        usage: mica-dev bench scroll [--labels N] [--seconds N] [--threads N]

        Shows a scroll view of 1920 x 1080 pixels with labels in rows of ten, and flings through it, down and up again, in real time:
        a thread draws frames at sixty a second onto a surface in memory, as one does for a window. It prints

          SCROLL,LABELS,SECONDS,FRAMES,EXPECTED,LATE   what was shown while the content moved by itself, what sixty a second
                                                       would be, and how many refreshes went by without the frame that was due
          WORK,MEDIAN,HIGH                             milliseconds from a frame's buffer to its presentation: the median and
                                                       the 99th percentile
          SHARE,CORES                                  processor time over time, of all threads together
          MEMORY,FIRST,LAST,PEAK                       MiB from malloc after a fifth of the time, at the end, and the most

          --labels N    how many; default 10000
          --seconds N   for how long; default 20
          --threads N   how many threads draw; default 2
        """

    /// A host without a screen, in real time.
    private final class Host: WindowHost {
        let layer = CALayer()
        let size = CGSize(width: 1920, height: 1080)
        let scale: CGFloat = 1
        var eventHandler: ((WindowEvent) -> Void)?

        init() {
            layer.frame = CGRect(origin: .zero, size: size)
            layer.backgroundColor = CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1)
        }

        func send(_ phase: PointerEvent.Phase, _ y: CGFloat) {
            let event = PointerEvent(
                phase, at: CGPoint(x: 900, y: y), device: .touch, pointer: 1, button: phase == .moved ? nil : .primary,
                buttons: phase == .released ? [] : [.primary])
            eventHandler?(WindowEvent(.pointer(event), time: CACurrentMediaTime()))
        }
    }

    /// When frames began and were shown.
    private final class Log: Sendable {
        private let list = Mutex<[(began: Double, ended: Double)]>([])
        var frames: [(began: Double, ended: Double)] { list.withLock { $0 } }
        func add(_ began: Double, _ ended: Double) { list.withLock { $0.append((began, ended)) } }
    }

    private final class Screen: Surface {
        let width = 1920, height = 1080, scale = 1.0
        private var bitmap = Bitmap(width: 1920, height: 1080)
        private var isShown = false
        private var began = 0.0
        private let log: Log

        init(_ log: Log) { self.log = log }

        func acquire(_ damage: DamageRegion) -> (pixels: Bitmap, age: Int)? {
            began = MonotonicClock.now
            let pixels = bitmap
            // The compositor draws into the only copy.
            bitmap = Bitmap(width: 0, height: 0)
            return (pixels, isShown ? 1 : 0)
        }

        func present(_ pixels: consuming Bitmap, _ damage: DamageRegion) {
            bitmap = pixels
            isShown = true
            log.add(began, MonotonicClock.now)
        }
    }

    private let host = Host()
    private let log = Log()
    private let scroll: UIScrollView
    private let window: UIWindow
    private let live: LiveHost
    /// The times in which the content moved by itself.
    private var flings: [ClosedRange<Double>] = []

    private init(_ labels: Int, threads: Int) {
        window = UIWindow(host: host)
        scroll = UIScrollView(frame: CGRect(origin: .zero, size: host.size))
        for index in 0..<labels {
            let label = UILabel(
                frame: CGRect(x: 10 + CGFloat(index % 10) * 190, y: CGFloat(index / 10) * 24, width: 180, height: 20))
            label.text = "Label \(index)"
            scroll.addSubview(label)
        }
        scroll.contentSize = CGSize(width: 1920, height: CGFloat((labels + 9) / 10) * 24)
        window.addSubview(scroll)
        window.makeKeyAndVisible()
        let log = log
        live = LiveHost(root: host.layer) { _ in SurfaceOutput(CPUCompositor(threads: threads), Screen(log)) }
    }

    private func turn(_ seconds: Double) {
        let end = Date(timeIntervalSinceNow: seconds)
        while Date() < end { _ = RunLoop.main.run(mode: .default, before: end) }
    }

    /// A finger's flick within 0.1 s, and a second and a half of the motion after it.
    private func fling(_ isDown: Bool) {
        let (start, end): (CGFloat, CGFloat) = isDown ? (900, 500) : (200, 600)
        host.send(.pressed, start)
        for step in 1...6 {
            turn(1 / 60.0)
            host.send(.moved, start + (end - start) * CGFloat(step) / 6)
        }
        host.send(.released, end)
        let began = MonotonicClock.now + 0.05
        turn(1.4)
        if scroll.isDecelerating { flings.append(began...MonotonicClock.now) }
    }

    private func run(_ seconds: Double, _ labels: Int) {
        turn(2)
        let (start, used) = (MonotonicClock.now, clock())
        var memory: [Double] = []
        var isDown = true
        while MonotonicClock.now - start < seconds {
            fling(isDown)
            if scroll.contentOffset.y > scroll.contentSize.height - 4000 { isDown = false }
            if scroll.contentOffset.y < 3000 { isDown = true }
            memory.append(Double(mica_allocated_bytes()) / 1_048_576)
        }
        let share = Double(clock() - used) / Double(CLOCKS_PER_SEC) / (MonotonicClock.now - start)
        live.close()
        let frames = log.frames
        var (shown, expected, late) = (0, 0, 0)
        for fling in flings {
            let own = frames.filter { fling.contains($0.ended) }
            shown += own.count
            expected += Int((fling.upperBound - fling.lowerBound) * 60)
            for (frame, next) in zip(own, own.dropFirst()) {
                late += max(0, Int(((next.ended - frame.ended) * 60).rounded()) - 1)
            }
        }
        let work = frames.filter { frame in flings.contains { $0.contains(frame.ended) } }
            .map { ($0.ended - $0.began) * 1000 }.sorted()
        let first = memory[min(memory.count / 5, memory.count - 1)]
        write(String(format: "SCROLL,%d,%.0f,%d,%d,%d", labels, seconds, shown, expected, late), to: .standardOutput)
        if !work.isEmpty {
            write(
                String(
                    format: "WORK,%.2f,%.2f", work[work.count / 2], work[min(work.count * 99 / 100, work.count - 1)]),
                to: .standardOutput)
        }
        write(String(format: "SHARE,%.2f", share), to: .standardOutput)
        write(
            String(format: "MEMORY,%.1f,%.1f,%.1f", first, memory.last ?? first, memory.max() ?? first),
            to: .standardOutput)
    }

    /// Runs the command; returns its exit status.
    package static func run(arguments: [String]) -> Int32 {
        var (labels, seconds, threads) = (10_000, 20, 2)
        var rest = arguments[...]
        while let word = rest.popFirst() {
            switch word {
            case "--help", "-h":
                write(help, to: .standardOutput)
                return 0
            case "--labels", "--seconds", "--threads":
                guard let number = rest.takeNumber(least: 1) else {
                    return refuse("\(word) needs a number", of: "bench scroll")
                }
                if word == "--labels" { labels = number }
                if word == "--seconds" { seconds = number }
                if word == "--threads" { threads = number }
            default: return refuse("unknown argument '\(word)'", of: "bench scroll")
            }
        }
        ScrollBench(labels, threads: threads).run(Double(seconds), labels)
        return 0
    }
}
