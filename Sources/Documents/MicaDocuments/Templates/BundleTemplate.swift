import CoreGraphics
import QuartzCore

/// A Core Animation document as a template: its named layers' values can be replaced.
///
/// A value's name has the names of the layers around it, but for the root, with dots between; layers without a name are
/// left out. Layers whose values have one name get the value together.
struct BundleTemplate: Sendable {
    private let source: BundleSource
    private let images: ImageLoader.Kept

    /// Reads a document, and makes its layers once.
    ///
    /// *Throws*: when it describes no layer that can be drawn.
    init(_ source: BundleSource, images: ImageLoader) throws(DocumentError) {
        let own = try BundleDocument(source, images: images)
        var (seen, fields) = (Set<String>(), [TemplateField]())
        for part in own.parts {
            try Self.forEachNamed(part.root) { layer, name in
                for field in Self.fields(of: layer, name) where seen.insert(field.keyPath).inserted {
                    fields.append(field)
                }
            }
        }
        (self.source, self.images, self.fields) = (source, images.kept, fields)
        document = (own.size, own.duration, own.framesPerSecond)
        problems = own.warnings.map(\.description)
    }

    /// The values that can be replaced, in the order of the layers.
    let fields: [TemplateField]
    /// The parts that are left out.
    let problems: [String]
    /// The document's size, and the length and the rate of its films.
    let document: (size: CGSize, duration: Double?, framesPerSecond: Double?)

    /// Calls a function for each layer that has a name, with its key path.
    private static func forEachNamed(
        _ root: CALayer, _ body: (CALayer, String) throws(DocumentError) -> Void
    ) throws(DocumentError) {
        func visit(_ layer: CALayer, _ names: String, isRoot: Bool) throws(DocumentError) {
            let name = layer.name ?? ""
            let path = name.isEmpty ? names : names.isEmpty ? name : "\(names).\(name)"
            if !name.isEmpty { try body(layer, path) }
            for sublayer in layer.sublayers ?? [] { try visit(sublayer, isRoot ? "" : path, isRoot: false) }
        }
        try visit(root, "", isRoot: true)
    }

    /// The document with values, in layers of its own.
    ///
    /// *Throws*: `.refused` when a text does not fit as it has to, `.unreadable` when a picture that no value replaces
    /// is missing.
    func document(_ values: [LottieValue]) throws(DocumentError) -> BundleDocument {
        let loader = ImageLoader(images)
        var edited = source
        let pictures = values.filter { $0.names.last == "contents" }
        if !pictures.isEmpty {
            for index in edited.bundles.indices {
                Self.removeContents(pictures, from: &edited.bundles[index].root, "", isRoot: true)
            }
        }
        let made = try BundleDocument(edited, images: loader) { (root) throws(DocumentError) in
            guard !values.isEmpty else { return }
            try Self.forEachNamed(root) { (layer, name) throws(DocumentError) in
                let own = values.filter { $0.matches(name, of: layer) }
                // A text is fitted with all other values of its layer.
                for value in own { try Self.set(value, of: layer, loader) }
                for value in own { try Self.fit(value, of: layer, name) }
            }
        }
        if let missing = loader.errors.first { throw missing }
        return made
    }

    /// Removes the contents that values replace, so that a missing picture is no error.
    private static func removeContents(
        _ values: [LottieValue], from layer: inout LayerDescription, _ names: String, isRoot: Bool
    ) {
        var name = ""
        if case .string(let text)? = layer.value("name") { name = text }
        let path = name.isEmpty ? names : names.isEmpty ? name : "\(names).\(name)"
        if !name.isEmpty, values.contains(where: { $0.matches(path + ".contents") }) {
            layer.properties.removeAll { $0.keyPath == "contents" }
        }
        for index in layer.sublayers.indices {
            removeContents(values, from: &layer.sublayers[index], isRoot ? "" : path, isRoot: false)
        }
    }

    /// Sets a value of a layer; values that layers of its class do not have are left.
    private static func set(_ value: LottieValue, of layer: CALayer, _ loader: ImageLoader) throws(DocumentError) {
        let property = value.names.last ?? ""
        switch value.content {
        case .text(let text, _): (layer as? CATextLayer)?.string = text
        case .numbers(let keys): setNumbers(keys.first?.value ?? [], property, of: layer)
        case .image(let image, let fit):
            loader.films.stop(layer)
            layer.contents = image
            fill(layer, fit)
        case .film(let clip, let fit):
            fill(layer, fit)
            // The film begins at its start when the document does.
            layer.timeOffset = clip.start
            try loader.films.play(file: clip.file, in: layer)
        case .sound, .property: break
        }
    }

    private static func fill(_ layer: CALayer, _ fit: PictureFit) {
        layer.contentsGravity = fit.gravity
        if fit == .cover { layer.masksToBounds = true }
    }
}

extension LottieValue {
    /// Whether it replaces one of a layer's values.
    fileprivate func matches(_ name: String, of layer: CALayer) -> Bool {
        matches("\(name).\(names.last ?? "")")
    }

    /// Whether the key path matches a name with dots in it.
    fileprivate func matches(_ path: String) -> Bool {
        matches(path.split(separator: ".", omittingEmptySubsequences: false).map(String.init))
    }
}

// MARK: Values of layers

extension BundleTemplate {
    /// A colour of a layer.
    private struct ColorProperty {
        var name: String
        var get: (CALayer) -> CGColor?
        var set: (CALayer, CGColor) -> Void
    }

    /// A number of a layer.
    private struct NumberProperty {
        var name: String
        var get: (CALayer) -> Double
        var set: (CALayer, Double) -> Void
    }

    private static func colors(of layer: CALayer) -> [ColorProperty] {
        var result = [
            ColorProperty(name: "backgroundColor", get: \.backgroundColor) { $0.backgroundColor = $1 },
            ColorProperty(name: "borderColor", get: \.borderColor) { $0.borderColor = $1 },
        ]
        if layer is CATextLayer {
            result.append(
                ColorProperty(name: "foregroundColor", get: { ($0 as? CATextLayer)?.foregroundColor }) {
                    ($0 as? CATextLayer)?.foregroundColor = $1
                })
        }
        if layer is CAShapeLayer {
            result += [
                ColorProperty(name: "fillColor", get: { ($0 as? CAShapeLayer)?.fillColor }) {
                    ($0 as? CAShapeLayer)?.fillColor = $1
                },
                ColorProperty(name: "strokeColor", get: { ($0 as? CAShapeLayer)?.strokeColor }) {
                    ($0 as? CAShapeLayer)?.strokeColor = $1
                },
            ]
        }
        return result
    }

    private static func numbers(of layer: CALayer) -> [NumberProperty] {
        var result = [
            NumberProperty(name: "opacity", get: { Double($0.opacity) }) { $0.opacity = Float($1) },
            NumberProperty(name: "cornerRadius", get: { Double($0.cornerRadius) }) { $0.cornerRadius = CGFloat($1) },
            NumberProperty(name: "borderWidth", get: { Double($0.borderWidth) }) { $0.borderWidth = CGFloat($1) },
        ]
        if layer is CATextLayer {
            result.append(
                NumberProperty(name: "fontSize", get: { ($0 as? CATextLayer).map { Double($0.fontSize) } ?? 0 }) {
                    ($0 as? CATextLayer)?.fontSize = CGFloat($1)
                })
        }
        if layer is CAShapeLayer {
            result.append(
                NumberProperty(name: "lineWidth", get: { ($0 as? CAShapeLayer).map { Double($0.lineWidth) } ?? 0 }) {
                    ($0 as? CAShapeLayer)?.lineWidth = CGFloat($1)
                })
        }
        return result
    }

    private static func setNumbers(_ values: [Double], _ property: String, of layer: CALayer) {
        guard let first = values.first else { return }
        if property == "position" {
            layer.position = CGPoint(x: first, y: values.count > 1 ? values[1] : first)
        } else if let number = numbers(of: layer).first(where: { $0.name == property }) {
            number.set(layer, first)
        } else if values.count > 2, let color = colors(of: layer).first(where: { $0.name == property }) {
            color.set(
                layer,
                CGColor(
                    srgbRed: CGFloat(first), green: CGFloat(values[1]), blue: CGFloat(values[2]),
                    alpha: CGFloat(values.count > 3 ? values[3] : 1)))
        }
    }

    /// The fields of a layer: its text or its picture first.
    private static func fields(of layer: CALayer, _ name: String) -> [TemplateField] {
        var result: [TemplateField] = []
        func add(_ property: String, _ value: String, _ detail: FieldDetail? = nil) {
            result.append(TemplateField(ReplaceableValue(keyPath: "\(name).\(property)", value: value), detail))
        }
        let size = layer.bounds.size
        let place = size.width > 0 && size.height > 0 ? size : nil
        if let text = layer as? CATextLayer {
            add(
                "string", text.string as? String ?? "",
                FieldDetail(size: place, font: text.font as? String, fontSize: Double(text.fontSize)))
        } else if type(of: layer) == CALayer.self {
            add("contents", "", FieldDetail(size: place))
        }
        for color in colors(of: layer) { add(color.name, text(color.get(layer))) }
        for number in numbers(of: layer) { add(number.name, TemplateText.number(number.get(layer))) }
        add("position", TemplateText.numbers([Double(layer.position.x), Double(layer.position.y)]))
        return result
    }

    private static func text(_ color: CGColor?) -> String {
        guard let parts = color?.components, parts.count >= 2 else { return "none" }
        let all = parts.count < 4 ? [parts[0], parts[0], parts[0], parts[1]] : Array(parts.prefix(4))
        let bytes = all.map { Int((min(max(Double($0), 0), 1) * 255).rounded()) }
        return "#" + bytes.prefix(bytes[3] == 255 ? 3 : 4).map { String(($0 + 256), radix: 16).dropFirst() }.joined()
    }
}

// MARK: Texts that do not fit

extension BundleTemplate {
    /// The steps in which the size of letters that do not fit is searched for.
    private static let steps = 8

    /// Fits the text of a value into its layer.
    ///
    /// *Throws*: `.refused` when it does not fit, or has no room.
    private static func fit(_ value: LottieValue, of layer: CALayer, _ name: String) throws(DocumentError) {
        guard case .text(_, let fit?) = value.content, let text = layer as? CATextLayer else { return }
        func refused(_ reason: String) -> DocumentError {
            DocumentError(.refused, file: "\(name).string", reason: reason)
        }
        let room = CGSize(
            width: fit.width.map { CGFloat($0) } ?? text.bounds.width,
            height: fit.height.map { CGFloat($0) } ?? text.bounds.height)
        guard room.width > 0, room.height > 0 else { throw refused("the text has no box: fitting it needs a room") }
        if fit.rule == .wrap { text.isWrapped = true }
        func used(_ size: CGFloat) -> CGSize {
            text.fontSize = size
            return text.preferredFrameSize()
        }
        func fits(_ size: CGSize) -> Bool { size.width <= room.width + 0.01 && size.height <= room.height + 0.01 }
        let own = text.fontSize
        if fits(used(own)) { return }
        guard fit.rule == .shrink else { throw refused("the text does not fit: \(sizes(used(own), room))") }
        var (low, high) = (own * CGFloat(fit.smallest), own)
        guard fits(used(low)) else {
            throw refused("the text does not fit with its smallest letters: \(sizes(used(low), room))")
        }
        for _ in 0..<steps {
            let middle = (low + high) / 2
            if fits(used(middle)) { low = middle } else { high = middle }
        }
        text.fontSize = low
    }

    private static func sizes(_ used: CGSize, _ room: CGSize) -> String {
        func text(_ size: CGSize) -> String {
            TemplateText.number((Double(size.width) * 10).rounded() / 10) + " x "
                + TemplateText.number((Double(size.height) * 10).rounded() / 10)
        }
        return "it is \(text(used)) points, its room \(text(room))"
    }
}
