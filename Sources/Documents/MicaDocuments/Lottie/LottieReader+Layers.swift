extension LottieReader {
    /// The layers of a composition, front to back.
    func layers(_ values: [JSONValue], path: String) throws(DocumentError) -> [LottieLayer] {
        var result: [LottieLayer] = []
        for (index, value) in values.enumerated() {
            guard let object = value.object else { continue }
            try spend()
            result.append(try layer(object, path: "\(path)[\(index)]"))
        }
        return result
    }

    private func layer(_ object: JSONObject, path: String) throws(DocumentError) -> LottieLayer {
        var layer = LottieLayer()
        layer.path = path
        layer.offset = object.offset
        layer.name = object["nm"]?.string ?? ""
        diagnostics.enter(layer)
        layer.index = integer(object["ind"])
        layer.parent = integer(object["parent"])
        (layer.inPoint, layer.outPoint) = (number(object["ip"], 0), number(object["op"], 0))
        layer.startTime = number(object["st"], 0)
        let stretch = number(object["sr"], 1)
        layer.stretch = abs(stretch) > 1e-6 ? stretch : 1
        if layer.stretch != 1 { diagnostics.use("time stretch") }
        // The start that gives t / sr - st inside.
        if isSpecified, integer(object["ty"]) == 0 { layer.startTime *= layer.stretch }
        layer.isHidden = object["hd"]?.isTrue ?? false
        layer.isCollapsed = isCollapsed(object)
        layer.blendMode = integer(object["bm"]) ?? 0
        layer.isMatte = object["td"]?.isTrue ?? false
        layer.matteMode = integer(object["tt"]) ?? 0
        layer.matte = integer(object["tp"])
        layer.turnsAlongPath = object["ao"]?.isTrue ?? false
        layer.isSpatial = player != .coreAnimation && object["ddd"]?.isTrue ?? false
        (layer.width, layer.height) = (object["w"]?.number, object["h"]?.number)
        if layer.parent != nil { diagnostics.use("parenting") }
        if layer.blendMode != 0 { diagnostics.use("blend mode") }
        if layer.turnsAlongPath { diagnostics.use("auto orientation") }
        if (1...4).contains(layer.matteMode) {
            diagnostics.use("\(["alpha", "inverted alpha", "luma", "inverted luma"][layer.matteMode - 1]) matte")
        }
        if let remap = object["tm"], integer(object["ty"]) == 0 {
            diagnostics.use("time remap")
            layer.timeRemap = try track(remap, 0)
        }
        layer.content = try content(object, &layer, path)
        if let transform = object["ks"]?.object { layer.transform = try self.transform(transform) }
        if layer.turnsAlongPath, player != .coreAnimation, let split = layer.transform.split,
            split.x.isAnimated || split.y.isAnimated
        {
            diagnostics.warn("auto orientation along a position of separate dimensions is not supported")
        }
        for mask in object["masksProperties"]?.elements ?? [] {
            if let mask = mask.object { try self.mask(mask).map { layer.masks.append($0) } }
        }
        try effects(object, &layer)
        if player != .coreAnimation { layer.becomeAdjustment(diagnostics) }
        return layer
    }

    private func content(_ object: JSONObject, _ layer: inout LottieLayer, _ path: String) throws(DocumentError)
        -> LottieLayer.Content
    {
        let type = integer(object["ty"]) ?? -1
        switch type {
        case 0:
            diagnostics.use("precomposition layer")
            return .precomp(object["refId"]?.string ?? "")
        case 1:
            diagnostics.use("solid layer")
            (layer.width, layer.height) = (object["sw"]?.number, object["sh"]?.number)
            return .solid(object["sc"].flatMap(Self.color) ?? SIMD4(0, 0, 0, 1))
        case 2:
            diagnostics.use("image layer")
            return .image(object["refId"]?.string ?? "", nil)
        case 3:
            diagnostics.use("null layer")
            return .null
        case 4:
            diagnostics.use("shape layer")
            return .shapes(try items(object["shapes"]?.elements ?? [], path: path + ".shapes", depth: 0))
        case 5:
            diagnostics.use("text layer")
            return .text(try text(object["t"]?.object, masks: object["masksProperties"]))
        case 6: return try sound(object)
        case 11: diagnostics.use("guide layer")
        case 12 where player != .coreAnimation: return .adjustment
        case 13: return try camera(object)
        case 14: diagnostics.warn("lights are not supported")
        case 15: diagnostics.use("data layer")
        default: diagnostics.warn("a layer of type \(type) is not known")
        }
        return .other(type)
    }

    /// Reads the placement of a layer, a group or a copy.
    func transform(_ object: JSONObject) throws(DocumentError) -> LottieTransform {
        var result = LottieTransform()
        result.anchor = try track(object["a"], .zero)
        if let position = object["p"]?.object, position["s"]?.isTrue ?? false {
            diagnostics.use("split position")
            result.split = (
                try track(position["x"], 0), try track(position["y"], 0), try track(position["z"], 0)
            )
        } else {
            result.position = try track(object["p"], .zero)
            if result.position.keys.contains(where: { $0.leaving != nil }) { diagnostics.use("curved path of motion") }
        }
        result.scale = try track(object["s"], SIMD3(100, 100, 100))
        result.rotation = try track(object["rz"] ?? object["r"], 0)
        result.rotationX = try track(object["rx"], 0)
        result.rotationY = try track(object["ry"], 0)
        result.orientation = try track(object["or"], .zero)
        if result.rotationX.isAnimated || result.rotationY.isAnimated || result.rotationX.first != 0
            || result.rotationY.first != 0
        {
            diagnostics.use("3D rotation")
        }
        result.skew = try track(object["sk"], 0)
        result.skewAxis = skewAxis(try track(object["sa"], 0))
        if result.skew.isAnimated || result.skew.first != 0 { diagnostics.use("skew") }
        result.opacity = try track(object["o"], 100)
        return result
    }

    /// The axis of a skew as `LottieAnimator.skew` takes it.
    ///
    /// *Source*: lottie/lottie-spec, "Transform": a turn by -sa, a skew and a turn by sa, where turns are those of the
    /// layer's rotation, which is by -r. airbnb/lottie-ios turns the other way round.
    func skewAxis(_ written: LottieTrack<Double>) -> LottieTrack<Double> {
        player == .coreAnimation ? written : written.map { -$0 }
    }

    private func mask(_ object: JSONObject) throws(DocumentError) -> LottieMask? {
        // *Source*: lottie/lottie-spec, "Mask": the default is intersect; airbnb/lottie-ios adds.
        let name = object["mode"]?.string ?? (player == .coreAnimation ? "a" : "i")
        guard let mode = LottieMask.Mode(rawValue: name) else {
            diagnostics.warn("a mask of mode \(name) is not known, and left out")
            return nil
        }
        guard mode != .none else { return nil }
        diagnostics.use("mask: \(mode)")
        var mask = LottieMask(outline: try outline(object["pt"]))
        mask.mode = mode
        mask.isInverted = object["inv"]?.isTrue ?? false
        mask.opacity = try track(object["o"], 100)
        mask.expansion = try track(object["x"], 0)
        if mask.isInverted { diagnostics.use("inverted mask") }
        if mask.expansion.isAnimated || mask.expansion.first != 0 { diagnostics.use("mask expansion") }
        return mask
    }
}
