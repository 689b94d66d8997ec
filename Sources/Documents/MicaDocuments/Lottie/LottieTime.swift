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
    /// The composition's frames where `scale` and `offset` do not say all.
    var remap: LottieRemap?
    /// The document's frames between which the composition may be seen: whole ones from the document's first.
    var shown: ClosedRange<Double>
    /// What remapped tracks may take.
    let sampling: LottieSampling

    /// The time of a document, or of tracks that are over its frames already.
    init(start: Double, end: Double, rate: Double, sampling: LottieSampling) {
        (self.start, self.end, self.rate, self.sampling) = (start, end, rate, sampling)
        shown = start...max(start, end)
    }

    /// The document's time at one of its frames, in seconds.
    func seconds(_ frame: Double) -> Double { (frame - start) / rate }

    /// The composition's frame at a frame of the document.
    func local(_ frame: Double) -> Double { remap?.local(frame) ?? (frame - offset) / scale }

    /// The time inside a layer that shows a composition; nil when no frame shows it.
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

    /// Whether a layer of the composition is seen in any frame.
    func shows(_ layer: LottieLayer) -> Bool { frames(of: layer) != nil }

    /// The scale and the offset inside a layer whose time runs evenly as long as it is seen; nil for others.
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

    /// The document's frames between which a layer of the composition is seen, with one more on both sides; nil for none.
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
        // The last frame of all stays, so that it may be seen beyond the end.
        guard last > first || (remap != nil && last == first), last > shown.lowerBound || remap != nil,
            first < shown.upperBound + 1
        else { return nil }
        let low = max(shown.lowerBound, start + (first - start).rounded(.down) - 1)
        return min(
            low, shown.upperBound)...max(min(low, shown.upperBound), min(shown.upperBound, last.rounded(.up) + 1))
    }

    /// A track over the frames of the document.
    ///
    /// Where time is remapped it has a key at each frame of the document at which the composition may be seen and the value
    /// changes; between them it goes straight, and after the last frame it stays.
    func global<Value>(_ track: LottieTrack<Value>) -> LottieTrack<Value> {
        guard track.isAnimated else { return track }
        var result = track
        guard let remap else {
            for index in result.keys.indices { result.keys[index].time = result.keys[index].time * scale + offset }
            return result
        }
        let (first, last) = (track.keys[0].time, track.keys[track.keys.count - 1].time)
        let times = sampling.times(over: shown.lowerBound...max(shown.lowerBound, min(shown.upperBound, end - 1)))
        // Before the first key and after the last the value stays, as it does while the time does.
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
        // Values that only step do so at frames.
        if track.keys.allSatisfy({ $0.isHold }) {
            for index in sampled.keys.indices { sampled.keys[index].isHold = true }
        }
        return sampled
    }
}

/// A composition's frames at those of the document, worked out once for each frame at which it may be seen.
final class LottieRemap {
    /// The document's frames that are worked out, one after the other.
    let frames: [Double]
    private let locals: [Double]
    private let make: (Double) -> Double

    /// - Parameter make: the composition's frame at a frame of the document.
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
