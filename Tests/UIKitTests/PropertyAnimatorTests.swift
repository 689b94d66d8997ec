import MicaEvents
import MicaScripts
import Testing

@testable import UIKit

@MainActor @Suite(.serialized) struct PropertyAnimatorTests {
    private let host = ScriptedWindow(size: CGSize(width: 400, height: 400), scale: 1, threads: 1)
    private let window: UIWindow
    private let view = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))

    init() {
        window = UIWindow(host: host)
        window.makeKeyAndVisible()
        window.addSubview(view)
        host.advance(to: 0.001)
    }

    private func act(_ body: @escaping () -> Void) {
        host.schedule(at: host.time, body)
        host.advance(to: host.time)
    }

    private func shownX() -> CGFloat {
        var x: CGFloat = .nan
        act { x = view.layer.presentation()?.position.x ?? .nan }
        return x
    }

    private func make(_ log: @escaping (UIViewAnimatingPosition) -> Void) -> UIViewPropertyAnimator {
        let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) { [view] in view.center.x = 150 }
        animator.addCompletion(log)
        return animator
    }

    @Test("An animator that is not interruptible is not paused, scrubbed or stopped")
    func uninterruptible() {
        let window = UIWindow(host: ScriptedWindow(size: CGSize(width: 100, height: 100)))
        window.isHidden = false
        let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) { window.alpha = 0 }
        animator.isInterruptible = false
        animator.startAnimation()
        animator.pauseAnimation()
        animator.fractionComplete = 0.5
        animator.stopAnimation(true)
        #expect(animator.state == .active && animator.isRunning)
        #expect(UIViewPropertyAnimator().duration == 0)
    }

    @Test("It plays from its start to its end, and is inactive after it")
    func plays() {
        let start = host.time
        var ends: [UIViewAnimatingPosition] = []
        let animator = make { ends.append($0) }
        #expect(animator.state == .inactive && view.center.x == 50)
        act { animator.startAnimation() }
        #expect(animator.state == .active && animator.isRunning)
        host.advance(to: start + 0.5)
        #expect(abs(shownX() - 100) < 0.5)
        host.advance(to: start + 1.1)
        #expect(ends == [.end] && animator.state == .inactive && shownX() == 150 && view.layer.animationKeys() == nil)
    }

    @Test("It stands still where it is put, and goes on from there")
    func scrubs() {
        var ends: [UIViewAnimatingPosition] = []
        let animator = make { ends.append($0) }
        act { animator.fractionComplete = 0.25 }
        #expect(animator.state == .active && !animator.isRunning && abs(shownX() - 75) < 1e-6)
        host.advance(to: host.time + 3)
        #expect(abs(shownX() - 75) < 1e-6 && ends.isEmpty)
        act { animator.fractionComplete = 0.75 }
        #expect(abs(shownX() - 125) < 1e-6)
        let start = host.time
        act { animator.startAnimation() }
        host.advance(to: start + 0.125)
        #expect(abs(shownX() - 137.5) < 0.5)
        act { animator.pauseAnimation() }
        host.advance(to: start + 1)
        #expect(abs(shownX() - 137.5) < 0.5 && abs(animator.fractionComplete - 0.875) < 0.01)
        act { animator.continueAnimation(withTimingParameters: nil, durationFactor: 0) }
        host.advance(to: start + 2)
        #expect(ends == [.end] && shownX() == 150)
    }

    @Test("Turned round, it plays back to what was, and ends at its start")
    func reverses() {
        let start = host.time
        var ends: [UIViewAnimatingPosition] = []
        let animator = make { ends.append($0) }
        act { animator.startAnimation() }
        host.advance(to: start + 0.6)
        act { animator.isReversed = true }
        #expect(abs(shownX() - 110) < 1)
        host.advance(to: start + 0.9)
        #expect(abs(shownX() - 80) < 1)
        host.advance(to: start + 1.3)
        #expect(ends == [.start] && shownX() == 50 && view.center.x == 50)
    }

    @Test("Stopped, views keep what is seen, and finishing says where they end")
    func stops() {
        let start = host.time
        var ends: [UIViewAnimatingPosition] = []
        let animator = make { ends.append($0) }
        act { animator.startAnimation() }
        host.advance(to: start + 0.5)
        act { animator.stopAnimation(false) }
        #expect(animator.state == .stopped && abs(view.center.x - 100) < 0.5 && view.layer.animationKeys() == nil)
        act { animator.finishAnimation(at: .start) }
        #expect(ends == [.start] && view.center.x == 50 && animator.state == .inactive)
    }
}
