/// The relation of a composition's frames to the document's frames.
///
/// It is linear, or, where a layer's time is remapped, a function.
struct LottieTime {
    /// The document's first frame, its end frame, and its frames a second.
    var start: Double
    var end: Double
    var rate: Double
    /// The composition's frame `f` is the document's frame `f * scale + offset`.
    var scale = 1.0
    var offset = 0.0
    /// The composition's frame for each frame of the document, where the relation is not linear.
    var remap: LottieRemap?
    /// The document's frames between which the composition may be visible: integers, counted from the document's
    /// first frame.
    var shown: ClosedRange<Double>
    /// The budget of remapped tracks.
    let sampling: LottieSampling

    /// The time of a document, or of tracks that already use its frames.
    init(start: Double, end: Double, rate: Double, sampling: LottieSampling) {
        (self.start, self.end, self.rate, self.sampling) = (start, end, rate, sampling)
        shown = start...max(start, end)
    }

    /// The document's time at one of its frames, in seconds.
    func seconds(_ frame: Double) -> Double { (frame - start) / rate }

    /// The composition's frame at a frame of the document.
    func local(_ frame: Double) -> Double { remap?.local(frame) ?? (frame - offset) / scale }

    /// The time inside a layer that shows a composition; nil when it is visible in no frame.
    ///
    /// A stretch begins at the layer's start: (t - st) / sr.
    ///
    /// *Source*: lottie-web, google/skia and thorvg/thorvg. The reader gives layers of documents that name a version of
    /// lottie/lottie-spec the start that makes this its t / sr - st.
    func inside(_ layer: LottieLayer) -> LottieTime? {
        guard let shown = frames(of: layer) else { return nil }
        var result = self
        result.shown = shown
        let outer = self
        if let track = layer.timeRemap, layer.stretch != 0 {
            if let line = line(of: track, in: layer) {
                (result.scale, result.offset) = line
            } else {
                let rate = rate
                result.remap = LottieRemap(sampling.times(over: shown)) { track.value(at: outer.local($0)) * rate }
            }
        } else if remap != nil || layer.stretch <= 0 {
            let (startTime, stretch) = (layer.startTime, layer.stretch)
            result.remap = LottieRemap(sampling.times(over: shown)) { (outer.local($0) - startTime) / stretch }
        } else {
            result.scale = scale * layer.stretch
            result.offset = layer.startTime * scale + offset
        }
        return result
    }

    /// Whether a layer of the composition is visible in any frame.
    func shows(_ layer: LottieLayer) -> Bool { frames(of: layer) != nil }

    /// The scale and the offset inside a layer whose time is linear while it is visible; nil for other layers.
    private func line(of track: LottieTrack<Double>, in layer: LottieLayer) -> (scale: Double, offset: Double)? {
        guard remap == nil, scale > 0 else { return nil }
        let first = max(layer.inPoint, (shown.lowerBound - offset) / scale)
        let last = min(layer.outPoint, (shown.upperBound - offset) / scale)
        for (key, next) in zip(track.keys, track.keys.dropFirst()) where key.time <= first && next.time >= last {
            let slope = (next.value - key.value) * rate / (next.time - key.time)
            guard let ease = key.easing.first, ease.x1 == ease.y1, ease.x2 == ease.y2, !key.isHold,
                slope > 1e-6, slope.isFinite, (key.value * rate / slope).isFinite
            else { return nil }
            return (scale / slope, (key.time - key.value * rate / slope) * scale + offset)
        }
        return nil
    }

    /// The document's frames between which a layer of the composition is visible, extended by one on both sides; nil
    /// for none.
    private func frames(of layer: LottieLayer) -> ClosedRange<Double>? {
        var (first, last) = (layer.inPoint * scale + offset, layer.outPoint * scale + offset)
        if let remap {
            (first, last) = (.infinity, -.infinity)
            for frame in remap.frames {
                let local = remap.local(frame)
                guard local >= layer.inPoint, local < layer.outPoint else { continue }
                (first, last) = (min(first, frame), max(last, frame))
            }
        }
        // The last frame of the document stays visible beyond the end.
        guard last > first || (remap != nil && last == first), last > shown.lowerBound || remap != nil,
            first < shown.upperBound + 1
        else { return nil }
        let low = max(shown.lowerBound, start + (first - start).rounded(.down) - 1)
        return min(
            low, shown.upperBound)...max(min(low, shown.upperBound), min(shown.upperBound, last.rounded(.up) + 1))
    }

    /// A track in the document's frames.
    ///
    /// Where time is remapped, the track has a key at each frame of the document at which the composition may be
    /// visible and the value changes. Values are linear between keys, and constant after the last frame.
    func global<Value>(_ track: LottieTrack<Value>) -> LottieTrack<Value> {
        guard track.isAnimated else { return track }
        var result = track
        guard let remap else {
            for index in result.keys.indices { result.keys[index].time = result.keys[index].time * scale + offset }
            return result
        }
        let (first, last) = (track.keys[0].time, track.keys[track.keys.count - 1].time)
        let times = sampling.times(over: shown.lowerBound...max(shown.lowerBound, min(shown.upperBound, end - 1)))
        // The value is constant before the first key and after the last, and while the time stands still.
        let localTimes = times.map { min(max(remap.local($0), first), last) }
        var keys: [LottieKey<Value>] = []
        for index in times.indices {
            if index > 0, index + 1 < times.count, localTimes[index] == localTimes[index - 1],
                localTimes[index] == localTimes[index + 1]
            {
                continue
            }
            keys.append(LottieKey(time: times[index], value: track.value(at: localTimes[index])))
        }
        if keys.count == 2, localTimes[0] == localTimes[localTimes.count - 1] { keys.removeLast() }
        guard var sampled = LottieTrack(keys: keys) else { return LottieTrack(track.first) }
        // Step values change at whole frames.
        if track.keys.allSatisfy({ $0.isHold }) {
            for index in sampled.keys.indices { sampled.keys[index].isHold = true }
        }
        return sampled
    }
}

/// A composition's frames for the document's frames, computed once for each frame at which the composition may be
/// visible.
final class LottieRemap {
    /// The computed frames of the document, in order.
    let frames: [Double]
    private let locals: [Double]
    private let make: (Double) -> Double

    /// - Parameter make: gives the composition's frame at a frame of the document.
    init(_ frames: [Double], _ make: @escaping (Double) -> Double) {
        (self.frames, self.make) = (frames, make)
        locals = frames.map(make)
    }

    /// The composition's frame at a frame of the document.
    func local(_ frame: Double) -> Double {
        let position = frame - frames[0]
        guard position >= 0, position < Double(frames.count) else { return make(frame) }
        let index = Int(position)
        return frames[index] == frame ? locals[index] : make(frame)
    }
}
