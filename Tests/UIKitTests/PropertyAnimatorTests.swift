import MicaEvents
import MicaScripts
import Testing

import UIKit
@testable import UIKitCore

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

    // MARK: Blocks in flight

    @Test("A block added in flight runs over the rest, and goes back with the animator", arguments: [0.0, 0.5])
    func blocksInFlight(delayFactor: CGFloat) {
        let start = host.time
        var ends: [UIViewAnimatingPosition] = []
        let animator = UIViewPropertyAnimator(duration: 2, curve: .linear) { [view] in view.center.x = 150 }
        animator.addCompletion { ends.append($0) }
        act { animator.startAnimation() }
        host.advance(to: start + 1)
        act { animator.addAnimations({ [view] in view.alpha = 0 }, delayFactor: delayFactor) }
        // FACTS 109, 113: a second is left; half of it passes first.
        host.advance(to: start + 1.75)
        #expect(abs(shownAlpha() - (delayFactor == 0 ? 0.25 : 0.5)) < 0.01 && abs(shownX() - 137.5) < 0.5)
        act { animator.isReversed = true }
        host.advance(to: start + 2)
        #expect(abs(shownAlpha() - (delayFactor == 0 ? 0.5 : 1)) < 0.01 && abs(shownX() - 125) < 0.5)
        host.advance(to: start + 4)
        #expect(ends == [.start] && view.center.x == 50 && view.alpha == 1 && shownAlpha() == 1)
        #expect(view.layer.animationKeys() == nil)
    }

    @Test("Pausing, scrubbing, stopping and finishing reach blocks that were added in flight")
    func controlsBlocksInFlight() {
        let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) { [view] in view.center.x = 150 }
        let start = host.time
        act { animator.startAnimation() }
        host.advance(to: start + 0.5)
        act { animator.addAnimations { [view] in view.alpha = 0 } }
        host.advance(to: start + 0.75)
        act { animator.pauseAnimation() }
        host.advance(to: start + 3)
        #expect(abs(shownAlpha() - 0.5) < 0.01)
        act { animator.fractionComplete = 0.6 }
        #expect(abs(shownAlpha() - 0.8) < 0.01 && abs(shownX() - 110) < 0.5)
        act { animator.stopAnimation(false) }
        #expect(abs(view.alpha - 0.8) < 0.01)
        act { animator.finishAnimation(at: .end) }
        #expect(view.alpha == 0 && view.center.x == 150)
    }

    @Test("A delay factor before the start delays by its share of the duration")
    func delayFactor() {
        let animator = UIViewPropertyAnimator(duration: 2, curve: .linear)
        animator.addAnimations({ [view] in view.center.x = 150 }, delayFactor: 0.5)
        let start = host.time
        act { animator.startAnimation() }
        host.advance(to: start + 1)
        #expect(shownX() == 50)
        host.advance(to: start + 1.5)
        #expect(abs(shownX() - 100) < 0.5)
        host.advance(to: start + 2.1)
        #expect(animator.state == .inactive && shownX() == 150)
    }

    @Test("Keyframes in a block are the animator's, too")
    func keyframes() {
        let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) { [view] in
            let linear = UIView.KeyframeAnimationOptions(rawValue: UIView.AnimationOptions.curveLinear.rawValue)
            UIView.animateKeyframes(
                withDuration: 0, delay: 0, options: linear,
                animations: {
                    UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.5) { view.center.x = 150 }
                    UIView.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 0.5) { view.center.x = 100 }
                })
        }
        act { animator.fractionComplete = 0.75 }
        #expect(abs(shownX() - 125) < 1)
        act { animator.isReversed = true }
        let start = host.time
        act { animator.startAnimation() }
        host.advance(to: start + 0.25)
        #expect(abs(shownX() - 150) < 1)
        host.advance(to: start + 1)
        #expect(animator.state == .inactive && view.center.x == 50)
    }

    // MARK: Ends

    @Test("With pausesOnCompletion it stays active at its end, and goes back from there")
    func pausesOnCompletion() {
        let start = host.time
        var ends: [UIViewAnimatingPosition] = []
        let animator = make { ends.append($0) }
        animator.pausesOnCompletion = true
        act { animator.startAnimation() }
        host.advance(to: start + 1.5)
        #expect(animator.state == .active && !animator.isRunning && ends.isEmpty && abs(shownX() - 150) < 1e-3)
        act {
            animator.isReversed = true
            animator.startAnimation()
        }
        host.advance(to: start + 2)
        #expect(abs(shownX() - 100) < 0.5 && animator.isRunning)
        host.advance(to: start + 3)
        #expect(animator.state == .active && ends.isEmpty && abs(shownX() - 50) < 1e-3)
        act {
            animator.stopAnimation(false)
            animator.finishAnimation(at: .start)
        }
        #expect(ends == [.start] && view.center.x == 50)
    }

    // MARK: Curves

    @Test(
        "Pausing and turning round jump at no curve", arguments: [UIView.AnimationCurve.easeIn, .easeOut, .easeInOut])
    func curves(curve: UIView.AnimationCurve) {
        let start = host.time
        let animator = UIViewPropertyAnimator(duration: 1, curve: curve) { [view] in view.center.x = 150 }
        act { animator.startAnimation() }
        host.advance(to: start + 0.3)
        let before = shownX()
        act { animator.pauseAnimation() }
        #expect(abs(shownX() - before) < 0.5)
        // A share of the distance: setting it to itself moves nothing.
        act { animator.fractionComplete = animator.fractionComplete }
        #expect(abs(shownX() - before) < 0.5)
        let again = host.time
        act { animator.startAnimation() }
        #expect(abs(shownX() - before) < 0.5)
        host.advance(to: again + 0.2)
        let later = shownX()
        #expect(later > before + 5)
        act { animator.isReversed = true }
        #expect(abs(shownX() - later) < 0.5)
        host.advance(to: host.time + 0.2)
        #expect(abs(shownX() - before) < 0.5, "it goes back as it came")
    }

    @Test("A spring that is turned round goes back as it came")
    func springs() {
        let start = host.time
        let animator = UIViewPropertyAnimator(duration: 1, dampingRatio: 0.3) { [view] in view.center.x = 150 }
        act { animator.startAnimation() }
        host.advance(to: start + 0.1)
        let early = shownX()
        host.advance(to: start + 0.4)
        let late = shownX()
        act { animator.isReversed = true }
        #expect(abs(shownX() - late) < 0.5)
        host.advance(to: start + 0.7)
        #expect(abs(shownX() - early) < 0.5)
    }

    @Test("fractionComplete counts in the direction of playing, by time where scrubsLinearly is false")
    func fractions() {
        let animator = UIViewPropertyAnimator(duration: 1, curve: .easeIn) { [view] in view.center.x = 150 }
        act { animator.fractionComplete = 0.25 }
        #expect(abs(shownX() - 75) < 0.01)
        act { animator.isReversed = true }
        #expect(abs(animator.fractionComplete - 0.75) < 1e-9 && abs(shownX() - 75) < 0.01)
        act { animator.fractionComplete = 1 }
        #expect(abs(shownX() - 50) < 0.01)
        let curved = UIViewPropertyAnimator(duration: 1, curve: .easeIn) { [view] in view.center.y = 150 }
        curved.scrubsLinearly = false
        act { curved.fractionComplete = 0.5 }
        var y: CGFloat = 0
        act { y = view.layer.presentation()?.position.y ?? 0 }
        // The curve with the control points (0.42, 0) and (1, 1) is at 0.315 after half of the time.
        #expect(abs(y - 81.5) < 0.5)
    }

    @Test("The delay can be read, and a subclass makes running animators of its own class")
    func delays() {
        final class Own: UIViewPropertyAnimator {}
        let start = host.time
        var animator: Own?
        act {
            animator = Own.runningPropertyAnimator(withDuration: 1, delay: 0.5, options: .curveLinear) { [view] in
                view.center.x = 150
            }
        }
        #expect(animator?.delay == 0.5 && animator?.duration == 1 && animator?.isRunning == true)
        host.advance(to: start + 1)
        #expect(abs(shownX() - 100) < 0.5)
        host.advance(to: start + 2)
        #expect(animator?.state == .inactive)
    }

    @Test("Continuing with other timing and a duration factor goes on from the visible place")
    func continuing() {
        let animator = make { _ in }
        act { animator.fractionComplete = 0.5 }
        let start = host.time
        act {
            animator.continueAnimation(
                withTimingParameters: UICubicTimingParameters(animationCurve: .linear), durationFactor: 2)
        }
        host.advance(to: start + 1)
        #expect(abs(shownX() - 125) < 0.5)
        act { animator.isReversed = true }
        #expect(abs(shownX() - 125) < 0.5)
        host.advance(to: start + 5)
        #expect(view.center.x == 50 && animator.state == .inactive)
    }

    // MARK: Touches

    @Test("Animated views are found where they are seen, by hand where their frames are, or take no touches")
    func touches() {
        view.frame = CGRect(x: 0, y: 0, width: 20, height: 20)
        func run(_ configure: (UIViewPropertyAnimator) -> Void) -> (seen: Bool, model: Bool) {
            let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) { [view] in view.center.x = 210 }
            configure(animator)
            act { animator.fractionComplete = 0.5 }
            var found = (false, false)
            act {
                found = (
                    window.hitTest(CGPoint(x: 110, y: 10), with: nil) === view,
                    window.hitTest(CGPoint(x: 210, y: 10), with: nil) === view
                )
            }
            act { animator.isUserInteractionEnabled = true }
            act {
                animator.stopAnimation(false)
                animator.finishAnimation(at: .start)
            }
            #expect(window.hitTest(CGPoint(x: 10, y: 10), with: nil) === view)
            return found
        }
        #expect(run { _ in } == (true, false))
        #expect(run { $0.isManualHitTestingEnabled = true } == (false, true))
        #expect(run { $0.isUserInteractionEnabled = false } == (false, false))
    }

    @Test("A view takes touches again after an animator whose properties changed before its end")
    func changedTouches() {
        let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) { [view] in view.center.x = 210 }
        animator.isUserInteractionEnabled = false
        act { animator.fractionComplete = 0.5 }
        act {
            animator.isManualHitTestingEnabled = true
            animator.stopAnimation(false)
            animator.isUserInteractionEnabled = true
            animator.finishAnimation(at: .start)
        }
        #expect(window.hitTest(CGPoint(x: 10, y: 10), with: nil) === view)
    }

    @Test("A copy is an animator of its own: it waits, with the same settings and blocks, whatever the first one does")
    func copies() throws {
        var ends: [UIViewAnimatingPosition] = []
        let first = make { ends.append($0) }
        first.scrubsLinearly = false
        first.pausesOnCompletion = false
        let copy = try #require(first.copy() as? UIViewPropertyAnimator)
        act { first.startAnimation() }
        #expect(copy !== first && copy.state == .inactive && copy.duration == 1 && !copy.scrubsLinearly)
        host.advance(to: host.time + 1.1)
        #expect(ends == [.end] && first.state == .inactive)
        act { [view] in UIView.performWithoutAnimation { view.center.x = 50 } }
        let start = host.time
        act { copy.startAnimation() }
        host.advance(to: start + 0.5)
        #expect(abs(shownX() - 100) < 0.5)
        host.advance(to: start + 1.1)
        #expect(ends == [.end, .end])
        // A touch that has begun is not copied.
        act { [view] in
            let running = UIViewPropertyAnimator(duration: 1, curve: .linear) { view.alpha = 0 }
            running.startAnimation()
            let late = running.copy() as? UIViewPropertyAnimator
            running.stopAnimation(true)
            view.alpha = 1
            late?.startAnimation()
            #expect(view.alpha == 1)
            late?.stopAnimation(true)
        }
    }

    private func shownAlpha() -> CGFloat {
        var alpha: CGFloat = .nan
        act { alpha = CGFloat(view.layer.presentation()?.opacity ?? .nan) }
        return alpha
    }
}
