import CoreGraphics
import Foundation
import QuartzCore

/// A position of a property animator, before the direction.
enum AnimatorPosition {
    /// A fraction of the duration, 0 to 1, along the curve.
    case time(Double)
    /// A fraction of the distance, 0 to 1: a finger has put it there.
    case distance(Double)

    /// The fraction of the duration.
    func time(by timing: ViewAnimation.Timing, _ duration: Double) -> Double {
        switch self {
        case .time(let time): time
        case .distance(let distance): timing.time(ofDistance: distance, in: duration)
        }
    }

    /// The fraction of the distance.
    func distance(by timing: ViewAnimation.Timing, _ duration: Double) -> Double {
        switch self {
        case .time(let time): timing.distance(atTime: time, in: duration)
        case .distance(let distance): distance
        }
    }
}

/// One change of a layer that a property animator plays: an animation within a part of the animator's time.
@MainActor struct AnimatorTrack {
    let layer: CALayer
    let key: String
    /// The animation from the old value to the new one.
    private let animation: CAPropertyAnimation
    /// The time from the animator's beginning to the track's. *Units*: seconds.
    private let offset: Double
    /// *Units*: seconds.
    private let length: Double
    private let timing: ViewAnimation.Timing
    /// Whether the track covers an earlier one of the same property: before its beginning that one shows.
    private let coversEarlier: Bool

    /// Takes an animation that was added to a layer; nil if it is none of a property.
    init?(
        _ layer: CALayer, _ key: String, offset: Double, length: Double, timing: ViewAnimation.Timing,
        under tracks: [AnimatorTrack]
    ) {
        guard let added = layer.animation(forKey: key)?.copy() as? CAPropertyAnimation else { return nil }
        let earlier = tracks.filter { $0.layer === layer && $0.animation.keyPath == added.keyPath }
        var name = key
        if tracks.contains(where: { $0.layer === layer && $0.key == key }) {
            // An animation that replaces its value is added under the property's name: both go on.
            name = "\(key)-track-\(tracks.count)"
        }
        if let basic = added as? CABasicAnimation, !basic.isAdditive, basic.toValue == nil, let path = basic.keyPath {
            basic.toValue = layer.value(forKeyPath: path)
        }
        (self.layer, self.key, animation, self.offset) = (layer, name, added, offset)
        (self.length, self.timing, coversEarlier) = (length, timing, !added.isAdditive && !earlier.isEmpty)
    }

    /// The track's own position at a position of the animator.
    private func place(at position: AnimatorPosition, of duration: Double) -> AnimatorPosition {
        func local(_ fraction: Double) -> Double { min(max((fraction * duration - offset) / length, 0), 1) }
        return switch position {
        case .time(let time): .time(local(time))
        case .distance(let distance): .distance(local(distance))
        }
    }

    private func hasBegun(at position: AnimatorPosition, of duration: Double) -> Bool {
        switch position {
        case .time(let fraction), .distance(let fraction): fraction * duration >= offset - 1e-9
        }
    }

    /// Makes the animation stand still. A finger moves it linearly; otherwise its curve applies. *Source*: Apple,
    /// UIViewPropertyAnimator.scrubsLinearly, whose default is true.
    func hold(at position: AnimatorPosition, of duration: Double) {
        guard !coversEarlier || hasBegun(at: position, of: duration) else {
            return layer.removeAnimation(forKey: key)
        }
        let copy: CAPropertyAnimation?
        let fraction: Double
        switch place(at: position, of: duration) {
        case .time(let time): (copy, fraction) = (animation.copy() as? CAPropertyAnimation, time)
        case .distance(let distance): (copy, fraction) = (linear, distance)
        }
        guard let copy else { return }
        copy.delegate = nil
        copy.speed = 0
        copy.duration = length
        // Set explicitly, so that the visible value is known before the commit, too.
        copy.beginTime = layer.convertTime(CACurrentMediaTime(), from: nil)
        copy.timeOffset = min(fraction, 1 - 1e-9) * length
        copy.fillMode = .both
        copy.isRemovedOnCompletion = false
        layer.add(copy, forKey: key)
    }

    /// The animation at constant speed.
    private var linear: CAPropertyAnimation? {
        guard let spring = animation as? CASpringAnimation else {
            let copy = animation.copy() as? CAPropertyAnimation
            copy?.timingFunction = CAMediaTimingFunction(name: .linear)
            return copy
        }
        let copy = CABasicAnimation(keyPath: spring.keyPath)
        (copy.fromValue, copy.toValue, copy.isAdditive) = (spring.fromValue, spring.toValue, spring.isAdditive)
        return copy
    }

    /// Plays the animation from a position of the animator on. Backwards it is the second half of one that
    /// autoreverses: so every curve and every value goes back exactly as it came.
    func play(
        in batch: ViewAnimation, from position: AnimatorPosition, of duration: Double,
        by animatorTiming: ViewAnimation.Timing, reversed: Bool, after delay: Double
    ) {
        guard let copy = animation.copy() as? CAPropertyAnimation else { return }
        let now = layer.convertTime(CACurrentMediaTime(), from: nil) + delay
        let animatorTime = position.time(by: animatorTiming, duration) * duration
        let own = place(at: position, of: duration).time(by: timing, length) * length
        copy.speed = 1
        copy.timeOffset = 0
        copy.duration = length
        copy.autoreverses = reversed
        if reversed {
            copy.beginTime = now - 2 * length + own
        } else {
            copy.beginTime = hasBegun(at: position, of: duration) ? now - own : now + max(offset - animatorTime, 0)
        }
        copy.fillMode = coversEarlier ? .removed : .both
        copy.isRemovedOnCompletion = !reversed || coversEarlier
        batch.addReady(copy, to: layer, forKey: key)
    }
}

extension ViewAnimation.Timing {
    /// The fraction of the distance at a fraction of a duration in seconds.
    func distance(atTime time: Double, in duration: Double) -> Double {
        if time <= 0 || time >= 1 { return time <= 0 ? 0 : 1 }
        return switch self {
        case .curve(let curve): curve.function.progress(at: time)
        case .function(let function): function.progress(at: time)
        case .spring(let damping, let stiffness, let mass, let velocity):
            CASpringAnimation.progress(
                at: time * duration, mass: mass, stiffness: stiffness, damping: damping, initialVelocity: velocity)
        }
    }

    /// The first fraction of a duration in seconds at which a fraction of the distance is reached; 1 if it never is.
    func time(ofDistance distance: Double, in duration: Double) -> Double {
        guard distance > 0 else { return 0 }
        // A spring swings: the first of 128 steps that is beyond, and the place within it.
        let steps = 128
        guard
            let step = (1...steps).first(where: {
                self.distance(atTime: Double($0) / Double(steps), in: duration) >= distance
            })
        else { return 1 }
        var (low, high) = (Double(step - 1) / Double(steps), Double(step) / Double(steps))
        for _ in 0..<40 {
            let middle = (low + high) / 2
            if self.distance(atTime: middle, in: duration) < distance { low = middle } else { high = middle }
        }
        return high
    }

    /// The timing of another duration: a spring swings as often in it.
    func lasting(_ duration: Double, insteadOf old: Double) -> Self {
        guard case .spring(let damping, let stiffness, let mass, let velocity) = self, duration > 0, old > 0 else {
            return self
        }
        let factor = CGFloat(old / duration)
        return .spring(
            damping: damping * factor, stiffness: stiffness * factor * factor, mass: mass, velocity: velocity * factor)
    }
}

extension UIView {
    /// Notes that property animators of the view's properties begin (1) or end (-1).
    ///
    /// - Parameters:
    ///   - touchless: Whether the view takes no touches meanwhile.
    ///   - shown: Whether touches find the view where it is seen.
    final func changeAnimators(touchless: Bool, shown: Bool, by change: Int) {
        guard touchless || shown else { return }
        let rare = makeRare()
        if touchless { rare.touchlessAnimators += change }
        if shown { rare.visibleHitAnimators += change }
    }

    /// A point of the superview in this view's space: by the view's visible place while a property animator moves it.
    final func hitPoint(_ point: CGPoint, from superview: UIView) -> CGPoint {
        guard let rare, rare.visibleHitAnimators > 0, let shown = layer.presentation(), let outer = shown.superlayer
        else { return convert(point, from: superview) }
        return shown.convert(point, from: outer)
    }
}
