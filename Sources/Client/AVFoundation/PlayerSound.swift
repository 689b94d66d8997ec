import MicaTrace
import QuartzCore

/// The sound of a player in a window: plays its item and the items after it, and makes the item's time follow the
/// device's clock.
///
/// At a start and after each seek, pictures wait until the sound begins; then they follow the device. If no sound can
/// be played, they follow the host's clock. The object belongs to the player's thread.
final class PlayerSound {
    private let queue: SoundQueue
    /// The sound of the current item; nil for none.
    private var run: SoundRun?
    /// While pictures wait: the item's time, and the end of the wait.
    private var hold: (position: Double, until: Double)?
    /// Whether the sound to play may have changed.
    private var isStale = true
    /// Whether sound has failed for good.
    private var isOff = false
    /// The start of the line that says why there is no sound.
    private let complaint: String

    /// The longest wait of pictures for sound. *Units*: seconds.
    private static let longestWait = 1.0
    /// The tolerated distance between pictures and sound; small differences of the clocks then correct pictures only
    /// now and then. *Units*: seconds.
    private static let slack = 0.005
    /// The distance at which the sound restarts at the pictures' time. *Units*: seconds.
    private static let far = 0.25
    /// How far ahead items are planned. *Units*: seconds.
    private static let planned = 2.0

    init(_ device: any SoundDevice, now: @escaping @Sendable () -> Double, without complaint: String) {
        self.complaint = complaint
        queue = SoundQueue(now: now)
        device.start(queue)
    }

    deinit { queue.stop() }

    /// The most frames that were buffered at once.
    var mostFrames: Int { queue.most }
    /// Whether pictures follow the device.
    var isFollowed: Bool { run != nil && hold == nil }
    /// The next time at which waiting pictures check for sound, at once if it has failed; nil while they do not wait.
    var due: Double? { hold.map { queue.failure == nil ? queue.start ?? $0.until : 0 } }

    /// Sets the gain of the left and the right channel.
    func setGain(_ gain: SIMD2<Float>) { queue.setGain(gain) }

    /// Lets the gain of both channels change evenly.
    func fade(from: SIMD2<Float>, to: SIMD2<Float>, seconds: Double) {
        queue.fade(from: from, to: to, seconds: seconds)
    }

    /// Records that the sound to play may have changed; it is planned anew at the player's next run.
    func planChanged() { isStale = true }

    /// Stops all sound.
    func stop() {
        isStale = true
        guard run != nil else { return }
        (run, hold) = (nil, nil)
        queue.restart([])
    }

    /// Plays an item's sound, and moves its time with the device's clock; false while pictures wait for the sound.
    ///
    /// - Parameters:
    ///   - following: The items after it.
    ///   - wake: Called when waiting pictures can continue.
    func follow(
        _ item: any SoundedItem, _ following: [AVPlayerItem], rate: Double, at time: Double,
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

    private func giveUp(_ item: any SoundedItem, at time: Double, because reason: String) {
        if let hold { item.timeline.move(to: hold.position, at: time) }
        stop()
        isOff = true
        queue.stop()
        Self.say("\(complaint): \(reason)")
    }

    private static func say(_ text: String) { Notices.shared.say(text, from: "AVFoundation") }

    /// Corrects the item's time where it differs from the device's.
    private func correct(
        _ item: any SoundedItem, _ following: [AVPlayerItem], _ rate: Double, _ time: Double,
        _ wake: @escaping @Sendable () -> Void
    ) {
        guard let heard = queue.heard(at: time) else {
            if queue.isStalled(at: time) { Self.say("the sound's device has stopped; players go on without") }
            return
        }
        // An item may end a little before or after its sound.
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
        _ item: any SoundedItem, _ following: [AVPlayerItem], _ rate: Double, _ time: Double,
        _ wake: @escaping @Sendable () -> Void
    ) {
        let position = item.within(item.timeline.itemTime(at: time))
        let isSame = run?.item == ObjectIdentifier(item)
        if var run, isSame || hold == nil {
            // The same item as before, or the next item, whose sound has begun as planned.
            if !isSame { run = SoundRun(item, from: item.within(item.timeline.base), rate) }
            if run == SoundRun(item, from: run.from, rate),
                queue.follow([run] + upcoming(following, rate, after: run.to - position, wake))
            {
                self.run = run
                return
            }
        }
        // If the item was set recently, its sound begins at the item's start time.
        let begun = item.timeline.hostTime ?? time
        let isNew = run == nil && time - begun < Self.far
        let from = isNew ? item.within(item.timeline.base) : position
        restart(item, following, rate, from: isSame ? hold?.position ?? from : from, time, wake)
    }

    private func restart(
        _ item: any SoundedItem, _ following: [AVPlayerItem], _ rate: Double, from position: Double, _ time: Double,
        _ wake: @escaping @Sendable () -> Void
    ) {
        let new = SoundRun(item, from: position, rate)
        guard new.to > new.from else { return stop() }
        queue.restart([new] + upcoming(following, rate, after: new.to - position, wake), wake: wake)
        run = new
        hold = (position, time + Self.longestWait)
        item.timeline.move(to: position, at: nil)
    }

    /// The runs of the next items, up to the first whose asset is not read; that asset is read, and planned later.
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

    /// The item whose asset is read ahead.
    private var reading: ObjectIdentifier?
}

/// Something that has sound, and a time that follows it: the item of a player, or a player of sound only.
protocol SoundedItem: AnyObject {
    /// The relation of its time to the host's time.
    var timeline: PlayerTimeline { get set }
    /// Its sound.
    var sound: SoundTimeline { get }
    /// The end of its sound.
    var soundEnd: Double { get }
    /// A time, limited to its ends.
    func within(_ time: Double) -> Double
}

extension AVPlayerItem: SoundedItem {}

extension SoundRun {
    /// The sound of an item, from a time to its end.
    fileprivate init(_ item: any SoundedItem, from: Double, _ rate: Double) {
        self.init(item: ObjectIdentifier(item), sound: item.sound, from: from, to: item.soundEnd, rate: rate)
    }
}
