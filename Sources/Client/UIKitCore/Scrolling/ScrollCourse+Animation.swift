import CoreGraphics
import Foundation
import QuartzCore

extension ScrollCourse {
    /// The course as an animation of one number of a layer. The render server runs it, even while the program is busy.
    ///
    /// Between two nodes the animation is a cubic in time: a timing function whose inner control points are at a third
    /// and two thirds of the time can be any cubic. The animation stays at its end until it is removed. Drawn values
    /// are rounded to whole pixels, as the view's offset is.
    ///
    /// - Parameters:
    ///   - nodes: The nodes of the course.
    ///   - scale: Pixels per point.
    ///   - map: From the course's value to the key path's; linear between two nodes.
    static func animation(_ keyPath: String, _ nodes: [Node], scale: Double, _ map: (Double) -> Double)
        -> CAKeyframeAnimation?
    {
        guard let last = nodes.last, nodes.count > 1, last.time > 0 else { return nil }
        let animation = CAKeyframeAnimation(keyPath: keyPath)
        animation.values = nodes.map { NSNumber(value: map($0.value)) }
        animation.keyTimes = nodes.map { NSNumber(value: $0.time / last.time) }
        animation.timingFunctions = zip(nodes, nodes.dropFirst()).map { start, end in
            let (way, third) = (end.value - start.value, (end.time - start.time) / 3)
            guard abs(way) > 1e-9 else { return CAMediaTimingFunction(name: .linear) }
            return CAMediaTimingFunction(
                controlPoints: 1 / 3, Float(start.slopeAfter * third / way), 2 / 3,
                Float(1 - end.slopeBefore * third / way))
        }
        animation.duration = last.time
        animation.fillMode = .both
        animation.isRemovedOnCompletion = false
        animation.pixelsPerPoint = scale
        return animation
    }
}

/// The movement of a scroll view's offset by itself: the courses of both coordinates, from one time on.
struct ScrollMotion: Sendable {
    /// The cause of a movement.
    enum Kind: Sendable {
        /// A finger was lifted.
        case deceleration
        /// A program asked for it, or a key.
        case animation
        /// The user wants the top.
        case toTop
        /// A cause whose end is not reported, such as a notch of a wheel.
        case quiet
    }

    var x: ScrollCourse
    var y: ScrollCourse
    /// The beginning, in media time.
    var start: Double
    var kind: Kind
    /// Whether the delegate has chosen the target.
    var hasOwnTarget = false

    var end: Double { start + max(x.duration, y.duration) }
    var rest: CGPoint { CGPoint(x: x.rest, y: y.rest) }

    func offset(at time: Double) -> CGPoint {
        CGPoint(x: x.value(at: time - start), y: y.value(at: time - start))
    }

    /// The velocity at a media time, in points a second.
    func velocity(at time: Double) -> CGPoint {
        CGPoint(x: x.velocity(at: time - start), y: y.velocity(at: time - start))
    }
}
