import CoreGraphics
import Foundation
import MicaBase
import MicaFilm
import QuartzCore

/// An asset in playback: its current time, and its end.
///
/// An item belongs to its player's thread. *Source*: Apple, AVPlayerItem.h.
open class AVPlayerItem: NSObject {
    /// Whether an item can be played.
    public enum Status: Int, Sendable {
        /// The item's file is not read yet.
        case unknown = 0
        /// The item can be played.
        case readyToPlay = 1
        /// The item cannot be played; `error` has the reason.
        case failed = 2
    }

    /// The asset to play.
    public let asset: AVAsset
    /// The player of the item.
    weak var player: AVPlayer?
    /// The relation of the item's time to the host's time.
    var timeline = PlayerTimeline() {
        didSet { if timeline != oldValue { for entry in followers { entry.layer?.follow(timeline) } } }
    }
    private struct Follower {
        weak var layer: AVSynchronizedLayer?
    }
    /// The layers that follow its time.
    private var followers: [Follower] = []
    /// Called at the item's end before all others.
    var whenEnded: (() -> Void)?
    /// Called when the current seek ends.
    private var seekHandler: ((Bool) -> Void)?
    /// Called when the item's status is known.
    var whenRead: [() -> Void] = []
    /// Whether the item's end was reached and reported.
    var isEnded = false

    /// Makes an item of an asset, which is read once a player has the item.
    public init(asset: AVAsset) { self.asset = asset }

    /// Makes an item of an asset; `keys` are ignored, because everything is read at once.
    public init(asset: AVAsset, automaticallyLoadedAssetKeys keys: [String]?) { self.asset = asset }

    /// Makes an item of a file.
    public convenience init(url URL: URL) { self.init(asset: AVURLAsset(url: URL)) }

    /// Whether the item can be played.
    open internal(set) var status = Status.unknown
    /// The reason that the item cannot be played; nil while it can.
    open internal(set) var error: (any Error)?

    /// The duration; indefinite until the item is ready to play.
    open var duration: CMTime { status == .readyToPlay ? asset.duration : .indefinite }
    /// The size at which pictures are shown; zero until the item is ready to play, and without video.
    open var presentationSize: CGSize {
        guard status == .readyToPlay, let film = pictures.segments.lazy.compactMap(\.film).first else { return .zero }
        return CGSize(width: film.width, height: film.height)
    }
    /// The tracks; empty until the item is ready to play.
    open var tracks: [AVPlayerItemTrack] {
        status == .readyToPlay ? asset.tracks.map { AVPlayerItemTrack($0) } : []
    }
    /// The range that can be played without waiting: all of the file.
    open var loadedTimeRanges: [NSValue] {
        status == .readyToPlay ? [NSValue(timeRange: CMTimeRange(start: .zero, duration: asset.duration))] : []
    }
    /// The range that can be sought: all of the file.
    open var seekableTimeRanges: [NSValue] { loadedTimeRanges }
    /// The end of forward playback; invalid, the default, means the item's end.
    open var forwardPlaybackEndTime = CMTime.invalid { didSet { player?.timelineChanged() } }
    /// The end of backward playback; invalid, the default, means the item's start.
    open var reversePlaybackEndTime = CMTime.invalid { didSet { player?.timelineChanged() } }
    /// Whether rates over 1 are supported: yes, once ready to play.
    open var canPlayFastForward: Bool { status == .readyToPlay }
    /// Whether rates between 0 and 1 are supported: yes, once ready to play.
    open var canPlaySlowForward: Bool { status == .readyToPlay }
    /// Whether backward playback is supported: yes, once ready to play.
    open var canPlayReverse: Bool { status == .readyToPlay }
    /// Whether rates under -1 are supported: yes, once ready to play.
    open var canPlayFastReverse: Bool { status == .readyToPlay }
    /// Whether rates between -1 and 0 are supported: yes, once ready to play.
    open var canPlaySlowReverse: Bool { status == .readyToPlay }
    /// Whether the item can step by frames: yes, once ready to play, with video.
    open var canStepForward: Bool { status == .readyToPlay && !pictures.segments.isEmpty }
    /// Whether the item can step back by frames: like `canStepForward`.
    open var canStepBackward: Bool { canStepForward }
    /// Whether playing can continue without waiting: yes, because files are local.
    open var isPlaybackLikelyToKeepUp: Bool { status == .readyToPlay }
    /// Whether the buffer is full: yes, once ready to play.
    open var isPlaybackBufferFull: Bool { status == .readyToPlay }
    /// Whether the buffer is empty: until the item is ready to play.
    open var isPlaybackBufferEmpty: Bool { status != .readyToPlay }
    /// The seconds to buffer ahead; has no effect.
    open var preferredForwardBufferDuration: TimeInterval = 0

    // MARK: Time

    /// The item's current time.
    open func currentTime() -> CMTime { CMTime(playerSeconds: seconds) }

    /// The item's current time in seconds, within its ends.
    var seconds: Double { within(timeline.itemTime(at: player?.now ?? 0)) }

    /// A time, limited to the item's ends.
    func within(_ time: Double) -> Double { min(max(time, 0), max(0, lastTime)) }

    /// The frames of the item; none until it is ready to play.
    private(set) lazy var pictures = asset.pictures
    /// The sound of the item; to be read only after its asset is read.
    var sound: SoundTimeline {
        if let knownSound { return knownSound }
        let made = asset.sound(withVolumes: volumes)
        knownSound = made
        return made
    }
    private var knownSound: SoundTimeline?
    private var volumes: [CMPersistentTrackID: [SoundClip.Level]] = [:]
    /// The volumes of the audio tracks over time; nil: all are as they are. Changes of a mix that is set have no effect.
    open var audioMix: AVAudioMix? {
        didSet {
            (volumes, knownSound) = (audioMix?.levels ?? [:], nil)
            player?.timelineChanged()
        }
    }
    /// The end of the item's sound in forward playback; to be read only after its asset is read.
    var soundEnd: Double {
        let (end, last) = (forwardPlaybackEndTime.seconds, asset.duration.seconds)
        return end.isFinite ? min(end, last) : last
    }

    /// The end of the item; infinity until it is known.
    var lastTime: Double { status == .readyToPlay ? asset.duration.seconds : .infinity }
    /// The end of forward playback.
    var forwardEnd: Double {
        let end = forwardPlaybackEndTime.seconds
        return end.isFinite ? min(end, lastTime) : lastTime
    }
    /// The end of backward playback.
    var backwardEnd: Double {
        let end = reversePlaybackEndTime.seconds
        return end.isFinite ? max(0, end) : 0
    }

    /// Seeks exactly to a time, as all seeks do.
    open func seek(to time: CMTime, completionHandler: ((Bool) -> Void)? = nil) {
        let target = time.isPositiveInfinity ? lastTime : time.seconds
        seekHandler?(false)
        seekHandler = nil
        guard target.isFinite else {
            completionHandler?(false)
            return
        }
        isEnded = false
        timeline.move(to: within(target), at: player?.timeOfChange)
        player?.stopSound(of: self)
        seekHandler = completionHandler
        player?.itemJumped(self)
    }

    /// Seeks exactly to a time; tolerances are ignored.
    open func seek(
        to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime, completionHandler: ((Bool) -> Void)? = nil
    ) { seek(to: time, completionHandler: completionHandler) }

    /// Seeks exactly to a time.
    ///
    /// - Returns: Whether the seek finished without interruption.
    @discardableResult
    open func seek(to time: CMTime) async -> Bool {
        seek(to: time, completionHandler: nil)
        return true
    }

    /// Makes a layer follow the item's time.
    func follow(by layer: AVSynchronizedLayer) {
        unfollow(by: layer)
        followers.append(Follower(layer: layer))
        layer.follow(timeline)
    }

    /// Ends the following of a layer.
    func unfollow(by layer: AVSynchronizedLayer) { followers.removeAll { $0.layer == nil || $0.layer === layer } }

    /// Cancels the current seek.
    open func cancelPendingSeeks() { endSeek(false) }

    /// Whether a seek waits for its frame.
    var isSeeking: Bool { seekHandler != nil }

    /// Ends the current seek, and calls its block.
    func endSeek(_ isFinished: Bool) {
        let handler = seekHandler
        seekHandler = nil
        handler?(isFinished)
    }

    /// Moves by a number of frames.
    open func step(byCount stepCount: Int) {
        guard status == .readyToPlay else { return }
        var time = seconds
        for _ in 0..<min(abs(stepCount), 1 << 20) {
            guard let next = pictures.change(after: time, forwards: stepCount > 0), next >= 0, next < lastTime else {
                break
            }
            time = next
        }
        seek(to: CMTime(playerSeconds: time))
    }
}

/// A track in playback.
open class AVPlayerItemTrack: NSObject {
    /// The track of the asset.
    open private(set) weak var assetTrack: AVAssetTrack?
    private let track: AVAssetTrack
    /// Whether the track is played; has no effect.
    open var isEnabled = true
    /// Frames a second, as the file says.
    open var currentVideoFrameRate: Float { track.nominalFrameRate }

    init(_ track: AVAssetTrack) { (assetTrack, self.track) = (track, track) }
}

extension AVPlayerItem {
    /// Posted when an item was played to its end; the object is the item.
    public static let didPlayToEndTimeNotification = NSNotification.Name("AVPlayerItemDidPlayToEndTimeNotification")
    /// Posted when an item cannot be played to its end. The object is the item; the error is under
    /// `AVPlayerItemFailedToPlayToEndTimeErrorKey`.
    public static let failedToPlayToEndTimeNotification = NSNotification.Name(
        "AVPlayerItemFailedToPlayToEndTimeNotification")
    /// Posted when an item's time jumps; the object is the item.
    public static let timeJumpedNotification = NSNotification.Name("AVPlayerItemTimeJumpedNotification")
    /// Posted when an item must wait for data; never for files.
    public static let playbackStalledNotification = NSNotification.Name("AVPlayerItemPlaybackStalledNotification")
}

/// The key of the error in `AVPlayerItemFailedToPlayToEndTime`.
public let AVPlayerItemFailedToPlayToEndTimeErrorKey = "AVPlayerItemFailedToPlayToEndTimeErrorKey"

extension NSNotification.Name {
    /// Posted when an item was played to its end.
    public static let AVPlayerItemDidPlayToEndTime = AVPlayerItem.didPlayToEndTimeNotification
    /// Posted when an item cannot be played to its end.
    public static let AVPlayerItemFailedToPlayToEndTime = AVPlayerItem.failedToPlayToEndTimeNotification
    /// Posted when an item's time jumps.
    public static let AVPlayerItemTimeJumped = AVPlayerItem.timeJumpedNotification
    /// Posted when an item must wait for data.
    public static let AVPlayerItemPlaybackStalled = AVPlayerItem.playbackStalledNotification
}
