import MicaBase
import MicaFilm
import MicaTrace
import QuartzCore

/// Sounds that follow the time of a layer in a window.
///
/// The layer's time leads: the sound begins when the layer's time runs, ends when it stands still, and begins anew when
/// the layer's time jumps or its speed changes. At other speeds the pitch changes; backwards there is silence. In a
/// `LayerRenderer` there is none. The object belongs to the thread of the layer's tree.
final class LayerSound: TimedSource {
    private let clips: [SoundClip]
    private let end: Double
    /// The clips whose files have sound that can be decoded.
    private lazy var sound = SoundTimeline(
        tracks: clips.compactMap { clip in
            let tracks = try? filmTracks(path: clip.path)
            guard let track = tracks?.first(where: { $0.kind == .audio }) else { return nil }
            var clip = clip
            clip.track = track.index
            return [clip]
        })
    private weak var layer: CALayer?
    private let owner: AnyObject
    private let device: any SoundDevice
    private let now: @Sendable () -> Double
    private var queue: SoundQueue?
    /// The sound that is playing or will begin; nil for silence.
    private var run: SoundRun?
    /// The time at which `run` was planned.
    private var planned = 0.0
    /// How long the device takes to begin. *Units*: seconds.
    private var delay = 0.05
    private var isOff = false

    /// The layer's key for the sound.
    private static let key = "org.mica.sound"
    /// How often the sound is compared with the layer. *Units*: seconds.
    private static let interval = 0.1
    /// The tolerated distance between both, and the least time between two corrections. *Units*: seconds.
    private static let slack = 0.04, settling = 0.5

    /// - Parameters:
    ///   - clips: The sounds. Their files are opened when they are first heard.
    ///   - owner: An object that their paths depend on.
    init(
        _ clips: [SoundClip], owner: AnyObject, in layer: CALayer, device: any SoundDevice = SDLSoundDevice(),
        now: @escaping @Sendable () -> Double = { MediaClock.machineTime }
    ) {
        (self.layer, self.owner, self.device, self.now) = (layer, owner, device, now)
        self.clips = clips
        end = clips.map(\.span.upperBound).max() ?? 0
        ThreadState.current.add(self)
        layer.customValues[Self.key] = self
    }

    deinit { queue?.stop() }

    /// The layer's time at a time of its tree, and its speed.
    private func layerTime(at time: Double, of layer: CALayer) -> (time: Double, speed: Double) {
        let own = layer.convertTime(time, from: nil)
        return (own, layer.convertTime(time + 1, from: nil) - own)
    }

    func isDriven(by pump: ClientPump) -> Bool { layer.map { $0.context === pump.context } ?? false }

    func nextEvent(after time: Double) -> Double? {
        guard let layer, layer.context?.isLive == true, !isOff, !sound.isEmpty else { return nil }
        let (own, speed) = layerTime(at: time, of: layer)
        guard isHeard(own, speed) else { return run == nil ? nil : time }
        return run?.rate == speed ? max(time, planned + Self.interval) : time
    }

    func run(at time: Double, _ pump: ClientPump) {
        guard let layer, pump.context.isLive else { return }
        let (own, speed) = layerTime(at: time, of: layer)
        follow(own, speed: speed, at: time)
    }

    private func isHeard(_ own: Double, _ speed: Double) -> Bool {
        own.isFinite && speed.isFinite && speed > 0 && SoundRun.rates.contains(Float(speed)) && own < end
    }

    /// Plays the sound of a time of the layer.
    func follow(_ own: Double, speed: Double, at time: Double) {
        guard !isOff, !sound.isEmpty else { return }
        guard isHeard(own, speed) else {
            if run != nil { queue?.restart([]) }
            run = nil
            return
        }
        if let reason = queue?.failure {
            isOff = true
            queue?.stop()
            return Notices.shared.say("documents are played without sound: \(reason)", from: "AVFoundation")
        }
        guard let run, run.rate == speed else { return begin(own, speed, at: time) }
        guard let heard = queue?.heard(at: time), heard.run == run, heard.time > run.from else {
            // The sound has not begun, but the layer's time may have jumped.
            let expected = run.from + (time - begun) * speed
            if abs(expected - own) > Self.slack * max(1, speed) { begin(own, speed, at: time) }
            return
        }
        let early = (heard.time - own) / speed
        guard abs(early) > Self.slack, time - begun >= Self.settling || abs(early) > 1 else {
            planned = time
            return
        }
        if abs(early) < 1 { delay = min(max(0, delay - early), 0.5) }
        begin(own, speed, at: time)
    }

    /// When the layer reaches the start of `run`.
    private var begun = 0.0

    /// Plans the sound from the time that the layer has when the device begins.
    private func begin(_ own: Double, _ speed: Double, at time: Double) {
        if queue == nil {
            let made = SoundQueue(now: now)
            device.start(made)
            queue = made
        }
        let from = max(0, own + delay * speed)
        (begun, planned) = (time + (from - own) / speed, time)
        let next = SoundRun(item: ObjectIdentifier(self), sound: sound, from: from, to: max(from, end), rate: speed)
        run = next
        queue?.restart([next])
    }
}
