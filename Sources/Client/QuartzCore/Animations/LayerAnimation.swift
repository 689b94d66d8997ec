import Foundation
import MicaTrace
import MicaWire

/// An animation in a layer: the program's object and its value for the server.
package struct LayerAnimation {
    /// The key; generated when the program gave none.
    package let key: String
    /// Whether the key was generated.
    package let isAnonymous: Bool
    /// The layer's own copy of the program's object.
    package let object: CAAnimation
    /// The delegate at the time when the animation was added.
    package let delegate: (any CAAnimationDelegate)?
    /// The value for the server; its begin time is resolved at the commit.
    package var state: AnimationState
    /// Whether the begin time is known.
    package var isResolved: Bool
    /// Whether the delegate has been told of the start.
    package var isStarted = false
    /// Whether the delegate has been told of the end; the animation is then only there to fill.
    package var isEnded = false
    /// The completion blocks that wait for the end.
    package let completions: [CompletionGroup]
    /// The animation of a custom property, which only the client knows; nil for other properties.
    let custom: CustomAnimation?
    /// Whether the layer draws its contents again while the animation plays.
    let redraws: Bool

    /// Whether its start and end have no effect: no delegate or block is called, nothing is drawn, and it is not
    /// removed.
    var isSilent: Bool {
        delegate == nil && completions.isEmpty && !redraws && !state.removedOnCompletion
    }
}

extension CAAnimation {
    /// How deep groups may be nested. Reading, evaluating and releasing each takes a part of the stack.
    static let deepest = 64

    /// The most animations of a group with those of the groups in it; one that is held twice counts twice.
    static let most = 1 << 17

    /// Whether groups are nested more than `deepest` deep or without end, or hold more than `most` animations.
    var isTooLarge: Bool {
        guard self is CAAnimationGroup else { return false }
        // The groups of a level, with how often each is there: a group may hold another several times, and so on.
        var level: [ObjectIdentifier: (group: CAAnimation, count: Int)] = [ObjectIdentifier(self): (self, 1)]
        var total = 1
        for _ in 0...Self.deepest {
            var next: [ObjectIdentifier: (group: CAAnimation, count: Int)] = [:]
            for (group, count) in level.values {
                for child in (group as? CAAnimationGroup)?.animations ?? [] {
                    total += count
                    guard total <= Self.most else { return true }
                    if child is CAAnimationGroup { next[ObjectIdentifier(child), default: (child, 0)].count += count }
                }
            }
            if next.isEmpty { return false }
            level = next
        }
        return true
    }
}

extension CALayer {
    /// Adds a copy of an animation. A presentation layer takes none; a warning is printed once.
    package func addAnimation(_ animation: CAAnimation, _ key: String?) {
        guard modelLayer == nil else {
            return Notices.say("an animation that is added to a presentation layer has no effect")
        }
        guard !animation.isTooLarge else {
            return Notices.say(
                "an animation group has no effect: it holds itself, is more than \(CAAnimation.deepest) groups deep, "
                    + "or has more than \(CAAnimation.most) animations")
        }
        guard let object = animation.copy() as? CAAnimation else {
            stopProgram(
                "\(type(of: animation)).copy(with:) does not make an animation", function: "CALayer.add(_:forKey:)")
        }
        if object.duration == 0 { object.duration = CATransaction.animationDuration() }
        let state = object.serverState(for: self).inheritingDurations()
        // An animation whose key path is known has more than an empty group for the server.
        if case .group = state.content { sayUnknownKeyPaths(of: object) }
        let key = object is CATransition ? kCATransition : key
        let name = key ?? "(\(LayerID.next().rawValue))"
        let replaced = lock.locked {
            // A key that was made just now is not another animation's.
            key == nil ? nil : animations.firstIndex { $0.key == name }.map { animations.remove(at: $0) }
        }
        if let replaced { end(replaced, finished: false) }
        let stack = TransactionStack.current
        let completions = stack.completions
        completions.forEach { $0.enter() }
        let added = LayerAnimation(
            key: name, isAnonymous: key == nil, object: object, delegate: object.delegate, state: state,
            isResolved: object.beginTime != 0, completions: completions,
            custom: object.customAnimation(for: self)?.inheritingDurations(),
            redraws: object.animatedKeys.contains { type(of: self).needsDisplay(forKey: $0) })
        lock.locked {
            animations.append(added)
            pending.edits.append(.add(key: name, animation: state))
        }
        enqueue()
    }

    /// Removes the animation under a key.
    package func removeAnimation(_ key: String) {
        let removed = lock.locked { () -> LayerAnimation? in
            guard let index = animations.firstIndex(where: { $0.key == key }) else { return nil }
            pending.edits.append(.remove(key: key))
            return animations.remove(at: index)
        }
        guard let animation = removed else { return }
        enqueue()
        end(animation, finished: false)
    }

    /// Removes all animations.
    package func removeEveryAnimation() {
        guard !animations.isEmpty else { return }
        lock.locked { pending.edits.append(.removeAll) }
        enqueue()
        endAnimations(finished: false)
    }

    /// Ends all animations without telling the server, which no longer has the layer.
    package func endAnimations(finished: Bool) {
        let ended = lock.locked { () -> [LayerAnimation] in
            defer { animations.removeAll() }
            return animations
        }
        for animation in ended { end(animation, finished: finished) }
    }

    /// Forgets the animations of the layer and of all layers under it. They are shown nowhere any more, and so never end; their delegates,
    /// which get no call, may hold the layers.
    package func forgetAnimationsInTree() {
        forEachInTree { layer in
            let forgotten = layer.lock.locked { () -> [LayerAnimation] in
                defer { layer.animations.removeAll() }
                return layer.animations
            }
            withExtendedLifetime(forgotten) {}
        }
    }

    /// Tells the observers that an animation has ended, and removes it unless it is to stay.
    package func finish(_ animation: LayerAnimation) {
        let found = lock.locked { () -> Bool in
            guard let index = animations.firstIndex(where: { $0.object === animation.object }) else { return false }
            if animation.state.removedOnCompletion {
                animations.remove(at: index)
                pending.edits.append(.remove(key: animation.key))
            } else {
                animations[index].isEnded = true
            }
            return true
        }
        guard found else { return }
        if animation.state.removedOnCompletion { enqueue() }
        end(animation, finished: true)
    }

    private func end(_ animation: LayerAnimation, finished: Bool) {
        guard !animation.isEnded else { return }
        if animation.redraws {
            drawing.skipsAction = true
            setNeedsDisplay()
        }
        animation.delegate?.animationDidStop(animation.object, finished: finished)
        animation.completions.forEach { $0.leave() }
    }

    /// Tells the delegates of animations that have started by a time.
    package func startAnimations(at time: Double) {
        // Changes that a delegate makes to the layer apply from the next time on.
        for (position, animation) in animations.enumerated()
        where !animation.isStarted && startTime(of: animation) <= time {
            let found = lock.locked { () -> Bool in
                guard let index = index(of: animation, near: position) else { return false }
                animations[index].isStarted = true
                return true
            }
            guard found else { continue }
            animation.delegate?.animationDidStart(animation.object)
        }
    }

    /// The index of an animation, which delegates may have moved or removed; nil when it was removed.
    private func index(of animation: LayerAnimation, near position: Int) -> Int? {
        if position < animations.count, animations[position].object === animation.object { return position }
        return animations.firstIndex { $0.object === animation.object }
    }

    /// Sets the begin times of animations that have none to the time of the commit, in the layer's own time.
    package func resolveBeginTimes(at time: Double) {
        guard animations.contains(where: { !$0.isResolved }) else { return }
        let now = localTime(at: time)
        var resolved: [String: AnimationState] = [:]
        for index in animations.indices where !animations[index].isResolved {
            animations[index].isResolved = true
            animations[index].state.timing.beginTime = now
            animations[index].object.timing.beginTime = now
            resolved[animations[index].key] = animations[index].state
        }
        pending.resolve(resolved)
    }

    /// The layer's local time at a media time: through the timing of all layers above it, and its own.
    package func localTime(at time: Double) -> Double {
        let parent = links.superlayer?.localTime(at: time) ?? time
        return state.hasDefaultTiming ? parent : state.timing.localTime(atParentTime: parent)
    }

    /// The media time at which an animation starts; infinite when it never does, or when its begin time is not known
    /// yet.
    func startTime(of animation: LayerAnimation) -> Double {
        animation.isResolved ? mediaTime(atLocalTime: animation.state.timing.beginTime) : .infinity
    }

    /// The media time at which an animation ends; infinite when it never does.
    func endTime(of animation: LayerAnimation) -> Double {
        animation.isResolved ? mediaTime(atLocalTime: animation.state.timing.endTime) : .infinity
    }

    /// `startTime(of:)` of the animation at an index, without a copy of it.
    func startTime(at index: Int) -> Double {
        animations[index].isResolved ? mediaTime(atLocalTime: animations[index].state.timing.beginTime) : .infinity
    }

    /// `endTime(of:)` of the animation at an index, without a copy of it.
    func endTime(at index: Int) -> Double {
        animations[index].isResolved ? mediaTime(atLocalTime: animations[index].state.timing.endTime) : .infinity
    }

    private func mediaTime(atLocalTime local: Double) -> Double {
        var time = local
        var layer: CALayer? = self
        while let current = layer, time.isFinite {
            if !current.state.hasDefaultTiming {
                let timing = current.state.timing
                // A stopped layer has one time for ever: earlier times have passed, and later ones never come.
                if timing.speed == 0 { return time <= timing.timeOffset ? -.infinity : .infinity }
                time = timing.parentTime(atLocalTime: time)
            }
            layer = current.links.superlayer
        }
        return time
    }

    /// The layer's values, with animations applied, at a media time.
    ///
    /// - Parameter includesUncommitted: whether animations that wait for the commit count, as at their start.
    package func evaluatedState(at time: Double, includesUncommitted: Bool = false) -> LayerState {
        guard !animations.isEmpty else { return state }
        let local = localTime(at: time)
        let list = animations.lazy.filter { $0.isResolved || includesUncommitted }.map { entry in
            var animation = entry.state
            if !entry.isResolved { animation.timing.beginTime = local }
            return KeyedAnimation(key: entry.key, animation: animation)
        }
        return evaluate(state, Array(list), at: local)
    }

    /// A presentation copy at the current media time.
    package func makePresentation() -> Self? {
        if let modelLayer { return modelLayer.presentation() as? Self }
        guard pending.isCommitted, self.context != nil else { return nil }
        return makePresentation(at: treeTime, includesUncommitted: false) as? Self
    }

    /// A presentation copy at a media time.
    func makePresentation(at time: Double, includesUncommitted: Bool) -> CALayer {
        let copy = makeLayer(of: type(of: self), copying: self)
        copy.modelLayer = self
        copy.state = evaluatedState(at: time, includesUncommitted: includesUncommitted)
        for (key, value) in evaluatedCustomValues(at: time, includesUncommitted: includesUncommitted) {
            copy.customValues[key] = value.object()
        }
        copy.contentsObject =
            copy.state.contents.image === state.contents.image ? contentsObject : copy.state.contents.image
        copy.delegate = delegate
        return copy
    }
}
