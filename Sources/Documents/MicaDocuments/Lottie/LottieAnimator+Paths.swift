import CoreGraphics
import Foundation
import QuartzCore

/// Motion along curves.
extension LottieAnimator {
    /// A path with the times at which its points are reached, and the easing before each of them.
    struct MotionPath {
        let path = CGMutablePath()
        /// The document's frames of all points, the first included.
        private(set) var frames: [Double]
        /// The easing to each point but the first.
        private(set) var easing: [LottieEase] = []

        init(_ track: LottieTrack<SIMD3<Double>>) {
            path.move(to: track.first.plane.cgPoint)
            frames = [track.keys[0].time]
        }

        mutating func line(to point: SIMD3<Double>, at frame: Double, _ ease: LottieEase) {
            path.addLine(to: point.plane.cgPoint)
            frames.append(frame)
            easing.append(ease)
        }

        mutating func curve(_ curve: LottieCurve, at frame: Double, _ ease: LottieEase) {
            path.addCurve(
                to: curve.d.plane.cgPoint, control1: curve.b.plane.cgPoint, control2: curve.c.plane.cgPoint)
            frames.append(frame)
            easing.append(ease)
        }
    }

    /// The path of a track along which time moves the curve's parameter.
    ///
    /// *Source*: Apple's pictures: 35 of 36 that tell one from the other have it.
    func pathByParameter(_ track: LottieTrack<SIMD3<Double>>) -> MotionPath {
        var path = MotionPath(track)
        for (key, next) in zip(track.keys, track.keys.dropFirst()) {
            if let curve = LottieCurve(from: key, to: next) {
                path.curve(curve, at: next.time, key.easing[0])
            } else {
                path.line(to: next.value, at: next.time, key.easing[0])
            }
        }
        return path
    }

    /// The path of a track along which time moves the length: each curve is cut where it is at each half of a frame.
    ///
    /// *Source*: lottie/lottie-spec, "Keyframe Easing": the factor is that of the value, which moves along the curve;
    /// lottie-web, ThorVG and rlottie measure it by length.
    func pathByLength(_ track: LottieTrack<SIMD3<Double>>) -> MotionPath {
        var path = MotionPath(track)
        for (key, next) in zip(track.keys, track.keys.dropFirst()) {
            guard next.time > key.time, let curve = LottieCurve(from: key, to: next), !curve.isLine else {
                path.line(to: next.value, at: next.time, key.easing[0])
                continue
            }
            let measured = curve.measured
            var before = 0.0
            for frame in time.sampling.times(from: key.time, to: next.time, step: 0.5).dropFirst() {
                let share =
                    frame == next.time ? 1 : key.easing[0].value(at: (frame - key.time) / (next.time - key.time))
                if (0...1).contains(before), (0...1).contains(share) {
                    let part = curve.part(measured.parameter(at: before), measured.parameter(at: share))
                    path.curve(part, at: frame, .linear)
                } else {
                    path.line(to: curve.point(atLength: share), at: frame, .linear)
                }
                before = share
            }
        }
        return path
    }

    /// Moves a layer along a path.
    func follow(_ layer: CALayer, _ path: MotionPath, _ turns: Bool) {
        let (first, last) = (path.frames[0], path.frames[path.frames.count - 1])
        guard last > first else { return layer.position = path.path.currentPoint }
        let animation = CAKeyframeAnimation(keyPath: "position")
        animation.path = path.path
        animation.keyTimes = path.frames.map { NSNumber(value: min(1, ($0 - first) / (last - first))) }
        if path.easing.contains(where: { $0 != .linear }) {
            animation.timingFunctions = path.easing.map { Self.function($0) }
        }
        animation.beginTime = begin(first)
        animation.duration = (last - first) / time.rate
        animation.fillMode = .both
        animation.isRemovedOnCompletion = false
        if turns { animation.rotationMode = .rotateAuto }
        layer.add(animation, forKey: "position")
    }
}

extension LottieCurve {
    /// The curve between two keys; nil for a straight one.
    init?(from key: LottieKey<SIMD3<Double>>, to next: LottieKey<SIMD3<Double>>) {
        guard key.leaving != nil || key.arriving != nil else { return nil }
        self.init(
            key.value, key.value + (key.leaving ?? .zero), next.value + (key.arriving ?? .zero), next.value)
    }

    /// Whether the curve is a line without turns back, along which length needs no curve.
    var isLine: Bool {
        let chord = d - a
        let squared = (chord * chord).sum()
        guard squared > 0 else { return b == a && c == d }
        return [b, c].allSatisfy { point in
            let share = ((point - a) * chord).sum() / squared
            let off = point - a - chord * share
            return (off * off).sum() <= 1e-8 * squared && (0...1).contains(share)
        }
    }

    /// The part between two parameters.
    func part(_ start: Double, _ end: Double) -> LottieCurve {
        let points = cubicPart(a, b, c, d, from: start, to: end)
        return LottieCurve(points.0, points.1, points.2, points.3)
    }
}
