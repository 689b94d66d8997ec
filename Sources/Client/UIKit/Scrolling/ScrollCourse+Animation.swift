import CoreGraphics
import Foundation
import QuartzCore

extension ScrollCourse {
    /// The course as an animation of a number of a layer, which the render server runs whatever the program does.
    ///
    /// Between two nodes the animation is a cubic in time: a timing function whose inner points are at a third and two thirds of the time
    /// has just those. It stays at its end until it is taken away. What is drawn is at whole pixels, as the view's offset is.
    ///
    /// - Parameters:
    ///   - nodes: Those of the course.
    ///   - scale: Pixels a point.
    ///   - map: From the course's value to that of the key path; straight between two nodes.
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

/// What a scroll view's offset is at, while it moves by itself: both coordinates, from one time on.
struct ScrollMotion: Sendable {
    /// Why it moves.
    enum Kind: Sendable {
        /// A finger has let go.
        case deceleration
        /// A program wants it, or a person with a key.
        case animation
        /// A person wants the top.
        case toTop
        /// Something that nobody is told the end of, such as a wheel's notch.
        case quiet
    }

    var x: ScrollCourse
    var y: ScrollCourse
    /// Media time.
    var start: Double
    var kind: Kind
    /// Whether it goes where the delegate wants, and not where it would by itself.
    var hasOwnTarget = false

    var end: Double { start + max(x.duration, y.duration) }
    var rest: CGPoint { CGPoint(x: x.rest, y: y.rest) }

    func offset(at time: Double) -> CGPoint {
        CGPoint(x: x.value(at: time - start), y: y.value(at: time - start))
    }

    /// In points a second.
    func velocity(at time: Double) -> CGPoint {
        CGPoint(x: x.velocity(at: time - start), y: y.velocity(at: time - start))
    }
}
