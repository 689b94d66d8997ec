import Foundation
import QuartzCore

/// A player whose time passes by a timer if nothing else drives its thread.
protocol TimedPlayer: TimedSource {
    /// Whether its time passes, or may begin to.
    var needsTime: Bool { get }
    /// Runs at a time of the host.
    ///
    /// - Parameter wake: Called when something that was not ready becomes ready; nil blocks until it is.
    func run(at time: Double, wake: (@Sendable () -> Void)?)
}

/// Drives a player's time by a timer of the run loop, as display links do, where neither a renderer nor a window
/// drives its thread.
final class PlayerTimer {
    private weak var player: (any TimedPlayer)?
    private var timer: Timer?

    /// The frequency of the timer. *Units*: 1/s.
    private static let rate = 60.0

    init(_ player: any TimedPlayer) { self.player = player }

    deinit { timer?.invalidate() }

    /// Starts or stops the timer: it runs while the player needs time and nothing else drives it.
    func update() {
        let isNeeded = player?.needsTime == true && !ThreadState.current.hasDriver
        if !isNeeded {
            timer?.invalidate()
            timer = nil
        } else if timer == nil {
            let reference = PlayerReference(self)
            let timer = Timer(timeInterval: 1 / Self.rate, repeats: true) { _ in reference.value?.fire() }
            RunLoop.current.add(timer, forMode: .common)
            self.timer = timer
        }
    }

    private func fire() {
        guard let player else { return update() }
        if ThreadState.current.hasDriver { return update() }
        let now = MediaClock.now
        guard let next = player.nextEvent(after: now), next <= now + 0.5 / Self.rate else { return }
        // Nothing is shown, so that nothing needs to be decoded ahead.
        player.run(at: now, wake: nil)
    }
}

/// The reference in a timer's closure.
// Safe because: the timer is in the run loop of the player's thread, and fires only there.
private final class PlayerReference: @unchecked Sendable {
    weak var value: PlayerTimer?

    init(_ value: PlayerTimer) { self.value = value }
}
