import Foundation
import QuartzCore

/// Drives a player's time by a timer of the run loop, as display links do, where neither a renderer nor a window
/// drives its thread.
final class PlayerTimer {
    private weak var player: AVPlayer?
    private var timer: Timer?

    /// The frequency of the timer. *Units*: 1/s.
    private static let rate = 60.0

    init(_ player: AVPlayer) { self.player = player }

    deinit { timer?.invalidate() }

    /// Starts or stops the timer: it runs while the player has an item and nothing else drives it.
    func update() {
        let isNeeded = player?.currentItem != nil && !ThreadState.current.hasDriver
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
