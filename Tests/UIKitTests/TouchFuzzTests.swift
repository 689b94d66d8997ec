import Foundation
import MicaEvents
import MicaRandom
import MicaScripts
import QuartzCore
import Testing
import UIKit
@testable import UIKitCore

/// Random trees and random touches. MICA_TOUCH_STEPS says how many steps; 100,000 where it does not.
@MainActor @Suite(.serialized) struct TouchFuzzTests {
    /// A view that checks that each of its touches begins, moves and ends in this order, once.
    private final class CheckedView: UIView {
        static var faults: [String] = []
        static var told = 0
        private var live: Set<UITouch> = []

        override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
            for touch in touches where !live.insert(touch).inserted { Self.faults.append("began twice") }
            // A touch whose end a recognizer holds back is not down any more.
            if !isMultipleTouchEnabled, live.count(where: { $0.phase != .ended }) > 1 {
                Self.faults.append("two touches without multiple touch")
            }
            Self.told += 1
        }
        override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
            for touch in touches where !live.contains(touch) { Self.faults.append("moved and not begun") }
            for touch in touches where touch.phase != .moved { Self.faults.append("moved in \(touch.phase)") }
            Self.told += 1
        }
        override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { end(touches) }
        override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) { end(touches) }
        private func end(_ touches: Set<UITouch>) {
            for touch in touches where live.remove(touch) == nil { Self.faults.append("ended and not begun") }
            for touch in touches where !touch.location(in: self).x.isFinite { Self.faults.append("not a number") }
            Self.told += 1
        }
        var isIdle: Bool { live.isEmpty }
    }

    /// A target that checks the order of states, and that no two recognizers of a touch are at it together.
    @MainActor private final class Judge: NSObject, UIGestureRecognizerDelegate {
        var last: [ObjectIdentifier: UIGestureRecognizer.State] = [:]
        var faults: [String] = []
        var all: [UIGestureRecognizer] = []
        var counts: [UIGestureRecognizer.State: Int] = [:]

        static let action = Selector(
            "act:", onMain: { (judge: Judge, sender: UIGestureRecognizer) in judge.act(sender) })

        func act(_ recognizer: UIGestureRecognizer) {
            let (id, state) = (ObjectIdentifier(recognizer), recognizer.state)
            let before = last[id]
            let isDiscrete = recognizer is UITapGestureRecognizer || recognizer is UISwipeGestureRecognizer
            let goesOn = before == .began || before == .changed
            let fits =
                switch state {
                case .began: !goesOn && !isDiscrete
                case .changed, .cancelled: goesOn
                case .ended: goesOn || isDiscrete
                case .possible, .failed: false
                }
            if !fits { faults.append("\(type(of: recognizer)): \(state) after \(String(describing: before))") }
            last[id] = state
            counts[state, default: 0] += 1
            guard state == .began else { return }
            for other in all where other !== recognizer && (other.state == .began || other.state == .changed) {
                let shared = other.sequence.contains { recognizer.tracks($0) }
                if shared { faults.append("\(type(of: recognizer)) and \(type(of: other)) are at one touch") }
            }
        }
    }

    private func recognizer(_ random: inout SeededGenerator) -> UIGestureRecognizer {
        let made: UIGestureRecognizer
        switch Int.random(in: 0..<7, using: &random) {
        case 0:
            let tap = UITapGestureRecognizer()
            tap.numberOfTapsRequired = Int.random(in: 1...3, using: &random)
            tap.numberOfTouchesRequired = Int.random(in: 1...2, using: &random)
            made = tap
        case 1:
            let press = UILongPressGestureRecognizer()
            press.minimumPressDuration = Double.random(in: 0...0.6, using: &random)
            made = press
        case 2: made = UIPanGestureRecognizer()
        case 3: made = UIPinchGestureRecognizer()
        case 4: made = UIRotationGestureRecognizer()
        case 5:
            let swipe = UISwipeGestureRecognizer()
            swipe.direction = [.left, .down]
            made = swipe
        default:
            let edge = UIScreenEdgePanGestureRecognizer()
            edge.edges = .all
            made = edge
        }
        made.cancelsTouchesInView = Bool.random(using: &random)
        made.delaysTouchesBegan = Int.random(in: 0..<4, using: &random) == 0
        made.delaysTouchesEnded = Bool.random(using: &random)
        return made
    }

    @Test func touches_and_states_come_in_order_whatever_the_fingers_do() {
        let steps = ProcessInfo.processInfo.environment["MICA_TOUCH_STEPS"].flatMap(Int.init) ?? 100_000
        var random = SeededGenerator(seed: 24)
        var done = 0
        CheckedView.faults = []
        CheckedView.told = 0
        var counts: [UIGestureRecognizer.State: Int] = [:]
        while done < steps, CheckedView.faults.isEmpty {
            let count = min(steps - done, 2000)
            let faults = play(count, &random, &counts)
            #expect(faults == [], "after \(done) steps")
            if !faults.isEmpty { return }
            done += count
        }
        #expect(CheckedView.faults == [])
        // The scripts are of use only if much comes of them.
        #expect(CheckedView.told > steps / 20)
        for state in [UIGestureRecognizer.State.began, .changed, .ended, .cancelled] {
            #expect((counts[state] ?? 0) > steps / 10_000, "\(state)")
        }
    }

    /// One tree and its script.
    private func play(
        _ steps: Int, _ random: inout SeededGenerator, _ counts: inout [UIGestureRecognizer.State: Int]
    ) -> [String] {
        let judge = Judge()
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 200, height: 200))
        var views: [UIView] = [window]
        for _ in 0..<Int.random(in: 1...10, using: &random) {
            let parent = views[Int.random(in: 0..<views.count, using: &random)]
            let view = CheckedView(
                frame: CGRect(
                    x: .random(in: -20...60, using: &random), y: .random(in: -20...60, using: &random),
                    width: .random(in: 20...200, using: &random), height: .random(in: 20...200, using: &random)))
            view.isMultipleTouchEnabled = Bool.random(using: &random)
            view.isExclusiveTouch = Int.random(in: 0..<8, using: &random) == 0
            if Int.random(in: 0..<6, using: &random) == 0 { view.transform = CGAffineTransform(rotationAngle: 0.5) }
            parent.addSubview(view)
            views.append(view)
        }
        window.isHidden = false
        for _ in 0..<Int.random(in: 0...8, using: &random) {
            let made = recognizer(&random)
            made.addTarget(judge, action: Judge.action)
            if let other = judge.all.randomElement(using: &random), Int.random(in: 0..<3, using: &random) == 0 {
                made.require(toFail: other)
            }
            judge.all.append(made)
            views.randomElement(using: &random)?.addGestureRecognizer(made)
        }
        var down: [Int: CGPoint] = [:]
        var time = 1000.0
        func send(_ phase: PointerEvent.Phase, _ finger: Int, _ point: CGPoint) {
            let event = PointerEvent(
                phase, at: point, device: .touch, pointer: finger, button: phase == .moved ? nil : .primary)
            window.handle(WindowEvent(.pointer(event), time: time))
        }
        for _ in 0..<steps {
            time += Double.random(in: 0...1, using: &random) < 0.02 ? 0.6 : .random(in: 0...0.05, using: &random)
            let finger = Int.random(in: 1...3, using: &random)
            let choice = Int.random(in: 0..<100, using: &random)
            if let point = down[finger] {
                switch choice {
                case 0..<12:
                    send(.released, finger, point)
                    down[finger] = nil
                case 12..<14:
                    send(.cancelled, finger, point)
                    down[finger] = nil
                case 14..<16: judge.all.randomElement(using: &random)?.isEnabled.toggle()
                case 16:
                    let view = views.randomElement(using: &random)
                    if let view, view !== window, let parent = view.superview {
                        view.removeFromSuperview()
                        parent.addSubview(view)
                    }
                default:
                    let moved = CGPoint(
                        x: point.x + .random(in: -12...12, using: &random),
                        y: point.y + .random(in: -12...12, using: &random))
                    send(.moved, finger, moved)
                    down[finger] = moved
                }
            } else if choice < 60 {
                let point = CGPoint(
                    x: .random(in: -10...210, using: &random), y: .random(in: -10...210, using: &random))
                send(.pressed, finger, point)
                down[finger] = point
            } else {
                // Fingers that are not down, of a host that has lost count.
                send(choice < 80 ? .moved : .released, finger, .zero)
            }
        }
        for (finger, point) in down { send(.released, finger, point) }
        TouchDispatcher.shared.passTime(to: time + 2)
        var faults = judge.faults
        for view in views {
            if let view = view as? CheckedView, !view.isIdle { faults.append("a view was never told the end") }
        }
        for recognizer in judge.all where recognizer.state != .possible || recognizer.isTracking {
            faults.append("\(type(of: recognizer)) is left in \(recognizer.state)")
        }
        if !TouchDispatcher.shared.known.isEmpty { faults.append("touches are left") }
        if !TouchDispatcher.shared.active.isEmpty { faults.append("recognizers are left") }
        for (state, count) in judge.counts {
            counts[state, default: 0] += count
        }
        window.isHidden = true
        return faults
    }
}
