/// How the frames of a composition lie in the document's time.
///
/// A composition's frames are an even scale of the document's, or where a layer's time is remapped, a function of them.
struct LottieTime {
    /// The document's first frame, the one after its last, and its frames a second.
    var start: Double
    var end: Double
    var rate: Double
    /// A composition's frame `f` is at the document's frame `f * scale + offset`.
    var scale = 1.0
    var offset = 0.0
    /// The composition's frame at a frame of the document; nil where `scale` and `offset` say all.
    var remap: ((Double) -> Double)?
    /// What remapped tracks may take.
    let sampling: LottieSampling

    /// The document's time at one of its frames, in seconds.
    func seconds(_ frame: Double) -> Double { (frame - start) / rate }

    /// The composition's frame at a frame of the document.
    func local(_ frame: Double) -> Double { remap?(frame) ?? (frame - offset) / scale }

    /// The time inside a layer that shows a composition.
    func inside(_ layer: LottieLayer) -> LottieTime {
        var result = self
        if let track = layer.timeRemap, layer.stretch != 0 {
            let outer = self
            let rate = rate
            result.remap = { frame in track.value(at: outer.local(frame)) * rate }
        } else if remap != nil || layer.stretch <= 0 {
            let outer = self
            let (startTime, stretch) = (layer.startTime, layer.stretch)
            result.remap = { frame in (outer.local(frame) - startTime) / stretch }
        } else {
            result.scale = scale * layer.stretch
            result.offset = layer.startTime * scale + offset
        }
        return result
    }

    /// A track over the frames of the document.
    ///
    /// Where time is remapped it has a key at each frame of the document; between them it goes straight, and after the last
    /// frame it stays.
    func global<Value>(_ track: LottieTrack<Value>) -> LottieTrack<Value> {
        guard track.isAnimated else { return track }
        var result = track
        if remap == nil {
            for index in result.keys.indices { result.keys[index].time = result.keys[index].time * scale + offset }
            return result
        }
        let times = sampling.times(from: start, to: max(start, end - 1), step: 1)
        let keys = times.map { LottieKey(time: $0, value: track.value(at: local($0))) }
        guard var sampled = LottieTrack(keys: keys) else { return LottieTrack(track.first) }
        // Values that only step do so at frames.
        if track.keys.allSatisfy({ $0.isHold }) {
            for index in sampled.keys.indices { sampled.keys[index].isHold = true }
        }
        return sampled
    }
}
