import Foundation

/// A property's values without its expression.
enum ExpressionTrack {
    case number(LottieTrack<Double>)
    case list(LottieTrack<SIMD3<Double>>, count: Int)
    case color(LottieTrack<SIMD4<Double>>)
    case path(LottieTrack<LottieOutline>)
    case numbers(LottieTrack<[Double]>)
    /// Texts with the frames at which they begin.
    case text([(time: Double, document: JSONObject)])
    /// A position that is divided into its dimensions.
    case parts([LottieTrack<Double>])

    /// The value at a frame.
    func value(at frame: Double) -> ExpressionValue {
        switch self {
        case .number(let track): return .number(track.value(at: frame))
        case .list(let track, let count):
            let value = track.value(at: frame)
            return .numbers((0..<count).map { value[$0] })
        case .color(let track):
            let value = track.value(at: frame)
            return .numbers([value.x, value.y, value.z, value.w])
        case .path(let track): return .numbers(track.value(at: frame).numbers)
        case .numbers(let track): return .numbers(track.value(at: frame))
        case .text: return .text(document(at: frame)?["t"]?.string ?? "")
        case .parts(let tracks): return .numbers(tracks.map { $0.value(at: frame) })
        }
    }

    /// The text and its style at a frame.
    func document(at frame: Double) -> JSONObject? {
        guard case .text(let texts) = self else { return nil }
        return (texts.last { $0.time <= frame } ?? texts.first)?.document
    }

    /// The frames of the keys; none for a constant.
    var times: [Double] {
        let times: [Double] =
            switch self {
            case .number(let track): track.keys.map { $0.time }
            case .list(let track, _): track.keys.map { $0.time }
            case .color(let track): track.keys.map { $0.time }
            case .path(let track): track.keys.map { $0.time }
            case .numbers(let track): track.keys.map { $0.time }
            case .text(let texts): texts.map { $0.time }
            case .parts(let tracks): tracks.max { $0.keys.count < $1.keys.count }?.keys.map { $0.time } ?? []
            }
        return times.count > 1 ? times : []
    }

    var isAnimated: Bool {
        if case .parts(let tracks) = self { return tracks.contains { $0.isAnimated } }
        return !times.isEmpty
    }
}

extension LottieOutline {
    /// Whether it is closed, then for each vertex its point and its handles, relative to the point.
    var numbers: [Double] {
        [isClosed ? 1 : 0]
            + vertices.flatMap { vertex in
                let (point, before, after) = (
                    vertex.point, vertex.arriving - vertex.point, vertex.leaving - vertex.point
                )
                return [point.x, point.y, before.x, before.y, after.x, after.y]
            }
    }
}

extension LottieExpressions {
    /// A property's values without its expression.
    func track(_ id: Int) -> ExpressionTrack {
        if let track = properties[id].track { return track }
        let track = made(properties[id].node)
        properties[id].track = track
        return track
    }

    private func made(_ node: ExpressionNode) -> ExpressionTrack {
        guard let object = node.property?.without(["x", "sid"]) else { return .number(LottieTrack(0)) }
        let value = JSONValue.object(object)
        func number(_ object: JSONObject) -> LottieTrack<Double> {
            (try? reader.track(.object(object.without(["x", "sid"])), 0)) ?? LottieTrack(0)
        }
        if !node.parts.isEmpty { return .parts(node.parts.map(number)) }
        switch node.kind {
        case .number, .layer: return .number(number(object))
        case .list:
            let track = (try? reader.track(value, SIMD3<Double>.zero)) ?? LottieTrack(.zero)
            return .list(track, count: max(node.size > 0 ? node.size : Self.count(object), 1))
        case .color: return .color((try? reader.colorTrack(value)) ?? LottieTrack(SIMD4(0, 0, 0, 1)))
        case .path: return .path((try? reader.outline(value)) ?? LottieTrack(LottieOutline()))
        case .numbers: return .numbers((try? reader.track(value, []) { $0.numbers }) ?? LottieTrack([]))
        case .text:
            let keys = object["k"]?.elements ?? []
            return .text(
                keys.compactMap { key in
                    key.object.flatMap { object in object["s"]?.object.map { (object["t"]?.number ?? 0, $0) } }
                })
        }
    }

    /// The dimensions of a list.
    private static func count(_ object: JSONObject) -> Int {
        switch object["k"] {
        case .numbers(let list)?: min(list.count, 3)
        case .array(let keys)?: min(keys.first?.object?["s"]?.numbers?.count ?? 2, 3)
        default: 1
        }
    }

    /// The frame of a time. Times are frames divided by a rate, so a time within a millionth of a frame is that frame.
    func frame(_ seconds: Double) -> Double {
        let frame = seconds * scene.rate
        let whole = frame.rounded()
        return abs(frame - whole) < 1e-6 ? whole : frame
    }

    // MARK: Keys

    /// A property's object with values instead of an expression.
    func replaced(_ id: Int, _ object: JSONObject, _ samples: [(frame: Double, value: ExpressionValue)]) -> JSONObject {
        var result = object.without(["x", "sid", "k", "a"])
        if properties[id].node.kind == .text {
            result.members.append(("k", .array(texts(id, samples))))
            return result
        }
        let values = samples.map { (frame: $0.frame, numbers: completed(id, $0.value, $0.frame)) }
        let kept = Self.needed(values)
        if kept.count == 1 {
            result.members.append(("a", .number(0)))
            result.members.append(("k", json(id, kept[0].numbers)))
            return result
        }
        let keys = kept.map { sample -> JSONValue in
            let value = json(id, sample.numbers)
            let list: JSONValue = if case .object = value { .array([value]) } else { value }
            return .object(JSONObject(members: [("t", .number(sample.frame)), ("s", list)], offset: object.offset))
        }
        result.members.append(("a", .number(1)))
        result.members.append(("k", .array(keys)))
        return result
    }

    /// A value with all its dimensions.
    private func completed(_ id: Int, _ value: ExpressionValue, _ frame: Double) -> [Double] {
        var numbers: [Double] =
            switch value {
            case .number(let number): [number]
            case .numbers(let list): list
            default: []
            }
        if properties[id].node.units > 0 { return numbers }
        let raw: [Double] =
            switch track(id).value(at: frame) {
            case .number(let number): [number]
            case .numbers(let list): list
            default: []
            }
        switch properties[id].node.kind {
        case .number, .layer: return [numbers.first ?? raw.first ?? 0]
        case .list:
            if case .number(let number) = value { numbers = raw.map { _ in number } }
            if numbers.count < raw.count { numbers += raw[numbers.count...] }
            // The third dimension, which scripts of flat layers do not see.
            if case .list(let track, let count) = track(id), count == 2, numbers.count == 2 {
                numbers.append(track.value(at: frame).z)
            }
            return numbers
        case .color:
            if numbers.count < raw.count { numbers += raw[numbers.count...] }
            return numbers.prefix(4).map { min(max($0, 0), 1) }
        case .path, .numbers, .text: return numbers
        }
    }

    /// The samples without those that lie on the line between their neighbours.
    private static func needed(
        _ samples: [(frame: Double, numbers: [Double])]
    ) -> [(frame: Double, numbers: [Double])] {
        guard let first = samples.first else { return [] }
        if samples.allSatisfy({ $0.numbers == first.numbers }) { return [first] }
        var result = [first]
        var index = 0
        while index + 1 < samples.count {
            var next = index + 1
            let (from, slope) = (samples[index], Self.slope(samples[index], samples[next]))
            while let slope, next + 1 < samples.count, lies(samples[next + 1], from, slope) { next += 1 }
            result.append(samples[next])
            index = next
        }
        return result
    }

    private static func slope(
        _ a: (frame: Double, numbers: [Double]), _ b: (frame: Double, numbers: [Double])
    ) -> [Double]? {
        guard a.numbers.count == b.numbers.count, b.frame > a.frame else { return nil }
        return zip(a.numbers, b.numbers).map { ($1 - $0) / (b.frame - a.frame) }
    }

    private static func lies(
        _ sample: (frame: Double, numbers: [Double]), _ from: (frame: Double, numbers: [Double]), _ slope: [Double]
    ) -> Bool {
        guard sample.numbers.count == slope.count else { return false }
        return slope.indices.allSatisfy { index in
            let wanted = from.numbers[index] + slope[index] * (sample.frame - from.frame)
            return abs(sample.numbers[index] - wanted) <= 1e-9 * max(1, abs(wanted))
        }
    }

    private func json(_ id: Int, _ numbers: [Double]) -> JSONValue {
        guard properties[id].node.kind == .path else { return .numbers(numbers) }
        var (points, arriving, leaving): ([JSONValue], [JSONValue], [JSONValue]) = ([], [], [])
        for index in stride(from: 1, to: numbers.count - 5, by: 6) {
            points.append(.numbers([numbers[index], numbers[index + 1]]))
            arriving.append(.numbers([numbers[index + 2], numbers[index + 3]]))
            leaving.append(.numbers([numbers[index + 4], numbers[index + 5]]))
        }
        return .object(
            JSONObject(
                members: [
                    ("c", .bool((numbers.first ?? 0) != 0)), ("v", .array(points)), ("i", .array(arriving)),
                    ("o", .array(leaving)),
                ], offset: properties[id].node.property?.offset ?? 0))
    }

    /// Keys of a text: one for each change.
    private func texts(_ id: Int, _ samples: [(frame: Double, value: ExpressionValue)]) -> [JSONValue] {
        var result: [JSONValue] = []
        var last: (String, JSONObject)?
        for (frame, value) in samples {
            guard case .text(let text) = value, let document = track(id).document(at: frame) else { continue }
            if let last, last.0 == text, last.1.offset == document.offset { continue }
            last = (text, document)
            result.append(
                .object(
                    JSONObject(
                        members: [("t", .number(frame)), ("s", .object(changed(document, text)))],
                        offset: document.offset)))
        }
        return result
    }

    /// A text document with the text and the style that a script gives.
    func changed(_ document: JSONObject, _ text: String) -> JSONObject {
        guard let given = (try? JSONParser.parse(Array(text.utf8), file: ""))?.object else { return document }
        var changes = given["$style"]?.object?.members ?? []
        if let text = given["t"] { changes.append(("t", text)) }
        var result = document.without(Set(changes.map { $0.key }))
        result.members += changes
        return result
    }
}
