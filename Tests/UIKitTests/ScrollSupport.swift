import Foundation
import MicaEvents
import MicaScripts
import QuartzCore
import UIKit
@testable import UIKitCore

/// A delegate that lists its calls; equal calls in a row are listed once.
@MainActor final class ScrollListener: NSObject, UIScrollViewDelegate {
    var lines: [String] = []
    var zoomed: UIView?
    var goesToTop = true
    /// Where a drag is to end; nil leaves that.
    var target: CGPoint?
    private(set) var velocity = CGPoint.zero
    private(set) var offered = CGPoint.zero
    private(set) var scrolls = 0
    var scrolled: ((UIScrollView) -> Void)?
    var text: String { lines.joined(separator: " ") }

    func add(_ line: String) { if lines.last != line { lines.append(line) } }

    func scrollViewDidScroll(_ scrollView: UIScrollView) {
        scrolls += 1
        add("scroll")
        scrolled?(scrollView)
    }
    func scrollViewDidZoom(_ scrollView: UIScrollView) { add("zoom") }
    func scrollViewWillBeginDragging(_ scrollView: UIScrollView) { add("willDrag") }
    func scrollViewWillEndDragging(
        _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
        targetContentOffset: UnsafeMutablePointer<CGPoint>
    ) {
        add("willEnd")
        self.velocity = velocity
        offered = unsafe targetContentOffset.pointee
        if let target { unsafe targetContentOffset.pointee = target }
    }
    func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
        add("didEnd(\(decelerate))")
    }
    func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView) { add("willDecelerate") }
    func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) { add("didDecelerate") }
    func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) { add("didAnimate") }
    func viewForZooming(in scrollView: UIScrollView) -> UIView? { zoomed }
    func scrollViewWillBeginZooming(_ scrollView: UIScrollView, with view: UIView?) { add("willZoom") }
    func scrollViewDidEndZooming(_ scrollView: UIScrollView, with view: UIView?, atScale scale: CGFloat) {
        add("didZoom(\(scale))")
    }
    func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool {
        add("shouldTop")
        return goesToTop
    }
    func scrollViewDidScrollToTop(_ scrollView: UIScrollView) { add("didTop") }
    func scrollViewDidChangeAdjustedContentInset(_ scrollView: UIScrollView) { add("inset") }
}

/// A window with a scroll view of 300 x 400 points in it, whose content is 300 x 4000.
@MainActor final class ScrollStage {
    let host = ScriptedWindow(size: CGSize(width: 320, height: 480), scale: 2, threads: 1)
    let window: UIWindow
    let scroll: UIScrollView
    let listener = ScrollListener()

    init(_ scroll: UIScrollView? = nil, content: CGSize = CGSize(width: 300, height: 4000)) {
        window = UIWindow(host: host)
        window.backgroundColor = .white
        self.scroll = scroll ?? UIScrollView()
        self.scroll.frame = CGRect(x: 10, y: 40, width: 300, height: 400)
        self.scroll.contentSize = content
        self.scroll.delegate = listener
        window.addSubview(self.scroll)
        window.makeKeyAndVisible()
        host.advance(to: 0.1)
        listener.lines = []
    }

    var offset: CGPoint { scroll.contentOffset }
    var y: Double { Double(scroll.contentOffset.y) }

    /// Runs code as the program does, at the window's time.
    func act(_ body: @escaping @MainActor () -> Void) {
        host.schedule(at: host.time) { assumeMainActor(body) }
        host.advance(to: host.time)
    }

    /// Where the render server has the content now: the evaluated tree, which animations move and the program does not.
    var shown: CGPoint {
        var shown = CGPoint(x: CGFloat.nan, y: CGFloat.nan)
        act { shown = self.scroll.layer.presentation()?.bounds.origin ?? shown }
        return shown
    }

    /// Plays lines of a script, and lets time pass. Lines of one finger (`press`, `move` and `release`, with `by touch`, `over` and `after`)
    /// may go on in a later call.
    func play(_ script: String, for more: Double = 0) throws {
        for line in script.split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            guard let verb = words.first, ["press", "move", "release"].contains(verb), line.contains("by touch"),
                !line.contains("finger")
            else {
                try host.perform(String(line))
                continue
            }
            func number(_ name: String) -> Double {
                words.firstIndex(of: name).flatMap { Double(words[$0 + 1]) } ?? 0
            }
            host.advance(to: host.time + number("after"))
            let numbers = words.count > 1 ? words[1].split(separator: ",").compactMap { Double($0) } : []
            let point = numbers.count == 2 ? CGPoint(x: numbers[0], y: numbers[1]) : finger
            let steps = max(1, Int((number("over") * 60).rounded()))
            let (start, from) = (host.time, finger)
            for step in 1...steps {
                if verb == "move", steps > 1 { host.advance(to: start + Double(step) / 60) }
                let part = CGFloat(step) / CGFloat(steps)
                finger =
                    verb == "move"
                    ? CGPoint(x: from.x + (point.x - from.x) * part, y: from.y + (point.y - from.y) * part) : point
                let phase: PointerEvent.Phase = verb == "press" ? .pressed : verb == "move" ? .moved : .released
                host.send(
                    .pointer(
                        PointerEvent(
                            phase, at: finger, device: .touch, pointer: 1, button: phase == .moved ? nil : .primary,
                            buttons: phase == .released ? [] : [.primary])))
                if verb != "move" { break }
            }
        }
        if more > 0 { host.advance(to: host.time + more) }
    }

    /// Where the finger is that `play` moves.
    private var finger = CGPoint.zero

    /// A drag that has come to rest before the finger is lifted.
    func pull(_ from: CGPoint, by way: CGPoint) throws {
        try play(
            """
            press \(from.x),\(from.y) by touch
            move \(from.x + way.x),\(from.y + way.y) by touch over 0.5
            release by touch after 0.5
            """)
    }
}
