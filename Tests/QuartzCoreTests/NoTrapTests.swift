import CoreGraphics
import Foundation
import Testing

@testable import Mica
@testable import QuartzCore

/// Calls of the program that make no sense, and stop nothing.
@Suite struct NoTrapTests {
    @Test func a_time_that_has_passed_stands_for_now() {
        let root = CALayer()
        root.bounds = CGRect(x: 0, y: 0, width: 2, height: 2)
        let renderer = LayerRenderer(layer: root, threads: 1)
        renderer.advance(to: 5)
        var calls: [Double] = []
        for time in [1, -Double.infinity, .nan] { renderer.schedule(at: time) { calls.append(CACurrentMediaTime()) } }
        renderer.advance(to: 6)
        #expect(calls.count == 3)
    }

    @Test func a_film_without_an_end_is_an_error() {
        let root = CALayer()
        root.bounds = CGRect(x: 0, y: 0, width: 2, height: 2)
        let renderer = LayerRenderer(layer: root, threads: 1)
        for duration in [1e300, .infinity, .nan, -1] {
            #expect(throws: (any Error).self) { try renderer.write(to: "film.gif", duration: duration) }
        }
    }

    @Test func a_display_link_that_was_invalidated_stays_so() {
        let link = CADisplayLink { _ in }
        link.frameInterval = -3
        #expect(link.frameInterval == 1)
        link.invalidate()
        link.add(to: .main, forMode: .default)
        #expect(!ThreadState.current.displayLinks.contains { $0 === link })
    }

    @Test func a_completion_block_of_another_type_is_not_called() {
        CATransaction.begin()
        CATransaction.setValue(5, forKey: kCATransactionCompletionBlock)
        #expect(CATransaction.completionBlock() == nil)
        CATransaction.commit()
    }
}
