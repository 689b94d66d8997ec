import MicaTrace
import QuartzCore

/// The sound of a player in a window: what is heard of its item and of those after it, and the device's clock as the item's.
///
/// The pictures wait for the first of the sound, at a start and after each seek; from then on they follow the device. Where nothing
/// can be heard they go by the host's clock. It belongs to the player's thread.
final class PlayerSound {
    private let queue: SoundQueue
    /// What is heard of the current item; nil for nothing.
    private var run: SoundRun?
    /// While the pictures wait: the item's time, and until when.
    private var hold: (position: Double, until: Double)?
    /// Whether what is to be heard may be something else.
    private var isStale = true
    /// Whether nothing is heard any more.
    private var isOff = false

    /// How long pictures wait for sound. *Units*: seconds.
    private static let longestWait = 1.0
    /// How far pictures may be from the sound, so that clocks' small differences move them now and then. *Units*: seconds.
    private static let slack = 0.005
    /// From where on the sound goes to where the pictures are. *Units*: seconds.
    private static let far = 0.25
    /// How long ahead items are planned. *Units*: seconds.
    private static let planned = 2.0

    init(_ device: any SoundDevice, now: @escaping @Sendable () -> Double) {
        queue = SoundQueue(now: now)
        device.start(queue)
    }

    deinit { queue.stop() }

    /// How many frames were held at most.
    var mostFrames: Int { queue.most }
    /// Whether pictures follow the device.
    var isFollowed: Bool { run != nil && hold == nil }
    /// When waiting pictures have something to look for; nil while they do not wait.
    var due: Double? { hold.map { queue.start ?? $0.until } }

    func setGain(_ gain: Float) { queue.setGain(gain) }

    /// What is to be heard may be something else: looked at when the player runs next.
    func planChanged() { isStale = true }

    /// Nothing is heard from now on.
    func stop() {
        isStale = true
        guard run != nil else { return }
        (run, hold) = (nil, nil)
        queue.restart([])
    }

    /// Has an item heard, and its time go with the device's; false while its pictures wait.
    ///
    /// - Parameters:
    ///   - following: the items after it.
    ///   - wake: is called when those that wait can go on.
    func follow(
        _ item: AVPlayerItem, _ following: [AVPlayerItem], rate: Double, at time: Double,
        wake: @escaping @Sendable () -> Void
    ) -> Bool {
        if isOff { return true }
        if isStale || run?.item != ObjectIdentifier(item) {
            isStale = false
            plan(item, following, rate, time, wake)
        }
        if let reason = queue.failure {
            giveUp(item, at: time, because: reason)
        } else if let hold {
            if let start = queue.start {
                if start > time + PlayerTimeline.tolerance { return false }
                item.timeline.move(to: hold.position, at: start)
                self.hold = nil
            } else if time >= hold.until {
                giveUp(item, at: time, because: "the device does not ask for sound")
            } else {
                return false
            }
        } else if run != nil {
            correct(item, following, rate, time, wake)
        }
        return isOff || hold == nil
    }

    private func giveUp(_ item: AVPlayerItem, at time: Double, because reason: String) {
        if let hold { item.timeline.move(to: hold.position, at: time) }
        stop()
        isOff = true
        queue.stop()
        Self.say("films are played without sound: \(reason)")
    }

    private static func say(_ text: String) { Notices.shared.say(text, from: "AVFoundation") }

    /// Moves the item's time to the device's, where they are apart.
    private func correct(
        _ item: AVPlayerItem, _ following: [AVPlayerItem], _ rate: Double, _ time: Double,
        _ wake: @escaping @Sendable () -> Void
    ) {
        guard let heard = queue.heard(at: time) else {
            if queue.isStalled(at: time) { Self.say("the sound's device has stopped; films go on without") }
            return
        }
        // An item's end comes a little before or after that of its sound.
        guard heard.run == run, heard.time < heard.run.to else { return }
        let shown = item.timeline.itemTime(at: time)
        let difference = abs(heard.time - shown) / rate
        if difference > Self.far {
            restart(item, following, rate, from: item.within(shown), time, wake)
        } else if difference > Self.slack {
            item.timeline.move(to: heard.time, at: time)
        }
    }

    private func plan(
        _ item: AVPlayerItem, _ following: [AVPlayerItem], _ rate: Double, _ time: Double,
        _ wake: @escaping @Sendable () -> Void
    ) {
        let position = item.within(item.timeline.itemTime(at: time))
        let isSame = run?.item == ObjectIdentifier(item)
        if var run, isSame || hold == nil {
            // The same item as before, or the one after it, which has begun where it was to.
            if !isSame { run = SoundRun(item, from: item.within(item.timeline.base), rate) }
            if run == SoundRun(item, from: run.from, rate),
                queue.follow([run] + upcoming(following, rate, after: run.to - position, wake))
            {
                self.run = run
                return
            }
        }
        // What was set a moment ago begins where it was set.
        let begun = item.timeline.hostTime ?? time
        let isNew = run == nil && time - begun < Self.far
        let from = isNew ? item.within(item.timeline.base) : position
        restart(item, following, rate, from: isSame ? hold?.position ?? from : from, time, wake)
    }

    private func restart(
        _ item: AVPlayerItem, _ following: [AVPlayerItem], _ rate: Double, from position: Double, _ time: Double,
        _ wake: @escaping @Sendable () -> Void
    ) {
        let new = SoundRun(item, from: position, rate)
        guard new.to > new.from else { return stop() }
        queue.restart([new] + upcoming(following, rate, after: new.to - position, wake), wake: wake)
        run = new
        hold = (position, time + Self.longestWait)
        item.timeline.move(to: position, at: nil)
    }

    /// The runs of the items that come next, as far as they are read: the first that is not is read, and planned then.
    private func upcoming(
        _ items: [AVPlayerItem], _ rate: Double, after first: Double, _ wake: @escaping @Sendable () -> Void
    ) -> [SoundRun] {
        var (runs, seconds) = ([SoundRun](), first / rate)
        for item in items where seconds < Self.planned {
            guard item.asset.isRead else {
                isStale = true
                if reading != ObjectIdentifier(item) {
                    reading = ObjectIdentifier(item)
                    item.asset.loadValuesAsynchronously(forKeys: []) { wake() }
                }
                break
            }
            guard !item.sound.isEmpty else { break }
            let run = SoundRun(item, from: min(max(0, item.timeline.base), item.soundEnd), rate)
            guard run.to > run.from else { break }
            runs.append(run)
            seconds += (run.to - run.from) / rate
        }
        return runs
    }

    /// The item that is read ahead.
    private var reading: ObjectIdentifier?
}

extension SoundRun {
    /// An item from a time to its end.
    fileprivate init(_ item: AVPlayerItem, from: Double, _ rate: Double) {
        self.init(item: ObjectIdentifier(item), sound: item.sound, from: from, to: item.soundEnd, rate: rate)
    }
}
