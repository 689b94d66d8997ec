extension LottieReader {
    /// The most animators of a layer's text.
    private static let animatorLimit = 16

    /// Reads a layer's text.
    ///
    /// - Parameter masks: the layer's masks, one of which may be the path of the letters.
    func text(_ object: JSONObject?, masks: JSONValue?) throws(DocumentError) -> LottieText {
        let missing = LottieStep(value: LottieTextDocument())
        var documents = LottieTrack(missing)
        if let data = object?["d"] {
            documents = try track(data, missing) { value in value.object.map { LottieStep(value: self.document($0)) } }
            for index in documents.keys.indices { documents.keys[index].isHold = true }
        }
        var result = LottieText(documents: documents)
        if let list = object?["a"]?.elements, !list.isEmpty {
            diagnostics.use("text animator")
            if list.count > Self.animatorLimit {
                diagnostics.warn("more than \(Self.animatorLimit) text animators are left out")
            }
            for animator in list.prefix(Self.animatorLimit) {
                guard let animator = animator.object else { continue }
                var read = try self.animator(animator)
                read.selector.number = result.animators.count
                result.animators.append(read)
            }
        }
        if let alignment = object?["m"]?.object?["a"] { result.alignment = try track(alignment, .zero) }
        if let path = object?["p"]?.object, let index = integer(path["m"]) {
            diagnostics.use("text on a path")
            if let masks = masks?.elements, masks.indices.contains(index), let mask = masks[index].object {
                result.path = try self.path(path, mask)
            } else {
                diagnostics.warn("text stands on the outline of mask \(index), which is missing: it is set in a line")
            }
        }
        return result
    }

    private func path(_ object: JSONObject, _ mask: JSONObject) throws(DocumentError) -> LottieTextPath {
        var result = LottieTextPath(outline: try outline(mask["pt"]))
        (result.first, result.last) = (try track(object["f"], 0), try track(object["l"], 0))
        func isOn(_ key: String, _ usual: Double) throws(DocumentError) -> Bool {
            try track(object[key], usual).first != 0
        }
        (result.isReversed, result.isPerpendicular) = (try isOn("r", 0), try isOn("p", 1))
        result.isForced = try isOn("a", 0)
        return result
    }

    private func animator(_ object: JSONObject) throws(DocumentError) -> LottieTextAnimator {
        var result = LottieTextAnimator(selector: try selector(object["s"]?.object))
        guard let values = object["a"]?.object else { return result }
        if let value = values["a"] { result.anchor = try track(value, .zero) }
        if let value = values["p"] { result.position = try track(value, .zero) }
        if let value = values["s"] { result.scale = try track(value, SIMD3(100, 100, 100)) }
        if let value = values["r"] ?? values["rz"] { result.rotation = try track(value, 0) }
        if let value = values["sk"] { result.skew = try track(value, 0) }
        if let value = values["sa"] { result.skewAxis = skewAxis(try track(value, 0)) }
        if let value = values["o"] ?? values["fo"] { result.opacity = try track(value, 100) }
        if let value = values["fc"] { result.fill = try colorTrack(value) }
        if let value = values["sc"] { result.stroke = try colorTrack(value) }
        if let value = values["sw"] { result.strokeWidth = try track(value, 0) }
        if let value = values["t"] { result.tracking = try track(value, 0) }
        for key in ["rx", "ry", "fh", "fs", "fb", "bl", "ls", "so"] where values[key] != nil {
            diagnostics.warn("a text animator's \"\(key)\" is not supported")
        }
        return result
    }

    private func selector(_ object: JSONObject?) throws(DocumentError) -> LottieTextSelector {
        var result = LottieTextSelector()
        guard let object else { return result }
        if integer(object["t"]) == 1 {
            if player == .coreAnimation { diagnostics.warn("a text selector has an expression, which is not run") }
            result.shares = try track(object["a"], [100]) { value in
                value.numbers?.map(Self.bounded)
            }
        }
        result.isRandom = object["rn"]?.isTrue ?? false
        result.basis = integer(object["b"]).flatMap(LottieTextSelector.Basis.init) ?? .letters
        result.shape = integer(object["sh"]).flatMap(LottieTextSelector.Shape.init) ?? .square
        result.isInUnits = integer(object["r"]) == 2
        result.start = try track(object["s"], 0)
        if let end = object["e"] { result.end = try track(end, 100) }
        result.offset = try track(object["o"], 0)
        result.amount = try track(object["a"], 100)
        (result.easeHigh, result.easeLow) = (try track(object["xe"], 0), try track(object["ne"], 0))
        result.smoothness = try track(object["sm"], 100)
        return result
    }

    /// A text and its style.
    func document(_ object: JSONObject) -> LottieTextDocument {
        var result = LottieTextDocument()
        result.text = (object["t"]?.string ?? "").replacing("\r\n", with: "\n").replacing("\r", with: "\n").replacing(
            "\u{3}", with: "\n")
        result.font = object["f"]?.string ?? ""
        result.size = number(object["s"], 12)
        result.lineHeight = object["lh"]?.number
        result.tracking = number(object["tr"], 0)
        result.justification = integer(object["j"]) ?? 0
        result.fill = object["fc"].flatMap(Self.color)
        result.stroke = object["sc"].flatMap(Self.color)
        result.strokeWidth = number(object["sw"], 0)
        result.strokeIsOnTop = object["of"]?.isTrue ?? false
        result.baselineShift = number(object["ls"], 0)
        if let size = object["sz"].flatMap(Self.vector) {
            result.box = (object["ps"].flatMap(Self.vector) ?? .zero, size)
        }
        return result
    }
}
