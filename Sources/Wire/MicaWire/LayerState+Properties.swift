import Foundation

extension LayerState {
    /// The value of a property.
    package subscript(property: PropertyID) -> PropertyValue {
        get {
            switch property {
            case .bounds: .rect(bounds)
            case .position: .point(position)
            case .zPosition: .number(zPosition)
            case .anchorPoint: .point(anchorPoint)
            case .anchorPointZ: .number(anchorPointZ)
            case .transform: .transform(transform)
            case .sublayerTransform: .transform(sublayerTransform)
            case .hidden: flag(.hidden)
            case .doubleSided: flag(.doubleSided)
            case .geometryFlipped: flag(.geometryFlipped)
            case .masksToBounds: flag(.masksToBounds)
            case .opaque: flag(.opaque)
            case .allowsGroupOpacity: flag(.allowsGroupOpacity)
            case .transformLayer: flag(.transformLayer)
            case .opacity: .number(opacity)
            case .backgroundColor: backgroundColor.map { .color($0) } ?? .none
            case .cornerRadius: .number(cornerRadius)
            case .maskedCorners: .number(Double(maskedCorners.rawValue))
            case .borderWidth: .number(borderWidth)
            case .borderColor: borderColor.map { .color($0) } ?? .none
            case .contents: contents.image.map { .image($0) } ?? .none
            case .contentsRect: .rect(contentsRect)
            case .contentsGravity: .string(contents.gravity.rawValue)
            case .contentsScale: .number(contents.scale)
            case .contentsCenter: .rect(contents.center)
            case .minificationFilter: .string(contents.minificationFilter.rawValue)
            case .magnificationFilter: .string(contents.magnificationFilter.rawValue)
            case .minificationFilterBias: .number(contents.minificationFilterBias)
            case .mask: mask.map { .layer($0) } ?? .none
            case .beginTime: .number(timing.beginTime)
            case .duration: .number(timing.duration)
            case .speed: .number(timing.speed)
            case .timeOffset: .number(timing.timeOffset)
            case .repeatCount: .number(timing.repeatCount)
            case .repeatDuration: .number(timing.repeatDuration)
            case .autoreverses: .number(timing.autoreverses ? 1 : 0)
            case .fillMode: .string(timing.fillMode.name)
            case .path: shape.path.map { .path($0) } ?? .none
            case .fillColor: shape.fillColor.map { .color($0) } ?? .none
            case .fillRule: .string(shape.fillRule.rawValue)
            case .strokeColor: shape.strokeColor.map { .color($0) } ?? .none
            case .strokeStart: .number(shape.strokeStart)
            case .strokeEnd: .number(shape.strokeEnd)
            case .lineWidth: .number(shape.lineWidth)
            case .miterLimit: .number(shape.miterLimit)
            case .lineCap: .string(shape.lineCap.rawValue)
            case .lineJoin: .string(shape.lineJoin.rawValue)
            case .lineDashPhase: .number(shape.lineDashPhase)
            case .lineDashPattern: shape.lineDashPattern.map { .numbers($0) } ?? .none
            case .colors: gradient.colors.map { .colors($0) } ?? .none
            case .locations: gradient.locations.map { .numbers($0) } ?? .none
            case .startPoint: .point(gradient.startPoint)
            case .endPoint: .point(gradient.endPoint)
            case .gradientType: .string(gradient.kind.rawValue)
            case .shadowColor: shadow.color.map { .color($0) } ?? .none
            case .shadowOpacity: .number(shadow.opacity)
            case .shadowOffset: .size(shadow.offset)
            case .shadowRadius: .number(shadow.radius)
            case .shadowPath: shadow.path.map { .path($0) } ?? .none
            case .compositingFilter: effects.compositingFilter.map { .string($0) } ?? .none
            case .filters: effects.filters.isEmpty ? .none : .filters(effects.filters)
            case .backgroundFilters: effects.backgroundFilters.isEmpty ? .none : .filters(effects.backgroundFilters)
            case .allowsGroupBlending: flag(.allowsGroupBlending)
            case .contentsMultiplyColor: contents.multiplyColor.map { .color($0) } ?? .none
            case .contentsSwizzle: .string(contents.isStencil ? "AAAA" : "RGBA")
            case .contentsTransform: .transform(contents.transform)
            case .instanceCount: .number(replicator.count)
            case .instanceDelay: .number(replicator.delay)
            case .instanceTransform: .transform(replicator.transform)
            case .instanceColor: replicator.color.map { .color($0) } ?? .none
            case .instanceRedOffset: .number(replicator.offsets.x)
            case .instanceGreenOffset: .number(replicator.offsets.y)
            case .instanceBlueOffset: .number(replicator.offsets.z)
            case .instanceAlphaOffset: .number(replicator.offsets.w)
            case .tileSize: .size(tiled.tileSize)
            case .levelsOfDetail: .number(tiled.levels)
            case .levelsOfDetailBias: .number(tiled.bias)
            case .edgeAntialiasingMask: .number(Double(effects.edges.rawValue))
            case .allowsEdgeAntialiasing: flag(.allowsEdgeAntialiasing)
            case .shouldRasterize: flag(.shouldRasterize)
            case .rasterizationScale: .number(effects.rasterizationScale)
            case .preferredDynamicRange: .string(effects.range.preferred.rawValue)
            case .toneMapMode: .string(effects.range.toneMapMode.rawValue)
            case .wantsExtendedDynamicRangeContent: .number(effects.range.wantsExtended ? 1 : 0)
            case .contentsHeadroom: .number(effects.range.headroom)
            case .cornerCurve: .string(flags.contains(.continuousCorners) ? "continuous" : "circular")
            case .fontSize: .number(text.fontSize)
            case .foregroundColor: text.foregroundColor.map { .color($0) } ?? .none
            case .wrapped: .number(text.isWrapped ? 1 : 0)
            case .truncationMode: .string(text.truncationMode)
            case .alignmentMode: .string(text.alignmentMode)
            case .allowsFontSubpixelQuantization: .number(text.quantizesGlyphs ? 1 : 0)
            case .emitterCells: emitter.cells.map { .cells($0) } ?? .none
            case .birthRate: .number(emitter.birthRate)
            case .lifetime: .number(emitter.lifetime)
            case .emitterPosition: .point(emitter.position)
            case .emitterZPosition: .number(emitter.zPosition)
            case .emitterSize: .size(emitter.size)
            case .emitterDepth: .number(emitter.depth)
            case .emitterShape: .string(emitter.shape.rawValue)
            case .emitterMode: .string(emitter.mode.rawValue)
            case .renderMode: .string(emitter.renderMode.rawValue)
            case .velocity: .number(emitter.velocity)
            case .scale: .number(emitter.scale)
            case .spin: .number(emitter.spin)
            case .seed: .number(Double(emitter.seed))
            case .preservesDepth: flag(.preservesDepth)
            }
        }
        set { set(property, to: newValue) }
    }

    /// Sets a property; a value of the wrong kind changes nothing and gives false.
    @discardableResult
    package mutating func set(_ property: PropertyID, to value: PropertyValue) -> Bool {
        switch (property, value) {
        case (.bounds, .rect(let v)): bounds = v
        case (.position, .point(let v)): position = v
        case (.zPosition, .number(let v)): zPosition = v
        case (.anchorPoint, .point(let v)): anchorPoint = v
        case (.anchorPointZ, .number(let v)): anchorPointZ = v
        case (.transform, .transform(let v)): transform = v
        case (.sublayerTransform, .transform(let v)): sublayerTransform = v
        case (.hidden, .number(let v)): setFlag(.hidden, v)
        case (.doubleSided, .number(let v)): setFlag(.doubleSided, v)
        case (.geometryFlipped, .number(let v)): setFlag(.geometryFlipped, v)
        case (.masksToBounds, .number(let v)): setFlag(.masksToBounds, v)
        case (.opaque, .number(let v)): setFlag(.opaque, v)
        case (.allowsGroupOpacity, .number(let v)): setFlag(.allowsGroupOpacity, v)
        case (.transformLayer, .number(let v)): setFlag(.transformLayer, v)
        case (.opacity, .number(let v)): opacity = v
        case (.backgroundColor, .color(let v)): backgroundColor = v
        case (.backgroundColor, .none): backgroundColor = nil
        case (.cornerRadius, .number(let v)): cornerRadius = v
        case (.maskedCorners, .number(let v)):
            maskedCorners = CornerMask(rawValue: UInt8(clamping: Int(exactly: v.rounded()) ?? 0)).intersection(.all)
        case (.borderWidth, .number(let v)): borderWidth = v
        case (.borderColor, .color(let v)): borderColor = v
        case (.borderColor, .none): borderColor = nil
        case (.contents, .image(let v)): contents.image = v
        case (.contents, .none): contents.image = nil
        case (.contentsRect, .rect(let v)): contentsRect = v
        case (.contentsGravity, .string(let v)):
            guard let gravity = ContentsState.Gravity(rawValue: v) else { return false }
            contents.gravity = gravity
        case (.contentsScale, .number(let v)): contents.scale = v
        case (.contentsCenter, .rect(let v)): contents.center = v
        case (.minificationFilter, .string(let v)):
            guard let filter = ContentsState.Filter(rawValue: v) else { return false }
            contents.minificationFilter = filter
        case (.magnificationFilter, .string(let v)):
            guard let filter = ContentsState.Filter(rawValue: v) else { return false }
            contents.magnificationFilter = filter
        case (.minificationFilterBias, .number(let v)): contents.minificationFilterBias = v
        case (.mask, .layer(let v)): mask = v
        case (.mask, .none): mask = nil
        case (.beginTime, .number(let v)): timing.beginTime = v
        case (.duration, .number(let v)): timing.duration = v
        case (.speed, .number(let v)): timing.speed = v
        case (.timeOffset, .number(let v)): timing.timeOffset = v
        case (.repeatCount, .number(let v)): timing.repeatCount = v
        case (.repeatDuration, .number(let v)): timing.repeatDuration = v
        case (.autoreverses, .number(let v)): timing.autoreverses = v != 0
        case (.fillMode, .string(let v)):
            guard let mode = TimingState.FillMode(name: v) else { return false }
            timing.fillMode = mode
        case (.path, .path(let v)): shape.path = v
        case (.path, .none): shape.path = nil
        case (.fillColor, .color(let v)): shape.fillColor = v
        case (.fillColor, .none): shape.fillColor = nil
        case (.fillRule, .string(let v)):
            guard let rule = ShapeState.FillRule(rawValue: v) else { return false }
            shape.fillRule = rule
        case (.strokeColor, .color(let v)): shape.strokeColor = v
        case (.strokeColor, .none): shape.strokeColor = nil
        case (.strokeStart, .number(let v)): shape.strokeStart = v
        case (.strokeEnd, .number(let v)): shape.strokeEnd = v
        case (.lineWidth, .number(let v)): shape.lineWidth = v
        case (.miterLimit, .number(let v)): shape.miterLimit = v
        case (.lineCap, .string(let v)):
            guard let cap = ShapeState.LineCap(rawValue: v) else { return false }
            shape.lineCap = cap
        case (.lineJoin, .string(let v)):
            guard let join = ShapeState.LineJoin(rawValue: v) else { return false }
            shape.lineJoin = join
        case (.lineDashPhase, .number(let v)): shape.lineDashPhase = v
        case (.lineDashPattern, .numbers(let v)): shape.lineDashPattern = v
        case (.lineDashPattern, .none): shape.lineDashPattern = nil
        case (.colors, .colors(let v)): gradient.colors = v
        case (.colors, .none): gradient.colors = nil
        case (.locations, .numbers(let v)): gradient.locations = v
        case (.locations, .none): gradient.locations = nil
        case (.startPoint, .point(let v)): gradient.startPoint = v
        case (.endPoint, .point(let v)): gradient.endPoint = v
        case (.gradientType, .string(let v)):
            guard let kind = GradientState.Kind(rawValue: v) else { return false }
            gradient.kind = kind
        case (.shadowColor, .color(let v)): shadow.color = v
        case (.shadowColor, .none): shadow.color = nil
        case (.shadowOpacity, .number(let v)): shadow.opacity = v
        case (.shadowOffset, .size(let v)): shadow.offset = v
        case (.shadowRadius, .number(let v)): shadow.radius = v
        case (.shadowPath, .path(let v)): shadow.path = v
        case (.shadowPath, .none): shadow.path = nil
        case (.compositingFilter, .string(let v)): effects.compositingFilter = v.isEmpty ? nil : v
        case (.compositingFilter, .none): effects.compositingFilter = nil
        case (.filters, .filters(let v)): effects.filters = v
        case (.filters, .none): effects.filters = []
        case (.backgroundFilters, .filters(let v)): effects.backgroundFilters = v
        case (.backgroundFilters, .none): effects.backgroundFilters = []
        case (.allowsGroupBlending, .number(let v)): setFlag(.allowsGroupBlending, v)
        case (.contentsMultiplyColor, .color(let v)): contents.multiplyColor = v
        case (.contentsMultiplyColor, .none): contents.multiplyColor = nil
        case (.contentsSwizzle, .string(let v)):
            guard v == "AAAA" || v == "RGBA" else { return false }
            contents.isStencil = v == "AAAA"
        case (.contentsTransform, .transform(let v)): contents.transform = v
        case (.instanceCount, .number(let v)): replicator.count = v
        case (.instanceDelay, .number(let v)): replicator.delay = v
        case (.instanceTransform, .transform(let v)): replicator.transform = v
        case (.instanceColor, .color(let v)): replicator.color = v
        case (.instanceColor, .none): replicator.color = nil
        case (.instanceRedOffset, .number(let v)): replicator.offsets.x = v
        case (.instanceGreenOffset, .number(let v)): replicator.offsets.y = v
        case (.instanceBlueOffset, .number(let v)): replicator.offsets.z = v
        case (.instanceAlphaOffset, .number(let v)): replicator.offsets.w = v
        case (.tileSize, .size(let v)): tiled.tileSize = v
        case (.levelsOfDetail, .number(let v)): tiled.levels = v
        case (.levelsOfDetailBias, .number(let v)): tiled.bias = v
        case (.edgeAntialiasingMask, .number(let v)):
            effects.edges = EdgeMask(rawValue: UInt8(clamping: Int(exactly: v.rounded()) ?? 0)).intersection(.all)
        case (.allowsEdgeAntialiasing, .number(let v)): setFlag(.allowsEdgeAntialiasing, v)
        case (.shouldRasterize, .number(let v)): setFlag(.shouldRasterize, v)
        case (.rasterizationScale, .number(let v)): effects.rasterizationScale = v
        case (.preferredDynamicRange, .string(let v)):
            effects.range.preferred = DynamicRangeState.Preferred(rawValue: v) ?? .standard
        case (.toneMapMode, .string(let v)):
            effects.range.toneMapMode = DynamicRangeState.ToneMapMode(rawValue: v) ?? .automatic
        case (.wantsExtendedDynamicRangeContent, .number(let v)): effects.range.wantsExtended = v != 0
        case (.contentsHeadroom, .number(let v)): effects.range.headroom = v
        case (.cornerCurve, .string(let v)): setFlag(.continuousCorners, v == "continuous" ? 1 : 0)
        case (.fontSize, .number(let v)): text.fontSize = v
        case (.foregroundColor, .color(let v)): text.foregroundColor = v
        case (.foregroundColor, .none): text.foregroundColor = nil
        case (.wrapped, .number(let v)): text.isWrapped = v != 0
        case (.truncationMode, .string(let v)): text.truncationMode = v
        case (.alignmentMode, .string(let v)): text.alignmentMode = v
        case (.allowsFontSubpixelQuantization, .number(let v)): text.quantizesGlyphs = v != 0
        case (.emitterCells, .cells(let v)): emitter.cells = v
        case (.emitterCells, .none): emitter.cells = nil
        case (.birthRate, .number(let v)): emitter.birthRate = v
        case (.lifetime, .number(let v)): emitter.lifetime = v
        case (.emitterPosition, .point(let v)): emitter.position = v
        case (.emitterZPosition, .number(let v)): emitter.zPosition = v
        case (.emitterSize, .size(let v)): emitter.size = v
        case (.emitterDepth, .number(let v)): emitter.depth = v
        case (.emitterShape, .string(let v)):
            guard let shape = EmitterState.Shape(rawValue: v) else { return false }
            emitter.shape = shape
        case (.emitterMode, .string(let v)):
            guard let mode = EmitterState.Mode(rawValue: v) else { return false }
            emitter.mode = mode
        case (.renderMode, .string(let v)):
            guard let mode = EmitterState.RenderMode(rawValue: v) else { return false }
            emitter.renderMode = mode
        case (.velocity, .number(let v)): emitter.velocity = v
        case (.scale, .number(let v)): emitter.scale = v
        case (.spin, .number(let v)): emitter.spin = v
        case (.seed, .number(let v)): emitter.seed = UInt32(max(0, min(4_294_967_295, v.isNaN ? 0 : v)))
        case (.preservesDepth, .number(let v)): setFlag(.preservesDepth, v)
        default: return false
        }
        return true
    }

    /// Takes over from another state the properties that a mask names.
    ///
    /// In the caller's module, so that a state among others is looked at in place: as an argument it would be copied.
    @inlinable @inline(__always)
    package mutating func take(_ mask: PropertyMask, from other: LayerState) {
        var bits = mask.rawValue
        while bits != 0 {
            let bit = UInt8(bits.trailingZeroBitCount)
            bits &= bits - 1
            guard let property = PropertyID(rawValue: bit) else { continue }
            // What changes most goes without a `PropertyValue`.
            switch property {
            case .position: position = other.position
            case .bounds: bounds = other.bounds
            case .transform: transform = other.transform
            case .opacity: opacity = other.opacity
            case .backgroundColor: backgroundColor = other.backgroundColor
            case .zPosition: zPosition = other.zPosition
            case .anchorPoint: anchorPoint = other.anchorPoint
            case .cornerRadius: cornerRadius = other.cornerRadius
            case .borderWidth: borderWidth = other.borderWidth
            case .contentsRect: contentsRect = other.contentsRect
            default: take(property, from: other)
            }
        }
    }

    /// Takes over one property from another state.
    package mutating func take(_ property: PropertyID, from other: LayerState) {
        switch property {
        case .contents: changeContents { $0.image = other.contents.image }
        case .path: changeShape { $0.path = other.shape.path }
        case .startPoint: changeGradient { $0.startPoint = other.gradient.startPoint }
        case .endPoint: changeGradient { $0.endPoint = other.gradient.endPoint }
        default: set(property, to: other[property])
        }
    }

    private func flag(_ flag: LayerFlags) -> PropertyValue { .number(flags.contains(flag) ? 1 : 0) }

    private mutating func setFlag(_ flag: LayerFlags, _ value: Double) {
        if value != 0 { flags.insert(flag) } else { flags.remove(flag) }
    }
}

extension TimingState.FillMode {
    /// Apple's string for the mode. Source: CAMediaTimingFillMode, CAMediaTiming.h.
    package var name: String {
        switch self {
        case .removed: "removed"
        case .forwards: "forwards"
        case .backwards: "backwards"
        case .both: "both"
        }
    }

    /// The mode of Apple's string; nil when it is none.
    package init?(name: String) {
        guard let mode = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = mode
    }
}
