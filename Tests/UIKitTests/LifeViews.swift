import MicaRandom
import UIKit

import UIKit
@testable import UIKitCore

/// A view that checks the order of its calls about superviews, windows, subviews and touches.
final class LifeView: UIView {
    weak var script: LifeScript?
    private var live: Set<UITouch> = []
    private var expectedSuperview: UIView??
    private var expectedWindow: UIWindow??
    private var known: [ObjectIdentifier] = []

    override func willMove(toSuperview newSuperview: UIView?) {
        super.willMove(toSuperview: newSuperview)
        if expectedSuperview != nil { script?.fault("a view is to move to two superviews") }
        expectedSuperview = .some(newSuperview)
    }
    override func didMoveToSuperview() {
        super.didMoveToSuperview()
        if expectedSuperview == nil || superview !== expectedSuperview! {
            script?.fault("a view has another superview than was said")
        }
        expectedSuperview = nil
    }
    override func willMove(toWindow newWindow: UIWindow?) {
        super.willMove(toWindow: newWindow)
        if expectedWindow != nil { script?.fault("a view is to move to two windows") }
        if newWindow === window { script?.fault("a view is to move to the window that it is in") }
        expectedWindow = .some(newWindow)
    }
    override func didMoveToWindow() {
        super.didMoveToWindow()
        if expectedWindow == nil || window !== expectedWindow! {
            script?.fault("a view is in another window than was said")
        }
        expectedWindow = nil
    }
    override func didAddSubview(_ subview: UIView) {
        super.didAddSubview(subview)
        if subview.superview !== self || known.contains(ObjectIdentifier(subview)) {
            script?.fault("a subview was added and is not, or twice")
        }
        known.append(ObjectIdentifier(subview))
    }
    override func willRemoveSubview(_ subview: UIView) {
        super.willRemoveSubview(subview)
        if subview.superview !== self || !known.contains(ObjectIdentifier(subview)) {
            script?.fault("a subview goes that was not there")
        }
        known.removeAll { $0 == ObjectIdentifier(subview) }
    }
    override func layoutSubviews() {
        super.layoutSubviews()
        if window == nil, superview == nil, subviews.isEmpty == false { script?.count("laid out alone") }
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        script?.count("touched")
        for touch in own(touches) where !live.insert(touch).inserted { script?.fault("a touch began twice") }
    }
    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        for touch in own(touches) where !live.contains(touch) { script?.fault("a touch moved that had not begun") }
    }
    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { end(touches) }
    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        script?.count("cancelled")
        end(touches)
    }
    private func end(_ touches: Set<UITouch>) {
        for touch in own(touches) where live.remove(touch) == nil { script?.fault("a touch ended that had not begun") }
        for touch in touches where !touch.location(in: self).x.isFinite { script?.fault("a touch is at no number") }
    }
    /// The touches that have hit the view itself. A view passes events that it does not handle to the next responder:
    /// that one need not have heard of the beginning. A view of this class passes none on.
    private func own(_ touches: Set<UITouch>) -> Set<UITouch> {
        for touch in touches where touch.view !== self {
            script?.count("passed on")
            if touch.view is LifeView { script?.fault("a touch of a view that handles its touches was passed on") }
        }
        return touches.filter { $0.view === self }
    }
    var isIdle: Bool { live.isEmpty }
}

/// A controller that checks the order of its calls about its view.
final class LifeController: UIViewController {
    enum Told { case nothing, loaded, willAppear, appeared, willDisappear, disappeared }

    private weak var script: LifeScript?
    private(set) var told = Told.nothing

    init(_ script: LifeScript) {
        self.script = script
        super.init(nibName: nil, bundle: nil)
    }
    required init?(coder: NSCoder) { nil }

    private func tell(_ new: Told, after allowed: [Told]) {
        if !allowed.contains(told) { script?.fault("a controller was told \(new) after \(told)") }
        told = new
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        tell(.loaded, after: [.nothing])
    }
    override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        tell(.willAppear, after: [.loaded, .disappeared, .willDisappear])
    }
    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        tell(.appeared, after: [.willAppear])
        script?.count("appeared")
        if viewIfLoaded?.window == nil { script?.fault("a controller has appeared without a window") }
    }
    override func viewWillDisappear(_ animated: Bool) {
        super.viewWillDisappear(animated)
        tell(.willDisappear, after: [.appeared, .willAppear])
    }
    override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        tell(.disappeared, after: [.willDisappear])
    }
}

/// A target that checks the order of states, and that no two recognizers of a touch are at it together.
@MainActor final class LifeJudge: NSObject {
    weak var script: LifeScript?
    private(set) var all: [UIGestureRecognizer] = []
    private var last: [ObjectIdentifier: UIGestureRecognizer.State] = [:]

    private static let action = Selector(
        "act:", onMain: { (judge: LifeJudge, sender: UIGestureRecognizer) in judge.act(sender) })

    func make(_ random: inout SeededGenerator) -> UIGestureRecognizer {
        let kinds: [() -> UIGestureRecognizer] = [
            { UITapGestureRecognizer() }, { UILongPressGestureRecognizer() }, { UIPanGestureRecognizer() },
            { UIPinchGestureRecognizer() }, { UIRotationGestureRecognizer() }, { UISwipeGestureRecognizer() },
        ]
        let made = random.pick(kinds)()
        (made as? UITapGestureRecognizer)?.numberOfTapsRequired = random.whole(1...2)
        made.cancelsTouchesInView = random.chance()
        made.delaysTouchesBegan = random.chance(0.25)
        made.delaysTouchesEnded = random.chance()
        made.addTarget(self, action: Self.action)
        all.append(made)
        return made
    }

    private func act(_ recognizer: UIGestureRecognizer) {
        script?.count("recognized")
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
        if !fits { script?.fault("\(type(of: recognizer)): \(state) after \(String(describing: before))") }
        last[id] = state
        guard state == .began else { return }
        for other in all where other !== recognizer && (other.state == .began || other.state == .changed) {
            if other.sequence.contains(where: { recognizer.tracks($0) }) {
                script?.fault("\(type(of: recognizer)) and \(type(of: other)) are at one touch")
            }
        }
    }

    /// Looks for values that were not reset.
    func checkRest() {
        for recognizer in all where recognizer.state != .possible || recognizer.isTracking {
            script?.fault("\(type(of: recognizer)) is left in \(recognizer.state)")
        }
    }

    func forget() {
        for recognizer in all { recognizer.view?.removeGestureRecognizer(recognizer) }
        (all, last) = ([], [:])
    }
}
