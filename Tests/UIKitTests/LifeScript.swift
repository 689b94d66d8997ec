import MicaEvents
import MicaRandom
import MicaScripts
import MicaServer
import MicaWire
import UIKit

import UIKit
@testable import Mica
@testable import QuartzCore
@testable import UIKitCore

/// One random program: a window, its actions, and the faults.
@MainActor final class LifeScript {
    /// The faults, each kind once.
    private(set) var faults: [String] = []
    /// How often what came about.
    var counts: [String: Int] = [:]

    var random: SeededGenerator
    let host: ScriptedWindow
    let window: UIWindow
    let judge = LifeJudge()
    private var views: [UIView] = []
    /// Views that the program has forgotten, and that may still be in others.
    private var forgotten: [WeakView] = []
    private var controllers: [LifeController] = []
    private var animators: [UIViewPropertyAnimator] = []
    private var fingers: [Int: CGPoint] = [:]
    /// How often each completion was called.
    private var completions: [Int] = []
    private var steps = 0

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        host = ScriptedWindow(size: CGSize(width: 200, height: 200), scale: 1, threads: 1)
        window = UIWindow(host: host)
        judge.script = self
        at { [self] in
            window.rootViewController = makeController()
            window.makeKeyAndVisible()
        }
    }

    func fault(_ text: String) {
        if !faults.contains(text) { faults.append(text) }
    }

    func count(_ what: String) { counts[what, default: 0] += 1 }

    /// Runs something as the program's own code, at the window's time, and commits it.
    private func at(_ body: @escaping @MainActor () -> Void) {
        host.schedule(at: host.time) { assumeMainActor(body) }
        host.advance(to: host.time)
    }

    // MARK: Playing

    /// Plays so many steps, brings everything to an end, and examines the leftovers.
    func play(_ count: Int) {
        while steps < count, faults.isEmpty {
            let number = min(count - steps, random.whole(1...6))
            steps += number
            at { [self] in for _ in 0..<number { step() } }
            sendEvents()
            if random.chance(0.7) { host.advance(to: host.time + (random.chance(0.1) ? 1.5 : random.number(0...0.1))) }
            if random.chance(0.2) { check() }
            if random.chance(0.01) { checkFrame() }
        }
        if faults.isEmpty { end() }
        host.send(.appearance(.light))
        window.isHidden = true
        UIView.setAnimationsEnabled(true)
    }

    private func step() {
        switch random.below(100) {
        case 0..<12: addView()
        case 12..<18: moveView()
        case 18..<22: anyView()?.removeFromSuperview()
        case 22..<25: reorder()
        case 25..<42: change(anyView() ?? window)
        case 42..<52: animate(depth: 0)
        case 52..<55: transition()
        case 55..<60: useAnimator()
        case 60..<62: anyView()?.layer.removeAllAnimations()
        case 62..<68: useController()
        case 68..<72: useRecognizer()
        case 72..<94: touch()
        case 94: resize()
        case 95..<98: (random.chance() ? anyView() : window)?.layoutIfNeeded()
        case 98: (anyView() ?? window).setNeedsLayout()
        default:
            UIView.setAnimationsEnabled(random.chance(0.8))
        }
    }

    // MARK: Views

    private func anyView() -> UIView? { views.isEmpty ? nil : random.pick(views) }

    /// Where a view may be put: among others, in the window or in a controller's view.
    private func anyParent() -> UIView {
        switch random.below(6) {
        case 0: window
        case 1: window.rootViewController?.view ?? window
        case 2: controllers.isEmpty ? window : random.pick(controllers).viewIfLoaded ?? window
        default: anyView() ?? window
        }
    }

    private func rect() -> CGRect {
        CGRect(
            x: random.number(-40...120), y: random.number(-40...120), width: random.number(0...160),
            height: random.number(0...160))
    }

    private func addView() {
        guard views.count < 40 else {
            // A forgotten view is released with its superview.
            let index = random.below(views.count)
            if random.chance() { views[index].removeFromSuperview() }
            forgotten.append(WeakView(views.remove(at: index)))
            return
        }
        let made: UIView
        switch random.below(10) {
        case 0:
            let label = UILabel(frame: rect())
            label.text = random.chance() ? "label" : nil
            made = label
        case 1:
            let button = UIButton(type: .system)
            button.setTitle("button", for: .normal)
            button.frame = rect()
            made = button
        case 2: made = UIImageView(frame: rect())
        case 3: made = UIStackView(frame: rect())
        default:
            let view = LifeView(frame: rect())
            view.script = self
            made = view
        }
        made.isMultipleTouchEnabled = random.chance()
        made.isUserInteractionEnabled = random.chance(0.9)
        made.autoresizingMask = UIView.AutoresizingMask(rawValue: UInt(random.below(64)))
        views.append(made)
        let parent = anyParent()
        if let stack = parent as? UIStackView, random.chance() {
            stack.addArrangedSubview(made)
        } else {
            parent.addSubview(made)
        }
    }

    private func moveView() {
        guard let view = anyView() else { return }
        let parent = anyParent()
        switch random.below(4) {
        case 0: parent.addSubview(view)
        case 1: parent.insertSubview(view, at: random.whole(-2...6))
        case 2: parent.insertSubview(view, belowSubview: anyView() ?? view)
        default: parent.insertSubview(view, aboveSubview: anyView() ?? view)
        }
    }

    private func reorder() {
        guard let view = anyView(), let parent = view.superview else { return }
        switch random.below(3) {
        case 0: parent.bringSubviewToFront(view)
        case 1: parent.sendSubviewToBack(view)
        default: parent.exchangeSubview(at: random.whole(-1...4), withSubviewAt: random.whole(-1...4))
        }
    }

    private func change(_ view: UIView) {
        switch random.below(14) {
        case 0: view.frame = rect()
        case 1: view.bounds = rect()
        case 2: view.center = CGPoint(x: random.number(-20...200), y: random.number(-20...200))
        case 3: view.transform = transform()
        case 4: view.alpha = random.pick([0, 0.3, 1, -1, 4, .nan])
        case 5: view.isHidden = random.chance(0.2)
        case 6: view.backgroundColor = random.pick([nil, .red, .systemBackground, UIColor(white: 0, alpha: 0.5)])
        case 7: view.layer.cornerRadius = random.number(0...20)
        case 8: view.clipsToBounds = random.chance()
        case 9: view.frame = CGRect(x: Double.nan, y: 0, width: .infinity, height: 4)
        case 10: view.tintColor = random.chance() ? .red : nil
        case 11:
            guard view !== window else { return }
            view.mask = random.chance(0.3) ? anyView() : nil
        case 12:
            view.contentMode = random.pick([.center, .redraw, .scaleAspectFit])
            view.setNeedsDisplay()
        default:
            view.transform3D = CATransform3DMakeRotation(random.number(0...6), random.number(-1...1), 1, 0)
        }
    }

    private func transform() -> CGAffineTransform {
        switch random.below(5) {
        case 0: .identity
        case 1: CGAffineTransform(rotationAngle: random.number(-7...7))
        case 2: CGAffineTransform(scaleX: random.pick([0, -1, 0.001, 2]), y: random.pick([0, 1, 3]))
        case 3: CGAffineTransform(translationX: random.number(-50...50), y: random.number(-50...50))
        default: CGAffineTransform(a: .nan, b: 0, c: 0, d: 1, tx: 0, ty: .infinity)
        }
    }

    private func resize() {
        if random.chance() { pendingEvents.append(.appearance(random.chance() ? .light : .dark)) }
        pendingSize = CGSize(width: random.whole(50...300), height: random.whole(50...300))
    }
    private var pendingSize: CGSize?

    // MARK: Animations

    private func completion() -> (Bool) -> Void {
        let index = completions.count
        completions.append(0)
        return { [weak self] _ in
            self?.completions[index] += 1
            self?.count("completed")
        }
    }

    /// The content of a block: some changes, and perhaps another animation.
    private func changes(_ depth: Int) -> () -> Void {
        let number = random.whole(0...4)
        return { [self] in
            for _ in 0..<number { change(anyView() ?? window) }
            if depth < 2, random.chance(0.2) { animate(depth: depth + 1) }
            if random.chance(0.1) { anyView()?.removeFromSuperview() }
            if random.chance(0.1) { window.layoutIfNeeded() }
        }
    }

    private func animate(depth: Int) {
        let duration = random.pick([0, 0.1, 0.25, 0.5, -1, .nan, 1])
        let delay = random.pick([0, 0, 0, 0.2, .infinity])
        var options: UIView.AnimationOptions = random.pick([[], .curveLinear, .curveEaseIn, .beginFromCurrentState])
        if random.chance(0.1) {
            options.formUnion(random.pick([.repeat, .autoreverse, [.repeat, .autoreverse], .layoutSubviews]))
        }
        if random.chance(0.2) { options.formUnion([.overrideInheritedDuration, .overrideInheritedCurve]) }
        let block = changes(depth)
        switch random.below(4) {
        case 0, 1:
            UIView.animate(
                withDuration: duration, delay: delay, options: options, animations: block, completion: completion())
        case 2:
            UIView.animate(
                withDuration: duration, delay: delay, usingSpringWithDamping: random.pick([0, 0.5, 1, 3, .nan]),
                initialSpringVelocity: random.pick([0, 2, -5, .infinity]), options: options, animations: block,
                completion: completion())
        default:
            UIView.animateKeyframes(
                withDuration: duration, delay: 0,
                options: random.pick([[], .calculationModeCubic, .calculationModePaced]),
                animations: { [self] in
                    for _ in 0..<random.whole(0...3) {
                        UIView.addKeyframe(
                            withRelativeStartTime: random.pick([0, 0.3, 0.9, -1, 2, .nan]),
                            relativeDuration: random.pick([0, 0.2, 1, -3]), animations: block)
                    }
                }, completion: completion())
        }
    }

    private func transition() {
        let options: UIView.AnimationOptions = random.pick([
            [], .transitionCrossDissolve, .transitionFlipFromLeft, .transitionCurlUp, .showHideTransitionViews,
        ])
        if random.chance() {
            UIView.transition(
                with: anyView() ?? window, duration: 0.2, options: options, animations: changes(2),
                completion: completion())
        } else if let from = anyView(), let to = anyView() {
            UIView.transition(from: from, to: to, duration: 0.2, options: options, completion: completion())
        }
    }

    private func useAnimator() {
        if animators.count < 4, random.chance(0.4) {
            let made =
                random.chance()
                ? UIViewPropertyAnimator(duration: random.number(0...0.5), curve: .easeInOut, animations: changes(2))
                : UIViewPropertyAnimator(duration: 0.3, dampingRatio: random.number(0...1.5), animations: changes(2))
            if random.chance() { made.startAnimation() }
            animators.append(made)
            return
        }
        guard !animators.isEmpty else { return }
        let index = random.below(animators.count)
        let animator = animators[index]
        switch random.below(10) {
        case 0: animator.startAnimation()
        case 1: animator.startAnimation(afterDelay: random.pick([0, 0.1, .nan, -2]))
        case 2: animator.pauseAnimation()
        case 3: animator.continueAnimation(withTimingParameters: nil, durationFactor: random.pick([0, 0.5, -1, .nan]))
        case 4: animator.stopAnimation(random.chance())
        case 5: animator.finishAnimation(at: random.pick([.start, .end, .current]))
        case 6: animator.isReversed.toggle()
        case 7: animator.fractionComplete = random.pick([0, 0.4, 1, 7, -1, .nan])
        case 8: animator.addAnimations(changes(2))
        default:
            animator.stopAnimation(true)
            animators.remove(at: index)
        }
    }

    // MARK: Controllers

    private func makeController() -> LifeController {
        let made = LifeController(self)
        controllers.append(made)
        return made
    }

    private func useController() {
        // As programs do: a controller's view is put in between the two calls, and taken out between them.
        let any = random.pick(controllers)
        switch random.below(8) {
        case 0...1 where controllers.count < 8:
            let child = makeController()
            any.addChild(child)
            if any.isViewLoaded, random.chance(0.9) {
                child.view.frame = rect()
                any.view.addSubview(child.view)
            }
            child.didMove(toParent: any)
        case 2 where any.parent != nil:
            any.willMove(toParent: nil)
            any.viewIfLoaded?.removeFromSuperview()
            any.removeFromParent()
            controllers.removeAll { $0 === any }
        case 3...4:
            let shown = LifeController(self)
            shown.modalPresentationStyle = random.pick([.fullScreen, .overFullScreen, .pageSheet, .custom])
            shown.modalTransitionStyle = random.pick([.coverVertical, .crossDissolve, .flipHorizontal])
            any.present(shown, animated: random.chance(), completion: nil)
            if shown.presentingViewController != nil {
                controllers.append(shown)
                count("presented")
            }
        case 5: any.dismiss(animated: random.chance())
        case 6:
            guard window.rootViewController?.presentedViewController == nil else { return }
            let old = window.rootViewController
            window.rootViewController = makeController()
            controllers.removeAll { $0 === old }
        default: any.additionalSafeAreaInsets.top = random.number(0...20)
        }
    }

    // MARK: Touches

    private func useRecognizer() {
        if judge.all.count < 8, random.chance() {
            let made = judge.make(&random)
            (anyView() ?? window).addGestureRecognizer(made)
            return
        }
        guard let recognizer = judge.all.randomElement(using: &random) else { return }
        switch random.below(4) {
        case 0: recognizer.isEnabled.toggle()
        case 1: (anyView() ?? window).addGestureRecognizer(recognizer)
        case 2: recognizer.view?.removeGestureRecognizer(recognizer)
        default: if let other = judge.all.randomElement(using: &random) { recognizer.require(toFail: other) }
        }
    }

    private func touch() {
        let finger = random.whole(1...3)
        func send(_ phase: PointerEvent.Phase, _ point: CGPoint) {
            pendingEvents.append(
                .pointer(
                    PointerEvent(
                        phase, at: point, device: .touch, pointer: finger, button: phase == .moved ? nil : .primary)))
        }
        guard let point = fingers[finger] else {
            let point = CGPoint(x: random.number(-5...205), y: random.number(-5...205))
            fingers[finger] = point
            return send(.pressed, point)
        }
        switch random.below(10) {
        case 0...1:
            send(.released, point)
            fingers[finger] = nil
        case 2 where random.chance(0.3):
            send(.cancelled, point)
            fingers[finger] = nil
        default:
            let moved = CGPoint(x: point.x + random.number(-12...12), y: point.y + random.number(-12...12))
            fingers[finger] = moved
            send(.moved, moved)
        }
    }
    /// The host's events after the program's code has returned.
    private var pendingEvents: [WindowEvent.Content] = []

    /// Sends the host's events.
    private func sendEvents() {
        let events = pendingEvents
        pendingEvents = []
        for event in events { host.send(event) }
        if let size = pendingSize {
            pendingSize = nil
            host.resize(to: size)
        }
    }

    // MARK: Checks

    private func check() {
        for view in views + [window] { check(view) }
        compare()
    }

    private func check(_ view: UIView) {
        let shown = (view.layer.sublayers ?? []).compactMap { $0.delegate as? UIView }
        if !shown.elementsEqual(view.subviews, by: ===) { fault("layers are in another order than views") }
        if !view.subviews.allSatisfy({ $0.superview === view }) { fault("a subview has another superview") }
        guard view.frame.isUsable, view.bounds.isUsable, view.center.x.isFinite, view.center.y.isFinite,
            view.alpha.isFinite, view.transform.isUsable
        else { return fault("a view has a number that is none") }
        if !(view.layer.animationKeys() ?? []).isEmpty { count("animating") }
        guard let layer = view.layer.presentation() else { return }
        guard layer.position.x.isFinite, layer.position.y.isFinite, layer.bounds.isUsable, layer.opacity.isFinite,
            layer.affineTransform().isUsable
        else { return fault("what is seen has a number that is none: \(view.layer.animationKeys() ?? [])") }
    }

    /// The server's tree is the program's.
    private func compare() {
        count("compared")
        let renderer = host.renderer
        let tree = renderer.host.server(at: host.time).tree
        var seen = 0
        func visit(_ layer: CALayer) {
            seen += 1
            guard let slot = tree.slot(of: layer.id) else { return fault("the server lacks a layer") }
            if tree.state(of: slot) != layer.core.state {
                fault("the server has other values: \(differences(layer, tree.state(of: slot)))")
            }
            let sublayers = layer.sublayers ?? []
            if tree.sublayers(of: slot).map({ tree.id(of: $0) }) != sublayers.map(\.id) {
                fault("the server has other sublayers")
            }
            if tree.mask(of: slot).map({ tree.id(of: $0) }) != layer.mask.map(\.id) {
                fault("the server has another mask")
            }
            let keys = layer.animations.map(\.key)
            if tree.animations(of: slot).map(\.key) != keys { fault("the server has other animations") }
            for sublayer in sublayers { visit(sublayer) }
            if let mask = layer.mask { visit(mask) }
        }
        visit(host.layer)
        if tree.count != seen { fault("the server has \(tree.count) layers for \(seen)") }
    }

    private func differences(_ layer: CALayer, _ state: LayerState) -> [String] {
        PropertyID.allCases.filter { layer.core.state[$0] != state[$0] }.map { "\($0)" }
    }

    /// The numbers of the present frame are all finite.
    private func checkFrame() {
        let text = host.frameText
        if text.contains("nan") || text.contains("inf") { fault("a frame has a number that is none") }
    }

    // MARK: The end

    /// Lifts all fingers, lets animations end, and takes everything down.
    private func end() {
        for (finger, point) in fingers {
            pendingEvents.append(
                .pointer(PointerEvent(.released, at: point, device: .touch, pointer: finger, button: .primary)))
        }
        sendEvents()
        at { [self] in
            UIView.setAnimationsEnabled(true)
            for animator in animators { animator.stopAnimation(true) }
            animators = []
        }
        // All that ends by itself does.
        host.advance(to: host.time + 20)
        // Then what repeats without end.
        at { [self] in
            let all = [window] + views + forgotten.compactMap(\.view) + controllers.compactMap(\.viewIfLoaded)
            for view in all.flatMap(\.everyView) { view.layer.removeAllAnimations() }
        }
        host.advance(to: host.time + 20)
        check()
        for controller in controllers {
            let isShown = controller.viewIfLoaded?.window != nil
            if isShown != (controller.told == .appeared) {
                fault("a controller that is \(isShown ? "" : "not ")in the window was last told \(controller.told)")
            }
        }
        if !TouchDispatcher.shared.known.isEmpty { fault("touches are left") }
        if !TouchDispatcher.shared.active.isEmpty { fault("recognizers are left") }
        judge.checkRest()
        for view in views {
            if let view = view as? LifeView, !view.isIdle { fault("a view was never told the end of a touch") }
        }
        for count in completions where count > 1 { fault("a completion was called \(count) times") }
        at { [self] in
            for view in views + forgotten.compactMap(\.view) { view.removeFromSuperview() }
            while let shown = window.rootViewController?.presentedViewController, faults.isEmpty {
                let before = shown
                window.rootViewController?.dismiss(animated: false)
                if before === window.rootViewController?.presentedViewController { break }
            }
        }
        host.advance(to: host.time + 20)
        if completions.contains(0) { fault("\(completions.count { $0 == 0 }) completions were never called") }
        let left = forgotten + views.map { WeakView($0) }
        (views, controllers) = ([], [])
        judge.forget()
        at { [self] in window.rootViewController = nil }
        host.advance(to: host.time + 1)
        let count = left.count { $0.view != nil }
        if count > 0 {
            fault("\(count) views are never freed: \(left.compactMap { $0.view.map { "\(type(of: $0))" } })")
        }
        compare()
    }

    private struct WeakView {
        weak var view: UIView?
        init(_ view: UIView) { self.view = view }
    }
}
