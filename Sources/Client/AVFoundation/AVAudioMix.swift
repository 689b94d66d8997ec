import Foundation
import MicaBase
import QuartzCore
import Synchronization

/// The volume of one track of a mix over time.
///
/// Before the first time at which a volume is set it is 1; after the last one it stays. *Source*: Apple,
/// AVAudioMixInputParameters. A ramp ends at the start of a later one: a guess, as Apple's documentation is silent
/// about overlapping ramps.
// Safe because: the ramps are behind a lock, and the track is set before the parameters are shared.
open class AVAudioMixInputParameters: NSObject, @unchecked Sendable {
    /// A volume that changes evenly. *Units*: seconds.
    struct Ramp: Sendable, Equatable {
        var start: CMTime, end: CMTime
        var from: Float, to: Float
    }

    private let ramps = Mutex([Ramp]())
    private let track = Mutex(kCMPersistentTrackID_Invalid)

    /// The track of the asset that the volume is for.
    open internal(set) var trackID: CMPersistentTrackID {
        get { track.withLock { $0 } }
        set { track.withLock { $0 = newValue } }
    }

    /// Makes parameters of no track, with a volume of 1.
    public override init() {}

    /// Reads the ramp at a time, or else the first one after it.
    ///
    /// - Returns: false if there is none; nothing is written then.
    open func getVolumeRamp(
        for time: CMTime, startVolume: UnsafeMutablePointer<Float>?, endVolume: UnsafeMutablePointer<Float>?,
        timeRange: UnsafeMutablePointer<CMTimeRange>?
    ) -> Bool {
        let all = allRamps
        for (index, ramp) in all.enumerated() {
            // A volume that is set stays until the next ramp.
            let next = index + 1 < all.count ? all[index + 1].start : .positiveInfinity
            let end = ramp.start == ramp.end ? next : ramp.end
            guard end > time else { continue }
            unsafe startVolume?.pointee = ramp.from
            unsafe endVolume?.pointee = ramp.to
            unsafe timeRange?.pointee = CMTimeRange(start: ramp.start, end: end)
            return true
        }
        return false
    }

    /// The ramps in order of time.
    private var allRamps: [Ramp] { ramps.withLock { $0 } }

    func add(_ ramp: Ramp) {
        ramps.withLock { ramps in
            ramps.removeAll { $0.start == ramp.start }
            ramps.append(ramp)
            ramps.sort { $0.start < $1.start }
            for index in ramps.indices.dropLast() where ramps[index].end > ramps[index + 1].start {
                let (old, next) = (ramps[index], ramps[index + 1].start)
                let share = Float((next - old.start).seconds / (old.end - old.start).seconds)
                (ramps[index].end, ramps[index].to) = (next, old.from + (old.to - old.from) * share)
            }
        }
    }

    /// The volumes at the times where they begin or end to change; none if none is set.
    var levels: [SoundClip.Level] {
        var (result, last) = ([SoundClip.Level](), Float(1))
        func add(_ time: CMTime, _ volume: Float) {
            result.append(SoundClip.Level(time: time.seconds, left: Double(volume), right: Double(volume)))
        }
        for ramp in allRamps {
            if last != ramp.from { add(ramp.start, last) }
            add(ramp.start, ramp.from)
            if ramp.end > ramp.start { add(ramp.end, ramp.to) }
            last = ramp.to
        }
        return result
    }
}

/// The volume of one track of a mix, that can be changed.
// Safe because: it adds nothing that is stored.
open class AVMutableAudioMixInputParameters: AVAudioMixInputParameters, @unchecked Sendable {
    /// The track of the asset that the volume is for.
    open override var trackID: CMPersistentTrackID {
        get { super.trackID }
        set { super.trackID = newValue }
    }

    /// Makes parameters of no track, with a volume of 1.
    public override init() { super.init() }

    /// Makes parameters of a track.
    public convenience init(track: AVAssetTrack?) {
        self.init()
        trackID = track?.trackID ?? kCMPersistentTrackID_Invalid
    }

    /// Sets the volume from a time on, up to the next time at which one is set.
    ///
    /// - Parameter volume: 0 to 1; other values are limited to it.
    open func setVolume(_ volume: Float, at time: CMTime) {
        setVolumeRamp(
            fromStartVolume: volume, toEndVolume: volume, timeRange: CMTimeRange(start: time, duration: .zero))
    }

    /// Makes the volume change evenly within a range. A range that is not numeric has no effect.
    ///
    /// - Parameters:
    ///   - startVolume: 0 to 1; other values are limited to it.
    ///   - endVolume: The same.
    open func setVolumeRamp(fromStartVolume startVolume: Float, toEndVolume endVolume: Float, timeRange: CMTimeRange) {
        guard timeRange.start.isNumeric, timeRange.duration.isNumeric, timeRange.duration >= .zero else { return }
        func limited(_ volume: Float) -> Float { volume > 0 ? min(volume, 1) : 0 }
        add(Ramp(start: timeRange.start, end: timeRange.end, from: limited(startVolume), to: limited(endVolume)))
    }
}

/// The volumes with which an asset's audio tracks are mixed.
///
/// *Source*: Apple, AVAudioMix.
// Safe because: the list is behind a lock.
open class AVAudioMix: NSObject, @unchecked Sendable {
    private let list = Mutex([AVAudioMixInputParameters]())

    /// Makes a mix without parameters: all tracks are heard as they are.
    public override init() {}

    /// The parameters of tracks, in any order. Tracks without any are heard as they are.
    open internal(set) var inputParameters: [AVAudioMixInputParameters] {
        get { list.withLock { $0 } }
        set { list.withLock { $0 = newValue } }
    }

    /// The volumes by tracks, as they are now.
    var levels: [CMPersistentTrackID: [SoundClip.Level]] {
        Dictionary(inputParameters.map { ($0.trackID, $0.levels) }) { $1 }
    }
}

/// A mix that can be changed.
// Safe because: it adds nothing that is stored.
open class AVMutableAudioMix: AVAudioMix, @unchecked Sendable {
    /// The parameters of tracks, in any order. Tracks without any are heard as they are.
    open override var inputParameters: [AVAudioMixInputParameters] {
        get { super.inputParameters }
        set { super.inputParameters = newValue }
    }

    /// Makes a mix without parameters.
    public override init() { super.init() }
}
