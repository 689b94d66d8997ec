import CoreGraphics
import Foundation
import QuartzCore

/// The course of one coordinate of a scroll view's offset while it moves by itself: a function of time in closed form,
/// in pieces.
///
/// *Units*: points; seconds since the course's beginning. *Source*: `ScrollPhysics` has the sources of the numbers.
struct ScrollCourse: Sendable {
    /// A law of motion.
    enum Law: Sendable {
        /// The start plus `way` (1 - e^(-rate t)).
        case decay(way: Double, rate: Double)
        /// `rest` + (a + b t) e^(-frequency t): a critically damped spring.
        case spring(rest: Double, a: Double, b: Double, frequency: Double)
        /// From one value to another, slow at both ends: a cubic in time.
        case ease(way: Double)
    }

    /// A law with its beginning and its duration.
    struct Piece: Sendable {
        var start: Double
        var duration: Double
        var from: Double
        var law: Law
    }

    /// A point of the curve, with the slopes before and after it.
    struct Node: Sendable {
        var time: Double
        var value: Double
        var slopeBefore: Double
        var slopeAfter: Double
    }

    private(set) var pieces: [Piece] = []
    /// The value at the end.
    private(set) var rest: Double

    /// Makes a course that stays at a value.
    init(at value: Double) { rest = value }

    /// The duration of all pieces, in seconds.
    var duration: Double { pieces.last.map { $0.start + $0.duration } ?? 0 }

    private mutating func add(_ law: Law, for duration: Double) {
        guard duration > 0, duration.isFinite else { return }
        let piece = Piece(start: self.duration, duration: duration, from: rest, law: law)
        pieces.append(piece)
        rest = piece.value(at: duration)
    }

    /// Ends exactly at a target that the course has come near.
    private mutating func stop(at target: Double) {
        if abs(rest - target) > 1e-9 { add(.ease(way: target - rest), for: ScrollPhysics.settling) }
        rest = target
    }

    // MARK: Making

    /// Slows down, and bounces at an edge.
    ///
    /// - Parameters:
    ///   - velocity: In points a second.
    ///   - rate: The fraction of the velocity that remains after a millisecond.
    ///   - range: The offsets at which the view may rest.
    ///   - landing: The whole pixel at which the course ends within the range; nil for the natural end.
    ///   - target: The wanted end, instead of the natural one; nil for none.
    static func deceleration(
        from start: Double, velocity: Double, rate: Double, range: ClosedRange<Double>, bounces: Bool,
        landing: Double? = nil, target: Double? = nil
    ) -> ScrollCourse {
        var course = ScrollCourse(at: start)
        if let target {
            course.addWay(to: target, velocity, rate)
        } else if range.contains(start) {
            course.addDecay(velocity, rate, range, bounces, landing)
        } else {
            course.addSpring(to: start < range.lowerBound ? range.lowerBound : range.upperBound, velocity)
        }
        return course
    }

    /// Moves to a page.
    static func page(from start: Double, velocity: Double, to target: Double) -> ScrollCourse {
        var course = ScrollCourse(at: start)
        // Limited, so that it does not pass the page.
        let fastest = ScrollPhysics.pageFrequency * abs(target - start)
        course.addSpring(
            to: target, min(max(velocity, -fastest), fastest), frequency: ScrollPhysics.pageFrequency)
        return course
    }

    /// Moves to a value as the system's animated scrolling does.
    static func ease(from start: Double, to target: Double, duration: Double) -> ScrollCourse {
        var course = ScrollCourse(at: start)
        if target != start { course.add(.ease(way: target - start), for: duration) }
        course.stop(at: target)
        return course
    }

    private mutating func addDecay(
        _ velocity: Double, _ rate: Double, _ range: ClosedRange<Double>, _ bounces: Bool, _ landing: Double?
    ) {
        let natural = ScrollPhysics.way(velocity, rate)
        let factor = ScrollPhysics.decay(rate)
        guard abs(natural) > ScrollPhysics.threshold, factor > 0, factor.isFinite else { return }
        let way = landing.map { $0 - rest } ?? natural
        let (start, target) = (rest, rest + way)
        if range.contains(target) { return addDecay(way, factor) }
        let edge = target < range.lowerBound ? range.lowerBound : range.upperBound
        let left = 1 - (edge - start) / way
        add(.decay(way: way, rate: factor), for: -log(left) / factor)
        rest = edge
        if bounces { addSpring(to: edge, way * factor * left) }
    }

    private mutating func addDecay(_ way: Double, _ factor: Double) {
        let target = rest + way
        if abs(way) > ScrollPhysics.threshold {
            add(.decay(way: way, rate: factor), for: log(abs(way) / ScrollPhysics.threshold) / factor)
        }
        stop(at: target)
    }

    /// Moves to a wanted target: at the present velocity, then slower. If it would have to turn round, as a spring.
    private mutating func addWay(to target: Double, _ velocity: Double, _ rate: Double) {
        let way = target - rest
        guard abs(way) > ScrollPhysics.threshold else { return stop(at: target) }
        let wanted = velocity / way
        guard wanted > 0.5 else { return addSpring(to: target, velocity) }
        addDecay(way, min(max(wanted, ScrollPhysics.decay(rate)), ScrollPhysics.fastestDecay))
    }

    private mutating func addSpring(
        to target: Double, _ velocity: Double, frequency: Double = ScrollPhysics.bounceFrequency
    ) {
        let a = rest - target
        let b = velocity + frequency * a
        guard abs(a) > 0 || abs(b) > ScrollPhysics.threshold else { return }
        // The spring ends when it stays within the threshold; after its farthest point, its distance only decreases.
        var time = b == 0 ? 0 : max(0, 1 / frequency - a / b)
        while abs(a + b * time) * exp(-frequency * time) > ScrollPhysics.threshold, time < 10 { time += 1 / 60.0 }
        add(.spring(rest: target, a: a, b: b, frequency: frequency), for: time)
        stop(at: target)
    }

    // MARK: Asking

    /// The value at a time; the rest value from the end on.
    func value(at time: Double) -> Double {
        guard let piece = piece(at: time), time < duration else { return rest }
        return piece.value(at: max(time - piece.start, 0))
    }

    /// The velocity at a time, in points a second; 0 from the end on.
    func velocity(at time: Double) -> Double {
        guard let piece = piece(at: time), time < duration else { return 0 }
        return piece.velocity(at: max(time - piece.start, 0))
    }

    private func piece(at time: Double) -> Piece? { pieces.last { $0.start <= time } ?? pieces.first }

    /// Nodes such that the cubics between them, with the nodes' slopes, are within a bound of the course.
    ///
    /// There is also a node where the course turns round, so that it is monotone between two nodes. A cubic with a
    /// function's values and slopes at both ends differs from it by at most h^4 / 384 of its fourth derivative.
    /// *Source*: the error of Hermite interpolation, Davis, "Interpolation and Approximation", 3.5.
    func nodes(within bound: Double) -> [Node] {
        var nodes = [Node(time: 0, value: value(at: 0), slopeBefore: 0, slopeAfter: velocity(at: 0))]
        for piece in pieces {
            nodes[nodes.count - 1].slopeAfter = piece.velocity(at: 0)
            var time = 0.0
            while time < piece.duration {
                var next = min(piece.duration, time + piece.step(at: time, within: bound))
                if let turn = piece.turn, time < turn - 1e-9, next > turn { next = turn }
                // No tiny step at the end.
                if piece.duration - next < 1e-6 { next = piece.duration }
                time = next
                let slope = piece.velocity(at: time)
                nodes.append(
                    Node(
                        time: piece.start + time, value: piece.value(at: time), slopeBefore: slope, slopeAfter: slope))
            }
        }
        return nodes
    }
}

extension ScrollCourse.Piece {
    /// The value at a time since the piece's beginning.
    func value(at t: Double) -> Double {
        switch law {
        case .decay(let way, let rate): from + way * (1 - exp(-rate * t))
        case .spring(let rest, let a, let b, let frequency): rest + (a + b * t) * exp(-frequency * t)
        case .ease(let way): from + way * (t / duration) * (t / duration) * (3 - 2 * t / duration)
        }
    }

    func velocity(at t: Double) -> Double {
        switch law {
        case .decay(let way, let rate): way * rate * exp(-rate * t)
        case .spring(_, let a, let b, let frequency): (b - frequency * (a + b * t)) * exp(-frequency * t)
        case .ease(let way): way * 6 * (t / duration) * (1 - t / duration) / duration
        }
    }

    /// The time at which it turns round; nil for none.
    fileprivate var turn: Double? {
        guard case .spring(_, let a, let b, let frequency) = law, b != 0 else { return nil }
        let time = 1 / frequency - a / b
        return time > 0 && time < duration ? time : nil
    }

    /// The longest step from a time on with which a cubic stays within a bound.
    fileprivate func step(at t: Double, within bound: Double) -> Double {
        let fourth: Double
        switch law {
        case .decay(let way, let rate): fourth = abs(way) * pow(rate, 4) * exp(-rate * t)
        case .spring(_, let a, let b, let w):
            fourth = pow(w, 3) * (w * (abs(a + b * t) + abs(b) / w) + 4 * abs(b)) * exp(-w * t)
        case .ease: return duration
        }
        return max(1 / 120.0, pow(384 * bound / max(fourth, 1e-9), 0.25))
    }
}

/// The constants of scrolling.
enum ScrollPhysics {
    /// The largest difference between the closed form and the drawn animation. *Units*: points.
    static let errorBound = 0.01
    /// The distance from the end at which a movement counts as over. *Units*: points. Our own: half a pixel of a screen
    /// with two a point.
    static let threshold = 0.25
    /// The duration of the remaining distance from there. *Units*: seconds; our own.
    static let settling = 0.2
    /// The stiffness of the edge, as the frequency of a critically damped spring. *Units*: radians a second. *Source*:
    /// I. Lobanov, "How UIScrollView works" (2019), and his code super-ultra/ScrollMechanics: mass 1, stiffness 100,
    /// damping ratio 1.
    static let bounceFrequency = 10.0
    /// The stiffness for pages. *Units*: radians a second; our own: 0.44 s bring it within a hundredth.
    static let pageFrequency = 15.0
    /// The least velocity at which a page is left for the next one. *Units*: points a second; our own.
    static let pageVelocity = 200.0
    /// The largest rate at which a movement slows down to stop at a target. *Units*: 1/s; our own.
    static let fastestDecay = 20.0
    /// The duration of animated scrolling by a program. *Units*: seconds. *Source*: many say so of UIKit; no
    /// measurement was found to cite.
    static let animationDuration = 0.3
    /// The fraction of a pull beyond an edge that is shown at first; a longer pull shows less of itself. *Source*:
    /// chpwn (2013), "b = (1.0 - (1.0 / ((x * c / d) + 1.0))) * d", with c = 0.55.
    static let rubberBand = 0.55
    /// The time for which a touch is held back from the content, in seconds. *Source*: many say so of UIKit; Apple's
    /// header says that there is a time.
    static let contentDelay = 0.15

    /// The distance covered while slowing down from a velocity, in points.
    ///
    /// *Source*: WWDC 2018, session 803, "Designing Fluid Interfaces": (velocity / 1000) rate / (1 - rate), the sum of
    /// the distances in each millisecond.
    static func way(_ velocity: Double, _ rate: Double) -> Double { velocity / 1000 * rate / (1 - rate) }

    /// Converts a factor per millisecond to an exponential rate per second. *Source*: the rate is "the factor by which
    /// velocity decreases" in a millisecond.
    static func decay(_ rate: Double) -> Double { -1000 * log(rate) }

    /// The distance by which content is shown beyond an edge for a finger's distance, in a view of a size; points.
    static func rubberBand(_ distance: Double, _ size: Double) -> Double {
        guard size > 0 else { return 0 }
        return (1 - 1 / (distance * rubberBand / size + 1)) * size
    }

    /// The finger's distance beyond an edge for content that is shown a distance beyond it; the inverse of
    /// `rubberBand(_:_:)`.
    static func pull(_ shown: Double, _ size: Double) -> Double {
        guard size > 0, shown < size else { return shown }
        return (1 / (1 - shown / size) - 1) * size / rubberBand
    }

    /// The shown offset for a finger's offset: equal within the range, nearer to the edge beyond it.
    static func shown(_ wanted: Double, _ range: ClosedRange<Double>, _ size: Double, bounces: Bool) -> Double {
        if wanted < range.lowerBound {
            return bounces ? range.lowerBound - rubberBand(range.lowerBound - wanted, size) : range.lowerBound
        }
        if wanted > range.upperBound {
            return bounces ? range.upperBound + rubberBand(wanted - range.upperBound, size) : range.upperBound
        }
        return wanted
    }

    /// The finger's offset for a shown offset; the inverse of `shown(_:_:_:bounces:)`.
    static func wanted(_ shown: Double, _ range: ClosedRange<Double>, _ size: Double) -> Double {
        if shown < range.lowerBound { return range.lowerBound - pull(range.lowerBound - shown, size) }
        if shown > range.upperBound { return range.upperBound + pull(shown - range.upperBound, size) }
        return shown
    }
}
