import MicaWire

/// The vocabulary of Core Animation documents: the kinds of properties, and words that are accepted without effect.
package enum Vocabulary {
    /// Layer classes that can be drawn.
    static let layerClasses: Set<String> = [
        "CALayer", "CABackdropLayer", "CAEmitterLayer", "CAGradientLayer", "CAReplicatorLayer", "CAShapeLayer",
        "CATextLayer",
        "CATransformLayer",
    ]

    /// Animation classes that can run.
    static let animationClasses: Set<String> = [
        "CABasicAnimation", "CAKeyframeAnimation", "CASpringAnimation", "CAAnimationGroup", "CATransition",
    ]

    /// The keys of layers' properties, for messages about unknown ones.
    static let layerKeys = LayerPropertyTable.rows.map(\.key) + ["frame", "path", "string", "font", "name"]

    /// Whether an element's name is a layer class, supported or not.
    static func isLayerClass(_ name: String) -> Bool {
        name == "CALayer" || (name.hasSuffix("Layer") && name.first?.isUppercase == true)
    }

    /// The kinds of animations' properties, by key.
    static let animationKinds: [String: ValueKind] = [
        "keyPath": .string, "beginTime": .number, "duration": .number, "speed": .number, "timeOffset": .number,
        "repeatCount": .number, "repeatDuration": .number, "autoreverses": .boolean, "fillMode": .string,
        "removedOnCompletion": .boolean, "timingFunction": .timingFunction, "additive": .boolean,
        "cumulative": .boolean,
        "calculationMode": .string, "fromValue": .any, "toValue": .any, "byValue": .any, "values": .array,
        "keyTimes": .array,
        "timingFunctions": .array, "mass": .number, "stiffness": .number, "damping": .number, "velocity": .number,
        "initialVelocity": .number, "type": .string, "subtype": .string,
        "startProgress": .number, "endProgress": .number, "mica_autorecalculatesDuration": .boolean,
    ]

    /// Attributes and elements of layers that are accepted silently: hints about buffers, redrawing and layout, which
    /// do not change a finished document's look, and editors' notes.
    static let silentLayerKeys: Set<String> = [
        "contentsFormat", "needsDisplayOnBoundsChange",
        "needsLayoutOnGeometryChange", "securityMode", "contentsAlignsToPixels", "delegate", "actions", "style",
        "modules",
        "scriptComponents", "scriptObject", "nodeType", "userInfo",
    ]

    /// Attributes that are accepted silently with these values, which are equivalent to the defaults; other values
    /// give a warning.
    static let silentLayerValues: [String: Set<String>] = [
        "flipsHorizontalAxis": ["0"],
        "contentsScaling": ["stretch"],
        "preservesDepth": ["0"],
    ]

    /// Attributes and elements that only change the drawing of contents; accepted silently on layers without
    /// contents.
    static let contentsKeys: Set<String> = ["contentsMultiplyColor", "contentsSwizzle", "contentsTransform"]

    /// Inputs of filters that are accepted silently: hints about quality, and names that are no inputs.
    static let silentFilterKeys: Set<String> = [
        "filter", "name", "type", "id", "inputDither", "inputQuality", "inputHardEdges", "inputNormalizeEdges",
        "cachesInputImage",
    ]

    /// Attributes of emitters and their cells that are accepted silently: undocumented ones without effect here, such
    /// as the orientation in space of particles that are planes.
    static let silentEmitterKeys: Set<String> = [
        "spinBias", "particleType", "contentsFrameCount", "contentsFrameMode", "contentsFramesPerSecond",
        "orientationLatitude", "orientationLongitude", "orientationRange", "emitterDuration", "cullMinZ", "cullMaxZ",
        "cullRect", "updateInterval", "massRange", "mass",
    ]

    /// The kind of a cell's property, by key; nil when it is unknown.
    static func cellKind(_ key: String) -> ValueKind? {
        if key == "name" { return .string }
        guard let property = CellProperty(key: key) else { return nil }
        return switch property.kind {
        case .number: property.isBoolean ? .boolean : .number
        case .rect: .rect
        case .color: .color
        case .string: .string
        case .image: .image
        default: nil
        }
    }

    /// Attributes of states and transitions that are accepted silently.
    static let silentStateKeys: Set<String> = [
        "final", "enabled", "locked", "initial", "previousDelay", "nextDelay", "weight",
    ]

    /// The kind of a layer's property by key path, from the shared table of properties; nil when it is unknown.
    package static func layerKind(_ keyPath: String) -> ValueKind? {
        if ["name", "string", "font", "path"].contains(keyPath) { return .string }
        if keyPath == "frame" { return .rect }
        if keyPath == "continuousCorners" || keyPath == "shadowPathIsBounds" { return .boolean }
        guard let target = PropertyTarget(keyPath: keyPath) else { return nil }
        let isBoolean = target.part == .whole && LayerPropertyTable.row(target.property).isBoolean
        return switch target.kind {
        case .number: isBoolean ? .boolean : target.property == .maskedCorners ? .integer : .number
        case .point: .point
        case .size: .size
        case .rect: .rect
        case .transform: .transform
        case .color: .color
        case .string: .string
        case .image: .image
        case .layer: .layer
        case .numbers, .colors: .array
        case .filters: .filters
        case .none, .vector, .path, .cells: nil
        }
    }

    /// The kind of an animation's property, by key; nil when it is unknown.
    package static func animationKind(_ key: String) -> ValueKind? {
        animationKinds[key]
    }
}
