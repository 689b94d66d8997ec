import Foundation
import QuartzCore
import Testing

import UIKit
@testable import UIKitCore

/// The movement of a scroll view as a function of time.
@Suite struct ScrollCourseTests {
    private static let courses: [ScrollCourse] = [
        .deceleration(from: 0, velocity: 5000, rate: 0.998, range: 0...100_000, bounces: true),
        .deceleration(from: 0, velocity: 3000, rate: 0.998, range: 0...400, bounces: true),
        .deceleration(from: 300, velocity: -2500, rate: 0.998, range: 0...400, bounces: true),
        .deceleration(from: 0, velocity: 1500, rate: 0.99, range: 0...1000, bounces: true),
        .deceleration(from: -80, velocity: 0, rate: 0.998, range: 0...400, bounces: true),
        .deceleration(from: -80, velocity: -1200, rate: 0.998, range: 0...400, bounces: true),
        .deceleration(from: 10, velocity: 900, rate: 0.998, range: 0...400, bounces: true, target: 350),
        .deceleration(from: 10, velocity: -900, rate: 0.998, range: 0...400, bounces: true, target: 350),
        .page(from: 130, velocity: 700, to: 320), .ease(from: 5, to: 700, duration: 0.3),
    ]

    // The render server draws a cubic between nodes: here it is computed as a curve of the timing functions.
    @Test(arguments: courses.indices) func animation_stays_within_its_bound(_ index: Int) throws {
        let course = Self.courses[index]
        let nodes = course.nodes(within: ScrollPhysics.errorBound)
        #expect(nodes.count > 1 && nodes.count < 80)
        #expect(nodes.last?.value == course.pieces.last?.value(at: course.pieces.last?.duration ?? 0))
        var worst = 0.0
        for (start, end) in zip(nodes, nodes.dropFirst()) {
            let h = end.time - start.time
            for step in 0...20 {
                let u = Double(step) / 20
                // The Bezier curve whose inner points are those of the animation's timing function.
                let c1 = start.value + start.slopeAfter * h / 3, c2 = end.value - end.slopeBefore * h / 3
                let v = 1 - u
                let drawn =
                    v * v * v * start.value + 3 * v * v * u * c1 + 3 * v * u * u * c2 + u * u * u * end.value
                let time = min(start.time + u * h, course.duration.nextDown)
                worst = max(worst, abs(drawn - course.value(at: time)))
            }
        }
        // The bound, and the last place of the Floats that timing functions have.
        #expect(worst <= ScrollPhysics.errorBound + 0.001, "course \(index): \(worst)")
    }

    @Test(arguments: courses.indices) func course_is_smooth_and_ends_where_it_rests(_ index: Int) {
        let course = Self.courses[index]
        var last = course.value(at: 0)
        var time = 0.0
        while time < course.duration {
            time += 1e-4
            let value = course.value(at: time)
            #expect(abs(value - last) <= 1.0, "jump at \(time)")
            last = value
        }
        #expect(course.value(at: course.duration) == course.rest)
        #expect(course.velocity(at: course.duration + 1) == 0)
    }

    @Test func velocity_is_the_slope() {
        for course in Self.courses {
            for step in 1..<40 {
                let time = course.duration * Double(step) / 40
                let slope = (course.value(at: time + 1e-5) - course.value(at: time - 1e-5)) / 2e-5
                // Pieces meet at a corner where a delegate has set a target: nowhere here.
                // Where two pieces meet the speed may change by less than 3 points a second.
                #expect(abs(slope - course.velocity(at: time)) < 3 + abs(slope) * 1e-3)
            }
        }
    }

    @Test func bounce_is_one_hump_that_comes_back() {
        let course = ScrollCourse.deceleration(
            from: 0, velocity: 3000, rate: 0.998, range: 0...400, bounces: true)
        #expect(course.rest == 400)
        var turns = 0
        var wasRising = true
        for step in 1...2000 {
            let time = course.duration * Double(step) / 2000
            let isRising = course.velocity(at: time) > 0
            if time < course.duration, isRising != wasRising { turns += 1 }
            if time < course.duration { wasRising = isRising }
        }
        #expect(turns == 1)
    }

    @Test func without_bounces_it_stops_at_the_edge() {
        let course = ScrollCourse.deceleration(
            from: 0, velocity: 3000, rate: 0.998, range: 0...400, bounces: false)
        #expect(course.rest == 400 && course.pieces.count == 1)
        #expect(abs(course.value(at: course.duration - 1e-9) - 400) < 1e-3)
    }

    @Test func pull_undoes_the_rubber_band() {
        for distance in stride(from: 0.0, through: 2000, by: 37) {
            let shown = ScrollPhysics.rubberBand(distance, 400)
            #expect(shown < 400 && abs(ScrollPhysics.pull(shown, 400) - distance) < 1e-6 * max(distance, 1))
        }
        #expect(ScrollPhysics.pull(500, 400) == 500)
        #expect(ScrollPhysics.rubberBand(10, 0) == 0)
    }

    @Test func odd_numbers_make_no_course() {
        #expect(
            ScrollCourse.deceleration(from: 0, velocity: .nan, rate: 0.998, range: 0...1, bounces: true).duration == 0)
        #expect(ScrollCourse.ease(from: 3, to: 3, duration: 0.3).duration == 0)
        #expect(ScrollCourse(at: 7).value(at: 3) == 7)
        let still = ScrollCourse(at: 7).nodes(within: 0.01)
        #expect(ScrollCourse.animation("bounds.origin.y", still, scale: 1) { $0 } == nil)
    }
}
