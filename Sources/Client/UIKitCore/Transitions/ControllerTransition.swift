import CoreGraphics
import Foundation
import QuartzCore

/// One transition from one controller to another: the context of its animator, and the coordinator of animations
/// beside it. UIKit owns it until `completeTransition(_:)`.
@MainActor package final class ControllerTransition: NSObject, UIViewControllerContextTransitioning {
    package let containerView: UIView
    /// The style of the presentation.
    package let presentationStyle: UIModalPresentationStyle
    /// Whether a gesture drives the transition now.
    package private(set) var isInteractive = false
    /// Whether the gesture was given up.
    package private(set) var transitionWasCancelled = false
    /// The object that animates the transition.
    package let animator: any UIViewControllerAnimatedTransitioning
    /// The object that drives the transition by a gesture; nil for none.
    package let interactor: (any UIViewControllerInteractiveTransitioning)?
    /// The coordinator that programs get from `transitionCoordinator`.
    package private(set) lazy var coordinator = TransitionCoordinator(self)

    private let from: UIViewController?
    private let to: UIViewController?
    private let views: [UITransitionContextViewKey: UIView]
    private let frames: (initial: CGRect, final: CGRect)
    private let movesLeavingView: Bool
    private var end: ((Bool) -> Void)?
    /// The part that plays the animations; nil while they play by themselves.
    package private(set) var scrubber: TransitionScrubber?
    /// Layers outside the container that stand still with it during a gesture.
    package var companions: [CALayer] = []

    /// Whether the transition is animated: true.
    package var isAnimated: Bool { true }
    /// The rotation of the window in the transition: none.
    package var targetTransform: CGAffineTransform { .identity }
    /// The animator's class, for messages.
    var animatorName: String { "\(type(of: animator))" }
    /// The duration, in seconds.
    package var duration: TimeInterval { animator.transitionDuration(using: self) }

    /// Makes a transition.
    ///
    /// - Parameters:
    ///   - views: The views that take part.
    ///   - initial: The leaving view's frame, in the container's space.
    ///   - final: The entering view's frame, in the container's space.
    ///   - movesLeavingView: Whether the leaving view is put into the container, as programs' animators expect it.
    ///   - end: Called with whether the transition was completed.
    package init(
        from: UIViewController?, to: UIViewController?, views: [UITransitionContextViewKey: UIView],
        style: UIModalPresentationStyle, in container: UIView, initial: CGRect, final: CGRect,
        animator: any UIViewControllerAnimatedTransitioning,
        interactor: (any UIViewControllerInteractiveTransitioning)? = nil, movesLeavingView: Bool = true,
        _ end: @escaping (Bool) -> Void
    ) {
        containerView = container
        (self.from, self.to, self.views, frames) = (from, to, views, (initial, final))
        (presentationStyle, self.animator, self.interactor) = (style, animator, interactor)
        (self.movesLeavingView, self.end) = (movesLeavingView, end)
        super.init()
    }

    /// Puts the leaving view into the container, and starts the animator, or the object that follows a finger.
    package func begin() {
        if movesLeavingView, let view = views[.from], !view.isDescendant(of: containerView) {
            containerView.insertSubview(view, at: 0)
        }
        guard let interactor, interactor.wantsInteractiveStart else {
            animator.animateTransition(using: self)
            return coordinator.run()
        }
        isInteractive = true
        coordinator.initiallyInteractive = true
        interactor.startInteractiveTransition(self)
    }

    /// Starts the animator, with its animations under the control of a gesture.
    func startScrubbed() -> TransitionScrubber {
        let scrubber = TransitionScrubber(self)
        self.scrubber = scrubber
        scrubber.start {
            animator.animateTransition(using: self)
            coordinator.run()
        }
        return scrubber
    }

    /// Starts animations beside an animator that a program's interruptible animator replaces.
    func runAlongside() { coordinator.run() }

    /// Sets the part of the transition that is done, from 0 to 1.
    package func updateInteractiveTransition(_ percentComplete: CGFloat) {
        coordinator.percentComplete = percentComplete
    }

    /// Ends the gesture; the transition continues to its end.
    package func finishInteractiveTransition() { endGesture() }

    /// Ends the gesture; the transition returns to its start.
    package func cancelInteractiveTransition() {
        transitionWasCancelled = true
        endGesture()
    }

    /// Stops the transition, so that a gesture takes it.
    package func pauseInteractiveTransition() {
        guard !isInteractive, end != nil else { return }
        isInteractive = true
        coordinator.interactionChanged(ended: false)
    }

    private func endGesture() {
        guard isInteractive else { return }
        isInteractive = false
        coordinator.interactionChanged(ended: true)
    }

    /// Ends the transition; false if it has returned to its start.
    package func completeTransition(_ didComplete: Bool) {
        guard let end else { return }
        self.end = nil
        transitionWasCancelled = !didComplete
        isInteractive = false
        scrubber?.release()
        end(didComplete)
        animator.animationEnded(didComplete)
        coordinator.complete()
    }

    /// The controller that leaves or comes.
    package func viewController(forKey key: UITransitionContextViewControllerKey) -> UIViewController? {
        key == .from ? from : key == .to ? to : nil
    }

    /// The view that leaves or comes; nil if the transition leaves it alone.
    package func view(forKey key: UITransitionContextViewKey) -> UIView? { views[key] }
    /// The frame of a controller at the start, in points; zero if it is not known.
    package func initialFrame(for vc: UIViewController) -> CGRect { vc === from ? frames.initial : .zero }
    /// The frame of a controller at the end, in points; zero if it is not known.
    package func finalFrame(for vc: UIViewController) -> CGRect { vc === to ? frames.final : .zero }
}

/// The coordinator of one transition: runs blocks beside it with its duration.
@MainActor package final class TransitionCoordinator: NSObject, UIViewControllerTransitionCoordinator {
    package typealias Block = (any UIViewControllerTransitionCoordinatorContext) -> Void
    private unowned let transition: ControllerTransition
    private var waiting: [Block] = []
    private var completions: [Block] = []
    private var changeHandlers: [Block] = []
    private var endHandlers: [Block] = []
    private var hasRun = false

    /// Whether a gesture began the transition.
    package internal(set) var initiallyInteractive = false
    /// The part that was done when the gesture ended, from 0 to 1.
    package internal(set) var percentComplete: CGFloat = 0

    init(_ transition: ControllerTransition) {
        self.transition = transition
        super.init()
    }

    /// Whether the transition is animated: true.
    package var isAnimated: Bool { true }
    /// The style of the presentation.
    package var presentationStyle: UIModalPresentationStyle { transition.presentationStyle }
    /// Whether a gesture can take the transition.
    package var isInterruptible: Bool { transition.interactor != nil }
    /// Whether a gesture drives the transition now.
    package var isInteractive: Bool { transition.isInteractive }
    /// Whether the gesture was given up.
    package var isCancelled: Bool { transition.transitionWasCancelled }
    /// The duration, in seconds.
    package var transitionDuration: TimeInterval { transition.duration }
    /// The speed of the rest after the gesture; 1 as animated.
    package var completionVelocity: CGFloat { transition.interactor?.completionSpeed ?? 1 }
    /// The curve of the rest after the gesture.
    package var completionCurve: UIView.AnimationCurve { transition.interactor?.completionCurve ?? .easeInOut }
    /// The view that holds both views during the transition.
    package var containerView: UIView { transition.containerView }
    /// The rotation of the window in the transition: none.
    package var targetTransform: CGAffineTransform { .identity }
    /// The controller that leaves or comes.
    package func viewController(forKey key: UITransitionContextViewControllerKey) -> UIViewController? {
        transition.viewController(forKey: key)
    }
    /// The view that leaves or comes; nil if the transition leaves it alone.
    package func view(forKey key: UITransitionContextViewKey) -> UIView? { transition.view(forKey: key) }

    package func animate(alongsideTransition animation: Block?, completion: Block?) -> Bool {
        if let completion { completions.append(completion) }
        guard let animation else { return true }
        waiting.append(animation)
        if hasRun { runWaiting() }
        return true
    }

    package func animateAlongsideTransition(in view: UIView?, animation: Block?, completion: Block?) -> Bool {
        if let layer = view?.layer, view?.isDescendant(of: transition.containerView) == false {
            transition.companions.append(layer)
            if transition.isInteractive { transition.scrubber?.pause(layer) }
        }
        return animate(alongsideTransition: animation, completion: completion)
    }

    package func notifyWhenInteractionChanges(_ handler: @escaping Block) { changeHandlers.append(handler) }
    package func notifyWhenInteractionEnds(_ handler: @escaping Block) { endHandlers.append(handler) }

    /// Runs the blocks that wait for the transition's beginning.
    func run() {
        hasRun = true
        runWaiting()
    }

    private func runWaiting() {
        let blocks = waiting
        waiting = []
        guard !blocks.isEmpty else { return }
        let timing = (transition.animator as? any SystemAnimator)?.timing ?? .curve(.easeInOut)
        UIView.animate(transition.duration, timing) { for block in blocks { block(self) } }
    }

    func interactionChanged(ended: Bool) {
        for handler in changeHandlers { handler(self) }
        if ended { for handler in endHandlers { handler(self) } }
    }

    func complete() {
        let blocks = completions
        completions = []
        for block in blocks { block(self) }
    }
}

/// An animator of UIKit's own, whose timing animations beside it share.
@MainActor protocol SystemAnimator: UIViewControllerAnimatedTransitioning {
    var timing: ViewAnimation.Timing { get }
}

extension ViewAnimation.Timing {
    /// The spring of UIKit's own transitions, and their duration of half a second.
    ///
    /// *Source*: logs of the animations of pushes, sheets and keyboards have CASpringAnimation with mass 3, stiffness
    /// 1000, damping 500 and a duration of 0.5 (docs/uikit.md).
    static var system: Self { .spring(damping: 500, stiffness: 1000, mass: 3, velocity: 0) }
    static var systemDuration: Double { 0.5 }
}

extension UIView {
    /// Animates a block's changes with a timing of UIKit's own.
    static func animate(
        _ duration: Double, _ timing: ViewAnimation.Timing, _ block: () -> Void, completion: ((Bool) -> Void)? = nil
    ) {
        let animation = ViewAnimation(duration: duration, delay: 0, timing: timing, completion: completion)
        ViewAnimator.run(animation, block)
        animation.seal()
    }

    /// Animates a block's changes with the spring of UIKit's own transitions.
    package static func animateBySystemSpring(_ block: () -> Void, completion: ((Bool) -> Void)? = nil) {
        animate(ViewAnimation.Timing.systemDuration, .system, block, completion: completion)
    }
}
