import Foundation

/// Blocks that run beside an animation of a drag.
@MainActor final class DragAnimator: NSObject, UIDragAnimating {
    private var animations: [() -> Void] = []
    private var completions: [(UIViewAnimatingPosition) -> Void] = []

    func addAnimations(_ animations: @escaping () -> Void) { self.animations.append(animations) }
    func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void) { completions.append(completion) }

    /// Runs the animations; called in the block of an animation.
    func animate() {
        for block in animations { block() }
        animations = []
    }

    func complete(_ position: UIViewAnimatingPosition) {
        for block in completions { block(position) }
        completions = []
    }
}

/// Sizes and times of drags. *Units*: points, seconds. *Source*: our own, unless another is named.
enum DragMetrics {
    /// The duration of a finger's press that lifts. *Source*: as UILongPressGestureRecognizer's.
    static let press = 0.5
    /// The movement of a pressed mouse that begins a drag.
    static let mouseMovement: CGFloat = 4
    /// The movement of a finger that begins a drag, after the lift.
    static let fingerMovement: CGFloat = 10
    /// How much larger a lifted view is.
    static let lift: CGFloat = 1.05
    /// The longest side of a following preview, as a part of the window's smaller side.
    static let largest: CGFloat = 0.75
    static let liftDuration = 0.25, landDuration = 0.35, fadeDuration = 0.25
    /// The zone at a scroll view's edge in which a drag scrolls, and the greatest speed in points per second.
    static let zone: CGFloat = 44, speed: CGFloat = 700
    /// The distance between items of a stack, and the largest number of its items that are visible.
    static let stackStep: CGFloat = 5, stackCount = 3
}
