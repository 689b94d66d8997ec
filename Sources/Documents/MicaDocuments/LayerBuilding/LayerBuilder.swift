import CoreGraphics
import Foundation
import MicaWire
import QuartzCore

/// Makes layers from descriptions, with QuartzCore's public classes.
struct LayerBuilder {
    /// The parts that were left out.
    var warnings: [DocumentWarning] = []
    /// The layers by identifier; if several have the same, the first.
    var layers: [String: CALayer] = [:]
    /// The locations of layers' descriptions in the document's files.
    var locations: [ObjectIdentifier: DocumentLocation] = [:]
    /// The descriptions with states or transitions.
    var scopes: [LayerDescription] = []

    /// The layers whose filters apply to the pixels behind them.
    ///
    /// *Source*: the class's name, CABackdropLayer, which Apple does not document: public write-ups of UIVisualEffectView's layers
    /// have its filters blur the picture behind it.
    private var backdrops: Set<ObjectIdentifier> = []
    /// Whether the current layer multiplies its image by a colour.
    private var multipliesContents = false
    /// The targets of key paths for layer classes, looked up once a file; nil when there is no such property.
    private var targets: [ClassKeyPath: PropertyTarget?] = [:]
    let images: ImageLoader
    let directory: String

    /// A key path on layers of a class.
    private struct ClassKeyPath: Hashable {
        var type: ObjectIdentifier
        var keyPath: String
    }

    /// Makes a builder for the layers of a file in a directory of the document.
    init(images: ImageLoader, directory: String) {
        self.images = images
        self.directory = directory
    }

    /// The layer of a description, with its sublayers, mask and animations.
    mutating func layer(_ description: LayerDescription) -> CALayer {
        let layer = Self.makeLayer(description.className)
        locations[ObjectIdentifier(layer)] = description.location
        if description.className == "CABackdropLayer" { backdrops.insert(ObjectIdentifier(layer)) }
        if let identifier = description.identifier, layers[identifier] == nil { layers[identifier] = layer }
        if !description.states.isEmpty || !description.transitions.isEmpty { scopes.append(description) }
        multipliesContents = description.value("contentsMultiplyColor") != nil
        for property in description.properties {
            set(property.value, property.keyPath, of: layer, at: property.location)
        }
        if let text = layer as? CATextLayer, text.string != nil,
            !images.takeText(text.bounds, scale: Double(text.contentsScale))
        {
            text.string = nil
            warn(
                "the texts of the document take more than 48 million pixels; this one is left out",
                at: description.location)
        }
        // The shadow has the shape of the bounds with rounded corners, whatever the layer shows.
        if description.value("shadowPathIsBounds")?.number == 1
            || description.value("shadowPathIsBounds") == .boolean(true)
        {
            let radius = max(0, min(layer.cornerRadius, layer.bounds.width / 2, layer.bounds.height / 2))
            layer.shadowPath = unsafe CGPath(
                roundedRect: layer.bounds.standardized, cornerWidth: radius, cornerHeight: radius, transform: nil)
        }
        for sublayer in description.sublayers { layer.addSublayer(self.layer(sublayer)) }
        for (index, animation) in description.animations.enumerated() {
            if let made = self.animation(animation) { layer.add(made, forKey: animation.key ?? "animation \(index)") }
        }
        return layer
    }

    /// Converts a document's key path: the filters of a backdrop layer are background filters.
    func keyPath(_ keyPath: String, of layer: CALayer) -> String {
        guard keyPath == "filters" || keyPath.hasPrefix("filters."), backdrops.contains(ObjectIdentifier(layer)) else {
            return keyPath
        }
        return "backgroundF" + keyPath.dropFirst()
    }

    /// Sets a value of a layer by its key path; warns when the value does not fit.
    mutating func set(_ value: DocumentValue, _ keyPath: String, of layer: CALayer, at location: DocumentLocation) {
        let keyPath = self.keyPath(keyPath, of: layer)
        switch (keyPath, value) {
        case ("shadowPathIsBounds", .boolean):
            // Handled after all properties, because bounds and corners may come later.
            return
        case ("name", .string(let name)):
            layer.name = name
        case ("frame", .rect(let frame)):
            if [frame.minX, frame.minY, frame.maxX, frame.maxY].allSatisfy(\.isFinite) {
                layer.frame = frame
            } else {
                warnUnfit(keyPath, at: location)
            }
        case ("contents", .image(let reference)) where FilmLoader.isFilm(reference.source):
            if reference.tint != nil || reference.isMask {
                warn("a film has no tint, and is no mask: it is shown as it is", at: location)
            }
            images.play(reference, in: directory, layer)
        case ("contents", .image(var reference)):
            images.films.stop(layer)
            // A mask image that is multiplied by a colour shows that colour.
            if reference.isMask, reference.tint == nil, multipliesContents {
                reference.tint = DocumentColor(red: 1, green: 1, blue: 1)
            }
            layer.contents = images.image(reference, in: directory)
        case ("continuousCorners", .boolean(let isContinuous)):
            layer.cornerCurve = isContinuous ? .continuous : .circular
        case ("contents", .null):
            images.films.stop(layer)
            layer.contents = nil
        case ("string", .string(let text)) where layer is CATextLayer:
            (layer as? CATextLayer)?.string = text
        case ("font", .string(let name)) where layer is CATextLayer:
            (layer as? CATextLayer)?.font = name
        case ("path", .string(let text)) where layer is CAShapeLayer:
            guard let path = DocumentOutline.parse(text) else { return warnUnfit(keyPath, at: location) }
            (layer as? CAShapeLayer)?.path = path
        case ("emitterCells", .cells(let cells)):
            (layer as? CAEmitterLayer)?.emitterCells = cells.map { cell($0) }
        case ("emitterBehaviors", .behaviors(let behaviors)):
            layer.setValue(behaviors, forKey: keyPath)
        case ("mask", .layer(let description)):
            layer.mask = self.layer(description)
        default:
            guard let target = target(of: keyPath, on: layer) else { return warnUnfit(keyPath, at: location) }
            if let plain = value.plainValue(for: target) {
                if !layer.writeIfTaken(target.property, plain) { warnUnfit(keyPath, at: location) }
                return
            }
            guard case .value(let object) = value.object(for: target) else { return warnUnfit(keyPath, at: location) }
            layer.setValue(object, forKeyPath: keyPath)
        }
    }

    /// The target of a key path on a layer; nil when the layer has no such property.
    private mutating func target(of keyPath: String, on layer: CALayer) -> PropertyTarget? {
        let key = ClassKeyPath(type: ObjectIdentifier(type(of: layer)), keyPath: keyPath)
        if let known = targets[key] { return known }
        var target = PropertyTarget(keyPath: keyPath)
        if let found = target, layer.row(forKey: LayerPropertyTable.row(found.property).key) == nil { target = nil }
        if targets.count < 1000 { targets[key] = .some(target) }
        return target
    }

    /// A layer of a class that is drawn.
    private static func makeLayer(_ className: String) -> CALayer {
        switch className {
        case "CAGradientLayer": CAGradientLayer()
        case "CAReplicatorLayer": CAReplicatorLayer()
        case "CAShapeLayer": CAShapeLayer()
        case "CATransformLayer": CATransformLayer()
        case "CATextLayer": CATextLayer()
        case "CAEmitterLayer": CAEmitterLayer()
        default: CALayer()
        }
    }

    // MARK: Animations

    /// Makes the animation of a description; nil, with a warning, when it cannot run.
    mutating func animation(_ description: AnimationDescription) -> CAAnimation? {
        let animation: CAAnimation
        switch description.className {
        case "CABasicAnimation": animation = CABasicAnimation()
        case "CASpringAnimation": animation = CASpringAnimation()
        case "CAKeyframeAnimation": animation = CAKeyframeAnimation()
        case "CAAnimationGroup": animation = CAAnimationGroup()
        case "CATransition": animation = CATransition()
        default:
            warn("\(description.className) is no animation that is known, and is left out", at: description.location)
            return nil
        }
        var target: PropertyTarget?
        if animation is CAPropertyAnimation {
            target = description.keyPath.flatMap { PropertyTarget(keyPath: $0) }
            guard target != nil else {
                warn("the animation has no key path that is known, and is left out", at: description.location)
                return nil
            }
        }
        for property in description.properties { set(property, of: animation, target: target) }
        if let group = animation as? CAAnimationGroup {
            group.animations = description.animations.compactMap { self.animation($0) }
        }
        if let frames = animation as? CAKeyframeAnimation, !isUsable(frames, at: description.location) { return nil }
        if let spring = animation as? CASpringAnimation {
            guard spring.mass > 0, spring.stiffness > 0, spring.damping >= 0 else {
                warn(
                    "the spring has a mass or stiffness that is not greater than zero, and is left out",
                    at: description.location)
                return nil
            }
            if description.value("mica_autorecalculatesDuration")?.number == 1 {
                spring.duration = spring.settlingDuration
            }
        }
        return animation
    }

    private mutating func set(_ property: PropertyDescription, of animation: CAAnimation, target: PropertyTarget?) {
        switch (property.keyPath, property.value) {
        case ("mica_autorecalculatesDuration", _):
            return
        case ("keyPath", .string(let path)):
            (animation as? CAPropertyAnimation)?.keyPath = path
        case ("timingFunction", .timingFunction(let function)):
            animation.timingFunction = function.mediaTimingFunction
        case ("fillMode", .string(let mode)):
            animation.fillMode = CAMediaTimingFillMode(rawValue: mode)
        case ("beginTime", let value), ("duration", let value), ("timeOffset", let value), ("speed", let value),
            ("repeatCount", let value),
            ("repeatDuration", let value):
            setTime(value, property, of: animation)
        case ("autoreverses", .boolean(let value)):
            animation.autoreverses = value
        case ("removedOnCompletion", .boolean(let value)):
            animation.isRemovedOnCompletion = value
        case ("additive", .boolean(let value)):
            (animation as? CAPropertyAnimation)?.isAdditive = value
        case ("cumulative", .boolean(let value)):
            (animation as? CAPropertyAnimation)?.isCumulative = value
        case ("fromValue", _), ("toValue", _), ("byValue", _), ("values", _), ("keyTimes", _), ("timingFunctions", _),
            ("calculationMode", _):
            setValues(property, of: animation, target: target)
        case ("mass", let value), ("stiffness", let value), ("damping", let value), ("velocity", let value),
            ("initialVelocity", let value):
            setSpring(value, property, of: animation)
        default:
            warnUnfit(property.keyPath, at: property.location)
        }
    }

    private mutating func setTime(_ value: DocumentValue, _ property: PropertyDescription, of animation: CAAnimation) {
        guard let number = value.number, !number.isNaN,
            number.isFinite || property.keyPath.hasPrefix("repeat") || property.keyPath == "duration"
        else {
            warnUnfit(property.keyPath, at: property.location)
            return
        }
        switch property.keyPath {
        case "beginTime": animation.beginTime = number
        case "duration": animation.duration = number
        case "timeOffset": animation.timeOffset = number
        case "speed": animation.speed = Float(number)
        case "repeatCount": animation.repeatCount = Float(number)
        default: animation.repeatDuration = number
        }
    }

    private mutating func setSpring(_ value: DocumentValue, _ property: PropertyDescription, of animation: CAAnimation)
    {
        guard let spring = animation as? CASpringAnimation, let number = value.number, number.isFinite else {
            warnUnfit(property.keyPath, at: property.location)
            return
        }
        switch property.keyPath {
        case "mass": spring.mass = number
        case "stiffness": spring.stiffness = number
        case "damping": spring.damping = number
        default: spring.initialVelocity = number
        }
    }

    private mutating func setValues(_ property: PropertyDescription, of animation: CAAnimation, target: PropertyTarget?)
    {
        guard let target else {
            warnUnfit(property.keyPath, at: property.location)
            return
        }
        switch (property.keyPath, property.value, animation) {
        case ("fromValue", let value, let basic as CABasicAnimation):
            if let object = object(value, target, property) { basic.fromValue = object }
        case ("toValue", let value, let basic as CABasicAnimation):
            if let object = object(value, target, property) { basic.toValue = object }
        case ("byValue", let value, let basic as CABasicAnimation):
            if let object = object(value, target, property) { basic.byValue = object }
        case ("values", .array(let values), let frames as CAKeyframeAnimation):
            frames.values = values.compactMap { object($0, target, property) }
        case ("keyTimes", .array(let times), let frames as CAKeyframeAnimation):
            frames.keyTimes = times.compactMap { $0.number.map(NSNumber.init(value:)) }
        case ("timingFunctions", .array(let functions), let frames as CAKeyframeAnimation):
            frames.timingFunctions = functions.compactMap {
                switch $0 {
                case .timingFunction(let function): function.mediaTimingFunction
                case .string(let name): ValueParser.timingFunction(name)?.mediaTimingFunction
                default: nil
                }
            }
        case ("calculationMode", .string(let mode), let frames as CAKeyframeAnimation):
            let known: [CAAnimationCalculationMode] = [.linear, .discrete, .paced, .cubic, .cubicPaced]
            if let mode = known.first(where: { $0.rawValue == mode }) {
                frames.calculationMode = mode
            } else {
                warn(
                    "the calculation mode \"\(mode.prefix(40))\" is unknown; the animation is linear",
                    at: property.location)
            }
        default:
            warnUnfit(property.keyPath, at: property.location)
        }
    }

    /// Converts a value of an animation for key-value coding; nil, with a warning, when it does not fit the property.
    private mutating func object(_ value: DocumentValue, _ target: PropertyTarget, _ property: PropertyDescription)
        -> Any?
    {
        if case .image(let reference) = value, target.kind == .image { return images.image(reference, in: directory) }
        guard case .value(let object) = value.object(for: target), let object else {
            warn("a value of \"\(property.keyPath)\" does not fit \(target.keyPath)", at: property.location)
            return nil
        }
        return object
    }

    private mutating func isUsable(_ frames: CAKeyframeAnimation, at location: DocumentLocation) -> Bool {
        guard let values = frames.values, !values.isEmpty else {
            warn("the keyframe animation has no values, and is left out", at: location)
            return false
        }
        if let times = frames.keyTimes {
            let wanted = frames.calculationMode == .discrete ? values.count + 1 : values.count
            // Other key times are used as written.
            if !times.allSatisfy(\.doubleValue.isFinite) || (times.count != wanted && times.count != values.count) {
                warn("the key times do not fit the values, which are spaced evenly", at: location)
                frames.keyTimes = nil
            }
        }
        return true
    }

    mutating func warnUnfit(_ keyPath: String, at location: DocumentLocation) {
        warn("the value does not fit \"\(keyPath)\" and has no effect", at: location)
    }

    private mutating func warn(_ message: String, at location: DocumentLocation) {
        if warnings.count < CAMLReader.warningLimit { warnings.append(DocumentWarning(at: location, message)) }
    }
}
