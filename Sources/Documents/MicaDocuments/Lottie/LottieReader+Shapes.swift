extension LottieReader {
    /// The deepest nesting of groups.
    private static let depthLimit = 100

    /// The items of a shape layer or a group, front to back.
    func items(_ values: [JSONValue], path: String, depth: Int) throws(DocumentError) -> [LottieItem] {
        guard depth < Self.depthLimit else {
            diagnostics.warn("groups more than \(Self.depthLimit) deep in each other are left out")
            return []
        }
        var result: [LottieItem] = []
        for (index, value) in values.enumerated() {
            guard let object = value.object, !(object["hd"]?.isTrue ?? false) else { continue }
            try spend()
            if let item = try item(object, path: "\(path)[\(index)]", depth: depth) { result.append(item) }
        }
        return result
    }

    private func item(_ object: JSONObject, path: String, depth: Int) throws(DocumentError) -> LottieItem? {
        let type = object["ty"]?.string ?? ""
        let isReversed = integer(object["d"]) == 3
        diagnostics.offset = object.offset
        switch type {
        case "gr":
            let list = object["it"]?.elements ?? []
            let transform = list.last { $0.object?["ty"]?.string == "tr" }?.object
            return .group(
                try items(list, path: path + ".it", depth: depth + 1),
                try transform.map { object throws(DocumentError) in try self.transform(object) } ?? LottieTransform(),
                object["nm"]?.string ?? "")
        case "tr": return nil
        case "sh":
            diagnostics.use("path")
            return .outline(try outline(object["ks"]))
        case "rc":
            diagnostics.use("rectangle")
            let (center, size, radius) = (
                try track(object["p"], SIMD3<Double>.zero), try track(object["s"], SIMD3<Double>.zero),
                try track(object["r"], 0)
            )
            return .outline(
                sampling.combine([center, size, radius], steps: LottieSteps(player)) { moment in
                    .rectangle(
                        center: center.value(moment).plane, size: size.value(moment).plane,
                        radius: radius.value(moment), isReversed: isReversed)
                })
        case "el":
            diagnostics.use("ellipse")
            let (center, size) = (
                try track(object["p"], SIMD3<Double>.zero), try track(object["s"], SIMD3<Double>.zero)
            )
            return .outline(
                sampling.combine([center, size], steps: LottieSteps(player)) { moment in
                    .ellipse(
                        center: center.value(moment).plane, size: size.value(moment).plane, isReversed: isReversed)
                })
        case "sr": return .outline(try star(object, isReversed))
        case "fl":
            diagnostics.use("fill")
            return .paint(
                LottiePaint(
                    name: object["nm"]?.string ?? "", color: .plain(try colorTrack(object["c"])),
                    opacity: try track(object["o"], 100),
                    isEvenOdd: integer(object["r"]) == 2))
        case "gf":
            diagnostics.use("gradient fill")
            return .paint(
                LottiePaint(
                    name: object["nm"]?.string ?? "", color: .gradient(try gradient(object)),
                    opacity: try track(object["o"], 100),
                    isEvenOdd: integer(object["r"]) == 2))
        case "st":
            diagnostics.use("stroke")
            return .paint(
                LottiePaint(
                    name: object["nm"]?.string ?? "", color: .plain(try colorTrack(object["c"])),
                    opacity: try track(object["o"], 100),
                    stroke: try stroke(object)))
        case "gs":
            diagnostics.use("gradient stroke")
            return .paint(
                LottiePaint(
                    name: object["nm"]?.string ?? "", color: .gradient(try gradient(object)),
                    opacity: try track(object["o"], 100),
                    stroke: try stroke(object)))
        case "tm":
            diagnostics.use("trim")
            return .trim(
                LottieTrim(
                    start: try track(object["s"], 0), end: try track(object["e"], 100),
                    offset: try track(object["o"], 0), isOneByOne: integer(object["m"]) == 2,
                    beginsWithLast: isSpecified))
        case "rd", "pb", "zz", "tw", "op": return try change(object, type, path)
        case "rp":
            diagnostics.use("repeater")
            let transform = object["tr"]?.object
            return .repeat(
                LottieRepeater(
                    copies: try track(object["c"], 1), offset: try track(object["o"], 0),
                    transform: try transform.map { object throws(DocumentError) in try self.transform(object) }
                        ?? LottieTransform(),
                    startOpacity: try track(transform?["so"], 100), endOpacity: try track(transform?["eo"], 100),
                    isBelow: integer(object["m"]) == 2))
        case "mm":
            diagnostics.use("merge paths")
            return .merge(integer(object["mm"]) ?? 1)
        case "no": return nil
        default:
            diagnostics.warn("the shape \(path) of type \"\(type)\" is not supported")
            return nil
        }
    }

    private func star(_ object: JSONObject, _ isReversed: Bool) throws(DocumentError) -> LottieTrack<LottieOutline> {
        let isStar = integer(object["sy"]) != 2
        diagnostics.use(isStar ? "star" : "polygon")
        let (center, points) = (try track(object["p"], SIMD3<Double>.zero), try track(object["pt"], 5))
        let (radius, roundness) = (try track(object["or"], 0), try track(object["os"], 0))
        let (innerRadius, innerRoundness) = (try track(object["ir"], 0), try track(object["is"], 0))
        let rotation = try track(object["r"], 0)
        let tracks: [any LottieTimed] = [center, points, radius, roundness, innerRadius, innerRoundness, rotation]
        let player = player
        return sampling.combine(
            tracks, isStraight: !rotation.isAnimated && !points.isAnimated, steps: LottieSteps(player)
        ) { moment in
            .star(
                center: center.value(moment).plane, points: points.value(moment),
                outer: (radius.value(moment), roundness.value(moment) / 100),
                inner: isStar ? (innerRadius.value(moment), innerRoundness.value(moment) / 100) : nil,
                rotation: rotation.value(moment) * .pi / 180, isReversed: isReversed, player)
        }
    }

    private func stroke(_ object: JSONObject) throws(DocumentError) -> LottieStroke {
        var result = LottieStroke(width: try track(object["w"], 0))
        result.cap = integer(object["lc"]) ?? 2
        result.join = integer(object["lj"]) ?? 2
        result.miterLimit = number(object["ml"], 4)
        for dash in object["d"]?.elements ?? [] {
            guard let dash = dash.object, result.dashes.count < 100 else { continue }
            let value = try track(dash["v"], 0)
            if dash["n"]?.string == "o" {
                result.dashOffset = value
            } else {
                result.dashes.append(value)
            }
        }
        if !result.dashes.isEmpty { diagnostics.use("dashes") }
        return result
    }

    /// The track of an outline.
    func outline(_ value: JSONValue?) throws(DocumentError) -> LottieTrack<LottieOutline> {
        var vertices = 0
        let result = try track(value, LottieOutline()) { value in
            guard let object = value.object, let points = object["v"]?.elements else { return nil }
            let (arriving, leaving) = (object["i"]?.elements ?? [], object["o"]?.elements ?? [])
            vertices += points.count
            guard vertices <= Self.limit else { return nil }
            var outline = LottieOutline(vertices: [], isClosed: object["c"]?.isTrue ?? true)
            outline.vertices.reserveCapacity(points.count)
            for (index, point) in points.enumerated() {
                guard let vertex = Self.vector(point)?.plane else { continue }
                let before = index < arriving.count ? Self.vector(arriving[index])?.plane ?? .zero : .zero
                let after = index < leaving.count ? Self.vector(leaving[index])?.plane ?? .zero : .zero
                outline.vertices.append(LottieVertex(vertex, arriving: vertex + before, leaving: vertex + after))
            }
            return outline
        }
        try spend(vertices)
        if result.isAnimated { diagnostics.use("animated path") }
        return result
    }
}

extension SIMD3<Double> {
    /// x and y.
    var plane: SIMD2<Double> { SIMD2(x, y) }
}
