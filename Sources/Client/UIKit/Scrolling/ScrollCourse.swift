import CoreGraphics
import Foundation
import QuartzCore

/// How one coordinate of a scroll view's offset goes on by itself: a function of time in closed form, in pieces.
///
/// *Units*: points, seconds since its beginning. *Source*: the numbers of `ScrollPhysics`.
struct ScrollCourse: Sendable {
    /// A law of motion.
    enum Law: Sendable {
        /// Where it began, plus `way` (1 - e^(-rate t)).
        case decay(way: Double, rate: Double)
        /// `rest` + (a + b t) e^(-frequency t): a critically damped spring.
        case spring(rest: Double, a: Double, b: Double, frequency: Double)
        /// From one value to another, slow at both ends: a cubic.
        case ease(way: Double)
    }

    /// A law, from when on and for how long it holds.
    struct Piece: Sendable {
        var start: Double
        var duration: Double
        var from: Double
        var law: Law
    }

    /// A point of the curve, with its slopes before and after.
    struct Node: Sendable {
        var time: Double
        var value: Double
        var slopeBefore: Double
        var slopeAfter: Double
    }

    private(set) var pieces: [Piece] = []
    /// Where it ends.
    private(set) var rest: Double

    /// A course that stays where it is.
    init(at value: Double) { rest = value }

    /// How long it takes.
    var duration: Double { pieces.last.map { $0.start + $0.duration } ?? 0 }

    private mutating func add(_ law: Law, for duration: Double) {
        guard duration > 0, duration.isFinite else { return }
        let piece = Piece(start: self.duration, duration: duration, from: rest, law: law)
        pieces.append(piece)
        rest = piece.value(at: duration)
    }

    /// Ends at a target that it has come near to.
    private mutating func stop(at target: Double) {
        if abs(rest - target) > 1e-9 { add(.ease(way: target - rest), for: ScrollPhysics.settling) }
        rest = target
    }

    // MARK: Making

    /// Slows down by itself, and bounces at an edge.
    ///
    /// - Parameters:
    ///   - velocity: points a second.
    ///   - rate: what is left of the speed after a millisecond.
    ///   - range: where the offset may rest.
    ///   - landing: the whole pixel at which it stops within the range; nil for where the numbers say.
    ///   - target: where it is to stop, in place of where it would; nil leaves that.
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

    /// Goes to a page.
    static func page(from start: Double, velocity: Double, to target: Double) -> ScrollCourse {
        var course = ScrollCourse(at: start)
        // Not so fast that it would go past the page.
        let fastest = ScrollPhysics.pageFrequency * abs(target - start)
        course.addSpring(
            to: target, min(max(velocity, -fastest), fastest), frequency: ScrollPhysics.pageFrequency)
        return course
    }

    /// Goes to a value as the system's own scrolling does.
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

    /// To a target that somebody wants: as fast as it is, and slower then; where it would have to turn round, as a spring.
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
        // It is over when it stays within the threshold: after its farthest point the distance only falls.
        var time = b == 0 ? 0 : max(0, 1 / frequency - a / b)
        while abs(a + b * time) * exp(-frequency * time) > ScrollPhysics.threshold, time < 10 { time += 1 / 60.0 }
        add(.spring(rest: target, a: a, b: b, frequency: frequency), for: time)
        stop(at: target)
    }

    // MARK: Asking

    /// Where it is; where it rests, from its end on.
    func value(at time: Double) -> Double {
        guard let piece = piece(at: time), time < duration else { return rest }
        return piece.value(at: max(time - piece.start, 0))
    }

    /// How fast it is, in points a second; 0 from its end on.
    func velocity(at time: Double) -> Double {
        guard let piece = piece(at: time), time < duration else { return 0 }
        return piece.velocity(at: max(time - piece.start, 0))
    }

    private func piece(at time: Double) -> Piece? { pieces.last { $0.start <= time } ?? pieces.first }

    /// Points between which cubics with these slopes are nowhere further from the course than a bound.
    ///
    /// They also stand where the course turns round, so that it goes one way between two of them. A cubic with the values and slopes of a
    /// function at both ends is off by at most h^4 / 384 of its fourth derivative. *Source*: the error of Hermite interpolation, Davis,
    /// "Interpolation and Approximation", 3.5.
    func nodes(within bound: Double) -> [Node] {
        var nodes = [Node(time: 0, value: value(at: 0), slopeBefore: 0, slopeAfter: velocity(at: 0))]
        for piece in pieces {
            nodes[nodes.count - 1].slopeAfter = piece.velocity(at: 0)
            var time = 0.0
            while time < piece.duration {
                var next = min(piece.duration, time + piece.step(at: time, within: bound))
                if let turn = piece.turn, time < turn - 1e-9, next > turn { next = turn }
                // No short step at the end.
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
    /// Where it is, at a time since its beginning.
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

    /// Where it turns round; nil where it does not.
    fileprivate var turn: Double? {
        guard case .spring(_, let a, let b, let frequency) = law, b != 0 else { return nil }
        let time = 1 / frequency - a / b
        return time > 0 && time < duration ? time : nil
    }

    /// How long a cubic from a time on stays within a bound.
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

/// The numbers of scrolling.
enum ScrollPhysics {
    /// How far the closed form and what is drawn are from each other at most. *Units*: points.
    static let errorBound = 0.01
    /// How near its end a movement counts as over. *Units*: points. Our own: half a pixel of a screen with two a point.
    static let threshold = 0.25
    /// How long the rest of the way takes from there. *Units*: seconds; our own.
    static let settling = 0.2
    /// How stiff the edge is, as the frequency of a critically damped spring. *Units*: radians a second. *Source*: I. Lobanov, "How
    /// UIScrollView works" (2019), and his code super-ultra/ScrollMechanics: mass 1, stiffness 100, damping ratio 1.
    static let bounceFrequency = 10.0
    /// The same for pages; our own: a page is within a hundredth after 0.44 s.
    static let pageFrequency = 15.0
    /// How fast a page is left at least for the next one. *Units*: points a second; our own.
    static let pageVelocity = 200.0
    /// How fast one slows down at most to stop at a target. *Units*: 1/s; our own.
    static let fastestDecay = 20.0
    /// How long programmed scrolling takes. *Units*: seconds. *Source*: told of UIKit by many; no measurement was found to cite.
    static let animationDuration = 0.3
    /// How much a pull beyond an edge counts at first. *Source*: chpwn (2013), "b = (1.0 - (1.0 / ((x * c / d) + 1.0))) * d", with c = 0.55.
    static let rubberBand = 0.55
    /// How long a touch is kept from the content, in seconds. *Source*: told of UIKit by many; Apple's header says that there is a time.
    static let contentDelay = 0.15

    /// How far something goes that slows down by itself.
    ///
    /// *Source*: WWDC 2018, session 803, "Designing Fluid Interfaces": (velocity / 1000) rate / (1 - rate), the sum of what it goes in each
    /// millisecond.
    static func way(_ velocity: Double, _ rate: Double) -> Double { velocity / 1000 * rate / (1 - rate) }

    /// The rate of e-folds a second of a rate for each millisecond. *Source*: the rate is "the factor by which velocity decreases" in a
    /// millisecond.
    static func decay(_ rate: Double) -> Double { -1000 * log(rate) }

    /// How far content follows a finger that is beyond an edge by a distance, in a view of a size.
    static func rubberBand(_ distance: Double, _ size: Double) -> Double {
        guard size > 0 else { return 0 }
        return (1 - 1 / (distance * rubberBand / size + 1)) * size
    }

    /// How far a finger is beyond an edge where content is beyond it by a distance.
    static func pull(_ shown: Double, _ size: Double) -> Double {
        guard size > 0, shown < size else { return shown }
        return (1 / (1 - shown / size) - 1) * size / rubberBand
    }

    /// Where an offset is shown that a finger wants: within the range as it is, beyond it by less.
    static func shown(_ wanted: Double, _ range: ClosedRange<Double>, _ size: Double, bounces: Bool) -> Double {
        if wanted < range.lowerBound {
            return bounces ? range.lowerBound - rubberBand(range.lowerBound - wanted, size) : range.lowerBound
        }
        if wanted > range.upperBound {
            return bounces ? range.upperBound + rubberBand(wanted - range.upperBound, size) : range.upperBound
        }
        return wanted
    }

    /// What a finger wants where an offset is shown.
    static func wanted(_ shown: Double, _ range: ClosedRange<Double>, _ size: Double) -> Double {
        if shown < range.lowerBound { return range.lowerBound - pull(range.lowerBound - shown, size) }
        if shown > range.upperBound { return range.upperBound + pull(shown - range.upperBound, size) }
        return shown
    }
}
