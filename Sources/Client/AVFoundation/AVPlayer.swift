import CoreGraphics
import Dispatch
import Foundation
import MicaFilm
import QuartzCore

/// Plays an item: its time goes with the time of the layers that show it.
///
/// In a `LayerRenderer` that is the virtual time: each frame of the film comes in a commit of its own at its own time, so that any
/// time of the recording shows the frame with the greatest time not after it. In a window a thread decodes ahead, and frames whose
/// time is gone are left out. Without either it is the machine's time, from the player's run loop. A player that is told to play
/// before there is a renderer or a window begins with it.
///
/// It belongs to one thread at a time: that of its layers. *Source*: Apple, AVPlayer.h.
open class AVPlayer: NSObject {
    /// Whether a player can play.
    public enum Status: Int, Sendable {
        /// It has had no item yet.
        case unknown = 0
        /// It can.
        case readyToPlay = 1
        /// It cannot.
        case failed = 2
    }
    /// Whether an item is being played.
    public enum TimeControlStatus: Int, Sendable {
        /// It is not.
        case paused = 0
        /// It will be, when it can.
        case waitingToPlayAtSpecifiedRate = 1
        /// It is.
        case playing = 2
    }
    /// Why a player waits.
    public struct WaitingReason: Hashable, RawRepresentable, Sendable {
        /// Apple's string.
        public let rawValue: String
        /// Makes a value of any string.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// There is no item.
        public static let noItemToPlay = WaitingReason(rawValue: "AVPlayerWaitingWithNoItemToPlayReason")
        /// The item is not read yet.
        public static let toMinimizeStalls = WaitingReason(rawValue: "AVPlayerWaitingToMinimizeStallsReason")
        /// It is not known yet whether it has to wait.
        public static let evaluatingBufferingRate = WaitingReason(
            rawValue: "AVPlayerWaitingWhileEvaluatingBufferingRateReason")
    }
    /// What a player does at an item's end.
    public enum ActionAtItemEnd: Int, Sendable {
        /// Goes on to the next item; for `AVQueuePlayer` alone.
        case advance = 0
        /// Pauses.
        case pause = 1
        /// Nothing: the last frame stays, and the rate.
        case none = 2
    }

    let output = PlayerOutput()
    private let observers = PlayerObservers()
    private lazy var timer = PlayerTimer(self)
    /// Its sound; nil until an item with sound is played in a window.
    private var sound: PlayerSound?
    /// What plays sound, and the clock that this goes by.
    var soundDevice: any SoundDevice = SDLSoundDevice()
    var soundClock: @Sendable () -> Double = { MediaClock.machineTime }
    /// The most frames of sound that were held at a time.
    var mostSoundFrames: Int { sound?.mostFrames ?? 0 }
    /// The item's time that observers were told of last.
    private var lastTime = 0.0
    /// Whether the frame that is due may be another than the one that is shown.
    private var isStale = true
    private var currentRate: Float = 0
    private var isReading = false

    /// Makes a player without an item.
    public override init() {
        super.init()
        ThreadState.current.add(self)
    }

    /// Makes a player of a file.
    public convenience init(url URL: URL) { self.init(playerItem: AVPlayerItem(url: URL)) }

    /// Makes a player of an item.
    public convenience init(playerItem item: AVPlayerItem?) {
        self.init()
        replaceCurrentItem(with: item)
    }

    /// Whether it can play; once it had an item that was read, it can.
    open internal(set) var status = Status.unknown
    /// Why it cannot play: nil, as only items fail.
    open var error: (any Error)? { nil }
    /// The item that is played.
    open private(set) var currentItem: AVPlayerItem?
    /// What it does at an item's end.
    ///
    /// - Precondition: not `advance`, which is for `AVQueuePlayer`.
    open var actionAtItemEnd = ActionAtItemEnd.pause {
        willSet {
            precondition(newValue != .advance || advances, "only an AVQueuePlayer advances at an item's end")
        }
        didSet { soundChanged() }
    }
    /// How loud it plays, 0 to 1.
    open var volume: Float = 1 { didSet { sound?.setGain(gain) } }
    /// Whether it plays without sound.
    open var isMuted = false { didSet { sound?.setGain(gain) } }
    private var gain: Float { isMuted ? 0 : min(max(0, volume), 1) }
    /// Whether playing may wait for what is not read yet.
    open var automaticallyWaitsToMinimizeStalling = true
    /// Whether the display stays on: has no effect.
    open var preventsDisplaySleepDuringVideoPlayback = false
    /// Whether other devices may show it: none do.
    open var allowsExternalPlayback = true
    /// The rate of `play()`.
    open var defaultRate: Float = 1

    /// Whether it goes on to another item at the end of one.
    var advances: Bool { false }
    /// The items that it goes on to.
    var itemsAhead: [AVPlayerItem] { [] }

    // MARK: Rate

    /// How much faster than meant it plays: 0 pauses, less than 0 plays backwards.
    open var rate: Float {
        get { currentRate }
        set { setRate(newValue, at: timeOfChange) }
    }

    /// Plays at `defaultRate`.
    open func play() { rate = defaultRate }
    /// Pauses.
    open func pause() { rate = 0 }
    /// Plays at a rate, which it does at once anyway.
    open func playImmediately(atRate rate: Float) { self.rate = rate }

    /// Whether the item is being played.
    open var timeControlStatus: TimeControlStatus {
        if currentRate == 0 { return .paused }
        return currentItem?.status == .readyToPlay ? .playing : .waitingToPlayAtSpecifiedRate
    }
    /// Why it waits; nil when it does not.
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

    /// Sets the rate and what the item's time is at a time of the host's clock, `CACurrentMediaTime()`.
    ///
    /// - Parameters:
    ///   - itemTime: invalid for the item's time.
    ///   - hostClockTime: invalid for now.
    open func setRate(_ rate: Float, time itemTime: CMTime, atHostTime hostClockTime: CMTime) {
        guard let item = currentItem, rate.isFinite else { return }
        currentRate = rate
        let host = hostClockTime.isNumeric ? Self.treeTime(hostClockTime.seconds) : timeOfChange
        let time = itemTime.isNumeric ? itemTime.seconds : item.seconds
        item.isEnded = false
        sound?.stop()
        item.timeline.setRate(Double(rate), at: host)
        item.timeline.move(to: time, at: host)
        itemJumped(item)
    }

    /// Calls a block once playing can begin at once, which for files is so when they are read.
    open func preroll(atRate rate: Float, completionHandler: ((Bool) -> Void)? = nil) {
        guard let completionHandler else { return }
        guard let item = currentItem, item.status != .failed else { return completionHandler(false) }
        if item.status == .readyToPlay { return completionHandler(true) }
        item.whenRead.append { [weak item] in completionHandler(item?.status == .readyToPlay) }
    }

    /// Does nothing: files are read as fast as can be.
    open func cancelPendingPrerolls() {}

    // MARK: Items

    /// Plays another item from now on, from where that is.
    open func replaceCurrentItem(with item: AVPlayerItem?) { replaceItem(item, at: timeOfChange) }

    /// The same at a time of the host's; what is shown stays until the item's first frame is there.
    func replaceItem(_ item: AVPlayerItem?, at host: Double?) {
        guard item !== currentItem else { return }
        if let old = currentItem {
            old.endSeek(false)
            if let host { old.timeline.move(to: old.within(old.timeline.itemTime(at: host)), at: nil) }
            old.timeline.setRate(0, at: nil)
            old.player = nil
        }
        precondition(item?.player == nil, "an item is played by one player")
        // At an item's end the sound of the next one is under way.
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

    /// Whether the next item follows the current one at its end.
    private var isAdvancing = false

    // MARK: Time

    /// The time that the item has come to; 0 without one.
    open func currentTime() -> CMTime { currentItem?.currentTime() ?? .zero }

    /// Goes to a time: to exactly that one.
    open func seek(to time: CMTime) { currentItem?.seek(to: time) }

    /// Goes to a time, and calls a block when its frame is there; with false when something came between.
    open func seek(to time: CMTime, completionHandler: @escaping (Bool) -> Void) {
        guard let currentItem else { return completionHandler(false) }
        currentItem.seek(to: time, completionHandler: completionHandler)
    }

    /// Goes to a time within tolerances: to exactly that one.
    open func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) { seek(to: time) }

    /// Goes to a time within tolerances, and calls a block when its frame is there.
    open func seek(
        to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime, completionHandler: @escaping (Bool) -> Void
    ) { seek(to: time, completionHandler: completionHandler) }

    /// Calls a block each so much of the item's time, and when that jumps, starts or stops.
    ///
    /// - Parameter queue: nil and the main queue are the player's thread.
    /// - Returns: what `removeTimeObserver` takes.
    open func addPeriodicTimeObserver(
        forInterval interval: CMTime, queue: DispatchQueue?, using block: @escaping (CMTime) -> Void
    ) -> Any {
        let seconds = interval.seconds
        let observer = observers.addPeriodic(seconds.isFinite && seconds > 0 ? max(seconds, 1e-4) : 1, queue, block)
        timelineChanged()
        return observer
    }

    /// Calls a block when the item's time passes one of a list, of values that hold `CMTime`.
    open func addBoundaryTimeObserver(
        forTimes times: [NSValue], queue: DispatchQueue?, using block: @escaping () -> Void
    ) -> Any {
        let observer = observers.addBoundary(times.map(\.timeValue.seconds).filter(\.isFinite), queue, block)
        timelineChanged()
        return observer
    }

    /// Has a block called no more.
    open func removeTimeObserver(_ observer: Any) { observers.remove(observer) }

    /// Shows what is played in a layer of any class too, as its contents.
    package func addOutput(_ layer: CALayer) {
        output.add(layer)
        timelineChanged()
    }

    /// Has somebody told of each frame that the layers get: its number, and when it is due, in seconds of the layers' time.
    package func observeFrames(_ body: @escaping (_ frame: Int, _ due: Double) -> Void) {
        output.didShow = { [weak self] frame in
            guard let item = self?.currentItem, let film = item.asset.film,
                let due = item.timeline.hostTime(of: film.time(of: frame))
            else { return }
            body(frame, due)
        }
    }

    /// How many frames a thread has decoded, and how many it has passed over as their time was gone; nil without one.
    package var decodedFrames: (decoded: Int, dropped: Int)? {
        output.statistics.map { ($0.decoded, $0.dropped) }
    }

    // MARK: Driving

    /// The time of the layers, as far as the thread knows one.
    var now: Double { MediaClock.now }

    /// When a change takes effect that is made now: nil, for when it is first driven, while nothing drives the thread.
    var timeOfChange: Double? {
        ThreadState.current.hasDriver || currentItem?.timeline.hostTime != nil ? now : nil
    }

    /// A time of the program's clock as one of the tree's.
    private static func treeTime(_ media: Double) -> Double {
        ThreadState.current.clock?.treeTime(ofMediaTime: media) ?? media
    }

    /// Has what is due looked for again.
    func timelineChanged() {
        isStale = true
        sound?.planChanged()
        // The thread that uses it may be another than the one that made it.
        ThreadState.current.add(self)
        timer.update()
        ThreadState.current.wakeDriver()
    }

    /// What is heard after the current item may be something else.
    func soundChanged() {
        guard let sound else { return }
        sound.planChanged()
        ThreadState.current.wakeDriver()
    }

    /// An item's sound is heard no more from where it was.
    func stopSound(of item: AVPlayerItem) { if item === currentItem { sound?.stop() } }

    /// Has an item heard that is played in a window; false while its pictures wait for the sound.
    private func followSound(_ item: AVPlayerItem, at time: Double, wake: (@Sendable () -> Void)?) -> Bool {
        guard let wake, SoundRun.rates.contains(currentRate), !item.isEnded, !item.sound.isEmpty else {
            sound?.stop()
            return true
        }
        if sound == nil {
            sound = PlayerSound(soundDevice, now: soundClock)
            sound?.setGain(gain)
        }
        return sound?.follow(item, itemsAhead, rate: Double(currentRate), at: time, wake: wake) ?? true
    }

    /// An item went to another time.
    func itemJumped(_ item: AVPlayerItem) {
        guard item === currentItem else { return }
        lastTime = item.seconds
        NotificationCenter.default.post(name: AVPlayerItem.timeJumpedNotification, object: item)
        observers.jumped(to: lastTime)
        timelineChanged()
    }

    /// Reads the item's file, and does what waited for that; on another thread where `wake` is given, which it calls.
    private func read(_ item: AVPlayerItem, wake: (@Sendable () -> Void)?) {
        if let wake, !item.asset.isRead {
            guard !isReading else { return }
            isReading = true
            item.asset.loadValuesAsynchronously(forKeys: []) { wake() }
            return
        }
        // What was waited for begins now.
        let begin = isReading ? nil : item.timeline.hostTime
        isReading = false
        switch item.asset.content {
        case .success where item.asset.isPlayable:
            item.status = .readyToPlay
            item.timeline.move(to: item.within(item.timeline.base), at: begin)
            lastTime = item.timeline.base
        case .success:
            item.status = .failed
            item.error = AVError(.operationNotSupportedForAsset, "there is nothing in the asset that can be played")
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

    /// Does what is due at a time of the host's.
    ///
    /// - Parameter wake: is called when what is not there yet has come; nil waits for it.
    func run(at time: Double, wake: (@Sendable () -> Void)?) {
        isStale = false
        // An item after another, without drift; more than so many in one go are none that somebody sees.
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
        // A device that is slower than the host takes the time back a little, and what began to play at a time of the host's may be asked
        // for an earlier one: pictures do not go back, and nothing is told twice.
        if currentRate > 0 { position = max(position, lastTime) }
        if currentRate < 0 { position = min(position, lastTime) }
        var isThere = true
        // What is seen at the next refresh, which may be later than what is heard now.
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

    /// When the item ends; nil where it does not.
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

    /// Goes on to the next item at a time of the host's.
    func advance(at host: Double) {}
}

extension AVPlayer: TimedSource {
    /// Whether a pump drives it: that of the tree that its layers are in, or any where they are in none.
    package func isDriven(by pump: ClientPump) -> Bool {
        var isFree = true
        for context in output.contexts {
            if context === pump.context { return true }
            if context != nil { isFree = false }
        }
        return isFree
    }

    /// When its next frame is due, an observer, or the item's end.
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

    /// Shows the frame that is due, and tells of what has come to pass.
    package func run(at time: Double, _ pump: ClientPump) {
        output.refreshes = pump.context.isLive ? pump.timing?.grid : nil
        run(at: time, wake: pump.context.isLive ? pump.wake : nil)
    }
}
