import CoreGraphics
import Dispatch
import Foundation
import MicaFilm
import MicaTrace
import QuartzCore

/// Plays an item; the item's time follows the time of the layers that show it.
///
/// In a `LayerRenderer`, that is the virtual time: each frame of the film comes in its own commit at its own time, so
/// that at any time the recording shows the last frame that begins at or before it. In a window, a thread decodes
/// ahead, and late frames are dropped. Without either, it is the machine's time, from the player's run loop. A player
/// that is told to play before there is a renderer or a window begins when there is one.
///
/// A player belongs to one thread at a time: the thread of its layers. *Source*: Apple, AVPlayer.h.
open class AVPlayer: NSObject {
    /// Whether a player can play.
    public enum Status: Int, Sendable {
        /// The player has had no item yet.
        case unknown = 0
        /// The player can play.
        case readyToPlay = 1
        /// The player cannot play.
        case failed = 2
    }
    /// Whether an item is being played.
    public enum TimeControlStatus: Int, Sendable {
        /// The player is paused.
        case paused = 0
        /// The player waits until it can play.
        case waitingToPlayAtSpecifiedRate = 1
        /// The player plays.
        case playing = 2
    }
    /// The reason that a player waits.
    public struct WaitingReason: Hashable, RawRepresentable, Sendable {
        /// The string of Apple's constant.
        public let rawValue: String
        /// Makes a value of any string.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// There is no item.
        public static let noItemToPlay = WaitingReason(rawValue: "AVPlayerWaitingWithNoItemToPlayReason")
        /// The item's file is not read yet.
        public static let toMinimizeStalls = WaitingReason(rawValue: "AVPlayerWaitingToMinimizeStallsReason")
        /// The player does not know yet whether it must wait.
        public static let evaluatingBufferingRate = WaitingReason(
            rawValue: "AVPlayerWaitingWhileEvaluatingBufferingRateReason")
    }
    /// What a player does at an item's end.
    public enum ActionAtItemEnd: Int, Sendable {
        /// Continues with the next item; only for `AVQueuePlayer`.
        case advance = 0
        /// Pauses.
        case pause = 1
        /// Nothing: the last frame and the rate stay.
        case none = 2
    }

    let output = PlayerOutput()
    private let observers = PlayerObservers()
    private lazy var timer = PlayerTimer(self)
    /// The sound of the item; nil until an item with sound is played in a window.
    private var sound: PlayerSound?
    /// The device that plays sound, and whose clock the player follows.
    var soundDevice: any SoundDevice = SDLSoundDevice()
    var soundClock: @Sendable () -> Double = { MediaClock.machineTime }
    /// The most sound frames that were buffered at once.
    var mostSoundFrames: Int { sound?.mostFrames ?? 0 }
    /// The item's time in the last call of observers.
    private var lastTime = 0.0
    /// Whether the frame that is due may differ from the frame that is shown.
    private var isStale = true
    private var currentRate: Float = 0
    private var isReading = false

    /// Makes a player without an item.
    public override init() {
        super.init()
        ThreadState.current.add(self)
    }

    /// Makes a player with an item of a file.
    public convenience init(url URL: URL) { self.init(playerItem: AVPlayerItem(url: URL)) }

    /// Makes a player with an item.
    public convenience init(playerItem item: AVPlayerItem?) {
        self.init()
        replaceCurrentItem(with: item)
    }

    /// Whether the player can play; true once an item's file was read.
    open internal(set) var status = Status.unknown
    /// The reason that the player cannot play: always nil, because only items fail.
    open var error: (any Error)? { nil }
    /// The current item.
    open private(set) var currentItem: AVPlayerItem?
    /// The action at an item's end.
    ///
    /// - Precondition: not `advance`, which is for `AVQueuePlayer`.
    open var actionAtItemEnd = ActionAtItemEnd.pause {
        willSet {
            requires(newValue != .advance || advances, "only an AVQueuePlayer advances at an item's end")
        }
        didSet { soundChanged() }
    }
    /// The volume, 0 to 1.
    open var volume: Float = 1 { didSet { sound?.setGain(SIMD2(repeating: gain)) } }
    /// Whether sound is muted.
    open var isMuted = false { didSet { sound?.setGain(SIMD2(repeating: gain)) } }
    private var gain: Float { isMuted ? 0 : min(max(0, volume), 1) }
    /// Whether playing may wait until the file is read.
    open var automaticallyWaitsToMinimizeStalling = true
    /// Whether playing keeps the display on; has no effect.
    open var preventsDisplaySleepDuringVideoPlayback = false
    /// Whether other devices may play the film; has no effect.
    open var allowsExternalPlayback = true
    /// The rate of `play()`.
    open var defaultRate: Float = 1

    /// Whether the player continues with another item at an item's end.
    var advances: Bool { false }
    /// The items after the current one.
    var itemsAhead: [AVPlayerItem] { [] }

    // MARK: Rate

    /// The rate, relative to normal playback: 0 pauses, less than 0 plays backwards.
    open var rate: Float {
        get { currentRate }
        set { setRate(newValue, at: timeOfChange) }
    }

    /// Plays at `defaultRate`.
    open func play() { rate = defaultRate }
    /// Pauses.
    open func pause() { rate = 0 }
    /// Plays at a rate; all players begin immediately.
    open func playImmediately(atRate rate: Float) { self.rate = rate }

    /// Whether the item is being played.
    open var timeControlStatus: TimeControlStatus {
        if currentRate == 0 { return .paused }
        return currentItem?.status == .readyToPlay ? .playing : .waitingToPlayAtSpecifiedRate
    }
    /// The reason that the player waits; nil when it does not wait.
    open var reasonForWaitingToPlay: WaitingReason? {
        guard timeControlStatus == .waitingToPlayAtSpecifiedRate else { return nil }
        return currentItem == nil ? .noItemToPlay : .toMinimizeStalls
    }

    private func setRate(_ newValue: Float, at host: Double?) {
        guard newValue.isFinite, newValue != currentRate else { return }
        currentRate = newValue
        sound?.stop()
        if let item = currentItem {
            let old = item.timeline
            item.timeline.setRate(Double(newValue), at: host)
            if host != nil, old.hostTime != nil { item.timeline.move(to: item.within(item.timeline.base), at: host) }
            if newValue != 0 { item.isEnded = false }
            observers.jumped(to: item.seconds)
            lastTime = item.seconds
        }
        timelineChanged()
    }

    /// Sets the rate, and the item's time at a time of the host's clock, `CACurrentMediaTime()`.
    ///
    /// - Parameters:
    ///   - itemTime: The item's time; invalid: its current time.
    ///   - hostClockTime: The host's time; invalid: now.
    open func setRate(_ rate: Float, time itemTime: CMTime, atHostTime hostClockTime: CMTime) {
        guard let item = currentItem, rate.isFinite else { return }
        currentRate = rate
        let host = hostClockTime.isNumeric ? hostClockTime.seconds : timeOfChange
        let time = itemTime.isNumeric ? itemTime.seconds : item.seconds
        item.isEnded = false
        sound?.stop()
        item.timeline.setRate(Double(rate), at: host)
        item.timeline.move(to: time, at: host)
        itemJumped(item)
    }

    /// Calls a block when playing can begin immediately: for files, once they are read.
    open func preroll(atRate rate: Float, completionHandler: ((Bool) -> Void)? = nil) {
        guard let completionHandler else { return }
        guard let item = currentItem, item.status != .failed else { return completionHandler(false) }
        if item.status == .readyToPlay { return completionHandler(true) }
        item.whenRead.append { [weak item] in completionHandler(item?.status == .readyToPlay) }
    }

    /// Does nothing: files are always read as fast as possible.
    open func cancelPendingPrerolls() {}

    // MARK: Items

    /// Replaces the current item now; the new item begins at its own time.
    open func replaceCurrentItem(with item: AVPlayerItem?) { replaceItem(item, at: timeOfChange) }

    /// Replaces the current item at a time of the host. The old frame stays until the item's first frame is ready.
    func replaceItem(_ item: AVPlayerItem?, at host: Double?) {
        guard item !== currentItem else { return }
        if let old = currentItem {
            old.endSeek(false)
            if let host { old.timeline.move(to: old.within(old.timeline.itemTime(at: host)), at: nil) }
            old.timeline.setRate(0, at: nil)
            old.player = nil
        }
        requires(item?.player == nil, "an item is played by one player: make another AVPlayerItem of its asset")
        // At an item's end, the sound of the next item is already playing.
        if !isAdvancing { sound?.stop() }
        currentItem = item
        item?.player = self
        isReading = false
        if let item {
            item.timeline.setRate(Double(currentRate), at: nil)
            item.timeline.move(to: item.timeline.base, at: host)
            lastTime = item.timeline.base
        } else {
            sound?.stop()
            output.setFilm(nil)
        }
        timelineChanged()
    }

    /// Whether the next item follows the current item at its end.
    private var isAdvancing = false

    // MARK: Time

    /// The item's current time; 0 without an item.
    open func currentTime() -> CMTime { currentItem?.currentTime() ?? .zero }

    /// Seeks exactly to a time.
    open func seek(to time: CMTime) { currentItem?.seek(to: time) }

    /// Seeks exactly to a time, and calls a block when its frame is ready; with false when another seek or a change
    /// interrupted.
    open func seek(to time: CMTime, completionHandler: @escaping (Bool) -> Void) {
        guard let currentItem else { return completionHandler(false) }
        currentItem.seek(to: time, completionHandler: completionHandler)
    }

    /// Seeks exactly to a time; tolerances are ignored.
    open func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) { seek(to: time) }

    /// Seeks exactly to a time, and calls a block when its frame is ready; tolerances are ignored.
    open func seek(
        to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime, completionHandler: @escaping (Bool) -> Void
    ) { seek(to: time, completionHandler: completionHandler) }

    /// Calls a block at regular intervals of the item's time, and when the time jumps, starts or stops.
    ///
    /// - Parameter queue: The queue of the calls; nil and the main queue mean the player's thread.
    /// - Returns: A token for `removeTimeObserver`.
    open func addPeriodicTimeObserver(
        forInterval interval: CMTime, queue: DispatchQueue?, using block: @escaping (CMTime) -> Void
    ) -> Any {
        let seconds = interval.seconds
        let observer = observers.addPeriodic(seconds.isFinite && seconds > 0 ? max(seconds, 1e-4) : 1, queue, block)
        timelineChanged()
        return observer
    }

    /// Calls a block when the item's time passes one of `times`, which are values that hold `CMTime`.
    open func addBoundaryTimeObserver(
        forTimes times: [NSValue], queue: DispatchQueue?, using block: @escaping () -> Void
    ) -> Any {
        let observer = observers.addBoundary(times.map(\.timeValue.seconds).filter(\.isFinite), queue, block)
        timelineChanged()
        return observer
    }

    /// Ends the calls of a block.
    open func removeTimeObserver(_ observer: Any) { observers.remove(observer) }

    /// Shows the film in a layer of any class, too, as its contents.
    package func addOutput(_ layer: CALayer) {
        output.add(layer)
        timelineChanged()
    }

    /// Calls a function with the number of each frame that layers get, and with its due time, in seconds of the
    /// layers' time.
    package func observeFrames(_ body: @escaping (_ frame: Int, _ due: Double) -> Void) {
        output.didShow = { [weak self] frame in
            guard let item = self?.currentItem, let film = item.asset.film,
                let due = item.timeline.hostTime(of: film.time(of: frame))
            else { return }
            body(frame, due)
        }
    }

    /// The numbers of frames that the thread decoded and dropped because they were late; nil without a thread.
    package var decodedFrames: (decoded: Int, dropped: Int)? {
        output.statistics.map { ($0.decoded, $0.dropped) }
    }

    // MARK: Driving

    /// The layers' time, or the best known time of this thread.
    var now: Double { MediaClock.now }

    /// The time at which a change made now takes effect; nil while nothing drives the thread: at its first run.
    var timeOfChange: Double? {
        ThreadState.current.hasDriver || currentItem?.timeline.hostTime != nil ? now : nil
    }

    /// Requests a new computation of what is due.
    func timelineChanged() {
        isStale = true
        sound?.planChanged()
        // The player may be used by another thread than the thread that made it.
        ThreadState.current.add(self)
        timer.update()
        ThreadState.current.wakeDriver()
    }

    /// The items after the current one may have changed.
    func soundChanged() {
        guard let sound else { return }
        sound.planChanged()
        ThreadState.current.wakeDriver()
    }

    /// Stops an item's sound, which will restart elsewhere.
    func stopSound(of item: AVPlayerItem) { if item === currentItem { sound?.stop() } }

    /// Plays the sound of an item in a window; false while pictures wait for the sound.
    private func followSound(_ item: AVPlayerItem, at time: Double, wake: (@Sendable () -> Void)?) -> Bool {
        guard let wake, SoundRun.rates.contains(currentRate), !item.isEnded, !item.sound.isEmpty else {
            sound?.stop()
            return true
        }
        if sound == nil {
            sound = PlayerSound(soundDevice, now: soundClock, without: "films are played without sound")
            sound?.setGain(SIMD2(repeating: gain))
        }
        return sound?.follow(item, itemsAhead, rate: Double(currentRate), at: time, wake: wake) ?? true
    }

    /// Handles a jump of an item's time.
    func itemJumped(_ item: AVPlayerItem) {
        guard item === currentItem else { return }
        lastTime = item.seconds
        NotificationCenter.default.post(name: AVPlayerItem.timeJumpedNotification, object: item)
        observers.jumped(to: lastTime)
        timelineChanged()
    }

    /// Reads the item's file, then runs waiting blocks. With `wake`, reads on another thread and calls `wake` at the
    /// end.
    private func read(_ item: AVPlayerItem, wake: (@Sendable () -> Void)?) {
        if let wake, !item.asset.isRead {
            guard !isReading else { return }
            isReading = true
            item.asset.loadValuesAsynchronously(forKeys: []) { wake() }
            return
        }
        // Playing begins now if it waited for the file.
        let begin = isReading ? nil : item.timeline.hostTime
        isReading = false
        switch item.asset.content {
        case .success where item.asset.isPlayable:
            item.status = .readyToPlay
            item.timeline.move(to: item.within(item.timeline.base), at: begin)
            lastTime = item.timeline.base
        case .success:
            item.status = .failed
            item.error = AVError(.operationNotSupportedForAsset, "the asset has no track that can be played")
        case .failure(let error):
            item.status = .failed
            item.error = error
        }
        status = .readyToPlay
        isStale = true
        if item.status == .failed {
            output.setFilm(nil)
            item.endSeek(false)
            NotificationCenter.default.post(
                name: AVPlayerItem.failedToPlayToEndTimeNotification, object: item,
                userInfo: item.error.map { [AVPlayerItemFailedToPlayToEndTimeErrorKey: $0] })
        }
        let waiting = item.whenRead
        item.whenRead = []
        for body in waiting { body() }
    }

    /// Does what is due at a time of the host.
    ///
    /// - Parameter wake: Called when something that was not ready becomes ready; nil blocks until it is.
    func run(at time: Double, wake: (@Sendable () -> Void)?) {
        isStale = false
        // Items follow each other without drift. Nobody would see more than 1000 in one run.
        for _ in 0..<1000 {
            guard let item = currentItem else { return }
            if item.status == .unknown { read(item, wake: wake) }
            guard item.status == .readyToPlay else { return }
            guard followSound(item, at: time, wake: wake) else { break }
            item.timeline.begin(at: time)
            guard let end = endTime(of: item), end <= time + PlayerTimeline.tolerance else { break }
            finish(item, at: min(end, time))
        }
        guard let item = currentItem, item.status == .readyToPlay else { return }
        var position = item.within(item.timeline.itemTime(at: time))
        // If a device is slower than the host, time moves back a little; and an item that began at a time of the host
        // may be asked for an earlier time. Pictures never go back, and nobody is notified twice.
        if currentRate > 0 { position = max(position, lastTime) }
        if currentRate < 0 { position = min(position, lastTime) }
        var isThere = true
        // The time seen at the next refresh, which may be later than the sound heard now.
        let seen = item.within(item.timeline.itemTime(at: output.shownTime(of: time)))
        let shown =
            currentRate > 0
            ? max(position, min(seen, item.forwardEnd))
            : currentRate < 0 ? min(position, max(seen, item.backwardEnd)) : position
        if let picture = item.pictures.picture(at: shown) {
            output.setFilm(picture.film)
            isThere = output.show(picture.frame, step: currentRate > 0 ? 1 : currentRate < 0 ? -1 : 0, wake: wake)
        } else {
            output.setFilm(nil)
        }
        if isThere, item.isSeeking { item.endSeek(true) }
        if currentRate != 0, position != lastTime {
            let old = lastTime
            lastTime = position
            observers.moved(from: old, to: position)
        }
    }

    /// The host's time at which the item ends; nil when it does not end.
    private func endTime(of item: AVPlayerItem) -> Double? {
        guard currentRate != 0, !item.isEnded else { return nil }
        return item.timeline.hostTime(of: currentRate > 0 ? item.forwardEnd : item.backwardEnd)
    }

    private func finish(_ item: AVPlayerItem, at host: Double) {
        let end = currentRate > 0 ? item.forwardEnd : item.backwardEnd
        item.isEnded = true
        observers.moved(from: lastTime, to: end)
        lastTime = end
        if actionAtItemEnd == .pause {
            currentRate = 0
            item.timeline.setRate(0, at: host)
            item.timeline.move(to: end, at: host)
            observers.jumped(to: end)
        }
        let isBefore = item === currentItem
        item.whenEnded?()
        NotificationCenter.default.post(name: AVPlayerItem.didPlayToEndTimeNotification, object: item)
        if isBefore, item === currentItem, item.isEnded, actionAtItemEnd == .advance {
            isAdvancing = true
            advance(at: host)
            isAdvancing = false
        }
    }

    /// Continues with the next item at a time of the host.
    func advance(at host: Double) {}
}

extension AVPlayer: TimedPlayer {
    var needsTime: Bool { currentItem != nil }

    /// Whether a pump drives the player: the pump of its layers' tree, or any pump if no layer is in a tree.
    package func isDriven(by pump: ClientPump) -> Bool {
        var isFree = true
        for context in output.contexts {
            if context === pump.context { return true }
            if context != nil { isFree = false }
        }
        return isFree
    }

    /// The time of the next frame, observer call, or end of the item.
    package func nextEvent(after time: Double) -> Double? {
        guard let item = currentItem else { return nil }
        if isStale { return time }
        guard item.status == .readyToPlay, currentRate != 0 else { return nil }
        if let due = sound?.due { return max(due, time) }
        let position = item.timeline.itemTime(at: time)
        let seen = item.timeline.itemTime(at: output.shownTime(of: time))
        let forwards = currentRate > 0
        var next: Double?
        func take(_ itemTime: Double) {
            guard let host = item.timeline.hostTime(of: itemTime), host.isFinite else { return }
            let due = max(host, time)
            next = min(next ?? due, due)
        }
        if position >= -1, position <= item.lastTime + 1,
            let change = item.pictures.change(after: seen, forwards: forwards),
            let due = item.timeline.hostTime(of: change), due.isFinite
        {
            next = output.givingTime(ofDue: due, after: time)
        }
        if !observers.isEmpty, !item.isEnded, let told = observers.next(after: position, forwards: forwards) {
            take(told)
        }
        if let end = endTime(of: item) { next = min(next ?? end, max(end, time)) }
        return next
    }

    /// Shows the frame that is due, and calls observers.
    package func run(at time: Double, _ pump: ClientPump) {
        output.refreshes = pump.context.isLive ? pump.timing?.grid : nil
        run(at: time, wake: pump.context.isLive ? pump.wake : nil)
    }
}
