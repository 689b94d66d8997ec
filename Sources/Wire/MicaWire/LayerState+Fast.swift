/// Direct code for the properties that change most, beside the plain way of LayerState+Properties.swift: it takes a
/// tenth of the time of the way through their rows.
///
/// Everything works without this file. `PropertyAccessTests` compares both ways for all properties.
extension LayerState {
    /// The value of a property; nil if there is no direct code for it.
    func valueAtOnce(_ property: PropertyID) -> PropertyValue? {
        switch property {
        case .position: .point(position)
        case .bounds: .rect(bounds)
        case .transform: .transform(transform)
        case .opacity: .number(opacity)
        case .backgroundColor: backgroundColor.map { .color($0) } ?? PropertyValue.none
        case .zPosition: .number(zPosition)
        case .anchorPoint: .point(anchorPoint)
        case .anchorPointZ: .number(anchorPointZ)
        case .cornerRadius: .number(cornerRadius)
        case .borderWidth: .number(borderWidth)
        case .contentsRect: .rect(contentsRect)
        case .borderColor: borderColor.map { .color($0) } ?? PropertyValue.none
        case .hidden: .number(flags.contains(.hidden) ? 1 : 0)
        case .path: shape.path.map { .path($0) } ?? PropertyValue.none
        case .fillColor: shape.fillColor.map { .color($0) } ?? PropertyValue.none
        case .strokeColor: shape.strokeColor.map { .color($0) } ?? PropertyValue.none
        case .colors: gradient.colors.map { .colors($0) } ?? PropertyValue.none
        case .sublayerTransform: .transform(sublayerTransform)
        default: nil
        }
    }

    private static let new = LayerState()

    /// Whether a property has a new layer's value, without a `PropertyValue`; nil if there is no direct code for it.
    func isNewAtOnce(_ property: PropertyID) -> Bool? {
        switch property {
        case .bounds: bounds == Self.new.bounds
        case .position: position == Self.new.position
        case .zPosition: zPosition == Self.new.zPosition
        case .anchorPoint: anchorPoint == Self.new.anchorPoint
        case .anchorPointZ: anchorPointZ == Self.new.anchorPointZ
        case .transform: transform == Self.new.transform
        case .sublayerTransform: sublayerTransform == Self.new.sublayerTransform
        case .opacity: opacity == Self.new.opacity
        case .backgroundColor: backgroundColor == Self.new.backgroundColor
        case .cornerRadius: cornerRadius == Self.new.cornerRadius
        case .maskedCorners: maskedCorners == Self.new.maskedCorners
        case .borderWidth: borderWidth == Self.new.borderWidth
        case .borderColor: borderColor == Self.new.borderColor
        case .contentsRect: contentsRect == Self.new.contentsRect
        case .mask: mask == nil
        default:
            Self.flag(of: property).map { flags.contains($0) == Self.new.flags.contains($0) }
                ?? hasNewContents(property) ?? hasNewShape(property)
        }
    }

    /// Whether a property of the shape has a new layer's value; nil for others.
    private func hasNewShape(_ property: PropertyID) -> Bool? {
        guard (PropertyID.path.rawValue...PropertyID.lineDashPattern.rawValue).contains(property.rawValue) else {
            return nil
        }
        let (shape, new) = (shape, ShapeState.default)
        return switch property {
        case .path: shape.path == nil
        case .fillColor: shape.fillColor == new.fillColor
        case .fillRule: shape.fillRule == new.fillRule
        case .strokeColor: shape.strokeColor == nil
        case .strokeStart: shape.strokeStart == new.strokeStart
        case .strokeEnd: shape.strokeEnd == new.strokeEnd
        case .lineWidth: shape.lineWidth == new.lineWidth
        case .miterLimit: shape.miterLimit == new.miterLimit
        case .lineCap: shape.lineCap == new.lineCap
        case .lineJoin: shape.lineJoin == new.lineJoin
        case .lineDashPhase: shape.lineDashPhase == new.lineDashPhase
        case .lineDashPattern: shape.lineDashPattern == nil
        default: nil
        }
    }

    /// The flag that a property is; nil for others.
    private static func flag(of property: PropertyID) -> LayerFlags? {
        switch property {
        case .hidden: .hidden
        case .doubleSided: .doubleSided
        case .geometryFlipped: .geometryFlipped
        case .masksToBounds: .masksToBounds
        case .opaque: .opaque
        case .allowsGroupOpacity: .allowsGroupOpacity
        case .allowsGroupBlending: .allowsGroupBlending
        case .preservesDepth: .preservesDepth
        case .transformLayer: .transformLayer
        case .cornerCurve: .continuousCorners
        case .allowsEdgeAntialiasing: .allowsEdgeAntialiasing
        case .shouldRasterize: .shouldRasterize
        default: nil
        }
    }

    /// Whether a property of the contents has a new layer's value; nil for others.
    private func hasNewContents(_ property: PropertyID) -> Bool? {
        switch property {
        case .contents: details?.value.contents.value.image == nil
        case .contentsGravity: details.map { $0.value.contents.value.gravity == .resize } ?? true
        case .contentsScale: details.map { $0.value.contents.value.scale == 1 } ?? true
        case .contentsCenter:
            details.map { $0.value.contents.value.center == ContentsState.default.center } ?? true
        case .minificationFilter: details.map { $0.value.contents.value.minificationFilter == .linear } ?? true
        case .magnificationFilter: details.map { $0.value.contents.value.magnificationFilter == .linear } ?? true
        case .minificationFilterBias: details.map { $0.value.contents.value.minificationFilterBias == 0 } ?? true
        case .contentsMultiplyColor: details?.value.contents.value.multiplyColor == nil
        case .contentsSwizzle: details.map { !$0.value.contents.value.isStencil } ?? true
        case .contentsTransform: details.map { $0.value.contents.value.transform == .identity } ?? true
        default: nil
        }
    }

    /// Sets a property like `set`; nil if there is no direct code for the property or for such a value.
    mutating func setAtOnce(_ property: PropertyID, to value: PropertyValue) -> Bool? {
        switch (property, value) {
        case (.position, .point(let v)): position = v
        case (.bounds, .rect(let v)): bounds = v
        case (.transform, .transform(let v)): transform = v
        case (.opacity, .number(let v)): opacity = v
        case (.backgroundColor, .color(let v)): backgroundColor = v
        case (.zPosition, .number(let v)): zPosition = v
        case (.anchorPoint, .point(let v)): anchorPoint = v
        case (.anchorPointZ, .number(let v)): anchorPointZ = v
        case (.cornerRadius, .number(let v)): cornerRadius = v
        case (.borderWidth, .number(let v)): borderWidth = v
        case (.contentsRect, .rect(let v)): contentsRect = v
        case (.path, .path(let v)): changeShape { $0.path = v }
        case (.fillColor, .color(let v)): changeShape { $0.fillColor = v }
        case (.strokeColor, .color(let v)): changeShape { $0.strokeColor = v }
        case (.colors, .colors(let v)): changeGradient { $0.colors = v }
        case (.sublayerTransform, .transform(let v)): sublayerTransform = v
        default: return nil
        }
        return true
    }

    /// Copies the properties that a mask names from another state.
    ///
    /// Inlined into the caller's module, so that the other state is read in place: as an argument it would be copied.
    @inlinable @inline(__always)
    package mutating func take(_ mask: PropertyMask, from other: LayerState) {
        var bits = mask.rawValue
        while bits != 0 {
            let property = PropertyID(UInt8(bits.trailingZeroBitCount))
            bits &= bits - 1
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

    /// Copies one property from another state, without a `PropertyValue`; false if there is no direct code for it.
    mutating func takeAtOnce(_ property: PropertyID, from other: LayerState) -> Bool {
        switch property {
        case .contents: changeContents { $0.image = other.contents.image }
        case .path: changeShape { $0.path = other.shape.path }
        case .startPoint: changeGradient { $0.startPoint = other.gradient.startPoint }
        case .endPoint: changeGradient { $0.endPoint = other.gradient.endPoint }
        default: return false
        }
        return true
    }
}
