/// The content of a Core Animation markup file.
package struct CAMLDocument: Sendable {
    /// The root layer; nil when the file describes no layer that can be drawn.
    package var root: LayerDescription?
    /// What was left out.
    package var warnings: [DocumentWarning]
}

/// Reads Core Animation markup (CAML) from bytes: the only entry, for files, archives and the fuzzer.
///
/// *Throws*: `.malformed` when it is no XML, `.unknownDocument` when it is no Core Animation markup, `.refused` when
/// it exceeds the limits. All other problems are warnings.
package func readCAML(
    _ bytes: [UInt8], file: String, limits: MarkupLimits = .standard
) throws(DocumentError) -> CAMLDocument {
    let element = try MarkupParser.parse(bytes, file: file, limits: limits)
    var reader = CAMLReader(root: element, limits: limits)
    return try reader.document(element)
}

/// Reads the elements of Core Animation markup into descriptions.
struct CAMLReader {
    private(set) var warnings: [DocumentWarning] = []
    /// Elements by identifier, for references by `object`.
    private var shared: [String: MarkupElement] = [:]
    private var visits = 0
    private let visitLimit: Int
    private var depth = 0
    private let depthLimit: Int
    /// Identifiers inside layers that are left out; references to them need no further warning.
    private var undrawn: Set<String> = []
    /// Identifiers of layers that are drawn.
    private var drawn: Set<String> = []
    /// Identifiers of more than one layer.
    private var ambiguous: Set<String> = []
    /// The rules of the attributes seen so far, by name.
    private var rules: [String: AttributeRule] = [:]
    /// Key paths with a warning; each is reported once a file.
    private var reportedKeyPaths: Set<String> = []

    /// The most warnings of a file.
    static let warningLimit = 500

    init(root: MarkupElement, limits: MarkupLimits) {
        visitLimit = limits.elements * 2
        depthLimit = limits.depth
        collect(root, isUndrawn: false)
    }

    private mutating func collect(_ element: MarkupElement, isUndrawn: Bool) {
        let className = element.name == "mask" ? element.attribute("type") ?? element.name : element.name
        let isUndrawn =
            isUndrawn || (Vocabulary.isLayerClass(className) && !Vocabulary.layerClasses.contains(className))
        if let identifier = element.attribute("id") {
            if shared[identifier] == nil { shared[identifier] = element }
            if isUndrawn { undrawn.insert(identifier) }
        }
        for child in element.children { collect(child, isUndrawn: isUndrawn) }
    }

    mutating func document(_ element: MarkupElement) throws(DocumentError) -> CAMLDocument {
        guard element.name == "caml" else {
            throw DocumentError(
                .unknownDocument, at: element.location, reason: "the root element is <\(element.name)>, not <caml>")
        }
        var root: LayerDescription?
        for child in element.children {
            if Vocabulary.isLayerClass(child.name) {
                guard root == nil else {
                    warn(child, "a second root layer is left out")
                    continue
                }
                root = try layer(child, className: child.name)
            } else if child.name != "MicaAssetManifest" {
                warn(child, "<\(child.name)> is not known here and is left out")
            }
        }
        if let root { checkTargets(of: root) }
        return CAMLDocument(root: root, warnings: warnings)
    }

    // MARK: Layers

    /// Reads a layer; nil when its class is unsupported, with one warning for it and each such layer in it.
    mutating func layer(_ element: MarkupElement, className: String) throws(DocumentError) -> LayerDescription? {
        try enter(element)
        defer { leave() }
        guard Vocabulary.layerClasses.contains(className) else {
            leaveOut(element, className: className)
            return nil
        }
        var layer = LayerDescription(
            className: className, identifier: element.attribute("id"), location: element.location)
        if let identifier = layer.identifier, !drawn.insert(identifier).inserted { ambiguous.insert(identifier) }
        for attribute in element.attributes {
            switch attribute.name {
            case "id", "type", "key": break
            default: property(attribute, of: &layer, in: element)
            }
        }
        for child in element.children { try content(child, of: &layer, in: element) }
        return layer
    }

    private mutating func property(
        _ attribute: MarkupAttribute, of layer: inout LayerDescription, in element: MarkupElement
    ) {
        let name = attribute.name
        let rule = rule(for: name)
        if rule.isSilent { return }
        if rule.isAboutContents, isAboutMissingContents(name, element) { return }
        if layer.className == "CAEmitterLayer", Vocabulary.silentEmitterKeys.contains(name) { return }
        if rule.hasSilentValues, Vocabulary.silentLayerValues[name]?.contains(attribute.value) == true { return }
        guard let kind = rule.kind else {
            let hint = hint(name, among: Vocabulary.layerKeys)
            warn(
                attribute.location,
                "the attribute \"\(name)\" of \(layer.className) is not known and has no effect" + hint)
            return
        }
        guard let value = ValueParser.parse(attribute.value, as: kind) else {
            warn(attribute.location, "\"\(shortened(attribute.value))\" is no value for \"\(name)\"")
            return
        }
        layer.properties.append(PropertyDescription(keyPath: name, value: value, location: attribute.location))
    }

    /// Reads the values that follow a tilt from a style; other parts of a style are for editors.
    ///
    /// *Source*: documents of wallpaper editors, such as CAPlayground (lib/ca/caml): dictionaries with `layerName`,
    /// `keyPath`, `axis` (x or y), `mapMinTo` and `mapMaxTo`; each is an element with a `value`.
    private mutating func parallax(_ style: MarkupElement) -> [ParallaxDescription] {
        var result: [ParallaxDescription] = []
        for groups in style.children where groups.name == "wallpaperParallaxGroups" {
            for group in groups.children {
                func text(_ key: String) -> String? {
                    group.children.first { $0.name == key }?.attribute("value")
                }
                func number(_ key: String) -> Double? {
                    text(key).flatMap { Double($0) }.flatMap { abs($0) <= 1e9 ? $0 : nil }
                }
                guard let layerName = text("layerName"), let keyPath = text("keyPath"), let axis = text("axis"),
                    ["x", "y"].contains(axis), let first = number("mapMinTo"), let last = number("mapMaxTo"),
                    result.count < Self.parallaxLimit
                else {
                    warn(group, "the group says not which layer follows which tilt, or how far, and has no effect")
                    continue
                }
                result.append(
                    ParallaxDescription(
                        layerName: layerName, keyPath: keyPath, isVertical: axis == "y", ends: (first, last),
                        location: group.location))
            }
        }
        return result
    }

    /// The most values that follow a tilt.
    private static let parallaxLimit = 1000

    /// The vocabulary's rule for an attribute of layers, looked up once a file.
    private struct AttributeRule {
        var isSilent: Bool
        var isAboutContents: Bool
        var hasSilentValues: Bool
        var kind: ValueKind?

        init(_ name: String) {
            isSilent = Vocabulary.silentLayerKeys.contains(name) || name.hasPrefix("xmlns")
            isAboutContents = Vocabulary.contentsKeys.contains(name)
            hasSilentValues = Vocabulary.silentLayerValues[name] != nil
            kind = Vocabulary.layerKind(name)
        }
    }

    private mutating func rule(for name: String) -> AttributeRule {
        if let known = rules[name] { return known }
        let rule = AttributeRule(name)
        // A malicious file may have any number of names.
        if rules.count < 1000 { rules[name] = rule }
        return rule
    }

    private mutating func content(
        _ child: MarkupElement, of layer: inout LayerDescription, in element: MarkupElement
    ) throws(DocumentError) {
        switch child.name {
        case "sublayers":
            for element in child.children {
                guard Vocabulary.isLayerClass(element.name) else {
                    warn(element, "<\(element.name)> is no layer and is left out")
                    continue
                }
                if let sublayer = try self.layer(element, className: element.name) { layer.sublayers.append(sublayer) }
            }
        case "mask":
            let inner = child.children.first { Vocabulary.isLayerClass($0.name) }
            let (element, className) =
                if child.attributes.isEmpty, let inner { (inner, inner.name) } else {
                    (child, child.attribute("type") ?? "CALayer")
                }
            if className == "null" || className == "nil" { return }
            if let mask = try self.layer(element, className: className) {
                layer.properties.append(
                    PropertyDescription(keyPath: "mask", value: .layer(mask), location: child.location))
            }
        case "emitterCells" where layer.className == "CAEmitterLayer":
            layer.properties.append(
                PropertyDescription(keyPath: "emitterCells", value: .cells(try cells(child)), location: child.location))
        case "emitterBehaviors" where layer.className == "CAEmitterLayer":
            let value = DocumentValue.behaviors(try behaviors(child))
            layer.properties.append(
                PropertyDescription(keyPath: "emitterBehaviors", value: value, location: child.location))
        case "animations":
            for element in child.children {
                if let animation = try animation(element, isKeyed: true) { layer.animations.append(animation) }
            }
        case "style": layer.parallax += parallax(child)
        case "states":
            for element in child.children { if let state = try state(element) { layer.states.append(state) } }
        case "stateTransitions":
            for element in child.children {
                if let transition = try transition(element) { layer.transitions.append(transition) }
            }
        default:
            if Vocabulary.silentLayerKeys.contains(child.name) || isAboutMissingContents(child.name, element) { return }
            if let written = child.attribute("value"),
                Vocabulary.silentLayerValues[child.name]?.contains(written) == true
            {
                return
            }
            guard let kind = Vocabulary.layerKind(child.name) else {
                warn(child, "<\(child.name)> in \(layer.className) is not known and has no effect")
                return
            }
            if let value = try value(child, kind: kind) {
                layer.properties.append(
                    PropertyDescription(keyPath: child.name, value: value, location: child.location))
            }
        }
    }

    /// Whether a word only changes the drawing of contents, on a layer without contents.
    private func isAboutMissingContents(_ name: String, _ element: MarkupElement) -> Bool {
        Vocabulary.contentsKeys.contains(name) && !element.children.contains { $0.name == "contents" }
    }

    /// Warns about an unsupported layer, and about each such layer in it.
    private mutating func leaveOut(_ element: MarkupElement, className: String) {
        warn(element, "\(className) is not drawn yet; it and its sublayers are left out")
        warnUndrawn(in: element)
    }

    private mutating func warnUndrawn(in element: MarkupElement) {
        for child in element.children {
            if Vocabulary.isLayerClass(child.name), !Vocabulary.layerClasses.contains(child.name) {
                leaveOut(child, className: child.name)
            } else {
                warnUndrawn(in: child)
            }
        }
    }

    /// Whether only layers that are left out have the identifier.
    func isUndrawn(_ identifier: String) -> Bool {
        undrawn.contains(identifier) && !drawn.contains(identifier)
    }

    /// Warns once about a key path that no layer has.
    mutating func warnKeyPath(_ keyPath: String, at element: MarkupElement) {
        guard reportedKeyPaths.insert(keyPath).inserted else { return }
        warn(element, "the key path \"\(shortened(keyPath))\" is not known and has no effect")
    }

    /// Warns about states and transitions with missing or ambiguous targets.
    private mutating func checkTargets(of layer: LayerDescription) {
        var told: Set<String> = []
        var targets: [(String, DocumentLocation)] = []
        func visit(_ layer: LayerDescription) {
            for state in layer.states { targets += state.values.map { ($0.target, $0.location) } }
            for transition in layer.transitions { targets += transition.elements.map { ($0.target, $0.location) } }
            layer.sublayers.forEach(visit)
        }
        visit(layer)
        for (target, location) in targets where !isUndrawn(target) {
            if !drawn.contains(target), told.insert(target).inserted {
                warn(location, "no layer has the identifier \"\(shortened(target))\"")
            } else if ambiguous.contains(target), told.insert(target).inserted {
                warn(location, "several layers have the identifier \"\(shortened(target))\"; the first is meant")
            }
        }
    }

    // MARK: Help

    /// The element itself, or the element that its `object` names.
    mutating func resolved(_ element: MarkupElement) throws(DocumentError) -> MarkupElement {
        try visit(element)
        guard let reference = element.attribute("object") else { return element }
        guard let target = shared[reference], target.attribute("object") == nil else {
            warn(element, "no object has the identifier \"\(shortened(reference))\"")
            return MarkupElement(name: "null", attributes: [], children: [], text: "", location: element.location)
        }
        return target
    }

    /// Counts an element. References can make few elements be read often; this bounds the work.
    mutating func visit(_ element: MarkupElement) throws(DocumentError) {
        visits += 1
        guard visits <= visitLimit else {
            throw DocumentError(.refused, at: element.location, reason: "references make the document too large")
        }
    }

    /// Counts an element during the reading of its content. References could nest without end; this bounds the stack.
    mutating func enter(_ element: MarkupElement) throws(DocumentError) {
        try visit(element)
        depth += 1
        guard depth <= depthLimit else {
            throw DocumentError(
                .refused, at: element.location,
                reason: "references lead more than \(depthLimit) levels deep: an element may refer to one around it")
        }
    }

    /// Ends an `enter`.
    mutating func leave() {
        depth -= 1
    }

    /// The end of a message about an unknown name: the nearest known one; nothing once further warnings are left out.
    func hint(_ name: String, among known: [String]) -> String {
        warnings.count < Self.warningLimit ? Spelling.hint(name, among: known) : ""
    }

    mutating func warn(_ element: MarkupElement, _ message: String) {
        warn(element.location, message)
    }

    mutating func warn(_ location: DocumentLocation, _ message: String) {
        if warnings.count < Self.warningLimit {
            warnings.append(DocumentWarning(at: location, message))
        } else if warnings.count == Self.warningLimit {
            warnings.append(DocumentWarning(at: location, "further warnings about this file are left out"))
        }
    }

    /// A text of the document, shortened for a message.
    func shortened(_ text: String) -> String {
        text.count <= 60 ? text : text.prefix(60) + "..."
    }
}
