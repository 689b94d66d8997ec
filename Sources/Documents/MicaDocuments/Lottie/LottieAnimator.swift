import CoreGraphics
import Foundation
import QuartzCore

/// Makes animations from tracks.
struct LottieAnimator {
    var time: LottieTime
    /// The rules by which layers move along curves.
    var player: LottiePlayer

    /// The begin time of a frame in a layer's time; 0 is replaced, because it means "when added".
    func begin(_ frame: Double) -> CFTimeInterval {
        let seconds = time.seconds(frame)
        return seconds == 0 ? 1e-100 : seconds
    }

    /// Animates a layer's property by a track.
    ///
    /// - Parameter set: sets a constant value; without it, a constant value is animated, too.
    /// - Parameter change: changes the animation before it is added.
    func animate<Value>(
        _ layer: CALayer, _ key: String, _ track: LottieTrack<Value>, name: String? = nil,
        set: ((Value) -> Void)? = nil, change: (CAPropertyAnimation) -> Void = { _ in }, _ value: (Value) -> Any
    ) {
        let track = time.global(track)
        let length = track.keys[track.keys.count - 1].time - track.keys[0].time
        if !track.isAnimated || length <= 0, let set { return set(track.keys[track.keys.count - 1].value) }
        let animation = CAKeyframeAnimation(keyPath: key)
        animation.fillMode = .both
        animation.isRemovedOnCompletion = false
        change(animation)
        guard track.isAnimated, length > 0 else {
            animation.values = [value(track.first)]
            animation.beginTime = 1e-100
            animation.duration = 1
            return layer.add(animation, forKey: name ?? key)
        }
        if player == .coreAnimation, track.keys.allSatisfy({ $0.isHold }) {
            hold(track.keys.map { ($0.time, value($0.value)) }, by: animation)
            return layer.add(animation, forKey: name ?? key)
        }
        animation.beginTime = begin(track.keys[0].time)
        animation.duration = length / time.rate
        let start = track.keys[0].time
        // A held value must end at the next key, even after rounding in the division.
        func location(_ index: Int) -> NSNumber {
            let position = (track.keys[index].time - start) / length
            return NSNumber(value: min(1, index > 0 && track.keys[index - 1].isHold ? position - 1e-9 : position))
        }
        var values: [Any] = []
        var times: [NSNumber] = []
        var functions: [CAMediaTimingFunction] = []
        for (index, key) in track.keys.enumerated() {
            values.append(value(key.value))
            times.append(location(index))
            guard index + 1 < track.keys.count else { break }
            functions.append(Self.function(key.isHold ? .linear : key.easing[0]))
            if key.isHold {
                // The value is held, then jumps.
                values.append(value(key.value))
                times.append(location(index + 1))
                functions.append(Self.function(.linear))
            }
        }
        animation.values = values
        animation.keyTimes = times
        if track.keys.contains(where: { $0.easing[0] != .linear }) { animation.timingFunctions = functions }
        layer.add(animation, forKey: name ?? key)
    }

    /// Makes an animation of held values that changes them at the same times as Apple's player.
    ///
    /// A key time is a fraction, in single precision, of the document and one frame more. So a value whose key is at the
    /// time of a picture is shown in it only if its key time was not rounded up.
    ///
    /// *Source*: airbnb/lottie-ios, LayerAnimationContext.animationDuration and progressTime(for:), for paused animations;
    /// Apple's pictures: nine that are at held keys agree.
    private func hold(_ keys: [(frame: Double, value: Any)], by animation: CAKeyframeAnimation) {
        let length = time.end + 1 - time.start
        let late = keys.drop { $0.frame <= time.start }
        let first = keys[max(0, keys.count - late.count - 1)]
        animation.calculationMode = .discrete
        animation.values = [first.value] + late.map { $0.value }
        animation.keyTimes =
            [0] + late.map { NSNumber(value: min(1, Double(Float(($0.frame - time.start) / length)))) } + [1]
        (animation.beginTime, animation.duration) = (1e-100, length / time.rate)
    }

    static func function(_ ease: LottieEase) -> CAMediaTimingFunction {
        CAMediaTimingFunction(controlPoints: Float(ease.x1), Float(ease.y1), Float(ease.x2), Float(ease.y2))
    }

    /// Shows a layer from one frame to another, in its composition's frames.
    func show(_ layer: CALayer, from inPoint: Double, to outPoint: Double) {
        var ranges: [(Double, Bool)] = []
        if let remap = time.remap {
            // The last frame stays visible at the end.
            for frame in remap.frames where frame < time.end {
                let local = remap.local(frame)
                let isHidden = !(local >= inPoint && local < outPoint)
                if ranges.last?.1 != isHidden { ranges.append((frame, isHidden)) }
            }
        } else {
            let from = inPoint * time.scale + time.offset
            let to = outPoint * time.scale + time.offset
            guard from > time.start || to < time.end else { return }
            guard to > from, to > time.start, from < time.end + 1 else {
                layer.isHidden = true
                return
            }
            if from > time.start { ranges.append((time.start, true)) }
            ranges.append((max(from, time.start), false))
            // The last frame stays visible at the end, where a paused document may stand.
            if to < time.end { ranges.append((to, true)) }
        }
        guard ranges.count > 1, let end = ranges.last?.0 else {
            layer.isHidden = ranges.first?.1 ?? false
            return
        }
        let animation = CAKeyframeAnimation(keyPath: "hidden")
        animation.calculationMode = .discrete
        let (start, length) = (ranges[0].0, max(end + 1, time.end + 1) - ranges[0].0)
        animation.values = ranges.map { $0.1 }
        animation.keyTimes = ranges.map { NSNumber(value: ($0.0 - start) / length) } + [1]
        animation.beginTime = begin(start)
        animation.duration = length / time.rate
        animation.fillMode = .both
        animation.isRemovedOnCompletion = false
        layer.add(animation, forKey: "hidden")
    }

    /// Positions a layer by a transform. The layer's bounds must have their final size.
    ///
    /// - Parameter isSpatial: whether depths count, for layers in space.
    func position(
        _ layer: CALayer, _ transform: LottieTransform, turnsAlongPath: Bool = false, isSpatial: Bool = false
    ) {
        if player == .coreAnimation, placeAsOne(layer, transform) { return }
        let transform = isSpatial ? inSpace(layer, transform) : transform
        let size = layer.bounds.size
        animate(layer, "anchorPoint", transform.anchor, set: { layer.anchorPoint = Self.anchor($0, size) }) {
            Self.anchor($0, size)
        }
        move(layer, transform, turnsAlongPath)
        turn(layer, transform, isSpatial)
    }

    /// Moves a layer that is mirrored from side to side by one matrix, as Apple's player does; false, without an effect, for
    /// others. Between keys the matrix is computed by length along curves.
    ///
    /// *Source*: airbnb/lottie-ios, addCombinedTransformAnimation.
    private func placeAsOne(_ layer: CALayer, _ transform: LottieTransform) -> Bool {
        let (anchor, position, scale) = (transform.anchor, transform.position, transform.scale)
        let places: [any LottieTimed] = transform.split.map { [$0.x, $0.y] } ?? [position]
        let turns: [any LottieTimed] = [transform.rotationX, transform.rotationY, transform.rotation]
        let tracks = [anchor] + places + [scale] + turns
        guard scale.keys.contains(where: { $0.value.x < 0 }), tracks.contains(where: { $0.isAnimated }),
            !transform.skew.isAnimated, !transform.skewAxis.isAnimated
        else { return false }
        let matrices = time.sampling.combine(tracks, steps: .tenths) { moment in
            let place = transform.split.map { SIMD2($0.x.value(moment), $0.y.value(moment)) }
            let (from, to) = (anchor.value(moment), place ?? position.value(moment).plane)
            let moved = CATransform3DConcat(
                CATransform3DMakeTranslation(CGFloat(-from.x), CGFloat(-from.y), 0), Self.matrix(transform, moment))
            return LottieMatrix(
                CATransform3DConcat(moved, CATransform3DMakeTranslation(CGFloat(to.x), CGFloat(to.y), 0)))
        }
        (layer.anchorPoint, layer.position) = (.zero, .zero)
        animate(layer, "transform", matrices, set: { layer.transform = $0.value }) { NSValue(caTransform3D: $0.value) }
        return true
    }

    private static func anchor(_ point: SIMD3<Double>, _ size: CGSize) -> CGPoint {
        CGPoint(x: point.x / Double(size.width), y: point.y / Double(size.height))
    }

    private func move(_ layer: CALayer, _ transform: LottieTransform, _ turns: Bool) {
        if let split = transform.split {
            layer.position = CGPoint(x: split.x.first, y: split.y.first)
            animate(layer, "position.x", split.x, set: { layer.position.x = CGFloat($0) }) { $0 }
            animate(layer, "position.y", split.y, set: { layer.position.y = CGFloat($0) }) { $0 }
            return animate(layer, "zPosition", split.z, set: { layer.zPosition = CGFloat($0) }) { $0 }
        }
        var track = time.global(transform.position)
        let plain = LottieAnimator(time: time.plain, player: player)
        // A layer turns along straight lines, too; only those of Apple's player do not.
        let turnsOnLines =
            turns && player != .coreAnimation && track.isAnimated && track.keys.allSatisfy { $0.easing.count < 2 }
        if turnsOnLines || track.keys.contains(where: { $0.leaving != nil }) {
            if !track.keys.contains(where: { $0.isHold }) {
                let path = player == .coreAnimation ? pathByParameter(track) : pathByLength(track)
                return follow(layer, path, turns)
            }
            track = sampled(track)
        }
        if track.keys.contains(where: { $0.easing.count > 1 }) {
            layer.position = track.first.plane.cgPoint
            for (index, name) in ["x", "y"].enumerated() {
                var part = track.map { index == 0 ? $0.x : $0.y }
                for key in part.keys.indices {
                    let all = track.keys[key].easing
                    part.keys[key].easing = [index < all.count ? all[index] : all[0]]
                }
                plain.animate(layer, "position.\(name)", part) { $0 }
            }
            return
        }
        plain.animate(layer, "position", track, set: { layer.position = $0.plane.cgPoint }) { $0.plane.cgPoint }
    }

    /// A curved track, divided into many short straight segments.
    private func sampled(_ track: LottieTrack<SIMD3<Double>>) -> LottieTrack<SIMD3<Double>> {
        time.sampling.combine([track], isStraight: false) { track.value($0) }
    }

    /// Scales, skews and rotates a layer. Each additive animation applies before the earlier ones, so they are added
    /// in reverse order.
    private func turn(_ layer: CALayer, _ transform: LottieTransform, _ isSpatial: Bool) {
        let (scale, skew, axis) = (transform.scale, transform.skew, transform.skewAxis)
        let isStill =
            ![transform.rotation, transform.rotationX, transform.rotationY, skew, axis].contains { $0.isAnimated }
            && !scale.isAnimated && !transform.orientation.isAnimated
        if isStill {
            let matrix = Self.rotation(transform, .key(0))
            let skewed = CATransform3DConcat(Self.skew(skew.first, axis.first), matrix)
            layer.transform = CATransform3DConcat(Self.scale(scale.first, isSpatial), skewed)
            return
        }
        func radians(_ track: LottieTrack<Double>, _ function: CAValueFunctionName, _ name: String) {
            guard track.isAnimated || track.first != 0 else { return }
            animate(layer, "transform", track, name: name, change: { Self.added($0, function) }) { $0 * .pi / 180 }
        }
        let orientation = transform.orientation
        if orientation.isAnimated || orientation.first != .zero {
            for (index, function) in [CAValueFunctionName.rotateX, .rotateY, .rotateZ].enumerated() {
                radians(orientation.map { $0[index] }, function, "orientation.\(index)")
            }
        }
        radians(transform.rotationX, .rotateX, "rotation.x")
        radians(transform.rotationY, .rotateY, "rotation.y")
        radians(transform.rotation, .rotateZ, "rotation.z")
        if skew.isAnimated || skew.first != 0 {
            let both = time.sampling.combine([skew, axis], isStraight: false) { moment in
                SIMD3(skew.value(moment), axis.value(moment), 0)
            }
            animate(layer, "transform", both, name: "skew", change: { $0.isAdditive = true }) {
                NSValue(caTransform3D: Self.skew($0.x, $0.y))
            }
        }
        let functions = [CAValueFunctionName.scaleX, .scaleY, .scaleZ]
        for (index, function) in functions.prefix(isSpatial ? 3 : 2).enumerated() {
            var part = scale.map { $0[index] / 100 }
            guard part.isAnimated || part.first != 1 else { continue }
            for key in part.keys.indices {
                let all = scale.keys[key].easing
                part.keys[key].easing = [index < all.count ? all[index] : all[0]]
            }
            animate(layer, "transform", part, name: "scale.\(index)", change: { Self.added($0, function) }) { $0 }
        }
    }

    private static func added(_ animation: CAPropertyAnimation, _ function: CAValueFunctionName) {
        animation.isAdditive = true
        animation.valueFunction = CAValueFunction(name: function)
    }

    /// The matrix of a transform at a moment, without position and anchor.
    static func matrix(_ transform: LottieTransform, _ moment: LottieMoment) -> CATransform3D {
        let skewed = CATransform3DConcat(
            skew(transform.skew.value(moment), transform.skewAxis.value(moment)), rotation(transform, moment))
        return CATransform3DConcat(scale(transform.scale.value(moment)), skewed)
    }

    static func rotation(_ transform: LottieTransform, _ moment: LottieMoment) -> CATransform3D {
        func turn(_ degrees: Double, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat) -> CATransform3D {
            CATransform3DMakeRotation(CGFloat(degrees * .pi / 180), x, y, z)
        }
        let flat = turn(transform.rotation.value(moment), 0, 0, 1)
        let orientation = transform.orientation.value(moment)
        let (x, y) = (transform.rotationX.value(moment), transform.rotationY.value(moment))
        guard x != 0 || y != 0 || orientation != .zero else { return flat }
        let turned = CATransform3DConcat(CATransform3DConcat(flat, turn(y, 0, 1, 0)), turn(x, 1, 0, 0))
        let base = CATransform3DConcat(
            CATransform3DConcat(turn(orientation.z, 0, 0, 1), turn(orientation.y, 0, 1, 0)),
            turn(orientation.x, 1, 0, 0))
        return CATransform3DConcat(turned, base)
    }

    static func scale(_ percent: SIMD3<Double>, _ isSpatial: Bool = false) -> CATransform3D {
        CATransform3DMakeScale(
            CGFloat(percent.x / 100), CGFloat(percent.y / 100), isSpatial ? CGFloat(percent.z / 100) : 1)
    }

    /// The steepest shear.
    private static let skewLimit = tan(89.9 * Double.pi / 180)

    /// A shear along an axis.
    ///
    /// *Source*: lottie/lottie-spec, "Transform": skew is applied along the skew axis.
    static func skew(_ degrees: Double, _ axis: Double) -> CATransform3D {
        guard degrees != 0 else { return CATransform3DIdentity }
        // The tangent repeats after half a turn; at its poles the picture is as thin as can be seen.
        let shear = min(max(tan(-degrees * .pi / 180), -skewLimit), skewLimit)
        var matrix = CATransform3DIdentity
        matrix.m21 = CGFloat(shear)
        let angle = CGFloat(axis * .pi / 180)
        let before = CATransform3DMakeRotation(angle, 0, 0, 1)
        let after = CATransform3DMakeRotation(-angle, 0, 0, 1)
        return CATransform3DConcat(CATransform3DConcat(after, matrix), before)
    }
}

extension LottieTime {
    /// The time of tracks that already use the document's frames.
    var plain: LottieTime {
        LottieTime(start: start, end: end, rate: rate, sampling: sampling)
    }
}
