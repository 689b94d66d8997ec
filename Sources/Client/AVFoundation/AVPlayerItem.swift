import CoreGraphics
import Foundation
import MicaFilm

/// An asset while it is played: its time, and how it ends.
///
/// It belongs to the thread of its player. *Source*: Apple, AVPlayerItem.h.
open class AVPlayerItem: NSObject {
    /// Whether an item can be played.
    public enum Status: Int, Sendable {
        /// Its file is not read yet.
        case unknown = 0
        /// It can be played.
        case readyToPlay = 1
        /// It cannot; `error` says why.
        case failed = 2
    }

    /// What is played.
    public let asset: AVAsset
    /// The player whose item it is.
    weak var player: AVPlayer?
    /// How its time goes.
    var timeline = PlayerTimeline() {
        didSet { if timeline != oldValue { for entry in followers { entry.layer?.follow(timeline) } } }
    }
    private struct Follower {
        weak var layer: AVSynchronizedLayer?
    }
    /// The layers that have its time.
    private var followers: [Follower] = []
    /// What is called at its end before all others.
    var whenEnded: (() -> Void)?
    /// What the seek under way calls when it has come there.
    private var seekHandler: ((Bool) -> Void)?
    /// What is done once the item's status is known.
    var whenRead: [() -> Void] = []
    /// Whether its end was reached, so that it is told of once.
    var isEnded = false

    /// Makes an item of an asset, which is read when a player has it.
    public init(asset: AVAsset) { self.asset = asset }

    /// Makes an item of an asset; `keys` have no effect, as all is read at once.
    public init(asset: AVAsset, automaticallyLoadedAssetKeys keys: [String]?) { self.asset = asset }

    /// Makes an item of a file.
    public convenience init(url URL: URL) { self.init(asset: AVURLAsset(url: URL)) }

    /// Whether it can be played.
    open internal(set) var status = Status.unknown
    /// Why it cannot be played; nil while it can.
    open internal(set) var error: (any Error)?

    /// How long it is; indefinite until it is ready to play.
    open var duration: CMTime { status == .readyToPlay ? asset.duration : .indefinite }
    /// The size that pictures are shown with; zero until it is ready to play, and without pictures.
    open var presentationSize: CGSize {
        guard status == .readyToPlay, let film = pictures.segments.lazy.compactMap(\.film).first else { return .zero }
        return CGSize(width: film.width, height: film.height)
    }
    /// The tracks; empty until it is ready to play.
    open var tracks: [AVPlayerItemTrack] {
        status == .readyToPlay ? asset.tracks.map { AVPlayerItemTrack($0) } : []
    }
    /// What is there to be played without waiting: all of a file.
    open var loadedTimeRanges: [NSValue] {
        status == .readyToPlay ? [NSValue(timeRange: CMTimeRange(start: .zero, duration: asset.duration))] : []
    }
    /// What can be gone to: all of a file.
    open var seekableTimeRanges: [NSValue] { loadedTimeRanges }
    /// Where playing forwards ends in place of the end; invalid, at first, is the end.
    open var forwardPlaybackEndTime = CMTime.invalid { didSet { player?.timelineChanged() } }
    /// Where playing backwards ends in place of the start; invalid, at first, is the start.
    open var reversePlaybackEndTime = CMTime.invalid { didSet { player?.timelineChanged() } }
    /// Whether it can be played at rates over 1: it can.
    open var canPlayFastForward: Bool { status == .readyToPlay }
    /// Whether it can be played at rates between 0 and 1: it can.
    open var canPlaySlowForward: Bool { status == .readyToPlay }
    /// Whether it can be played backwards: it can.
    open var canPlayReverse: Bool { status == .readyToPlay }
    /// Whether it can be played backwards faster than at 1: it can.
    open var canPlayFastReverse: Bool { status == .readyToPlay }
    /// Whether it can be played backwards slower than at 1: it can.
    open var canPlaySlowReverse: Bool { status == .readyToPlay }
    /// Whether it can be moved by frames: it can.
    open var canStepForward: Bool { status == .readyToPlay && !pictures.segments.isEmpty }
    /// Whether it can be moved back by frames: it can.
    open var canStepBackward: Bool { canStepForward }
    /// Whether playing can go on without waiting: files are there.
    open var isPlaybackLikelyToKeepUp: Bool { status == .readyToPlay }
    /// Whether there is as much to be played as is ever held.
    open var isPlaybackBufferFull: Bool { status == .readyToPlay }
    /// Whether there is nothing to be played.
    open var isPlaybackBufferEmpty: Bool { status != .readyToPlay }
    /// How many seconds ahead are asked for: has no effect.
    open var preferredForwardBufferDuration: TimeInterval = 0

    // MARK: Time

    /// The time that it has come to.
    open func currentTime() -> CMTime { CMTime(playerSeconds: seconds) }

    /// The same in seconds, within the ends.
    var seconds: Double { within(timeline.itemTime(at: player?.now ?? 0)) }

    /// A time within the ends.
    func within(_ time: Double) -> Double { min(max(time, 0), max(0, lastTime)) }

    /// The frames that it shows; none until it is ready to play.
    private(set) lazy var pictures = asset.pictures
    /// What is heard of it; to be asked for once its asset is read.
    private(set) lazy var sound = asset.sound
    /// Where its sound ends, forwards; to be asked for once its asset is read.
    var soundEnd: Double {
        let (end, last) = (forwardPlaybackEndTime.seconds, asset.duration.seconds)
        return end.isFinite ? min(end, last) : last
    }

    /// Where it ends; infinity while that is not known.
    var lastTime: Double { status == .readyToPlay ? asset.duration.seconds : .infinity }
    /// Where playing forwards ends.
    var forwardEnd: Double {
        let end = forwardPlaybackEndTime.seconds
        return end.isFinite ? min(end, lastTime) : lastTime
    }
    /// Where playing backwards ends.
    var backwardEnd: Double {
        let end = reversePlaybackEndTime.seconds
        return end.isFinite ? max(0, end) : 0
    }

    /// Goes to a time: to exactly that one, as all seeks do.
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

    /// Goes to a time within tolerances: to exactly that one, as all seeks do.
    open func seek(
        to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime, completionHandler: ((Bool) -> Void)? = nil
    ) { seek(to: time, completionHandler: completionHandler) }

    /// Goes to a time.
    ///
    /// - Returns: whether nothing came between.
    @discardableResult
    open func seek(to time: CMTime) async -> Bool {
        seek(to: time, completionHandler: nil)
        return true
    }

    /// Has a layer take over its time.
    func follow(by layer: AVSynchronizedLayer) {
        unfollow(by: layer)
        followers.append(Follower(layer: layer))
        layer.follow(timeline)
    }

    /// Lets a layer go.
    func unfollow(by layer: AVSynchronizedLayer) { followers.removeAll { $0.layer == nil || $0.layer === layer } }

    /// Gives up the seek under way.
    open func cancelPendingSeeks() { endSeek(false) }

    /// Whether a seek waits for being told that it has come there.
    var isSeeking: Bool { seekHandler != nil }

    /// Tells the seek under way that it has come there, or was given up.
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

/// A track while it is played.
open class AVPlayerItemTrack: NSObject {
    /// The track of the asset.
    open private(set) weak var assetTrack: AVAssetTrack?
    private let track: AVAssetTrack
    /// Whether it is played: has no effect.
    open var isEnabled = true
    /// Frames a second that are shown: as the file says.
    open var currentVideoFrameRate: Float { track.nominalFrameRate }

    init(_ track: AVAssetTrack) { (assetTrack, self.track) = (track, track) }
}

extension AVPlayerItem {
    /// An item was played to its end; the object is the item.
    public static let didPlayToEndTimeNotification = NSNotification.Name("AVPlayerItemDidPlayToEndTimeNotification")
    /// An item could not be played to its end; the object is the item, the error under `AVPlayerItemFailedToPlayToEndTimeErrorKey`.
    public static let failedToPlayToEndTimeNotification = NSNotification.Name(
        "AVPlayerItemFailedToPlayToEndTimeNotification")
    /// An item's time went elsewhere; the object is the item.
    public static let timeJumpedNotification = NSNotification.Name("AVPlayerItemTimeJumpedNotification")
    /// An item had to wait for what it plays, which no file does.
    public static let playbackStalledNotification = NSNotification.Name("AVPlayerItemPlaybackStalledNotification")
}

/// The key of the error in `AVPlayerItemFailedToPlayToEndTime`.
public let AVPlayerItemFailedToPlayToEndTimeErrorKey = "AVPlayerItemFailedToPlayToEndTimeErrorKey"

extension NSNotification.Name {
    /// An item was played to its end.
    public static let AVPlayerItemDidPlayToEndTime = AVPlayerItem.didPlayToEndTimeNotification
    /// An item could not be played to its end.
    public static let AVPlayerItemFailedToPlayToEndTime = AVPlayerItem.failedToPlayToEndTimeNotification
    /// An item's time went elsewhere.
    public static let AVPlayerItemTimeJumped = AVPlayerItem.timeJumpedNotification
    /// An item had to wait for what it plays.
    public static let AVPlayerItemPlaybackStalled = AVPlayerItem.playbackStalledNotification
}
