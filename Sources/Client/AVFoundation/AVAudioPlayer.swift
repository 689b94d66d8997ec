import Foundation
import MicaBase
import MicaFilm
import QuartzCore

/// An object that is notified of an audio player's end.
///
/// Swift on Linux has no optional requirements, so both methods have default bodies that do nothing. They are called on the
/// player's thread.
public protocol AVAudioPlayerDelegate: NSObjectProtocol {
    /// The sound was played to its end; `flag` is false if it could not be decoded. `pause()` and `stop()` do not count as ends.
    func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool)
    /// The sound cannot be decoded. The end is reported after it.
    func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?)
}

extension AVAudioPlayerDelegate {
    /// Does nothing.
    public func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {}
    /// Does nothing.
    public func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?) {}
}

/// Plays the sound of a file or of bytes in memory.
///
/// In a window the sound is heard, and the player's time follows the sound device. In a `LayerRenderer` and in tests with
/// virtual time nothing is heard, and the time, the end and the meters are those of the virtual clock. Without either the time
/// is the machine's, from the player's run loop.
///
/// A player belongs to one thread at a time, and plays as long as somebody refers to it. *Source*: Apple, AVAudioPlayer.h.
open class AVAudioPlayer: NSObject {
    /// The file of the sound; nil for bytes in memory.
    public let url: URL?
    /// The bytes of the sound; nil for a file.
    public let data: Data?
    /// The object that is notified of the sound's end.
    open weak var delegate: (any AVAudioPlayerDelegate)?

    private let file: AudioPlayerFile
    /// How long the sound lasts each time. *Units*: seconds. At least 10 ms, so that the repetitions of a very short sound
    /// cost little.
    private let pass: Double
    private static let shortestPass = 0.01
    /// The relation of the player's time, in which each repetition follows the one before, to the host's time. A host time in
    /// the future means that the player waits for it.
    var timeline = PlayerTimeline()
    /// The end in the player's time.
    private var end: Double
    /// The decoder for meters and for the check whether the sound can be decoded; nil until the player is prepared.
    private var reader: SoundReader?
    private var isChecked = false
    /// Whether the sound could not be decoded: then it is not played again, as it would end at once each time.
    private var isDamaged = false
    /// Whether `run` has to be called, whatever the time.
    private var isStale = false
    /// When the time was last compared with the device's.
    private var lastRun = 0.0
    private lazy var timer = PlayerTimer(self)
    private var output: PlayerSound?
    /// The device that plays the sound, and whose clock the player follows.
    var soundDevice: any SoundDevice = SDLSoundDevice()
    var soundClock: @Sendable () -> Double = { MediaClock.machineTime }
    private var meter = AudioMeter()
    private var ownVolume: Float = 1
    private var fade: Fade?

    /// How often the time is compared with the device's. *Units*: seconds.
    private static let interval = 0.25

    /// Makes a player of a file.
    ///
    /// - Throws: `AVError` when the file has no sound that can be decoded.
    public convenience init(contentsOf url: URL) throws { try self.init(AudioPlayerFile(url), url, nil) }

    /// Makes a player of a file. The format is known by the file's content, whatever the hint.
    ///
    /// - Throws: `AVError` when the file has no sound that can be decoded.
    public convenience init(contentsOf url: URL, fileTypeHint utiString: String?) throws {
        try self.init(contentsOf: url)
    }

    /// Makes a player of a file's bytes.
    ///
    /// - Throws: `AVError` when they have no sound that can be decoded.
    public convenience init(data: Data) throws { try self.init(AudioPlayerFile(data), nil, data) }

    /// Makes a player of a file's bytes. The format is known by the content, whatever the hint.
    ///
    /// - Throws: `AVError` when they have no sound that can be decoded.
    public convenience init(data: Data, fileTypeHint utiString: String?) throws { try self.init(data: data) }

    private init(_ file: AudioPlayerFile, _ url: URL?, _ data: Data?) {
        (self.file, self.url, self.data) = (file, url, data)
        pass = max(file.duration, Self.shortestPass)
        end = pass
        super.init()
        ThreadState.current.add(self)
    }

    // MARK: The sound

    /// The duration of the sound, played once. *Units*: seconds.
    open var duration: TimeInterval { file.duration }
    /// The number of channels in the file. More than two are mixed to two.
    open var numberOfChannels: Int { file.track.channels }
    /// The format of the sound, under `AVFormatIDKey`, `AVSampleRateKey`, `AVNumberOfChannelsKey` and keys for formats without
    /// compression.
    open var settings: [String: Any] { file.settings }

    // MARK: Playing

    /// Whether the sound is played, or waits for the time of `play(atTime:)`.
    open private(set) var isPlaying = false

    /// Opens the file, so that playing begins without delay; false when it is not there any more.
    @discardableResult
    open func prepareToPlay() -> Bool {
        if reader == nil { reader = try? file.reader() }
        return reader != nil
    }

    /// Plays from the current time on.
    ///
    /// - Returns: false when the file is not there any more, or its sound could not be decoded before.
    @discardableResult
    open func play() -> Bool { begin(at: timeOfChange) }

    /// Plays at a time of `deviceCurrentTime`, from the current time of the sound on; at once if that time has passed.
    ///
    /// - Returns: false as from `play()`, and when the time is not a number.
    @discardableResult
    open func play(atTime time: TimeInterval) -> Bool {
        time.isFinite && begin(at: max(time, deviceCurrentTime))
    }

    private func begin(at host: Double?) -> Bool {
        if isPlaying { return true }
        guard !isDamaged, prepareToPlay() else { return false }
        isPlaying = true
        timeline.setRate(speed, at: nil)
        timeline.move(to: timeline.base, at: host)
        updateGain()
        changed()
        return true
    }

    /// Pauses; the current time stays.
    open func pause() { halt(at: position) }

    /// Stops, and closes the file; the current time stays. The next `play()` counts repetitions from the start.
    open func stop() {
        halt(at: position.truncatingRemainder(dividingBy: pass))
        end = wantedEnd
        (reader, isChecked) = (nil, false)
    }

    private func halt(at time: Double) {
        isPlaying = false
        timeline.setRate(0, at: nil)
        timeline.move(to: time, at: nil)
        output?.stop()
        meter.reset()
        changed()
    }

    /// How often the sound is repeated: 0 plays it once, less than 0 until `stop()` or `pause()`.
    open var numberOfLoops = 0 {
        didSet {
            // The current repetition is played to its end.
            end = max(wantedEnd, ((position / pass).rounded(.down) + 1) * pass)
            if numberOfLoops != oldValue { changed() }
        }
    }
    private var wantedEnd: Double { numberOfLoops < 0 ? .infinity : (Double(numberOfLoops) + 1) * pass }

    // MARK: Time

    /// The time in the sound. *Units*: seconds. A change while the sound is played continues there; times beyond the sound's
    /// ends are limited to them. After the end it is 0.
    open var currentTime: TimeInterval {
        get { position == end ? duration : min(position.truncatingRemainder(dividingBy: pass), duration) }
        set {
            guard newValue.isFinite else { return }
            let passed = min((position / pass).rounded(.down) * pass, end - pass)
            let host = timeline.hostTime.map { max($0, MediaClock.now) } ?? (isPlaying ? timeOfChange : nil)
            timeline.move(to: within(passed + min(max(0, newValue), pass)), at: isPlaying ? host : nil)
            output?.stop()
            changed()
        }
    }

    /// The time of the clock for `play(atTime:)`: that of layers, `CACurrentMediaTime()`. *Units*: seconds.
    open var deviceCurrentTime: TimeInterval { MediaClock.now }

    /// Whether `rate` has an effect; false at first.
    open var enableRate = false { didSet { speedChanged() } }
    /// The rate of playback, 0.5 to 2; 1 is normal. It has an effect while `enableRate` is true. The pitch changes with it.
    open var rate: Float = 1 { didSet { speedChanged() } }

    private var speed: Double { enableRate && rate.isFinite ? Double(min(max(rate, 0.5), 2)) : 1 }

    private func speedChanged() {
        guard isPlaying, timeline.rate != speed else { return }
        let host = timeline.hostTime.map { max($0, MediaClock.now) }
        timeline.setRate(speed, at: host)
        timeline.move(to: within(timeline.base), at: host)
        output?.stop()
        changed()
    }

    /// The player's time: that of the sound, behind all repetitions before.
    private var position: Double {
        timeline.hostTime == nil ? timeline.base : within(max(timeline.base, timeline.itemTime(at: MediaClock.now)))
    }

    /// A time of the player, limited to its ends.
    func within(_ time: Double) -> Double { min(max(0, time), end) }

    // MARK: Loudness

    /// A volume that changes evenly over time. *Units*: seconds.
    private struct Fade {
        var from: Float, to: Float
        var start: Double, duration: Double

        func volume(at time: Double) -> Float {
            time < start + duration ? from + (to - from) * Float(max(0, (time - start) / duration)) : to
        }
    }

    /// The volume, 0 to 1. While it fades, the volume that it has now.
    open var volume: Float {
        get { fade?.volume(at: MediaClock.now) ?? ownVolume }
        set {
            (fade, ownVolume) = (nil, newValue)
            updateGain()
        }
    }

    /// Changes the volume evenly over a duration in seconds.
    open func setVolume(_ volume: Float, fadeDuration duration: TimeInterval) {
        let current = self.volume
        self.volume = volume
        guard duration.isFinite, duration > 0, volume.isFinite, current.isFinite else { return }
        fade = Fade(from: current, to: volume, start: MediaClock.now, duration: duration)
        updateGain()
    }

    /// The place between the loudspeakers: -1 is left, 0 the middle, 1 right.
    ///
    /// The other side becomes quieter, and the own one stays as it is: a guess, as Apple's documentation has no curve.
    open var pan: Float = 0 { didSet { updateGain() } }

    private func gain(_ volume: Float) -> SIMD2<Float> {
        let (loud, side) = (volume.isFinite ? min(max(0, volume), 1) : 0, pan.isFinite ? pan : 0)
        return SIMD2(loud * min(max(0, 1 - side), 1), loud * min(max(0, 1 + side), 1))
    }

    private func updateGain() {
        guard let output else { return }
        let now = MediaClock.now
        guard let fade, now < fade.start + fade.duration else { return output.setGain(gain(ownVolume)) }
        output.fade(
            from: gain(fade.volume(at: now)), to: gain(fade.to), seconds: fade.start + fade.duration - now)
    }

    // MARK: Meters

    /// Whether `updateMeters()` measures the sound.
    open var isMeteringEnabled = false { didSet { if !isMeteringEnabled { meter.reset() } } }

    /// Measures the sound of the last 50 ms, before volume and pan.
    open func updateMeters() {
        guard isMeteringEnabled else { return }
        guard isPlaying, prepareToPlay(), let reader else { return meter.reset() }
        meter.measure(reader, endingAt: currentTime)
    }

    /// The average power of a channel at the last `updateMeters()`, in decibels of the full scale: -160 for silence, and for
    /// channels beyond the second; the first two have the mix.
    open func averagePower(forChannel channelNumber: Int) -> Float { power(meter.average, channelNumber) }

    /// The highest power of a channel at the last `updateMeters()`, as `averagePower(forChannel:)`.
    open func peakPower(forChannel channelNumber: Int) -> Float { power(meter.peak, channelNumber) }

    private func power(_ power: SIMD2<Float>, _ channel: Int) -> Float {
        0..<min(2, numberOfChannels) ~= channel ? power[channel] : AudioMeter.least
    }

    // MARK: Driving

    /// The time at which a change made now takes effect; nil while nothing drives the thread: at its first run.
    private var timeOfChange: Double? {
        ThreadState.current.hasDriver || timeline.hostTime != nil ? MediaClock.now : nil
    }

    /// Requests another run.
    private func changed() {
        isStale = true
        output?.planChanged()
        // The player may be used by another thread than the thread that made it.
        ThreadState.current.add(self)
        timer.update()
        ThreadState.current.wakeDriver()
    }

    func run(at time: Double, wake: (@Sendable () -> Void)?) {
        (isStale, lastRun) = (false, time)
        guard isPlaying, (timeline.hostTime ?? time) <= time + PlayerTimeline.tolerance else { return }
        guard check() else { return }
        guard followSound(at: time, wake: wake) else { return }
        timeline.begin(at: time)
        guard let due = timeline.hostTime(of: end), due <= time + PlayerTimeline.tolerance else { return }
        finish(successfully: true)
    }

    /// Plays the sound in a window; false while the player's time waits for the sound.
    private func followSound(at time: Double, wake: (@Sendable () -> Void)?) -> Bool {
        guard let wake else {
            output?.stop()
            return true
        }
        let output = output ?? PlayerSound(soundDevice, now: soundClock, without: "sounds are not heard")
        if self.output == nil {
            self.output = output
            updateGain()
        }
        return output.follow(self, [], rate: speed, at: time, wake: wake)
    }

    /// Decodes the first frame of the sound, once; reports an error if that fails.
    private func check() -> Bool {
        if isChecked { return true }
        guard let reader else { return false }
        var frame: [Float] = [0, 0]
        reader.begin(at: 0, speed: 1, rate: max(file.track.sampleRate, 1))
        guard reader.read(1, addingTo: &frame, at: 0) == 1 else {
            isDamaged = true
            let name = url?.path ?? "the sound's data"
            delegate?.audioPlayerDecodeErrorDidOccur(
                self, error: AVError(.decodeFailed, "\(name): the sound cannot be decoded"))
            finish(successfully: false)
            return false
        }
        isChecked = true
        return true
    }

    private func finish(successfully isGood: Bool) {
        halt(at: 0)
        end = wantedEnd
        delegate?.audioPlayerDidFinishPlaying(self, successfully: isGood)
    }
}

extension AVAudioPlayer: SoundedItem {
    var sound: SoundTimeline {
        let part = SoundClip(path: file.path, track: file.track.index, span: 0..<end, pass: pass)
        return SoundTimeline(tracks: [[part]])
    }
    var soundEnd: Double { end }
}

extension AVAudioPlayer: TimedPlayer {
    var needsTime: Bool { isPlaying }

    /// Whether a pump drives the player: any does.
    package func isDriven(by pump: ClientPump) -> Bool { true }

    /// The time of the sound's end, or of the next comparison with the device.
    package func nextEvent(after time: Double) -> Double? {
        if isStale { return time }
        guard isPlaying else { return nil }
        if let begin = timeline.hostTime, begin > time { return begin }
        if let due = output?.due { return max(due, time) }
        let due = timeline.hostTime(of: end).flatMap { $0.isFinite ? max($0, time) : nil }
        guard output?.isFollowed == true else { return due }
        return min(due ?? .infinity, max(time, lastRun + Self.interval))
    }

    /// Plays the sound, and reports its end.
    package func run(at time: Double, _ pump: ClientPump) {
        run(at: time, wake: pump.context.isLive ? pump.wake : nil)
    }
}
