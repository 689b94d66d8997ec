import CoreGraphics
import Foundation
import QuartzCore

extension UIScrollView {
    /// The views that move by themselves. They are brought up to date before a touch is hit-tested.
    private static var moving: [WeakScrollView] = []

    private struct WeakScrollView {
        weak var view: UIScrollView?
    }

    /// Updates the offsets of all moving views to a media time.
    static func followAll(to time: Double) {
        guard !moving.isEmpty else { return }
        for entry in moving { entry.view?.follow(to: time) }
    }

    /// Whether the content moves by itself, so that the render server draws its movement.
    package var isMovingByItself: Bool { motion != nil }

    // MARK: Going

    /// Moves to an offset as the system's animated scrolling does.
    func scroll(to target: CGPoint, _ kind: ScrollMotion.Kind) {
        // Ends a drag or a program's animation.
        stopMoving()
        let (start, seconds) = (contentOffset, ScrollPhysics.animationDuration)
        guard target != start else { return }
        self.start(
            ScrollMotion(
                x: .ease(from: Double(start.x), to: Double(target.x), duration: seconds),
                y: .ease(from: Double(start.y), to: Double(target.y), duration: seconds), start: CACurrentMediaTime(),
                kind: kind))
    }

    /// Starts a movement.
    func start(_ motion: ScrollMotion) {
        endAnimations()
        self.motion = motion
        indicators.show()
        guard window != nil else { return end(motion) }
        addAnimations(motion)
        movementStarted?()
        Self.moving.removeAll { $0.view == nil || $0.view === self }
        Self.moving.append(WeakScrollView(view: self))
        guard motionLink == nil else { return }
        let link = CADisplayLink { [weak self] link in
            assumeMainActor {
                guard let self else { return link.invalidate() }
                self.follow(to: link.timestamp)
            }
        }
        link.add(to: .current, forMode: .common)
        motionLink = link
    }

    /// Gives the render server the animations of the offset and of the indicators, which keep their positions on the
    /// screen.
    private func addAnimations(_ motion: ScrollMotion) {
        let begin = layer.convertTime(motion.start, from: nil)
        func add(_ animation: CAAnimation?, _ layer: CALayer, _ key: String) {
            guard let animation else { return }
            animation.beginTime = begin
            layer.add(animation, forKey: key)
        }
        let x = motion.x.nodes(within: ScrollPhysics.errorBound), y = motion.y.nodes(within: ScrollPhysics.errorBound)
        add(ScrollCourse.animation("bounds.origin.x", x, scale: pixelsPerPoint) { $0 }, layer, "scroll.x")
        add(ScrollCourse.animation("bounds.origin.y", y, scale: pixelsPerPoint) { $0 }, layer, "scroll.y")
        motionKeys = ["scroll.x", "scroll.y"]
        indicators.animate(x, y, add)
    }

    private func endAnimations() {
        guard !motionKeys.isEmpty else { return }
        for key in motionKeys { layer.removeAnimation(forKey: key) }
        motionKeys = []
        indicators.endAnimations()
        followers.end()
    }

    // MARK: Following

    /// Updates the offset to a media time.
    func follow(to time: Double) {
        guard let motion else { return }
        if time >= motion.end { return end(motion) }
        move(to: motion.offset(at: max(time, motion.start)))
    }

    /// A movement has reached its end.
    private func end(_ motion: ScrollMotion) {
        endAnimations()
        self.motion = nil
        endLink()
        move(to: motion.rest)
        indicators.update()
        // The delegate may have started another movement in that call.
        guard self.motion == nil else { return }
        indicators.fade()
        switch motion.kind {
        case .deceleration: delegate?.scrollViewDidEndDecelerating(self)
        case .animation: delegate?.scrollViewDidEndScrollingAnimation(self)
        case .toTop: delegate?.scrollViewDidScrollToTop(self)
        case .quiet: break
        }
        if self.motion == nil, drag == nil { adjustOffsetIfNecessary() }
    }

    private func endLink() {
        motionLink?.invalidate()
        motionLink = nil
        Self.moving.removeAll { $0.view == nil || $0.view === self }
    }

    // MARK: Stopping

    /// Stops at the visible offset; true if the view was moving.
    @discardableResult
    func stopMoving() -> Bool {
        guard let motion else { return false }
        let now = CACurrentMediaTime()
        endAnimations()
        self.motion = nil
        endLink()
        move(to: motion.offset(at: max(now, motion.start)))
        indicators.update()
        indicators.fade()
        return true
    }

    /// A finger touched the view: stops it at the visible offset at that time. True if the view was moving.
    ///
    /// *Source*: `scrollViewDidEndDecelerating` is called then since iOS 13: Stack Overflow, question 993280.
    func catchMotion(at time: Double) -> Bool {
        guard let motion, motion.kind != .animation, motion.kind != .toTop else { return false }
        follow(to: time)
        guard self.motion != nil else { return false }
        stopMoving()
        indicators.show()
        if motion.kind == .deceleration { delegate?.scrollViewDidEndDecelerating(self) }
        return true
    }

    /// The finger that stopped the view was lifted without a drag: moves back from beyond an edge, or to a page.
    func releaseCaught() {
        guard motion == nil, drag == nil else { return }
        let target = restingOffset(.zero)
        guard target != contentOffset else { return indicators.fade() }
        delegate?.scrollViewWillBeginDecelerating(self)
        start(deceleration(.zero, to: target, isOwn: false))
    }

    // MARK: Changes on the way

    /// A program has set the offset: a deceleration or a drag continues from there.
    func rebase(from old: CGPoint) {
        let new = contentOffset
        if drag != nil {
            drag?.start.x += new.x - old.x
            drag?.start.y += new.y - old.y
        }
        switch motion?.kind {
        case .deceleration: restartDeceleration(by: CGPoint(x: new.x - old.x, y: new.y - old.y))
        case .animation, .toTop, .quiet:
            endAnimations()
            motion = nil
            endLink()
            indicators.fade()
        case nil: break
        }
    }

    /// Continues a deceleration at its present velocity from the present offset, with the present edges.
    ///
    /// - Parameter way: The distance by which the offset was moved; a target that the delegate has chosen moves with
    ///   it.
    func restartDeceleration(by way: CGPoint = .zero) {
        guard let motion, motion.kind == .deceleration else { return }
        let velocity = motion.velocity(at: max(CACurrentMediaTime(), motion.start))
        let target =
            motion.hasOwnTarget ? CGPoint(x: motion.rest.x + way.x, y: motion.rest.y + way.y) : restingOffset(velocity)
        start(deceleration(velocity, to: target, isOwn: motion.hasOwnTarget))
    }
}
