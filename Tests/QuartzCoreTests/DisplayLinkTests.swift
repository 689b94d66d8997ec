import CoreGraphics
import Foundation
import Testing

@testable import Mica
@testable import QuartzCore

@Suite(.serialized) struct DisplayLinkTests {
    private func makeLayer() -> CALayer {
        let layer = CALayer()
        layer.bounds = CGRect(x: 0, y: 0, width: 4, height: 4)
        layer.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
        return layer
    }

    /// A link in this thread's run loop, which is not run, while `body` is.
    private func withLink(_ handler: @escaping (CADisplayLink) -> Void, _ body: (CADisplayLink) -> Void) {
        let link = CADisplayLink(handler)
        link.add(to: .current, forMode: .common)
        body(link)
        link.invalidate()
    }

    @Test func link_fires_at_each_refresh_of_the_renderer() {
        var log: [(now: Double, shown: Double, next: Double)] = []
        withLink({ log.append((CACurrentMediaTime(), $0.timestamp, $0.targetTimestamp)) }) { link in
            #expect(link.timestamp == 0 && link.duration == 0 && !link.isPaused)
            let renderer = LayerRenderer(layer: makeLayer(), threads: 1)
            renderer.advance(to: 0.1)
            #expect(zip(log, 0...6).allSatisfy { abs($0.now - log[0].now - Double($1) / 60) < 1e-7 } && log.count == 7)
            #expect(log.map { $0.shown } == log.map { $0.now })
            #expect(zip(log, log.dropFirst()).allSatisfy { abs($0.next - $1.shown) < 1e-7 })
            #expect(link.duration == 1.0 / 60)
        }
    }

    @Test func link_moves_a_layer_the_same_in_any_order_of_frames() {
        func images(_ times: [Double]) -> [Double: CGImage] {
            let layer = makeLayer()
            let square = CALayer()
            square.frame = CGRect(x: 0, y: 0, width: 1, height: 4)
            square.backgroundColor = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)
            layer.addSublayer(square)
            var result: [Double: CGImage] = [:]
            var start: Double?
            withLink({ link in
                CATransaction.setDisableActions(true)
                start = start ?? link.timestamp
                square.position.x = CGFloat((link.timestamp - (start ?? 0)) * 8)
            }) { _ in
                let renderer = LayerRenderer(layer: layer, threads: 1)
                for time in times { result[time] = renderer.image(at: time) }
            }
            return result
        }
        let (forwards, backwards) = (images([0, 0.1, 0.25, 0.4]), images([0.4, 0.1, 0.25, 0]))
        for (time, image) in forwards {
            #expect(image.dataProvider?.data == backwards[time]?.dataProvider?.data, "\(time) s")
        }
        #expect(forwards[0]?.dataProvider?.data != forwards[0.25]?.dataProvider?.data)
    }

    @Test func link_pauses_and_ends() {
        var count = 0
        withLink({ _ in count += 1 }) { link in
            let renderer = LayerRenderer(layer: makeLayer(), threads: 1)
            link.isPaused = true
            renderer.advance(to: 1)
            #expect(count == 0)
            renderer.schedule(at: 1.5) { link.isPaused = false }
            renderer.schedule(at: 2.005) { link.invalidate() }
            renderer.advance(to: 3)
            #expect(count == 31, "from 90/60 to 120/60")
        }
    }

    @Test func link_out_of_its_run_loop_does_not_fire() {
        var count = 0
        withLink({ _ in count += 1 }) { link in
            link.remove(from: .current, forMode: .common)
            let renderer = LayerRenderer(layer: makeLayer(), threads: 1)
            renderer.advance(to: 0.5)
            #expect(count == 0)
            link.add(to: .current, forMode: .default)
            link.add(to: .current, forMode: .default)
            renderer.schedule(at: 0.6) { link.remove(from: .current, forMode: .default) }
            renderer.advance(to: 1)
            #expect(count == 7, "30/60 to 36/60")
        }
    }

    @Test func link_takes_whole_parts_of_the_display_rate() {
        func fires(_ change: (CADisplayLink) -> Void) -> [Double] {
            var times: [Double] = []
            withLink({ times.append($0.timestamp) }) { link in
                change(link)
                LayerRenderer(layer: makeLayer(), threads: 1).advance(to: 0.995)
            }
            return times
        }
        #expect(fires { _ in }.count == 60)
        let half = fires { $0.preferredFramesPerSecond = 30 }
        #expect(zip(half, 0..<30).allSatisfy { abs($0 - half[0] - Double($1 * 2) / 60) < 1e-7 } && half.count == 30)
        #expect(fires { $0.preferredFramesPerSecond = 20 }.count == 20)
        #expect(fires { $0.preferredFramesPerSecond = 120 }.count == 60)
        #expect(
            fires { $0.preferredFrameRateRange = CAFrameRateRange(minimum: 10, maximum: 24, preferred: 15) }.count == 15
        )
        #expect(fires { $0.preferredFrameRateRange = CAFrameRateRange(minimum: 8, maximum: 45) }.count == 30)
    }

    @Test func link_skips_refreshes_that_a_timer_missed() {
        var times: [Double] = []
        withLink({ times.append($0.timestamp) }) { link in
            for time in [1.0, 1.5, 1.75] { link.refresh(at: time, rate: 60) }
        }
        #expect(times == [1, 1.5, 1.75])
    }

    @Test func timers_rest_while_a_link_is_paused_or_a_window_fires_it() {
        withLink({ _ in }) { link in
            func rests() -> Bool {
                link.registrations.allSatisfy { $0.timer.fireDate > Date(timeIntervalSinceNow: 1e6) }
            }
            #expect(link.registrations.count == 1 && !rests())
            link.isPaused = true
            #expect(rests())
            link.add(to: .current, forMode: .default)
            #expect(rests() && link.registrations.count == 2, "added while it is paused")
            link.isPaused = false
            #expect(!rests())
            let display = NSObject()
            link.drive(by: display, isLive: true)
            #expect(rests())
            link.isPaused = true
            link.isPaused = false
            #expect(rests(), "the window fires it, paused before or not")
            link.drive(by: nil, isLive: false)
            #expect(!rests(), "the window is closed")
            link.drive(by: display, isLive: false)
            #expect(!rests(), "a renderer may go without a word")
        }
    }

    @Test func frameRateRange_is_a_value() {
        #expect(CAFrameRateRange() == .default)
        #expect(CAFrameRateRange.default.minimum == 0 && CAFrameRateRange.default.maximum == 0)
        #expect(CAFrameRateRange.default.preferred == nil)
        #expect(CAFrameRateRange(minimum: 30, maximum: 60, preferred: 60) != CAFrameRateRange(minimum: 30, maximum: 60))
        let animation = CABasicAnimation(keyPath: "opacity")
        #expect(animation.preferredFrameRateRange == .default)
        animation.preferredFrameRateRange = CAFrameRateRange(minimum: 80, maximum: 120, preferred: 120)
        #expect((animation.copy() as? CAAnimation)?.preferredFrameRateRange.maximum == 120)
    }

    @Test func link_calls_a_method_of_its_target() {
        final class Player: NSObject {
            var times: [Double] = []
            func step(_ link: CADisplayLink) { times.append(link.timestamp) }
        }
        // The clock of a thread that has told no other time begins at 0.
        let times = onNewThread { () -> [Double] in
            let player = Player()
            let link = CADisplayLink(target: player, selector: Selector("step:", Player.step(_:)))
            link.add(to: .current, forMode: .common)
            LayerRenderer(layer: CALayer(), size: CGSize(width: 4, height: 4), threads: 1).advance(to: 0.05)
            link.invalidate()
            return player.times
        }
        let expected: [Double] = (0...3).map { Double($0) / 60 }
        #expect(times == expected)
    }
}
