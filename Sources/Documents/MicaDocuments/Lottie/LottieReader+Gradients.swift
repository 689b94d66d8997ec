extension LottieReader {
    /// The gradient of a fill or a stroke.
    ///
    /// *Source*: lottie/lottie-spec, "Gradient Types".
    func gradient(_ object: JSONObject) throws(DocumentError) -> LottieGradient {
        let stops = object["g"]?.object
        let count = max(0, min(integer(stops?["p"]) ?? 0, 1000))
        var values = try track(stops?["k"], []) { $0.numbers.map { $0.map(Self.bounded) } }
        for index in values.keys.indices {
            values.keys[index].value = values.keys[index].value.map { min(max($0, 0), 1) }
        }
        let isApple = player == .coreAnimation
        // A gradient must hold as many stops as its count states.
        let least = values.keys.map { $0.value.count / 4 }.min() ?? 0
        let most = values.keys.map { $0.value.count / 4 }.max() ?? 0
        if (isApple ? least : most) < count { diagnostics.warn("a gradient has fewer stops than its count") }
        var gradient = LottieGradient(
            count: min(count, least), stops: values, start: try track(object["s"], SIMD3<Double>.zero),
            end: try track(object["e"], SIMD3<Double>.zero))
        gradient.kind = integer(object["t"]).flatMap(LottieGradient.Kind.init) ?? .linear
        if !isApple { gradient.evenOut(count) }
        if gradient.kind == .radial, let value = object["h"] {
            let highlight = try track(value, 0)
            if highlight.isAnimated || highlight.first != 0 {
                diagnostics.use("gradient highlight")
                gradient.highlight = highlight
            }
        }
        if let value = object["a"] { gradient.angle = try track(value, 0) }
        if isApple, gradient.highlight != nil {
            gradient.highlight = nil
            diagnostics.warn(
                "a radial gradient's highlight is not drawn by the player core-animation: its focus is the middle")
        }
        if isApple, gradient.kind == .conic {
            gradient.kind = .linear
            diagnostics.warn("a conic gradient is not drawn by the player core-animation: it is a linear one")
        }
        diagnostics.use("\(gradient.kind) gradient")
        return gradient
    }
}

extension LottieGradient {
    /// The most stops that keys with different numbers of stops get.
    private static let stopLimit = 64

    /// Gives all keys the same numbers of stops, so that colours lie between theirs: where the numbers differ, each key
    /// has stops wherever any of them has one.
    ///
    /// - Parameter said: the number of colour stops that the gradient should have; a key may have fewer.
    fileprivate mutating func evenOut(_ said: Int) {
        let colors = stops.keys.map { Self.stops($0.value.prefix(4 * min(said, $0.value.count / 4)), 4) }
        let alphas = stops.keys.map { Self.stops($0.value.dropFirst(4 * said), 2) }
        let isUneven = Set(colors.map { $0.count }).count > 1
        let isUnevenAlpha = Set(alphas.map { $0.count }).count > 1
        guard isUneven || isUnevenAlpha else { return count = min(said, colors.first?.count ?? 0) }
        let colorPlaces = isUneven ? Self.places(colors) : nil
        let alphaPlaces = isUnevenAlpha ? Self.places(alphas) : nil
        count = colorPlaces?.count ?? said
        for index in stops.keys.indices {
            let color = colorPlaces.map { Self.sampled(colors[index], at: $0, missing: [0, 0, 0]) } ?? colors[index]
            let alpha = alphaPlaces.map { Self.sampled(alphas[index], at: $0, missing: [1]) } ?? alphas[index]
            stops.keys[index].value = (color + alpha).flatMap(\.self)
        }
    }

    /// The stops of a list of numbers, with ascending locations.
    private static func stops(_ numbers: ArraySlice<Double>, _ stride: Int) -> [[Double]] {
        var last = 0.0
        return (0..<numbers.count / stride).map { index in
            var stop = Array(numbers.dropFirst(index * stride).prefix(stride))
            last = max(last, stop[0])
            stop[0] = last
            return stop
        }
    }

    private static func places(_ keys: [[[Double]]]) -> [Double] {
        let all = Set(keys.flatMap { $0.map { $0[0] } }).sorted()
        guard all.count > stopLimit else { return all }
        return (0..<stopLimit).map { all[$0 * (all.count - 1) / (stopLimit - 1)] }
    }

    private static func sampled(_ stops: [[Double]], at places: [Double], missing: [Double]) -> [[Double]] {
        places.map { place in
            guard let next = stops.first(where: { $0[0] >= place }) else {
                return [place] + (stops.last?.dropFirst() ?? missing[...])
            }
            guard let before = stops.last(where: { $0[0] < place }) else { return [place] + next.dropFirst() }
            let share = (place - before[0]) / (next[0] - before[0])
            return [place] + zip(before, next).dropFirst().map { $0 + ($1 - $0) * share }
        }
    }
}
